"""A table without bus, chip and VM: the virtual field read straight into the table code.

The things, motions, antennas and noise of the virtual table, the firmware's own schedule and table
code, and in between a model of what an inventory brings and how long it takes (docs/scan.md). It is
many times faster than the full chain, against which ``feltwire bench detection --check`` holds it.
"""

import heapq
import operator

from firmware.config import TUNE
from firmware.scan import load
from firmware.scan.antennas import from_config
from firmware.scan.schedule import Schedule
from firmware.table.table import Table
from tools.hardware import description
from tools.trace.replay import Names
from tools.virtual.field import AGC_OF, Field
from tools.virtual.noise import CRC_ERROR, GHOST, STRONGER_DECODED
from tools.virtual.world import World

SWITCH_US = 3000  # antenna switch and field on
# What a table in use has learned of the load of a chip: sixteenths of a count, of so many chips.
LOAD_KNOWN = (64 * AGC_OF["chip"] * 16, 64)
CARD_LOAD_KNOWN = (64 * AGC_OF["card"] * 16, 64)  # and of a card
WORDS_KNOWN = 128  # and of the dealer, who keys words before the chips: so many
LOOKING_US = 1500  # a visit that is a look at the load only
LOOKED = ()  # what such a visit brings
LOOK_US = 8000
RETRIES = 2
PROBES = 4
# Milliseconds from the first request to the end, beside a first request of 3 (docs/scan.md).
CARD_US, CHIP_US = (3000, 6700, 9900), (3400, 5800, 8000)  # empty, one, each of several


class FastWorld(World):
    """The things of a ``World`` and its schedule of motions; nothing else of it."""

    now = 0  # virtual microseconds: set by whoever runs it

    def __init__(self, table, seed, noise):
        self.table = table
        self.field = Field(table, seed, noise)
        self.keypad = self
        self.pressed = None  # called with each key
        self.heap = self._heap = []
        self._count = 0

    def press(self, message):
        """A key of the stage."""
        self.pressed(message["key"])

    def run_to(self, t_us):
        """Do what is due up to a time."""
        heap = self._heap
        while heap and heap[0][0] <= t_us:
            at, _, callback = heapq.heappop(heap)
            self.now = max(self.now, at)
            callback()
        self.now = max(self.now, t_us)

    def _replan(self):
        pass


class Ticks:
    """Time as the schedule wants it, from virtual microseconds that never wrap."""

    def __init__(self):
        self.us = 0

    ticks_diff = operator.sub
    ticks_add = operator.add

    def ticks_us(self):
        return self.us


class FastTable:
    """One table. ``deck``: UID -> card; ``emit(event, t_ms)``: each table event as it is told."""

    def __init__(self, name, seed, noise, emit, trace=None):
        design = description.load_table(name)
        self.world = FastWorld(design, seed, noise)
        self.clock = Ticks()
        self.antennas = from_config(description.antenna_rows(design))
        self.loops = [self.world.field.by_zone[a.zone] for a in self.antennas]
        self.readers = len(design["readers"])
        self.schedule = Schedule(self.antennas, self.readers, self.clock)
        self.deck = {}
        self.emit = emit
        self.trace = trace
        self.dwells = 0
        self.emitted = 0  # events so far
        names = [a.zone for a in self.antennas]
        self.table = Table(
            names, design["seats"], self.schedule, dict(TUNE), Names(self.deck),
            self._emitted, lambda text: None,
        )  # fmt: skip
        self.table.chips.bearing.learn(*LOAD_KNOWN)
        self.table.cards.laden.take(*CARD_LOAD_KNOWN)
        for _ in range(WORDS_KNOWN):
            self.table.chips.pace.learn(0)
        self.world.pressed = self._key
        self._free = [0] * self.readers
        self._last = [()] * len(self.antennas)
        self._ending = [None] * self.readers
        self._stirred = [False] * self.readers
        self._card_afi = design["tags"]["card_afi"]

    def _emitted(self, event):
        self.emitted += 1
        self.emit(event, self.clock.us // 1000)

    def _key(self, key):
        if self.trace is not None:
            self.trace({"t_us": self.world.now, "key": key})
        self.table.key(key, self.world.now // 1000)

    def run_to(self, end_us, stop=None):
        """Go on until a virtual time, or until ``stop()`` (asked at each look) is true."""
        clock, free, world = self.clock, self._free, self.world
        heap, poll, step = world.heap, self.table.poll, self._step
        emitted = -1
        while clock.us < end_us:
            now = min(free)
            i = free.index(now)
            if now < clock.us:
                now = clock.us
            clock.us = now
            if heap and heap[0][0] <= now:
                world.run_to(now)
            world.now = now
            poll(now // 1000)
            step(i)
            if stop is not None and emitted != self.emitted:
                emitted = self.emitted
                if stop():
                    return

    def _step(self, i):
        """Reader ``i`` has ended its dwell: tell it, and begin the next."""
        clock = self.clock
        ended = self._ending[i]
        if ended is not None:
            self._ending[i] = None
            self.schedule.visited(i, clock.us, ended is not LOOKED)
        if ended is not None and ended is not LOOKED:
            self.dwells += 1
            index, t_us, uids, values, torn, agc = ended
            if self._stirred[i]:
                self.schedule.stir(i, self.antennas[index])
            if self.trace is not None:
                self._write(ended)
            self.table.dwell(index, uids, values, len(uids), torn, t_us // 1000, agc)
        index = self.schedule.choose(i, clock.us)
        if index < 0:
            self._free[i] = clock.us + min(self.schedule.due_us, LOOK_US)
            return
        look = self.schedule.look
        self._stirred[i] = self._looked(index, clock.us + LOOKING_US, look)
        if look and not self._stirred[i]:
            self._ending[i] = LOOKED
            self._free[i] = clock.us + LOOKING_US
            return
        t_us = clock.us + SWITCH_US
        uids, values, took_us, torn = self._inventory(index, t_us)
        self._steady(self.antennas[index], uids)
        agc = self.world.field.agc(self.loops[index], t_us)
        self._ending[i] = (index, t_us, uids, values, torn, agc)
        self._free[i] = t_us + took_us

    def _looked(self, index, t_us, look):
        """A visit's look at the load, as the firmware takes it; True when it has changed."""
        antenna, loop, field = self.antennas[index], self.loops[index], self.world.field
        agc = field.agc(loop, t_us)
        if not load.odd(antenna, agc):
            return False
        total = agc + sum(field.agc(loop, t_us) for _ in range(load.SAMPLES - 1))
        changed = load.tripped(antenna, total)
        if changed or not look:
            load.take(antenna, total)
        return changed

    @staticmethod
    def _steady(antenna, uids):
        """Inventories in a row that found the same, by which the schedule makes them rarer."""
        same = sorted(antenna.known) == sorted(uids)
        antenna.steady = min(antenna.steady + 1, 255) if same else 0
        antenna.known = list(uids)

    def _inventory(self, index, t_us):
        """``(uids, values, us, torn)`` of one dwell: who answers, missing ones called by name."""
        antenna, loop = self.antennas[index], self.loops[index]
        noise = self.world.field.noise
        empty_us, one_us, each_us = CARD_US if antenna.cards_only else CHIP_US
        first = self._heard(antenna, loop, t_us)
        known = self._last[index]
        if not first and not known:
            self._last[index] = ()
            return [], [], empty_us + (empty_us if noise.happens(GHOST) else 0), False
        found = {}
        took_us = empty_us
        if len(first) == 1:
            took_us = one_us
            if not self._damaged(noise):
                found[first[0].uid] = first[0]
        elif first:
            for k in range(1 + RETRIES):
                wanted = self._heard(antenna, loop, t_us + took_us)
                if k and len(wanted) <= len(found):
                    break
                for tag in wanted:
                    if tag.uid in found:
                        continue
                    took_us += each_us
                    drowned = len(wanted) > 1 and noise.happens(STRONGER_DECODED / 4)
                    if not drowned and not self._damaged(noise):
                        found[tag.uid] = tag
        missing = [uid for uid in known if uid not in found][:PROBES]
        for uid in missing:
            took_us += empty_us
            for tag in self._heard(antenna, loop, t_us + took_us):
                if tag.uid == uid:
                    found[uid] = tag
        self._last[index] = tuple(found)
        values = [self._value(antenna, tag) for tag in found.values()]
        return list(found), values, took_us, False

    def _heard(self, antenna, loop, t_us):
        tags = self.world.field.heard(loop, t_us)
        if antenna.cards_only:
            return [tag for tag in tags if tag.afi == self._card_afi]
        return list(tags)

    @staticmethod
    def _damaged(noise):
        return all(noise.happens(CRC_ERROR) for _ in range(1 + RETRIES))

    def _value(self, antenna, tag):
        if not antenna.with_block:
            return 0
        block = tag.block(self.world.table["tags"]["chip_block"])
        return int.from_bytes(block, "little")

    def _write(self, ended):
        index, t_us, uids, values, torn, agc = ended
        self.trace(
            {
                "t_us": t_us,
                "end_us": self.clock.us,
                "antenna": self.antennas[index].zone,
                "uids": [uid.hex() for uid in uids],
                "values": values,
                "collision": len(uids) > 1,
                "crc_error": False,
                "partial": torn,
                "agc": agc,
            }
        )
