"""Chips handed out against chips in play: by denomination, by value, between hands, in words."""

import random

import pytest

from gateway.event import acts, chip_views, desk_grammar, from_forms, structure, views
from gateway.event.desk import Desk
from gateway.web.pages import render
from shared_rules.desk.tables import FINAL

START_MS = 1_000_000
LEVELS = [
    {"level": 1, "sb": 25, "bb": 50, "ante": 0, "break_after": 15},
    {"level": 2, "sb": 100, "bb": 200, "ante": 0},
]


def opened(folder, **facts):
    made = Desk(folder, clock=lambda: made.ms, chance=random.Random(3))
    made.ms = START_MS
    event = {"format": "rebuy", "table_max": 9, "level": 1, "level_minutes": 20, "levels": LEVELS,
             "starting_stack": 1000, "denominations": [25, 100, 500], "entries": 0, "buy_in": 10,
             "posted": {"registration_until": 1, "rebuy_until": 1}, **facts}  # fmt: skip
    made.open("ipr-2018", {"event": event, "tables": [{"table": 1, "max": 9, "seats": {}}]}, "Anna")
    for name in ("Ana", "Ben", "Cleo"):
        form(made, "register", name=name, id_shown="yes")
    form(made, "clock")
    return made


@pytest.fixture
def desk(tmp_path):
    return opened(tmp_path)


def form(desk, act, **fields):
    return desk.do(lambda office, chance: from_forms.ACTS[act](office, chance, fields), "Anna")


def state(desk):
    return desk.read(lambda office, t, entries: office)


def chips(desk):
    return desk.read(lambda office, t, entries: chip_views.chips(office, entries))


def kinds(desk):
    return {row["chip"]: row["count"] for row in chips(desk)["kinds"]}


def page(desk, name, role="director"):
    return render(f"event_{name}.html", role=role, **desk.read(views.PAGES[name]))


def test_what_registration_rebuys_and_add_ons_hand_out_is_known_by_denomination(tmp_path):
    desk = opened(tmp_path, starting_chips={"25": 4, "100": 4, "500": 1}, add_on_stack=2000,
                  add_on_chips={"500": 4})  # fmt: skip
    assert kinds(desk) == {25: 12, 100: 12, 500: 3}
    for what, value in (("rebuy", 1000), ("add_on", 2000)):
        fields = {"player": "Ana", "paid": 10, "chips": value}
        desk.do(lambda o, c, w=what, f=fields: [(w, f)], "Anna")
    assert kinds(desk) == {25: 16, 100: 16, 500: 8}
    assert chips(desk)["should"] == chips(desk)["in_play"] == 6000


def test_without_chips_in_the_file_a_stack_is_handed_out_as_the_page_says(desk):
    each = structure.starting_chips(1000, [25, 100, 500])
    assert kinds(desk) == {chip: 3 * many for chip, many in each.items()}
    assert dict(chips(desk)["starting"]["chips"]) == each
    shown = ", ".join(f"{many} × {chip}" for chip, many in each.items())
    assert f"A stack of 1,000 is handed out as {shown}." in page(desk, "chips")


@pytest.mark.parametrize("denominations", [[], [300]])
def test_chips_nobody_can_tell_apart_are_told_by_value_and_the_page_says_so(
    tmp_path, denominations
):
    desk = opened(tmp_path, denominations=denominations)
    found = chips(desk)
    assert (found["kinds"], found["by_value"], found["apart"]) == ([], 3000, 0)
    assert "names no denominations that make up a stack" in page(desk, "chips")


def test_a_color_up_takes_back_the_old_chips_and_hands_out_new_ones(desk):
    form(desk, "stack", player="Ana", stack="1025")
    form(desk, "stack", player="Ben", stack="975")
    before = kinds(desk)
    desk.do(lambda o, c: acts.color_up(o, c, 25, 100), "Anna")
    lost = 3000 - state(desk).in_play
    assert kinds(desk) == {100: before[100] + (25 * before[25] - lost) // 100, 500: before[500]}
    assert chips(desk)["gone"] == [25]
    assert chips(desk)["should"] == state(desk).in_play == state(desk).ledger.value
    desk.do(lambda o, c: [("rebuy", {"player": "Ana", "chips": 1000})], "Anna")
    assert 25 not in kinds(desk)  # nobody is handed one any more
    assert chips(desk)["apart"] == 0


def test_chips_that_left_play_are_taken_off_by_value(desk):
    found = {"player": "Ana", "value": 25, "where": "pocket"}
    desk.do(lambda o, c: [("chips_found", found)], "Anna")
    assert chips(desk)["left_play"] == 25 and chips(desk)["apart"] == -25
    assert "25 more in play than issued." in page(desk, "event")


def seats(desk, **stacks):
    table = state(desk).event.tables[1]
    return {str(table.seat_of(player)): chips for player, chips in stacks.items()}


def test_a_difference_waits_for_the_end_of_the_hand_that_made_it(desk):
    desk.do(lambda o, c: acts.first_button(o, c, 1), "Anna")
    desk.on_start("1")
    seat = state(desk).event.table_of("Ben").seat_of("Ben")
    form(desk, "bust", player="Ben")  # the floor is faster than the table
    shown = page(desk, "event")
    assert '<p class="hint" id="apart">1,000 less in play than issued.' in shown
    assert "The stacks of table 1 are to come." in shown
    desk.on_hand({"table": "1", "stacks_after": {str(seat): 0, **seats(desk, Ana=2000, Cleo=1000)}})
    assert state(desk).alerts == [] and state(desk).hands == {1: 1}
    assert chips(desk)["apart"] == 0 and 'id="apart"' not in page(desk, "event")


def test_a_difference_that_a_hand_leaves_behind_is_an_alert(desk):
    desk.do(lambda o, c: acts.first_button(o, c, 1), "Anna")
    desk.on_start("1")
    form(desk, "bust", player="Ben")
    desk.on_start("1")
    assert '<p class="system" id="apart">1,000 less' in page(desk, "event")
    assert '<p class="system" id="apart">1,000 less' in page(desk, "chips", "floor")


def test_tables_show_the_value_before_the_hand_they_play(desk):
    desk.do(lambda o, c: acts.first_button(o, c, 1), "Anna")
    desk.on_start("1")
    (row,) = chips(desk)["tables"]
    assert (row["number"], row["players"], row["value"], row["playing"]) == (1, 3, 3000, True)
    assert "before this hand" in page(desk, "chips")
    desk.do(lambda o, c: acts.final_table(o, c), "Anna")
    assert [row["number"] for row in chips(desk)["tables"]] == [FINAL]


@pytest.mark.parametrize("wrong", [{"25": 3}, {"25": 41}])
def test_chips_of_a_stack_have_to_come_to_it(wrong):
    facts = {"format": "freezeout", "starting_stack": 1000, "starting_chips": wrong}
    case = {"id": "x", "rulebook": "tda-2011", "setup": {"event": facts}, "happening": [],
            "ask": {"what": "moves"}}  # fmt: skip
    assert "starting_chips: they come to" in desk_grammar.fault(case)
