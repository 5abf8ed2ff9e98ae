"""``feltwire bench scan``, small: the walk is what radio allows, and the scan keeps up with it."""

import functools
import random

import pytest

from tools.bench import air_time, scan
from tools.bench.scan_scenes import bet_spots, deal, empty, hands_out
from tools.hardware import description

# mean air times of the design, ms: 16 slots, 1 slot with the collision's position, FAST 16 slots
DESIGN = {
    0: (9.8, 2.1, 10.4),
    1: (13.9, 6.2, 12.4),
    2: (18.9, 19.1, 15.3),
    5: (39, 58, 27),
    10: (82, 123, 57),
    20: (183, 253, 128),
}


@pytest.mark.parametrize("tags", DESIGN)
def test_calculated_air_times_are_near_those_of_the_design(tags):
    slots, one, fast = DESIGN[tags]
    assert 0.85 * slots < air_time.by_slots(tags, False) < 1.02 * slots
    assert 0.98 * one < air_time.by_halves(tags, False) < 1.02 * one
    assert 0.95 * fast < air_time.by_slots(tags, True) < 1.1 * fast


def test_the_walk_reads_everything_and_no_visit_is_free():
    table = description.load_table("nine_max")
    scene = empty(9, 1, 40)
    walk = scan.walked(scene, table)["read"]
    assert len(walk) == 40
    assert all(ms >= 5.5 for _, ms in walk)
    spots = scan.walked(bet_spots(9, 1, 18, 10), table)["read"]
    assert max(ms for _, ms in spots) > 4 * (2.7 + 10 * air_time.answer(13, True))


@pytest.mark.parametrize("blocks", [False, True])
@pytest.mark.parametrize("count", [2, 5, 20])
def test_the_time_of_very_tags_is_on_the_mean_the_mean_time(count, blocks):
    rng = random.Random(count)
    sets = [[rng.getrandbits(64) for _ in range(count)] for _ in range(200)]
    slots = sum(air_time.slots_of(tags, blocks) for tags in sets) / len(sets)
    halves = sum(air_time.halves_of(tags, blocks) for tags in sets) / len(sets)
    assert 0.96 < slots / air_time.by_slots(count, blocks) < 1.04
    assert 0.96 < halves / air_time.by_halves(count, blocks) < 1.06
    for tags in sets[:20]:
        best = air_time.least_of(frozenset(tags), True)
        assert best == min(air_time.slots_of(tags, True), air_time.halves_of(tags, True))
        by_name = air_time.least_of(frozenset(tags), True, True)
        assert by_name == min(best, count * air_time.one_slot(8, True, True))


def test_the_walk_asks_by_name_only_those_it_has_read():
    table = description.load_table("nine_max")
    scene = bet_spots(9, 4, 9, 20)
    first = scan.walked(scene, table, True)["read"]
    soonest = min(ms for _, ms in first)
    assert soonest > air_time.least(20, True)[0] > air_time.least(20, True, True)[0]


# Virtual time: the same figures on every machine. The goal is 1.3 for cards, 1.2 for chips.
CHIPS = {"chips": 1.2}


@pytest.mark.parametrize(
    "make,goals",
    [
        (empty, {"cards": 1.3, "chips": 1.2}),
        (deal, {"cards": 1.3}),
        (hands_out, {"cards": 1.3, "chips": 1.2}),
        pytest.param(functools.partial(bet_spots, chips=1), CHIPS, marks=pytest.mark.soak),
        pytest.param(functools.partial(bet_spots, chips=5), CHIPS, marks=pytest.mark.soak),
        (functools.partial(bet_spots, chips=20), CHIPS),
    ],
)
def test_what_arrives_is_read_as_soon_as_radio_allows(make, goals):
    scene = make(9, 2, 18)
    ours = scan.played(scene, "nine_max", False)
    walk = scan.walked(scene, description.load_table("nine_max"))
    for kind, goal in goals.items():
        row = scan.row_of(scene, kind, ours, ours, walk)
        assert row["ours_missed"] == 0
        assert row["ratio"] <= goal


def test_the_naive_scan_is_slower():
    scene = bet_spots(9, 2, 9, 5)
    ours, naive = (scan.played(scene, "nine_max", way) for way in (False, True))
    walk = scan.walked(scene, description.load_table("nine_max"))
    row = scan.row_of(scene, "chips", ours, naive, walk, walk)
    assert row["ours"][1] < 0.8 * row["naive"][1]
    assert row["ratio"] == row["ratio_mean"]
    assert scan.line(row).startswith(scene.title)
