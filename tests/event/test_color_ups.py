"""A color-up on the dealers' panels: what comes off, whose odd chips race, who gets a chip."""

import pytest

from gateway.event import acts
from gateway.tables.reads import Reads
from gateway.web.pages import render
from tests.event.test_chip_counts import form, opened, state


@pytest.fixture
def desk(tmp_path):
    """Three players at table 1, two of them with odd chips; nobody at table 2."""
    made = opened(tmp_path)
    for player, stack in (("Ana", 1025), ("Ben", 975), ("Cleo", 1000)):
        form(made, "stack", player=player, stack=str(stack))
    form(made, "open_table")
    return made


def color_up(desk):
    return desk.do(lambda o, c: acts.color_up(o, c, 25, 100), "Anna")


def panel(desk, table="1"):
    return render("dealer_race.html", race=desk.race_at(table)).strip()


def test_the_dealer_sees_odd_chips_cards_and_who_gets_a_chip(desk):
    assert not desk.race_at("1") and panel(desk) == ""
    color_up(desk)
    shown = desk.race_at("1")
    assert (shown["old"], shown["new"]) == (25, 100)
    rows = {row["name"]: row for row in shown["rows"]}
    assert {name: row["odd"] for name, row in rows.items()} == {"Ana": 1, "Ben": 3}
    assert [len(rows[p]["cards"]) for p in ("Ana", "Ben")] == [1, 3]
    assert sum(row["won"] for row in rows.values()) == 1
    winner = next(row for row in rows.values() if row["won"])
    after = {"Ana": 1000, "Ben": 900}[winner["name"]] + 100
    assert state(desk).event.stacks[winner["name"]] == after
    assert [row["seat"] for row in shown["rows"]] == sorted(row["seat"] for row in rows.values())
    html = panel(desk)
    assert "Color-up: 25 off, 100 on" in html and "1 × 100" in html and "no chip" in html
    assert html.count('class="card ') == 4 and "3 odd chips" in html
    assert not desk.race_at("2")


def test_panels_are_told_of_it_until_their_next_hand(desk):
    desk.do(lambda o, c: acts.first_button(o, c, 1), "Anna")
    desk.panels()
    color_up(desk)
    assert "1" in desk.panels()
    desk.on_start("1")
    assert "1" in desk.panels()  # once more: to take it off
    assert not desk.race_at("1") and "1" not in desk.panels()


class Live:
    """Table 1, whose antennas have read chips."""

    name = "1"

    def __init__(self):
        self.reads = Reads()

    def read(self, seat, *chips):
        self.reads.take({"what": "chips_move", "to": f"line:{seat}", "chips": list(chips)})


def test_an_old_chip_that_is_read_after_the_color_up_is_an_alert_once_a_hand(desk):
    desk.do(lambda o, c: acts.first_button(o, c, 1), "Anna")
    seat, live = state(desk).event.table_of("Ben").seat_of("Ben"), Live()
    live.read(seat, 25, 100)
    desk.tick()
    desk.on_table(live)
    assert state(desk).alerts == []
    color_up(desk)
    desk.tick()
    desk.on_table(live)
    live.reads.take({"what": "riffle"})
    desk.on_start("1")
    desk.on_table(live)
    assert state(desk).alerts == []  # what was read before the riffle is no matter
    for _ in range(2):
        live.read(seat, 100, 25)
        desk.on_table(live)
    (alert,) = state(desk).alerts
    assert alert["text"] == "Table 1: chips of 25 were read in front of Ben after their color-up"
    assert (alert["player"], alert["cite"]) == ("Ben", ["ipr-2018:36.8"])


def test_a_color_up_taken_back_is_off_the_panels(desk):
    desk.undo(color_up(desk)["n"], "Anna", "too early")
    assert not desk.race_at("1")


def test_a_table_without_odd_chips_changes_all_of_them(desk):
    for player in ("Ana", "Ben"):
        form(desk, "stack", player=player, stack="1000")
    color_up(desk)
    assert desk.race_at("1")["rows"] == [] and "No odd chips here" in panel(desk)
