"""``socket`` on the VM: the interpreter's own, with the constants the boards' ports have.

Without TCP_NODELAY a small packet would wait in the host's kernel for an acknowledgement, in wall
time, and a run would not repeat.
"""


def _builtin():
    """The interpreter's own ``socket``: this file is looked up first, so look elsewhere."""
    import sys

    path = list(sys.path)
    here = sys.modules.pop("socket", None)
    sys.path.clear()
    try:
        import socket as own
    finally:
        sys.path.extend(path)
        if here is not None:
            sys.modules["socket"] = here
    return own


_own = _builtin()
for _name in dir(_own):
    if _name[0] != "_":
        globals()[_name] = getattr(_own, _name)
IPPROTO_TCP = 6
TCP_NODELAY = 1
