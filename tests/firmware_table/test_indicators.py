"""Whose word the dealer's light shows: the rules' at first, the gateway's in the end."""

from types import SimpleNamespace

import pytest

from firmware import rules
from firmware.controller import Controller
from firmware.indicators import AGREE_MS, Indicators
from shared_rules import rulebooks


class Lights:
    def __init__(self):
        self.shown = {}

    def show(self, level, light):
        self.shown[light] = level

    def poll(self, now_us):
        pass


class Sounder:
    def __init__(self):
        self.played = []

    def play(self, name):
        self.played.append(name)


@pytest.fixture
def signs():
    phase = SimpleNamespace(is_live=lambda seat: False, counts={})
    made = Indicators(Lights(), 4, SimpleNamespace(phase=phase), Sounder())
    made.dealer = lambda now: made.poll(now, 0, True) or made.lights.shown[0]
    return made


def test_what_the_rules_find_is_seen_and_heard_at_once(signs):
    signs.found("alert", 2)
    assert signs.sounder.played == ["alert"]
    assert signs.dealer(0) == "alert" and signs.lights.shown[2] == "alert"


def test_without_a_gateway_it_stays_until_the_hand_is_over(signs):
    signs.found("alert", 2)
    assert signs.dealer(600_000) == "alert"
    signs.found("ok", None)
    assert signs.dealer(600_100) == "ok"


def test_a_gateway_that_has_all_of_it_and_says_nothing_finds_nothing_wrong(signs):
    signs.found("alert", 2)
    signs.committed(1000)
    signs.committed(1000 + AGREE_MS - 1)  # committed once is enough: it counts from the first
    assert signs.dealer(1000 + AGREE_MS - 1) == "alert"
    assert signs.dealer(1000 + AGREE_MS) == "ok"


def test_a_gateway_that_agrees_keeps_it_lit_without_a_second_tone(signs):
    signs.found("alert", 2)
    signs.committed(1000)
    signs.say("alert", 2)
    assert signs.dealer(1000 + 2 * AGREE_MS) == "alert"
    assert signs.sounder.played == ["alert"]
    signs.say("ok", None)
    assert signs.dealer(20_000) == "ok"


def test_what_is_found_later_is_not_put_out_by_an_older_commit(signs):
    signs.found("ask", 1)
    signs.committed(1000)
    signs.found("alert", 2)
    assert signs.dealer(1000 + 2 * AGREE_MS) == "alert"


def test_a_milder_word_of_the_gateway_takes_its_place(signs):
    signs.found("alert", 2)
    signs.say("ask", 2)
    assert signs.dealer(0) == "ask"


def test_a_book_the_program_lacks_is_said_and_the_table_goes_on(monkeypatch):
    def missing(path):
        raise ImportError(path)

    monkeypatch.setattr(rulebooks, "module_of", missing)
    monkeypatch.setattr(rulebooks, "_cache", {})
    said = []
    assert rules.of_book("tda-2011", None, said.append) is None
    assert said == [
        "rules: rulebook 'tda-2011' is not on this device; "
        "the gateway alone lights the dealer's light"
    ]
    said.clear()
    assert rules.of_book("hoyle", None, said.append) is None and "hoyle" in said[0]


class Counting:
    """Stands in for the engine's table: what was folded, in order."""

    def __init__(self):
        self.folded = []

    def apply(self, event):
        self.folded.append(event["n"])
        return ()


class Turns:
    """A controller whose scanner has nothing and whose chores tell ``told`` events, a turn each."""

    def __init__(self, engine, told):
        self.told = told
        self.table = SimpleNamespace(events=0)
        self.stub = SimpleNamespace(
            scanner=SimpleNamespace(poll=lambda now: (None, 5007)), table=self.table, rules=engine,
            clock=SimpleNamespace(us=7, ms=0, tick=lambda: 7), _chores=self.chores, _next=0,
            _appended=False,
            ticks=SimpleNamespace(ticks_diff=lambda a, b: a - b, ticks_add=lambda a, b: a + b),
        )  # fmt: skip

    def chores(self, now):
        self.stub._next = 0 if len(self.told) > 1 else 100
        for event in self.told.pop(0):
            self.table.events += 1
            self.stub.rules.take(event)

    def turn(self):
        """What it says of when to be called again, us; 7 is now."""
        return Controller.turn(self.stub)


def test_of_events_told_at_once_each_turn_that_tells_none_folds_one():
    made = rules.Rules("tda-2011", lambda level, seat: None, None)
    made._table = table = Counting()
    turns = Turns(made, [[{"n": 0}, {"n": 1}, {"n": 2}], [{"n": 3}], []])
    counted = []
    for _ in range(7):
        due = turns.turn()
        counted.append((len(table.folded), due == 7))  # no sleep while one waits
    assert counted == [
        (0, True), (0, True), (1, True), (2, True), (3, True), (4, False), (4, False),
    ]  # fmt: skip
    assert table.folded == [0, 1, 2, 3]


@pytest.mark.parametrize("unacked", [None, (1, 9)])
def test_what_the_rules_find_after_the_gateway_has_all_is_weighed_against_its_silence(
    signs, unacked
):
    stub = SimpleNamespace(
        indicators=signs, journal=SimpleNamespace(unacked=lambda: unacked),
        clock=SimpleNamespace(ms=1000),
    )  # fmt: skip
    Controller._found(stub, "alert", 2)
    assert signs.dealer(1000 + AGREE_MS) == ("ok" if unacked is None else "alert")
