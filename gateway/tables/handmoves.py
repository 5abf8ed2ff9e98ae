"""What a record keeps of a hand besides its actions: how it began, and where its cards went.

Cards stand by name only where the vault has made them public, else as ``??``. With it every file
format of ``gateway/exports`` can be written later, from the record alone.
"""

from shared_rules import games, zones
from shared_rules.cards import is_known

UNKNOWN = "??"
BEYOND_MAX = 100  # records: a table deals no more in the hours a wrong clock is noticed in
# of a setup: what a file of the hand needs; names, cards and chips of others are not in it
START = (
    "game", "betting", "format", "seats", "button", "sb_seat", "bb_seat", "sb", "bb",
    "ante", "ante_type", "antes", "straddles", "posts", "bring_in", "small_bet", "big_bet",
    "smallest_chip",
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


def latest(records):
    """Records of a table, oldest first, without those that a later one stands in place of."""
    return list(latest_on(records))


def latest_on(records):
    """``latest`` one at a time, oldest first: each waits for the next, which may stand for it."""
    held = None
    for record in records:
        stands = held is not None
        if stands and not (record.get("amended") and record.get("key") == held.get("key")):
            yield held
        held = record
    if held is not None:
        yield held


def latest_back(records):
    """``latest`` of records that come newest first, one at a time, newest first."""
    replaced = None  # ``(key,)`` of the hand whose earlier records no longer stand
    for record in records:
        key = (record.get("key"),)
        if key != replaced:
            yield record
        replaced = key if record.get("amended") else None


def since(records, is_beyond):
    """Of records in order those that are not beyond a span, until nothing else follows: that is
    believed after ``BEYOND_MAX`` in a row, since a clock may have been put right meanwhile.

    Newest first the older ones are beyond it, oldest first the newer ones.
    """
    beyond = 0
    for record in records:
        beyond = beyond + 1 if is_beyond(record) else 0
        if beyond > BEYOND_MAX:
            return
        if not beyond:
            yield record


def keyed_in(tokens):
    """``{token: card}`` of the tokens a person keyed: they name their cards themselves."""
    return {token: token for token in tokens if is_known(token)}


def moves_of(events, public, start=None):
    """Moves of cards that players see, in order: ``deal board draw muck show back``.

    ``{"do", "seat"?, "nth"?, "cards"?, "count"?}``; ``nth``: which of the cards dealt to that seat,
    from 0. ``public``: token -> card. ``start``: see ``start_of``, for cards dealt unread.
    """
    dealt, out = {}, []  # seat -> tokens in the order dealt
    for event in events:
        if event["what"] == "draw":
            out.append({"do": "draw", "seat": event["seat"], "count": event.get("count", 0)})
        elif event["what"] == "card_move":
            move = _move(event, dealt, public)
            if move:
                out.append(move)
        elif event["what"] == "by_hand":
            _keyed(event, dealt, out, start or {})
    return out


def _keyed(event, dealt, out, start):
    """What a person keyed of the cards; ``keyed`` stands in each such move."""
    kind, cards = event["kind"], event.get("cards")
    if kind == "dealt":
        game = games.find(start.get("game"))
        first = game.streets[0] if game else None
        for seat in start.get("dealt_in", ()) if first else ():
            _unread(seat, first.down + first.up, dealt, out)
    elif kind == "board":
        out.append({"do": "board", "cards": list(cards), "keyed": True})
    elif kind == "card":
        _board_card(out, event["n"] - 1, event.get("card"))
    elif kind == "cards":
        seat, count = event["seat"], len(cards)
        _unread(seat, count, dealt, out)
        held = dealt[seat]
        nth = list(range(len(held) - count, len(held)))
        out.append({"do": "show", "seat": seat, "nth": nth, "cards": list(cards), "keyed": True})


def _unread(seat, count, dealt, out):
    """See that a seat was dealt so many cards: those that lack were read by nobody."""
    held = dealt.setdefault(seat, [])
    nth = list(range(len(held), count))
    if nth:
        out.append({"do": "deal", "seat": seat, "nth": nth, "cards": [UNKNOWN] * len(nth)})
        held += [UNKNOWN] * len(nth)


def _board_card(out, at, card):
    """Put the card ``at`` (from 0) of the board right in the moves that brought it there."""
    for move in out:
        if move["do"] != "board":
            continue
        if at < len(move["cards"]):
            if card is None:
                move["cards"].pop(at)
            else:
                move["cards"][at] = card
                move["keyed"] = True
            return
        at -= len(move["cards"])


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
