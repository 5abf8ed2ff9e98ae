"""Two gateways and one log: one writes a table, whoever lost it stores nothing, none misses any."""

import json
import random

import psycopg
import pytest

from gateway.cluster.ingest import TAKEN
from gateway.errors import LogDamaged
from gateway.log import cluster_log
from shared_rules import topics
from tests.cluster.shared_log_rig import Member, events, seqs
from tests.samples import in_soak

TABLES = ("1", "2", "3")


@pytest.fixture
def pair(postgres):
    """Two gateways on an empty log."""
    url = postgres.url()
    peers = []
    peers += [Member(url, "a", peers), Member(url, "b", peers)]
    yield peers
    for member in peers:
        member.log.close()


def test_the_first_message_of_a_table_makes_it_ours(pair):
    a, b = pair
    a.take(events("1", 1, 3))
    assert a.ingest.owns("1") and not b.ingest.owns("1")
    assert a.acked == {"1": 3} and a.shown == {"1": [1, 2, 3]}
    assert a.log.owners() == {"1": ("a", 1, 3)}


def test_the_others_show_what_the_owner_commits(pair):
    a, b = pair
    a.take(events("1", 1, 3), events("2", 1, 1))
    b.follow()
    a.take(events("1", 4, 5))
    b.grown("1")
    assert b.shown == {"1": [1, 2, 3, 4, 5], "2": [1]} and b.acked == {}


def test_a_table_is_taken_over_in_the_middle_of_its_events(pair):
    a, b = pair
    a.take(events("1", 1, 3))
    b.take(events("1", 4, 6))
    assert b.ingest.owns("1") and b.acked == {"1": 6}
    assert seqs(b.log, "1") == [(1, n) for n in range(1, 7)]
    assert b.shown["1"] == [1, 2, 3, 4, 5, 6]


def test_who_wakes_late_commits_nothing_and_tells_nobody(pair):
    a, b = pair
    a.take(events("1", 1, 3), events("2", 1, 1))
    b.take(events("1", 4, 4))
    a.acked.clear()
    a.take(events("1", 4, 5), events("2", 2, 2))
    assert a.acked == {"2": 2}, "its other table goes on"
    assert a.taken() == {"1"} and not a.ingest.owns("1") and not a.damage
    assert seqs(b.log, "1") == [(1, 1), (1, 2), (1, 3), (1, 4)]
    assert a.shown["1"] == [1, 2, 3, 4], "what b has committed, and nothing of its own"
    a.take(events("1", 4, 5))  # it is given the same message again: the shard is its own
    assert a.acked == {"1": 5, "2": 2} and a.shown["1"] == [1, 2, 3, 4, 5]


def test_without_the_fence_the_late_one_breaks_the_table(pair, monkeypatch):
    """The proof that the tests above would notice."""
    a, b = pair
    a.take(events("1", 1, 3))
    b.take(events("1", 4, 4))
    monkeypatch.setattr(cluster_log, "_lost", lambda *_: ())
    a.take(events("1", 4, 5))
    assert "1" in a.damage


def test_an_owner_finds_out_that_it_is_none(pair):
    a, b = pair
    a.take(events("1", 1, 3))
    b.take(events("1", 4, 4))
    a.follow()
    assert not a.ingest.owns("1") and a.shown["1"] == [1, 2, 3, 4]


def test_a_claim_waits_for_the_commit_under_way(pair):
    """The old owner's transaction holds its epoch: whoever claims sees all of it, or none."""
    a, b = pair
    a.take(events("1", 1, 1))
    with psycopg.connect(a.log._url) as db:
        assert not cluster_log._lost(db, {"1": 1}, " FOR SHARE")
        with b.log._reading() as other:
            other.execute("SET lock_timeout = 100")
            with pytest.raises(psycopg.errors.LockNotAvailable):
                other.execute("UPDATE owner SET epoch = epoch + 1 WHERE tbl = '1'")
            other.execute("SET lock_timeout = 0")
    b.take(events("1", 2, 2))
    assert b.ingest.owns("1")


def test_a_gap_at_the_takeover_is_asked_for(pair):
    a, b = pair
    a.take(events("1", 1, 3), events("1", 6, 7))  # 6 and 7 are parked with a, which dies
    b.take(events("1", 8, 8))
    b.take(later_ms=300)
    assert b.asked == [("1", 4)]
    b.take(events("1", 4, 8))
    assert b.acked == {"1": 8} and seqs(b.log, "1") == [(1, n) for n in range(1, 9)]


def test_a_new_boot_and_a_second_device_survive_the_takeover(pair):
    a, b = pair
    a.take(events("1", 1, 3), events("1", 1, 2, dev="c2"), events("1", 1, 2, boot=2))
    b.take(events("1", 2, 3, boot=2), events("1", 3, 3, dev="c2"), events("1", 1, 3))
    assert seqs(b.log, "1") == [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3)]
    assert seqs(b.log, "1", "c2") == [(1, 1), (1, 2), (1, 3)]
    times = [e.t for e in b.log.read("1")]
    assert times == sorted(times)


def test_what_a_person_did_is_logged_by_the_owner_once(pair):
    a, b = pair
    a.take(events("1", 1, 1))
    act = {"alert": [1, 0], "act": "accept", "ask": "x1"}
    assert a.operate("1", act) == [None]
    # a dies before its answer leaves; the broker gives the message to b
    assert b.operate("1", act, again=True) == [None]
    assert b.operate("1", {**act, "ask": "x2"}) == [None]
    assert [json.loads(e.row)["ask"] for e in b.log.operations("1")] == ["x1", "x2"]


def test_an_act_at_a_table_just_lost_is_refused_not_stored(pair):
    a, b = pair
    a.take(events("1", 1, 1))
    b.take(events("1", 2, 2))
    assert a.operate("1", {"alert": [1, 0], "act": "accept"}) == [TAKEN]
    assert not b.log.operations("1")


def test_what_is_in_no_log_is_passed_on_once(pair):
    from gateway.cluster.ingest import HEARD

    a, b = pair
    state = topics.topic("1", topics.UP_STATE), b'{"online":true,"dev":"c1","boot":1}'
    a.take(state)
    a.take((topics.topic("1", topics.UP_STATE), b"nonsense"))
    assert a.passed == [state], "what is malformed is kept by the one who heard it"
    b.take((HEARD, state))
    assert b.passed == []


def test_while_the_log_is_away_messages_wait(pair):
    a, _b = pair
    a.take(events("1", 1, 1))
    real, a.log._url = a.log._url, "postgresql://127.0.0.1:1/none"
    a.log._drop_writer()
    while a.log._idle:
        a.log._idle.pop().close()
    a.take(events("1", 2, 2), events("2", 1, 1))
    assert a.ingest.blocked() and a.acked == {"1": 1}
    a.log._url = real
    a.take(later_ms=10_000)
    assert not a.ingest.blocked() and a.acked == {"1": 2, "2": 1}


def test_a_chain_broken_behind_our_back_stops_its_table_alone(pair):
    a, b = pair
    a.take(events("1", 1, 3), events("2", 1, 1))
    b.follow()
    a.take(events("1", 4, 6), events("2", 2, 2))
    with psycopg.connect(a.log._url, autocommit=True) as db:
        db.execute("UPDATE event SET \"row\" = '[1,2]' WHERE tbl = '1' AND n = 5")
    b.follow()
    assert list(b.damage) == ["1"] and b.shown == {"1": [1, 2, 3, 4], "2": [1, 2]}
    with pytest.raises(LogDamaged):
        list(b.log.read("1"))


def test_the_living_are_counted_by_the_database(pair):
    a, b = pair
    assert a.log.seen("a") == ["a"] and b.log.seen("b") == ["a", "b"] == a.log.living()
    b.log.gone("b")
    assert a.log.seen("a") == ["a"]


def test_whoever_died_before_the_databases_clock_was_set_back_is_not_alive_until_then(pair):
    a, b = pair
    a.log.seen("a"), b.log.seen("b")
    with psycopg.connect(a.log._url, autocommit=True) as db:
        db.execute("UPDATE gateway SET seen = seen + interval '1 hour'")
    assert a.log.seen("a") == ["a"]


def play(url, seed, messages=40):
    """Messages of three tables in any order, to any of three gateways, which die and come."""
    rng = random.Random(seed)
    peers = []
    peers += [Member(url, f"g{i}", peers) for i in range(3)]
    sent = dict.fromkeys(TABLES, 0)
    acked = dict.fromkeys(TABLES, 0)
    for _ in range(messages):
        i, table = rng.randrange(3), rng.choice(TABLES)
        first = rng.randint(1, sent[table] + 1)
        last = first + rng.randrange(4)
        sent[table] = max(sent[table], last)
        peers[i].take(events(table, first, last), later_ms=rng.randrange(100))
        acked[table] = max(acked[table], peers[i].acked.get(table, 0))
        if rng.random() < 0.1:
            peers[i].log.close()
            peers[i] = Member(url, f"g{i}", peers)
            assert not peers[i].damage
    for table in TABLES:
        if sent[table]:
            peers[0].take(events(table, 1, sent[table]))
            if peers[0].taken():  # as the broker does with what is given back
                peers[0].take(events(table, 1, sent[table]))
    log = peers[0].log
    for table in TABLES:
        assert seqs(log, table) == [(1, n) for n in range(1, sent[table] + 1)], (seed, table)
        assert acked[table] <= sent[table]
    for member in peers:
        member.follow()
        assert not member.damage
        for table, shown in member.shown.items():
            assert shown == list(range(shown[0], sent[table] + 1)), (seed, member.name, table)
        member.log.close()


@pytest.mark.parametrize("seed", [0, 3, *in_soak(1, 2, 4, 5)])
def test_any_schedule_over_three_gateways(postgres, seed):
    play(postgres.url(), seed)
