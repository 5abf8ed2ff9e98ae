"""Radio power on its way from the transmitter to each loop: watts, peak volts, amperes, field.

All calculated, none measured. The transmitter is taken for a square-wave bridge without losses,
the cable, the diode and the matching too: real figures are lower, ratings are judged by these.
"""

import math
from dataclasses import dataclass

from tools.hardware import matching

SQUARE = 4 / math.pi  # amplitude of a square wave's first harmonic over the wave's own


@dataclass(frozen=True)
class Level:
    """One loop with its branch on and the transmitter at its greatest power.

    ``watts`` at the loop's matching, ``amps`` and ``loop_volts``: peaks in and across the loop,
    ``feed_volts``: peak at the matching's input, ``series_volts``: across its series capacitor.
    """

    watts: float
    amps: float
    loop_volts: float
    feed_volts: float
    series_volts: float


def transmit_watts(plan, worst=False):
    """Power the transmitter gives into the wanted load; ``worst``: into the lowest load it may see.

    The lower the load, the more; the chip's current limit times its supply bounds it.
    """
    own = plan["reader"]
    amplitude = SQUARE * own["tvdd_v"]
    watts = amplitude**2 / (2 * own["driver_ohm"])
    if worst:
        watts /= 1 - own["load_tolerance"]
    return min(watts, own["tvdd_v"] * own["transmit_ma_max"] / 1000)


def transmit_ma(plan, worst=False):
    """Supply current of the transmitter for that power, mA."""
    return transmit_watts(plan, worst) / plan["reader"]["tvdd_v"] * 1000


def cable_volts(plan):
    """Peak voltage on the matched cable at the greatest power."""
    return math.sqrt(2 * transmit_watts(plan, worst=True) * plan["matching"]["cable_ohm"])


def of(antenna, plan, worst=True):
    """The ``Level`` of an antenna."""
    ohm = plan["matching"]["cable_ohm"]
    watts = transmit_watts(plan, worst) * 10 ** (-antenna.pad_db / 10)
    resistance = antenna.ohm + antenna.damping
    amps = math.sqrt(2 * watts / resistance)
    feed = math.sqrt(2 * watts * ohm)
    reactance = 1 / (matching.OMEGA * antenna.series)
    loop = amps * abs(complex(resistance, matching.OMEGA * antenna.henry))
    return Level(watts, amps, loop, feed, feed / ohm * reactance)


PAUSE_US, SYMBOL_US = 9.44, 75.52  # ISO/IEC 15693-2, 1 out of 4: one pause in every symbol
FREE_SPACE_DB = 51.5  # 377 ohm: dB over 1 uA/m to dB over 1 uV/m, far from the loop


def far_dbuv(dipole, metres):
    """The same far field as an electric one, dB over 1 uV/m (47 CFR 15.225 states it at 30 m)."""
    return far_dbua(dipole, metres) + FREE_SPACE_DB


def pause_line_db():
    """The strongest line a reader's commands put beside the carrier, dB over the carrier itself.

    Pauses of 100 % once a symbol, all at the same place: the first line of that pattern, 13.2 kHz
    off the carrier, where the band for the carrier has ended. Other data spread it.
    """
    share = PAUSE_US / SYMBOL_US
    return 20 * math.log10(math.sin(math.pi * share) / math.pi / (1 - share))


def pad(decibel, ohm):
    """Resistors (across, along) in ohms of a pi attenuator between two matched sides."""
    ratio = 10 ** (decibel / 20)
    return ohm * (ratio + 1) / (ratio - 1), ohm * (ratio**2 - 1) / (2 * ratio)


def field(antenna, height_mm, amps):
    """Magnetic field (A/m) on the axis of a loop, ``height_mm`` above it, at ``amps`` in each turn.

    Rings: Biot and Savart; rectangles: Finkenzeller, RFID Handbook, chapter 4.1.1. Every turn
    counts with the outline of the middle one.
    """
    z = height_mm / 1000
    cut = antenna.track + (antenna.turns - 1) * (antenna.track + antenna.space)
    row = antenna.row
    if "d" in row:
        radius = (row["d"] / 1000 - cut) / 2
        return antenna.turns * amps * radius**2 / (2 * (radius**2 + z**2) ** 1.5)
    a, b = (row[key] / 2000 - cut / 2 for key in ("w", "h"))
    far = math.sqrt(a * a + b * b + z * z)
    return (
        antenna.turns * amps * a * b / (math.pi * far) * (1 / (a * a + z * z) + 1 / (b * b + z * z))
    )


def moment(antenna, amps):
    """Magnetic moment (A m2) of a loop at ``amps`` in each turn."""
    row, total = antenna.row, 0.0
    for turn in range(antenna.turns):
        cut = antenna.track + 2 * turn * (antenna.track + antenna.space)
        if "d" in row:
            total += math.pi / 4 * (row["d"] / 1000 - cut) ** 2
        else:
            total += (row["w"] / 1000 - cut) * (row["h"] / 1000 - cut)
    return total * amps


def far_dbua(dipole, metres, frequency=matching.CARRIER_HZ):
    """Greatest field of a loop of this magnetic moment (A m2) at a distance, dB over 1 uA/m.

    The larger of the field on its axis and in its plane, near field and radiation together
    (magnetic dipole; EN 300 330 measures at 10 m).
    """
    k = 2 * math.pi * frequency / 299_792_458
    kr = k * metres
    axis = dipole / (2 * math.pi * metres**3) * math.hypot(1, kr)
    plane = dipole / (4 * math.pi * metres**3) * math.hypot(1 - kr**2, kr)
    return 20 * math.log10(max(axis, plane) * 1e6)
