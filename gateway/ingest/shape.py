"""From bytes off the broker to rows: what a message must look like before anything is done with it.

Values are facts and never refused; a value of the wrong type is no fact.
"""

import re

import msgspec

from shared_rules import values, wire
from shared_rules.events import BadEvent

_TABLE = re.compile(r"[A-Za-z0-9_-]{1,32}\Z")
BOOT_MAX = 2**32
SEQ_MAX = 2**63 - 1
ROWS_MAX = 1000
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


class BadPayload(ValueError):
    """A message that cannot be taken in; the text says why."""


_BATCH = msgspec.json.Decoder(Batch)
_STATE = msgspec.json.Decoder(State)
_ANY = msgspec.json.Decoder()
_encode = msgspec.json.Encoder().encode


def is_table(name):
    """True for a name a table can have: letters, digits, ``-`` and ``_``, at most 32."""
    return bool(_TABLE.match(name))


def batch(payload):
    """Batch of an ``up/ev`` payload. Raises BadPayload."""
    try:
        b = _BATCH.decode(payload)
    except (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError, RecursionError) as e:
        raise BadPayload(str(e)[:200]) from None
    if b.v != wire.VERSION:
        raise BadPayload(f"version {b.v} is not {wire.VERSION}")
    if not (1 <= len(b.dev) <= 32 and b.dev.isprintable() and b.dev[0] != "@"):
        raise BadPayload("dev must have 1 to 32 printable characters and not begin with @")
    if not (0 <= b.boot <= BOOT_MAX and 0 <= b.seq <= SEQ_MAX - ROWS_MAX):
        raise BadPayload("boot or seq out of range")
    if not 1 <= len(b.ev) <= ROWS_MAX:
        raise BadPayload(f"1 to {ROWS_MAX} events a message, got {len(b.ev)}")
    return b


def state(payload):
    """State of an ``up/state`` payload. Raises BadPayload."""
    try:
        return _STATE.decode(payload)
    except (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError, RecursionError) as e:
        raise BadPayload(str(e)[:200]) from None


def health(payload):
    """``{name: number}`` of an ``up/health`` payload; anything that is no number is left out."""
    try:
        data = _ANY.decode(payload)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as e:
        raise BadPayload(str(e)[:200]) from None
    if not isinstance(data, dict):
        raise BadPayload("health must be an object")
    return {
        k: v for k, v in list(data.items())[:100] if values.is_number(v) or isinstance(v, float)
    }


def text(row):
    """A row as the log keeps it: compact JSON."""
    return _encode(row).decode()


def plain(value):
    """Any text as every database can store it: no control characters, at most 200."""
    return "".join(c if c.isprintable() else "?" for c in value[:200])


def event(row):
    """Event dict of a row (list, or JSON text of one). Raises BadEvent for a wrong shape."""
    if isinstance(row, str):
        row = _ANY.decode(row)
    ev = wire.decode(row)
    if ev["t"] > T_MAX:
        raise BadEvent(f"{ev['what']}: t is out of range")
    wrong = values.fault(ev)
    if wrong is not None:
        raise BadEvent(f"{ev['what']}: {wrong}")
    return ev
