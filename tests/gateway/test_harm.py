"""Damage and tampering: the table concerned stops with an alert, the others go on."""

import dataclasses
import json
import random
import sqlite3
import tempfile
import tracemalloc
from pathlib import Path

import pytest

from gateway.errors import LogDamaged
from gateway.log import background_check, chain
from gateway.log import heads as heads_module
from gateway.log import salvage as salvage_module
from gateway.log.heads import HeadFile
from gateway.log.open import open_sqlite
from gateway.log.salvage import salvage
from gateway.log.sqlite import SqliteLog
from gateway.tables import all_tables as tables_service
from tests.gateway import harm
from tests.gateway.gateway_rig import NAME, Rig, lay_out
from tests.gateway.test_log import entry
from tests.sim.run import memory


@pytest.fixture
def ram():
    with tempfile.TemporaryDirectory(dir=memory()) as folder:
        yield Path(folder)


def test_a_flipped_bit_never_passes_and_never_stops_the_gateway(ram):
    figures = harm.flips(ram, 20, seed=3)
    assert figures.good(), figures.line()
    assert figures.stopped and figures.alone == figures.stopped, figures.line()


def test_tampering_is_noticed(ram):
    noticed, missed = harm.tampers(ram, 100)
    assert (noticed, missed) == (100, [])


def test_what_no_check_looks_at_would_be_missed(ram, monkeypatch):
    """The suite's own check: without the head kept elsewhere, cuts and new hashes pass."""
    monkeypatch.setattr(heads_module, "check", lambda *_: None)
    _noticed, missed = harm.tampers(ram, 100)
    assert missed


@pytest.mark.parametrize("where", [0, 5, 18, 30, 100, 105])
def test_a_log_with_a_broken_header_is_built_anew(ram, where):
    files, truth = harm.build(ram / "built")
    data = bytearray(files[NAME])
    data[where : where + 4] = b"\xff\x00\xaa\x55"
    lay_out(ram / "x", {**files, NAME: bytes(data)})
    rig = Rig(ram / "x", log=open_sqlite(ram / "x" / NAME, heads=HeadFile(ram / "x" / "heads")))
    assert harm.seen(rig) == truth
    rig.send("1", 1, 31, [[26, 9]])  # and it goes on
    assert rig.acked[("1", 1)] == 31
    rig.close()


def test_a_log_with_a_garbled_schema_is_built_anew(ram):
    files, truth = harm.build(ram / "built")
    harmed = files[NAME].replace(b"CREATE TABLE", b"CREATE \xd4ABLE")
    assert harmed != files[NAME]
    lay_out(ram / "x", {**files, NAME: harmed})
    rig = Rig(ram / "x", log=open_sqlite(ram / "x" / NAME, heads=HeadFile(ram / "x" / "heads")))
    assert harm.seen(rig) == truth
    rig.close()


def test_one_table_of_a_broken_file_is_stopped_and_the_others_are_saved(ram):
    files, truth = harm.build(ram / "built")
    lay_out(ram / "x", files)
    db = sqlite3.connect(ram / "x" / NAME)
    db.execute("UPDATE event SET wall=5 WHERE tbl='2' AND n=7")
    db.commit()
    db.execute("PRAGMA journal_mode=DELETE")
    db.close()
    data = bytearray((ram / "x" / NAME).read_bytes())
    data[:100] = bytes(100)
    (ram / "x" / NAME).write_bytes(data)
    rig = Rig(ram / "x", log=open_sqlite(ram / "x" / NAME, heads=HeadFile(ram / "x" / "heads")))
    found = harm.seen(rig)
    assert found == {**truth, "2": None}
    assert list((ram / "x").glob("damaged-1/*"))
    rig.close()


@pytest.mark.parametrize(
    ("was", "becomes"),
    [
        (None, None),  # a key in the middle of table 3
        (b"CREATE TABLE event", b"CREATE TABLE evens"),
        (b"body", b"bodz"),
    ],
)
def test_what_a_damaged_key_or_schema_hides_is_found_again(ram, was, becomes):
    """SQLite's own check sees neither: a search ends too early, a column has another name."""
    files, truth = harm.build(ram / "built")
    data = files[NAME]
    if becomes is None:
        at = [i for i in range(len(data)) if data[i : i + 4] == b"3\x0bc1"]
        assert at, "an event of table 3 with number 11"
        harmed = data[: at[0]] + b"s" + data[at[0] + 1 :]
    else:
        harmed = data.replace(was, becomes, 1)
    assert harmed != data
    lay_out(ram / "x", {**files, NAME: harmed})
    for _ in range(2):
        rig = Rig(ram / "x", log=open_sqlite(ram / "x" / NAME, heads=HeadFile(ram / "x" / "heads")))
        assert harm.seen(rig) == truth
        rig.close()
    assert len(list((ram / "x").glob("damaged-*"))) == 1  # once is enough


@pytest.mark.parametrize("version", [0, 1, 2, 2097155, -5])
def test_a_damaged_number_of_the_schema_is_put_right(ram, version):
    files, truth = harm.build(ram / "built")
    lay_out(ram / "x", files)
    db = sqlite3.connect(ram / "x" / NAME)
    db.execute(f"PRAGMA user_version={version}")
    db.close()
    rig = Rig(ram / "x", log=open_sqlite(ram / "x" / NAME, heads=HeadFile(ram / "x" / "heads")))
    assert harm.seen(rig) == truth and not rig.log.salvaged
    rig.close()


@pytest.mark.parametrize("bit", [237157, 84656, 604045, 450581, 247207])
def test_damage_to_keys_of_results_and_indexes_is_put_right(ram, bit):
    """Found by ten thousand flips: a finished hand's key, an index's, a row that came home."""
    files, truth = harm.build(ram / "built")
    data = bytearray(files[NAME])
    data[bit // 8] ^= 1 << bit % 8
    lay_out(ram / "x", {**files, NAME: bytes(data)})
    rig = Rig(ram / "x", log=open_sqlite(ram / "x" / NAME, heads=HeadFile(ram / "x" / "heads")))
    assert harm.seen(rig) == truth
    rig.close()


def test_a_reader_that_ends_too_early_says_so(ram):
    files, _truth = harm.build(ram / "built")
    data = files[NAME]
    at = data.index(b"3\x0bc1")
    lay_out(ram / "x", {**files, NAME: data[:at] + b"s" + data[at + 1 :]})
    log = SqliteLog(ram / "x" / NAME)
    with pytest.raises(LogDamaged, match="missing"):
        list(log.read("3"))
    log.close()


def test_a_hole_that_cannot_be_filled_is_tried_once(ram):
    files, truth = harm.build(ram / "built")
    lay_out(ram / "x", files)
    db = sqlite3.connect(ram / "x" / NAME)
    db.execute("DELETE FROM event WHERE tbl='2' AND n=7")
    db.commit()
    db.close()
    for _ in range(2):
        rig = Rig(ram / "x", log=open_sqlite(ram / "x" / NAME, heads=HeadFile(ram / "x" / "heads")))
        assert harm.seen(rig) == {**truth, "2": None}
        rig.close()
    assert not list((ram / "x").glob("damaged-*"))


def test_long_rows_and_anchors_are_saved_too(ram):
    log = SqliteLog(ram / NAME)
    rows = [
        dataclasses.replace(entry(n), row='"' + "ab" * random.Random(n).randrange(6000) + '"')
        for n in range(1, 30)
    ]
    log.append(rows)
    digest = log.hash_at("7", 9)
    log._writer.execute("INSERT INTO anchor VALUES ('7', 9, ?, 0)", (digest,))
    log._writer.execute("DELETE FROM event WHERE n<=9")
    log.close()
    saved = salvage(ram / NAME)
    assert list(saved.read("7")) == rows[9:] and saved.anchor("7") == (9, digest)
    saved.close()


def test_salvage_takes_no_more_memory_for_a_longer_log(ram):
    peaks = []
    for count in (1500, 5000):
        log = SqliteLog(ram / str(count) / NAME)
        log.append(
            [dataclasses.replace(entry(n), row=json.dumps([n] * 30)) for n in range(1, count + 1)]
        )
        log.close()
        tracemalloc.start()
        saved = salvage(ram / str(count) / NAME)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert saved.last("7").n == count
        saved.close()
        assert not list((ram / str(count)).glob("*-salvage"))
    assert peaks[1] < 1.5 * peaks[0], peaks


def test_salvage_keeps_no_rows_of_a_table_while_it_follows_others(ram, monkeypatch):
    log = SqliteLog(ram / NAME)
    for table in "abcdef":
        log.append([entry(n, table=table) for n in range(1, 30)])
    log.close()
    waiting = []
    follow = salvage_module._Chain.follow

    def followed(chained):
        follow(chained)
        waiting.append(len(chained._waiting))

    monkeypatch.setattr(salvage_module._Chain, "follow", followed)
    saved = salvage(ram / NAME)
    assert [saved.last(t).n for t in saved.tables()] == [29] * 6 and waiting == [0] * 6
    saved.close()


def test_what_a_saved_log_leads_to_is_stored_in_small_parts(ram, monkeypatch):
    files, truth = harm.build(ram / "built")
    lay_out(ram / "x", {**files, NAME: bytes(100) + files[NAME][100:]})
    monkeypatch.setattr(tables_service, "REPLAY_BATCH", 5)
    parts = []
    keep = SqliteLog.keep_results

    def kept(log, hands, found, withdrawn=()):
        parts.append(len(hands) + len(found) + len(withdrawn))
        keep(log, hands, found, withdrawn)

    monkeypatch.setattr(SqliteLog, "keep_results", kept)
    rig = Rig(ram / "x", log=open_sqlite(ram / "x" / NAME, heads=HeadFile(ram / "x" / "heads")))
    assert rig.log.salvaged and harm.seen(rig) == truth
    assert sum(parts) > 40 and max(parts) <= 5, parts
    assert [r["hand_id"] for r in rig.records[:6]] == [f"h{i}" for i in range(6)]
    rig.close()


class Killed(BaseException):
    pass


@pytest.mark.parametrize("close", [True, False])
@pytest.mark.parametrize(
    ("of", "name", "nth"),
    [
        (salvage_module._Staged, "take", 1),
        (salvage_module._Chain, "follow", 3),
        (salvage_module, "_move_aside", 1),
        (salvage_module, "_sync", 1),  # the damaged log is aside, and the new one in its place
        (Path, "rename", 2),  # the damaged log, or its WAL, is aside, the new one not in its place
        (tables_service.Tables, "_replay", 3),
    ],
)
def test_a_start_that_is_killed_while_it_builds_the_log_anew_loses_nothing(
    ram, monkeypatch, of, name, nth, close
):
    files, truth = harm.build(ram / "built", close)
    part = NAME if close else NAME + "-wal"  # a header; or a frame, where SQLite sees the end
    at = 0 if close else len(files[part]) // 2
    harmed = files[part][:at] + bytes(100) + files[part][at + 100 :]
    lay_out(ram / "x", {**files, part: harmed})
    times, real = [], getattr(of, name)

    def killed(*args):
        times.append(name)
        if len(times) == nth:
            raise Killed
        return real(*args)

    def start():
        log = open_sqlite(ram / "x" / NAME, heads=HeadFile(ram / "x" / "heads"))
        return Rig(ram / "x", log=log)

    with monkeypatch.context() as patch:
        patch.setattr(of, name, killed)
        with pytest.raises(Killed):
            start()
    rig = start()
    assert rig.log.salvaged and harm.seen(rig) == truth
    rig.close()
    rig = start()
    assert not rig.log.salvaged and harm.seen(rig) == truth
    rig.close()
    left = {p.name for p in (ram / "x").iterdir() if p.name.startswith(NAME)}
    assert left <= {NAME, NAME + "-wal", NAME + "-shm"}
    assert any((ram / "x").glob(f"damaged-*/{NAME}"))


def test_the_verifier_finds_what_nobody_reads(ram):
    files, _truth = harm.build(ram / "built")
    rig = Rig(lay_out(ram / "x", files))
    rig.log._writer.execute("UPDATE event SET wall=5 WHERE tbl='2' AND n=7")
    assert rig.damaged == {}  # long ago: a start does not read it
    reported = {}
    verifier = background_check.Verifier(rig.log, rig.log.tables, reported.__setitem__, 3600)
    verifier.once()
    verifier.once()
    assert list(reported) == ["2"] and "event 7" in reported["2"]
    rig.close()


def test_an_index_that_lost_events_is_found(ram):
    files, _truth = harm.build(ram / "built")
    rig = Rig(lay_out(ram / "x", files))
    real = rig.log.positions
    rig.log.positions = lambda table: [(d, b, s - 1, t) for d, b, s, t in real(table)]
    with pytest.raises(LogDamaged, match="index"):
        background_check.verify(rig.log, "1")
    rig.close()


def test_a_head_of_another_chain_is_no_head_of_ours(ram):
    files, _truth = harm.build(ram / "built")
    rig = Rig(lay_out(ram / "x", files))
    n, digest = rig.log.head("1")
    heads_module.check(rig.log, "1", (n, digest, 0))
    for head in ((n + 1, digest, 0), (n, chain.start("1"), 0), (n - 1, digest, 0)):
        with pytest.raises(LogDamaged):
            heads_module.check(rig.log, "1", head)
    rig.close()
