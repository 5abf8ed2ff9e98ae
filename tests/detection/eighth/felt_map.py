"""Where loops, seats, racks and the dealer's places are: mm, from a table's description."""

import math
import tomllib
from pathlib import Path

TABLES = Path(__file__).resolve().parents[3] / "hardware" / "tables"
NEAR_MM = 125  # beyond this from its edge a loop hears nothing (radio.md, cross-talk)
RACK_MM = 165  # a stack of chips stands beside the cards, out of reach of any loop


class Loop:
    """One antenna: a rectangle or a disc."""

    def __init__(self, row):
        self.zone, self.reader = row["zone"], row["reader"]
        self.chips = row["reads"] == "both"
        self.x, self.y = row["x"], row["y"]
        self.round = "d" in row
        self.a = (row["d"] if self.round else row["w"]) / 2
        self.b = (row["d"] if self.round else row["h"]) / 2
        self.size = min(self.a, self.b) / 50  # 1 is a loop of 100 mm

    def outside(self, x, y):
        """Millimetres from the edge to a point, negative within the loop."""
        dx, dy = abs(x - self.x), abs(y - self.y)
        if self.round:
            return math.hypot(dx, dy) - self.a
        dx, dy = dx - self.a, dy - self.b
        if dx <= 0 and dy <= 0:
            return max(dx, dy)
        return math.hypot(max(dx, 0), max(dy, 0))

    def gap(self, other):
        """Millimetres between the edges of two loops, measured between boxes."""
        dx = abs(self.x - other.x) - self.a - other.a
        dy = abs(self.y - other.y) - self.b - other.b
        return math.hypot(max(dx, 0), max(dy, 0))

    def meets(self, x0, y0, x1, y1):
        """Whether the box of a movement comes near enough to be heard."""
        return (
            min(x0, x1) < self.x + self.a + NEAR_MM
            and max(x0, x1) > self.x - self.a - NEAR_MM
            and min(y0, y1) < self.y + self.b + NEAR_MM
            and max(y0, y1) > self.y - self.b - NEAR_MM
        )


class FeltMap:
    """The loops of one table, and the places that have none."""

    def __init__(self, name):
        with open(TABLES / f"{name}.toml", "rb") as stream:
            row = tomllib.load(stream)
        self.name, self.seats = name, row["seats"]
        self.loops = {antenna["zone"]: Loop(antenna) for antenna in row["antennas"]}
        self.readers = row["readers"]
        stub, dealer = row["places"]["stub"], row["places"]["dealer"]
        self.mouth, self.dealer = (stub["x"], stub["y"]), (dealer["x"], dealer["y"])

    def at(self, zone):
        """Centre of a loop."""
        loop = self.loops[zone]
        return loop.x, loop.y

    def rack(self, seat):
        """Where the chips of a seat stand: beside its cards, towards the rail."""
        x, y = self.at(f"seat:{seat}")
        lx, ly = self.at(f"line:{seat}")
        out = math.hypot(x - lx, y - ly)
        ux, uy = (x - lx) / out, (y - ly) / out
        side = 1 if seat % 2 else -1
        return x + ux * 70 - side * uy * RACK_MM, y + uy * 70 + side * ux * RACK_MM

    def past(self, seat, far):
        """A point so far beyond the line spot of a seat, towards the middle of the table."""
        x, y = self.at(f"seat:{seat}")
        lx, ly = self.at(f"line:{seat}")
        out = math.hypot(x - lx, y - ly)
        return lx + (lx - x) / out * far, ly + (ly - y) / out * far

    def clear(self, x, y, margin):
        """Whether no loop's edge is so near to a point."""
        return all(loop.outside(x, y) > margin for loop in self.loops.values())
