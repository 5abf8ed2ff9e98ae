"""What the broker or the vault refuses is told to people."""

import json

import pytest

from gateway.ingest import brokerlog
from gateway.ingest.brokerlog import READ_BYTES, BrokerLog, LogUnreadable, Reader, Tail
from gateway.refusals import AGAIN_S, Refusals
from gateway.service import Gateway
from shared_rules import topics
from tests.gateway.support import Counter, until
from tests.pki.mosquitto_venue import Broker, Client, context, enrolled
from tests.pki.test_gateway import settings
from tests.vault.rooms import signed
from tools.install.images import certificates as ce
from tools.virtual import paper


@pytest.fixture
def venue(tmp_path):
    store = enrolled(tmp_path, [("7", "c1"), ("8", "c1")])
    with Broker(tmp_path, store) as broker:
        yield tmp_path, store, broker


def alerts(gateway, table):
    live = gateway.tables.get(table)
    return {a[2]["ruling"]: a[2]["text"] for a in live.open_alerts()} if live else {}


def test_foreign_topics_strangers_and_foreign_devices_raise_alerts(venue, tmp_path):
    _, store, broker = venue
    ca = ce.open_ca(store.folder)
    data = tmp_path / "data"
    paper.vault_file(data / "vault", "7")
    paper.vault_file(data / "vault", "8")
    made = settings(venue, data, mqtt_broker_log=str(broker.log_path))
    gateway = Gateway(made, Counter)
    gateway.start()
    try:
        assert gateway.wait_for_broker(60)
        thief = Client(broker.port, context(ca.certificate, *ca.issue("feltwire-8-c1")))
        own = Client(broker.port, context(ca.certificate, *ca.issue("feltwire-7-c1")))
        assert thief.connect() and own.connect()

        def state(table):
            payload = json.dumps({"online": True, "dev": "c1", "boot": 1}).encode()
            return signed(payload, topics.UP_STATE, table=table)

        own.publish("feltwire/7/up/state", state("7"))
        thief.publish("feltwire/8/up/state", state("8"))
        until(lambda: gateway.tables.get("7") and gateway.tables.get("8"), "both tables")
        assert not alerts(gateway, "7") and not alerts(gateway, "8")

        thief.publish("feltwire/7/up/ev", "{}")  # another's topic
        until(lambda: "topic_refused" in alerts(gateway, "8"), "the alert at the thief's table")
        assert "feltwire/7/up/ev" in alerts(gateway, "8")["topic_refused"]

        assert not Client(broker.port, context(ca.certificate)).connect()  # no certificate
        until(lambda: "certificate_refused" in alerts(gateway, "7"), "the alert of a stranger")

        batch = {"v": 1, "dev": "c9", "boot": 1, "seq": 1, "ev": [[1, 5]]}
        own.publish(topics.topic("7", topics.UP_EVENTS), json.dumps(batch))
        until(lambda: "message_refused" in alerts(gateway, "7"), "the alert of a foreign device")
        assert "not enrolled" in alerts(gateway, "7")["message_refused"]
        until(lambda: len(gateway.log.quarantined("7", 5)) == 1, "its place apart")
        assert gateway.log.last("7") is None
        assert gateway.samples.now()["gateway"]["broker_refused"] >= 2
        thief.close()
        own.close()
    finally:
        gateway.stop()


DENIED = (
    "2026: Denied PUBLISH from feltwire-8-c1 (d0, q1, r0, m1, 'feltwire/7/up/ev', ... (2 bytes))"
)


def test_lines_of_mosquittos_log():
    reader = Reader()
    assert reader.take(DENIED) == ("topic", "feltwire-8-c1", "feltwire/7/up/ev")
    assert reader.take("2026: New connection from 10.0.0.9:40551 on port 8883.") is None
    failed = "2026: OpenSSL Error[0]: error:0A000086:SSL routines::certificate verify failed"
    assert reader.take(failed) == ("certificate", "10.0.0.9", "")
    one = "2026: Client connection from 10.0.0.8 failed: error:0A000086:SSL routines::certificate"
    assert reader.take(one) == ("certificate", "10.0.0.8", "")
    assert reader.take("2026: Received PUBLISH from feltwire-8-c1 (d0, q1, r0, m1, 'x'") is None
    assert (
        reader.take("2026: Denied PUBLISH from a\x1b[1m (d0, q1, r0, m1, 'x', ... (2")[1] == "a?[1m"
    )


def test_a_log_that_grows_is_moved_away_and_comes_back(tmp_path):
    path = tmp_path / "log"
    path.write_text("old\n")
    tail = Tail(path)
    assert tail.lines() == []
    with path.open("a") as f:
        f.write("one\ntw")
    assert tail.lines() == ["one"]
    with path.open("a") as f:
        f.write("o\n")
    assert tail.lines() == ["two"]
    path.rename(tmp_path / "log.1")
    with pytest.raises(LogUnreadable, match="No such file"):
        tail.lines()
    path.write_text("three\n")
    assert tail.lines() == ["three"]
    path.write_text("4\n")  # cut short and written anew
    assert tail.lines() == ["4"]
    path.write_text("x" * (3 * READ_BYTES) + "\nlast\n")
    assert tail.lines()[-1] == "last" and tail.lines() == []


def test_a_log_that_is_not_there_is_waited_for(tmp_path):
    heard = []
    follower = BrokerLog(tmp_path / "log", lambda *found: heard.append(found))
    follower.look()
    (tmp_path / "log").write_text(DENIED + "\n")
    follower.look()
    assert heard == [("topic", "feltwire-8-c1", "feltwire/7/up/ev")]


def test_a_refusal_nobody_could_take_ends_no_reading(tmp_path, monkeypatch):
    monkeypatch.setattr(brokerlog, "POLL_S", 0.01)
    heard = []

    def take(*found):
        heard.append(found)
        raise RuntimeError("a fault of ours")

    path = tmp_path / "log"
    path.touch()
    follower = BrokerLog(path, take)
    follower.start()
    try:
        for count in (1, 2):
            with path.open("a") as f:
                f.write(DENIED + "\n")
            until(lambda count=count: len(heard) == count, "the refusal", 20)
    finally:
        follower.stop()


def test_the_same_is_told_once_a_minute_and_a_flood_stays_one_alert():
    reported, now = [], [0]
    refusals = Refusals(lambda: ["7", "7-a"], lambda *a: reported.append(a), lambda: now[0])
    for i in range(5000):
        refusals.broker("topic", "feltwire-7-a-c1", f"feltwire/{i}/up/ev")
    assert [t[:2] for t in reported] == [("7-a", "topic_refused")] and refusals.count == 5000
    now[0] = AGAIN_S
    refusals.broker("topic", "feltwire-7-a-c1", "feltwire/8/up/ev")
    assert len(reported) == 2
    for i in range(5000):
        refusals.broker("certificate", f"10.0.{i // 250}.{i % 250}", "")
    assert len(reported) <= 1010
