"""A joker that comes to light where none is used: in the deal, in a hand, in the stub."""

from shared_rules import zones
from shared_rules.hand.cards import joker
from shared_rules.hand.cards.deal_order import FORCED
from shared_rules.hand.cards.deck import JOKER, found


def moved(hand, ev):
    """A joker that changes its place."""
    _leaves(hand, ev)
    found_in(hand, ev["to"], ev)


def found_in(hand, zone, ev=None):
    """Rule on a joker in a zone; ``ev``: the move that brought it there, None: it was read."""
    if joker.in_use(hand):
        return
    seat = zones.seat_of(zone)
    if seat is not None:
        jokers = hand.pending.setdefault("jokers", [])  # seats that were dealt one
        if seat not in jokers:
            jokers.append(seat)
        comes = ev is not None and ev["from"] in (zones.STUB, zones.MOUTH)  # on whatever street
        if not comes and _acted(hand, seat):
            found(hand, "deal.joker_acted_on", seat)
        elif _last_dealt(hand):
            found(hand, "deal.joker_in_deal", seat)  # the card below it is still there
        else:
            found(hand, "deal.joker_in_hand", seat)
    elif hand.game.index(hand.street) <= 0 and not hand.board and zone == zones.MOUTH:
        found(hand, "deal.joker_in_deal")
    elif ev is None or ev["from"] in (zones.STUB, zones.MOUTH):
        dealt_from = zone not in (zones.BOARD, zones.BURN, zones.MUCK)
        in_deal = hand.game.index(hand.street) <= 0 and dealt_from
        found(hand, "deal.joker_in_deal" if in_deal else "deck.joker_in_stub")


def _leaves(hand, ev):
    """A joker taken from a hand: who acts on it afterwards acts on the card in its place."""
    seat = zones.seat_of(ev["from"])
    if seat in hand.pending.get("jokers", ()) and ev["to"] != ev["from"]:
        hand.pending["jokers"].remove(seat)


def _last_dealt(hand):
    """True when the joker was the last card that came off the deck."""
    cards = (hand.pending.get("deal") or {}).get("cards")
    return bool(cards) and cards[-1][1] == JOKER


def _acted(hand, seat):
    """True for who has acted in this hand; whoever is still in after its first betting has."""
    for a in hand.actions:
        if a["seat"] == seat and a["act"] not in FORCED:
            return True
    later = hand.game.index(hand.street) > 0 or hand.phase in ("closed", "showdown")
    return later and not hand.from_start and seat not in hand.all_in
