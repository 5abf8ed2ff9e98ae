"""Saves a SQLite log whose structure is damaged: rows are taken from its pages, whatever they hold.

Each event carries the hash of its chain, so a row is right or it is not taken; a broken header,
schema, index or tree does not matter. What a table's own broken rows were stays missing, and that
table is stopped when it is read. The damaged files are kept beside the new ones.

File format: sqlite.org/fileformat2.html, sections 1.6 (pages), 2.1 (records), 4.1 (WAL).
"""

import struct
from dataclasses import replace
from pathlib import Path

from gateway.errors import LogError
from gateway.log import chain
from gateway.log.base import Entry
from gateway.log.sql import _fields
from gateway.log.sqlite import SqliteLog

PAGE = 4096
FRAME_HEAD, WAL_HEAD = 24, 32
STRAYS_MAX = 2000  # rows tried for a hole
_LEAF, _INTERIOR = 0x0A, 0x02
_MAX_LOCAL = (PAGE - 12) * 64 // 255 - 23
_MIN_LOCAL = (PAGE - 12) * 32 // 255 - 23
_INTS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
_EVENT = (str, int, str, int, int, int, int, str, str, (str, type(None)), bytes)
_ANCHOR = (str, int, bytes, int)


def salvage(path, heads=None, wal=b"", kept="damaged"):
    """Build the log at ``path`` anew from what its files hold; returns the new SqliteLog.

    ``wal``: the bytes of its WAL, from before SQLite opened it.
    The old files go to ``<kept>-N`` beside it. Quarantine, gaps and old decisions are not saved;
    hands and alerts are computed again (the log's ``salvaged`` is True).
    """
    path = Path(path)
    rows, anchors = _collect(path, wal)
    aside = _move_aside(path, kept)
    if wal:
        (aside / (path.name + "-wal")).write_bytes(wal)
    log = SqliteLog(path, heads=heads)
    log.salvaged = True
    try:
        chains = {t: _Chain(t, rows[t], anchors.get(t, ())) for t in sorted(rows)}
        _bring_home(chains)
        if heads is not None:  # what no head knows and no row proves never was a table
            known = heads.heads()
            chains = {t: c for t, c in chains.items() if c.good or t in known}
        for chained in chains.values():
            chained.store(log)
    except LogError:
        log.close()
        raise
    log.salvaged_from = aside
    return log


def _move_aside(path, kept):
    n = 1
    while (aside := path.parent / f"{kept}-{n}").exists():
        n += 1
    aside.mkdir()
    for end in ("", "-wal", "-shm"):
        old = path.with_name(path.name + end)
        if old.exists():
            old.rename(aside / old.name)
    return aside


class _Chain:
    """A table's rows: ``good`` as far as its chain holds, ``behind`` what lies behind a hole."""

    def __init__(self, table, found, anchors):
        self.table, self.found, self.anchors = table, found, anchors
        self.n, self.digest = 0, chain.start(table)
        for n, digest, _wall in anchors:
            if n + 1 in found and n > self.n:
                self.n, self.digest = n, digest
        self.begun = self.n
        self.good = []
        self.follow()

    def follow(self):
        """Take the rows that follow; each proves itself by its hash."""
        while any(self.takes(entry, d) for entry, d in self.found.get(self.n + 1, ())):
            pass

    def takes(self, entry, digest):
        """True, and it is taken, when a row is the next one of this chain."""
        if chain.link(self.digest, entry) != digest:
            return False
        self.good.append((*_fields(entry), digest))
        self.n, self.digest = entry.n, digest
        return True

    def behind(self):
        """Rows behind the hole, one of each number."""
        return [found[0] for n, found in sorted(self.found.items()) if found and n > self.n + 1]

    def store(self, log):
        """Write what is saved."""
        anchors = [(self.table, *a) for a in self.anchors if a[0] == self.begun]
        rows = self.good + [(*_fields(entry), digest) for entry, digest in self.behind()]
        marks = ",".join(["?"] * 11)

        def work(db):
            log._insert(db, "INSERT INTO anchor VALUES (?,?,?,?) ON CONFLICT DO NOTHING", anchors)
            log._insert(db, f"INSERT INTO event VALUES ({marks}) ON CONFLICT DO NOTHING", rows)

        log._transaction(work)


def _bring_home(chains):
    """A row whose own name or number was damaged stands elsewhere: where a chain has a hole, try
    whether one of the rows that fit nowhere is the missing one. Its hash says so for certain."""
    strays = [
        (c, entry, digest)
        for c in chains.values()
        for n, found in c.found.items()
        if n > c.n
        for entry, digest in found
    ]
    if len(strays) > STRAYS_MAX:
        strays = [s for s in strays if not s[0].good][:STRAYS_MAX]
    for c in list(chains.values()):
        moved = True
        while moved and any(n > c.n for n in c.found):
            moved = False
            for home, entry, digest in strays:
                if c.takes(replace(entry, table=c.table, n=c.n + 1), digest):
                    home.found.get(entry.n, []).remove((entry, digest))
                    strays.remove((home, entry, digest))
                    c.follow()
                    moved = True
                    break


def _collect(path, wal):
    """``({table: {n: [(Entry, hash)]}}, {table: [(n, hash, wall)]})`` from all pages there are."""
    rows, anchors = {}, {}
    pages = _pages(path, wal)
    by_number = {}
    for number, page in pages:
        by_number.setdefault(number, []).append(page)
    for _number, page in pages:
        for values in _records(page, by_number):
            if _is(values, _EVENT) and len(values[10]) == 32:
                entry = Entry(*values[:10])
                found = rows.setdefault(entry.table, {}).setdefault(entry.n, [])
                if (entry, values[10]) not in found:
                    found.append((entry, values[10]))
            elif _is(values, _ANCHOR) and len(values[2]) == 32:
                anchors.setdefault(values[0], []).append(tuple(values[1:]))
    return rows, anchors


def _is(values, kinds):
    return len(values) == len(kinds) and all(
        isinstance(v, k) for v, k in zip(values, kinds, strict=True)
    )


def _pages(path, wal):
    """``[(number, bytes)]`` of the database and of every frame of its WAL."""
    found = []
    data = path.read_bytes() if path.exists() else b""
    for at in range(0, len(data) - PAGE + 1, PAGE):
        found.append((at // PAGE + 1, data[at : at + PAGE]))
    for at in range(WAL_HEAD, len(wal) - PAGE - FRAME_HEAD + 1, PAGE + FRAME_HEAD):
        number = struct.unpack_from(">I", wal, at)[0]
        found.append((number, wal[at + FRAME_HEAD : at + FRAME_HEAD + PAGE]))
    return found


def _records(page, by_number):
    """Values of every record on a page that can be a row of a table WITHOUT ROWID."""
    if page[0] not in (_LEAF, _INTERIOR):
        return
    count = struct.unpack_from(">H", page, 3)[0]
    at, skip = (8, 0) if page[0] == _LEAF else (12, 4)
    for i in range(min(count, (PAGE - at) // 2)):
        cell = struct.unpack_from(">H", page, at + 2 * i)[0] + skip
        try:
            for payload in _payloads(page, cell, by_number):
                yield _values(payload)
        except (IndexError, ValueError, struct.error):
            continue  # this cell is damaged: the chain will show what is missing


def _payloads(page, at, by_number):
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
    for version in range(max((len(v) for v in by_number.values()), default=0)):
        rest, number = bytearray(head), following
        while len(rest) < size and number in by_number:
            versions = by_number[number]
            body = versions[min(version, len(versions) - 1)]
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
