"""structlog's loggers, which are loaded when one first speaks.

Loading structlog takes more processor time than all the rest of a vault or of most commands, and
they say nothing by it. Half of that is ``rich``, where another package has brought it: structlog
loads it to draw tracebacks, of which none is ever logged here (``unforeseen``).
"""

import functools
import importlib
import sys

DRAWS = "rich"  # loaded by structlog where it is installed


@functools.cache
def structlog():
    """The module, loaded without what it would draw tracebacks with."""
    kept = sys.modules.get(DRAWS)
    if kept is None:
        sys.modules[DRAWS] = None  # an import of it fails, which structlog is prepared for
    try:
        return importlib.import_module("structlog")
    finally:
        if kept is None:
            sys.modules.pop(DRAWS, None)  # two threads may have come here at once


class Logger:
    """Says lines by the name ``name``, as ``structlog.get_logger(name)`` does."""

    def __init__(self, name):
        self._name = name

    def __getattr__(self, method):
        return getattr(structlog().get_logger(self._name), method)
