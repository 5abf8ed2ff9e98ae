"""Event logs to test with: each test that asks for ``place`` runs on every database."""

import pytest

from gateway.log.heads import HeadFile
from gateway.log.sqlite import SqliteLog


@pytest.fixture(scope="session")
def postgres():
    """A PostgreSQL server that runs for the whole session."""
    from tests.gateway.real_postgres import running

    with running() as server:
        yield server


class Place:
    """Where one log lies: opened, closed, opened again; ``sql`` changes it behind its back."""

    def __init__(self, folder, url):
        self.folder, self.url = folder, url
        self.path = folder / "log" / "events.sqlite3"
        self.opened = []

    def open(self, **more):
        """The log, opened by the production code."""
        heads = HeadFile(self.folder / "log" / "heads") if more.pop("heads", False) else None
        if self.url:
            from gateway.log.postgres import PostgresLog

            log = PostgresLog(self.url, heads=heads, **more)
        else:
            log = SqliteLog(self.path, heads=heads, **more)
        self.opened.append(log)
        return log

    def sql(self, *statements):
        """Run statements as an intruder would."""
        if self.url:
            import psycopg

            with psycopg.connect(self.url, autocommit=True) as db:
                for statement in statements:
                    db.execute(statement)
        else:
            import sqlite3

            db = sqlite3.connect(self.path, isolation_level=None)
            for statement in statements:
                db.execute(statement)
            db.close()

    def close(self):
        for log in self.opened:
            log.close()


@pytest.fixture(params=["sqlite", "postgres"])
def place(request, tmp_path):
    """An empty place for a log, in each database."""
    url = request.getfixturevalue("postgres").url() if request.param == "postgres" else ""
    made = Place(tmp_path, url)
    yield made
    made.close()


@pytest.fixture
def log(place):
    """An empty log, in each database."""
    return place.open()
