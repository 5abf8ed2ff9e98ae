"""The radio of a recording: what it is like is drawn anew for each hand, then every look is cast.

Ranges are those of the design's notes on the radio. A hand has two or three things that are bad
(``TROUBLES``, which take the whole of their range); all else stays in the quiet part of it.
"""

import math
from bisect import bisect_right

from tests.detection.eleventh.elevenfelt import loops
from tests.detection.eleventh.elevenscene import FOREVER, where

TROUBLES = ("flight", "shade", "edges", "talk", "slow", "away", "tags", "load", "metal", "ghosts")
EDGE_MM = 12  # to both sides of a loop's edge
NEAR_MM, FAR_MM, TALK_MM = 20, 50, 125
PILE_MM = 22  # cards whose middles are closer than this lie aligned


def logarithmic(rng, low, high):
    """A number of a range that spans decades."""
    return math.exp(rng.uniform(math.log(low), math.log(high)))


class Air:
    """What one hand's radio is like."""

    def __init__(self, rng):
        self.rng = rng
        self.bad = set(rng.sample(TROUBLES, rng.choice((0, 1, 2, 2, 3))))
        self.single = rng.uniform(0.005, 0.01)
        self.pair = rng.uniform(0.03, 0.08 if "tags" in self.bad else 0.05)
        self.chip_kind = rng.choice(("untuned", "tuned", "tuned", "gen2"))
        if "tags" not in self.bad and self.chip_kind == "untuned":
            self.chip_kind = "tuned"
        self.dark = self._range("shade", 0.01, 0.018, 0.04)
        self.edge = (0.1, 0.5 if "edges" in self.bad else 0.3)
        self.flight = self._range("flight", 0.05, 0.12, 0.30)
        self.talk = self._range("talk", 0.001, 0.004, 0.02)
        self.ghost = self._range("ghosts", 0.01, 0.012, 0.02)
        self.crc = self._range("ghosts", 0.005, 0.006, 0.01)
        self.stronger = rng.uniform(0.1, 0.2) * 0.05  # of looks at several tags
        self.fixed_ms = rng.uniform(1, 7 if "slow" in self.bad else 4)
        self.load_kind = "real"
        if "load" in self.bad and rng.random() < 0.8:
            self.load_kind = rng.choice(("constant", "wild"))
        self.noise = rng.uniform(1, 3 if "load" in self.bad else 2) / 2
        self.drift = rng.uniform(-3, 3) / 60
        self.card_load, self.chip_load = rng.uniform(5, 14), rng.uniform(2, 7)
        self.pairs = {}  # (loop, loop) -> whether they hear each other

    def _range(self, trouble, low, quiet, high):
        return logarithmic(self.rng, low, high if trouble in self.bad else quiet)

    def chip_miss(self, height):
        """Misses of each chip in a stack so high."""
        if self.chip_kind == "gen2":
            return self.rng.uniform(0.001, 0.005)
        if self.chip_kind == "tuned":
            return self.rng.uniform(0.005, 0.01)
        steps = ((1, 0.01), (5, 0.02), (10, 0.10), (20, 0.40))
        for (few, least), (many, most) in zip(steps, steps[1:], strict=False):
            if height <= many:
                return least + (most - least) * max(height - few, 0) / (many - few)
        return 0.40

    def pile_miss(self, count):
        """Misses of each of so many aligned cards."""
        if count <= 1:
            return self.single
        if count == 2:
            return self.pair
        return 0.35 if count == 3 else self.rng.uniform(0.80, 0.95)

    def hears(self, one, other):
        """Whether two loops that lie close hear each other's tags: four in ten do."""
        pair = tuple(sorted((one, other)))
        if pair not in self.pairs:
            self.pairs[pair] = self.rng.random() < 0.4
        return self.pairs[pair]


class Scan:
    """When one reader looks at which of its loops."""

    def __init__(self, rng, air, reader, hasty):
        self.rng, self.air = rng, air
        self.loops = [loop for loop in loops().values() if loop.reader == reader]
        self.keen = hasty
        slowest = 0.06 if "slow" in air.bad else 0.02
        self.rest = logarithmic(rng, 0.001, slowest)  # of processor and bus, after each dwell
        self.calm = rng.uniform(0.25, 0.9 if "slow" in air.bad else 0.5)
        self.quick = logarithmic(rng, 0.04, 0.18 if "slow" in air.bad else 0.09)
        self.gaps = []
        self.last = {loop.name: -rng.random() for loop in self.loops}
        rng.shuffle(self.loops)
        self.turn = 0

    def away(self, end):
        """The reader fails for seconds, or is slow for the whole hand."""
        if self.rng.random() < 0.4:
            self.rest *= self.rng.uniform(2, 4)
            return
        for _ in range(self.rng.choice((1, 1, 2))):
            start = self.rng.uniform(0, end)
            self.gaps.append((start, start + self.rng.uniform(0.8, 5.0)))

    def revisit(self):
        """About how long a loop waits for its next look, in s."""
        return self.quick * 1.4 if self.keen else len(self.loops) * (self.rest + 0.009)

    def next(self, t, stirred):
        """``(t, loop)`` of the next look. ``stirred(loop)``: something happened there lately."""
        for start, end in self.gaps:
            t = end if start <= t < end else t
        if not self.keen:
            self.turn = (self.turn + 1) % len(self.loops)
            return t, self.loops[self.turn]
        due = []
        for order, loop in enumerate(self.loops):
            period = self.quick if stirred(loop) else self.calm
            due.append((self.last[loop.name] + period, order, loop))
        when, _, loop = min(due)
        t = max(t, when)
        self.last[loop.name] = t
        return t, loop


def air_s(count, chips):
    """Air time of asking for so many tags, in s."""
    if count == 0:
        return 0.0021
    if count == 1:
        return 0.0062
    return (0.0072 * count if not chips else 0.004 + 0.0062 * count) * (1 if count < 12 else 0.95)


class Antenna:
    """Which legs lie near a loop, and what a look at it brings."""

    def __init__(self, loop, air, rng):
        self.loop, self.air, self.rng = loop, air, rng
        self.base = rng.randint(390, 455)
        self.legs = []  # (start, end, tag, leg)
        self.next, self.active = 0, []
        self.metal = None
        self.factors = {}  # (tag, leg) -> tag's own load
        self.misses = {}
        self.stirs = []

    def add(self, tag, leg):
        """A leg that may come near."""
        loop = self.loop
        if tag.value and not loop.hears_chips:
            return
        reach = TALK_MM if leg.height == 0 else 10
        left, right = sorted((leg.x, leg.to_x))
        low, high = sorted((leg.y, leg.to_y))
        if right < loop.x - loop.half_x - reach or left > loop.x + loop.half_x + reach:
            return
        if high < loop.y - loop.half_y - reach or low > loop.y + loop.half_y + reach:
            return
        if leg.height == 0 and loop.beyond(leg.x, leg.y) > reach:
            return
        self.legs.append((leg.start, leg.end, tag, leg))

    def ready(self):
        """All legs are known."""
        self.legs.sort(key=lambda row: row[0])
        self.stirs = sorted(
            row[0] for row in self.legs if self.loop.beyond(row[3].to_x, row[3].to_y) < FAR_MM
        )

    def stirred(self, t):
        """Something came or went here in the last second and a half."""
        return bisect_right(self.stirs, t) > bisect_right(self.stirs, t - 1.5)

    def here(self, t):
        """Legs that hold at a time; times only go forward."""
        while self.next < len(self.legs) and self.legs[self.next][0] <= t:
            self.active.append(self.legs[self.next])
            self.next += 1
        self.active = [row for row in self.active if row[1] > t]
        return [(tag, leg) for _, _, tag, leg in self.active]

    def chance(self, t, tag, leg, around):
        """How likely a look reads a tag that is on this leg."""
        if leg.height:
            return self._moving(t, leg)
        if any(start <= t < end for start, end in tag.dark):
            return 0.0
        beyond = self.loop.beyond(leg.x, leg.y)
        if beyond > FAR_MM:
            homes = [zone for zone, loop in loops().items() if loop.beyond(leg.x, leg.y) <= 0]
            talks = homes and self.air.hears(homes[0], self.loop.name)
            return self.air.talk if talks else 0.0
        return 1 - self._missed(tag, leg, beyond, around)

    def _missed(self, tag, leg, beyond, around):
        high = len(around) // (3 if self.loop.name == "pot" else 1)  # a pot is several stacks
        key = id(leg), high if tag.value else self._aligned(leg, around)
        if key not in self.misses:
            self.misses[key] = self._miss(key, beyond, tag)
        return self.misses[key]

    def _miss(self, key, beyond, tag):
        rng = self.rng
        if beyond > -EDGE_MM and self.loop.name.startswith("mouth"):
            return 1 - rng.uniform(0.002, 0.03)  # small loops: the other quadrants hardly hear it
        if beyond > EDGE_MM:
            near, far = rng.uniform(0.2, 0.4), rng.uniform(0.01, 0.03)
            share = max(0.0, (beyond - NEAR_MM) / (FAR_MM - NEAR_MM))
            return 1 - (near + (far - near) * share)
        miss = self.air.chip_miss(key[1]) if tag.value else self.air.pile_miss(key[1])
        miss *= rng.uniform(0.6, 1.4)
        return max(miss, rng.uniform(*self.air.edge)) if beyond > -EDGE_MM else min(miss, 0.97)

    @staticmethod
    def _aligned(leg, around):
        return sum(
            1
            for tag, other in around
            if not tag.value
            and other.height == 0
            and math.hypot(other.x - leg.x, other.y - leg.y) < PILE_MM
        )

    def _moving(self, t, leg):
        if self.loop.beyond(*where(leg, t)) > 3:
            return 0.0
        return max(0.0, 1 - leg.height / 75) * self.air.passing

    def load(self, t, around, hands):
        """The receiver's gain."""
        air, rng = self.air, self.rng
        if air.load_kind == "constant":
            return self.base
        if air.load_kind == "wild":
            return max(1, self.base + rng.randint(-60, 60))
        shift = air.drift * t + rng.gauss(0, air.noise)
        for tag, leg in around:
            beyond = self.loop.beyond(*where(leg, t))
            if beyond > 10 or leg.height > 30:
                continue
            if tag.uid not in self.factors:
                self.factors[tag.uid] = rng.uniform(0.85, 1.15)
            mean = air.chip_load if tag.value else air.card_load
            shift -= mean * self.factors[tag.uid] * (1.0 if beyond < -EDGE_MM else 0.5)
        for start, end, x, y in hands:
            if start <= t < end and self.loop.beyond(x, y) < 20:
                shift += rng.uniform(1, 8)
        return max(1, round(self.base + shift))


class Recorder:
    """Casts every look of a scene: rows of a recording."""

    def __init__(self, rng, scene, end):
        self.rng, self.scene, self.end = rng, scene, end
        self.air = Air(rng)
        self.antennas = {name: Antenna(loop, self.air, rng) for name, loop in loops().items()}
        self._darken()
        for tag in scene.tags:
            for leg in tag.legs:
                for antenna in self.antennas.values():
                    antenna.add(tag, leg)
        for antenna in self.antennas.values():
            antenna.ready()
        if "metal" in self.air.bad:
            victim = rng.choice(list(self.antennas.values()))
            start = rng.uniform(0, end)
            victim.metal = (start, start + rng.uniform(1.5, 7), rng.uniform(0.3, 1.0))
        hasty = rng.random() < 0.5
        readers = sorted({loop.reader for loop in loops().values()})
        self.scans = [Scan(rng, self.air, reader, hasty) for reader in readers]
        if "away" in self.air.bad:
            rng.choice(self.scans).away(end)
        self.air.passing = min(0.95, self._passing())

    def _darken(self):
        """Each tag at rest is out of reach now and then: a hand above it, a tilt, a squaring up."""
        for tag in self.scene.tags:
            for leg in tag.legs:
                if leg.height:
                    continue
                t, stop = leg.start, min(leg.end, self.end)
                while t < stop:
                    lasts = self.rng.uniform(0.5, 3.0)
                    t += self.rng.expovariate(self.air.dark / (1.75 * (1 - self.air.dark)))
                    tag.shade(t, t + lasts)
                    t += lasts

    def _passing(self):
        """Chance of a look at a card that passes: so many of the pitched ones are read at all."""
        looks, pitched = 0.0, 0
        for leg in self.scene.pitches:
            pitched += 1
            for scan in self.scans:
                for loop in scan.loops:
                    if loop.name.startswith("mouth") or loop.beyond(leg.to_x, leg.to_y) <= 3:
                        continue
                    inside = sum(
                        loop.beyond(*where(leg, leg.start + (leg.end - leg.start) * i / 40)) <= 3
                        for i in range(40)
                    )
                    seconds = inside / 40 * (leg.end - leg.start)
                    looks += seconds / scan.revisit() * max(0.0, 1 - leg.height / 75)
        return self.air.flight * pitched / looks if looks else 0.5

    def rows(self):
        """Dwells as ``(t, antenna, uids, collision, crc_error, agc)``, in order."""
        out = []
        for scan in self.scans:
            t = self.rng.uniform(0, 0.03)
            while t < self.end:
                at = t
                t, loop = scan.next(t, lambda one, at=at: self.antennas[one.name].stirred(at))
                row, seconds = self._look(self.antennas[loop.name], t)
                t += seconds
                out.append((t, loop.name, *row))
                t += scan.rest
        return sorted(out, key=lambda row: (row[0], row[1]))

    def _look(self, antenna, t):
        rng, air = self.rng, self.air
        around = antenna.here(t)
        uids = [
            tag.uid
            for tag, leg in around
            if rng.random() < antenna.chance(t, tag, leg, around) and not self._metal(antenna, t)
        ]
        collision = crc_error = False
        if rng.random() < air.ghost:
            uids, collision = [], True
        elif len(uids) > 1 and rng.random() < air.stronger:
            uids.pop(rng.randrange(len(uids)))
        if uids and rng.random() < air.crc:
            uids.pop(rng.randrange(len(uids)))
            crc_error = True
        rng.shuffle(uids)
        seconds = air.fixed_ms / 1000 + air_s(len(uids), antenna.loop.hears_chips)
        return (uids, collision, crc_error, antenna.load(t, around, self.scene.hands)), seconds

    def _metal(self, antenna, t):
        metal = antenna.metal
        return metal is not None and metal[0] <= t < metal[1] and self.rng.random() < metal[2]


def at_rest(tag, t):
    """Place of a tag that lies still at a time, else None: for tests of the truth."""
    for leg in tag.legs:
        if leg.start <= t < min(leg.end, FOREVER) and not leg.height:
            return leg.x, leg.y
    return None
