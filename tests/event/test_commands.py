"""``feltwire event``: an event from the command line, and simulated ones."""

import json
import tempfile
from pathlib import Path

import pytest

from gateway.event.log import EventLog
from tools import cli
from tools.event import simulate_command, timings
from tools.event.checks import Broken


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


class Failing(simulate_command.Day):
    """A day that breaks once its players are registered."""

    def run(self):
        self._register()
        yield self.office
        raise Broken("tables differ")


FAILING = "simulate --players 18 --hours 2 --stack 3000 --template turbo --seed 4"


@pytest.mark.parametrize("given", ["", " --failed kept/here"])
def test_the_log_of_an_event_that_fails_is_kept_where_the_line_says(
    here, capsys, given, tmp_path_factory, monkeypatch
):
    monkeypatch.setattr(simulate_command, "Day", Failing)
    temporary = tmp_path_factory.mktemp("tmp")
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    found = []
    for _ in range(2):  # the second does not write over the first
        code, said = typed(capsys, FAILING + given)
        assert code == 2 and "seed 4, tda-2011: tables differ; log: " in said
        found.append(Path(said.splitlines()[-1].split("log: ")[1]))
    assert found[0] != found[1]
    folder = here / "kept" / "here" if given else temporary
    for kept in found:
        assert folder in kept.parents
        assert len(EventLog(kept).office().people) == 15
    assert [p.name for p in here.iterdir()] == (["kept"] if given else [])


def test_a_log_that_was_asked_for_is_named_and_one_that_cannot_be_kept_too(
    here, capsys, monkeypatch
):
    monkeypatch.setattr(simulate_command, "Day", Failing)
    _, said = typed(capsys, FAILING + " --log mine.jsonl --failed other")
    assert f"log: {here / 'mine.jsonl'}" in said and not (here / "other").exists()
    (here / "file").write_text("")
    code, said = typed(capsys, FAILING + " --failed file")
    assert code == 2 and "log: not kept (file: File exists)" in said


def test_the_decisions_that_are_measured_can_be_made():
    found = timings.measured(14, "ipr-2018")
    assert set(found) >= {"what is due", "a table breaks", "a balancing move", "a redraw"}
