"""Reading silent chips."""

HANDLERS = ()
