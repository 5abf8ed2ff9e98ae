"""What the log took stays, in order, and any change to it shows."""

import dataclasses
import random
import types

import pytest

from gateway.errors import LogDamaged, LogError
from gateway.log import chain, heads, schema
from gateway.log.base import OPERATOR, Entry, Gap, Quarantined
from gateway.log.connection import demand_fit
from gateway.log.postgres import PostgresLog
from gateway.log.sqlite import SqliteLog
from tools.dev.ports import free_port


def entry(n, table="7", boot=1, seq=None, what="riffle", t=None, bad=None):
    row = f"[0,{n}]"
    return Entry(table, n, "c1", boot, seq or n, t or n * 10, 1000 + n, what, row, bad)


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


def test_positions_of_several_controllers_come_in_the_order_they_ended(log):
    rng = random.Random(3)
    seqs, ends, entries = {}, {}, []
    for n in range(1, 200):
        who = rng.choice(("a", "c1", OPERATOR, "zz")), rng.randrange(3)
        seqs[who] = seqs.get(who, 0) + rng.randrange(1, 3)
        fresh = entry(n, boot=who[1], seq=seqs[who])
        entries.append(dataclasses.replace(fresh, dev=who[0]))
        if who[0] != OPERATOR:
            ends.pop(who, None)
            ends[who] = (*who, seqs[who], n * 10)
    log.append(entries)
    assert log.positions("7") == list(ends.values())
    assert log.positions("8") == []


def test_where_boots_ended_is_found_as_fast_in_a_long_log(tmp_path):
    steps = []
    for count in (200, 4000):
        log = SqliteLog(tmp_path / f"{count}.sqlite3")
        log.append([entry(n, boot=1 + n // (count // 2)) for n in range(1, count + 1)])
        taken = [0]

        def step(taken=taken):
            taken[0] += 1

        db = log._connect()
        db.set_progress_handler(step, 10)
        log._idle.append(db)
        assert len(log.positions("7")) == 3
        steps.append(taken[0])
        log.close()
    assert 0 < steps[1] < 2 * steps[0], steps


def test_the_setup_to_replay_from(log):
    log.append([entry(n, what="setup" if n in (2, 5, 9) else "riffle") for n in range(1, 12)])
    assert [log.setup_before("7", k) for k in (1, 2, 3, 4)] == [9, 5, 2, 0]


def test_a_reopened_log_goes_on_with_its_chain(place):
    first = place.open()
    first.append([entry(1), entry(2)])
    head = first.head("7")
    first.close()
    again = place.open()
    assert again.head("7") == head
    again.append([entry(3)])
    assert [e.n for e in again.read("7")] == [1, 2, 3]


def test_a_commit_of_unknown_outcome_is_stored_once(log):
    """The connection broke after the commit, before its answer: the same append again."""
    real = log._transaction

    def broken(work, table="?"):
        real(work, table)
        raise LogError("the connection is gone")

    log.append([entry(1)])
    log._transaction = broken
    with pytest.raises(LogError):
        log.append([entry(2), entry(3)])
    log._transaction = real
    log.append([entry(2), entry(3)])
    log.append([entry(4)])
    assert [e.n for e in log.read("7")] == [1, 2, 3, 4]


def test_a_commit_that_failed_is_stored_when_tried_again(log):
    real = log._transaction

    def broken(work, table="?"):
        raise LogError("no room")

    log.append([entry(1)])
    log._transaction = broken
    with pytest.raises(LogError):
        log.append([entry(2)])
    log._transaction = real
    log.append([entry(2)])
    assert [e.n for e in log.read("7")] == [1, 2]


def test_an_event_somebody_else_has_written_stops_the_table(place):
    ours, theirs = place.open(), place.open()
    ours.append([entry(1)])
    theirs.append([entry(2)])
    with pytest.raises(LogDamaged) as e:
        ours.append([entry(2, t=999)])
    assert e.value.table == "7"
    assert [e.t for e in ours.read("7")] == [10, 20]


@pytest.mark.parametrize(
    "harm",
    [
        "UPDATE event SET \"row\"='[0,99]' WHERE n=5",
        "UPDATE event SET t=t+1 WHERE n=5",
        "UPDATE event SET bad='x' WHERE n=5",
        "UPDATE event SET wall=0 WHERE n=9",
        "DELETE FROM event WHERE n=5",
        "DELETE FROM event WHERE n=10;UPDATE event SET n=10, seq=99 WHERE n=9",
        "UPDATE event SET seq=99 WHERE n=1",
    ],
)
def test_tampering_is_found(place, harm):
    log = place.open()
    log.append([entry(n) for n in range(1, 11)])
    log.close()
    place.sql(*harm.split(";"))
    with pytest.raises(LogDamaged):
        list(place.open().read("7"))


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


def test_a_cut_at_the_end_shows_against_a_head_kept_elsewhere(place):
    log = place.open(heads=True)
    log.append([entry(n) for n in range(1, 6)])
    n, digest = log.head("7")
    assert n == 5 and len(digest) == 32
    log.close()
    known = heads.read(place.folder / "log" / "heads")
    assert known == {"7": (5, digest, 0)}
    heads.check(place.open(), "7", known["7"])
    place.sql("DELETE FROM event WHERE n=5")
    log = place.open()
    assert [e.n for e in log.read("7")] == [1, 2, 3, 4]  # the chain alone does not tell
    with pytest.raises(LogDamaged, match="missing"):
        heads.check(log, "7", known["7"])


def test_the_head_file_outlives_torn_and_damaged_lines(tmp_path):
    path = tmp_path / "heads"
    file = heads.HeadFile(path)
    for n in range(1, 50):
        file.note({"7": (n, bytes([n]) * 32), "table 8": (2 * n, bytes(32))})
    file.close()
    whole = path.read_bytes()
    for cut in range(len(whole) - 400, len(whole), 13):
        path.write_bytes(whole[:cut])
        again = heads.HeadFile(path)
        n, digest, _first = again.heads()["7"]
        assert digest == bytes([n]) * 32 and n >= 44
        again.note({"7": (99, bytes(32))})
        again.close()
        assert heads.read(path)["7"][0] == 99
    again.rewrite()
    assert heads.read(path) == again.heads()


def test_quarantine_keeps_the_newest_and_stays_bounded(place):
    log = place.open(quarantine_rows_max=5)
    for i in range(12):
        log.append([], [Quarantined("7", "feltwire/7/up/ev", b"\xff%d" % i, f"reason {i}", i)])
    kept = log.quarantined("7")
    assert [r[2] for r in kept] == [f"reason {i}" for i in (11, 10, 9, 8, 7)]
    log.append([], [], [Gap("7", "c1", 1, 5, 6, "overflow", 9)])
    assert log.gaps("7") == [("c1", 1, 5, 6, "overflow", 9)]


def test_hands_and_alerts_are_kept_once(log):
    log.keep_results([("7", 4, '{"a":1}')], [("7", 2, 0, 5, "{}")])
    log.keep_results([("7", 4, '{"a":1}'), ("7", 9, '{"b":1}')], [("7", 2, 0, 5, "{}")])
    assert log.hand_numbers("7") == {4, 9}
    assert log.last_hands("7", 5) == ['{"b":1}', '{"a":1}']
    assert log.last_alerts("7", 5) == [(2, 0, 5, "{}")]


def test_what_people_did_is_in_the_chain_but_no_position_of_a_device(log):
    acts = [dataclasses.replace(entry(n, what="operator"), dev=OPERATOR, boot=0) for n in (2, 4)]
    log.append([entry(1), acts[0], entry(3), acts[1]])
    assert list(log.operations("7")) == acts and list(log.operations("7", 2)) == acts[1:]
    assert log.positions("7") == [("c1", 1, 3, 30)]
    assert log.operation_count("7") == 4 and log.operation_count("8") == 0


def test_a_log_of_a_newer_program_is_not_touched(place):
    place.open().close()
    place.sql("INSERT INTO schema_version VALUES (99)" if place.url else "PRAGMA user_version=99")
    with pytest.raises(LogError, match="schema 99"):
        place.open()


def test_migrations_bring_an_old_log_to_the_newest_schema(place, monkeypatch):
    every = schema.files
    monkeypatch.setattr(schema, "files", lambda *place: every(*place)[:1])
    place.open().close()
    place.sql(
        "INSERT INTO decision (tbl, n, k, act, reason, wall) VALUES ('7', 2, 0, 'accept', '', 5)"
    )
    monkeypatch.setattr(schema, "files", every)
    new = place.open()
    assert new.old_decisions("7") == {(2, 0): ("accept", "", 5)}
    assert new.anchor("7") == (0, chain.start("7"))
    new.append([entry(1)])
    new.close()
    assert [e.n for e in place.open().read("7")] == [1]  # and once more changes nothing


def test_a_path_that_cannot_be_a_log_is_one_clear_line(tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(LogError, match="cannot open the event log"):
        SqliteLog(tmp_path / "file" / "e.sqlite3")


def test_a_database_that_does_not_answer_is_one_clear_line():
    with pytest.raises(LogError) as e:
        PostgresLog(f"postgresql://felt:secret@127.0.0.1:{free_port()}/x")
    assert "PostgreSQL" in str(e.value)
    assert "secret" not in str(e.value) and "\n" not in str(e.value)


def test_a_database_that_may_forget_is_refused(postgres):
    with pytest.raises(LogError, match="fsync=off"):
        demand_fit(FsyncOff())


class FsyncOff:
    info = types.SimpleNamespace(parameter_status=lambda _name: "UTF8")

    def execute(self, _sql):
        return self

    def fetchone(self):
        return ("off",)
