"""A table without a table: a controller that publishes recorded events, an engine that counts."""

import contextlib
import json
import os
import socket
import threading
import time
from pathlib import Path

import paho.mqtt.client as paho

from shared_rules import topics, wire
from tools.install.pki import passwords
from tools.install.pki.ca_folder import controller


def until(condition, what, timeout_s=120.0):
    """Wait for a condition that must come true; nothing is concluded from how long it takes.

    Asked less often the longer it takes: many conditions are a request or a look at all processes.
    """
    begun = time.monotonic()
    while (waited := time.monotonic() - begun) < timeout_s:
        if condition():
            return
        time.sleep(min(0.05, max(0.005, waited / 20)))
    raise AssertionError(f"never came: {what}")


def processes_of(folder):
    """Ids of the processes that name a folder in their command line or work inside it."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            command = (path / "cmdline").read_bytes().decode(errors="replace")
            state = (path / "stat").read_text().rpartition(")")[2].split()[0]
            place = os.readlink(path / "cwd")
        except OSError:
            continue  # it has ended meanwhile
        if state != "Z" and (str(folder) in command or place.startswith(str(folder))):
            found.append(int(path.name))
    return found


def log_in(client, folder, holder):
    """Give a paho client a password of its own at the embedded broker."""
    client.username_pw_set(holder.name, passwords.add(folder, holder).read_text().strip())


def hears(client, *filters, then=None):
    """A paho client asks for topics whenever it connects, and ``then()`` is called.

    An Event: the broker has granted them, and nothing that is sent from then on is missed.
    """
    granted = threading.Event()

    def came(*_):
        client.subscribe([(f, 1) for f in filters])
        if then:
            then()

    client.on_connect, client.on_subscribe = came, lambda *_: granted.set()
    return granted


class Counter:
    """Stands in for a rules engine: counts events, ends a hand at each ``pot_awarded``."""

    def __init__(self, rulebook="none"):
        self.events = []

    def apply(self, event):
        self.events.append(event)
        if event["what"] == "pot_awarded":
            ids = [e.get("hand_id") for e in self.events if e["what"] == "setup"]
            hand = {"k": "hand", "hand_id": ids[-1] if ids else None, "actions": [], "board": []}
            return [dict(hand, stacks_after={}, incidents=[], events=len(self.events), t0=0, t1=1)]
        if event["what"] == "tag_read" and event["zone"] == "muck":
            raise ValueError("an engine with a bug")
        return []

    def view(self):
        return {"events": len(self.events), "hand_id": None, "seats": [], "board": []}


class Controller:
    """A controller's link side: journal, publishing, acknowledgements and requests."""

    def __init__(self, table, port, dev="c1", boot=1, users=None, prove=None):
        """``users``: folder of the embedded broker's, None for one that asks for none.

        ``prove(client)``: makes a paho client show who it is, in place of a password of ``users``.
        """
        self.table, self.dev, self.boot = table, dev, boot
        self.journal = {}  # (boot, seq) -> row
        self.seq = 0
        self.acked = (0, 0)
        self.keys, self.lights = [], []
        self.mute = False  # events are journaled but not published
        self.lock = threading.Lock()
        self._client = paho.Client(paho.CallbackAPIVersion.VERSION2, client_id=f"table-{table}")
        if users is not None:
            log_in(self._client, users, controller(table, dev))
        if prove is not None:
            prove(self._client)
        self._client.reconnect_delay_set(min_delay=1, max_delay=1)
        self._client.on_socket_open = lambda _c, _u, s: s.setsockopt(6, socket.TCP_NODELAY, 1)
        # what an earlier boot left in the journal is sent, too
        granted = hears(self._client, topics.topic(table, "down/#"), then=lambda: self.resend(0, 0))
        self._client.on_message = self._message
        self._client.connect_async("127.0.0.1", port, keepalive=5)
        self._client.loop_start()
        until(granted.is_set, "the controller's subscription")

    def _message(self, _client, _userdata, message):
        data = json.loads(message.payload)
        name = topics.split(message.topic)[1]
        if name == topics.DOWN_ACK:
            key = (data["boot"], data["seq"])
            with self.lock:
                self.acked = max(self.acked, key)
                for k in [k for k in self.journal if k[0] == key[0] and k[1] <= key[1]]:
                    del self.journal[k]
        elif name == topics.DOWN_RESEND:
            self.resend(data["boot"], data["seq"])
        elif name == topics.DOWN_KEY:
            self.keys.append(data["key"])
        elif name == topics.DOWN_LIGHT:
            self.lights.append((data["level"], data["seat"]))

    def resend(self, boot, seq):
        if self.mute:
            return
        with self.lock:
            held = sorted((k, r) for k, r in self.journal.items() if k >= (boot, seq))
        for key, row in held:
            self.publish(key[0], key[1], [row])

    def publish(self, boot, seq, rows):
        payload = {"v": 1, "dev": self.dev, "boot": boot, "seq": seq, "ev": rows}
        self.raw(json.dumps(payload).encode())

    def raw(self, payload, name=topics.UP_EVENTS):
        self._client.publish(topics.topic(self.table, name), payload, qos=1)

    def reboot(self):
        self.boot, self.seq = self.boot + 1, 0

    def cut(self):
        """Its power is cut: the line ends without a word. It goes on as its next boot, from its
        journal, once it has connected again."""
        with self.lock:
            self.reboot()
        with contextlib.suppress(OSError, AttributeError):  # there was no line
            self._client.socket().shutdown(socket.SHUT_RDWR)

    def send(self, *events, publish=True):
        """Journal events, publish them as one message; returns the seq of the first."""
        first = self.seq + 1
        rows = [wire.encode(e) for e in events]
        with self.lock:
            for i, row in enumerate(rows):
                self.journal[(self.boot, first + i)] = row
        self.seq += len(rows)
        if publish and not self.mute:
            self.publish(self.boot, first, rows)
        return first

    def wait_acked(self):
        """Until everything in the journal is acknowledged."""
        until(lambda: not self.journal, f"the acknowledgement of {sorted(self.journal)[:3]}")

    def stop(self):
        self._client.disconnect()
        self._client.loop_stop()


def setup(t, hand_id, **more):
    return {
        "t": t, "what": "setup", "hand_id": hand_id, "game": "nlhe", "format": "tournament",
        "betting": "no_limit", "seats": [1, 2, 3], "button": 3, "sb_seat": 1, "bb_seat": 2,
        "sb": 50, "bb": 100, "ante": 0, "betting_line": True, "street": "none",
        "stacks": {"1": 10000, "2": 10000, "3": 10000}, **more,
    }  # fmt: skip


def hand(t, hand_id, hand_number):
    """Events of a hand as far as the counting engine cares."""
    return [
        setup(t, hand_id),
        {"t": t + 10, "what": "riffle", "hand": hand_number},
        {"t": t + 20, "what": "gesture", "seat": 1, "kind": "tap"},
        {"t": t + 30, "what": "pot_awarded", "seats": [1]},
    ]
