"""Cards with another back: found in the stub, or in play. Loaded when one comes to light."""

from shared_rules import zones
from shared_rules.hand.cards.deck import PLACES, found, record


def moved(hand, frm, to):
    """A foreign card has moved."""
    if frm == zones.MOUTH and to != zones.MUCK and zones.kind(to) in PLACES:
        _dealt_after_all(hand)
    found_at(hand, frm if to == zones.MUCK else to)
    _put_away(hand, frm, to)


def found_at(hand, zone):
    """A card with another back: in the stub it may be told apart from one in play.

    One that has left the stub and reached no place yet was found in the stub.
    """
    if zone == zones.OFF:
        return
    if zone == zones.STUB:
        found(hand, "deck.foreign_in_stub")
    elif zone == zones.MOUTH:
        found(hand, "deck.foreign_in_stub", **_next_card(hand))
    else:
        found(hand, "deck.foreign_in_hand", zones.seat_of(zone))


def _next_card(hand):
    """How a book that has a foreign card scrapped rules on the next card: it is replaced."""
    scrap = hand.book.outcome("deck.joker_in_stub")
    if "discard_as_scrap" not in hand.book.outcome("deck.foreign_in_stub").steps:
        return {}
    return {"ruling": scrap.ruling, "steps": scrap.steps, "decided_by": scrap.decided_by}


def _dealt_after_all(hand):
    """A foreign card that had stopped on its way is dealt: it was not found in the stub."""
    if hand.withdraw("deck.foreign_in_stub"):
        record(hand)["found"].remove(["deck.foreign_in_stub", None])


def _put_away(hand, frm, to):
    """A foreign card leaves board or burns again, before anybody has acted on it."""
    if frm not in (zones.BOARD, zones.BURN) or to not in (zones.OFF, zones.MUCK):
        return
    board = hand.pending.get("board")
    if frm == zones.BURN or (board is not None and board["mark"] == len(hand.actions)):
        record(hand)["put_away"] = len(hand.actions)


def dealt_on(hand):
    """A foreign card was put away unacted on and the next one dealt: it was found in the stub."""
    if hand.pending["deck"].pop("put_away") != len(hand.actions):
        return
    if hand.withdraw("deck.foreign_in_hand"):
        found(hand, "deck.foreign_in_stub")
        r = hand.rulings[-1]
        r["left"] = [step for step in r["left"] if step != "discard_as_scrap"]
