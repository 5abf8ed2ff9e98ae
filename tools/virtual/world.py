"""The world around one controller: things on the table, a schedule, and the controller's messages.

``World`` knows nothing of processes: it takes messages and gives answers, so tests can drive it
directly. ``table.py`` puts a VM and a network behind it. Times are virtual microseconds since the
world began.
"""

import heapq
import json
import math
import struct

from tools.hardware import description
from tools.virtual.board_io import IRQ_FLAG, SPAN_US, TRUST_FLAG, UART_FLAG, Board, VmReset
from tools.virtual.field import Field
from tools.virtual.things import AWAY_MM

ASK_US = 100_000  # the controller asks at least so often, asleep or not
CARRY_MM = 130.0  # height at which things are carried: out of every loop's reach
BOOT_US = 150_000  # reset to the first line of the firmware
WDT_RESET = 3
_ANSWER = struct.Struct("<BBHI")


class Keypad:
    """The dealer's keypad: JSON lines on the controller's UART."""

    def __init__(self, world):
        self._world = world

    def press(self, key):
        """A key, as the dict that the controller stamps and sends as an event."""
        line = json.dumps(key, separators=(",", ":")).encode() + b"\n"
        self._world.board.uart_in += line


class World:
    """A table, its things, and one controller board.

    ``table``/``board``: names or paths of hardware descriptions, or their dicts; ``seed`` and
    ``noise`` fix every chance (noise 0: a perfect radio, 1: that of the design's assumptions).
    """

    def __init__(self, table="nine_max", board="esp32s3_w5500", seed=0, noise=0.0):
        self.table = description.load_table(table) if not isinstance(table, dict) else table
        self.hw = description.load_board(board) if not isinstance(board, dict) else board
        self.field = Field(self.table, seed, noise)
        self.board = Board(self.hw, self.table, self.field)
        self.board.on_due = self._due
        self.keypad = Keypad(self)
        self.ask_us = ASK_US
        self.until = math.inf
        self.network = None
        self._heap = []
        self._count = 0
        self._irq_pins = [
            (pin, device) for pin, device in self.board.reads.items() if _is_irq(self.hw, pin)
        ]
        self._irq_level = 0
        self.messages = 0
        self._replan()

    # -- time

    @property
    def now(self):
        """Virtual microseconds, as far as the controller has got (inside a callback: its time)."""
        return self.board.last

    def at(self, t_us, callback):
        """Call ``callback()`` at a virtual time; the past means as soon as possible."""
        self._count += 1
        heapq.heappush(self._heap, (t_us, self._count, callback))
        self._replan()

    def after(self, delay_us, callback):
        """Call ``callback()`` so many microseconds from now."""
        self.at(self.now + delay_us, callback)

    def _replan(self):
        due = self._heap[0][0] if self._heap else math.inf
        if self.network is not None:
            due = min(due, self.network.due)
        self.board.due = min(due, self.board.wdt_due)

    def _due(self, t_us):
        """The controller has reached ``t_us``: run what was due before, in order."""
        heap = self._heap
        board = self.board
        while heap and heap[0][0] <= t_us:
            at, _, callback = heapq.heappop(heap)
            board.last = max(at, board.floor)
            callback()
        board.last = t_us
        if self.network is not None and self.network.due <= t_us:
            self.network.poll(t_us)
        self._replan()
        if board.wdt_due <= t_us:
            raise VmReset(WDT_RESET, board.wdt_due)

    # -- messages

    def answer(self, message):
        """Answer of one message of the controller. Raises VmReset when the controller resets."""
        self.messages += 1
        board = self.board
        value, count, payload = board.handle(message)
        t = board.last
        flags = UART_FLAG if board.uart_in else 0
        if board.well(t):
            flags |= TRUST_FLAG
        limit = min(t + self.ask_us, board.due, self.until)
        if self._irq_pins:
            flags, limit = self._interrupts(flags, limit, t)
        limit = min(math.ceil(max(limit, t + 1)) - board.base, SPAN_US)
        return _ANSWER.pack(flags, value, count, limit) + payload

    def _interrupts(self, flags, limit, t_us):
        level = 0
        for i, (_, device) in enumerate(self._irq_pins):
            level |= device(t_us) << i
        if level != self._irq_level:
            self._irq_level = level
            flags |= IRQ_FLAG
        return flags, min(limit, *(chip.due for chip in self.board.chips))

    def boot(self):
        """The controller starts (again): its clock begins at 0 a little later than now."""
        board = self.board
        board.boot()
        board.base = board.last + (BOOT_US if board.operations else 0)
        board.operations += 1
        board.last = max(board.last, board.base)
        self._replan()

    # -- things

    def spot(self, zone, slot=None, offset=(0.0, 0.0), z=0.0):
        """(x, y, z) of a zone, ``board`` with a slot 1..5, moved by an offset in mm."""
        if slot is not None:
            zone = f"{zone}:{slot}"
        return self.field.spot(zone, offset, z)

    def place(self, thing, zone, slot=None, offset=(0.0, 0.0), facing=None, angle=None, z=0.0):
        """Put a thing down in a zone, at once. ``facing``: ``"down"`` or ``"up"``."""
        self._turn(thing, facing, angle)
        thing.zone = zone if slot is None else f"{zone}:{slot}"
        self.field.put(thing, self.spot(zone, slot, offset, z))

    def move(
        self,
        thing,
        zone,
        duration_us=400_000,
        slot=None,
        offset=(0.0, 0.0),
        facing=None,
        angle=None,
        height=CARRY_MM,
        z=0.0,
    ):
        """Carry a thing to a zone, beginning now. It lies there after ``duration_us``; on the way
        it is ``height`` mm above the felt (0: it slides)."""
        self._turn(thing, facing, angle)
        thing.zone = zone if slot is None else f"{zone}:{slot}"
        self.field.send(thing, self.now, self.spot(zone, slot, offset, z), duration_us, height)

    def lift(self, thing):
        """Take a thing up, out of every loop's reach, where it is."""
        x, y, _ = thing.at(self.now)
        self.field.put(thing, (x, y, AWAY_MM))

    def stack(self, zone, things, slot=None, offset=(0.0, 0.0), facing=None):
        """Put things down as one pile, the first at the bottom."""
        z = 0.0
        for thing in things:
            self.place(thing, zone, slot, offset, facing, z=z)
            z += thing.thickness

    @staticmethod
    def _turn(thing, facing, angle):
        if facing is not None:
            if facing not in ("down", "up"):
                raise ValueError(f"a thing faces down or up, not {facing!r}")
            thing.facing = facing
        if angle is not None:
            thing.angle = angle

    # -- faults

    def reader(self, name):
        """The board's reader of a name (``"cards"``) or slot number: ``.chip.faults``, ``.air``."""
        for reader in self.board.readers:
            if name in (reader.name, reader.index):
                return reader
        raise ValueError(f"no reader {name!r}")

    def metal(self, zone, duration_us, miss=1.0):
        """Metal or a phone on a zone for a while."""
        self.field.metal(zone, self.now, duration_us, miss)

    def jam(self, duration_us):
        """No reader hears any tag for a while."""
        self.field.jam(self.now, duration_us)

    def cut_antenna(self, zone, dead=True):
        """The cable of an antenna breaks (or is mended)."""
        self.field.by_zone[zone].dead = dead


def _is_irq(hw, pin):
    return any(slot.get("irq") == pin for slot in hw["readers"])
