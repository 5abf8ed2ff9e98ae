"""Hands on an ideal table: the script's motions as events straight to the engine, no radio."""

import functools
from pathlib import Path

from shared_rules.table import Table
from tests.conftest import shared
from tools.playing import phh
from tools.playing.compare import find, read_expected
from tools.virtual.irregularities import script_class
from tools.virtual.recorded_plan import plan_hand
from tools.virtual.script import Mirror

OWN = Path(__file__).resolve().parents[2] / "tools" / "playing" / "hands"


def play(label, record, kind=None, book="tda-2011", seed=0):
    """``(hand output, script, plan)`` of one hand; the hand output is None when it never ended."""
    plan = plan_hand(label, record, seed, 9, book)
    mirror = Mirror(Table(book))
    script = script_class(kind)(plan, mirror=mirror, seed=seed)
    script.run()
    hands = [o for o in script.outputs if o["k"] == "hand"]
    assert len(hands) <= 1
    return (hands[0] if hands else None), script, plan


def printed(hand, script, plan):
    """The hand as ``feltwire play`` would print it."""
    from tools.playing.play import Played, line

    played = Played(0, plan.label)
    played.record = dict(hand, board=[script.mirror.ideal.card(c) for c in hand["board"]])
    played.scale = plan.scale
    return line(played)


def own(name):
    """``(label, record)`` of one of the project's own hands."""
    return phh.read(OWN / name)[0]


@functools.cache
def recorded():
    """``(label, record, expected)`` of the recorded no-limit hold'em hands, read once."""
    expected = read_expected(shared("hands", "expected.jsonl.gz"))
    found = []
    for label, record in phh.read_all([shared("hands")]):
        want = find(expected, label)
        if want is not None and record.get("variant") == "NT":
            found.append((label, record, want))
    return found
