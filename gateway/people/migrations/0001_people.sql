-- People and what they hold. No secret lies here: PINs and passwords as argon2 hashes, tokens and
-- codes as SHA-256 of values of 256 random bits.
CREATE TABLE person (
    name    TEXT PRIMARY KEY,
    role    TEXT NOT NULL,
    tbl     TEXT,              -- the one table a dealer works at
    secret  TEXT NOT NULL,
    created INTEGER NOT NULL   -- wall ms, as all times here
) STRICT, WITHOUT ROWID;

CREATE TABLE session (
    id      TEXT PRIMARY KEY,  -- what people call it by; opens nothing
    hash    BLOB NOT NULL UNIQUE,
    kind    TEXT NOT NULL,     -- login, device, token
    person  TEXT,              -- NULL: a device or a program, named by its label
    label   TEXT NOT NULL,
    role    TEXT NOT NULL,
    tbl     TEXT,
    created INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    seen    INTEGER NOT NULL,
    address TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX session_person ON session (person);

CREATE TABLE code (
    hash    BLOB PRIMARY KEY,
    role    TEXT NOT NULL,
    tbl     TEXT,
    label   TEXT NOT NULL,
    maker   TEXT NOT NULL,
    lasts   INTEGER NOT NULL,  -- ms the session lasts that comes of it
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE audit (
    n     INTEGER PRIMARY KEY,
    entry TEXT NOT NULL,
    hash  BLOB NOT NULL
) STRICT;
