"""Loops of a nine-handed table, and the places people lay things at."""

import math
import tomllib
from functools import cache
from pathlib import Path

PLAN = Path(__file__).parents[3] / "hardware" / "tables" / "nine_max.toml"
STUB = (0.0, -300.0)
ASIDE = (55.0, -440.0)  # felt before the dealer that no loop covers


class Loop:
    """A loop under the felt, round or square, with the reader that drives it."""

    def __init__(self, row):
        self.name = row["zone"]
        self.reader = row["reader"]
        self.hears_chips = row["reads"] == "both"
        self.x, self.y = float(row["x"]), float(row["y"])
        self.radius = row["d"] / 2 if "d" in row else None
        self.half_x = row.get("w", row.get("d")) / 2
        self.half_y = row.get("h", row.get("d")) / 2

    def beyond(self, x, y):
        """How far a point lies outside of the loop's edge, in mm; negative inside."""
        off_x, off_y = abs(x - self.x), abs(y - self.y)
        if self.radius is not None:
            return math.hypot(off_x, off_y) - self.radius
        over_x, over_y = off_x - self.half_x, off_y - self.half_y
        if over_x <= 0 and over_y <= 0:
            return max(over_x, over_y)
        return math.hypot(max(over_x, 0.0), max(over_y, 0.0))


@cache
def loops():
    """``{zone: loop}`` as the table's description has them."""
    rows = tomllib.loads(PLAN.read_text(encoding="utf-8"))["antennas"]
    return {row["zone"]: Loop(row) for row in rows}


def middle(zone):
    """Centre of a loop; of the pot's or the deck's place too."""
    loop = loops()[zone]
    return loop.x, loop.y


def between(start, end, share):
    """The point that lies ``share`` of the way from one to another."""
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def along(start, target, distance):
    """A point ``distance`` mm from ``start`` towards ``target``."""
    length = math.dist(start, target) or 1.0
    return between(start, target, distance / length)


def past_line(seat, distance):
    """A point that far beyond the middle of a seat's bet spot, seen from the seat."""
    home, spot = middle(f"seat:{seat}"), middle(f"line:{seat}")
    return along(spot, (2 * spot[0] - home[0], 2 * spot[1] - home[1]), distance)


def racks(seat):
    """Where a player's stacks stand: beside the cards, behind the line, read by no loop."""
    home, spot = middle(f"seat:{seat}"), middle(f"line:{seat}")
    back = along(home, spot, -20.0)
    side = (spot[1] - home[1], home[0] - spot[0])
    return along(back, (back[0] + side[0], back[1] + side[1]), 150.0)


def scattered(rng, point, spread):
    """A point near another: where something comes to rest that nobody lays down with care."""
    turn, far = rng.uniform(0, 2 * math.pi), abs(rng.gauss(0, spread))
    return point[0] + far * math.cos(turn), point[1] + far * math.sin(turn)
