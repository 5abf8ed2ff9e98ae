"""Opens the event log the settings name: SQLite in the data folder, or PostgreSQL."""

from pathlib import Path

from gateway import extras
from gateway.errors import LogDamaged, LogError
from gateway.log.heads import HeadFile
from gateway.log.salvage import WAL_KEPT, beside, salvage, take_up
from gateway.log.sqlite import SqliteLog

CHECK_BYTES_MAX = 256 << 20  # the structure of larger files is checked by the first reads only
POSTGRES = ("postgresql://", "postgres://")


def open_log(settings):
    """The EventLog of the settings, with the file of its heads. LogError with one line."""
    heads = HeadFile(settings.heads_path())
    if not settings.log_url:
        return open_sqlite(settings.log_path(), settings.quarantine_rows_max, heads)
    if not settings.log_url.startswith(POSTGRES):
        raise LogError("log_url must begin with postgresql://, or be empty for SQLite")
    try:
        from gateway.log.cluster_log import SharedLog
        from gateway.log.postgres import PostgresLog  # psycopg is an extra
    except ImportError:
        raise LogError(extras.missing("PostgreSQL", "postgres")) from None
    kind = SharedLog if settings.cluster_url else PostgresLog
    return kind(settings.log_url, settings.quarantine_rows_max, heads)


def open_sqlite(path, quarantine_rows_max=10_000, heads=None):
    """A SqliteLog; built anew from what can be saved when its files are damaged.

    Damage inside the WAL looks to SQLite like its end: there the heads tell, and the WAL is read
    before SQLite cuts it off.
    """
    path = Path(path)
    take_up(path)
    wal = _wal_of(path)
    try:
        log = SqliteLog(path, quarantine_rows_max, heads)
    except LogDamaged:
        return salvage(path, heads, wal)
    try:
        if log.size() <= CHECK_BYTES_MAX:
            log.check_structure()
        for table in log.tables():
            log.last(table)
        short = bool(heads) and _falls_short(log, heads, wal)
    except LogDamaged:
        short = True
    except LogError:
        log.close()
        raise
    if not short:
        log.salvaged = log.unfolded.exists()  # a start was killed before it had folded it
        return log
    log.heads_file = None  # the new log goes on with it
    log.close()
    return salvage(path, heads, wal)


def _wal_of(path):
    kept, wal = beside(path, WAL_KEPT), beside(path, "-wal")
    wal = kept if kept.exists() else wal
    try:
        return wal.read_bytes() if wal.stat().st_size <= CHECK_BYTES_MAX else b""
    except OSError:
        return b""


def _falls_short(log, heads, wal):
    """True when a table has fewer events than were committed, and they may be found: in the WAL, or
    under the name of a table that no head knows."""
    known = heads.heads()
    if not wal and not (known and set(log.tables()) - set(known)):
        return False
    return any(log.hash_at(table, n) is None for table, (n, _h, _f) in known.items())
