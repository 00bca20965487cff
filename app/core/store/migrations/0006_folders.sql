-- Folders for chats, and who gave a chat its title: its first message, the model, or the person (then it is never
-- changed again by itself; chats from before are taken for that).

CREATE TABLE folder (
    id        TEXT PRIMARY KEY NOT NULL,
    name      TEXT NOT NULL,
    collapsed INTEGER NOT NULL DEFAULT 0 CHECK (collapsed IN (0, 1)),
    created   REAL NOT NULL
) STRICT;

ALTER TABLE chat ADD COLUMN folder TEXT REFERENCES folder (id) ON DELETE SET NULL;
ALTER TABLE chat ADD COLUMN titled_by TEXT NOT NULL DEFAULT 'person'
    CHECK (titled_by IN ('first', 'model', 'person'));

CREATE INDEX chat_folder ON chat (folder);
