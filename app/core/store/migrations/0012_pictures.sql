-- Pictures among what came with messages. The picture itself is a file, named by its digest; here is what it is called.
-- A check cannot be changed, so the table is made anew; its rows keep their numbers, by which the indexes know them.

DROP TRIGGER attachment_last;

CREATE TABLE document_with_pictures (
    n        INTEGER PRIMARY KEY,
    id       TEXT NOT NULL UNIQUE,
    name     TEXT NOT NULL,
    kind     TEXT NOT NULL CHECK (kind IN ('text', 'code', 'markdown', 'pdf', 'docx', 'picture')),
    text     TEXT NOT NULL,
    size     INTEGER NOT NULL DEFAULT 0,
    digest   TEXT NOT NULL DEFAULT '',
    language TEXT NOT NULL DEFAULT '',
    pages    INTEGER NOT NULL DEFAULT 0,
    note     TEXT NOT NULL DEFAULT '',
    width    INTEGER NOT NULL DEFAULT 0,
    height   INTEGER NOT NULL DEFAULT 0
) STRICT;

INSERT INTO document_with_pictures (n, id, name, kind, text, size, digest, language, pages, note)
SELECT n, id, name, kind, text, size, digest, language, pages, note FROM document;

DROP TABLE document;

ALTER TABLE document_with_pictures RENAME TO document;

CREATE TRIGGER attachment_last AFTER DELETE ON attachment
WHEN NOT EXISTS (SELECT 1 FROM attachment WHERE document = old.document) BEGIN
    DELETE FROM document WHERE id = old.document;
END;

CREATE TRIGGER document_search_insert AFTER INSERT ON document BEGIN
    INSERT INTO document_search (rowid, name, text) VALUES (new.n, new.name, new.text);
END;

CREATE TRIGGER document_search_delete AFTER DELETE ON document BEGIN
    INSERT INTO document_search (document_search, rowid, name, text) VALUES ('delete', old.n, old.name, old.text);
END;

CREATE TRIGGER document_words_insert AFTER INSERT ON document BEGIN
    INSERT INTO document_words (rowid, name, text) VALUES (new.n, new.name, new.text);
END;

CREATE TRIGGER document_words_delete AFTER DELETE ON document BEGIN
    INSERT INTO document_words (document_words, rowid, name, text) VALUES ('delete', old.n, old.name, old.text);
END;
