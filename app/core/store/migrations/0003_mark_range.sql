-- Which tokens of the chat's log a compaction took in, so that a mark can go when the memory it tells of is undone.

ALTER TABLE mark ADD COLUMN token_start INTEGER NOT NULL DEFAULT 0;
ALTER TABLE mark ADD COLUMN token_end INTEGER NOT NULL DEFAULT 0;
