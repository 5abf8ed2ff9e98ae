"""What goes wrong with words, chips and turns: each needs a moment at which it can happen."""

from tests.detection.ninth.chippile import pick, plain_raise


def _found(hand, flaw, *seats):
    hand.expect = (flaw.prefixes, set(seats))


def _think(hand):
    """The moment of the act; the hands of who may act now are free by then."""
    free = max(hand.free[seat] for seat in hand.betting.queue[:2])
    hand.t = max(hand.t, free) + hand.rng.uniform(1.0, 3.0)
    return hand.t


def _silent(hand, seat, chips, at):
    """Chips without a word, in one motion."""
    for chip in chips:
        hand.stacks[seat].remove(chip)
    hand.put(seat, chips, max(at, hand.free[seat]))
    hand.t = max(hand.t, at) + 0.5


# -- moments


def opens(hand, seat):
    """Nobody has bet on this street, and others are to act."""
    b = hand.betting
    return b.bet == 0 and b.street != "preflop" and len(b.queue) >= 2


def two_owe(hand, seat):
    """This seat and the next two face a bet."""
    queue = hand.betting.queue
    return len(queue) >= 3 and all(hand.betting.owed(s) > 0 for s in queue[:2])


def can_raise(hand, seat):
    """This seat faces a bet and has nothing in front."""
    b = hand.betting
    return (
        b.owed(seat) > 0 and b.bets[seat] == 0 and b.may_raise(seat) and b.stacks[seat] > 8 * b.bet
    )


def owes_much(hand, seat):
    """The bet takes three of the smallest chips at least, and several answer it."""
    return can_raise(hand, seat) and hand.betting.owed(seat) >= 3 * hand.night.worths[0]


def last_to_act(hand, seat):
    """One player is left to act on a bet, after two others at least have."""
    b = hand.betting
    return len(b.queue) == 1 and b.owed(seat) > 0 and len(b.live) >= 3


def has_equal(hand, seat):
    """Equal chips of this player make a bit more than the call."""
    return can_raise(hand, seat) and _equal(hand, seat) is not None


def has_half(hand, seat):
    """Chips make a raise of half the least, or more, and not the least."""
    return can_raise(hand, seat) and _between(hand, seat, 0.5, 0.95) is not None


def has_tiny(hand, seat):
    """Chips make a raise of less than half of the least one."""
    return can_raise(hand, seat) and _between(hand, seat, 0.05, 0.45) is not None


def _equal(hand, seat):
    owed = hand.betting.owed(seat)
    for size in hand.night.worths:
        chips = [c for c in hand.stacks[seat] if c.worth == size]
        count = -(-owed // size)
        if owed % size and 2 <= count <= min(8, len(chips)):
            return chips[:count]
    return None


def _between(hand, seat, low, high):
    """Chips of which none is needed for the call, for a raise by a share of the least one."""
    b = hand.betting
    owed, unit = b.owed(seat), hand.night.worths[0]
    for more in range(unit, b.step, unit):
        if low * b.step <= more <= high * b.step:
            chips = pick(hand.stacks[seat], owed + more, small=True)
            if chips and len(chips) <= 20 and plain_raise(chips, owed):
                return chips
    return None


def _amends(hand, seat, chips, often):
    """Now and then the dealer has the player add what is lacking before the floor comes."""
    hand.stacks[seat] += chips
    if hand.rng.random() < often:
        _silent(hand, seat, chips, hand.t + hand.rng.uniform(2.8, 4.5))


# -- turns and folds


def premature(hand, flaw):
    """The dealer has not seen that one player is to act: bets in, burn, the next street."""
    seat = hand.betting.due()
    street = {"preflop": "flop", "flop": "turn", "turn": "river"}[hand.betting.street]
    hand.t = max(hand.t, hand.dealer_free) + hand.rng.uniform(0.3, 0.9)
    hand.pull(hand.betting.after(hand.night.button))
    hand.burn()
    hand.turn_board(street)
    _found(hand, flaw, seat)


def fold_no_bet(hand, flaw):
    """A hand is thrown away where a check costs nothing."""
    seat = hand.betting.due()
    hand.t = hand.fold(seat, _think(hand))
    _found(hand, flaw, seat)


def _next_seat(hand):
    return hand.betting.queue[1]


def fold_early(hand, flaw):
    """The next player folds before the one who is due has acted."""
    seat = _next_seat(hand)
    hand.t = hand.fold(seat, _think(hand))
    _found(hand, flaw, seat)


def call_early(hand, flaw):
    """The next player calls before the one who is due has acted."""
    seat = _next_seat(hand)
    chips = hand.take(seat, hand.betting.owed(seat))
    hand.stacks[seat] += chips
    _silent(hand, seat, chips, _think(hand))
    _found(hand, flaw, seat)


def raise_early(hand, flaw):
    """The next player raises, with a word, before the one who is due has acted."""
    b, seat = hand.betting, _next_seat(hand)
    to = b.least() + b.bb
    chips = hand.take(seat, to - b.bets[seat])
    hand.stacks[seat] += chips
    at = _think(hand)
    hand.key(at, what="declare", seat=seat, word="raise", wording="plain", amount=to)
    _silent(hand, seat, chips, at + 0.4)
    _found(hand, flaw, seat)


def check_early(hand, flaw):
    """A player taps while another is due, who says so."""
    due, seat = hand.betting.due(), _next_seat(hand)
    at = _think(hand)
    hand.key(at, what="gesture", seat=seat, kind="tap")
    hand.key(at + 1.2, what="notice", by="dealer", kind="not_acted", seat=due)
    hand.t = at + 2.0
    _found(hand, flaw, seat, due)


# -- wagers


def string_bet(hand, flaw):
    """A call in silence, and then more."""
    b, seat, rng = hand.betting, hand.betting.due(), hand.rng
    call = hand.take(seat, b.owed(seat))
    more = hand.take(seat, b.step + b.bb)
    hand.stacks[seat] += call + more
    at = _think(hand)
    _silent(hand, seat, call, at)
    at += rng.uniform(1.1, 2.2)
    _silent(hand, seat, more, at)
    if rng.random() < 0.5:  # the dealer pushes it back
        at += rng.uniform(1.5, 3.0)
        for chip in more:
            hand.front[seat].remove(chip)
        hand.back(seat, more, at)
        hand.t = at + 0.5
    _found(hand, flaw, seat)


def equal_chips(hand, flaw):
    """Equal chips, all of them needed for the call."""
    seat = hand.betting.due()
    _silent(hand, seat, _equal(hand, seat), _think(hand))
    _found(hand, flaw, seat)


def short_raise(hand, flaw):
    """More than half of a raise, in silence."""
    seat = hand.betting.due()
    _silent(hand, seat, _between(hand, seat, 0.5, 0.95), _think(hand))
    _found(hand, flaw, seat)


def tiny_raise(hand, flaw):
    """Less than half of a raise, in silence."""
    seat = hand.betting.due()
    _silent(hand, seat, _between(hand, seat, 0.05, 0.45), _think(hand))
    _found(hand, flaw, seat)


def low_bet(hand, flaw):
    """A bet under the minimum, in silence."""
    seat, unit = hand.betting.due(), hand.night.worths[0]
    amount = hand.rng.randrange(unit, hand.night.bb, unit)
    chips = hand.take(seat, amount)
    hand.stacks[seat] += chips
    _silent(hand, seat, chips, _think(hand))
    _amends(hand, seat, hand.take(seat, hand.night.bb - amount), 0.4)
    _found(hand, flaw, seat)


def _said(hand, seat, word, amount, chips, at):
    key = {"what": "declare", "seat": seat, "word": word, "wording": "plain"}
    if amount:
        key["amount"] = amount
    hand.stacks[seat] += chips
    hand.key(at, **key)
    _silent(hand, seat, chips, at + hand.rng.uniform(0.2, 0.7))


def low_raise_said(hand, flaw):
    """A raise is said to less than the least, and the chips match the word."""
    b, seat, unit = hand.betting, hand.betting.due(), hand.night.worths[0]
    to = b.bet + max(unit, b.step * 3 // 4 // unit * unit)
    if to >= b.least():
        to = b.least() - unit
    _said(hand, seat, "raise", to, hand.take(seat, to - b.bets[seat]), _think(hand))
    _found(hand, flaw, seat)


def low_bet_said(hand, flaw):
    """A bet under the minimum is said."""
    seat, unit = hand.betting.due(), hand.night.worths[0]
    amount = hand.rng.randrange(unit, hand.night.bb, unit)
    _said(hand, seat, "bet", amount, hand.take(seat, amount), _think(hand))
    _found(hand, flaw, seat)


def few_chips(hand, flaw):
    """Raise said, and chips short of the least raise, in one motion."""
    b, seat, unit = hand.betting, hand.betting.due(), hand.night.worths[0]
    more = max(unit, b.step // 2 // unit * unit)
    _said(hand, seat, "raise", None, hand.take(seat, b.owed(seat) + more), _think(hand))
    _found(hand, flaw, seat)


def undercall(hand, flaw):
    """Fewer chips than the call takes, in silence, with more behind."""
    seat, unit = hand.betting.due(), hand.night.worths[0]
    owed = hand.betting.owed(seat)
    amount = max(unit, int(owed * hand.rng.uniform(0.35, 0.7)) // unit * unit)
    chips = hand.take(seat, amount)
    hand.stacks[seat] += chips
    _silent(hand, seat, chips, _think(hand))
    _amends(hand, seat, hand.take(seat, owed - amount), 0.3)
    _found(hand, flaw, seat)


def pulled_back(hand, flaw):
    """A bet is released, and some of it taken back."""
    seat, rng, bb = hand.betting.due(), hand.rng, hand.night.bb
    chips = hand.take(seat, rng.randint(4, 8) * bb, small=True)
    hand.stacks[seat] += chips
    at = _think(hand)
    _silent(hand, seat, chips, at)
    some = chips[: max(1, len(chips) // 2)] if len(chips) > 1 else chips
    at += rng.uniform(1.6, 2.8)
    for chip in some:
        hand.front[seat].remove(chip)
    hand.line.hand(at - 0.3, at + 0.3, f"line:{seat}", 6)
    hand.back(seat, some, at)
    hand.t = at + 0.5
    _found(hand, flaw, seat)


def carried_over(hand, flaw):
    """Chips are held over the line, not released, and taken back."""
    seat, rng = hand.betting.due(), hand.rng
    at, lasts, spot = _think(hand), rng.uniform(0.8, 1.8), f"line:{seat}"
    hand.line.hand(at, at + lasts, spot, rng.uniform(3, 8))
    for chip in hand.stacks[seat][: rng.randint(3, 8)]:
        hand.line.touch(chip, at, at + lasts, spot, rng.uniform(0.3, 0.7), 0.5)
    hand.t = at + lasts
    _found(hand, flaw, seat)


def has_more(hand, seat):
    """Chips make a larger bet than the one that will be said, and no one of them is change."""
    return opens(hand, seat) and _more(hand, seat) is not None


def _more(hand, seat):
    bb = hand.night.bb
    for amount in range(4 * bb, 8 * bb, bb):
        chips = pick(hand.stacks[seat], amount, small=True)
        if chips and len(chips) <= 24 and plain_raise(chips, 3 * bb):
            return chips
    return None


def word_and_chips(hand, flaw):
    """A bet is said, and chips for a larger one are put in."""
    seat = hand.betting.due()
    chips = _more(hand, seat)
    for chip in chips:
        hand.stacks[seat].remove(chip)
    _said(hand, seat, "bet", 3 * hand.night.bb, chips, _think(hand))
    _found(hand, flaw, seat)


def pot_said(hand, flaw):
    """A player says pot where there is no limit."""
    seat = hand.betting.due()
    hand.key(_think(hand), what="declare", seat=seat, word="pot", wording="plain")
    _found(hand, flaw, seat)


def shown_pending(hand, flaw):
    """The player who is due shows the hand while others still have to act."""
    seat = hand.betting.due()
    hand.t = hand.look(seat, _think(hand))
    hand.key(hand.t, what="notice", by="dealer", kind="cards_shown_by_player", seat=seat)
    _found(hand, flaw, seat)
