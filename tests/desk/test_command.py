"""``feltwire desk adjudicate``: an answer a line, one clear line for each bad case."""

import json

import pytest

from gateway.event import desk_grammar
from tests.desk.desk_case import TDA, case, table
from tools import cli

GOOD = case(TDA, [("balance", {"from": 1, "to": 2})], "moves",
            tables=[table(1, "1 2 3 4", (1, 2, 3)), table(2, "1 2", (1, 1, 2))])  # fmt: skip


def run(tmp_path, capsys, *lines):
    path = tmp_path / "cases.jsonl"
    path.write_bytes(b"\n".join(lines) + b"\n")
    code = cli.main(["desk", "adjudicate", str(path)])
    out, err = capsys.readouterr()
    return code, out.splitlines(), [e.replace(str(path), "cases.jsonl") for e in err.splitlines()]


def dumped(**changes):
    return json.dumps({**GOOD, "id": "bad@tda-2011", **changes}).encode()


def test_an_answer_is_one_line(tmp_path, capsys):
    code, out, err = run(tmp_path, capsys, dumped(id="t@tda-2011"), b"", dumped(id="u@tda-2011"))
    assert (code, len(out), err) == (0, 2, [])
    assert json.loads(out[0]) == {
        "id": "t@tda-2011",
        "floor_decides": False,
        "answer": {"moves": [{"player": "A4", "to": "2:3", "duty": "big_blind"}]},
        "decided_by": "automatic",
        "cite": ["tda-2011:8", "tda-2011:7"],
    }


@pytest.mark.parametrize(("line", "said"), [
    (b"{", "line 2: not JSON"),
    (b"[" * 100000, "line 2: not JSON"),
    (b"\xff", "line 2: not UTF-8"),
    (b"[]", "line 2: a case is a JSON object"),
    (dumped(rulebook="wsop"), "line 2: rulebook: one of ipr-2018"),
    (dumped(ask={"what": "fortune"}), "line 2: ask.what: the desk knows no question 'fortune'"),
    (dumped(ask={"what": "button"}), "line 2: ask.table: is missing"),
    (dumped(ask={"what": "button", "table": 9}), "line 2: ask: there is no table 9"),
    (dumped(happening=[{"t": 5, "what": "rain"}]), "happening[0].what: the desk knows no"),
    (dumped(happening=[{"t": 5, "what": "bust"}]), "happening[0].hand: is missing"),
    (dumped(happening=[{"t": 5, "what": "clock_zero"}, {"t": 4, "what": "clock_zero"}]),
     "happening[1].t: time runs backwards"),
    (dumped(happening=[{"t": 5, "what": "moved", "player": "A1", "to": "2:2"}]),
     "happening[0]: 2:2 is taken by B2"),
    (dumped(setup={"event": {"format": "lottery"}}), "setup.event.format: 'lottery' is none of"),
    (dumped(setup={"event": {"format": "cash", "tips": 1}}), "setup.event.tips: the desk language"),
    (dumped(setup={"event": {"format": "cash", "level": -1}}), "setup.event.level: a whole number"),
])  # fmt: skip
def test_a_bad_line_is_told_and_the_others_are_answered(tmp_path, capsys, line, said):
    code, out, err = run(tmp_path, capsys, dumped(id="t@tda-2011"), line, dumped(id="u@tda-2011"))
    assert code == 1 and len(out) == 2 and len(err) == 1
    assert err[0].startswith("feltwire desk: cases.jsonl: line 2: ") and said in err[0]
    assert len(err[0]) < 300


def test_the_same_id_twice_is_told(tmp_path, capsys):
    code, out, err = run(tmp_path, capsys, dumped(), dumped())
    assert code == 1 and len(out) == 1 and "is there twice" in err[0]


def test_a_file_that_is_not_there_is_named(tmp_path, capsys):
    assert cli.main(["desk", "adjudicate", str(tmp_path / "none")]) == 2
    assert "No such file" in capsys.readouterr().err


def test_the_grammar_knows_every_happening_and_question():
    from shared_rules.desk.asks import ASKS
    from shared_rules.desk.event import HANDLERS

    assert set(HANDLERS) <= set(desk_grammar.HAPPENINGS)
    assert set(desk_grammar.QUESTIONS) <= set(ASKS)
