"""A client that takes nothing is cut with a reason; the others and the memory do not notice."""

import resource
import socket

import pytest
import structlog

import gateway.web as web
from gateway.service import Gateway
from gateway.settings import Settings
from tests.gateway.support import Controller, Counter, setup, until
from tools.broker import EmbeddedBroker, quiet


@pytest.fixture
def site(tmp_path, monkeypatch):
    monkeypatch.setattr(web, "SLOW_S", 2)
    quiet()
    broker = EmbeddedBroker()
    broker.start()
    probe = web.bind("127.0.0.1", 0)
    port = probe.getsockname()[1]
    probe.close()
    settings = Settings(data_dir=tmp_path, mqtt_port=broker.port, http_port=port)
    gateway = Gateway(settings, make_engine=Counter)
    gateway.start()
    until(lambda: gateway.link.up, "the broker")
    controller = Controller("7", broker.port)
    controller.send(setup(0, "h1"))
    until(lambda: gateway.tables.get("7"), "the table")
    yield gateway, port
    controller.stop()
    gateway.stop()
    broker.stop()


def client(port, small):
    s = socket.socket()
    if small:
        s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    s.connect(("127.0.0.1", port))
    s.sendall(b"GET /floor/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    return s


def test_a_client_that_reads_nothing_is_cut_and_no_other(site):
    gateway, port = site
    slow, quick = client(port, True), client(port, False)
    quick.settimeout(10)
    until(lambda: gateway.screens() == 2, "both clients")
    live = gateway.tables.get("7")
    before_kb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    got = [0]

    def one_more():
        with live.lock:
            live.setup = dict(live.setup, names={"1": "x" * 20_000 + str(got[0])})
            live.alerts[(1, got[0])] = dict(ALERT, text=f"{got[0]} " + "y" * 20_000)
            live.alerts.pop((1, got[0] - 5), None)
            live._alerts_changed()
        gateway.tables.touch(live)
        got[0] += 1
        quick.recv(1 << 20)
        return gateway.screens() == 1

    with structlog.testing.capture_logs() as said:
        until(lambda: one_more() and any("cut" in x["event"] for x in said), "the cut", 90)
    grown_kb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before_kb
    assert grown_kb < 32 * 1024
    assert one_more()  # the other one goes on
    slow.close()
    quick.close()


ALERT = {
    "source": "table", "severity": "urgent", "hand_id": None, "ruling": "x", "seat": None,
    "steps": [], "decided_by": "floor", "cite": [], "confidence": "high", "evidence": [],
    "t": 0, "wall": 1,
}  # fmt: skip
