<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US" sourcelanguage="en_US">
<context>
    <name>Activity</name>
    <message numerus="yes">
        <source>%Ln compaction(s)</source>
        <translation>
            <numerusform>%Ln compaction</numerusform>
            <numerusform>%Ln compactions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln replies</source>
        <translation>
            <numerusform>%Ln reply</numerusform>
            <numerusform>%Ln replies</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln token</numerusform>
            <numerusform>%Ln tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s) back in full detail</source>
        <translation>
            <numerusform>%Ln token back in full detail</numerusform>
            <numerusform>%Ln tokens back in full detail</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>read %Ln token(s) at {speed} tok/s</source>
        <translation>
            <numerusform>read %Ln token at {speed} tok/s</numerusform>
            <numerusform>read %Ln tokens at {speed} tok/s</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Attachment</name>
    <message numerus="yes">
        <source>%Ln file(s) are already attached.</source>
        <translation>
            <numerusform>%Ln file is already attached.</numerusform>
            <numerusform>%Ln files are already attached.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s) not attached.</source>
        <translation>
            <numerusform>%Ln file not attached.</numerusform>
            <numerusform>%Ln files not attached.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln page(s)</source>
        <translation>
            <numerusform>%Ln page</numerusform>
            <numerusform>%Ln pages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln token</numerusform>
            <numerusform>%Ln tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A message can have up to %Ln file(s).</source>
        <translation>
            <numerusform>A message can have up to %Ln file.</numerusform>
            <numerusform>A message can have up to %Ln files.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Can't attach %Ln file(s).</source>
        <translation>
            <numerusform>Can't attach %Ln file.</numerusform>
            <numerusform>Can't attach %Ln files.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Automatic</name>
    <message numerus="yes">
        <source>%Ln layer(s)</source>
        <translation>
            <numerusform>%Ln layer</numerusform>
            <numerusform>%Ln layers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln thread(s)</source>
        <translation>
            <numerusform>%Ln thread</numerusform>
            <numerusform>%Ln threads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln token</numerusform>
            <numerusform>%Ln tokens</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ChatDocuments</name>
    <message numerus="yes">
        <source>%Ln more</source>
        <translation>
            <numerusform>%Ln more</numerusform>
            <numerusform>%Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ChatSettings</name>
    <message numerus="yes">
        <source>%Ln changed</source>
        <translation>
            <numerusform>%Ln changed</numerusform>
            <numerusform>%Ln changed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Chats</name>
    <message numerus="yes">
        <source>Deleted %Ln message(s).</source>
        <translation>
            <numerusform>Deleted %Ln message.</numerusform>
            <numerusform>Deleted %Ln messages.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Moved %Ln chat(s) to the trash.</source>
        <translation>
            <numerusform>Moved %Ln chat to the trash.</numerusform>
            <numerusform>Moved %Ln chats to the trash.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Permanently delete %Ln chat(s)?</source>
        <translation>
            <numerusform>Permanently delete %Ln chat?</numerusform>
            <numerusform>Permanently delete %Ln chats?</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Compaction</name>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln token</numerusform>
            <numerusform>%Ln tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Compacted %Ln time(s)</source>
        <translation>
            <numerusform>Compacted %Ln time</numerusform>
            <numerusform>Compacted %Ln times</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Longthread compacted %Ln older token(s), {ratio}× smaller, and kept the rest in full detail. The chat's context went from {before} to {after}; you can still read the full text.</source>
        <translation>
            <numerusform>Longthread compacted %Ln older token, {ratio}× smaller, and kept the rest in full detail. The chat's context went from {before} to {after}; you can still read the full text.</numerusform>
            <numerusform>Longthread compacted %Ln older tokens, {ratio}× smaller, and kept the rest in full detail. The chat's context went from {before} to {after}; you can still read the full text.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Preset “{preset}”, %Ln KV row(s), {time}.</source>
        <translation>
            <numerusform>Preset “{preset}”, %Ln KV row, {time}.</numerusform>
            <numerusform>Preset “{preset}”, %Ln KV rows, {time}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The model no longer sees the %Ln message(s) above</source>
        <translation>
            <numerusform>The model no longer sees the %Ln message above</numerusform>
            <numerusform>The model no longer sees the %Ln messages above</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln token</numerusform>
            <numerusform>%Ln tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reading %Ln file(s)…</source>
        <translation>
            <numerusform>Reading %Ln file…</numerusform>
            <numerusform>Reading %Ln files…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Documents</name>
    <message numerus="yes">
        <source>%Ln page(s)</source>
        <translation>
            <numerusform>%Ln page</numerusform>
            <numerusform>%Ln pages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s)</source>
        <translation>
            <numerusform>%Ln word</numerusform>
            <numerusform>%Ln words</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Remove %Ln document(s)?</source>
        <translation>
            <numerusform>Remove %Ln document?</numerusform>
            <numerusform>Remove %Ln documents?</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Drop</name>
    <message numerus="yes">
        <source>Add %Ln item(s) to your documents</source>
        <translation>
            <numerusform>Add %Ln item to your documents</numerusform>
            <numerusform>Add %Ln items to your documents</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add %Ln model file(s)</source>
        <translation>
            <numerusform>Add %Ln model file</numerusform>
            <numerusform>Add %Ln model files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Also attaches %Ln file(s)</source>
        <translation>
            <numerusform>Also attaches %Ln file</numerusform>
            <numerusform>Also attaches %Ln files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Also imports chats from %Ln export(s)</source>
        <translation>
            <numerusform>Also imports chats from %Ln export</numerusform>
            <numerusform>Also imports chats from %Ln exports</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Attach %Ln file(s)</source>
        <translation>
            <numerusform>Attach %Ln file</numerusform>
            <numerusform>Attach %Ln files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Can't use %Ln item(s).</source>
        <translation>
            <numerusform>Can't use %Ln item.</numerusform>
            <numerusform>Can't use %Ln items.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Import chats from %Ln export(s)</source>
        <translation>
            <numerusform>Import chats from %Ln export</numerusform>
            <numerusform>Import chats from %Ln exports</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Header</name>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln token</numerusform>
            <numerusform>%Ln tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Context of %Ln token(s)</source>
        <translation>
            <numerusform>Context of %Ln token</numerusform>
            <numerusform>Context of %Ln tokens</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Knowledge</name>
    <message numerus="yes">
        <source>%Ln fact(s)</source>
        <translation>
            <numerusform>%Ln fact</numerusform>
            <numerusform>%Ln facts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more place(s)</source>
        <translation>
            <numerusform>%Ln more place</numerusform>
            <numerusform>%Ln more places</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln replies</source>
        <translation>
            <numerusform>%Ln reply</numerusform>
            <numerusform>%Ln replies</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %Ln name(s) with their facts</source>
        <translation>
            <numerusform>Delete %Ln name with their facts</numerusform>
            <numerusform>Delete %Ln names with their facts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deleted %Ln name(s)</source>
        <translation>
            <numerusform>Deleted %Ln name</numerusform>
            <numerusform>Deleted %Ln names</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{done} of %Ln passages read</source>
        <translation>
            <numerusform>{done} of %Ln passage read</numerusform>
            <numerusform>{done} of %Ln passages read</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Languages</name>
    <message numerus="yes">
        <source>%Ln language(s)</source>
        <translation>
            <numerusform>%Ln language</numerusform>
            <numerusform>%Ln languages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Library</name>
    <message numerus="yes">
        <source>%Ln part(s)</source>
        <translation>
            <numerusform>%Ln part</numerusform>
            <numerusform>%Ln parts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>context up to %Ln token(s)</source>
        <translation>
            <numerusform>context up to %Ln token</numerusform>
            <numerusform>context up to %Ln tokens</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MemoryBar</name>
    <message numerus="yes">
        <source>KV cache for %Ln token(s)</source>
        <translation>
            <numerusform>KV cache for %Ln token</numerusform>
            <numerusform>KV cache for %Ln tokens</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Meter</name>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln token</numerusform>
            <numerusform>%Ln tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s) remembered</source>
        <translation>
            <numerusform>%Ln token remembered</numerusform>
            <numerusform>%Ln tokens remembered</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ModelActions</name>
    <message numerus="yes">
        <source>Permanently deletes %Ln file(s), {amount}, from {folder}.</source>
        <translation>
            <numerusform>Permanently deletes %Ln file, {amount}, from {folder}.</numerusform>
            <numerusform>Permanently deletes %Ln files, {amount}, from {folder}.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ModelCare</name>
    <message numerus="yes">
        <source>The file also fits %Ln other model(s). Add it on the model's page.</source>
        <translation>
            <numerusform>The file also fits %Ln other model. Add it on the model's page.</numerusform>
            <numerusform>The file also fits %Ln other models. Add it on the model's page.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ModelFacts</name>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln token</numerusform>
            <numerusform>%Ln tokens</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ModelFiles</name>
    <message numerus="yes">
        <source>%Ln file(s)</source>
        <translation>
            <numerusform>%Ln file</numerusform>
            <numerusform>%Ln files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ModelFolders</name>
    <message numerus="yes">
        <source>%Ln model(s)</source>
        <translation>
            <numerusform>%Ln model</numerusform>
            <numerusform>%Ln models</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Privacy</name>
    <message numerus="yes">
        <source>%Ln fact(s)</source>
        <translation>
            <numerusform>%Ln fact</numerusform>
            <numerusform>%Ln facts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s)</source>
        <translation>
            <numerusform>%Ln file</numerusform>
            <numerusform>%Ln files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln word(s)</source>
        <translation>
            <numerusform>%Ln word</numerusform>
            <numerusform>%Ln words</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SavedPrompts</name>
    <message numerus="yes">
        <source>Imported %Ln prompt(s).</source>
        <translation>
            <numerusform>Imported %Ln prompt.</numerusform>
            <numerusform>Imported %Ln prompts.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Prompts can have up to %Ln character(s).</source>
        <translation>
            <numerusform>Prompts can have up to %Ln character.</numerusform>
            <numerusform>Prompts can have up to %Ln characters.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Replaced %Ln prompt(s).</source>
        <translation>
            <numerusform>Replaced %Ln prompt.</numerusform>
            <numerusform>Replaced %Ln prompts.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Skipped %Ln prompt(s) that are too long.</source>
        <translation>
            <numerusform>Skipped %Ln prompt that are too long.</numerusform>
            <numerusform>Skipped %Ln prompts that are too long.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>This prompt is %Ln character(s) too long.</source>
        <translation>
            <numerusform>This prompt is %Ln character too long.</numerusform>
            <numerusform>This prompt is %Ln characters too long.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Sentence</name>
    <message numerus="yes">
        <source>Added %Ln model(s) to the library.</source>
        <translation>
            <numerusform>Added %Ln model to the library.</numerusform>
            <numerusform>Added %Ln models to the library.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Can't add %Ln file(s).</source>
        <translation>
            <numerusform>Can't add %Ln file.</numerusform>
            <numerusform>Can't add %Ln files.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Longthread broke the loop in %Ln place(s).</source>
        <translation>
            <numerusform>Longthread broke the loop in %Ln place.</numerusform>
            <numerusform>Longthread broke the loop in %Ln places.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Recovered %Ln message(s).</source>
        <translation>
            <numerusform>Recovered %Ln message.</numerusform>
            <numerusform>Recovered %Ln messages.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Restored %Ln message(s) from the backup of {day}. Anything you wrote later is lost.</source>
        <translation>
            <numerusform>Restored %Ln message from the backup of {day}. Anything you wrote later is lost.</numerusform>
            <numerusform>Restored %Ln messages from the backup of {day}. Anything you wrote later is lost.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Server</name>
    <message numerus="yes">
        <source>%Ln saved session(s)</source>
        <translation>
            <numerusform>%Ln saved session</numerusform>
            <numerusform>%Ln saved sessions</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message numerus="yes">
        <source>%Ln character(s) too long. Longthread keeps the earlier text.</source>
        <translation>
            <numerusform>%Ln character too long. Longthread keeps the earlier text.</numerusform>
            <numerusform>%Ln characters too long. Longthread keeps the earlier text.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Sidebar</name>
    <message numerus="yes">
        <source>%Ln chat(s)</source>
        <translation>
            <numerusform>%Ln chat</numerusform>
            <numerusform>%Ln chats</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln token</numerusform>
            <numerusform>%Ln tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Folder {name}, %Ln chat(s), {state}</source>
        <translation>
            <numerusform>Folder {name}, %Ln chat, {state}</numerusform>
            <numerusform>Folder {name}, %Ln chats, {state}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Found in %Ln message(s)</source>
        <translation>
            <numerusform>Found in %Ln message</numerusform>
            <numerusform>Found in %Ln messages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Found in more than %Ln message(s)</source>
        <translation>
            <numerusform>Found in more than %Ln message</numerusform>
            <numerusform>Found in more than %Ln messages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Move %Ln chat(s) to trash</source>
        <translation>
            <numerusform>Move %Ln chat to trash</numerusform>
            <numerusform>Move %Ln chats to trash</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{share} · %Ln chat(s)</source>
        <translation>
            <numerusform>{share} · %Ln chat</numerusform>
            <numerusform>{share} · %Ln chats</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Switch</name>
    <message numerus="yes">
        <source>This interrupts the reply in %Ln chat(s).</source>
        <translation>
            <numerusform>This interrupts the reply in %Ln chat.</numerusform>
            <numerusform>This interrupts the reply in %Ln chats.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Transcript</name>
    <message numerus="yes">
        <source>%Ln found through linked facts</source>
        <translation>
            <numerusform>%Ln found through linked facts</numerusform>
            <numerusform>%Ln found through linked facts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln passage(s)</source>
        <translation>
            <numerusform>%Ln passage</numerusform>
            <numerusform>%Ln passages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln reasoning token(s) not kept in context</source>
        <translation>
            <numerusform>%Ln reasoning token not kept in context</numerusform>
            <numerusform>%Ln reasoning tokens not kept in context</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln token</numerusform>
            <numerusform>%Ln tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show all %Ln character(s)</source>
        <translation>
            <numerusform>Show all %Ln character</numerusform>
            <numerusform>Show all %Ln characters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show all %Ln row(s)</source>
        <translation>
            <numerusform>Show all %Ln row</numerusform>
            <numerusform>Show all %Ln rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Transfers</name>
    <message numerus="yes">
        <source>%Ln chat(s)</source>
        <translation>
            <numerusform>%Ln chat</numerusform>
            <numerusform>%Ln chats</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln file(s)</source>
        <translation>
            <numerusform>%Ln file</numerusform>
            <numerusform>%Ln files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln images aren't in the export, only their names.</source>
        <translation>
            <numerusform>%Ln image isn't in the export, only its name.</numerusform>
            <numerusform>%Ln images aren't in the export, only their names.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln message(s)</source>
        <translation>
            <numerusform>%Ln message</numerusform>
            <numerusform>%Ln messages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Added %Ln empty folder(s).</source>
        <translation>
            <numerusform>Added %Ln empty folder.</numerusform>
            <numerusform>Added %Ln empty folders.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Exported %Ln chat(s) to {name}.</source>
        <translation>
            <numerusform>Exported %Ln chat to {name}.</numerusform>
            <numerusform>Exported %Ln chats to {name}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Imported %Ln chat(s) with {messages}.</source>
        <translation>
            <numerusform>Imported %Ln chat with {messages}.</numerusform>
            <numerusform>Imported %Ln chats with {messages}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Skipped %Ln non-text item(s).</source>
        <translation>
            <numerusform>Skipped %Ln non-text item.</numerusform>
            <numerusform>Skipped %Ln non-text items.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Skipped %Ln oversized chat(s): {names}.</source>
        <translation>
            <numerusform>Skipped %Ln oversized chat: {names}.</numerusform>
            <numerusform>Skipped %Ln oversized chats: {names}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>“{name}” is damaged: recovered %Ln message(s).</source>
        <translation>
            <numerusform>“{name}” is damaged: recovered %Ln message.</numerusform>
            <numerusform>“{name}” is damaged: recovered %Ln messages.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Trash</name>
    <message numerus="yes">
        <source>%Ln day(s) left</source>
        <translation>
            <numerusform>%Ln day left</numerusform>
            <numerusform>%Ln days left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Longthread keeps chats here for %Ln day(s), then deletes them permanently.</source>
        <translation>
            <numerusform>Longthread keeps chats here for %Ln day, then deletes them permanently.</numerusform>
            <numerusform>Longthread keeps chats here for %Ln days, then deletes them permanently.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>You can restore a chat for %Ln day(s) after moving it to the trash.</source>
        <translation>
            <numerusform>You can restore a chat for %Ln day after moving it to the trash.</numerusform>
            <numerusform>You can restore a chat for %Ln days after moving it to the trash.</numerusform>
        </translation>
    </message>
</context>
</TS>
