"""Cards and chips, and what a hand of cards is worth."""

import itertools

RANKS = "23456789TJQKA"
SUITS = "shdc"
VALUES = (1, 5, 25, 100, 500, 1000, 5000, 25000, 100000, 500000)
WHEEL = [12, 3, 2, 1, 0]


class Retry(Exception):
    """This hand cannot be played as drawn: another is drawn."""


def rank5(cards):
    """Rank of five cards: the higher, the better."""
    ranks = sorted((RANKS.index(x[0]) for x in cards), reverse=True)
    counts = sorted(((ranks.count(x), x) for x in set(ranks)), reverse=True)
    flush = len({x[1] for x in cards}) == 1
    distinct = sorted(set(ranks), reverse=True)
    straight = None
    if len(distinct) == 5:
        if distinct[0] - distinct[4] == 4:
            straight = distinct[0]
        elif distinct == WHEEL:
            straight = 3
    shape = tuple(x[0] for x in counts)
    order = tuple(x[1] for x in counts)
    if flush and straight is not None:
        return (8, straight)
    if shape == (4, 1):
        return (7,) + order
    if shape == (3, 2):
        return (6,) + order
    if flush:
        return (5,) + tuple(ranks)
    if straight is not None:
        return (4, straight)
    if shape == (3, 1, 1):
        return (3,) + order
    if shape == (2, 2, 1):
        return (2,) + order
    if shape == (2, 1, 1, 1):
        return (1,) + order
    return (0,) + tuple(ranks)


def rank7(cards):
    """Best rank of five out of these cards."""
    return max(rank5(five) for five in itertools.combinations(cards, 5))


def strength(hole):
    """How well people like two hole cards, 0 to 1."""
    high, low = sorted((RANKS.index(x[0]) for x in hole), reverse=True)
    score = (
        (high + low) / 24 * 0.62
        + (0.32 if high == low else 0)
        + (0.06 if hole[0][1] == hole[1][1] else 0)
        - min(4, max(0, high - low - 1)) * 0.02
    )
    return max(0.02, min(0.98, score))
