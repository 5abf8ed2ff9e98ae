"""The desk of a gateway: the clock by itself, what is due once, what the tables report, kills."""

import random
import signal
import subprocess
import sys

import pytest

from gateway.event import acts, due, from_forms, structure, views
from gateway.event.desk import Desk, key_of
from gateway.event.kept import NotOpen
from gateway.event.log import EventLog
from gateway.web.pages import render
from shared_rules.desk import asks
from tests.conftest import ROOT
from tests.desk.desk_case import table

START_MS = 1_000_000


@pytest.fixture
def desk(tmp_path):
    made = Desk(tmp_path, clock=lambda: made.ms, chance=random.Random(3))
    made.ms = START_MS
    made.open("tda-2011", structure.plan(9, 5000, 3, buy_in=100), "Anna")
    return made


def form(desk, act, **fields):
    return desk.do(lambda office, chance: from_forms.ACTS[act](office, chance, fields), "Anna")


def seated(desk, *names):
    for name in names:
        form(desk, "register", name=name)
    return {p: desk.read(lambda o, t, e, p=p: o.event.table_of(p).seat_of(p)) for p in names}


def state(desk):
    return desk.read(lambda office, t, entries: office)


def begun(desk, *names):
    seats = seated(desk, *names)
    form(desk, "clock")
    desk.do(lambda o, c: acts.first_button(o, c, 1), "Anna")
    return seats


def test_nothing_is_read_or_done_without_an_event(tmp_path):
    empty = Desk(tmp_path)
    empty.tick()
    with pytest.raises(NotOpen):
        empty.read(lambda *_: None)
    with pytest.raises(NotOpen):
        form(empty, "clock")


@pytest.mark.parametrize("minutes_ms, level", [(20 * 60_000 - 1, 1), (20 * 60_000, 2)])
def test_the_clock_writes_the_end_of_a_level_by_itself(desk, minutes_ms, level):
    begun(desk, "Ana", "Ben")
    desk.ms += minutes_ms
    desk.tick()
    desk.tick()
    assert state(desk).clock.level == level
    assert len(state(desk).event.happened("clock_zero")) == level - 1


def test_pages_hear_of_a_time_of_day_that_was_set(desk):
    """They count down to a time of day; the level itself ends as it would have."""
    begun(desk, "Ana", "Ben")
    told, steady = [], desk.ms
    desk._on_change, desk._log.steady = lambda: told.append(desk.began_ms()), lambda: steady
    for _ in range(3):
        desk.tick()
    before = list(told)
    desk.ms += 3_600_000
    for _ in range(3):
        desk.tick()
    assert told[len(before) :] == [START_MS + 3_600_000]
    assert len(before) <= 1 and state(desk).clock.level == 1


def test_what_is_due_is_done_once(desk):
    seated(desk, "Ana", "Ben")
    form(desk, "clock")
    key = desk.read(lambda office, t, e: [key_of(d) for d in due.due(office)])
    button = next(k for k in key if k.startswith("first_button"))
    desk.do_due(button, "Anna")
    with pytest.raises(acts.Refused, match="not due any more"):
        desk.do_due(button, "Anna")


def record(seats, **chips):
    return {"table": "1", "stacks_after": {str(seats[p]): n for p, n in chips.items()}}


@pytest.mark.parametrize("told", [{}, {"Ben": 0}])
def test_a_table_that_tells_of_its_hand_after_the_floor_keyed_who_is_out(desk, told):
    seats = begun(desk, "Ana", "Ben", "Cleo")
    desk.on_start("1")
    form(desk, "bust", player="Ben")
    desk.on_hand(record(seats, Ana=10_000, Cleo=5000, **told))
    office = state(desk)
    assert (office.alerts, office.hands) == ([], {1: 1})
    assert (office.event.gone, office.event.stacks["Ana"]) == (["Ben"], 10_000)


def test_a_finished_hand_brings_stacks_busts_and_the_count_of_hands(desk):
    seats = begun(desk, "Ana", "Ben", "Cleo")
    desk.on_hand(record(seats, Ana=10_000, Ben=0, Cleo=5000))
    office = state(desk)
    assert office.event.stacks["Ana"] == 10_000
    assert office.event.gone == ["Ben"]
    assert office.hands == {1: 1}
    assert office.in_play == office.issued


def test_a_hand_begins_with_its_riffle_and_keeps_the_level_of_that_moment(desk):
    seats = begun(desk, "Ana", "Ben", "Cleo")
    desk.ms += 19 * 60_000
    desk.on_start("1")
    desk.on_start("1")  # riffled again: the same hand
    desk.ms += 2 * 60_000
    desk.tick()
    ask = {"what": "level_of_hand", "table": 1}
    assert asks.answer(state(desk).event, ask).answer == {"level": 1}
    desk.on_hand(record(seats, Ana=10_000, Ben=0, Cleo=5000))
    office = state(desk)
    assert asks.answer(office.event, ask).answer == {"level": 1}
    assert (office.hands, office.clock.level) == ({1: 1}, 2)
    desk.on_start("1")
    assert asks.answer(state(desk).event, ask).answer == {"level": 2}


@pytest.mark.parametrize("name", ["2", "feature", "final"])
def test_no_hand_begins_where_the_event_is_not_played(desk, name):
    begun(desk, "Ana", "Ben")
    desk.on_start(name)
    assert state(desk).hands == {}


def test_another_button_than_the_desks_is_an_alert_and_the_stacks_stand(desk):
    seats = begun(desk, "Ana", "Ben")
    desk.on_start("1")
    at = state(desk).event.tables[1].positions
    hand = record(seats, Ana=6000, Ben=4000)
    desk.on_hand(hand | {"start": {"button": at.button, "bb_seat": at.bb}})
    assert state(desk).alerts == []
    desk.on_start("1")
    desk.on_hand(hand | {"start": {"button": at.button, "bb_seat": at.bb}})  # it did not move
    office = state(desk)
    assert [a["kind"] for a in office.alerts] == ["button"]
    assert office.event.stacks["Ana"] == 6000


def two_tables(folder, hand_for_hand):
    """A desk of two tables of three, a hand begun at each, the second before the first."""
    desk = Desk(folder, clock=lambda: START_MS)
    rows = [
        {"table": n, "max": 9, "seats": {str(s): f"{'AB'[n - 1]}{s}" for s in (1, 2, 3)}}
        for n in (1, 2)
    ]
    stacks = {p: 1000 for row in rows for p in row["seats"].values()} | {"B1": 2000}
    event = {"format": "freezeout", "table_max": 9, "level": 1, "level_minutes": 20,
             "levels": [{"level": 1, "sb": 50, "bb": 100, "ante": 0}]}  # fmt: skip
    desk.open("tda-2011", {"event": event, "tables": rows, "stacks": stacks}, "Anna")
    form(desk, "clock")
    desk.do(lambda o, c: acts.hand_for_hand(o, c, hand_for_hand), "Anna")
    for name in ("2", "1"):
        desk.on_start(name)
    return desk


@pytest.mark.parametrize("together", [True, False])
def test_busts_of_a_round_are_one_hand_only_while_tables_deal_together(tmp_path, together):
    desk = two_tables(tmp_path, together)
    desk.on_hand({"table": "1", "stacks_after": {"1": 0, "2": 2000, "3": 1000}})
    desk.on_hand({"table": "2", "stacks_after": {"1": 0, "2": 3000, "3": 1000}})
    (first, _, a1, _), (second, _, b1, _) = state(desk).event.outs
    assert (a1, b1) == ("A1", "B1")
    assert (first == second) == together
    rows, _ = acts.standings(state(desk))
    assert {p: first for first, _, p in rows}["B1"] == 5  # out later, or with more chips
    for name in ("1", "2"):
        desk.on_start(name)
    desk.on_hand({"table": "1", "stacks_after": {"2": 3000, "3": 0}})
    assert state(desk).event.outs[-1][0] > max(first, second)


def test_a_hand_that_was_cut_is_over_and_nobody_is_out_by_it(desk):
    seats = begun(desk, "Ana", "Ben", "Cleo")
    desk.on_start("1")
    desk.on_hand(record(seats, Ana=10_000, Ben=0, Cleo=5000) | {"cut": True})
    office = state(desk)
    assert (office.event.gone, office.alerts) == ([], [])
    assert office.event.tables[1].state not in ("playing", "all_in")
    assert office.event.stacks["Ben"] == 5000
    settled = {"cut": True, "amended": True}
    desk.on_hand(record(seats, Ana=5200, Ben=4800, Cleo=5000) | settled)
    assert state(desk).event.stacks == {"Ana": 5200, "Ben": 4800, "Cleo": 5000}


def test_chips_that_differ_from_the_desks_are_an_alert_and_change_nothing(desk):
    seats = begun(desk, "Ana", "Ben")
    desk.on_hand(record(seats, Ana=5000, Ben=4975))
    office = state(desk)
    assert [a["kind"] for a in office.alerts] == ["stack"]
    assert office.alerts[0]["cite"] == ["tda-2011:48"]
    assert office.event.stacks == {"Ana": 5000, "Ben": 5000}


def test_a_player_in_a_seat_nobody_was_given_is_an_alert(desk):
    seats = begun(desk, "Ana", "Ben")
    free = next(s for s in range(1, 10) if s not in seats.values())
    desk.on_hand({"table": "1", "stacks_after": {str(seats["Ana"]): 5000, str(free): 5000}})
    kinds = {a["kind"] for a in state(desk).alerts}
    assert "wrong_seat" in kinds
    assert state(desk).alerts[0]["cite"] == ["tda-2011:5"]


def test_tables_the_event_is_not_played_on_are_passed_over(desk):
    seats = begun(desk, "Ana", "Ben")
    before = len(desk.read(lambda o, t, entries: list(entries)))
    for name in ("2", "feature", "final"):
        desk.on_hand(record(seats, Ana=1, Ben=1) | {"table": name})
    assert len(desk.read(lambda o, t, entries: list(entries))) == before


def test_a_bust_to_a_named_player_keeps_the_chips_in_play(desk):
    begun(desk, "Ana", "Ben", "Cleo")
    form(desk, "bust", player="Ben", by="Ana")
    office = state(desk)
    assert (office.event.stacks["Ana"], office.in_play) == (10_000, 15_000)
    assert office.people["Ana"].bounties == 1


def test_a_list_of_entries_is_one_entry_and_all_or_none(desk):
    form(desk, "import_entries", csv="name\nAna\nBen\nAna\n")
    assert list(state(desk).people) == ["Ana", "Ben", "Ana2"]
    assert len(desk.read(lambda o, t, entries: list(entries))) == 2
    with pytest.raises(ValueError, match="line 3"):
        form(desk, "import_entries", csv="name\nCleo\n \n,\n".replace("\n \n", '\n" "\n'))
    assert len(state(desk).people) == 3


@pytest.mark.parametrize(
    "act, fields, said",
    [
        ("bust", {"player": "Zoe"}, "no player is called"),
        ("stack", {"player": "Ana", "stack": "-5"}, "whole number"),
        ("note", {"text": " "}, "has words"),
        ("post_prizes", {"prizes": "100, 50"}, "come to 150, the pool is 200"),
        ("pay_out", {"player": "Ana", "id_shown": "yes"}, "nothing to come"),
        ("deal", {"kind": "own", "amount_Ana": "1", "amount_Ben": "1"}, "come to 2"),
    ],
)
def test_what_cannot_be_keyed_is_refused_in_a_line(desk, act, fields, said):
    begun(desk, "Ana", "Ben")
    with pytest.raises(ValueError, match=said):
        form(desk, act, **fields)


KILLED = """
import sys
from gateway.event.desk import Desk
from gateway.event import from_forms
desk = Desk(sys.argv[1])
n = 0
while True:
    form = {"text": f"note {n}"}
    print(desk.do(lambda o, c: from_forms.note(o, c, form), "Anna")["n"], flush=True)
    n += 1
"""


def test_a_killed_gateway_loses_nothing_it_has_shown(desk, tmp_path):
    shown = 0
    for after in (1, 7, 20):
        command = [sys.executable, "-c", KILLED, str(tmp_path)]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
            for _ in range(after):
                shown = int(process.stdout.readline())
            process.send_signal(signal.SIGKILL)
            rest = process.stdout.read().splitlines()
        shown = int(rest[-1]) if rest and rest[-1].isdigit() else shown
        entries = EventLog(desk.path).entries()
        assert len(entries) > shown
        assert [e["n"] for e in entries] == list(range(len(entries)))


def test_an_event_whose_levels_nobody_has_named_is_shown(tmp_path):
    desk = Desk(tmp_path)
    facts = {"format": "freezeout", "game": "flop", "table_max": 9, "level": 1}
    setup = {"event": facts, "tables": [table(1, "1 2", (1, 1, 2))]}
    EventLog(desk.path).create("tda-2011", setup, "Anna")
    for view in views.PAGES.values():
        shown = render("event_head.html", **desk.read(view), role="director")
        assert "level 1" in shown.lower()


def test_two_players_out_in_one_hand_of_a_table_share_its_name_when_it_is_said(tmp_path):
    desk = two_tables(tmp_path, hand_for_hand=False)
    form(desk, "bust", player="A1", by="A3")
    form(desk, "bust", player="A2", by="A3", same_hand="yes")
    (first, *_), (second, *_) = state(desk).event.outs
    assert first == second
    with pytest.raises(acts.Refused, match="at another table"):
        form(desk, "bust", player="B2", by="B1", same_hand="yes")
    form(desk, "bust", player="B2", by="B1")
    assert state(desk).event.outs[-1][0] != first


def test_who_waits_is_said_of_a_newcomer_without_a_hand_alone(tmp_path):
    desk = Desk(tmp_path, clock=lambda: START_MS, chance=random.Random(3))
    desk.open("tda-2011", structure.plan(9, 5000, 3, buy_in=100), "Anna")
    begun(desk, "Ana", "Ben", "Cleo", "Dora")

    def waiting():
        (one,) = desk.read(views.tables)["tables"]
        return [s["name"] for s in one["seats"] if s["waits"]]

    assert waiting() == []  # nothing was dealt yet: all of them are in the first hand
    desk.on_start("1")
    form(desk, "register", name="Eve")
    assert waiting() == ["Eve"]


def test_an_entry_for_what_was_due_says_so_and_names_each_rule_once(desk):
    seated(desk, "Ana", "Ben")
    form(desk, "clock")
    one = desk.read(lambda office, t, e: due.due(office))[0]
    entry = desk.do_due(key_of(one), "Anna")
    assert entry["why"] == one.text
    assert due.Due("balance", "", ("a", "b", "a")).cite == ("a", "b")
