"""The MQTT client against a scripted broker: packets, partial input, silence, refusal."""

import random

import pytest

from firmware.link import mqtt, packets
from firmware.link.mqtt import Client

CONNACK, SUBACK = b"\x20\x02\x00\x00", b"\x90\x03\x00\x01\x01"


class Socket:
    """One connection: ``inbox`` is read at most ``chunk`` bytes at a time."""

    def __init__(self):
        self.inbox = bytearray()
        self.sent = []
        self.room = 1 << 20
        self.chunk = 1 << 20
        self.ready = True
        self.dead = False
        self.closed = False

    def connected(self):
        return self.ready

    def read(self, buf):
        if self.dead:
            raise OSError(104, "reset")
        n = min(len(self.inbox), len(buf), self.chunk)
        buf[:n] = self.inbox[:n]
        del self.inbox[:n]
        return n

    def write(self, data):
        if self.dead:
            raise OSError(104, "reset")
        n = min(len(data), self.room)
        self.sent.append(bytes(data[:n]))
        return n

    def close(self):
        self.closed = True


class Rig:
    def __init__(self):
        self.sockets = []
        self.heard = []
        self.acks = []
        self.ups = 0
        self.refuse = False
        self.client = Client(
            self.make, b"id", (b"w", b"will"), [b"a/down"], self.hello,
            lambda t, p: self.heard.append((t, p)), self.acks.append, lambda n: 0,
        )  # fmt: skip
        self.now = 0

    def make(self):
        if self.refuse:
            raise OSError(111, "refused")
        self.sockets.append(Socket())
        return self.sockets[-1]

    def hello(self, client):
        self.ups += 1

    @property
    def sock(self):
        return self.sockets[-1]

    def run(self, ms=20):
        for _ in range(ms // 10):
            self.now += 10
            self.client.poll(self.now)

    def up(self):
        self.run()
        self.sock.inbox += CONNACK
        self.run()
        self.sock.inbox += SUBACK
        self.run()
        assert self.client.is_up()
        del self.sock.sent[:]
        return self


def publish_packet(topic, payload, pid=7):
    return packets.publish(topic, payload, pid)


def test_connect_says_what_the_standard_asks_for():
    rig = Rig()
    rig.run()
    want = bytes.fromhex("101700044d515454042e001e00026964000177000477696c6c")
    assert rig.sock.sent == [want]


def test_subscribes_after_the_connack_and_is_up_after_the_suback():
    rig = Rig()
    rig.run()
    rig.sock.inbox += CONNACK
    rig.run()
    assert rig.sock.sent[1] == b"\x82\x0b\x00\x01\x00\x06a/down\x00"
    assert not rig.client.is_up()
    rig.sock.inbox += SUBACK
    rig.run()
    assert rig.client.is_up() and rig.ups == 1


def test_each_publish_is_one_send():
    rig = Rig().up()
    pid = rig.client.publish(b"t", b"x" * 300, rig.now)
    (packet,) = rig.sock.sent
    assert packet[0] == 0x32 and packet[1:3] == b"\xb1\x02" and len(packet) == 308
    rig.sock.inbox += b"\x40\x02" + pid.to_bytes(2, "big")
    rig.run()
    assert rig.acks == [pid]


def test_what_the_socket_does_not_take_follows_in_order():
    rig = Rig().up()
    rig.sock.room = 3
    rig.client.publish(b"t", b"one", rig.now)
    rig.client.publish(b"t", b"two", rig.now)
    rig.run(200)
    sent = b"".join(rig.sock.sent)
    assert sent == publish_packet(b"t", b"one", 2) + publish_packet(b"t", b"two", 3)


@pytest.mark.parametrize("chunk", [1, 2, 3, 7, 1000])
def test_packets_in_any_pieces(chunk):
    rig = Rig().up()
    rig.sock.chunk = chunk
    for i in range(5):
        rig.sock.inbox += publish_packet(b"a/down", b"m%d" % i * (i * 40), i + 1) + b"\xd0\x00"
    rig.run(30000 if chunk == 1 else 9000)
    assert [p for _, p in rig.heard] == [b"m%d" % i * (i * 40) for i in range(5)]
    acks = [s for s in rig.sock.sent if s[0] == 0x40]
    assert acks == [packets.puback(i + 1) for i in range(5)]


def test_a_message_too_long_for_the_buffer_is_skipped():
    rig = Rig().up()
    rig.sock.inbox += publish_packet(b"a/down", b"x" * 3 * mqtt.RX_BYTES)
    rig.sock.inbox += publish_packet(b"a/down", b"after")
    rig.run(500)
    assert [p for _, p in rig.heard] == [b"after"]
    assert rig.client.skipped == 1


def test_an_idle_connection_is_kept_alive_and_a_silent_broker_is_left():
    rig = Rig().up()
    rig.run(15100)
    assert rig.sock.sent == [packets.PING]
    rig.sock.inbox += b"\xd0\x00"
    rig.run(10000)
    assert rig.client.is_up()
    rig.run(25000)
    assert rig.sockets[0].closed
    assert "silent" in rig.client.last_error


@pytest.mark.parametrize(
    "junk",
    [
        b"\x20\x02\x00\x05",  # a CONNACK that refuses
        b"\x00\x00",
        b"\x30\xff\xff\xff\xff\x01",  # a length of five bytes
        b"\xf0\x00",
        b"\x90\x03\x00\x01\x80",  # out of place
    ],
)
def test_what_is_no_good_answer_closes_the_connection(junk):
    rig = Rig()
    rig.run()
    rig.sock.inbox += junk
    rig.run()
    assert rig.sock.closed and not rig.client.is_up()


def test_random_bytes_never_raise():
    rng = random.Random(1)
    for _ in range(300):
        rig = Rig()
        if rng.random() < 0.7:
            rig.up()
        else:
            rig.run()
        rig.sock.inbox += rng.randbytes(rng.randrange(1, 60))
        rig.run(50)


def test_reconnects_after_growing_bounded_pauses():
    rig = Rig().up()
    rig.refuse = True
    rig.sock.dead = True
    tries = []
    make = rig.client.make_socket

    def counted():
        tries.append(rig.now)
        return make()

    rig.client.make_socket = counted
    rig.run(200000)
    gaps = [b - a for a, b in zip(tries, tries[1:], strict=False)]
    assert gaps[0] <= 2 * mqtt.BACKOFF_MIN_MS + 10
    assert max(gaps) <= mqtt.BACKOFF_MAX_MS + 10
    rig.refuse = False
    rig.run(17000)
    rig.sock.inbox += CONNACK
    rig.run()
    rig.sock.inbox += b"\x90\x03" + rig.sock.sent[-1][2:4] + b"\x01"
    rig.run()
    assert rig.ups == 2


def test_a_tcp_connection_that_never_stands_is_given_up():
    rig = Rig()
    rig.run()
    rig.sockets.clear()
    rig = Rig()
    rig.client.make_socket = lambda: (
        rig.sockets.append(Socket()) or setattr(rig.sock, "ready", False) or rig.sock
    )
    rig.run(40000)
    assert len(rig.sockets) >= 2 and rig.sockets[0].closed
    assert all(not s.sent for s in rig.sockets)
