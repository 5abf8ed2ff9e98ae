"""One engine state a table, and what the screens are told of it."""
