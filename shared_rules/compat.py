"""The only place that asks which interpreter runs: what one of the two lacks."""

import sys

# Memory is short here: what can be loaded again is let go.
SMALL = sys.implementation.name == "micropython"


def tidy():
    """Free what nothing refers to now, before objects that stay are made among it."""
    if SMALL:
        import gc

        gc.collect()


try:
    from micropython import const  # folds at compile time on the device
except ImportError:

    def const(value):
        """The value itself; MicroPython's compiler folds the call away."""
        return value


__all__ = ("SMALL", "const", "tidy")
