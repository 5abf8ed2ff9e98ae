"""Folds, discards, killed and retrieved hands."""

HANDLERS = ()
