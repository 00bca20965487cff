<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
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
    <name>Numbers</name>
    <message>
        <source>{number} bytes</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Sentence</name>
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
        <source>-1 for as many as fit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0 always takes the likeliest word; higher is freer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A reply stops here and can be continued.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Above 1 avoids words that were just used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Above this error, measured by every compaction, less is compacted, as long as that makes room. 0 for no limit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>After the first reply the model makes a title for the chat, when it has nothing else to do. Off: the first line of your message.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bars and panels glide to their place; off: they jump.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose among the k likeliest words; 0 for all.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose among the likeliest words that make up this share.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compact at</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compact by itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compact down to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter sends</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Enter sends and Shift+Enter starts a line; off: the other way.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Follow the system, or always light or dark.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Instructions at the start of every new chat. They are never compacted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep recent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers on the GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave out words less likely than this share of the likeliest.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Longest reply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory size in MB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Min p</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Motion</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Number format of the memory.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of the window; it changes with the next start. The model answers in the language you write in.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Processor threads to use; 0 lets the engine choose.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quality floor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Repeat penalty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replies</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Room for the reply</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of the memory in use after a compaction. Lower leaves more room and keeps less detail.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of the memory in use that starts a compaction.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Space for saved memories</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The last tokens of the chat are kept word for word.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same seed gives the same reply; -1 for chance.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thoughts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Threads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Titles by the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens that stay free for the next reply.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens the memory holds before it is compacted; 0 lets the engine choose. Takes effect when a model is loaded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Top k</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Top p</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the memory may take, instead of tokens; 0: by tokens. Takes effect when a model is loaded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>When the memories of all chats take more on disk, those used longest ago are given up; such a chat is read again when it is opened. 0 for a tenth of the free space, at most 20 GB.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>When the memory of a chat fills, compact its older part.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whether what a model thinks before it answers stays in the memory once the reply has ended. You can read it either way. Auto: as the model was trained.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
