"""What is drawn once for a hand: its radio and its people, each within the ranges of radio.md.

Seconds, millimetres, counts of load and shares. ``RANGES`` is what a test holds the draws to.
"""

import math
from dataclasses import dataclass, field

RANGES = {
    "miss_rest": (0.005, 0.01),  # a single card, centred, each dwell
    "miss_pair": (0.03, 0.08),  # two aligned hole cards, each
    "miss_edge": (0.10, 0.50),
    "beside_near": (0.20, 0.40),  # read by a loop up to 20 mm beside the tag
    "beside_far": (0.01, 0.03),  # at 50 mm
    "cross_pairs": (0.40, 0.40),  # share of neighbouring pairs with cross-talk
    "cross": (0.001, 0.02),
    "ghost": (0.01, 0.02),
    "crc": (0.005, 0.01),
    "shadow_share": (0.01, 0.04),
    "flight_read": (0.05, 0.30),  # pitched cards read on their way
    "pace_s": (0.25, 0.9),
    "slide_share": (0.2, 0.6),
    "slide_mps": (1.5, 2.6),
    "fly_mps": (2.2, 4.0),
    "sweep_s": (0.15, 0.9),
    "key_late_s": (0.2, 1.5),
    "card_counts": (5, 14),
    "chip_counts": (2, 7),
    "drift_per_min": (0, 3),
    "load_noise": (1, 3),
    "revisit_s": (0.04, 1.0),
    "uncalled_s": (0.6, 1.6),
}
CHIPS_STACKED = {  # miss of each chip by the height of its stack
    "plain": ((5, 0.02), (10, 0.10), (20, 0.40)),
    "tuned": ((20, 0.0075),),
    "tiny": ((20, 0.003), (40, 0.005)),
}


def log_uniform(rng, low, high):
    """A draw whose logarithm is even between two bounds."""
    return math.exp(rng.uniform(math.log(low), math.log(high)))


def triangle(rng, name):
    """A draw from a range of ``RANGES`` that prefers a third of the way up."""
    low, high = RANGES[name]
    return rng.triangular(low, high, low + (high - low) / 3)


@dataclass
class Radio:
    """How a hand's loops and readers behave."""

    values: dict
    chips: str  # a key of CHIPS_STACKED
    in_motion: float  # chance of a read in a dwell that begins while a tag is over the loop
    flight: float  # share of pitched cards read on their way
    run: float  # dwells that a badly placed tag is missed in a row, mean
    load: str  # "good", "constant" or "rubbish"
    order: str  # how a reader picks the next antenna
    pause_s: float  # between two dwells of a reader
    slow: str | None  # a reader that is slower than the others
    slowness: float
    resets: list = field(default_factory=list)  # (reader, share of the hand at which it resets, s)
    ghosts: int = 0  # UIDs of nobody, made of damaged answers, in the whole hand
    phones: int = 0  # bursts of misses by metal near a loop


def radio(rng):
    """The radio of a hand."""
    names = ("cards", "deck", "bets_a", "bets_b")
    values = {name: triangle(rng, name) for name in RANGES}
    return Radio(
        values=values,
        chips=rng.choices(("plain", "tuned", "tiny"), (2, 5, 3))[0],
        in_motion=rng.choice((0.0, 0.0, rng.uniform(0.1, 0.6))),
        flight=rng.choice((0.0, rng.uniform(0.05, 0.3), rng.uniform(0.05, 0.15))),
        run=rng.choice((1.0, 1.5, 3.0)),
        load=rng.choices(("good", "constant", "rubbish"), (8, 1, 1))[0],
        order=rng.choice(("ring", "urgent", "urgent", "lottery")),
        pause_s=log_uniform(rng, 0.001, 0.012),
        slow=rng.choice((None, None, *names)),
        slowness=rng.uniform(1.5, 3.0),
        resets=[(rng.choice(names), rng.random(), rng.uniform(0.25, 0.9))
                for _ in range(rng.choice((0, 0, 0, 1, 2)))],
        ghosts=rng.choice((0, 0, 0, 1, 3)),
        phones=rng.choice((0, 0, 1, 2)),
    )  # fmt: skip


@dataclass
class Habits:
    """What a dealer and players of a hand are like."""

    pace: float
    slide: float
    muck_side: bool  # pitches from over the muck
    keys_check: float  # share of checks that are keyed
    keys_word: float  # share of other acts that are keyed, where nothing hangs on it
    squares_board: bool
    counts_pot: bool
    antes_swept: bool
    shuffles_chips: int | None  # a seat that plays with its chips beside the line
    protector: int | None  # a seat with a chip on its cards
    coaster: int | None  # a seat whose loop bears a constant load
    sleeve: int | None  # a seat whose arm shades the spot when it reaches out
    riffle_key: bool


def habits(rng, seats):
    """Habits of the people at some seats."""
    some = (None, None, *seats)
    return Habits(
        pace=log_uniform(rng, *RANGES["pace_s"]),
        slide=rng.uniform(*RANGES["slide_share"]),
        muck_side=rng.random() < 0.2,
        keys_check=rng.choice((0.0, 0.6, 0.95, 1.0)),
        keys_word=rng.choice((0.0, 0.2, 0.6)),
        squares_board=rng.random() < 0.4,
        counts_pot=rng.random() < 0.2,
        antes_swept=True,
        shuffles_chips=rng.choice(seats) if rng.random() < 0.2 else None,
        protector=rng.choice(some),
        coaster=rng.choice(some),
        sleeve=rng.choice(some),
        riffle_key=rng.random() < 0.7,
    )
