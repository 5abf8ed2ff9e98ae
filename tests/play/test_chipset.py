"""Exact change from a chip set."""

import pytest

from tools.virtual.chipset import ChipSet, change, take


def test_amounts_are_made_of_the_fewest_chips():
    assert ChipSet().exact(17_162) == [5000, 5000, 5000, 1000, 1000, 100, 25, 25, 5, 5, 1, 1]
    assert ChipSet().exact(0) == []


@pytest.mark.parametrize("amount", [1, 49, 99, 350, 999, 20_000, 1_067_100, 14_550_000])
def test_every_amount_is_exact(amount):
    assert sum(ChipSet().exact(amount)) == amount


def test_what_the_smallest_chip_cannot_make_is_refused():
    with pytest.raises(ValueError, match="cannot be made"):
        ChipSet((25, 100)).exact(130)


def test_a_chip_set_must_be_a_chain():
    with pytest.raises(ValueError, match="cannot be changed"):
        ChipSet((2, 5))


def test_change_swaps_only_what_is_needed():
    out, into = change([500, 100, 100], [500, 100, 25, 25, 25, 25])
    assert (out, into) == ([100], [25, 25, 25, 25])


def test_change_of_another_amount_is_refused():
    with pytest.raises(ValueError, match="cannot be changed"):
        change([100], [25, 25])


def test_chips_that_are_not_there_are_not_taken():
    assert take([100, 25], [25, 25]) == ([25], [100])
