"""An event kept in a log of entries: who, why, in order, undone by new ones, never by erasing."""

import errno
import json
import os
from concurrent.futures import ThreadPoolExecutor

import pytest

from gateway.event.log import BadLog, EventLog
from tests.desk.desk_case import table
from tools import cli

SETUP = {
    "event": {"format": "freezeout", "game": "flop", "table_max": 9, "level": 1},
    "tables": [table(1, "1 2 3 4 5", (1, 2, 3)), table(2, "1 2", (1, 1, 2))],
}


class Clock:
    """Milliseconds that pass only when a test says so."""

    def __init__(self):
        self.ms = 1_000_000

    def __call__(self):
        return self.ms


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def log(tmp_path, clock):
    made = EventLog(tmp_path / "event.jsonl", clock)
    made.create("tda-2011", SETUP, "Anna")
    return made


def test_an_entry_says_what_when_who_and_why(log, clock):
    clock.ms += 7000
    log.add("bust", {"hand": 1, "table": 1, "players": ["A2"]}, "Ben", "all-in lost")
    assert log.entries()[1] == {
        "n": 1, "at_ms": 1_007_000, "who": "Ben", "why": "all-in lost",
        "what": "bust", "hand": 1, "table": 1, "players": ["A2"], "t": 7000,
    }  # fmt: skip
    assert log.event().left == 6


HOUR_MS = 3_600_000


@pytest.mark.parametrize("set_ms", [-HOUR_MS, 0, HOUR_MS])
def test_setting_the_time_of_day_neither_stops_the_events_clock_nor_drives_it_on(tmp_path, set_ms):
    day, steady = Clock(), Clock()
    steady.ms = 5

    def opened():
        return EventLog(tmp_path / "event.jsonl", day, steady=steady)

    def time_again():
        other = opened()
        other.office()
        return other.time()

    def passes(ms):
        day.ms += ms
        steady.ms += ms

    log = opened()
    log.create("tda-2011", SETUP, "Anna")
    passes(7000)
    log.add("clock_started", {}, "Anna")
    day.ms += set_ms
    passes(1000)
    assert log.time() == 8000
    assert log.began_ms() == day.ms - 8000
    log.add("clock_paused", {}, "Anna")
    passes(500)
    assert log.time() == time_again() == 8500  # a gateway that starts goes on from there
    log.undo("Anna")
    day.ms -= 2 * HOUR_MS
    assert log.time() == 8500
    assert time_again() == 8000


def test_of_an_entry_that_was_not_stored_nothing_stays(log, monkeypatch):
    before = log.path.read_bytes()
    for call in ("fsync", "pwrite"):
        with monkeypatch.context() as patch, pytest.raises(OSError, match="full"):
            patch.setattr(os, call, full)
            log.add("bust", {"hand": 1, "table": 1, "players": ["A2"]}, "Ben")
        assert log.path.read_bytes() == before
        assert log.event().left == EventLog(log.path).event().left == 7
    log.add("bust", {"hand": 1, "table": 1, "players": ["A2"]}, "Ben")
    assert [e["what"] for e in EventLog(log.path).entries()] == ["setup", "bust"]


def full(*_args):
    raise OSError(errno.ENOSPC, "full")


@pytest.mark.parametrize("left", [b"", b'{"n":0,"at_ms":5,"who"', bytes(4096)])
def test_a_log_whose_first_writer_was_killed_can_be_opened(tmp_path, left):
    log = EventLog(tmp_path / "event.jsonl")
    log.path.write_bytes(left)
    assert not log.begun()
    log.create("tda-2011", SETUP, "Anna")
    assert log.begun() and log.event().left == 7
    assert len(EventLog(log.path).entries()) == 1


def test_a_log_that_could_not_be_opened_for_lack_of_room_is_opened_later(tmp_path, monkeypatch):
    log = EventLog(tmp_path / "event.jsonl")
    with monkeypatch.context() as patch, pytest.raises(OSError, match="full"):
        patch.setattr(os, "fsync", full)
        log.create("tda-2011", SETUP, "Anna")
    log.create("tda-2011", SETUP, "Anna")
    assert log.event().left == 7


def test_undo_is_an_entry_and_leaves_the_one_it_takes_back(log):
    log.add("bust", {"hand": 1, "table": 1, "players": ["A2"]}, "Ben")
    assert log.undo("Anna", "the wrong player")["n"] == 1
    assert log.event().left == 7
    assert [e["what"] for e in log.entries()] == ["setup", "bust", "undo"]
    with pytest.raises(BadLog, match="nothing to undo"):
        log.undo("Anna")


def test_an_entry_others_rest_on_cannot_be_taken_back(log):
    log.add("moved", {"player": "A2", "to": "2:5"}, "Ben")
    log.add("moved", {"player": "A3", "to": "1:2"}, "Ben")
    with pytest.raises(BadLog, match=r"entry 2 \(moved\): 1:2 is taken by A2"):
        log.undo("Anna", number=1)
    assert len(log.entries()) == 3
    with pytest.raises(BadLog, match="no entry 9 in force"):
        log.undo("Anna", number=9)


def test_what_cannot_be_leaves_the_log_as_it_was(log):
    before = log.path.read_bytes()
    for what, fields, said in (
        ("moved", {"player": "A2", "to": "2:1"}, "2:1 is taken by B1"),
        ("bust", {"table": 1}, "^hand: is missing"),
        ("rain", {}, "no happening 'rain'"),
    ):
        with pytest.raises(BadLog, match=said):
            log.add(what, fields, "Ben")
    assert log.path.read_bytes() == before


def test_time_never_runs_backwards(log, clock):
    clock.ms += 5000
    log.add("clock_zero", {}, "Ben")
    clock.ms -= 9000  # somebody set the machine's clock
    assert log.add("clock_zero", {}, "Ben")["t"] == 5000


@pytest.mark.parametrize("kept", [1, 20, -1])
def test_an_entry_a_killed_process_was_writing_was_never_made(log, kept):
    log.add("clock_zero", {}, "Kél")
    before = log.path.read_bytes()
    log.add("bust", {"hand": 1, "table": 1, "players": ["A2"]}, "Ben")
    whole = log.path.read_bytes()
    log.path.write_bytes(before + whole[len(before) :][:kept])
    assert log.event().left == 7
    assert log.add("bust", {"hand": 1, "table": 1, "players": ["A3"]}, "Ben")["n"] == 2
    assert [e["what"] for e in log.entries()] == ["setup", "clock_zero", "bust"]
    assert log.event().gone == ["A3"]


def test_writers_take_turns(log):
    """Two desks at once: each entry gets a number of its own."""
    desks = [EventLog(log.path) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda d: [d.add("clock_zero", {}, "Ben") for _ in range(5)], desks))
    assert [e["n"] for e in log.entries()] == list(range(21))


def test_a_line_that_is_missing_is_named(log):
    for _ in range(3):
        log.add("clock_zero", {}, "Ben")
    lines = log.path.read_bytes().splitlines(keepends=True)
    log.path.write_bytes(b"".join(lines[:2] + lines[3:]))
    with pytest.raises(BadLog, match="line 3 is no entry 2"):
        log.entries()


def test_a_log_is_never_begun_over_another(log):
    with pytest.raises(BadLog, match="there is a log already"):
        log.create("tda-2011", SETUP, "Anna")
    with pytest.raises(BadLog, match=r"setup\.event\.format"):
        EventLog(log.path.with_name("other")).create("tda-2011", {"event": {}}, "Anna")


def test_the_same_log_gives_the_same_event(log, tmp_path):
    log.add("balance", {"to": 2, "from": 1}, "Ben")
    log.add("hand_start", {"table": 2, "by": "riffle"}, "Ben")
    copy = EventLog(tmp_path / "copy.jsonl")
    copy.path.write_bytes(log.path.read_bytes())
    first, second = log.event(), copy.event()
    assert first.moves == second.moves == [{"player": "A4", "to": "2:3"}]
    assert first.table(2).positions.bb == second.table(2).positions.bb == 3


# the command


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "setup.json").write_text(json.dumps(SETUP))

    def typed(line):
        code = cli.main(["event", *line.split()])
        out, err = capsys.readouterr()
        return code, out.splitlines(), err.strip()

    assert typed("new e.jsonl setup.json --rulebook tda-2011 --who Anna")[0] == 0
    return typed


def test_a_move_is_proposed_with_its_duty_and_rule(run):
    code, out, _ = run("do e.jsonl balance to=2 from=1 --who Ben")
    assert code == 0
    assert out == [
        "entry 1: balance", "A4 to 2:3, posts the big blind", "(automatic; tda-2011:8, tda-2011:7)",
    ]  # fmt: skip


def test_questions_change_nothing(run, tmp_path):
    before = (tmp_path / "e.jsonl").read_bytes()
    code, out, _ = run("ask e.jsonl button table=1")
    assert code == 0 and json.loads(out[0])["bb"] == 4
    assert run("ask e.jsonl redraw")[1][0].startswith("the book leaves it open (td; ")
    assert (tmp_path / "e.jsonl").read_bytes() == before


def test_the_state_and_the_log_are_shown(run):
    run("do e.jsonl bust hand=1 table=1 players=A2,A5 --who Ben")
    assert run("show e.jsonl")[1] == [
        "tda-2011: 5 players left, level 1",
        "table 1: 1:A1 3:A3 4:A4 | next hand: button 2, blinds 3 and 4",
        "table 2: 1:B1 2:B2 | next hand: button 2, blinds 2 and 1",
        "out: A2 A5",
    ]
    run("undo e.jsonl --who Anna")
    log = run("log e.jsonl")[1]
    assert len(log) == 3 and log[1].startswith("1 Ben: bust ") and log[1].endswith("(taken back)")


@pytest.mark.parametrize(("line", "said"), [
    ("do e.jsonl rain", "no happening 'rain'"),
    ("do e.jsonl moved player", "write KEY=VALUE"),
    ("do e.jsonl moved player=A1 to=nowhere", 'to: a seat as "table:seat" is needed'),
    ("do none.jsonl clock_zero", "none.jsonl: No such file"),
    ("ask e.jsonl button", "ask.table: is missing"),
    ("ask e.jsonl button table=9", "there is no table 9"),
    ("ask e.jsonl fortune", "no question 'fortune'"),
    ("new f.jsonl none.json --rulebook tda-2011", "none.json: No such file"),
    ("new e.jsonl setup.json --rulebook tda-2011", "there is a log already"),
    ("show setup.json", "setup.json: the first line is no setup"),
])  # fmt: skip
def test_what_is_wrong_is_one_line(run, line, said):
    code, out, err = run(line)
    assert code == 2 and out == [] and said in err and "\n" not in err
