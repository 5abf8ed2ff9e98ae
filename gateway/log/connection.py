"""Connections to PostgreSQL, as the event log and the people of a cluster make them.

Where ``synchronous_standby_names`` is set, a commit that returned is at the standby too. While
there is no standby the server waits for one, without end: ``statement_timeout`` does not count
there. It is told to stop after the same time, and says then that the commit is done, with a
warning. Such a commit is here no commit: ``Unconfirmed``. What it has stored can be read all the
same, as can what a crash of the primary left, so nobody may build on what was read before
``confirm``.
"""

import contextlib
import threading
import time

import psycopg

from gateway.errors import LogError
from gateway.log import schema

CONNECT_S = 5
STATEMENT_MS = 10_000  # a server that hangs is a server that refuses
IDLE_MS = 5000  # who stops in the middle of a transaction holds others up so long
_MIGRATING = 0x46454C54  # key of the advisory lock held while the schema changes


class Unconfirmed(psycopg.OperationalError):
    """The primary has it, and the synchronous standby has not said so."""


class _Patience:
    """Cancels what has taken too long on any connection, on a thread of its own."""

    LOOK_S = 0.5

    def __init__(self):
        self._until = {}  # connection -> monotonic s
        self._lock = threading.Lock()
        self._thread = None

    @contextlib.contextmanager
    def ends(self, db):
        """What is done on ``db`` within the block is cancelled after ``STATEMENT_MS``."""
        with self._lock:
            self._until[db] = time.monotonic() + STATEMENT_MS / 1000
            if self._thread is None:
                self._thread = threading.Thread(target=self._look, name="patience", daemon=True)
                self._thread.start()
        try:
            yield
        finally:
            with self._lock:
                self._until.pop(db, None)

    def _look(self):
        while True:
            time.sleep(self.LOOK_S)
            with self._lock:
                now = time.monotonic()
                late = [db for db, until in self._until.items() if until < now]
                for db in late:
                    del self._until[db]
            for db in late:
                with contextlib.suppress(psycopg.Error, OSError):
                    db.cancel()


_PATIENCE = _Patience()


class Connection(psycopg.Connection):
    """``unconfirmed``: the server has given up waiting for its standby at some commit."""

    unconfirmed = False

    def hear(self, notice):
        """Take a notice of the server. Its text is in any language, its place in the source not."""
        if notice.source_function == "SyncRepWaitForLSN":
            self.unconfirmed = True

    def demand_confirmed(self):
        """Unconfirmed when a commit on this connection was none."""
        if self.unconfirmed:
            raise Unconfirmed("the synchronous standby has not confirmed the commit")

    @contextlib.contextmanager
    def changing(self):
        """A transaction that is at the standby when it has ended, or raises."""
        with contextlib.ExitStack() as ending, self.transaction():
            yield self
            ending.enter_context(_PATIENCE.ends(self))  # over the commit, which comes first
        self.demand_confirmed()

    def finish(self, statement):
        """Run a statement that ends in a commit; Unconfirmed when that is none."""
        with _PATIENCE.ends(self):
            self.execute(statement)
        self.demand_confirmed()


def confirm(db):
    """Whatever can be read on this server now is at its synchronous standby; Unconfirmed."""
    # a commit of its own, after all others: an empty message is the least that is written for one
    db.finish("SELECT pg_logical_emit_message(true, 'feltwire', '')")


def connect(url, idle_ms=None):
    """A Connection whose commits are on disk when they return. ``psycopg.Error``, ``OSError``.

    ``idle_ms``: the server ends a transaction in which nothing was said for so long.
    """
    db = Connection.connect(
        url,
        autocommit=True,
        connect_timeout=CONNECT_S,
        application_name="feltwire",
        keepalives_idle=5,
        keepalives_interval=2,
        keepalives_count=3,
        tcp_user_timeout=STATEMENT_MS,
    )
    db.add_notice_handler(db.hear)
    db.execute("SET synchronous_commit=on")
    db.execute(f"SET statement_timeout={STATEMENT_MS}")
    if idle_ms:
        db.execute(f"SET idle_in_transaction_session_timeout={idle_ms}")
    return db


def demand_fit(db):
    """LogError when the database cannot hold every name, or may lose what it has committed."""
    encoding = db.info.parameter_status("server_encoding")
    if encoding != "UTF8":
        raise LogError(
            f"the database {db.info.dbname} is encoded in {encoding}, which does not hold every"
            " name: make it with createdb --encoding UTF8 --template template0"
        )
    for name in ("fsync", "full_page_writes"):
        if db.execute(f"SHOW {name}").fetchone()[0] != "on":
            raise LogError(f"PostgreSQL runs with {name}=off and may lose the log: switch it on")


def migrate(db, database, folder=schema.FOLDER):
    """Bring the schema to the newest of ``folder/database``, all or nothing; whoever comes second
    waits. LogError when it is newer than this program."""
    with db.changing():
        db.execute("SELECT pg_advisory_xact_lock(%s)", (_MIGRATING,))
        db.execute("CREATE TABLE IF NOT EXISTS schema_version (n INTEGER NOT NULL)")
        have = db.execute("SELECT max(n) FROM schema_version").fetchone()[0] or 0
        schema.check(have, database, folder)
        for number, path in schema.files(database, folder):
            if number > have:
                for statement in schema.statements(path):
                    db.execute(statement)
                db.execute("INSERT INTO schema_version VALUES (%s)", (number,))
