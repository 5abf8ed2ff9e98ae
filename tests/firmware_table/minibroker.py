"""A broker for one controller: answers CONNECT, SUBSCRIBE, PUBLISH and PING; can be cut off."""

import json
import socket
import threading

from firmware.link import packets
from gateway.vault import messages, tokens
from shared_rules import topics


class MiniBroker:
    """Collects publishes as ``(topic, payload)``; ``drop()`` cuts the connection, ``mute`` leaves
    publishes unanswered, ``gateway`` acknowledges events as the gateway would, ``root`` is of an
    enrolled controller: what it is told is signed."""

    def __init__(self, gateway=True, root=None):
        self.gateway = gateway
        self.root = root
        self._signed = 0
        self.mute = False
        self.published = []
        self.connects = []
        self._socket = None
        self._lock = threading.Lock()
        self._server = socket.create_server(("127.0.0.1", 0))
        self.address = self._server.getsockname()
        threading.Thread(target=self._serve, daemon=True).start()

    def close(self):
        self._server.close()
        self.drop()

    def drop(self):
        with self._lock:
            if self._socket is not None:
                self._socket.close()
                self._socket = None

    def say(self, topic, message):
        """Publish to the controller."""
        payload = json.dumps(message).encode()
        if self.root is not None and self.published:
            payload = self._sign(topic, payload)
        self._send(packets.publish(topic.encode(), payload, 9))

    def _sign(self, topic, payload):
        said = [by for _topic, p in self.published if (by := messages.signed_by(p))]
        boot, hand, _count = said[-1]
        root = tokens.Ratchet(self.root).root(hand)
        table, name = topics.split(topic)
        self._signed += 1
        key = messages.order_key(root, table, boot, hand, topics.sender(name))
        return messages.sign(key, name, payload, (boot, 1, self._signed))

    def send_raw(self, topic, payload):
        """Publish bytes to the controller."""
        self._send(packets.publish(topic.encode(), payload, 9))

    def events(self):
        """``(boot, seq, row)`` of every event message, in the order they came."""
        out = []
        for topic, payload in list(self.published):
            if topic.endswith("/up/ev"):
                m = json.loads(payload)
                out += [(m["boot"], m["seq"] + i, row) for i, row in enumerate(m["ev"])]
        return out

    def _send(self, data):
        with self._lock:
            if self._socket is not None:
                self._socket.sendall(data)

    def _serve(self):
        while True:
            try:
                conn, _ = self._server.accept()
            except OSError:
                return
            conn.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            with self._lock:
                self._socket = conn
            threading.Thread(target=self._talk, args=(conn,), daemon=True).start()

    def _talk(self, conn):
        buf = bytearray()
        try:
            while data := conn.recv(65536):
                buf += data
                while len(buf) > 1 and (found := packets.frame(buf, 0, len(buf))):
                    start, stop = found
                    if stop > len(buf):
                        break
                    self._packet(buf[0], bytes(buf[start:stop]))
                    del buf[:stop]
        except OSError:
            pass

    def _packet(self, head, body):
        kind = head >> 4
        if kind == 1:
            self.connects.append(body)
            self._send(b"\x20\x02\x00\x00")
        elif kind == 8:
            self._send(_suback(body))
        elif kind == 12:
            self._send(b"\xd0\x00")
        elif kind == packets.PUBLISH and not self.mute:
            topic, payload, pid = packets.parse_publish(head & 15, body)
            self.published.append((topic.decode(), payload))
            if pid:
                self._send(packets.puback(pid))
            if self.gateway and topic.endswith(b"/up/ev"):
                m = json.loads(payload)
                table = topic.decode().split("/")[1]
                ack = {"boot": m["boot"], "seq": m["seq"] + len(m["ev"]) - 1}
                self.say(f"feltwire/{table}/down/ack", ack)


def _suback(body):
    """SUBACK of a SUBSCRIBE: QoS 1 granted for each filter."""
    at, count = 2, 0
    while at < len(body):
        at += 3 + (body[at] << 8 | body[at + 1])
        count += 1
    return b"\x90" + bytes([2 + count]) + body[:2] + b"\x01" * count
