"""Real hands: the engine finds the same actions, bounds, pots, boards and stacks, no incident."""

import functools
import gzip
import json

import pytest

from tests.conftest import shared
from tools.cli.cmd_replay import line
from tools.playing import phh
from tools.playing.replay import replay

# variants of the recorded material (the oracle of random hands adds games of its own to replay's)
RECORDED = ("F2L3D", "F7S", "F7S/8", "FB", "FO/8", "FR", "FT", "N2L1D", "NT", "PO")
ACTS = ("fold", "check", "call", "bet", "raise", "complete", "bring_in")
KEYS = ("k", "p", "amt", "to", "allin", "tocall", "min", "max", "pot")
EVERY = {"NT": 10, "FT": 10}  # of the big samples every tenth hand; `make soak` plays them all


@functools.cache
def _all_expected():
    with gzip.open(shared("hands", "expected.jsonl.gz"), "rt") as stream:
        return [json.loads(text) for text in stream]


def _expected(variant):
    return [h for h in _all_expected() if h["variant"] == variant][:: EVERY.get(variant, 1)]


def _records(paths):
    """Records by path as the expected file names them, each file read once."""
    records = {}
    for name in {path.split("#")[0] for path in paths}:
        for label, record in phh.read(shared("hands", name)):
            mark = label.rpartition("#")[2] if "#" in label else None
            records[name if mark is None else f"{name}#{mark}"] = record
    return records


@pytest.mark.parametrize("book", ["tda-2011", "rrop-6"])
@pytest.mark.parametrize("variant", RECORDED)
def test_real_hands_are_followed_to_the_chip(variant, book):
    hands = _expected(variant)
    records = _records([h["path"] for h in hands])
    assert hands
    for hand in hands:
        got = line(replay(hand["path"], records[hand["path"]], book), bounds=True)
        wanted = [a for a in hand["actions"] if a["k"] in ACTS]
        pairs = [{k: a.get(k) for k in KEYS} for a in wanted]
        assert [{k: a.get(k) for k in KEYS} for a in got["actions"]] == pairs, hand["path"]
        assert got["board"] == hand["board"], hand["path"]
        assert got["stacks_after"] == hand["stacks_after"], hand["path"]
        assert got["incidents"] == [], hand["path"]
