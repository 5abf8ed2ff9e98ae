"""The only place that asks which interpreter runs: what one of the two lacks."""

import sys

# Memory is short here: what can be loaded again is let go.
SMALL = sys.implementation.name == "micropython"


def tidy():
    """Free what nothing refers to now, before objects that stay are made among it."""
    if SMALL:
        import gc

        gc.collect()


def let_go(full):
    """Give back a module, by its full name, and those inside it, where memory is short.

    What refers to its objects keeps them; the next import loads it again.
    """
    if not SMALL:
        return
    for loaded in list(sys.modules):
        if loaded == full or loaded[: len(full) + 1] == full + ".":
            del sys.modules[loaded]
    package, _, last = full.rpartition(".")
    holder = sys.modules.get(package)
    if hasattr(holder, last):
        delattr(holder, last)


def ask(name, question):
    """Answer of ``question(module)`` about a module of ``shared_rules`` by its short name.

    Where memory is short the module, and those inside it, are let go again unless they were there
    before: what somebody else works with stays.
    """
    full = "shared_rules." + name
    before = full in sys.modules
    answer = question(__import__(full, None, None, ("__name__",)))
    if SMALL and not before:
        let_go(full)
        tidy()
    return answer


try:
    from micropython import const  # folds at compile time on the device
except ImportError:

    def const(value):
        """The value itself; MicroPython's compiler folds the call away."""
        return value


__all__ = ("SMALL", "ask", "const", "let_go", "tidy")
