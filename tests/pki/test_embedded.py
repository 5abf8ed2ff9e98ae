"""The same rules at the embedded broker: promise 18 and 23 without Mosquitto."""

import pytest

from tests.gateway.support import until
from tests.pki.test_permissions import STRANGER, TOPICS, may
from tests.pki.venue import GATEWAY, TABLES, Client, context, enrolled, pki
from tools.broker import EmbeddedBroker
from tools.errors import CommandError
from tools.images import certificates as ce
from tools.pki.store import Store, controller, named


@pytest.fixture(scope="module")
def venue(tmp_path_factory):
    """The broker, and a client with a certificate for each name."""
    store = enrolled(tmp_path_factory.mktemp("venue"), [])
    ca = ce.open_ca(store.folder)
    holders = [controller(*row) for row in TABLES] + [named(GATEWAY, "gateway")]
    papers = {h.name: store.issue(h) for h in holders}
    broker = EmbeddedBroker(store=store)
    broker.start()
    clients = {n: Client(broker.port, context(ca.certificate, *p)) for n, p in papers.items()}
    assert all(c.connect() for c in clients.values())
    yield broker, store, ca, clients
    for client in clients.values():
        client.close()
    broker.stop()


def all_of(access, who):
    return {t for t in TOPICS if may(who, access, t)}


def test_holders_write_and_hear_their_own_topics_and_no_others(venue):
    _, _, _, clients = venue
    for name, client in clients.items():
        for topic in TOPICS:
            if may(name, "read", topic):
                client.subscribe(topic)
    for name, client in clients.items():
        client.settle([client.publish(t, name) for t in TOPICS])
    wanted = {
        name: {(t, w) for t in all_of("read", name) for w in clients if may(w, "write", t)}
        for name in clients
    }
    assert sum(map(len, wanted.values())) > 70
    for table, dev in TABLES:  # what comes last shows that nothing is still on its way
        clients[GATEWAY].publish(f"feltwire/{table}/down/x", "end")
        clients[f"feltwire-{table}-{dev}"].publish(f"feltwire/{table}/up/x", "end")
        wanted[f"feltwire-{table}-{dev}"].add((f"feltwire/{table}/down/x", "end"))
        wanted[GATEWAY].add((f"feltwire/{table}/up/x", "end"))
    for name, client in clients.items():
        until(lambda c=client, n=name: set(c.received) >= wanted[n], f"what {name} may hear")
    for name, client in clients.items():
        assert set(client.received) == wanted[name]


def test_foreign_subscriptions_are_refused_and_kept_messages_stay_with_their_owner(venue):
    broker, store, ca, clients = venue
    sent = [clients[GATEWAY].publish(t, "kept", True) for t in all_of("write", GATEWAY)]
    clients[GATEWAY].settle(sent)
    fresh = store.issue(controller("2", "c1"))
    clients["feltwire-2-c1"].close()
    back = Client(broker.port, context(ca.certificate, *fresh))
    until(lambda: Client(broker.port, context(ca.certificate, *fresh)).connect(), "the new list")
    assert back.connect()
    for wide in (
        "#",
        "feltwire/#",
        "+/+/+/+",
        "feltwire/+/down/#",
        "feltwire/1/down/ack",
        "$SYS/#",
    ):
        back.subscribe(wide)
    back.subscribe("feltwire/2/down/#")
    kept = {(t, "kept") for t in all_of("write", GATEWAY) if may("feltwire-2-c1", "read", t)}
    until(lambda: set(back.received) >= kept, "its own kept messages")
    assert set(back.received) == kept
    clients["feltwire-2-c1"] = back
    clients[GATEWAY].settle([clients[GATEWAY].publish(t, "", True) for t, _ in kept])


def test_strangers_and_foreign_wills_are_refused(venue):
    broker, store, ca, clients = venue
    unlisted = context(ca.certificate, *ca.issue(STRANGER))
    for tls in (
        None, context(ca.certificate), unlisted,
        context(ca.certificate, *ce.Authority().issue("feltwire-1-c1")),
        context(ca.certificate, *ca.issue("feltwire-1-c1")),  # its name, and on no list
        context(ca.certificate, *ca.issue("feltwire-1-c1", -9, -1)),
    ):  # fmt: skip
        assert not Client(broker.port, tls).connect()
    papers = store.issue(controller("77", "c1"))
    tls = context(ca.certificate, *papers)
    until(lambda: Client(broker.port, tls).connect(), "the new list")
    assert not Client(broker.port, tls, will=("feltwire/1/up/state", "x")).connect()
    assert Client(broker.port, tls, will=("feltwire/77/up/state", "x")).connect()


def test_another_id_takes_nothing_over_and_a_revoked_device_is_cut(venue):
    broker, store, ca, clients = venue
    papers = store.issue(controller("5", "c1"))
    tls = context(ca.certificate, *papers)
    until(lambda: Client(broker.port, tls).connect(), "the new list")
    device = Client(broker.port, tls, client_id=GATEWAY)
    assert device.connect()
    assert clients[GATEWAY].downs == 0
    pki("revoke", "feltwire-5-c1", "--dir", store.folder)
    until(lambda: device.downs, "the cut", 60)
    assert not Client(broker.port, tls).connect()
    assert clients[GATEWAY].downs == 0


def test_without_certificates_there_is_one_clear_line(tmp_path):
    broker = EmbeddedBroker(store=Store(tmp_path))
    with pytest.raises(CommandError, match="pki init"):
        broker.start()
