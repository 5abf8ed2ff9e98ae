-- The event log; the same tables as in SQLite, see there. One COLLATE: names sort as bytes.
CREATE TABLE event (
    tbl   TEXT COLLATE "C" NOT NULL,
    n     BIGINT NOT NULL,
    dev   TEXT   NOT NULL,
    boot  BIGINT NOT NULL,
    seq   BIGINT NOT NULL,
    t     BIGINT NOT NULL,
    wall  BIGINT NOT NULL,
    what  TEXT   NOT NULL,
    "row" TEXT   NOT NULL,
    bad   TEXT,
    hash  BYTEA  NOT NULL,
    PRIMARY KEY (tbl, n)
);
CREATE UNIQUE INDEX event_identity ON event (tbl, dev, boot, seq);
CREATE INDEX event_setup ON event (tbl, n) WHERE what = 'setup' AND bad IS NULL;

CREATE TABLE quarantine (
    id      BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    tbl     TEXT   NOT NULL,
    topic   TEXT   NOT NULL,
    payload BYTEA  NOT NULL,
    reason  TEXT   NOT NULL,
    wall    BIGINT NOT NULL
);
CREATE INDEX quarantine_table ON quarantine (tbl, id);

CREATE TABLE gap (
    id     BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    tbl    TEXT   NOT NULL,
    dev    TEXT   NOT NULL,
    boot   BIGINT NOT NULL,
    first  BIGINT NOT NULL,
    last   BIGINT NOT NULL,
    reason TEXT   NOT NULL,
    wall   BIGINT NOT NULL
);

CREATE TABLE hand (
    tbl    TEXT   NOT NULL,
    n      BIGINT NOT NULL,
    record TEXT   NOT NULL,
    PRIMARY KEY (tbl, n)
);

CREATE TABLE alert (
    tbl  TEXT   NOT NULL,
    n    BIGINT NOT NULL,
    k    BIGINT NOT NULL,
    wall BIGINT NOT NULL,
    body TEXT   NOT NULL,
    PRIMARY KEY (tbl, n, k)
);

CREATE TABLE decision (
    id     BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    tbl    TEXT   NOT NULL,
    n      BIGINT NOT NULL,
    k      BIGINT NOT NULL,
    act    TEXT   NOT NULL,
    reason TEXT   NOT NULL,
    wall   BIGINT NOT NULL
);
