"""Promise 18: foreign topics readable 0, writable 0; seen from the subscriber's side."""

import pytest

from shared_rules import topics
from tests.gateway.support import until
from tests.pki.mosquitto_venue import (
    GATEWAY,
    IMAGES,
    INSTRUMENTS,
    TABLES,
    TECHNICIAN,
    Broker,
    Client,
    context,
    enrolled,
)
from tools.install.images import certificates as ce

NAMES = [v for k, v in vars(topics).items() if k.startswith(("UP_", "DOWN_"))]
# a controller says these alone: a broker keeps a retained message for each name there is
SAID = ["up/" + n for n in ("ev", "state", "health", "program", "image", "calibrate", "enrol",
                            "beat", "time")]  # fmt: skip
PLACES = [*[table for table, _ in TABLES], "99", "doctor"]
ODD = ["feltwire/1", "feltwire/1/up", "feltwire/1/down", "feltwire/up/ev", "feltwire//up/ev",
       "1/up/ev", "other", "feltwire/1/side/ev", "feltwire/1/up/ev/deep", "feltwire/1/down/a/b",
       "Feltwire/1/up/ev", "feltwire/1/UP/ev"]  # fmt: skip
TOPICS = [topics.topic(t, n) for t in PLACES for n in [*NAMES, "up/x", "down/x"]] + ODD
FILTERS = ["#", "feltwire/#", "+/+/+/+", "feltwire/+/up/#", "feltwire/+/down/#", "feltwire/1/#",
           "$share/g/feltwire/#", "$SYS/#", "+/1/+/+"]  # fmt: skip
STRANGER = "feltwire-99-c1"  # of our CA, and on no list


def may(who, access, topic):
    """What the documentation says, in words of its own: not the code under test."""
    part = topic.split("/")
    if len(part) < 3 or part[0] != "feltwire" or part[2] not in ("up", "down"):
        return False
    if who == GATEWAY:
        read = part[2] == "up" or part[2:] == ["down", "head"]
        return read if access == "read" else part[2] == "down"
    if who == IMAGES:
        return part[2:] in ([["up", "image"]] if access == "read" else
                            [["down", "image"], ["down", "block"]])  # fmt: skip
    if who == TECHNICIAN:
        return part[2:] == (["up", "calibrate"] if access == "read" else ["down", "calibrate"])
    tables = {f"feltwire-{table}-{dev}": table for table, dev in TABLES}
    said = part[2] == "down" if access == "read" else "/".join(part[2:]) in SAID
    return tables.get(who) == part[1] and said


@pytest.fixture(scope="module")
def venue(tmp_path_factory):
    """Mosquitto, and a client for each name: controllers, gateway, stranger, instruments."""
    folder = tmp_path_factory.mktemp("venue")
    store = enrolled(folder)
    ca = ce.open_ca(store.folder)
    names = [f"feltwire-{t}-{d}" for t, d in TABLES]
    with Broker(folder, store, INSTRUMENTS) as broker:
        clients = {}
        for name in [*names, GATEWAY, IMAGES, TECHNICIAN, STRANGER, "observer", "injector"]:
            # the same name and key usage; which key it is, no rule asks
            clients[name] = Client(broker.port, context(ca.certificate, *ca.issue(name)), name)
            assert clients[name].connect(), name
        yield broker, ca, clients
        for client in clients.values():
            client.close()


def subjects(clients):
    return {n: c for n, c in clients.items() if n not in ("observer", "injector")}


def test_nobody_writes_where_he_may_not(venue):
    broker, ca, clients = venue
    observer = clients["observer"]
    observer.subscribe("#")
    for retain in (False, True):
        observer.received.clear()
        for name, client in subjects(clients).items():
            client.settle([client.publish(t, name, retain) for t in TOPICS])
        clients["injector"].settle([clients["injector"].publish("end", "")])
        until(lambda: ("end", "") in observer.received, "the end")
        seen = set(observer.received) - {("end", "")}
        wanted = {(t, n) for t in TOPICS for n in subjects(clients) if may(n, "write", t)}
        assert seen == wanted and len(seen) > 80


def test_a_last_will_says_nothing_where_its_owner_may_not(venue):
    broker, ca, clients = venue
    observer = clients["observer"]
    observer.subscribe("#")
    observer.received.clear()
    for topic in ("feltwire/2/up/ev", "feltwire/1/down/ack", "feltwire/1/up/state"):
        tls = context(ca.certificate, *ca.issue("feltwire-1-c1"))
        client = Client(broker.port, tls, will=(topic, "will"))
        if client.connect():
            client.drop()
    until(lambda: ("feltwire/1/up/state", "will") in observer.received, "the control's will")
    assert {t for t, text in observer.received if text == "will"} == {"feltwire/1/up/state"}
    back = Client(broker.port, context(ca.certificate, *ca.issue("feltwire-1-c1")))
    assert back.connect()
    clients["feltwire-1-c1"].close()
    clients["feltwire-1-c1"] = back


@pytest.mark.parametrize("filters", [*[[f] for f in FILTERS], TOPICS], ids=[*FILTERS, "each"])
def test_nobody_reads_what_he_may_not(venue, filters):
    _, _, clients = venue
    injector = clients["injector"]
    for client in subjects(clients).values():
        for i in range(0, len(filters), 20):
            client.subscribe(*filters[i : i + 20])
        client.received.clear()
    injector.settle([injector.publish(t, "secret") for t in TOPICS])
    for name, client in subjects(clients).items():
        client.subscribe("none/of/this")  # its answer comes behind all that came before
        got = {t for t, text in client.received if text == "secret"}
        assert all(may(name, "read", t) for t in got), (name, got)
        assert not any(t.startswith("$SYS") for t, _ in client.received)
        if len(filters) > 1:  # the positive control: all that is allowed does arrive
            assert got == {t for t in TOPICS if may(name, "read", t)}
        client.mqtt.unsubscribe(filters)
    assert len(TOPICS) > 100


def test_what_was_kept_for_others_is_not_given_out(venue):
    _, _, clients = venue
    injector = clients["injector"]
    injector.settle([injector.publish(t, "kept", True) for t in TOPICS])
    for name, client in subjects(clients).items():
        client.received.clear()
        client.subscribe("#", "feltwire/#", *TOPICS[:20])
        client.subscribe("none/of/this")
        got = {t for t, text in client.received if text == "kept"}
        assert all(may(name, "read", t) for t in got), (name, got)
        assert bool(got) == (name != STRANGER)
    injector.settle([injector.publish(t, "", True) for t in TOPICS])


def test_calling_oneself_another_takes_nothing_over(venue):
    broker, ca, clients = venue
    victim = clients["feltwire-2-c1"]
    victim.subscribe("feltwire/2/down/#")
    downs = victim.downs
    for clean in (True, False):
        tls = context(ca.certificate, *ca.issue("feltwire-12-c1"))
        thief = Client(broker.port, tls, client_id="feltwire-2-c1", clean=clean)
        assert thief.connect()
        victim.received.clear()
        sent = [clients[GATEWAY].publish("feltwire/2/down/ack", "yours")]
        clients[GATEWAY].settle(sent)
        until(lambda: victim.received == [("feltwire/2/down/ack", "yours")], "the victim's message")
        thief.subscribe("none/of/this")
        assert victim.downs == downs and thief.received == []
        thief.close()
