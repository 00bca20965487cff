-- What a person makes of a model: its name here, notes, the file that looks at pictures for it (NULL: nothing was
-- chosen), and whether it was taken out of the library though it lies in one of its folders. Headers are read again,
-- since more is kept of them. A memory in MB that was chosen is told as such.

ALTER TABLE model ADD COLUMN title TEXT NOT NULL DEFAULT '';
ALTER TABLE model ADD COLUMN notes TEXT NOT NULL DEFAULT '';
ALTER TABLE model ADD COLUMN mmproj TEXT;
ALTER TABLE model ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0 CHECK (hidden IN (0, 1));

UPDATE model SET facts = '', problem = '', hint = '';

INSERT OR IGNORE INTO setting (key, value)
    SELECT 'model.memory_by', '"size"' FROM setting WHERE key = 'model.memory_mb' AND value <> '0';
