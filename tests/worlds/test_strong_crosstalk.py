"""Worlds whose loops hear as much from beside them as a calibration lets pass."""

import pytest

from firmware.calibrate.keep import CROSS_MAX_1000THS
from tools.worlds import judge, radio, record


@pytest.fixture
def strong(monkeypatch):
    """Every loop hears each tag of a loop within 125 mm in one dwell of twenty."""
    drawn = radio.Air._pairs

    def pairs(air):
        drawn(air)  # what is drawn after them stays as it is
        out = {}
        for hearing, lying in air.felt.beside:
            row = out.setdefault(air.felt.of[lying].index, [])
            row.append((air.felt.of[hearing].index, CROSS_MAX_1000THS / 1000))
        return out

    monkeypatch.setattr(radio.Air, "_pairs", pairs)


# a hand read over its line, a chip in the pot read on a bet spot, a hand heard by the muck
@pytest.mark.parametrize("seed", [60102, 60103, 60108, 60131])
def test_what_a_loop_hears_from_beside_it_is_not_moved(strong, seed):
    verdict = judge.judge(record.record("cross-talk", seed))
    assert (verdict.first_wrong, verdict.alerts) == ("", [])
