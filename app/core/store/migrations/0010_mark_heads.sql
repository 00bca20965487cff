-- What each compaction left of every (layer, KV head): rows, row types, error, as JSON.

ALTER TABLE mark ADD COLUMN heads TEXT NOT NULL DEFAULT '';
