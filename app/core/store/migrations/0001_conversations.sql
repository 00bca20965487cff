-- Conversations: a tree of messages per chat, the marks of compactions, known model files, settings.

CREATE TABLE chat (
    id                TEXT PRIMARY KEY NOT NULL,
    title             TEXT NOT NULL,
    pinned            INTEGER NOT NULL DEFAULT 0 CHECK (pinned IN (0, 1)),
    head              TEXT REFERENCES message (id) DEFERRABLE INITIALLY DEFERRED,
    system_prompt     TEXT NOT NULL DEFAULT '',
    model_fingerprint TEXT NOT NULL DEFAULT '',
    model_name        TEXT NOT NULL DEFAULT '',
    tokens            INTEGER NOT NULL DEFAULT 0,
    fill              REAL NOT NULL DEFAULT 0,
    compacted         INTEGER NOT NULL DEFAULT 0 CHECK (compacted IN (0, 1)),
    created           REAL NOT NULL,
    updated           REAL NOT NULL,
    trashed_at        REAL
) STRICT;

CREATE INDEX chat_updated ON chat (updated DESC);

-- n is the row number that the search index refers to.
CREATE TABLE message (
    n          INTEGER PRIMARY KEY,
    id         TEXT NOT NULL UNIQUE,
    chat       TEXT NOT NULL REFERENCES chat (id) ON DELETE CASCADE,
    parent     TEXT REFERENCES message (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
    role       TEXT NOT NULL CHECK (role IN ('user', 'assistant')),
    content    TEXT NOT NULL,
    state      TEXT NOT NULL CHECK (state IN ('done', 'streaming', 'interrupted', 'error')),
    meta       TEXT NOT NULL DEFAULT '{}',
    created    REAL NOT NULL,
    deleted_at REAL
) STRICT;

CREATE INDEX message_place ON message (chat, parent);
CREATE INDEX message_parent ON message (parent);

CREATE TABLE mark (
    id           TEXT PRIMARY KEY NOT NULL,
    chat         TEXT NOT NULL REFERENCES chat (id) ON DELETE CASCADE,
    after        TEXT NOT NULL DEFAULT '',
    tokens       INTEGER NOT NULL,
    rows         INTEGER NOT NULL,
    bytes_before INTEGER NOT NULL,
    bytes_after  INTEGER NOT NULL,
    ratio        REAL NOT NULL,
    error        REAL NOT NULL,
    error_max    REAL NOT NULL,
    ms           REAL NOT NULL,
    preset       TEXT NOT NULL,
    created      REAL NOT NULL
) STRICT;

CREATE INDEX mark_chat ON mark (chat, created);

-- facts: what was read from the header, as JSON; '' if it could not be read.
CREATE TABLE model (
    path       TEXT PRIMARY KEY NOT NULL,
    size       INTEGER NOT NULL,
    mtime      REAL NOT NULL,
    facts      TEXT NOT NULL DEFAULT '',
    problem    TEXT NOT NULL DEFAULT '',
    hint       TEXT NOT NULL DEFAULT '',
    referenced INTEGER NOT NULL DEFAULT 0 CHECK (referenced IN (0, 1)),
    last_used  REAL NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE setting (
    key   TEXT PRIMARY KEY NOT NULL,
    value TEXT NOT NULL
) STRICT;
