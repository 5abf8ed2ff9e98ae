"""What the log took stays, in order, and any change to it shows."""

import dataclasses
import random
import sqlite3

import pytest

from gateway.errors import LogDamaged, LogError
from gateway.log import chain
from gateway.log.base import Entry, Gap, Quarantined
from gateway.log.sqlite import SqliteLog


def entry(n, table="7", boot=1, seq=None, what="riffle", t=None, bad=None):
    row = f"[0,{n}]"
    return Entry(table, n, "c1", boot, seq or n, t or n * 10, 1000 + n, what, row, bad)


@pytest.fixture
def log(tmp_path):
    made = SqliteLog(tmp_path / "log" / "events.sqlite3")
    yield made
    made.close()


def test_entries_come_back_as_they_went_in(log):
    entries = [entry(1), entry(2, bad="odd"), entry(3)]
    log.append(entries[:2])
    log.append(entries[2:])
    assert list(log.read("7")) == entries
    assert list(log.read("7", after=2)) == entries[2:]
    assert log.last("7") == entries[-1] and log.last("8") is None
    assert log.tables() == ["7"]


def test_a_batch_is_stored_whole_or_not_at_all(log):
    log.append([entry(1)])
    with pytest.raises(LogError):
        log.append([entry(2), entry(3, seq=1)])  # the identity of the first again
    assert [e.n for e in log.read("7")] == [1]
    log.append([entry(2)])
    assert [e.n for e in log.read("7")] == [1, 2]


def test_a_number_out_of_turn_is_refused(log):
    with pytest.raises(LogError):
        log.append([entry(2)])


def test_positions_tell_where_each_boot_ended(log):
    log.append([entry(1, seq=1), entry(2, seq=2), entry(3, boot=2, seq=1, t=500)])
    assert log.positions("7") == [("c1", 1, 2, 20), ("c1", 2, 1, 500)]


def test_the_setup_to_replay_from(log):
    log.append([entry(n, what="setup" if n in (2, 5, 9) else "riffle") for n in range(1, 12)])
    assert [log.setup_before("7", k) for k in (1, 2, 3, 4)] == [9, 5, 2, 0]


def test_a_reopened_log_goes_on_with_its_chain(tmp_path):
    path = tmp_path / "e.sqlite3"
    first = SqliteLog(path)
    first.append([entry(1), entry(2)])
    head = first.head("7")
    first.close()
    again = SqliteLog(path)
    assert again.head("7") == head
    again.append([entry(3)])
    assert [e.n for e in again.read("7")] == [1, 2, 3]
    again.close()


@pytest.mark.parametrize(
    "harm",
    [
        "UPDATE event SET row='[0,99]' WHERE n=5",
        "UPDATE event SET t=t+1 WHERE n=5",
        "UPDATE event SET bad='x' WHERE n=5",
        "UPDATE event SET wall=0 WHERE n=9",
        "DELETE FROM event WHERE n=5",
        "UPDATE event SET n=n-1 WHERE n>5 AND (SELECT 1 FROM event WHERE n=5) IS NULL",
        "UPDATE event SET seq=99 WHERE n=1",
    ],
)
def test_tampering_is_found(tmp_path, harm):
    path = tmp_path / "e.sqlite3"
    log = SqliteLog(path)
    log.append([entry(n) for n in range(1, 11)])
    log.close()
    db = sqlite3.connect(path)
    if "IS NULL" in harm:
        db.execute("DELETE FROM event WHERE n=5")
    db.execute(harm)
    db.commit()
    db.close()
    log = SqliteLog(path)
    with pytest.raises(LogDamaged):
        list(log.read("7"))
    log.close()


def test_two_events_that_changed_places_are_found():
    entries = [entry(n) for n in range(1, 6)]
    rows, previous = [], chain.start("7")
    for e in entries:
        previous = chain.link(previous, e)
        rows.append((e, previous))
    assert list(chain.verified("7", rows)) == entries
    rng = random.Random(1)
    for _ in range(50):
        i, j = rng.sample(range(5), 2)
        swapped = list(rows)
        swapped[i] = (dataclasses.replace(rows[j][0], n=i + 1), rows[j][1])
        swapped[j] = (dataclasses.replace(rows[i][0], n=j + 1), rows[i][1])
        with pytest.raises(LogDamaged):
            list(chain.verified("7", swapped))


def test_a_cut_at_the_end_shows_against_a_head_kept_elsewhere(tmp_path):
    log = SqliteLog(tmp_path / "e.sqlite3")
    log.append([entry(n) for n in range(1, 6)])
    n, digest = log.head("7")
    assert n == 5 and len(digest) == 32
    log.close()
    db = sqlite3.connect(tmp_path / "e.sqlite3")
    db.execute("DELETE FROM event WHERE n=5")
    db.commit()
    log = SqliteLog(tmp_path / "e.sqlite3")
    assert log.head("7") != (n, digest)
    log.close()


def test_quarantine_keeps_the_newest_and_stays_bounded(tmp_path):
    log = SqliteLog(tmp_path / "e.sqlite3", quarantine_rows_max=5)
    for i in range(12):
        log.append([], [Quarantined("7", "feltwire/7/up/ev", b"\xff%d" % i, f"reason {i}", i)])
    kept = log.quarantined("7")
    assert [r[2] for r in kept] == [f"reason {i}" for i in (11, 10, 9, 8, 7)]
    log.append([], [], [Gap("7", "c1", 1, 5, 6, "overflow", 9)])
    assert log.gaps("7") == [("c1", 1, 5, 6, "overflow", 9)]
    log.close()


def test_hands_and_alerts_are_kept_once(log):
    log.keep_results([("7", 4, '{"a":1}')], [("7", 2, 0, 5, "{}")])
    log.keep_results([("7", 4, '{"a":1}'), ("7", 9, '{"b":1}')], [("7", 2, 0, 5, "{}")])
    assert log.hand_numbers("7") == {4, 9}
    assert log.last_hands("7", 5) == ['{"b":1}', '{"a":1}']
    assert log.last_alerts("7", 5) == [(2, 0, 5, "{}")]
    log.decide("7", 2, 0, "override", "wrong seat", 77)
    log.decide("7", 2, 0, "accept", "", 78)
    assert log.decisions("7") == {(2, 0): ("accept", "", 78)}


def test_a_log_of_a_newer_program_is_not_touched(tmp_path):
    path = tmp_path / "e.sqlite3"
    SqliteLog(path).close()
    db = sqlite3.connect(path)
    db.execute("PRAGMA user_version=99")
    db.close()
    with pytest.raises(LogError, match="schema 99"):
        SqliteLog(path)


def test_a_path_that_cannot_be_a_log_is_one_clear_line(tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(LogError, match="cannot open the event log"):
        SqliteLog(tmp_path / "file" / "e.sqlite3")
