"""The shims on both interpreters: virtual time, pins, UART, watchdog, flash, resets."""

import json

import pytest

from tools.dev import i386
from tools.virtual.table import VirtualTable
from tools.virtual.vm import VmError


@pytest.fixture(params=["wheel", "i386"])
def vm(request):
    """Name of an interpreter; the 32-bit one is fetched when it is not there."""
    if request.param == "i386":
        i386.fetch()
    return request.param


def play(program, until_us, vm="wheel", script=None, **options):
    """Run a program on the VM; (what it printed as JSON lines, the table)."""
    table = VirtualTable("six_max", program=program, vm=vm, core=None, **options)
    with table:
        if script:
            script(table)
        table.run_until(until_us)
        lines = [json.loads(x) for x in table.vm.log_path.read_text().splitlines()]
    return lines, table


REST = "\nwhile True: time.sleep_ms(1000)"


def test_sleeping_moves_virtual_time_and_clocks_agree(vm):
    program = """
import json, time
t = time.ticks_us(), time.ticks_ms(), time.time()
time.sleep_ms(2500); time.sleep_us(250); time.sleep(1.5)
print(json.dumps([time.ticks_diff(time.ticks_us(), t[0]), time.ticks_diff(time.ticks_ms(), t[1]),
    time.time() - t[2]]))"""
    lines, _ = play(program + REST, 6_000_000, vm)
    assert lines == [[4_000_250, 4000, 4]]


def test_ticks_wrap_as_on_the_boards_and_time_does_not(vm):
    program = """
import json, time
a = time.ticks_us(); s = time.time()
wraps = 0
for _ in range(45):
    before = time.ticks_us()
    time.sleep_ms(50000)
    after = time.ticks_us()
    assert time.ticks_diff(after, before) == 50000000, (before, after)
    assert 0 <= after < 1 << 30
    wraps += after < before
print(json.dumps([wraps, time.time() - s, time.ticks_ms(), time.ticks_add((1 << 30) - 5, 10)]))"""
    lines, _ = play(program + REST, 2_251_000_000, vm)
    assert lines == [[2, 2250, 2_250_000, 5]]


def test_a_loop_that_only_reads_the_clock_ends(vm):
    program = """
import json, time
t = time.ticks_us()
while time.ticks_diff(time.ticks_us(), t) < 3000: pass
print(json.dumps(time.ticks_diff(time.ticks_us(), t) < 3100))"""
    assert play(program + REST, 1_000_000, vm)[0] == [True]


def test_keys_arrive_on_the_uart_when_they_are_pressed(vm):
    program = """
import json, time, machine
u = machine.UART(1, 115200)
while True:
    if u.any(): print(json.dumps([time.ticks_ms() // 10, u.readline().decode()]))
    time.sleep_ms(5)"""

    def script(table):
        for at, key in ((1_000_000, "check"), (2_500_000, "fold")):
            table.world.at(at, lambda key=key: table.world.keypad.press({"key": key}))

    lines, _ = play(program, 3_000_000, vm, script)
    assert lines == [[100, '{"key":"check"}\n'], [250, '{"key":"fold"}\n']]


def test_an_unfed_watchdog_restarts_the_controller_on_the_same_flash(vm):
    program = """
import json, time, machine, os
n = len(os.listdir())
open("boot%d" % n, "w").close()
print(json.dumps([n, machine.reset_cause()]))
w = machine.WDT(timeout=500)
for _ in range(10):
    time.sleep_ms(100); w.feed()
while True: time.sleep_ms(10)"""
    lines, table = play(program, 4_000_000, vm)
    assert [line[1] for line in lines] == [1, 3, 3]
    assert [line[0] for line in lines] == [1, 2, 3]
    gaps = [b[0] - a[0] for a, b in zip(table.resets, table.resets[1:], strict=False)]
    assert gaps == [1_650_000]  # 1 s of feeding, 0.5 s of silence, 0.15 s of boot


def test_machine_reset_restarts_with_its_cause(vm):
    program = """
import json, machine, time
print(json.dumps(machine.reset_cause()))
time.sleep_ms(300)
machine.reset()"""
    assert play(program, 800_000, vm)[0] == [1, 2]


def test_random_bytes_follow_from_the_seed(vm):
    program = (
        """
import json, os, time
print(json.dumps(list(os.urandom(8))))"""
        + REST
    )
    first = play(program, 10_000, vm, seed=1)[0]
    assert play(program, 10_000, vm, seed=1)[0] == first
    assert play(program, 10_000, vm, seed=2)[0] != first


def test_lights_and_sounds_are_recorded_at_their_time():
    program = (
        """
import machine, neopixel, time
n = neopixel.NeoPixel(machine.Pin(48, machine.Pin.OUT), 2)
time.sleep_ms(100)
n[1] = (1, 2, 3)
n.write()
p = machine.PWM(machine.Pin(8), freq=880, duty_u16=1000)
time.sleep_ms(200)
p.deinit()"""
        + REST
    )
    _, table = play("import time\n" + program, 1_000_000)
    shown = [(t // 10_000, what, value) for t, what, value in table.world.board.recorded]
    assert shown == [
        (10, "pixels", b"\x00\x00\x00\x02\x01\x03"),
        (10, "sound", (880, 1000)),
        (30, "sound", (0, 0)),
    ]


def test_busy_followed_on_the_vm_is_what_the_world_would_say():
    """Random frames with and without the VM's own knowledge of BUSY: the same levels and times."""
    program = (
        """
import json, machine, time
P = machine.Pin
nss = [P(n, P.OUT, value=1) for n in (1, 2)]
busy = [P(n, P.IN) for n in (17, 18)]
spi = machine.SPI(1, baudrate=7000000)
latch = P(47, P.OUT, value=0)
def chain(a, b, c):
    spi.write(bytes((a, b, c))); latch(1); latch(0)
chain(0, 0, 0); time.sleep_ms(1); chain(15, 0, 0); time.sleep_ms(5)
frames = (b"\\x00\\x11\\x01\\x00\\x00\\x00", b"\\x04\\x25", b"\\x11\\x0d\\x8d", b"\\x16\\x00",
    b"\\x17\\x00", b"\\x07\\x10\\x06", b"\\x7e", b"\\x06\\x40\\x01")
seed = 1
seen = []
for i in range(400):
    seed = (seed * 1103515245 + 12345) & 0x3fffffff
    r = seed >> 8
    k = r & 1
    seen.append(busy[k]())
    nss[k](0)
    if r & 2: seen.append(busy[k]())
    if r & 12: spi.write(frames[(r >> 4) & 7])
    if r & 128: seen.append(busy[k]())
    if (r & 0x300) == 0x300:
        b = bytearray(4); spi.readinto(b, 0xFF); seen.append(list(b))
    nss[k](1)
    seen.append([busy[k](), busy[1 - k]()])
    time.sleep_us((r >> 10) & 63)
    if (r & 0x70000) == 0x70000: chain(15, i & 15, 0)
    if (r & 0x780000) == 0x780000: time.sleep_ms(3)
seen.append(time.ticks_us())
print(json.dumps(seen))"""
        + REST
    )
    runs = []
    for lines in (True, False):
        table = VirtualTable("six_max", program=program, core=None)
        if not lines:
            table.vm.lines = ""
        with table:
            table.run_until(1_000_000)
            runs.append((json.loads(table.vm.log_path.read_text()), table.world.messages))
    assert runs[0][0] == runs[1][0]
    assert runs[0][1] < runs[1][1]


def test_a_program_that_ends_is_told_in_its_own_words():
    with pytest.raises(VmError, match="program ended.*ZeroDivisionError"):
        play("import time\ntime.sleep_ms(5)\n1 // 0", 1_000_000)


def test_an_interpreter_that_is_not_there_is_one_clear_line():
    with pytest.raises(VmError, match="neither wheel, i386 nor an interpreter"):
        VirtualTable("six_max", vm="/nowhere/micropython")


def test_a_heap_limit_is_hard(vm):
    program = "import time\nx = bytearray(300000)" + REST
    with pytest.raises(VmError, match="MemoryError"):
        play(program, 1_000_000, vm, heap="200k")
