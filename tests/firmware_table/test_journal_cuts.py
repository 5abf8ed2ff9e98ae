"""The journal over its whole life, cut at every byte of every write, rolling, dropping, freeing."""

import json
import os as host_os
import subprocess

import pytest

from firmware.link import ack, journal
from firmware.link.ack import Uplink
from shared_rules.wire import decode
from tests.conftest import ROOT
from tools.hardware import description
from tools.virtual.vm import interpreter


class Disk:
    """Files in memory; every change is an operation that can be played up to any byte."""

    def __init__(self, files=None):
        self.files = {k: bytearray(v) for k, v in (files or {}).items()}
        self.ops = []

    def open(self, name, mode, buffering=-1):
        if mode == "wb":
            self.files[name] = bytearray()
            self.ops.append(("create", name, b""))
        elif name not in self.files:
            raise OSError(2)
        return File(self, name)

    def remove(self, name):
        if name not in self.files:
            raise OSError(2)
        del self.files[name]
        self.ops.append(("remove", name, b""))


class File:
    def __init__(self, disk, name):
        self.disk, self.name, self.at = disk, name, 0

    def write(self, data):
        self.disk.files[self.name] += data
        self.disk.ops.append(("write", self.name, bytes(data)))

    def read(self, n=None):
        data = self.disk.files.get(self.name, b"")
        out = bytes(data[self.at :] if n is None else data[self.at : self.at + n])
        self.at += len(out)
        return out

    def seek(self, at):
        self.at = at

    def flush(self):
        pass

    close = flush


@pytest.fixture
def on(monkeypatch):
    """Run the journal's code on a Disk."""

    class Os:
        remove = None

    def use(disk):
        monkeypatch.setattr(journal, "open", disk.open, raising=False)
        monkeypatch.setattr(journal, "os", Os)
        Os.remove = disk.remove
        return disk

    yield use
    assert journal.os is not host_os


def held(j):
    out = []
    j.visit(lambda boot, seq, payload: out.append((boot, seq, payload)))
    return out


def life(on, segments, acks):
    """Thirty records through a small ring; per operation what was written and acknowledged then."""
    disk = on(Disk())
    j = journal.Journal("j", 1, segments, 150, keep=1)
    notes = [(0, 0, 0)] * len(disk.ops)
    written = acked = 0
    records = []
    for i in range(30):
        payload = b"payload %02d" % i
        records.append((1, i + 1, payload))
        j.append(payload)
        written = i + 1
        notes += [(i, acked, sum(n for n, _ in j.lost))] * (len(disk.ops) - len(notes))
        if acks and i % 3 == 2:
            acked = i - 1
            j.ack(1, acked)
            notes += [(written, acked, 0)] * (len(disk.ops) - len(notes))
    return disk.ops, notes, records


@pytest.mark.parametrize("segments, acks", [(64, False), (64, True), (3, False), (4, True)])
def test_cut_at_any_byte_nothing_is_invented_and_at_most_one_record_lost(on, segments, acks):
    ops, notes, records = life(on, segments, acks)
    assert {"create", "write"} <= {op for op, _, _ in ops}
    true = set(records)
    before = {}
    cuts = 0
    for (op, name, data), (whole, acked, lost) in zip(ops, notes, strict=True):
        states = []
        if op == "write":
            old = before[name]
            states = [{**before, name: old + data[:n]} for n in range(len(data) + 1)]
            before[name] = old + data
        elif op == "create":
            after = {**before, name: b""}
            states = [before, after]  # the file system may keep the old one until it is written
            before = after
        else:
            before = {k: v for k, v in before.items() if k != name}
            states = [before]
        for state in states:
            on(Disk(state))
            j = journal.Journal("j", 2, segments, 150, keep=1)
            got = held(j)
            assert set(got) <= true
            assert got == sorted(got)
            wanted = {r for r in records[:whole] if r[1] > max(acked, lost)}
            assert len(wanted - set(got)) <= 1 if lost else not wanted - set(got)
            assert j.append(b"after") == 1
            assert held(j)[-1] == (2, 1, b"after")
            cuts += 1
    assert cuts > 1000


VM = """
import os
from firmware.link import records
from firmware.link.journal import Journal
def held(j):
    out = []
    j.visit(lambda boot, seq, payload: out.append((boot, seq, bytes(payload))))
    return out
j = Journal("j", 1, 8, 200)
rows = []
for i in range(9):
    rows.append((1, i + 1, b"payload %d" % i))
    j.append(rows[-1][2])
j.flush()
files = {}
for name in os.listdir():
    with open(name, "rb") as f:
        files[name] = f.read()
last = max(files)
lost_max = 0
cuts = 0
for cut in range(len(files[last])):
    for name in os.listdir():
        os.remove(name)
    for name in files:
        with open(name, "wb") as f:
            f.write(files[name] if name != last else files[last][:cut])
    j = Journal("j", 2, 8, 200)
    got = held(j)
    assert got == rows[: len(got)], (cut, got)
    j.append(b"after")
    j.flush()
    again = held(Journal("j", 3, 8, 200))
    assert again == got + [(2, 1, b"after")], (cut, again)
    j.close()
    cuts += 1
print("cuts", cuts, len(files))
"""


@pytest.mark.parametrize("vm", ["wheel", "i386"])
def test_the_same_on_the_controllers_interpreter(tmp_path, vm):
    done = subprocess.run(
        [*interpreter(vm), "-X", "heapsize=300k", "-c", VM], cwd=tmp_path, timeout=120,
        capture_output=True, text=True, env={"MICROPYPATH": str(ROOT)},
    )  # fmt: skip
    assert done.stdout.startswith("cuts "), done.stdout + done.stderr
    assert int(done.stdout.split()[1]) > 60 and int(done.stdout.split()[2]) > 1


HOURS = 8
HAND_MS = 120_000  # thirty hands an hour
HAND_EVENTS = 120  # of a nine-handed hand that goes to the river
ROW = {"what": "card_move", "cards": ["0123456789abcdef"], "from": "stub", "to": "seat:3",
       "by": "dealer", "face": "down", "nth": 7}  # fmt: skip


def away(tmp_path, ring):
    """Eight hours of hands with the broker away, then it is back: what the gateway has by then."""
    j = journal.Journal(str(tmp_path / "j"), 1, **ring)
    got = {}
    now = 0

    def send(payload, at):
        message = json.loads(payload)
        for i, row in enumerate(message["ev"]):
            got[message["seq"] + i] = decode(row)
        return 1

    up = Uplink(j, send, 1, "c1", lambda: now, lambda text: None)
    emitted = 0
    while now < HOURS * 3_600_000:
        for _ in range(HAND_EVENTS):
            up.append({"t": now, **ROW})
            emitted += 1
        now += HAND_MS
        up.poll(now)
    assert not got
    up.connected(now)
    for _ in range(emitted // ack.ROWS_MAX * 2 + 50):
        now += 10
        up.poll(now)
        up.puback(1)
        if got:
            up.acked(1, max(got), now)
    return emitted, got


@pytest.mark.parametrize("board", description.names("boards"))
def test_eight_hours_without_a_broker_lose_nothing_in_silence(tmp_path, board):
    ring = {"segments": 64, "segment_bytes": 8192, "keep": 4}
    ring.update(description.load_board(board).get("journal", {}))
    emitted, got = away(tmp_path, ring)
    lost = [e for e in got.values() if e["what"] == "lost"]
    here = sum(e["what"] == "card_move" for e in got.values())
    assert here + sum(e["count"] for e in lost) == emitted
    if board == "esp32s3_w5500":  # there is flash enough for all of it
        assert here == emitted and not lost
    else:
        assert len(lost) == 1 and lost[0]["seq"] == 1
