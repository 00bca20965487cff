-- A row that goes is looked for among those that refer to it: without an index, among all of them each time.

CREATE INDEX chat_head ON chat (head);
CREATE INDEX left_out_source_folder ON left_out_source (folder);
