"""One PostgreSQL log that several gateways write, each its own tables, and all follow.

A gateway claims a table before it writes it: that raises the table's epoch. Each commit holds the
epochs it was made under (``FOR SHARE``), so a claim waits for a commit that is under way, and
whoever comes later with an older epoch commits nothing (``Fenced``).
"""

from gateway.errors import LogDamaged, LogError
from gateway.log import chain, connection
from gateway.log.base import Entry
from gateway.log.postgres import PostgresLog
from gateway.log.sql import COLUMNS

ROWS_MAX = 500  # of a table, in one reading
LIVING_S = 6  # a gateway not heard of for so long does not count
FORGET_S = 86_400
_OURS = ", ".join("e." + name for name in COLUMNS.split(", "))


class Fenced(LogError):
    """Other gateways have taken ``tables`` over; nothing was stored."""

    def __init__(self, tables):
        super().__init__(f"taken over by another gateway: table {', '.join(sorted(tables))}")
        self.tables = tables


class SharedLog(PostgresLog):
    """See the module and EventLog."""

    def __init__(self, *args, **named):
        self._fence = None
        super().__init__(*args, **named)

    def _connect(self):
        return connection.connect(self._url, connection.IDLE_MS)

    # -- writing

    def append(self, entries, quarantined=(), gaps=(), fence=None):
        """See EventLog.append. ``fence``: ``{table: epoch}`` of the tables written; Fenced."""
        self._fence = fence
        try:
            super().append(entries, quarantined, gaps)
        except LogDamaged:
            lost = self._lost_now(fence)
            if lost:  # no damage: its new owner has gone on
                raise Fenced(lost) from None
            raise

    def _is_stored(self, entries):
        if self._lost_now(self._fence):
            return False  # the fence will say so; what stands there is another's
        return super()._is_stored(entries)

    def _store(self, db, rows, quarantined, gaps):
        lost = _lost(db, self._fence, " FOR SHARE") if self._fence else ()
        if lost:
            raise Fenced(lost)
        super()._store(db, rows, quarantined, gaps)

    def _lost_now(self, fence):
        if not fence:
            return ()
        with self._reading() as db:
            return _lost(db, fence, "")

    def claim(self, tables, who):
        """Become the one that writes these tables: ``{table: epoch}``."""
        found = {}

        def work(db):
            found.update(
                db.execute(
                    "INSERT INTO owner SELECT t, %s, 1 FROM unnest(%s::text[]) t ORDER BY t"
                    " ON CONFLICT (tbl) DO UPDATE SET"
                    " gateway=excluded.gateway, epoch=owner.epoch+1 RETURNING tbl, epoch",
                    (who, sorted(tables)),
                ).fetchall()
            )

        with self._lock:
            self._transaction(work)
            for table in tables:
                self._heads.pop(table, None)
        return found

    def seen(self, who):
        """This gateway is alive; the names of all that are, by the database's clock."""

        def work(db):
            db.execute(
                "INSERT INTO gateway VALUES (%s, now())"
                " ON CONFLICT (name) DO UPDATE SET seen=excluded.seen",
                (who,),
            )
            db.execute(f"DELETE FROM gateway WHERE seen < now() - interval '{FORGET_S} s'")

        with self._lock:
            self._transaction(work)
        return self.living()

    def gone(self, who):
        """This gateway ends."""
        with self._lock:
            self._transaction(lambda db: db.execute("DELETE FROM gateway WHERE name=%s", (who,)))

    # -- reading

    def living(self):
        """Names of the gateways that are alive, sorted. Who was seen later than it is now died
        before the database's clock was set back: the others have told it anew."""
        live = f"interval '{LIVING_S} s'"
        rows = self._query(
            f"SELECT name FROM gateway WHERE seen BETWEEN now() - {live} AND now() + {live}"
            " ORDER BY name"
        )
        return [row[0] for row in rows]

    def owners(self):
        """``{table: (gateway, epoch, n)}``: who writes a table, and how long its log is."""
        rows = self._query(
            "SELECT o.tbl, o.gateway, o.epoch,"
            " (SELECT n FROM event e WHERE e.tbl=o.tbl ORDER BY n DESC LIMIT 1) FROM owner o"
        )
        return {table: (who, epoch, n or 0) for table, who, epoch, n in rows}

    def since(self, heads):
        """What follows after ``heads``, ``{table: (n, hash)}``: ``[(entries, head or why)]``.

        One pair a table that has something new, at most ``ROWS_MAX`` entries of each; in place of
        the new head stands a LogDamaged where the chain breaks. One question for all tables.
        """
        if not heads:
            return []
        names = sorted(heads)
        rows = self._query(
            f"SELECT {_OURS}, e.hash FROM unnest(%s::text[], %s::bigint[]) AS u(tbl, n)"
            f" CROSS JOIN LATERAL (SELECT * FROM event WHERE tbl = u.tbl COLLATE \"C\""
            f" AND n > u.n ORDER BY n LIMIT {ROWS_MAX}) e ORDER BY e.tbl, e.n",
            names, [heads[name][0] for name in names],
        )  # fmt: skip
        by_table = {}
        for row in rows:
            by_table.setdefault(row[0], []).append((Entry(*row[:-1]), bytes(row[-1])))
        return [_checked(table, rows, heads[table]) for table, rows in by_table.items()]


def _checked(table, rows, head):
    entries = []
    try:
        for entry in chain.verified(table, rows, head[1], head[0]):
            entries.append(entry)
    except LogDamaged as e:
        return entries, e
    return entries, (rows[-1][0].n, rows[-1][1])


def _lost(db, fence, lock):
    """Tables of the fence whose epoch is another by now."""
    rows = db.execute(f"SELECT tbl, epoch FROM owner WHERE tbl = ANY(%s){lock}", (sorted(fence),))
    held = dict(rows.fetchall())
    return [table for table, epoch in sorted(fence.items()) if held.get(table) != epoch]
