"""What holds for one evening at one table: reader, loops, cards and chips, people and keys.

Each figure is drawn for each recording, log-uniform where its range spans decades. Ranges are those
of the radio design ("Noise to simulate", "Things in motion", "Worlds") where nothing else is said.
"""

import math
from dataclasses import dataclass, field

# chance of a miss -> log-odds of a read
LOGIT = {"0.5 %": 5.29, "1 %": 4.6, "10 %": 2.2, "50 %": 0.0}


def logit(chance):
    """Log-odds of a chance."""
    return math.log(chance / (1 - chance))


def spread(rng, low, high):
    """A draw from a range that spans decades: log-uniform."""
    return math.exp(rng.uniform(math.log(low), math.log(high)))


@dataclass
class Link:
    """The link between a loop and a tag, in log-odds of one inventory's read."""

    centre: float  # a lone tag well inside
    edge: float  # over the wire
    near: float  # 20 mm outside
    far: float  # 50 mm outside
    lift_mm: float  # log-odds lost for each mm above 12 mm
    place: float  # sigma of what one placement adds, for as long as it lies
    pair: float  # two aligned cards
    three: float  # three aligned
    more: float  # four and more
    chip: tuple  # (height, log-odds) of a chip in a stack
    motion: float  # lost by a tag that moves
    shadow: float  # share of time a tag at rest is unreadable
    crc: float
    ghost: float
    capture: float  # of collisions, decoded as the stronger tag


@dataclass
class Scan:
    """How four readers walk their loops."""

    program: str  # "walk": in turn; "due": some more often; "watch": a look at the load decides
    inventory: str  # "slots", "fast", "masks": ms by number of tags
    fixed_ms: float
    slow: dict  # reader -> factor
    cap_ms: float  # an inventory is cut there
    resets: float  # a minute
    pause_ms: float  # between dwells, for the bus and the program


@dataclass
class Meter:
    """The receiver's gain."""

    kind: str  # "real", "flat", "noise"
    card: float
    chip: float
    drift: float  # counts a minute
    noise: float
    hand: tuple


@dataclass
class Keys:
    """How the dealer keys what is said."""

    late: tuple  # s
    after_next: float  # chance that a key comes after the next act
    forgets: float
    talk: float  # share of acts that are said though the chips would do


@dataclass
class Evening:
    """All draws of one recording."""

    link: Link
    scan: Scan
    meter: Meter
    keys: Keys
    pace: float  # s a card
    slide: float  # share of cards that slide rather than fly
    dealer: dict = field(default_factory=dict)
    wet: tuple = ()  # (zone, log-odds lost, counts)
    phone: tuple = ()  # (zone, from s, to s, share of dwells lost)
    feats: list = field(default_factory=list)


def chip_kind(rng):
    """Misses in stacks of 5, 10 and 20: untuned, tuned, or tags made for stacks."""
    kind = rng.choices(("untuned", "tuned", "stack"), (1, 3, 1))[0]
    misses = {
        "untuned": (0.008, 0.02, 0.10, 0.40),
        "tuned": (0.005, 0.005, 0.006, rng.uniform(0.005, 0.01)),
        "stack": (0.001, 0.001, 0.002, rng.uniform(0.001, 0.005)),
    }[kind]
    return tuple(zip((1, 5, 10, 20), [-logit(m) for m in misses], strict=True))


def link(rng):
    """One evening's link figures; misses are those of the design's noise table."""
    base = rng.uniform(LOGIT["1 %"], LOGIT["0.5 %"])
    return Link(
        centre=base,
        edge=rng.uniform(LOGIT["50 %"], LOGIT["10 %"]),
        near=rng.uniform(logit(0.2), logit(0.4)),
        far=rng.uniform(logit(0.01), logit(0.03)),
        lift_mm=rng.uniform(0.05, 0.12),
        place=rng.uniform(0.2, 0.7),
        pair=base + logit(rng.uniform(0.03, 0.08)),
        three=base + logit(0.35),
        more=base + logit(rng.uniform(0.80, 0.95)),
        chip=chip_kind(rng),
        motion=rng.uniform(0.5, 2.5),
        shadow=spread(rng, 0.01, 0.04),
        crc=rng.uniform(0.005, 0.01),
        ghost=rng.uniform(0.01, 0.02),
        capture=rng.uniform(0.1, 0.2),
    )


def scan(rng):
    """Programs and inventories: revisits of 40 ms to 1 s come out of them."""
    slow = {}
    if rng.random() < 0.2:  # one reader of four may be slow
        slow[rng.choice(("cards", "deck", "bets_a", "bets_b"))] = rng.uniform(1.5, 3.0)
    return Scan(
        program=rng.choice(("walk", "due", "watch")),
        inventory=rng.choice(("slots", "fast", "masks")),
        fixed_ms=spread(rng, 1, 7),
        slow=slow,
        cap_ms=rng.uniform(120, 400),
        resets=spread(rng, 0.03, 0.6) if rng.random() < 0.5 else 0.0,
        pause_ms=spread(rng, 1, 20),
    )


def evening(rng):
    """Everything of one recording that is no hand."""
    kind = rng.choices(("real", "flat", "noise"), (8, 1, 1))[0]  # one table in five says nothing
    out = Evening(
        link=link(rng),
        scan=scan(rng),
        meter=Meter(
            kind,
            rng.uniform(5, 14),
            rng.uniform(2, 7),
            rng.uniform(-3, 3),
            rng.uniform(1, 3),
            (1, rng.uniform(2, 8)),
        ),
        keys=Keys(
            (0.2, rng.uniform(0.5, 1.5)),
            rng.uniform(0, 0.05),
            spread(rng, 0.002, 0.03),
            rng.uniform(0.05, 0.6),
        ),
        pace=spread(rng, 0.25, 0.9),
        slide=rng.uniform(0.2, 0.6),
    )
    out.dealer = {
        "sweep": rng.choice(("by seat", "rake", "by seat", "both hands")),
        "burn": rng.choices(("loop", "beside", "under chips", "muck side"), (6, 1, 1, 1))[0],
        "flop": rng.choice(("one by one", "spread", "fanned from a pile")),
        "push": rng.randint(1, 4),
        "sloppy_mm": spread(rng, 4, 22),
        "collect": rng.uniform(0.4, 2.5),
        "tidies": rng.uniform(0.5, 1.0),
    }
    return out
