"""Opens the event log the settings name: SQLite in the data folder, or PostgreSQL."""

from gateway.errors import LogError
from gateway.log.heads import HeadFile
from gateway.log.sqlite import SqliteLog

POSTGRES = ("postgresql://", "postgres://")


def open_log(settings):
    """The EventLog of the settings, with the file of its heads. LogError with one line."""
    heads = HeadFile(settings.heads_path())
    if not settings.log_url:
        return SqliteLog(settings.log_path(), settings.quarantine_rows_max, heads)
    if not settings.log_url.startswith(POSTGRES):
        raise LogError("log_url must begin with postgresql://, or be empty for SQLite")
    try:
        from gateway.log.postgres import PostgresLog  # psycopg is an extra
    except ImportError:
        text = "PostgreSQL needs psycopg: pip install 'feltwire[postgres]'"
        raise LogError(text) from None
    return PostgresLog(settings.log_url, settings.quarantine_rows_max, heads)
