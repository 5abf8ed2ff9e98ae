"""The read path allocates nothing, on 64- and on 32-bit words."""

import subprocess

import pytest

from tests.conftest import ROOT
from tools.virtual.vm import interpreter

# A bus of our own (the virtual board's shims allocate): an antenna with three tags, one without.
PROGRAM = """
import micropython, time
from firmware.drivers.antenna_mux import AntennaMux
from firmware.drivers.pn5180 import PN5180
from firmware.scan.antennas import from_config
from firmware.scan.scanner import Scanner
from firmware.table.presence import Antenna, Presence

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
    # antenna 0 is empty, three tags lie on antenna 1; allocates nothing itself
    tags = (b"\x01\x02\x03\x04\x05\x06\x04\xe0", b"\x11\x12\x03\x04\x05\x06\x04\xe0",
            b"\x25\x02\x03\x04\x05\x06\x04\xe0")  # air order
    def __init__(self):
        self.taken = False
        self.command = 0
        self.channel = 0
        self.request = bytearray(32)
        self.n = 0
        self.slot = 0
        self.by_mask = self.slots = 0
        self.found = -1  # index of the tag that answers, -1 none, -2 several
        self.rest = self.length = 0
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
        if data[0] != 9:
            return
        if len(data) > 2:
            self.n = len(data)
            for i in range(self.n):
                self.request[i] = data[i]
            self.slot = 0
        else:
            self.slot += 1
            self.slots += 1
        self.answer()
    def answer(self):
        r = self.request
        self.found = -1
        if not self.channel or r[3] == 2:
            return
        at = 4 if r[3] == 1 else 5
        if r[2] & 0x10:
            at += 1
        bits = r[at]
        if bits:
            self.by_mask += 1
        one = r[2] & 0x20
        for t in range(3):
            uid = self.tags[t]
            same = True
            for bit in range(bits if one else bits + 4):
                if bit < bits:
                    want = r[at + 1 + (bit >> 3)] >> (bit & 7)
                else:
                    want = self.slot >> bit - bits
                if (uid[bit >> 3] >> (bit & 7) ^ want) & 1:
                    same = False
            if same:
                self.found = t if self.found == -1 else -2
        left = (64 if one else 60) - bits
        self.rest = 8 if r[3] == 1 else (left + 7) >> 3
        self.length = 10 if r[3] == 1 else 5 + self.rest
    def readinto(self, buf, fill):
        self.taken = True
        for i in range(len(buf)):
            buf[i] = 0
        if self.command == 5:
            found = self.found
            buf[0] = 0 if found == -1 else 1  # RX
            buf[1] = 0 if found == -1 else 0x40
            buf[4] = self.length if found >= 0 else 0
            buf[6] = 4 if found == -2 else 0  # a collision without a byte
            buf[8] = 4
            buf[10] = 2
        elif self.command == 0x0A:
            rest = self.rest
            start = len(buf) - rest - (0 if self.length == 10 else 4)
            for i in range(rest):
                buf[start + i] = self.tags[self.found][8 - rest + i]
        else:
            for i in range(len(buf)):
                buf[i] = 4

clock = Clock()
chip = Chip()
reader = PN5180(chip, chip.nss, chip.busy, chip.rst, clock)
rows = [["seat:1", 0, 0, FLAGS, 1000, []], ["seat:2", 0, 1, FLAGS, 1000, []]]
scanner = Scanner(from_config(rows), [reader], [AntennaMux([chip.line])], clock,
                  {"card_afi": 0x71, "chip_block": 0}, 200, references=[1])

class Listener:
    entries = 0
    def first(self, track):
        pass
    def entered(self, track):
        self.entries += 1
        track.tag.home = track
    again = missed = left = first
    def odd(self, antenna, t):
        pass

names = ("seat:1", "seat:2") if FLAGS == 1 else ("line:1", "line:2")
listener = Listener()
presence = Presence([Antenna(i, names[i], 2, 3) for i in range(2)], listener)

def turn(n):
    t = 0
    while n:
        result = scanner.poll(clock.ticks_us())
        found = result[0]
        if found:
            t += 20
            n -= 1
            presence.dwell(found.antenna, found.uids, found.denominations, found.n, found.partial,
                           t, found.agc)
        clock.sleep_us(max(0, clock.ticks_diff(result[1], clock.now)))

def run(period_ms):
    scanner.schedule.want(0, period_ms)
    scanner.schedule.want(1, period_ms)
    turn(8 if period_ms == 20 else 24)  # UIDs and tracks are made the first time, ...
    assert len(scanner.antennas[1].known) == 3, scanner.antennas[1].known
    micropython.heap_lock()
    turn(100)
    micropython.heap_unlock()

run(20)  # inventories, by known masks and of everybody
asked = chip.by_mask, chip.slots
run(100)  # looks, and inventories at longer times
assert listener.entries == 3, listener.entries
assert asked[0] > 100 and (FLAGS == 1 or asked[1] > 100), asked
assert scanner.looks[0] > 100, scanner.looks
print("no allocation in", sum(scanner.dwells), "dwells", scanner.failed)
"""


@pytest.mark.parametrize("vm", ["wheel", "i386"])
@pytest.mark.parametrize("flags", [1, 2])  # cards, chips with their block
def test_look_inventory_masks_and_presence_allocate_nothing(vm, flags):
    program = PROGRAM.replace("FLAGS", str(flags))
    done = subprocess.run(
        [*interpreter(vm), "-X", "heapsize=200k", "-c", program],
        cwd=ROOT,
        env={"MICROPYPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stdout.startswith("no allocation in 232 dwells [0]"), done.stdout + done.stderr
