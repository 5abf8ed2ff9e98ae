"""The same rules at the embedded broker: promise 18 and 23 without Mosquitto."""

import contextlib
import json
import socket

import pytest

from gateway.process import door
from gateway.process.seldom import Seldom
from tests.gateway.support import until
from tests.pki.mosquitto_venue import (
    GATEWAY,
    IMAGES,
    TABLES,
    TECHNICIAN,
    Client,
    context,
    enrolled,
    pki,
)
from tests.pki.test_permissions import STRANGER, TOPICS, may
from tools import cli
from tools.calibrate.line import MqttLine
from tools.dev.ports import free_port
from tools.errors import CommandError
from tools.install.broker import EmbeddedBroker
from tools.install.images import certificates as ce
from tools.install.pki import embedded, passwords, permissions
from tools.install.pki.ca_folder import Store, controller, named

HOLDERS = [controller(*row) for row in TABLES]
HOLDERS += [named(GATEWAY, permissions.GATEWAY), named(IMAGES, permissions.IMAGES)]
HOLDERS += [named(TECHNICIAN, permissions.TECHNICIAN)]


@pytest.fixture(scope="module")
def venue(tmp_path_factory):
    """The broker, and a client with a certificate for each name."""
    store = enrolled(tmp_path_factory.mktemp("venue"), [])
    ca = ce.open_ca(store.folder)
    papers = {h.name: store.issue(h) for h in HOLDERS}
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


@pytest.fixture(scope="module")
def loopback(tmp_path_factory):
    """The broker that asks for passwords, and a client for each name."""
    folder = tmp_path_factory.mktemp("loopback") / "broker"
    logins = {h.name: (h.name, passwords.add(folder, h).read_text().strip()) for h in HOLDERS}
    broker = EmbeddedBroker(passwords=folder)
    broker.start()
    clients = {n: Client(broker.port, None, login=login) for n, login in logins.items()}
    assert all(c.connect() for c in clients.values())
    yield broker, folder, logins, clients
    for client in clients.values():
        client.close()
    broker.stop()


@pytest.mark.parametrize("kind", ["venue", "loopback"])
def test_holders_write_and_hear_their_own_topics_and_no_others(kind, request):
    clients = request.getfixturevalue(kind)[3]
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
        clients[f"feltwire-{table}-{dev}"].publish(f"feltwire/{table}/up/beat", "end")
        wanted[f"feltwire-{table}-{dev}"].add((f"feltwire/{table}/down/x", "end"))
        wanted[GATEWAY].add((f"feltwire/{table}/up/beat", "end"))
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


def test_without_its_password_nobody_is_let_in_nor_disturbs_who_is(loopback):
    broker, folder, logins, clients = loopback
    gateway, password = logins[GATEWAY]
    for login in (None, (gateway, None), (gateway, ""), (gateway, password + "x"), ("", password),
                  ("feltwire-99-c1", password), ("feltwire-1-c1", password)):  # fmt: skip
        assert not Client(broker.port, None, client_id=gateway, login=login).connect(), login
    assert not any(c.downs for c in clients.values())
    assert len({p for _n, p in logins.values()}) == len(logins)
    for path in (folder, *folder.iterdir()):
        assert path.name == "lock" or path.stat().st_mode & 0o077 == 0, path


@pytest.mark.parametrize("part", [b"", b"\x10", b"\x10\x20\0\x04MQTT"])
def test_who_does_not_say_who_he_is_is_cut_and_others_are_not(loopback, monkeypatch, part):
    broker, _folder, _logins, clients = loopback
    monkeypatch.setattr(embedded, "CONNECT_S", 0.2)
    monkeypatch.setattr(embedded, "_cuts", Seldom())
    said = []
    monkeypatch.setattr(embedded.log, "handle", said.append)
    before = [c.downs for c in clients.values()]
    halves = [socket.create_connection(("127.0.0.1", broker.port), timeout=60) for _ in range(3)]
    for sock in halves:
        with contextlib.suppress(ConnectionError):  # a busy machine: it is cut already
            sock.sendall(part)
    for sock in halves:
        with contextlib.suppress(ConnectionResetError), sock:
            assert sock.recv(1) == b""
    assert [c.downs for c in clients.values()] == before
    assert len(said) == 1


@pytest.mark.parametrize("part", [b"", bytes.fromhex("160301020001")])  # of a hello of 512 bytes
def test_who_begins_tls_and_leaves_it_is_cut_and_has_few_places(venue, monkeypatch, part):
    _broker, store, ca, _clients = venue
    monkeypatch.setattr(embedded, "CONNECT_S", 0.5)
    monkeypatch.setattr(door, "ADDRESS_MAX", 4)
    papers = store.issue(controller("6", "c1"))
    broker = EmbeddedBroker(store=store)
    broker.start()
    at = ("127.0.0.1", broker.port)
    halves = [socket.create_connection(at, 60, source_address=("127.0.0.2", 0)) for _ in range(12)]
    try:
        for sock in halves:
            with contextlib.suppress(ConnectionError):
                sock.sendall(part)
        server = broker._broker._servers["default"].instance
        until(lambda: server.sockets[0]._sock.door.refused == 8, "the refusals")
        table = Client(broker.port, context(ca.certificate, *papers))
        assert table.connect()
        for sock in halves:
            with contextlib.suppress(ConnectionResetError):
                assert sock.recv(1) == b""
        assert not table.downs
        table.close()
    finally:
        for sock in halves:
            sock.close()
        broker.stop()


def test_another_id_takes_nothing_over_at_the_loopback(loopback):
    broker, _folder, logins, clients = loopback
    before = clients[GATEWAY].downs
    login = logins["feltwire-12-c1"]
    table = Client(broker.port, None, client_id=GATEWAY, login=login)
    will = Client(broker.port, None, will=("feltwire/1/up/state", "x"), login=login)
    assert table.connect() and not will.connect()
    assert clients[GATEWAY].downs == before


def test_a_user_who_is_taken_out_is_cut_and_one_who_is_added_comes_in(loopback):
    broker, folder, _logins, _clients = loopback
    guest = controller("guest", "c1")
    login = guest.name, passwords.add(folder, guest).read_text().strip()
    until(lambda: Client(broker.port, None, login=login).connect(), "the new user")
    client = Client(broker.port, None, login=login)
    assert client.connect()
    rows = [r for r in passwords.rows(folder) if r["name"] != guest.name]
    passwords.replace(folder / passwords.USERS, json.dumps(rows).encode(), 0o600)
    until(lambda: client.downs, "the cut")


def test_off_this_machine_there_are_certificates_or_one_clear_line(capsys, tmp_path):
    argv = ["broker", "--host", "0.0.0.0", "--passwords", str(tmp_path / "broker")]
    assert cli.main(argv) == 2
    assert "--pki" in capsys.readouterr().err and not (tmp_path / "broker").exists()


def test_without_certificates_there_is_one_clear_line(tmp_path):
    broker = EmbeddedBroker(store=Store(tmp_path))
    with pytest.raises(CommandError, match="pki init"):
        broker.start()


def test_who_calibrates_speaks_and_hears_by_his_certificate(tmp_path):
    store = enrolled(tmp_path, [])
    ca, papers = store.folder, store.issue(controller("1", "c1"))
    broker = EmbeddedBroker(store=store)
    broker.start()
    try:
        table = Client(broker.port, context(ce.open_ca(ca).certificate, *papers))
        assert table.connect()
        table.subscribe("feltwire/1/down/#")
        files = (ca / "ca.pem", ca / f"{TECHNICIAN}.pem", ca / f"{TECHNICIAN}.key")
        with MqttLine("1", "127.0.0.1", broker.port, [str(p) for p in files]) as line:
            line.send(b"order")
            until(lambda: ("feltwire/1/down/calibrate", "order") in table.received, "the order")
            table.settle([table.publish("feltwire/1/up/calibrate", "answer")])
            assert line.receive(20) == b"answer" and line.receive(0) is None
        table.close()
    finally:
        broker.stop()


def test_a_line_to_nobody_is_one_line():
    with (
        pytest.raises(CommandError, match="no broker at 127.0.0.1:"),
        MqttLine("1", "127.0.0.1", free_port()),
    ):
        pass
