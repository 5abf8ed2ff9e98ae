"""The way of one tag over the felt."""

from bisect import bisect_right

AWAY = 500.0  # mm: too high, or too far, for any loop


class Track:
    """Points in time, joined by straight legs; between legs the tag lies still."""

    def __init__(self, x, y, z=AWAY):
        self.times, self.points = [0.0], [(x, y, z)]

    @property
    def end(self):
        """When the last motion ends."""
        return self.times[-1]

    @property
    def here(self):
        """Where it is after the last motion."""
        return self.points[-1]

    def go(self, start, stop, x, y, z=0.0):
        """Lie still until `start`, then move, to arrive at `stop`."""
        if start < self.times[-1] - 1e-9 or stop < start:
            raise ValueError(f"a tag cannot leave at {start}: it moves until {self.times[-1]}")
        self.times += [start, stop]
        self.points += [self.points[-1], (x, y, z)]

    def put(self, t, x, y, z=0.0):
        """Be somewhere else at once."""
        self.go(t, t, x, y, z)

    def lift(self, t):
        """Be gone at once."""
        self.put(t, *self.here[:2], AWAY)

    def at(self, t):
        """Position at a moment."""
        i = bisect_right(self.times, t)
        if i == len(self.times):
            return self.points[-1]
        a, b = self.times[i - 1], self.times[i]
        f = 0 if b <= a else (t - a) / (b - a)
        return tuple(
            p + f * (q - p) for p, q in zip(self.points[i - 1], self.points[i], strict=True)
        )

    def legs(self, until):
        """(start, stop, from, to) of each stretch of time that lasts."""
        ends = [*zip(self.times, self.points, strict=True), (until, self.points[-1])]
        for (a, p), (b, q) in zip(ends, ends[1:], strict=False):
            if b > a:
                yield a, b, p, q
