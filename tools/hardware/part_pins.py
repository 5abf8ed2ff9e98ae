"""Pins of every kind of part in the circuit, and what each pin is to an electrical rule check.

Pin names are the makers'. Types: in, out, tri, passive, supply (takes power), source (gives power),
open (open collector).
"""


def _same(kind, *names):
    return tuple((name, kind) for name in names)


TWO = _same("passive", "1", "2")

KINDS = {
    "board": (),  # a printed board itself: bought, not connected
    "resistor": TWO,
    "link": TWO,
    "capacitor": TWO,
    "coil": TWO,
    "trimmer": TWO,
    "fuse": TWO,
    "tvs": TWO,
    "crystal": TWO,
    "loop": TWO,
    "sounder": TWO,
    "diode": _same("passive", "A", "K"),
    "transistor": (("G", "in"), ("D", "open"), ("S", "passive")),
    "coax": _same("passive", "RF", "SHIELD"),
    "jack": _same("passive", "PLUS", "MINUS"),
    # P primary, S secondary
    "balun": _same("passive", "P1", "P2", "S1", "S2"),
    "ldo": (("IN", "supply"), ("GND", "supply"), ("OUT", "source")),
    "buck": (("VIN", "supply"), ("GND", "supply"), ("VOUT", "source")),
    # Nexperia 74HC595: rev. 10, table 2
    "hc595": (
        *_same("in", "DS", "SHCP", "STCP", "OE", "MR"),
        *((f"Q{n}", "tri") for n in range(8)),
        ("Q7S", "out"),
        *_same("supply", "VCC", "GND"),
    ),
    # Nexperia 74HC74: two D flip-flops with set and reset
    "flipflop": (
        *_same("in", "D", "CP", "SD", "RD", "D2", "CP2", "SD2", "RD2"),
        *_same("out", "Q", "NQ", "Q2", "NQ2"),
        *_same("supply", "VCC", "GND"),
    ),
    "buffer": (*_same("in", "A", "OE"), ("Y", "tri"), *_same("supply", "VCC", "GND")),
    # Nexperia 74HC4514: latch open at LE high, outputs on at E low
    "hc4514": (
        *_same("in", "A0", "A1", "A2", "A3", "LE", "E"),
        *((f"Q{n}", "out") for n in range(16)),
        *_same("supply", "VCC", "GND"),
    ),
    # PN5180 data sheet rev. 4.0, pinning (supplies of one net as one pin)
    "pn5180": (
        *_same("in", "NSS", "MOSI", "SCK", "RESET_N", "CLK1"),
        ("MISO", "tri"),
        *_same("out", "BUSY", "IRQ", "CLK2", "TX1", "TX2"),
        *_same("passive", "RXP", "RXN", "VMID"),
        *_same("supply", "VBAT", "PVDD", "TVDD", "AVDD", "DVDD", "VSS", "TVSS"),
        ("VDD", "source"),
    ),
}


def connector(names):
    """Pins of a connector with these labels."""
    return _same("passive", *names)


def controller(names):
    """Pins of a controller module: a mapping of pin name to type."""
    return tuple(names.items())
