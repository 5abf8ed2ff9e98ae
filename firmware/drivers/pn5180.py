"""PN5180 reader for ISO 15693 (contract: ``reader.py``): field, looks, requests, slots, responses.

No call blocks for longer than a few frames, and the read path allocates nothing. What keeps the
chip up is ``pn5180_chip.py``; section numbers are those of the data sheet, rev. 4.0.
"""

from firmware.drivers import pn5180_chip as chip
from firmware.drivers import pn5180_host as cmd
from firmware.drivers import pn5180_registers as r
from firmware.drivers import reader
from shared_rules.compat import const

_OP_FIELD = const(3)  # 1 and 2 are the chip's own
_OP_EXCHANGE = const(4)
_OP_SLOT = const(5)
_OP_OFF = const(6)
_OP_SETTLE = const(7)

SPI_HZ_MAX = 7_000_000  # 11.4.1
RX_MAX = 64  # longest response taken; the chip's buffer has 508
_TX_MAX = const(16)  # INVENTORY READ with AFI and a whole mask has 15
_OFF_US = const(60)  # RF_OFF, about
_ARM_US = const(60)  # a frame that makes the chip wait for SEND_DATA: written while a pause lasts
_LAG_STEP_US = const(8)  # SEND_DATA to the first edge on air is learned in such steps,
_LAG_MAX_US = const(200)  # and not beyond
_EARLY_US = const(20)  # of a frame that asks for registers: so long before the chip answers it
_T1_US = const(321)  # ISO 15693-3
_T2_US = const(310)  # end of a response to the next request: 309.2 us at least
_POLLS = const(14)  # looks at what should have ended, or should have been silent for long enough
_POLL_US = const(60)  # between them

_BYTE_US = (302, 151)  # a response byte, by profile


def request_us(n):
    """Air time in us of a request of n bytes, CRC included (1 out of 4: 113.3 + 302.06 n)."""
    return 113 + 302 * n + (n >> 4)


def make(spi, nss, busy, rst, clock, radio, responses):
    """A reader of a table; see ``chips.py``."""
    look_us = radio.get("look_us", 500)
    return PN5180(spi, nss, busy, rst, clock, radio["field_us"], look_us, responses)


class Responses:
    """Buffer for the bytes of a response, which readers may share: whoever asked for a response
    takes what it needs from it before any other reader is polled."""

    def __init__(self):
        self.bytes = bytearray(RX_MAX)
        # Slicing allocates: every length a response can have is cut once, here.
        view = memoryview(self.bytes)
        self.views = [view[:n] for n in range(RX_MAX + 1)]


class PN5180(chip.Chip):
    """One PN5180: what it is asked to do. See ``Chip`` for the other arguments.

    ``field_us``: field on to the first request; ``look_us``: field on to a valid AGC value;
    ``responses``: one it shares, or None.
    """

    def __init__(self, spi, nss, busy, rst, clock, field_us=2500, look_us=500, responses=None):
        super().__init__(spi, nss, busy, rst, clock)
        self._field_us = field_us
        self._look_us = look_us
        self._on_at = self._due  # when the field was asked for
        self._frame = bytearray(_TX_MAX + 2)
        self._frame[0] = r.SEND_DATA
        view = memoryview(self._frame)
        self.tx = view[2:]
        self._tx_views = [view[: n + 2] for n in range(_TX_MAX + 1)]  # see Responses
        responses = responses or Responses()
        self.rx = responses.bytes
        self._rx_views = responses.views
        self.rx_len = 0
        self.rx_bits = 0
        self.agc = 0
        self._fast = 0
        self._n = 0
        self._likely = False
        self._begun = False  # a response has begun, or is taken for granted
        self._alone = False  # TX_CONFIG is set for lone EOFs
        self._lag_us = 0  # SEND_DATA frame to the first edge on air, as far as it was noticed
        self._asked = self._due  # when the registers were last asked for
        self._air_us = 0
        self._rx_us = 0
        self._end = self._due  # when the response ends

    # -- operations

    def start_look(self, fast):
        """Field on, AGC value ``look_us`` later; ``fast``: receive at 53 kbit/s."""
        self._fast = 1 if fast else 0
        self.radiating = True
        self._begin(_OP_FIELD)

    def start_sample(self):
        """AGC value once more, the field being on."""
        self._begin(_OP_FIELD)
        self._step = 2

    def start_settle(self):
        """Wait until the field will have been on for ``field_us`` when a request can be sent."""
        self._begin(_OP_SETTLE)
        self._quiet = self._clock.ticks_add(self._on_at, self._field_us)
        self._due = self._clock.ticks_add(self._quiet, -_ARM_US)

    def start_exchange(self, n, rx_n, likely=False):
        """Send tx[:n]; take a response of ``rx_n`` bytes with CRC, none is awaited when 0.

        ``likely``: a response will come, so look for it at its end, not at its beginning too.
        """
        self._n = n
        self._likely = likely
        self._air_us = request_us(n + 2)
        self._rx_us = (rx_n + 1) * _BYTE_US[self._profile] if rx_n else 0
        self._begin(_OP_EXCHANGE)

    def start_slot(self, rx_n):
        """Mark the next of 16 slots by an EOF (11.4.3.3, SEND_DATA without bytes) and receive."""
        self._likely = False
        self._air_us = 38
        self._rx_us = (rx_n + 1) * _BYTE_US[self._profile]
        self._begin(_OP_SLOT)

    def start_off(self):
        """Field off."""
        self._begin(_OP_OFF)

    # -- the operations' steps: each sends at most a few frames; False means the chip was busy

    def _work(self, op):
        if op == _OP_EXCHANGE or op == _OP_SLOT:
            return self._exchange()
        if op == _OP_FIELD:
            return self._field()
        if op == _OP_OFF:
            return self._off()
        self._finish(reader.NONE)  # settled
        return True

    def _field(self):
        host = self._host
        if self._step == 0:
            if self._profile != self._fast:
                if not host.write(cmd.PROFILES[self._fast]):
                    return False
                self._profile = self._fast
            self._step = 1
        if self._step == 1:
            if not host.write(cmd.FIELD_ON):
                return False
            self._on_at = self._clock.ticks_us()
            self._step = 2
            self._after(self._look_us)
            return True
        if self._step == 2:
            if not host.write(cmd.STATUS):
                return False
            self._step = 3
        if not host.read(self._status):
            return False
        if self._works():
            self._finish(reader.NONE)
        return True

    def _off(self):
        host = self._host
        if self._step == 0:
            if not host.write(cmd.FIELD_OFF):
                return False
            self._step = 1
            self._clock.sleep_us(_OFF_US)  # shorter than a turn of the controller's loop
        if host.busy():
            return False
        self.radiating = False
        self._finish(reader.NONE)
        return True

    def _exchange(self):
        host = self._host
        clock = self._clock
        request = self._op == _OP_EXCHANGE
        if self._step == 0:  # idle, IRQs cleared, transceive: the chip waits for data to transmit
            slot = cmd.NEXT_SLOT if self._alone else cmd.FIRST_SLOT
            if not host.write(self._start if request else slot):
                return False
            self._alone = not request
            self._step = 1
        if self._step == 1:
            wait = clock.ticks_diff(self._quiet, clock.ticks_us())
            if wait > 0:
                self._after(wait)
                return True
            if not host.write(self._tx_views[self._n] if request else cmd.EOF):
                return False
            self._sent(clock.ticks_add(clock.ticks_us(), self._lag_us + self._air_us))
            return True
        if self._step == 2:
            if not host.write(cmd.STATUS):
                return False
            self._asked = clock.ticks_us()
            self._step = 3
        if self._step == 3:
            if not host.read(self._status):
                return False
            return self._judge()
        if self._step == 4:
            if not host.write(cmd.READ):
                return False
            self._step = 5
        if not host.read(self._rx_views[self.rx_len]):
            return False
        self._finish(self.outcome)
        return True

    def _sent(self, end):
        """The request or EOF will have been sent at ``end``: when to look for a response."""
        clock = self._clock
        self._tries = 0
        self._begun = False
        self._end = clock.ticks_add(end, _T1_US + self._rx_us)
        self._step = 2
        if not self._rx_us:
            self._quiet = clock.ticks_add(end, _T2_US)
            self.rx_len = 0
            self._finish(reader.NONE)
        elif self._likely:
            self._await_end()
        else:
            self._quiet = clock.ticks_add(end, r.SILENCE_US)
            self._due = clock.ticks_add(self._quiet, -_EARLY_US)

    def _works(self):
        """Take the AGC value from the status registers; False (and recovery) on an error."""
        s = self._status
        if s[2] & r.IRQ2_GENERAL_ERROR:
            self._fault(chip.FAULT_GENERAL)
            return False
        if not s[10] & r.RF2_TX_RF_ON:
            self._fault(chip.FAULT_FIELD)
            return False
        self.agc = s[8] | (s[9] & 3) << 8
        return True

    def _judge(self):
        """What the status registers say: go on waiting, read the data, or the end."""
        s = self._status
        if not self._works():
            return True
        self._is_well()
        self.rx_len = 0
        self.rx_bits = 0
        if s[0] & r.IRQ0_RX:
            self._quiet = self._clock.ticks_add(self._asked, _T2_US)  # it had ended by then
            return self._received(s)
        if s[1] & r.IRQ1_RX_SOF_DET:
            if not self._begun:
                self._await_end()
            elif not self._again():
                # A tag left in the middle of its answer: the transceiver waits in state 5. The next
                # exchange sets it idle; when that does not help, SEND_DATA fails and the ladder
                # begins.
                self._finish(reader.DAMAGED)
        elif s[1] & r.IRQ1_TIMER0 or not self._again():
            self._finish(reader.NONE)
        return True

    def _again(self):
        """Look again a little later: the chip began to send later than was thought, which is
        expected of it from now on. False when it has been looked at often enough."""
        if not self._tries and self._lag_us < _LAG_MAX_US:
            self._lag_us += _LAG_STEP_US
        self._tries += 1
        self._step = 2
        self._after(_POLL_US)
        return self._tries <= _POLLS

    def _await_end(self):
        """Look next when the response should have ended."""
        self._begun = True
        self._tries = 0
        self._step = 2
        self._due = self._end

    def _received(self, s):
        n = s[4] | (s[5] & 1) << 8
        if n > RX_MAX:
            n = RX_MAX
        self.rx_len = n
        if s[6] & r.RX2_COLLISION:
            self.outcome = reader.COLLISION
            bits = s[6] >> 3 | (s[7] & 3) << 5
            # Only what was received counts: chips stop at the last whole byte before a collision.
            self.rx_bits = bits if bits < 8 * n else 8 * n
        elif s[6] & (r.RX2_DATA_INTEGRITY | r.RX2_PROTOCOL) or s[5] >> 5:
            self.outcome = reader.DAMAGED
            n = 0
        else:
            self.outcome = reader.FRAME if n else reader.DAMAGED
        if n:
            self._step = 4
        else:
            self._finish(self.outcome)
        return True
