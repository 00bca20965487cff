-- Who and what documents and chats tell of. A mention is a name where it stands, with its key (the name as it is compared,
-- worked out among all names of its source: the document or the chat). Mentions of one key are of one entity, or of
-- several where their contexts say so. A fact links two mentions, and with them their entities.

CREATE TABLE entity (
    id   INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    kind TEXT NOT NULL
) STRICT;

CREATE TABLE entity_mention (
    id      INTEGER PRIMARY KEY,
    entity  INTEGER REFERENCES entity (id) ON DELETE CASCADE,
    key     TEXT NOT NULL,
    alias   TEXT NOT NULL,
    name    TEXT NOT NULL,
    kind    TEXT NOT NULL,
    source  TEXT NOT NULL,
    passage INTEGER REFERENCES passage (n) ON DELETE CASCADE,
    message TEXT REFERENCES message (id) ON DELETE CASCADE,
    CHECK ((passage IS NULL) <> (message IS NULL))
) STRICT;

CREATE INDEX entity_mention_entity ON entity_mention (entity, name);
CREATE INDEX entity_mention_key ON entity_mention (key);
CREATE INDEX entity_mention_alias ON entity_mention (alias);
CREATE INDEX entity_mention_source ON entity_mention (source);
CREATE INDEX entity_mention_passage ON entity_mention (passage);
CREATE INDEX entity_mention_message ON entity_mention (message);

CREATE TABLE fact (
    id              INTEGER PRIMARY KEY,
    subject         INTEGER NOT NULL REFERENCES entity (id) ON DELETE CASCADE,
    verb            TEXT NOT NULL,
    object          INTEGER NOT NULL REFERENCES entity (id) ON DELETE CASCADE,
    subject_mention INTEGER NOT NULL REFERENCES entity_mention (id) ON DELETE CASCADE,
    object_mention  INTEGER NOT NULL REFERENCES entity_mention (id) ON DELETE CASCADE,
    start           INTEGER NOT NULL,
    stop            INTEGER NOT NULL
) STRICT;

CREATE INDEX fact_subject ON fact (subject, object);
CREATE INDEX fact_object ON fact (object, subject);
CREATE INDEX fact_subject_mention ON fact (subject_mention);
CREATE INDEX fact_object_mention ON fact (object_mention);

-- The words of keys, by which names are looked for.

CREATE TABLE entity_word (
    word TEXT NOT NULL,
    key  TEXT NOT NULL,
    PRIMARY KEY (word, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX entity_word_key ON entity_word (key);

-- What the person joined or parted: mentions of a key in a source ("": in all) are of one group.

CREATE TABLE entity_choice (
    key    TEXT NOT NULL,
    source TEXT NOT NULL,
    chosen TEXT NOT NULL,
    PRIMARY KEY (key, source)
) STRICT, WITHOUT ROWID;

-- What facts were extracted from, by which model; and documents the person asked for (1) or wants left out (0).

CREATE TABLE extracted_passage (
    passage INTEGER PRIMARY KEY REFERENCES passage (n) ON DELETE CASCADE,
    model   TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE TABLE extracted_message (
    message TEXT PRIMARY KEY NOT NULL REFERENCES message (id) ON DELETE CASCADE,
    model   TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;

CREATE TABLE knowledge_document (
    document TEXT PRIMARY KEY NOT NULL REFERENCES library_document (id) ON DELETE CASCADE,
    wanted   INTEGER NOT NULL CHECK (wanted IN (0, 1))
) STRICT, WITHOUT ROWID;

-- An entity goes with its last mention, a name with the last one that has it, so that nothing of a deleted text stays.

CREATE TRIGGER entity_mention_fact AFTER DELETE ON fact BEGIN
    DELETE FROM entity_mention WHERE id IN (old.subject_mention, old.object_mention)
        AND NOT EXISTS (SELECT 1 FROM fact WHERE subject_mention = entity_mention.id)
        AND NOT EXISTS (SELECT 1 FROM fact WHERE object_mention = entity_mention.id);
END;

CREATE TRIGGER entity_last AFTER DELETE ON entity_mention
WHEN NOT EXISTS (SELECT 1 FROM entity_mention WHERE entity = old.entity) BEGIN
    DELETE FROM entity WHERE id = old.entity;
END;

CREATE TRIGGER entity_name AFTER DELETE ON entity_mention
WHEN NOT EXISTS (SELECT 1 FROM entity_mention WHERE entity = old.entity AND name = old.name) BEGIN
    UPDATE entity SET name = coalesce((SELECT name FROM entity_mention WHERE entity = old.entity
            GROUP BY name ORDER BY count(*) DESC, length(name) DESC, name LIMIT 1), name)
        WHERE id = old.entity AND name = old.name;
END;

CREATE TRIGGER entity_key_last AFTER DELETE ON entity_mention
WHEN NOT EXISTS (SELECT 1 FROM entity_mention WHERE key = old.key) BEGIN
    DELETE FROM entity_word WHERE key = old.key;
    DELETE FROM entity_choice WHERE key = old.key;
END;

CREATE TRIGGER entity_key_moved AFTER UPDATE OF key ON entity_mention
WHEN NOT EXISTS (SELECT 1 FROM entity_mention WHERE key = old.key) BEGIN
    DELETE FROM entity_word WHERE key = old.key;
    DELETE FROM entity_choice WHERE key = old.key;
END;

-- What a chat told of leaves with it to the trash, and with a message that is changed or deleted.

CREATE TRIGGER message_facts AFTER UPDATE OF content, deleted_at ON message
WHEN old.content <> new.content OR new.deleted_at IS NOT NULL BEGIN
    DELETE FROM entity_mention WHERE message = old.id;
    DELETE FROM extracted_message WHERE message = old.id;
END;

CREATE TRIGGER chat_facts AFTER UPDATE OF trashed_at ON chat
WHEN new.trashed_at IS NOT NULL BEGIN
    DELETE FROM entity_mention WHERE message IN (SELECT id FROM message WHERE chat = new.id);
    DELETE FROM extracted_message WHERE message IN (SELECT id FROM message WHERE chat = new.id);
END;
