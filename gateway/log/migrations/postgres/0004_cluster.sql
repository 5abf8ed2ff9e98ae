-- Several gateways on one log: who writes a table. A greater epoch shuts every earlier owner out.
CREATE TABLE owner (
    tbl     TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    gateway TEXT   NOT NULL,
    epoch   BIGINT NOT NULL
);

CREATE TABLE gateway (
    name TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    seen TIMESTAMPTZ NOT NULL
);
