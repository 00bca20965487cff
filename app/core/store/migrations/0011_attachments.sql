-- Files that came with messages: the text read out of them, once, and which messages they belong to. A copy of a message
-- (another version, a branch, a duplicate) refers to the same document; one that no message refers to any more goes.
-- The files themselves are not kept.

CREATE TABLE document (
    n        INTEGER PRIMARY KEY,
    id       TEXT NOT NULL UNIQUE,
    name     TEXT NOT NULL,
    kind     TEXT NOT NULL CHECK (kind IN ('text', 'code', 'markdown', 'pdf', 'docx')),
    text     TEXT NOT NULL,
    size     INTEGER NOT NULL DEFAULT 0,
    digest   TEXT NOT NULL DEFAULT '',
    language TEXT NOT NULL DEFAULT '',
    pages    INTEGER NOT NULL DEFAULT 0,
    note     TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE TABLE attachment (
    message  TEXT NOT NULL REFERENCES message (id) ON DELETE CASCADE,
    place    INTEGER NOT NULL,
    document TEXT NOT NULL REFERENCES document (id),
    PRIMARY KEY (message, place)
) STRICT, WITHOUT ROWID;

CREATE INDEX attachment_document ON attachment (document);

CREATE TRIGGER attachment_last AFTER DELETE ON attachment
WHEN NOT EXISTS (SELECT 1 FROM attachment WHERE document = old.document) BEGIN
    DELETE FROM document WHERE id = old.document;
END;

-- A document never changes, so that there are two triggers for each index: those of messages' text have three.

CREATE VIRTUAL TABLE document_search USING fts5 (
    name, text, content = 'document', content_rowid = 'n', tokenize = 'trigram'
);

CREATE TRIGGER document_search_insert AFTER INSERT ON document BEGIN
    INSERT INTO document_search (rowid, name, text) VALUES (new.n, new.name, new.text);
END;

CREATE TRIGGER document_search_delete AFTER DELETE ON document BEGIN
    INSERT INTO document_search (document_search, rowid, name, text) VALUES ('delete', old.n, old.name, old.text);
END;

CREATE VIRTUAL TABLE document_words USING fts5 (
    name, text, content = 'document', content_rowid = 'n', tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);

CREATE TRIGGER document_words_insert AFTER INSERT ON document BEGIN
    INSERT INTO document_words (rowid, name, text) VALUES (new.n, new.name, new.text);
END;

CREATE TRIGGER document_words_delete AFTER DELETE ON document BEGIN
    INSERT INTO document_words (document_words, rowid, name, text) VALUES ('delete', old.n, old.name, old.text);
END;
