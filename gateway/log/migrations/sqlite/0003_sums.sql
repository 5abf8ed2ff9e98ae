-- What is computed from the events carries a sum of its own (NULL: written before there were any).
ALTER TABLE hand ADD COLUMN sum BLOB;
ALTER TABLE alert ADD COLUMN sum BLOB;
