-- People of a cluster, in a schema of their own; the same tables as in SQLite, see there.
-- Texts are compared as bytes, so that a list is sorted alike everywhere.
CREATE TABLE person (
    name    TEXT COLLATE "C" PRIMARY KEY,
    role    TEXT   NOT NULL,
    tbl     TEXT,
    secret  TEXT   NOT NULL,
    created BIGINT NOT NULL
);

CREATE TABLE session (
    id      TEXT COLLATE "C" PRIMARY KEY,
    hash    BYTEA  NOT NULL UNIQUE,
    kind    TEXT   NOT NULL,
    person  TEXT,
    label   TEXT   NOT NULL,
    role    TEXT   NOT NULL,
    tbl     TEXT,
    created BIGINT NOT NULL,
    expires BIGINT NOT NULL,
    seen    BIGINT NOT NULL,
    address TEXT   NOT NULL
);
CREATE INDEX session_person ON session (person);

CREATE TABLE code (
    hash    BYTEA  PRIMARY KEY,
    role    TEXT   NOT NULL,
    tbl     TEXT,
    label   TEXT   NOT NULL,
    maker   TEXT   NOT NULL,
    lasts   BIGINT NOT NULL,
    expires BIGINT NOT NULL
);

CREATE TABLE audit (
    n     BIGINT PRIMARY KEY,
    entry TEXT   NOT NULL,
    hash  BYTEA  NOT NULL
);

CREATE TABLE anchor (
    n    BIGINT PRIMARY KEY,
    hash BYTEA  NOT NULL
);

-- Wrong tries of the last minute, at whichever gateway: worth no write to disk, and no copy.
CREATE UNLOGGED TABLE attempt (
    key BYTEA       NOT NULL,  -- SHA-256 of what is counted
    at  TIMESTAMPTZ NOT NULL
);
CREATE INDEX attempt_key ON attempt (key, at);
