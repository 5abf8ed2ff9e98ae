"""Web Push and Apprise against endpoints of our own; who is told what, and what is refused."""

import base64
import json
import os
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from gateway.alerts.push import Push
from gateway.alerts.registry import alert
from gateway.alerts.subscriptions import KEPT, Subscriptions
from gateway.errors import BadRequest, GatewayError
from gateway.settings.fields import Settings
from gateway.tables import alerts
from tests.gateway.support import until

ALERT = {
    "table": "7", "n": 12, "k": 0, "level": 0,
    "body": alerts.of_table(*alert("floor_called"), seat=4),
}  # fmt: skip


def b64(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Service:
    """A push service: ``got``: (path, headers, body); ``answers``: statuses, then 201."""

    def __init__(self):
        self.got, self.answers = [], []
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):  # noqa: N802 - the library's name
                body = self.rfile.read(int(self.headers["content-length"]))
                service.got.append((self.path, dict(self.headers), body))
                self.send_response(service.answers.pop(0) if service.answers else 201)
                self.send_header("Location", service.origin + "/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self):
        self._server.shutdown()
        self._server.server_close()


class Phone:
    """A browser's side of Web Push."""

    def __init__(self, endpoint):
        self.endpoint, self.auth = endpoint, os.urandom(16)
        self.key = ec.generate_private_key(ec.SECP256R1())

    def subscription(self):
        raw = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": self.endpoint, "keys": {"p256dh": b64(raw), "auth": b64(self.auth)}}

    def read(self, body):
        return json.loads(http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth))


@pytest.fixture
def service(monkeypatch):
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    made = Service()
    yield made
    made.close()


@pytest.fixture
def push(service, tmp_path):
    made = opened(service, tmp_path)
    yield made
    made.stop()


def opened(service, folder, **more):
    settings = {"push_contact": "mailto:floor@example.org", "push_services": (service.origin,)}
    return Push(Settings(data_dir=folder, **settings, **more).check(), sleep=lambda s: None)


def test_a_new_urgent_alert_reaches_the_floors_phone_encrypted(service, push):
    floor, director = Phone(service.origin + "/f"), Phone(service.origin + "/d")
    push.subscriptions.add("floor", floor.subscription())
    push.subscriptions.add("director", director.subscription())
    push.notify({**ALERT, "body": {**ALERT["body"], "source": "ruling", "severity": "ask"}})
    push.notify(ALERT)
    until(lambda: push.sent, "the message")
    ((path, headers, body),) = service.got
    assert path == "/f" and headers["authorization"].startswith("vapid ")
    assert b"dealer" not in body
    assert floor.read(body) == {
        "title": "table 7, seat 4", "body": "The dealer calls the floor.", "tag": "7-12-0",
        "url": "/floor?table=7", "late": False,
    }  # fmt: skip


def test_each_phone_is_told_in_its_own_language_also_after_a_restart(service, tmp_path):
    phones = {f"/{lang}": Phone(f"{service.origin}/{lang}") for lang in ("de", "en")}
    first = opened(service, tmp_path)
    for path, phone in phones.items():
        first.subscriptions.add("floor", phone.subscription(), lang=path[1:])
    first.stop()
    again = opened(service, tmp_path)
    again.notify({**ALERT, "level": 1})
    until(lambda: again.sent == 2, "both messages")
    again.stop()
    said = {path: phones[path].read(body) for path, _h, body in service.got}
    assert said["/de"]["title"] == "Unbeantwortet: Tisch 7, Platz 4"
    assert said["/de"]["body"] == "Der Dealer ruft den Floor."
    assert said["/en"]["title"] == "Not answered: table 7, seat 4"


def test_an_escalated_alert_reaches_everybody(service, push):
    phones = {f"/{name}": Phone(f"{service.origin}/{name}") for name in ("floor", "director")}
    for path, phone in phones.items():
        push.subscriptions.add(path[1:], phone.subscription())
    push.notify({**ALERT, "level": 1})
    until(lambda: push.sent == 2, "both messages")
    said = {path: phones[path].read(body)["title"] for path, _h, body in service.got}
    assert set(said.values()) == {"Not answered: table 7, seat 4"} and len(said) == 2


def test_a_call_is_told_to_the_pits_people_and_one_nobody_answers_to_all(service, push):
    push.rings = lambda table, name: (table, name) == ("7", "maria")
    for name in ("maria", "tom", None):
        push.subscriptions.add("floor", Phone(f"{service.origin}/{name}").subscription(), name=name)
    push.notify(ALERT)
    until(lambda: push.sent == 2, "the phones of the pit")
    assert sorted(path for path, _h, _b in service.got) == ["/None", "/maria"]  # nobody knows whose
    push.notify({**ALERT, "level": 1})
    until(lambda: push.sent == 5, "all phones")


def test_a_service_that_stumbles_is_asked_again_and_not_for_ever(service, push):
    push.subscriptions.add("floor", Phone(service.origin + "/f").subscription())
    service.answers = [500, 503]
    push.notify(ALERT)
    until(lambda: push.sent == 1, "the third try")
    service.answers = [500] * 5
    push.notify(ALERT)
    until(lambda: push.failed == 1, "the end of the tries")
    assert len(service.got) == 6


def test_a_phone_that_is_gone_is_forgotten(service, push, tmp_path):
    push.subscriptions.add("floor", Phone(service.origin + "/f").subscription())
    service.answers = [410]
    push.notify(ALERT)
    until(lambda: push.sent, "the answer")
    assert not push.subscriptions.of(("floor",))
    assert not opened(service, tmp_path).subscriptions.of(("floor",))


def test_a_service_sends_us_nowhere_else(service, push):
    push.subscriptions.add("floor", Phone(service.origin + "/f").subscription())
    service.answers = [307, 302, 301]
    push.notify(ALERT)
    until(lambda: push.failed, "the refusal")
    assert {path for path, _h, _b in service.got} == {"/f"}


def test_phones_and_key_survive_a_restart_and_are_nobody_elses(service, push, tmp_path):
    push.subscriptions.add("floor", Phone(service.origin + "/f").subscription())
    again = opened(service, tmp_path)
    assert again.key() == push.key() and len(base64.urlsafe_b64decode(push.key() + "=")) == 65
    assert again.subscriptions.of(("floor",)) == push.subscriptions.of(("floor",))
    for path in (tmp_path / "push").iterdir():
        assert path.stat().st_mode & 0o077 == 0
    again.stop()


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://evil.example/f", "http://fcm.googleapis.com/f", "https://fcm.googleapis.com:8443/",
        "https://xfcm.googleapis.com.evil.example/", "https://a@fcm.googleapis.com/", "file:///etc",
        "http://127.0.0.1:1/f", "https://[::1/", "", "https://fcm.googleapis.com/" + 2000 * "x",
    ],
)  # fmt: skip
def test_only_known_push_services_are_posted_to(endpoint, tmp_path):
    kept = Subscriptions(tmp_path, Settings().push_services)
    with pytest.raises(BadRequest, match="endpoint"):
        kept.add("floor", Phone(endpoint).subscription())
    kept.add("floor", Phone("https://fcm.googleapis.com/fcm/send/x").subscription())
    kept.add("floor", Phone("https://eu.notify.windows.com/x").subscription())
    assert len(kept.of(("floor",))) == 2


@pytest.mark.parametrize("bad", ["", "[]", "5", "null", "[" * 9000, "rows", "\0" * 4096])
def test_what_is_no_subscription_in_the_file_is_no_phone(tmp_path, bad):
    good = {
        "audience": "floor",
        "subscription": Phone("https://fcm.googleapis.com/a").subscription(),
    }
    rows = {"https://fcm.googleapis.com/a": good, "b": good, "c": 5, "d": {"audience": "floor"}}
    (tmp_path / "subscriptions.json").write_text(json.dumps(rows) if bad == "rows" else bad)
    kept = Subscriptions(tmp_path, ("fcm.googleapis.com",))
    assert len(kept.of(("floor",))) == (1 if bad == "rows" else 0)
    kept.add("floor", Phone("https://fcm.googleapis.com/c").subscription())
    again = Subscriptions(tmp_path, ("fcm.googleapis.com",))
    assert len(again.of(("floor",))) == (2 if bad == "rows" else 1)


def test_keys_and_audience_are_checked_and_the_number_is_bounded(tmp_path):
    kept = Subscriptions(tmp_path, ("fcm.googleapis.com",))
    good = Phone("https://fcm.googleapis.com/a").subscription()
    for bad in ({**good, "keys": {}}, {**good, "keys": {"p256dh": "x", "auth": "\u0100"}}):
        with pytest.raises(BadRequest, match="keys"):
            kept.add("floor", bad)
    with pytest.raises(BadRequest, match="audience"):
        kept.add("players", good)
    for i in range(KEPT + 5):
        kept.add("floor", {**good, "endpoint": f"https://fcm.googleapis.com/{i}"})
    assert len(kept.of(("floor",))) == KEPT


def test_apprise_is_told_of_what_nobody_answered(service, tmp_path):
    addresses = tmp_path / "apprise"
    addresses.write_text(f"# ours\njson://{service.origin.removeprefix('http://')}/told\n")
    push = Push(Settings(data_dir=tmp_path, apprise_file=str(addresses)))
    push.notify(ALERT)
    push.notify({**ALERT, "level": 1})
    until(lambda: push.sent, "the message")
    ((path, _headers, body),) = service.got
    said = json.loads(body)
    assert said["title"] == "Not answered: table 7, seat 4" and "calls the floor" in said["message"]
    push.stop()


def test_a_bad_file_is_one_clear_line(tmp_path):
    name = tmp_path / "apprise"
    for text, says in (("", "no address in it"), ("nonsense://\n", "line 1")):
        name.write_text(text)
        with pytest.raises(GatewayError, match=says):
            Push(Settings(data_dir=tmp_path, apprise_file=str(name)))
    with pytest.raises(GatewayError, match="No such file"):
        Push(Settings(data_dir=tmp_path, apprise_file=str(tmp_path / "none")))
    with pytest.raises(GatewayError, match="push_contact"):
        Settings(push_contact="floor@example.org").check()


def test_nothing_is_told_where_nothing_is_configured(tmp_path):
    push = Push(Settings(data_dir=tmp_path))
    push.notify({**ALERT, "level": 1})
    assert push.key() == "" and not (tmp_path / "push").exists()
    push.stop()
