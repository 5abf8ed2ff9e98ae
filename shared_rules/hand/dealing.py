"""The initial deal: exposed, boxed, extra, missing and misplaced cards."""

HANDLERS = ()
