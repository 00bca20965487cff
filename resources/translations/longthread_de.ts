<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name>Activity</name>
    <message numerus="yes">
        <source>%Ln compaction(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln replies</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Activity</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compaction</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Course of the chat&apos;s memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Engine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last lines of the engine&apos;s log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model loaded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing has happened in this chat yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing yet. What you do shows here with what it took.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save diagnostics…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine has said nothing yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Versions, devices, settings, timings and logs. No word of a chat is in it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the engine did</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>d MMM</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>first after {time}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from its snapshot</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>memory full</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>memory of {share} of their size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing to read</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>read %Ln token(s) at {speed}/s</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>read again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stopped at its longest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stopped by you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens its memory takes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens of the chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>wrote {number} at {speed}/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{size} freed</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Chat</name>
    <message>
        <source>It is answered as soon as one is there: drop a .gguf file into the window, or choose one above.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Message {name}…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine is at work</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The message waits for a model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is nothing to compact yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This model&apos;s memory cannot be compacted: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write a message…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Chats</name>
    <message>
        <source>All files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chats with all versions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete for good</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Delete these %Ln chat(s) for good?</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Delete this chat for good?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export into a folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import chats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import chats from a folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Longthread chats {day}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The text and the memory are removed from this computer. This cannot be undone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There are no chats to export.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Choice</name>
    <message>
        <source>auto</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>drop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>keep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>system</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Compaction</name>
    <message numerus="yes">
        <source>%Ln token(s) above this line were compacted, and the memory of the chat went from {before} to {after}. The text stays here to read; the model remembers it through the compacted memory. Checked with queries that nothing was fitted on, its attention differs by {mean} on average and by {worst} in the worst head.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>At {asked}× it would have gone below the quality floor.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Error by layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layer {layer}: error {mean}, worst head {worst}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Older part compacted {ratio}×</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Preset “{preset}”, %Ln row(s), {time}.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>error {error}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>most in layer {layer}: {error}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Header</name>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Add a model file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cannot be compacted: {why}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chat title</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Double-click to rename</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit the chat title</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide or show the chats (Ctrl+B)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loading {name} {share}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Memory of %Ln token(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Memory settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unload</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where the model runs, and how many tokens its memory holds uncompacted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} failed</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Meter</name>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Compact now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compact the older part of this chat&apos;s memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compacted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compacted {number} in {size}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compacting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Error of the compacted part: {error}, on queries that nothing was fitted on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Free</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kept for the reply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Live {number}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loading the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory  empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory  {used} / {total}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory rebuilt in {time}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rebuilding the memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reply {number}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resumed in {time}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saving the memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>System {number}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Word for word</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Working</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>almost done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>compacts at {share}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>stands for %Ln token(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>{speed} tok/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{time} left</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Numbers</name>
    <message>
        <source>{number} bytes</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Page</name>
    <message>
        <source>Back to the chat (Esc)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Palette</name>
    <message>
        <source>Chats, actions, settings, models…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Command palette</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search all messages for “{query}”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type what you want to do</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What fits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>↑ ↓ choose    ↵ run    Esc close</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Sentence</name>
    <message>
        <source>A memory of the type {kv_type} needs flash attention.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A memory of {kv_budget} is too little for {name}: {least_ctx} tokens take {least}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A newer memory is saved instead.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A part of the saved memory is damaged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A part of the saved memory is missing or cut off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A part of the saved memory is missing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accept its terms on its page and enter an access token.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accept its terms on its page, then try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another chat was opened.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another import or export goes on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another program is tidying up the saved memories.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check date and time, and the network you are in.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check its rights.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check that its folder can be written and that no other program holds the file, then try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check that the data folder can be written; what was saved before is untouched.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check that the file is still there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the connection to the internet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Check the connection.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a build for little-endian machines.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a current build.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a file that ends in .gguf, made for llama.cpp.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a language model in GGUF form.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a model to chat with.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a smaller folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a smaller memory size in the settings, or a smaller model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a smaller memory, or close other programs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a smaller model or a stronger quantization.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another model, or a larger memory.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose one of {kv_types}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose the preset default, or compact earlier.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose the preset default.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close other programs and try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close other programs, or choose a smaller memory size in the settings.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close other programs, or choose a smaller memory.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close other programs, or load a smaller model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Download it again and compare its size with the source.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Download it again, or choose another file ending in .gguf.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Download it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Download it again; it goes on from there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop a .gguf file into the window.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter an access token.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every chat that the memory has room for is in it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everything saved before is untouched. Free some space and try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the chats again; if the file was edited by hand, put back what was changed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Files of Longthread, ChatGPT (conversations.json or its zip), LM Studio and Jan (thread.json) can be imported.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Free some space and try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Free some space; what was saved before is untouched and the chat goes on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Get it once more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give the parts back their names that end in -00001-of-0000N.gguf.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go on with the chat first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go on; there is nothing old enough to compact yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install that version again, or start with another data folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install that version first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Install the program again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is a diffusion model: it keeps no cache of the past.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is a recurrent model: there is no KV cache that could grow or be compacted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is an encoder-decoder; compacting such caches is not supported yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is an encoder: it does not write text and keeps no cache.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is being started again. Your chats are safe.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is compacted again later.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is saved again later.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It keeps a compressed (MLA) cache; compacting such caches is not supported yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It may have been renamed or removed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It may need a newer version of this program, or be damaged; try another file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It mixes recurrent and attention layers; compacting such caches is not supported yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It uses ALiBi positions; compacting such caches is not supported yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It uses attention sinks; compacting such caches is not supported yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It will be rebuilt from the messages.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its text is saved.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Left out: {value} that {value2} no text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load it with a smaller memory than {n_ctx} tokens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load one first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load the model again; with less memory if it happens again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load the model with a larger memory first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loading was stopped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Longthread is already open with these conversations{who}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make room and check your rights in {parent}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make room on the disk and measure again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make room on the disk, or choose a smaller file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory ran out: close other programs, or choose a smaller model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Messages before these are deleted, too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No memory could be made for this model: {recent_complaints}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No model is loaded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No secure connection to the hub could be made.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing could be read from it, so the list starts empty.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was added.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only the last part of this chat fits the memory as it is; the text is all there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the chat again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Part {no} of {count} of this model is missing ({name}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put all parts of the model into the same folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put it back into {parent}, or drop it into the window from its new place.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading this chat was stopped; it goes on with the next message.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run the setup again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send a shorter text, turn compaction on, or load the model with a larger memory.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send it in smaller pieces, or load the model with a larger memory.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Something went wrong ({problem}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop it by force; the text is kept.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped before it began.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Switch it on, or choose the memory type f16.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>That chat is not there any more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The archive “{name}” is damaged or locked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The archive “{name}” is damaged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The chat goes on; its text is saved.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The chat “{title}” is too large to be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The chat&apos;s token log cannot be read: {strerror}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The chat&apos;s token log contradicts itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The chat&apos;s token log has version {version}; this program reads {version2}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The chat&apos;s token log is damaged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The compaction was stopped; the memory is as it was.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The computer&apos;s memory is used up.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The connection was lost.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The diagnostics could not be written ({problem}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The disk is full, so this could not be saved.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The disk is full.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The disk is full: {name} could not be saved.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The download probably stopped early; download it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine could not be started ({errorstring}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine did not answer after it was started.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine does not know this request: {error}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine does not stop.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine is not installed completely.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine is not running.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine ran out of memory.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine sent something that is not a message ({problem}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine speaks version {version}, this program version {protocol_version}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine stopped because a check inside it failed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine stopped unexpectedly {how}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine was ended by the system, most likely because memory ran out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine was stopped by force.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine&apos;s native library cannot be loaded: {error}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file cannot be read ({strerror}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file cannot be written ({strerror}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file on the hub is shorter than what is here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file was thrown away. Download it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file with the conversations cannot be used right now ({problem}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file with the conversations cannot be used: {problem}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file with the conversations is damaged ({problem}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file with the conversations is damaged ({rows}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file with your conversations was damaged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The graphics driver failed inside the engine.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The heads of {name} need not be measured. {why_not}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The hub answered a search with something that cannot be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The hub cannot be found.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The hub does not answer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The hub does not know this address.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The hub has a problem (status {status}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The hub is busy.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The hub refused this (status {status}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The hub refuses this without a token.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The hub sent another part of the file than was asked for.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The hub sent this request somewhere it cannot go.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The hub&apos;s answer is too long.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The hub&apos;s list of files cannot be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The hub&apos;s list of files has no name or no revision.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The import was cancelled.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The library could not use the saved memory.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The measurement of the model&apos;s heads was stopped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The memory cannot be compacted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The memory cannot be compacted: {detail}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The memory changed while it was compacted: {detail}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The memory could not be copied ({written} of {size} bytes).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The memory could not be put back after a compaction.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The memory holds {n} rows, not {n_rows}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The memory is full.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The memory was changed while it was compacted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The memory will be rebuilt from the messages.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The message to cut after is not in this chat.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model could not be loaded: {reason}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model could not compute (status {status}). {recent_complaints}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model&apos;s answers are not numbers, so its heads cannot be measured.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model&apos;s chat template failed: {text}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model&apos;s chat template is {source} characters long; that cannot be right.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model&apos;s chat template leaves replies out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model&apos;s chat template uses names it may not use.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The native library in use was built without compaction.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The reading was stopped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The saved memory belongs to another course of this chat.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The saved memory belongs to another model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The saved memory cannot be cut to where this chat went on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The saved memory cannot be read: {strerror}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The saved memory has another layout than this model&apos;s memory has now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The saved memory has another length than its log.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The saved memory is larger than the memory the model was loaded with.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The saved memory was written with a newer engine library.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The snapshot contradicts itself.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The snapshot has no section {section_id}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The snapshot has version {major}; this program reads up to version {major2}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The snapshot is cut off or damaged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The snapshot is cut off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The snapshot is damaged (section {id}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The snapshot is larger than this model&apos;s memory can be.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The snapshot&apos;s header is damaged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The snapshot&apos;s list of parts is damaged ({error}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The snapshot&apos;s log is damaged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The snapshot&apos;s table of sections is damaged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The system prompt was changed; the memory is built anew.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The text to compact ends inside an older block.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The work was stopped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The {p1} tokens of this compaction do not fit the memory as they were.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no compacted text to move together.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no compaction to undo.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no free memory to save this chat&apos;s memory with.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no message to reply to.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no room beside the chats.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no room for the copy this preset needs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no room for {n} more tokens in this model&apos;s memory.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no room left to read the text again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no version {major} of snapshots.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is not enough room for {name}: it needs {size}, {free} can be used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is nothing old enough to compact yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is nothing to export.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is nothing to import here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>These conversations were written by a later version of Longthread (format {version}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This chat is not open in the engine.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This chat was held with another model; its memory is built anew.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This could not be saved ({problem}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This did not work ({problem}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This file is not a snapshot of a chat&apos;s memory.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is a new chat with the messages up to there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This memory cannot be compacted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This message has about {n_tokens} tokens; the memory can take {limit} more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This model file is broken: {key} is {value}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This model file is broken: {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This model file is incomplete: it holds {file_size} bytes and needs at least {offset}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This model is only for people with an account.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This model&apos;s memory cannot be compacted. {reason}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This preset reads the text again and cannot be interrupted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again in a while.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again later.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again; the chat is saved.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try another build of this model, or a model with a template.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try another build of this model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try other words.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try with 0 layers on the GPU in the settings.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo the later deletion first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unpack it and choose a smaller folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unpack it first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use the window that is open, or close it first. The conversations are in {folder}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wait for its end, or cancel it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What was measured could not be stored.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write one first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your account has no access to this model yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your chats are safe. Try again, or choose other settings or another model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your conversations are as they were.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your conversations are safe.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a name in it has an impossible length ({length})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a power in it is too large</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a tensor has {n_dims} dimensions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a text in it grows too long</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it announces an impossible number of tensors or values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it calls str.{name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it ends in the middle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it ends in the middle of its header</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it ends in the middle or is not JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it formats with %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it formats with str.format</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it holds a number that is too long</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is nested too deeply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is not JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it is not UTF-8 text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it runs too long</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it uses a filter that it may not use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it writes too much</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its alignment is not a power of two</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its metadata has a value of unknown type {kind}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>its metadata has an array of unknown type {kind}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the range is too long</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the tensor {name} has rows of {shape} elements, not a multiple of {per_block}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is more after its end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{bad} of {pieces} parts are missing or damaged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{kv_type} is not a cache type.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} arrived damaged: its checksum is wrong.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} cannot be read: {strerror}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} cannot be written ({strerror}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} could not be saved: {strerror}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} has GGUF version {version}; 2 and 3 are known.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is a GGUF without a model architecture in it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is longer than the hub said.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is not a GGUF model file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is not a model file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is not complete.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is not where it was.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is one of {count} parts of a model, but its name does not say which.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} needs about {total} of memory; {free} are free.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} says it is one of {count} parts, its name says {count2}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} was trained for {longest} tokens at once, so its memory holds as many, not {n_ctx}. Longer chats go on by compaction.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} was trained for {longest} tokens at once; its memory takes {kv_type} of the {kv_budget} it may have.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name}, used last, is not there any more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{repo} is not the name of a repository.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{rescued} messages could be read and are back in the list.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{staged} with {value} imported.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{text} is no number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{total} exported to {name}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{what} moved to the trash.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{name}” cannot be read ({strerror}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{name}” cannot be read: {why}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{name}” does not say which version of the format it has.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{name}” holds a chat that is broken ({problem}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{name}” holds a chat that is too large to be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{name}” holds a message that is too large to be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{name}” holds no chats.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{name}” holds too many files.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{name}” is not an export of chats that is known here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{name}” was written by a later version of Longthread.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Setting</name>
    <message>
        <source>GB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Sidebar</name>
    <message numerus="yes">
        <source>%Ln chat(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Activity (Ctrl+Shift+A)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose none (Esc)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export all chats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export its chats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exporting to {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Folder {name}, %Ln chat(s), {state}</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Import chats from a file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import chats from a folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Importing {name}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>JSON, with all versions…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Markdown…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model library (Ctrl+L)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More: folders, import, export</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Move %Ln chat(s) to the trash</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Move to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move to the trash</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move to the trash (Ctrl+Del)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move, export and more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Network in use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New chat (Ctrl+N)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No chats yet.
What you write appears here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing found for “{searched}”.
All words must occur, in any order.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing leaves this computer: the model runs here, and nothing is fetched unless you search the hub or download a model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Offline · private</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Older</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Out of its folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Out of their folders</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove the folder, keep its chats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename the chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename the folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename…	F2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search chats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search results</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search titles and messages (Ctrl+Shift+F); Ctrl+K leads to everything</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings (Ctrl+,)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This week</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Title</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Today</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trash</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>closed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>memory {share} full</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no memory yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>partly compacted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{chosen} chosen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{tokens} tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{word}	Ctrl+Del</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Transcript</name>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s) of thoughts not kept in memory</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>, in compacted memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answer again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attached: {words}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose another place.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Continue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Continue this reply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Conversation scroll bar</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copied</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy link address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy message as Markdown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete this message and what follows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Do not wrap lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Earlier version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit and send again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Error by layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Error: {text} {hint}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find in this chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Formula</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go on from here in a new chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It cannot be saved there ({problem}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep this part word for word again. It is read in once more, which takes a while.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Later version</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Link to {address}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next place (Enter)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous place (Shift+Enter)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reply: {text}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save code to a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select all in this chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Show all %Ln character(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Show less</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The engine stopped in mid-reply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The longest reply length was reached</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The memory is full</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The reply failed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thinking…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thought</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thought for {time}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo this compaction</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the model thought</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wrap long lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>searching…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the model has not read this message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{place} of {total}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{speed} tok/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{time} to first token</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Trash</name>
    <message numerus="yes">
        <source>%Ln day(s) left</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chats in the trash</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Chats stay here for %Ln day(s), with all their text. After that they are deleted for good.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Chats that are thrown away stay here for %Ln day(s) and can be taken back.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Delete for good…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete for good…	Ctrl+Del</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete {number} for good…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Empty the trash…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restore</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restore	Enter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restore all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restore {number}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The trash is empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trash</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>goes today</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
