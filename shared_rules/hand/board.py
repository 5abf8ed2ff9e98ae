"""Board and burn faults."""

HANDLERS = ()
