"""What day it is: never before a moment that is known to have passed; the rest the gateway says."""

import calendar
import time as host

import pytest

from firmware.link.walltime import (
    AGREE_MS,
    CONFIRM_MS,
    KEEP_S,
    STEP_S,
    YEAR_2000,
    WallTime,
)


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


def wall(tmp_path, clock, known=0, until=0):
    return WallTime(clock, clock, str(tmp_path / "time"), known, until)


def say(w, unix):
    """The gateway says a time, and again after a minute; what came of it."""
    w.heard(unix, 0)
    return w.heard(unix + 60, CONFIRM_MS)


@pytest.mark.parametrize("epoch", [0, YEAR_2000])
def test_an_unset_clock_starts_from_the_latest_moment_known(tmp_path, epoch):
    clock = Clock(YEAR_2000 + 5, epoch)
    w = wall(tmp_path, clock, MADE)
    assert w.now() == MADE and clock.unix == MADE and not w.reported


def test_a_clock_that_knows_better_is_left_alone(tmp_path):
    clock = Clock(MADE + 77)
    wall(tmp_path, clock, MADE)
    assert clock.unix == MADE + 77 and clock.sets == 0


def test_the_gateways_time_is_kept_over_a_reboot(tmp_path):
    clock = Clock(YEAR_2000)
    w = wall(tmp_path, clock, MADE)
    assert say(w, MADE + 1_000_000) is None and w.reported
    assert clock.unix == MADE + 1_000_060
    again = wall(tmp_path, Clock(YEAR_2000), MADE)
    assert again.now() == MADE + 1_000_060


def test_flash_is_written_now_and_then_only(tmp_path):
    w = wall(tmp_path, Clock(YEAR_2000))
    say(w, MADE)
    before = w.slots.serial
    for s in range(600, 60 + 2 * KEEP_S, 600):
        assert w.heard(MADE + s, 1000 * s) is None
    assert w.slots.serial == before + 1


@pytest.mark.parametrize("said", [None, "now", 0, -1, MADE - 1, 1 << 40, 1.5])
def test_what_cannot_be_the_time_changes_nothing(tmp_path, said):
    clock = Clock(YEAR_2000)
    w = wall(tmp_path, clock)
    say(w, MADE)
    assert w.heard(said, 0) is not None and w.heard(said, CONFIRM_MS) is not None
    assert clock.unix == MADE + 60


@pytest.mark.parametrize(
    ("second", "after_ms"),
    [
        (0, CONFIRM_MS - 1),  # too soon: it may be one mistake
        (60 + AGREE_MS // 1000 + 1, CONFIRM_MS),  # another time than the one said first
        (60 - AGREE_MS // 1000 - 1, CONFIRM_MS),
    ],
)
def test_a_step_ahead_is_taken_when_it_is_said_again_and_agrees(tmp_path, second, after_ms):
    clock = Clock(MADE)
    w = wall(tmp_path, clock, MADE)
    far = MADE + 20 * 365 * 86400
    assert w.heard(far, 0) is not None
    assert w.heard(far + second, after_ms) is not None
    assert clock.unix == MADE and w.kept() == 0 and not w.reported
    assert w.heard(MADE + STEP_S, after_ms) is None  # a small one is taken at once


def test_nothing_beyond_the_end_of_its_own_certificate_is_ever_taken(tmp_path):
    clock, until = Clock(MADE), MADE + 730 * 86400
    w = wall(tmp_path, clock, MADE, until)
    for i in range(5):
        assert w.heard(until + 1 + 60 * i, i * CONFIRM_MS) is not None
    assert clock.unix == MADE and w.kept() == 0
    assert say(w, until - 60) is None and w.kept() == until


def test_a_torn_file_leaves_the_time_before_it_or_none(tmp_path):
    w = wall(tmp_path, Clock(YEAR_2000))
    say(w, MADE - 60)
    for s in range(600, KEEP_S + 600, 600):
        w.heard(MADE + s, CONFIRM_MS + 1000 * s)
    for path in tmp_path.iterdir():
        data = path.read_bytes()
        for cut in range(len(data)):
            path.write_bytes(data[:cut])
            assert wall(tmp_path, Clock(YEAR_2000)).kept() in (0, MADE, MADE + KEEP_S)
        path.write_bytes(data)
