"""Backups go from either database to either, are checked whole, and can be relied on."""

import gzip
import json
import random
import shutil

import pytest

from gateway.errors import LogDamaged, LogError
from gateway.log import background_check, backup, heads
from gateway.log.heads import HeadFile
from gateway.log.sqlite import SqliteLog
from gateway.settings.fields import Settings
from shared_rules import wire
from tests.gateway import harm
from tests.gateway.gateway_rig import NAME, Rig
from tests.gateway.support import hand
from tools import cli

WALL = 1_700_000_000_000


@pytest.fixture
def full(place):
    """A log with hands of two tables, alerts, a person's acts, a gap; on each database."""
    log = place.open(heads=True)
    rig = Rig(place.folder / "rig", log=log, resend_first_ms=1, resend_tries_max=1)
    for table in ("1", "2"):
        for i in range(6):
            rows = [
                wire.encode(e) for e in [*hand(i * 100, f"h{i}", i), dict(harm.CALL, t=i * 100)]
            ]
            rig.send(table, 1, 1 + 5 * i, rows)
        n, k, _body = rig.tables.get(table).open_alerts()[0]
        rig.operate(table, {"alert": [n, k], "act": "override", "reason": "seen"})
        rig.wall += backup.DAY_MS
    for _ in range(3):
        rig.send("1", 1, 40, [[26, 999]])
        rig.later(100)
    assert rig.log.gaps("1")
    return rig


def contents(log):
    found = {}
    for table in log.tables():
        background_check.verify(log, table)
        parts = [
            sorted(map(repr, map(tuple, log.rows_of(part, columns, table))))
            for part, (columns, _n) in backup.PARTS.items()
        ]
        found[table] = (list(log.read(table)), log.head(table), log.anchor(table), parts)
    return found


def test_a_backup_restored_anywhere_is_the_same_log(full, tmp_path, postgres):
    from gateway.log.postgres import PostgresLog

    path, known = backup.write(full.log, tmp_path / "backups", WALL)
    assert backup.read(path) == known and path.name == "feltwire-20231114T221320000Z.jsonl.gz"
    for target in (
        SqliteLog(tmp_path / "other" / NAME, heads=HeadFile(tmp_path / "other" / "heads")),
        PostgresLog(postgres.url(), heads=HeadFile(tmp_path / "third" / "heads")),
    ):
        assert backup.restore(path, target) == known
        assert contents(target) == contents(full.log)
        again = Rig(tmp_path / "again", log=target)
        assert not again.damaged
        for table in ("1", "2"):
            live, was = again.tables.get(table), full.tables.get(table)
            assert live.alerts == was.alerts and list(live.finished)[-5:] == list(was.finished)[-5:]
        again.send("2", 1, 31, [[26, 9999]])
        assert again.acked[("2", 1)] == 31
        with pytest.raises(LogError, match="not empty"):
            backup.restore(path, target)
        again.close()


def test_a_backup_that_was_cut_or_changed_is_refused(full, tmp_path):
    path, _known = backup.write(full.log, tmp_path, WALL)
    lines = gzip.decompress(path.read_bytes()).splitlines(keepends=True)
    rng = random.Random(1)
    for _ in range(60):
        harmed = list(lines)
        at = rng.randrange(len(lines))
        kind = rng.choice(("drop", "double", "swap", "edit", "cut"))
        if kind == "drop":
            del harmed[at]
        elif kind == "double":
            harmed.insert(at, harmed[at])
        elif kind == "swap":
            harmed[at], harmed[at - 1] = harmed[at - 1], harmed[at]
        elif kind == "edit":
            harmed[at] = harmed[at].replace(b"1", b"7", 1)
        else:
            del harmed[at:]
        if harmed == lines:
            continue
        path.write_bytes(gzip.compress(b"".join(harmed), 1))
        with pytest.raises(LogError):
            backup.read(path)
    whole = gzip.compress(b"".join(lines))
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(LogError, match="no whole backup"):
        backup.read(path)


def test_a_damaged_table_gives_no_backup(full, place, tmp_path):
    place.sql("UPDATE event SET wall=1 WHERE tbl='2' AND n=3")
    with pytest.raises(LogDamaged):
        backup.write(full.log, tmp_path / "b", WALL)
    assert list((tmp_path / "b").iterdir()) == []


def test_pruned_events_leave_a_chain_that_holds(full, place, tmp_path):
    path, known = backup.write(full.log, tmp_path / "b", WALL)
    before = contents(full.log)
    removed = backup.prune(full.log, known, WALL + backup.DAY_MS // 2)
    assert set(removed) == {"1"} and removed["1"] > 10  # table 2 is younger
    after = contents(full.log)
    n, digest = full.log.anchor("1")
    assert after["1"][0] == before["1"][0][n:] and after["1"][1] == before["1"][1]
    assert after["2"] == before["2"]
    assert full.log.positions("1")[-1][:3] == ("c1", 1, 40)
    full.log.close()
    again = Rig(place.folder / "rig2", log=place.open(heads=True))
    assert not again.damaged and again.tables.get("1").finished
    again.send("1", 1, 2, [[26, 1]])  # archived long ago: known, not taken for new
    again.send("1", 1, 41, [[26, 9999]])
    assert again.acked[("1", 1)] == 41 and len(again.rows("1")) == len(after["1"][0]) + 1
    path2, known2 = backup.write(again.log, tmp_path / "b2", WALL)
    assert known2["1"][2] == n and backup.read(path2) == known2
    again.close()
    with pytest.raises(LogDamaged, match="beginning"):  # nobody may do so in silence
        heads.check(place.open(), "1", known["1"])


def run(capsys, *args):
    code = cli.main([str(a) for a in args])
    said = capsys.readouterr()
    return code, said.out + said.err


def test_the_commands_do_it_all(tmp_path, capsys):
    files, _truth = harm.build(tmp_path / "built")
    data = tmp_path / "var"
    (data / "log").mkdir(parents=True)
    for name, content in files.items():
        (data / "log" / name).write_bytes(content)
    store = tmp_path / "store"
    for _ in range(3):
        code, text = run(capsys, "backup", store, "--data", data, "--keep", 2)
        assert code == 0 and "read again and good" in text
    assert len(backup.backups(store)) == 2
    code, text = run(capsys, "restore", store, "--drill")
    assert code == 0 and "restored, verified and replayed" in text
    code, text = run(capsys, "restore", store, "--data", data)
    assert code == 2 and "not empty" in text
    shutil.rmtree(data)
    code, text = run(capsys, "restore", backup.backups(store)[-1], "--data", data)
    assert code == 0
    restored = SqliteLog(Settings(data_dir=data).log_path())
    assert restored.tables() == list(harm.TABLES)
    restored.close()
    code, text = run(capsys, "backup", store, "--data", data, "--prune-days", 1)
    assert code == 0 and "pruned" in text
    code, text = run(capsys, "backup", store, "--data", tmp_path / "nowhere")
    assert code == 2 and "there is no event log" in text
    (store / "feltwire-9.jsonl.gz").write_bytes(b"no gzip")
    code, text = run(capsys, "restore", store, "--drill")
    assert code == 2 and "no whole backup" in text and text.count("\n") == 1


def test_nothing_secret_is_in_a_backup(full, tmp_path):
    (full.folder / "vault").mkdir(parents=True)
    (full.folder / "vault" / "1.json").write_text(json.dumps({"root": "ab" * 32}))
    path, _known = backup.write(full.log, tmp_path, WALL)
    text = gzip.decompress(path.read_bytes())
    assert b"ab" * 32 not in text and b'"root"' not in text
