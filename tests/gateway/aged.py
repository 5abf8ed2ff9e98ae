"""A log as old as one likes, and what its age costs: ``python -m tests.gateway.aged`` (soak).

``--events 100000,1000000``: for each, a log of so many events of twenty tables with their hands,
alerts and people's acts; a gateway process is started on it with the unit's limit of memory in
force, and printed are the time until it is healthy, its memory and how long pages of the past take.
``--salvage 200,2000``: a log of so many megabytes is damaged and the gateway started on it. Exit
code 1 when a start fails, a table is missing, or memory or start grow with the log's age.
"""

import argparse
import json
import re
import resource
import sqlite3
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

from gateway.log import chain
from gateway.log.base import OPERATOR, Entry
from gateway.log.heads import HeadFile
from gateway.log.sql import _fields
from gateway.log.sqlite import SqliteLog
from gateway.tables.all_tables import DONE_TO
from gateway.tables.live import LiveTable, Results
from gateway.vault.local import LocalVault
from shared_rules import wire
from shared_rules.table import Table
from tools.bench import traffic
from tools.bench.gateway import HANDS, System

TABLES = 20
HAND_MS = 120_000  # of a table: thirty hands an hour
BOOT_HANDS = 400  # a controller is switched on anew after so many
ROUND = 20  # hands of each table that are written together
EVENTS_MB = 3500  # so many take a megabyte
UNIT = Path(__file__).resolve().parents[2] / "tools/install/systemd/feltwire-gateway.service"
MB = 1 << 20
START_S = 4 * 3600  # a log of gigabytes is built anew and folded again on a busy machine
PAGE_S = 600
DEV = "c1"
# of the past, most of table 1; {day}: of the newest hand
PAGES = (
    "/floor/history", "/api/v1/tables/1/events?after=0", "/charts/figures?hours=24", "/hands",
    "/hands/1/{day}.phhs", "/hands/1/session.csv", "/replay/1/60",
)  # fmt: skip
RSS_GROWS_MAX = 1.3  # times, from the shortest log to the longest
CPU_GROWS_MAX = 2.0  # times; a start takes seconds, and a busy machine blurs them


class Model:
    """A run of hands, folded once: ``hands`` are ``[(what, row)]``, ``kept[i]`` what hand i left.

    ``kept``: ``(records, alerts)``, each ``(place in the hand, ...)``.
    """

    def __init__(self):
        tape = traffic.Tape(sorted(str(p) for p in HANDS.glob("*.phh")) * 4)
        self.hands = [[(e["what"], wire.encode(e)) for e in hand] for hand in tape.hands]
        self.kept = []
        live = LiveTable(
            "model", lambda book: Table(book), LocalVault(Path("/nowhere")), "tda-2011"
        )
        n = 0
        for hand in self.hands:
            results, first = Results(), n + 1
            for what, row in hand:
                n += 1
                live.apply(Entry("model", n, DEV, 1, n, row[1], 0, what, json.dumps(row)), results)
            self.kept.append((
                [(at - first, record) for _t, at, record in results.hands],
                [(at - first, k, _plain(body)) for _t, at, k, _w, body in results.alerts],
            ))  # fmt: skip


def _plain(body):
    return {k: v for k, v in body.items() if k not in DONE_TO}


class Aged:
    """Writes the log of one table, hand by hand; ``rows``, ``hands``, ``alerts``: of the tables."""

    def __init__(self, name, model, began_ms):
        self.name, self._model, self._began = name, model, began_ms
        self.n, self.digest = 0, chain.start(name)
        self._boot, self._seq, self._acts = 1, 0, 0
        self._played = int(name) % len(model.hands)
        self._hand = 0
        self.rows, self.hands, self.alerts = [], [], []

    def play(self):
        """One more hand, with what people did about its alerts."""
        i = self._played % len(self._model.hands)
        hand, (records, alerts) = self._model.hands[i], self._model.kept[i]
        t0, first = self._hand * HAND_MS, self.n + 1
        self._played, self._hand = self._played + 1, self._hand + 1
        if self._hand % BOOT_HANDS == 0:
            self._boot, self._seq = self._boot + 1, 0
        for what, row in hand:
            t = t0 + row[1] - hand[0][1][1]
            fresh = [row[0], t, self._hand, *row[3:]] if what == "riffle" else [row[0], t, *row[2:]]
            self._seq += 1
            self._add(DEV, self._boot, self._seq, t, what, fresh)
        came = [self._began + t0 + row[1] - hand[0][1][1] for _what, row in hand]
        key = [DEV, self._boot, self._hand]
        for at, record in records:
            said = {"table": self.name, "hand": self._hand, "key": key, "wall": came[at]}
            self._keep(self.hands, first + at, json.dumps({**record, **said}))
        for at, k, body in alerts:
            n, wall = first + at, came[at]
            self._keep(self.alerts, n, k, wall, json.dumps({**body, "wall": wall}))
            for act in ({"act": "shown"}, {"act": "accept", "reason": "", "by": "floor"}):
                self._acts += 1
                said = {"alert": [n, k], **act, "wall": wall}
                self._add(OPERATOR, 0, self._acts, t, "operator", said)

    def _add(self, dev, boot, seq, t, what, row):
        text = json.dumps(row, separators=(",", ":"))
        self.n += 1
        entry = Entry(self.name, self.n, dev, boot, seq, t, self._began + t, what, text)
        self.digest = chain.link(self.digest, entry)
        self.rows.append((*_fields(entry), self.digest))

    def _keep(self, rows, *values):
        rows.append((self.name, *values, chain.sum_of(self.name, *values)))


def build(folder, events, tables=TABLES):
    """A data folder with a log of at least so many events, the last of them of now; how many."""
    path = Path(folder) / "log" / "events.sqlite3"
    SqliteLog(path).close()
    db = sqlite3.connect(path, isolation_level=None)
    for pragma in ("synchronous=OFF", "journal_mode=OFF", "cache_size=-200000"):
        db.execute(f"PRAGMA {pragma}")
    model = Model()
    each = sum(map(len, model.hands)) / len(model.hands)
    began_ms = time.time_ns() // 1_000_000 - int(events / tables / each * HAND_MS)
    every = [Aged(str(i + 1), model, began_ms) for i in range(tables)]
    count = 0
    while count < events:
        db.execute("BEGIN")
        for aged in every:
            for _ in range(ROUND):
                aged.play()
            count += len(aged.rows)
            db.executemany(f"INSERT INTO event VALUES ({','.join('?' * 11)})", aged.rows)
            db.executemany("INSERT INTO hand VALUES (?,?,?,?)", aged.hands)
            db.executemany("INSERT INTO alert VALUES (?,?,?,?,?,?)", aged.alerts)
            aged.rows, aged.hands, aged.alerts = [], [], []
        db.execute("COMMIT")
    db.execute("PRAGMA journal_mode=WAL")
    db.close()
    HeadFile(path.parent / "heads").replace({a.name: (a.n, a.digest, 0) for a in every})
    return count


def damage(folder):
    """Break the header of a log: SQLite reads nothing of it any more."""
    with (Path(folder) / "log" / "events.sqlite3").open("r+b") as f:
        f.seek(18)
        f.write(b"\xff\x00\xaa\x55")


def memory_max():
    """Bytes the unit of the gateway allows (``MemoryMax``)."""
    return int(re.search(r"^MemoryMax=(\d+)G$", UNIT.read_text(), re.M)[1]) << 30


def limited():
    """In the gateway's process: what it allocates stays below what the unit allows."""
    resource.setrlimit(resource.RLIMIT_DATA, (memory_max(), memory_max()))


class Started:
    """A gateway on a data folder. ``start_s``, ``cpu_s``: until it was healthy, its vault included;
    ``rss_mb``, ``peak_mb``: of the gateway alone, then; ``pages``: address -> (ms, status)."""

    def __init__(self, folder, day=None):
        with tempfile.TemporaryFile("w+") as said:
            begin = time.monotonic()
            system = System(log=said, folder=folder, start_s=START_S, limit=limited)
            try:
                self.start_s, self.cpu_s = time.monotonic() - begin, system.cpu_s()
                self.rss_mb, self.peak_mb = _memory_mb(system.pid())
                self.tables = len(_ask(system, "/api/v1/tables")[2])
                day = time.strftime("%Y-%m-%d", time.gmtime())
                self.pages = {p: _ask(system, p.format(day=day))[:2] for p in PAGES}
                self.after_mb = _memory_mb(system.pid())[1]
            finally:
                system.close()

    def line(self):
        """One line of figures, one of pages."""
        pages = ", ".join(f"{p} {ms:.0f} ms ({status})" for p, (ms, status) in self.pages.items())
        return (
            f"healthy after {self.start_s:.1f} s ({self.cpu_s:.1f} s of a processor), memory "
            f"{self.rss_mb:.0f} MB, at most {self.peak_mb:.0f} MB, with the pages at most "
            f"{self.after_mb:.0f} MB; {self.tables} tables\n    {pages}"
        )


def _memory_mb(pid):
    """``(resident, at most so far)`` of a process, in MB."""
    text = Path(f"/proc/{pid}/status").read_text()
    return [int(re.search(rf"{name}:\s+(\d+)", text)[1]) / 1024 for name in ("VmRSS", "VmHWM")]


def _ask(system, path):
    begin = time.monotonic()
    try:
        with urllib.request.urlopen(system.url + path, timeout=PAGE_S) as answer:
            status, body = answer.status, answer.read()
    except urllib.error.HTTPError as e:
        status, body = e.code, b"null"
    ms = 1000 * (time.monotonic() - begin)
    return ms, status, json.loads(body) if path.startswith("/api/v1/tables") else None


def measure(folder, sizes, harmed, unit):
    """A Started of a log of each size (events), printed; the logs go again."""
    found = []
    for size in sizes:
        with tempfile.TemporaryDirectory(dir=folder) as place:
            events = build(place, size * (EVENTS_MB if harmed else 1))
            if harmed:
                damage(place)
            found.append(Started(place))
        print(f"{size} {unit}, {events} events: {found[-1].line()}", flush=True)
    return found


def good(found, harmed):
    """True when no table is missing, no page failed, and the longest log costs what the shortest
    does; one that is built anew takes its time, and no more memory."""
    first, last = found[0], found[-1]
    whole = all(f.tables == TABLES for f in found)
    shown = all(status == 200 for f in found for _ms, status in f.pages.values())
    flat = last.peak_mb < RSS_GROWS_MAX * first.peak_mb
    return whole and shown and flat and (harmed or last.cpu_s < CPU_GROWS_MAX * first.cpu_s)


def main(argv=None):
    """Exit code 1 when something grows, or is missing."""
    parser = argparse.ArgumentParser(description="What the age of a log costs.")
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("--events", help="sizes of logs, comma separated")
    which.add_argument("--salvage", help="sizes of damaged logs in MB, comma separated")
    parser.add_argument("--folder", help="where there is room for them (default: TMPDIR)")
    args = parser.parse_args(argv)
    sizes = [int(n) for n in (args.events or args.salvage).split(",")]
    harmed = bool(args.salvage)
    found = measure(args.folder, sizes, harmed, "MB" if harmed else "events")
    return 0 if good(found, harmed) else 1


if __name__ == "__main__":
    sys.exit(main())
