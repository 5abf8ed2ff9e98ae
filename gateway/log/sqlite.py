"""The event log in SQLite: write-ahead log, ``synchronous=FULL``, numbered migrations."""

import contextlib
import functools
import sqlite3
from pathlib import Path

from gateway.errors import LogDamaged, LogError
from gateway.log import schema
from gateway.log.sql import SqlLog
from gateway.process.file_identity import Kept

NAME = "sqlite"
# Tables that lie in the order of their keys: name, how many columns the key has, what to read. No
# index holds ``wall``: reading it walks the events themselves.
KEYS = (("event", 2, "tbl, n, wall"), ("hand", 2, "tbl, n"), ("alert", 3, "tbl, n, k"))
UNFOLDED = "-unfolded"  # file beside the log: hands and alerts of one built anew are missing
VERSIONS_AHEAD = 1000  # beyond it no newer program is believed
SCHEMA = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name"
_HOPELESS = (sqlite3.IntegrityError, sqlite3.DataError, OverflowError, UnicodeEncodeError)
_BROKEN = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class SqliteLog(SqlLog):
    """See EventLog. ``connect(path)`` opens a connection (``sqlite3``; tests pass another)."""

    _errors = (sqlite3.Error, OverflowError)
    salvaged_from = None

    def __init__(self, path, quarantine_rows_max=10_000, heads=None, connect=None):
        super().__init__(quarantine_rows_max, heads)
        self.path = Path(path)
        self.unfolded = self.path.with_name(self.path.name + UNFOLDED)
        self._make = connect or _connect
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            if connect is None:
                _close_to_others(self.path)
            self._writer = self._connect()
            migrate(self._writer)
        except (sqlite3.Error, OSError, UnicodeDecodeError) as e:  # even its errors can be garbled
            with contextlib.suppress(sqlite3.Error, AttributeError):
                self._writer.close()
            if self.path.is_file() and self._is_damage(e):
                raise LogDamaged("?", 0, f"{self.path} cannot be read: {e}") from e
            raise LogError(f"cannot open the event log {self.path}: {e}") from e
        on_disk = connect is None  # a test's disk has no paths
        self._kept = (
            Kept(self.path, self.path.with_name(self.path.name + "-wal")) if on_disk else None
        )

    def folded(self):
        """See SqlLog.folded."""
        self.unfolded.unlink(missing_ok=True)

    def missing(self):
        """See SqlLog.missing."""
        return self._kept.fault() if self._kept else None

    @classmethod
    def read_only(cls, path):
        """The log as it lies there: not made, not migrated, not locked against a running gateway.

        LogError when it cannot be read, or is of an older schema.
        """
        log = cls.__new__(cls)
        SqlLog.__init__(log)
        log.path = Path(path)
        log._make, log._connect = None, log._connect_read_only
        log._kept = None
        with log._reading() as db:
            have = db.execute("PRAGMA user_version").fetchone()[0]
        schema.check(have, NAME)
        if have < schema.newest(NAME):
            raise LogError(f"the event log has the older schema {have}: the next start migrates it")
        return log

    def size(self):
        """Bytes of the database file."""
        return self.path.stat().st_size

    def check_structure(self):
        """LogDamaged unless tables, indexes and keys are in order; rows are not looked into."""
        found = self._query("PRAGMA integrity_check(1)")
        if found != [("ok",)]:
            raise LogDamaged("?", 0, f"{self.path}: {found[0][0]}")
        if self._query(SCHEMA) != _fresh_schema():
            raise LogDamaged("?", 0, f"{self.path}: its tables are not what they were made as")
        self._check_keys()

    def _check_keys(self):
        """LogDamaged unless all rows lie in the order of their keys: a search that meets a damaged
        key ends too early, and says nothing."""
        with self._reading() as db:
            for name, key, columns in KEYS:
                before = ("",)
                for row in db.execute(f"SELECT {columns} FROM {name}"):
                    now = row[:key]
                    if [type(value) for value in now] != [str, int, int][:key] or now <= before:
                        raise LogDamaged(now[0], 0, f"a key among its {name}s is damaged")
                    before = now

    def _connect_read_only(self):
        uri = f"{self.path.absolute().as_uri()}?mode=ro"
        return sqlite3.connect(uri, uri=True, check_same_thread=False, timeout=10)

    def _connect(self):
        db = self._make(self.path)
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")
        return db

    def _insert(self, db, sql, rows):
        if rows:
            db.executemany(sql, rows)

    def _rows(self, db, sql, args):
        return db.execute(sql, args)

    def _transaction(self, work, table="?"):
        db = self._writing()
        try:
            db.execute("BEGIN IMMEDIATE")
            work(db)
            gone = self.missing()
            if gone:  # a commit would go into a file nobody finds again
                db.execute("ROLLBACK")
                raise LogError(f"the event log is gone: {gone}")
            db.execute("COMMIT")
        except (sqlite3.Error, OverflowError, UnicodeError) as e:
            with contextlib.suppress(sqlite3.Error):
                if db.in_transaction:
                    db.execute("ROLLBACK")
            if isinstance(e, _HOPELESS) or self._is_damage(e):
                raise LogDamaged(table, 0, f"it cannot be written: {e}") from e
            raise LogError(f"the event log cannot be written: {e}") from e

    def _is_damage(self, error):
        if isinstance(error, UnicodeDecodeError):
            return True
        code = getattr(error, "sqlite_errorcode", None)
        if code is None:
            return "decode to UTF-8" in str(error)
        return code & 0xFF in _BROKEN


def _mend_version(db):
    """A schema number that cannot be, on tables that are the newest, is damage: put right."""
    newest = schema.newest(NAME)
    have = db.execute("PRAGMA user_version").fetchone()[0]
    if newest <= have < newest + VERSIONS_AHEAD:
        return  # right, or of a newer program
    made = db.execute(SCHEMA).fetchall()
    if made and made == _fresh_schema():
        db.execute(f"PRAGMA user_version={newest}")


@functools.cache
def _fresh_schema():
    """What SCHEMA gives of a database that has just been made."""
    db = sqlite3.connect(":memory:", isolation_level=None)
    migrate(db)
    found = db.execute(SCHEMA).fetchall()
    db.close()
    return found


def _close_to_others(path):
    """No other user reads the log: SQLite gives the files beside it the mode of this one."""
    path.touch(mode=0o600)
    for file in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))):
        if file.exists():  # of an earlier version
            file.chmod(0o600)


def _connect(path):
    return sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)


def migrate(db):
    """Bring a database to the newest schema, a numbered file at a time, each all or nothing."""
    _mend_version(db)
    for number, path in schema.files(NAME):
        db.execute("BEGIN IMMEDIATE")  # whoever comes second finds the work done
        try:
            have = db.execute("PRAGMA user_version").fetchone()[0]
            schema.check(have, NAME)
            if number > have:
                for statement in schema.statements(path):
                    db.execute(statement)
                db.execute(f"PRAGMA user_version={number}")
            db.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                if db.in_transaction:
                    db.execute("ROLLBACK")
            raise
