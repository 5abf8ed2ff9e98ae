"""The log of an event: several happenings as one entry, shared by processes, safe from kills."""

import json

import pytest

from gateway.event import structure
from gateway.event.log import BadLog, EventLog

SEATED = [
    ("register", {"player": "Kim", "name": "Kim", "paid": 100}),
    ("seated", {"player": "Kim", "to": "1:3", "stack": 5000}),
]


@pytest.fixture
def log(tmp_path):
    made = EventLog(tmp_path / "e.jsonl")
    made.create("tda-2011", structure.plan(18, 5000, 3, buy_in=100), "Anna")
    return made


def test_several_happenings_are_one_entry(log):
    log.add_all(SEATED, "Ben")
    office = log.office()
    assert len(log.entries()) == 2
    assert (office.event.left, office.pool, office.issued) == (1, 100, 5000)


def test_of_several_happenings_all_are_added_or_none(log):
    taken = [SEATED[0], ("seated", {"player": "Kim", "to": "9:3", "stack": 5000})]
    with pytest.raises(BadLog, match="there is no table 9"):
        log.add_all(taken, "Ben")
    assert len(log.entries()) == 1
    assert log.office().people == {}
    log.add_all(SEATED, "Ben")
    assert log.office().event.left == 1


def test_undo_takes_all_happenings_of_an_entry_back(log):
    log.add_all(SEATED, "Ben")
    log.undo("Anna")
    assert (log.office().event.left, log.office().pool) == (0, 0)


def test_two_desks_take_up_what_the_other_wrote(log):
    other = EventLog(log.path)
    assert other.office().event.left == 0
    log.add_all(SEATED, "Ben")
    assert other.office().event.left == 1
    other.undo("Cleo")
    assert log.office().event.left == 0
    with pytest.raises(BadLog, match="nothing to undo"):
        log.undo("Ben")


@pytest.mark.parametrize("cut", [1, 40, 150])
def test_an_entry_cut_off_anywhere_was_never_made(log, cut):
    log.add_all(SEATED, "Ben")
    with open(log.path, "rb+") as stream:
        stream.truncate(stream.seek(0, 2) - cut)
    again = EventLog(log.path)
    assert again.office().event.left == 0
    again.add_all(SEATED, "Ben")
    assert EventLog(log.path).office().event.left == 1


def test_an_entry_is_in_the_file_before_the_desk_hears_of_it(log):
    entry = log.add_all(SEATED, "Ben")
    with open(log.path, encoding="utf-8") as stream:
        assert json.loads(stream.readlines()[-1]) == entry


def test_a_line_that_is_no_entry_is_named(log):
    with open(log.path, "a", encoding="utf-8") as stream:
        stream.write("rubbish\n")
    with pytest.raises(BadLog, match="line 2 is no entry 1"):
        EventLog(log.path).office()
