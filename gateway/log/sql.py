"""The event log in SQL: what both databases share; ``sqlite`` and ``postgres`` add the rest."""

import contextlib
import threading

from gateway.errors import LogDamaged, LogError
from gateway.log import chain
from gateway.log.base import OPERATOR, Entry, EventLog

COLUMNS = 'tbl, n, dev, boot, seq, t, wall, what, "row", bad'
READERS_IDLE_MAX = 4
N_MAX = 2**63 - 1  # no event has a higher number


class SqlLog(EventLog):
    """See EventLog. ``append`` and the keeping of hands and alerts share one lock.

    A subclass says how to ``_connect``, what ``_transaction`` is, which exceptions are the
    driver's (``_errors``) and which of these mean damage (``_is_damage``).
    """

    _errors = ()
    _mark = "?"  # the driver's placeholder

    def __init__(self, quarantine_rows_max=10_000, heads=None):
        self.quarantine_rows_max = quarantine_rows_max
        self.heads_file = heads
        self._lock = threading.Lock()
        self._heads = {}  # table -> (n, hash) of the last event
        self._unsure = False  # the last transaction failed: was it stored or not?
        self._writer = None
        self.salvaged = False  # built anew from a damaged one: hands and alerts are missing
        self._idle = []  # reading connections nobody uses at the moment

    # -- for the subclass

    def _connect(self):
        raise NotImplementedError

    def _transaction(self, work, table="?"):
        """Run ``work(db)`` on the writing connection, all or nothing.

        LogDamaged (of ``table``) where trying again cannot help, LogError where it may.
        """
        raise NotImplementedError

    def _is_damage(self, error):
        raise NotImplementedError

    def _rows(self, db, sql, args):
        """Iterate rows of a query that may be long, in little memory."""
        raise NotImplementedError

    def _sql(self, sql):
        return sql.replace("?", self._mark) if self._mark != "?" else sql

    def _insert(self, db, sql, rows):
        """Run one statement for each of the rows."""
        raise NotImplementedError

    def folded(self):
        """Hands and alerts of all tables are there (again), whatever ``salvaged`` said."""

    def missing(self):
        """One line when the files of the log were taken away under it; None otherwise."""
        return

    # -- writing

    def append(self, entries, quarantined=(), gaps=()):
        """See EventLog.append."""
        with self._lock:
            if self._unsure and self._is_stored(entries):
                return
            heads, rows = {}, []
            for e in entries:
                n, previous = heads.get(e.table) or self._heads.get(e.table) or self._head(e.table)
                if e.n != n + 1:
                    raise LogDamaged(e.table, e.n, f"the log ends at {n}: somebody else writes it")
                previous = chain.link(previous, e)
                heads[e.table] = (e.n, previous)
                rows.append((*_fields(e), previous))
            table, again = entries[0].table if entries else "?", self._unsure
            try:
                self._commit(table, lambda db: self._store(db, rows, quarantined, gaps))
            except LogDamaged:
                # the commit that seemed to fail may have ended only while this one waited for it
                if not (again and self._is_stored(entries)):
                    raise
            self._heads.update(heads)
        if self.heads_file:
            self.heads_file.note(heads)

    def _commit(self, table, work):
        try:
            self._transaction(work, table)
        except LogError:
            self._unsure = True
            self._heads.clear()  # whatever was read on a connection that fails is read again
            raise
        self._unsure = False

    def _is_stored(self, entries):
        """True when a commit that seemed to fail has stored the entries after all."""
        if not entries:
            return False
        stored = self._from_writer(
            f"SELECT {COLUMNS} FROM event WHERE tbl=? AND n=?", entries[0].table, entries[0].n
        )
        if not stored:
            return False
        if tuple(stored[0]) != _fields(entries[0]):
            e = entries[0]
            raise LogDamaged(e.table, e.n, "somebody else has written it")
        self._unsure = False
        return True

    def _from_writer(self, sql, *args):
        """Rows as the writing connection sees them; lock held."""
        try:
            return self._writing().execute(self._sql(sql), args).fetchall()
        except self._errors as e:
            self._drop_writer()
            raise LogError(f"the event log cannot be read: {one_line(e)}") from e

    def _writing(self):
        """The writing connection, opened again if it was dropped."""
        if self._writer is None:
            self._writer = self._connect()
        return self._writer

    def _drop_writer(self):
        """Forget a writing connection that may be broken; the next use opens another."""

    def _store(self, db, rows, quarantined, gaps):
        marks = ",".join(["?"] * 11)
        self._insert(db, f"INSERT INTO event VALUES ({marks})", rows)
        self._insert(
            db,
            "INSERT INTO quarantine (tbl, topic, payload, reason, wall) VALUES (?,?,?,?,?)",
            [(q.table, q.topic, q.payload, q.reason, q.wall) for q in quarantined],
        )
        self._insert(
            db,
            "DELETE FROM quarantine WHERE tbl=? AND id <= (SELECT id FROM quarantine"
            " WHERE tbl=? ORDER BY id DESC LIMIT 1 OFFSET ?)",
            [(t, t, self.quarantine_rows_max) for t in sorted({q.table for q in quarantined})],
        )
        self._insert(
            db,
            "INSERT INTO gap (tbl, dev, boot, first, last, reason, wall) VALUES (?,?,?,?,?,?,?)",
            [(g.table, g.dev, g.boot, g.first, g.last, g.reason, g.wall) for g in gaps],
        )

    def _head(self, table):
        rows = self._from_writer(
            "SELECT n, hash FROM event WHERE tbl=? ORDER BY n DESC LIMIT 1", table
        ) or self._from_writer("SELECT n, hash FROM anchor WHERE tbl=?", table)
        return (rows[0][0], bytes(rows[0][1])) if rows else (0, chain.start(table))

    def head(self, table):
        """See EventLog.head."""
        with self._lock:
            return self._heads.get(table) or self._head(table)

    # -- reading

    @contextlib.contextmanager
    def _reading(self, table=None, n=0):
        """A connection to read on; what goes wrong comes out as LogDamaged or LogError."""
        db = None
        try:
            try:
                db = self._idle.pop()
            except IndexError:
                db = self._connect()
            yield db
        except (*self._errors, UnicodeDecodeError) as e:
            _close(db)
            db = None
            if self._is_damage(e):
                raise LogDamaged(table, n, f"the database cannot be read: {one_line(e)}") from e
            raise LogError(f"the event log cannot be read: {one_line(e)}") from e
        except BaseException:
            _close(db)
            db = None
            raise
        finally:
            if db is not None and len(self._idle) < READERS_IDLE_MAX:
                self._idle.append(db)
            else:
                _close(db)

    def _query(self, sql, *args):
        was_idle = bool(self._idle)
        try:
            return self._query_once(sql, args)
        except LogDamaged:
            raise
        except LogError:
            if not was_idle:
                raise
            while self._idle:  # the server went away meanwhile: the other idle ones are dead too
                _close(self._idle.pop())
            return self._query_once(sql, args)

    def _query_once(self, sql, args):
        with self._reading(args[0] if args else None) as db:
            return db.execute(self._sql(sql), args).fetchall()

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
            f"SELECT {COLUMNS} FROM event WHERE tbl=? ORDER BY n DESC LIMIT 1", table
        )
        return Entry(*rows[0]) if rows else None

    def hash_at(self, table, n):
        """See EventLog.hash_at."""
        if n == 0:
            return self._start(table)
        rows = self._query("SELECT hash FROM event WHERE tbl=? AND n=?", table, n) or self._query(
            "SELECT hash FROM anchor WHERE tbl=? AND n=?", table, n
        )
        return bytes(rows[0][0]) if rows else None

    def anchor(self, table):
        """See EventLog.anchor."""
        rows = self._query("SELECT n, hash FROM anchor WHERE tbl=?", table)
        return (rows[0][0], bytes(rows[0][1])) if rows else (0, self._start(table))

    def _start(self, table):
        """The hash before a table's first event, of the version its chain has or will have."""
        rows = self._query("SELECT hash FROM event WHERE tbl=? ORDER BY n LIMIT 1", table)
        return chain.start(table, rows[0][0] if rows else None)

    def positions(self, table):
        """See EventLog.positions. One step a boot, however many events it has."""
        ended = "FROM event WHERE tbl=? AND dev=x.dev AND boot=x.boot ORDER BY seq DESC LIMIT 1"
        boots = self._query(
            "WITH RECURSIVE d(dev) AS (SELECT min(dev) FROM event WHERE tbl=? UNION ALL"
            " SELECT (SELECT min(dev) FROM event WHERE tbl=? AND dev > d.dev) FROM d"
            " WHERE d.dev IS NOT NULL),"
            " x(dev, boot) AS (SELECT d.dev, (SELECT min(boot) FROM event WHERE tbl=?"
            " AND dev=d.dev) FROM d WHERE d.dev<>? UNION ALL"
            " SELECT x.dev, (SELECT min(boot) FROM event WHERE tbl=? AND dev=x.dev"
            " AND boot > x.boot) FROM x WHERE x.boot IS NOT NULL)"
            f" SELECT dev, boot, (SELECT seq {ended}), (SELECT n {ended}) FROM x"
            " WHERE x.boot IS NOT NULL",
            table, table, table, OPERATOR, table, table, table,
        )  # fmt: skip
        found = []
        for dev, boot, seq, n in sorted(boots, key=lambda row: row[3]):
            rows = self._query("SELECT dev, boot, seq, t FROM event WHERE tbl=? AND n=?", table, n)
            if [tuple(r[:3]) for r in rows] != [(dev, boot, seq)]:
                raise LogDamaged(table, n, "index and event do not agree")
            found += rows
        held = {(row[0], row[1]) for row in found}
        old = self._query(
            "SELECT dev, boot, seq, t FROM archived_boot WHERE tbl=? AND dev<>? ORDER BY n",
            table, OPERATOR,
        )  # fmt: skip
        old = [tuple(row) for row in old if (row[0], row[1]) not in held]
        return old + [tuple(row[:4]) for row in found]

    def riffle_before(self, table, count):
        """See EventLog.riffle_before."""
        rows = self._query(
            "SELECT n FROM event WHERE tbl=? AND what='riffle' AND bad IS NULL"
            " ORDER BY n DESC LIMIT 1 OFFSET ?",
            table, count - 1,
        )  # fmt: skip
        return rows[0][0] if rows else 0

    def first_riffle(self, table, after):
        """See EventLog.first_riffle."""
        rows = self._query(
            "SELECT n FROM event WHERE tbl=? AND what='riffle' AND bad IS NULL AND n>?"
            " ORDER BY n LIMIT 1",
            table, after,
        )  # fmt: skip
        return rows[0][0] if rows else 0

    def setup_before(self, table, count, last=None):
        """See EventLog.setup_before."""
        rows = self._query(
            "SELECT n FROM event WHERE tbl=? AND what='setup' AND bad IS NULL AND n<=?"
            " ORDER BY n DESC LIMIT 1 OFFSET ?",
            table, N_MAX if last is None else last, count - 1,
        )  # fmt: skip
        if not rows:
            return 0
        n = rows[0][0]
        if self._query("SELECT what FROM event WHERE tbl=? AND n=?", table, n) != [("setup",)]:
            raise LogDamaged(table, n, "index and event do not agree")
        return n

    def read(self, table, after=0):
        """See EventLog.read."""
        n, previous = self.anchor(table)
        if after > n:
            n, previous = after, self.hash_at(table, after)
            if previous is None:
                raise LogDamaged(table, after, "event missing")
        with self._reading(table, n) as db:
            last = self._rows(
                db, "SELECT n FROM event WHERE tbl=? ORDER BY n DESC LIMIT 1", (table,)
            )
            end = max((row[0] for row in last), default=0)
            found = self._rows(
                db, f"SELECT {COLUMNS}, hash FROM event WHERE tbl=? AND n>? ORDER BY n", (table, n)
            )
            rows = ((Entry(*row[:-1]), row[-1]) for row in found)
            for entry in chain.verified(table, rows, previous, n):
                n = entry.n
                yield entry
            if n < end:  # a damaged key looks like the end of the table
                raise LogDamaged(table, n + 1, "event missing, later ones are there")

    def operations(self, table, after=0):
        """See EventLog.operations."""
        rows = self._query(
            f"SELECT {COLUMNS} FROM event WHERE tbl=? AND n>? AND dev='{OPERATOR}' ORDER BY n",
            table, after,
        )  # fmt: skip
        return [Entry(*row) for row in rows]

    def operations_held(self, table):
        """How many entries ``operations`` finds, in little memory."""
        rows = self._query(
            f"SELECT count(*) FROM (SELECT n FROM event WHERE tbl=? AND dev='{OPERATOR}'"
            " ORDER BY n) x",
            table,
        )  # fmt: skip
        return rows[0][0]

    def operation_count(self, table):
        """How many OPERATOR entries a table has, archived ones included."""
        rows = self._query(
            "SELECT max(seq) FROM (SELECT seq FROM event WHERE tbl=? AND dev=? UNION ALL"
            " SELECT seq FROM archived_boot WHERE tbl=? AND dev=?) x",
            table, OPERATOR, table, OPERATOR,
        )  # fmt: skip
        return rows[0][0] or 0

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

    # -- what is computed from the events, kept so that a restart need not read them all

    def keep_results(self, hands, alerts, withdrawn=()):
        """Store finished hands ``(table, n, record)`` and alerts ``(table, n, k, wall, body)``.

        Both are JSON texts. Storing one again changes nothing: a replay computes the same. Alerts
        that were ``withdrawn`` take the place of what was stored of them.
        """

        hands = [(*row, chain.sum_of(*row)) for row in hands]
        alerts = [(*row, chain.sum_of(*row)) for row in alerts]
        withdrawn = [(*row, chain.sum_of(*row)) for row in withdrawn]

        def work(db):
            self._insert(db, "INSERT INTO hand VALUES (?,?,?,?) ON CONFLICT DO NOTHING", hands)
            sql = "INSERT INTO alert VALUES (?,?,?,?,?,?) ON CONFLICT DO NOTHING"
            self._insert(db, sql, alerts)
            sql = (
                "INSERT INTO alert VALUES (?,?,?,?,?,?)"
                " ON CONFLICT (tbl, n, k) DO UPDATE SET body=excluded.body, sum=excluded.sum"
            )
            self._insert(db, sql, withdrawn)

        with self._lock:
            self._transaction(work)

    def hand_numbers(self, table, after=0):
        """Set of the event numbers that ended a stored hand."""
        rows = self._query("SELECT n FROM hand WHERE tbl=? AND n>?", table, after)
        return {row[0] for row in rows}

    def last_hands(self, table, limit):
        """Records (JSON text) of the last finished hands, newest first."""
        rows = self._query(
            "SELECT n, record, sum FROM hand WHERE tbl=? ORDER BY n DESC LIMIT ?", table, limit
        )
        for n, record, stored in rows:
            _check_sum(table, stored, n, record)
        return [row[1] for row in rows]

    def hands_back(self, table, limit):
        """Iterate ``(n, record)`` of what ``last_hands`` gives, in little memory."""
        sql = "SELECT n, record, sum FROM hand WHERE tbl=? ORDER BY n DESC LIMIT ?"
        with self._reading(table) as db:
            for n, record, stored in self._rows(db, sql, (table, limit)):
                _check_sum(table, stored, n, record)
                yield n, record

    def hands_after(self, table, n, limit):
        """Iterate ``(n, record)`` of hands beyond ``n``, oldest first, at most the newest
        ``limit``."""
        first = self._query(
            "SELECT n FROM hand WHERE tbl=? AND n>? ORDER BY n DESC LIMIT 1 OFFSET ?",
            table, n, limit - 1,
        )  # fmt: skip
        sql = "SELECT n, record, sum FROM hand WHERE tbl=? AND n>=? ORDER BY n"
        with self._reading(table) as db:
            for at, record, stored in self._rows(db, sql, (table, first[0][0] if first else n + 1)):
                _check_sum(table, stored, at, record)
                yield at, record

    def last_alerts(self, table, limit):
        """``[(n, k, wall, body)]``, newest first."""
        rows = self._query(
            "SELECT n, k, wall, body, sum FROM alert WHERE tbl=? ORDER BY n DESC, k DESC LIMIT ?",
            table, limit,
        )  # fmt: skip
        for n, k, wall, body, stored in rows:
            _check_sum(table, stored, n, k, wall, body)
        return [tuple(row[:4]) for row in rows]

    def alerts_back(self, table, limit):
        """Iterate what ``last_alerts`` gives, in little memory."""
        sql = "SELECT n, k, wall, body, sum FROM alert WHERE tbl=? ORDER BY n DESC, k DESC LIMIT ?"
        with self._reading(table) as db:
            for n, k, wall, body, stored in self._rows(db, sql, (table, limit)):
                _check_sum(table, stored, n, k, wall, body)
                yield n, k, wall, body

    def old_decisions(self, table):
        """``{(n, k): (act, reason, wall)}`` of decisions made before they went into the chain."""
        rows = self._query(
            "SELECT n, k, act, reason, wall FROM decision WHERE tbl=? ORDER BY id", table
        )
        return {(n, k): (act, reason, wall) for n, k, act, reason, wall in rows}

    # -- backups and retention, see gateway/log/backup.py

    def rows_of(self, part, columns, table):
        """Iterate rows of one of the tables beside the events."""
        with self._reading(table) as db:
            yield from self._rows(db, f"SELECT {columns} FROM {part} WHERE tbl=?", (table,))

    def last_before(self, table, wall_ms):
        """``n`` before which every event came in before a time; 0 when there is none."""
        rows = self._query("SELECT min(n) FROM event WHERE tbl=? AND wall>=?", table, wall_ms)
        if rows[0][0] is not None:
            return rows[0][0] - 1
        return self._query("SELECT max(n) FROM event WHERE tbl=?", table)[0][0] or 0

    def remove_before(self, table, n, digest, wall_ms):
        """Events up to ``n`` (whose hash is ``digest``) go; an anchor stays in their place."""

        def work(db):
            self._insert(db, "DELETE FROM anchor WHERE tbl=?", [(table,)])
            self._insert(db, "INSERT INTO anchor VALUES (?,?,?,?)", [(table, n, digest, wall_ms)])
            self._insert(
                db,
                "INSERT INTO archived_boot SELECT tbl, dev, boot, max(seq), max(t), max(n)"
                " FROM event WHERE tbl=? AND n<=? GROUP BY tbl, dev, boot"
                " ON CONFLICT (tbl, dev, boot) DO UPDATE SET"
                " seq=excluded.seq, t=excluded.t, n=excluded.n",
                [(table, n)],
            )
            for part in ("event", "hand", "alert", "decision"):
                self._insert(db, f"DELETE FROM {part} WHERE tbl=? AND n<=?", [(table, n)])

        with self._lock:
            self._transaction(work, table)

    def close(self):
        """See EventLog.close."""
        with self._lock:
            while self._idle:
                _close(self._idle.pop())
            _close(self._writer)
            self._writer = None
            if self.heads_file:
                self.heads_file.close()


def _check_sum(table, stored, n, *values):
    if stored is not None and bytes(stored) != chain.sum_of(table, n, *values):
        raise LogDamaged(table, n, "what was computed from it does not match its sum")


def _fields(e):
    return (e.table, e.n, e.dev, e.boot, e.seq, e.t, e.wall, e.what, e.row, e.bad)


def _close(db):
    if db is not None:
        with contextlib.suppress(Exception):  # a broken connection is gone either way
            db.close()


def one_line(error):
    """A driver's message as one line."""
    return " ".join(str(error).split())
