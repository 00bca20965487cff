-- Documents that stay: what is known of each, the passages of its text with an index of their words, where they are
-- mounted, and the places of them that replies rest on. (The table "document" has files that came with messages.)

CREATE TABLE watched_folder (
    id    TEXT PRIMARY KEY NOT NULL,
    path  TEXT NOT NULL UNIQUE,
    added REAL NOT NULL
) STRICT;

CREATE TABLE library_document (
    id         TEXT PRIMARY KEY NOT NULL,
    name       TEXT NOT NULL,
    source     TEXT NOT NULL UNIQUE,
    kind       TEXT NOT NULL,
    folder     TEXT NOT NULL DEFAULT '',
    status     TEXT NOT NULL CHECK (status IN ('waiting', 'indexed', 'failed')),
    origin     TEXT NOT NULL DEFAULT 'same' CHECK (origin IN ('same', 'changed', 'gone')),
    digest     TEXT NOT NULL DEFAULT '',
    signature  TEXT NOT NULL DEFAULT '',
    language   TEXT NOT NULL DEFAULT '',
    size       INTEGER NOT NULL DEFAULT 0,
    pages      INTEGER NOT NULL DEFAULT 0,
    words      INTEGER NOT NULL DEFAULT 0,
    characters INTEGER NOT NULL DEFAULT 0,
    passages   INTEGER NOT NULL DEFAULT 0,
    note       TEXT NOT NULL DEFAULT '',
    problem    TEXT NOT NULL DEFAULT '',
    keep       INTEGER NOT NULL DEFAULT 0 CHECK (keep IN (0, 1)),
    added      REAL NOT NULL,
    read       REAL NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX library_document_digest ON library_document (digest);

-- The passages of a document are all of its text, in order and without gaps. While it is read (again), new ones are not
-- live; in one transaction they take the place of the old.

CREATE TABLE passage (
    n        INTEGER PRIMARY KEY,
    document TEXT NOT NULL REFERENCES library_document (id) ON DELETE CASCADE,
    live     INTEGER NOT NULL DEFAULT 0 CHECK (live IN (0, 1)),
    ordinal  INTEGER NOT NULL,
    start    INTEGER NOT NULL,
    stop     INTEGER NOT NULL,
    page     INTEGER NOT NULL DEFAULT 0,
    heading  TEXT NOT NULL DEFAULT '',
    symbol   TEXT NOT NULL DEFAULT '',
    text     TEXT NOT NULL
) STRICT;

CREATE INDEX passage_document ON passage (document, live, ordinal);

CREATE VIRTUAL TABLE passage_words USING fts5 (
    heading, symbol, text, content = 'passage', content_rowid = 'n', tokenize = 'unicode61 remove_diacritics 2'
);

CREATE TRIGGER passage_words_insert AFTER INSERT ON passage BEGIN
    INSERT INTO passage_words (rowid, heading, symbol, text) VALUES (new.n, new.heading, new.symbol, new.text);
END;

CREATE TRIGGER passage_words_delete AFTER DELETE ON passage BEGIN
    INSERT INTO passage_words (passage_words, rowid, heading, symbol, text)
        VALUES ('delete', old.n, old.heading, old.symbol, old.text);
END;

CREATE TABLE passage_vector (
    passage INTEGER NOT NULL REFERENCES passage (n) ON DELETE CASCADE,
    model   TEXT NOT NULL,
    vector  BLOB NOT NULL,
    PRIMARY KEY (passage, model)
) STRICT, WITHOUT ROWID;

-- A chat that was not begun has no row, but may have documents: so its id is no foreign key.

CREATE TABLE mounted_document (
    level    TEXT NOT NULL CHECK (level IN ('chat', 'folder')),
    owner    TEXT NOT NULL,
    document TEXT NOT NULL REFERENCES library_document (id) ON DELETE CASCADE,
    place    INTEGER NOT NULL,
    PRIMARY KEY (level, owner, document)
) STRICT, WITHOUT ROWID;

CREATE INDEX mounted_document_document ON mounted_document (document);

CREATE TRIGGER chat_mounted AFTER DELETE ON chat BEGIN
    DELETE FROM mounted_document WHERE level = 'chat' AND owner = old.id;
END;

CREATE TRIGGER folder_mounted AFTER DELETE ON folder BEGIN
    DELETE FROM mounted_document WHERE level = 'folder' AND owner = old.id;
END;

CREATE TABLE citation (
    message      TEXT NOT NULL REFERENCES message (id) ON DELETE CASCADE,
    place        INTEGER NOT NULL,
    number       INTEGER NOT NULL,
    start        INTEGER NOT NULL,
    stop         INTEGER NOT NULL,
    document     TEXT NOT NULL REFERENCES library_document (id) ON DELETE CASCADE,
    source_start INTEGER NOT NULL,
    source_stop  INTEGER NOT NULL,
    digest       TEXT NOT NULL DEFAULT '',
    page         INTEGER NOT NULL DEFAULT 0,
    heading      TEXT NOT NULL DEFAULT '',
    support      REAL NOT NULL DEFAULT 0,
    quote        TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (message, place)
) STRICT, WITHOUT ROWID;

CREATE INDEX citation_document ON citation (document);

-- A folder of chats is a project: what its chats begin with, and notes.

ALTER TABLE folder ADD COLUMN system_prompt TEXT NOT NULL DEFAULT '';
ALTER TABLE folder ADD COLUMN notes TEXT NOT NULL DEFAULT '';
