"""Where each tag of a recording is at each moment: legs of rest and motion, in s and mm."""

import math
from collections import namedtuple

Leg = namedtuple("Leg", "start end x y to_x to_y height")
FOREVER = 1e9


def where(leg, t):
    """Place of a leg's tag at a time."""
    if leg.end >= FOREVER or leg.x == leg.to_x and leg.y == leg.to_y:
        return leg.x, leg.y
    share = (t - leg.start) / max(leg.end - leg.start, 1e-6)
    return leg.x + (leg.to_x - leg.x) * share, leg.y + (leg.to_y - leg.y) * share


class Tag:
    """A card (``value`` 0) or a chip. It is out of the radio's reach where it has no place."""

    def __init__(self, uid, name, value=0):
        self.uid = uid
        self.name = name  # of the card
        self.value = value
        self.legs = []
        self.place = None
        self.free = 0.0  # when the motion it is in ends
        self.dark = []  # spans of time in which nothing reads it

    def lie(self, t, point):
        """It rests at a point from a time on, however it came there."""
        t = max(t, self.free)
        self._leave(t)
        self.legs.append(Leg(t, FOREVER, *point, *point, 0.0))
        self.place, self.free = point, t

    def go(self, t, seconds, point, height=4.0, start=None):
        """It moves to a point and rests there; returns when it has come."""
        t = max(t, self.free)
        origin = start or self.place
        self._leave(t)
        self.legs.append(Leg(t, t + seconds, *origin, *point, height))
        self.free = t + seconds
        self.legs.append(Leg(self.free, FOREVER, *point, *point, 0.0))
        self.place = point
        return self.free

    def vanish(self, t):
        """It leaves the felt: into a stack, the deck, a hand."""
        t = max(t, self.free)
        self._leave(t)
        self.place, self.free = None, t

    def shade(self, start, end):
        """Something keeps the field from it for a while."""
        self.dark.append((start, end))

    def _leave(self, t):
        if self.legs and self.legs[-1].end >= FOREVER:
            self.legs[-1] = self.legs[-1]._replace(end=t)


class Scene:
    """All tags, what was keyed, and the hands that hover over the felt."""

    def __init__(self):
        self.tags = []
        self.keys = []  # (t, key)
        self.hands = []  # (start, end, x, y)
        self.pitches = []  # legs of cards on their way from the mouth

    def tag(self, uid, name, value=0):
        """A new tag."""
        self.tags.append(Tag(uid, name, value))
        return self.tags[-1]

    def key(self, t, what, **fields):
        """Something is keyed."""
        self.keys.append((t, {"what": what, **fields}))

    def hover(self, start, end, point):
        """A hand over the felt, which shifts the gain of the loop below it."""
        self.hands.append((start, end, *point))


def travel(start, end, speed_mm_s):
    """Seconds from one point to another."""
    return math.dist(start, end) / speed_mm_s
