"""A hand with keyed cards: its record, its files and screens say which cards nobody has read."""

import json

import pytest

from gateway.dealer.panel_input import checked
from gateway.errors import BadRequest
from gateway.exports import files, gfx, phh
from gateway.exports.hand import kept
from gateway.log.base import Entry
from gateway.tables import handmoves, projections, words
from gateway.tables.live import LiveTable, Results
from gateway.tables.moment import Public
from shared_rules import wire
from shared_rules.table import Table

SETUP = {
    "what": "setup", "game": "nlhe", "betting": "no_limit", "format": "tournament",
    "seats": [1, 2, 3], "button": 1, "sb_seat": 2, "bb_seat": 3, "sb": 50, "bb": 100, "ante": 0,
    "betting_line": True, "stacks": {"1": 5000, "2": 5000, "3": 5000},
}  # fmt: skip
READ = "0123456789abcdef"  # token of a card of the flop that was read


class Told:
    """A live table that is told events one by one."""

    def __init__(self):
        self.live = LiveTable("7", Table, Public({READ: "Kd"}, None), "tda-2011")
        self.n, self.results = 0, Results()

    def __call__(self, what, **fields):
        self.n += 1
        event = {"t": self.n * 1000, "what": what, **fields}
        row = json.dumps(wire.encode(event))
        entry = Entry("7", self.n, "c1", 1, self.n, event["t"], self.n * 1000, what, row)
        self.live.apply(entry, self.results)

    def by_hand(self, kind, why="no_reader", **fields):
        self("by_hand", kind=kind, why=why, **fields)


@pytest.fixture
def reported():
    made = Told()
    made(**SETUP)
    made("riffle", hand=1, keyed=True)
    made.by_hand("dealt")
    for seat in (1, 2):
        made("declare", seat=seat, word="call", wording="plain")
    made("gesture", seat=3, kind="tap")
    made.by_hand("board", cards=["As"])
    made("card_move", cards=[READ], face="up", by="dealer", **{"from": "stub", "to": "board"})
    made.by_hand("board", cards=["7c"])
    return made


def end(reported):
    reported("declare", seat=2, word="all_in", wording="plain")
    for seat in (3, 1):
        reported("declare", seat=seat, word="fold", wording="plain")
    reported.by_hand("award", awards={"2": 300})
    reported.by_hand("cards", seat=2, cards=["Qs", "Qd"])


def test_a_page_tells_keyed_cards_from_read_ones(reported):
    f = projections.frame(reported.live)
    assert (f["board"], f["board_keyed"]) == (["As", "Kd", "7c"], [0, 2])
    assert projections.overlay(reported.live)["board_keyed"] == [0, 2]
    assert {s["read"] for s in f["seats"]} == {"off"}  # dealt by hand: nothing is missed
    reported.by_hand("card", "misread", n=2, card="Kh")
    assert projections.frame(reported.live)["board_keyed"] == [0, 1, 2]


def test_what_is_put_right_stands_in_the_history_without_a_cards_name(reported):
    assert reported.live.alerts == {}  # what stands in place of a reading is no correction
    reported.by_hand("card", "misread", n=2, card="Kh")
    reported.by_hand("stack", "counted", seat=2, amount=4321)
    texts = [body["text"] for body in reported.live.alerts.values()]
    assert texts == ["Corrected by hand: the board (misread).",
                     "Corrected by hand: seat 2 has 4,321 behind (counted)."]  # fmt: skip


def test_the_record_is_amended_in_its_place_and_files_name_what_was_keyed(reported):
    end(reported)
    assert [r.get("amended") for _t, _n, r in reported.results.hands] == [None, True]
    (record,) = reported.live.finished
    assert handmoves.latest([r for _t, _n, r in reported.results.hands]) == [record]
    one = kept(json.loads(json.dumps(record)))
    assert one.keyed() == ["board", "seat 2"]
    made = phh.record(one)
    assert made["_keyed"] == ["board", "seat 2"] and made["actions"][0] == "d dh p1 QsQd"
    assert "d db AsKd7c" in made["actions"]
    assert "board; seat 2" in files.rendered("csv", [one])
    assert gfx.Hands().hand(one)["Description"] == "Keyed by hand: board, seat 2"


def test_an_event_reads_as_what_was_told():
    said = {"what": "by_hand", "why": "misread", "kind": "wager", "seat": 4, "act": "raise"}
    assert words.say({**said, "to": 1500}) == "seat 4: raise 1,500 (misread) (keyed)"
    shown = {
        "what": "by_hand",
        "why": "not_read",
        "kind": "cards",
        "seat": 2,
        "cards": ["As", "Ad"],
    }
    assert "As" not in words.say(shown)


@pytest.mark.parametrize("fields, text", [
    ({"chips": [100, 25], "to": "line:3"}, "125 more belonged to the chips at"),
    ({"chips": [], "cards": ["a", "b"], "to": "seat:3"}, "was read again: it had not been folded"),
])  # fmt: skip
def test_the_history_says_what_the_table_put_right(fields, text):
    assert text in words.say({"what": "correction", "seat": 3, "about": 9, **fields})


@pytest.mark.parametrize("phase, refused", [("betting", True), ("showdown", True), ("over", False)])
def test_hole_cards_wait_for_the_end_of_the_hand(phase, refused):
    key = {"what": "by_hand", "kind": "cards", "why": "not_read", "seat": 2, "cards": ["As"]}
    if refused:
        with pytest.raises(BadRequest, match="when the hand is over"):
            checked(key, "dealer", phase)
    else:
        assert checked(key, "dealer", phase) is key


@pytest.mark.parametrize("key, allowed", [
    ({"what": "by_hand", "kind": "card", "why": "misread", "n": 1, "card": "As"}, True),
    ({"what": "by_hand", "kind": "stack", "why": "counted", "seat": 1, "amount": 5}, True),
    ({"what": "by_hand", "kind": "wager", "why": "misread", "seat": 1, "act": "call"}, False),
    ({"what": "pot_awarded", "seats": [1]}, False), ({"what": "riffle"}, False),
])  # fmt: skip
def test_the_crew_keys_cards_and_stacks_alone(key, allowed):
    if allowed:
        assert checked(key, "broadcast") is key
    else:
        with pytest.raises(BadRequest):
            checked(key, "broadcast")
