-- What people decided and did is in the chain itself: entries of the device '@operator'.
-- `decision` keeps what an older program wrote there and is written no more.
CREATE INDEX event_operator ON event (tbl, n) WHERE dev = '@operator';

-- Events up to n were moved to an archive: the chain begins after it, with this hash.
CREATE TABLE anchor (
    tbl  TEXT    NOT NULL PRIMARY KEY,
    n    INTEGER NOT NULL,
    hash BLOB    NOT NULL,
    wall INTEGER NOT NULL              -- when they were moved, ms since 1970
) WITHOUT ROWID;

-- The last event of each boot that only the archive still holds.
CREATE TABLE archived_boot (
    tbl  TEXT    NOT NULL,
    dev  TEXT    NOT NULL,
    boot INTEGER NOT NULL,
    seq  INTEGER NOT NULL,
    t    INTEGER NOT NULL,
    n    INTEGER NOT NULL,
    PRIMARY KEY (tbl, dev, boot)
) WITHOUT ROWID;
