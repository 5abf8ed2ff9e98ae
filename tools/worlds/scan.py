"""When which loop is read: one walk a reader, by need or round and round, each reading taking time.

A reading costs what the air takes for the tags that lie there, so a loop full of chips delays its
reader's others. One reader may be slow, or away for a while.
"""

from bisect import bisect_left, bisect_right
from heapq import heapify, heapreplace

EMPTY_MS, TAG_MS, LONGEST_MS = 5.0, 5.5, 70.0  # one reading: nothing there, each tag, at most
HOT_S = 1.2  # a loop whose load has just changed is read often for so long
REVISIT_S = (0.04, 1.0)
POT_FACTOR = 2.5  # chips that lie in the pot are read less often


class Scan:
    """Reading times of every loop: ``times[i]`` in seconds, ``lasts[i]`` how long each took."""

    def __init__(self, felt, world, air, end, rng):
        self.felt = felt
        self.w = world
        self.rng = rng
        self.end = end
        self.times = [[] for _ in felt.loops]
        self.lasts = [[] for _ in felt.loops]
        self.starts = [sorted(h.t0 for h in rows if h.own) for rows in air.of]
        self.ends = [sorted(h.t1 for h in rows if h.own) for rows in air.of]
        self.changes = [sorted(a + b) for a, b in zip(self.starts, self.ends, strict=True)]
        mouth = [i for i, loop in enumerate(felt.loops) if loop.zone.startswith("mouth")]
        at_mouth = sorted(t for i in mouth for t in self.starts[i])
        for i in mouth:
            self.changes[i] = at_mouth
        self.away = self._absences()
        for number, name in enumerate(felt.readers):
            loops = [loop.index for loop in felt.loops if loop.reader == name]
            self._walk(loops, number)

    def _absences(self):
        """``(from, to)`` of the dull reader's absences."""
        out = []
        rate = self.w["away_min"] / 60
        t = self.rng.expovariate(rate) if rate else self.end
        while t < self.end:
            dur = self.rng.uniform(0.5, max(0.5, self.w["away_s"]))
            out.append((t, t + dur))
            t += dur + self.rng.expovariate(rate)
        return out

    def _walk(self, loops, number):
        """One reader reads its loops, the one most overdue first."""
        rng = self.rng
        dull = number == self.w["dull"]
        factor = self.w["slow"] if dull else 1.0
        away = list(self.away) if dull else []
        adaptive = self.w["program"] == "adaptive"
        base = [self._period(i, factor) for i in loops]
        due = [(rng.uniform(0, p), k) for k, p in enumerate(base)]
        heapify(due)
        quick = [max(REVISIT_S[0], p * 0.35) for p in base]
        now = 0.0
        jitter = [0.94 + 0.12 * rng.random() for _ in range(61)]
        n = 0
        while True:
            at, k = due[0]
            now = at if at > now else now
            if away and now >= away[0][0]:
                now = max(now, away[0][1])
                away.pop(0)
            if now >= self.end:
                return
            i = loops[k]
            tags = bisect_right(self.starts[i], now) - bisect_right(self.ends[i], now)
            took = min(LONGEST_MS, EMPTY_MS + TAG_MS * tags) / 1000
            self.times[i].append(now)
            self.lasts[i].append(took)
            period = base[k]
            if adaptive and self._hot(i, now):
                period = quick[k]
            n += 1
            heapreplace(due, (now + period * jitter[n % 61], k))
            now += took

    def _hot(self, i, now):
        changes = self.changes[i]
        at = bisect_left(changes, now)
        return at > 0 and now - changes[at - 1] < HOT_S

    def _period(self, i, factor):
        """Seconds between two readings of a loop when nothing is due there."""
        base = self.w["revisit_s"] * self.rng.uniform(0.8, 1.25) * factor
        zone = self.felt.loops[i].zone
        if zone.startswith("mouth"):
            base *= 0.6
        if zone == "pot":
            base *= POT_FACTOR
        return min(REVISIT_S[1], max(REVISIT_S[0], base))

    def revisit_s(self):
        """Mean time between two readings of a loop."""
        gaps = [(row[-1] - row[0]) / (len(row) - 1) for row in self.times if len(row) > 1]
        return sum(gaps) / len(gaps) if gaps else 0.0
