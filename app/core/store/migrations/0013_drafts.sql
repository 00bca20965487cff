-- What is written but not sent yet, per chat. A chat that was not begun has no row, but may have a draft: so its id is no
-- foreign key. Files of a draft are documents like those of messages; one goes with the last of either that has it.

CREATE TABLE draft (
    chat    TEXT PRIMARY KEY NOT NULL,
    text    TEXT NOT NULL,
    changed REAL NOT NULL
) STRICT;

CREATE TABLE draft_file (
    draft    TEXT NOT NULL REFERENCES draft (chat) ON DELETE CASCADE ON UPDATE CASCADE,
    place    INTEGER NOT NULL,
    document TEXT NOT NULL REFERENCES document (id),
    PRIMARY KEY (draft, place)
) STRICT, WITHOUT ROWID;

CREATE INDEX draft_file_document ON draft_file (document);

DROP TRIGGER attachment_last;

CREATE TRIGGER attachment_last AFTER DELETE ON attachment
WHEN NOT EXISTS (SELECT 1 FROM attachment WHERE document = old.document)
    AND NOT EXISTS (SELECT 1 FROM draft_file WHERE document = old.document) BEGIN
    DELETE FROM document WHERE id = old.document;
END;

CREATE TRIGGER draft_file_last AFTER DELETE ON draft_file
WHEN NOT EXISTS (SELECT 1 FROM attachment WHERE document = old.document)
    AND NOT EXISTS (SELECT 1 FROM draft_file WHERE document = old.document) BEGIN
    DELETE FROM document WHERE id = old.document;
END;

CREATE TRIGGER chat_draft AFTER DELETE ON chat BEGIN
    DELETE FROM draft WHERE chat = old.id;
END;
