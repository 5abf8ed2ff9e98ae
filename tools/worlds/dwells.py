"""Dwells: what each reading of each loop brings, misses and noise included."""

import math
from bisect import bisect_left
from operator import itemgetter

from tools.worlds.radio import METAL_MISS, METAL_S

GAIN = (386, 456)  # the receiver's gain over an empty loop, counts
LEAST = 24  # counts it cannot fall below, whatever lies there
DRIFT_MIN = 3.0  # counts a minute
STRONG_SLOTS = 16  # of an inventory


class Dwells:
    """The readings of a hand: ``rows`` are ``(t, loop index, uids, collision, crc, gain, ...)``."""

    def __init__(self, felt, world, air, scan, scene, end, rng):
        self.felt, self.w, self.air, self.scan, self.rng = felt, world, air, scan, rng
        self.end = end
        self.due = self.missed = 0
        self.read = [[[] for _ in row] for row in scan.times]
        self.flights = air.passed(scene, scan.times)
        for index in range(len(felt.loops)):
            self._resting(index)
        for index, number, uid, _ in self.flights:
            self.read[index][number].append(uid)
        self._metal()
        self._strangers()
        self.loads = self._loads(scene)
        self.rows = self._rows()

    def _resting(self, index):
        """Put every resting tag into the readings that hear it."""
        times, read, rng = self.scan.times[index], self.read[index], self.rng
        for heard in self.air.of[index]:
            i, stop = bisect_left(times, heard.t0), bisect_left(times, heard.t1)
            if i >= stop:
                continue
            uid, miss = heard.uid, heard.miss
            dark = self._dark(heard.shadows, times)
            if heard.own:
                self.due += stop - i
            got = 0
            if miss <= 0.3:
                skip = _next(rng, miss)
                for k in range(i, stop):
                    if skip == 0:
                        skip = _next(rng, miss)
                        continue
                    skip -= 1
                    if dark and k in dark:
                        continue
                    read[k].append(uid)
                    got += 1
            else:
                k = i + _next(rng, 1 - miss)
                while k < stop:
                    if not (dark and k in dark):
                        read[k].append(uid)
                        got += 1
                    k += 1 + _next(rng, 1 - miss)
            if heard.own:
                self.missed += stop - i - got

    def _dark(self, shadows, times):
        """Numbers of the readings that fall into shadows."""
        if not shadows:
            return None
        out = set()
        for a, b in shadows:
            out.update(range(bisect_left(times, a), bisect_left(times, b)))
        return out

    def _metal(self):
        """Metal or a phone on a loop for a while: most of its readings fail."""
        rate = self.w["metal_min"] / 60
        if not rate:
            return
        rng, t = self.rng, 0.0
        while True:
            t += rng.expovariate(rate)
            if t >= self.end:
                return
            index = rng.randrange(len(self.read))
            miss, dur = rng.uniform(*METAL_MISS), rng.uniform(*METAL_S)
            times = self.scan.times[index]
            for k in range(bisect_left(times, t), bisect_left(times, t + dur)):
                self.read[index][k] = [u for u in self.read[index][k] if rng.random() > miss]

    def _strangers(self):
        """UIDs of nobody: a damaged answer that passed its check."""
        rng = self.rng
        for _ in range(int(self.w["strange"] * rng.random() + 0.5)):
            index = rng.randrange(len(self.read))
            if self.read[index]:
                uid = f"E0040150{rng.getrandbits(32):08X}"
                rng.choice(self.read[index]).append(uid)

    def _loads(self, scene):
        """What the tags (and hands above) take of each loop's gain, reading by reading."""
        out = []
        for index, times in enumerate(self.scan.times):
            diff = [0.0] * (len(times) + 1)
            for heard in self.air.of[index]:
                if heard.load:
                    diff[bisect_left(times, heard.t0)] += heard.load
                    diff[bisect_left(times, heard.t1)] -= heard.load
            out.append(diff)
        for t0, t1, zone in scene.over:
            loop = self.felt.of.get(zone)
            if loop is None:
                continue
            times, diff = self.scan.times[loop.index], out[loop.index]
            takes = self.rng.uniform(1, 8)
            diff[bisect_left(times, t0)] += takes
            diff[bisect_left(times, t1)] -= takes
        return out

    def _rows(self):
        """All dwells in the order of their time."""
        rng, w = self.rng, self.w
        rows = []
        ghost, crc, partial = w["ghost"], w["crc"], w["partial"]
        kind = w["load"]
        noise = [
            round(rng.gauss(0, {"real": 1.2, "noisy": 3.0}.get(kind, 2.0))) for _ in range(997)
        ]
        at = 0
        for index in range(len(self.read)):
            gain = rng.uniform(*GAIN)
            drift = rng.uniform(-1, 1) * DRIFT_MIN / 60 if kind in ("drifting", "noisy") else 0.0
            mode = rng.randrange(2)
            load = 0.0
            diff = self.loads[index]
            for k, t in enumerate(self.scan.times[index]):
                load += diff[k]
                uids = self.read[index][k]
                collision = rng.random() < ghost
                broken = torn = False
                if uids:
                    if len(uids) > 1:
                        uids = self._collided(list(dict.fromkeys(uids)))
                    if rng.random() < crc:
                        broken = True
                        uids = uids[:-1]
                    if partial and rng.random() < partial:
                        torn = True
                        uids = uids[: rng.randrange(len(uids) + 1)]
                at += 1
                agc = gain + drift * t - load + noise[(at * 7) % 997]
                if kind == "useless":
                    agc = gain if mode else gain + noise[(at * 7) % 997] * 6
                took = self.scan.lasts[index][k]
                rows.append((t, index, uids, collision, broken, max(LEAST, int(agc)), torn, took))
        rows.sort(key=itemgetter(0, 1))
        return rows

    def _collided(self, uids):
        """Answers in one slot, decoded as the stronger one: the weaker is lost."""
        n = len(uids)
        lost = n * (n - 1) / 2 / STRONG_SLOTS * self.w["strong"]
        lost = min(lost, 0.12 * n)
        whole = int(lost)
        if self.rng.random() < lost - whole:
            whole += 1
        for _ in range(whole):
            uids.pop(self.rng.randrange(len(uids)))
        return uids


def _next(rng, p):
    """How many trials fail before the next success of chance ``p``."""
    if p <= 0:
        return 1 << 30
    if p >= 1:
        return 0
    return int(math.log(1.0 - rng.random()) / math.log(1 - p))
