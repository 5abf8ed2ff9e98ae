"""What the web side lets in, and what every answer carries."""

import http.client
import json
import re

import pytest

from gateway.errors import GatewayError
from gateway.service import Gateway
from gateway.settings.fields import Settings
from gateway.tables import alerts, projections
from gateway.vault.local import LocalVault
from gateway.web import kept_files
from gateway.web.pages import render
from gateway.web.serve import bind
from tests.gateway.support import Controller, Counter, setup, until
from tools.dev.ports import free_port
from tools.install.broker import EmbeddedBroker, quiet


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    quiet()
    broker = EmbeddedBroker()
    broker.start()
    port = free_port()
    settings = Settings(
        data_dir=tmp_path_factory.mktemp("web"), mqtt_port=broker.port, http_port=port, demo=True,
        alert_undelivered_s=60, alert_unanswered_s=600,  # on a busy machine 5 s have passed at once
    )  # fmt: skip
    vault = LocalVault(settings.data_dir / "vault")
    gateway = Gateway(settings, make_engine=Counter, vault=vault)
    gateway.start()
    assert gateway.wait_for_broker(60)
    controller = Controller("7", broker.port)
    controller.send(
        setup(0, "h1"), {"t": 1, "what": "notice", "by": "dealer", "kind": "call_floor"}
    )
    controller.wait_acked()
    until(lambda: gateway.tables.get("7") and gateway.tables.get("7").alerts, "the alert")
    made = Site(port, gateway, controller)
    yield made
    controller.stop()
    gateway.stop()
    broker.stop()


class Site:
    def __init__(self, port, gateway, controller):
        self.port, self.gateway, self.controller = port, gateway, controller
        self.origin = f"http://127.0.0.1:{port}"

    def ask(self, method, path, body=None, **headers):
        """``(status, headers, body)``; header names with underscores for dashes."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        sent = {k.replace("_", "-"): v for k, v in headers.items()}
        connection.request(method, path, body, sent)
        answer = connection.getresponse()
        result = answer.status, dict(answer.getheaders()), answer.read()
        connection.close()
        return result

    def key(self, key, **headers):
        headers = {"Origin": self.origin, "Content_Type": "application/json"} | headers
        return self.ask("POST", "/dealer/7/key", json.dumps({"key": key}), **headers)


PAGES = ("/", "/floor", "/floor?table=7", "/dealer/7", "/overlay/7", "/api/v1/tables", "/healthz")


@pytest.mark.parametrize("path", PAGES)
def test_pages_answer_with_every_guarding_header(site, path):
    status, headers, _ = site.ask("GET", path)
    headers = {k.lower(): v for k, v in headers.items()}
    assert status == 200
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cache-control"] == "no-store"
    assert headers["x-frame-options"] == "DENY"
    assert "server" not in headers


def test_files_of_pages_are_kept_until_their_content_changes(site, tmp_path):
    def asked(path):
        status, headers, body = site.ask("GET", path)
        return status, {k.lower(): v for k, v in headers.items()}["cache-control"], body

    page = asked("/floor")[2].decode()
    named = re.findall(r'(?:src|href)="(/[^"]*-?static/[^"]*)"', page)
    assert named and all(path.startswith(kept_files.prefix() + "/") for path in named)
    for path in named:
        status, cache, body = asked(path)
        assert (status, cache) == (200, "private, max-age=31536000, immutable"), path
        short = path.removeprefix(kept_files.prefix())
        assert asked(short) == (200, "no-store", body)
        assert asked(f"/kept/0123/{short[1:]}") == (200, "no-store", body)  # another gateway's
    for path in ("/static/none.js", "/floor", "/static/../settings.py", ""):
        assert asked(kept_files.prefix() + path)[:2] == (404, "no-store"), path
    for method in ("POST", "PUT"):
        assert site.ask(method, named[0], "")[0] in (403, 405)
    names = set()
    for address, name, text in (("/a", "a.js", "1"), ("/a", "a.js", "2"), ("/a", "b.js", "2"),
                                ("/b", "b.js", "2")):  # fmt: skip
        (tmp_path / name).write_text(text)
        names.add(kept_files.digest_of(kept_files.read({address: tmp_path})))
    assert len(names) == 4


@pytest.mark.parametrize("path", PAGES)
def test_a_page_names_nothing_outside(site, path):
    _, _, body = site.ask("GET", path)
    text = body.decode().replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert "http://" not in text and "https://" not in text and "//cdn" not in text


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "[::2]:80", ""])
def test_another_name_is_not_served(site, host):
    status, _, body = site.ask("GET", "/floor", Host=host)
    assert status == 421 and json.loads(body)["error"]["code"] == "unknown_host"


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
        {"Origin": "http://127.0.0.1", "Sec_Fetch_Site": "cross-site"},
    ],
)
@pytest.mark.parametrize("path", ["/dealer/7/key", "/floor/alerts/7/2/0", "/dealer/7/step"])
def test_nothing_is_changed_from_another_site(site, path, headers):
    status, _, body = site.ask("POST", path, "{}", **headers)
    assert status == 403 and json.loads(body)["error"]["code"] == "foreign_origin"
    assert not site.controller.keys


@pytest.mark.parametrize(
    "key",
    [
        {},
        {"what": "card_move"},
        {"what": "chips_move", "seat": 1},
        {"what": "tag_read", "zone": "muck", "cards": []},
        {"what": "declare", "seat": 1},
        {"what": "declare", "seat": "1", "word": "fold", "wording": "plain"},
        {"what": "gesture", "seat": 1, "kind": "tap", "t": 5},
        {"what": "gesture", "seat": 1, "kind": ["tap"]},
        {"what": "tabled"},
        {"what": "tabled", "seat": 99},
        {"what": "tabled", "seat": 1, "more": 1},
        {"what": "notice", "by": "dealer", "kind": "x" * 500},
    ],
)
def test_what_no_dealer_can_key_is_refused(site, key):
    before = list(site.controller.keys)
    status, _, body = site.key(key)
    assert status == 400 and json.loads(body)["error"]["message"]
    assert site.controller.keys == before


def test_a_proper_key_is_passed_on(site):
    key = {"what": "notice", "by": "dealer", "kind": "exposed_card", "about_seat": 2}
    assert site.key(key)[0] == 202
    until(lambda: site.controller.keys == [key], "the key")
    site.controller.keys.clear()


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/nothing", None, 404),
        ("GET", "/dealer/99", None, 404),
        ("GET", "/overlay/99/stream", None, 404),
        ("GET", "/api/v1/tables/99/hands", None, 404),
        ("GET", "/docs", None, 404),
        ("GET", "/openapi.json", None, 404),
        ("GET", "/static/../settings.py", None, 404),
        ("GET", "/static/%2e%2e/settings.py", None, 404),
        ("DELETE", "/floor", None, 413),
        ("POST", "/floor/alerts/7/2/0", "act=explode", 400),
        ("POST", "/floor/alerts/7/2/0", "act=override&reason=++", 400),
        ("POST", "/floor/alerts/7/999/0", "act=accept", 404),
        ("POST", "/floor/alerts/7/x/0", "act=accept", 422),
        ("POST", "/dealer/7/step", "n=2&k=0&done=9", 404),
        ("POST", "/dealer/7/key", "{", 422),
        ("POST", "/floor/alerts/7/2/0", "act=accept&reason=" + "x" * 20000, 413),
    ],
)
def test_a_mistake_has_one_shape(site, method, path, body, status):
    kind = "application/json" if path.endswith("key") else "application/x-www-form-urlencoded"
    headers = {"Origin": site.origin, "Content_Type": kind}
    got, _, answer = site.ask(method, path, body, **headers)
    error = json.loads(answer)["error"]
    assert got == status and set(error) == {"code", "message"} and error["message"]


def test_a_person_gets_a_page_for_a_mistake(site):
    status, headers, body = site.ask("GET", "/dealer/99", Accept="text/html")
    assert status == 404 and b"there is no table 99 so far" in body


def test_a_stream_begins_with_everything(site):
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=60)
    connection.request("GET", "/overlay/7/stream")
    answer = connection.getresponse()
    assert answer.getheader("content-type").startswith("text/event-stream")
    line = answer.readline()
    while not line.startswith(b"data:"):
        line = answer.readline()
    assert json.loads(line[5:])["snapshot"]["table"] == "7"
    connection.close()


def test_a_taken_port_is_one_clear_line(site):
    with pytest.raises(GatewayError, match=f"port {site.port} .* is in use"):
        bind("127.0.0.1", site.port)


def test_alerts_say_until_when_they_can_be_put_right():
    ruling = {
        "ruling": "misdeal", "situation": "deal.empty_seat", "seat": None, "amount": None,
        "binding": None, "misdeal": True, "remedy_steps": [], "decided_by": "dealer",
        "cite": ["tda-2011:32d"], "confidence": "high",
        "deadline": {"until": "substantial_action", "ms": None, "cite": ["tda-2011:33"]},
    }  # fmt: skip
    body = alerts.of_ruling(ruling, "h1", [])
    shown = projections.alert("7", 1, 1, body)
    assert shown["until"] == "there is substantial action"
    page = render("dealer_now.html", system="", sent=[], together="", race=None, f=_facts([shown]))
    assert "Until there is substantial action." in page
    said = alerts.of_ruling(dict(ruling, deadline=dict(ruling["deadline"], ms=60000)), "h1", [])
    assert projections.alert("7", 1, 1, said)["until"].endswith(", 60 s at most")
    none = projections.alert("7", 1, 1, alerts.of_ruling(dict(ruling, deadline=None), "h1", []))
    assert none["until"] == ""
    assert "Until" not in render(
        "dealer_now.html", system="", sent=[], together="", race=None, f=_facts([none])
    )


def _facts(shown):
    ask = {"title": "", "text": ""}
    return {
        "online": True, "question": None, "main": shown[0], "others": [], "infos": [], "ask": ask,
        "table": "7", "decided": "",
    }  # fmt: skip
