"""The interface for programs: events in order, as JSON, CSV and a stream that resumes."""

import csv
import http.client
import io
import json

import pytest

from gateway.errors import LogDamaged, LogError
from gateway.service import Gateway
from gateway.settings.fields import Settings
from tests.gateway.support import Controller, Counter, setup, until
from tools.dev.ports import free_port
from tools.install.broker import EmbeddedBroker, quiet

COUNT = 7


def notice(t):
    return {"t": t, "what": "notice", "by": "dealer", "kind": "call_floor"}


class Site:
    """A gateway with one table of ``COUNT`` events, and its pages."""

    def __init__(self, folder, **settings):
        quiet()
        self.broker = EmbeddedBroker()
        self.broker.start()
        self.port = free_port()
        self.gateway = Gateway(
            Settings(
                data_dir=folder, mqtt_port=self.broker.port, http_port=self.port, metrics=True,
                demo=True,
                **settings,
            ),
            make_engine=Counter,
        )  # fmt: skip
        self.gateway.start()
        assert self.gateway.wait_for_broker(60)
        self.controller = Controller("7", self.broker.port)
        self.send(setup(0, "h1"), *[notice(t) for t in range(1, COUNT)])

    def send(self, *events):
        self.controller.send(*events)
        seq = self.controller.seq
        until(lambda: getattr(self.gateway.tables.get("7"), "n", 0) >= seq, "the events")

    def connection(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)

    def get(self, path, **headers):
        c = self.connection()
        c.request("GET", path, headers={k.replace("_", "-"): v for k, v in headers.items()})
        answer = c.getresponse()
        return answer.status, answer.headers, answer.read().decode()

    def stream(self, path, count, **headers):
        """The first ``count`` events of a stream: ``[(id, row)]``."""
        c = self.connection()
        c.request("GET", path, headers={k.replace("_", "-"): v for k, v in headers.items()})
        answer, found, number = c.getresponse(), [], None
        while len(found) < count:
            line = answer.readline().decode().strip()
            if line.startswith("id: "):
                number = int(line[4:])
            elif line.startswith("data: "):
                found.append((number, json.loads(line[6:])))
        c.close()
        return found

    def close(self):
        self.controller.stop()
        self.gateway.stop()
        self.broker.stop()


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    made = Site(tmp_path_factory.mktemp("api"))
    yield made
    made.close()


def test_events_come_in_order_and_in_pages(site):
    numbers, after = [], 0
    while True:
        body = json.loads(site.get(f"/api/v1/tables/7/events?after={after}&limit=3")[2])
        if not body["events"]:
            break
        numbers += [e["n"] for e in body["events"]]
        after = body["next"]
    assert numbers[:COUNT] == list(range(1, COUNT + 1)) and numbers == sorted(numbers)
    assert body["next"] == numbers[-1]


def test_events_as_csv_say_what_the_json_says(site):
    status, headers, text = site.get("/api/v1/tables/7/events?format=csv")
    rows = list(csv.DictReader(io.StringIO(text)))
    said = json.loads(site.get("/api/v1/tables/7/events")[2])
    assert status == 200 and headers["X-Next"] == str(said["next"])
    assert [json.loads(r["event"]) for r in rows] == [e["event"] for e in said["events"]]


@pytest.mark.parametrize(
    "query", ["after=-1", "limit=0", "limit=99999999", "format=xml", "after=x"]
)
def test_a_wrong_query_is_refused_with_its_name(site, query):
    status, _, body = site.get(f"/api/v1/tables/7/events?{query}")
    assert status == 422 and query.partition("=")[0] in json.loads(body)["error"]["message"]


def test_a_stream_resumes_after_the_last_event_a_client_had(site):
    found = site.stream("/api/v1/tables/7/events/stream", 3, Last_Event_ID="2")
    assert [n for n, _row in found] == [3, 4, 5]
    assert [n for n, _row in site.stream("/api/v1/tables/7/events/stream?after=4", 2)] == [5, 6]


def test_a_stream_without_a_number_begins_with_what_comes_now(site):
    before = site.gateway.tables.get("7").n
    c = site.connection()
    c.request("GET", "/api/v1/tables/7/events/stream")
    answer = c.getresponse()
    assert answer.readline().startswith(b":")  # it has begun
    site.send(notice(1000))
    while not (line := answer.readline()).startswith(b"id: "):
        assert line.strip() in (b"", b": here")
    assert int(line[4:]) == before + 1
    c.close()


def test_metrics_are_those_of_the_gateway_and_of_each_controller(site):
    site.controller.raw(json.dumps({"dwells_s": 120, "boot": 1}).encode(), "up/health")
    until(lambda: site.gateway.tables.get("7").health, "the health")
    status, headers, text = site.get("/metrics")
    assert status == 200 and headers["Content-Type"].startswith("text/plain")
    lines = text.splitlines()
    assert 'feltwire_table_dwells_s{table="7"} 120.0' in lines
    assert any(
        x.startswith("feltwire_events_total ") and float(x.split()[1]) >= COUNT for x in lines
    )
    assert "# TYPE feltwire_commits_total counter" in lines


def test_metrics_are_closed_unless_opened(tmp_path):
    site = Site(tmp_path)
    try:
        object.__setattr__(site.gateway.settings, "metrics", False)
        assert site.get("/metrics")[0] == 404
    finally:
        site.close()


@pytest.mark.parametrize(
    ("error", "code"),
    [(LogDamaged("7", 3, "x"), "log_damaged"), (LogError("the log is away"), "log_away")],
)
def test_a_log_that_cannot_be_read_has_the_one_shape_of_errors(site, monkeypatch, error, code):
    def broken(*_):
        raise error

    monkeypatch.setattr(site.gateway.log._log, "read", broken)
    status, _, body = site.get("/api/v1/tables/7/events")
    assert status == 503 and json.loads(body)["error"]["code"] == code
