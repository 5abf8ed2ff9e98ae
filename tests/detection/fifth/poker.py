"""Who wins what, and with which chips it is paid."""

from collections import Counter

from pokerkit import StandardHighHand

RANKS, SUITS = "23456789TJQKA", "cdhs"
DECK = [rank + suit for rank in RANKS for suit in SUITS]


class Again(Exception):
    """This hand cannot be played out with these chips: draw another."""


def best(hole, board):
    """The best hand of five, comparable."""
    return StandardHighHand.from_game("".join(hole), "".join(board))


def exact(chips, need):
    """Tags of `chips` (tag, value) worth exactly `need`, large ones first, or None."""
    counts = Counter(value for _, value in chips)
    values = sorted(counts, reverse=True)

    def search(i, left):
        if left == 0:
            return {}
        if i == len(values):
            return None
        most = min(counts[values[i]], left // values[i])
        for n in range(most, max(-1, most - 12), -1):
            rest = search(i + 1, left - n * values[i])
            if rest is not None:
                return {values[i]: n, **rest}
        return None

    plan = search(0, need)
    if plan is None:
        return None
    out = []
    for tag, value in chips:
        if plan.get(value):
            plan[value] -= 1
            out.append(tag)
    return out


def pots(paid, live):
    """[(amount, seats that may win it)] from what each seat paid in, layer by layer."""
    out, below = [], 0
    for level in sorted({paid[seat] for seat in live}):
        amount = sum(min(p, level) - min(p, below) for p in paid.values())
        able = [seat for seat in live if paid[seat] >= level]
        if amount:
            out.append((amount, able))
        below = level
    rest = sum(max(0, p - below) for p in paid.values())
    if rest:
        out[-1] = (out[-1][0] + rest, out[-1][1])
    return out


def shares(paid, live, hands, board, order, unit):
    """Chips each seat is paid: the best hand of each pot, odd chips in `order`."""
    won = Counter()
    for amount, able in pots(paid, live):
        top = max((best(hands[seat], board) for seat in able), default=None) \
            if len(able) > 1 else None  # fmt: skip
        winners = [s for s in order if s in able and (top is None or best(hands[s], board) == top)]
        each, odd = divmod(amount // unit, len(winners))
        for i, seat in enumerate(winners):
            won[seat] += (each + (i < odd)) * unit
    return won
