"""Backups of the event log: one file, from and to either database, checked row by row.

A backup is gzipped JSON lines: a header, per table its events with their hashes and what was
computed from them, and an end with every head, the count of lines and a SHA-256 over all of them.
It is written beside a running gateway. The vault's files are secrets and are not in it.
"""

import gzip
import hashlib
import json
import os
import time
from datetime import UTC, datetime
from pathlib import Path

from gateway.errors import LogDamaged, LogError
from gateway.log import chain
from gateway.log.base import Entry
from gateway.tables.all_tables import replayed_from

VERSION = 1
ROWS = 2000  # a transaction while restoring
PREFIX, SUFFIX = "feltwire-", ".jsonl.gz"
DAY_MS = 86_400_000
# what goes along with the events: part -> (columns, which column holds the event's number)
PARTS = {
    "hand": ("tbl, n, record, sum", 1),
    "alert": ("tbl, n, k, wall, body, sum", 1),
    "gap": ("tbl, dev, boot, first, last, reason, wall", None),
    "decision": ("tbl, n, k, act, reason, wall", 1),
    "archived_boot": ("tbl, dev, boot, seq, t, n", None),
}


def name_of(wall_ms):
    """File name of a backup made at a time."""
    made = datetime.fromtimestamp(wall_ms / 1000, UTC)
    return f"{PREFIX}{made:%Y%m%dT%H%M%S}{made.microsecond // 1000:03d}Z{SUFFIX}"


def write(log, folder, wall_ms):
    """Back the log up into a new file of ``folder``; ``(path, {table: (n, hash, first)})``.

    Each table is verified on the way: LogDamaged where its chain does not hold, and no file then.
    """
    folder = Path(folder)
    path = folder / name_of(wall_ms)
    fresh = path.with_suffix(".new")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as raw:
            with gzip.GzipFile(fileobj=raw, mode="wb", compresslevel=5, mtime=0) as out:
                heads = _write(log, _Lines(out), wall_ms)
            raw.flush()
            os.fsync(raw.fileno())
        os.replace(fresh, path)
    except OSError as e:
        fresh.unlink(missing_ok=True)
        raise LogError(f"the backup cannot be written to {path}: {e.strerror or e}") from e
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise
    return path, heads


class _Lines:
    def __init__(self, out):
        self._out, self.count, self._sum = out, 0, hashlib.sha256()

    def put(self, value):
        line = json.dumps(value, separators=(",", ":")).encode() + b"\n"
        self._sum.update(line)
        self.count += 1
        self._out.write(line)

    def digest(self):
        return self._sum.hexdigest()


def _write(log, lines, wall_ms):
    heads = {}
    lines.put({"feltwire": "log", "v": VERSION, "wall": wall_ms})
    for table in log.tables():
        first, previous = log.anchor(table)
        lines.put({"table": table, "first": first, "hash": previous.hex()})
        n = first
        for e in log.read(table):
            previous, n = chain.link(previous, e), e.n
            lines.put([e.n, e.dev, e.boot, e.seq, e.t, e.wall, e.what, e.row, e.bad])
        for part, (columns, number) in PARTS.items():
            for row in log.rows_of(part, columns, table):
                if number is None or row[number] <= n:  # what came meanwhile is in the next one
                    lines.put({part: [v.hex() if isinstance(v, bytes) else v for v in row]})
        heads[table] = (n, previous, first)
    reported = {t: [n, h.hex(), f] for t, (n, h, f) in heads.items()}
    lines.put({"end": True, "heads": reported, "lines": lines.count, "sha256": lines.digest()})
    return heads


def _lines(path):
    """Iterate ``(parsed line, bytes)`` of a backup; LogError where it is no backup or cut short."""
    try:
        with gzip.open(path, "rb") as f:
            for line in f:
                yield json.loads(line), line
    except (OSError, EOFError, ValueError) as e:
        raise LogError(f"{path} is no whole backup: {e}") from e


def read(path, on_table=None, on_events=None, on_part=None):
    """Read a backup and check all of it; ``{table: (n, hash, first)}``.

    ``on_table(table, first, hash)``, ``on_events([(Entry, hash)])`` and ``on_part(part, row)`` get
    what is in it, in order. Raises LogDamaged or LogError: nothing that was handed on counts then.
    """
    try:
        return _read(path, on_table or _ignore, on_events or _ignore, on_part or _ignore)
    except (KeyError, TypeError, ValueError, IndexError, StopIteration) as e:
        raise LogError(f"{path} was changed: {e!r:.80}") from e


def _ignore(*_):
    """What nobody asked to be told."""


def _read(path, on_table, on_events, on_part):
    found, table, batch = {}, None, []
    count, total, end = 0, hashlib.sha256(), None
    for value, line in _lines(path):
        if end is not None:
            raise LogError(f"{path} goes on after its end")
        if isinstance(value, list):
            n, previous, first = found[table]
            entry = Entry(table, *value)
            if entry.n != n + 1:
                raise LogDamaged(table, entry.n, f"event missing after {n} in {path}")
            previous = chain.link(previous, entry)
            found[table] = (entry.n, previous, first)
            batch.append((entry, previous))
            if len(batch) < ROWS:
                count, _ = count + 1, total.update(line)
                continue
        if batch:
            on_events(batch)
            batch = []
        if isinstance(value, dict):
            if "end" in value:
                end = value
                continue
            if "table" in value:
                table = value["table"]
                found[table] = (value["first"], bytes.fromhex(value["hash"]), value["first"])
                on_table(table, *found[table][:2])
            elif "feltwire" in value:
                if value.get("v") != VERSION:
                    raise LogError(f"{path} is of version {value.get('v')}, not {VERSION}")
            else:
                on_part(*next(iter(value.items())))
        count, _ = count + 1, total.update(line)
    reported = {t: [n, h.hex(), f] for t, (n, h, f) in found.items()}
    if end is None or end["lines"] != count or end["sha256"] != total.hexdigest():
        raise LogError(f"{path} is cut short or was changed")
    if end["heads"] != reported:
        raise LogError(f"{path}: its events are not those it was made of")
    return found


def restore(path, log):
    """Fill an empty log from a backup; ``{table: (n, hash, first)}``. Nothing is left half done."""
    if log.tables():
        raise LogError("the log is not empty: restore into a new data folder or database")
    read(path)  # all of it is good before anything is written
    marks = ",".join(["?"] * 11)

    def insert(sql, rows):
        log._transaction(lambda db: log._insert(db, sql, rows))

    def table(name, first, digest):
        if first:
            insert("INSERT INTO anchor VALUES (?,?,?,?)", [(name, first, digest, 0)])

    def events(batch):
        rows = [(*_columns(e), digest) for e, digest in batch]
        insert(f"INSERT INTO event VALUES ({marks})", rows)

    def part(kind, row):
        columns, _number = PARTS[kind]
        row = list(row)
        if columns.endswith(", sum") and row[-1] is not None:
            row[-1] = bytes.fromhex(row[-1])
        values = ",".join(["?"] * len(row))
        insert(f"INSERT INTO {kind} ({columns}) VALUES ({values})", [row])

    heads = read(path, table, events, part)
    if log.heads_file:
        log.heads_file.replace(heads)
    return heads


def _columns(e):
    return (e.table, e.n, e.dev, e.boot, e.seq, e.t, e.wall, e.what, e.row, e.bad)


def backups(folder):
    """Paths of the backups of a folder, oldest first."""
    return sorted(Path(folder).glob(f"{PREFIX}*{SUFFIX}"))


def thin_out(folder, keep):
    """Remove all but the ``keep`` newest backups; returns the removed ones."""
    old = backups(folder)[:-keep] if keep > 0 else []
    for path in old:
        path.unlink()
    return old


def prune(log, saved, older_than_ms):
    """Take events from the log that came in before a time and are in a backup.

    ``saved``: the heads of that backup, just made and read again. What a restart replays stays. The
    chain goes on from an anchor. Returns ``{table: events removed}``. The gateway must not run.
    """
    removed = {}
    for table, (saved_n, _digest, first) in sorted(saved.items()):
        setup = replayed_from(log, table)
        n = min(saved_n, setup - 1, log.last_before(table, older_than_ms))
        if n <= first:
            continue
        digest = log.hash_at(table, n)
        if log.heads_file:  # first what is said, then what is done: a cut between harms nothing
            head_n, head = log.head(table)
            log.heads_file.forget(table, head_n, head, n)
        log.remove_before(table, n, digest, time.time_ns() // 1_000_000)
        removed[table] = n - first
    return removed
