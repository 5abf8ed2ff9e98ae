"""A PN5180 as its host sees it: SPI frames, BUSY, registers, interrupts, transceiver and field.

After the PN5180 data sheet, rev. 4.0 (sections in comments). The host interface is four calls:
``nss`` (an edge), ``clock`` (bytes shifted while NSS is low), ``reset`` (an edge) and the levels
``busy`` and ``irq``. Every call brings the chip up to its time first. Times in microseconds.
"""

import math
import struct

from tools.virtual.pn5180_faults import Faults
from tools.virtual.pn5180_map import (
    EEPROM,
    IRQ_GENERAL_ERROR,
    IRQ_IDLE,
    IRQ_TX_RFOFF,
    READ_ONLY,
    REGISTERS,
    RF_CONFIGS,
    RX_CONFIGS,
    TIMERS,
    R,
)
from tools.virtual.pn5180_radio import Transceiver

BOOT_US = 2400  # 11.9: 2.3 to 2.5 ms from RESET_N high to ready
RESET_MIN_US = 10
EXECUTE_US = 6  # a register access, from NSS high to BUSY low
RF_ON_US = 120  # RF_ON to the field being up; BUSY does not wait for it
# Commands that keep BUSY high for another time than EXECUTE_US.
LONGER_US = {0x06: 5000, 0x11: 500, 0x17: 40}  # WRITE_EEPROM, LOAD_RF_CONFIG, RF_OFF
_WORDS = [struct.Struct(f"<{n}I") for n in range(19)]
HUNG = 5  # transceive state of a reception that does not end
FRAME_MAX = 262  # SEND_DATA with 260 bytes
NEVER = math.inf


def make(air_, die):
    """A sound chip on the board; see ``board_io.twin_of``."""
    return Pn5180(air_, Faults(), die)


class Pn5180(Transceiver):
    """One reader chip on a bus. ``air``: the tags in front of it; ``faults``: what is broken."""

    def __init__(self, air_, faults=None, die=0):
        super().__init__(air_, faults or Faults())
        self.eeprom = bytearray(EEPROM)
        self.eeprom[0:16] = die.to_bytes(16, "little")
        self.frames = 0
        self.errors = 0  # GENERAL_ERRORs raised, for tests
        self._clear_host(0)
        self.reset_since = 0  # NEVER: not in reset
        self.ready_at = NEVER  # in reset until the host lets go

    # -- reset

    def _clear_host(self, t_us):
        self.reply = None
        self.selected = False
        self.select_at = t_us
        self.incoming = bytearray()
        self.clocked = 0
        self.first = 0  # byte of the frame
        self.busy_until = 0

    def reset(self, level, t_us):
        """RESET_N changes. Low for 10 us at least resets; the chip boots after the rising edge."""
        if not level:
            if self.reset_since == NEVER:
                self.reset_since = t_us
                self.ready_at = NEVER
                self.field_off()
            return
        if self.reset_since == NEVER:
            return
        pulse_us = t_us - self.reset_since
        self.reset_since = NEVER
        if pulse_us >= RESET_MIN_US:
            self._boot(t_us, pulse_us)
        else:
            self.ready_at = t_us  # too short to be seen

    def _boot(self, t_us, pulse_us):
        self.power_up()
        self._clear_host(t_us)
        if self.faults.reset(pulse_us):
            self.state = HUNG
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
        self.busy_until = t_us + LONGER_US.get(self.first, EXECUTE_US)
        if self.reply is not None:
            self.reply = None
            return
        self.frames += 1
        self._execute(bytes(self.incoming), t_us)

    def clock(self, data, t_us):
        """Bytes on MOSI, the transfer ending at ``t_us``; the bytes on MISO (half duplex: FFh
        while the host sends a command)."""
        if not self.selected:
            return None
        count = len(data)
        if not self.clocked:
            self.first = data[0]
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

    def frame(self, data, low_us, high_us):
        """``nss(0)``, ``clock(data)`` and ``nss(1)`` in one."""
        if (
            low_us < self.busy_until
            or high_us < self.ready_at
            or self.reply is not None
            or self.faults.holds_busy
        ):
            self.nss(0, low_us)
            self.clock(data, high_us)
            self.nss(1, high_us)
            return
        if high_us >= self.due:
            self.advance(high_us)
        self.frames += 1
        self.busy_until = high_us + LONGER_US.get(data[0], EXECUTE_US)
        self._execute(data, high_us)

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
            self.set_timer(TIMERS.index(address), value, t_us)

    def _system_config(self, old, value, t_us):
        if value & 0x100:  # soft reset (11.7.1)
            self._boot(t_us, 0)
            return
        command = value & 7
        if command == 0:
            self.set_idle()
        elif command == 3 and old & 7 != 3:
            self.set_transceive()

    def _read_register(self, frame, t_us):
        address = frame[1]
        if address not in self.reg:
            self._error()
            return
        self.reply = self._value(address, t_us).to_bytes(4, "little")

    def _read_multiple(self, frame, t_us):
        value = self._value
        try:
            values = [value(a, t_us) for a in frame[1:]]
        except KeyError:
            self._error()
            return
        self.reply = _WORDS[len(values)].pack(*values)

    def _value(self, address, t_us):
        if address == R.IRQ_STATUS:
            return self.irq_status
        if address == R.RF_STATUS:
            return self.gain(t_us) | (1 << 17 if self.rf_on else 0) | self.state << 24
        if address == R.AGC_VALUE:
            return self.gain(t_us)
        return self.reg[address]

    def _write_eeprom(self, frame, t_us):
        at, data = frame[1], frame[2:]
        if at < 0x16 or at + len(data) > 255:
            self._error()
            return
        self.eeprom[at : at + len(data)] = data

    def _read_eeprom(self, frame, t_us):
        at, count = frame[1], frame[2]
        if at + count > 255 or not count:
            self._error()
            return
        self.reply = bytes(self.eeprom[at : at + count])

    def _send_data(self, frame, t_us):
        if not self.transmit(frame[2:], frame[1], t_us):
            self._error()

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

    def _rf_on(self, frame, t_us):
        if self.faults.refuses_rf():
            self._error()
            return
        self.field_on(t_us + RF_ON_US)

    def _rf_off(self, frame, t_us):
        self.field_off()
        self.irq_status |= IRQ_TX_RFOFF


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
