"""What day it is: never before a moment that is known to have passed; the rest the gateway says."""

import calendar
import time as host

import pytest

from firmware.link.walltime import KEEP_S, YEAR_2000, WallTime


class Clock:
    """Time and RTC of a port whose epoch is ``epoch`` (seconds after 1970)."""

    def __init__(self, now, epoch=0):
        self.unix = now
        self.epoch = epoch
        self.sets = 0

    def time(self):
        return self.unix - self.epoch

    def gmtime(self, t):
        return tuple(host.gmtime(t + self.epoch))[:8]

    def datetime(self, value):
        y, mo, d, _, h, mi, s, _ = value
        self.unix = calendar.timegm((y, mo, d, h, mi, s))
        self.sets += 1


MADE = 1_780_000_000


def wall(tmp_path, clock, known=0):
    return WallTime(clock, clock, str(tmp_path / "time"), known)


@pytest.mark.parametrize("epoch", [0, YEAR_2000])
def test_an_unset_clock_starts_from_the_latest_moment_known(tmp_path, epoch):
    clock = Clock(YEAR_2000 + 5, epoch)
    w = wall(tmp_path, clock, MADE)
    assert w.now() == MADE and clock.unix == MADE and not w.told


def test_a_clock_that_knows_better_is_left_alone(tmp_path):
    clock = Clock(MADE + 77)
    wall(tmp_path, clock, MADE)
    assert clock.unix == MADE + 77 and clock.sets == 0


def test_the_gateways_time_is_kept_over_a_reboot(tmp_path):
    clock = Clock(YEAR_2000)
    w = wall(tmp_path, clock, MADE)
    assert w.heard(MADE + 1_000_000) and w.told
    assert clock.unix == MADE + 1_000_000
    again = wall(tmp_path, Clock(YEAR_2000), MADE)
    assert again.now() == MADE + 1_000_000


def test_flash_is_written_now_and_then_only(tmp_path):
    w = wall(tmp_path, Clock(YEAR_2000))
    w.heard(MADE)
    before = w.slots.serial
    for s in range(0, 2 * KEEP_S, 600):
        w.heard(MADE + s)
    assert w.slots.serial == before + 1


@pytest.mark.parametrize("said", [None, "now", 0, -1, MADE - 1, 1 << 40, 1.5])
def test_what_cannot_be_the_time_changes_nothing(tmp_path, said):
    clock = Clock(YEAR_2000)
    w = wall(tmp_path, clock)
    w.heard(MADE)
    assert not w.heard(said)
    assert clock.unix == MADE


def test_a_torn_file_leaves_the_time_before_it_or_none(tmp_path):
    w = wall(tmp_path, Clock(YEAR_2000))
    w.heard(MADE)
    w.heard(MADE + KEEP_S)
    for path in tmp_path.iterdir():
        data = path.read_bytes()
        for cut in range(len(data)):
            path.write_bytes(data[:cut])
            assert wall(tmp_path, Clock(YEAR_2000)).kept() in (0, MADE, MADE + KEEP_S)
        path.write_bytes(data)
