-- Why a compaction was done: a person asked, the context was due for it, or ahead of need in a quiet moment.

ALTER TABLE mark ADD COLUMN reason TEXT NOT NULL DEFAULT '';
