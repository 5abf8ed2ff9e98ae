"""Cards: a deck as it lies, and which of two hands wins."""

from collections import Counter
from itertools import combinations

RANKS = "23456789TJQKA"
NAMES = [rank + suit for rank in RANKS for suit in "shdc"]


def five(cards):
    """What five cards are worth: compares as hands do."""
    ranks = sorted((RANKS.index(card[0]) for card in cards), reverse=True)
    groups = sorted(Counter(ranks).items(), key=lambda pair: (pair[1], pair[0]), reverse=True)
    shape = tuple(count for _, count in groups)
    order = tuple(rank for rank, _ in groups)
    flush = len({card[1] for card in cards}) == 1
    straight = len(order) == 5 and (ranks[0] - ranks[4] == 4 or ranks == [12, 3, 2, 1, 0])
    top = (3,) if ranks == [12, 3, 2, 1, 0] else order
    if straight and flush:
        return (8, top)
    kinds = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
    if shape in kinds:
        kind = kinds[shape]
        return (5, order) if flush and kind < 5 else (kind, order)
    if flush or straight:
        return (5, order) if flush else (4, top)
    return (0, order)


def best(cards):
    """What seven cards are worth."""
    return max(five(hand) for hand in combinations(cards, 5))


def uid(rng):
    """A factory number of NXP's."""
    return f"E0040150{rng.getrandbits(32):08X}"
