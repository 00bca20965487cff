-- The quality of a compaction: its error by layer (JSON: [[layer, mean, worst], ...]; '' if it was not told), and the
-- ratio that was asked for where the quality floor allowed only a lower one (0: none).

ALTER TABLE mark ADD COLUMN layers TEXT NOT NULL DEFAULT '';
ALTER TABLE mark ADD COLUMN asked REAL NOT NULL DEFAULT 0;
