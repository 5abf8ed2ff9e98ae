"""Saves a SQLite log whose structure is damaged: rows are taken from its pages, whatever they hold.

Each event carries the hash of its chain, so a row is right or it is not taken; a broken header,
schema, index or tree does not matter. What a table's own broken rows were stays missing, and that
table is stopped when it is read. The damaged files are kept beside the new ones.

Memory does not grow with the log: pages are read one at a time, and what they hold is put in order
in a file beside the log (``_Staged``), which takes as much room again until it is done. SQLite's
own recovery is an extension that Python's module does not have, and it knows nothing of the hashes
that tell which version of a page is the right one.

File format: sqlite.org/fileformat2.html, sections 1.6 (pages), 2.1 (records), 4.1 (WAL).
"""

import contextlib
import hashlib
import itertools
import os
import sqlite3
import struct
from dataclasses import replace
from pathlib import Path

from gateway.errors import LogError
from gateway.log import chain
from gateway.log.base import Entry
from gateway.log.sql import _fields
from gateway.log.sqlite import UNFOLDED, SqliteLog

PAGE = 4096
FRAME_HEAD, WAL_HEAD = 24, 32
STRAYS_MAX = 2000  # rows tried for a hole
BATCH = 1000  # rows written together
CACHE_KB = 16_384  # of the file in which rows are put in order
# Files beside the log while it is built anew: rows in order, the new log, the bytes of its WAL.
ASIDE = "damaged"  # folders of damaged files begin so
STAGED, SAVED, WAL_KEPT = "-salvage", "-saved", "-wal-kept"
_LEAF, _INTERIOR = 0x0A, 0x02
_MAX_LOCAL = (PAGE - 12) * 64 // 255 - 23
_MIN_LOCAL = (PAGE - 12) * 32 // 255 - 23
_INTS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
_EVENT = (str, int, str, int, int, int, int, str, str, (str, type(None)), bytes)
_ANCHOR = (str, int, bytes, int)
_WIDTHS = (len(_EVENT), len(_ANCHOR))


def salvage(path, heads=None, wal=b""):
    """Build the log at ``path`` anew from what its files hold; returns the new SqliteLog.

    ``wal``: the bytes of its WAL, from before SQLite opened it.
    The new one takes its place when it is whole: after a kill meanwhile the next start begins again
    (``take_up``). The old files go to ``damaged-N`` beside it. Quarantine, gaps and old decisions
    are not saved; hands and alerts are computed again (the log's ``salvaged`` is True).
    """
    path = Path(path)
    fresh, kept_wal = beside(path, SAVED), beside(path, WAL_KEPT)
    try:
        if wal:
            kept_wal.write_bytes(wal)  # SQLite has cut it off: a kill must not take it
        _discard(fresh)
        with _Staged(beside(path, STAGED)) as staged:
            with _Pages(path, wal) as pages:
                staged.take(pages)
            _build(fresh, heads, staged)
        beside(path, UNFOLDED).touch()  # until a start has folded it
        _move_aside(path)
        aside = _put_in_place(path)
        log = SqliteLog(path, heads=heads)
    except (sqlite3.Error, OSError) as e:
        raise LogError(f"the event log {path} is damaged and cannot be built anew: {e}") from None
    log.salvaged = True
    log.salvaged_from = aside
    return log


def take_up(path):
    """Before a log is opened: finish, or forget, what a start that was killed in ``salvage`` left.

    A new log is whole when the damaged one is out of its way.
    """
    path = Path(path)
    fresh = beside(path, SAVED)
    if not fresh.exists():
        return
    if path.exists():
        _discard(fresh)
    else:
        _put_in_place(path)


def _put_in_place(path):
    """The damaged log is out of the way: the new one is the log from now on. Returns where."""
    aside = _aside(path, _count_aside(path))
    if beside(path, WAL_KEPT).exists():
        beside(path, WAL_KEPT).rename(aside / (path.name + "-wal"))
    beside(path, SAVED).rename(path)
    _sync(path.parent)
    return aside


def _aside(path, n):
    return path.parent / f"{ASIDE}-{n}"


def _count_aside(path):
    n = 0
    while _aside(path, n + 1).exists():
        n += 1
    return n


def beside(path, end):
    """A file beside the log's."""
    return path.with_name(path.name + end)


def _discard(path):
    for end in ("", "-wal", "-shm"):
        beside(path, end).unlink(missing_ok=True)


def _sync(folder):
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _build(path, heads, staged):
    """Write the new log, with every row that proves itself."""
    log = SqliteLog(path)
    try:
        chains = {t: _Chain(t, staged, log) for t in staged.tables()}
        for chained in chains.values():
            chained.follow()
        _bring_home(chains, staged)
        known = None if heads is None else heads.heads()
        for table, chained in chains.items():
            # What no head knows and no row proves never was a table.
            if known is None or chained.proven or table in known:
                chained.store_behind()
    finally:
        log.close()


class _Staged:
    """Rows as they were found, in order, in a file of its own that goes when it is done."""

    def __init__(self, path):
        self._path = path
        self.anchors = {}  # table -> [(n, hash, wall)]

    def __enter__(self):
        self._remove()
        self._db = sqlite3.connect(self._path, isolation_level=None)
        self._db.execute("PRAGMA journal_mode=OFF")
        self._db.execute("PRAGMA synchronous=OFF")
        self._db.execute(f"PRAGMA cache_size=-{CACHE_KB}")
        self._db.execute("PRAGMA temp_store=FILE")
        self._db.execute(
            "CREATE TABLE row (tbl TEXT, n INTEGER, sum BLOB, dev TEXT, boot INTEGER, seq INTEGER,"
            " t INTEGER, wall INTEGER, what TEXT, row TEXT, bad TEXT, hash BLOB,"
            " PRIMARY KEY (tbl, n, sum)) WITHOUT ROWID"
        )
        return self

    def __exit__(self, *_):
        self._db.close()
        self._remove()

    def _remove(self):
        with contextlib.suppress(FileNotFoundError):
            self._path.unlink()

    def take(self, pages):
        """Every record of the pages that can be an event or an anchor."""
        self._db.execute("BEGIN")
        for page in pages:
            for values in _records(page, pages):
                if _is(values, _EVENT) and chain.is_digest(values[10]):
                    self._put(values)
                elif _is(values, _ANCHOR) and chain.is_digest(values[2]):
                    self.anchors.setdefault(values[0], []).append(tuple(values[1:]))
        self._db.execute("COMMIT")

    def _put(self, values):
        digest = hashlib.sha256(repr(values).encode("utf-8", "surrogatepass")).digest()
        row = (*values[:2], digest[:16], *values[2:])
        self._db.execute("INSERT OR IGNORE INTO row VALUES (?,?,?,?,?,?,?,?,?,?,?,?)", row)

    def tables(self):
        """Names of the tables, in order."""
        return [t for (t,) in self._db.execute("SELECT DISTINCT tbl FROM row ORDER BY tbl")]

    def has(self, table, n):
        """True when a row with this number was found."""
        sql = "SELECT 1 FROM row WHERE tbl = ? AND n = ? LIMIT 1"
        return self._db.execute(sql, (table, n)).fetchone() is not None

    def rows(self, table, after):
        """Iterate ``(Entry, hash)`` of a table behind a number, in order; several of a number."""
        sql = (
            "SELECT tbl, n, dev, boot, seq, t, wall, what, row, bad, hash FROM row"
            " WHERE tbl = ? AND n > ? ORDER BY n"
        )
        for values in self._db.execute(sql, (table, after)):
            yield Entry(*values[:10]), values[10]

    def remove(self, entry, digest):
        """A row has found its place elsewhere."""
        self._db.execute(
            "DELETE FROM row WHERE tbl = ? AND n = ? AND hash = ?", (entry.table, entry.n, digest)
        )


def _move_aside(path):
    """The damaged files into a folder of their own, the log itself last."""
    aside = _aside(path, _count_aside(path) + 1)
    aside.mkdir()
    for end in ("-wal", "-shm", ""):
        old = beside(path, end)
        if old.exists():
            old.rename(aside / old.name)


class _Chain:
    """A table's rows: what proves itself by its hash is written into ``log`` as it is found."""

    def __init__(self, table, staged, log):
        self.table, self._staged, self._log = table, staged, log
        self.n, self.digest = 0, None
        anchors = staged.anchors.get(table, ())
        for n, digest, _wall in anchors:
            if n > self.n and staged.has(table, n + 1):
                self.n, self.digest = n, digest
        self._begun = [(table, *a) for a in anchors if a[0] == self.n]
        self._waiting = []  # rows to be written
        self.proven = False

    def follow(self):
        """Take the rows that follow; each proves itself by its hash."""
        for entry, digest in self._staged.rows(self.table, self.n):
            if entry.n > self.n + 1:
                break
            if entry.n == self.n + 1:
                self.takes(entry, digest)
        if self.proven:  # of hundreds of tables none keeps rows while the others are followed
            self._write()

    def takes(self, entry, digest):
        """True, and it is taken, when a row is the next one of this chain."""
        previous = self.digest if self.n else chain.start(self.table, digest)
        if chain.link(previous, entry) != digest:
            return False
        self._store((*_fields(entry), digest))
        self.n, self.digest, self.proven = entry.n, digest, True
        return True

    def strays(self):
        """Iterate ``(self, entry, hash)`` of rows that are not in the chain."""
        for entry, digest in self._staged.rows(self.table, self.n):
            yield self, entry, digest

    def store_behind(self):
        """Write what lies behind a hole as well, one row of each number, and all that waits."""
        last = self.n + 1
        for entry, digest in self._staged.rows(self.table, self.n + 1):
            if entry.n != last:
                self._store((*_fields(entry), digest))
                last = entry.n
        self._write()

    def _store(self, row):
        self._waiting.append(row)
        if len(self._waiting) >= BATCH:
            self._write()

    def _write(self):
        rows, self._waiting = self._waiting, []
        marks = ",".join(["?"] * 11)

        def work(db):
            sql = "INSERT INTO anchor VALUES (?,?,?,?) ON CONFLICT DO NOTHING"
            self._log._insert(db, sql, self._begun)
            sql = f"INSERT INTO event VALUES ({marks}) ON CONFLICT DO NOTHING"
            self._log._insert(db, sql, rows)

        self._log._transaction(work)


def _bring_home(chains, staged):
    """A row whose own name or number was damaged stands elsewhere: where a chain has a hole, try
    whether one of the rows that fit nowhere is the missing one. Its hash says so for certain."""
    every = (stray for c in chains.values() for stray in c.strays())
    strays = list(itertools.islice(every, STRAYS_MAX + 1))
    if len(strays) > STRAYS_MAX:
        unproven = (stray for c in chains.values() if not c.proven for stray in c.strays())
        strays = list(itertools.islice(unproven, STRAYS_MAX))
    for c in list(chains.values()):
        while next(c.strays(), None) is not None:
            fits = (s for s in strays if c.takes(replace(s[1], table=c.table, n=c.n + 1), s[2]))
            stray = next(fits, None)
            if stray is None:
                break
            _home, entry, digest = stray
            staged.remove(entry, digest)
            strays.remove(stray)
            c.follow()


class _Pages:
    """The pages of the database file and of every frame of its WAL, read one at a time."""

    def __init__(self, path, wal):
        self._wal = wal
        self._frames = {}  # page number -> places of its versions in the WAL
        step = PAGE + FRAME_HEAD
        for at in range(WAL_HEAD, len(wal) - step + 1, step):
            number = struct.unpack_from(">I", wal, at)[0]
            self._frames.setdefault(number, []).append(at + FRAME_HEAD)
        self.versions_max = 1 + max((len(v) for v in self._frames.values()), default=0)
        self._file = os.open(path, os.O_RDONLY | os.O_CLOEXEC) if path.exists() else None
        self._count = os.fstat(self._file).st_size // PAGE if self._file is not None else 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self._file is not None:
            os.close(self._file)

    def __iter__(self):
        for number in range(1, self._count + 1):
            yield self._read(number)
        for places in self._frames.values():
            for at in places:
                yield self._wal[at : at + PAGE]

    def _read(self, number):
        return os.pread(self._file, PAGE, (number - 1) * PAGE)

    def version(self, number, version):
        """A page as it stands in the file (0) or in the WAL; the last there is; None: no such."""
        in_file = 1 <= number <= self._count
        places = self._frames.get(number, ())
        if not in_file and not places:
            return None
        if in_file and (version == 0 or not places):
            return self._read(number)
        at = places[min(version - in_file, len(places) - 1)]
        return self._wal[at : at + PAGE]


def _is(values, kinds):
    return len(values) == len(kinds) and all(
        isinstance(v, k) for v, k in zip(values, kinds, strict=True)
    )


def _records(page, pages):
    """Values of every record on a page that can be a row of a table WITHOUT ROWID."""
    if page[0] not in (_LEAF, _INTERIOR):
        return
    count = struct.unpack_from(">H", page, 3)[0]
    at, skip = (8, 0) if page[0] == _LEAF else (12, 4)
    for i in range(min(count, (PAGE - at) // 2)):
        cell = struct.unpack_from(">H", page, at + 2 * i)[0] + skip
        try:
            for payload in _payloads(page, cell, pages):
                yield _values(payload)
        except (IndexError, ValueError, struct.error):
            continue  # this cell is damaged: the chain will show what is missing


def _payloads(page, at, pages):
    """The payload of a cell; where it goes on to other pages, with each version of these."""
    size, at = _varint(page, at)
    if size > 1 << 20:
        return
    if size <= _MAX_LOCAL:
        if at + size <= PAGE:
            yield page[at : at + size]
        return
    local = _MIN_LOCAL + (size - _MIN_LOCAL) % (PAGE - 4)
    local = local if local <= _MAX_LOCAL else _MIN_LOCAL
    head = page[at : at + local]
    following = struct.unpack_from(">I", page, at + local)[0]
    for version in range(pages.versions_max):
        rest, number = bytearray(head), following
        while len(rest) < size and (body := pages.version(number, version)):
            number = struct.unpack_from(">I", body)[0]
            rest += body[4 : 4 + size - len(rest)]
        if len(rest) == size:
            yield bytes(rest)


def _values(payload):
    size, at = _varint(payload, 0)
    kinds = []
    while at < size:
        kind, at = _varint(payload, at)
        kinds.append(kind)
    if len(kinds) not in _WIDTHS:
        raise ValueError("no row of ours")  # of an index: as many as there are events
    out, at = [], size
    for kind in kinds:
        value, length = _value(kind, payload, at)
        out.append(value)
        at += length
    return out


def _value(kind, payload, at):
    if kind == 0:
        return None, 0
    if kind in _INTS:
        length = _INTS[kind]
        if at + length > len(payload):
            raise ValueError("cut short")
        return int.from_bytes(payload[at : at + length], "big", signed=True), length
    if kind in (8, 9):
        return kind - 8, 0
    if kind < 12:
        raise ValueError("no value of ours")
    length = (kind - 12) // 2
    data = payload[at : at + length]
    if len(data) < length:
        raise ValueError("cut short")
    return (data.decode() if kind % 2 else data), length


def _varint(data, at):
    value = 0
    for i in range(9):
        byte = data[at + i]
        if i == 8:
            return value << 8 | byte, at + 9
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + i + 1
    raise ValueError("no number")
