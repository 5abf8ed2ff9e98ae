"""The PN5180's host interface: SPI frames with the BUSY handshake, and the commands we send.

Data sheet 11.4.1: SPI mode 0, at most 7 Mbit/s, half duplex. A frame is: BUSY low, NSS low, bytes,
BUSY high, NSS high. What a command returns is read by a second frame, of FFh.
"""

from firmware.drivers import pn5180_registers as r
from shared_rules.compat import const

_SPIN = const(40)  # reads of BUSY in one frame, about 100 us
_EXECUTE_US = const(8)  # most commands are done by then, and BUSY is asked once instead of thrice


def _entry(register, action, value):
    return bytes((register, action)) + value


_MULTIPLE = bytes((r.WRITE_REGISTER_MULTIPLE,))
_IDLE = _entry(r.SYSTEM_CONFIG, r.ACTION_AND, b"\xf8\xff\xff\xff")
_CLEAR = _entry(r.IRQ_CLEAR, r.ACTION_WRITE, b"\xff\xff\x0f\x00")
_TRANSCEIVE = _entry(r.SYSTEM_CONFIG, r.ACTION_OR, b"\x03\x00\x00\x00")
_EOF_ONLY = _entry(r.TX_CONFIG, r.ACTION_AND, r.TX_CONFIG_EOF_ONLY)

# Idle, IRQs cleared, TX_CONFIG (its four bytes at START_TX_CONFIG), transceive: ready for SEND_DATA
START = _MULTIPLE + _IDLE + _CLEAR + _entry(r.TX_CONFIG, r.ACTION_WRITE, bytes(4)) + _TRANSCEIVE
START_TX_CONFIG = const(15)
# Ready for the next slot's lone EOF: the first one after a request sets TX_CONFIG too
NEXT_SLOT = _MULTIPLE + _IDLE + _CLEAR + _TRANSCEIVE
FIRST_SLOT = _MULTIPLE + _EOF_ONLY + _IDLE + _CLEAR + _TRANSCEIVE
EOF = bytes((r.SEND_DATA, 0))
STATUS = bytes((r.READ_REGISTER_MULTIPLE, r.IRQ_STATUS, r.RX_STATUS, r.RF_STATUS))
READ = bytes((r.READ_DATA, 0))
FIELD_ON = bytes((r.RF_ON, 0))
FIELD_OFF = bytes((r.RF_OFF, 0))
SOFT = _MULTIPLE + _IDLE + _CLEAR
VERSIONS = bytes((r.READ_EEPROM, r.EEPROM_VERSIONS, 6))
READ_TX_CONFIG = bytes((r.READ_REGISTER, r.TX_CONFIG))
# Once after a reset: CRC by hardware, and TIMER0 tells when nobody has answered
SETUP = (
    _MULTIPLE
    + _entry(r.CRC_RX_CONFIG, r.ACTION_OR, b"\x01\x00\x00\x00")
    + _entry(r.CRC_TX_CONFIG, r.ACTION_OR, b"\x01\x00\x00\x00")
    + _entry(r.TIMER0_RELOAD, r.ACTION_WRITE, r.TIMER0_SILENCE)
    + _entry(r.TIMER0_CONFIG, r.ACTION_WRITE, r.TIMER0_AFTER_TX)
)
PROFILES = (  # RF configurations: responses at 26 and at 53 kbit/s
    bytes((r.LOAD_RF_CONFIG, r.TX_15693_ASK100, r.RX_15693_26K)),
    bytes((r.LOAD_RF_CONFIG, r.TX_15693_ASK100, r.RX_15693_53K)),
)


class Host:
    """One chip on the bus. ``spi``: write, readinto; ``nss``, ``busy``: called like machine.Pin.

    ``clock``: has sleep_us, which is asked for _EXECUTE_US only.
    """

    def __init__(self, spi, nss, busy, clock):
        self._spi = spi
        self._clock = clock
        self._nss = nss
        self.busy = busy
        self.frames = 0  # so far: what a dwell costs
        nss(1)

    def deselect(self):
        """NSS high, whatever was going on."""
        self._nss(1)

    def write(self, data):
        """One frame to the chip. False, and nothing sent, while BUSY is high."""
        if not self._select():
            return False
        try:
            self._spi.write(data)
            self._wait_taken()
        finally:
            self._nss(1)  # whatever happens: a chip left selected garbles every other reader
        self._clock.sleep_us(_EXECUTE_US)
        return True

    def read(self, buf):
        """The second frame of a command that returns bytes. False while BUSY is high."""
        if not self._select():
            return False
        try:
            self._spi.readinto(buf, 0xFF)
            self._wait_taken()
        finally:
            self._nss(1)
        return True

    def _select(self):
        busy = self.busy
        spin = _SPIN
        while busy():
            spin -= 1
            if not spin:
                return False
        self.frames += 1
        self._nss(0)
        return True

    def _wait_taken(self):
        # A chip that never raises BUSY is found out by what it answers, or does not.
        busy = self.busy
        spin = _SPIN
        while spin and not busy():
            spin -= 1
