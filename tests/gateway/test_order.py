"""Events of a controller come out once each and in order, whatever the link did to them."""

import random

from gateway.ingest.sequence import Sequence


def take(sequence, boot, seq, count=1, now_ms=0):
    ready, _stale = sequence.offer(boot, seq, [f"{boot}/{seq + i}" for i in range(count)], now_ms)
    return [row for _boot, _seq, row in ready]


def test_events_in_order_pass_at_once():
    s = Sequence()
    assert take(s, 1, 1, 3) == ["1/1", "1/2", "1/3"]
    assert take(s, 1, 4) == ["1/4"]
    assert s.missing() is None and s.position() == (1, 4)


def test_duplicates_are_dropped_and_counted():
    s = Sequence()
    take(s, 1, 1, 3)
    assert take(s, 1, 1, 3) == []
    assert take(s, 1, 2, 3) == ["1/4"]
    assert s.duplicates == 5


def test_an_early_event_waits_for_the_gap_to_close():
    s = Sequence()
    take(s, 1, 1)
    assert take(s, 1, 3) == []
    assert s.missing() == (1, 2)
    assert take(s, 1, 2) == ["1/2", "1/3"]
    assert s.missing() is None


def test_a_gap_is_asked_for_after_a_pause_and_with_growing_patience():
    s = Sequence(first_ms=200, tries_max=3)
    take(s, 1, 1)
    take(s, 1, 5, now_ms=1000)
    assert s.due(1199) is None
    assert s.due(1200) == (1, 2)
    assert s.due(1201) is None
    take(s, 1, 5, now_ms=1300)  # it answers, but not with that
    assert s.due(1600) == (1, 2)
    take(s, 1, 5, now_ms=1700)
    assert s.due(2399) is None and s.due(2400) == (1, 2)
    take(s, 1, 5, now_ms=2500)
    assert s.due(99_000) is None  # bounded
    assert s.next_at() is not None


def test_nothing_is_given_up_while_nobody_answers():
    s = Sequence(first_ms=100, tries_max=2)
    take(s, 1, 1)
    take(s, 1, 5)
    now, asked = 0, 0
    while now < 8 * 3_600_000:  # the line is down for a night
        now = s.next_at()
        asked += s.due(now) == (1, 2)
        assert s.give_up(now) is None
    assert asked > 100
    assert take(s, 1, 2, 3, now_ms=now) == ["1/2", "1/3", "1/4", "1/5"]


def test_what_five_requests_did_not_bring_is_given_up_and_named():
    s = Sequence(first_ms=100, tries_max=2)
    take(s, 1, 1)
    take(s, 1, 5, 2)
    assert s.due(100)
    take(s, 1, 6, now_ms=150)
    assert s.due(300)
    assert s.give_up(400) is None and s.give_up(700) is None  # it has not answered yet
    take(s, 1, 6, now_ms=701)
    boot, first, last, ready = s.give_up(702)
    assert (boot, first, last) == (1, 2, 4)
    assert [row for _b, _s, row in ready] == ["1/5", "1/6"]
    assert s.position() == (1, 6)


def test_a_new_boot_starts_at_one_and_ends_the_old_one():
    s = Sequence()
    take(s, 1, 1, 3)
    assert take(s, 2, 1, 2) == ["2/1", "2/2"]
    assert take(s, 1, 2) == []  # known already
    assert s.duplicates == 1


def test_a_new_boot_waits_for_the_old_ones_gap():
    s = Sequence()
    take(s, 1, 1)
    take(s, 1, 3)
    assert take(s, 2, 1) == []
    assert s.missing() == (1, 2)
    assert take(s, 1, 2) == ["1/2", "1/3", "2/1"]


def test_an_event_of_a_finished_boot_is_stale_once():
    s = Sequence()
    take(s, 1, 1)
    take(s, 2, 1)
    ready, stale = s.offer(1, 2, ["late"], 0)
    assert (ready, stale) == ([], [(1, 2, "late")])
    assert s.offer(1, 2, ["late"], 0) == ([], [])


def test_a_restarted_gateway_goes_on_where_the_log_ends():
    s = Sequence((3, 120), {2: 40})
    assert take(s, 3, 119, 3) == ["3/121"]
    assert take(s, 2, 40) == []
    assert s.duplicates == 3


def test_a_gateway_new_to_a_table_asks_for_the_beginning():
    s = Sequence()
    assert take(s, 3, 118, now_ms=0) == []
    assert s.due(200) == (3, 1)


def test_parking_is_bounded_but_never_blocks_the_next_event():
    s = Sequence(parked_max=4)
    take(s, 1, 1)
    take(s, 1, 3, 10)
    assert len(s.parked) == 4 and s.refused == 6
    assert take(s, 1, 2) == ["1/2", "1/3", "1/4", "1/5", "1/6"]


def test_any_schedule_of_repeats_and_reorders_ends_in_order():
    for seed in range(200):
        rng = random.Random(seed)
        sent = [(b, q) for b in (1, 2, 3) for q in range(1, rng.randrange(2, 12))]
        s, got, now, waiting = Sequence(), [], 0, list(sent)
        for _ in range(2000):
            if not waiting:
                break
            now += 100
            asked = s.due(now)
            boot, seq = asked or waiting[min(rng.randrange(4), len(waiting) - 1)]
            if (boot, seq) not in sent or any(b < boot for b, _ in waiting):
                boot, seq = waiting[0]  # an older boot's records go out first
            if rng.random() < 0.3:
                continue  # lost on the way
            count = rng.randrange(1, 4)
            rows = [r for r in ((boot, seq + i) for i in range(count)) if r in sent]
            ready, stale = s.offer(boot, seq, rows, now)
            assert not stale
            got += [row for _b, _s, row in ready]
            waiting = [k for k in waiting if k not in got]
        assert got == sent, f"seed {seed}"
