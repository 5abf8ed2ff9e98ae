"""Wagers judged."""

HANDLERS = ()
