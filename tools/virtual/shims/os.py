"""``os`` on the VM: the interpreter's own, but random bytes follow from the world's seed."""


def _builtin():
    """The interpreter's own ``os``: this file is looked up first, so look elsewhere."""
    import sys

    path = list(sys.path)
    here = sys.modules.pop("os", None)
    sys.path.clear()
    try:
        import os as own
    finally:
        sys.path.extend(path)
        if here is not None:
            sys.modules["os"] = here
    return own


_own = _builtin()
for _name in dir(_own):
    if _name[0] != "_":
        globals()[_name] = getattr(_own, _name)
_state = [(_own.getenv("FELTWIRE_SEED") or "0").encode(), 0]


def urandom(n):
    """n bytes: SHA-256 of seed and counter, the same in every run."""
    import hashlib

    out = b""
    while len(out) < n:
        _state[1] += 1
        out += hashlib.sha256(_state[0] + b"/%d" % _state[1]).digest()
    return out[:n]
