"""What four readers hear: inventory rounds of 16 slots over the tags that lie on each loop.

Air times of ISO 15693 at the high data rate are those of radio.md. A slot in which two tags
answer is a collision; the stronger tag may win it (then nobody knows of the other), else the round
goes on with a longer mask. A tag whose number ends like its neighbour's therefore stays hard to
read for as long as both lie together.
"""

import math

EMPTY_MS, BUSY_MS, REQUEST_MS = 0.51, 4.59, 2.1


class Air:
    """Radio of one evening, drawn from the ranges of radio.md."""

    def __init__(self, rng, plan):
        self.capture = rng.uniform(0.10, 0.20)  # of collisions
        self.ghost = rng.uniform(0.01, 0.02)
        self.crc = rng.uniform(0.005, 0.01)
        self.fixed_ms = rng.uniform(1.5, 7.0)  # field on, switch, load look
        self.budget_ms = rng.uniform(120, 400)
        self.one_first = rng.random() < 0.5  # one slot first, sixteen when it collides
        self.tuned = rng.random() < 0.7  # stack-tuned chips
        self.shadow = rng.uniform(0.01, 0.04)  # share of the time
        self.stray = rng.uniform(0.01, 0.05)  # a wrong mouth quadrant hears the card
        self.load = rng.choice(["real"] * 8 + ["flat", "noise"])
        self.noise = rng.uniform(1, 3)
        self.drift = rng.uniform(-3, 3) / 60  # counts a second
        self.base = {zone: rng.randint(380, 460) for zone in plan.loops}
        self.cross = {}
        for zone in plan.loops:
            pairs = []
            for other, _ in plan.near[zone]:
                if rng.random() < 0.4:
                    pairs.append((other, min(0.02, rng.lognormvariate(math.log(0.003), 0.5))))
            self.cross[zone] = pairs
        self.bursts = []

    def pile(self, n):
        """Chance that a chip among ``n`` on a spot does not wake up."""
        high = min(n, 8 + n // 6)  # more chips make more piles
        if self.tuned:
            return 0.006 + 0.0003 * high
        return 0.02 * high / 5 if high <= 5 else min(0.4, 0.02 + (high - 5) * 0.016)


class Scan:
    """Which antenna each reader turns to next."""

    def __init__(self, rng, plan):
        self.plan = plan
        self.keen = rng.random() < 0.55  # goes where something changed, or round and round
        self.gap = rng.choice([0.0, 0.002, 0.006, 0.012])  # between dwells: the board computes
        self.idle = math.exp(rng.uniform(math.log(0.15), math.log(0.6)))
        self.hot = rng.uniform(0.04, 0.11)
        self.slow = (None, 1.0)
        if rng.random() < 0.15:
            self.slow = (rng.choice(list(plan.readers)), rng.uniform(1.5, 3.5))
        self.away = None  # (reader, from, to)
        self.flaky = rng.random() < 0.10
        self.last = dict.fromkeys(plan.loops, -9.0)
        self.hot_until = dict.fromkeys(plan.loops, 0.0)
        self.turn = {name: rng.randrange(5) for name in plan.readers}

    def choose(self, reader, t):
        """``(zone, wait)``: the antenna to read, or None and how long to wait."""
        zones = self.plan.readers[reader]
        if not self.keen:
            self.turn[reader] = (self.turn[reader] + 1) % len(zones)
            return zones[self.turn[reader]], 0.0
        best, due = None, 1e9
        for zone in zones:
            every = self.hot if t < self.hot_until[zone] else self.idle
            if zone[0] == "m" and zone[1] == "o":
                every = min(every, 2 * self.hot)
            left = self.last[zone] + every - t
            if left < due:
                best, due = zone, left
        return (best, 0.0) if due <= 0 else (None, min(due, 0.05))


def shadowed(stays, share, rng):
    """Stays as bits of the same shape, with the shadows cut out as deaf ones."""
    out = []
    for t0, t1, zone, tag, miss, hold in stays:
        at = t0
        while t1 - t0 > 1.0:
            start = at + rng.expovariate(share / 1.5)
            if start >= t1:
                break
            stop = min(t1, start + rng.uniform(0.5, 3.0))
            out.append((at, start, zone, tag, miss, hold))
            out.append((start, stop, zone, tag, 1.0, hold * 0.9))
            at = stop
        out.append((at, t1, zone, tag, miss, hold))
    return out


class Film:
    """The recording of a timeline."""

    def __init__(self, timeline, air, scan, rng):
        self.air, self.scan, self.rng, self.plan = air, scan, rng, timeline.plan
        bits = shadowed(timeline.stays, air.shadow, rng)
        self.events = [(b[0], 1, i) for i, b in enumerate(bits) if b[1] > b[0]]
        self.events += [(b[1], 0, i) for i, b in enumerate(bits) if b[1] > b[0]]
        self.events.sort()
        self.bits = bits
        self.lying = {zone: {} for zone in self.plan.loops}
        self.load = dict.fromkeys(self.plan.loops, 0.0)
        self.hands = {}
        for t0, t1, zone, counts in timeline.hands:
            self.hands.setdefault(zone, []).append((t0, t1, counts))
        self.rows = []
        self.asked = self.missed = 0

    def run(self, end):
        """Rows ``(t_us, zone, tags, collision, crc, agc, partial)`` until ``end``."""
        clocks = {name: self.rng.uniform(0, 0.03) for name in self.plan.readers}
        index, events, count = 0, self.events, len(self.events)
        while True:
            reader = min(clocks, key=clocks.get)
            t = clocks[reader]
            if t >= end:
                break
            while index < count and events[index][0] <= t:
                self._change(events[index])
                index += 1
            clocks[reader] = t + self._step(reader, t)
        return self.rows

    def _step(self, reader, t):
        """One dwell; seconds until this reader is free again."""
        away = self.scan.away
        if away and away[0] == reader and away[1] <= t < away[2]:
            return away[2] - t
        zone, wait = self.scan.choose(reader, t)
        if zone is None:
            return wait
        self.scan.last[zone] = t
        took = self._dwell(zone, t) / 1000 + self.scan.gap
        slow, times = self.scan.slow
        return took * times if slow == reader else took

    def _change(self, event):
        t, begins, i = event
        _, _, zone, tag, miss, hold = self.bits[i]
        lying = self.lying[zone]
        if begins:
            lying[i] = (tag, miss)
            self.load[zone] += tag.load * hold
        else:
            lying.pop(i, None)
            self.load[zone] -= tag.load * hold
        self.scan.hot_until[zone] = t + 1.2

    def _dwell(self, zone, t):
        """Reads one antenna; returns the milliseconds it took."""
        air, rng = self.air, self.rng
        awake = self._awake(zone, t) if self.lying[zone] else []
        for other, chance in air.cross[zone]:
            lying = self.lying[other]
            if lying and rng.random() < chance:
                tag, miss = rng.choice(list(lying.values()))
                if miss < 1.0 and tag not in awake:
                    awake.append(tag)
        ms, collision, crc, partial = air.fixed_ms, False, False, False
        if not awake:
            ms += REQUEST_MS if air.one_first else 9.8
            collision = rng.random() < air.ghost * 0.25
            read = awake
        elif len(awake) == 1 and air.one_first:
            ms += 6.2
            crc = rng.random() < air.crc
            read = [] if crc else awake
        else:
            read, took, collision, crc, partial = self._rounds(awake)
            ms += took
        self.rows.append((int(t * 1e6), zone, read, collision, crc, self._agc(zone, t), partial))
        return ms

    def _awake(self, zone, t):
        """Tags that answer, by their own misses, the pile they lie in and a burst."""
        lying, rng, air = self.lying[zone].values(), self.rng, self.air
        chips = sum(1 for tag, _ in lying if not tag.card)
        cards = len(lying) - chips
        more = air.pile(chips) if chips > 1 else 0.0
        thick = 0.0 if cards < 3 else min(0.06, 0.004 * cards)
        for name, t0, t1, deaf in air.bursts:
            if name == zone and t0 <= t < t1:
                more, thick = max(more, deaf), max(thick, deaf)
        out = []
        for tag, miss in lying:
            if miss < 1.0:
                self.asked += miss < 0.5
                if rng.random() < 1 - (1 - miss) * (1 - (thick if tag.card else more)):
                    self.missed += miss < 0.5
                elif tag not in out:
                    out.append(tag)
        return out

    def _rounds(self, awake):
        """Slotted inventory: ``(read, ms, collision, crc, partial)``."""
        air, rng = self.air, self.rng
        ms = REQUEST_MS if air.one_first else 0.0
        todo, read, crc, open_ = [(awake, 0)], [], False, False
        if rng.random() < air.ghost:
            open_ = True
        while todo:
            group, depth = todo.pop(0)
            if ms > air.budget_ms:
                return read, ms, True, crc, True
            slots = {}
            for tag in group:
                slots.setdefault(tag.uid >> 4 * depth & 15, []).append(tag)
            ms += 1.6 + (16 - len(slots)) * EMPTY_MS + len(slots) * BUSY_MS
            for answer in slots.values():
                if len(answer) == 1:
                    if rng.random() < air.crc:
                        crc = True
                        self.missed += 1
                    else:
                        read.append(answer[0])
                elif rng.random() < air.capture:
                    read.append(rng.choice(answer))
                    self.missed += len(answer) - 1
                elif depth < 7:
                    todo.append((answer, depth + 1))
        return read, ms, open_, crc, False

    def _agc(self, zone, t):
        air = self.air
        if air.load == "flat":
            return 400
        if air.load == "noise":
            return 400 + int(self.rng.uniform(-25, 25))
        hand = 0
        for t0, t1, counts in self.hands.get(zone, ()):
            if t0 <= t < t1:
                hand = counts
        value = air.base[zone] - self.load[zone] - hand + air.drift * t
        return max(0, int(value + self.rng.gauss(0, air.noise / 2)))
