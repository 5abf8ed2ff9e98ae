"""Cards dealt or drawn to settle an order: the button of a new game, who moves, who sits where.

The event ``race_cards`` outside a color-up: one card a seat, ``order`` as they were served.
"""

from shared_rules.cards import rank_value, suit_value


def on_race_cards(hand, ev):
    """Highest card by suit is first; lowest for the button of a low game (rrop-6:S2-SEAT-6)."""
    if hand.setup.get("color") or hand.phase not in ("none", "setup", "over"):
        return
    best, seat = None, None
    low = hand.game.low is not None and hand.game.high is None
    for key in sorted(ev["cards"]):
        for card in ev["cards"][key]:
            rank = (rank_value(card), suit_value(card))
            if rank[0] and (best is None or (rank < best if low else rank > best)):
                best, seat = rank, int(key)
    order = ev.get("order")
    if order and list(order) != sorted(order):
        hand.rule("frame.draw_out_of_order", seat=order[0])  # served from the dealer's left on
        return
    if seat is not None:
        hand.rule("frame.draw_for_order", seat=seat, irregular=False)


HANDLERS = (("race_cards", on_race_cards),)
