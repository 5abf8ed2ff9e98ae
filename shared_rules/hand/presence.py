"""Players away from their seats."""

HANDLERS = ()
