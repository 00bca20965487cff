-- Settings of one chat (owner: its id) or of one model (owner: its fingerprint). A chat that is not stored yet may have
-- some, so its id is no foreign key; those of a chat go with it.

CREATE TABLE scoped_setting (
    level TEXT NOT NULL CHECK (level IN ('model', 'chat')),
    owner TEXT NOT NULL,
    key   TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (level, owner, key)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER scoped_setting_chat AFTER DELETE ON chat BEGIN
    DELETE FROM scoped_setting WHERE level = 'chat' AND owner = old.id;
END;
