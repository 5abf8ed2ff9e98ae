"""Registers, interrupt bits, EEPROM and RF configurations of a PN5180 (data sheet 11.4, 11.5)."""


class R:
    """Register addresses, by the data sheet's names."""

    SYSTEM_CONFIG = 0x00
    IRQ_ENABLE = 0x01
    IRQ_STATUS = 0x02
    IRQ_CLEAR = 0x03
    TRANSCEIVER_CONFIG = 0x04
    PADCONFIG = 0x05
    PADOUT = 0x07
    TIMER0_STATUS = 0x08
    TIMER1_STATUS = 0x09
    TIMER2_STATUS = 0x0A
    TIMER0_RELOAD = 0x0B
    TIMER1_RELOAD = 0x0C
    TIMER2_RELOAD = 0x0D
    TIMER0_CONFIG = 0x0E
    TIMER1_CONFIG = 0x0F
    TIMER2_CONFIG = 0x10
    RX_WAIT_CONFIG = 0x11
    CRC_RX_CONFIG = 0x12
    RX_STATUS = 0x13
    TX_UNDERSHOOT_CONFIG = 0x14
    TX_OVERSHOOT_CONFIG = 0x15
    TX_DATA_MOD = 0x16
    TX_WAIT_CONFIG = 0x17
    TX_CONFIG = 0x18
    CRC_TX_CONFIG = 0x19
    SIGPRO_CONFIG = 0x1A
    SIGPRO_CM_CONFIG = 0x1B
    SIGPRO_RM_CONFIG = 0x1C
    RF_STATUS = 0x1D
    AGC_CONFIG = 0x1E
    AGC_VALUE = 0x1F
    RF_CONTROL_TX = 0x20
    RF_CONTROL_TX_CLK = 0x21
    RF_CONTROL_RX = 0x22
    LD_CONTROL = 0x23
    SYSTEM_STATUS = 0x24
    TEMP_CONTROL = 0x25
    AGC_REF_CONFIG = 0x26
    DPC_CONFIG = 0x27
    EMD_CONTROL = 0x28
    ANT_CONTROL = 0x29


IRQ_RX = 1 << 0
IRQ_TX = 1 << 1
IRQ_IDLE = 1 << 2
IRQ_TX_RFOFF = 1 << 8
IRQ_TX_RFON = 1 << 9
IRQ_RX_SOF = 1 << 14
IRQ_GENERAL_ERROR = 1 << 17

# Every register that exists; values after reset where the table needs them, 0 elsewhere.
REGISTERS = {value: 0 for name, value in vars(R).items() if not name.startswith("_")}
REGISTERS[R.TEMP_CONTROL] = 0x04
READ_ONLY = frozenset(
    (
        R.IRQ_STATUS,
        R.TIMER0_STATUS,
        R.TIMER1_STATUS,
        R.TIMER2_STATUS,
        R.RX_STATUS,
        R.RF_STATUS,
        R.AGC_VALUE,
        R.SYSTEM_STATUS,
    )
)
TIMERS = (R.TIMER0_CONFIG, R.TIMER1_CONFIG, R.TIMER2_CONFIG)

# LOAD_RF_CONFIG: what a transmitter or receiver configuration leaves in the registers that matter
# here. Start symbol (7:6), stop symbol (9:8) and data enable (10) of TX_CONFIG; CRC enable (0).
_FRAMED = {R.TX_CONFIG: 0x00000546, R.CRC_TX_CONFIG: 0xFFFF0069, R.TX_WAIT_CONFIG: 0x0000AB00}
RF_CONFIGS = {n: {R.TX_CONFIG: 0x446, R.CRC_TX_CONFIG: 0x60} for n in range(0x1D)}
RF_CONFIGS[0x0D] = _FRAMED  # ISO 15693, 26 kbit/s, 100 % ASK
RF_CONFIGS[0x0E] = _FRAMED  # ISO 15693, 26 kbit/s, 10 % ASK
# configuration -> (registers, bit rate in kbit/s of ISO 15693 answers it understands)
RX_CONFIGS = {n: ({R.CRC_RX_CONFIG: 0x60}, None) for n in range(0x80, 0x9D)}
RX_CONFIGS[0x8D] = ({R.CRC_RX_CONFIG: 0xFFFF0069, R.RX_WAIT_CONFIG: 0x00000B80}, 26)
RX_CONFIGS[0x8E] = ({R.CRC_RX_CONFIG: 0xFFFF0069, R.RX_WAIT_CONFIG: 0x00000B80}, 53)

EEPROM = bytearray(255)
EEPROM[0x10:0x12] = b"\x00\x04"  # product version 4.0
EEPROM[0x12:0x14] = b"\x00\x04"  # firmware 4.0
EEPROM[0x14:0x16] = b"\x91\x00"  # EEPROM layout
EEPROM[0x16] = 0  # no IDLE interrupt enabled after boot
EEPROM[0x1A] = 1  # IRQ pin active high
EEPROM = bytes(EEPROM)
