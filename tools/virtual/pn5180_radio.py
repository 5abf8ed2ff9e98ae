"""The contactless half of a PN5180: transceiver, receiver, RF field and timers, over time.

After the PN5180 data sheet, rev. 4.0, sections 11.6 and 11.8. The chip's state is brought up to a
moment by ``advance``; ``due`` is the next moment at which something happens. Times in microseconds.
"""

import math

from tools.virtual import air
from tools.virtual.pn5180_map import (
    IRQ_IDLE,
    IRQ_RX,
    IRQ_RX_SOF,
    IRQ_TX,
    IRQ_TX_RFON,
    REGISTERS,
    TIMERS,
    R,
)

IDLE, WAIT_TX, TX, WAIT_RX, WAIT_DATA, RX, LOOPBACK = range(7)  # 11.8.1, transceive states
SEND_US = 6  # SEND_DATA to the first edge on air
NEVER = math.inf


class Transceiver:
    """Registers and radio of one chip. ``air``: the tags in front of it."""

    def __init__(self, air_, faults):
        self.air = air_
        self.faults = faults
        self.power_up()

    def power_up(self):
        """All volatile state, as after a reset."""
        self.reg = dict(REGISTERS)
        self.state = IDLE
        self.irq_status = 0
        self.rf_on = False
        self.air.silence()
        self.rx = bytearray(508)
        self.tx_end = self.rx_start = self.rx_end = self.rf_at = NEVER
        self.timers = [NEVER, NEVER, NEVER]
        self.due = NEVER
        self.heard = None
        self.sending = None
        self.last_rx_end = -1e9
        self.rx_rate = None

    def set_idle(self):
        """SYSTEM_CONFIG.COMMAND 0: stop whatever goes on (11.8.1)."""
        if self.state != IDLE and self.faults.idle_frees():
            self.state = IDLE
            self.irq_status |= IRQ_IDLE
        self.tx_end = self.rx_start = self.rx_end = NEVER
        self.sending = None
        self._plan()

    def set_transceive(self):
        """SYSTEM_CONFIG.COMMAND 3: a cycle begins, waiting for data to transmit."""
        if self.state == IDLE:
            self.state = WAIT_TX
            self.reg[R.RX_STATUS] = 0

    def transmit(self, payload, odd_bits, t_us):
        """Send ``payload``, framed as TX_CONFIG says. False when not in WaitTransmit."""
        if self.state != WAIT_TX or odd_bits > 7:
            return False
        self.state = TX
        config = self.reg[R.TX_CONFIG]
        start, stop, data = config & 0xC0, config & 0x300, config & 0x400
        if data and payload:
            whole = start and stop and not odd_bits and self.reg[R.CRC_TX_CONFIG] & 1
            self.sending = payload if whole else b""  # tags hear no frame in the rest
            us = air.request_us(len(payload))
        elif stop and not start:
            self.sending = None  # a lone EOF
            us = air.EOF_US
        else:
            self.sending = b""
            us = air.SOF_EOF_REQUEST_US
        begin = max(t_us + SEND_US, self.last_rx_end + air.T2_US)  # TX_WAIT holds t2
        self.tx_end = begin + us
        self._start_timers(12, begin)
        self._stop_timers(19)
        self._plan()
        return True

    def field_on(self, at_us):
        """The field will be up at a time."""
        self.rf_at = at_us
        self.due = min(self.due, at_us)

    def field_off(self):
        """The field is down now."""
        if self.rf_on:
            self.rf_on = False
            self.air.silence()
        if self.rf_at != NEVER:
            self.rf_at = NEVER
            self._plan()

    def gain(self, t_us):
        """AGC value, 0 without field."""
        return self.air.agc(t_us) if self.rf_on else 0

    def _plan(self):
        self.due = min(self.tx_end, self.rx_start, self.rx_end, self.rf_at, *self.timers)

    def advance(self, t_us):
        """Everything that happens inside the chip up to and including ``t_us``."""
        while self.due <= t_us:
            due = self.due
            if due == self.rf_at:
                self.rf_at = NEVER
                if not self.rf_on:
                    self.rf_on = True
                    self.air.energize(self.air.antenna, due)
                self.irq_status |= IRQ_TX_RFON
            elif due == self.tx_end:
                self.tx_end = NEVER
                self._sent(due)
            elif due == self.rx_start:
                self.rx_start = NEVER
                self.state = RX
                self.irq_status |= IRQ_RX_SOF
                self._stop_timers(20)
                self._start_timers(14, due)
            elif due == self.rx_end:
                self.rx_end = NEVER
                self._received(due)
            else:
                self._expire(due)
            self._plan()

    def _sent(self, t_us):
        self.irq_status |= IRQ_TX
        self.state = WAIT_DATA  # RX_WAIT is shorter than a tag's t1
        self._start_timers(11, t_us)
        heard = None
        if self.sending is None:
            heard = self.air.eof(t_us)
        elif self.sending:
            heard = self.air.request(self.sending, t_us)
        self.sending = None
        if heard is None or (53 if heard.fast else 26) != self.rx_rate:
            return
        self.heard = heard
        self.rx_start = t_us + heard.delay + air.SOF_EOF_ANSWER_US / 2
        if not self.faults.hangs():
            self.rx_end = t_us + heard.delay + air.answer_us(len(heard.data), heard.fast)

    def _received(self, t_us):
        heard, self.heard = self.heard, None
        data = heard.data
        if not self.reg[R.CRC_RX_CONFIG] & 1:
            data = data + crc16(data, heard.crc_ok)
        self.rx[: len(data)] = data
        status = len(data)
        if data:
            status |= 1 << 9  # one frame
        if not heard.crc_ok:
            status |= 1 << 16
        if heard.collision is not None:
            status |= 1 << 18 | min(heard.collision, 127) << 19
        self.reg[R.RX_STATUS] = status
        self.irq_status |= IRQ_RX
        self.state = WAIT_TX
        self.last_rx_end = t_us
        self._start_timers(13, t_us)

    # -- general purpose timers (11.8.3): prescaled 13.56 MHz down-counters

    def set_timer(self, n, value, t_us):
        if not value & 1:
            self.timers[n] = NEVER
        elif value & 1 << 6:
            self.timers[n] = t_us + self._timer_us(n, value)
        self._plan()

    def _timer_us(self, n, value):
        reload = self.reg[(R.TIMER0_RELOAD, R.TIMER1_RELOAD, R.TIMER2_RELOAD)[n]] & 0xFFFFF
        mhz = 13.56 / 2 ** ((value >> 3 & 7) + 1) if value & 4 else 13.56
        return reload / mhz

    def _start_timers(self, bit, t_us):
        for n, address in enumerate(TIMERS):
            value = self.reg[address]
            if value & 1 and value & 1 << bit:
                self.timers[n] = t_us + self._timer_us(n, value)

    def _stop_timers(self, bit):
        for n, address in enumerate(TIMERS):
            if self.reg[address] & 1 << bit:
                self.timers[n] = NEVER

    def _expire(self, due):
        for n, at in enumerate(self.timers):
            if at == due:
                value = self.reg[TIMERS[n]]
                self.irq_status |= 1 << (11 + n)
                self.timers[n] = due + self._timer_us(n, value) if value & 2 else NEVER


def crc16(data, right=True):
    """CRC of ISO 15693-3, annex C, low byte first; a wrong one when asked for."""
    crc = 0xFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x8408 if crc & 1 else 0)
    return ((crc ^ (0xFFFF if right else 0)) & 0xFFFF).to_bytes(2, "little")
