"""PostgreSQL: one that dies in the middle of a burst loses nothing acknowledged, and goes on; one
that cannot hold what is logged is refused at the start."""

import random

import psycopg
import pytest

from gateway.errors import LogError
from gateway.log.postgres import PostgresLog
from tests.gateway import pgkill
from tests.gateway.real_postgres import running


@pytest.fixture(scope="module")
def server():
    with running() as made:
        yield made


def test_a_database_that_does_not_hold_every_name_is_refused_in_a_line(server):
    with psycopg.connect(server.own_url(), autocommit=True) as db:
        db.execute("CREATE DATABASE plain ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0")
    url = server.own_url().replace("/postgres", "/plain")
    with pytest.raises(LogError, match=r"plain is encoded in SQL_ASCII.*createdb --encoding UTF8"):
        PostgresLog(url)


def test_killed_in_mid_burst(tmp_path, server):
    count, sent = pgkill.burst(tmp_path, server, server.url(), 2, random.Random(7))
    assert count.good(), count.line()
    assert sent > 2 * pgkill.BATCH
