"""Whoever ends in the middle of a migration leaves a database that the next start brings on."""

import itertools
import os
import random
import signal

import pytest

from gateway.log import schema
from gateway.log import sqlite as sqlite_log
from gateway.log.sqlite import SqliteLog
from gateway.people.database import FileDatabase
from tests.gateway.disk import Disk
from tests.gateway.gateway_rig import NAME, lay_out

CUTS = 1  # at each write
EVENTS = 40
EVENT = (
    "INSERT INTO event (tbl, n, dev, boot, seq, t, wall, what, row, hash)"
    " VALUES ('7', {n}, 'c1', 1, {n}, 0, 5, 'riffle', '[]', {hash})"
)


@pytest.fixture
def first(monkeypatch):
    """``with first():`` a log is made as the first program made it."""

    class First:
        def __enter__(self):
            monkeypatch.setattr(schema, "files", lambda *place: self.every(*place)[:1])
            sqlite_log._fresh_schema.cache_clear()

        def __exit__(self, *_error):
            monkeypatch.setattr(schema, "files", self.every)
            sqlite_log._fresh_schema.cache_clear()

    First.every = staticmethod(schema.files)
    return First


def killed_at(step, work):
    """Whether a process that does ``work`` was killed before it ran statement ``step`` of the
    migrations it found to do; False: it came to its end."""
    child = os.fork()
    if not child:
        try:
            left, statements = itertools.count(step, -1), schema.statements
            schema.statements = lambda path: (kill(left, one) for one in statements(path))
            work()
            os._exit(0)
        finally:
            os._exit(1)  # an error
    _pid, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0
    return os.WIFSIGNALED(status)


def kill(left, statement):
    if next(left) == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    return statement


def test_a_log_is_whole_whichever_statement_of_a_migration_its_gateway_was_killed_at(place, first):
    with first():
        place.open().close()
    place.sql(*(EVENT.format(n=n + 1, hash=r"'\x00'" if place.url else "x'00'") for n in range(3)))
    steps = next(n for n in itertools.count() if not killed_at(n, place.open))
    assert steps > 1
    log = place.open()
    assert [row[0] for row in log._query("SELECT n FROM event ORDER BY n")] == [1, 2, 3]
    assert log.anchor("7")[0] == 0 and log._query("SELECT sum FROM hand") == []


def test_a_log_is_made_whichever_statement_its_first_gateway_was_killed_at(place):
    assert next(n for n in itertools.count() if not killed_at(n, place.open)) > 8
    assert place.open().tables() == []


def test_people_are_kept_whichever_statement_their_gateway_was_killed_at(tmp_path):
    def work():
        return FileDatabase(tmp_path)

    assert next(n for n in itertools.count() if not killed_at(n, work)) > 5
    assert work().rows("SELECT count(*) FROM person") == [(0,)]


@pytest.mark.parametrize("old", [False, True])
def test_a_power_cut_at_any_write_of_a_migration_leaves_what_was_there(tmp_path, first, old):
    live = tmp_path / "live"
    if old:
        with first():
            log = SqliteLog(live / NAME)
            for n in range(EVENTS):
                log._writer.execute(EVENT.format(n=n + 1, hash="x'00'"))
            log.close()
    rng, seen = random.Random(1), []

    def look(disk):
        for files in [disk.after_kill(), *(disk.after_cut(rng) for _ in range(CUTS))]:
            log = SqliteLog(lay_out(tmp_path / "after", files) / NAME)
            log.check_structure()
            seen.append(log._query("SELECT count(*) FROM event")[0][0])
            log.close()

    disk = Disk(on_op=look)
    disk.put({path.name: path.read_bytes() for path in live.glob("*")})
    live.mkdir(exist_ok=True)
    SqliteLog(live / NAME, connect=disk.connect).close()
    assert len(seen) > 20 and set(seen) == {EVENTS if old else 0}
