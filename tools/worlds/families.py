"""Families of worlds: which ranges are wide, and which families are kept out of sight.

A draw takes from its family what is wide, and the quiet part of every other range (``ranges``).
"""

import math
import random

from tools.worlds import ranges
from tools.worlds.ranges import RANGES


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
    Family(
        "starved", NOISE + SHADOWS + SCAN, {"load": "useless", "revisit_s": ("log", 0.2, 0.9)},
        "loads that say nothing, slow scan, shadows, misses",
    ),
    Family("sloppy-folds", FOLDS, text="folds short of the line, past it, two at once"),
    Family("fast-dealer", FAST + MOTION, text="0.25 s a card, quick players"),
    Family("late-keys", KEYS, text="keys late, after the next act, missing"),
    Family("wagers", WAGERS, text="several movements, stacks knocked over, blinds swapped"),
    Family("untuned", NOISE + ("shadow",), {"chips": "untuned"}, "untuned chips in stacks"),
    Family("wide", ALL, text="everything wide"),
)  # fmt: skip
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
        lo, hi = row.whole if name in family.wide else row.quiet
        world[name] = _between(rng, lo, hi, row.log)
    world["chips"] = rng.choice(ranges.CHIPS)
    world["load"] = rng.choice(ranges.LOADS)
    world["program"] = rng.choice(ranges.PROGRAMS)
    world["dull"] = rng.randrange(4)  # the reader that is slow or away
    world["players"] = None
    for name, value in family.fixed.items():
        if isinstance(value, tuple):
            value = _between(rng, value[1], value[2], value[0] == "log")
        world[name] = value
    if "flight" in family.wide and rng.random() < ranges.READS_NOTHING_IN_MOTION:
        world["flight"] = 0.0
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


def table():
    """The families as Markdown."""
    out = ["| family | held out | what |", "|---|---|---|"]
    for family in FAMILIES:
        out.append(f"| `{family.name}` | {'yes' if family in HELD_OUT else ''} | {family.text} |")
    return "\n".join(out)
