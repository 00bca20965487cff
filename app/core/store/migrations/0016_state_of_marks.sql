-- Which model, with which layout of its cache, a compaction was done with, and which one a chat was read with last: each has a
-- saved state of its own. Marks of before are of whichever reads the chat next.

ALTER TABLE mark ADD COLUMN state_key TEXT NOT NULL DEFAULT '';

ALTER TABLE chat ADD COLUMN state_key TEXT NOT NULL DEFAULT '';
