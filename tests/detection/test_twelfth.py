"""The twelfth generator: one seed one recording, chips are kept, draws lie in the ranges."""

import random
from collections import Counter

import pytest

from tests.detection.twelfth import marking, ranges, reckoning, tabletop, writing
from tests.detection.twelfth.airing import Air
from tests.detection.twelfth.slips import SLIPS

SEEDS = (1, 2, 3)


@pytest.fixture(scope="module")
def stories():
    return [writing.story(seed, None) for seed in SEEDS]


def test_a_seed_repeats_itself():
    first, second = (writing.story(16, None)[0] for _ in range(2))
    assert writing.lines(first, Air(first)) == writing.lines(second, Air(second))


def test_chips_are_kept(stories):
    for scene, plot in stories:
        assert sum(plot.state.stacks.values()) == sum(scene.stacks.values())
        tags = [tag for tags in scene.purse.at.values() for tag in tags]
        assert sorted(tags) == sorted(scene.purse.value)
        for seat in scene.seats:
            assert scene.purse.worth(scene.purse.at[seat]) == plot.state.stacks[seat]


def test_a_tag_is_in_one_place_at_a_time(stories):
    for scene, _ in stories:
        for legs in scene.stage.legs.values():
            assert all(a.t < b.t for a, b in zip(legs, legs[1:], strict=False))
            assert all(
                a.end is None or a.end <= b.t + 1e-9 for a, b in zip(legs, legs[1:], strict=False)
            )


def test_draws_lie_in_the_ranges():
    for seed in range(200):
        rng = random.Random(seed)
        radio, habits = ranges.radio(rng), ranges.habits(rng, [1, 2])
        for name, (low, high) in ranges.RANGES.items():
            assert low <= radio.values[name] <= high
        assert radio.flight <= ranges.RANGES["flight_read"][1]
        assert ranges.RANGES["pace_s"][0] <= habits.pace <= ranges.RANGES["pace_s"][1]
    beds = Counter(ranges.radio(random.Random(seed)).load for seed in range(300))
    assert 0.1 < 1 - beds["good"] / 300 < 0.35


def test_what_is_read_lies_in_the_ranges(stories):
    for scene, _ in stories[:2]:
        air = Air(scene)
        rows = air.dwells()
        last = {}
        for row in rows:
            if row["antenna"] in last:
                gap = row["t_us"] - last[row["antenna"]]
                assert ranges.RANGES["revisit_s"][0] * 1e6 - 1 <= gap
                assert gap < 2.2e6  # a reset of the reader falls into it
            last[row["antenna"]] = row["t_us"]
        assert air.flights[1] <= 0.4 * air.flights[0]
        assert 0.003 < air.misses[1] / air.misses[0] < 0.35


@pytest.mark.parametrize("kind", sorted(SLIPS))
def test_every_class_comes_about(kind):
    scene, plot = writing.story(5, kind)
    slip = SLIPS[kind]
    assert plot.came
    assert scene.book in slip.books


def test_classes_are_many_and_a_good_half_is_clean():
    assert len(SLIPS) >= 20
    kinds = Counter(writing.kind_of(seed) for seed in range(1, 601))
    assert 0.5 < kinds[None] / 600 < 0.6
    assert set(SLIPS) <= set(kinds)


def test_hands_are_ranked_and_pots_built():
    board = ["2s", "7h", "9d", "Jc", "Kd"]
    assert reckoning.worth(["Ks", "Kh"], board) > reckoning.worth(["Js", "9s"], board)
    wheel = reckoning.worth(["As", "3d"], ["2s", "4h", "5d", "Jc", "Kd"])
    assert wheel < reckoning.worth(["6s", "3d"], ["2s", "4h", "5d", "Jc", "Kd"])
    assert reckoning.pots({1: 50, 2: 200, 3: 200}, [1, 2, 3]) == [(150, [1, 2, 3]), (300, [2, 3])]


def test_loops_of_the_layout_are_known():
    loops = tabletop.loops([10])
    assert {"seat:10", "line:1", "mouth:4", "pot"} <= set(loops)
    assert tabletop.gap_mm(loops["line:1"], loops["line:1"].x, loops["line:1"].y) == -50


@pytest.mark.parametrize("seed", (16, 18))
def test_a_seed_is_judged(seed):
    row = marking.judged(seed)
    assert {"seed", "kind", "alerts", "silent", "wagers", "found", "first", "complaints"} <= set(
        row
    )
    assert row["quiet"] == (not row["alerts"])
