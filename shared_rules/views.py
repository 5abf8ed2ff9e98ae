"""What may be shown of a table: plain data for projections; loaded when somebody looks."""

from shared_rules.hand.showdown import pots


def of(table):
    """Public facts of a table; cards are tokens, hole cards never listed (``Table.view``)."""
    hand = table.hand
    if hand is None:
        return {"phase": "idle", "hand_id": None, "seats": [], "board": [], "pot": 0}
    to_act = None
    if hand.turn is not None:
        call, low, high = hand.bounds(hand.turn)
        to_act = {"seat": hand.turn, "call": call, "min": low, "max": high}
    return {
        "hand_id": hand.setup.get("hand_id"),
        "hand": table.hands,
        "game": hand.game.name,
        "betting": hand.betting,
        "rulebook": hand.book.name,
        "phase": hand.phase,
        "street": hand.street,
        "button": hand.button,
        "sb_seat": hand.sb_seat,
        "bb_seat": hand.bb_seat,
        "sb": hand.sb,
        "bb": hand.bb,
        "ante": hand.ante,
        "board": list(hand.board),
        "pot": hand.pot_total(),
        "pots": [{"amount": p[0], "seats": list(p[1])} for p in pots.build(hand)],
        "to_act": to_act,
        "seats": [_seat_view(hand, seat) for seat in hand.seats],
        "last_action": dict(hand.actions[-1]) if hand.actions else None,
        "awarded": dict(hand.awarded),
        "t": hand.t,
        "events": hand.n + 1,  # of this hand: what a ruling's evidence counts
    }


def _seat_view(hand, seat):
    state = "out"
    if seat in hand.live:
        state = "all_in" if seat in hand.all_in else "live"
    elif seat in hand.dealt_in and hand.phase != "setup":
        state = "folded" if hand.started is not None or not hand.from_start else "out"
    return {
        "seat": seat,
        "name": (hand.setup.get("names") or {}).get(str(seat)),
        "stack": hand.stacks.get(seat),
        "bet": hand.bet(seat),
        "front": hand.front.get(seat, 0),
        "state": state,
        "cards": len(hand.held(seat)),
        "shown": list(hand.held(seat)) if seat in hand.shown else [],
    }
