"""Called clock and shot clock."""

HANDLERS = ()
