"""A gateway that asks for a login, with somebody of each role, and two tables: 3 and 4."""

import http.client
import json
from urllib.parse import urlencode

from gateway.people.sessions import DAY_MS, HOUR_MS
from gateway.people.who import ROLES
from gateway.service import Gateway
from gateway.settings.fields import Settings
from gateway.vault.local import LocalVault
from tests.gateway.support import Controller, Counter, setup, until
from tools.dev.ports import free_port
from tools.install.broker import EmbeddedBroker, quiet

OWN, FOREIGN = "3", "4"
SECRETS = dict.fromkeys(ROLES, "correct horse battery") | {
    "dealer": "704613",
    "floor": "318264",
}


class Venue:
    """``token(role)``: a session's; ``ask``: a request with it."""

    def __init__(self, folder, **settings):
        quiet()
        self.folder = folder
        self.broker = EmbeddedBroker()
        self.broker.start()
        self.port = free_port()
        self.host = f"127.0.0.1:{self.port}"
        self.origin = f"http://{self.host}"
        self.settings = Settings(
            data_dir=folder, mqtt_port=self.broker.port, http_port=self.port, **settings
        )
        vault = LocalVault(folder / "vault")  # no card is opened here
        self.gateway = Gateway(self.settings, make_engine=Counter, vault=vault)
        self.gateway.start()
        assert self.gateway.wait_for_broker(60)
        self.people = self.gateway.people
        if not self.settings.demo:
            self.populate()
        self.controllers = [Controller(name, self.broker.port) for name in (OWN, FOREIGN)]
        for controller in self.controllers:
            call = {"t": 1, "what": "notice", "by": "dealer", "kind": "call_floor"}
            controller.send(setup(0, "h1"), call)
        for name in (OWN, FOREIGN):
            until(lambda n=name: getattr(self.gateway.tables.get(n), "alerts", 0), "the alert")

    def populate(self):
        self.people.add("dora", "director", SECRETS["director"])
        for role in ROLES:
            table = OWN if role == "dealer" else None
            if role != "director":
                self.people.add("a-" + role, role, SECRETS[role], table)

    def name(self, role):
        return "dora" if role == "director" else "a-" + role

    def token(self, role, table=None):
        """A fresh session's token, as the login makes it."""
        table = OWN if role == "dealer" else table
        made = self.people.sessions.log_in(self.name(role), role, table, "test", 8 * HOUR_MS)
        return made[0]

    def program(self, role, table=None):
        return self.people.sessions.program(f"{role} program", role, table, DAY_MS, "test")

    def ask(self, method, path, body=None, token=None, **headers):
        """``(status, headers, body)`` of a request; of a stream the body is its first line."""
        answer, connection = self.open(method, path, body, token, **headers)
        stream = "event-stream" in answer.headers.get("content-type", "")
        content = answer.readline() if stream else answer.read()
        connection.close()
        return answer.status, answer.headers, content

    def open(self, method, path, body=None, token=None, **headers):
        """The answer and its connection, which stays open."""
        sent = {k.replace("_", "-"): v for k, v in headers.items()}
        if token:
            sent["Cookie"] = f"other=1; feltwire={token}"
        if isinstance(body, dict):
            body = urlencode(body)
            sent.setdefault("Content-Type", "application/x-www-form-urlencoded")
        if method == "POST":
            sent.setdefault("Origin", self.origin)
        sent = {k: v for k, v in sent.items() if v is not None}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request(method, path, body, sent)
        return connection.getresponse(), connection

    def log_in(self, name, secret, **headers):
        """``(status, cookie or None)``."""
        form = {"name": name, "secret": secret}
        status, answer, _ = self.ask("POST", "/login", form, **headers)
        return status, answer.get("set-cookie")

    def key(self, table, key, token, **headers):
        return self.ask(
            "POST", f"/dealer/{table}/key", json.dumps({"key": key}), token,
            Content_Type="application/json", **headers,
        )  # fmt: skip

    def acts(self, what=None):
        return [a for a in self.people.acts() if what in (None, a["what"])]

    def forget_tries(self):
        """A minute later, as far as wrong tries go."""
        access = self.gateway._web._app.app.state
        access.tries.forget()

    def close(self):
        for controller in self.controllers:
            controller.stop()
        self.gateway.stop()
        self.broker.stop()
