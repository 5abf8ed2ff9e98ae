"""``feltwire event``: an event from the command line, and simulated ones."""

import json

import pytest

from gateway.event.log import EventLog
from tools import cli
from tools.event import timings


def typed(capsys, line):
    code = cli.main(["event", *line.split()])
    said = capsys.readouterr()
    return code, said.out + said.err


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_an_event_is_planned_opened_and_filled_from_a_list(here, capsys):
    code, plan = typed(capsys, "plan --players 18 --stack 5000 --hours 3 --buy-in 100")
    assert code == 0
    (here / "setup.json").write_text(plan)
    assert len(json.loads(plan)["tables"]) == 2
    assert typed(capsys, "new e.jsonl setup.json --rulebook tda-2011 --who Anna")[0] == 0
    (here / "p.csv").write_text("name,paid\nAna,100\nBen,100\n")
    code, said = typed(capsys, "register e.jsonl --csv p.csv --who Anna")
    assert code == 0 and said.count(": seat ") == 2
    _, due = typed(capsys, "due e.jsonl")
    assert due == ""
    typed(capsys, "do e.jsonl clock_started --who Anna")
    _, due = typed(capsys, "due e.jsonl")
    assert due.startswith("1 Close registration")
    assert typed(capsys, "carry-out e.jsonl 1 --who Anna")[0] == 0
    assert EventLog("e.jsonl").office().event.closed
    _, sheet = typed(capsys, "sheet e.jsonl entries")
    assert sheet.splitlines()[1].startswith("Ana,Ana,")


@pytest.mark.parametrize(
    "line, said",
    [
        ("plan --players 18 --stack 5000 --hours 0.1", "hours hold"),
        ("plan --players 18 --stack 5000 --hours 3 --table-max 11", "from 2 to 10"),
        ("simulate --players 1", "--players must be from 2"),
        ("simulate --seeds 2 --log e.jsonl", "leave --seeds away"),
    ],
)
def test_what_cannot_be_is_one_line(here, capsys, line, said):
    code, text = typed(capsys, line)
    assert code == 2
    assert said in text and text.count("\n") == 1


def test_a_simulated_event_shows_its_progress_and_the_digest_of_its_log(here, capsys):
    line = "simulate --players 18 --hours 2 --stack 3000 --template turbo --seed 4"
    _, once = typed(capsys, line + " --log kept.jsonl")
    _, again = typed(capsys, line)
    assert once.splitlines()[0].startswith("0:12 level 2")
    assert once.split("log ")[-1] == again.split("log ")[-1]
    assert "all properties hold" in once
    assert EventLog("kept.jsonl").office().event.left == 1


def test_the_decisions_that_are_measured_can_be_made():
    found = timings.measured(14, "ipr-2018")
    assert set(found) >= {"what is due", "a table breaks", "a balancing move", "a redraw"}
