"""Declarations."""

HANDLERS = ()
