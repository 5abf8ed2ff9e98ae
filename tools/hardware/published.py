"""The calculation against published measurements: what was measured, where, and what we get.

Each row names its source, what the source leaves open and what was taken for it. A miss is shown as
a miss; ``tests/hardware/test_published.py`` holds every row to its tolerance.
"""

from dataclasses import dataclass

from tools.hardware import building_prose, data, inductance
from tools.hardware.text import table_of

MM = 1e-3
INCH = 25.4e-3
MIL = 25.4e-6
TWO_OUNCES = 70e-6  # thickness of the copper of a board "2 oz"


@dataclass(frozen=True)
class Row:
    """One figure: ``measured`` by the source, ``calculated`` by us, met within ``tolerance``.

    ``measured`` is False in what the source itself calculated or aimed at.
    """

    source: str
    what: str
    unit: str
    value: float
    calculated: float
    tolerance: float
    open: str
    measured: bool = True

    @property
    def miss(self):
        """By how much the calculation is above the published value, as a share."""
        return self.calculated / self.value - 1

    @property
    def met(self):
        """True within the tolerance; exactly at it is."""
        return abs(self.miss) <= self.tolerance + 1e-9


def rows():
    """All rows, antennas first, then coils above each other."""
    return [*_antennas(), *_stacked()]


def _antennas():
    two = inductance.rectangle_loop(180 * MM, 160 * MM, 1.2 * MM, 1 * MM, 2)
    sides = {"w": 2.125 * INCH, "h": 1.5 * INCH}
    track, space = 50 * MIL, 20 * MIL
    four = inductance.rectangle_loop(sides["w"], sides["h"], track, space, 4, TWO_OUNCES)
    length = inductance.track_length(sides, 4, track, space)
    crowding = data.design()["printed"]["crowding"]
    ohm = inductance.track_resistance(length, track, TWO_OUNCES, crowding=crowding)
    note = "TI SLOA135A, figure 4 (network analyser, 13.56 MHz)"
    turns = "turns: four, as drawn in TomPaynter/RFID_Antenna on GitHub"
    return [
        Row(
            *("Philips M077925 rev. 2.05, table 10", "inductance, 160 x 180 mm, two turns", "uH"),
            *(2.5, two * 1e6, 0.10, "track and gap: 1.2 and 1 mm"),
        ),
        Row(
            *(note, "inductance, 2.125 x 1.5 inch, track 50 mil, gap 20 mil, 2 oz", "uH"),
            *(1.2608, four * 1e6, 0.05, turns),
        ),
        Row(
            *(note, "resistance of the same antenna", "ohm"),
            *(0.4648, ohm, 0.15, f"{turns}; crowding {crowding:g}"),
        ),
    ]


def _stacked():
    round_ = 2 * _one_and_mutual("ring", 32, 4 * MIL, 4 * MIL, 14 * MM)
    square = 2 * _one_and_mutual("rectangle", 4, 0.6 * MM, 0.6 * MM, (31 * MM, 30 * MM))
    layer = inductance.rectangle_loop(31 * MM, 30 * MM, 0.6 * MM, 0.6 * MM, 4)
    board = "ST, X-NUCLEO-NFC01A1 (answer in its forum, 2019-12-20)"
    return [
        Row(
            *("TI LDC1312, typical characteristics (2 MHz)",),
            *("inductance, two layers of 32 turns, 14 mm round, in series", "uH"),
            *(19.4, round_ * 1e6, 0.10, "track and gap: 4 mil; board: 1.6 mm"),
        ),
        Row(
            *(board, "inductance of one layer, 31 x 30 mm, 4 turns, 0.6 and 0.6 mm", "uH"),
            *(0.87, layer * 1e6, 0.05, "calculated by ST", False),
        ),
        Row(
            *(board, "inductance of its two layers in series", "uH"),
            *(2.5, square * 1e6, 0.20, "board: 1.6 mm; the value ST aims at", False),
        ),
    ]


def _one_and_mutual(shape, turns, track, space, size, apart=1.6 * MM):
    """Inductance of one of two equal coils above each other, with the mutual one to the other."""
    if shape == "ring":
        middles = [(size - track) / 2 - n * (track + space) for n in range(turns)]
        mutual = sum(inductance.rings_mutual(a, b, apart) for a in middles for b in middles)
        return inductance.ring_loop(size, track, space, turns) + mutual
    own = inductance.rectangle_loop(*size, track, space, turns)
    return own + inductance.rectangles_above(*size, track, space, turns, apart)


def page():
    """``hardware/docs/published.md``."""
    shown = [
        (
            *(row.source, row.what, f"{row.value:g} {row.unit}"),
            *("measured" if row.measured else "not measured", f"{row.calculated:.3g} {row.unit}"),
            *(f"{row.miss:+.1%}", f"{row.tolerance:.0%}", row.open),
        )
        for row in rows()
    ]
    head = ("source", "what", "published", "how", "calculated", "off by", "held to")
    table = table_of((*head, "left open, taken"), shown)
    return building_prose.template("published").format(rows=table, made=building_prose.MADE)
