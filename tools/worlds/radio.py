"""What the radio makes of things: which loop hears which resting tag, how badly, and for how long.

Misses belong to how a thing lies (they stay with it), to shadows (0.5 to 3 s), to metal on a loop,
and to chance. A tag on its way may be read by a loop it passes. All ranges are in ``families``.
"""

import math
from bisect import bisect_left

CENTRED_MM = {True: 14, False: 9}  # a card, a chip: so far inside the edge it lies well
PILES = {  # chips: misses each in a stack of 1, 5, 10, 20
    "untuned": ((1, 0.005), (5, 0.02), (10, 0.10), (20, 0.40)),
    "tuned": ((1, 0.004), (5, 0.005), (10, 0.007), (20, 0.01)),
    "uhf": ((1, 0.001), (5, 0.002), (10, 0.003), (20, 0.005)),
    "perfect": ((1, 0.0), (20, 0.0)),
}
COUPLING = {"slide": 1.0, "fly": 0.3, "sweep": 0.8, "carry": 0.15}  # in motion, against each other
# A card read once in flight flies low, so a second reading is likelier: nine in ten are read once.
AGAIN = 2.2
QUADRANT_BESIDE = 0.004  # a card held square at the mouth, read by a wrong quadrant
CARD_LOAD, CHIP_LOAD = (5, 14), (2, 7)  # counts of the receiver's gain
METAL_MISS = (0.3, 1.0)
METAL_S = (0.5, 3.0)
SHADOW_S = (0.5, 3.0)


class Heard:
    """One tag heard by one loop from ``t0`` to ``t1``; ``load``: what it takes of the gain."""

    __slots__ = ("t0", "t1", "miss", "uid", "load", "own", "shadows")

    def __init__(self, t0, t1, miss, uid, load, own, shadows):
        self.t0, self.t1 = t0, t1
        self.miss = miss
        self.uid = uid
        self.load = load
        self.own = own  # it lies in this very loop
        self.shadows = shadows


class Air:
    """All loops of a table in one world. ``of[i]``: what loop i hears over time."""

    def __init__(self, felt, world, rng):
        self.felt = felt
        self.w = world
        self.rng = rng
        self.of = [[] for _ in felt.loops]
        self.card_load = rng.uniform(*CARD_LOAD)
        self.chip_load = rng.uniform(*CHIP_LOAD)
        self.pairs = self._pairs()
        self._near = {}

    def _pairs(self):
        """Loops that hear each other's tags: ``lying index -> [(hearing index, rate)]``."""
        out = {}
        top = self.w["cross"]
        for hearing, lying in self.felt.beside:
            if top and self.rng.random() < self.w["cross_pairs"]:
                rate = math.exp(self.rng.uniform(math.log(min(0.001, top)), math.log(top)))
                row = out.setdefault(self.felt.of[lying].index, [])
                row.append((self.felt.of[hearing].index, rate))
        return out

    def rest(self, scene, end):
        """Take in every resting tag."""
        for tag in scene.tags:
            if tag.dead:
                continue
            factor = self.rng.uniform(0.85, 1.15)
            load = factor * (self.card_load if tag.card else self.chip_load)
            for rest in tag.rests:
                t1 = min(end, rest.t1 if rest.t1 is not None else end)
                if t1 <= rest.t0:
                    continue
                dark = self.shadows(rest.t0, t1)
                for index, miss, share, own in self._heard(tag, rest):
                    row = Heard(rest.t0, t1, miss, tag.uid, load * share, own, dark)
                    self.of[index].append(row)

    def shadows(self, t0, t1):
        """Times in which a resting tag answers nobody."""
        share = self.w["shadow"]
        if share <= 0:
            return ()
        mean = sum(SHADOW_S) / 2
        gap = mean * (1 - share) / share
        out = []
        t = t0 + self.rng.expovariate(1 / gap)
        while t < t1:
            dur = self.rng.uniform(*SHADOW_S)
            out.append((t, t + dur))
            t += dur + self.rng.expovariate(1 / gap)
        return out

    def _heard(self, tag, rest):
        """``(loop index, miss, share of the load, own)`` of a tag where it lies."""
        if rest.forced:
            return self._at_mouth(rest)
        rng, w = self.rng, self.w
        pile = self._pile(tag, rest.pile)
        out = []
        for loop, gap in self._around(rest.x, rest.y):
            if not tag.card and not loop.chips:
                continue
            if gap <= 0:
                centred = gap <= -CENTRED_MM[tag.card]
                base = w["miss"] if centred else rng.uniform(w["edge_lo"], w["edge_hi"])
                miss = 1 - (1 - base) * (1 - pile) * (1 - rest.spoilt)
                out.append((loop.index, miss, 1.0 if centred else 0.6, True))
                for other, rate in self.pairs.get(loop.index, ()):
                    if tag.card or self.felt.loops[other].chips:
                        out.append((other, 1 - rate, 0.0, False))
            else:
                read = self._outside(gap)
                if read > 0:
                    out.append((loop.index, 1 - read * (1 - pile), 0.2, False))
        return self._best(out)

    def _best(self, rows):
        """One row a loop: the likeliest reading."""
        best = {}
        for row in rows:
            if row[0] not in best or row[1] < best[row[0]][1]:
                best[row[0]] = row
        return best.values()

    def _outside(self, gap):
        """Chance of a reading from outside an edge, by the distance in mm."""
        w = self.w
        if gap <= 20:
            return w["near20"]
        if gap > 50 or not w["near50"]:
            return 0.0
        part = (gap - 20) / 30
        return math.exp(math.log(w["near20"]) * (1 - part) + math.log(w["near50"]) * part)

    def _around(self, x, y):
        """Loops within 50 mm of a point, with the distance."""
        out = []
        for loop in self.felt.loops:
            if abs(loop.x - x) < loop.hw + 50 and abs(loop.y - y) < loop.hh + 50:
                gap = loop.outside_mm(x, y)
                if gap <= 50:
                    out.append((loop, gap))
        return out

    def _at_mouth(self, rest):
        """A card held square over the four quadrants is felt by one of them."""
        out = []
        for q in (1, 2, 3, 4):
            index = self.felt.of[f"mouth:{q}"].index
            if q == rest.forced:
                out.append((index, self.w["miss"] + rest.spoilt, 1.0, True))
            elif self.w["cross"]:
                out.append((index, 1 - QUADRANT_BESIDE, 0.3, False))
        return out

    def _pile(self, tag, n):
        """Miss of one tag of a pile of n."""
        w = self.w
        if w.get("perfect") or n <= 1:
            return 0.0
        if tag.card:
            if n == 2:
                return w["two"]
            return 0.35 if n == 3 else w["four"]
        rows = PILES[w["chips"]]
        for (a, low), (b, high) in zip(rows, rows[1:], strict=False):
            if n <= b:
                return low + (high - low) * (n - a) / (b - a)
        return rows[-1][1]

    # -- in motion

    def passed(self, scene, times):
        """Readings of tags on their way: ``[(loop index, dwell number, uid, goal)]``.

        ``times[i]``: when loop i is read, in seconds. The share of pitched cards that are read at
        least once comes out as the world has it, as far as the scan has moments for it.
        """
        chances = []
        if not self.w["flight"]:
            return []
        for motion in scene.motions:
            if motion.tag.dead:
                continue
            row = self._passing(motion, times)
            if row:
                chances.append((motion, row))
        pitched = sum(1 for m in scene.motions if m.goal == "pitch")
        scale = _scale([r for m, r in chances if m.goal == "pitch"], pitched * self.w["flight"])
        out = []
        for motion, row in chances:
            read = 1.0
            for index, number, weight in row:
                if self.rng.random() < min(0.95, scale * weight) * read:
                    out.append((index, number, motion.tag.uid, motion.goal))
                    read = AGAIN if motion.goal else 1.0
        return out

    def _passing(self, motion, times):
        """Moments at which a loop on the way is read: ``(loop index, dwell number, weight)``."""
        x0, y0, x1, y1 = motion.x0, motion.y0, motion.x1, motion.y1
        dx, dy = x1 - x0, y1 - y0
        length = math.hypot(dx, dy)
        if length < 30:
            return ()
        ux, uy = dx / length, dy / length
        dur = motion.t1 - motion.t0
        weight = COUPLING[motion.how]
        out = []
        for loop in self.felt.loops:
            if not motion.tag.card and not loop.chips:
                continue
            px, py = loop.x - x0, loop.y - y0
            along = px * ux + py * uy
            side = abs(px * uy - py * ux)
            radius = loop.r or (loop.hw + loop.hh) / 2
            if side >= radius or along < -radius or along > length + radius:
                continue
            if loop.outside_mm(x0, y0) <= 0 or loop.outside_mm(x1, y1) <= 0:
                continue
            half = math.sqrt(radius * radius - side * side)
            a = motion.t0 + max(0.0, along - half) / length * dur
            b = motion.t0 + min(length, along + half) / length * dur
            row = times[loop.index]
            i = bisect_left(row, a)
            while i < len(row) and row[i] < b:
                out.append((loop.index, i, weight))
                i += 1
        return out


def _scale(rows, want):
    """Factor on the weights at which the expected number of cards read at all is ``want``."""
    if not rows:
        return 0.3
    lo, hi = 0.0, 4.0
    for _ in range(24):
        mid = (lo + hi) / 2
        total = 0.0
        for row in rows:
            none = 1.0
            for _, _, weight in row:
                none *= 1 - min(0.95, mid * weight)
            total += 1 - none
        if total < want:
            lo = mid
        else:
            hi = mid
    return hi
