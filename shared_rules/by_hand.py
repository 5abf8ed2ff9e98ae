"""What a person may tell in place of the antennas, or put right after them: kinds and their fields.

``{"what": "by_hand", "kind": kind, "why": reason, ...fields}``. Loaded where such an event comes.
"""

from shared_rules import cards, values

# kind -> its fields (``?``: may be absent), what it says
KINDS = {
    "dealt": ("owing?", "blinds and antes are in, all have their first cards"),
    "board": ("cards", "these cards came to the board"),
    "card": ("n card?", "the n-th card of the board is this one, or none"),
    "chips": ("seat chips motion?", "the seat put these chips in front without a word"),
    "wager": ("seat act to?", "the seat's act on this street, and its chips in front"),
    "stack": ("seat amount", "chips the seat has behind, counted"),
    "pot": ("amount", "chips in the pot, those in front included"),
    "award": ("awards", "chips of the pot each seat was given"),
    "seat": ("seat state", "the seat has a hand, has folded, or was not dealt in"),
    "button": ("seat", "where the button lies"),
    "cards": ("seat cards", "the cards a seat has shown, once the hand is over"),
}
CREW = " card stack cards"  # what the production's crew may key; the dealer and the floor all
AFTER = " cards"  # only when the hand is over
WHYS = " not_read misread no_reader said_late counted ruled"
ACTS = " fold check call bet raise complete all_in bring_in"
STATES = " live folded out"
# of which type its fields are
TYPES = {
    "to": "number", "n": "count", "awards": "numbers by seat", "why": "text", "card": "token",
    "owing": "seats", "act": "text", "seat": "seat", "motion": "number", "state": "text",
    "cards": "tokens", "chips": "numbers", "amount": "number",
}  # fmt: skip


def is_correction(event):
    """True for what puts a reading right, False for what stands in place of one."""
    return event["why"] != "no_reader"


def fault(event):
    """What is wrong with a ``by_hand`` event, its values' types too: one line, or None."""
    kind = event.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        return "by_hand: unknown kind %r" % (kind,)
    must = [f for f in KINDS[kind][0].split() if f[-1] != "?"]
    may = [f.rstrip("?") for f in KINDS[kind][0].split()] + ["t", "what", "kind", "why"]
    for field in must:
        if event.get(field) is None:
            return "by_hand %s: field %r is missing" % (kind, field)
    for field in event:
        if field not in may:
            return "by_hand %s: unknown field %r" % (kind, field)
    return _value(event, kind)


def _value(event, kind):
    for name in event:
        if name in TYPES and not values.holds(TYPES[name], event[name]):
            return "by_hand %s: field %r has a value of the wrong type" % (kind, name)
    for name, words in (("why", WHYS), ("act", ACTS), ("state", STATES)):
        if name in event and " %s " % event[name] not in words + " ":
            return "by_hand %s: %s is one of%s" % (kind, name, words)
    for name in ("amount", "to"):
        if event.get(name) is not None and event[name] < 0:
            return "by_hand %s: %s is 0 or more" % (kind, name)
    named = [event["card"]] if event.get("card") is not None else event.get("cards") or []
    for card in named:
        if card == "JK" or not cards.is_known(card):
            return "by_hand %s: %r is no card" % (kind, card)
    if len(set(named)) != len(named) or len(named) > 7:
        return "by_hand %s: a card is named twice, or too many are" % kind
    if kind in ("board", "cards", "chips") and not event[kind if kind == "chips" else "cards"]:
        return "by_hand %s: nothing is named" % kind
    for chips in list(event.get("chips") or ()) + list((event.get("awards") or {}).values()):
        if chips <= 0:
            return "by_hand %s: chips are more than 0" % kind
    return None
