"""From bytes off the broker to rows: what a message must look like before anything is done with it.

Values are facts and never refused; a value of the wrong type is no fact.
"""

import re

import msgspec

from gateway.ingest import payload as pl
from gateway.ingest.payload import BadPayload
from shared_rules import values, wire
from shared_rules.events import BadEvent

_TABLE = re.compile(r"[A-Za-z0-9_-]{1,32}\Z")
_FIGURE = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,63}\Z")  # what Prometheus takes as a name
BOOT_MAX = 2**32
SEQ_MAX = 2**63 - 1
ROWS_MAX = 1000
DEV_MAX = 32
HEALTH_MAX = 100  # figures of one message
T_MAX = 2**46  # ms since boot: no controller has been up for two thousand years


class Batch(msgspec.Struct):
    """``up/ev``: rows ``seq``, ``seq + 1``, ... of one boot of one device."""

    v: int
    dev: str
    boot: int
    seq: int
    ev: list


class State(msgspec.Struct):
    """``up/state``: the controller is there, or (last will) is gone."""

    online: bool
    dev: str = ""
    boot: int = 0
    safe: str = ""  # why it is in safe mode


_decode_batch = pl.decoder(Batch)
_decode_state = pl.decoder(State)
_encode = msgspec.json.Encoder().encode


def is_table(name):
    """True for a name a table can have: letters, digits, ``-`` and ``_``, at most 32."""
    return bool(_TABLE.match(name))


def batch(payload):
    """Batch of an ``up/ev`` payload. Raises BadPayload."""
    b = _decode_batch(payload)
    if b.v != wire.VERSION:
        raise BadPayload(f"version {b.v} is not {wire.VERSION}")
    check_dev(b.dev)
    if not (0 <= b.boot <= BOOT_MAX and 0 <= b.seq <= SEQ_MAX - ROWS_MAX):
        raise BadPayload("boot or seq out of range")
    if not 1 <= len(b.ev) <= ROWS_MAX:
        raise BadPayload(f"1 to {ROWS_MAX} events a message, got {len(b.ev)}")
    return b


def state(payload):
    """State of an ``up/state`` payload. Raises BadPayload."""
    s = _decode_state(payload)
    if s.dev:
        check_dev(s.dev)
    check_number("boot", s.boot, BOOT_MAX)
    return s


def check_dev(dev):
    """Raise BadPayload for a name no device can have."""
    if not (1 <= len(dev) <= DEV_MAX and dev.isprintable() and dev[0] != "@"):
        raise BadPayload("dev must have 1 to 32 printable characters and not begin with @")


def check_number(name, value, most):
    """Raise BadPayload for a number outside 0 to ``most``."""
    if not 0 <= value <= most:
        raise BadPayload(f"{name} out of range")


def health(payload):
    """``{name: number}`` of an ``up/health`` payload; anything else in it is left out."""
    data = pl.an_object(payload)
    return {k: v for k, v in list(data.items())[:HEALTH_MAX] if _is_figure(v) and _FIGURE.match(k)}


def _is_figure(value):
    """A number every time series can hold: within 64 bits."""
    return values.is_number(value) or (isinstance(value, float) and abs(value) <= values.NUMBER_MAX)


def text(row):
    """A row as the log keeps it: compact JSON."""
    return _encode(row).decode()


def plain(value):
    """Any text as every database can store it: no control characters, at most 200."""
    return "".join(c if c.isprintable() else "?" for c in value[:200])


def event(row):
    """Event dict of a row (list, or JSON text of one). Raises BadEvent for a wrong shape."""
    if isinstance(row, str):
        try:
            row = pl.any_value(row)
        except BadPayload as e:
            raise BadEvent(str(e)) from None
    ev = wire.decode(row)
    if ev["t"] > T_MAX:
        raise BadEvent(f"{ev['what']}: t is out of range")
    wrong = values.fault(ev)
    if wrong is not None:
        raise BadEvent(f"{ev['what']}: {wrong}")
    return ev
