"""One PN5180 emulator on a table's field, driven by hand at the level of its pins."""

import tomllib

from tools.virtual.air import Air
from tools.virtual.field import Field
from tools.virtual.pn5180 import Pn5180
from tools.virtual.pn5180_map import R

TABLE = tomllib.loads(
    """
seats = 1
length_mm = 1000
width_mm = 600
antennas = [
  { zone = "seat:1", reader = "a", channel = 0, x = 0, y = 0, w = 110, h = 130 },
  { zone = "line:1", reader = "a", channel = 1, x = 0, y = 200, d = 100 },
  { zone = "mouth:1", reader = "a", channel = 2, x = 316, y = 22, w = 31, h = 44 },
  { zone = "mouth:2", reader = "a", channel = 3, x = 284, y = 22, w = 31, h = 44 },
  { zone = "mouth:3", reader = "a", channel = 4, x = 284, y = -22, w = 31, h = 44 },
  { zone = "mouth:4", reader = "a", channel = 5, x = 316, y = -22, w = 31, h = 44 },
]
"""
)
INVENTORY_1, INVENTORY_16 = bytes((0x26, 1, 0)), bytes((0x06, 1, 0))
SPI_US = 20


class Rig:
    """``t``: the time, moved on by what is done. ``chip`` is out of reset and booted."""

    def __init__(self, noise=0.0, seed=1):
        self.field = Field(TABLE, seed, noise)
        self.air = Air(self.field)
        self.air.antenna = self.field.by_zone["seat:1"]
        self.chip = Pn5180(self.air)
        self.t = 1000
        self.chip.reset(1, self.t)
        self.t += 3000

    def put(self, thing, zone="seat:1", offset=(0.0, 0.0), z=0.0):
        """Lay a thing down."""
        self.field.put(thing, self.field.spot(zone, offset, z))
        return thing

    def frame(self, data, settle=True):
        """A frame from the host; its MISO bytes when it is a read."""
        self.chip.nss(0, self.t)
        self.t += SPI_US + len(data)
        out = self.chip.clock(data, self.t)
        self.chip.nss(1, self.t)
        if settle:
            self.t = max(self.t, self.chip.busy_until)
        return out

    def ask(self, command, count):
        """A command and the frame that reads its answer."""
        self.frame(command)
        return self.frame(b"\xff" * count)

    def read(self, register):
        """Value of a register."""
        return int.from_bytes(self.ask(bytes((0x04, register)), 4), "little")

    def write(self, register, value, opcode=0x00):
        """Write, OR (01) or AND (02) a register."""
        self.frame(bytes((opcode, register)) + value.to_bytes(4, "little"))

    def field_on(self, tx=0x0D, rx=0x8D):
        """Configuration for ISO 15693, field on and tags awake."""
        self.frame(bytes((0x11, tx, rx)))
        self.frame(bytes((0x16, 0)))
        self.t += 3000

    def start(self):
        """Idle, flags cleared, transceive."""
        self.write(R.SYSTEM_CONFIG, 0xFFFFFFF8, 0x02)
        self.write(R.IRQ_CLEAR, 0xFFFFF)
        self.write(R.SYSTEM_CONFIG, 3, 0x01)

    def send(self, payload, wait_us=25_000):
        """An exchange; (IRQ_STATUS, RX_STATUS, data) after ``wait_us``."""
        self.start()
        self.frame(bytes((0x09, 0)) + payload)
        self.sent_at = self.t
        self.t += wait_us
        irq, rx = self.read(R.IRQ_STATUS), self.read(R.RX_STATUS)
        count = rx & 0x1FF
        return irq, rx, self.ask(b"\x0a\x00", count) if count else b""

    def slot(self, wait_us=6_000):
        """The next slot of sixteen, marked by a lone EOF."""
        self.write(R.TX_CONFIG, 0xFFFFFB3F, 0x02)
        return self.send(b"", wait_us)

    def restore(self, value):
        """TX_CONFIG as it was before ``slot``."""
        self.write(R.TX_CONFIG, value)
