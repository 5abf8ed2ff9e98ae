"""Pots: main and side pots, who may win them; pushing them ends the hand."""

from shared_rules import zones

PAYABLE = ("closed", "showdown", "award")  # phases in which a pot is pushed


def build(hand):
    """Pots as a list of (amount, seats that can win), main pot first.

    A layer for every level of all-in; equal sets of seats are one pot. Dead money and chips of
    earlier streets that are not known by seat belong to the main pot.
    """
    levels = []
    for seat in hand.live:
        p = hand.paid.get(seat, 0)
        if p not in levels:
            levels.append(p)
    levels.sort()
    pots = []
    below = 0
    extra = (hand.pot or 0) + hand.dead
    for level in levels:
        amount = extra
        extra = 0
        for seat in sorted(hand.paid):
            p = hand.paid[seat]
            amount += min(max(p - below, 0), level - below)
        seats = [s for s in hand.live if hand.paid.get(s, 0) >= level]
        below = level
        if pots and pots[-1][1] == seats:
            pots[-1] = (pots[-1][0] + amount, seats)
        elif amount:
            pots.append((amount, seats))
    over = 0
    for seat in sorted(hand.paid):
        over += max(hand.paid[seat] - below, 0)
    if over or extra:
        if pots:
            pots[-1] = (pots[-1][0] + over + extra, pots[-1][1])
        else:
            pots.append((over + extra, list(hand.live)))
    return pots


def on_showdown(hand, ev):
    """Betting is over; winners of high and low as the dealer reads them."""
    if hand.phase in ("betting", "closed"):
        hand.set_phase("showdown")
    if "high" in ev or "low" in ev:
        high, low = ev.get("high"), ev.get("low")
        if high is None and not hand.game.high:
            high, low = low, None  # the only winners of a low game, whatever they are keyed as
        hand.winners = (high, low)


def of_hand_before(hand, awards):
    """True for pots that were pushed before the hand in view began."""
    return hand.from_start and (hand.started is None or awards[-1][2] <= hand.started)


def _note_award(hand, seats, amount, ev, several=False):
    """Remember what was pushed to whom, and when (``disputes.py``)."""
    awards = hand.pending.setdefault("awards", [])
    if awards and hand.started is not None and of_hand_before(hand, awards):
        del awards[:]
    if several and awards and awards[-1][0] == seats:
        amount += awards.pop()[1]  # one pot in several pushes
    awards.append([seats, amount, ev["t"], ev.get("pot")])


def on_pot_awarded(hand, ev):
    """Pot pushed, keyed: seats, total or amount for each."""
    amount = ev.get("amount")
    if amount is None and ev.get("each") is not None:
        amount = ev["each"] * len(ev["seats"])
    _note_award(hand, list(ev["seats"]), hand.pot_total() if amount is None else amount, ev)
    if hand.from_start and hand.started is None:
        return
    if amount is not None and len(ev["seats"]) > 1:
        from shared_rules.hand.showdown import odd_chips  # where several share it

        odd_chips.pushed(hand, ev, amount)
    if ev.get("each") is not None:
        for seat in ev["seats"]:
            award(hand, seat, ev["each"])
        return
    if ev.get("amount") is not None:
        amount = ev["amount"] - own_uncalled(hand, ev["seats"], ev["amount"])
    elif hand.phase in PAYABLE:  # not said how much: what is left, unless it is one pot of several
        amount = hand.pot_total() - awarded_total(hand) if ev.get("pot") is None else 0
        for seat in ev["seats"]:
            hand.awarded.setdefault(seat, 0)  # that it was pushed is known, if not how much
    else:
        amount = 0
    if amount > 0:
        from shared_rules.hand.showdown import shares  # where pots are split

        part = shares.split(hand, amount, ev["seats"])
        for seat in sorted(part):
            award(hand, seat, part[seat])


def own_uncalled(hand, seats, amount):
    """The bet of the winner that nobody called, where it was counted with the pot."""
    if hand.uncalled is None or list(seats) != [hand.uncalled[0]]:
        return 0
    over = awarded_total(hand) + amount - hand.pot_total()
    return over if over == hand.uncalled[1] else 0


def on_pulled_in(hand, ev):
    """The bet of a seat goes into the pot, and with that of a folded hand a blind that was left out
    of it (``wager.blind_apart``) and that nobody has given back: it is dead money."""
    pulled = hand.pending.setdefault("pot_in", {})
    seat = zones.seat_of(ev["from"])
    amount = sum(ev["chips"])
    pulled[seat] = pulled.get(seat, 0) + amount
    act = hand.pending.get("acts", {}).get(seat)
    if act is not None and seat not in hand.live and seat in hand.stacks:
        blind = act["spot"].blind
        if blind and amount == (act["to"] or 0) + blind:  # None: what was put in is no act yet
            hand.stacks[seat] -= blind
            hand.dead += blind
    if hand.ante and not hand.dealt:
        hand.pending["antes_in"] = True


def on_pushed(hand, ev):
    """Pot pushed to a seat by the dealer (amounts may come in several moves).

    Chips of the seat that were pulled in but are no part of its wagers (an uncalled bet, the
    change of an oversized chip) go back first; the rest is an award.
    """
    if ev["by"] != "dealer":
        return None
    seat, amount = zones.seat_of(ev["to"]), sum(ev["chips"])
    if hand.phase == "over":
        return _pushed_late(hand, seat, amount)
    amount -= _own_bet_in(hand, seat, amount)
    back = max(0, min(amount, surplus(hand, seat)))
    if hand.phase in PAYABLE and amount > back:
        _note_award(hand, [seat], amount, ev, True)
    if back:
        pulled = hand.pending.setdefault("pot_in", {})
        pulled[seat] = pulled.get(seat, 0) - back
    award(hand, seat, amount - back)
    if "odd_chip" in hand.pending:
        from shared_rules.hand.showdown import odd_chips

        odd_chips.on_paid(hand, ev)
    return True


def _own_bet_in(hand, seat, amount):
    """The bet that the last player left was told to have taken back, where it is just what is
    pushed to that seat beyond the pot: it had been pulled in, and is counted already."""
    own = hand.pending.get("own_back", 0)
    over = awarded_total(hand) + amount - hand.pot_total()
    return own if hand.live == [seat] and over == own else 0


def _pushed_late(hand, seat, amount):
    """A push that is read once the hand was cut: when just the pot was pushed it is known whose."""
    if not hand.pending.get("cut"):
        return None
    hand.awarded[seat] = hand.awarded.get(seat, 0) + amount
    if awarded_total(hand) == hand.pot_total():
        pay_again(hand, hand.awarded)
        record(hand, amended=True)
    return True


def pay_again(hand, won):
    """Give the pot of a hand that is over to others than before: ``won``, seat -> chips."""
    before = hand.pending.get("paid_out") or {}
    for seat in before:
        if seat in hand.stacks:
            hand.stacks[seat] -= before[seat]
    for seat in won:
        if seat in hand.stacks:
            hand.stacks[seat] += won[seat]
    hand.awarded = dict(won)
    hand.pending["paid_out"] = dict(won)
    if hand.pending.get("cut") and awarded_total(hand) == hand.pot_total():
        hand.withdraw("pots.not_conserved")  # nobody need look for the pot any more


def on_own_bet_back(hand, ev):
    """The last player left takes back its own bet: what was called of it is a part of the pot.

    Chips that were no part of the bet (more than the limit allows, change that is still due) are
    the player's own, as what nobody called is.
    """
    seat, amount = zones.seat_of(ev["to"]), sum(ev["chips"])
    if zones.seat_of(ev["from"]) != seat or hand.live != [seat] or hand.phase == "over":
        return
    before = hand.pending.get("own_back", 0)
    hand.pending["own_back"] = before + amount
    uncalled = hand.uncalled[1] if hand.uncalled and hand.uncalled[0] == seat else 0
    lay = before + amount + hand.front.get(seat, 0)
    own = max(uncalled, lay - _still_due(hand, seat))
    called = before + amount - max(own, before)
    award(hand, seat, min(called, hand.pot_total() - awarded_total(hand)))


def _still_due(hand, seat):
    """Chips in front of a seat that the pot is to get: of its called bet and its ante."""
    due = hand.bet(seat) + hand.pending.get("ante_front", {}).get(seat, 0)
    if seat not in hand.stacks_before:
        return due
    return max(0, min(due, _wagered(hand, seat) - hand.pending.get("pot_in", {}).get(seat, 0)))


def _wagered(hand, seat):
    """Chips of a seat in this hand: out of its stack, and those in front as the hand was taken up.

    Needs a stack that was known before the hand.
    """
    bets = hand.setup.get("bets") or {}
    return bets.get(str(seat), 0) + hand.stacks_before[seat] - hand.stacks[seat]


def surplus(hand, seat):
    """Chips of a seat that were pulled into the pot beyond what it wagered; 0 when not known.

    While others play on, those that lie before it count: change may be given before its chip is
    pulled in.
    """
    pulled = hand.pending.get("pot_in", {}).get(seat, 0)
    front = hand.front.get(seat, 0)
    most = pulled + front if len(hand.live) > 1 else pulled
    if not most or seat not in hand.stacks_before:
        return 0
    return min(most, max(0, pulled + front - _wagered(hand, seat)))


def award(hand, seat, amount):
    """Enter chips pushed to a seat; the hand is over when the whole pot is out."""
    if hand.phase not in PAYABLE or amount <= 0:
        return
    hand.awarded[seat] = hand.awarded.get(seat, 0) + amount
    if hand.phase != "award":
        if hand.phase == "showdown":
            hand.pending.pop("acts", None)  # the acts of the last street matter no more
        hand.set_phase("award")
    if awarded_total(hand) >= hand.pot_total():
        finish(hand)


def awarded_total(hand):
    """Chips pushed so far."""
    total = 0
    for seat in hand.awarded:
        total += hand.awarded[seat]
    return total


def conserve(hand):
    """Chips do not come or go by themselves: say so where stacks do not add up after the hand.

    Before: stacks, bets and pot it began with, and what was brought in the open since. After:
    stacks and a pot that waits for the next hand. A table with a stack nobody named knows neither.
    Of a hand that was cut the pot is what somebody has to look for.
    """
    before = hand.pot or 0
    bets = hand.setup.get("bets") or {}
    for seat in bets:
        before += bets[seat]
    added = hand.pending.get("added", {})
    after = hand.pending.get("carry") or 0
    for seat in hand.seats:
        if seat not in hand.stacks_before:
            return
    for seat in hand.stacks_before:
        before += hand.stacks_before[seat] + added.get(seat, 0)
        after += hand.stacks[seat]
    missing = hand.pot_total() if hand.pending.get("cut") else abs(after - before)
    if missing:
        hand.rule("pots.not_conserved", amount=missing)


def is_cut(hand):
    """True for a hand that ends before its betting did, several players in it and nothing awarded.

    Another one was set up or shuffled for: after a restart of its table, or because the rest of it
    was not read. It is no played hand: who won its pot, if anybody did, no reader has seen. Until
    it is known all chips are whose they were, and the floor has to look. A pot that waits for the
    next hand was played for to its end.
    """
    if hand.void() or hand.awarded or hand.winners is not None or hand.pending.get("carry"):
        return False
    return len(hand.live) > 1 and hand.phase in ("deal", "betting", "closed", "draw")


def finish(hand):
    """End the hand: chips to their winners, one ``hand`` output. Works once.

    Without a complete award (a push was not read, or the next hand began) the shares are taken
    from the winners as read, or from the last live hand. Chips of a void hand, and of one that was
    cut, are whose they were.
    """
    if hand.phase == "over":
        return
    cut = is_cut(hand)
    if cut:
        hand.pending["cut"] = True
    if cut or hand.void():
        hand.pending["paid_out"] = back = {}
        for seat in hand.stacks_before:
            back[seat] = hand.stacks_before[seat] - hand.stacks[seat]
            hand.stacks[seat] = hand.stacks_before[seat]
        for seat in list(hand.stacks):
            if seat not in hand.stacks_before:
                del hand.stacks[seat]  # known by its all-in alone, and that does not count
    else:
        won = hand.awarded
        if awarded_total(hand) < hand.pot_total():
            if len(hand.live) == 1:
                won = {hand.live[0]: hand.pot_total()}
            elif hand.winners is not None:
                from shared_rules.hand.showdown import shares  # where pots are split

                won = shares.payoffs(hand, hand.winners)
            elif len(won) == 1:  # chips that were not read on their way went the same way
                won = {seat: hand.pot_total() for seat in won}
            elif won:
                from shared_rules.hand.showdown import shares  # where pots are split

                won = shares.completed(hand, won, hand.pot_total() - awarded_total(hand))
        for seat in sorted(won):
            if seat in hand.stacks:
                hand.stacks[seat] += won[seat]
        hand.pending["paid_out"] = won
    added = hand.pending.get("added", {})
    for seat in added:  # brought to the table during the hand: in play from the next one
        if seat in hand.stacks:
            hand.stacks[seat] += added[seat]
    conserve(hand)
    hand.turn = None
    hand.set_phase("over")
    record(hand)


def record(hand, amended=False):
    """Emit the record of the hand; ``amended``: in place of the one it gave before."""
    out = {
        "k": "hand",
        "hand_id": hand.setup.get("hand_id"),
        "actions": hand.actions,
        "board": list(hand.board),
        "stacks_after": dict(hand.stacks),
        "incidents": hand.incidents(),
        "events": hand.n + 1,
        "t0": hand.started,
        "t1": hand.t,
    }
    if hand.pending.get("cut"):
        out["cut"] = True
    if amended:
        out["amended"] = True
    if hand.pending.get("carry"):
        out["carried"] = hand.pending["carry"]  # a pot nobody opened: it waits for the next hand
    hand.emit(out)


HANDLERS = (
    ("showdown", on_showdown),
    ("pot_awarded", on_pot_awarded),
    ("chips_move", on_pulled_in, "line>pot"),
    ("chips_move", on_pushed, "pot>seat"),
    ("chips_move", on_own_bet_back, "line>seat"),
)
