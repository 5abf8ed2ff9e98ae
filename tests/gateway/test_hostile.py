"""No message on any topic ends or stalls the gateway, now or when it starts again."""

import json
import random

import pytest

from gateway.ingest import decoder
from gateway.ingest import payload as pl
from gateway.ingest.core import Ingest
from shared_rules import bounds, topics
from shared_rules.table import Table
from tests.gateway import crash, wired
from tests.gateway.support import Counter

NAMES = (
    topics.UP_EVENTS, topics.UP_STATE, topics.UP_HEALTH, topics.UP_TIME, topics.UP_PROGRAM,
    topics.DOWN_HEAD, topics.UP_BEAT, topics.UP_IMAGE, topics.UP_ENROL, "up/none", "down/key",
)  # fmt: skip
DEEP = b"[" * 5000 + b"]" * 5000
BATCH = b'{"v":1,"dev":"c1","boot":1,"seq":1,"ev":%s}'
TIME = b'{"id":1,"dev":"c1","boot":1,"t":1,"x":%s}'
PROGRAM = b'{"dev":"c1","boot":1,"version":1,"sha256":"","x":%s}'
LONG = b"9" * 5000
HOSTILE = [
    DEEP, b'{"x":%s}' % DEEP, BATCH % DEEP, BATCH % (b"[[26,1,%s]]" % DEEP), TIME % DEEP,
    PROGRAM % DEEP, b'{"a":' * 5000 + b"1" + b"}" * 5000, b"[" * 60_000, b"x" * 70_000,
    b"x" * 5_000_000, LONG, BATCH % LONG, TIME % LONG, b'{"online":true,"boot":%s}' % LONG,
    b'{"online":true,"boot":%s}' % LONG[:30], b'{"id":1,"dev":"c1","boot":1,"t":%s}' % LONG[:30],
    b'{"dev":"%s","boot":1,"version":1,"sha256":"","changed":true}' % (b"x" * 60_000),
    b'{"heap":%s,"a b{":1,"c":1e300}' % LONG[:30], b"\xff\xfe", b"", b"null",
    b'{"n":1,"hash":%s}' % DEEP, b'{"n":1,"hash":"zz"}', b'{"n":%s,"hash":"00"}' % LONG,
]  # fmt: skip


def give_all(gateway, retain=False):
    for name in NAMES:
        for payload in HOSTILE:
            gateway.link.give(topics.topic("7", name), payload, retain)
    for topic in ("feltwire", "feltwire//up/ev", "feltwire/" + "x" * 60 + "/up/state",
                  b"feltwire/7/up/\xff\xfe", "feltwire/7/up/ev/more", "$SYS/x"):  # fmt: skip
        gateway.link.give(topic, DEEP, retain)


def play(gateway, table="7", dev="c1"):
    """A hand from a controller that is well: all of it is taken, acknowledged and ruled."""
    rows = crash.hand_rows()
    batch = {"v": 1, "dev": dev, "boot": 9, "seq": 1, "ev": rows}
    gateway.link.give(topics.topic(table, topics.UP_EVENTS), json.dumps(batch).encode())
    wired.drain(gateway)
    ack = (topics.topic(table, topics.DOWN_ACK), b'{"boot":9,"seq":%d}' % len(rows))
    assert ack in gateway.link.sent
    assert gateway.tables.get(table).trouble is None and gateway.tables.get(table).n >= len(rows)


def test_no_message_ends_the_gateway_now_or_at_its_next_start(tmp_path):
    for _start in range(2):  # what is retained is given again
        gateway = wired.start(tmp_path, make_engine=Table)
        try:
            give_all(gateway)
            give_all(gateway, retain=True)
            play(gateway, "7" if _start == 0 else "8")
            assert gateway.alive() and gateway.samples.take()
            assert gateway.samples.now()["gateway"]["stumbles"] == 2, "the topics that are no text"
            kept = gateway.log.quarantined("7", 10_000)
            reasons = {reason for _topic, _payload, reason, _wall in kept}
            assert all(reasons) and f"nested more than {bounds.DEPTH_MAX} deep" in reasons
            assert max(len(payload) for _t, payload, _r, _w in kept) <= 64 * 1024
        finally:
            gateway.stop()


def test_figures_no_time_series_can_hold_are_left_out():
    found = decoder.health(b'{"heap":%s,"a b{":1,"c":1e300,"free":12,"t":1.5}' % LONG[:30])
    assert found == {"free": 12, "t": 1.5}


def test_ever_new_names_of_tables_come_to_an_end(tmp_path, monkeypatch):
    monkeypatch.setattr("gateway.ingest.core.TABLES_MAX", 20)
    gateway = wired.start(tmp_path, make_engine=Counter)
    try:
        for i in range(200):
            gateway.link.give(f"feltwire/t{i}/up/state", b'{"online":true,"dev":"c1","boot":1}')
        wired.drain(gateway)
        assert len(gateway.tables.all()) == 21  # and the one of the test's own
    finally:
        gateway.stop()


# -- errors of the gateway's own


def stumble(monkeypatch, name, when):
    """Ingest.``name`` raises what nobody foresaw, where ``when`` says so."""
    real = getattr(Ingest, name)

    def broken(self, *args):
        if when(*args):
            raise RecursionError("a bug")
        return real(self, *args)

    monkeypatch.setattr(Ingest, name, broken)


@pytest.mark.parametrize("name", ["_take_state", "_take_events"])
def test_a_message_that_meets_an_error_of_ours_is_put_aside(tmp_path, monkeypatch, name):
    stumble(monkeypatch, name, lambda *a: "bad" in a)
    gateway = wired.start(tmp_path)
    try:
        state = b'{"online":true,"dev":"c1","boot":1}'
        gateway.link.give("feltwire/bad/up/state", state)
        gateway.link.give("feltwire/bad/up/ev", BATCH % b"[[26,1]]")
        play(gateway)
        assert [r for _t, _p, r, _w in gateway.log.quarantined("bad")][0].startswith(
            "the gateway stumbled over it (RecursionError"
        )
        assert gateway.stumbles() == 1 and gateway.alive()
    finally:
        gateway.stop()


def test_of_a_turn_that_fails_the_one_message_is_found_and_nothing_else_is_lost(
    tmp_path, monkeypatch
):
    """The error comes after the sequences have moved on: they are set back to what is stored."""
    real = Ingest._commit

    def broken(self, work, now_ms):
        if any(e.table == "bad" for e in work.entries):
            raise RuntimeError("a bug")
        return real(self, work, now_ms)

    monkeypatch.setattr(Ingest, "_commit", broken)
    gateway = wired.start(tmp_path, commit_window_ms=200)
    try:
        for seq in (1, 2, 3):
            for table in ("1", "bad", "2"):
                batch = {"v": 1, "dev": "c1", "boot": 1, "seq": seq, "ev": [[26, seq]]}
                gateway.link.give(f"feltwire/{table}/up/ev", json.dumps(batch).encode())
        wired.drain(gateway)
        for table in ("1", "2"):
            assert [e.seq for e in gateway.log.read(table)] == [1, 2, 3]
            assert (f"feltwire/{table}/down/ack", b'{"boot":1,"seq":3}') in gateway.link.sent
        assert not [t for t, _p in gateway.link.sent if t == "feltwire/bad/down/ack"]
        assert list(gateway.log.read("bad")) == []
        assert len(gateway.log.quarantined("bad")) == 1, "what comes after it waits for it"
        monkeypatch.setattr(Ingest, "_commit", real)
        gateway.link.give("feltwire/bad/up/ev", BATCH % b"[[26,1],[26,2],[26,3]]")
        wired.drain(gateway)
        assert [e.seq for e in gateway.log.read("bad")] == [1, 2, 3]
    finally:
        gateway.stop()


def test_a_listener_and_an_engine_that_fail_cost_the_other_tables_nothing(tmp_path):
    gateway = wired.start(tmp_path, make_engine=Counter)
    try:
        gateway.tables.on_change(lambda live: 1 / 0)
        gateway.tables.on_hand(lambda record: 1 / 0)
        gateway.tables.get("7") or gateway.tables.table("7")
        gateway.tables.get("7")._vault = None  # the first event of table 7 meets a bug
        gateway.link.give("feltwire/7/up/ev", BATCH % b"[[26,1]]")
        play(gateway, "8")
        assert gateway.tables.get("7").trouble == "rulings stopped at event 1 (AttributeError)"
        assert gateway.tables.alive()
    finally:
        gateway.stop()


# -- the decoder


def test_text_is_read_as_bytes_are():
    assert pl.an_object('{"a":"é"}') == pl.an_object('{"a":"é"}'.encode()) == {"a": "é"}
    with pytest.raises(pl.BadPayload):
        pl.any_value("[" * 20 + "]" * 20)


def test_bounds_are_those_of_the_text_not_of_what_stands_in_quotes():
    deep = b"[" * bounds.DEPTH_MAX + b"]" * bounds.DEPTH_MAX
    assert pl.any_value(deep)
    for bad in (b"[" + deep + b"]", b'{"a":' + deep + b"}", b"9" * 33, b"[1.%s]" % (b"1" * 40)):
        with pytest.raises(pl.BadPayload):
            pl.any_value(bad)
    for good in (b'"%s"' % (b"[" * 90), b'["\\"%s"]' % (b"{" * 90), b'"%s"' % (b"9" * 90),
                 b"[" + b",".join([b"[1]"] * 500) + b"]", b"[%s]" % (b"9" * 32)):  # fmt: skip
        assert pl.any_value(good) is not None


def test_the_bounds_agree_with_a_parser():
    """Whatever valid JSON: refused exactly when it nests deeper, or a number is longer."""
    rng = random.Random(5)

    def value(depth):
        kind = rng.randrange(4)
        if depth and kind == 0:
            return [value(depth - 1) for _ in range(rng.randrange(1, 3))]
        if depth and kind == 1:
            return {rng.choice(('[{"', "\\", "é", "}]")): value(depth - 1)}
        return rng.choice(('"[[[', "\\", 10 ** rng.randrange(40), 1.5, None, '\\"'))

    def nests(v):
        inside = v.values() if isinstance(v, dict) else v if isinstance(v, list) else None
        return 0 if inside is None else 1 + max((nests(i) for i in inside), default=0)

    def longest(v):
        if isinstance(v, (dict, list)):
            return max((longest(i) for i in (v.values() if isinstance(v, dict) else v)), default=0)
        return len(json.dumps(v)) if isinstance(v, (int, float)) else 0

    seen = set()
    for _ in range(3000):
        made = value(30)
        text = json.dumps(made).encode()
        wrong = nests(made) > bounds.DEPTH_MAX or longest(made) > bounds.DIGITS_MAX
        assert (bounds.fault(text) is not None) == wrong, text
        seen.add(wrong)
    assert seen == {True, False}
