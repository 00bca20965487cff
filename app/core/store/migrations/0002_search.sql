-- Full-text search over what a person sees: finished messages that are not deleted, and titles. The trigram tokenizer
-- finds parts of words in any script. The views are the external content, so 'rebuild' and 'integrity-check' agree
-- with the triggers.

CREATE VIEW message_shown AS
    SELECT n, content FROM message WHERE state <> 'streaming' AND deleted_at IS NULL;

CREATE VIRTUAL TABLE message_search USING fts5 (
    content, content = 'message_shown', content_rowid = 'n', tokenize = 'trigram'
);

INSERT INTO message_search (message_search) VALUES ('rebuild');

CREATE TRIGGER message_search_insert AFTER INSERT ON message BEGIN
    INSERT INTO message_search (rowid, content)
        SELECT new.n, new.content WHERE new.state <> 'streaming' AND new.deleted_at IS NULL;
END;

CREATE TRIGGER message_search_delete AFTER DELETE ON message BEGIN
    INSERT INTO message_search (message_search, rowid, content)
        SELECT 'delete', old.n, old.content WHERE old.state <> 'streaming' AND old.deleted_at IS NULL;
END;

CREATE TRIGGER message_search_update AFTER UPDATE OF content, state, deleted_at ON message BEGIN
    INSERT INTO message_search (message_search, rowid, content)
        SELECT 'delete', old.n, old.content WHERE old.state <> 'streaming' AND old.deleted_at IS NULL;
    INSERT INTO message_search (rowid, content)
        SELECT new.n, new.content WHERE new.state <> 'streaming' AND new.deleted_at IS NULL;
END;
