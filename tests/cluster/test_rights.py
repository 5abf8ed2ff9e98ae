"""Who may say and hear what at RabbitMQ, set up as `feltwire cluster rabbitmq` does with TLS: seen
from a subscriber's side, with a positive control for each."""

import queue

import pika
import pytest

from gateway.cluster import names
from gateway.cluster.link import ClusterLink
from gateway.settings.fields import Settings
from shared_rules import topics
from tests.cluster.rabbit import running
from tests.gateway.support import until
from tests.pki.mosquitto_venue import Client, context, enrolled
from tools.install.cluster import rabbitmq
from tools.install.images import certificates as ce

ONE, TWO, STRANGER, WATCH = "feltwire-1-c1", "feltwire-2-c1", "feltwire-99-c1", "observer"
TABLES = (("1", "c1"), ("2", "c1"))
RETURNS = 50
FOREIGN = (
    "feltwire/2/up/ev", "feltwire/1/down/ack", "feltwire/2/down/key", "feltwire/12/up/ev", "other",
    "feltwire/1/up", "feltwire/1x/up/ev",
)  # fmt: skip
FILTERS = ("#", "feltwire/#", "feltwire/+/down/#", "feltwire/2/down/#", "feltwire/1/up/#")


def observer(made):
    """Add a user who may everything, to see by."""
    common = {"user": WATCH, "vhost": names.VHOST}
    made["users"].append(
        {"name": WATCH, "password_hash": rabbitmq.hashed("see"), "hashing_algorithm": rabbitmq.HASH,
         "tags": []}
    )  # fmt: skip
    made["permissions"].append({**common, "configure": ".*", "write": ".*", "read": ".*"})


@pytest.fixture(scope="module")
def venue(tmp_path_factory):
    folder = tmp_path_factory.mktemp("rights")
    store = enrolled(folder, TABLES)
    with running(1, 2, store, observer) as rabbit:
        yield rabbit, store, ce.open_ca(store.folder)


@pytest.fixture
def meet(venue):
    """Connect as the holder of a name; a new connection each time, for a breach ends it."""
    rabbit, _store, ca = venue
    clients = []

    def connect(name, client_id=None):
        tls = context(ca.certificate, *ca.issue(name))
        clients.append(Client(rabbit.mqtt[0], tls, client_id or name))
        return clients[-1], clients[-1].connect()

    yield connect
    for client in clients:
        client.close()


@pytest.fixture
def seen(venue):
    """Routing keys of everything said at the exchange since."""
    rabbit, store, ca = venue
    tls = context(ca.certificate, *ca.issue("observer"))
    connection = pika.BlockingConnection(
        pika.ConnectionParameters(
            "127.0.0.1", rabbit.amqp[0], names.VHOST, pika.PlainCredentials(WATCH, "see"),
            ssl_options=pika.SSLOptions(tls, "127.0.0.1"),
        )
    )  # fmt: skip
    channel = connection.channel()
    own = channel.queue_declare("", exclusive=True).method.queue
    channel.queue_bind(own, names.TOPICS, "#")
    found = []
    channel.basic_consume(own, lambda _c, m, _p, _b: found.append(m.routing_key), auto_ack=True)

    def look():
        connection.process_data_events(0.3)
        return found

    yield look, channel
    connection.close()


def test_a_controller_writes_its_own_topics_only(meet, seen):
    look, _channel = seen
    client, there = meet(ONE)
    assert there
    client.settle([client.publish("feltwire/1/up/ev", "mine")])
    until(lambda: look() == ["feltwire.1.up.ev"], "the control")
    for topic in FOREIGN:
        client, there = meet(ONE)
        assert there
        client.publish(topic, "not mine")
        until(lambda c=client: c.downs, f"the end of the connection over {topic}")
    assert look() == ["feltwire.1.up.ev"]


def test_a_controller_hears_its_own_topics_only(meet, seen):
    look, channel = seen
    client, _there = meet(ONE)
    client.subscribe("feltwire/1/down/#")
    for pattern in FILTERS:
        other, there = meet(TWO if pattern == "feltwire/1/up/#" else ONE)
        assert there
        other.mqtt.subscribe(pattern, 1)
        until(lambda c=other: c.downs or _codes(c), f"an answer about {pattern}")
        assert other.downs or all(x.is_failure for x in _codes(other)), pattern
    again, _there = meet(ONE)
    again.subscribe("feltwire/1/down/#")
    for table in ("1", "2"):
        channel.basic_publish(names.TOPICS, f"feltwire.{table}.down.ack", b"x")
    until(lambda: again.received, "the control")
    assert again.received == [("feltwire/1/down/ack", "x")]


def _codes(client):
    return [code for codes in list(client._granted.values()) for code in codes]


def test_a_session_is_taken_by_its_own_name_only(meet):
    """Whoever calls itself as another does not get what is said to that one."""
    client, _there = meet(ONE, client_id=TWO)
    client.mqtt.subscribe("feltwire/1/down/#", 1)
    until(lambda: client.downs or _codes(client), "an answer")
    assert client.downs or all(x.is_failure for x in _codes(client))


def test_a_certificate_on_no_list_comes_to_nothing(meet):
    assert not meet(STRANGER)[1]


def test_what_goes_back_again_and_again_stays_in_its_shard(venue, seen):
    """RabbitMQ 4.0 drops a message from a quorum queue that went back 20 times, unless told."""
    look, channel = seen
    mine, times = b"goes back", []

    def hear(_channel, method, _properties, body):
        if body == mine:
            times.append(method.redelivered)
        if body == mine and len(times) < RETURNS:
            channel.basic_nack(method.delivery_tag, requeue=True)
        else:
            channel.basic_ack(method.delivery_tag)

    channel.basic_consume(names.shard(0), hear)
    channel.basic_publish("", names.shard(0), mine)
    until(lambda: look() is not None and len(times) == RETURNS, "the message once more")


def test_a_gateway_works_over_tls(venue, meet):
    rabbit, store, ca = venue
    folder = store.folder
    cert, key = ca.issue("feltwire-gateway")
    ce.save(folder / "g.pem", ce.pem(cert))
    ce.save(folder / "g.key", ce.pem(key), secret=True)
    link = ClusterLink(
        Settings(
            cluster_url=rabbit.url().replace("amqp:", "amqps:"), cluster_shards=2,
            cluster_password_file=str(rabbit.password), mqtt_ca=str(folder / "ca.pem"),
            mqtt_cert=str(folder / "g.pem"), mqtt_key=str(folder / "g.key"),
        ),
        queue.Queue(),
    )  # fmt: skip
    link.start()
    try:
        assert link.wait(20), link.trouble
        client, _there = meet(ONE)
        client.subscribe("feltwire/1/down/#")
        client.publish("feltwire/1/up/ev", "up")
        came = lambda: [m[:2] for m in link.inbox.queue]  # noqa: E731 - what the tests before said
        until(lambda: ("feltwire/1/up/ev", b"up") in came(), "what the controller says")
        assert link.publish(topics.topic("1", topics.DOWN_ACK), b"down")
        until(lambda: client.received, "what the gateway says")
        assert client.received == [("feltwire/1/down/ack", "down")]
    finally:
        link.stop()
