"""Kill pots (rrop-6:S13): legs, the pot that kills the next one, the kill button.

Only where the setup says that the game is played with a kill.
"""


def on_pot_awarded(hand, ev):
    """A pot was won: what becomes of the kill button."""
    kill = hand.setup.get("kill")
    if not kill or ev.get("pot") == "side" or not ev["seats"]:
        return
    if hand.game.low and hand.game.high:
        key, seat = _high_low(hand, ev, kill)
    else:
        key, seat = _legs(hand, ev, kill)
    amount = _next_blind(hand, kill, key)
    if amount is not None and hand.from_start and hand.started is None:
        hand.pending["kill_due"] = (seat, amount)  # the pot of the hand before: this one is killed
    hand.rule(key, seat=seat, amount=amount, irregular=False)


def _next_blind(hand, kill, key):
    """Blind of the kill that follows from an award; None when none does."""
    if hand.book.outcome(key).ruling != "kill_due":
        return None
    if key == "kill.again":  # the same amount as before (rrop-6:S13-7)
        for kind, amount in hand.posted[killer(hand)]:
            if kind == "kill":
                return amount
    return blind(hand, kill)


def after_hand(hand):
    """The setup's ``kill`` for the next hand, from the pots as they were pushed.

    Seats of several pots count as one split pot; the first pot (the main one) decides.
    """
    game = dict(hand.setup["kill"])
    winners = sorted([s for s in hand.awarded if hand.awarded[s]])
    for key in ("due", "amount"):
        game.pop(key, None)
    if not winners or not hand.book.value("frame.kill"):
        return game
    ev = {"seats": winners, "amount": hand.pot_total(), "scoop": len(winners) == 1}
    find = _high_low if hand.game.low and hand.game.high else _legs
    key, seat = find(hand, ev, hand.setup["kill"])
    amount = _next_blind(hand, hand.setup["kill"], key)
    if amount is not None:
        game["due"], game["amount"] = seat, amount
    leg = key in ("frame.kill_first_leg", "frame.kill_leg_kept", "frame.kill_not_due")
    game["button_with"] = seat if leg and find is _legs else None
    if game["button_with"] is not None and game["button_with"] == hand.pending.get("leg_lost"):
        game["button_with"] = None
    return game


def due(hand):
    """(seat, kill blind or None) that this hand must be killed with; (None, None) for none."""
    game = hand.setup.get("kill") or {}
    if game.get("due"):
        return game["due"], game.get("amount")
    return hand.pending.get("kill_due", (None, None))


def blind(hand, kill):
    """The kill blind: twice the big blind, half a kill one and a half times (rrop-6:S13)."""
    return 2 * hand.bb if kill.get("size") == "full" else hand.bb + hand.bb // 2


def _amount(hand, ev):
    if ev.get("amount") is not None:
        return ev["amount"]
    if ev.get("each") is not None:
        return ev["each"] * len(ev["seats"])
    return hand.pot_total()


def _high_low(hand, ev, kill):
    """High-low: a scooped pot of ``frame.kill_scoop_bets`` upper limits kills the next one."""
    scoop = ev.get("scoop", False) and len(ev["seats"]) == 1
    limit = kill.get("upper_limit", hand.big_bet)
    enough = _amount(hand, ev) >= hand.book.value("frame.kill_scoop_bets", 0) * limit
    if scoop and enough:
        again = killer(hand) == ev["seats"][0]
        return "kill.again" if again else "frame.kill_due", ev["seats"][0]
    was = killer(hand)
    if was is not None and was in ev["seats"] and len(ev["seats"]) > 1:
        return "kill.again", was
    return "frame.kill_not_due", None


def killer(hand):
    """Seat that posted the kill in this hand, None when it is no kill pot."""
    for seat in hand.posted:
        for kind, _ in hand.posted[seat]:
            if kind == "kill":
                return seat
    return None


def _legs(hand, ev, kill):
    """Two pots in a row: the second must bring a full bet beyond the blinds."""
    holder, seats = kill.get("button_with"), ev["seats"]
    was = killer(hand)
    if len(seats) > 1:
        if was is not None and was in seats:
            return "kill.again", was
        if holder is not None and holder in seats:
            return "frame.kill_leg_kept", holder
        return "frame.kill_neutral", None
    if was is not None and seats[0] == was:
        return "kill.again", was
    if holder is None or seats[0] != holder:
        return "frame.kill_first_leg", seats[0]
    if _amount(hand, ev) < hand.sb + hand.bb + hand.small_bet:
        return "frame.kill_not_due", holder
    return "frame.kill_due", holder


HANDLERS = (("pot_awarded", on_pot_awarded),)
