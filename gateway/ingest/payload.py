"""The one decoder of what comes off a broker: JSON within bounds, or BadPayload with a reason.

msgspec refuses what nests deeper than the interpreter's stack has room, which depends on who calls;
values that just passed would then run out of it elsewhere. So depth and length of numbers are
bounded before anything is decoded (shared_rules/bounds.py); length in bytes is bounded where
messages come in (``payload_bytes_max``).
"""

import re

import msgspec

from shared_rules import bounds

_LONG_NUMBER = re.compile(rb"[0-9+\-.eE]{%d}" % (bounds.DIGITS_MAX + 1))


class BadPayload(ValueError):
    """A message that cannot be taken in; the text says why."""


def decoder(kind=None):
    """A function: payload (bytes, str) -> ``kind`` (a msgspec.Struct), or plain values without one.

    It raises BadPayload for anything else.
    """
    made = msgspec.json.Decoder() if kind is None else msgspec.json.Decoder(kind)

    def decode(payload):
        if isinstance(payload, str):
            payload = payload.encode(errors="replace")
        if bounds.may_be_deep(payload) or _LONG_NUMBER.search(payload):
            wrong = bounds.fault(payload)  # the careful look: brackets may stand in texts
            if wrong is not None:
                raise BadPayload(wrong)
        try:
            return made.decode(payload)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as e:
            raise BadPayload(str(e)[:200]) from None

    return decode


any_value = decoder()


def an_object(payload):
    """A JSON object of any shape as a dict. Raises BadPayload."""
    found = any_value(payload)
    if not isinstance(found, dict):
        raise BadPayload("not an object")
    return found
