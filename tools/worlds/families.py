"""Families of worlds: which ranges are wide. Every number is a range of the design's radio notes.

A draw starts from ``CALM`` (the quiet end of each range) and takes from its family what is wide.
Pairs are uniform ranges; ``log`` before the pair: uniform in the logarithm.
"""

import math
import random

# name: quiet range, whole range (with its source: the line of the design's tables it comes from)
RANGES = {
    # people: things in motion
    "pace_s": ((0.45, 0.8), (0.25, 0.9)),  # pace of the deal, s a card
    "slide_share": ((0.2, 0.6), (0.2, 0.6)),  # of pitched cards, the rest flies
    "beside_share": ((0.0, 0.02), (0.0, 0.12)),  # lands partly beside its loop
    "peek_share": ((0.1, 0.3), (0.1, 0.8)),  # of players, before they act first
    "peek_beside": ((0.0, 0.05), (0.0, 0.35)),  # one card put back beside the loop
    "fold_spot": ((0.5, 1.0), (0.2, 1.0)),  # weights of where a folded hand rests
    "fold_short": ((0.0, 0.1), (0.0, 0.6)),
    "fold_past": ((0.0, 0.1), (0.0, 0.8)),
    "fold_muck": ((0.2, 0.5), (0.1, 0.6)),
    "fold_two": ((0.0, 0.1), (0.0, 0.5)),  # two hands collected at once
    "fold_wait_s": ((0.4, 1.5), (0.2, 2.5)),  # until the dealer collects it
    "fold_apart": ((0.0, 0.1), (0.0, 0.6)),  # the two cards come to rest apart
    "think_s": ("log", (1.2, 4.0), (0.5, 6.0)),  # median of a hand
    "moves_share": ((0.0, 0.1), (0.0, 0.45)),  # wagers in two to four movements, said
    "said_share": ((0.2, 0.5), (0.1, 0.8)),  # wagers and folds said and keyed
    "knock_share": ((0.0, 0.02), (0.0, 0.15)),  # a stack is knocked over
    "edge_pile": ((0.0, 0.05), (0.0, 0.3)),  # a pile of a wager lies on the edge of its spot
    "swap_share": ((0.0, 0.1), (0.0, 0.5)),  # a blind is taken back for one chip of the call
    "change_share": ((0.0, 0.05), (0.0, 0.2)),  # a call with one big chip, change out of the pot
    "spread_share": ((0.0, 0.3), (0.0, 0.6)),  # flop laid as a pile, then spread
    "sweep_s": ((0.3, 0.9), (0.15, 0.9)),  # a spot
    "back_s": ((0.8, 1.6), (0.6, 1.6)),  # uncalled chips, after the last fold
    "key_late_s": ((0.2, 0.6), (0.2, 1.5)),
    "key_after": ((0.0, 0.0), (0.0, 0.15)),  # a key comes after the next act
    "key_none": ((0.0, 0.0), (0.0, 0.04)),  # a key does not come
    # radio
    "miss": ((0.005, 0.007), (0.005, 0.01)),  # centred, each reading
    "edge_lo": ((0.1, 0.15), (0.1, 0.2)),  # at an edge: range a rest draws from
    "edge_hi": ((0.2, 0.3), (0.3, 0.5)),
    "two": ((0.03, 0.04), (0.03, 0.08)),  # two aligned hole cards, each
    "four": ((0.8, 0.85), (0.8, 0.95)),  # four and more
    "near20": ((0.2, 0.25), (0.2, 0.4)),  # read from 20 mm outside
    "near50": ((0.01, 0.015), (0.01, 0.03)),
    "shadow": ((0.0, 0.01), (0.01, 0.04)),  # share of time a tag at rest is unreadable
    "ghost": ((0.0, 0.01), (0.01, 0.02)),
    "crc": ((0.0, 0.005), (0.005, 0.01)),
    "strong": ((0.1, 0.12), (0.1, 0.2)),  # collisions decoded as the stronger tag
    "cross": ("log", (0.001, 0.002), (0.001, 0.02)),  # each look, of the pairs that hear each other
    "cross_pairs": ((0.2, 0.4), (0.4, 0.4)),  # share of pairs that do
    "flight": ((0.0, 0.0), (0.05, 0.3)),  # pitched cards read on their way
    "metal_min": ((0.0, 0.0), (0.0, 1.0)),  # bursts a minute
    "partial": ((0.0, 0.0), (0.0, 0.02)),  # readings cut short
    "strange": ((0.0, 0.0), (0.0, 8.0)),  # UIDs of nobody, a hand
    # scan
    "revisit_s": ("log", (0.08, 0.2), (0.04, 1.0)),  # of a loop with nothing due
    "slow": ("log", (1.0, 1.0), (1.5, 6.0)),  # factor of one reader
    "away_min": ((0.0, 0.0), (0.5, 3.0)),  # absences of one reader a minute
    "away_s": ((0.5, 1.0), (0.5, 3.0)),
}
CHIPS = ("untuned", "tuned", "uhf")
LOADS = ("real", "real", "noisy", "drifting", "useless")


class Family:
    """A name, the ranges that are wide, and fixed choices."""

    def __init__(self, name, wide=(), fixed=None, text=""):
        self.name = name
        self.wide = tuple(wide)
        self.fixed = fixed or {}
        self.text = text


MOTION = ("flight",)
SHADOWS = ("shadow", "metal_min")
EDGES = (
    "beside_share",
    "peek_share",
    "peek_beside",
    "edge_pile",
    "edge_lo",
    "edge_hi",
    "two",
    "near20",
    "near50",
)
CROSS = ("cross", "cross_pairs", "near20", "near50", "strange", "ghost")
SCAN = ("revisit_s",)
READER = ("slow", "away_min", "away_s")
FOLDS = (
    "fold_spot",
    "fold_short",
    "fold_past",
    "fold_muck",
    "fold_two",
    "fold_wait_s",
    "fold_apart",
)
FAST = ("pace_s", "think_s", "sweep_s", "back_s", "fold_wait_s")
KEYS = ("key_late_s", "key_after", "key_none", "said_share")
WAGERS = ("moves_share", "said_share", "knock_share", "swap_share", "change_share", "edge_pile")
NOISE = ("miss", "two", "four", "ghost", "crc", "strong", "partial")
ALL = tuple(RANGES)

TUNING = (
    Family("calm", text="the quiet end of every range"),
    Family("flight", MOTION, text="cards read on their way"),
    Family("shadows", SHADOWS, text="tags unreadable for seconds, metal on a loop"),
    Family("edges", EDGES, text="cards and chips at edges and beside loops"),
    Family("cross-talk", CROSS, text="neighbouring loops hear, UIDs of nobody"),
    Family("slow-scan", SCAN, {"revisit_s": ("log", 0.3, 1.0)}, "0.3 to 1 s between readings"),
    Family("reader-away", READER, text="one reader slow, away for seconds"),
    Family("load-useless", NOISE, {"load": "useless"}, "loads that say nothing"),
    Family("sloppy-folds", FOLDS, text="folds short of the line, past it, two at once"),
    Family("fast-dealer", FAST + MOTION, text="0.25 s a card, quick players"),
    Family("late-keys", KEYS, text="keys late, after the next act, missing"),
    Family("wagers", WAGERS, text="several movements, stacks knocked over, blinds swapped"),
    Family("untuned", NOISE + ("shadow",), {"chips": "untuned"}, "untuned chips in stacks"),
    Family("wide", ALL, text="everything wide"),
)
# Never looked at while the tracker is tuned: each kind of trouble is in a family above as well.
HELD_OUT = (
    Family("flight-and-folds", MOTION + FOLDS + CROSS, text="flights over sloppy folds"),
    Family("shadowed-wagers", SHADOWS + WAGERS + NOISE, {"chips": "untuned"}, "shadowed wagers"),
    Family(
        "slow-and-late", SCAN + KEYS + READER, {"revisit_s": ("log", 0.2, 0.8)},
        "slow scan, late keys, a reader away",
    ),
    Family("fast-and-edgy", FAST + EDGES + MOTION + FOLDS, text="fast people, things beside loops"),
    Family(
        "dim", SCAN + SHADOWS + CROSS, {"load": "useless", "revisit_s": ("log", 0.15, 0.6)},
        "no load, slow, shadows, cross-talk",
    ),
    Family("crowded", FOLDS + EDGES + WAGERS + MOTION, {"players": 9}, "nine sloppy players"),
    Family("anything", ALL, text="everything wide, draws nobody has seen"),
)  # fmt: skip
# What goes wrong here is not the radio's doing; in no total.
PERFECT = Family("perfect", (), {"perfect": True}, "no noise, nothing read in motion, quick scan")
FAMILIES = TUNING + HELD_OUT
BY_NAME = {f.name: f for f in (*FAMILIES, PERFECT)}


def draw(family, seed):
    """Parameters of one world: a dict of numbers drawn by family and seed."""
    family = BY_NAME[family] if isinstance(family, str) else family
    rng = random.Random(f"world {family.name} {seed}")
    world = {"family": family.name, "seed": seed}
    for name, row in RANGES.items():
        log = row[0] == "log"
        quiet, whole = row[-2:]
        lo, hi = whole if name in family.wide else quiet
        world[name] = _between(rng, lo, hi, log)
    world["chips"] = rng.choice(CHIPS)
    world["load"] = rng.choice(LOADS)
    world["program"] = rng.choice(("round", "adaptive"))
    world["dull"] = rng.randrange(4)  # the reader that is slow or away
    world["players"] = None
    for name, value in family.fixed.items():
        if isinstance(value, tuple):
            value = _between(rng, value[1], value[2], value[0] == "log")
        world[name] = value
    if "flight" in family.wide and rng.random() < 0.15:
        world["flight"] = 0.0  # a table may be one that reads nothing in motion
    if world.get("perfect"):
        _perfect(world)
    return world


def _between(rng, lo, hi, log):
    if hi <= lo:
        return lo
    if log:
        return math.exp(rng.uniform(math.log(lo), math.log(hi)))
    return rng.uniform(lo, hi)


PERFECT_ZERO = (
    "beside_share", "peek_beside", "edge_pile", "miss", "edge_lo", "edge_hi", "two", "near20",
    "near50", "shadow", "ghost", "crc", "strong", "cross", "flight", "metal_min", "partial",
    "strange", "away_min", "key_after", "key_none", "fold_short", "fold_past", "fold_apart",
    "fold_two", "knock_share", "swap_share", "change_share",
)  # fmt: skip


def _perfect(world):
    """No noise at all: what goes wrong here is not the radio's doing."""
    for name in PERFECT_ZERO:
        world[name] = 0.0
    world.update(
        revisit_s=0.06, slow=1.0, chips="perfect", load="real", program="round", key_late_s=0.2
    )
