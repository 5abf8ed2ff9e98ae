"""Radio noise: how likely a tag is missed, and misses that stay with a badly placed tag.

A miss is decided by a Gaussian that has three parts: one drawn when the thing is put down (a badly
placed card stays badly placed), one that drifts over some tenths of a second, and a small one of
its own. Each alone is fair, so over many placements the share of misses is the probability asked
for; for one placement misses come in runs.
"""

import math
import random
from statistics import NormalDist

_NORMAL = NormalDist()
PLACE, DRIFT, OWN = math.sqrt(0.55), math.sqrt(0.30), math.sqrt(0.15)
DRIFT_US = 300_000

# Probabilities at factor 1 (design assumptions for one inventory each; to be calibrated).
CENTRED_MISS = 0.0075
EDGE_MISS = 0.30  # with the inlay over the wire of the loop
EDGE_MM = 15.0  # inside the loop, where the edge begins to be felt
OUTSIDE_READ = 0.30  # up to 20 mm outside the loop
FAR_READ = 0.02  # 50 mm outside
FAR_MM = 55.0
STACKED_CARDS_MISS = (0.0, 0.0, 0.055, 0.35)  # of 0, 1, 2, 3 aligned cards
STACKED_CARDS_MORE = 0.87
# Share of a stack's chips that stay without power, by its height: calculated, 80 stacks drawn for
# each (``unpowered`` of tools/hardware/stacks.py; 10 from 25 chips on). "stackable" resonate at 25
# to 27 MHz alone, "plain" at 13.56 to 16. Between the heights: on the straight line.
UNPOWERED_CHIPS = {
    "stackable": ((20, 0.0), (25, 0.024), (30, 0.033), (40, 0.055)),
    "plain": ((3, 0.0), (5, 0.0325), (8, 0.077), (10, 0.066), (15, 0.425), (20, 0.465)),
}
STRONGER_DECODED = 0.15  # share of collisions read as the stronger tag
GHOST = 0.015  # a collision flag with nothing behind it
CRC_ERROR = 0.0075


class Noise:
    """Seeded noise, scaled by ``factor``; factor 0 is a perfect radio.

    ``chips``: what tags the chips have, a key of ``UNPOWERED_CHIPS``.
    """

    def __init__(self, seed, factor, chips="stackable"):
        self.seed = seed
        self.unpowered = UNPOWERED_CHIPS[chips]
        self.factor = factor
        self.white = random.Random(f"{seed}/noise").random
        self._held = {}  # (uid, antenna) -> [rests, bucket, miss, place, conditional]

    def happens(self, probability):
        """True with a probability (scaled by the factor), independently of anything else."""
        return self.factor > 0 and self.white() < probability * self.factor

    def missed(self, thing, antenna, t_us, miss):
        """True when this inventory misses the thing, whose share of misses is ``miss``."""
        if miss <= 0.0:
            return False
        if miss >= 1.0:
            return True
        bucket = t_us // DRIFT_US
        key = (thing.uid, antenna)
        held = self._held.get(key)
        if held is None or held[0] != thing.rests:
            place = random.Random(f"{self.seed}/{thing.uid.hex()}/{antenna}/{thing.rests}")
            held = [thing.rests, None, None, place.gauss(0.0, 1.0), 0.0]
            self._held[key] = held
        if held[1] != bucket or held[2] != miss:
            drift = random.Random(f"{self.seed}/{thing.uid.hex()}/{antenna}/t{bucket}")
            bad = PLACE * held[3] + DRIFT * drift.gauss(0.0, 1.0)
            held[1], held[2] = bucket, miss
            held[4] = _NORMAL.cdf((_NORMAL.inv_cdf(miss) - bad) / OWN)
        return self.white() < held[4]

    def miss(self, edge_mm, scale, things):
        """Share of misses of one of ``things`` aligned things whose inlay is ``edge_mm`` from the
        loop's wire (negative: inside). ``scale``: the loop's size against a 90 mm one."""
        edge = edge_mm / scale
        if edge > 0:  # a neighbour's tag: what is rare is that it is read
            if edge <= 20:
                read = OUTSIDE_READ
            elif edge <= FAR_MM:
                read = OUTSIDE_READ + (FAR_READ - OUTSIDE_READ) * (edge - 20) / 30
            else:
                read = 0.0
            return 1.0 - min(1.0, max(0.0, read) * self.factor)
        miss = CENTRED_MISS
        if edge > -EDGE_MM:
            miss += (EDGE_MISS - CENTRED_MISS) * (1 + edge / EDGE_MM)
        miss = 1 - (1 - miss) * (1 - self._stacked(things))
        return min(1.0, miss * self.factor)

    def _stacked(self, things):
        kind, count = things
        if kind == "chip":
            return between(self.unpowered, count)
        if count < len(STACKED_CARDS_MISS):
            return STACKED_CARDS_MISS[count]
        return STACKED_CARDS_MORE


def between(points, x):
    """The value at ``x`` of the straight lines through ``points``; level before and after them."""
    before = points[0]
    for point in points:
        if x <= point[0]:
            share = (x - before[0]) / (point[0] - before[0]) if point != before else 0.0
            return before[1] + share * (point[1] - before[1])
        before = point
    return before[1]
