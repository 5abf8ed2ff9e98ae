"""The deck: fouled decks, foreign and duplicate cards, jokers, a dropped stub, deck changes.

What a table may know without knowing cards: that a tag is not of the deck (``x...``), how many
tags there are, that two places show the same known card. Names of cards count only where they are
known; tokens are never compared across zones (a tag read twice is a reader's matter).
"""

from shared_rules import zones
from shared_rules.cards import FOREIGN, NAMED, is_known

JOKER = "JK"
PLACES = ("seat", zones.BOARD, zones.BURN)  # kinds of zones in which a card counts


def record(hand):
    """What has been found about the deck in this hand."""
    d = hand.pending.get("deck")
    if d is None:
        d = {"seen": {}, "damaged": False, "found": []}
        s = hand.setup  # without cards in it every card in play was seen to come
        d["all_seen"] = not (s.get("hands") or s.get("board") or s.get("upcards"))
        hand.pending["deck"] = d
    return d


def over(hand):
    """True when the hand the deck served is done and the next has begun."""
    return hand.next_started is not None


def found(hand, key, seat=None, **how):
    """Rule once on a fault of the deck; after the next hand's start the result stands.

    Another card of the stub that is none is ruled on once the one before was put away. ``how``:
    what is known beyond the book, as for ``Hand.rule``.
    """
    d = record(hand)
    if over(hand):
        key, how = "deck.fault_after_new_hand", {}
    if [key, seat] not in d["found"]:
        d["found"].append([key, seat])
    else:
        before = hand.ruled(key)
        if key[-8:] != "_in_stub" or before is None or before["open"]:
            return
    hand.rule(key, seat=seat, **how)


# -- cards ------------------------------------------------------------------------------------


def on_card_move(hand, ev):
    """Foreign tags and jokers as they come to light, and a card that lies twice."""
    frm, to = ev["from"], ev["to"]
    pending = hand.pending
    if frm == to and ev.get("lifted") and zones.kind(to) == "seat":
        pending.setdefault("looked", []).append(zones.seat_of(to))
    if frm == zones.STUB and "deck" in pending and "put_away" in pending["deck"]:
        from shared_rules.hand.cards import foreign_backs

        foreign_backs.dealt_on(hand)
    d = None
    if zones.kind(to) in PLACES:
        d = pending["deck"] if "deck" in pending else record(hand)
    for token in ev["cards"]:
        if token in NAMED or (is_known(token) and token != JOKER):
            if d is not None:
                _known(hand, d, token, to, frm)
        elif token[:1] == FOREIGN:
            from shared_rules.hand.cards import foreign_backs

            foreign_backs.moved(hand, frm, to)
        elif token == JOKER:
            from shared_rules.hand.cards import joker_held

            joker_held.moved(hand, ev)


def _known(hand, d, token, zone, frm):
    """A named card in one of the ``PLACES`` that already lies somewhere else is there twice, and so
    is one that has come off the deck to where its like lies: it cannot have been read anew."""
    seen = d["seen"]
    if token not in seen and d["all_seen"]:
        seen[token] = zone
        return
    if frm == zones.STUB and hand.at.get(zone, ()).count(token) > 1:  # the move is made already
        found(hand, "deck.duplicate")
        return
    before = seen.get(token)
    seen[token] = zone
    if before is not None and before not in (frm, zone) and _lies(hand, token, before):
        found(hand, "deck.duplicate")
        return
    for other in hand.at:
        if token in hand.at[other] and other not in (zone, frm) and _counts(hand, other):
            found(hand, "deck.duplicate")
            return


def _counts(hand, zone):
    """True for places where a card is in play: a seat's hand, the board, the burn cards."""
    if zone in (zones.BOARD, zones.BURN):
        return True
    return zones.kind(zone) == "seat" and zones.seat_of(zone) in hand.seats


def _lies(hand, token, zone):
    """True when the card was not seen to leave the zone since."""
    return token in hand.at.get(zone, ()) or token in record(hand).get("read", {}).get(zone, ())


# -- what players do with it ------------------------------------------------------------------


def on_action(hand, ev):
    """A player who acts on a hand with a joker in it (before the act is accepted)."""
    drawn = hand.phase == "draw" and ev["what"] == "action"  # who raps there stands pat
    if ev["seat"] not in hand.pending["jokers"] or not (drawn or hand.phase in ("betting", "deal")):
        return
    if ev["what"] != "chips_move" or zones.kind(ev["to"]) == "line":
        found(hand, "deal.joker_acted_on", ev["seat"])
        from shared_rules.hand import incidents  # it is no card to be replaced any more

        incidents.settle(hand, "deal.joker_in_hand", ev["seat"])
        incidents.settle(hand, "deal.joker_in_deal", ev["seat"])


HANDLERS = (
    ("card_move", on_card_move),
    ("action", on_action, None, "jokers"),
    ("declare", on_action, None, "jokers"),
    ("gesture", on_action, None, "jokers"),
    ("chips_move", on_action, "*>line", "jokers"),
)
