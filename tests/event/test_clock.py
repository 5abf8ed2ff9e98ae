"""The clock of an event: levels, breaks, pauses, told by the log alone."""

import pytest

from gateway.event.clock import MINUTE_MS, Clock

FACTS = {
    "level": 1, "level_minutes": 20,
    "levels": [
        {"level": 1, "sb": 50, "bb": 100, "ante": 0},
        {"level": 2, "sb": 100, "bb": 200, "ante": 0, "minutes": 30, "break_after": 10},
        {"level": 3, "sb": 150, "bb": 300, "ante": 0},
    ],
}  # fmt: skip


def minutes(n):
    return n * MINUTE_MS


def said(clock, *words):
    for what, at, *more in words:
        clock.apply(what, {"what": what, "t": minutes(at), **(more[0] if more else {})})
    return clock


def begun():
    return said(Clock(FACTS), ("clock_started", 0))


def test_a_clock_nobody_started_stands():
    clock = Clock(FACTS)
    assert clock.left(minutes(90)) == minutes(20)
    assert clock.due(minutes(90)) == []
    assert clock.ends_at() is None


@pytest.mark.parametrize("t, due", [(minutes(20) - 1, False), (minutes(20), True)])
def test_a_level_ends_when_its_minutes_are_over(t, due):
    want = [("clock_zero", {}), ("level_announced", {"level": 2})] if due else []
    assert begun().due(t) == want


def test_a_break_comes_before_the_next_level_is_announced():
    clock = said(begun(), ("clock_zero", 20))
    assert (clock.level, clock.left(minutes(20))) == (2, minutes(30))
    assert clock.due(minutes(50)) == [("clock_zero", {})]
    said(clock, ("clock_zero", 50))
    assert (clock.level, clock.on_break, clock.left(minutes(55))) == (3, True, minutes(5))
    assert clock.due(minutes(60)) == [("break_over", {}), ("level_announced", {"level": 3})]
    said(clock, ("break_over", 60))
    assert (clock.on_break, clock.left(minutes(60))) == (False, minutes(20))


def test_a_pause_keeps_what_is_left():
    clock = said(begun(), ("clock_paused", 5))
    assert clock.left(minutes(500)) == minutes(15)
    said(clock, ("clock_started", 500))
    assert clock.left(minutes(501)) == minutes(14)


def test_the_director_sets_the_time_left_running_or_not():
    clock = said(begun(), ("clock_set", 5, {"left_ms": minutes(9)}))
    assert clock.left(minutes(6)) == minutes(8)


def test_the_last_level_goes_on_with_its_minutes():
    clock = said(begun(), ("clock_zero", 20), ("clock_zero", 50), ("break_over", 60),
                 ("clock_zero", 80), ("clock_zero", 100))  # fmt: skip
    assert clock.level == 5
    assert clock.left(minutes(100)) == minutes(20)


def test_the_end_of_the_day_stops_the_clock():
    clock = said(begun(), ("day_end", 12))
    assert not clock.running
    assert clock.left(minutes(999)) == minutes(8)
