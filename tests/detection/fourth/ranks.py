"""Which of several hold'em hands wins."""

from collections import Counter
from itertools import combinations

ORDER = "23456789TJQKA"


def five(cards):
    """A five-card hand's strength, comparable."""
    ranks = sorted((ORDER.index(card[0]) for card in cards), reverse=True)
    counts = sorted(Counter(ranks).items(), key=lambda item: (-item[1], -item[0]))
    shape = tuple(count for _, count in counts)
    high = tuple(rank for rank, _ in counts)
    flush = len({card[1] for card in cards}) == 1
    if high == (12, 3, 2, 1, 0):
        high = (3, 2, 1, 0, -1)
    straight = len(counts) == 5 and high[0] - high[4] == 4
    if straight or flush:
        return ((8 if straight and flush else 5 if flush else 4),) + high
    kinds = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
    return (kinds.get(shape, 0),) + high


def best(cards):
    """The strength of the best five of seven cards."""
    return max(five(pick) for pick in combinations(cards, 5))
