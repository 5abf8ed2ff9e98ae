"""Loops of a described table, and how strongly each couples with a tag at a place."""

import math
import tomllib
from functools import lru_cache
from pathlib import Path

TABLES = Path(__file__).parents[3] / "hardware" / "tables"
REACH_MM = 130  # beyond a loop's edge: cross-talk ends at 125 mm (design, things in motion)
REST_MM = 8.0  # loop to a tag at rest (design: 5-12 mm)
# Points of a tag's coil at which the flux is taken, mm off its middle.
COIL = {
    "card": ((0, 0), (15, 20), (-15, 20), (15, -20), (-15, -20)),
    "chip": ((0, 0), (7, 7), (-7, 7), (7, -7), (-7, -7)),
    "spot": ((0, 0),),
}


class Loop:
    """One antenna: its reader, what it reads, its middle and its half sides in millimetres."""

    def __init__(self, row):
        self.zone, self.reader = row["zone"], row["reader"]
        self.chips = row["reads"] == "both"
        self.x, self.y = row["x"], row["y"]
        # A round loop acts like the square of the same area.
        self.a = row["w"] / 2 if "w" in row else row["d"] * 0.443
        self.b = row["h"] / 2 if "h" in row else row["d"] * 0.443
        self.mouth = self.zone.startswith("mouth")
        self.unit = {kind: abs(self._flux(kind, 0, 0, REST_MM)) for kind in COIL}

    def near(self, x, y):
        """Whether a place is within reach of this loop."""
        # The quadrants of the mouth run at low power: nothing beyond 60 mm answers them.
        reach = 60 if self.mouth else REACH_MM
        return abs(x - self.x) < self.a + reach and abs(y - self.y) < self.b + reach

    def _flux(self, kind, x, y, z):
        points = COIL[kind]
        return sum(vertical(self.a, self.b, x + u, y + v, z) for u, v in points) / len(points)

    def coupling(self, kind, x, y, z):
        """Share of the flux through a tag of this kind in the loop's middle at rest."""
        kind = "spot" if self.mouth else kind
        share = abs(self._flux(kind, x - self.x, y - self.y, z)) / self.unit[kind]
        inside = abs(x - self.x) < self.a and abs(y - self.y) < self.b
        return share * 0.3 if self.mouth and not inside else share


def _side(half, along, across, z):
    """Vertical field of a straight wire of twice this half length."""
    far = across * across + z * z
    left, right = half - along, half + along
    ends = left / math.sqrt(left * left + far) + right / math.sqrt(right * right + far)
    return across * ends / far


def vertical(a, b, x, y, z):
    """Vertical field of a rectangular loop, in arbitrary units (Biot and Savart)."""
    sides = _side(a, x, y + b, z) + _side(a, x, b - y, z)
    return sides + _side(b, y, x + a, z) + _side(b, y, a - x, z)


def odds(share):
    """Log odds that a tag is read at a coupling, before any other harm.

    Through the design's points: 0.7 % misses in the middle, three in ten read 20 mm outside a loop,
    two in a hundred 50 mm outside.
    """
    if share <= 0.003:
        return -16.0
    if share >= 0.57:
        return min(5.1, 5 + 10.4 * math.log(share))
    return -0.85 + 2.8 * math.log(share / 0.57)


@lru_cache(maxsize=4)
def described(name):
    """``(loops by zone, table length in mm)`` of a table description."""
    with open(TABLES / f"{name}.toml", "rb") as f:
        table = tomllib.load(f)
    loops = {row["zone"]: Loop(row) for row in table["antennas"]}
    return loops, table["readers"]
