"""The people of a cluster: in the PostgreSQL of its event log, in a schema of their own.

Who may read the log's tables may not read these: a schema grants nobody anything. Every gateway
asks here at each request, so that a session holds at all of them and ends at all of them.
"""

import contextlib
import threading
import time

import psycopg
from psycopg import sql

from gateway.errors import LogError, PeopleError
from gateway.log import connection
from gateway.log.sql import one_line
from gateway.people.database import FOLDER, Database
from gateway.people.tries import SharedTries

NAME = "postgres"
READERS_MAX = 8  # connections kept for reading
PAUSE_S = 1.0  # after a failure nobody waits for the database for so long: all are refused at once
CLOCK_S = 1.0  # so often the database is asked what time it is
_FAULTS = (psycopg.Error, OSError, UnicodeError)


class SharedDatabase(Database):
    """See Database. ``url``: the event log's. The clock is the database's: one for all gateways."""

    remote = True

    def __init__(self, url):
        self._url = url
        self._idle = []
        self._writer = None
        self._writing = threading.RLock()
        self._refused = (0.0, "")  # until when nobody is let wait, and why
        self._clock = None  # (monotonic s when it was read, wall ms then)
        try:
            self._place = self._make()
        except LogError as e:
            raise PeopleError(str(e)) from None
        except _FAULTS as e:
            raise PeopleError(f"cannot open the people of the cluster: {one_line(e)}") from None

    def _make(self):
        """The schema's name; made and migrated when that is to be done."""
        with contextlib.closing(connection.connect(self._url)) as db:
            connection.demand_fit(db)
            name = db.execute("SELECT current_schema() || '_people'").fetchone()[0]
            if name is None:
                raise PeopleError("log_url: its user has no schema to keep people beside")
            there = db.execute("SELECT 1 FROM pg_namespace WHERE nspname = %s", (name,)).fetchone()
            if not there:
                db.finish(sql.SQL("CREATE SCHEMA IF NOT EXISTS {}").format(sql.Identifier(name)))
            self._enter(db, name)
            connection.migrate(db, NAME, FOLDER)
        return name

    @staticmethod
    def _enter(db, name):
        db.execute(sql.SQL("SET search_path TO {}").format(sql.Identifier(name)))

    def _connect(self):
        db = connection.connect(self._url, connection.IDLE_MS)
        self._enter(db, self._place)
        return db

    # -- time

    def wall_ms(self):
        """See Database.wall_ms: the database's, carried on by this machine between two looks."""
        if self._clock_is_old():
            self.rows("SELECT 1")
        at, wall = self._clock
        return wall + int((time.monotonic() - at) * 1000)

    def _clock_is_old(self):
        return self._clock is None or time.monotonic() - self._clock[0] > CLOCK_S

    def _look_at_clock(self, db):
        if self._clock_is_old():
            question = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint"
            self._clock = time.monotonic(), db.execute(question).fetchone()[0]

    # -- reading

    def rows(self, sql, *args):
        """See Database.rows. A connection that died since it was used last costs one more try."""
        while True:
            kept, db = self._take()
            try:
                self._look_at_clock(db)
                found = db.execute(_marked(sql), args).fetchall()
            except BaseException as e:
                _close(db)
                if kept and isinstance(e, (psycopg.OperationalError, OSError)):
                    self._forget_idle()
                    continue
                if isinstance(e, _FAULTS):
                    self._refuse(e)
                raise
            if len(self._idle) < READERS_MAX:
                self._idle.append(db)
            else:
                _close(db)
            return found

    def _take(self):
        """``(it was kept, connection)`` to read on."""
        self._let_wait()
        try:
            return True, self._idle.pop()
        except IndexError:
            pass
        try:
            return False, self._connect()
        except _FAULTS as e:
            self._refuse(e)

    def _forget_idle(self):
        while self._idle:
            _close(self._idle.pop())

    def _let_wait(self):
        until, why = self._refused
        if time.monotonic() < until:
            raise PeopleError(why)

    def _refuse(self, error):
        why = f"the people of the cluster cannot be asked: {one_line(error)}"
        if isinstance(error, (psycopg.OperationalError, OSError)):
            self._refused = time.monotonic() + PAUSE_S, why
        raise PeopleError(why) from None

    # -- writing

    @contextlib.contextmanager
    def change(self, lock="audit"):
        """See Database.change. ``lock``: the table whose lock makes changes one after the other, at
        whichever gateway; readers of it do not wait."""
        with self._writing:
            db = self._begin(lock)
            try:
                self._look_at_clock(db)
                yield _Connection(db)
                db.finish("COMMIT")
            except _FAULTS as e:
                self._drop_writer()  # the server takes back what was not committed
                self._refuse(e)
            except BaseException:
                with contextlib.suppress(*_FAULTS):
                    db.execute("ROLLBACK")
                raise

    def _begin(self, lock):
        """The writing connection within a transaction that holds the lock."""
        self._let_wait()
        while True:
            fresh = self._writer is None
            try:
                if fresh:
                    self._writer = self._connect()
                self._writer.execute("BEGIN")
                self._writer.execute(f"LOCK TABLE {lock} IN SHARE ROW EXCLUSIVE MODE")
                return self._writer
            except _FAULTS as e:
                self._drop_writer()
                if fresh or not isinstance(e, (psycopg.OperationalError, OSError)):
                    self._refuse(e)

    def _drop_writer(self):
        _close(self._writer)
        self._writer = None

    def tries(self, local):
        """See Database.tries."""
        return SharedTries(local, self)

    def close(self):
        """See Database.close."""
        with self._writing:
            self._drop_writer()
            self._forget_idle()


class _Connection:
    """What a change is written on: SQL with ``?``."""

    def __init__(self, db):
        self._db = db

    def execute(self, sql, args=()):
        """A cursor with what came of it."""
        return self._db.execute(_marked(sql), args)

    def executemany(self, sql, rows):
        """Once for each of the rows."""
        with self._db.cursor() as cursor:
            cursor.executemany(_marked(sql), rows)


def _marked(text):
    return text.replace("?", "%s")


def _close(db):
    if db is not None:
        with contextlib.suppress(psycopg.Error, OSError):
            db.close()
