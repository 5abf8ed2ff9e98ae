"""The readers at work: which antenna is read when, and which tags it hears of those about it.

A badly placed tag is missed in runs, a hand shades it for seconds, a loop hears a little of what
lies beside it: never independent coins.
"""

import random
from collections import defaultdict

from tests.detection.twelfth import tabletop
from tests.detection.twelfth.ranges import RANGES, log_uniform

SOONEST_S = 0.04  # revisit time at least
LATEST_S = 0.9  # no antenna waits longer for its reader
OPENED_S = 1.5  # so long an antenna where something changed is read more often


class Interval:
    """A tag about a loop for a while. ``hit``: chance of a read; ``once``: at most one read."""

    __slots__ = ("start", "end", "tag", "hit", "once", "good", "rest")

    def __init__(self, start, end, tag, hit, rest, once=False):
        self.start, self.end, self.tag = start, end, tag
        self.hit, self.rest, self.once, self.good = hit, rest, once, True


class Air:
    """What lies about each loop in the course of a hand, and how it is read."""

    def __init__(self, scene):
        self.scene = scene
        self.rng = random.Random(f"twelfth air {scene.seed}")
        self.values, self.radio = scene.radio.values, scene.radio
        self.end = scene.t + 2.0
        self.about = defaultdict(list)  # loop -> intervals
        self.misses = [0, 0]  # dwells that should have read a tag at rest, those that did not
        self.flights = [0, 0]  # pitched cards, those read on their way
        self._cross = self._pairs()
        self.quadrant = log_uniform(self.rng, 0.003, 0.06)
        for tag, legs in scene.stage.legs.items():
            self._tag(tag, legs)
        self.shades = self._shades()
        self._load()

    def _pairs(self):
        """``{(loop it lies on, loop that hears it): chance}`` of the pairs with cross-talk."""
        out = {}
        for a in self.scene.loops.values():
            for b in self.scene.loops.values():
                near = a is not b and tabletop.gap_mm(b, a.x, a.y) - min(a.w, a.h) / 2
                if a is not b and near < tabletop.NEAR_MM and self.rng.random() < 0.4:
                    out[a.name, b.name] = log_uniform(self.rng, *RANGES["cross"])
        return out

    def _tag(self, tag, legs):
        for i, leg in enumerate(legs):
            until = legs[i + 1].t if i + 1 < len(legs) else self.end
            if leg.kind == "rest":
                self._rest(tag, leg, until)
            elif leg.kind in ("way", "flight"):
                self._way(tag, leg)

    def _reads(self, loop, tag):
        return not (loop.cards_only and tag in self.scene.purse.value)

    def _rest(self, tag, leg, until):
        gaps = {
            name: tabletop.gap_mm(loop, leg.x, leg.y)
            for name, loop in self.scene.loops.items()
            if self._reads(loop, tag)
        }
        home = min(gaps, key=gaps.get)
        for name, gap in gaps.items():
            if gap > tabletop.NEAR_MM:
                continue
            if gap <= 0:
                hit = 1 - self._miss(leg, gap)
            else:
                # the quadrants are small: of one beside it each hears little
                hit = self._outside(gap) if name[:5] != "mouth" else self.quadrant
                if gaps[home] < 0:
                    hit = max(hit, self._cross.get((home, name), 0))
            if hit:
                self.about[name].append(Interval(leg.t, until, tag, hit, gap <= 0))

    def _miss(self, leg, gap):
        miss = leg.miss if leg.miss is not None else self.values["miss_rest"]
        if gap > -tabletop.EDGE_MM:
            miss = max(miss, self.rng.uniform(*RANGES["miss_edge"]))
        return miss

    def _outside(self, gap):
        """Chance that a loop reads a tag so far outside its edge."""
        if gap <= 20:
            return self.rng.uniform(*RANGES["beside_near"])
        if gap <= 50:
            low, high = self.rng.uniform(*RANGES["beside_far"]), RANGES["beside_near"][0]
            return high * (low / high) ** ((gap - 20) / 30)
        return 0.0

    def _way(self, tag, leg):
        """A tag in transit: it may be read over the loops it passes."""
        flight = leg.kind == "flight"
        self.flights[0] += flight
        over = []
        for loop in self.scene.loops.values():
            part = tabletop.crossed(loop, (leg.x, leg.y), (leg.to_x, leg.to_y))
            if part and self._reads(loop, tag):
                span = leg.end - leg.t
                over.append(
                    (loop.name, leg.t + part[0] * span, min(leg.end, leg.t + part[1] * span))
                )
        if flight:
            # about half of the stretches over a loop hold a dwell's beginning
            if over and self.rng.random() < min(1.0, self.radio.flight * 2):
                many = 2 if self.rng.random() < 0.1 else 1
                for name, start, end in self.rng.sample(over, min(many, len(over))):
                    self.about[name].append(Interval(start, end, tag, 1.0, False, once=True))
        elif self.radio.in_motion:
            for name, start, end in over:
                self.about[name].append(Interval(start, end, tag, self.radio.in_motion, False))

    def _shades(self):
        """``{loop: [(start, end, share of tags it shades, chance of a miss)]}``."""
        out = defaultdict(list)
        for hand in self.scene.stage.hands:
            out[hand.loop].append((hand.t, hand.end, 1.0, 1.0))
        share = self.rng.uniform(*RANGES["shadow_share"])
        for name in self.scene.loops:
            t = self.rng.expovariate(share / 1.4)
            while t < self.end:
                long = self.rng.triangular(0.5, 3.0, 0.9)
                part = self.rng.choice((1.0, 0.5, 0.3))
                out[name].append((t, t + long, part, 1.0))
                t += long + self.rng.expovariate(share / 1.4)
        for _ in range(self.radio.phones):
            name, t = self.rng.choice(sorted(self.scene.loops)), self.rng.uniform(0, self.end)
            out[name].append((t, t + self.rng.uniform(0.5, 2.5), 1.0, self.rng.uniform(0.3, 1.0)))
        return out

    def _shaded(self, name, tag, t):
        for start, end, part, chance in self.shades[name]:
            if start <= t < end and (hash_share(tag, start) < part) and self.rng.random() < chance:
                return True
        return False

    # -- load

    def _load(self):
        rng, values = self.rng, self.values
        self.base = {name: rng.randint(385, 455) for name in self.scene.loops}
        self.weight = {}
        for tag in self.scene.stage.legs:
            kind = "chip_counts" if tag in self.scene.purse.value else "card_counts"
            self.weight[tag] = values[kind] * rng.uniform(0.85, 1.15)
        self.drift = {name: rng.uniform(-1, 1) * values["drift_per_min"] for name in self.base}
        self.hand = rng.uniform(1, 8)

    def load(self, name, t, near):
        """The receiver's gain at a loop; ``near``: intervals at rest there."""
        if self.radio.load == "constant":
            return 412
        if self.radio.load == "rubbish":
            return self.rng.randint(300, 500)
        gain = self.base[name] - sum(self.weight[i.tag] for i in near)
        gain += self.drift[name] * t / 60 + self.rng.gauss(0, self.values["load_noise"])
        if any(s <= t < e and part == 1.0 for s, e, part, _ in self.shades[name]):
            gain += self.hand
        if self.scene.habits.coaster and name == f"seat:{self.scene.habits.coaster}":
            gain -= 9
        return max(0, round(gain))

    # -- dwells

    def dwells(self):
        """All lines of dwells, in the order of their time."""
        rows = []
        for reader in ("cards", "deck", "bets_a", "bets_b"):
            rows += self._reader(reader)
        rows.sort(key=lambda row: row["t_us"])
        self._noise(rows)
        return rows

    def _reader(self, reader):
        names = [name for name, loop in self.scene.loops.items() if loop.reader == reader]
        todo = {name: sorted(self.about[name], key=lambda i: -i.start) for name in names}
        active = {name: [] for name in names}
        last = {name: -self.rng.uniform(0, 0.3) for name in names}
        want = {name: log_uniform(self.rng, 0.05, 0.45) for name in names}
        opened, before = dict.fromkeys(names, -9.0), {}
        slow = self.radio.slowness if reader == self.radio.slow else 1.0
        resets = [(at * self.end, s) for who, at, s in self.radio.resets if who == reader]
        t, rows = self.rng.uniform(0.001, 0.02), []
        while t < self.end:
            for at, seconds in resets:
                if at <= t < at + seconds:
                    t = at + seconds
            ready = [n for n in names if t - last[n] >= SOONEST_S]
            if not ready:
                t = min(last.values()) + SOONEST_S + 1e-4
                continue
            name = self._next(ready, t, last, want, opened)
            last[name] = t
            uids, near = self._dwell(name, t, todo[name], active[name])
            if set(uids) != before.get(name, set()):
                opened[name] = t
            before[name] = set(uids)
            rows.append(self._row(name, t, uids, near))
            t += (0.003 + 0.006 * min(len(uids), 3) + 0.0045 * max(0, len(uids) - 3)
                  + self.radio.pause_s * self.rng.uniform(0.5, 1.5)) * slow  # fmt: skip
        return rows

    def _next(self, names, t, last, want, opened):
        late = [n for n in names if t - last[n] > LATEST_S]
        if late:
            return min(late, key=last.get)
        if self.radio.order == "ring":
            return min(names, key=last.get)

        def urgency(name):
            period = want[name] * (0.25 if t - opened[name] < OPENED_S else 1.0)
            return (t - last[name]) / period

        if self.radio.order == "urgent":
            return max(names, key=urgency)
        return self.rng.choices(names, [urgency(n) + 1e-9 for n in names])[0]

    def _dwell(self, name, t, todo, active):
        while todo and todo[-1].start <= t:
            active.append(todo.pop())
        active[:] = [i for i in active if i.end > t]
        uids = []
        for i in active:
            if self._heard(i) and not self._shaded(name, i.tag, t):
                uids.append(i.tag)
                if i.once:
                    i.hit = 0.0
                    self.flights[1] += 1
                    continue
            if i.rest:
                self.misses[0] += 1
                self.misses[1] += i.tag not in uids
        self.rng.shuffle(uids)
        return uids, [i for i in active if i.rest]

    def _heard(self, i):
        """Whether a tag answers: misses of a tag at rest come in runs."""
        if not i.rest or self.radio.run == 1.0:
            return self.rng.random() < i.hit
        stay = 1 - 1 / self.radio.run  # chance that a miss is followed by another
        miss = 1 - i.hit
        if i.good:
            i.good = self.rng.random() >= miss * (1 - stay) / max(1e-9, 1 - miss)
        else:
            i.good = self.rng.random() >= stay
        return i.good

    def _row(self, name, t, uids, near):
        many = len(uids) > 1
        return {
            "t_us": round(t * 1e6),
            "antenna": name,
            "uids": uids,
            "collision": many and self.rng.random() < self.values["ghost"],
            "crc_error": bool(uids) and self.rng.random() < self.values["crc"],
            "agc": self.load(name, t, near),
        }

    def _noise(self, rows):
        """UIDs of nobody, decoded from damaged answers, each once."""
        for _ in range(self.radio.ghosts):
            row = self.rng.choice(rows)
            row["uids"] = [*row["uids"], f"E004{self.rng.getrandbits(48):012X}"]


def hash_share(tag, start):
    """A number from 0 to 1 that a tag keeps throughout one shadow."""
    return random.Random(f"{tag} {start:.3f}").random()
