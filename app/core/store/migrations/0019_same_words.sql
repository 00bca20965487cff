-- What a compaction changes is told as a prediction: of the next words, how many stay as they were (0 to 1; -1: not known).
-- The limit of its error (0 to 1) becomes one of that, out of 100: 0 for none in both, 0.5, once the default, becomes 80.

ALTER TABLE mark ADD COLUMN same REAL NOT NULL DEFAULT -1;

UPDATE setting SET key = 'memory.same_words', value = CASE WHEN CAST(value AS REAL) <= 0 THEN '0'
        ELSE CAST(CAST(round(min(99, 100 - 40 * CAST(value AS REAL))) AS INTEGER) AS TEXT) END
    WHERE key = 'memory.quality_floor';

UPDATE scoped_setting SET key = 'memory.same_words', value = CASE WHEN CAST(value AS REAL) <= 0 THEN '0'
        ELSE CAST(CAST(round(min(99, 100 - 40 * CAST(value AS REAL))) AS INTEGER) AS TEXT) END
    WHERE key = 'memory.quality_floor';
