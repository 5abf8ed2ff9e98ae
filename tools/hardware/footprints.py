"""Land patterns of the boards' parts: pads by number, courtyard, and which pin of a part is which.

Sizes are those of KiCad's own footprint library 9 (IPC-7351 or the makers' drawings), whose name
each pattern carries; a test compares them where that library is installed. Millimetres from the
pattern's origin, x to the right, y downwards, as KiCad has it.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Pad:
    """One pad; ``drill`` 0: on the surface."""

    number: str
    x: float
    y: float
    w: float
    h: float
    drill: float = 0.0


POLED = ("SMB", "CP63", "SC79")  # of two pads, and not to be turned round


@dataclass(frozen=True)
class Footprint:
    """A land pattern: its pads, and its courtyard (left, upper, right, lower)."""

    name: str
    library: str  # in KiCad's own library; empty: ours alone
    pads: tuple
    courtyard: tuple

    @property
    def mark(self):
        """Where the dot beside pad 1 is printed; None for a part that may be turned round."""
        if len(self.pads) < 3 and self.name not in POLED:
            return None
        first = next(pad for pad in self.pads if pad.number == "1")
        x0, y0, x1, y1 = self.courtyard
        corners = [(x, y) for y in (y0, y1) for x in (x0, x1)]
        return min(corners, key=lambda c: (c[0] - first.x) ** 2 + (c[1] - first.y) ** 2)

    @property
    def through(self):
        """True when it is soldered into holes."""
        return any(pad.drill for pad in self.pads)


def _two(name, library, apart, w, h, far, high):
    """A chip of two terminals: pads ``apart`` to both sides."""
    pads = (Pad("1", -apart, 0, w, h), Pad("2", apart, 0, w, h))
    return Footprint(name, library, pads, (-far, -high, far, high))


def _wide_so24():
    pitch, rows = 1.27, 12
    pads = [Pad(str(n + 1), -4.65, (n - 5.5) * pitch, 2.05, 0.6) for n in range(rows)]
    pads += [Pad(str(24 - n), 4.65, (n - 5.5) * pitch, 2.05, 0.6) for n in range(rows)]
    library = "Package_SO:SOIC-24W_7.5x15.4mm_P1.27mm"
    return Footprint("SO24W", library, tuple(pads), (-5.93, -7.95, 5.93, 7.95))


def _so(pins, far, high):
    """SO of 14 or 16 pins, 3.9 mm wide."""
    rows = pins // 2
    low = 1.27 * (rows - 1) / 2
    pads = [Pad(str(n + 1), -2.475, round(1.27 * n - low, 4), 1.95, 0.6) for n in range(rows)]
    pads += [
        Pad(str(pins - n), 2.475, round(1.27 * n - low, 4), 1.95, 0.6)
        for n in reversed(range(rows))
    ]
    library = f"Package_SO:SOIC-{pins}_3.9x{high}mm_P1.27mm"
    return Footprint(f"SO{pins}", library, tuple(pads), (-3.7, -far, 3.7, far))


def _pico():
    """Two rows of 20 holes for sockets, as a Raspberry Pi Pico has them."""
    pads = [Pad(str(n + 1), 0, round(2.54 * n, 2), 1.6, 1.6, 1.0) for n in range(20)]
    pads += [Pad(str(40 - n), 17.78, round(2.54 * n, 2), 1.6, 1.6, 1.0) for n in range(20)]
    library = "Module:RaspberryPi_Pico_Common_THT"
    return Footprint("PICO", library, tuple(pads), (-2.65, -1.62, 20.43, 50.68))


def _jack():
    library = "Connector_BarrelJack:BarrelJack_CUI_PJ-102AH_Horizontal"
    pads = (Pad("1", 0, 0, 2.6, 2.6, 1.6), Pad("2", 0, 6, 2.6, 2.6, 1.6))
    pads += (Pad("3", 4.7, 3, 2.6, 2.6, 1.6),)
    return Footprint("JACK", library, pads, (-5.0, -1.8, 6.5, 14.2))


def _wires():
    """Four holes for the wires of a ready supply module: in, ground, ground, out."""
    pads = tuple(Pad(n, 5.08 * i, 0, 2.4, 2.4, 1.3) for i, n in enumerate("1223"))
    return Footprint("WIRES4", "", pads, (-1.7, -1.7, 16.94, 1.7))


def _header():
    pads = [
        Pad(str(2 * row + column + 1), 2.54 * column, 2.54 * row, 1.7, 1.7, 1.0)
        for row in range(5)
        for column in range(2)
    ]
    library = "Connector_IDC:IDC-Header_2x05_P2.54mm_Vertical"
    return Footprint("IDC2x5", library, tuple(pads), (-3.68, -5.6, 6.22, 15.76))


def _xh(ways):
    """JST XH in a row: a keyed box of one row, in which no flat cable's plug finds room."""
    pads = tuple(Pad(str(n + 1), 2.5 * n, 0, 1.7, 1.95, 0.95) for n in range(ways))
    library = f"Connector_JST:JST_XH_B{ways}B-XH-A_1x{ways:02}_P2.50mm_Vertical"
    return Footprint(f"XH{ways}", library, pads, (-2.95, -2.85, 2.5 * ways + 0.45, 3.9))


def _coax():
    legs = [Pad("2", x, y, 1.24, 1.24, 0.84) for x in (-1.27, 1.27) for y in (-1.27, 1.27)]
    library = "Connector_Coaxial:MMCX_Molex_73415-1471_Vertical"
    pads = (Pad("1", 0, 0, 1.24, 1.24, 0.84), *legs)
    return Footprint("MMCX", library, pads, (-2.39, -2.39, 2.39, 2.39))


def _pins13():
    pads = tuple(Pad(str(n + 1), 0, 2.54 * n, 1.7, 1.7, 1.0) for n in range(13))
    library = "Connector_PinHeader_2.54mm:PinHeader_1x13_P2.54mm_Vertical"
    return Footprint("PINS13", library, pads, (-1.77, -1.77, 1.77, 32.25))


def _ring():
    """Four holes for the wires of a ring that stands upright between them."""
    places = (("1", -4, -4), ("2", -4, 4), ("3", 4, -4), ("4", 4, 4))
    pads = tuple(Pad(number, x, y, 1.6, 1.6, 0.8) for number, x, y in places)
    return Footprint("RING", "", pads, (-6, -6, 6, 6))


SOT23 = (
    *(Pad("1", -0.9375, -0.95, 1.475, 0.6), Pad("2", -0.9375, 0.95, 1.475, 0.6)),
    Pad("3", 0.9375, 0, 1.475, 0.6),
)
SOT223 = (
    *(Pad("1", -3.15, -2.3, 2.0, 1.5), Pad("2", -3.15, 0, 2.0, 1.5)),
    *(Pad("2", 3.15, 0, 2.0, 3.8), Pad("3", -3.15, 2.3, 2.0, 1.5)),
)
SC74A = (
    *(Pad(str(n + 1), -1.15, 0.95 * (n - 1), 1.6, 0.6) for n in range(3)),
    *(Pad("4", 1.15, 0.95, 1.6, 0.6), Pad("5", 1.15, -0.95, 1.6, 0.6)),
)
BUZZER = (Pad("1", 0, 0, 2.0, 2.0, 1.0), Pad("2", 5, 0, 2.0, 2.0, 1.0))
PAIR_MM = 3.81  # between the holes of the twisted pair

PATTERNS = {
    f.name: f
    for f in (
        _two("R0603", "Resistor_SMD:R_0603_1608Metric", 0.825, 0.8, 0.95, 1.48, 0.73),
        _two("C0603", "Capacitor_SMD:C_0603_1608Metric", 0.775, 0.9, 0.95, 1.48, 0.73),
        _two("C0805", "Capacitor_SMD:C_0805_2012Metric", 0.95, 1.0, 1.45, 1.7, 0.98),
        _two("R1206", "Resistor_SMD:R_1206_3216Metric", 1.4625, 1.125, 1.75, 2.28, 1.13),
        _two("R2512", "Resistor_SMD:R_2512_6332Metric", 2.9625, 1.225, 3.35, 3.83, 1.93),
        _two("L1210", "Inductor_SMD:L_1210_3225Metric", 1.4, 1.25, 2.65, 2.28, 1.58),
        _two("SC79", "Diode_SMD:D_SOD-523", 0.7, 0.6, 0.7, 1.25, 0.7),
        _two("JR300", "Capacitor_SMD:C_Trimmer_Voltronics_JR", 1.7, 1.0, 1.8, 2.45, 1.8),
        Footprint("SOT23", "Package_TO_SOT_SMD:SOT-23", SOT23, (-1.93, -1.7, 1.93, 1.7)),
        *(_wide_so24(), _header(), *(_xh(n) for n in (3, 4, 8)), _coax(), _pins13(), _ring()),
        _two("F1812", "Fuse:Fuse_1812_4532Metric", 2.1375, 1.125, 3.4, 2.95, 1.95),
        _two("SMB", "Diode_SMD:D_SMB", 2.15, 2.5, 2.3, 3.65, 2.25),
        _two("CP63", "Capacitor_SMD:CP_Elec_6.3x7.7", 2.7, 3.5, 1.6, 4.7, 3.55),
        *(_so(14, 4.58, 8.7), _so(16, 5.2, 9.9), _pico(), _jack(), _wires()),
        Footprint("SOT223", "Package_TO_SOT_SMD:SOT-223-3_TabPin2", SOT223, (-4.4, -3.6, 4.4, 3.6)),
        Footprint(
            "SC74A", "Package_TO_SOT_SMD:SC-74A-5_1.55x2.9mm_P0.95mm", SC74A, (-2.2, -1.7, 2.2, 1.7)
        ),
        Footprint(
            "BUZZER",
            "Buzzer_Beeper:Buzzer_TDK_PS1240P02BT_D12.2mm_H6.5mm",
            BUZZER,
            (-3.85, -6.35, 8.85, 6.35),
        ),
        Footprint(
            "PAIR",
            "",
            (Pad("1", 0, 0, 2.0, 2.0, 1.0), Pad("2", 0, PAIR_MM, 2.0, 2.0, 1.0)),
            (-1.3, -1.3, 1.3, PAIR_MM + 1.3),
        ),
    )
}

# Pin name -> pad number. SC-79: cathode is pad 1. Nexperia's data sheets of 74HC4514, 74HC595,
# 74HC74 and 74AHCT1G125, pinning; AZ1117C in SOT-223; PJ-102AH: the middle pin is 1.
NUMBERS = {
    "diode": {"K": "1", "A": "2"},
    "transistor": {"G": "1", "S": "2", "D": "3"},
    "coax": {"RF": "1", "SHIELD": "2"},
    "balun": {"P1": "1", "P2": "2", "S1": "3", "S2": "4"},
    "pair": {"TOP": "1", "FOOT": "2"},
    "jack": {"PLUS": "1", "MINUS": "2"},
    "buck": {"VIN": "1", "GND": "2", "VOUT": "3"},
    "ldo": {"GND": "1", "OUT": "2", "IN": "3"},
    "buffer": {"OE": "1", "A": "2", "GND": "3", "Y": "4", "VCC": "5"},
    "flipflop": {
        "RD": "1",
        "D": "2",
        "CP": "3",
        "SD": "4",
        "Q": "5",
        "NQ": "6",
        "GND": "7",
        "NQ2": "8",
        "Q2": "9",
        "SD2": "10",
        "CP2": "11",
        "D2": "12",
        "RD2": "13",
        "VCC": "14",
    },
    "hc595": {
        **{f"Q{n}": str(n) for n in range(1, 8)},
        "GND": "8",
        "Q7S": "9",
        "MR": "10",
        "SHCP": "11",
        "STCP": "12",
        "OE": "13",
        "DS": "14",
        "Q0": "15",
        "VCC": "16",
    },
    "hc4514": {
        "LE": "1",
        "A0": "2",
        "A1": "3",
        "A2": "21",
        "A3": "22",
        "E": "23",
        "GND": "12",
        "VCC": "24",
        "Q0": "11",
        "Q1": "9",
        "Q2": "10",
        "Q3": "8",
        "Q4": "7",
        "Q5": "6",
        "Q6": "5",
        "Q7": "4",
        "Q8": "18",
        "Q9": "17",
        "Q10": "20",
        "Q11": "19",
        "Q12": "14",
        "Q13": "13",
        "Q14": "16",
        "Q15": "15",
    },
}
TWO = {"1": "1", "2": "2"}


def number(kind, pin):
    """The pad of a part's pin."""
    return NUMBERS.get(kind, TWO).get(pin, pin)
