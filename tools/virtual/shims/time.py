"""Virtual time on the VM, in place of the built-in ``time``. Ticks wrap at 2**30, as on boards."""

import micropython
import virtual_board as _board
from virtual_board import ticks_ms, ticks_us  # noqa: F401

_HALF = 1 << 29
_EPOCH = 1767225600  # virtual time begins on 2026-01-01 00:00:00 UTC


def _builtin():
    """The interpreter's own ``time`` module: this file is looked up first, so look elsewhere."""
    import sys

    path = list(sys.path)
    here = sys.modules.pop("time", None)
    sys.path.clear()
    try:
        import time as own
    finally:
        sys.path.extend(path)
        if here is not None:
            sys.modules["time"] = here
    return own


_own = _builtin()
gmtime = _own.gmtime
mktime = _own.mktime


def ticks_cpu():
    """As ticks_us."""
    return ticks_us()


@micropython.native
def ticks_add(ticks, delta):
    """ticks + delta, wrapped."""
    if not -_HALF < delta < _HALF:
        raise OverflowError("ticks interval overflow")
    return (ticks + delta) & (_HALF + (_HALF - 1))


@micropython.native
def ticks_diff(end, start):
    """end - start, in -2**29..2**29-1."""
    d = end - start
    if d >= _HALF:
        return d - _HALF - _HALF
    if d < -_HALF:
        return d + _HALF + _HALF
    return d


@micropython.native
def sleep_us(us):
    """Virtual time goes on; no wall time passes unless the world paces it."""
    if us > 0:
        _board.advance(us)


def sleep_ms(ms):
    """Virtual time goes on."""
    while ms > 100000:
        _board.advance(100000000)
        ms -= 100000
    if ms > 0:
        _board.advance(ms * 1000)


def sleep(s):
    """Virtual time goes on."""
    sleep_ms(int(s * 1000))


def time():
    """Seconds since the interpreter's epoch (that of the unix port)."""
    return _EPOCH + _board.spans * 1000 + _board.clock_us() // 1000000


def time_ns():
    """Nanoseconds since the epoch."""
    return (_EPOCH + _board.spans * 1000) * 1000000000 + _board.clock_us() * 1000


def localtime(secs=None):
    """As gmtime: the table's clock is UTC."""
    return gmtime(time() if secs is None else secs)
