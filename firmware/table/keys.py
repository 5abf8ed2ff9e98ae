"""Events of what people key in, and of the two short keys that only the controller completes.

What may be keyed, and by whom, is in ``shared_rules/events.py``. A key is a table event without
``t``. ``{"what":"tabled","seat":3}`` becomes the move that turns the cards of seat 3 face up;
``{"what":"exposed","seat":3}`` turns up the card last dealt there.
"""

from firmware.table import events, facing
from shared_rules import events as kinds
from shared_rules import values
from shared_rules.events import BadEvent, check, fields
from shared_rules.zones import seat_zone


class BadKey(ValueError):
    """A key that makes no event; the text is one clear line."""


def event_of(key, t, cards_at, read_up=None):
    """Table event of a key pressed at ``t`` ms.

    ``cards_at(zone)``: ``[(nth, token), ...]`` of the cards lying in a zone, in the order dealt.
    ``read_up(tokens)``: True when the mouth has read all of them face up.
    Raises BadKey for an unknown kind, a missing field, or a seat without cards.
    """
    if not isinstance(key, dict):
        raise BadKey("a key is an object")
    what = key.get("what")
    if what in kinds.SHORT_KEYS:
        return _turned_up(key, t, cards_at, read_up)
    if not kinds.is_key(what, kinds.DEALER_KEYS + kinds.FLOOR_KEYS + kinds.KEYPAD_KEYS):
        raise BadKey("this cannot be keyed: %r" % (what,))
    ev = {"t": t}
    for name in key:
        if name not in ("t", "keyed", "about"):  # the table's own to say
            ev[name] = key[name]
    if "keyed?" in fields(what):
        ev["keyed"] = True
    if what in ("riffle", "machine_deck_cut", "shuffler_button"):
        ev.pop("hand", None)  # the controller counts hands, nobody else
    try:
        check(ev)
    except BadEvent as e:
        raise BadKey(str(e))
    wrong = values.fault(ev)
    if wrong is not None:
        raise BadKey("%s: %s" % (what, wrong))
    return ev


def _turned_up(key, t, cards_at, read_up):
    what = key["what"]
    seat = key.get("seat")
    if not isinstance(seat, int) or isinstance(seat, bool):
        raise BadKey("%s: seat must be a number" % what)
    zone = seat_zone(seat)
    lying = cards_at(zone)
    if not lying:
        raise BadKey("%s: no cards are read at seat %d" % (what, seat))
    by = "player" if what == "tabled" else key.get("by", "dealer")
    tokens = [token for _, token in lying] if what == "tabled" else [lying[-1][1]]
    ev = events.card_move(t, tokens, zone, zone, facing.UP, by)
    ev["keyed"] = True
    if read_up is not None and read_up(tokens):
        ev["read_up"] = True
    return ev
