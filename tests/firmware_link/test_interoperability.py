"""The client's side of MQTT 3.1.1, point by point; docs/controller.md lists them.

The firmware's client against a real Mosquitto and the embedded broker, and, for what no sane broker
does, against bytes. Section numbers are those of the OASIS standard.
"""

import json
import os
import queue
import time

import paho.mqtt.client as paho
import pytest

from firmware.link import mqtt, packets
from firmware.link.mqtt import Client
from firmware.link.tcp import Tcp
from tests.firmware_link.brokers import Mosquitto
from tests.firmware_table.test_mqtt import CONNACK, Rig, publish_packet
from tools.install.broker import EmbeddedBroker, quiet

WILL = (b"feltwire/7/up/state", b'{"online":false}')
DOWN = b"feltwire/7/down/x"
UP = b"feltwire/7/up/x"


@pytest.fixture(params=["mosquitto", "embedded"])
def port(request, tmp_path):
    if request.param == "mosquitto":
        with Mosquitto(tmp_path) as broker:
            yield broker.port
    else:
        quiet()
        broker = EmbeddedBroker()
        broker.start()
        yield broker.port
        broker.stop()


class Peer:
    """Another client (paho), as the gateway is one."""

    def __init__(self, port, *topics):
        self.heard = queue.Queue()
        self.client = paho.Client(paho.CallbackAPIVersion.VERSION2)
        ready = queue.Queue()
        self.client.on_message = lambda _c, _u, m: self.heard.put((m.topic, m.payload, m.retain))
        self.client.on_subscribe = lambda *_: ready.put(1)
        self.client.connect("127.0.0.1", port)
        self.client.loop_start()
        if topics:
            self.client.subscribe([(t, 1) for t in topics])
            ready.get(timeout=120)

    def say(self, topic, payload, qos=1, retain=False):
        self.client.publish(topic.decode(), payload, qos, retain).wait_for_publish(20)

    def get(self):
        return self.heard.get(timeout=120)

    def close(self):
        self.client.disconnect()
        self.client.loop_stop()


class Link:
    """The firmware's client on real sockets and the host's clock."""

    def __init__(self, port, name=b"c1", keepalive_s=30, topics=(DOWN,)):
        self.heard = []
        self.acks = []
        self.client = Client(
            lambda: Tcp("127.0.0.1", port), name, WILL, list(topics), lambda now: None,
            lambda t, p: self.heard.append((t, p)), self.acks.append, lambda n: 0, keepalive_s,
        )  # fmt: skip
        self.begin = time.monotonic()
        self.until(self.client.is_up)

    def now(self):
        return int((time.monotonic() - self.begin) * 1000)

    def until(self, condition, seconds=120):
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, self.client.last_error
            self.client.poll(self.now())
            time.sleep(0.002)

    def rest(self, seconds):
        """Poll for so long; the longest time in s in which a busy machine did not let us."""
        last = begin = time.monotonic()
        longest = 0
        while last < begin + seconds:
            self.client.poll(self.now())
            time.sleep(0.005)
            now = time.monotonic()
            longest, last = max(longest, now - last), now
        return longest

    def cut(self):
        """The connection breaks without a goodbye."""
        self.client.sock.close()
        self.client.sock = None
        self.client.state = mqtt.IDLE


@pytest.fixture
def peer(port):
    made = Peer(port, "feltwire/7/up/#")
    yield made
    made.close()


def test_qos_1_up_is_published_and_acknowledged(port, peer):
    link = Link(port)
    pids = [link.client.publish(UP, b"%d" % i, link.now()) for i in range(20)]
    link.until(lambda: len(link.acks) == 20)
    assert sorted(link.acks) == sorted(pids) and len(set(pids)) == 20
    assert [peer.get()[1] for _ in range(20)] == [b"%d" % i for i in range(20)]


def test_qos_0_up_and_down(port, peer):
    link = Link(port)
    assert link.client.publish(UP, b"zero", link.now(), qos=0) == 0
    assert peer.get()[:2] == (UP.decode(), b"zero")
    peer.say(DOWN, b"down", qos=0)
    link.until(lambda: link.heard)
    assert link.heard == [(DOWN, b"down")]


def test_qos_1_down_arrives_once_each_and_in_order(port, peer):
    link = Link(port)
    for i in range(60):  # more than a broker sends without acknowledgement
        peer.say(DOWN, b"%d" % i)
    link.until(lambda: len(link.heard) == 60)
    link.rest(0.3)
    assert [p for _, p in link.heard] == [b"%d" % i for i in range(60)]


def test_qos_2_down_is_granted_as_qos_1(port, peer):
    link = Link(port)
    peer.say(DOWN, b"two", qos=2)
    link.until(lambda: link.heard)
    assert link.heard == [(DOWN, b"two")]


def test_an_idle_connection_outlives_its_keepalive(port):
    keepalive_s = 1
    while True:
        link = Link(port, keepalive_s=keepalive_s)
        late = link.rest(3.2)  # a broker ends it after 1.5 times the keepalive (3.1.2.10)
        if link.client.is_up() and link.client.connects == 1:
            return
        assert late > keepalive_s / 4, "cut though it spoke in time"


def test_the_will_is_published_when_the_connection_breaks(port, peer):
    link = Link(port)
    link.client.publish(UP, b"here", link.now())
    assert peer.get()[1] == b"here"
    link.cut()
    assert peer.get()[:2] == (WILL[0].decode(), WILL[1])


def test_the_will_is_not_published_after_a_goodbye(port, peer):
    link = Link(port)
    link.client.close()
    second = Link(port, b"c2")
    second.client.publish(UP, b"after", second.now())
    assert peer.get()[1] == b"after"


def test_a_retained_message_waits_for_those_who_come_later(port, peer):
    link = Link(port)
    link.client.publish(WILL[0], b'{"online":true}', link.now(), retain=True)
    link.until(lambda: link.acks)
    assert peer.get()[2] is False
    late = Peer(port, WILL[0].decode())
    assert late.get() == (WILL[0].decode(), b'{"online":true}', True)
    late.close()


def test_a_retained_message_reaches_the_controller(port, peer):
    peer.say(DOWN, b"kept", retain=True)
    link = Link(port)
    link.until(lambda: link.heard)
    assert link.heard == [(DOWN, b"kept")]


def test_the_session_is_clean(port, peer):
    link = Link(port)
    link.cut()
    peer.say(DOWN, b"while it was away")
    link.until(link.client.is_up)
    peer.say(DOWN, b"back")
    link.until(lambda: link.heard)
    link.rest(0.3)
    # (the embedded broker also hands a client its own last will, which nobody subscribed to)
    assert [p for t, p in link.heard if t == DOWN] == [b"back"]


@pytest.mark.parametrize("size", [0, 1, 127, 128, 3000, 16000, 16383])
def test_payloads_of_every_length_go_up(port, peer, size):
    link = Link(port)
    link.client.publish(UP, b"x" * size, link.now())
    link.until(lambda: link.acks)
    assert peer.get()[1] == b"x" * size


def test_down_messages_too_long_for_memory_are_acknowledged_and_passed_over(port, peer):
    link = Link(port)
    for i in range(25):  # more than a broker lets pile up without acknowledgement
        peer.say(DOWN, bytes(5000 + 3000 * i))
    peer.say(DOWN, bytes(2_200_000))  # a remaining length of four bytes (2.2.3)
    peer.say(DOWN, b"after")
    link.until(lambda: link.heard, 60)
    assert link.heard == [(DOWN, b"after")]
    assert link.client.skipped == 26 and link.client.connects == 1


def test_another_client_with_its_name_ends_its_connection_and_it_comes_back(tmp_path):
    with Mosquitto(tmp_path) as broker:  # the embedded broker lets both stay (3.1.4)
        first = Link(broker.port, b"same")
        second = Link(broker.port, b"same")
        first.until(lambda: first.client.failures)
        second.client.close()
        first.until(first.client.is_up)
        assert first.client.connects == 2


# -- bytes: what brokers should not do, or do seldom


def sent_ids(rig):
    return [p for s in rig.sock.sent if s[0] & 0xF0 == 0x30 for p in [pid_of(s)]]


def pid_of(packet):
    start, _ = packets.frame(packet, 0, len(packet))
    topic = packet[start] << 8 | packet[start + 1]
    return packet[start + 2 + topic] << 8 | packet[start + 3 + topic]


def test_packet_ids_are_never_zero_and_never_used_twice_at_a_time():
    rig = Rig().up()
    rig.client._pid = 65530
    for _ in range(12):
        rig.client.publish(b"t", b"x", rig.now)
    ids = sent_ids(rig)
    assert 0 not in ids and len(set(ids)) == 12 and 65535 in ids and 1 in ids
    rig.client._pid = ids[0] - 1  # all the way round: the next would be one that waits
    later = rig.client.publish(b"t", b"x", rig.now)
    assert later not in ids
    rig.sock.inbox += b"\x40\x02" + ids[0].to_bytes(2, "big")
    rig.run()
    rig.client._pid = ids[0] - 1
    assert rig.client.publish(b"t", b"x", rig.now) == ids[0]


def test_publishes_without_an_answer_are_bounded():
    rig = Rig().up()
    taken = [rig.client.publish(b"t", b"x", rig.now) for _ in range(100)]
    assert taken.count(None) == 100 - mqtt.INFLIGHT_MAX


def test_an_acknowledgement_of_nothing_sent_is_ignored_and_a_repeated_one_counts_once():
    rig = Rig().up()
    pid = rig.client.publish(b"t", b"x", rig.now)
    puback = b"\x40\x02" + pid.to_bytes(2, "big")
    rig.sock.inbox += b"\x40\x02\x77\x77" + puback + puback
    rig.run()
    assert rig.acks == [pid] and rig.client.is_up()


def test_a_message_delivered_again_is_acknowledged_again():
    rig = Rig().up()
    packet = bytearray(publish_packet(b"a/down", b"once more", 5))
    rig.sock.inbox += packet
    packet[0] |= 0x08  # DUP (3.3.1.1)
    rig.sock.inbox += packet
    rig.run()
    assert [s for s in rig.sock.sent if s[0] == 0x40] == [packets.puback(5)] * 2
    assert rig.heard == [(b"a/down", b"once more")] * 2  # acks, resends: harmless twice; keys: id


def test_a_length_of_more_bytes_than_needed_is_read():
    rig = Rig().up()
    rig.sock.inbox += b"\x30\x8b\x00" + b"\x00\x06a/down" + b"abc"
    rig.run()
    assert rig.heard == [(b"a/down", b"abc")]


@pytest.mark.parametrize("chunk", [1, 2, 5])
def test_a_long_message_in_small_pieces_is_acknowledged_once(chunk):
    rig = Rig().up()
    rig.sock.chunk = chunk
    rig.sock.inbox += publish_packet(b"a/down", bytes(2 * mqtt.RX_BYTES), 9) + b"\xd0\x00"
    rig.sock.inbox += publish_packet(b"a/down", b"after", 10)
    for _ in range(3 * mqtt.RX_BYTES):
        rig.run(10)
        if rig.heard:
            break
    assert [s for s in rig.sock.sent if s[0] == 0x40] == [packets.puback(9), packets.puback(10)]


MALFORMED = {
    "no such type": b"\x00\x00",
    "type 15": b"\xf0\x00",
    "a client's packet": b"\x10\x00",
    "flags of PUBACK": b"\x41\x02\x00\x01",
    "flags of PINGRESP": b"\xd1\x00",
    "PINGRESP with a body": b"\xd0\x01\x00",
    "PUBACK too long": b"\x40\x03\x00\x01\x00",
    "PUBACK too short": b"\x40\x01\x00",
    "PUBLISH with QoS 3": b"\x36\x05\x00\x01a\x00\x01",
    "PUBLISH with QoS 2, never granted": b"\x34\x05\x00\x01a\x00\x01",
    "PUBLISH without packet id": b"\x32\x03\x00\x01a",
    "PUBLISH with packet id 0": b"\x32\x05\x00\x01a\x00\x00",
    "topic longer than the packet": b"\x30\x03\x00\x09a",
    "no topic": b"\x30\x02\x00\x00",
    "a wildcard in a topic": b"\x30\x03\x00\x01#",
    "a topic that is not UTF-8": b"\x30\x04\x00\x02\xc3\x28",
    "a length of five bytes": b"\x30\xff\xff\xff\xff\x01",
    "a second CONNACK": CONNACK,
    "a SUBACK nobody waits for": b"\x90\x03\x00\x01\x01",
}


@pytest.mark.parametrize("what", sorted(MALFORMED))
def test_malformed_packets_end_the_connection_and_nothing_else(what):
    rig = Rig().up()
    rig.sock.inbox += MALFORMED[what]
    rig.run()
    assert rig.sockets[0].closed and not rig.heard
    rig.run(2000)
    assert len(rig.sockets) == 2  # it tries again


@pytest.mark.parametrize(
    "answer",
    [b"\x20\x02\x02\x00", b"\x20\x03\x00\x00\x00", b"\x20\x01\x00", b"\xd0\x00",
     b"\x40\x02\x00\x01", publish_packet(b"a/down", b"early", 0)],
)  # fmt: skip
def test_only_a_proper_connack_answers_a_connect(answer):
    rig = Rig()
    rig.run()
    rig.sock.inbox += answer
    rig.run()
    assert rig.sockets[0].closed and not rig.heard


@pytest.mark.parametrize("code", [1, 2, 3, 4, 5, 6, 255])
def test_a_refused_connect_is_told_with_its_reason(code):
    rig = Rig()
    rig.run()
    rig.sock.inbox += bytes([0x20, 2, 0, code])
    rig.run()
    assert rig.sockets[0].closed and rig.client.last_error


@pytest.mark.parametrize(
    "suback", [b"\x90\x03\x00\x02\x01", b"\x90\x04\x00\x01\x01\x01", b"\x90\x02\x00\x01",
               b"\x90\x03\x00\x01\x80"],
)  # fmt: skip
def test_a_suback_that_does_not_fit_ends_the_connection(suback):
    rig = Rig()
    rig.run()
    rig.sock.inbox += CONNACK
    rig.run()
    rig.sock.inbox += suback
    rig.run()
    assert rig.sockets[0].closed and not rig.client.is_up()


def test_a_name_and_a_password_are_sent(tmp_path):
    passwords = tmp_path / "passwords"
    import shutil
    import subprocess

    tool = shutil.which("mosquitto_passwd")
    if not tool:
        pytest.skip("needs mosquitto_passwd")
    subprocess.run([tool, "-c", "-b", str(passwords), "table", "secret"], check=True)
    os.chmod(passwords, 0o644)
    with Mosquitto(tmp_path, more=f"password_file {passwords}") as broker:
        broker.stop()
        text = broker.conf.read_text().replace("allow_anonymous true", "allow_anonymous false")
        broker.conf.write_text(text)
        broker.start()
        good = bad = None
        for password in (b"secret", b"wrong"):
            client = Client(
                lambda: Tcp("127.0.0.1", broker.port), b"c", WILL, [DOWN], lambda now: None,
                lambda t, p: None, lambda pid: None, lambda n: 0, user=b"table", password=password,
            )  # fmt: skip
            begin = time.monotonic()
            while not (client.is_up() or client.failures):
                client.poll(int((time.monotonic() - begin) * 1000))
                time.sleep(0.005)
            if password == b"secret":
                good = client.is_up()
            else:
                bad = client.last_error
        assert good and "not authorised" in bad


def test_the_offer_of_an_image_fits_the_clients_buffer():
    assert mqtt.RX_BYTES > 2 + 64 + 4 + 2048
    assert len(json.dumps({"head": "x" * 684})) + 64 < mqtt.RX_BYTES
