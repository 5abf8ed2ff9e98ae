"""Kill pots (rrop-6:S13): legs, the pot that kills the next one, the kill button.

Only where the setup says that the game is played with a kill.
"""


def on_pot_awarded(hand, ev):
    """A pot was won: what becomes of the kill button."""
    kill = hand.setup.get("kill")
    if not kill or ev.get("pot") == "side":
        return
    if hand.game.low and hand.game.high:
        key, seat = _high_low(hand, ev, kill)
    else:
        key, seat = _legs(hand, ev, kill)
    due = hand.book.outcome(key).ruling == "kill_due"
    hand.rule(key, seat=seat, amount=blind(hand, kill) if due else None, irregular=False)


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
        return "frame.kill_due", ev["seats"][0]
    killer = _killer(hand)
    if killer is not None and killer in ev["seats"] and len(ev["seats"]) > 1:
        return "frame.kill_due", killer
    return "frame.kill_not_due", None


def _killer(hand):
    """Seat that posted the kill in this hand, None when it is no kill pot."""
    for seat in hand.posted:
        for kind, _ in hand.posted[seat]:
            if kind == "kill":
                return seat
    return None


def _legs(hand, ev, kill):
    """Two pots in a row: the second must bring a full bet beyond the blinds."""
    holder, seats = kill.get("button_with"), ev["seats"]
    killer = _killer(hand)
    if len(seats) > 1:
        if killer is not None and killer in seats:
            return "frame.kill_due", killer
        if holder is not None and holder in seats:
            return "frame.kill_leg_kept", holder
        return "frame.kill_neutral", None
    if killer is not None and seats[0] == killer:
        return "frame.kill_due", killer
    if holder is None or seats[0] != holder:
        return "frame.kill_first_leg", seats[0]
    if _amount(hand, ev) < hand.sb + hand.bb + hand.small_bet:
        return "frame.kill_not_due", holder
    return "frame.kill_due", holder


HANDLERS = (("pot_awarded", on_pot_awarded),)
