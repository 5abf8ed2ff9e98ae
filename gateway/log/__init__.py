"""The event log: append-only, hash-chained, the one source everything else is computed from."""
