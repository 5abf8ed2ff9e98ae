"""A log that is damaged or tampered with: what is noticed, what goes on, counted.

``python -m tests.gateway.harm --flips 10000 --tampers 10000`` (``make soak``) prints the figures.
"""

import argparse
import random
import sqlite3
import sys
import tempfile
import time
from pathlib import Path

from gateway.errors import LogDamaged
from gateway.log import background_check
from gateway.log import heads as heads_module
from gateway.log.open import open_sqlite
from gateway.log.sqlite import SqliteLog
from shared_rules import wire
from tests.gateway.gateway_rig import NAME, Rig, lay_out
from tests.gateway.support import hand
from tests.sim.run import memory

TABLES = ("1", "2", "3", "4")
HANDS = 6
CALL = {"what": "notice", "by": "dealer", "kind": "call_floor"}


def build(folder, close=True):
    """A log of some tables, with hands, alerts and a person's acts; ``{name: bytes}`` of its files.

    ``close`` False: as a killed gateway leaves it, with most of it still in the WAL.
    """
    folder.mkdir(parents=True)
    rig = Rig(folder)
    seq = dict.fromkeys(TABLES, 1)
    for i in range(HANDS):
        for table in TABLES:
            events = [*hand(i * 100, f"h{i}", i + 1), dict(CALL, t=i * 100 + 40)]
            rig.send(table, 1, seq[table], [wire.encode(e) for e in events])
            seq[table] += len(events)
            n, k, _body = rig.tables.get(table).open_alerts()[0]
            rig.operate(table, {"alert": [n, k], "act": "accept", "reason": f"hand {i}"})
    if close:
        rig.close()
    files = {p.name: p.read_bytes() for p in folder.iterdir() if p.is_file()}
    rig.close()
    files.pop(NAME + "-shm", None)
    again = Rig(lay_out(folder, files))
    truth = seen(again)
    again.close()
    return files, truth


def seen(rig):
    """What a gateway knows of each table: ``{table: comparable}``; None for one that is stopped."""
    found = {}
    for table in sorted({*TABLES, *rig.log.tables()}):
        live = rig.tables.get(table)
        if table in rig.damaged or live is None:
            found[table] = None
            continue
        try:
            background_check.verify(rig.log, table)
        except LogDamaged as e:
            rig.tables.damage(table, str(e))
            found[table] = None
            continue
        found[table] = (
            list(rig.log.read(table)), rig.log.positions(table), list(live.finished),
            {k: v for k, v in live.alerts.items() if v["ruling"] != "log_damaged"},
            rig.ingest._tables[table].n if hasattr(rig, "ingest") else None,
        )  # fmt: skip
    return found


class Figures:
    """What became of the flips."""

    def __init__(self):
        self.flips = self.harmless = self.stopped = self.silent = self.alone = self.refused = 0
        self.bad = []  # what went wrong, the first ones

    def note(self, text):
        """Something went wrong: which bit, and how."""
        if len(self.bad) < 20:
            self.bad.append(text)

    def line(self):
        text = (
            f"{self.flips} bit flips: {self.harmless} without effect, {self.stopped} stopped a "
            f"table with an alert ({self.alone} of these one table alone), {self.silent} unnoticed,"
            f" {self.refused} stopped the gateway"
        )
        return "\n  ".join([text, *self.bad])

    def good(self):
        return self.flips and not self.silent and not self.refused


def flip(folder, files, truth, rng, figures, target=None):
    """Turn one bit, start a gateway on it, look at every table."""
    name = target or rng.choices(list(files), [len(d) for d in files.values()])[0]
    data = bytearray(files[name])
    bit = rng.randrange(8 * len(data))
    data[bit // 8] ^= 1 << bit % 8
    lay_out(folder, {**files, name: bytes(data)})
    for path in folder.glob("damaged-*"):
        for old in path.iterdir():
            old.unlink()
        path.rmdir()
    figures.flips += 1
    where = f"{name} bit {bit} of a log {'closed' if NAME + '-wal' not in files else 'killed'}"
    try:
        heads = heads_module.HeadFile(folder / "heads")
        rig = Rig(folder, log=open_sqlite(folder / NAME, heads=heads))
    except Exception as e:  # the figure is the point: whatever it is, it is counted
        figures.refused += 1
        figures.note(f"{where}: {e!r}")
        return
    try:
        found = seen(rig)
        stopped = [t for t, what in found.items() if what is None]
        wrong = [t for t in TABLES if found[t] is not None and found[t] != truth[t]]
        alerts = [t for t in stopped if not _alerted(rig, t)]
    finally:
        rig.close()
    if wrong or alerts:
        figures.silent += 1
        figures.note(f"{where}: differ {wrong}, no alert {alerts}")
    elif stopped:
        figures.stopped += 1
        figures.alone += len(stopped) == 1
        if len(stopped) > 1:
            figures.note(f"{where}: stopped {stopped}")
    else:
        figures.harmless += 1


def _alerted(rig, table):
    live = rig.tables.get(table)
    return live and any(b["ruling"] == "log_damaged" for b in live.alerts.values())


def flips(folder, count, seed=0):
    """``count`` flips over logs that were closed and logs that were not."""
    rng, figures = random.Random(seed), Figures()
    for close in (True, False):
        files, truth = build(folder / f"built-{close}", close)
        for _ in range(count // 2):
            flip(folder / "flipped", files, truth, rng, figures)
    return figures


# -- tampering: somebody who can write the database, and knows how hashes are made


def tamper(db, table, rng):
    """One act of an intruder on a table's rows; returns what it was."""
    (last,) = db.execute("SELECT max(n) FROM event WHERE tbl=?", (table,)).fetchone()
    n = rng.randrange(1, last)
    m = rng.randrange(1, last)
    column = None
    kind = rng.choice(("edit", "delete", "insert", "reorder", "truncate", "front"))
    if kind == "edit":
        column, value = rng.choice(
            (("row", '"[0,1]"'), ("t", "t+1"), ("wall", "wall-1"), ("bad", "'x'"),
             ("seq", "seq+9e6"),
             ("dev", "'c9'"), ("what", "'lost'"), ("hash", "zeroblob(32)"))
        )  # fmt: skip
        db.execute(f'UPDATE event SET "{column}"={value} WHERE tbl=? AND n=?', (table, n))
    elif kind == "delete":
        db.execute("DELETE FROM event WHERE tbl=? AND n=?", (table, n))
        if rng.random() < 0.5:  # and close the gap
            for at in range(n + 1, last + 1):
                db.execute("UPDATE event SET n=? WHERE tbl=? AND n=?", (at - 1, table, at))
    elif kind == "insert":
        for at in range(last, n, -1):
            db.execute("UPDATE event SET n=? WHERE tbl=? AND n=?", (at + 1, table, at))
        db.execute(
            "INSERT INTO event SELECT tbl, n+1, 'c8', boot, seq, t, wall, what, row, bad, hash"
            " FROM event WHERE tbl=? AND n=?", (table, n),
        )  # fmt: skip
    elif kind == "reorder":
        m = m if m != n else n + 1
        db.execute("UPDATE event SET n=-1 WHERE tbl=? AND n=?", (table, n))
        db.execute("UPDATE event SET n=? WHERE tbl=? AND n=?", (n, table, m))
        db.execute("UPDATE event SET n=? WHERE tbl=? AND n=-1", (m, table))
    elif kind == "truncate":
        db.execute("DELETE FROM event WHERE tbl=? AND n>?", (table, n))
    else:  # the beginning goes, with a proper anchor in its place
        (digest,) = db.execute("SELECT hash FROM event WHERE tbl=? AND n=?", (table, n)).fetchone()
        db.execute("DELETE FROM event WHERE tbl=? AND n<=?", (table, n))
        db.execute("INSERT INTO anchor VALUES (?,?,?,0)", (table, n, digest))
    if rng.random() < 0.3 and column != "hash":  # (that would only put it right again)
        _rehash(db, table)
        kind += " and all hashes made anew"
    return kind


def _rehash(db, table):
    """The intruder knows the format: the chain is consistent again, only its head is another."""
    from gateway.log import chain
    from gateway.log.base import Entry
    from gateway.log.sql import COLUMNS

    rows = db.execute(f"SELECT {COLUMNS} FROM event WHERE tbl=? ORDER BY n", (table,)).fetchall()
    kept = db.execute("SELECT hash FROM anchor WHERE tbl=?", (table,)).fetchone()
    previous = kept[0] if kept else chain.start(table)
    for row in rows:
        previous = chain.link(previous, Entry(*row))
        db.execute("UPDATE event SET hash=? WHERE tbl=? AND n=?", (previous, table, row[1]))


def tampers(folder, count, seed=0):
    """``(noticed, missed)``: acts against a head that has left the machine."""
    rng = random.Random(seed)
    files, _truth = build(folder / "built")
    heads = heads_module.read(folder / "built" / "heads")
    missed = []
    lay_out(folder / "tampered", {NAME: files[NAME]})
    db = sqlite3.connect(folder / "tampered" / NAME, isolation_level=None)
    db.execute("PRAGMA synchronous=OFF")
    db.execute("PRAGMA journal_mode=MEMORY")
    for i in range(count):
        table = rng.choice(TABLES)
        db.execute("BEGIN")
        what = tamper(db, table, rng)
        log = _Borrowed(db)
        try:
            heads_module.check(log, table, heads[table])
            background_check.verify(log, table)
            missed.append((i, table, what))
        except LogDamaged:
            pass
        for other in TABLES:
            if other != table and rng.random() < 0.02:
                heads_module.check(log, other, heads[other])
                background_check.verify(log, other)
        db.execute("ROLLBACK")
    db.close()
    return count - len(missed), missed


class _Borrowed(SqliteLog):
    """The production log on a connection of ours, to look into an open transaction."""

    def __init__(self, db):
        from gateway.log.sql import SqlLog

        SqlLog.__init__(self)
        self._db = db

    def _reading(self, table=None, n=0):
        import contextlib

        return contextlib.nullcontext(self._db)


def main(argv=None):
    """Exit code 1 when something went unnoticed."""
    parser = argparse.ArgumentParser(description="Damage and tampering, counted.")
    parser.add_argument("--flips", type=int, default=10_000)
    parser.add_argument("--tampers", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args(argv)
    with tempfile.TemporaryDirectory(dir=memory()) as folder:
        start = time.monotonic()
        figures = flips(Path(folder) / "flips", args.flips, args.seed)
        print(f"harm: {figures.line()}")
        noticed, missed = tampers(Path(folder) / "tampers", args.tampers, args.seed)
        print(f"harm: tampering noticed {noticed} of {args.tampers}; missed: {missed[:5]}")
        print(f"harm: {time.monotonic() - start:.0f} s")
    return 0 if figures.good() and not missed else 1


if __name__ == "__main__":
    sys.exit(main())
