"""The vault's audit log: one JSON object a line, each bound to the one before by its hash.

An entry is on disk before the answer it is about leaves the vault. No entry holds a card.
"""

import errno
import hashlib
import json
import os

from gateway.errors import VaultError
from gateway.files import Kept

START = hashlib.sha256(b"feltwire/vault/audit").hexdigest()


class Audit:
    """Appends to ``path``. ``wall_ms()``: the time of day, for people."""

    def __init__(self, path, wall_ms):
        self._path, self._wall_ms = path, wall_ms
        self.n, self.head = 0, START
        if path.exists():
            _cut_torn_line(path)
            self.n, self.head = verify(path)
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC
        self._file = os.open(path, flags, 0o600)
        os.chmod(path, 0o600)
        self._size = os.fstat(self._file).st_size
        self._kept = Kept(path)

    def write(self, *entries):
        """Append entries (dicts) and see them on disk. OSError: then nothing may be answered."""
        gone = self._kept.fault()
        if gone:
            raise OSError(errno.ESTALE, gone)
        lines = []
        n, head = self.n, self.head
        for entry in entries:
            n += 1
            body = json.dumps({"n": n, "wall": self._wall_ms(), **entry}, sort_keys=True)
            head = _link(head, body)
            lines.append(f'{{"entry":{body},"hash":"{head}"}}\n')
        data = "".join(lines).encode()
        try:
            if os.write(self._file, data) < len(data):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            os.fsync(self._file)
        except OSError:
            os.ftruncate(self._file, self._size)  # else the next entry would follow half a line
            raise
        self.n, self.head, self._size = n, head, self._size + len(data)

    def close(self):
        """Close the file."""
        os.close(self._file)


def _cut_torn_line(path):
    """A last line without its end was never on disk whole: nothing was answered after it."""
    data = path.read_bytes()
    if data and not data.endswith(b"\n"):
        with open(path, "r+b") as f:
            f.truncate(data.rfind(b"\n") + 1)


def _link(head, body):
    return hashlib.sha256(head.encode() + body.encode()).hexdigest()


def verify(path):
    """Check the whole chain: ``(entries, head)``. VaultError names the first line that breaks."""
    n, head = 0, START
    for entry, stored in _lines(path):
        n += 1
        body = json.dumps(entry, sort_keys=True)
        head = _link(head, body)
        if head != stored or entry.get("n") != n:
            raise VaultError(f"audit log {path.name}: line {n} does not follow from those before")
    return n, head


def entries(path):
    """Every entry (a dict), in order; the chain is not checked."""
    return [entry for entry, _hash in _lines(path)]


def _lines(path):
    with open(path, encoding="utf-8") as f:
        for number, line in enumerate(f, 1):
            try:
                data = json.loads(line)
                yield data["entry"], data["hash"]
            except (ValueError, KeyError, TypeError):
                raise VaultError(f"audit log {path.name}: line {number} cannot be read") from None
