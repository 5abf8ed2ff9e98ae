"""Tags on the cloth: where each of them is at any moment, and whose hand is above a loop."""

import math

from tests.detection.seventh.fieldshape import REST_MM, described, odds

FLIGHT_MM = 30  # a thing carried by a hand
PEG = 1e9  # no end yet


class Tag:
    """A card or a chip and the stretches of its way."""

    def __init__(self, uid, kind, what):
        self.uid, self.kind, self.what = uid, kind, what
        self.way = []  # [t0, t1, x0, y0, z0, x1, y1, z1, pile]
        self.dark = []  # (t0, t1): tilted or covered, unreadable

    def place(self):
        """Where it lies at the end of what was told, None if off the table."""
        if not self.way or self.way[-1][1] < PEG:
            return None
        return self.way[-1][5], self.way[-1][6]


class Tabletop:
    """The cloth of a described table."""

    def __init__(self, name, rng):
        self.rng = rng
        self.loops, self.readers = described(name)
        self.tags = []
        self.hands = []  # (t0, t1, zone, strength)
        self.seats = sorted(int(z[5:]) for z in self.loops if z.startswith("seat:"))
        self._piles = 0

    def new(self, uid, kind, what):
        """A tag, not on the table yet."""
        tag = Tag(uid, kind, what)
        self.tags.append(tag)
        return tag

    def at(self, zone, spread=0.0):
        """A place in a zone, millimetres."""
        loop = self.loops[zone]
        return loop.x + self.rng.gauss(0, spread), loop.y + self.rng.gauss(0, spread)

    def between(self, one, two, share):
        """A place on the way from one zone's middle to another's."""
        a, b = self.loops[one], self.loops[two]
        return a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share

    def toward(self, zone, place, far):
        """A place so many mm from a zone's middle on the way to another place."""
        loop = self.loops[zone]
        dx, dy = place[0] - loop.x, place[1] - loop.y
        way = math.hypot(dx, dy) or 1
        return loop.x + dx / way * far, loop.y + dy / way * far

    def edge(self, zone, place):
        """Where a card short of a place is missed 10 to 50 % of the time, at a zone's edge."""
        loop, level = self.loops[zone], self.rng.uniform(0, 2.2)  # log odds of a read
        for far in range(20, 100):
            at = self.toward(zone, place, far)
            if odds(loop.coupling("card", *at, REST_MM)) <= level:
                return self.toward(zone, place, far - 0.5)
        return at

    def rack(self, seat):
        """Beside a player's cards, where chips are kept and no loop hears them."""
        s, n = self.loops[f"seat:{seat}"], self.loops[f"line:{seat}"]
        dx, dy = n.x - s.x, n.y - s.y
        way = math.hypot(dx, dy)
        return s.x - dy / way * 115, s.y + dx / way * 115

    def pile(self):
        """A name for tags that lie on each other."""
        self._piles += 1
        return self._piles

    def lay(self, tag, t, place, z=REST_MM, pile=None):
        """The tag is at a place from now on, without a way to it."""
        self._end(tag, t)
        tag.way.append([t, PEG, *place, z, *place, z, pile])

    def go(self, tag, t0, t1, place, z=REST_MM, fly=FLIGHT_MM, pile=None, start=None):
        """The tag moves within this time and rests there."""
        here = start or tag.place()
        if here is None:
            raise ValueError(f"{tag.what} moves from nowhere at {t0}")
        self._end(tag, t0)
        tag.way.append([t0, t1, *here, fly, *place, fly, None])
        tag.way.append([t1, PEG, *place, z, *place, z, pile])

    def off(self, tag, t0, t1=None, place=None):
        """The tag leaves the table, on the way to a place if one is given."""
        if place is not None:
            self.go(tag, t0, t1, place)
            t0 = t1
        self._end(tag, t0)

    def _end(self, tag, t):
        if tag.way and tag.way[-1][1] > t:
            if tag.way[-1][0] > t + 1e-6:
                raise ValueError(f"{tag.what} at {t} before {tag.way[-1][0]}")
            tag.way[-1][1] = max(t, tag.way[-1][0])

    def cover(self, zone, t0, t1, strength):
        """A hand or a thing above a zone: each read there fails with this probability."""
        if zone in self.loops:
            self.hands.append((t0, t1, zone, strength))
