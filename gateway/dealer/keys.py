"""What the inputs a panel sends to a table must look like; which it may: shared_rules/events.py."""

from gateway.errors import BadRequest
from gateway.ingest import shape
from shared_rules import events, wire

KEY_FIELDS_MAX = 30


def checked(key, role):
    """The key, when a controller can take it from somebody in that role; else BadRequest."""
    what = key.get("what")
    if role == "dealer" and events.is_key(what, events.FLOOR_KEYS):
        raise BadRequest(f"the floor keys {what}", 403, "not_allowed")
    if not events.is_key(what, events.DEALER_KEYS + events.FLOOR_KEYS):
        raise BadRequest("that cannot be keyed at a table")
    if what in events.SHORT_KEYS:
        if set(key) != {"what", "seat"} or not _is_seat(key["seat"]):
            raise BadRequest(f"{what}: a seat from 1 to 30 is needed, and nothing else")
        return key
    if "t" in key or len(key) > KEY_FIELDS_MAX:
        raise BadRequest("that cannot be keyed at a table")
    try:
        shape.event(wire.encode(dict(key, t=0)))
    except (events.BadEvent, KeyError, TypeError) as e:
        raise BadRequest(str(e)[:200]) from None
    return key


def _is_seat(value):
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 30
