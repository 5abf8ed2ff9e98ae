"""Antenna multiplexers and the 74HC595 chain that drives them (and the readers' reset lines).

Pin numbers from 100 on are outputs of the chain: number 100 + n is output n. Below they are the
controller's own pins. The chain hangs on the readers' SPI bus and is written with all NSS high.
"""

from shared_rules.compat import const

EXPANDER_PIN = const(100)


class Expander:
    """A chain of 74HC595: ``set`` changes outputs in memory, ``flush`` shows them."""

    def __init__(self, spi, latch, bits):
        self._spi = spi
        self._latch = latch
        self._bytes = bytearray((bits + 7) >> 3)
        self._dirty = True
        latch(0)

    def place(self, output):
        """Where an output is: (byte of the chain, bit in it)."""
        return len(self._bytes) - 1 - (output >> 3), 1 << (output & 7)  # most significant first

    def set(self, output, value):
        """Level of one output, from the next flush on."""
        i, bit = self.place(output)
        self.put(i, bit, bit if value else 0)

    def put(self, i, mask, bits):
        """Levels of the outputs ``mask`` of byte ``i``, from the next flush on."""
        old = self._bytes[i]
        new = (old & ~mask) | bits
        if new != old:
            self._bytes[i] = new
            self._dirty = True

    def flush(self):
        """Shift all outputs out and latch them, when one has changed."""
        if self._dirty:
            self._spi.write(self._bytes)
            self._latch(1)
            self._latch(0)
            self._dirty = False


class Line:
    """One output of the chain, called like machine.Pin: ``line(1)``."""

    def __init__(self, expander, output):
        self._expander = expander
        self._output = output

    def __call__(self, value):
        self._expander.set(self._output, value)
        self._expander.flush()

    def place(self):
        """Byte of the chain and bit in it."""
        return self._expander.place(self._output)


class AntennaMux:
    """One reader's multiplexer: up to four address lines, lowest bit first (pins or Lines)."""

    def __init__(self, pins, expander=None):
        self._expander = expander
        # Lines of a chain change together: no other antenna is connected on the way. Which levels
        # they have for a channel is worked out once: every visit selects one.
        self._rows = []  # (byte of the chain, mask, levels by channel)
        self._pins = []  # (pin, bit of the channel)
        lines = {}
        for n in range(len(pins)):
            if isinstance(pins[n], Line):
                at, bit = pins[n].place()
                lines.setdefault(at, []).append((1 << n, bit))
            else:
                self._pins.append((pins[n], n))
        for at in sorted(lines):
            levels = bytearray(1 << len(pins))
            for channel in range(len(levels)):
                levels[channel] = sum([bit for n, bit in lines[at] if channel & n])
            self._rows.append((at, sum([bit for _, bit in lines[at]]), levels))
        self.channel = -1

    def select(self, channel):
        """Connect a channel. The field must be off; settling is the caller's to wait for."""
        if channel == self.channel:
            return
        self.channel = channel
        for pin, n in self._pins:
            pin(channel >> n & 1)
        for at, mask, levels in self._rows:
            self._expander.put(at, mask, levels[channel])
        if self._rows:
            self._expander.flush()
