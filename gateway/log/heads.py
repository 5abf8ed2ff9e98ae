"""The heads of all chains in a small file of their own: a cut at a chain's end shows against it.

A line a commit and table: ``crc n hash first table``, CRC-32 over the rest, ``first`` the last
archived event. A line that is not whole is passed over: the one before it holds less, never
something wrong. Written after the commit, so the log never has less than the file says.
"""

import contextlib
import os
import time
import zlib
from pathlib import Path

from gateway.errors import LogDamaged
from gateway.process.logger import Logger

log = Logger("gateway.log")

SYNC_S = 1.0  # the file is brought to disk this often at most
BYTES_MAX = 1 << 20  # then it is written anew, a line a table


class HeadFile:
    """``path``: the file; ``monotonic()``: seconds."""

    def __init__(self, path, monotonic=time.monotonic):
        self.path = Path(path)
        self._monotonic = monotonic
        self._synced_at = None
        self._heads = read(self.path)
        self._file = None
        self._refused = False
        self._size = 0

    def heads(self):
        """``{table: (n, hash, first)}``."""
        return dict(self._heads)

    def note(self, heads):
        """The log now ends so: ``{table: (n, hash)}``. A file that refuses is said once: a full
        disk the log meets as well, but without this file a cut would go unnoticed."""
        lines = []
        for table, (n, digest) in heads.items():
            first = self._heads.get(table, (0, b"", 0))[2]
            self._heads[table] = (n, digest, first)
            lines.append(_line(table, n, digest, first))
        try:
            self._write(b"".join(lines))
            self._refused = False
        except OSError as e:
            self._file = None
            if not self._refused:
                log.error("the log's heads are not kept", file=str(self.path), why=e.strerror)
            self._refused = True

    def forget(self, table, n, digest, first):
        """People have put another log in place, or archived up to ``first``: begin from there."""
        self._heads[table] = (n, digest, first)
        self.rewrite()

    def replace(self, heads):
        """Another log was put in place: these heads and no others."""
        self._heads = dict(heads)
        self.rewrite()

    def rewrite(self):
        """Write the file anew, whole, and bring it to disk."""
        if self._file is not None:
            os.close(self._file)
            self._file = None
        self.path.parent.mkdir(parents=True, exist_ok=True)
        data = b"".join(_line(t, n, h, f) for t, (n, h, f) in sorted(self._heads.items()))
        fresh = self.path.with_suffix(".new")
        with open(fresh, "wb") as f:
            f.write(data)
            f.flush()
            os.fsync(f.fileno())
        os.replace(fresh, self.path)
        self._size = len(data)

    def close(self):
        """Bring what was noted to disk."""
        if self._file is not None:
            with contextlib.suppress(OSError):
                os.fsync(self._file)
            os.close(self._file)
            self._file = None

    def _write(self, data):
        if self._size > BYTES_MAX:
            self.rewrite()
        if self._file is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC
            self._file = os.open(self.path, flags, 0o600)
            data = b"\n" + data  # the line before may be torn
        self._size += os.write(self._file, data)
        now = self._monotonic()
        if self._synced_at is None or now - self._synced_at >= SYNC_S:
            self._synced_at = now
            os.fsync(self._file)


def _line(table, n, digest, first):
    body = f"{n} {digest.hex()} {first} {table}".encode()
    return b"%08x " % zlib.crc32(body) + body + b"\n"


def read(path):
    """``{table: (n, hash, first)}`` of a head file; lines that are not whole are passed over."""
    try:
        data = Path(path).read_bytes()
    except OSError:
        return {}
    found = {}
    for line in data.split(b"\n"):
        crc, _, body = line.partition(b" ")
        try:
            if int(crc, 16) != zlib.crc32(body):
                continue
            n, digest, first, table = body.decode().split(" ", 3)
            found[table] = (int(n), bytes.fromhex(digest), int(first))
        except ValueError:
            continue
    return found


def check(log, table, known):
    """LogDamaged unless the log holds what a head kept elsewhere says: ``(n, hash, first)``."""
    n, digest, first = known
    if log.anchor(table)[0] > first:
        raise LogDamaged(table, first + 1, "its beginning was taken away")
    stored = log.hash_at(table, n)
    if stored is None:
        raise LogDamaged(table, n, "events at its end are missing")
    if stored != digest:
        raise LogDamaged(table, n, "it is not the event that was committed")
