"""A live table: hands follow each other, forced chips are recognised, pushes end the hand."""

import pytest

from shared_rules import events
from shared_rules.table import BadSetup, Table

SETUP = {
    "hand_id": "h1",
    "game": "nlhe",
    "betting": "no_limit",
    "format": "tournament",
    "seats": [1, 2, 4],
    "button": 4,
    "sb_seat": 1,
    "bb_seat": 2,
    "sb": 50,
    "bb": 100,
    "ante": 0,
    "stacks": {"1": 1000, "2": 1000, "4": 1000},
    "betting_line": True,
    "street": "none",
}


class Dealer:
    """Feeds a table with the events of a clean live hand."""

    def __init__(self, table=None, **setup):
        self.table = table or Table("tda-2011")
        self.t = 0
        self.outputs = []
        self.nth = 0
        if setup.pop("keyed", True):
            self.send("setup", **dict(SETUP, **setup))

    def send(self, what, **fields):
        self.t += 100
        out = self.table.apply(dict(fields, t=self.t, what=what))
        self.outputs += out
        return out

    def chips(self, seat, amount, src=None, dst=None, by="player"):
        fields = {"from": src or f"seat:{seat}", "to": dst or f"line:{seat}"}
        chips = [100] * (amount // 100) + [50] * (amount % 100 // 50)
        if fields["to"].startswith("line"):
            fields.update(motion=1, released=True, crossed="full")
        return self.send("chips_move", seat=seat, chips=chips, by=by, **fields)

    def card(self, dst, face="down", by="dealer"):
        self.nth += 1
        fields = {"from": "stub", "to": dst}
        cards = [f"{self.nth:016x}"]
        return self.send("card_move", cards=cards, face=face, by=by, nth=self.nth, **fields)

    def start(self, posts=((1, 50), (2, 100)), seats=(1, 2, 4)):
        self.nth = 0
        self.send("riffle", hand=1)
        for seat, amount in posts:
            self.chips(seat, amount)
        for _ in range(2):
            for seat in seats:
                self.card(f"seat:{seat}")

    def fold(self, seat):
        cards = list(self.table.hand.held(seat))
        fields = {"from": f"seat:{seat}", "to": "muck"}
        return self.send("card_move", cards=cards, face="down", by="player", **fields)

    def finished(self):
        return [o for o in self.outputs if o["k"] == "hand"]


def acts(dealer):
    return [(a["act"], a["seat"], a["amt"]) for a in dealer.outputs if a["k"] == "action"]


def test_blinds_arrive_as_chips_and_open_the_betting():
    d = Dealer()
    d.start()
    assert acts(d) == [("post", 1, 50), ("post", 2, 100)]
    assert d.table.hand.turn == 4
    view = d.table.view()
    assert view["to_act"] == {"seat": 4, "call": 100, "min": 200, "max": 1000}
    assert view["pot"] == 150


def test_everyone_folds_and_the_push_ends_the_hand():
    d = Dealer()
    d.start()
    d.fold(4)
    d.fold(1)
    assert d.table.hand.phase == "award"
    d.chips(1, 50, "line:1", "pot", "dealer")
    d.chips(2, 50, "pot", "seat:2", "dealer")
    assert not d.finished()
    d.chips(2, 50, "pot", "seat:2", "dealer")
    (hand,) = d.finished()
    assert hand["stacks_after"] == {1: 950, 2: 1050, 4: 1000}
    assert hand["incidents"] == []


def test_an_unread_push_is_settled_by_the_next_riffle():
    d = Dealer()
    d.start()
    d.fold(4)
    d.fold(1)
    d.send("riffle", hand=2)
    assert d.finished()[0]["stacks_after"] == {1: 950, 2: 1050, 4: 1000}


def test_without_a_setup_the_button_moves_on():
    d = Dealer()
    d.start()
    d.fold(4)
    d.fold(1)
    d.start(posts=((2, 50), (4, 100)), seats=(2, 4, 1))
    hand = d.table.hand
    assert (hand.button, hand.sb_seat, hand.bb_seat) == (1, 2, 4)
    assert hand.stacks == {1: 950, 2: 1000, 4: 900}
    assert hand.turn == 1


def test_a_setup_keyed_during_the_riffle_is_of_the_hand_that_has_begun():
    d = Dealer()
    d.send("riffle")
    d.send("setup", **dict(SETUP, hand_id="h2", stacks={"1": 700, "2": 900, "4": 800}))
    view = d.table.view()
    assert (view["hand_id"], view["phase"], view["hand"]) == ("h2", "setup", 1)
    assert [s["stack"] for s in view["seats"]] == [700, 900, 800]
    assert view["events"] == 1


def test_a_setup_keyed_after_chips_have_moved_is_of_the_next_hand():
    d = Dealer()
    d.send("riffle")
    d.chips(1, 50)
    d.send("setup", **dict(SETUP, hand_id="h2"))
    assert d.table.view()["hand_id"] == "h1"


def test_a_level_announced_in_a_hand_applies_to_the_next():
    d = Dealer()
    d.start()
    d.send("level", sb=100, bb=200)
    assert d.table.hand.bb == 100
    d.fold(4)
    d.fold(1)
    d.send("riffle", hand=2)
    assert (d.table.hand.sb, d.table.hand.bb) == (100, 200)


def test_antes_come_first_and_are_pulled_in():
    d = Dealer(ante=50)
    d.send("riffle", hand=1)
    for seat in (1, 2, 4):
        d.chips(seat, 50)
    for seat in (1, 2, 4):
        d.chips(seat, 50, f"line:{seat}", "pot", "dealer")
    d.chips(1, 50)
    d.chips(2, 100)
    assert acts(d) == [
        ("ante", 1, 50), ("ante", 2, 50), ("ante", 4, 50), ("post", 1, 50), ("post", 2, 100),
    ]  # fmt: skip
    assert d.table.view()["pot"] == 300


def test_heads_up_the_button_is_small_blind_and_acts_first():
    d = Dealer(seats=[1, 2], button=1, sb_seat=1, bb_seat=2, stacks={"1": 500, "2": 500})
    d.start(seats=(2, 1))
    assert d.table.hand.turn == 1


def test_a_straddle_makes_the_seat_behind_it_first_to_act():
    stacks = {"1": 1000, "2": 1000, "4": 1000, "5": 1000}
    d = Dealer(seats=[1, 2, 4, 5], button=5, stacks=stacks, straddles={"4": 200})
    d.start(posts=((1, 50), (2, 100), (4, 200)), seats=(1, 2, 4, 5))
    assert d.table.hand.turn == 5
    assert d.table.hand.bounds(5) == (200, 400, 1000)


def test_a_probe_changes_nothing():
    d = Dealer()
    d.start()
    event = {"t": d.t + 1, "what": "gesture", "seat": 4, "kind": "tap"}
    raise_ = {
        "t": d.t + 1, "what": "declare", "seat": 4, "word": "raise", "amount": 300,
        "wording": "plain",
    }  # fmt: skip
    before = d.table.view()
    out = d.table.probe(raise_)
    assert [o["act"] for o in out if o["k"] == "action"] == ["raise"]
    d.table.probe(event)
    assert d.table.view() == before


def test_a_hand_takes_no_fact_that_is_not_declared():
    d = Dealer()
    d.start()
    with pytest.raises(AttributeError):
        d.table.hand.bettting = "limit"


def test_events_before_any_setup_are_no_hand():
    table = Table("tda-2011")
    assert table.apply({"t": 0, "what": "riffle"}) == []
    assert table.view()["phase"] == "idle"


@pytest.mark.parametrize("missing", ["game", "seats", "stacks", "button"])
def test_a_setup_that_lacks_something_is_refused_by_name(missing):
    setup = {k: v for k, v in SETUP.items() if k != missing}
    with pytest.raises(BadSetup, match=missing):
        Table("tda-2011").apply(dict(setup, t=0, what="setup"))


def test_an_event_of_unknown_shape_is_refused():
    with pytest.raises(events.BadEvent, match="unknown event kind"):
        Table("tda-2011").apply({"t": 0, "what": "sneeze"})
