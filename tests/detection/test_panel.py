"""Generators scored side by side (``python -m tests.detection``)."""

from concurrent.futures import ThreadPoolExecutor

from tests.detection import __main__
from tests.detection.__main__ import score, tasks

CLEAN = {"class": None, "quiet": True, "silent": 1, "wagers": 6}
LOUD = {"class": None, "quiet": False, "silent": 0, "wagers": 5}
UNCOUNTED = {"class": None, "quiet": True}
FIRST = {"class": "boxed", "found": True, "first": True, "quiet": False}
LATE = {"class": "boxed", "found": True, "first": False, "quiet": False}
MISSED = {"class": "boxed", "found": False, "first": False, "quiet": True}


def test_seeds_are_counted_with_their_ends():
    assert tasks(["third:7:9", "ninth:1:1"]) == [
        ("third", 7), ("third", 8), ("third", 9), ("ninth", 1),
    ]  # fmt: skip


def test_clean_and_irregular_hands_are_counted_apart():
    rows = [CLEAN, LOUD, UNCOUNTED, FIRST, LATE, MISSED]
    assert score(rows, "all") == "| all | 2 of 3 | 1 of 11 | 2, 1 of 3 |"


def test_a_generator_that_counts_no_wagers_has_none():
    assert score([UNCOUNTED, FIRST], "third") == "| third | 1 of 1 |  | 1, 1 of 1 |"


def test_a_seed_that_a_generator_has_no_recording_of_is_named_and_left_out(monkeypatch, capsys):
    def judge(seed):
        if seed == 2:
            raise AssertionError("no chips make 148")
        return {"seed": seed, "class": None, "quiet": True, "said": []}

    monkeypatch.setattr(__main__, "third", judge)
    monkeypatch.setattr(__main__, "ProcessPoolExecutor", ThreadPoolExecutor)
    __main__.main(["third:1:3", "--jobs", "1"])
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "third 2: no recording: no chips make 148"
    assert said[1].startswith("| third | 2 of 2 |")
