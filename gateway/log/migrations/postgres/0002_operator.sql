-- What people decided and did is in the chain itself; archived events leave an anchor. As SQLite.
CREATE INDEX event_operator ON event (tbl, n) WHERE dev = '@operator';

CREATE TABLE anchor (
    tbl  TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    n    BIGINT NOT NULL,
    hash BYTEA  NOT NULL,
    wall BIGINT NOT NULL
);

CREATE TABLE archived_boot (
    tbl  TEXT COLLATE "C" NOT NULL,
    dev  TEXT   NOT NULL,
    boot BIGINT NOT NULL,
    seq  BIGINT NOT NULL,
    t    BIGINT NOT NULL,
    n    BIGINT NOT NULL,
    PRIMARY KEY (tbl, dev, boot)
);
