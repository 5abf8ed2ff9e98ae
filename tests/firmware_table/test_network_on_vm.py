"""The controller's network on the real MicroPython VM: keys, cuts, silence, repeats."""

import json
import socket
import time

import pytest

from firmware.link.connect import Addresses
from shared_rules.wire import decode
from tests.firmware_table.minibroker import MiniBroker
from tests.firmware_table.soak_away import run as run_away
from tests.virtual.calm import calm
from tools.virtual.table import VirtualTable

TAP = {"what": "gesture", "seat": 1, "kind": "tap"}
UNANSWERED_S = 0.2  # wall time that is waited for answers where it is known that none comes


@pytest.fixture
def broker():
    b = MiniBroker()
    yield b
    b.close()


@pytest.fixture
def table(broker, tmp_path):
    config = {"mqtt": {"answer_ms": 4000}}
    t = VirtualTable(
        calm(tmp_path), broker=broker.address, table_id="7", core=None, extra=config,
        flash_dir=tmp_path / "flash",
    )  # fmt: skip
    with t:
        yield t


def run(table, condition, virtual_s=60, wall_s=600):
    """Let the table go on until the condition holds; wall time matters to the broker's threads."""
    end = time.monotonic() + wall_s
    limit = table.world.now + virtual_s * 1_000_000
    while not condition():
        assert table.world.now < limit and time.monotonic() < end, "it did not happen"
        table.run_for(20_000)
        time.sleep(0.002)


def taps(broker):
    return [(b, s) for b, s, row in broker.events() if decode(row)["what"] == "gesture"]


def online(broker):
    return [json.loads(p) for t, p in broker.published if t == "feltwire/7/up/state"]


def test_it_says_it_is_there_and_leaves_a_will(table, broker):
    run(table, lambda: online(broker))
    (said,) = online(broker)
    assert said.pop("by")[:2] == [1, 0] and len(said.pop("mac")) == 32
    assert said == {"online": True, "dev": "c1", "boot": 1}
    assert b"feltwire/7/up/state" in broker.connects[0]
    assert b'"online": false' in broker.connects[0]


def test_keys_of_keypad_and_panel_become_events(table, broker):
    run(table, lambda: online(broker))
    table.world.keypad.press({"key": TAP})
    broker.say("feltwire/7/down/key", {"id": "k1", "key": TAP})
    broker.say("feltwire/7/down/key", {"id": "k1", "key": TAP})  # the same once more
    run(table, lambda: len(taps(broker)) == 2)
    table.run_for(500_000)
    assert taps(broker) == [(1, 1), (1, 2)]


def test_after_a_cut_everything_arrives_and_nothing_is_missing(table, broker):
    run(table, lambda: online(broker))
    for i in range(12):
        table.world.keypad.press({"key": TAP})
        table.run_for(150_000)
        if i % 4 == 2:
            broker.drop()
    run(table, lambda: {s for _, s in taps(broker)} == set(range(1, 13)))
    assert len(broker.connects) > 1


def test_a_dead_address_costs_one_attempt_and_nothing_is_lost(broker, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as s:
        dead = s.getsockname()[1]
    with VirtualTable(
        calm(tmp_path), broker=broker.address, table_id="7", core=None,
        extra={"mqtt": {"answer_ms": 4000, "others": [["127.0.0.1", dead]]}},
        flash_dir=tmp_path / "flash",
    ) as table:  # fmt: skip
        run(table, lambda: online(broker))
        table.world.keypad.press({"key": TAP})
        broker.drop()
        run(table, lambda: len(broker.connects) > 1 and taps(broker))


def test_addresses_are_asked_in_turn_and_from_the_first_again():
    asked = []
    mqtt = {"host": "a", "port": 1, "others": [["b", 2], ["c", 3]]}
    connect = Addresses(mqtt, lambda host, port: asked.append((host, port)))
    for _ in range(4):
        connect()
    assert asked == [("a", 1), ("b", 2), ("c", 3), ("a", 1)]
    del mqtt["others"], asked[:]
    connect = Addresses(mqtt, lambda host, port: asked.append((host, port)))
    connect(), connect()
    assert asked == [("a", 1)] * 2


def test_a_broker_that_takes_but_does_not_answer_is_left_and_nothing_is_lost(table, broker):
    run(table, lambda: online(broker))
    broker.mute = True
    table.proxy.patience_s = UNANSWERED_S
    for _ in range(3):
        table.world.keypad.press({"key": TAP})
        table.run_for(100_000)
    table.run_for(2_000_000)
    broker.mute = False
    run(table, lambda: {s for _, s in taps(broker)} == {1, 2, 3})


def test_what_the_gateway_has_not_acknowledged_is_sent_again_after_a_reboot(table, broker):
    broker.gateway = False
    table.proxy.patience_s = UNANSWERED_S
    run(table, lambda: online(broker))
    table.world.keypad.press({"key": TAP})
    run(table, lambda: taps(broker))
    table.kill()
    table.restart()
    table.world.keypad.press({"key": TAP})
    broker.gateway = True
    run(table, lambda: (2, 1) in taps(broker))
    got = taps(broker)
    assert got.index((2, 1)) > max(i for i, x in enumerate(got) if x == (1, 1))


def test_a_resend_is_answered(table, broker):
    run(table, lambda: online(broker))
    table.world.keypad.press({"key": TAP})
    run(table, lambda: taps(broker))
    table.run_for(300_000)
    before = len(taps(broker))
    broker.say("feltwire/7/down/resend", {"boot": 1, "seq": 1})
    run(table, lambda: len(taps(broker)) > before)


def test_nonsense_from_the_broker_changes_nothing(table, broker):
    run(table, lambda: online(broker))
    for topic in ("down/ack", "down/resend", "down/key", "down/light"):
        for message in ([], 7, "x", {}, {"boot": "a", "seq": None}, {"key": 3}, {"level": []}):
            broker.say(f"feltwire/7/{topic}", message)
        table.run_for(50_000)
    table.world.keypad.press({"key": TAP})
    run(table, lambda: taps(broker))
    assert table.vm.process.poll() is None


def test_no_message_ends_the_controller(table, broker):
    """Deep nesting, long numbers, numbers of no boot: on the real interpreter, with its heap."""
    run(table, lambda: online(broker))
    deep, long = b"[" * 1200 + b"]" * 1200, b"9" * 2300
    payloads = [
        b'{"id":%s}' % deep, b'{"id":1,"x":%s}' % deep, b'{"a":' * 480 + b"1" + b"}" * 480,
        b'{"key":{"what":"declare","seat":1,"x":%s}}' % deep, b'{"key":%s}' % deep, b"[" * 2400,
        b'{"key":{"what":"setup","stacks":{"1":%s}}}' % long, b'{"id":%s,"unix":%s}' % (b"9" * 900,
        b"9" * 900), b'{"id":1e400}', b'{"boot":%s,"seq":%s}' % (b"9" * 900, b"9" * 900),
        b'{"boot":4294967296,"seq":5}', b'{"boot":1,"seq":9223372036854775808}',
        b'{"restart":%s}' % deep, b'{"restart":%s}' % long, b'{"head":%s}' % deep, b"\xff\xfe", b"",
        b'{"id":1,"key":{"what":"answer","id":%s,"value":%s}}' % (deep[:900], b"1e999"),
    ]  # fmt: skip
    for name in ("ack", "resend", "key", "light", "time", "image", "block", "program", "beat"):
        for payload in payloads:
            broker.send_raw(f"feltwire/7/down/{name}", payload)
            table.run_for(20_000)
            time.sleep(0.002)
    for i in range(70):  # a mark of the journal is written after 64
        broker.say("feltwire/7/down/ack", {"boot": 10**12 + i, "seq": 10**30})
        table.run_for(5_000)
    table.world.keypad.press({"key": TAP})
    run(table, lambda: taps(broker))
    assert table.vm.process.poll() is None and table.resets == []
    table.kill()
    table.restart()  # nor does what it keeps
    run(table, lambda: len(online(broker)) > 1)
    assert online(broker)[-1]["boot"] == 2


def test_a_bad_configuration_leaves_a_controller_that_says_so(tmp_path):
    table = VirtualTable(calm(tmp_path), table_id="7", core=None, extra={"seats": 99},
                         flash_dir=tmp_path / "flash")  # fmt: skip
    with table:
        table.run_until(20_000_000)
        assert table.resets == []
        assert "safe mode: seats must be 2 to 10" in table.vm.last_words()


def test_a_while_without_a_broker_loses_nothing(tmp_path):
    pressed, taps, lost, resets, _ = run_away(0.01, tmp_path / "flash")  # soak: two hours
    assert pressed == 9 and taps == list(range(1, 10))
    assert not lost and not resets


def test_it_says_its_time_when_asked_and_keeps_the_gateways(table, broker):
    table.proxy.gives_time = True

    def answers():
        return [json.loads(p) for t, p in list(broker.published) if t == "feltwire/7/up/time"]

    def now_ms():
        return (table.world.now - table.world.board.base) // 1000

    run(table, lambda: online(broker))
    for ident, unix in ((5, 1_790_000_005), (6, 1_790_000_066)):  # the step is said twice
        asked_ms = now_ms()
        broker.say("feltwire/7/down/time", {"id": ident, "unix": unix})
        run(table, lambda ident=ident: len(answers()) == ident - 4)
        emitted = answers()[-1]
        assert (emitted["id"], emitted["dev"], emitted["boot"]) == (ident, "c1", 1)
        assert asked_ms <= emitted["t"] <= now_ms()
        table.run_for(61_000_000)
    assert b"1790000066" in (table.flash / "time.a").read_bytes()
    broker.say("feltwire/7/down/time", {"id": 7, "unix": 5})  # before what is kept: not taken
    run(table, lambda: len(answers()) == 3)
    assert "down/time: not a time" in table.vm.last_words()
