-- The language a person has chosen (a code of gateway/languages), NULL: none so far.
ALTER TABLE person ADD COLUMN lang TEXT;
