"""What a record keeps of a hand besides its actions: how it began, and where its cards went.

Cards stand by name only where the vault has made them public, else as ``??``. With it every file
format of ``gateway/exports`` can be written later, from the record alone.
"""

from shared_rules import zones

UNKNOWN = "??"
# of a setup: what a file of the hand needs; names, cards and chips of others are not in it
START = (
    "game", "betting", "format", "seats", "button", "sb_seat", "bb_seat", "sb", "bb",
    "ante", "ante_type", "antes", "straddles", "posts", "bring_in", "small_bet", "big_bet",
)  # fmt: skip


def start_of(engine):
    """How the hand in play began, as plain values; None for an engine that does not say."""
    hand = getattr(engine, "hand", None)
    setup = getattr(hand, "setup", None)
    if not setup:
        return None
    made = {k: setup[k] for k in START if setup.get(k) is not None}
    made["stacks"] = {str(seat): n for seat, n in sorted(hand.stacks_before.items())}
    made["dealt_in"] = list(hand.dealt_in)
    made["rulebook"] = getattr(hand.book, "name", "")
    return made


def moves_of(events, public):
    """Moves of cards that players see, in order: ``deal board draw muck show back``.

    ``{"do", "seat"?, "nth"?, "cards"?, "count"?}``; ``nth``: which of the cards dealt to that seat,
    from 0. ``public``: token -> card.
    """
    dealt, out = {}, []  # seat -> tokens in the order dealt
    for event in events:
        if event["what"] == "draw":
            out.append({"do": "draw", "seat": event["seat"], "count": event.get("count", 0)})
        elif event["what"] == "card_move":
            move = _move(event, dealt, public)
            if move:
                out.append(move)
    return out


def _move(event, dealt, public):
    source, target, tokens = event["from"], event["to"], event["cards"]
    cards = [public.get(t, UNKNOWN) for t in tokens]
    if target == zones.BOARD and source != target:
        return {"do": "board", "cards": cards}
    if zones.kind(target) == "seat" and source != target:
        seat = zones.seat_of(target)
        held = dealt.setdefault(seat, [])
        first = len(held)
        held += tokens
        return {"do": "deal", "seat": seat, "nth": list(range(first, len(held))), "cards": cards}
    if zones.kind(source) != "seat":
        return None
    seat = zones.seat_of(source)
    held = dealt.get(seat, [])
    nth = [held.index(t) for t in tokens if t in held]
    if source == target:
        return {"do": "show", "seat": seat, "nth": nth, "cards": cards}
    do = "muck" if target == zones.MUCK and event.get("by") == "player" else "back"
    return {"do": do, "seat": seat, "nth": nth}
