"""With what a hand starts: a real hand out of the shared material, or one of its own."""

import functools
import gzip
import json
from dataclasses import dataclass, field

from tests.conftest import SHARED
from tests.detection.third.poker import Retry

LEVELS = (
    (25, 50), (50, 100), (50, 100), (100, 200), (500, 1000), (1, 2), (5, 10), (300, 600),
    (200, 400),
)  # fmt: skip
DEPTHS = ((8, 30), (20, 120), (60, 250))  # stacks in big blinds
LONG = 22  # entries of a real hand in which much happens
ACTS = ("fold", "check", "call", "bet", "raise")


@dataclass
class Start:
    """Blinds, stacks, cards and, of a real hand, what is done. Players count from the small blind
    (heads-up the button)."""

    source: str
    small_blind: int
    big_blind: int
    stacks: list
    cards: dict = field(default_factory=dict)  # {player: names, "??" where unknown}
    board: list = field(default_factory=list)
    script: list | None = None  # [(player, act, street total)]
    ante: int = 0
    ante_type: str | None = None
    straddle: int | None = None


@functools.cache
def real_hands():
    """No-limit hands without antes of the shared material."""
    with gzip.open(SHARED / "hands" / "expected.jsonl.gz", "rt") as lines:
        hands = [json.loads(line) for line in lines]
    return [hand for hand in hands if hand["variant"] == "NT" and not any(hand["antes"])]


def real_start(rng, seats, kind):
    """A real hand of at most so many players. A wrong ante has none: ``Retry``."""
    fitting = [hand for hand in real_hands() if hand["n"] <= seats]
    if kind == "clean" and rng.random() < 0.5:
        fitting = [hand for hand in fitting if len(hand["actions"]) > LONG] or fitting
    hand = rng.choice(fitting)
    if kind == "wrong-ante":
        raise Retry
    blinds = hand["blinds"]
    small = min(range(hand["n"]), key=lambda i: (blinds[i] == 0, blinds[i]))
    order = [(small + k) % hand["n"] for k in range(hand["n"])]
    posted = sorted(amount for amount in blinds if amount)[:2]
    if len(posted) < 2:
        posted = [blinds[small] // 2, blinds[small]]

    def player(act):
        return order.index(int(act["p"][1:]) - 1)

    cards = {}
    for act in hand["actions"]:
        if act["k"] == "deal_hole":
            names = act["cards"]
            cards[player(act)] = [names[i : i + 2] for i in range(0, len(names), 2)]
    return Start(
        hand["path"] if "path" in hand else hand["source"],
        *posted,
        [hand["stacks_before"][i] for i in order],
        cards,
        list(hand.get("board") or []),
        [(player(act), act["k"], act.get("to", 0)) for act in hand["actions"] if act["k"] in ACTS],
    )


def own_start(rng, seats, kind):
    """Blinds, stacks, ante and straddle as they are drawn."""
    n = min(rng.choice([*range(2, seats + 1), seats, seats - 1]), seats)
    small, big = rng.choice(LEVELS)
    deep = rng.choice(DEPTHS)
    stacks = [int(rng.uniform(*deep) * big) // small * small for _ in range(n)]
    if rng.random() < 0.3:
        stacks[rng.randrange(n)] = int(rng.uniform(2, 8)) * big
    start = Start("own", small, big, stacks)
    if rng.random() < 0.28 and kind != "wrong-ante":
        _draw_ante(start, rng.choice(["each", "each", "big_blind_ante"]))
    if kind == "wrong-ante":
        _draw_ante(start, "each")
    if n >= 4 and big >= 2 and rng.random() < 0.07 and kind == "clean":
        start.straddle = 2 * big
    return start


def _draw_ante(start, ante_type):
    start.ante_type = ante_type
    if ante_type == "big_blind_ante":
        start.ante = start.big_blind
    elif start.small_blind <= start.big_blind // 2:
        start.ante = max(start.small_blind, 1)
    else:
        start.ante = max(start.big_blind, 1)
