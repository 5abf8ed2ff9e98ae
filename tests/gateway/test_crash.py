"""What was acknowledged survives: any crash, a power cut at any write, a disk that fails."""

import json
import random
import subprocess
import tempfile
from pathlib import Path

import apsw
import pytest

from gateway.ingest.core import Ingest
from gateway.log.sqlite import SqliteLog
from shared_rules import wire
from shared_rules.table import Table
from tests.gateway import crash
from tests.gateway.disk import Disk
from tests.gateway.gateway_rig import NAME, Rig, lay_out
from tests.gateway.support import hand


@pytest.fixture
def ram():
    """A folder in memory: what these disks sync is counted, not waited for."""
    base = "/dev/shm" if Path("/dev/shm").is_dir() else None
    with tempfile.TemporaryDirectory(dir=base) as folder:
        yield Path(folder)


@pytest.fixture(scope="module")
def rows():
    return crash.hand_rows()


def test_a_full_hand_killed_and_cut_off_at_every_write(ram, rows):
    run = crash.EveryWrite(ram, rows, repeats=1).run()
    assert run.points > 4 * len(rows)
    assert run.kills.good(), run.kills.line()
    assert run.cuts.good(), run.cuts.line()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # it is the crash
def test_random_crashes(ram):
    count = crash.random_crashes(ram, 30)
    assert count.good(), count.line()


# -- the same with the code broken on purpose: each break must be seen


def lose(ram, rows, prepare):
    return crash.EveryWrite(ram, rows[:12], repeats=3, prepare=prepare).run()


def test_a_log_that_does_not_sync_is_caught(ram, rows):
    def prepare(run):
        run.rig.log._writer.execute("PRAGMA synchronous=OFF")

    run = lose(ram, rows, prepare)
    assert run.kills.good() and run.cuts.lost > 0


def test_a_disk_that_lies_is_caught(ram, rows):
    run = lose(ram, rows, lambda run: setattr(run.disk, "lying", True))
    assert run.kills.good() and run.cuts.lost > 0


def test_an_acknowledgement_before_the_commit_is_caught(ram, rows, monkeypatch):
    commit = Ingest._commit

    def early(self, work, now_ms):
        self._report(work)
        return commit(self, work, now_ms)

    monkeypatch.setattr(Ingest, "_commit", early)
    run = lose(ram, rows, lambda run: None)
    assert run.kills.lost > 0


def test_two_commits_in_place_of_one_are_caught(ram, rows, monkeypatch):
    """Half a batch on disk: the state after a crash would be no state that was ever wanted."""
    twice = hand(0, "h1", 1)

    def halves(self, work, table="?"):
        self._writing().execute("PRAGMA user_version")
        work(self._writing())  # no BEGIN, no COMMIT: each row by itself

    monkeypatch.setattr(SqliteLog, "_transaction", halves)
    whole = [wire.encode(e) for e in twice]
    seen = set()
    disk = Disk()
    rig = Rig(ram / "live", disk)

    def look(disk):
        log = SqliteLog(lay_out(ram / "after", disk.after_kill()) / NAME)
        seen.add(len(list(log.read("7"))))
        log.close()

    disk.on_op = look
    rig.send("7", 1, 1, whole)
    disk.on_op = lambda disk: None
    rig.close()
    assert seen - {0, 4}


# -- the hand goes on


def test_the_open_hand_is_what_it_was_after_a_kill_in_every_state(ram, rows):
    """The tables rebuilt from what a kill leaves show what the events say, to the last chip."""
    expected = crash.views(rows)
    disk = Disk()
    rig = Rig(ram / "live", disk, engine=Table)
    for i, row in enumerate(rows):
        rig.send("7", 1, i + 1, [row])
        after = Rig(lay_out(ram / "after", disk.after_kill()), engine=Table)
        live = after.tables.get("7")
        got = json.dumps(live._engine.view(), sort_keys=True, default=str)
        assert got == expected[i + 1], f"event {i + 1}"
        if i == len(rows) - 1:
            kept = [json.loads(r) for r in after.log.last_hands("7", 10)]
            assert kept == json.loads(json.dumps(rig.records))
        after.close()
    assert len(rig.records) == 1
    rig.close()


def test_the_last_ten_hands_are_what_they_were(ram):
    disk = Disk()
    rig = Rig(ram / "live", disk)
    seq = 1
    for i in range(13):
        batch = [wire.encode(e) for e in hand(i * 100, f"h{i}", i)]
        rig.send("7", 1, seq, batch[: 2 if i == 12 else 4])
        seq += 4
    after = Rig(lay_out(ram / "after", disk.after_cut(random.Random(1))))
    live = after.tables.get("7")
    assert list(live.finished)[-10:] == rig.records[-10:] and len(rig.records) == 12
    assert live.setup["hand_id"] == "h12"
    assert [r["hand_id"] for r in after.records] == []  # none is announced twice
    after.close()
    rig.close()


# -- a disk that refuses


@pytest.mark.parametrize("kind", ["sync", "write"])
@pytest.mark.parametrize("error", [apsw.IOError, apsw.FullError])
def test_a_disk_that_refuses_stops_acknowledging_says_so_and_goes_on(ram, rows, kind, error):
    bad = []

    def fault(op, name):
        if bad and op == kind:
            raise error("injected")

    disk = Disk(fault)
    rig = Rig(ram / "live", disk)
    rig.send("7", 1, 1, rows[:5])
    assert rig.acked == {("7", 1): 5} and not rig.troubles
    bad.append(True)
    rig.send("7", 1, 6, rows[5:8])
    assert rig.acked == {("7", 1): 5}
    assert rig.troubles and "cannot be written" in rig.troubles[0]  # at once, not after 5 s
    for _ in range(6):
        rig.later(1000)
        rig.send("7", 1, 9, rows[8:9])  # not taken in: it will be sent again
    assert rig.acked == {("7", 1): 5} and rig.tables.get("7").n == 5
    bad.clear()
    rig.later(5000)
    assert rig.acked == {("7", 1): 8} and rig.troubles[-1] is None
    rig.send("7", 1, 9, rows[8:])
    assert rig.acked == {("7", 1): len(rows)}
    for seed in range(20):
        log = SqliteLog(lay_out(ram / "cut", disk.after_cut(random.Random(seed))) / NAME)
        assert [json.loads(e.row) for e in log.read("7")] == rows
        log.close()
    rig.close()


@pytest.fixture
def small_disk(tmp_path):
    """A real file system of one megabyte."""
    folder = tmp_path / "small"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"no rights to mount a file system: {done.stderr.strip()}")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_full_file_system_stops_acknowledging_until_there_is_room(small_disk):
    rig = Rig(small_disk)
    ballast = small_disk / "ballast"
    ballast.write_bytes(bytes(600_000))
    row = [wire._CODES["break_start"], 1]
    sent = 0
    while not rig.troubles and sent < 20_000:
        rig.send("7", 1, sent + 1, [row] * 50)
        sent += 50
    assert "full" in rig.troubles[0]
    acked = rig.acked[("7", 1)]
    rig.later(10_000)
    assert rig.acked[("7", 1)] == acked < sent
    ballast.unlink()
    rig.later(10_000)
    assert rig.troubles[-1] is None and rig.acked[("7", 1)] == sent
    rig.close()
    again = Rig(small_disk)
    assert len(again.rows("7")) == sent and not again.damaged
    again.close()
