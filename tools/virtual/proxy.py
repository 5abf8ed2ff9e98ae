"""Between the controller's TCP connection and the broker: real bytes, virtual delays.

The controller lives in virtual time, broker and gateway in wall time. Each answer they owe the
controller (CONNACK, SUBACK, PUBACK, PINGRESP, and the gateway's ``down/ack`` to events) reaches it
at a fixed virtual delay: the world waits for it there, in wall time and not for ever, so virtual
time never runs ahead of an unanswered publish by more, and a run repeats byte for byte however
fast the broker is. A gateway may confirm several publishes by one message; the controller gets one
for each, of what it sent, at its moment. Other messages (keys, lights) pass when they come. Where
the gateway signs them, the proxy checks what it splits and signs the parts (``order``).

``strict=False`` (a paced table): everything passes when it comes.
"""

import contextlib
import math
import select
import socket
import time

from gateway.vault import messages
from shared_rules import topics
from tools.virtual import mqtt_frames as mqtt

POLL_US = 5_000
ANSWER_US = 100_000  # the broker's own answers
PATIENCE_S = 5.0
CONNECT_S = 2.0
OWN_IDS = 0xF000  # packet identifiers of confirmations handed on by the proxy
OWN_EPOCH = 1 << 40  # of what it signs: beyond all a vault gives out (seconds since 1970)
ACK = "ack"


class Owed:
    """An answer the controller waits for."""

    __slots__ = ("kind", "key", "due", "packet")

    def __init__(self, kind, key, due):
        self.kind = kind
        self.key = key
        self.due = due
        self.packet = None


class Proxy:
    """``broker``: (host, port); ``ahead_us``: virtual delay of the gateway's confirmation, which is
    how far the controller may be ahead of it; ``on_publish(t_us, topic, payload)``, when set, sees
    what the controller publishes."""

    def __init__(self, broker, ahead_us=500_000, strict=True, patience_s=PATIENCE_S):
        self.broker = broker
        self.ahead_us = ahead_us
        self.strict = strict
        self.patience_s = patience_s
        self.on_publish = None
        self.order = None  # OrderKey of the controller's boot, None when nobody signs
        self.gives_time = not strict  # the wall's time, which is none of a world in virtual time
        self.due = math.inf
        self.published = 0
        self.waited_s = 0.0
        self.drop_up = 0  # injected: that many publishes of the controller never arrive
        self.drop_acks = 0  # injected: that many confirmations of the gateway never arrive
        self.delay_us = 0  # injected: answers come so much later
        self._address = None
        self._listener = None
        self._poller = select.poll()
        self._silent = set()  # kinds of answers that failed to come: not waited for any more
        self._forget()

    def _forget(self):
        self._controller = self._upstream = None
        self._from_controller = mqtt.Packets()
        self._from_broker = mqtt.Packets()
        self._owed = []
        self._loose = []
        self._confirmed = {}  # boot -> seq
        self._own_id = OWN_IDS
        self._ack_qos = 1

    # -- life

    def open(self):
        """Listen on a port of the loopback, the same one every time; (host, port)."""
        if self._listener is None:
            self._listener = socket.create_server(self._address or ("127.0.0.1", 0))
            self._listener.setblocking(False)
            self._address = self._listener.getsockname()[:2]
            self._watch(self._listener)
            self.due = 0
        return self._address

    def cut(self):
        """The cable is pulled: connections end, new ones are refused until ``mend``."""
        self.drop_controller()
        if self._listener is not None:
            self._poller.unregister(self._listener)
            self._listener.close()
            self._listener = None

    def mend(self):
        """The cable is back."""
        self.open()

    def drop_controller(self):
        """End the present connection on both sides."""
        for s in (self._controller, self._upstream):
            if s is not None:
                self._poller.unregister(s)
                s.close()
        self._forget()

    def close(self):
        """End everything."""
        self.cut()
        self.due = math.inf

    def _watch(self, s):
        self._poller.register(s, select.POLLIN)

    # -- time

    def poll(self, t_us):
        """Virtual time is ``t_us``: carry what is there, hand over what is due."""
        self._carry(t_us, 0)
        if self._owed:
            self._settle(t_us)
        if not any(owed.kind == mqtt.CONNACK for owed in self._owed):  # nothing goes before it
            for packet in self._loose:
                self._down(packet)
            self._loose.clear()
        self.due = t_us + POLL_US
        if self._owed:
            self.due = min(self.due, max(t_us + 1, self._owed[0].due))

    def idle(self, seconds, t_us=0):
        """Carry for so long in wall time (a paced table waits)."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self._carry(t_us, left)
            if not self.strict:
                for packet in self._loose:
                    self._down(packet)
                self._loose.clear()

    def _settle(self, t_us):
        """Hand over the answers that are due, waiting for those that are not there yet."""
        while self._owed and self._owed[0].due <= t_us:
            owed = self._owed[0]
            if owed.packet is None:
                self._await(owed, t_us)
                if not self._owed:  # the connection ended meanwhile
                    return
            self._owed.pop(0)
            if owed.packet is None:
                self._silent.add(owed.kind)  # it passes when it comes
            elif owed.packet:
                self._down(owed.packet)

    def _await(self, owed, t_us):
        if owed.kind in self._silent:
            return
        begin = time.monotonic()
        end = begin + self.patience_s
        while owed.packet is None and self._upstream is not None:
            left = end - time.monotonic()
            if left <= 0:
                break
            self._carry(t_us, left)
        self.waited_s += time.monotonic() - begin

    # -- bytes

    def _carry(self, t_us, timeout_s):
        for fd, _ in self._poller.poll(timeout_s * 1000):
            if self._listener is not None and fd == self._listener.fileno():
                self._accept()
            elif self._controller is not None and fd == self._controller.fileno():
                self._read(self._controller, self._from_controller, self._go_up, t_us)
            elif self._upstream is not None and fd == self._upstream.fileno():
                self._read(self._upstream, self._from_broker, self._come_down, t_us)

    def _accept(self):
        self.drop_controller()
        try:
            self._controller, _ = self._listener.accept()
        except OSError:
            self._controller = None
            return
        self._watch(self._controller)
        try:
            self._upstream = socket.create_connection(self.broker, CONNECT_S)
        except OSError:
            self.drop_controller()  # no broker: the controller sees its connection end
            return
        self._watch(self._upstream)
        for s in (self._controller, self._upstream):
            s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            _acknowledge_at_once(s)

    def _read(self, source, packets, carry, t_us):
        try:
            data = source.recv(65536)
            _acknowledge_at_once(source)
            for kind, packet in packets.feed(data):
                carry(kind, packet, t_us)
        except (OSError, mqtt.BadPacket):
            data = b""
        if not data:
            self.drop_controller()

    def _send(self, s, packet):
        if s is not None:
            with contextlib.suppress(OSError):  # its end is seen at the next read
                s.sendall(packet)

    def _down(self, packet):
        self._send(self._controller, packet)

    # -- packets

    def _go_up(self, kind, packet, t_us):
        """A packet of the controller."""
        number = mqtt.packet_id(kind, packet)
        if kind == mqtt.PUBACK and number >= OWN_IDS:
            return
        if kind == mqtt.PUBLISH:
            topic, payload = mqtt.published(packet)
            if self.strict and topic.endswith("/" + topics.UP_BEAT):
                return  # silence in the wall's time says nothing about virtual time
            self.published += 1
            if self.on_publish is not None:
                self.on_publish(t_us, topic, payload)
            if self.drop_up:
                self.drop_up -= 1
                return
            if number:
                self._owe(mqtt.PUBACK, number, t_us + ANSWER_US)
            if topic.endswith("/" + topics.UP_EVENTS):
                message = mqtt.json_object(payload)
                last = message.get("seq", 0) + len(message.get("ev", ())) - 1
                self._owe(ACK, (topic, message.get("boot"), last), t_us + self.ahead_us)
        elif kind in mqtt.ANSWERS:
            self._owe(mqtt.ANSWERS[kind], number, t_us + ANSWER_US)
        self._send(self._upstream, packet)

    def _owe(self, kind, key, due):
        if not self.strict or any(o.kind == kind and o.key == key for o in self._owed):
            return
        self._owed.append(Owed(kind, key, due + self.delay_us))
        self._owed.sort(key=lambda o: o.due)  # stable: equal moments keep their order

    def _come_down(self, kind, packet, t_us):
        """A packet of the broker."""
        if kind == mqtt.PUBLISH:
            topic, payload = mqtt.published(packet)
            if topic.endswith("/" + topics.DOWN_ACK):
                self._confirm(packet, topic, payload)
            elif self._disturbs(topic):
                self._acknowledge(packet)
            else:
                self._loose.append(packet)
            return
        number = mqtt.packet_id(kind, packet)
        for owed in self._owed:
            if owed.kind == kind and owed.key == number and owed.packet is None:
                owed.packet = packet
                self._silent.discard(kind)
                return
        self._silent.discard(kind)
        self._loose.append(packet)

    def _disturbs(self, topic):
        """True for what has no place in virtual time and comes when the wall's time pleases:
        ``down/time``, beats, and what others have retained (the embedded broker shows newcomers).
        """
        name = (topics.split(topic) or ("", ""))[1]
        if name == topics.DOWN_TIME:
            return not self.gives_time
        if name == topics.DOWN_BEAT:
            return self.strict
        return self.strict and not name.startswith("down/")

    def _confirm(self, packet, topic, payload):
        """The gateway has committed events: every publish they came in is confirmed."""
        if self.drop_acks:
            self.drop_acks -= 1
            self._acknowledge(packet)
            return
        message = mqtt.json_object(payload)
        boot, seq = message.get("boot"), message.get("seq")
        waiting = [o for o in self._owed if o.kind == ACK and o.key[1] == boot]
        forged = self.order and not messages.is_genuine(self.order.key, topics.DOWN_ACK, payload)
        if not isinstance(seq, int) or not waiting or forged:
            self._loose.append(packet)
            return
        self._silent.discard(ACK)
        self._acknowledge(packet)
        qos = packet[0] >> 1 & 3
        for owed in waiting:
            if owed.packet is None and owed.key[2] <= seq:
                part = f'{{"boot":{boot},"seq":{owed.key[2]}}}'.encode()
                if self.order:
                    by = self.order.next_by()
                    part = messages.sign(self.order.key, topics.DOWN_ACK, part, by)
                self._own_id = OWN_IDS + (self._own_id + 1 - OWN_IDS) % 0xFFF
                owed.packet = mqtt.publish(topic, part, qos, self._own_id)

    def _acknowledge(self, packet):
        number = mqtt.packet_id(mqtt.PUBLISH, packet)
        if number:
            self._send(self._upstream, mqtt.puback(number))


def _acknowledge_at_once(s):
    """A peer that does not set TCP_NODELAY waits for the acknowledgement of its last packet."""
    if hasattr(socket, "TCP_QUICKACK"):
        s.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)
