-- How likely the tokens of a reply were, with others that could have stood in their place: MessagePack of the engine's values,
-- compressed. Only of replies for which that was asked for.

CREATE TABLE token_probability (
    message TEXT PRIMARY KEY NOT NULL REFERENCES message (id) ON DELETE CASCADE,
    tokens  BLOB NOT NULL
) STRICT;
