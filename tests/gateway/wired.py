"""A whole gateway whose broker is the test: production wiring and threads, without a socket."""

import paho.mqtt.client as paho

from gateway.ingest.mqtt import MqttLink
from gateway.service import Gateway
from gateway.settings.fields import Settings
from gateway.vault.local import LocalVault
from tests.gateway.support import until

BARRIER = "barrier"  # a table of its own: what people do at it comes after what was given before


class Line(MqttLink):
    """The production link, but for its connection: ``give`` hands it what a broker would."""

    def start(self):
        """Connected, at once and for good."""
        self.sent, self.up = [], True
        self._on_link(True)

    def stop(self):
        """Nothing to end."""

    def publish(self, topic, payload, retain=False, qos=1):
        """Keep what a controller would be told."""
        self.sent.append((topic, payload))
        return True

    def give(self, topic, payload, retain=False):
        """A message as paho gives it; ``topic`` may be bytes that are no text."""
        message = paho.MQTTMessage(topic=topic.encode() if isinstance(topic, str) else topic)
        message.payload, message.retain = payload, retain
        self._client.on_message(self._client, None, message)


def start(folder, **parts):
    """A running Gateway on ``folder``; ``parts`` as Gateway's, or settings."""
    made = {k: parts.pop(k) for k in ("make_engine", "vault") if k in parts}
    made.setdefault("vault", LocalVault(folder / "vault"))
    settings = Settings(**{"data_dir": folder, "web": False, **parts})
    gateway = Gateway(settings, make_link=Line, **made)
    gateway.start()
    return gateway


def drain(gateway):
    """Return when every message given so far is done with, and every engine has had it."""
    gateway.tables.operate(BARRIER, {"alert": [0, 0], "act": "shown", "wall": 0})
    n = gateway.log.last(BARRIER).n
    until(lambda: gateway.tables.get(BARRIER).n == n, "what follows from the messages", 60)
