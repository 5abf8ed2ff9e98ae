"""Offers an image to a table's controller and hands out the blocks it asks for, over MQTT."""

import base64
import json
import queue
import ssl
import time

import paho.mqtt.client as paho

from firmware.image import header as hd
from gateway.ingest import payload as pl
from gateway.vault import messages
from shared_rules import topics
from tools.errors import CommandError

QUIET_S = 90  # a controller that says nothing for so long has gone
UNHEARD = "; an enrolled one listens only to who has its key from the vault (--vault)"
N_MAX = 8192


class Offer:
    """One image for one table. ``say(line)`` is told how it goes. ``order``: the OrderKey that
    signs what the controller is told, None for one that is not enrolled."""

    def __init__(self, table, image, say=print, quiet_s=QUIET_S, order=None):
        self.table = str(table)
        self.image = image
        self.header = hd.parse(image[: hd.SIZE])
        self.say = say
        self.quiet_s = quiet_s
        self._order = order
        self.inbox = queue.Queue()
        self.sent = 0

    def topic(self, name):
        """Full topic of the table."""
        return topics.topic(self.table, name)

    def run(self, publish, restart=False):
        """Offer, answer, until the controller is ready (then restart it when wanted).

        ``publish(topic, payload)``; what comes on ``up/image`` is put into ``inbox``. Raises
        CommandError when the controller refuses, gives up or falls silent.
        """
        head = base64.b64encode(self.image[: hd.SIZE]).decode()
        self._announce(publish, {"head": head})
        self.say(f"offered version {self.header.version} ({self.header.length} bytes)")
        until_s = time.monotonic() + self.quiet_s
        while True:
            try:
                payload = self.inbox.get(timeout=max(0.0, until_s - time.monotonic()))
                message = pl.an_object(payload)
            except queue.Empty:
                why = f"the controller says nothing{UNHEARD}"
                raise CommandError(f"table {self.table}: {why}") from None
            except pl.BadPayload:
                continue
            if message.get("version") not in (self.header.version, 0):
                continue
            until_s = time.monotonic() + self.quiet_s
            state = message.get("state")
            if state == "want":
                self._block(publish, message)
            elif state == "ready":
                self.say(f"version {self.header.version} lies in the controller's flash")
                if restart:
                    self._announce(publish, {"restart": self.header.version})
                    self.say("it restarts as soon as no hand is under way")
                return
            elif state in ("refused", "given up"):
                raise CommandError(f"table {self.table}: {state}: {message.get('why')}")

    def _block(self, publish, message):
        at, n = message.get("at"), message.get("n")
        if not isinstance(at, int) or not isinstance(n, int) or at < 0 or not 0 < n <= N_MAX:
            return
        data = self.image[hd.SIZE + at : hd.SIZE + at + n]
        block = at.to_bytes(4, "little") + data
        if self._order is not None and message.get("signed"):
            # one of an earlier program takes blocks as they are: it does not ask for signed ones
            block = self._signed(topics.DOWN_BLOCK, block + b"}")
        publish(self.topic(topics.DOWN_BLOCK), block)
        self.sent += len(data)

    def _announce(self, publish, message):
        payload = self._signed(topics.DOWN_IMAGE, json.dumps(message).encode())
        publish(self.topic(topics.DOWN_IMAGE), payload)

    def _signed(self, name, payload):
        if self._order is None:
            return payload
        return messages.sign(self._order.key, name, payload, self._order.next_by())


def over_mqtt(offer, host, port, tls=None, restart=False):
    """Run an Offer through a broker. ``tls``: (ca, certificate, key) files, or None."""
    client = paho.Client(paho.CallbackAPIVersion.VERSION2, client_id="feltwire-image")
    if tls:
        ca, cert, key = tls
        client.tls_set(ca, cert, key, tls_version=ssl.PROTOCOL_TLS_CLIENT)
    ready = queue.Queue()
    client.on_connect = lambda c, *_: c.subscribe(offer.topic(topics.UP_IMAGE), 1)
    client.on_subscribe = lambda *_: ready.put(True)
    client.on_message = lambda _c, _u, message: offer.inbox.put(message.payload)
    try:
        client.connect(host, port, keepalive=30)
    except OSError as e:
        raise CommandError(f"no broker at {host}:{port}: {e}") from None
    client.loop_start()
    try:
        try:
            ready.get(timeout=10)
        except queue.Empty:
            raise CommandError(f"the broker at {host}:{port} does not let us listen") from None
        done = []

        def publish(topic, payload):
            done.append(client.publish(topic, payload, qos=1))
            del done[:-4]

        offer.run(publish, restart)
        for info in done:
            info.wait_for_publish(5)
    finally:
        client.disconnect()
        client.loop_stop()
