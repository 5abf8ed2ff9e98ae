-- Where the record of acts begins after older entries were taken out: the last of them and its hash.
CREATE TABLE anchor (
    n    INTEGER PRIMARY KEY,
    hash BLOB NOT NULL
) STRICT;
