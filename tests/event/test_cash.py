"""``feltwire cash``: a cash room in a log, from the first game to the last session."""

import json

import pytest

from gateway.cash import log_grammar
from gateway.cash.log import CashLog
from gateway.event.log import BadLog
from shared_rules.desk import room_acts, room_rules
from tools import cli

SETUP = {
    "kinds": [
        {"kind": "nl", "game": "no_limit_holdem", "sb": 2, "bb": 5, "min_buy_in": 200,
         "collection": {"how": "time", "amount": 6, "minutes": 30}},
    ]
}  # fmt: skip
MINUTE = 60_000


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "setup.json").write_text(json.dumps(SETUP))
    return tmp_path


@pytest.fixture
def typed(here, capsys):
    def type_in(line):
        code = cli.main(["cash", *line.split()])
        said = capsys.readouterr()
        return code, said.out + said.err

    assert type_in("new c.jsonl setup.json --rulebook rrop-6 --who Anna")[0] == 0
    return type_in


def test_a_room_is_opened_filled_from_its_list_and_emptied(typed):
    said = typed("do c.jsonl game_opened table=1 kind=nl max=9 by=management --who Anna")
    assert said == (0, "entry 1: game_opened\n")
    for name in ("Kim", "Lea"):
        typed(f"do c.jsonl listed player={name} kind=nl present=true")
        assert "1 Call Kim for seat 1:1 (automatic, rrop-6:S2-SEAT-2" in typed("due c.jsonl")[1]
    typed("carry-out c.jsonl 1 --who Ben")
    code, said = typed("do c.jsonl seated player=Kim to=1:1 amount=199")
    assert code == 2 and "Kim buys in for at least 200 (rrop-6:S3-BUY-1)" in said
    assert typed("do c.jsonl seated player=Kim to=1:1 amount=300 --who Ben")[0] == 0
    typed("carry-out c.jsonl 1")
    typed("do c.jsonl seated player=Lea to=1:2 amount=500")
    _, said = typed("show c.jsonl")
    assert "table 1 nl: 1:Kim(300) 2:Lea(500) | 7 free" in said
    typed("do c.jsonl hand_start table=1 button=1 sb=1 bb=2")
    typed('do c.jsonl hand_over table=1 stacks={"Kim":250,"Lea":550}')
    typed("do c.jsonl cash_out player=Lea amount=550")
    assert typed("sheet c.jsonl")[1].splitlines()[1] == "Lea,1,nl,0,0,1,500,550,0,cashed out"
    said = typed("log c.jsonl")[1]
    assert "3 " in said and "Ben: seat_given" in said


def test_an_entry_is_taken_back_by_a_new_one_unless_another_rests_on_it(typed):
    typed("do c.jsonl game_opened table=1 kind=nl max=9 by=management")
    typed("do c.jsonl seat_given player=Kim to=1:1")
    typed("do c.jsonl seated player=Kim to=1:1 amount=300")
    code, said = typed("undo c.jsonl --entry 1")
    assert code == 2 and "entry 2 (seat_given): no game runs at table 1" in said
    code, said = typed("undo c.jsonl --why misheard --who Ben")
    assert code == 0 and "entry 3 (seated) is taken back" in said and "1:1 is kept for Kim" in said
    said = typed("log c.jsonl")[1]
    assert "(taken back)" in said and "4 Ben: undo" in said and "because misheard" in said


def test_against_the_book_only_with_a_reason(typed):
    typed("do c.jsonl game_opened table=1 kind=nl max=9 by=management")
    line = "do c.jsonl seated player=Kim to=1:1 amount=50"
    assert "nobody gave 1:1 to Kim (rrop-6:S2-PROC-11)" in typed(line)[1]
    assert "--overrule needs a reason" in typed(line + " --overrule")[1]
    assert typed(line + " --overrule --why regular")[0] == 0
    assert [e["player"] for e in CashLog("c.jsonl").room().overruled] == ["Kim"]


def test_questions_are_answered_with_the_rule(typed):
    typed("do c.jsonl game_opened table=1 kind=nl max=9 by=management")
    assert typed("ask c.jsonl newcomer kind=nl")[1].splitlines() == [
        '{"table": 1}', "(floor; rrop-6:S2-SEAT-3)",
    ]  # fmt: skip
    code, said = typed("ask c.jsonl owes player=Kim")
    assert code == 2 and "Kim plays in no game" in said


@pytest.mark.parametrize(("line", "said"), [
    ("do c.jsonl weather", "knows no happening 'weather'"),
    ("do c.jsonl listed player=Kim", "kind: is missing"),
    ("do c.jsonl listed player=Kim kind=nl present=yes", "present: true or false is needed"),
    ("do c.jsonl listed player=Kim kind=plo present=true", "spreads no plo"),
    ("do c.jsonl hand_start table=1 button=1", "all three, or none at stud"),
    ("ask c.jsonl weather", "knows no question 'weather'"),
    ("ask c.jsonl newcomer", "ask.kind: is missing"),
    ("carry-out c.jsonl 1", "0 things are due"),
    ("new c.jsonl setup.json --rulebook rrop-6", "there is a log already"),
])  # fmt: skip
def test_what_cannot_be_is_one_line(typed, line, said):
    code, text = typed(line)
    assert code == 2
    assert said in text and text.count("\n") == 1


def without(kind, *fields):
    return {"kinds": [{k: v for k, v in {**SETUP["kinds"][0], **kind}.items() if k not in fields}]}


@pytest.mark.parametrize(("setup", "said"), [
    ({"kinds": []}, "a kind of game is needed"),
    ({"kinds": SETUP["kinds"] * 2}, "nl is there twice"),
    (without({}, "bb"), "kinds[0].bb: is missing"),
    (without({"sb": 6}), "more than the big blind"),
    (without({"max_buy_in": 199}), "more than max_buy_in"),
    (without({"collection": {"how": "time", "amount": 1}}), "collection.minutes: is missing"),
    (without({"collection": {"how": "rake", "percent": 101}}), "at most 100"),
    (without({"game": "omaha"}), "is none of"),
])  # fmt: skip
def test_a_setup_that_cannot_be_is_named(setup, said):
    assert said in log_grammar.setup_fault("rrop-6", setup)
    assert "rulebook" in log_grammar.setup_fault("wsop", setup)


def test_the_grammar_has_every_happening_and_question():
    assert set(log_grammar.HAPPENINGS) == set(room_acts.HANDLERS)
    assert set(log_grammar.QUESTIONS) == set(room_rules.ASKS)


class Clocked:
    """A log whose clock the test sets."""

    def __init__(self, path):
        self.ms = 0
        self.log = CashLog(path, lambda: self.ms, sync=False)
        self.log.create("rrop-6", SETUP, "Anna")

    def do(self, what, **fields):
        return self.log.add(what, fields, "Ben")

    def open(self, table, players, **more):
        self.do("game_opened", table=table, kind="nl", max=3, by="management", **more)
        for seat, player in enumerate(players, 1):
            self.do("seat_given", player=player, to=f"{table}:{seat}")
            self.do("seated", player=player, to=f"{table}:{seat}", amount=300)

    def due(self, minutes):
        from gateway.cash import due

        self.ms = minutes * MINUTE
        return due.due(self.log.room())


def test_what_is_due_comes_with_its_rule_and_can_be_carried_out(tmp_path):
    desk = Clocked(tmp_path / "c")
    desk.open(1, "AB")
    assert desk.due(29) == []
    found = desk.due(30)
    assert [(d.text, d.cite) for d in found] == [
        ("Collect 6 at table 1 from A, B", ("rrop-6:S2-PROC-2",))
    ]
    desk.log.add_all(found[0].happenings, "Ben")
    assert desk.due(59) == []
    desk.do("away", player="A", noticed=False)
    assert "The chips of A, away for 31 minutes" in desk.due(90)[-1].text


def test_a_must_move_game_feeds_the_main_one_and_breaks_first(tmp_path):
    desk = Clocked(tmp_path / "c")
    desk.open(1, "ABC")
    for name in "YX":
        desk.do("listed", player=name, kind="nl", present=True)
    desk.open(2, "XY", must_move=True)
    desk.do("cash_out", player="B", amount=300)
    found = desk.due(1)
    assert found[0].text == "Y moves from table 2 to 1:2; he may stay: big blind"
    assert found[0].cite[0] == "rrop-6:S2-SEAT-9"
    desk.log.add_all(found[0].happenings, "Ben")
    assert desk.due(1) == []
    desk.do("cash_out", player="C", amount=300)
    reported = [d.text for d in desk.due(1)]
    assert reported[-1] == "Table 2 may be broken: its players fit into the others"
    assert desk.due(1)[-1].happenings is None


def test_a_lock_up_is_picked_up_when_somebody_waits(tmp_path):
    desk = Clocked(tmp_path / "c")
    desk.open(1, "AB")
    desk.do("listed", player="L", kind="nl", present=True)
    desk.do("seat_given", player="L", to="1:3")
    assert desk.due(6) == []
    desk.do("listed", player="M", kind="nl", present=True)
    found = desk.due(6)
    assert [d.text for d in found] == ["Pick up the lock-up of L at 1:3"]
    desk.log.add_all(found[0].happenings, "Ben")
    assert [d.text for d in desk.due(6)] == ["Call L for seat 1:3"]


def test_a_refused_entry_changes_nothing(tmp_path):
    desk = Clocked(tmp_path / "c")
    desk.open(1, "AB")
    before = desk.log.room().in_play, len(desk.log.entries())
    with pytest.raises(BadLog, match="A has 300, not 299"):
        desk.do("cash_out", player="A", amount=299)
    assert (desk.log.room().in_play, len(desk.log.entries())) == before
