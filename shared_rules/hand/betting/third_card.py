"""Crazy pineapple: the third card is given up, with the act on the flop or later than that."""

from shared_rules import zones
from shared_rules.hand.betting import acting, turn_order


def given_up(hand, seat, ev):
    """True for a single card that leaves a hand which stays."""
    if _in_time(hand, seat, ev):
        if hand.phase == "betting" and ev["by"] == "player":
            turn_order.discarded_late(hand, seat)
        return True
    return ev["to"] == zones.MUCK and _too_late(hand, seat, ev)


def _in_time(hand, seat, ev):
    """True on the street that has players give up a card."""
    street = hand.game.street(hand.street)
    if street is None or not street.discard:
        return False
    if acting.is_discard(hand, ev):
        return True
    unknown = not hand.held(seat) and not hand.from_start
    return unknown and len(ev["cards"]) == 1


def _too_late(hand, seat, ev):
    """True on a later street; that it was kept so long is ruled on."""
    if hand.game.index(hand.street) < 1 or ev["by"] != "player" or seat not in hand.live:
        return False
    key, held = "deal.pineapple_not_discarded", hand.pending.get("counts", {}).get(seat)
    before = hand.ruled(key)
    ruled = before is not None and before["seat"] == seat
    due = hand.game.hole_cards(hand.street)
    if held is None:
        held = len(hand.held(seat))
        if not held and not hand.from_start and len(ev["cards"]) == 1 and not ruled:
            held = due  # nobody saw its cards: one of them is no hand
    if held < due:
        return False
    if not ruled:
        hand.rule(key, seat=seat)
    return True
