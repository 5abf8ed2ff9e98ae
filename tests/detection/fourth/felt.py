"""Where loops and tags are: millimetres and seconds, origin in the middle of the table.

Where the loops lie is a fact of the table that a recording names, read from its description.
"""

import math
import tomllib
from dataclasses import dataclass
from pathlib import Path

TABLES = Path(__file__).parents[3] / "hardware" / "tables"
AWAY = (5000.0, 5000.0, 0.0)  # the floor of the room: no loop reaches there
RACK_MM = 170.0  # a stack of chips stands this far beside the hole cards


@dataclass(frozen=True)
class Loop:
    """A loop under the felt: centre and size; round when the height is 0.

    `chips` tells whether its program asks for chips too, `reader` which of the readers drives it.
    """

    name: str
    x: float
    y: float
    width: float
    height: float
    reader: str
    chips: bool

    def beyond(self, x, y):
        """How far a point lies outside the loop's edge, mm; below 0 inside."""
        dx, dy = x - self.x, y - self.y
        if not self.height:
            return math.hypot(dx, dy) - self.width / 2
        ax, ay = abs(dx) - self.width / 2, abs(dy) - self.height / 2
        if ax > 0 and ay > 0:
            return math.hypot(ax, ay)
        return max(ax, ay)

    @property
    def reach(self):
        """Radius that holds the whole loop, mm."""
        return math.hypot(self.width, self.height) / 2 if self.height else self.width / 2


class Layout:
    """The loops of one table and the places people use."""

    def __init__(self, table):
        described = tomllib.loads((TABLES / f"{table}.toml").read_text())
        self.table, self.seats = table, described["seats"]
        self.loops = {}
        for row in described["antennas"]:
            width, height = row.get("w", row.get("d")), row.get("h", 0)
            self.loops[row["zone"]] = Loop(
                row["zone"],
                row["x"],
                row["y"],
                width,
                height,
                row["reader"],
                row["reads"] == "both",
            )
        self.inward = {}
        for seat in range(1, self.seats + 1):
            cards, bets = self.loops[f"seat:{seat}"], self.loops[f"line:{seat}"]
            away = math.hypot(bets.x - cards.x, bets.y - cards.y)
            self.inward[seat] = ((bets.x - cards.x) / away, (bets.y - cards.y) / away)

    def at(self, name, rng=None, spread=0.0, height=0.5):
        """A point on a loop, scattered normally by `spread` mm, `height` mm above the felt."""
        loop = self.loops[name]
        if rng is None:
            return loop.x, loop.y, height
        return loop.x + rng.gauss(0, spread), loop.y + rng.gauss(0, spread), height

    def before(self, seat, forward, sideways=0.0, height=0.5):
        """A point `forward` mm from a seat's bet spot towards the middle."""
        loop, (ix, iy) = self.loops[f"line:{seat}"], self.inward[seat]
        return (
            loop.x + ix * forward - iy * sideways,
            loop.y + iy * forward + ix * sideways,
            height,
        )

    def rack(self, seat):
        """Where a player's chips stand: beside the hole cards, outside every loop."""
        loop, (ix, iy) = self.loops[f"seat:{seat}"], self.inward[seat]
        return loop.x - iy * RACK_MM - ix * 60, loop.y + ix * RACK_MM - iy * 60, 0.5

    def mouth(self, rng, face):
        """Where the tag of a card held at the mouth lies: one diagonal face down, one face up."""
        quadrant = rng.choice((1, 3) if face == "down" else (2, 4))
        return self.at(f"mouth:{quadrant}", rng, 1.5)


@dataclass(frozen=True)
class Stay:
    """One leg of a tag's way: from one point to another, or at rest where both are the same.

    `weak` is the share of reads lost to tags lying on top of each other.
    """

    start: float
    end: float
    here: tuple
    there: tuple
    weak: float = 0.0

    @property
    def rests(self):
        """Whether the tag lies still."""
        return self.here == self.there

    def speed(self):
        """Metres a second."""
        way = math.hypot(self.there[0] - self.here[0], self.there[1] - self.here[1])
        return way / 1000 / max(self.end - self.start, 1e-3)

    def at(self, t):
        """Where the tag is at a moment of the leg; a flight rises and falls."""
        k = min(1.0, max(0.0, (t - self.start) / max(self.end - self.start, 1e-6)))
        a, b = self.here, self.there
        return tuple(p + (q - p) * k for p, q in zip(a, b, strict=True))


class Felt:
    """Every tag's way over the table, leg by leg, in order of time."""

    def __init__(self):
        self.ways = {}

    def put(self, tag, t, place):
        """A tag begins its way at rest."""
        self.ways[tag] = [(t, t, place, place, 0.0)]

    def move(self, tag, t, duration, place, weak=0.0, height=None):
        """A tag leaves where it rests at `t` and rests again `duration` s later.

        Moments before the tag's last rest are put off to it: a hand cannot move what has not yet
        arrived. Returns the moment of rest.
        """
        way = self.ways[tag]
        start = max(t, way[-1][1])
        here = way[-1][3]
        end = start + duration
        if height is not None and duration > 0:
            middle = tuple((p + q) / 2 for p, q in zip(here, place, strict=True))[:2] + (height,)
            half = start + duration / 2
            way.append((start, half, here, middle, 0.0))
            way.append((half, end, middle, place, weak))
        else:
            way.append((start, end, here, place, weak))
        return end

    def lift(self, tag, t, duration, place):
        """A tag is held too high for any loop for a while, then set down at `place`."""
        here = self.ways[tag][-1][3]
        up = self.move(tag, t, 0.15, (here[0], here[1], 90.0))
        return self.move(tag, up + duration, 0.2, place)

    def place(self, tag):
        """Where a tag rests now."""
        return self.ways[tag][-1][3]

    def legs(self, tag, until):
        """A tag's legs to the end of the recording, rests between moves put in."""
        way, legs = self.ways[tag], []
        for k, (start, end, here, there, weak) in enumerate(way):
            if end > start:
                legs.append(Stay(start, end, here, there))
            rest_until = way[k + 1][0] if k + 1 < len(way) else until
            if rest_until > end:
                legs.append(Stay(end, rest_until, there, there, weak))
        return legs
