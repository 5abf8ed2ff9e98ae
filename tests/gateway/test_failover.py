"""PostgreSQL with a standby: what an acknowledgement means when the primary dies for good."""

import psycopg
import pytest

from gateway.errors import LogError, PeopleError
from gateway.log import connection
from gateway.log.postgres import PostgresLog
from gateway.people.cluster_store import SharedDatabase
from gateway.people.store import People
from tests.gateway.pgfailover import BATCH, LATER_MS, Burst
from tests.gateway.standby import Pair

GIVEN_UP_MS = 1500  # in place of 10 s: how long a standby is waited for; one that runs is faster
WHY = "standby has not confirmed"


@pytest.fixture(scope="module")
def pair():
    """Every test leaves it as it found it: a primary and its synchronous standby."""
    made = Pair()
    yield made
    made.stop()


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(connection, "STATEMENT_MS", GIVEN_UP_MS)


def stored(pair, schema):
    """Events in the primary's own table."""
    with psycopg.connect(pair.primary.own_url()) as db:
        return db.execute(f"SELECT count(*) FROM {schema}.event").fetchone()[0]


def test_a_primary_dies_in_mid_burst_and_gateway_and_people_go_on(pair, tmp_path):
    people = People(SharedDatabase(pair.url("burst")))
    people.add("dora", "director", "correct horse battery")
    token, _who = people.sessions.log_in("dora", "director", None, "x", 3_600_000)
    burst = Burst(tmp_path, pair)
    burst.round(0.3)
    assert burst.end().good(), burst.count.line()
    people._db._refused = (0.0, "")  # a second later
    assert people.sessions.who(token, "x", ("login",)).name == "dora"
    people.note("act", "somebody")
    assert people.check_acts()[0] == 3
    people.close()
    print(f"\n{burst.count.line()}; {burst.longest_s:.1f} s from death to acknowledgement")


def test_what_the_standby_has_not_confirmed_is_not_acknowledged(pair, tmp_path, impatient):
    """Not when the server stops waiting, not over a new connection, not after its restart."""
    burst = Burst(tmp_path, pair, "unsure")
    burst.send()
    assert burst.acked() == BATCH
    people = People(SharedDatabase(pair.url("unsure")))
    pair.standby.freeze()
    try:
        burst.send()
        assert burst.rig.ingest.blocked() and burst.acked() == BATCH
        assert stored(pair, "unsure") == 2 * BATCH, "whoever believed the primary would be wrong"
        burst.rig.later(LATER_MS)
        assert burst.acked() == BATCH
        with pytest.raises(PeopleError, match=WHY):
            people.note("act", "somebody")
        pair.primary.kill()
        pair.primary.start()  # it comes back by itself, without its standby
        burst.rig.later(LATER_MS)
        assert burst.acked() == BATCH
        with pytest.raises(LogError, match=WHY):
            PostgresLog(pair.url("unsure"))  # a gateway that begins now does not begin with it
    finally:
        people.close()
        pair.standby.thaw()
    pair.follows()
    burst.rig.later(LATER_MS)
    assert burst.acked() == 2 * BATCH and not burst.rig.ingest.blocked()
    assert burst.end().good(), burst.count.line()


def test_without_a_synchronous_standby_acknowledged_events_are_lost(pair, tmp_path):
    """The control: what the promise rests on is the setting, and a loss would be seen."""
    burst = Burst(tmp_path, pair, "asynchronous")
    burst.send()
    pair.demand(synchronous=False)
    pair.standby.kill()
    burst.send()
    assert burst.acked() == 2 * BATCH
    pair.primary.kill()
    pair.standby.start()
    pair.fail_over()
    burst.look(burst.acked())
    assert burst.count.lost == BATCH
    burst.send()
    burst.rig.later(LATER_MS)
    assert burst.acked() == 2 * BATCH and "7" in burst.rig.ingest.damaged, "not in silence"
    burst.rig.close()
    pair.attach()
