"""``machine`` on the VM: pins, SPI, UART, PWM, watchdog, as the ESP32 and RP2 ports offer them."""

import os

import micropython
import virtual_board as _b
from virtual_board import advance, ask, ask_bytes, ask_into, post, post_bytes

PWRON_RESET, HARD_RESET, WDT_RESET, DEEPSLEEP_RESET, SOFT_RESET = 1, 2, 3, 4, 5
PIN_US = 2  # a pin operation
SPI_US = 15  # the overhead of an SPI transfer


def reset():
    """The controller starts anew: the world ends this interpreter and starts another."""
    ask(_b.RESET, 0, HARD_RESET)
    raise SystemExit


def soft_reset():
    """As reset."""
    ask(_b.RESET, 0, SOFT_RESET)
    raise SystemExit


def reset_cause():
    """Why this boot happened."""
    return int(os.getenv("FELTWIRE_RESET_CAUSE") or PWRON_RESET)


def unique_id():
    """Eight bytes that name the controller."""
    text = os.getenv("FELTWIRE_UNIQUE_ID") or "feltwire"
    return text.encode()


def freq(hz=None):
    """CPU clock in Hz."""
    return 240000000


def idle():
    """Wait for an interrupt: a little time passes."""
    advance(100)


def lightsleep(ms=None):
    """Sleep for so many ms."""
    if ms:
        advance(ms * 1000)


def disable_irq():
    """Interrupts come between two operations only: nothing to do."""
    return 0


def enable_irq(state=0):
    """See disable_irq."""


class Pin:
    """A GPIO. Levels live in the world; writes are posted."""

    IN, OUT, OPEN_DRAIN = 1, 3, 7
    PULL_UP, PULL_DOWN = 2, 1
    IRQ_RISING, IRQ_FALLING = 1, 2

    def __init__(self, id, mode=-1, pull=-1, value=None, drive=0, alt=-1):
        if isinstance(id, str):
            id = int("".join([c for c in id if c.isdigit()]))
        self.id = id
        line = _b.line_of(id)
        self._busy = line if line is not None and line.busy_pin == id else None
        self._nss = line if line is not None and line.nss_pin == id else None
        self.init(mode, pull, value)

    def init(self, mode=-1, pull=-1, value=None, drive=0, alt=-1):
        """Set direction, pull and level."""
        if value is not None:
            post(_b.PIN_WRITE, self.id, 1 if value else 0)
        if mode != -1:
            flags = mode | (0 if pull in (None, -1) else pull << 4)
            post(_b.PIN_MODE, self.id, flags)

    @micropython.native
    def value(self, level=None):
        """Read the level, or set it."""
        _b.now += PIN_US
        if level is None:
            line = self._busy
            if line is None:
                return ask(_b.PIN_READ, self.id, 0)
            level = line.busy()
            if level < 0:
                level = ask(_b.PIN_READ, self.id, 0)
                if not level and not line.clocked:
                    line.known = True
                    line.settled = 0
            return level
        line = self._nss
        if line is None:
            post(_b.PIN_WRITE, self.id, 1 if level else 0)
        elif not _b.frame_edge(line, level):
            post(_b.PIN_WRITE, self.id, 1 if level else 0)
            line.select(level)
        return None

    __call__ = value

    def on(self):
        """High."""
        self.value(1)

    def off(self):
        """Low."""
        self.value(0)

    high = on
    low = off

    def toggle(self):
        """The other level."""
        self.value(0 if self.value() else 1)

    def irq(self, handler=None, trigger=3, hard=False, wake=None):
        """Call ``handler(pin)`` on edges, between two operations."""
        if handler is None:
            _b.irq_handlers.pop(self.id, None)
        else:
            _b.irq_handlers[self.id] = (self, handler, trigger, ask(_b.PIN_READ, self.id, 0))


class SPI:
    """A bus. A transfer takes its bits at the baud rate and a fixed overhead."""

    MSB, LSB = 0, 1
    CONTROLLER = 0

    def __init__(self, id=1, baudrate=1000000, polarity=0, phase=0, bits=8, firstbit=0, **pins):
        self.id = id
        self.init(baudrate)

    def init(self, baudrate=1000000, **rest):
        """Set the bit rate."""
        self._byte_ns = 8000000000 // baudrate
        self._fill = -1  # what the world shifts out while it is read

    def deinit(self):
        """Nothing to give back."""

    @micropython.native
    def write(self, buf):
        """Shift bytes out."""
        _b.now += SPI_US + (len(buf) * self._byte_ns + 999) // 1000
        if not _b.frame_bytes(self.id, buf):
            post_bytes(_b.SPI_WRITE, self.id, buf)
        _b.shifted(buf[0], buf)

    @micropython.native
    def readinto(self, buf, write=0):
        """Fill ``buf`` while shifting out ``write``."""
        count = len(buf)
        _b.now += SPI_US + (count * self._byte_ns + 999) // 1000
        if write != self._fill:
            self._fill = write
            post(_b.SPI_FILL, self.id, write)
        ask_into(_b.SPI_READ, self.id, buf, count)
        _b.shifted(write)

    def read(self, nbytes, write=0):
        """Read bytes while shifting out ``write``."""
        buf = bytearray(nbytes)
        self.readinto(buf, write)
        return bytes(buf)

    def write_readinto(self, out, into):
        """Shift out and in at once."""
        count = len(out)
        _b.now += SPI_US + (count * self._byte_ns + 999) // 1000
        post_bytes(_b.SPI_WRITE, self.id | 0x80, out)
        ask_into(_b.SPI_XFER, self.id, into, count)
        _b.shifted(out[0])


class UART:
    """A serial port; what arrives is a matter of the world's script."""

    def __init__(self, id, baudrate=9600, bits=8, parity=None, stop=1, **rest):
        self.id = id

    def init(self, *args, **kwargs):
        """Settings change nothing here."""

    def deinit(self):
        """Nothing to give back."""

    def any(self):
        """How many bytes wait, as far as the world has told."""
        if not _b.uart_waiting:
            return 0
        waiting = _b.ask_count(_b.UART_READ, self.id)
        if not waiting:
            _b.uart_waiting = False
        return waiting

    def read(self, nbytes=None):
        """Bytes that wait, None when there are none."""
        if not self.any():
            return None
        return ask_bytes(_b.UART_READ, self.id | 0x80, 0xFFFF if nbytes is None else nbytes)

    def readinto(self, buf, nbytes=None):
        """As read, into a buffer."""
        data = self.read(len(buf) if nbytes is None else min(nbytes, len(buf)))
        if data is None:
            return None
        buf[: len(data)] = data
        return len(data)

    def readline(self):
        """A whole line, or what waits, None when there is nothing."""
        if not self.any():
            return None
        return ask_bytes(_b.UART_READ, self.id | 0x40, 0xFFFF)

    def write(self, buf):
        """Send bytes."""
        data = buf.encode() if isinstance(buf, str) else buf
        post_bytes(_b.UART_WRITE, self.id, data)
        return len(data)


class PWM:
    """A pulse width output (the sounder)."""

    def __init__(self, pin, freq=0, duty_u16=0, duty=None, **rest):
        self.id = pin.id
        self._freq = freq
        self._duty = duty_u16 if duty is None else duty * 64
        self._emit()

    def _emit(self):
        data = bytearray(6)
        data[0:4] = self._freq.to_bytes(4, "little")
        data[4:6] = min(self._duty, 65535).to_bytes(2, "little")
        post_bytes(_b.PWM, self.id, data)

    def init(self, freq=None, duty_u16=None, **rest):
        """Set frequency and duty."""
        if freq is not None:
            self._freq = freq
        if duty_u16 is not None:
            self._duty = duty_u16
        self._emit()

    def freq(self, hz=None):
        """Frequency in Hz."""
        if hz is None:
            return self._freq
        self._freq = hz
        self._emit()
        return None

    def duty_u16(self, duty=None):
        """Duty, 0..65535."""
        if duty is None:
            return self._duty
        self._duty = duty
        self._emit()
        return None

    def duty(self, duty=None):
        """Duty, 0..1023."""
        return self.duty_u16(None if duty is None else duty * 64)

    def deinit(self):
        """Off."""
        self._freq = self._duty = 0
        self._emit()


class WDT:
    """The watchdog: not fed in time, the world resets the controller."""

    def __init__(self, id=0, timeout=5000):
        post_bytes(_b.WDT_START, 0, timeout.to_bytes(4, "little"))

    def feed(self):
        """I am alive."""
        post(_b.WDT_FEED, 0, 0)


class RTC:
    """The calendar, which nobody sets here."""

    def datetime(self, value=None):
        """Year, month, day, weekday, hours, minutes, seconds, subseconds."""
        import time

        t = time.gmtime()
        return (t[0], t[1], t[2], t[6], t[3], t[4], t[5], 0)
