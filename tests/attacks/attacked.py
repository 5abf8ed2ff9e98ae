"""A gateway with its vault process, a table that signs, and people who mean ill."""

import http.client
import json
import os

import paho.mqtt.client as paho

from firmware.table import keys
from gateway.service import Gateway
from gateway.settings.fields import Settings
from shared_rules import zones
from tests.attacks.demo_and_venue import TABLES, Demonstration
from tests.gateway.support import until
from tests.vault.canary_hands import Signing
from tests.vault.rooms import HANDS, Shuffled
from tools.dev.ports import free_port
from tools.install.pki.ca_folder import controller
from tools.virtual import paper


class House:
    """``gateway``, ``controller`` at table 7, ``source`` of its hands; 8 and 9 have not spoken.

    ``rules``: [vault]. ``setup``: Demonstration or Venue. Files are made under the usual umask.
    ``agrees``: the vault has no root of table 7 yet, and ``controller`` is a stranger to it.
    """

    def __init__(self, folder, rules=None, setup=Demonstration, agrees=False, **settings):
        self._umask = os.umask(0o022)
        self.roots = {table: os.urandom(32) for table in TABLES}
        self.root = self.roots["7"]
        self.folder, self.port = folder, free_port()
        self.setup = setup(folder)
        for table, root in self.roots.items():
            known = None if agrees and table == "7" else root
            paper.vault_file(folder / "vault", table, root=known)
            (folder / "vault" / f"{table}.json").chmod(0o600)  # as `enrol` leaves it
        self.setup.start()
        self.settings = Settings(
            data_dir=folder, mqtt_port=self.setup.port, http_port=self.port,
            **self.setup.settings(), **settings,
        )  # fmt: skip
        self.gateway = Gateway(self.settings, rules=rules)
        self.gateway.start()
        assert self.gateway.wait_for_broker(60)
        self._cookie = self.setup.cookie(self.gateway)
        self.controller = self.controller_of("7")
        self.source = Shuffled(root=self.root)
        self.lying = {}  # zone -> tokens, in the order they came there

    def controller_of(self, table):
        """A table's controller, which signs as the firmware does."""
        prove = self.setup.prove(controller(table, "c1"))
        return Signing(table, self.setup.port, root=self.roots[table], prove=prove)

    def client(self, holder, *filters):
        """A paho client of somebody's, connected; it hears ``filters``, into its ``heard``."""
        client = paho.Client(paho.CallbackAPIVersion.VERSION2, client_id=holder.name)
        self.setup.prove(holder)(client)
        client.heard, granted = [], []
        client.on_message = lambda c, _u, m: c.heard.append((m.topic, m.payload))
        client.on_connect = lambda c, *_: filters and c.subscribe([(f, 1) for f in filters])
        client.on_subscribe = lambda *_: granted.append(True)
        client.connect("127.0.0.1", self.setup.port)
        client.loop_start()
        until(lambda: client.is_connected() and (granted or not filters), holder.name)
        return client

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

    def hand(self, name):
        """``(events, cards)`` of the next hand of a recorded one; those before it are played."""
        while HANDS[self.source.number % len(HANDS)].stem != name:
            self.play(self.source.hand()[0])
        return self.source.hand()

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
        headers.update(self._cookie)
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

    def alerts(self, what, table="7"):
        """Texts of a table's open alerts of a kind."""
        live = self.gateway.tables.get(table)
        if live is None:
            return []
        with live.lock:
            return [body["text"] for body in live.alerts.values() if body["ruling"] == what]

    def evidence(self, n):
        """What the event with number ``n`` of the log is called where people read it."""
        from gateway.tables import words

        (entry,) = [e for e in self.gateway.log.read("7", n - 1) if e.n == n]
        from gateway.ingest import decoder

        return words.say(decoder.event(entry.row))

    def close(self):
        self.controller.stop()
        self.gateway.stop()
        self.setup.stop()
        os.umask(self._umask)


def before_the_flop(events):
    """How many events of a hand come before the first burn or board card."""
    for i, event in enumerate(events):
        if event["what"] == "card_move" and event["to"] in (zones.BURN, zones.BOARD):
            return i
    return len(events)
