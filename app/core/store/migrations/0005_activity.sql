-- What the engine did in a chat and how long it took: figures only (JSON, see app.core.work_values.Activity), no text.

CREATE TABLE activity (
    n       INTEGER PRIMARY KEY,
    chat    TEXT REFERENCES chat (id) ON DELETE CASCADE,
    at      REAL NOT NULL,
    figures TEXT NOT NULL
) STRICT;

CREATE INDEX activity_chat ON activity (chat, n);
