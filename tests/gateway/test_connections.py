"""Whoever opens connections and says nothing takes the pages from nobody, and health from none."""

import errno
import http.client
import logging
import socket

import pytest

from gateway.process import door as doors
from gateway.process.door import Door, Listener
from gateway.service import Gateway
from gateway.settings.fields import Settings
from gateway.vault.local import LocalVault
from gateway.web import connections, serve
from tests.gateway.support import Counter, until
from tests.gateway.wired import Line
from tools.dev.ports import free_port

OTHER = "127.0.0.2"  # another address of this machine


@pytest.fixture
def site(tmp_path, monkeypatch):
    """A function that starts a gateway with pages and bounds: ``(gateway, port)``."""
    made = []

    def start(**bounds):
        for name, value in bounds.items():
            monkeypatch.setattr(doors if hasattr(doors, name) else connections, name, value)
        port = free_port()
        gateway = Gateway(
            Settings(data_dir=tmp_path, http_port=port, demo=True), make_engine=Counter,
            vault=LocalVault(tmp_path / "vault"), make_link=Line,
        )  # fmt: skip
        gateway.start()
        made.append(gateway)
        return gateway, port

    yield start
    for gateway in made:
        gateway.stop()


def connect(port, source="127.0.0.1"):
    return socket.create_connection(("127.0.0.1", port), timeout=60, source_address=(source, 0))


def is_closed(sock):
    try:
        return sock.recv(1) == b""
    except (ConnectionError, TimeoutError) as e:
        return isinstance(e, ConnectionError)


def asks(port, path="/healthz", source="127.0.0.1"):
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=60, source_address=(source, 0))
    try:
        line.request("GET", path)
        return line.getresponse().status
    except (OSError, http.client.HTTPException):
        return None
    finally:
        line.close()


def test_one_address_takes_its_share_and_the_others_are_served(site):
    gateway, port = site(ADDRESS_MAX=20)
    idle = [connect(port, OTHER) for _ in range(60)]
    try:
        until(lambda: gateway._web.door.refused == 40, "the refusals")
        assert asks(port) == 200 and asks(port, "/floor") == 200
        assert asks(port, source=OTHER) is None
        assert sum(map(is_closed, idle[20:])) == 40
    finally:
        for sock in idle:
            sock.close()
    until(lambda: gateway._web.door.open == 0, "nobody being in")
    assert asks(port, source=OTHER) == 200


REQUESTS = {
    "nothing": b"",
    "half a head": b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ",
    "half a body": b"POST /push/forget HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n"
    b"Sec-Fetch-Site: same-origin\r\nContent-Type: application/json\r\n\r\n{",
}


@pytest.mark.parametrize("what", REQUESTS)
def test_a_request_that_does_not_come_ends_its_connection(site, what):
    gateway, port = site(REQUEST_S=0.3)
    with connect(port) as sock:
        sock.sendall(REQUESTS[what])
        while not is_closed(sock):  # an answer may come first
            pass
    until(lambda: gateway._web.door.open == 0, "nobody being in")


def test_a_stream_outlives_the_limit_to_a_request(site):
    _gateway, port = site(REQUEST_S=1.0)
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    line.request("GET", "/floor/stream")
    stream = line.getresponse()
    assert stream.status == 200
    beats = 0
    while beats < 2:  # two seconds apart
        beats += stream.readline().startswith(b"event: beat")
    line.close()


def test_nonsense_is_answered_each_time_and_logged_once(site, monkeypatch):
    heard, now = [], [0.0]
    seldom = connections.Seldom(clock=lambda: now[0])
    monkeypatch.setattr(serve, "SELDOM", seldom)
    handler = logging.Handler()
    handler.emit = lambda record: heard.append(record.getMessage())
    log = logging.getLogger("uvicorn.error")
    log.removeFilter(connections.SELDOM)
    _gateway, port = site()
    log.addHandler(handler)
    try:
        for _ in range(2):
            for _ in range(5):
                with connect(port) as sock:
                    sock.sendall(b"NONSENSE\r\n\r\n")
                    assert sock.recv(100).startswith(b"HTTP/1.1 400")
            now[0] += 60
    finally:
        log.removeHandler(handler)
        log.removeFilter(seldom)
    assert len(heard) == 2 and heard[1] == f"{heard[0]} (4 times more since the last line)"


# -- the door


def test_this_machine_gets_in_when_all_others_have_filled_it():
    door = Door(most=2)
    assert door.admits("10.0.0.1") and door.admits("10.0.0.2")
    assert not door.admits("10.0.0.3") and door.admits("127.0.0.1") and door.admits("::1")
    door.leaves("10.0.0.1")
    assert door.open == 3 and not door.admits("10.0.0.3")


def test_a_proxy_on_this_machine_brings_many_people():
    for shared in (True, False):
        door = Door(shared=shared)
        found = [door.admits("127.0.0.1") for _ in range(doors.ADDRESS_MAX + 1)]
        assert found[-1] is shared and all(found[:-1])


def test_refusals_are_said_once_a_minute(monkeypatch):
    said, now = [], [0.0]
    monkeypatch.setattr(doors.log, "warning", lambda *_a, **more: said.append(more))
    door = Door(most=0, clock=lambda: now[0])
    for second in range(121):
        now[0] = float(second)
        door.admits("10.0.0.1")
    assert [m["since_last_line"] for m in said] == [1, 60, 60]


@pytest.mark.parametrize(("limit", "most"), [(1024, 792), (256, 24), (10**6, 1000), (-1, 1000)])
def test_descriptors_are_kept_for_the_rest(monkeypatch, limit, most):
    monkeypatch.setattr(doors.resource, "getrlimit", lambda _which: (limit, limit))
    assert doors.open_max() == most


def test_without_a_descriptor_left_a_connection_is_closed_and_nothing_spins(monkeypatch):
    listener = Listener()
    listener.bind(("127.0.0.1", 0))
    listener.listen(8)
    listener.setblocking(False)
    listener.door = Door()
    listener.keep_spare()
    real, left = socket.socket.accept, []

    def accept(self):
        if listener._spare is not None:
            raise OSError(errno.EMFILE, "Too many open files")
        left.append(1)
        return real(self)

    monkeypatch.setattr(socket.socket, "accept", accept)
    client = socket.create_connection(listener.getsockname(), timeout=60)
    with pytest.raises(BlockingIOError):  # what asyncio takes for "nobody there"
        listener.accept()
    assert left and is_closed(client) and listener.door.refused == 1
    assert listener._spare is not None
    client.close()
    listener.close()


def test_the_unit_gives_the_gateway_descriptors_enough():
    from tests.conftest import ROOT

    unit = (ROOT / "tools" / "install" / "systemd" / "feltwire-gateway.service").read_text()
    limit = int(unit.split("LimitNOFILE=")[1].split()[0])
    needed = doors.OPEN_MAX + doors.LOCAL_RESERVE + doors.DESCRIPTORS_RESERVE
    assert limit > needed


def test_a_gateway_whose_pages_have_ended_is_not_alive(site):
    gateway, port = site()
    assert gateway.alive() and asks(port) == 200
    gateway._web._server.should_exit = True  # as whatever else ends the pages' thread
    until(lambda: not gateway.alive(), "the end of the pages")
