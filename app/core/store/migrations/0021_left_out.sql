-- Files of watched folders whose documents a person removed: they are no new ones.

CREATE TABLE left_out_source (
    source TEXT PRIMARY KEY NOT NULL,
    folder TEXT NOT NULL REFERENCES watched_folder (id) ON DELETE CASCADE
) STRICT;
