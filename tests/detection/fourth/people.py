"""How people and the dealer pass their time, and what they choose to do.

A live table of nine sees 25 to 35 hands an hour, about 100 to 140 s a hand with shuffle and
payout, some 12 s a player and hand; most of the acts are quick folds. Times are log-normal around
these medians, each hand with a pace of its own; what hands do with cards and chips follows the
ranges of the design's `radio.md`, "Things in motion".
"""

import math
from dataclasses import dataclass

DECIDE_S = {"fold": 1.7, "check": 1.9, "call": 3.0, "bet": 4.2, "raise": 5.0}  # medians
DECIDE_SIGMA = 0.5
DECIDE_MAX_S = 15.0
RAISES_MAX = 3  # a street; people rarely go on


@dataclass
class Manners:
    """One hand's people."""

    pace: float  # all thinking times are multiplied by this
    deal_s: float  # from one pitched card to the next
    slides: float  # share of cards pitched along the felt
    key_late: tuple  # s
    keys: float  # share of taps and words the dealer keys
    peeks: float  # chance that a player lifts the cards before an act
    says: float  # chance that a wager is announced
    squares: float  # chance that somebody squares up the chips of a bet
    sloppy: float  # chance that a thing comes to rest partly beside its loop
    flop: str  # "spread" from a pile, or "one by one"
    riffle: tuple  # whether it is keyed, whether it happens over the muck's loop


def draw(rng):
    """Draw one hand's people."""
    return Manners(
        pace=math.exp(rng.gauss(0, 0.25)),
        deal_s=rng.uniform(0.4, 0.85),
        slides=rng.uniform(0.2, 0.6),
        key_late=(0.2, rng.uniform(0.5, 1.5)),
        keys=rng.choice((0.6, 0.85, 1.0, 1.0)),
        peeks=rng.uniform(0.1, 0.5),
        says=rng.uniform(0.1, 0.4),
        squares=rng.uniform(0.02, 0.15),
        sloppy=rng.uniform(0.0, 0.06),
        flop=rng.choice(("spread", "spread", "one by one")),
        riffle=rng.choices(((True, False), (False, True), (True, True)), (6, 3, 1))[0],
    )


def thinks(rng, manners, act):
    """Seconds until a player whose turn it is begins to act."""
    t = DECIDE_S[act] * manners.pace * math.exp(rng.gauss(0, DECIDE_SIGMA))
    return min(max(t, 0.6), DECIDE_MAX_S)


def chooses(rng, street, owed, raises, players, stack_left, mood):
    """An act's kind for a player who owes `owed`; `mood` below 1 keeps players in the hand."""
    roll = rng.random()
    if not owed:
        return "bet" if roll < (0.30 if street != "preflop" else 0.15) else "check"
    fold = 0.62 if street == "preflop" else 0.42
    if roll < fold * mood:
        return "fold"
    if roll > 0.85 and raises < RAISES_MAX and stack_left > owed and players > 1:
        return "raise"
    return "call"


def sizes(rng, street, pot, level, least, unit):
    """The street total a bettor or raiser goes to, a multiple of the smallest chip."""
    if street == "preflop":
        total = level * rng.choice((2, 2.5, 3, 3, 3.5, 4))
    elif level:
        total = level * rng.choice((2, 2.5, 3))
    else:
        total = pot * rng.choice((0.33, 0.5, 0.5, 0.66, 0.75, 1.0))
    total = max(total, level + least)
    return int(math.ceil(total / unit) * unit)
