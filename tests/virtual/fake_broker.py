"""A broker and gateway in one thread, as small as can be: answers, and confirms every event."""

import contextlib
import json
import socket
import threading
import time

from gateway.vault import messages, tokens
from shared_rules import topics
from tools.virtual import mqtt_frames as mqtt


class FakeBroker:
    """``address`` to connect to; ``payloads``: what was published, by topic name, in order.

    ``confirm``: send ``down/ack``; ``lag_s``: wall time before anything is answered; ``root``: of
    the enrolled controller, whose gateway signs; ``welcome``, ``grant``: codes in CONNACK and
    SUBACK (MQTT 3.1.1, 3.2.2.3 and 3.9.3).
    """

    def __init__(self, confirm=True, lag_s=0.0, root=None, welcome=0, grant=1):
        self.confirm = confirm
        self.welcome, self.grant = welcome, grant
        self.root = root
        self.signed = 0
        self.lag_s = lag_s
        self.payloads = []
        self.connections = 0
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = self._listener.getsockname()[:2]
        threading.Thread(target=self._serve, daemon=True).start()

    def rows(self):
        """Event rows in the order of arrival, each once (resent ones are dropped)."""
        seen = {}
        for topic, payload in list(self.payloads):
            if topic.endswith(topics.UP_EVENTS):
                message = json.loads(payload)
                for i, row in enumerate(message["ev"]):
                    seen.setdefault((message["boot"], message["seq"] + i), row)
        return [(*key, row) for key, row in sorted(seen.items())]

    def close(self):
        """No new connections."""
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)  # wakes the thread that accepts
        self._listener.close()

    def _serve(self):
        while True:
            try:
                s, _ = self._listener.accept()
            except OSError:
                return
            s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.connections += 1
            threading.Thread(target=self._talk, args=(s,), daemon=True).start()

    def _talk(self, s):
        packets = mqtt.Packets()
        with s:
            while True:
                try:
                    data = s.recv(65536)
                    if not data:
                        return
                    for kind, packet in packets.feed(data):
                        if self.lag_s:
                            time.sleep(self.lag_s)
                        s.sendall(self._answer(kind, packet))
                except OSError:
                    return

    def _answer(self, kind, packet):
        number = mqtt.packet_id(kind, packet)
        if kind == mqtt.CONNECT:
            return bytes((0x20, 2, 0, self.welcome))
        if kind == mqtt.SUBSCRIBE:
            count = _filters(packet)
            body = number.to_bytes(2, "big") + bytes((self.grant,)) * count
            return b"\x90" + mqtt.remaining(len(body)) + body
        if kind == mqtt.PINGREQ:
            return b"\xd0\x00"
        if kind != mqtt.PUBLISH:
            return b""
        topic, payload = mqtt.published(packet)
        self.payloads.append((topic, payload))
        out = mqtt.puback(number) if number else b""
        if self.confirm and topic.endswith(topics.UP_EVENTS):
            message = json.loads(payload)
            last = message["seq"] + len(message["ev"]) - 1
            ack = json.dumps({"boot": message["boot"], "seq": last}).encode()
            down = topic[: -len(topics.UP_EVENTS)] + topics.DOWN_ACK
            out += mqtt.publish(down, self._sign(down, ack, payload), 1, 1)
        return out

    def _sign(self, down, ack, payload):
        if self.root is None:
            return ack
        boot, hand, _count = messages.signed_by(payload)
        root = tokens.Ratchet(self.root).root(hand)
        table = topics.split(down)[0]
        key = messages.order_key(root, table, boot, hand, topics.GATEWAY)
        self.signed += 1
        return messages.sign(key, topics.DOWN_ACK, ack, (boot, 1, self.signed))


def _filters(packet):
    at, count = mqtt.body_at(packet) + 2, 0
    while at < len(packet):
        at += 3 + int.from_bytes(packet[at : at + 2], "big")
        count += 1
    return count
