"""Kill pots (rrop-6:S13): legs, the pot that kills the next one, the kill button.

Only where the setup says that the game is played with a kill.
"""


def on_pot_awarded(hand, ev):
    """A pot was won: what becomes of the kill button."""
    if not hand.setup.get("kill") or ev.get("pot") == "side" or not ev["seats"]:
        return
    last = hand.pending.get("kill_won")
    if last and last["played"] and _played(hand):
        # another part of the same pot: the hand is as it was before, won by all of them
        hand.pending["kill_now"] = last["before"]
        seats = sorted(set(last["seats"] + list(ev["seats"])))
        ev = dict(ev, seats=seats, amount=last["amount"] + _amount(hand, ev))
        ev.pop("each", None)
    before = now(hand)
    key, seat, amount = _ruled(hand, ev, before)
    hand.pending["kill_won"] = {
        "played": _played(hand),
        "before": before,
        "started": hand.started,
        "seats": list(ev["seats"]),
        "amount": _amount(hand, ev),
    }
    hand.pending["kill_now"] = _moved(hand, before, key, seat, amount)
    hand.rule(key, seat=seat, amount=amount, irregular=False)


def _played(hand):
    """True for a pot of the hand in view; else just its award is told, each of another hand."""
    return hand.phase not in ("none", "setup") and hand.next_started is None


def now(hand):
    """The setup's ``kill`` as the pots awarded since have left it."""
    game = hand.pending.get("kill_now") or hand.setup.get("kill") or {}
    lost = hand.pending.get("leg_lost")
    if lost is not None and game.get("button_with") == lost:
        game = dict(game, button_with=None)
    return game


def _ruled(hand, ev, game):
    """(situation, seat, kill blind that follows or None) of a pot that was won."""
    find = _high_low if hand.game.low and hand.game.high else _legs
    key, seat = find(hand, ev, game)
    return key, seat, _next_blind(hand, game, key)


def _next_blind(hand, game, key):
    """Blind of the kill that follows from an award; None when none does."""
    if hand.book.outcome(key).ruling != "kill_due":
        return None
    if key == "kill.again":  # the same amount as before (rrop-6:S13-7)
        seat = killer(hand)
        return game.get("amount") if seat is None else posted(hand, seat)
    return blind(hand, game)


def _moved(hand, game, key, seat, amount):
    """The setup's ``kill`` after a pot: who holds a leg, who must kill the next one."""
    game = dict(game)
    for name in ("due", "amount"):
        game.pop(name, None)
    if amount is not None:
        game["due"], game["amount"] = seat, amount
    leg = key in ("frame.kill_first_leg", "frame.kill_leg_kept", "frame.kill_not_due")
    game["button_with"] = seat if leg and not (hand.game.low and hand.game.high) else None
    return game


def after_hand(hand):
    """The setup's ``kill`` for the next hand: as the awards left it, else from the chips pushed.

    Seats of several pots that were pushed without a word count as one split pot. An award that
    was put right since is read from the chips.
    """
    winners = sorted([s for s in hand.awarded if hand.awarded[s]])
    last = hand.pending.get("kill_won")
    if last and (not winners or not [s for s in last["seats"] if s not in winners]):
        return dict(now(hand))
    before = last["before"] if last else now(hand)
    if not winners or not hand.book.value("frame.kill"):
        game = dict(before)
        for name in ("due", "amount"):
            game.pop(name, None)
        return game
    ev = {"seats": winners, "amount": hand.pot_total(), "scoop": len(winners) == 1}
    hand.pending["kill_now"] = _moved(hand, before, *_ruled(hand, ev, before))
    return dict(now(hand))


def due(hand):
    """(seat, kill blind or None) that this hand must be killed with; (None, None) for none."""
    game = now(hand)
    return game.get("due"), game.get("amount")


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
        again = _killed_by(hand, kill) == ev["seats"][0]
        return "kill.again" if again else "frame.kill_due", ev["seats"][0]
    was = _killed_by(hand, kill)
    if was is not None and was in ev["seats"] and len(ev["seats"]) > 1:
        return "kill.again", was
    return "frame.kill_not_due", None


def killer(hand):
    """Seat that posted the kill in this hand, None when it is no kill pot."""
    for seat in hand.posted:
        for kind, _ in hand.posted[seat]:
            if kind == "kill":
                return seat
    holder = (hand.setup.get("kill") or {}).get("button_with")
    if hand.from_start or holder is None or hand.setup["street"] != hand.game.streets[0].name:
        return None
    # taken up with the kill lying there: more than the blind before the seat that has the button
    lying = hand.setup.get("bets", {}).get(str(holder), 0)
    return holder if lying == blind(hand, hand.setup["kill"]) else None


def _killed_by(hand, game):
    """Seat that killed this pot; where no chips of the hand were told, who had to."""
    return game.get("due") if killer(hand) is None and not hand.posted else killer(hand)


def posted(hand, seat):
    """Chips the killer posted."""
    for kind, amount in hand.posted.get(seat, ()):
        if kind == "kill":
            return amount
    return blind(hand, hand.setup["kill"])


def _beyond_blinds(hand, ev):
    """Chips won that are no part of the blinds (rrop-6:S13-3).

    Where the acts of the hand were told: what others put in beyond their blinds, for nobody wins
    what is the own. Of a pot just told by its size: all of it but the blinds.
    """
    acts = [a for a in hand.actions if a["act"] not in ("post", "ante")]
    if not acts or not hand.from_start or not _played(hand):
        return _amount(hand, ev) - hand.sb - hand.bb
    won = 0
    for seat in hand.paid:
        if seat not in ev["seats"]:
            blinds = sum([amount for kind, amount in hand.posted.get(seat, ()) if kind != "ante"])
            won += max(0, hand.paid[seat] - blinds)
    return won


def _legs(hand, ev, kill):
    """Two pots in a row: the second must bring a full bet beyond the blinds."""
    holder, seats = kill.get("button_with"), ev["seats"]
    was = _killed_by(hand, kill)
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
    if _beyond_blinds(hand, ev) < hand.small_bet:
        return "frame.kill_not_due", holder
    return "frame.kill_due", holder


HANDLERS = (("pot_awarded", on_pot_awarded),)
