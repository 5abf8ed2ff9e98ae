"""The small database of people: what every kind of it offers, and the one in a file of its own."""

import contextlib
import sqlite3
import threading
import time
from pathlib import Path

from gateway.errors import PeopleError
from gateway.log import schema
from gateway.people import acts_record
from gateway.process.file_identity import Kept

FOLDER = Path(__file__).parent / "migrations"
NAME = "people.sqlite3"


class Database:
    """What People and Sessions are kept in; one writer at a time, all of a change or nothing.

    SQL is written once, with ``?`` for values, and understood by every kind of it.
    """

    remote = False  # True: an answer comes over a network, and may be long in coming

    def wall_ms(self):
        """Time of day, in ms since 1970, by the clock that sessions end by."""
        raise NotImplementedError

    def rows(self, sql, *args):
        """All rows of a question."""
        raise NotImplementedError

    def change(self):
        """A transaction, as a context that gives a connection: all of it is stored, or nothing."""
        raise NotImplementedError

    def close(self):
        """Close what is open."""
        raise NotImplementedError

    def tries(self, local):
        """What counts tries to sign in; ``local``: the Tries of this gateway alone."""
        return local

    def anchor(self, db=None):
        """``(n, hash)`` of the entry before the first that is kept."""
        sql = "SELECT n, hash FROM anchor ORDER BY n DESC LIMIT 1"
        found = db.execute(sql).fetchall() if db else self.rows(sql)
        return found[0] if found else (0, acts_record.START)

    def note(self, db, what, who, table=None, **detail):
        """Add an entry to the record of acts within a transaction."""
        last = db.execute("SELECT n, hash FROM audit ORDER BY n DESC LIMIT 1").fetchone()
        n, previous = last or self.anchor(db)
        text = acts_record.entry(n + 1, self.wall_ms(), what, who, table, **detail)
        row = n + 1, text, acts_record.link(previous, text)
        db.execute("INSERT INTO audit (n, entry, hash) VALUES (?, ?, ?)", row)


class FileDatabase(Database):
    """``<folder>/people.sqlite3``, mode 0600. Several processes may have it open.

    Reading has a connection of its own: whoever is let in never waits for a commit.
    """

    def __init__(self, folder, wall_ms=None):
        self.path = Path(folder) / NAME
        self.wall_ms = wall_ms or (lambda: time.time_ns() // 1_000_000)
        try:
            Path(folder).mkdir(parents=True, exist_ok=True, mode=0o700)
            Path(folder).chmod(0o700)
            self.path.touch(0o600)
            self._writer, self._reader = self._connect(), self._connect()
            self._migrate()
        except (sqlite3.Error, OSError) as e:
            raise PeopleError(f"cannot open {self.path}: {e}") from None
        # not its -wal: another process that closes the file last takes that away, and may
        self._kept = Kept(self.path)
        self._writing, self._reading = threading.RLock(), threading.Lock()

    def _connect(self):
        db = sqlite3.connect(
            self.path, timeout=10, check_same_thread=False, isolation_level=None
        )  # fmt: skip
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")
        return db

    def _migrate(self):
        have = self._writer.execute("PRAGMA user_version").fetchone()[0]
        files = sorted(FOLDER.glob("[0-9]*.sql"))
        newest = int(files[-1].name[:4])
        if have > newest:
            raise PeopleError(
                f"{self.path} has schema {have}, this program knows {newest}: update feltwire"
            )
        for path in files:
            number = int(path.name[:4])
            if number <= have:
                continue
            self._writer.execute("BEGIN IMMEDIATE")
            now = self._writer.execute("PRAGMA user_version").fetchone()[0]
            if now < number:  # nobody else was faster
                for statement in schema.statements(path):
                    self._writer.execute(statement)
                self._writer.execute(f"PRAGMA user_version={number}")
            self._writer.execute("COMMIT")

    def rows(self, sql, *args):
        """See Database.rows."""
        with self._reading, _clear():
            return self._reader.execute(sql, args).fetchall()

    @contextlib.contextmanager
    def change(self):
        """See Database.change."""
        with self._writing, _clear():
            self._writer.execute("BEGIN IMMEDIATE")
            try:
                yield self._writer
                gone = self._kept.fault()
                if gone:
                    raise PeopleError(f"the people's file is gone: {gone}")
                self._writer.execute("COMMIT")
            except BaseException:
                with contextlib.suppress(sqlite3.Error):
                    self._writer.execute("ROLLBACK")
                raise

    def close(self):
        """Close both connections."""
        with self._writing, self._reading:
            self._writer.close()
            self._reader.close()


@contextlib.contextmanager
def _clear():
    """One clear line instead of SQLite's exceptions."""
    try:
        yield
    except sqlite3.Error as e:
        raise PeopleError(f"the people's file does not answer: {e}") from None
