"""Shapes of the fields of a case, so that a wrong one is named before the engine meets it."""

MAX_SEAT = 10
MAX_NUMBER = 10**12  # chips, milliseconds, counts: more is a slip of the pen

SEAT = ("seat", "about_seat", "target", "by_seat", "on_seat", "waiting_for", "button", "sb_seat",
        "bb_seat", "first_dealt_seat", "button_with")  # fmt: skip
MAY_BE_NULL = ("button", "sb_seat", "bb_seat", "sb", "button_with")
SEAT_LISTS = ("seats", "live", "dealt_in", "capped", "penalty_seats", "owes_blind", "seen_by",
              "high", "low", "order")  # fmt: skip
NUMBER = ("t", "until", "amount", "each", "ms", "elapsed_ms", "count", "rounds", "nth",
          "cards_each", "from_nth", "motion", "sb", "bb", "ante", "bring_in", "small_bet",
          "big_bet", "smallest_chip", "round_to", "table_max", "players_left_in_event",
          "hand_number", "shot_clock_ms", "level_minutes", "burned", "old", "new",
          "upper_limit")  # fmt: skip
NUMBER_LISTS = ("chips", "readings", "gives", "gets")
TEXT = ("what", "kind", "word", "wording", "by", "face", "from", "zone", "into", "flag", "puck",
        "stage", "clock", "street", "format", "betting", "state", "act", "claim", "intent", "card",
        "crossed", "from_deck", "to_deck", "button_method", "ante_type", "name", "size",
        "deck")  # fmt: skip
TEXT_LISTS = ("board", "missing")
SWITCH = ("betting_line", "boxed", "released", "lifted", "scoop", "button_drawn", "street_closed",
          "value", "was_bb_last_hand")  # fmt: skip
# maps keyed by seats: what they hold
MAPS = {"presence": "text", "time_cards": "number", "bets": "number", "stacks": "number",
        "odd_chips": "number", "antes": "number", "straddles": "number", "upcards": "texts",
        "hands": "texts"}  # fmt: skip
OBJECTS = ("previous", "kill", "color", "condition", "then")
OBJECT_LISTS = ("moved_in", "pots")


def fault(facts, path):
    """What is wrong with an object of a case: ``field: what is needed``; None when nothing is.

    Fields not known here are not looked at; what is missing is the business of others.
    """
    for key in facts:
        found = _field(facts, key, f"{path}.{key}")
        if found is not None:
            return found
    return None


def _field(facts, key, path):
    value = facts[key]
    event = "what" in facts
    if value is None and key in MAY_BE_NULL:
        return None
    if path.endswith((".previous.sb", ".previous.bb")) or key in SEAT:
        return _need(_seat(value), path, f"a seat from 1 to {MAX_SEAT}", value)
    if key in SEAT_LISTS or (key == "all_in" and not event):
        ok = isinstance(value, list) and all(_seat(v) for v in value)
        return _need(ok, path, "a list of seats", value)
    if key in MAPS and not (event and key == "time_cards"):
        return _map(value, MAPS[key], path)
    if key == "to":
        acts = facts.get("what") == "action"
        ok = _number(value) if acts else _text(value)
        return _need(ok, path, "a whole number" if acts else "a place", value)
    if key == "cards":
        return _cards(value, path)
    if key in OBJECTS:
        return (
            fault(value, path)
            if isinstance(value, dict)
            else _need(False, path, "an object", value)
        )
    if key in OBJECT_LISTS:
        if not isinstance(value, list) or not all(isinstance(v, dict) for v in value):
            return _need(False, path, "a list of objects", value)
        found = [fault(row, f"{path}[{i}]") for i, row in enumerate(value)]
        return next((text for text in found if text), None)
    for names, ok, text in (
        (NUMBER, _number(value), "a whole number"),
        (("time_cards",), _number(value), "a whole number"),
        (TEXT, isinstance(value, str), "a text"),
        (SWITCH, isinstance(value, bool), "true or false"),
        (NUMBER_LISTS, _all(value, _number), "a list of whole numbers"),
        (TEXT_LISTS, _all(value, _text), "a list of texts"),
        (("pot", "rank"), _number(value) or _text(value), "a number or a text"),
    ):
        if key in names:
            return _need(ok, path, text, value)
    return None


def _map(value, kind, path):
    if not isinstance(value, dict):
        return _need(False, path, "an object keyed by seats", value)
    right = {"text": _text, "number": _number, "texts": lambda v: _all(v, _text)}[kind]
    for seat in value:
        if not seat.isdigit() or not _seat(int(seat)):
            return _need(False, path, f"an object keyed by seats from 1 to {MAX_SEAT}", seat)
        if not right(value[seat]):
            return _need(False, f"{path}.{seat}", f"{kind} of the seat", value[seat])
    return None


def _cards(value, path):
    """A list of tokens, a count, or (race) a list for each seat."""
    if isinstance(value, dict):
        return _map(value, "texts", path)
    return _need(_number(value) or _all(value, _text), path, "cards", value)


def _need(ok, path, text, value):
    return None if ok else f"{path}: {text} is needed, got {value!r:.60}"


def _seat(value):
    return _number(value) and 1 <= value <= MAX_SEAT


def _number(value):
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_NUMBER


def _text(value):
    return isinstance(value, str)


def _all(value, right):
    return isinstance(value, list) and all(right(v) for v in value)
