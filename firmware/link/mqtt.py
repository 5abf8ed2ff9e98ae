"""A small MQTT 3.1.1 client: non-blocking, driven by ``poll``, each packet in one send.

It connects, subscribes, keeps the connection alive and connects again after a bounded and growing
pause. QoS 1 both ways. What must not be lost lies in the journal: a publish whose PUBACK did not
come is the uplink's to repeat. Times are integer milliseconds, passed in.
"""

from firmware.link import packets as pk

IDLE = 0
CONNECTING = 1  # TCP
GREETING = 2  # CONNECT sent
SUBSCRIBING = 3
UP = 4

RX_BYTES = 2560  # a block of an image (2 kB), or a key as long as the keypad takes
BACKOFF_MIN_MS = 250
BACKOFF_MAX_MS = 16000
OUT_MAX = 16384
INFLIGHT_MAX = 32  # publishes without PUBACK; further ones are refused until some have come


def of_controller(mqtt, who, make_socket, will, topics, hello, message, acked=None, jitter=None):
    """The Client of a controller. ``mqtt``: of its configuration; ``who``: (table, device); the
    rest as Client has it, ``acked`` and ``jitter`` where they matter."""
    user, password = mqtt.get("user"), mqtt.get("password")
    return Client(
        make_socket, ("feltwire-%s-%s" % who).encode(), will, topics, hello, message,
        acked or (lambda pid: None), jitter or (lambda n: 0), mqtt["keepalive_s"],
        mqtt["answer_ms"], user.encode() if user else None, password.encode() if password else None,
    )  # fmt: skip


class Client:
    """``make_socket()``: opens a connection (``tcp.Tcp``); ``topics``: subscribed, as bytes.

    ``hello(now)`` is called when the connection is up, ``message(topic, payload)`` for each
    publish that comes, ``acked(pid)`` for each PUBACK. ``jitter(n)``: a number below n, so that a
    room full of tables does not come back in step.
    """

    def __init__(self, make_socket, client_id, will, topics, hello, message, acked, jitter,
                 keepalive_s=30, answer_ms=15000, user=None, password=None):  # fmt: skip
        self.make_socket = make_socket
        self.client_id = client_id
        self.will = will
        self.topics = topics
        self.hello = hello
        self.message = message
        self.acked = acked
        self.jitter = jitter
        self.keepalive_ms = keepalive_s * 1000
        self.answer_ms = answer_ms
        self.user = user
        self.password = password
        self.state = IDLE
        self.sock = None
        self.connects = 0
        self.failures = 0
        self.last_error = ""
        self.said = 0  # when the last publish went out
        self.skipped = 0  # publishes from the broker too long for the buffer
        self._backoff = BACKOFF_MIN_MS
        self._next = 0  # when to try again, IDLE only
        self._since = 0  # when the present state began
        self._sent = 0
        self._ping = None  # when a PINGREQ went out that is not answered
        self._rx = bytearray(RX_BYTES)
        self._view = memoryview(self._rx)
        self._n = 0
        self._skip = 0
        self._out = bytearray()
        self._pid = 0
        self._inflight = []  # packet ids without PUBACK: not to be used again (2.3.1)
        self._subscribing = 0  # packet id of the SUBSCRIBE

    def is_up(self):
        """True while publishes can go out."""
        return self.state == UP

    def poll(self, now):
        """Go on with whatever is under way."""
        try:
            if self.state == IDLE:
                if now >= self._next:
                    self._connect(now)
                return
            if self.state == CONNECTING:
                if not self.sock.connected():
                    self._check_wait(now)
                    return
                self._greet(now)
            self._flush()
            self._receive(now)
            if self.state == UP:
                self._keep_alive(now)
            elif self.state != IDLE:
                self._check_wait(now)
        except (OSError, pk.BadPacket) as e:
            self.drop(now, str(e) or "connection lost")

    def publish(self, topic, payload, now, qos=1, retain=False):
        """Send a PUBLISH; its packet id (0 with QoS 0), None when there is no connection."""
        if self.state != UP or len(self._out) > OUT_MAX:
            return None
        pid = 0
        if qos:
            if len(self._inflight) >= INFLIGHT_MAX:
                return None
            pid = self._next_pid()
            self._inflight.append(pid)
        try:
            self._send(pk.publish(topic, payload, pid, retain), now)
        except OSError as e:
            self.drop(now, str(e) or "connection lost")
            return None
        self.said = now
        return pid

    def drop(self, now, why):
        """Close the connection and try again after a pause."""
        if self.sock is not None:
            self.sock.close()
            self.sock = None
        self.failures += 1
        self.last_error = why
        self.state = IDLE
        self._next = now + self._backoff + self.jitter(self._backoff // 4 + 1)
        self._backoff = min(2 * self._backoff, BACKOFF_MAX_MS)

    def close(self):
        """Say goodbye: the last will is not sent."""
        if self.sock is not None:
            try:
                self.sock.write(pk.GOODBYE)
            except OSError:
                pass
            self.sock.close()
            self.sock = None
        self.state = IDLE

    # -- inside

    def _connect(self, now):
        self._n = 0
        self._skip = 0
        self._out = bytearray()
        self._ping = None
        self._inflight = []
        self.sock = self.make_socket()
        self.state = CONNECTING
        self._since = now

    def _greet(self, now):
        topic, will = self.will
        packet = pk.connect(
            self.client_id, self.keepalive_ms // 1000, topic, will, self.user, self.password
        )
        self.state = GREETING
        self._since = now
        self._send(packet, now)

    def _check_wait(self, now):
        if now - self._since > self.answer_ms:
            raise OSError("no answer from the broker")

    def _keep_alive(self, now):
        if self._ping is not None:
            if now - self._ping > self.answer_ms:
                raise OSError("the broker is silent")
        elif now - self._sent >= self.keepalive_ms // 2:
            self._ping = now
            self._send(pk.PING, now)

    def _send(self, packet, now):
        self._sent = now
        if self._out:
            self._out.extend(packet)
            self._flush()
            return
        n = self.sock.write(packet)
        if n < len(packet):
            self._out = bytearray(packet[n:])

    def _flush(self):
        if self._out:
            n = self.sock.write(self._out)
            if n:
                self._out = self._out[n:]

    def _next_pid(self):
        while True:
            self._pid = self._pid + 1 if self._pid < 65535 else 1
            if self._pid not in self._inflight:
                return self._pid

    def _receive(self, now):
        n = self.sock.read(self._view[self._n :])
        if not n:
            return
        if self._ping is not None:
            self._ping = now  # it speaks: the answer may stand behind a long message
        self._n += n
        at = 0
        while self.state != IDLE:
            if self._skip:  # the rest of a packet that is too long
                step = min(self._skip, self._n - at)
                self._skip -= step
                at += step
            if self._n - at < 2:
                break
            found = pk.frame(self._rx, at, self._n)
            if found is None:
                break
            start, stop = found
            if stop > self._n:
                if stop - at > RX_BYTES:
                    answer = pk.acknowledgement(self._rx[at], self._rx, start, self._n)
                    if answer is None:
                        break  # the packet id is still on its way
                    if answer:
                        self._send(answer, now)
                    self.skipped += 1
                    self._skip = stop - at
                    continue
                break
            self._packet(self._rx[at], self._view[start:stop], now)
            at = stop
        if at:
            rest = self._n - at
            if rest:
                self._rx[:rest] = self._rx[at : self._n]
            self._n = rest

    def _packet(self, head, body, now):
        kind = head >> 4
        pk.check_flags(head)
        if self.state == GREETING and kind != pk.CONNACK:
            raise pk.BadPacket("packet type %d before the CONNACK" % kind)
        if kind == pk.PUBLISH:
            topic, payload, pid = pk.parse_publish(head & 15, body)
            if pid:  # before the message is acted on: a reply must not overtake it
                self._send(pk.puback(pid), now)
            self.message(topic, payload)
        elif kind == pk.PUBACK and len(body) == 2:
            pid = body[0] << 8 | body[1]
            if pid in self._inflight:
                self._inflight.remove(pid)
                self.acked(pid)
        elif kind == pk.PINGRESP and not len(body):
            self._ping = None
        elif kind == pk.CONNACK and self.state == GREETING:
            self._connack(body, now)
        elif kind == pk.SUBACK and self.state == SUBSCRIBING:
            if len(body) != 2 + len(self.topics) or self._subscribing != (body[0] << 8 | body[1]):
                raise pk.BadPacket("a SUBACK that does not fit")
            if 0x80 in bytes(body[2:]):
                raise pk.BadPacket("a subscription was refused")
            self._up(now)
        else:
            raise pk.BadPacket("packet type %d out of place" % kind)

    def _connack(self, body, now):
        if len(body) != 2 or body[0] > 1:
            raise pk.BadPacket("a CONNACK of %d bytes" % len(body))
        code = body[1]
        if code:
            reason = pk.REFUSALS[code] if code < len(pk.REFUSALS) else "refused, code %d" % code
            raise OSError(reason)
        self.state = SUBSCRIBING
        self._since = now
        self._subscribing = self._next_pid()
        self._send(pk.subscribe(self.topics, self._subscribing), now)

    def _up(self, now):
        self.state = UP
        self.connects += 1
        self._backoff = BACKOFF_MIN_MS
        self.hello(now)
