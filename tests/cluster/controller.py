"""A controller as several brokers see it: a journal, one publish in flight, the next node when one
is gone. What it was told, and how long each event waited for its acknowledgement, is kept."""

import json
import threading
import time
from collections import deque

import paho.mqtt.client as paho

from firmware.link.beat import SILENT_MS
from firmware.link.packets import SUBSCRIBED_QOS
from shared_rules import topics, wire
from tests.gateway.support import until

REPEAT_S = 2.0  # what is not acknowledged for so long is sent again (firmware: link/ack.py)
PUBACK_S = 5.0
KEEPALIVE_S = 5


class Controller:
    """``ports``: MQTT on this machine; ``window``: publishes in flight (the firmware has one)."""

    def __init__(self, table, ports, window=1, dev="c1"):
        self.table, self.dev, self.window = table, dev, window
        self.sent = self.acked = 0  # seq of the last event made, acknowledged
        self.asked = 0  # requests to send again
        self.left = 0  # connections over which no gateway was heard
        self.waited_s = []  # of each event, from its making to its acknowledgement
        self.queued_s = []  # from its making to its publishing
        self.broker_s = []  # from its publishing to the broker's word
        self.keys, self.lights = [], []
        self._ports, self._at = ports, 0
        self._rows = deque()  # (seq, row, made at), not acknowledged
        self._next = 1  # seq to publish next
        self._flying = {}  # message id -> when
        self._pubacked = deque()  # (message id, when), of paho's thread
        self._heard_at = time.monotonic()
        self._any_at = time.monotonic()  # of the gateway, or when the connection came up
        self._lock = threading.Lock()
        self._wake, self._stopping = threading.Event(), threading.Event()
        self._client = None
        self._threads = [threading.Thread(target=self._run, daemon=True)]
        self._threads[0].start()

    def send(self, event):
        """Make an event."""
        with self._lock:
            self.sent += 1
            row = wire.encode(dict(event, t=self.sent))
            self._rows.append((self.sent, row, time.monotonic()))
        self._wake.set()

    def done(self):
        """True when everything is acknowledged."""
        return self.acked == self.sent

    def stop(self):
        """End."""
        self._stopping.set()
        self._wake.set()
        self._threads[0].join(10)

    # -- its thread

    def _run(self):
        while not self._stopping.is_set():
            port = self._ports[self._at % len(self._ports)]
            self._at += 1
            try:
                self._serve(port)
            except OSError:
                self._stopping.wait(0.2)

    def _serve(self, port):
        with self._lock:
            # As the firmware: a new connection is not deaf because the one before it was.
            self._any_at = time.monotonic()
        client = paho.Client(
            paho.CallbackAPIVersion.VERSION2,
            client_id=f"table-{self.table}",
            reconnect_on_failure=False,
        )
        gone = threading.Event()
        client.will_set(topics.topic(self.table, topics.UP_STATE), self._state(False), 1)
        client.on_socket_open = lambda _c, _u, s: s.setsockopt(6, 1, 1)
        client.on_connect = self._came
        client.on_disconnect = lambda *_: (gone.set(), self._wake.set())
        client.on_message = self._message
        client.on_publish = self._puback
        client.connect("127.0.0.1", port, keepalive=KEEPALIVE_S)
        client.loop_start()
        try:
            while not gone.is_set() and not self._stopping.is_set() and not self._is_deaf():
                if client.is_connected():
                    self._publish(client)
                self._wake.wait(0.1)
                self._wake.clear()
        finally:
            client.disconnect()
            client.loop_stop()

    def _is_deaf(self):
        """As firmware/link/beat.py on a new connection; this one gives no beats, so only what waits
        is answered."""
        with self._lock:
            waits = self._rows and min(time.monotonic() - self._rows[0][2], self._quiet_s())
        if waits and 1000 * waits >= SILENT_MS:
            self.left += 1
            return True
        return False

    def _quiet_s(self):
        return time.monotonic() - self._any_at

    def _came(self, client, *_):
        client.subscribe(topics.topic(self.table, "down/#"), SUBSCRIBED_QOS)
        client.publish(topics.topic(self.table, topics.UP_STATE), self._state(True), 1, retain=True)
        with self._lock:
            self._flying.clear()
            self._next = self.acked + 1
            self._heard_at = self._any_at = time.monotonic()
        self._wake.set()

    def _publish(self, client):
        now = time.monotonic()
        with self._lock:
            while self._pubacked:
                mid, at = self._pubacked.popleft()
                if mid in self._flying:
                    self.broker_s.append(at - self._flying.pop(mid))
            self._flying = {m: at for m, at in self._flying.items() if now - at < PUBACK_S}
            if self._rows and now - self._heard_at > REPEAT_S:
                self._next, self._heard_at = self.acked + 1, now
            room = self.window - len(self._flying)
            rows = [r for r in self._rows if r[0] >= self._next][: max(0, room)]
            for seq, row, made in rows:
                payload = {"v": 1, "dev": self.dev, "boot": 1, "seq": seq, "ev": [row]}
                info = client.publish(
                    topics.topic(self.table, topics.UP_EVENTS), json.dumps(payload), 1
                )
                self._flying[info.mid] = now
                self.queued_s.append(now - made)
                self._next = seq + 1

    def _puback(self, _client, _userdata, mid, *_):
        # Without our lock: paho holds one of its own here, which publish() waits for under ours.
        self._pubacked.append((mid, time.monotonic()))
        self._wake.set()

    def _message(self, _client, _userdata, message):
        data, name = json.loads(message.payload), topics.split(message.topic)[1]
        self._any_at = time.monotonic()
        if name == topics.DOWN_ACK:
            now = time.monotonic()
            with self._lock:
                while self._rows and self._rows[0][0] <= data["seq"]:
                    self.waited_s.append(now - self._rows.popleft()[2])
                if data["seq"] > self.acked:
                    self.acked, self._heard_at = data["seq"], now
        elif name == topics.DOWN_RESEND:
            with self._lock:
                self.asked += data["seq"] <= self.sent
                self._next = min(self._next, max(data["seq"], self.acked + 1))
        elif name == topics.DOWN_KEY:
            self.keys.append(data["key"])
        elif name == topics.DOWN_LIGHT:
            self.lights.append(data["level"])
        self._wake.set()

    def _state(self, online):
        return json.dumps({"online": online, "dev": self.dev, "boot": 1})


def wait_all(controllers, timeout_s=90):
    """Until everything of all of them is acknowledged."""
    until(
        lambda: all(c.done() for c in controllers),
        f"acknowledgements at {[c.table for c in controllers if not c.done()][:5]}",
        timeout_s,
    )
