"""How often each loop is wanted, and what a table holds to be so for who asks why."""

from types import SimpleNamespace as Of

import pytest

from firmware.table import attention
from firmware.table import phase as ph
from firmware.table.deal import Deal
from firmware.table.order import Item, Keyed
from firmware.table.values import FLIGHT_PERIOD_MS
from firmware.table.view import View
from firmware.table.ways import Move
from tests.firmware_table.bench import Bench, card, chip

# every period a number of its own: two that are alike would hide which of them counts
PERIODS = {
    "ACTOR_PERIOD_MS": 11, "ACTOR_CARDS_PERIOD_MS": 13,
    "NEXT_CARDS_PERIOD_MS": 14, "EMPTY_SEAT_PERIOD_MS": 15, "FOLDED_LINE_PERIOD_MS": 16,
    "PITCH_PERIOD_MS": 17, "FIRST_PITCH_PERIOD_MS": 18,
}  # fmt: skip
BASE = {
    kind: [100 * n + now for now in range(5)]
    for n, kind in enumerate(("mouth", "seat", "line", "board", "burn", "muck", "pot"), 1)
}


def wanted(monkeypatch, now, *names, **phase):
    """Base periods of loops in a hand of seats 1 to 3, the first of which is due to act."""
    for name, period in PERIODS.items():
        monkeypatch.setattr(attention, name, period)
    monkeypatch.setattr(attention, "BASE_PERIOD_MS", BASE)
    bench = Bench()
    bench.phase.live, bench.phase.actor, bench.phase.now = [1, 2, 3], 1, now
    for name, value in phase.items():
        setattr(bench.phase, name, value)
    watch = bench.table.attention
    watch._rebase()
    return [watch.base[bench.ant(name).index] for name in names]


@pytest.mark.parametrize(("now", "phase", "lines"), [
    (ph.BETTING, {}, [11, 303, 303, 16]), (ph.SHOWDOWN, {}, [304, 304, 304, 16]),
    (ph.BETTING, {"actor": 3}, [303, 303, 11, 16]),
    (ph.BETTING, {"actor": None}, [303, 303, 303, 16]),
    (ph.BETTING, {"live": [1, 3]}, [11, 16, 303, 16]), (ph.DEAL, {}, [302, 302, 302, 302]),
    (ph.SHOWDOWN, {"live": []}, [304, 304, 304, 304]), (ph.BETWEEN, {}, [300, 300, 300, 300]),
])  # fmt: skip
def test_bet_spots_by_whose_turn_it_is(monkeypatch, now, phase, lines):
    names = ("line:1", "line:2", "line:3", "line:4")
    assert wanted(monkeypatch, now, *names, **phase) == lines


@pytest.mark.parametrize(("now", "phase", "seats"), [
    (ph.BETTING, {}, [13, 14, 203, 15]), (ph.SHOWDOWN, {}, [204, 204, 204, 15]),
    (ph.BETTING, {"actor": 3}, [14, 203, 13, 15]), (ph.BETTING, {"live": [1, 3]}, [13, 15, 14, 15]),
    (ph.DEAL, {"last_seat": 3}, [17, 17, 202, 202]),
    (ph.DEAL, {"last_seat": 1}, [202, 17, 17, 202]),
    (ph.SHUFFLED, {"last_seat": 3}, [18, 18, 201, 201]), (ph.BETWEEN, {}, [200, 200, 200, 200]),
])  # fmt: skip
def test_safe_zones_by_whose_turn_it_is_or_whose_card_comes(monkeypatch, now, phase, seats):
    names = ("seat:1", "seat:2", "seat:3", "seat:4")
    assert wanted(monkeypatch, now, *names, **phase) == seats


def test_other_loops_by_the_part_of_the_hand(monkeypatch):
    names = ("mouth:1", "board:1", "burn", "muck", "pot")
    for now in range(5):
        rows = [100 * n + now for n in (1, 4, 5, 6, 7)]
        assert wanted(monkeypatch, now, *names) == rows


@pytest.mark.parametrize(("now", "nth"), [
    (ph.SHUFFLED, 0), (ph.DEAL, 0), (ph.BETTING, 1), (ph.SHOWDOWN, 1),
])  # fmt: skip
def test_a_card_in_flight_is_looked_for_where_the_part_of_the_hand_lets_it_come(now, nth):
    bench = Bench()
    bench.phase.now = now
    watch = bench.table.attention
    watch.card_left(700, 2000)
    for kind, periods in FLIGHT_PERIOD_MS.items():
        index = bench.ant({"seat": "seat:1", "board": "board:1"}.get(kind, kind)).index
        assert (watch.boost[index], watch.until[index]) == (periods[nth], 2700)


@pytest.mark.parametrize(("period", "asked"), [(99, 1), (100, 0), (101, 0)])
def test_the_scan_is_asked_at_once_where_a_loop_is_wanted_more_often(period, asked):
    bench = Bench()
    watch = bench.table.attention
    rows = []
    watch.schedule = Of(want=lambda *args: rows.append(args))
    watch.wanted[3] = 100
    watch.watch_one(3, period, 500, 2000)
    assert rows == [(3, period)] * asked and watch.boosted


# -- what is held to be so ------------------------------------------------------------------------


@pytest.mark.parametrize(("held", "at", "more", "waits", "told"), [
    ("seat:1", "seat:1", False, False, False), ("seat:1", "muck", False, False, True),
    ("seat:1", "muck", False, True, False), ("seat:1", "seat:1", True, False, True),
    (None, "muck", False, False, False), ("stub", "muck", False, False, False),
    ("stub", "muck", True, False, True), ("seat:1", None, False, False, False),
    ("seat:1", "muck", True, True, True),
])  # fmt: skip
def test_contested_is_what_two_loops_read_or_what_lies_elsewhere(held, at, more, waits, told):
    bench = Bench()
    (tag,) = bench.lie(at or "seat:1", card(1))
    if more:
        bench.read(5000, "seat:2", card(1))
    tag.zone, tag.item = held, Item(0) if waits else None
    if at is None:
        tag.home, tag.tracks = None, ()
    assert [row["uid"] for row in View(bench.table).contested()] == ([tag.uid] if told else [])
    assert View(bench.table).tag(tag)["waits"] == waits


@pytest.mark.parametrize(("frm", "to", "why", "until"), [
    ("seat:1", "seat:2", "rest", True), ("seat:1", "board:1", "no_way", False),
    ("seat:1", None, "rest", False),
])  # fmt: skip
def test_a_card_astray_rests_until_it_is_believed_or_is_on_its_way(frm, to, why, until):
    bench = Bench()
    (tag,) = bench.lie(to or "seat:1", card(1), since=2000)
    tag.zone, tag.left = frm, 1500
    if to is None:
        tag.home = None
    row = View(bench.table)._astray(tag)
    assert (row["why"], row["from"], row["t"]) == (why, frm, tag.home.since if to else 1500)
    assert (row["until"] > row["t"]) == until and (row["until"] == 0) == (not until)


@pytest.mark.parametrize(("about", "value", "place", "keyed"), [
    (1, 0, "seat:1", 4000), (2, 0, "seat:1", None), (None, 0, "seat:1", None),
    (1, 25, "seat:1", None), (1, 0, "line:1", None),
])  # fmt: skip
def test_what_somebody_has_keyed_of_a_card_at_a_seat(about, value, place, keyed):
    bench = Bench()
    bench.order.items = []
    (tag,) = bench.lie("muck", card(1))
    tag.value = value
    bench.order.add(Keyed(4000, {"what": "exposed"}, None, about))
    assert View(bench.table)._keyed_at(tag, bench.ant(place)) == keyed


@pytest.mark.parametrize(("now", "zones"), [
    (ph.DEAL, ["seat:1"]), (ph.SHUFFLED, ["seat:1"]), (ph.BETTING, ["burn", "board"]),
    (ph.SHOWDOWN, ["burn", "board"]),
])  # fmt: skip
def test_a_card_on_its_way_may_be_where_the_next_one_is_due(now, zones):
    bench = Bench(now)
    (tag,) = bench.lie("mouth:1", card(1), n=1)
    bench.phase.now, bench.phase.last_seat = now, 3
    tag.item, tag.zone = Deal(bench.cards, tag, 1000, True), None
    assert View(bench.table)._wanted(tag) == zones
    tag.zone = "muck"
    assert View(bench.table)._wanted(tag) == ["muck", *zones]
    tag.item.zone = "seat:2"
    assert View(bench.table)._wanted(tag) == ["muck"]


def test_chips_that_left_may_be_on_their_spot_or_in_the_pot():
    bench = Bench()
    (tag,) = bench.lie("line:2", chip(1))
    tag.zone, tag.item = "line:2", None
    assert View(bench.table)._wanted(tag) == ["line:2"]
    bench.chips.depart(tag, bench.chips.spots[2], 3000)
    assert View(bench.table)._wanted(tag) == ["line:2", "line:2", "pot"]


@pytest.mark.parametrize(("now", "hand"), [
    (ph.BETTING, (None, 3, [1, 2, 3])), (ph.DEAL, (1, None, [])), (ph.SHOWDOWN, (None, None, [])),
    (ph.SHUFFLED, (1, None, [])),
])  # fmt: skip
def test_where_the_hand_stands(now, hand):
    bench = Bench(now)
    bench.phase.owing, bench.phase.actor, bench.phase.last_seat = [3, 1, 2], 3, 3
    row = View(bench.table).hand()
    assert (row["due"], row["actor"], row["owing"]) == hand
    turn = [View(bench.table).seat(seat)["turn"] for seat in (1, 3)]
    assert turn == [False, now == ph.BETTING]
    posts = [View(bench.table).seat(seat)["post"] for seat in (1, 2, 3)]
    assert posts == ([50, 100, 0] if now in (ph.DEAL, ph.SHUFFLED) else [0, 0, 0])


def test_what_is_under_way_stands_in_its_order():
    bench = Bench()
    tags = bench.hand(1, card(1), card(2))
    first = Move(bench.cards, tags[0], 1000, "seat:1", "muck")
    second = Keyed(1001, {"what": "gesture", "seat": 2}, None)
    bench.order.items = [first, second]
    rows = View(bench.table).things()
    assert [(r["kind"], r["head"], r["queued"]) for r in rows] == [
        ("move", True, True), ("key", False, True)
    ]  # fmt: skip
    assert [r["asked"] for r in rows] == [False, False]
