"""A PN5180 as its host sees it: SPI frames, BUSY, registers, interrupts, transceiver and field.

After the PN5180 data sheet, rev. 4.0 (sections in comments). The host interface is four calls:
``nss`` (an edge), ``clock`` (bytes shifted while NSS is low), ``reset`` (an edge) and the levels
``busy`` and ``irq``. Every call brings the chip up to its time first. Times in microseconds.
"""

import math

from tools.virtual import air
from tools.virtual.pn5180_map import (
    EEPROM,
    IRQ_GENERAL_ERROR,
    IRQ_IDLE,
    IRQ_RX,
    IRQ_RX_SOF,
    IRQ_TX,
    IRQ_TX_RFOFF,
    IRQ_TX_RFON,
    READ_ONLY,
    REGISTERS,
    RF_CONFIGS,
    RX_CONFIGS,
    TIMERS,
    R,
)

BOOT_US = 2400  # 11.9: 2.3 to 2.5 ms from RESET_N high to ready
RESET_MIN_US = 10
EXECUTE_US = 6  # a register access, from NSS high to BUSY low
RF_ON_US, RF_OFF_US, RF_CONFIG_US = 120, 40, 500
EEPROM_BYTE_US = 900
FRAME_MAX = 262  # SEND_DATA with 260 bytes
IDLE, WAIT_TX, TX, WAIT_RX, WAIT_DATA, RX, LOOPBACK = range(7)  # 11.8.1, transceive states
NEVER = math.inf


class Pn5180:
    """One reader chip on a bus. ``air``: the tags in front of it; ``faults``: what is broken."""

    def __init__(self, air_, faults=None, die=0):
        self.air = air_
        self.faults = faults or Faults()
        self.eeprom = bytearray(EEPROM)
        self.eeprom[0:16] = die.to_bytes(16, "little")
        self.reset_since = 0  # NEVER: not in reset
        self.frames = 0
        self.errors = 0  # GENERAL_ERRORs raised, for tests
        self._clear(0)
        self.ready_at = NEVER  # in reset until the host lets go

    # -- power and reset

    def _clear(self, t_us):
        """All volatile state, as after a reset (11.9)."""
        self.reg = dict(REGISTERS)
        self.state = IDLE
        self.irq_status = 0
        self.rf_on = False
        self.air.silence()
        self.rx = bytearray(508)
        self.reply = None
        self.selected = False
        self.select_at = t_us
        self.incoming = bytearray()
        self.clocked = 0
        self.busy_until = 0
        self.tx_end = self.rx_start = self.rx_end = self.rf_at = NEVER
        self.timers = [NEVER, NEVER, NEVER]
        self.due = NEVER
        self.heard = None
        self.sending = None
        self.last_rx_end = -1e9
        self.cleared_at = t_us
        self.rx_rate = None
        self.stuck = False

    def reset(self, level, t_us):
        """RESET_N changes. Low for 10 us at least resets; the chip boots after the rising edge."""
        if not level:
            if self.reset_since == NEVER:
                self.reset_since = t_us
                self.ready_at = NEVER
            return
        if self.reset_since == NEVER:
            return
        if t_us - self.reset_since >= RESET_MIN_US or self.ready_at == NEVER:
            self._boot(t_us)
        self.reset_since = NEVER

    def _boot(self, t_us):
        self._clear(t_us)
        self.faults.clear_by_reset()
        self.ready_at = t_us + BOOT_US
        self.busy_until = self.ready_at
        self.irq_status = IRQ_IDLE
        if self.eeprom[0x16]:
            self.reg[R.IRQ_ENABLE] |= IRQ_IDLE

    # -- host interface (11.4.1)

    def nss(self, level, t_us):
        """NSS changes: low opens a frame, high ends it and the chip executes what it holds."""
        if t_us >= self.due:
            self.advance(t_us)
        if not level:
            self.selected = True
            self.select_at = t_us
            self.clocked = 0
            if self.incoming:
                self.incoming = bytearray()
            return
        if not self.selected:
            return
        self.selected = False
        count = self.clocked
        self.clocked = 0
        if not count or t_us < self.ready_at:
            return
        if self.select_at < self.busy_until or self.faults.busy_stuck(t_us):
            self._error()  # the frame came while BUSY was high: lost
            return
        if self.reply is not None:
            self.reply = None
            self.busy_until = t_us + 2
            return
        self.frames += 1
        self.busy_until = t_us + EXECUTE_US
        self._execute(bytes(self.incoming), t_us)

    def clock(self, data, t_us):
        """Bytes on MOSI, the transfer ending at ``t_us``; the bytes on MISO (half duplex: FFh
        while the host sends a command)."""
        if not self.selected:
            return None
        count = len(data)
        self.clocked += count
        reply = self.reply
        if reply is not None:
            if self.faults.busy_stuck(t_us) or self.select_at < self.busy_until:
                return b"\xff" * count
            if data[0] == 0xFF:
                out = reply[:count]
                self.reply = reply[count:]
                return out if len(out) == count else out + b"\xff" * (count - len(out))
            self.reply = None  # a new command instead of the read: the answer is gone
        if len(self.incoming) < FRAME_MAX + 2:
            self.incoming += data
        return None

    def busy(self, t_us):
        """Level of BUSY."""
        if t_us < self.busy_until or self.faults.busy_stuck(t_us) or self.ready_at == NEVER:
            return 1
        return 1 if self.selected and self.clocked else 0

    def settles(self, t_us):
        """When BUSY will be low without the host doing anything; NEVER while it is held."""
        if self.faults.busy_stuck(t_us) or self.ready_at == NEVER:
            return NEVER
        return NEVER if self.selected and self.clocked else self.busy_until

    def irq(self, t_us):
        """Level of IRQ: active high unless the EEPROM says otherwise (11.6)."""
        if t_us >= self.due:
            self.advance(t_us)
        active = 1 if self.irq_status & self.reg[R.IRQ_ENABLE] else 0
        return active if self.eeprom[0x1A] & 1 else 1 - active

    def _error(self):
        self.errors += 1
        self.irq_status |= IRQ_GENERAL_ERROR

    # -- commands (11.4.3)

    def _execute(self, frame, t_us):
        command = COMMANDS.get(frame[0])
        if command is None or self.faults.dead:
            self._error()
            return
        method, shortest, longest = command
        if not shortest <= len(frame) - 1 <= longest:
            self._error()
            return
        method(self, frame, t_us)

    def _write_register(self, frame, t_us):
        self._store(frame[1], int.from_bytes(frame[2:6], "little"), t_us)

    def _or_mask(self, frame, t_us):
        self._store(frame[1], int.from_bytes(frame[2:6], "little"), t_us, "or")

    def _and_mask(self, frame, t_us):
        self._store(frame[1], int.from_bytes(frame[2:6], "little"), t_us, "and")

    def _write_multiple(self, frame, t_us):
        sets = [frame[i : i + 6] for i in range(1, len(frame), 6)]
        if any(len(s) < 6 or s[0] not in REGISTERS or s[1] not in (1, 2, 3) for s in sets):
            self._error()
            return
        for s in sets:
            how = (None, "or", "and")[s[1] - 1]
            self._store(s[0], int.from_bytes(s[2:6], "little"), t_us, how)

    def _store(self, address, value, t_us, how=None):
        reg = self.reg
        if address not in reg:
            self._error()
            return
        if address == R.IRQ_CLEAR:
            self.irq_status &= ~value
            return
        if address in READ_ONLY:
            return
        if how == "or":
            value |= reg[address]
        elif how == "and":
            value &= reg[address]
        old = reg[address]
        reg[address] = value
        if address == R.SYSTEM_CONFIG:
            self._system_config(old, value, t_us)
        elif address in TIMERS:
            self._timer_config(TIMERS.index(address), value, t_us)

    def _system_config(self, old, value, t_us):
        if value & 0x100:  # soft reset (11.7.1)
            self._boot(t_us)
            return
        command = value & 7
        if command == 0:
            if self.state != IDLE:
                if self.stuck and not self.faults.unstick(t_us):
                    return
                self.stuck = False
                self.state = IDLE
                self.irq_status |= IRQ_IDLE
            self.tx_end = self.rx_start = self.rx_end = NEVER
            self.sending = None
            self.cleared_at = t_us
            self._plan()
        elif command == 3 and old & 7 != 3:
            if self.state != IDLE:
                return
            if self.faults.stick(t_us - self.cleared_at):
                self.state = RX
                self.stuck = True
                return
            self.state = WAIT_TX
            reg = self.reg
            reg[R.RX_STATUS] = 0

    def _read_register(self, frame, t_us):
        address = frame[1]
        if address not in self.reg:
            self._error()
            return
        self.reply = self._value(address, t_us).to_bytes(4, "little")

    def _read_multiple(self, frame, t_us):
        if any(a not in self.reg for a in frame[1:]):
            self._error()
            return
        self.reply = b"".join(self._value(a, t_us).to_bytes(4, "little") for a in frame[1:])

    def _value(self, address, t_us):
        if address == R.IRQ_STATUS:
            return self.irq_status
        if address == R.RF_STATUS:
            agc = self.air.agc(t_us) if self.rf_on else 0
            return agc | (1 << 17 if self.rf_on else 0) | self.state << 24
        if address == R.AGC_VALUE:
            return self.air.agc(t_us) if self.rf_on else 0
        return self.reg[address]

    def _write_eeprom(self, frame, t_us):
        at, data = frame[1], frame[2:]
        if at < 0x16 or at + len(data) > 255:
            self._error()
            return
        self.eeprom[at : at + len(data)] = data
        self.busy_until = t_us + EEPROM_BYTE_US * len(data)

    def _read_eeprom(self, frame, t_us):
        at, count = frame[1], frame[2]
        if at + count > 255 or not count:
            self._error()
            return
        self.reply = bytes(self.eeprom[at : at + count])

    def _send_data(self, frame, t_us):
        if self.state != WAIT_TX or frame[1] > 7:
            self._error()
            return
        self.state = TX
        payload = frame[2:]
        config = self.reg[R.TX_CONFIG]
        start, stop, data = config & 0xC0, config & 0x300, config & 0x400
        if data and payload:
            whole = start and stop and not frame[1] and self.reg[R.CRC_TX_CONFIG] & 1
            self.sending = payload if whole else b""
            us = air.request_us(len(payload))
        elif stop and not start:
            self.sending = None
            us = air.EOF_US
        else:
            self.sending = b""
            us = air.SOF_EOF_REQUEST_US
        begin = max(t_us + EXECUTE_US, self.last_rx_end + air.T2_US)  # TX_WAIT holds t2
        self.tx_end = begin + us
        self._start_timers(12, begin)
        self._stop_timers(19)
        self._plan()

    def _read_data(self, frame, t_us):
        self.reply = bytes(self.rx)

    def _switch_mode(self, frame, t_us):
        self._error()  # standby, LPCD and card emulation are no part of a table

    def _load_rf_config(self, frame, t_us):
        tx, rx = frame[1], frame[2]
        if (tx != 0xFF and tx not in RF_CONFIGS) or (rx != 0xFF and rx not in RX_CONFIGS):
            self._error()
            return
        if tx != 0xFF:
            self.reg.update(RF_CONFIGS[tx])
        if rx != 0xFF:
            self.reg.update(RX_CONFIGS[rx][0])
            self.rx_rate = RX_CONFIGS[rx][1]
        self.busy_until = t_us + RF_CONFIG_US

    def _rf_on(self, frame, t_us):
        if self.faults.refuses_rf():
            self._error()
            return
        self.rf_at = t_us + RF_ON_US
        self._plan()

    def _rf_off(self, frame, t_us):
        if self.rf_on:
            self.rf_on = False
            self.air.silence()
        self.rf_at = NEVER
        self.irq_status |= IRQ_TX_RFOFF
        self.busy_until = t_us + RF_OFF_US
        self._plan()

    # -- time

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

    def _timer_config(self, n, value, t_us):
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


class Faults:
    """What is wrong with a reader, by injection. Counts run down; times are microseconds."""

    def __init__(self):
        self.dead = False
        self.busy_from, self.busy_to = NEVER, 0
        self.rf_refusals = 0
        self.sticks = 0
        self.stick_pause_us = 0
        self.stuck_pause_us = 50

    def busy_stuck(self, t_us):
        """BUSY is held high now."""
        return self.busy_from <= t_us < self.busy_to

    def hold_busy(self, from_us, to_us=NEVER):
        """BUSY stays high from then on, until a time or a reset."""
        self.busy_from, self.busy_to = from_us, to_us

    def refuses_rf(self):
        """The next RF_ON ends in GENERAL_ERROR."""
        if self.rf_refusals:
            self.rf_refusals -= 1
            return True
        return False

    def stick_receiver(self, times, pause_us):
        """The next ``times`` starts of a transceive cycle end in state 5, unless the chip had been
        idle for ``pause_us``; one success frees it."""
        self.sticks, self.stick_pause_us = times, pause_us

    def stick(self, idle_us):
        """This start of a transceive cycle hangs in state 5."""
        if not self.sticks:
            return False
        if idle_us >= self.stick_pause_us:
            self.sticks = 0
            return False
        self.sticks -= 1
        return True

    def unstick(self, t_us):
        """An idle command reaches a transceiver that hangs (it always does; a re-start may not)."""
        return True

    def clear_by_reset(self):
        """A reset ends BUSY being held and the transceiver hanging."""
        self.busy_from, self.busy_to = NEVER, 0
        self.sticks = 0


def crc16(data, right=True):
    """CRC of ISO 15693-3, annex C, low byte first; a wrong one when asked for."""
    crc = 0xFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x8408 if crc & 1 else 0)
    return ((crc ^ (0xFFFF if right else 0)) & 0xFFFF).to_bytes(2, "little")


# opcode -> (method, shortest and longest parameters)
COMMANDS = {
    0x00: (Pn5180._write_register, 5, 5),
    0x01: (Pn5180._or_mask, 5, 5),
    0x02: (Pn5180._and_mask, 5, 5),
    0x03: (Pn5180._write_multiple, 6, 252),
    0x04: (Pn5180._read_register, 1, 1),
    0x05: (Pn5180._read_multiple, 1, 18),
    0x06: (Pn5180._write_eeprom, 2, 255),
    0x07: (Pn5180._read_eeprom, 2, 2),
    0x09: (Pn5180._send_data, 1, 261),
    0x0A: (Pn5180._read_data, 1, 1),
    0x0B: (Pn5180._switch_mode, 1, 5),
    0x11: (Pn5180._load_rf_config, 2, 2),
    0x16: (Pn5180._rf_on, 1, 1),
    0x17: (Pn5180._rf_off, 1, 1),
}
