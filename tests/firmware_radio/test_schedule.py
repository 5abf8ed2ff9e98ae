"""Which antenna next: periods, bounds, neighbours."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.scan.antennas import from_config
from firmware.scan.schedule import Schedule
from tests.firmware_radio.fakes import Clock
from tools.hardware import description


def make(rows, readers, start=0):
    clock = Clock(start)
    antennas = from_config(rows)
    return clock, antennas, Schedule(antennas, readers, clock)


def row(zone, reader, bound_ms=1000, near=()):
    return [zone, reader, 0, 1, bound_ms, list(near)]


def test_every_antenna_is_due_at_the_start_and_then_at_its_period():
    clock, _, schedule = make([row("a", 0), row("b", 0)], 1)
    seen = []
    for _ in range(2):
        seen.append(schedule.choose(0, clock.now))
        clock.now += 5000
        schedule.visited(0, clock.now)
    assert sorted(seen) == [0, 1]
    assert schedule.choose(0, clock.now) == -1
    assert 0 < schedule.due_us <= 750_000
    schedule.want(1, 10)
    assert schedule.changed
    clock.now += 10_000
    assert schedule.choose(0, clock.now) == 1


def test_wanted_often_goes_before_wanted_seldom():
    clock, _, schedule = make([row("a", 0), row("b", 0), row("c", 0)], 1)
    for i, ms in enumerate((20, 100, 400)):
        schedule.want(i, ms)
    counts = [0, 0, 0]
    for _ in range(400):
        i = schedule.choose(0, clock.now)
        if i >= 0:
            counts[i] += not schedule.look
            clock.now += 1_000 if schedule.look else 10_000
            schedule.visited(0, clock.now, not schedule.look)
        else:
            clock.now += schedule.due_us
    assert counts[0] > 2 * counts[1] > 4 * counts[2] > 0


def test_neighbours_wait_for_each_other():
    clock, _, schedule = make([row("a", 0, near=(1,)), row("b", 1, near=(0,)), row("c", 1)], 2)
    assert schedule.choose(0, clock.now) == 0
    assert schedule.choose(1, clock.now) == 2
    schedule.visited(1, clock.now)
    assert schedule.choose(1, clock.now) == -1
    schedule.visited(0, clock.now)
    assert schedule.choose(1, clock.now) == 1


def test_one_that_waits_too_long_for_a_neighbour_gets_its_turn():
    rows = [row("a", 0, near=(2,)), row("b", 0, near=(2,)), row("c", 1, near=(0, 1))]
    clock, antennas, schedule = make(rows, 2)
    schedule.want(0, 0)
    schedule.want(1, 0)
    oldest = 0
    free_at = [0, 0]
    active = [False, False]
    while clock.now < 20_000_000:  # reader 0 is never idle between two dwells
        for r in (0, 1):
            if active[r] and clock.now >= free_at[r]:
                schedule.visited(r, clock.now)
                active[r] = False
        for r in (0, 1):
            if not active[r] and schedule.choose(r, clock.now) >= 0:
                active[r] = True
                free_at[r] = clock.now + (9_000 if r == 0 else 7_000)
        oldest = max(oldest, clock.ticks_diff(clock.now, antennas[2].last_us))
        clock.now += 1000
    assert oldest <= 1_000_000 + 20_000


@settings(max_examples=25)
@given(st.integers(0, 2**30 - 1), st.data())
def test_no_antenna_is_left_unread_beyond_its_bound(start, data):
    rows = description.table_config("nine_max", "esp32s3_w5500", "7")["antennas"]
    clock, antennas, schedule = make(rows, 4, start)
    for a in antennas:
        schedule.want(a.index, data.draw(st.sampled_from((0, 20, 100, 10_000))))
    in_bounds(clock, antennas, schedule, start, 2000, lambda look: True)


def in_bounds(clock, antennas, schedule, start, step, reads):
    """Play eight seconds: neighbours never together, no antenna unread beyond its bound.

    ``reads(look)``: whether a visit ends in an inventory.
    """
    end, active, reading = [0] * 4, [-1] * 4, [False] * 4
    first, worst = set(), {}
    for t in range(0, 8_000_000, step):
        now = clock.ticks_add(start, t)
        for r in range(4):
            if active[r] >= 0 and t >= end[r]:
                schedule.visited(r, now, reading[r])
                active[r] = -1
        for r in range(4):
            i = schedule.choose(r, now) if active[r] < 0 else -1
            if i < 0:
                continue
            assert not set(antennas[i].near) & set(active)
            reading[r] = reads(schedule.look)
            if reading[r] and i in first:
                worst[i] = max(worst.get(i, 0), clock.ticks_diff(now, antennas[i].last_us))
            first |= {i} if reading[r] else set()
            active[r] = i
            end[r] = t + ((20_000 if antennas[i].reader == 0 else 8_000) if reading[r] else 1000)
    assert len(first) == len(antennas)
    for i, age in worst.items():
        assert age <= antennas[i].bound_us, antennas[i].zone


def test_a_reader_that_was_away_for_very_long_starts_afresh():
    clock, antennas, schedule = make([row("a", 0)], 1)
    clock.now += 0x18000000  # the difference of ticks would be negative
    schedule.revive(0, clock.now)
    assert schedule.choose(0, clock.now) == 0


def test_looks_come_between_inventories_and_not_where_evidence_is_gathered():
    clock, antennas, schedule = make([row("a", 0, 4000), row("b", 0, 4000)], 1)
    schedule.want(0, 400)
    schedule.want(1, 30)
    looks, reads = [0, 0], [0, 0]
    while clock.now < 6_000_000:
        i = schedule.choose(0, clock.now)
        if i < 0:
            assert schedule.due_us > 0
            clock.now += schedule.due_us
            continue
        (looks if schedule.look else reads)[i] += 1
        clock.now += 1_000 if schedule.look else 8_000
        schedule.visited(0, clock.now, not schedule.look)
    assert looks[1] == 0
    assert 6_000 / 100 * 0.9 < looks[0] + reads[0] < 6_000 / 100 * 1.2
    assert 6_000 / 400 - 3 < reads[0] < 6_000 / 400 + 3
    antennas[0].steady = 9  # nothing has changed for several inventories: they become rarer
    before, end = reads[0], clock.now + 6_000_000
    while clock.now < end:
        i = schedule.choose(0, clock.now)
        if i < 0:
            clock.now += schedule.due_us
            continue
        reads[i] += not schedule.look
        clock.now += 1_000
        schedule.visited(0, clock.now, not schedule.look)
    assert 0 < reads[0] - before <= 6_000 / 1200 + 2
    assert reads[1] > 6_000 / 38 * 0.9


def test_looks_alone_never_satisfy_the_bound():
    clock, antennas, schedule = make([row("a", 0, 1000)], 1)
    schedule.want(0, 1000)
    read = clock.now
    longest = 0
    while clock.now < 10_000_000:
        if schedule.choose(0, clock.now) < 0:
            clock.now += schedule.due_us
            continue
        if not schedule.look:
            longest, read = max(longest, clock.now - read), clock.now
        clock.now += 1_000
        schedule.visited(0, clock.now, not schedule.look)
    assert 700_000 < longest <= 1_000_000


@settings(max_examples=12)
@given(st.integers(0, 2**30 - 1), st.data())
def test_looks_that_always_trip_leave_no_antenna_unread_beyond_its_bound(start, data):
    rows = description.table_config("nine_max", "esp32s3_w5500", "7")["antennas"]
    clock, antennas, schedule = make(rows, 4, start)
    for a in antennas:
        schedule.want(a.index, data.draw(st.sampled_from((30, 60, 100, 480, 10_000))))
    trips = data.draw(st.sampled_from((0.0, 0.5, 1.0)))
    rng = random.Random(start)
    in_bounds(clock, antennas, schedule, start, 1000, lambda look: not look or rng.random() < trips)


def test_so_many_looks_at_most_go_before_an_inventory_that_is_due():
    rows = [row(f"seat:{n}", 0, 4000) for n in range(10)]
    clock, antennas, schedule = make(rows, 1)
    for a in antennas:
        schedule.want(a.index, 60)  # ten looks every 15 ms: two thirds of the reader's time
    run = longest = 0
    while clock.now < 4_000_000:
        i = schedule.choose(0, clock.now)
        if i < 0:
            clock.now += schedule.due_us
            continue
        due = [a for a in antennas if clock.ticks_diff(clock.now, a.last_us) >= 60_000]
        run = run + 1 if schedule.look and due else 0
        longest = max(longest, run)
        clock.now += 1_000 if schedule.look else 8_000
        schedule.visited(0, clock.now, not schedule.look)
    assert 4 <= longest <= 8


def test_a_restless_antenna_is_read_at_its_wanted_period_without_looks():
    clock, antennas, schedule = make([row("seat:1", 0, 2000)], 1)
    schedule.want(0, 100)
    antennas[0].steady, antennas[0].trust = 9, 0
    looks = reads = 0
    while clock.now < 2_000_000:
        if schedule.choose(0, clock.now) < 0:
            clock.now += schedule.due_us
            continue
        looks += schedule.look
        reads += not schedule.look
        clock.now += 1_000
        schedule.visited(0, clock.now, not schedule.look)
    assert looks == 0
    assert 18 <= reads <= 21


@settings(max_examples=15)
@given(st.integers(0, 2**30 - 1), st.integers(0, 3))
def test_a_reader_that_fails_keeps_no_other_readers_antennas_from_being_read(start, broken):
    rows = description.table_config("nine_max", "esp32s3_w5500", "7")["antennas"]
    clock, antennas, schedule = make(rows, 4, start)
    rng = random.Random(start)
    for a in antennas:
        schedule.want(a.index, rng.choice((20, 100, 10_000)))
    end, active, down_until = [0] * 4, [-1] * 4, -1
    first, worst, back, missing = set(), {}, [], None
    for t in range(0, 12_000_000, 1000):
        now = clock.ticks_add(start, t)
        if down_until < 0 and rng.random() < 0.001:  # in the middle of whatever it does
            schedule.release(broken)
            active[broken] = -1
            down_until = t + rng.randint(100_000, 4_000_000)
        if 0 <= down_until <= t:
            down_until = -1
            schedule.revive(broken, now)
            missing = [t, {a.index for a in antennas if a.reader == broken}]
        for r in range(4):
            if r == broken and down_until >= 0:
                missing = None
                continue
            if active[r] >= 0 and t >= end[r]:
                schedule.visited(r, now)
                if r == broken and missing:
                    missing[1].discard(active[r])
                    if not missing[1]:
                        back.append(t - missing[0])
                        missing = None
                active[r] = -1
            if active[r] < 0 and (i := schedule.choose(r, now)) >= 0:
                assert not set(antennas[i].near) & set(active)
                if i in first and r != broken:
                    worst[i] = max(worst.get(i, 0), clock.ticks_diff(now, antennas[i].last_us))
                first.add(i)
                active[r] = i
                end[r] = t + (20_000 if antennas[i].reader == 0 else 8_000)
    for i, age in worst.items():
        assert age <= antennas[i].bound_us, antennas[i].zone
    assert all(us < 1_000_000 for us in back)  # and its own are all read soon after


def test_a_claim_dies_with_its_reader():
    rows = [row("a", 0, near=(1,)), row("b", 1, near=(0,)), row("c", 0)]
    clock, antennas, schedule = make(rows, 2)
    schedule.want(1, 0)
    assert schedule.choose(1, clock.now) == 1
    assert schedule.choose(0, clock.now) == 2  # "a" waits for "b", with a claim
    schedule.visited(1, clock.now)
    assert schedule.choose(1, clock.now) == -1
    schedule.release(0)  # the reader fails at "c"; "b" must not wait for what it claimed
    assert schedule.choose(1, clock.now) == 1


def test_a_neighbours_look_is_waited_for_and_its_inventory_not_for_long():
    rows = [row("a", 0, near=(1,)), row("b", 1, near=(0,)), row("c", 0)]
    # since when "b" is active, how often it is wanted, how much later "a" is than "c": ms
    for since, period_ms, later, chosen in (
        (0, 400, 20, -1),  # looked at: over in a moment
        (3, 400, 20, 2),  # a look that has become an inventory
        (0, 30, 20, 2),
        (0, 30, 90, -1),  # worth a little patience,
    ):
        clock, antennas, schedule = make(rows, 2)
        for i, ms in ((0, 100), (1, period_ms), (2, 100)):
            schedule.want(i, ms)
            antennas[i].last_us = antennas[i].looked_us = antennas[i].due_us = clock.now
        clock.now += 120_000
        antennas[2].looked_us += 1000 * later
        assert schedule.choose(1, clock.now) == 1
        assert schedule.look == (period_ms == 400)
        clock.now += 1000 * since
        assert schedule.choose(0, clock.now) == chosen
        if chosen < 0:
            assert 0 < schedule.due_us <= 1000
            clock.now += 16_000  # and no more
            assert schedule.choose(0, clock.now) == 2
            schedule.visited(0, clock.now)
            schedule.visited(1, clock.now)
            assert schedule.choose(0, clock.now) == 0
