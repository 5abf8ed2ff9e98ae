-- What the floor arranges for all gateways: the pits, the plan of the room. JSON, as gateway/floor writes it.
CREATE TABLE room (
    name TEXT PRIMARY KEY,
    kept TEXT NOT NULL
);
