"""Hand for hand at tables the desk sees: who waits, an all-in that is frozen, what dealers hear."""

import random

import pytest

from gateway.event import acts, table_feed, views
from gateway.event.desk import Desk
from gateway.web.pages import render
from shared_rules.table import Table

LEVELS = [{"level": 1, "sb": 50, "bb": 100, "ante": 0}]


@pytest.fixture
def desk(tmp_path):
    """Two tables of three in the hand before the money, hand for hand."""
    made = Desk(tmp_path, clock=lambda: 1_000_000, chance=random.Random(3))
    rows = [
        {"table": n, "max": 9, "seats": {str(s): f"{'AB'[n - 1]}{s}" for s in (1, 2, 3)}}
        for n in (1, 2)
    ]
    event = {"format": "freezeout", "table_max": 9, "level": 1, "level_minutes": 20,
             "levels": LEVELS, "prizes": [50, 30, 20, 10, 5]}  # fmt: skip
    stacks = {p: 1000 for row in rows for p in row["seats"].values()}
    made.open("ipr-2018", {"event": event, "tables": rows, "stacks": stacks}, "Anna")
    made.do(acts.start_clock, "Anna")
    made.do(acts.close_registration, "Anna")
    for name in ("1", "2"):
        made.on_start(name)
        over(made, name, 1000, 1000, 1000)
    made.do(acts.hand_for_hand, "Anna")
    made.tick()
    return made


class Live:
    """A table whose engine shows a view."""

    def __init__(self, name, **view):
        self.name, self._view = name, view

    def view(self):
        return self._view


def all_in(name, board=("2c",) * 3):
    seats = [{"state": s} for s in ("all_in", "all_in", "folded")]
    return Live(name, phase="closed", seats=seats, board=board)


def words(desk):
    return desk.read(lambda office, t, entries: table_feed.together(office))


def over(desk, name, *stacks):
    desk.on_hand({"table": name, "stacks_after": {str(s): n for s, n in enumerate(stacks, 1)}})


def test_an_all_in_is_frozen_until_the_other_tables_are_done(desk):
    for name in ("1", "2"):
        desk.on_start(name)
    assert words(desk) == {1: "play", 2: "play"} and desk.together_at("1") == ""
    desk.on_table(all_in("1"))
    desk.on_table(all_in("1"))  # it is known: nothing is added
    assert words(desk) == {1: "freeze", 2: "play"}
    assert "stay face down" in desk.together_at("1")
    assert "all in: frozen" in render("event_tables.html", role="floor", **desk.read(views.tables))
    panel = render("dealer_moves.html", f={"table": "1"}, sent=[], together=desk.together_at("1"))
    assert "Hand for hand: all in and called" in panel
    assert desk.panels() >= {"1", "2"}
    over(desk, "2", 1000, 1000, 1000)
    assert words(desk) == {1: "complete", 2: "wait"}
    assert "Finish this hand" in desk.together_at("1")
    over(desk, "1", 2000, 0, 1000)
    assert desk.read(lambda office, t, entries: office.event.gone) == ["A2"]
    assert words(desk) == {}  # in the money
    assert len(desk.read(lambda o, t, e: o.event.happened("all_in_called"))) == 1


def test_a_table_that_does_not_wait_for_the_others_is_an_alert_with_the_rule(desk):
    for name in ("1", "2"):
        desk.on_start(name)
    over(desk, "2", 1000, 1000, 1000)
    assert desk.together_at("2") == "Hand for hand: wait, other tables still play"
    desk.on_start("2")
    (alert,) = desk.read(lambda office, t, entries: office.alerts)
    assert alert["kind"] == "hand_for_hand" and alert["cite"][0].startswith("ipr-2018:")


@pytest.mark.parametrize("view, called", [
    (all_in("1", board=())._view, True), (all_in("1", board=("2c",) * 5)._view, False),
    (all_in("1")._view | {"phase": "betting"}, False),
    (all_in("1")._view | {"seats": [{"state": "all_in"}, {"state": "folded"}]}, False),
    (all_in("1")._view | {"seats": [{"state": "all_in"}, {"state": "live"}]}, True),
    (all_in("1")._view | {"seats": [{"state": "live"}, {"state": "live"}]}, False),
    ({"phase": "idle", "seats": [], "board": []}, False),
])  # fmt: skip
def test_a_hand_is_called_when_nobody_is_left_to_bet_and_cards_are_to_come(view, called):
    assert table_feed.is_called(view) == called


def bet(seat, chips):
    return {"seat": seat, "chips": [chips], "from": f"seat:{seat}", "to": f"line:{seat}",
            "by": "player"}  # fmt: skip


def dealt(nth):
    return {"cards": [f"c{nth}"], "from": "deck", "to": f"seat:{nth % 2 + 1}", "face": "down",
            "by": "dealer", "nth": nth}  # fmt: skip


def test_the_engine_shows_an_all_in_that_is_called():
    table = Table("ipr-2018")
    setup = {"game": "nlhe", "betting": "no_limit", "format": "tournament", "seats": [1, 2],
             "stacks": {"1": 1000, "2": 1000}, "button": 1, "sb": 50, "bb": 100, "sb_seat": 1,
             "bb_seat": 2, "street": "none", "betting_line": True}  # fmt: skip
    table.apply({"t": 0, "what": "setup", **setup})
    for t, (what, fields) in enumerate((
        ("riffle", {}),
        ("chips_move", bet(1, 50)),
        ("chips_move", bet(2, 100)),
        *(("card_move", dealt(nth)) for nth in (1, 2, 3, 4)),
        ("declare", {"seat": 1, "word": "all_in", "wording": "plain"}),
        ("declare", {"seat": 2, "word": "call", "wording": "plain"}),
    ), 1):  # fmt: skip
        assert not table_feed.is_called(table.view())
        table.apply({"t": 1000 * t, "what": what, **fields})
    assert table_feed.is_called(table.view())
