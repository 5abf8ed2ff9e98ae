"""PN5180: commands, registers, bits and times, named as its data sheet (rev. 4.0) names them.

Section numbers are those of the data sheet. Register payloads are little endian on the wire.
"""

from shared_rules.compat import const

# Direct commands, 11.4.3.3 "Host interface command list"
WRITE_REGISTER_MULTIPLE = const(0x03)
READ_REGISTER = const(0x04)
READ_REGISTER_MULTIPLE = const(0x05)
READ_EEPROM = const(0x07)
SEND_DATA = const(0x09)
READ_DATA = const(0x0A)
LOAD_RF_CONFIG = const(0x11)
RF_ON = const(0x16)
RF_OFF = const(0x17)

# Actions of WRITE_REGISTER_MULTIPLE, 11.4.3.3
ACTION_WRITE = const(1)
ACTION_OR = const(2)
ACTION_AND = const(3)

# Registers, 11.9 "Register"
SYSTEM_CONFIG = const(0x00)
IRQ_STATUS = const(0x02)
IRQ_CLEAR = const(0x03)
TIMER0_RELOAD = const(0x0B)
TIMER0_CONFIG = const(0x0E)
CRC_RX_CONFIG = const(0x12)
RX_STATUS = const(0x13)
TX_CONFIG = const(0x18)
CRC_TX_CONFIG = const(0x19)
RF_STATUS = const(0x1D)

# Bits tested, each within its byte (registers arrive as four bytes, lowest first; a whole register
# would be a heap-allocated integer on a 32-bit controller).
IRQ0_RX = const(0x01)  # IRQ_STATUS bit 0: end of reception
IRQ1_TIMER0 = const(0x08)  # bit 11: TIMER0 has run down
IRQ1_RX_SOF_DET = const(0x40)  # bit 14: start of a response seen
IRQ2_GENERAL_ERROR = const(0x02)  # bit 17: a command's condition was not met
RX2_DATA_INTEGRITY = const(0x01)  # RX_STATUS bit 16: CRC or parity wrong
RX2_PROTOCOL = const(0x02)  # bit 17
RX2_COLLISION = const(0x04)  # bit 18; bits 25:19 are its position
RF2_TX_RF_ON = const(0x02)  # RF_STATUS bit 17

# TX_CONFIG with start symbol (7:6) and data (10) off sends a lone EOF, the next slot's mark
TX_CONFIG_EOF_ONLY = b"\x3f\xfb\xff\xff"

# TIMER0 counts at 13.56 MHz from the end of what was sent (TIMER0_CONFIG bit 11, enabled by bit 0)
# and is stopped by a response (bit 20) or the next transmission (bit 19). It runs down when no
# response can begin any more: t1 320.9 us and SOF 151 us, ISO 15693-3, and a few more.
SILENCE_US = const(476)
TIMER0_SILENCE = b"\x37\x19\x00\x00"
TIMER0_AFTER_TX = b"\x01\x08\x18\x00"

# EEPROM, 11.7: product, firmware and EEPROM version, two bytes each
EEPROM_VERSIONS = const(0x10)

# RF configurations, 11.4.3.3 table of LOAD_RF_CONFIG
TX_15693_ASK100 = const(0x0D)  # 26 kbit/s, 100 % ASK
RX_15693_26K = const(0x8D)
RX_15693_53K = const(0x8E)  # for the FAST commands' responses

# Times: boot 11.3 and 14 "Dynamic characteristics"; RESET low for 10 us at least
BOOT_US = const(3000)
