"""What players ask for."""

HANDLERS = ()
