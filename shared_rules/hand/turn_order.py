"""Acts out of turn and skipped players."""

HANDLERS = ()
