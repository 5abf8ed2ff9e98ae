"""Chips that make an amount, pots that are owed, hands that win."""

from collections import Counter
from itertools import combinations

RANKS = "23456789TJQKA"
DENOMINATIONS = (5000, 1000, 500, 100, 25)


def chips_for(amount, chips, small=0):
    """Chips of exactly this amount, largest first but for a few small ones; None if there are none.

    Each denomination divides the next larger one, so largest first finds a way where there is one.
    """
    have = Counter(chip.what for chip in chips)
    want, left = Counter(), amount
    for what in DENOMINATIONS:
        n = min(have[what], left // what)
        # A player who likes small chips keeps one or two large ones back where change allows it.
        spare = sum(d * have[d] for d in DENOMINATIONS if d < what)
        if small and n and what > 25 and spare >= left % what + what * min(small, n):
            n -= min(small, n)
        want[what] = n
        left -= n * what
    if left:
        return None if not small else chips_for(amount, chips)
    out = []
    for chip in sorted(chips, key=lambda c: (-c.what, c.uid)):
        if want[chip.what]:
            want[chip.what] -= 1
            out.append(chip)
    return out


def worth(chips):
    """Sum of chips."""
    return sum(chip.what for chip in chips)


def rack(stack):
    """Denominations of a stack, with enough small ones to play with."""
    out, left = [], stack
    for what, most in ((25, 8), (100, 9), (500, 5), (1000, 6)):
        bigger = {25: 100, 100: 500, 500: 1000, 1000: 5000}[what]
        n = min(most, left // what)
        while n and (left - n * what) % bigger:
            n -= 1
        out += [what] * n
        left -= n * what
    out += [5000] * (left // 5000)
    left %= 5000
    for what in DENOMINATIONS[1:]:
        out += [what] * (left // what)
        left %= what
    if left:
        raise ValueError(stack)
    return out


def five(cards):
    """Value of five cards."""
    ranks = sorted((RANKS.index(c[0]) for c in cards), reverse=True)
    counts = sorted(Counter(ranks).items(), key=lambda p: (-p[1], -p[0]))
    shape = tuple(n for _, n in counts)
    order = [r for r, _ in counts]
    flush = len({c[1] for c in cards}) == 1
    straight = shape == (1, 1, 1, 1, 1) and ranks[0] - ranks[4] == 4
    if ranks == [12, 3, 2, 1, 0]:
        straight, order = True, [3, 2, 1, 0, -1]
    if straight:
        kind = 8 if flush else 4
    elif flush:
        kind = 5
    else:
        kinds = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
        kind = kinds.get(shape, 0)
    return (kind, *order)


def best(cards):
    """Value of the best five of these cards."""
    return max(five(c) for c in combinations(cards, 5))


def payouts(paid, live, values, order, unit, dead=0):
    """Chips won by each seat.

    paid: chips in the pot by seat. live: seats that can win. values: their hands. order: seats from
    the left of the button, the first of which get odd chips. dead: antes, in the main pot.
    """
    won = dict.fromkeys(live, 0)
    levels = sorted({paid[s] for s in live})
    below = 0
    for level in levels:
        pot = sum(min(p, level) - min(p, below) for p in paid.values()) + dead
        dead = 0
        entitled = [s for s in order if s in live and paid[s] >= level]
        top = max(values[s] for s in entitled)
        winners = [s for s in entitled if values[s] == top]
        share = pot // len(winners) // unit * unit
        odd = (pot - share * len(winners)) // unit
        for i, seat in enumerate(winners):
            won[seat] += share + (unit if i < odd else 0)
        below = level
    # What nobody who is left has matched belongs to the last pot.
    rest = sum(max(0, p - below) for p in paid.values())
    if rest:
        raise ValueError("an uncalled bet is still in the pot")
    return won
