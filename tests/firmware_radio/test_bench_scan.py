"""``feltwire bench scan``, small: the walk is what radio allows, and the scan keeps up with it."""

import pytest

from tools import hwconfig
from tools.bench import air_time, scan
from tools.bench.scan_scenes import bet_spots, deal, empty

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
    table = hwconfig.load_table("nine_max")
    scene = empty(9, 1, 40)
    walk = scan.walked(scene, table)["read"]
    assert len(walk) == 40
    assert all(ms >= 5.5 for _, ms in walk)
    spots = scan.walked(bet_spots(9, 1, 18, 10), table)["read"]
    assert max(ms for _, ms in spots) > 4 * (2.7 + air_time.least(10, True)[0])


@pytest.mark.parametrize("make,kinds", [(empty, ("cards", "chips")), (deal, ("cards",))])
def test_what_arrives_is_read_about_as_soon_as_radio_allows(make, kinds):
    scene = make(9, 2, 10)
    ours, naive = (scan.played(scene, "nine_max", way) for way in (False, True))
    walk = scan.walked(scene, hwconfig.load_table("nine_max"))
    for kind in kinds:
        row = scan.row_of(scene, kind, ours, naive, walk)
        assert row["ours_missed"] == 0
        assert row["ratio"] < 1.7  # few arrivals: the bench itself holds the goal to more
        assert row["ours"][1] < 0.8 * row["naive"][1]
        assert scan.line(row).startswith(scene.title)
