"""Wagers of which a chip may lie unread: what makes the table tell one as unsure."""

import pytest

from firmware.table.values import (
    LEVEL_ROUGH_DWELLS,
    LIKELY_CENTINATS,
)
from tests.firmware_table.test_evidence_bounds import CHIP, EMPTY, spot

# -- a load that has just changed --------------------------------------------------------------


@pytest.mark.parametrize("dwells", [1, LEVEL_ROUGH_DWELLS - 1, LEVEL_ROUGH_DWELLS])
@pytest.mark.parametrize(("unread", "says"), [(0, False), (CHIP // 2, None)])
def test_the_load_before_chips_came_does_not_say_that_all_of_them_are_read(dwells, unread, says):
    """The mean of the last dwells has fallen by a quarter of what three chips take."""
    bearing, ant = spot(3, EMPTY - 3 * CHIP - unread, n=dwells)
    ant.quick = EMPTY - 3 * CHIP // 4
    assert bearing.load_says_more(ant) is says
    assert bearing.says(ant)[0] is says


@pytest.mark.parametrize(("evidence", "says"), [
    (-LIKELY_CENTINATS - 1, False), (-LIKELY_CENTINATS, False), (1 - LIKELY_CENTINATS, None),
])  # fmt: skip
@pytest.mark.parametrize(("level", "quick"), [(6300, 6390), (6390, 6300)])
def test_that_is_asked_of_the_heavier_of_both_means(level, quick, evidence, says):
    bearing, ant = spot(n=LEVEL_ROUGH_DWELLS - 1)
    ant.level, ant.quick = level, quick
    asked = []
    bearing.one_more = lambda _, load, lying: asked.append(load) or evidence
    bearing.more = lambda *_: 0
    assert bearing.load_says_more(ant) is says
    assert asked == [6300]
