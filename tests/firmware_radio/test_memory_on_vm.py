"""The read path allocates nothing, on 64- and on 32-bit words."""

import subprocess

import pytest

from tests.conftest import ROOT
from tools.virtual.vm import interpreter

# A bus of our own (the virtual board's shims allocate): an antenna with one tag, one without.
PROGRAM = """
import micropython, time
from firmware.drivers.antenna_mux import AntennaMux
from firmware.drivers.pn5180 import PN5180
from firmware.scan.antennas import from_config
from firmware.scan.scanner import Scanner

class Clock:
    now = time.ticks_add(0, -100000)  # the ticks wrap soon
    ticks_diff = staticmethod(time.ticks_diff)
    ticks_add = staticmethod(time.ticks_add)
    def ticks_us(self):
        self.now = time.ticks_add(self.now, 1)
        return self.now
    def sleep_us(self, us):
        self.now = time.ticks_add(self.now, us)

class Chip:
    def __init__(self):
        self.taken = False
        self.command = 0
        self.channel = 0
    def nss(self, level):
        self.taken = False
    def busy(self):
        return self.taken
    def rst(self, level):
        pass
    def line(self, level):
        self.channel = level
    def write(self, data):
        self.taken = True
        self.command = data[0]
    def readinto(self, buf, fill):
        self.taken = True
        for i in range(len(buf)):
            buf[i] = 4
        if self.command == 5:
            buf[0] = self.channel  # RX
            buf[1] = 0x40 * self.channel
            buf[2] = 0
            buf[4] = READ_BYTES if self.channel else 0
            buf[5] = 0
            buf[6] = 0
            buf[10] = 2
        elif self.command == 0x0A:
            buf[0] = 0

clock = Clock()
chip = Chip()
reader = PN5180(chip, chip.nss, chip.busy, chip.rst, clock)
rows = [["seat:1", 0, 0, FLAGS, 1000, []], ["seat:2", 0, 1, FLAGS, 1000, []]]
scanner = Scanner(from_config(rows), [reader], [AntennaMux([chip.line])], clock,
                  {"card_afi": 0x71, "chip_block": 0}, 200, references=[1])
scanner.schedule.want(0, 20)
scanner.schedule.want(1, 20)

def turn(n):
    dwells = 0
    while n:
        result = scanner.poll(clock.ticks_us())
        if result[0]:
            dwells += 1
            n -= 1
        clock.sleep_us(max(0, clock.ticks_diff(result[1], clock.now)))
    return dwells

turn(8)  # UIDs are made the first time they are seen
assert len(scanner.antennas[1].known) == 1, scanner.antennas[1].known
micropython.heap_lock()
turn(200)
micropython.heap_unlock()
print("no allocation in", sum(scanner.dwells), "dwells", scanner.failed)
"""


@pytest.mark.parametrize("vm", ["wheel", "i386"])
@pytest.mark.parametrize("flags,read_bytes", [(1, 10), (2, 13)])
def test_a_dwell_allocates_nothing(vm, flags, read_bytes):
    program = PROGRAM.replace("READ_BYTES", str(read_bytes)).replace("FLAGS", str(flags))
    done = subprocess.run(
        [*interpreter(vm), "-X", "heapsize=200k", "-c", program],
        cwd=ROOT,
        env={"MICROPYPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stdout.startswith("no allocation in 208 dwells [0]"), done.stdout + done.stderr
