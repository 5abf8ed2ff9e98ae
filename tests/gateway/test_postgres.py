"""PostgreSQL dies in the middle of a burst: nothing acknowledged is lost, and it goes on."""

import random

from tests.gateway import pgkill
from tests.gateway.postgres import Postgres


def test_killed_in_mid_burst(tmp_path):
    server = Postgres()
    try:
        server.start()
        count, sent = pgkill.burst(tmp_path, server, server.url(), 2, random.Random(7))
    finally:
        server.stop()
    assert count.good(), count.line()
    assert sent > 2 * pgkill.BATCH
