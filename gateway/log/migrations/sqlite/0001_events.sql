-- The event log. `event` is append-only; everything in `hand` and `alert` can be computed from it.
CREATE TABLE event (
    tbl   TEXT    NOT NULL,
    n     INTEGER NOT NULL,            -- counts the table's events from 1
    dev   TEXT    NOT NULL,
    boot  INTEGER NOT NULL,
    seq   INTEGER NOT NULL,
    t     INTEGER NOT NULL,            -- table time, ms, never backwards
    wall  INTEGER NOT NULL,            -- when it came in, ms since 1970
    what  TEXT    NOT NULL,
    row   TEXT    NOT NULL,            -- as it travelled
    bad   TEXT,                        -- why the engine must not see it
    hash  BLOB    NOT NULL,
    PRIMARY KEY (tbl, n)
) WITHOUT ROWID;
CREATE UNIQUE INDEX event_identity ON event (tbl, dev, boot, seq);
CREATE INDEX event_setup ON event (tbl, n) WHERE what = 'setup' AND bad IS NULL;

CREATE TABLE quarantine (
    id      INTEGER PRIMARY KEY,
    tbl     TEXT    NOT NULL,
    topic   TEXT    NOT NULL,
    payload BLOB    NOT NULL,
    reason  TEXT    NOT NULL,
    wall    INTEGER NOT NULL
);
CREATE INDEX quarantine_table ON quarantine (tbl, id);

CREATE TABLE gap (
    id     INTEGER PRIMARY KEY,
    tbl    TEXT    NOT NULL,
    dev    TEXT    NOT NULL,
    boot   INTEGER NOT NULL,
    first  INTEGER NOT NULL,
    last   INTEGER NOT NULL,
    reason TEXT    NOT NULL,
    wall   INTEGER NOT NULL
);

-- Finished hands and irregularities, computed from the events; kept so that a restart need not
-- read the log from its first day.
CREATE TABLE hand (
    tbl    TEXT    NOT NULL,
    n      INTEGER NOT NULL,           -- the event that ended it
    record TEXT    NOT NULL,
    PRIMARY KEY (tbl, n)
) WITHOUT ROWID;

CREATE TABLE alert (
    tbl  TEXT    NOT NULL,
    n    INTEGER NOT NULL,             -- the event it was raised at
    k    INTEGER NOT NULL,             -- counts the alerts of that event
    wall INTEGER NOT NULL,
    body TEXT    NOT NULL,
    PRIMARY KEY (tbl, n, k)
) WITHOUT ROWID;

-- What people decided about alerts. Append-only; the last one counts.
CREATE TABLE decision (
    id     INTEGER PRIMARY KEY,
    tbl    TEXT    NOT NULL,
    n      INTEGER NOT NULL,
    k      INTEGER NOT NULL,
    act    TEXT    NOT NULL,           -- accept, override, director
    reason TEXT    NOT NULL,
    wall   INTEGER NOT NULL
);
