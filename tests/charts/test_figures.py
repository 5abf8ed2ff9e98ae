"""What the charts count: alerts, hands, dealers and reads, of a span and of chosen tables."""

import time
import weakref

import pytest

from gateway.charts import figures
from gateway.languages.speech import speaking
from gateway.tables.reads import Reads

NOW = int(time.mktime((2026, 3, 14, 21, 30, 0, 0, 0, -1))) * 1000
MIN = 60_000


def alert(ago_min, ruling="min_raise"):
    return {"ruling": ruling, "wall": NOW - ago_min * MIN}


def hand(table, ago_min, **more):
    return {"table": table, "wall": NOW - ago_min * MIN, **more}


def key(table, ago_min, who="erin", role="dealer"):
    wall = NOW - ago_min * MIN
    return {"what": "key", "table": table, "who": who, "role": role, "wall": wall}


def drawn(alerts=None, hands=None, acts=(), reads=None, hours=12, tables=("7", "8")):
    return figures.figures(tables, alerts or {}, hands or {}, acts, reads or {}, NOW, hours)


def test_alerts_are_counted_by_kind_table_and_hour_of_the_span_alone():
    made = drawn({"7": [alert(5), alert(40), alert(50, "floor_called"), alert(13 * 60)],
                  "8": [alert(5)], "9": [alert(1)]})["alerts"]  # fmt: skip
    assert made["kind"] == [["Min raise", 3], ["Floor called", 1]]
    assert made["table"] == [["Table 7", 3], ["Table 8", 1]]
    assert len(made["hour"]) == 12 and made["hour"][-1] == ["21:00", 2]
    assert made["hour"][-2] == ["20:00", 2] and sum(n for _t, n in made["hour"]) == 4


def test_an_alert_is_of_the_dealer_who_keyed_last_at_its_table():
    acts = [key("7", 90, "erin"), key("7", 30, "mo"), key("8", 10, "zoe"),
            key("7", 20, "fred", "floor")]  # fmt: skip
    made = drawn({"7": [alert(60), alert(15), alert(5 * 60)]}, acts=acts)["alerts"]
    assert made["dealer"] == [["erin", 1], ["mo", 1], [figures.NOBODY, 1]]


def test_hands_an_hour_leave_out_what_was_cut_off():
    made = drawn(hands={"7": [hand("7", m) for m in (60, 50, 40, 30)] + [hand("7", 3, cut=True)],
                        "8": [hand("8", 10)]})  # fmt: skip
    assert made["count"] == {"alerts": 0, "hands": 5}
    assert made["tables"] == [["Table 7", 6.0], ["Table 8", 1]]
    assert made["hands"][-1][1] + made["hands"][-2][1] == 5


def test_labels_are_in_the_language_of_whoever_looks():
    with speaking("de"):
        made = drawn({"7": [alert(5, "floor_called")]}, hours=72)["alerts"]
    assert made["table"] == [["Tisch 7", 1]] and made["dealer"] == [["nicht angemeldet", 1]]
    assert made["hour"][-1][0] == "14. März 21:00"
    assert made["kind"][0][0] != "Floor called"


@pytest.mark.parametrize("hours, bars", [(12, 12), (24, 24), (72, 72), (168, 7)])
def test_a_week_is_drawn_by_days(hours, bars):
    made = drawn({"7": [alert(0), alert(hours * 60 - 24 * 60 if hours == 168 else 60)]},
                 hours=hours)  # fmt: skip
    assert len(made["alerts"]["hour"]) == bars and made["alerts"]["hour"][-1][1] >= 1


def move(to, *cards, frm="stub", **more):
    return {"what": "card_move", "cards": list(cards), "from": frm, "to": to, **more}


def test_loops_and_decks_are_rated_by_what_was_read_and_what_was_missed():
    reads = Reads()
    for event in (
        move("seat:1", "a1"), move("seat:1", "#3"), move("seat:2", "b2"), move("burn"),
        {"what": "chips_move", "from": "seat:1", "to": "line:1", "chips": [25]},
        {"what": "question", "kind": "chips_unread", "seat": 1},
        {"what": "question", "kind": "flop_unread"}, move("board", "c1", "c2", "c3"),
        {"what": "by_hand", "kind": "card", "why": "not_read"},
        {"what": "by_hand", "kind": "card", "why": "misread"},
        move("board", "As", keyed=True), move("seat:1", "a1", frm="seat:1"),
        {"what": "deck_swap", "from_deck": "red", "to_deck": "blue"}, move("seat:2", "b9"),
    ):  # fmt: skip
        reads.take(event)
    made = drawn(reads={"7": reads}, tables=("7",))
    assert made["loops"] == [
        ["the burn pile", 0.0, 1], ["seat 1", 50.0, 1], ["the line at seat 1", 50.0, 1],
        ["the board", 60.0, 2], ["seat 2", 100.0, 0],
    ]  # fmt: skip
    assert made["decks"] == [["deck", 71.4, 2], ["blue", 100.0, 0]]


def test_a_venue_that_has_not_begun_has_empty_charts():
    made = drawn()
    assert made["alerts"]["kind"] == made["tables"] == made["loops"] == []
    assert [n for _t, n in made["hands"]] == [0] * 12


class Row(dict):
    """A row that says whether it is still in memory."""


def one_by_one(rows, at_once):
    """The rows, each made when it is asked for; ``at_once`` takes how many were there then."""
    made = []
    while rows:
        one = Row(rows.pop())
        made.append(weakref.ref(one))
        at_once.append(sum(ref() is not None for ref in made))
        yield one


def test_hands_and_alerts_of_a_span_are_never_in_memory_together():
    at_once = []
    hands = {"7": one_by_one([hand("7", m) for m in range(60)], at_once)}
    alerts = {"7": one_by_one([alert(m) for m in range(60)], at_once)}
    made = drawn(alerts, hands, (key("7", m) for m in range(60)))
    assert made["count"] == {"alerts": 60, "hands": 60} and max(at_once) <= 2
    assert made["alerts"]["dealer"] == [["erin", 60]] and made["tables"] == [["Table 7", 60.0]]
