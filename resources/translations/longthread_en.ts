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
        <source>%Ln token(s) word for word again</source>
        <translation>
            <numerusform>%Ln token word for word again</numerusform>
            <numerusform>%Ln tokens word for word again</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>read %Ln token(s) at {speed}/s</source>
        <translation>
            <numerusform>read %Ln token at {speed}/s</numerusform>
            <numerusform>read %Ln tokens at {speed}/s</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Attachment</name>
    <message numerus="yes">
        <source>%Ln file(s) were left out.</source>
        <translation>
            <numerusform>%Ln file were left out.</numerusform>
            <numerusform>%Ln files were left out.</numerusform>
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
        <source>A message takes at most %Ln file(s).</source>
        <translation>
            <numerusform>A message takes at most %Ln file.</numerusform>
            <numerusform>A message takes at most %Ln files.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ChatSettings</name>
    <message numerus="yes">
        <source>%Ln changed here</source>
        <translation>
            <numerusform>%Ln changed here</numerusform>
            <numerusform>%Ln changed here</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Chats</name>
    <message numerus="yes">
        <source>%Ln chats were moved to the trash.</source>
        <translation>
            <numerusform>%Ln chat was moved to the trash.</numerusform>
            <numerusform>%Ln chats were moved to the trash.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln messages were deleted.</source>
        <translation>
            <numerusform>The message was deleted.</numerusform>
            <numerusform>%Ln messages were deleted.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete these %Ln chat(s) for good?</source>
        <translation>
            <numerusform>Delete these %Ln chat for good?</numerusform>
            <numerusform>Delete these %Ln chats for good?</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Compaction</name>
    <message numerus="yes">
        <source>%Ln token(s) above this line were compacted {ratio}×. With the rest, which stays word for word, the memory of the chat went from {before} to {after}. The text stays here to read; the model remembers it through the compacted memory. Checked with queries that nothing was fitted on, its attention differs by {mean} on average and by {worst} in the worst head.</source>
        <translation>
            <numerusform>%Ln token above this line were compacted {ratio}×. With the rest, which stays word for word, the memory of the chat went from {before} to {after}. The text stays here to read; the model remembers it through the compacted memory. Checked with queries that nothing was fitted on, its attention differs by {mean} on average and by {worst} in the worst head.</numerusform>
            <numerusform>%Ln tokens above this line were compacted {ratio}×. With the rest, which stays word for word, the memory of the chat went from {before} to {after}. The text stays here to read; the model remembers it through the compacted memory. Checked with queries that nothing was fitted on, its attention differs by {mean} on average and by {worst} in the worst head.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Preset “{preset}”, %Ln row(s), {time}.</source>
        <translation>
            <numerusform>Preset “{preset}”, %Ln row, {time}.</numerusform>
            <numerusform>Preset “{preset}”, %Ln rows, {time}.</numerusform>
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
    <name>Drop</name>
    <message numerus="yes">
        <source>Add %Ln model file(s)</source>
        <translation>
            <numerusform>Add %Ln model file</numerusform>
            <numerusform>Add %Ln model files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Attach %Ln file(s) to the message</source>
        <translation>
            <numerusform>Attach %Ln file to the message</numerusform>
            <numerusform>Attach %Ln files to the message</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Import the chats of %Ln export(s)</source>
        <translation>
            <numerusform>Import the chats of %Ln export</numerusform>
            <numerusform>Import the chats of %Ln exports</numerusform>
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
        <source>Memory of %Ln token(s)</source>
        <translation>
            <numerusform>Memory of %Ln token</numerusform>
            <numerusform>Memory of %Ln tokens</numerusform>
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
        <source>trained for %Ln token(s)</source>
        <translation>
            <numerusform>trained for %Ln token</numerusform>
            <numerusform>trained for %Ln tokens</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MemoryBar</name>
    <message numerus="yes">
        <source>Memory of %Ln token(s)</source>
        <translation>
            <numerusform>Memory of %Ln token</numerusform>
            <numerusform>Memory of %Ln tokens</numerusform>
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
        <source>stands for %Ln token(s)</source>
        <translation>
            <numerusform>stands for %Ln token</numerusform>
            <numerusform>stands for %Ln tokens</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ModelActions</name>
    <message numerus="yes">
        <source>%Ln file(s) in {folder}, {amount}, are deleted for good.</source>
        <translation>
            <numerusform>%Ln file in {folder}, {amount}, are deleted for good.</numerusform>
            <numerusform>%Ln files in {folder}, {amount}, are deleted for good.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ModelCare</name>
    <message numerus="yes">
        <source>It fits %Ln other model(s), too; their pages offer it.</source>
        <translation>
            <numerusform>It fits %Ln other model, too; their pages offer it.</numerusform>
            <numerusform>It fits %Ln other models, too; their pages offer it.</numerusform>
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
        <source>%Ln file(s)</source>
        <translation>
            <numerusform>%Ln file</numerusform>
            <numerusform>%Ln files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Sentence</name>
    <message numerus="yes">
        <source>%Ln message(s) could be read and are back in the list.</source>
        <translation>
            <numerusform>%Ln message could be read and are back in the list.</numerusform>
            <numerusform>%Ln messages could be read and are back in the list.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln message(s) of the copy of {day} are back in the list; what was written after that is not in it.</source>
        <translation>
            <numerusform>%Ln message of the copy of {day} is back in the list; what was written after that is not in it.</numerusform>
            <numerusform>%Ln messages of the copy of {day} are back in the list; what was written after that is not in it.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It was cut in %Ln place(s).</source>
        <translation>
            <numerusform>It was cut in %Ln place.</numerusform>
            <numerusform>It was cut in %Ln places.</numerusform>
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
        <source>Move %Ln chat(s) to the trash</source>
        <translation>
            <numerusform>Move %Ln chat to the trash</numerusform>
            <numerusform>Move %Ln chats to the trash</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Transcript</name>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln token</numerusform>
            <numerusform>%Ln tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s) of thoughts not kept in memory</source>
        <translation>
            <numerusform>%Ln token of thoughts not kept in memory</numerusform>
            <numerusform>%Ln tokens of thoughts not kept in memory</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show all %Ln character(s)</source>
        <translation>
            <numerusform>Show all %Ln character</numerusform>
            <numerusform>Show all %Ln characters</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Transfers</name>
    <message numerus="yes">
        <source>%Ln chats exported to {name}.</source>
        <translation>
            <numerusform>%Ln chat exported to {name}.</numerusform>
            <numerusform>%Ln chats exported to {name}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln chats with {messages} imported.</source>
        <translation>
            <numerusform>%Ln chat with {messages} imported.</numerusform>
            <numerusform>%Ln chats with {messages} imported.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln messages</source>
        <translation>
            <numerusform>%Ln message</numerusform>
            <numerusform>%Ln messages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Left out: %Ln pieces that are no text.</source>
        <translation>
            <numerusform>Left out: %Ln piece that is no text.</numerusform>
            <numerusform>Left out: %Ln pieces that are no text.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Without %Ln picture(s): only the names are in it.</source>
        <translation>
            <numerusform>Without %Ln picture: only the names are in it.</numerusform>
            <numerusform>Without %Ln pictures: only the names are in it.</numerusform>
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
        <source>Chats stay here for %Ln day(s), with all their text. After that they are deleted for good.</source>
        <translation>
            <numerusform>Chats stay here for %Ln day, with all their text. After that they are deleted for good.</numerusform>
            <numerusform>Chats stay here for %Ln days, with all their text. After that they are deleted for good.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Chats that are thrown away stay here for %Ln day(s) and can be taken back.</source>
        <translation>
            <numerusform>Chats that are thrown away stay here for %Ln day and can be taken back.</numerusform>
            <numerusform>Chats that are thrown away stay here for %Ln days and can be taken back.</numerusform>
        </translation>
    </message>
</context>
</TS>
