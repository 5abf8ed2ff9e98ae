"""What the antennas read of tags that lie and move: a world is drawn, then every dwell of it."""

import json
import math
from bisect import bisect_right

from .tenfelt import LOOPS, READERS, apart, outside

NEAR = 55  # mm outside a loop's edge within which a tag can still be heard


class Tag:
    """A card or a chip and its motions: (start, end, x, y of its end, height on the way)."""

    def __init__(self, uid, value, card):
        self.uid, self.value, self.card = uid, value, card
        self.at = None
        self.moves = []

    def free_from(self):
        """When its last motion ends."""
        return self.moves[-1][1] if self.moves else 0


def log_uniform(rng, low, high):
    """A draw that is even over decades."""
    return math.exp(rng.uniform(math.log(low), math.log(high)))


class World:
    """One table's radio, drawn from the ranges of the facts."""

    def __init__(self, rng, lively=True):
        self.rng = rng
        self.miss = rng.uniform(0.005, 0.012)
        self.pair = rng.uniform(0.03, 0.08)
        self.triple = rng.uniform(0.28, 0.42)
        self.pile = rng.uniform(0.5, 0.8)  # four and more, fanned or scattered
        self.tuned = rng.random() < 0.5
        self.edge = rng.uniform(0.1, 0.45)
        self.over = rng.uniform(0.2, 0.4)
        self.far = rng.uniform(0.01, 0.03)
        self.shadow = rng.uniform(0.01, 0.04)
        self.in_flight = log_uniform(rng, 0.12, 0.8)
        self.ghost = rng.uniform(0.0, 0.02)
        self.crc = rng.uniform(0.0, 0.01)
        self.stronger = rng.uniform(0.0, 0.01)
        self.load_works = rng.random() > 0.2
        self.card_load, self.chip_load = rng.uniform(5, 14), rng.uniform(2, 7)
        self.noise = rng.uniform(1, 3)
        self.program = rng.choice(["round", "adaptive", "adaptive", "bound"])
        self.overhead = log_uniform(rng, 1, 9)
        self.idle, self.busy = log_uniform(rng, 150, 600), log_uniform(rng, 40, 130)
        self.slow = rng.randrange(4) if rng.random() < 0.15 else None
        self.bias = {name: rng.uniform(380, 455) for name in LOOPS}
        self.drift = {name: rng.uniform(-3, 3) for name in LOOPS}
        names = list(LOOPS)
        self.hears = {name: [] for name in names}
        for i, one in enumerate(names):
            for other in names[i + 1 :]:
                if apart(one, other) <= 125 and rng.random() < 0.4:
                    level = log_uniform(rng, 0.001, 0.02)
                    self.hears[one].append((other, level))
                    self.hears[other].append((one, level))
        self.burst = None
        if lively and rng.random() < 0.12:  # a phone, a bracelet
            self.burst = (rng.choice(names[:18]), rng.uniform(5, 60) * 1000, rng.uniform(0.3, 1))

    def rest(self, name, x, y):
        """The chance that a loop reads a lone tag at rest."""
        gap = outside(name, x, y)
        if name.startswith("mouth"):
            return 1 - self.miss if gap < 0 else (0.02 if gap < 30 else 0)
        if gap > NEAR:
            return 0
        if gap > 20:
            return self.far
        if gap > 0:
            return self.over
        return 1 - (self.edge if gap > -10 else self.miss)

    def crowd(self, card, count):
        """How much of that chance is left among others."""
        if card:
            return 1 - (0, 0, self.pair, self.triple, self.pile)[min(count, 4)]
        if self.tuned:
            return 1 - self.miss
        if count <= 5:
            return 1 - 0.004 * count
        return 1 - min(0.6, 0.02 + (count - 5) * 0.016 + max(0, count - 10) * 0.014)


def air_ms(count):
    """How long an inventory takes."""
    return (2.1, 6.2, 14.0, 20.0, 27.0)[count] if count < 5 else 7.0 * count


class Radio:
    """Plays the motions of tags to the antennas of a world."""

    def __init__(self, world, tags, end_ms, hands):
        self.world, self.rng, self.end = world, world.rng, end_ms
        self.hands = {}
        for name, start, end in hands:
            self.hands.setdefault(name, []).append((start, end, self.rng.uniform(1, 8)))
        self.heard = {name: [] for name in LOOPS}
        for tag in tags:
            self._lay(tag)
        self.slices = {name: self._sliced(rows) for name, rows in self.heard.items()}

    def _lay(self, tag):
        where = None
        for i, (start, end, x, y, height) in enumerate(tag.moves):
            if where is not None:
                self._pass(tag, start, end, where, (x, y), height)
            until = tag.moves[i + 1][0] if i + 1 < len(tag.moves) else self.end
            where = (x, y)
            if height >= 90:  # held up before the eyes
                continue
            if until > end:
                self._lie(tag, end, until, x, y)

    def _lie(self, tag, start, until, x, y):
        rng, world = self.rng, self.world
        for name in LOOPS:
            chance = world.rest(name, x, y)
            if not chance:
                continue
            if chance > 0.5:
                chance *= 1 - min(0.3, rng.expovariate(1 / 0.01))
            shadows, at = [], start + 300 + rng.expovariate(world.shadow / 1500)
            while at < until:
                lasts = rng.uniform(500, 2500)
                shadows.append((at, at + lasts))
                at += lasts + rng.expovariate(world.shadow / 1500)
            at = start
            for dark, light in shadows:
                self.heard[name].append((at, dark, tag, chance, True))
                self.heard[name].append((dark, min(light, until), tag, 0.0, chance > 0.5))
                at = light
            if at < until:
                self.heard[name].append((at, until, tag, chance, True))

    def _pass(self, tag, start, end, here, there, height):
        if height > 60 or end <= start:
            return
        steps = max(2, int(math.dist(here, there) / 8))
        chance = self.world.in_flight * (1 if height < 12 else 0.7 - height / 90)
        if chance <= 0:
            return
        inside = {}
        for k in range(steps + 1):
            part = k / steps
            x, y = (a + (b - a) * part for a, b in zip(here, there, strict=True))
            for name in LOOPS:
                if abs(LOOPS[name][0] - x) < 110 and outside(name, x, y) < 0:
                    at = start + (end - start) * part
                    inside.setdefault(name, [at, at])[1] = at
        for name, (first, last) in inside.items():
            self.heard[name].append((first, last + 2, tag, chance, False))

    @staticmethod
    def _sliced(rows):
        """The rows of each stretch of time between two changes."""
        edges = sorted({edge for row in rows for edge in row[:2]})
        slices = [[] for _ in edges]
        place = {edge: i for i, edge in enumerate(edges)}
        for row in rows:
            for i in range(place[row[0]], place[row[1]] if row[1] > row[0] else place[row[0]]):
                slices[i].append(row)
        return edges, slices

    def now(self, name, at):
        """What can be heard on a loop now."""
        edges, slices = self.slices[name]
        i = bisect_right(edges, at) - 1
        return slices[i] if i >= 0 else ()

    def dwells(self):
        """All dwells, in order of time."""
        out = []
        for number, names in enumerate(READERS):
            out += self._reader(number, names)
        out.sort(key=lambda row: row[0])
        return out

    def _reader(self, number, names):
        world, rng = self.world, self.rng
        slowness = 3 if world.slow == number else 1
        last = dict.fromkeys(names, -1000.0)
        hot = dict.fromkeys(names, 0.0)
        before = {}
        at = rng.uniform(0, 20)
        while at < self.end:
            name = max(names, key=lambda n: (at - last[n]) / self._want(n, hot, at))
            if world.program != "round" and at - last[name] < self._want(name, hot, at):
                at += 4
                continue
            row = self._dwell(name, at)
            seen = frozenset(row[2])
            if seen != before.get(name):
                before[name], hot[name] = seen, at + 1500
            last[name] = at
            took = 3 + air_ms(min(60, len(row[2]))) + world.overhead * rng.uniform(0.5, 1.5)
            at += took * slowness
            yield row

    def _want(self, name, hot, at):
        world = self.world
        if world.program == "bound":
            return world.busy if name.startswith(("mouth", "line")) else world.idle * 0.6
        if world.program == "round":
            return world.idle
        if name.startswith("mouth"):
            return min(world.busy, 60)
        return world.busy if at < hot[name] else world.idle

    def _dwell(self, name, at):
        world, rng = self.world, self.rng
        rows = self.now(name, at)
        cards = sum(1 for row in rows if row[4] and row[2].card and row[3] > 0.15)
        chips = sum(1 for row in rows if row[4] and not row[2].card and row[3] > 0.15)
        read, load = [], 0.0
        dark = 0
        if world.burst and world.burst[0] == name and 0 < at - world.burst[1] < 2500:
            dark = world.burst[2]
        for row in rows:
            tag, chance = row[2], row[3]
            part = chance or float(row[4])  # a tag in the shadow still loads the loop
            load += (world.card_load if tag.card else world.chip_load) * part
            if row[4]:
                chance *= world.crowd(tag.card, cards if tag.card else chips)
            if rng.random() < chance * (1 - dark):
                read.append(tag.uid)
        for other, level in world.hears[name]:
            if rng.random() < level:
                loud = [row for row in self.now(other, at) if row[4] and row[3] > 0.5]
                read += [rng.choice(loud)[2].uid] if loud else []
        for start, end, weight in self.hands.get(name, ()):
            if start <= at <= end:
                load += weight
        crowded = len(read) > 1
        if crowded and rng.random() < world.stronger:
            read.pop(rng.randrange(len(read)))
        rng.shuffle(read)
        read = list(dict.fromkeys(read))
        agc = world.bias[name] + world.drift[name] * at / 60000 + rng.gauss(0, world.noise / 2)
        agc -= 150 * (1 - math.exp(-load / 150)) if world.load_works else 0
        return at, name, read, rng.random() < world.ghost, rng.random() < world.crc, int(agc)


def lines(header, dwells, keys):
    """The recording as text, one line a dwell or key."""
    rows = [(at, _line(at, *rest)) for at, *rest in dwells]
    rows += [
        (at, json.dumps({"t_us": int(at * 1000), "key": key}, separators=(",", ":")))
        for at, key in keys
    ]
    rows.sort(key=lambda row: row[0])
    return [json.dumps(header, separators=(",", ":"))] + [row[1] for row in rows]


def _line(at, name, read, collision, crc, agc):
    uids = ",".join(f'"{uid}"' for uid in read)
    flags = f'"collision":{str(collision).lower()},"crc_error":{str(crc).lower()}'
    return f'{{"t_us":{int(at * 1000)},"antenna":"{name}","uids":[{uids}],{flags},"agc":{agc}}}'
