"""The network between controller and broker: fixed virtual delays, faults, bounded patience."""

import json
import socket
import time

import pytest

from shared_rules import topics
from tests.gateway.support import until
from tests.virtual.fake_broker import FakeBroker
from tools.virtual import mqtt_frames as mqtt
from tools.virtual.proxy import ACK, ANSWER_US, Proxy

EVENTS = topics.topic("1", topics.UP_EVENTS)
ACKS = topics.topic("1", topics.DOWN_ACK)
CONNECT = b"\x10\x0c\x00\x04MQTT\x04\x02\x00\x3c\x00\x00"


@pytest.fixture
def link():
    """``link(**options)`` -> (proxy, controller's socket, broker); all are closed in the end."""
    opened = []

    def make(broker=None, **options):
        broker = broker or FakeBroker()
        proxy = Proxy(broker.address, **options)
        s = socket.create_connection(proxy.open())
        s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        s.settimeout(0.02)
        opened.extend((s, proxy, broker))
        return proxy, s, broker

    yield make
    for thing in opened:
        thing.close()


def events(seq, count=1, number=1):
    """A publish of some events."""
    payload = json.dumps({"v": 1, "dev": "c1", "boot": 1, "seq": seq, "ev": [[3, 1]] * count})
    return mqtt.publish(EVENTS, payload.encode(), 1, number)


def run(proxy, begin_us, end_us):
    """Virtual time goes on as in a world: polls when they are due."""
    t = begin_us
    while t <= end_us:
        proxy.poll(t)
        t = max(proxy.due, t + 1)
        time.sleep(0.0005)


def heard(s):
    """(type, packet) of what has come."""
    out, packets = [], mqtt.Packets()
    try:
        while data := s.recv(4096):
            out += packets.feed(data)
    except TimeoutError:
        pass
    return out


def confirmed(packets):
    """seq of the confirmations among packets."""
    return [
        json.loads(mqtt.published(p)[1])["seq"]
        for kind, p in packets
        if kind == mqtt.PUBLISH and mqtt.published(p)[0] == ACKS
    ]


def kinds(packets):
    return [kind for kind, _ in packets]


def test_answers_come_at_their_virtual_delay_however_fast_the_broker(link):
    proxy, s, _ = link()
    s.sendall(CONNECT)
    run(proxy, 0, 10_000)
    time.sleep(0.05)
    run(proxy, 10_001, ANSWER_US - 1)
    assert heard(s) == []
    run(proxy, ANSWER_US, ANSWER_US + 20_000)
    assert kinds(heard(s)) == [mqtt.CONNACK]


def test_nothing_overtakes_the_answer_to_the_greeting(link):
    proxy, s, _ = link()
    s.sendall(CONNECT)
    run(proxy, 0, 10_000)
    key = mqtt.publish(topics.topic("1", topics.DOWN_KEY), b"{}", 0, 0)
    proxy._come_down(mqtt.PUBLISH, key, 10_001)
    run(proxy, 10_001, ANSWER_US - 1)
    assert heard(s) == []
    run(proxy, ANSWER_US, ANSWER_US + 20_000)
    assert kinds(heard(s)) == [mqtt.CONNACK, mqtt.PUBLISH]


@pytest.mark.parametrize("name", [topics.UP_STATE, topics.DOWN_TIME])
@pytest.mark.parametrize("strict", [True, False])
def test_the_walls_time_and_others_messages_do_not_reach_virtual_time(link, name, strict):
    proxy, s, _ = link(strict=strict)
    s.sendall(CONNECT)
    run(proxy, 0, ANSWER_US + 20_000)
    proxy._come_down(mqtt.PUBLISH, mqtt.publish(topics.topic("2", name), b"{}", 0, 0), 130_000)
    run(proxy, 130_000, 200_000)
    assert (mqtt.PUBLISH in kinds(heard(s))) is not strict


def test_virtual_time_waits_for_a_slow_broker(link):
    proxy, s, _ = link(FakeBroker(lag_s=1.0))
    s.sendall(CONNECT)
    run(proxy, 0, ANSWER_US + 20_000)
    assert kinds(heard(s)) == [mqtt.CONNACK]
    assert proxy.waited_s > 0


def test_each_publish_is_confirmed_by_itself_though_the_gateway_confirms_once(link):
    broker = FakeBroker(confirm=False)
    proxy, s, _ = link(broker, ahead_us=50_000)
    proxy.poll(0)
    for i in range(3):
        s.sendall(events(1 + 2 * i, 2, i + 1))
        run(proxy, i * 10_000 + 1, i * 10_000 + 9_000)
    proxy._come_down(mqtt.PUBLISH, mqtt.publish(ACKS, b'{"boot":1,"seq":6}', 1, 9), 30_000)
    run(proxy, 30_000, 120_000)
    assert confirmed(heard(s)) == [2, 4, 6]


def test_a_confirmation_nobody_waits_for_passes_as_it_is(link):
    proxy, s, _ = link()
    proxy.poll(0)
    proxy._come_down(mqtt.PUBLISH, mqtt.publish(ACKS, b'{"boot":7,"seq":6}', 1, 9), 0)
    proxy.poll(1)
    assert confirmed(heard(s)) == [6]


def test_a_gateway_that_is_not_there_is_waited_for_once(link):
    proxy, s, broker = link(FakeBroker(confirm=False), ahead_us=50_000, patience_s=0.2)
    waits, carry = set(), proxy._carry

    def noted(t_us, timeout_s):
        if timeout_s and any(owed.kind == ACK and owed.due <= t_us for owed in proxy._owed):
            waits.add(t_us)
        carry(t_us, timeout_s)

    proxy._carry = noted
    proxy.poll(0)
    for i in range(10):
        s.sendall(events(i, 1, i + 1))
        run(proxy, i * 200_000, i * 200_000 + 190_000)
    assert len(waits) == 1 and proxy.waited_s >= 0.2
    until(lambda: len(broker.rows()) == 10, "all events")
    assert confirmed(heard(s)) == []


def test_without_a_broker_the_controller_sees_its_connection_end(link):
    broker = FakeBroker()
    broker.close()
    proxy, s, _ = link(broker)
    proxy.poll(0)
    s.settimeout(60)
    assert s.recv(10) == b""


def test_cut_refuses_and_mend_listens_at_the_same_address(link):
    proxy, s, _ = link()
    proxy.poll(0)
    address = proxy.open()
    proxy.cut()
    with pytest.raises(OSError):
        socket.create_connection(address, 60)
    proxy.mend()
    with socket.create_connection(address, 60):
        assert proxy.open() == address


def test_dropped_publishes_and_confirmations_do_not_arrive(link):
    proxy, s, broker = link(ahead_us=50_000, patience_s=0.1)
    proxy.poll(0)
    proxy.drop_up = 1
    s.sendall(events(1, 1, 1))
    run(proxy, 1, 60_000)
    assert broker.rows() == []
    proxy.drop_acks = 1
    s.sendall(events(2, 1, 2))
    run(proxy, 60_001, 250_000)
    until(lambda: len(broker.rows()) == 1, "the event")
    assert confirmed(heard(s)) == []


def test_delays_add_to_the_answers(link):
    proxy, s, _ = link()
    proxy.delay_us = 300_000
    s.sendall(CONNECT)
    run(proxy, 0, ANSWER_US + 100_000)
    assert heard(s) == []
    run(proxy, ANSWER_US + 300_000, ANSWER_US + 320_000)
    assert kinds(heard(s)) == [mqtt.CONNACK]


def test_a_paced_link_hands_on_at_once(link):
    proxy, s, _ = link(strict=False)
    proxy.poll(0)
    s.sendall(CONNECT)
    found = []

    def came():
        proxy.idle(0.01, 10)
        found.extend(kinds(heard(s)))
        return found

    until(came, "the answer")
    assert found == [mqtt.CONNACK]


def test_bytes_that_are_no_mqtt_end_the_connection(link):
    proxy, s, _ = link()
    proxy.poll(0)
    s.sendall(b"\x30\xff\xff\xff\xff\xff")
    run(proxy, 1, 20_000)
    s.settimeout(60)
    assert s.recv(10) == b""


def test_packets_are_cut_from_any_pieces():
    whole = CONNECT + events(1, 40) + mqtt.puback(7)
    for size in (1, 2, 3, 7, len(whole)):
        packets = mqtt.Packets()
        out = []
        for i in range(0, len(whole), size):
            out += packets.feed(whole[i : i + size])
        assert kinds(out) == [mqtt.CONNECT, mqtt.PUBLISH, mqtt.PUBACK]
        assert b"".join(p for _, p in out) == whole
