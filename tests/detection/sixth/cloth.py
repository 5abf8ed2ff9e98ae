"""The felt: loops where the table's description has them, and the track of every tag over it.

Millimetres and seconds; heights are above the felt. A track is a list of segments, each at rest or
in a straight line, in the order of their time; between them a tag is where no loop reaches.
"""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

TABLES = Path(__file__).parents[3] / "hardware" / "tables"


@dataclass(frozen=True)
class Loop:
    """One antenna."""

    zone: str
    reader: str
    chips: bool
    x: float
    y: float
    w: float  # 0: round
    h: float
    d: float

    @property
    def size(self):
        """Its shorter side, or its diameter."""
        return self.d or min(self.w, self.h)

    def outside(self, x, y):
        """Distance to its wire: negative inside."""
        dx, dy = abs(x - self.x), abs(y - self.y)
        if self.d:
            return (dx * dx + dy * dy) ** 0.5 - self.d / 2
        ox, oy = dx - self.w / 2, dy - self.h / 2
        if ox <= 0 and oy <= 0:
            return max(ox, oy)
        return (max(ox, 0) ** 2 + max(oy, 0) ** 2) ** 0.5


@cache
def loops(table):
    """Antennas of a described table by zone."""
    text = tomllib.loads((TABLES / f"{table}.toml").read_text())
    return {
        a["zone"]: Loop(
            a["zone"],
            a["reader"],
            a["reads"] == "both",
            a["x"],
            a["y"],
            a.get("w", 0),
            a.get("h", 0),
            a.get("d", 0),
        )
        for a in text["antennas"]
    }


@cache
def seats(table):
    """How many seats a described table has."""
    return tomllib.loads((TABLES / f"{table}.toml").read_text())["seats"]


@dataclass(slots=True)
class Stretch:
    """A tag from ``t0`` to ``t1``, in a straight line (or at rest when both ends are one)."""

    t0: float
    t1: float
    a: tuple  # x, y, height
    b: tuple
    pile: str = ""  # what it lies aligned with
    luck: float = 0.0  # of this placement, in sigmas

    def at(self, t):
        """Where it is at ``t``."""
        if self.a == self.b or self.t1 <= self.t0:
            return self.a
        f = min(1.0, max(0.0, (t - self.t0) / (self.t1 - self.t0)))
        return tuple(p + (q - p) * f for p, q in zip(self.a, self.b, strict=True))


class Tag:
    """A card or a chip and where it has been."""

    def __init__(self, uid, what, rng):
        self.uid, self.what = uid, what
        self.chip = isinstance(what, int)
        self.rng = rng
        self.track = []
        self.hidden = []  # (from, to): nothing reads it
        self.load = rng.uniform(0.85, 1.15)

    @property
    def here(self):
        """Its last position, None when it is off the felt."""
        return self.track[-1].b if self.track and self.track[-1].t1 == END else None

    def lay(self, t, x, y, pile="", height=0.5):
        """Lies at a place from ``t`` on."""
        self._cut(t)
        spot = (x, y, height)
        self.track.append(Stretch(t, END, spot, spot, pile, self.rng.gauss(0, 1)))

    def go(self, t0, t1, x, y, pile="", over=0.5, height=0.5, start=None):
        """Moves in a straight line, at most ``over`` mm high, and lies at its end.

        ``start`` is where it begins when it was off the felt. A motion that was to begin before the
        last one ended begins after it. Returns when it lies.
        """
        if self.track and t0 < self.track[-1].t0:
            t1, t0 = t1 + self.track[-1].t0 - t0, self.track[-1].t0
        begin = self.here or start
        if begin is None:
            self.lay(t1, x, y, pile, height)
            return t1
        self._cut(t0)
        mid = ((begin[0] + x) / 2, (begin[1] + y) / 2, over)
        half = (t0 + t1) / 2
        self.track.append(Stretch(t0, half, (begin[0], begin[1], begin[2]), mid))
        self.track.append(Stretch(half, t1, mid, (x, y, height)))
        self.lay(t1, x, y, pile, height)
        return t1

    def away(self, t):
        """Off the felt (a rack, the stub, a hand held high) from ``t`` on."""
        self._cut(max(t, self.track[-1].t0 if self.track else t))

    def hide(self, t0, t1):
        """Nothing reads it for a while."""
        self.hidden.append((t0, t1))

    def _cut(self, t):
        if self.track and self.track[-1].t1 == END:
            self.track[-1].t1 = max(t, self.track[-1].t0)


END = 1e9  # s: no end yet


class Felt:
    """All tags of a table, and hands above it."""

    def __init__(self, table, rng):
        self.table, self.rng = table, rng
        self.loops = loops(table)
        self.tags = []
        self.hands = []  # (from, to, x, y): a hand above the felt

    def tag(self, what):
        """A new tag: a card's name or a chip's denomination."""
        uid = "E0040150" + "".join(self.rng.choice("0123456789ABCDEF") for _ in range(8))
        out = Tag(uid, what, self.rng)
        self.tags.append(out)
        return out

    def spot(self, zone):
        """Centre of a loop."""
        loop = self.loops[zone]
        return loop.x, loop.y

    def toward(self, zone, mm):
        """A place ``mm`` nearer to the table's middle than a loop's centre."""
        x, y = self.spot(zone)
        r = (x * x + y * y) ** 0.5 or 1.0
        return x - x / r * mm, y - y / r * mm

    def over(self, t0, t1, x, y):
        """A hand stays above a place."""
        self.hands.append((t0, t1, x, y))
