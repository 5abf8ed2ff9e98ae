"""A gateway with its vault process, a table that signs, and people who mean ill."""

import http.client
import json
import os

from firmware.table import keys
from gateway.service import Gateway
from gateway.settings.fields import Settings
from shared_rules import zones
from tests.gateway.support import free_port, until
from tests.vault.rooms import Shuffled
from tests.vault.secrecy import Signing
from tools.install.broker import EmbeddedBroker, quiet
from tools.virtual import paper


class House:
    """``gateway``, ``controller`` at table 7, ``source`` of hands. ``rules``: [vault]."""

    def __init__(self, folder, rules=None, broker=None):
        quiet()
        self.root = os.urandom(32)
        self.folder, self.port = folder, free_port()
        self.broker = broker or EmbeddedBroker()
        self.broker.start()
        paper.vault_file(folder / "vault", "7", root=self.root)
        settings = Settings(
            data_dir=folder, mqtt_port=self.broker.port, http_port=self.port, demo=True
        )
        self.gateway = Gateway(settings, rules=rules)
        self.gateway.start()
        assert self.gateway.wait_for_broker(60)
        self.controller = Signing("7", self.broker.port, root=self.root)
        self.source = Shuffled(root=self.root)
        self.lying = {}  # zone -> tokens, in the order they came there

    def play(self, events):
        """The table tells events, and the gateway has shown what follows from them."""
        for event in events:
            if event["what"] == "card_move" and event["from"] != event["to"]:
                for token in event["cards"]:
                    for tokens in self.lying.values():
                        if token in tokens:
                            tokens.remove(token)
                    self.lying.setdefault(event["to"], []).append(token)
            elif event["what"] == "riffle":
                self.lying = {}
        self.controller.send(*events)
        self.controller.wait_acked()
        until(lambda: self.gateway.tables.get("7") is not None, "the table")
        n = self.gateway.log.last("7").n  # the vault's own acts have numbers too
        until(lambda: self.gateway.tables.get("7").n >= n, "the events")

    def seats(self):
        """Seats that hold cards."""
        return sorted(
            zones.seat_of(zone)
            for zone, tokens in self.lying.items()
            if zones.kind(zone) == "seat" and tokens
        )

    def key(self, key):
        """Somebody keys at the panel; the status."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {"Content-Type": "application/json", "Origin": f"http://127.0.0.1:{self.port}"}
        line.request("POST", "/dealer/7/key", json.dumps({"key": key}), headers)
        status = line.getresponse().status
        line.close()
        return status

    def keyed(self, key, t):
        """Key at the panel, and have the table tell what its controller makes of it."""
        before = len(self.controller.keys)
        assert self.key(key) == 202
        until(lambda: len(self.controller.keys) > before, "the key")
        self.play([keys.event_of(self.controller.keys[-1], t, self._cards_at)])

    def _cards_at(self, zone):
        return list(enumerate(self.lying.get(zone, ()), 1))

    def public(self):
        """Token -> card of what the gateway may show."""
        return self.gateway.vault.public("7")

    def alerts(self, what):
        """Texts of the table's open alerts of a kind."""
        live = self.gateway.tables.get("7")
        with live.lock:
            return [body["text"] for body in live.alerts.values() if body["ruling"] == what]

    def evidence(self, n):
        """What the event with number ``n`` of the log is called where people read it."""
        from gateway.tables import words

        (entry,) = [e for e in self.gateway.log.read("7", n - 1) if e.n == n]
        from gateway.ingest import shape

        return words.say(shape.event(entry.row))

    def close(self):
        self.controller.stop()
        self.gateway.stop()
        self.broker.stop()


def before_the_flop(events):
    """How many events of a hand come before the first burn or board card."""
    for i, event in enumerate(events):
        if event["what"] == "card_move" and event["to"] in (zones.BURN, zones.BOARD):
            return i
    return len(events)
