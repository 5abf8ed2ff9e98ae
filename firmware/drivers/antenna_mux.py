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

    def set(self, output, value):
        """Level of one output, from the next flush on."""
        i = len(self._bytes) - 1 - (output >> 3)  # most significant byte first
        bit = 1 << (output & 7)
        old = self._bytes[i]
        new = old | bit if value else old & ~bit
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

    def prepare(self, value):
        """Set the level without showing it: the caller flushes the chain."""
        self._expander.set(self._output, value)


class AntennaMux:
    """One reader's multiplexer: up to four address lines, lowest bit first (pins or Lines)."""

    def __init__(self, pins, expander=None):
        self._pins = pins
        self._expander = expander
        self.channel = -1

    def select(self, channel):
        """Connect a channel. The field must be off; settling is the caller's to wait for."""
        if channel == self.channel:
            return
        self.channel = channel
        for pin in self._pins:
            # Lines of a chain change together: no other antenna is connected on the way.
            if isinstance(pin, Line):
                pin.prepare(channel & 1)
            else:
                pin(channel & 1)
            channel >>= 1
        if self._expander:
            self._expander.flush()
