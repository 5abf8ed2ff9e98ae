"""What is left of the log when process or power go: counted at any write.

``python -m tests.gateway.crash --crashes 10000 --repeats 100`` prints the figures (``make soak``).
"""

import argparse
import json
import random
import shutil
import sys
import tempfile
import time
from pathlib import Path

from gateway.errors import LogError
from gateway.log.sqlite import SqliteLog
from shared_rules import wire
from shared_rules.table import Table
from tests.gateway.disk import Crash, Disk, hush_crashes
from tests.gateway.gateway_rig import NAME, Rig, lay_out
from tools.virtual import paper

ROOT = Path(__file__).resolve().parents[2]
HAND = ROOT / "tools" / "playing" / "hands" / "dwan-ivey-2009.phh"


class Count:
    """Figures of many crashes. lost = acked - read; unexpected = read - attempted."""

    def __init__(self):
        self.crashes = self.lost = self.unexpected = self.unreadable = 0
        self.first = ""  # the first thing that went wrong

    def good(self):
        return self.crashes > 0 and not (self.lost or self.unexpected or self.unreadable)

    def line(self):
        text = (
            f"{self.crashes} crashes: {self.lost} acknowledged events lost, "
            f"{self.unexpected} unexpected, {self.unreadable} logs unreadable"
        )
        return text + (f" (first: {self.first})" if self.first else "")

    def compare(self, rows, acked, attempted, where):
        """``rows`` read after the crash, ``acked`` of the ``attempted`` ones."""
        self.crashes += 1
        self.lost += max(0, acked - len(rows))
        wrong = rows != attempted[: len(rows)]
        self.unexpected += wrong
        if (wrong or acked > len(rows)) and not self.first:
            self.first = f"{where}: read {len(rows)}, acknowledged {acked}, wrong {wrong}"


def hand_rows(path=HAND, table="7"):
    """A full recorded hand as the rows a controller sends."""
    return [wire.encode(e) for e in paper.play([path], table)]


def views(rows):
    """What the rules engine shows after each prefix of the rows, as text."""
    table, found = Table("tda-2011"), []
    found.append(json.dumps(table.view(), sort_keys=True, default=str))
    for row in rows:
        table.apply(wire.decode(row))
        found.append(json.dumps(table.view(), sort_keys=True, default=str))
    return found


class EveryWrite:
    """Sends rows one by one; at each write and sync looks at what a crash would leave."""

    def __init__(self, folder, rows, repeats=0, seed=0, prepare=None):
        self.folder, self.rows, self.repeats = Path(folder), rows, repeats
        self.kills, self.cuts = Count(), Count()
        self.rng = random.Random(seed)
        self.rig = None
        self.sent = 0
        self.points = 0
        self.disk = Disk(on_op=self._look)
        self.prepare = prepare or (lambda run: None)

    def run(self):
        """Play all of it; returns self."""
        live = self.folder / "live"
        live.mkdir(parents=True)
        self.rig = Rig(live, self.disk)
        self.prepare(self)
        for i, row in enumerate(self.rows):
            self.sent = i + 1
            self.rig.send("7", 1, i + 1, [row])
        self.rig.close()
        return self

    def _look(self, disk):
        if self.rig is None:
            return  # the schema is being made: nothing was promised yet
        self.points += 1
        acked = self.rig.acked.get(("7", 1), 0)
        self._check(self.kills, disk.after_kill(), acked, "kill")
        for _ in range(self.repeats if disk.pending else 0):  # else it is the same as a kill
            self._check(self.cuts, disk.after_cut(self.rng), acked, "cut")

    def _check(self, count, files, acked, where):
        folder = lay_out(self.folder / "after", files)
        where = f"{where} at write {self.points}"
        try:
            log = SqliteLog(folder / NAME)
            try:
                rows = [json.loads(e.row) for e in log.read("7")]
            finally:
                log.close()
        except LogError as e:
            count.crashes += 1
            count.unreadable += 1
            count.first = count.first or f"{where}: {e}"
            return
        count.compare(rows, acked, self.rows[: self.sent], where)


def random_crashes(folder, crashes, seed=0, power=0.5):
    """Gateways that crash at a random write and go on, some hundred events each; a Count."""
    count, rng = Count(), random.Random(seed)
    run = 0
    while count.crashes < crashes:
        run += 1
        _one_life(Path(folder) / "life", rng, count, crashes, power)
    return count


def _one_life(folder, rng, count, crashes, power):
    """One log through several crashes: what the controller was not acknowledged it sends again."""
    rows = [[wire._CODES["break_start"], t] for t in range(1, rng.randrange(20, 120))]
    files, acked, sent = {}, 0, 0
    while count.crashes < crashes:
        left = [rng.randrange(1, 120)]

        def tick(_disk, left=left):
            left[0] -= 1
            if left[0] <= 0:
                raise Crash

        disk, rig = Disk(on_op=tick), None
        disk.put(files)
        lay_out(folder, files)
        try:
            rig = Rig(folder, disk)
            stored = len(rig.rows("7"))
            count.compare(rig.rows("7"), acked, rows[:sent], f"life {count.crashes}")
            at = stored
            while at < len(rows):
                size = rng.randrange(1, 6)
                batch = rows[at : at + size]
                sent = max(sent, at + len(batch))
                rig.send("7", 1, at + 1, batch)
                acked = max(acked, rig.acked.get(("7", 1), 0))
                at += len(batch)
            return
        except Crash:
            acked = max(acked, rig.acked.get(("7", 1), 0)) if rig else acked
            disk.on_op = lambda _disk: None
            files = disk.after_cut(rng) if rng.random() < power else disk.after_kill()
        except LogError as e:
            count.crashes += 1
            count.unreadable += 1
            count.first = count.first or str(e)
            return
        finally:
            if rig:
                disk.on_op = lambda _disk: None
                rig.close()
            shutil.rmtree(folder, ignore_errors=True)


def main(argv=None):
    """Print the figures; exit code 1 when one is not zero."""
    parser = argparse.ArgumentParser(description="Crashes of the event log, counted.")
    parser.add_argument("--crashes", type=int, default=10_000, help="random ones")
    parser.add_argument("--repeats", type=int, default=100, help="power cuts at each write")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args(argv)
    hush_crashes()
    base = "/dev/shm" if Path("/dev/shm").is_dir() else None
    with tempfile.TemporaryDirectory(dir=base) as folder:
        start = time.monotonic()
        run = EveryWrite(Path(folder) / "hand", hand_rows(), args.repeats, args.seed).run()
        print(f"crash: a full hand, {len(run.rows)} events, {run.points} writes and syncs")
        print(f"crash: killed at every write: {run.kills.line()}")
        print(f"crash: power cut at every write, {args.repeats} times: {run.cuts.line()}")
        random_ = random_crashes(Path(folder), args.crashes, args.seed)
        print(f"crash: random, process or power: {random_.line()}")
        print(f"crash: {time.monotonic() - start:.0f} s")
    return 0 if run.kills.good() and run.cuts.good() and random_.good() else 1


if __name__ == "__main__":
    sys.exit(main())
