"""A table with no working reader is run by hand for an evening: keys alone, and every ruling."""

import pytest

from firmware.config import complete
from firmware.table.table import Table as Tracker
from shared_rules import values, wire
from shared_rules.table import Table
from tests.firmware_table.rig import NAMES, Counter, Wants, config

SETUP = {
    "what": "setup", "game": "nlhe", "betting": "no_limit", "format": "tournament",
    "seats": [1, 2, 3, 4], "button": 1, "sb_seat": 2, "bb_seat": 3, "sb": 50, "bb": 100,
    "ante": 0, "betting_line": True, "stacks": {"1": 5000, "2": 5000, "3": 5000, "4": 5000},
}  # fmt: skip
KEY_MS = 3000  # between two keys: a dealer in no hurry
BOARDS = (["As", "Kd", "7c"], ["2d"], ["9h"])


class Evening:
    """The controller's table code with antennas that read nothing, and the rules behind it."""

    def __init__(self, book="tda-2011"):
        self.t, self.events, self.said, self.complaints = 0, [], [], []
        self.rules = Table(book)
        self.tracker = Tracker(
            NAMES, 9, Wants(), complete(config())["tune"], Counter(), self._emitted,
            self.complaints.append,
        )  # fmt: skip

    def _emitted(self, event):
        assert values.fault(event) is None
        assert wire.decode(wire.encode(event)) == event
        self.events.append(event)
        self.said += self.rules.apply(event)

    def key(self, what, **fields):
        self.said = []
        self.tracker.poll(self.t)
        self.tracker.key({"what": what, **fields}, self.t)
        while self.t % KEY_MS or not self.t:
            self.t += 100
        for _ in range(KEY_MS // 100):
            self.t += 100
            self.tracker.poll(self.t)
        return [out["situation"] for out in self.said if out["k"] == "ruling"]

    def hand(self, kind, why="no_reader", **fields):
        return self.key("by_hand", kind=kind, why=why, **fields)

    def say(self, seat, word, amount=None):
        more = {} if amount is None else {"amount": amount}
        return self.key("declare", seat=seat, word=word, wording="plain", **more)

    def tap(self, seat):
        return self.key("gesture", seat=seat, kind="tap")

    def begin(self):
        self.key("riffle")
        self.hand("dealt")
        assert self.view()["phase"] == "betting"

    def view(self):
        return self.rules.view()

    def stacks(self):
        return [s["stack"] for s in self.view()["seats"]]

    def all_fold(self):
        """The blinds are won by the big blind."""
        while self.view()["phase"] == "betting":
            self.say(self.view()["to_act"]["seat"], "fold")
        self.hand("award", awards={str(self.view()["bb_seat"]): self.view()["pot"]})

    def check_down(self):
        """Everybody calls and checks to the river."""
        self.begin()
        for street in (None, *BOARDS):
            if street:
                self.hand("board", cards=street)
            while self.view()["phase"] == "betting":
                act = self.view()["to_act"]
                self.say(act["seat"], "call") if act["call"] else self.tap(act["seat"])
        assert self.view()["phase"] == "showdown"


@pytest.fixture
def evening():
    made = Evening()
    made.key(**SETUP)
    yield made
    assert not made.complaints


def test_hands_are_played_from_keys_alone_and_chips_and_button_go_on(evening):
    buttons = []
    for _ in range(8):
        evening.begin()
        buttons.append(evening.view()["button"])
        evening.all_fold()
        assert evening.view()["phase"] == "over" and sum(evening.stacks()) == 20_000
    assert buttons == [1, 2, 3, 4] * 2
    evening.check_down()
    assert evening.view()["board"] == [card for street in BOARDS for card in street]
    evening.hand("award", awards={"2": 200, "3": 200})
    assert evening.view()["phase"] == "over" and sum(evening.stacks()) == 20_000


def test_what_is_irregular_is_ruled_on_as_with_readers(evening):
    evening.begin()
    assert evening.say(4, "raise", 150) == ["wager.declared_raise_low"]
    assert evening.say(2, "fold") == ["turn.oot_fold"]
    evening.say(1, "fold")
    evening.say(3, "call")
    evening.hand("board", cards=BOARDS[0])
    evening.tap(3)
    evening.hand("chips", seat=4, chips=[100, 100], motion=1)
    assert evening.hand("chips", seat=4, chips=[100], motion=2) == ["wager.string_bet"]
    evening.say(3, "call")
    evening.hand("board", cards=BOARDS[1])
    evening.tap(3)
    evening.say(4, "bet", 300)
    evening.hand("chips", seat=3, chips=[1000])  # one larger chip without a word
    assert evening.view()["last_action"]["act"] == "call"
    assert evening.hand("board", cards=["9h", "9d"])  # one card too many
    evening.key("finding", kind="misdeal_declared")
    evening.begin()
    assert evening.key("notice", by="dealer", kind="exposed_card", about_seat=2)


def test_a_wager_put_right_takes_its_ruling_back(evening):
    evening.begin()
    assert evening.say(4, "raise", 150) == ["wager.declared_raise_low"]
    evening.hand("wager", "misread", seat=4, act="raise", to=350)
    assert [o["situation"] for o in evening.said if o["k"] == "withdraw"] == [
        "wager.declared_raise_low"
    ]
    assert evening.view()["to_act"] == {"seat": 1, "call": 350, "min": 600, "max": 5000}
    evening.say(1, "call")
    evening.hand("wager", "said_late", seat=1, act="fold")
    assert [s["state"] for s in evening.view()["seats"]] == ["folded", "live", "live", "live"]
    assert evening.stacks() == [5000, 4950, 4900, 4650]
    evening.hand("seat", "misread", seat=1, state="live")  # it had not folded after all
    assert evening.view()["to_act"]["seat"] == 1


def test_stack_pot_card_and_button_are_put_right(evening):
    evening.key("riffle")
    evening.hand("button", "misread", seat=3)
    view = evening.view()
    assert (view["button"], view["sb_seat"], view["bb_seat"]) == (3, 4, 1)
    evening.hand("dealt")
    evening.hand("stack", "counted", seat=2, amount=4000)
    evening.hand("pot", "counted", amount=250)
    assert evening.stacks()[1] == 4000 and evening.view()["pot"] == 250
    for seat in (2, 3, 4):
        evening.say(seat, "call")
    evening.tap(1)
    evening.hand("board", cards=BOARDS[0])
    evening.hand("card", "misread", n=2, card="Kc")
    assert evening.view()["board"] == ["As", "Kc", "7c"]
    evening.hand("card", "misread", n=3)
    assert evening.view()["board"] == ["As", "Kc"]


def test_an_award_is_put_right_after_the_hand_in_a_record_that_takes_the_place_of_the_first(
    evening,
):
    evening.check_down()
    evening.hand("award", awards={"2": 400})
    first = next(o for o in evening.said if o["k"] == "hand")
    evening.hand("award", "ruled", awards={"3": 400})
    again = next(o for o in evening.said if o["k"] == "hand")
    assert again["amended"] and "amended" not in first
    assert first["stacks_after"] == {1: 4900, 2: 5300, 3: 4900, 4: 4900}
    assert again["stacks_after"] == {1: 4900, 2: 4900, 3: 5300, 4: 4900}
    evening.begin()
    assert sum(evening.stacks()) + evening.view()["pot"] == 20_000


def test_hole_cards_are_keyed_after_the_hand_alone(evening):
    evening.check_down()
    evening.hand("cards", seat=2, cards=["Qs", "Qd"])
    assert evening.complaints == [
        "key refused: by_hand: hole cards are keyed when the hand is over"
    ]
    evening.complaints.clear()
    evening.hand("award", awards={"2": 400})
    evening.hand("cards", seat=2, cards=["Qs", "Qd"])
    assert evening.view()["seats"][1]["shown"] == ["Qs", "Qd"]
    assert [o["k"] for o in evening.said] == ["hand"]


@pytest.mark.parametrize("wrong", [
    {"kind": "no_such"}, {"kind": "stack", "seat": 1}, {"kind": "stack", "seat": 1, "amount": -5},
    {"kind": "card", "n": 1, "card": "1s"}, {"kind": "board", "cards": ["As", "As"]},
    {"kind": "wager", "seat": 1, "act": "raises", "to": 5}, {"kind": "pot", "amount": 5, "seat": 1},
    {"kind": "award", "awards": {"1": 0}}, {"kind": "seat", "seat": 1, "state": "up"},
    {"kind": "pot", "amount": 5, "why": "because"}, {"kind": "chips", "seat": 1, "chips": []},
    {"kind": "button", "seat": "1"},
])  # fmt: skip
def test_what_is_no_fact_is_refused_in_one_line(evening, wrong):
    evening.key(**{"what": "by_hand", "why": "misread", **wrong})
    assert len(evening.complaints) == 1 and "\n" not in evening.complaints[0]
    assert evening.events[-1]["what"] == "setup"
    evening.complaints.clear()


@pytest.mark.parametrize("moment", ["before", "setup", "betting", "showdown", "over"])
def test_nothing_that_is_told_at_the_wrong_time_stops_the_rules(evening, moment):
    if moment in ("showdown", "over"):
        evening.check_down()
    elif moment != "before":
        evening.key("riffle") if moment == "setup" else evening.begin()
    if moment == "over":
        evening.hand("award", awards={"2": 400})
    emitted = [
        {"kind": "dealt"}, {"kind": "board", "cards": ["3s"]}, {"kind": "card", "n": 5},
        {"kind": "chips", "seat": 9, "chips": [25]}, {"kind": "stack", "seat": 9, "amount": 5},
        {"kind": "wager", "seat": 9, "act": "call"}, {"kind": "seat", "seat": 2, "state": "out"},
        {"kind": "seat", "seat": 2, "state": "live"}, {"kind": "button", "seat": 9},
        {"kind": "stack", "seat": 2, "amount": 0}, {"kind": "pot", "amount": 0},
        {"kind": "award", "awards": {"9": 5}}, {"kind": "wager", "seat": 2, "act": "all_in"},
    ]  # fmt: skip
    for one in emitted:
        evening.hand(why="misread", **one)
    evening.key("riffle")
    assert evening.view()["phase"] in ("setup", "idle")
