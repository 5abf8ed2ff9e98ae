"""An event of the tournament desk, kept as a log of entries."""
