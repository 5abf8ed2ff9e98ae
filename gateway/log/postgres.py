"""The event log in PostgreSQL: psycopg 3, ``synchronous_commit=on``, numbered migrations."""

import contextlib

import psycopg

from gateway.errors import LogDamaged, LogError
from gateway.log import connection, schema
from gateway.log.sql import SqlLog, one_line

NAME = "postgres"
READ_ROWS = 2000  # fetched at a time
_HOPELESS = (psycopg.IntegrityError, psycopg.DataError, UnicodeEncodeError)
_DAMAGE = {"XX001", "XX002"}  # data_corrupted, index_corrupted


class PostgresLog(SqlLog):
    """See EventLog. ``url``: ``postgresql://user@host:port/database``, as libpq takes it.

    A password belongs into ``~/.pgpass``; one in the URL is never shown.
    """

    _errors = (psycopg.Error, OSError)
    _mark = "%s"

    def __init__(self, url, quarantine_rows_max=10_000, heads=None):
        super().__init__(quarantine_rows_max, heads)
        self._url = url
        try:
            self._writing()
            connection.demand_fit(self._writer)
            connection.migrate(self._writer, NAME)
        except (psycopg.Error, OSError) as e:
            self._drop_writer()
            raise LogError(f"cannot open the event log in PostgreSQL: {one_line(e)}") from None
        except LogError:
            self._drop_writer()
            raise

    @classmethod
    def read_only(cls, url):
        """The log as it is there: not made, not migrated. LogError when it cannot be read, or is of
        an older schema; None when the database holds no log yet."""
        log = cls.__new__(cls)
        SqlLog.__init__(log)
        log._url, log._connect = url, log._connect_read_only
        with log._reading() as db:
            if db.execute("SELECT to_regclass('schema_version')").fetchone()[0] is None:
                return None
            have = db.execute("SELECT max(n) FROM schema_version").fetchone()[0] or 0
        schema.check(have, NAME)
        if have < schema.newest(NAME):
            raise LogError(f"the event log has the older schema {have}: the next start migrates it")
        return log

    def _connect_read_only(self):
        db = type(self)._connect(self)
        db.execute("SET default_transaction_read_only=on")
        return db

    def _connect(self):
        return connection.connect(self._url)

    def _writing(self):
        """See SqlLog. What is read on it, or after it was opened, is at the standby."""
        if self._writer is None:
            self._writer = self._connect()
            connection.confirm(self._writer)
        return self._writer

    def _drop_writer(self):
        if self._writer is not None:
            with contextlib.suppress(psycopg.Error, OSError):
                self._writer.close()
        self._writer = None

    def _insert(self, db, sql, rows):
        if rows:
            with db.cursor() as cursor:
                cursor.executemany(self._sql(sql), rows)

    def _rows(self, db, sql, args):
        with db.transaction(), db.cursor(name="read") as cursor:
            cursor.itersize = READ_ROWS
            yield from cursor.execute(self._sql(sql), args)

    def _transaction(self, work, table="?"):
        try:
            db = self._writing()
            with db.changing():
                work(db)
        except (psycopg.Error, OSError, UnicodeEncodeError) as e:
            self._drop_writer()
            if isinstance(e, _HOPELESS) or self._is_damage(e):
                raise LogDamaged(table, 0, f"it cannot be written: {one_line(e)}") from e
            raise LogError(f"the event log cannot be written: {one_line(e)}") from e

    def _is_damage(self, error):
        return isinstance(error, UnicodeDecodeError) or getattr(error, "sqlstate", "") in _DAMAGE
