-- A second index beside the trigrams: words and their beginnings without accents, so that "Munchen" and "Mü" find
-- "München". Trigrams find parts of words in any script, but only as they are written.

CREATE VIRTUAL TABLE message_words USING fts5 (
    content, content = 'message_shown', content_rowid = 'n', tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);

INSERT INTO message_words (message_words) VALUES ('rebuild');

CREATE TRIGGER message_words_insert AFTER INSERT ON message BEGIN
    INSERT INTO message_words (rowid, content)
        SELECT new.n, new.content WHERE new.state <> 'streaming' AND new.deleted_at IS NULL;
END;

CREATE TRIGGER message_words_delete AFTER DELETE ON message BEGIN
    INSERT INTO message_words (message_words, rowid, content)
        SELECT 'delete', old.n, old.content WHERE old.state <> 'streaming' AND old.deleted_at IS NULL;
END;

CREATE TRIGGER message_words_update AFTER UPDATE OF content, state, deleted_at ON message BEGIN
    INSERT INTO message_words (message_words, rowid, content)
        SELECT 'delete', old.n, old.content WHERE old.state <> 'streaming' AND old.deleted_at IS NULL;
    INSERT INTO message_words (rowid, content)
        SELECT new.n, new.content WHERE new.state <> 'streaming' AND new.deleted_at IS NULL;
END;
