"""The felt: loops of a table's one description, distances to their edges, who lies beside whom."""

import functools
import math
import tomllib
from pathlib import Path

TABLES = Path(__file__).resolve().parents[2] / "hardware" / "tables"
CROSS_TALK_MM = (
    125  # loops whose edges are nearer may hear each other (design: radio, motion table)
)


class Loop:
    """One antenna. ``d``: diameter in mm of a round loop, else ``w`` and ``h`` of a rectangle."""

    __slots__ = ("zone", "reader", "x", "y", "hw", "hh", "r", "chips", "index")

    def __init__(self, row, index):
        self.zone = row["zone"]
        self.reader = row["reader"]
        self.x, self.y = float(row["x"]), float(row["y"])
        self.r = row["d"] / 2 if "d" in row else 0.0
        self.hw = row.get("w", row.get("d", 0)) / 2
        self.hh = row.get("h", row.get("d", 0)) / 2
        self.chips = row["reads"] == "both"
        self.index = index

    def outside_mm(self, x, y):
        """Distance from the edge, negative inside."""
        dx, dy = abs(x - self.x), abs(y - self.y)
        if self.r:
            return math.hypot(dx, dy) - self.r
        ox, oy = dx - self.hw, dy - self.hh
        if ox <= 0 and oy <= 0:
            return max(ox, oy)
        return math.hypot(max(ox, 0), max(oy, 0))


class Felt:
    """Loops and places of a table."""

    def __init__(self, name):
        with (TABLES / f"{name}.toml").open("rb") as file:
            data = tomllib.load(file)
        self.name = name
        self.seats = data["seats"]
        self.readers = list(data["readers"])
        self.loops = [Loop(row, i) for i, row in enumerate(data["antennas"])]
        self.of = {loop.zone: loop for loop in self.loops}
        self.board = [z for z in self.of if z.startswith("board")]
        self.mouth = (
            data["places"]["stub"]["x"],
            sum(self.of[f"mouth:{q}"].y for q in (1, 2, 3, 4)) / 4,
        )
        self.dealer = (data["places"]["dealer"]["x"], data["places"]["dealer"]["y"])
        self.beside = self._beside()

    def _beside(self):
        """Pairs ``(hearing, lying)`` of loops near enough to hear each other's tags."""
        pairs = []
        for a in self.loops:
            for b in self.loops:
                if (
                    a is not b
                    and not (_quadrant(a) and _quadrant(b))
                    and _gap(a, b) < CROSS_TALK_MM
                ):
                    pairs.append((a.zone, b.zone))
        return pairs

    def ahead(self, seat, past_mm):
        """A point on the seat's way inward, so many mm past the far edge of its bet spot."""
        own, spot = self.of[f"seat:{seat}"], self.of[f"line:{seat}"]
        dx, dy = spot.x - own.x, spot.y - own.y
        length = math.hypot(dx, dy)
        reach = length + spot.r + past_mm
        return own.x + dx / length * reach, own.y + dy / length * reach

    def short(self, seat, part):
        """A point between the seat's loop and its bet spot, ``part`` of the gap from the loop."""
        own, spot = self.of[f"seat:{seat}"], self.of[f"line:{seat}"]
        dx, dy = spot.x - own.x, spot.y - own.y
        length = math.hypot(dx, dy)
        start = own.hh + 20
        reach = start + max(0.0, length - spot.r - start) * part
        return own.x + dx / length * reach, own.y + dy / length * reach

    def rail(self, seat):
        """Where a player's stack stands: outside the loop of the safe zone, no antenna near."""
        own, spot = self.of[f"seat:{seat}"], self.of[f"line:{seat}"]
        dx, dy = own.x - spot.x, own.y - spot.y
        length = math.hypot(dx, dy)
        return own.x + dx / length * 190, own.y + dy / length * 190


def _quadrant(loop):
    return loop.zone.startswith("mouth")


def _gap(a, b):
    """Distance of the edges of two loops in mm (round loops taken by their radius)."""
    if a.r and b.r:
        return math.hypot(a.x - b.x, a.y - b.y) - a.r - b.r
    dx = max(0.0, abs(a.x - b.x) - a.hw - b.hw)
    dy = max(0.0, abs(a.y - b.y) - a.hh - b.hh)
    return math.hypot(dx, dy)


@functools.cache
def felt(name="nine_max"):
    """The table of a description, read once."""
    return Felt(name)
