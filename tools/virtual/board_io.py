"""The controller board's outside: pins, SPI bus, pin expander, multiplexers, UART, lights.

``Board.handle`` takes one message of the VM's ``virtual_board`` (posted operations and a last one
that wants an answer), plays it on the devices and returns the answer. Times are microseconds of
virtual time; the VM sends them within a span of 10**9, ``handle`` makes them absolute.
"""

import importlib
import struct

from tools.hardware.description import EXPANDER_PIN, BadHardware, chip_of
from tools.virtual.air import Air

SPAN_US = 1_000_000_000
PIN_WRITE, SPI_WRITE, PIN_MODE, PWM, PIXELS = 1, 2, 3, 4, 5
WDT_START, WDT_FEED, UART_WRITE, SPI_FILL, FRAME = 6, 7, 8, 9, 10
PIN_READ, SPI_READ, SPI_XFER, UART_READ, SYNC, RESET = 0x81, 0x82, 0x83, 0x84, 0x85, 0x86
IRQ_FLAG, UART_FLAG, TRUST_FLAG = 1, 2, 4
_HEADER = struct.Struct("<BBHI")
_PAYLOAD = frozenset((SPI_WRITE, PWM, PIXELS, WDT_START, UART_WRITE))


class VmReset(Exception):
    """The controller resets: by its own wish (``cause`` as in ``machine.reset_cause``)."""

    def __init__(self, cause, t_us):
        super().__init__(f"reset, cause {cause}")
        self.cause = cause
        self.t_us = t_us


def twin_of(table):
    """The module that stands in for a table's reader chip, ``tools/virtual/<chip>.py``.

    It has ``make(air, die)``, which returns a chip with the pins ``nss``, ``clock``, ``busy``,
    ``reset`` and ``irq`` as ``pn5180.Pn5180``; and in microseconds how long BUSY is high after a
    command, ``EXECUTE_US``, or for some of them longer, ``LONGER_US``. BadHardware: there is none.
    """
    chip = chip_of(table)
    try:
        return importlib.import_module(f"tools.virtual.{chip}")
    except ModuleNotFoundError:
        raise BadHardware(f"radio.chip: no virtual {chip} in tools/virtual") from None


class Reader:
    """One reader slot of the board: the chip, its antenna multiplexer and the antenna it feeds."""

    def __init__(self, index, slot, name, field, twin, die):
        self.index = index
        self.name = name
        self.slot = slot
        self.field = field
        self.air = Air(field)
        self.chip = twin.make(self.air, die)
        self.channel = 0
        self.air.antenna = field.by_channel.get((name, 0))

    def select(self, channel, t_us):
        """The multiplexer connects another antenna; with the field on its tags are powered now."""
        if channel == self.channel:
            return
        if t_us >= self.chip.due:
            self.chip.advance(t_us)
        self.channel = channel
        antenna = self.field.by_channel.get((self.name, channel))
        if self.chip.rf_on:
            self.air.energize(antenna, t_us)
        else:
            self.air.antenna = antenna


class Expander:
    """A chain of 74HC595: shifts every byte on the bus, shows them on the latch's rising edge."""

    def __init__(self, bits, on_output):
        self.bits = bits
        self.count = (bits + 7) // 8
        self.tail = bytes(self.count)  # the last bytes on the bus, and any before them
        self.shown = None
        self.latch = 1
        self.on_output = on_output  # on_output(pin, level, t_us)

    def clock(self, data):
        """Bytes on the bus; the first sent ends farthest from the controller."""
        self.tail = data if len(data) >= self.count else (self.tail + data)[-self.count :]

    def edge(self, level, t_us):
        """The latch pin changes."""
        if not level or self.latch:
            self.latch = level
            return
        everything = (1 << self.bits) - 1
        new = int.from_bytes(self.tail, "big") & everything
        if new != self.shown:
            changed = everything if self.shown is None else new ^ self.shown
            self.shown = new
            n = 0
            while changed:
                if changed & 1:
                    self.on_output(EXPANDER_PIN + n, new >> n & 1, t_us)
                changed >>= 1
                n += 1
        self.latch = level


class Board:
    """All devices of one controller board and the messages that reach them.

    ``hw``: the board description; ``table``: the table description; ``field``: its antennas.
    """

    def __init__(self, hw, table, field):
        self.hw = hw
        self.field = field
        self.twin = twin_of(table)
        self.readers = [
            Reader(i, slot, name, field, self.twin, die=0x5180_0000 + i)
            for i, (name, slot) in enumerate(zip(table["readers"], hw["readers"], strict=False))
        ]
        self.levels = {}
        self.fill = 0
        self.base = 0
        self.last = 0
        self.pixels = b""
        self.sounder = (0, 0)
        self.recorded = []  # (t_us, what, value): lights and sounds, newest last
        self.uart_in = bytearray()
        self.uart_out = bytearray()
        self.wdt_us = None
        self.wdt_due = float("inf")
        self.operations = 0
        self.due = float("inf")  # on_due(t_us) is called before the first operation from then on
        self.on_due = None
        self.floor = 0  # time of the operation before the present one
        self._wire()

    def _wire(self):
        hw = self.hw
        self.writes = {}
        self.reads = {}
        self.frames = {}
        self.chips = [r.chip for r in self.readers]
        bits = hw.get("expander", {}).get("bits", 0)
        self.expander = Expander(bits, self._output) if bits else None
        if bits:
            self.writes[hw["expander"]["latch"]] = self.expander.edge
        self.address = {}  # pin -> (reader, bit)
        for reader in self.readers:
            chip, slot = reader.chip, reader.slot
            self.writes[slot["nss"]] = chip.nss
            self.frames[slot["nss"]] = chip.frame
            self.reads[slot["busy"]] = chip.busy
            if "irq" in slot:
                self.reads[slot["irq"]] = chip.irq
            self.writes[slot["rst"]] = chip.reset
            for bit, pin in enumerate(slot["select"]):
                self.address[pin] = (reader, bit)

    def _output(self, pin, level, t_us):
        """An output of the controller or the expander has a new level."""
        self.levels[pin] = level
        at = self.address.get(pin)
        if at is not None:
            reader, bit = at
            channel = reader.channel & ~(1 << bit) | level << bit
            reader.select(channel, t_us)
            return
        device = self.writes.get(pin)
        if device is not None:
            device(level, t_us)

    def boot(self):
        """The controller starts: its outputs float, so the readers are held in reset."""
        self.levels = {}
        self.wdt_us, self.wdt_due = None, float("inf")
        if self.expander:
            self.expander.shown = None
        for reader in self.readers:
            reader.chip.reset(0, self.last)
            reader.chip.nss(1, self.last)
        self.uart_in.clear()

    def lines(self):
        """What the VM needs to follow the BUSY lines itself, as its environment takes it."""
        pins = ",".join(f"{r.slot['busy']}:{r.slot['nss']}" for r in self.readers)
        longer = ",".join(f"{op}={us}" for op, us in sorted(self.twin.LONGER_US.items()))
        resets = sum(1 << r.slot["rst"] - EXPANDER_PIN for r in self.readers if self._on_chain(r))
        width = 2 * self.expander.count if self.expander else 0
        held = f"{resets:0{width}x}" if width else ""
        return f"{pins};{self.twin.EXECUTE_US};{longer};{held}"

    @staticmethod
    def _on_chain(reader):
        return reader.slot["rst"] >= EXPANDER_PIN

    def well(self, t_us):
        """No chip is in reset, booting or broken: BUSY follows the frames."""
        for chip in self.chips:  # noqa: SIM110 - a generator costs as much as a message
            if t_us < chip.ready_at or chip.faults.holds_busy:
                return False
        return True

    # -- messages

    def handle(self, message):
        """Play a message; (flags are added by the world) value byte, length field, payload."""
        at = 0
        end = len(message)
        unpack = _HEADER.unpack_from
        levels, frames, expander = self.levels, self.frames, self.expander
        while True:
            op, arg, value, t = unpack(message, at)
            at += 8
            t += self.base
            if t < self.last - (SPAN_US >> 1):
                self.base += SPAN_US
                t += SPAN_US
            if t >= self.due:
                self.floor = self.last
                self.on_due(t)
            self.last = t
            if op == FRAME:
                high = unpack(message, at)[3] + self.base
                at += 8
                data = message[at : at + value]
                at += value
                frames[arg](data, t, high)
                if expander is not None:
                    expander.clock(data)
                self.last = high
            elif op == PIN_WRITE:
                if levels.get(arg) != value:
                    levels[arg] = value
                    device = self.writes.get(arg)
                    if device is not None:
                        device(value, t)
                    elif arg in self.address:
                        self._output(arg, value, t)
            elif op == SPI_WRITE:
                data = message[at : at + value]
                at += value
                self._shift(data, t)
            elif op & 0x80:
                return self._answer(op, arg, value, t)
            else:
                payload = b""
                if op in _PAYLOAD:
                    payload = message[at : at + value]
                    at += value
                self._posted(op, arg, value, payload, t)
            if at >= end:
                raise ValueError("a message ends with an operation that wants an answer")

    def _shift(self, data, t_us):
        out = None
        for chip in self.chips:
            if chip.selected:
                heard = chip.clock(data, t_us)
                if heard is not None:
                    out = heard
        if self.expander is not None:
            self.expander.clock(data)
        self.miso = out
        return out

    def _answer(self, op, arg, value, t_us):
        if op == PIN_READ:
            device = self.reads.get(arg)
            level = device(t_us) if device is not None else self.levels.get(arg, 1)
            return level, 0, b""
        if op == SPI_READ:
            out = self._shift(bytes((self.fill,)) * value, t_us)
            return 0, value, b"\xff" * value if out is None else out
        if op == SPI_XFER:
            return 0, value, b"\xff" * value if self.miso is None else self.miso[:value]
        if op == UART_READ:
            return self._uart(arg, value)
        if op == RESET:
            raise VmReset(value, t_us)
        return 0, 0, b""

    def _uart(self, arg, most):
        waiting = self.uart_in
        if not arg & 0xC0:
            return 0, min(len(waiting), 0xFFFF), b""
        count = min(most, len(waiting), 4096)
        if arg & 0x40:
            newline = waiting.find(b"\n", 0, count)
            count = count if newline < 0 else newline + 1
        data = bytes(waiting[:count])
        del waiting[:count]
        return 0, len(data), data

    def _posted(self, op, arg, value, payload, t_us):
        if op == SPI_FILL:
            self.fill = value & 0xFF
        elif op == WDT_FEED:
            if self.wdt_us is not None:
                self.wdt_due = t_us + self.wdt_us
        elif op == WDT_START:
            self.wdt_us = int.from_bytes(payload, "little") * 1000
            self.wdt_due = t_us + self.wdt_us
            self.due = min(self.due, self.wdt_due)
        elif op == PIXELS:
            self.pixels = bytes(payload)
            self._record(t_us, "pixels", self.pixels)
        elif op == PWM:
            hz, duty = struct.unpack("<IH", payload)
            self.sounder = (hz, duty)
            self._record(t_us, "sound", self.sounder)
        elif op == UART_WRITE:
            self.uart_out += payload
            del self.uart_out[:-4096]

    def _record(self, t_us, what, value):
        self.recorded.append((t_us, what, value))
        if len(self.recorded) > 2000:
            del self.recorded[:1000]
