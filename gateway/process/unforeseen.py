"""Exceptions nobody foresaw, in threads that must not end by them: one line each, never a value."""

import traceback
from pathlib import Path


def where(error):
    """Type and place of an exception: ``KeyError in live.py:120``. Its text may hold anything."""
    found = traceback.extract_tb(error.__traceback__)
    place = f" in {Path(found[-1].filename).name}:{found[-1].lineno}" if found else ""
    return type(error).__name__ + place


def say(log, what, error, **more):
    """One line of a structlog logger: ``what`` failed, and where."""
    log.error(what, why=where(error), **more)
