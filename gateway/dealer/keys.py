"""Which inputs a panel may send to a table, and what they must look like."""

from gateway.errors import BadRequest
from gateway.ingest import shape
from shared_rules import events, wire

# What people see and hear; what sensors produce is never keyed.
KINDS = (
    "declare", "gesture", "hand_claim", "draw", "request", "notice", "flag", "finding",
    "announce", "clock_call", "clock_start", "showdown", "pot_awarded", "presence", "level",
    "setup", "riffle", "shuffler_button", "answer",
)  # fmt: skip
FLOOR_KINDS = ("setup", "level")  # what is played is the floor's to say, not the dealer's
KEY_FIELDS_MAX = 30


def checked(key):
    """The key, when a controller can take it; BadRequest with one line otherwise.

    ``{"what": "tabled", "seat": N}`` is a key only: the controller makes the ``card_move`` of it,
    because it alone knows which tags lie there.
    """
    if key.get("what") == "tabled":
        if set(key) != {"what", "seat"} or not _is_seat(key["seat"]):
            raise BadRequest("tabled: a seat from 1 to 30 is needed, and nothing else")
        return key
    if key.get("what") not in KINDS or "t" in key or len(key) > KEY_FIELDS_MAX:
        raise BadRequest("that cannot be keyed at a table")
    try:
        shape.event(wire.encode(dict(key, t=0)))
    except (events.BadEvent, KeyError, TypeError) as e:
        raise BadRequest(str(e)[:200]) from None
    return key


def _is_seat(value):
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 30
