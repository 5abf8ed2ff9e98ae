"""What the inputs a panel sends to a table must look like; which it may: shared_rules/events.py."""

from gateway.access.control import who_of
from gateway.errors import BadRequest
from gateway.ingest import decoder
from gateway.web.context import gateway_of, note, table_of
from shared_rules import by_hand, events, wire

KEY_FIELDS_MAX = 30
CREW = "broadcast"
OVER = ("award", "over")  # phases in which the cards of a hand may be keyed: they were shown
NOT_KEYED = "that cannot be keyed at a table"


def send(request, table, key):
    """Send what somebody keyed to the table's controller, and put it into the record of acts."""
    live, role = table_of(request, table), who_of(request).role
    checked(key, role, live.view().get("phase"))
    said = {"kind": key["kind"], "why": key["why"]} if key["what"] == "by_hand" else {}
    note(request, "key", live.name, what_of=key["what"], seat=key.get("seat"), **said)
    if not gateway_of(request).key(live.name, key):
        raise BadRequest("the broker is away: key it again in a moment", 503, "broker_away")


def checked(key, role, phase=None):
    """The key, when a controller can take it from somebody in that role; else BadRequest.

    ``phase``: of the table's hand; None where it does not matter.
    """
    what = key.get("what")
    if role == "dealer" and events.is_key(what, events.FLOOR_KEYS):
        raise BadRequest(f"the floor keys {what}", 403, "not_allowed")
    if not events.is_key(what, _list_of(role)):
        raise BadRequest(NOT_KEYED)
    if what in events.SHORT_KEYS:
        if set(key) != {"what", "seat"} or not _is_seat(key["seat"]):
            raise BadRequest(f"{what}: a seat from 1 to 30 is needed, and nothing else")
        return key
    if "t" in key or len(key) > KEY_FIELDS_MAX:
        raise BadRequest(NOT_KEYED)
    if what == "by_hand":
        _check_by_hand(key, role, phase)
    try:
        decoder.event(wire.encode(dict(key, t=0)))
    except (events.BadEvent, KeyError, TypeError) as e:
        raise BadRequest(str(e)[:200]) from None
    return key


def _list_of(role):
    if role == CREW:
        return events.CREW_KEYS
    return events.DEALER_KEYS + events.FLOOR_KEYS


def _check_by_hand(key, role, phase):
    """What is told in place of the antennas: of a kind that is this role's, at its time."""
    kind = str(key.get("kind"))
    if role == CREW and not events.is_key(kind, by_hand.CREW):
        raise BadRequest(f"{kind} is put right at the table", 403, "not_allowed")
    if events.is_key(kind, by_hand.AFTER) and phase not in (None, *OVER):
        raise BadRequest("hole cards are keyed when the hand is over", 409, "hand_in_play")


def _is_seat(value):
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 30
