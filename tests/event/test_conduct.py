"""What a table reports of people, what is left of a penalty, and how a day ends."""

import random

import pytest

from gateway.event import acts, due, from_forms, last_hands, reports, structure, views
from gateway.event.desk import Desk
from gateway.web.pages import render
from shared_rules.desk import asks

NAMES = ("Ana", "Ben", "Cleo", "Dora")


@pytest.fixture
def desk(tmp_path):
    return opened(tmp_path, "tda-2011")


def opened(folder, book):
    made = Desk(folder, clock=lambda: made.ms, chance=random.Random(3))
    made.ms = 1_000_000
    plan = structure.plan(9, 5000, 3, buy_in=100, days=2, posted={"registration_until": 2})
    made.open(book, plan, "Anna")
    for name in NAMES:
        form(made, "register", name=name, id_shown="yes")
    form(made, "clock")
    for one in state(made, due.due):
        made.do(lambda o, c, one=one: acts.DUE[one.act](o, c, **one.args), "Anna")
    return made


def form(desk, act, **fields):
    return desk.do(lambda o, c: from_forms.ACTS[act](o, c, fields), "Anna")


def state(desk, work=lambda office: office):
    return desk.read(lambda office, t, entries: work(office))


def hand(desk, start=None, incidents=(), **after):
    """A hand of table 1 that the table reports; stacks in its seats, by player."""

    def seats(of):
        table = state(desk).event.tables[1]
        return {str(table.seat_of(p)): n for p, n in of.items()}

    before = dict(state(desk).event.stacks)
    desk.on_start("1")
    found = [{**i, "seat": int(*seats({i["player"]: 0}))} for i in incidents]
    made = {"stacks": seats(before | (start or {}))}
    after = before | (start or {}) | after
    desk.on_hand({"table": "1", "stacks_after": seats(after), "start": made, "incidents": found})


def kinds(desk):
    return [(a["kind"], a.get("player")) for a in state(desk).alerts]


def test_chips_that_left_between_hands_and_came_back_are_reported_of_the_player(desk):
    hand(desk)
    assert kinds(desk) == []
    hand(desk, start={"Ben": 3000})
    assert kinds(desk) == [("chips_left", "Ben")]
    alert = state(desk).alerts[0]
    assert "Ben began the hand with 2,000 chips fewer" in alert["text"]
    assert alert["cite"] == ["tda-2011:48"]
    assert state(desk).event.stacks["Ben"] == 5000  # the desk's own figure stays
    form(desk, "stack", player="Ben", stack="3000")
    hand(desk, start={"Ben": 4500})
    assert kinds(desk)[1:] == [("chips_back", "Ben")]
    report = state(desk, lambda o: reports.incidents(o, 0, desk._log._entries))
    assert [r for r in report["parts"][0]["rows"] if "brought 1,500 chips back" in r["text"]]


def test_chips_passed_on_between_hands_are_reported_and_the_stacks_taken(desk):
    hand(desk, start={"Ben": 4000, "Cleo": 6000})
    assert kinds(desk) == [("passed", None)]
    assert state(desk).alerts[0]["cite"] == ["tda-2011:54", "tda-2011:51"]
    assert state(desk).event.stacks["Cleo"] == 6000


def test_what_the_table_rules_on_a_players_conduct_is_kept_with_his_name(desk):
    ruled = {"situation": "frame.chips_in_transit", "player": "Dora", "cite": ["tda-2011:48"]}
    hand(desk, incidents=[ruled, {"situation": "wager.string_bet", "player": "Ana"}])
    assert kinds(desk) == [("conduct", "Dora")]
    assert state(desk).alerts[0]["text"] == "Table 1, Dora: chips carried out of view"
    assert state(desk).event.tables[1].state not in ("playing", "all_in")


def noted(desk, name):
    rows = desk.read(views.players)["players"]
    return next(p["penalties"] for p in rows if p["name"] == name)


def test_hands_of_a_penalty_are_counted_by_the_table(desk):
    form(desk, "penalty", player="Ana", kind="hands", count="2")
    assert noted(desk, "Ana") == "2 hands, still 2 hands"
    hand(desk)
    assert noted(desk, "Ana") == "2 hands, still 1 hand"
    hand(desk)
    hand(desk)
    assert noted(desk, "Ana") == "2 hands"
    assert [e["count"] for e in state(desk).event.happened("hands_missed")] == [1, 2]


def test_hands_that_are_keyed_count_too(desk):
    form(desk, "hand", table="1")
    form(desk, "penalty", player="Ana", kind="rounds", count="1")
    form(desk, "hand", table="1")
    assert noted(desk, "Ana") == "1 round, still 3 hands"


def test_a_table_too_short_to_deal_is_reported_when_it_does(desk):
    form(desk, "open_table")
    for n in range(9):
        form(desk, "register", name=f"P{n}")
        last = list(state(desk).people)[-1]
        where = state(desk).event.table_of(last)
        if where.number == 1:
            form(desk, "move", player=last, to=f"2:{state(desk).event.tables[2].free()[0]}")
    desk.on_start("1")
    (alert,) = state(desk).alerts
    assert (alert["kind"], alert["cite"]) == ("halted", ["tda-2011:8"])


@pytest.mark.parametrize("book", ["ipr-2018", "tda-2011"])
def test_the_last_hands_are_drawn_counted_and_the_next_day_begins(tmp_path, book):
    desk = opened(tmp_path, book)
    hand(desk)
    with pytest.raises(acts.Refused, match="from 3 to 7"):
        form(desk, "last_hands", value="9")
    form(desk, "last_hands", value="3")
    office = state(desk)
    assert not office.clock.running and last_hands.left(office) == {1: 3}
    assert "3 more hands today" in render("event_hall_main.html", v=desk.read(views.hall))
    for _ in range(3):
        assert "end_day" not in [d.act for d in state(desk, due.due)]
        hand(desk)
    assert "end_day" in [d.act for d in state(desk, due.due)]
    desk.on_start("1")
    assert state(desk).alerts[-1]["kind"] == "last_hands"
    desk.on_hand({"table": "1", "stacks_after": {}, "cut": True})
    desk.do(lambda o, c: acts.end_day(o, c), "Anna")
    found = state(desk, lambda o: {d.act: d for d in due.due(o)})
    assert found["begin_day"].text == "Begin day 2: the clock runs again" and "end_day" not in found
    desk.do(lambda o, c: acts.begin_day(o, c), "Anna")
    office = state(desk)
    assert office.clock.running and last_hands.left(office) is None and office.day == 2
    assert not last_hands.at_night(office)
    desk.do(lambda o, c: acts.hand_for_hand(o, c), "Anna")
    assert "ipr-2018:G3.E" not in asks.answer(state(desk).event, {"what": "clock"}).cite


def test_the_final_table_goes_on_where_the_furthest_table_was():
    drawn = last_hands.Drawn(5, {1: 10, 2: 12})
    assert drawn.dealt({1: 11, 2: 15}) == {1: 1, 2: 3}
    drawn.goes_on({1: 11, 2: 15})
    assert drawn.dealt({1: 12, 2: 15})[1] == 4
