"""Safe mode, watchdog and configuration on the real MicroPython VM."""

import json
import subprocess
import sys
import time

import pytest

from shared_rules.wire import decode
from tests.conftest import ROOT
from tests.firmware_table.minibroker import MiniBroker
from tests.firmware_table.rig import config
from tests.virtual.calm import calm
from tools.virtual.table import VirtualTable
from tools.virtual.vm import PROGRAM, interpreter

TAP = {"what": "gesture", "seat": 1, "kind": "tap"}
# The scan's code, waiting for ever from a moment on: for a line that does not change, or asleep.
HANG = """
import time
import firmware.scan.scanner as s
poll = s.Scanner.poll
turns = [0]
def hangs(self, now):
    turns[0] += 1
    while turns[0] > 400:
        {wait}
    return poll(self, now)
if {first}:
    s.Scanner.poll = hangs
"""
FIRST = "'state.a' not in __import__('os').listdir()"  # only in the first boot


@pytest.fixture
def broker():
    b = MiniBroker()
    yield b
    b.close()


def table_of(tmp_path, broker=None, **more):
    return VirtualTable(
        calm(tmp_path), broker=broker.address if broker else None, table_id="7", core=None,
        flash_dir=tmp_path / "flash", **more,
    )  # fmt: skip


def run(table, condition, virtual_s=60, wall_s=600):
    end = time.monotonic() + wall_s
    limit = table.world.now + virtual_s * 1_000_000
    while not condition():
        assert table.world.now < limit and time.monotonic() < end, table.vm.last_words()
        table.run_for(20_000)
        time.sleep(0.002)


def states(broker):
    return [json.loads(p) for t, p in list(broker.published) if t == "feltwire/7/up/state"]


def test_safe_mode_says_why_by_console_light_and_broker(tmp_path, broker):
    with table_of(tmp_path, broker, extra={"seats": 99}) as table:
        run(table, lambda: states(broker))
        assert states(broker) == [
            {"online": True, "dev": "c1", "boot": 0, "safe": "seats must be 2 to 10"}
        ]
        assert b'"online": false' in broker.connects[0]
        table.run_for(20_000_000)
        assert table.resets == []  # the watchdog is fed
        lit = {bytes(v)[:3] for _, what, v in table.world.board.recorded if what == "pixels"}
        assert len(lit) == 2 and b"\x00\x00\x00" in lit
        assert "safe mode: seats must be 2 to 10" in table.vm.last_words()


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"v":1}', "\x00\x01"])
def test_a_configuration_that_says_nothing_leaves_safe_mode_with_its_line(tmp_path, text):
    with table_of(tmp_path) as table:
        table.kill()
        (table.flash / "config.json").write_text(text)
        table.restart()
        table.run_for(20_000_000)
        assert table.resets == []
        assert "safe mode: " in table.vm.last_words()


@pytest.mark.parametrize("vm", ["wheel", "i386"])
def test_a_configuration_cut_short_anywhere_is_refused(tmp_path, vm):
    text = json.dumps({"a": {"b": [1, 'x\\"}]']}, "c": [[]], "d": {}})
    program = f"""
import firmware.config as c
text = {text!r}
good = [n for n in range(len(text) + 1) if not fails(text[:n])]
print(good == [len(text)], fails(text + "]"))
"""
    head = """
def fails(text):
    try:
        c.parse(text)
        return False
    except ValueError:
        return True
"""
    done = subprocess.run(
        [*interpreter(vm), "-c", head + program], capture_output=True, text=True, timeout=60,
        env={"MICROPYPATH": str(ROOT)},
    )  # fmt: skip
    assert done.stdout == "True True\n", done.stdout + done.stderr


def test_a_controller_comes_out_of_safe_mode_when_the_configuration_is_put_right(tmp_path, broker):
    with table_of(tmp_path, broker) as table:
        table.kill()
        good = (table.flash / "config.json").read_text()
        (table.flash / "config.json").write_text(good[:100])
        table.restart()
        table.run_for(3_000_000)
        assert states(broker) == []  # not even the broker can be told from half a file
        table.kill()
        (table.flash / "config.json").write_text(good)
        table.restart()
        run(table, lambda: states(broker))
        assert "safe" not in states(broker)[-1]


@pytest.mark.parametrize("wait", ["time.ticks_us()", "time.sleep_ms(10)", "busy"])
def test_a_hang_in_the_scan_is_ended_by_the_watchdog_and_nothing_is_lost(tmp_path, broker, wait):
    if wait == "busy":  # a line that never changes
        wait = "import machine; machine.Pin(17, machine.Pin.IN).value()"
    program = HANG.format(wait=wait, first=FIRST) + PROGRAM
    extra = None if "sleep" in wait else {"wdt_ms": 1000}  # what asks much is slow here
    with table_of(tmp_path, broker, program=program, extra=extra) as table:
        table.world.keypad.press({"key": TAP})
        run(table, lambda: table.resets)
        at, cause = table.resets[0]
        assert cause == 3
        run(table, lambda: any(s["boot"] == 2 for s in states(broker)))
        table.world.keypad.press({"key": TAP})

        def both():
            emitted = {b for b, _, row in broker.events() if decode(row)["what"] == "gesture"}
            return emitted == {1, 2}

        run(table, both)
        assert len(table.resets) == 1


def test_control_characters_at_the_keypad_are_no_keys(tmp_path, broker):
    with table_of(tmp_path, broker) as table:
        run(table, lambda: states(broker))
        table.world.board.uart_in += b"\x03\x03\x04\x01\x02\x05\r\n\x03import os\r\n\x04"
        table.run_for(500_000)
        table.world.board.uart_in += b"\n"
        table.world.keypad.press({"key": TAP})
        run(table, lambda: broker.events())
        assert table.resets == [] and table.vm.process.poll() is None
        assert b">>>" not in table.world.board.uart_out


STORE = """
import builtins, json, os
import firmware.config as c
old, new = open("old").read(), open("new").read()

class Cut(Exception):
    pass

class Torn:  # a file that takes so many bytes
    def __init__(self, path, mode):
        self.f = open(path, mode)
    def write(self, text):
        if left < len(text):
            self.f.write(text[:left])
            self.f.flush()
            raise Cut
        self.f.write(text)
    def flush(self):
        self.f.flush()
    def close(self):
        self.f.close()

with open("config.json", "w") as f:
    f.write(old)
c.open = Torn
tried = 0
for left in list(range(len(new))):
    try:
        c.store("config.json", new)
    except Cut:
        tried += 1
    with open("config.json") as f:
        assert f.read() == old, left
left = 1 << 20
for bad in ("", "{", "[]", new[:-1], new[: new.index("}") + 1], new.replace('"v": 1', '"v": 2')):
    try:
        c.store("config.json", bad)
        assert False, bad
    except c.BadConfig:
        pass
with open("config.json") as f:
    assert f.read() == old
c.store("config.json", new)
with open("config.json") as f:
    assert f.read() == new
del c.open
c.load("config.json")
print("cuts", tried)
"""


@pytest.mark.parametrize("vm", ["wheel", "i386", "cpython"])
def test_writing_a_configuration_cut_at_any_byte_leaves_the_old_one(tmp_path, vm):
    given = {k: v for k, v in config().items() if k not in ("tune", "journal")}
    (tmp_path / "old").write_text(json.dumps({**given, "dev": "c1"}))
    new = json.dumps({**given, "dev": "c2"})
    (tmp_path / "new").write_text(new)
    command = [sys.executable] if vm == "cpython" else interpreter(vm)
    done = subprocess.run(
        [*command, "-c", STORE], cwd=tmp_path, capture_output=True, text=True, timeout=120,
        env={"MICROPYPATH": str(ROOT), "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.stdout == f"cuts {len(new)}\n", done.stdout + done.stderr
