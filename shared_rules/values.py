"""Of which type the values of events and setups are: ``fault(event)`` names the first wrong one.

Events are asked for this where they come in: at the gateway, and at a controller where they are
keyed. A value of the wrong type is no fact; of the right type it is, however strange it may be.
Fields that are not named here are not looked at: no module reads them.
"""

from shared_rules import cards, zones
from shared_rules.compat import ask

SEATS_MAX = 30
LIST_MAX = 400
NUMBER_MAX = 1 << 53
TEXT_MAX = 64
NAME_MAX = 1000  # a hand is often named by the path of its file
DEAL_MAX = cards.FULL_DECK  # cards of the macro ``deal`` each: no deck has more

# type -> fields that hold it, wherever they stand
FIELDS = {
    "seat": "seat about_seat target by_seat on_seat waiting_for button sb_seat bb_seat"
    " first_dealt_seat button_with due",
    "seats": "seats live dealt_in capped penalty_seats owes_blind barred forfeited_from seen_by"
    " high low order",
    "number": "amount each ms elapsed_ms count rounds nth from_nth motion hand until seq id about"
    " moved sb bb ante bring_in small_bet big_bet cap table_max players_left_in_event hand_number"
    " level_minutes shot_clock_ms smallest_chip round_to bet_chip min_buy_in ante_limit"
    " antes_in_row full_ante burned old new upper_limit",
    "numbers": "chips readings gives gets",
    "text": "kind word wording by face flag puck stage clock state claim act crossed confidence"
    " intent from_deck to_deck game rulebook format betting ante_type button_method street"
    " status wants",
    "name": "hand_id name",
    "switch": "boxed lifted released keyed read_up",
    "tokens": "missing board",
    "texts": "missed",
    "zone": "from to into",
    "numbers by seat": "stacks bets antes straddles odd_chips",
    "texts by seat": "presence names",
    "tokens by seat": "upcards hands",
    "object": "kill previous color new_game",
    "objects": "moved_in pots",
}
# where a field holds something else than elsewhere
OF_KIND = {
    "race_cards": {"cards": "tokens by seat"},
    "rfid_count": {"cards": "number", "zone": "zone or deck"},
    "card_move": {"cards": "tokens"},
    "action": {"to": "number"},
    "shot_clock": {"time_cards": "number"},
    "setup": {"time_cards": "numbers by seat", "all_in": "seats", "pot": "number"},
    "deal": {"cards_each": "count"},
    "previous": {"sb": "seat", "bb": "seat"},
    "hand_claim": {"rank": "number or text"},
}
ELSE = {"cards": "tokens", "zone": "zone", "pot": "number or text", "cards_each": "number"}
MAY_BE_NONE = ("seat", "seats", "number", "object")
WANTED = {
    "seat": "a seat from 0 to 30",
    "seats": "a list of seats",
    "number": "a whole number",
    "numbers": "a list of whole numbers",
    "switch": "true or false",
    "tokens": "a list of cards",
    "count": "a number from 0 to %d" % DEAL_MAX,
}

_types = {}  # of the fields met so far: all of them would take 5 kB of a controller's heap


def _type_of(field):
    """Type of a field wherever it stands, None when it is not named in ``FIELDS``."""
    kind = _types.get(field)
    if kind is None and isinstance(field, str) and " " not in field:
        for name in FIELDS:
            if " %s " % field in " %s " % FIELDS[name]:
                kind = _types[field] = name
    return kind


def fault(facts, what=None):
    """What is wrong with the values of an event or setup: one line, or None when nothing is.

    ``what``: the kind of event, or the field that holds these facts; default the event's own kind.
    """
    if what is None and facts.get("what") == "by_hand":
        return ask("by_hand", lambda module: module.fault(facts))
    special = OF_KIND.get(what or facts.get("what"), ELSE)
    for field in facts:
        kind = special.get(field)
        if kind is None:
            kind = _type_of(field) or ELSE.get(field)
            if kind is None:
                continue
        value = facts[field]
        if value is None and kind in MAY_BE_NONE:
            continue
        if kind == "object" or kind == "objects":
            wrong = _inside(field, value, kind)
            if wrong is not None:
                return wrong
        elif not holds(kind, value):
            wanted = WANTED.get(kind, kind)
            return "field %r has a value of the wrong type: %s is needed" % (field, wanted)
    return None


def _inside(field, value, kind):
    rows = [value] if kind == "object" else value
    if not isinstance(rows, list) or len(rows) > LIST_MAX:
        return "field %r has a value of the wrong type: a list is needed" % field
    for row in rows:
        if not isinstance(row, dict):
            return "field %r has a value of the wrong type: an object is needed" % field
        wrong = fault(row, field)
        if wrong is not None:
            return field + ": " + wrong
    return None


def holds(kind, value):
    """True when a value is of a type named in ``FIELDS``."""
    test = _TESTS.get(kind)
    if test is not None:
        return test(value)
    if kind[-8:] == " by seat":
        return _by_seat(kind[:-8], value)
    if not isinstance(value, list) or len(value) > LIST_MAX:
        return False
    test = _TESTS[kind[:-1]]  # a list of them
    return all(test(v) for v in value)


def _by_seat(kind, value):
    """A map of a seat's number, as text, to one value (``tokens``: to a list of them)."""
    if not isinstance(value, dict) or len(value) > LIST_MAX:
        return False
    for seat in value:
        if not isinstance(seat, str) or not zones.is_digits(seat) or int(seat) > SEATS_MAX:
            return False
        if not holds(kind if kind == "tokens" else kind[:-1], value[seat]):
            return False
    return True


def is_number(value):
    """True for a whole number of a size that JSON carries unharmed."""
    return (
        isinstance(value, int)
        and value is not True
        and value is not False
        and -NUMBER_MAX < value < NUMBER_MAX
    )


def _is_seat(value):
    return is_number(value) and 0 <= value <= SEATS_MAX


def _is_text(value):
    return isinstance(value, str) and len(value) <= TEXT_MAX


def _is_name(value):
    return isinstance(value, str) and len(value) <= NAME_MAX


def _is_switch(value):
    return value is True or value is False


def _is_token(value):
    return isinstance(value, str) and 0 < len(value) <= 20


def is_zone(value):
    """True for the name of a zone."""
    return isinstance(value, str) and len(value) <= 16 and zones.is_zone(value)


def _is_count(value):
    return is_number(value) and 0 <= value <= DEAL_MAX


_TESTS = {
    "number": is_number,
    "text": _is_text,
    "name": _is_name,
    "seat": _is_seat,
    "switch": _is_switch,
    "token": _is_token,
    "zone": is_zone,
    "count": _is_count,
    "zone or deck": lambda value: value == "deck" or is_zone(value),
    "number or text": lambda value: is_number(value) or _is_text(value),
}
