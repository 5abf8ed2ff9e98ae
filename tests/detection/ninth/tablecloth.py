"""The felt: where the loops are, which tag lies over which of them, and from when to when.

Seconds and millimetres. A stay is ``[from, to, zone, tag, miss, hold]``: ``miss`` is the chance
that a powered loop does not wake the tag, ``hold`` how much of its load the loop feels.
"""

import math
import tomllib
from functools import lru_cache
from pathlib import Path

TABLES = Path(__file__).parents[3] / "hardware" / "tables"
CROSS_MM = 125  # a loop whose edge is nearer may hear the tag (radio.md, things in motion)
STUB = (0.0, -300.0)


class Tag:
    """A card or chip: its number on air, its face or worth, and what it weighs on a loop."""

    __slots__ = ("uid", "card", "worth", "load", "stay", "name")

    def __init__(self, uid, card, worth, load):
        self.uid, self.card, self.worth, self.load = uid, card, worth, load
        self.stay = None
        self.name = f"E0040150{uid:08X}"


class Cloth:
    """Loops of one table description."""

    def __init__(self, table):
        with open(TABLES / f"{table}.toml", "rb") as file:
            plan = tomllib.load(file)
        self.seats = plan["seats"]
        self.loops = {}
        self.readers = {name: [] for name in plan["readers"]}
        for a in plan["antennas"]:
            half = (a["d"] / 2, a["d"] / 2) if "d" in a else (a["w"] / 2, a["h"] / 2)
            self.loops[a["zone"]] = (a["x"], a["y"], *half)
            self.readers[a["reader"]].append(a["zone"])
        self.near = {zone: self._neighbours(zone) for zone in self.loops}

    def _neighbours(self, zone):
        """Zones whose tags this loop may hear, with the gap between the edges in mm."""
        x, y, w, h = self.loops[zone]
        out = []
        for other, (ox, oy, ow, oh) in self.loops.items():
            if other == zone or other[:5] == zone[:5] == "mouth":
                continue
            dx = max(0.0, abs(x - ox) - w - ow)
            dy = max(0.0, abs(y - oy) - h - oh)
            gap = math.hypot(dx, dy)
            if gap <= CROSS_MM:
                out.append((other, gap))
        return out

    def centre(self, place):
        """Point of a zone, or the point itself."""
        if isinstance(place, tuple):
            return place
        return STUB if place in ("stub", "mouth") else self.loops[place][:2]

    def over(self, point):
        """The loop under a point, or None."""
        for zone, (x, y, w, h) in self.loops.items():
            if abs(point[0] - x) <= w and abs(point[1] - y) <= h and zone[:5] != "mouth":
                return zone
        return None

    def ahead(self, seat, far):
        """The point ``far`` mm past the bet spot of a seat, towards the middle."""
        x, y = self.loops[f"line:{seat}"][:2]
        size = math.hypot(x, y) or 1.0
        return (x - x / size * far, y - y / size * far)

    @lru_cache(maxsize=512)  # noqa: B019 - a few tables live as long as the program
    def crossed(self, start, end):
        """``(zone, from, to)`` of loops on the straight way, as shares of it, ends left out."""
        (x0, y0), (x1, y1) = self.centre(start), self.centre(end)
        out = []
        for zone, (x, y, w, h) in self.loops.items():
            if zone[:5] == "mouth" or zone in (start, end):
                continue
            low, high = 0.0, 1.0
            for a, d, c, half in ((x0, x1 - x0, x, w), (y0, y1 - y0, y, h)):
                if abs(d) < 1e-6:
                    low, high = (low, high) if abs(a - c) <= half else (1.0, 0.0)
                    continue
                one, two = (c - half - a) / d, (c + half - a) / d
                low, high = max(low, min(one, two)), min(high, max(one, two))
            if high > low:
                out.append((zone, low, high))
        return out

    def length(self, start, end):
        """Millimetres between two places."""
        (x0, y0), (x1, y1) = self.centre(start), self.centre(end)
        return math.hypot(x1 - x0, y1 - y0)


@lru_cache(maxsize=4)
def cloth(table):
    """The loops of a table, read once."""
    return Cloth(table)


class Timeline:
    """All stays of a recording, and the hands held over loops."""

    def __init__(self, plan):
        self.plan = plan
        self.stays = []
        self.hands = []  # (from, to, zone, counts)

    def lay(self, tag, t, zone, miss, hold=1.0):
        """A tag comes to rest at ``t``; ``zone`` None: where no loop reads."""
        self.lift(tag, t)
        if zone is not None:
            tag.stay = [t, None, zone, tag, miss, hold]
            self.stays.append(tag.stay)

    def lift(self, tag, t):
        """A tag leaves where it lies."""
        if tag.stay is not None:
            tag.stay[1] = max(t, tag.stay[0])
            tag.stay = None

    def touch(self, tag, t0, t1, zone, miss, hold=0.5):
        """A tag passes over a loop without resting there."""
        self.stays.append([t0, t1, zone, tag, miss, hold])

    def hand(self, t0, t1, zone, counts):
        """A hand hangs over a loop: the receiver's gain falls by ``counts``."""
        self.hands.append((t0, t1, zone, counts))

    def close(self, end):
        """Ends what still lies somewhere."""
        for stay in self.stays:
            if stay[1] is None or stay[1] > end:
                stay[1] = end
