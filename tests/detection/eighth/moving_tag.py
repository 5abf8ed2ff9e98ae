"""Things with a tag and the way they go: knots of time and place, straight between them."""

import math

FACES = {"down": 1, "up": -1}
INLAY = (14.0, 19.0)  # mm from the middle of a card: the inlay sits off centre on a diagonal


class Track:
    """A tag and its knots ``(t, x, y, z)``; a knot without a place is a thing out of reach."""

    def __init__(self, uid, chip, what):
        self.uid, self.chip, self.what = uid, chip, what
        self.knots = [(-1.0, None, None, None)]
        self.last = 0.0

    def _knot(self, t, x, y, z):
        if t < self.knots[-1][0]:
            t = self.knots[-1][0]
        self.knots.append((t, x, y, z))
        self.last = t

    @property
    def place(self):
        """Where it was left: ``(x, y)``, or None out of reach."""
        _, x, y, _ = self.knots[-1]
        return None if x is None else (x, y)

    def appear(self, t, x, y, z=0.0):
        """Comes into reach at a place."""
        self._knot(t, None, None, None)
        self._knot(t, x, y, z)

    def vanish(self, t):
        """Goes out of reach."""
        _, x, y, z = self.knots[-1]
        if x is not None:
            self._knot(t, x, y, z)
        self._knot(t, None, None, None)

    def go(self, t0, t1, x, y, high=0.0, rest=0.0):
        """Moves from where it is, ``high`` mm above the felt midway, and comes to rest."""
        _, x0, y0, z0 = self.knots[-1]
        t0 = max(t0, self.last)
        t1 = max(t1, t0 + 0.02)
        self._knot(t0, x0, y0, z0)
        if high:
            self._knot(t0 + (t1 - t0) * 0.15, x0 + (x - x0) * 0.15, y0 + (y - y0) * 0.15, high)
            self._knot(t0 + (t1 - t0) * 0.85, x0 + (x - x0) * 0.85, y0 + (y - y0) * 0.85, high)
        self._knot(t1, x, y, rest)

    def legs(self):
        """``(t0, t1, p0, p1)`` of every stretch within reach, places as ``(x, y, z)``."""
        for a, b in zip(self.knots, self.knots[1:], strict=False):
            if a[1] is not None and b[1] is not None and b[0] > a[0]:
                yield a[0], b[0], a[1:], b[1:]
        t, x, y, z = self.knots[-1]
        if x is not None:
            yield t, math.inf, (x, y, z), (x, y, z)


class Card(Track):
    """A playing card: its tag lies off centre, so a place of the card is not that of its tag."""

    def __init__(self, uid, name):
        super().__init__(uid, False, name)
        self.turn, self.face = 0.0, "down"

    def _tag(self, x, y):
        dx, dy = INLAY[0] * FACES[self.face], INLAY[1]
        c, s = math.cos(self.turn), math.sin(self.turn)
        return x + dx * c - dy * s, y + dx * s + dy * c

    def lay(self, t, x, y):
        """Appears with its middle at a place."""
        self.appear(t, *self._tag(x, y))

    def send(self, t0, t1, x, y, high=0.0, rest=0.0, turn=None, face=None):
        """Moves so that its middle ends at a place, turned to ``turn`` radians."""
        self.turn = self.turn if turn is None else turn
        self.face = face or self.face
        self.go(t0, t1, *self._tag(x, y), high=high, rest=rest)


def where(leg, t):
    """``(x, y, z)`` on a stretch at a time."""
    t0, t1, a, b = leg
    if t1 == math.inf or t <= t0:
        return a
    if t >= t1:
        return b
    f = (t - t0) / (t1 - t0)
    return a[0] + (b[0] - a[0]) * f, a[1] + (b[1] - a[1]) * f, a[2] + (b[2] - a[2]) * f
