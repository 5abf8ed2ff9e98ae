"""Generators scored side by side (``python -m tests.detection``)."""

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
