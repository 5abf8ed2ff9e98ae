"""Three RabbitMQ nodes, PostgreSQL, a vault and two gateways, all real processes, killed with -9.

The three nodes serve all tests of this file; each test leaves both gateways running. One node stays
dead once it was killed, the others are a majority; that it comes back is seen in the soak.
"""

import http.client
import json
import threading
import time
from urllib.parse import urlencode

import pytest

from gateway.people.tries import TRIES_MAX
from tests.cluster.controller import wait_all
from tests.cluster.rabbit import running
from tests.cluster.venue import BREAK, CALL, Count, Venue, longest_s
from tests.gateway.support import until
from tools.cli import main

SECRET = "correct horse battery"
JSON, FORM = "application/json", "application/x-www-form-urlencoded"


@pytest.fixture(scope="module")
def rabbit():
    with running(nodes=3, shards=8) as made:
        yield made


@pytest.fixture(scope="module")
def venue(rabbit, tmp_path_factory):
    made = Venue(tmp_path_factory.mktemp("venue"), rabbit, gateways=2, tables=8)
    try:
        made.open()
        yield made
    finally:
        made.stop()


class Phone:
    """A browser that knows the gateways by one name: its cookie goes to whichever answers."""

    def __init__(self, venue):
        self._venue, self._cookie = venue, None

    def ask(self, i, method, path, **form):
        """The status of a request to gateway ``i``."""
        answer = self._answer(i, method, path, form)
        cookie = answer.headers.get("set-cookie")
        if cookie:
            self._cookie = cookie.partition(";")[0]
        answer.read()
        return answer.status

    def stream(self, i):
        """An open stream of the floor's page, its first line read."""
        answer = self._answer(i, "GET", "/floor/stream")
        assert answer.status == 200 and answer.readline().startswith(b"retry")
        return answer

    def _answer(self, i, method, path, form=()):
        host = f"127.0.0.1:{self._venue.ports[i]}"
        connection = http.client.HTTPConnection(host, timeout=60)
        headers = {"Origin": f"http://{host}", "Content-Type": FORM}
        if self._cookie:
            headers["Cookie"] = self._cookie
        connection.request(method, path, urlencode(dict(form)), headers)
        return connection.getresponse()


class Burst:
    """Events at every table while the block runs."""

    def __init__(self, venue, pause_s=0.03):
        self._venue, self._pause_s = venue, pause_s
        self._stop = threading.Event()
        self._threads = [threading.Thread(target=self._feed, args=(c,)) for c in venue.controllers]

    def _feed(self, controller):
        while not self._stop.is_set():
            controller.send(BREAK)
            time.sleep(self._pause_s)

    def __enter__(self):
        for c in self._venue.controllers:
            c.waited_s.clear()
        for thread in self._threads:
            thread.start()
        time.sleep(0.5)

    def __exit__(self, *_):
        self._stop.set()
        for thread in self._threads:
            thread.join()


def shows_all(venue, i):
    """True when a gateway shows every event of every table."""
    shown = {t["table"]: t["events"] for t in json.loads(venue.get(i, "/api/v1/tables"))}
    log = venue.log()
    try:
        stored = {c.table: log.last(c.table).n for c in venue.controllers}
    finally:
        log.close()
    return shown == stored


def proved(venue, what, i):
    """Everything acknowledged is in the log once and in order, and gateway ``i`` shows it all."""
    wait_all(venue.controllers)
    count = Count().look(venue)
    print(f"\n{what}: {count.line()}; longest wait {longest_s(venue.controllers):.1f} s")
    assert count.good(), count.line() + venue.said()
    until(lambda: shows_all(venue, i), "the screens of every table")


def test_each_gateway_owns_tables_and_shows_all(venue):
    assert len(set(venue.owners().values())) == 2
    proved(venue, "both gateways", 0)
    proved(venue, "both gateways", 1)


def test_a_gateway_killed_in_mid_burst_is_back_and_knows_who_is_there(venue):
    mine = set(venue.owners().values())
    with Burst(venue):
        venue.kill(0)
        time.sleep(1)
    proved(venue, "one of two gateways killed", 1)
    assert len(set(venue.owners().values()) & mine) == 1, "one of the two has everything"
    venue.start(0)
    tables = lambda: json.loads(venue.get(0, "/api/v1/tables"))  # noqa: E731
    until(lambda: all(t["online"] for t in tables()), "the tables' state")
    venue.share()
    proved(venue, "and back", 0)


def test_a_node_killed_in_mid_burst(venue, rabbit):
    with Burst(venue):
        rabbit.kill(0)
        time.sleep(2)
    proved(venue, "one of three nodes killed", 0)
    proved(venue, "one of three nodes killed", 1)


def test_a_decision_is_stored_whoever_is_asked(venue):
    c = venue.controllers[0]
    c.send(CALL)
    wait_all([c])
    for i in (0, 1):
        until(lambda i=i: shows_all(venue, i), "the alert on both")
    path = f"/floor/alerts/1/{_called(venue)}/0"
    for i, act in ((0, "accept"), (1, "director")):
        assert venue.post(i, path, f"act={act}".encode(), FORM) == 200
    rows = _operations(venue)
    acts = [r["act"] for r in rows if r["act"] != "escalate"]  # the clock's, on a busy machine
    assert acts == ["accept", "director"]
    for i in (0, 1):
        until(lambda i=i: shows_all(venue, i), "the decisions on both")


def _called(venue):
    """Number of the event that called the floor to table 1."""
    rows = json.loads(venue.get(0, "/api/v1/tables/1/events?limit=10000"))["events"]
    return next(r["n"] for r in rows if r["what"] == "notice")


def _operations(venue):
    log = venue.log()
    try:
        return [json.loads(e.row) for e in log.operations("1")]
    finally:
        log.close()


def test_keys_and_lights_reach_the_table_from_either_gateway(venue):
    c = venue.controllers[1]
    for i in (0, 1):
        body = json.dumps({"key": CALL}).encode()
        assert venue.post(i, f"/dealer/{c.table}/key", body, JSON) == 202
    until(lambda: len(c.keys) == 2, "both keys")
    c.lights.clear()
    c.send(CALL)
    wait_all([c])
    until(lambda: "alert" in c.lights, "the light")
    assert c.lights.count("alert") == 1, "one gateway speaks to a table"  # who claims it says ok


def test_a_phone_goes_on_at_another_gateway_without_a_login(venue):
    people = venue.people()
    for name, role in (("dora", "director"), ("fay", "floor"), ("gus", "floor")):
        people.add(name, role, SECRET)
    phones = {name: Phone(venue) for name in ("dora", "fay", "gus")}
    for name, phone in phones.items():
        assert phone.ask(0, "POST", "/login", name=name, secret=SECRET) == 303
    stream = phones["gus"].stream(0)
    stream.close()
    venue.kill(0)
    for phone in phones.values():
        assert phone.ask(1, "GET", "/floor") == 200, venue.said()
    open_at_1 = phones["gus"].stream(1)
    assert phones["fay"].ask(1, "POST", "/logout") == 303
    assert phones["dora"].ask(1, "POST", "/people/remove", name="gus") == 200
    until(lambda: not open_at_1.readline(), "the end of the stream of who was removed")
    venue.start(0)
    for i in (0, 1):
        assert phones["dora"].ask(i, "GET", "/floor") == 200
        assert phones["fay"].ask(i, "GET", "/floor") == 401, "signed out"
        assert phones["gus"].ask(i, "GET", "/floor") == 401, "removed"
        assert Phone(venue).ask(i, "POST", "/login", name="gus", secret=SECRET) == 401
    venue.share()
    people.close()


def test_a_sign_out_at_one_gateway_ends_the_streams_of_another(venue):
    people = venue.people()
    people.add("ann", "floor", SECRET)
    phone = Phone(venue)
    assert phone.ask(0, "POST", "/login", name="ann", secret=SECRET) == 303
    stream = phone.stream(1)
    begun = time.monotonic()
    assert phone.ask(0, "POST", "/logout") == 303
    until(lambda: not stream.readline(), "the end of the stream")
    print(f"\nopen stream at the other gateway closed after {time.monotonic() - begun:.2f} s")
    people.close()


def test_wrong_tries_at_both_gateways_count_together_and_acts_are_one_chain(venue):
    people = venue.people()
    people.add("eve", "floor", SECRET)
    people.sessions.log_in("eve", "floor", None, "127.0.0.1", 60_000)  # counted apart from others
    seen = [
        Phone(venue).ask(i % 2, "POST", "/login", name="eve", secret="wrong" * 3)
        for i in range(TRIES_MAX + 2)
    ]
    assert seen == [401] * TRIES_MAX + [429] * 2
    before = people.check_acts()[0]
    body = json.dumps({"key": CALL}).encode()

    def keys(i):
        for _ in range(20):
            assert venue.post(i, "/dealer/1/key", body, JSON) == 202

    threads = [threading.Thread(target=keys, args=(i % 2,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    count, _head = people.check_acts()  # the chain holds, whoever wrote it
    acts = list(people.acts(before))
    assert count == before + 80 and [a["what"] for a in acts] == ["key"] * 80
    people.close()


def test_doctor_knows_the_cluster(venue, capsys):
    good = {
        "ok     shards: 8, 0 messages wait", "ok     gateways: 2 alive, 8 tables",
        "look   standby: synchronous_standby_names is empty: an acknowledgement means one server"
        " (docs/operations.md)",
    }  # fmt: skip
    # one that was killed counts for some seconds more
    until(lambda: good <= _doctor(venue, capsys), "a good word of doctor", 60)
    path = venue.folder / "gateway0.toml"
    path.write_text(path.read_text().replace("cluster_shards = 8", "cluster_shards = 7"))
    lines = _doctor(venue, capsys)
    assert any("WRONG  shards" in x and "feltwire.shard.7 is there as well" in x for x in lines)


def _doctor(venue, capsys):
    main(["doctor", "--config", str(venue.folder / "gateway0.toml")])
    return set(capsys.readouterr().out.splitlines())
