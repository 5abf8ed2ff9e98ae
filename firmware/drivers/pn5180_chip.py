"""What keeps a PN5180 up: frames one after another, reset and boot, faults and the way back.

The chip's own work (field, requests) is ``pn5180.py``, which builds on this. A fault ends the
operation as FAULT after the next rung of a ladder: idle and field off, resets of 50 us to 10 ms,
pauses of 1 to 8 s between resets. Nothing waits without an end.
"""

from firmware.drivers import pn5180_host as cmd
from firmware.drivers import pn5180_registers as r
from firmware.drivers import reader
from shared_rules.compat import const

_OP_NONE = const(0)
_OP_RESET = const(1)
_OP_SOFT = const(2)  # recovery without a reset; higher numbers are the reader's work

_RETRY_US = const(100)  # until a busy chip is tried again
_BUSY_MAX_US = const(20000)  # BUSY high for longer is a fault
_BOOT_TRIES = const(4)
_PAUSE_US = const(1000000)  # doubles while the chip stays silent
_PAUSE_MAX_US = const(8000000)
_PULSES_US = (50, 1000, 10000)  # a short reset first, longer ones when it does not help

FAULT_BUSY = const(0)  # indices of reader.FAULT_KINDS
FAULT_GENERAL = const(1)
FAULT_FIELD = const(2)
FAULT_BOOT = const(3)


class Chip:
    """``spi``: write, readinto; ``nss``, ``busy``, ``rst``: called like machine.Pin; ``clock`` has
    ticks_us, ticks_diff, ticks_add and sleep_us."""

    def __init__(self, spi, nss, busy, rst, clock):
        self._host = cmd.Host(spi, nss, busy, clock)
        self._rst = rst
        self._clock = clock
        self._status = bytearray(12)
        view = memoryview(self._status)
        self._six = view[:6]
        self._four = view[:4]
        self._start = bytearray(cmd.START)
        self.outcome = reader.NONE
        self.radiating = False
        self.up = False
        self.faults = [0] * len(reader.FAULT_KINDS)
        self.resets = 0
        self._op = _OP_NONE
        self._step = 0
        self._due = clock.ticks_us()
        self._quiet = self._due  # not to send before
        self._stuck = False  # BUSY was high at the last try, since _stuck_at
        self._stuck_at = 0
        self._level = 0  # of the recovery ladder: 0 healthy, 1 idle tried, from 2 on resets
        self._pulse_us = 0
        self._pause_us = _PAUSE_US
        self._tries = 0
        self._profile = -1

    @property
    def frames(self):
        """SPI frames so far."""
        return self._host.frames

    def start_reset(self):
        """Reset the chip, wait for its boot, load the RF configuration."""
        self._level = 2
        self._begin_reset()

    def poll(self, now):
        """Go on with the operation: 0 when it has ended, else us until the next poll is due."""
        while self._op:
            wait = self._clock.ticks_diff(self._due, now)
            if wait > 0:
                return wait
            op = self._op
            if op > _OP_SOFT:
                moved = self._work(op)
            else:
                moved = self._reset() if op == _OP_RESET else self._soft()
            now = self._clock.ticks_us()
            if moved:
                self._stuck = False
            else:
                self._wait_busy(now)
        return 0

    def _work(self, op):
        """A step of the reader's own operations; False when the chip was busy."""
        raise NotImplementedError

    def _wait_busy(self, now):
        """The chip was busy: again a little later, a fault after _BUSY_MAX_US."""
        if not self._stuck:
            self._stuck = True
            self._stuck_at = now
            self._after(_RETRY_US)
        elif self._clock.ticks_diff(now, self._stuck_at) > _BUSY_MAX_US:
            self._fault(FAULT_BUSY)
        else:
            self._after(5 * _RETRY_US)

    def _begin(self, op):
        self._op = op
        self._step = 0
        self._stuck = False
        self._due = self._clock.ticks_us()

    def _after(self, us):
        self._due = self._clock.ticks_add(self._clock.ticks_us(), us)

    def _finish(self, outcome):
        self.outcome = outcome
        self._op = _OP_NONE

    def _is_well(self):
        """A good exchange: back to the ladder's foot."""
        self._level = 0
        self._pause_us = _PAUSE_US

    # -- recovery: idle first, then resets of 50 us, 1 ms, 10 ms, then pauses of 1 to 8 s

    def _fault(self, kind):
        self.faults[kind] += 1
        if self._op == _OP_RESET or self._level or kind == FAULT_BUSY:
            self._level = self._level + 1 if self._level else 2
            self._begin_reset()
        else:
            self._level = 1
            self._begin(_OP_SOFT)

    def _soft(self):
        host = self._host
        if self._step == 0:
            if not host.write(cmd.SOFT):
                return False
            self._step = 1
        if self._step == 1:
            if not host.write(cmd.FIELD_OFF):
                return False
            self._step = 2
        if host.busy():
            return False
        self.radiating = False
        self._finish(reader.FAULT)
        return True

    def _begin_reset(self):
        self._begin(_OP_RESET)
        self._host.deselect()
        self._profile = -1
        self._tries = 0
        self.up = False
        rung = self._level - 2  # 0, 1, 2: the pulses; then pauses before the longest one
        if rung >= len(_PULSES_US):
            rung = len(_PULSES_US) - 1
            self._after(self._pause_us)
            if self._pause_us < _PAUSE_MAX_US:
                self._pause_us *= 2
        self._pulse_us = _PULSES_US[rung]

    def _reset(self):
        host = self._host
        step = self._step
        if step == 0:
            self._rst(0)
            self.radiating = False
            self.resets += 1
            self._step = 1
            self._after(self._pulse_us)
        elif step == 1:
            self._rst(1)
            self._step = 2
            self._after(r.BOOT_US)
        elif step == 2:
            if not host.write(cmd.VERSIONS):
                return False
            self._step = 3
        elif step == 3:
            if not host.read(self._six):
                return False
            self._booted()
        elif step == 4:
            if not host.write(cmd.PROFILES[0]):
                return False
            self._profile = 0
            self._step = 5
        elif step == 5:
            if not host.write(cmd.SETUP):
                return False
            self._step = 6
        elif step == 6:
            if not host.write(cmd.READ_TX_CONFIG):
                return False
            self._step = 7
        else:
            if not host.read(self._four):
                return False
            for i in range(4):  # the value to come back to after a slot's lone EOF
                self._start[cmd.START_TX_CONFIG + i] = self._four[i]
            self.up = True
            self._quiet = self._clock.ticks_us()
            self._finish(reader.FAULT)
        return True

    def _booted(self):
        """Go on when the version bytes can be a PN5180's, else look again, else fail."""
        low = min(self._six)
        high = max(self._six)
        if high and low != 0xFF:
            self._step = 4
        elif self._tries < _BOOT_TRIES:
            self._tries += 1
            self._step = 2
            self._after(1000)
        else:
            self._fault(FAULT_BOOT)
