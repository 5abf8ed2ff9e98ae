"""The event log in SQLite: write-ahead log, ``synchronous=FULL``, numbered migrations."""

import sqlite3
import threading
from pathlib import Path

from gateway.errors import LogDamaged, LogError
from gateway.log import chain
from gateway.log.base import Entry, EventLog

MIGRATIONS = Path(__file__).parent / "migrations"
_COLUMNS = "tbl, n, dev, boot, seq, t, wall, what, row, bad"


class SqliteLog(EventLog):
    """See EventLog. ``append`` and the keeping of hands, alerts and decisions share one lock."""

    def __init__(self, path, quarantine_rows_max=10_000):
        self.path = Path(path)
        self.quarantine_rows_max = quarantine_rows_max
        self._lock = threading.Lock()
        self._heads = {}  # table -> (n, hash) of the last event
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._writer = self._open()
            migrate(self._writer)
        except (sqlite3.Error, OSError) as e:
            raise LogError(f"cannot open the event log {self.path}: {e}") from e

    def _open(self):
        db = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False, timeout=10)
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")
        return db

    def append(self, entries, quarantined=(), gaps=()):
        """See EventLog.append."""
        heads = dict(self._heads)
        rows = []
        with self._lock:
            for e in entries:
                n, previous = heads.get(e.table) or self._head(e.table)
                if e.n != n + 1:
                    raise LogError(f"table {e.table}: event {e.n} does not follow {n}")
                previous = chain.link(previous, e)
                heads[e.table] = (e.n, previous)
                rows.append(
                    (
                        e.table,
                        e.n,
                        e.dev,
                        e.boot,
                        e.seq,
                        e.t,
                        e.wall,
                        e.what,
                        e.row,
                        e.bad,
                        previous,
                    )
                )
            self._transaction(lambda db: self._insert(db, rows, quarantined, gaps))
            self._heads = heads

    def _insert(self, db, rows, quarantined, gaps):
        db.executemany("INSERT INTO event VALUES (?,?,?,?,?,?,?,?,?,?,?)", rows)
        for q in quarantined:
            db.execute(
                "INSERT INTO quarantine (tbl, topic, payload, reason, wall) VALUES (?,?,?,?,?)",
                (q.table, q.topic, q.payload, q.reason, q.wall),
            )
        for table in {q.table for q in quarantined}:
            db.execute(
                "DELETE FROM quarantine WHERE tbl=? AND id <= (SELECT id FROM quarantine"
                " WHERE tbl=? ORDER BY id DESC LIMIT 1 OFFSET ?)",
                (table, table, self.quarantine_rows_max),
            )
        for g in gaps:
            db.execute(
                "INSERT INTO gap (tbl, dev, boot, first, last, reason, wall)"
                " VALUES (?,?,?,?,?,?,?)",
                (g.table, g.dev, g.boot, g.first, g.last, g.reason, g.wall),
            )

    def _transaction(self, work):
        db = self._writer
        try:
            db.execute("BEGIN IMMEDIATE")
            work(db)
            db.execute("COMMIT")
        except sqlite3.Error as e:
            try:
                if db.in_transaction:
                    db.execute("ROLLBACK")
            except sqlite3.Error:
                pass
            raise LogError(f"the event log cannot be written: {e}") from e

    def _head(self, table):
        row = self._writer.execute(
            "SELECT n, hash FROM event WHERE tbl=? ORDER BY n DESC LIMIT 1", (table,)
        ).fetchone()
        return row or (0, chain.start(table))

    def head(self, table):
        """``(n, hash)`` of the last event: kept elsewhere, it shows a cut at the end."""
        with self._lock:
            return self._heads.get(table) or self._head(table)

    def _query(self, sql, *args):
        db = self._open()
        try:
            return db.execute(sql, args).fetchall()
        finally:
            db.close()

    def tables(self):
        """See EventLog.tables. A loose index scan: one step a table, however long the log."""
        return [
            row[0]
            for row in self._query(
                "WITH RECURSIVE x(tbl) AS (SELECT min(tbl) FROM event UNION ALL"
                " SELECT (SELECT min(tbl) FROM event WHERE tbl > x.tbl) FROM x WHERE x.tbl NOTNULL)"
                " SELECT tbl FROM x WHERE tbl NOTNULL"
            )
        ]

    def last(self, table):
        """See EventLog.last."""
        rows = self._query(
            f"SELECT {_COLUMNS} FROM event WHERE tbl=? ORDER BY n DESC LIMIT 1", table
        )
        return Entry(*rows[0]) if rows else None

    def positions(self, table):
        """See EventLog.positions."""
        return self._query(
            "SELECT dev, boot, max(seq), max(t) FROM event WHERE tbl=? GROUP BY dev, boot"
            " ORDER BY max(n)",
            table,
        )

    def setup_before(self, table, count):
        """See EventLog.setup_before."""
        rows = self._query(
            "SELECT n FROM event WHERE tbl=? AND what='setup' AND bad IS NULL"
            " ORDER BY n DESC LIMIT 1 OFFSET ?",
            table,
            count - 1,
        )
        return rows[0][0] if rows else 0

    def read(self, table, after=0):
        """See EventLog.read."""
        db = self._open()
        try:
            previous = None
            if after:
                row = db.execute(
                    "SELECT hash FROM event WHERE tbl=? AND n=?", (table, after)
                ).fetchone()
                if row is None:
                    raise LogDamaged(table, after, "event missing")
                previous = row[0]
            cursor = db.execute(
                f"SELECT {_COLUMNS}, hash FROM event WHERE tbl=? AND n>? ORDER BY n",
                (table, after),
            )
            rows = ((Entry(*row[:-1]), row[-1]) for row in cursor)
            yield from chain.verified(table, rows, previous, after)
        except sqlite3.DatabaseError as e:
            raise LogDamaged(table, after, f"the database cannot be read: {e}") from e
        finally:
            db.close()

    def quarantined(self, table, limit=100):
        """The newest quarantined messages of a table: ``[(topic, payload, reason, wall)]``."""
        return self._query(
            "SELECT topic, payload, reason, wall FROM quarantine WHERE tbl=?"
            " ORDER BY id DESC LIMIT ?",
            table, limit,
        )  # fmt: skip

    def gaps(self, table):
        """Events that never came: ``[(dev, boot, first, last, reason, wall)]``, oldest first."""
        return self._query(
            "SELECT dev, boot, first, last, reason, wall FROM gap WHERE tbl=? ORDER BY id", table
        )

    # -- what is computed from the events, and what people decided

    def keep_results(self, hands, alerts):
        """Store finished hands ``(table, n, record)`` and alerts ``(table, n, k, wall, body)``.

        Both are JSON texts. Storing one again changes nothing: a replay computes the same.
        """
        with self._lock:
            self._transaction(
                lambda db: (
                    db.executemany("INSERT OR IGNORE INTO hand VALUES (?,?,?)", hands),
                    db.executemany("INSERT OR IGNORE INTO alert VALUES (?,?,?,?,?)", alerts),
                )
            )

    def hand_numbers(self, table, after=0):
        """Set of the event numbers that ended a stored hand."""
        rows = self._query("SELECT n FROM hand WHERE tbl=? AND n>?", table, after)
        return {row[0] for row in rows}

    def last_hands(self, table, limit):
        """Records (JSON text) of the last finished hands, newest first."""
        rows = self._query(
            "SELECT record FROM hand WHERE tbl=? ORDER BY n DESC LIMIT ?", table, limit
        )
        return [row[0] for row in rows]

    def last_alerts(self, table, limit):
        """``[(n, k, wall, body)]``, newest first."""
        return self._query(
            "SELECT n, k, wall, body FROM alert WHERE tbl=? ORDER BY n DESC, k DESC LIMIT ?",
            table, limit,
        )  # fmt: skip

    def decide(self, table, n, k, act, reason, wall):
        """Store what a person decided about alert (n, k) of a table."""
        with self._lock:
            self._transaction(
                lambda db: db.execute(
                    "INSERT INTO decision (tbl, n, k, act, reason, wall) VALUES (?,?,?,?,?,?)",
                    (table, n, k, act, reason, wall),
                )
            )

    def decisions(self, table, after=0):
        """``{(n, k): (act, reason, wall)}``: the last decision about each alert, n > after."""
        rows = self._query(
            "SELECT n, k, act, reason, wall FROM decision WHERE tbl=? AND n>? ORDER BY id",
            table, after,
        )  # fmt: skip
        return {(n, k): (act, reason, wall) for n, k, act, reason, wall in rows}

    def close(self):
        """See EventLog.close."""
        with self._lock:
            self._writer.close()


def migrate(db):
    """Bring a database to the newest schema, a numbered file at a time, each all or nothing."""
    files = sorted(MIGRATIONS.glob("[0-9]*.sql"))
    newest = int(files[-1].name[:4])
    for path in files:
        db.execute("BEGIN IMMEDIATE")  # whoever comes second finds the work done
        try:
            have = db.execute("PRAGMA user_version").fetchone()[0]
            if have > newest:
                raise LogError(
                    f"the event log has schema {have}, this program knows {newest}: update feltwire"
                )
            if int(path.name[:4]) > have:
                for statement in _statements(path.read_text()):
                    db.execute(statement)
                db.execute(f"PRAGMA user_version={int(path.name[:4])}")
            db.execute("COMMIT")
        except BaseException:
            db.execute("ROLLBACK")
            raise


def _statements(script):
    """The statements of an SQL script, one at a time."""
    text = ""
    for line in script.splitlines(keepends=True):
        text += line
        if sqlite3.complete_statement(text):
            yield text
            text = ""
