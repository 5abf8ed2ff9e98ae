"""Showdown: who shows, who may see, what speaks."""

HANDLERS = ()
