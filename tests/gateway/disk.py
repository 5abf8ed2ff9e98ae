"""A disk that forgets: what SQLite wrote and did not sync may be dropped, torn or reordered.

An apsw VFS passes every call to the real one and keeps a record; ``Disk.after_cut`` says what files
hold after a power cut now, ``after_kill`` what they hold when only the process dies. A failed sync
may lose the writes it was for, for good, as Linux does.
"""

import itertools
import sqlite3
import sys

import apsw

SECTOR = 512
_count = itertools.count()


class Crash(Exception):
    """The process ends here: raised by a test in ``on_op``."""


def hush_crashes():
    """SQLite cannot pass on every exception; that a crash could not be passed on is no news."""
    usual = sys.unraisablehook
    sys.unraisablehook = lambda u: None if isinstance(u.exc_value, Crash) else usual(u)


class Disk(apsw.VFS):
    """``fault(kind, name)``: called before each ``write`` and ``sync``; may raise an apsw error.

    ``kind`` is ``write``, ``truncate``, ``sync`` or ``delete``. ``on_op(self)`` is called after
    each of them.
    """

    def __init__(self, fault=None, on_op=None):
        self.vfs_name = f"disk{next(_count)}"
        self.durable = {}  # file name -> bytes certainly on disk
        self.pending = []  # (name, offset or None for truncate, bytes or size), not synced
        self.fault = fault or (lambda kind, name: None)
        self.on_op = on_op or (lambda disk: None)
        self.lying = False  # a sync that says yes and does nothing
        super().__init__(self.vfs_name, "unix")

    def connect(self, path):
        """A connection as ``SqliteLog`` wants it, on this disk."""
        return Connection(path, self.vfs_name)

    # -- what SQLite calls

    def xOpen(self, name, flags):
        return DiskFile(self, name, flags)

    def xDelete(self, filename, sync_dir):
        self.fault("delete", filename)
        super().xDelete(filename, sync_dir)
        self.forget(_base(filename))

    # -- what files hold

    def put(self, files):
        """Begin with these files: ``{name: bytes}``."""
        self.durable = {name: bytearray(data) for name, data in files.items()}
        self.pending = []

    def forget(self, name):
        """A file was removed."""
        self.durable.pop(name, None)
        self.pending = [p for p in self.pending if p[0] != name]

    def note(self, name, offset, data):
        """A write or a truncation that is not synced yet."""
        self.pending.append((name, offset, data))
        self.on_op(self)

    def synced(self, name):
        """Everything of a file is on disk now."""
        if not self.lying:
            mine = [p for p in self.pending if p[0] == name]
            _apply(self.durable.setdefault(name, bytearray()), mine)
            self.pending = [p for p in self.pending if p[0] != name]
        self.on_op(self)

    def sync_failed(self, name):
        """Linux marks the pages clean: a later sync does not write them either."""
        self.pending = [p for p in self.pending if p[0] != name]

    def after_kill(self):
        """``{name: bytes}`` when the process dies now and the machine goes on."""
        return _files(self.durable, self.pending)

    def after_cut(self, rng):
        """``{name: bytes}`` after a power cut now: part of what was not synced, in any order."""
        left = []
        for name, offset, data in self.pending:
            fate = rng.random()
            if fate < 0.4:
                continue
            if fate < 0.7 and offset is not None and len(data) > 1:
                cut = rng.randrange(1, len(data))
                if rng.random() < 0.7:
                    cut -= cut % SECTOR
                data = data[:cut]
            left.append((name, offset, data))
        if rng.random() < 0.5:
            rng.shuffle(left)
        return _files(self.durable, left)


class DiskFile(apsw.VFSFile):
    """One open file of a Disk."""

    def __init__(self, disk, name, flags):
        self.disk = disk
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        self.name = _base(path) if path else None  # None: a temporary file
        super().__init__("unix", name, flags)

    def xWrite(self, data, offset):
        self.disk.fault("write", self.name)
        super().xWrite(data, offset)
        if self.name:
            self.disk.note(self.name, offset, bytes(data))

    def xTruncate(self, size):
        self.disk.fault("truncate", self.name)
        super().xTruncate(size)
        if self.name:
            self.disk.note(self.name, None, size)

    def xSync(self, flags):
        try:
            self.disk.fault("sync", self.name)
        except apsw.Error:
            self.disk.sync_failed(self.name)
            raise
        # The real sync is left out: what counts as synced is what SQLite asked for.
        if self.name:
            self.disk.synced(self.name)


def _base(path):
    return path.rpartition("/")[2]


def _files(durable, ops):
    files = {name: bytearray(data) for name, data in durable.items()}
    for op in ops:
        _apply(files.setdefault(op[0], bytearray()), [op])
    return files


def _apply(data, ops):
    for _name, offset, what in ops:
        if offset is None:
            del data[what:]
            continue
        if len(data) < offset:
            data.extend(bytes(offset - len(data)))
        data[offset : offset + len(what)] = what


class Connection:
    """An apsw connection with the face of a ``sqlite3`` one."""

    def __init__(self, path, vfs):
        self._db = _translated(apsw.Connection, str(path), vfs=vfs)
        self._db.set_busy_timeout(2000)

    @property
    def in_transaction(self):
        return self._db.in_transaction

    def execute(self, sql, args=()):
        return _Rows(_translated(self._db.execute, sql, tuple(args)))

    def executemany(self, sql, rows):
        _translated(self._db.executemany, sql, [tuple(r) for r in rows])

    def close(self):
        _translated(self._db.close)


class _Rows:
    def __init__(self, cursor):
        self._cursor = cursor

    def fetchone(self):
        return _translated(self._cursor.fetchone)

    def fetchall(self):
        return _translated(self._cursor.fetchall)

    def __iter__(self):
        while True:
            row = self.fetchone()
            if row is None:
                return
            yield row


def _translated(call, *args, **named):
    try:
        return call(*args, **named)
    except apsw.ConstraintError as e:
        raise sqlite3.IntegrityError(str(e)) from e
    except apsw.Error as e:
        error = sqlite3.OperationalError(str(e))
        error.sqlite_errorcode = getattr(e, "result", 1)
        raise error from e
