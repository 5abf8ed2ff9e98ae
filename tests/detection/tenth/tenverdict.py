"""The verdict: what the table says of a recording against what happened in it."""

import random

from tests.detection.judge import Outcome

from .tenhand import Hand
from .tenwrong import CLASSES

ATTEMPTS = 60
CLEAN = 0.6


def recorded(seed):
    """(class or None, hand) of a seed: the first attempt in which its class comes about."""
    rng = random.Random(f"tenth class {seed}")
    name = None if rng.random() < CLEAN else rng.choice(sorted(CLASSES))
    for attempt in range(ATTEMPTS):
        hand = Hand(seed, CLASSES.get(name), attempt).play()
        if name is None or hand.done:
            return name, hand
    raise ValueError(f"seed {seed}: {name} does not come about")


def standing(outputs, allowed=()):
    """Irregular rulings that are not withdrawn: (t_ms, situation, seat, text, ruling)."""
    said = []
    for o in outputs:
        if o["k"] == "ruling" and o.get("irregular"):
            said.append((o["t"], o["situation"], o["seat"], o["text"], o["ruling"]))
        elif o["k"] == "withdraw":
            mine = [s for s in said if s[1] == o["situation"] and s[2] == o["seat"]]
            if mine:
                said.remove(mine[-1])
    return [s for s in said if (s[4], s[2]) not in allowed]


def read_wagers(outcome):
    """(street, seat) -> total as the table has it in the end."""
    out = {}
    outputs = outcome.outputs
    hands = [o for o in outputs if o["k"] == "hand"]
    acts = hands[0]["actions"] if hands else [o for o in outputs if o["k"] == "action"]
    for act in acts:
        if act["act"] in ("call", "bet", "raise", "all_in", "complete"):
            out[act["street"], act["seat"]] = outcome.total(act)
    return out


def right(row, hand):
    """Whether a ruling is one of those that fit what went wrong."""
    _, situation, seat, _, ruling = row
    fits = {situation, situation.split(".")[0] + ".*", ruling} & hand.expect
    return bool(fits) and (not hand.seat or seat is None or seat in hand.seat)


def judged(seed):
    """What a seed's recording shows."""
    name, hand = recorded(seed)
    outcome = Outcome(hand.recording())
    said = standing(outcome.outputs, hand.allowed)
    fits = [right(row, hand) for row in said]
    silent = 0
    wagers = hand.wagers()
    if name is None:
        got = read_wagers(outcome)
        silent = sum(1 for key, to in wagers.items() if got.get(key) != to) if not said else 0
    return {
        "seed": seed,
        "class": name,
        "book": hand.book,
        "quiet": not said,
        "found": any(fits),
        "first": bool(fits) and fits[0],
        "said": [row[:4] for row in said],
        "silent": silent,
        "wagers": len(wagers),
        "complaints": outcome.complaints,
    }
