"""An ante that was pulled in with a chip too few: the pot is waited for, and tells; both sides."""

from types import SimpleNamespace as Of

import pytest

from firmware.table import changes, late
from firmware.table import phase as ph
from firmware.table.values import SHADOW_MS, SWEPT_WAIT_MS
from shared_rules.zones import POT
from tests.firmware_table.test_spots_bounds import arrived

LEFT = 2000  # ms, when the spot lost the last of it


def pulled_in(monkeypatch, now=ph.SHUFFLED, antes=True, lacking=True, short=False, pot=(), pots=1):
    """Two chips of an ante that left their spot; ``pot``: since when the pot has read each."""
    bench, item, _ = arrived(25, 25)
    bench.phase.now, bench.phase.antes = now, antes
    item.gone = list(item.tags)
    for n, tag in enumerate(item.tags):
        tag.left, tag.home = LEFT - n, None
    for tag, since in zip(item.tags, pot, strict=False):
        tag.zone, tag.home = POT, Of(since=since)
    bench.chips.lacking = lambda *_: lacking
    monkeypatch.setattr(changes, "short", lambda *_: short)
    monkeypatch.setattr(late, "unanswered", lambda *_: True)
    monkeypatch.setattr(late, "made_whole", lambda *_: False)
    for ant in bench.chips.pots:
        ant.dwells = pots
    return bench, item


def told(item, now):
    """Whether it is told at a time."""
    return bool(item._swept_whole(now))


@pytest.mark.parametrize("late_ms", [-1, 0, 1])
def test_the_pot_is_waited_for_as_long_as_a_shadow_lasts_that_has_lost_them(monkeypatch, late_ms):
    _, item = pulled_in(monkeypatch)
    assert told(item, LEFT + SHADOW_MS + late_ms) == (late_ms >= 0)
    assert late_ms >= 0 or (item.why, item.until) == ("swept", LEFT + SHADOW_MS)


@pytest.mark.parametrize(("pot", "since"), [
    ((2600,), 2600), ((2600, 2900), 2900), ((2900, 2600), 2900),
])  # fmt: skip
@pytest.mark.parametrize("late_ms", [-1, 0, 1])
def test_and_from_when_its_loop_has_read_the_last_of_them(monkeypatch, pot, since, late_ms):
    _, item = pulled_in(monkeypatch, pot=pot)
    assert told(item, since + SHADOW_MS + late_ms) == (late_ms >= 0)


def test_no_longer_where_they_were_surely_all(monkeypatch):
    _, item = pulled_in(monkeypatch, short=True)
    assert not told(item, LEFT + SWEPT_WAIT_MS - 1)
    assert told(item, LEFT + SWEPT_WAIT_MS)


@pytest.mark.parametrize("change", [
    {"now": ph.DEAL}, {"antes": False}, {"pots": 0}, {"lacking": None},
])  # fmt: skip
def test_nor_where_cards_are_out_or_nothing_reads_the_pot(monkeypatch, change):
    _, item = pulled_in(monkeypatch, **change)
    assert told(item, LEFT + SWEPT_WAIT_MS)


def test_an_ante_that_lacks_nothing_waits_for_nothing(monkeypatch):
    _, item = pulled_in(monkeypatch, lacking=False)
    monkeypatch.setattr(late, "unanswered", lambda *_: False)
    assert told(item, LEFT)
