"""Published measurements of antennas and coils above each other: each within its tolerance."""

import dataclasses

import pytest

from tools.hardware import antennas, data, description, inductance, published, ratings, stacks

MM = 1e-3
ROWS = published.rows()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.source}: {row.what}")
def test_a_published_figure_is_met_within_its_tolerance(row):
    assert row.met, f"{row.miss:+.1%}"


def test_three_or_more_are_measured_two_of_them_antennas_and_one_a_pair_of_coils():
    measured = [row for row in ROWS if row.measured and row.unit == "uH"]
    assert len(measured) >= 3
    assert len({row.source for row in measured}) == len(measured)
    assert any("two layers" in row.what for row in measured)


def test_a_row_at_its_tolerance_is_met_and_one_beyond_is_not():
    row = dataclasses.replace(ROWS[0], value=1.0, tolerance=0.05)
    for calculated, met in ((1.05, True), (0.95, True), (1.0501, False), (0.9499, False)):
        assert dataclasses.replace(row, calculated=calculated).met is met, calculated


@pytest.mark.parametrize("pitch", [0.195, 0.2032, 0.21])
@pytest.mark.parametrize("board", [1.5, 1.6])
def test_what_the_data_sheet_leaves_open_moves_the_two_layers_by_little(pitch, board):
    # 32 turns in a radius of 7 mm: no more than 0.21 mm a turn
    half = pitch / 2 * MM
    found = published._one_and_mutual("ring", 32, half, half, 14 * MM, board * MM)
    assert 2 * found == pytest.approx(19.4e-6, rel=0.12)


def test_coils_above_each_other_couple_less_the_farther_and_as_squares_like_rings():
    near, far = (inductance.rectangles_above(0.03, 0.03, 1e-4, 1e-4, 1, z) for z in (1e-3, 5e-3))
    assert near > far > 0
    # a ring of the same area, its plane 10 mm above
    square = inductance.rectangles_above(0.03, 0.03, 1e-4, 1e-4, 1, 0.01)
    radius = (0.03 - 1e-4) / 3.14159265**0.5
    assert square == pytest.approx(inductance.rings_mutual(radius, radius, 0.01), rel=0.08)


@pytest.mark.parametrize("share", [0.85, 1.0, 1.15])
@pytest.mark.parametrize("mhz", [25, 27])
@pytest.mark.parametrize("kind", ["line", "pot"])
def test_recommended_tags_are_powered_with_the_coupling_off_by_as_much_as_the_worst_row(
    share, mhz, kind
):
    plan = data.design()
    loops = antennas.all_of(description.load_table("nine_max"), plan)
    loop = next(a for a in loops if a.kind == kind)
    tag = stacks.Tag(mhz * 1e6, coupling=share)
    assert stacks.powered(tag, 20, loop, plan, stacks.CHIP_MM, ratings.cover_mm(plan)) == 20
