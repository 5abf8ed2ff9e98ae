"""Four readers walk their loops; each dwell is what an inventory would have heard."""

import heapq
import itertools
import math

from tests.detection.third.stage import place_at

AIR = (  # tags of an inventory, its air time (ms)
    (0, 2.1), (1, 6.2), (2, 13.6), (3, 18.5), (5, 27), (10, 57), (20, 128), (40, 267), (80, 540),
)  # fmt: skip
UNTUNED = ((1, 0.006), (5, 0.02), (10, 0.1), (20, 0.4), (40, 0.7))  # chips, misses
CROSSTALK_MM = 125  # loops this near hear each other
APART_MM = 120  # loops of two readers nearer than this are never on at once
EXCHANGE_S = 0.007  # a tag has to stay in the field for so long


def between(points, n):
    """Linear between points, the last value beyond them."""
    for (n0, y0), (n1, y1) in itertools.pairwise(points):
        if n <= n1:
            return y0 + (y1 - y0) * max(0, n - n0) / (n1 - n0)
    return points[-1][1]


def couple(loop, world, x, y, z):
    """Chance that one dwell reads a tag here (1 = as good as centred)."""
    outside = loop.edge(x, y) / loop.scale
    if outside > 0:
        outside = loop.edge(x, y) / loop.scale / world.reach
    if outside > 75:
        return 0.0
    if outside <= -10:
        share = 1.0
    elif outside <= 0:
        share = 1.0 - 0.3 * (outside + 10) / 10
    elif outside <= 20:
        share = 0.7 - 0.4 * outside / 20
    else:
        share = 0.3 * math.exp(-(outside - 20) / 11)
    if z > 1:
        share *= math.exp(-((z / world.zr) ** 2))
    return share if share > 0.004 else 0.0


def crowd_miss(world, kind, pile, n):
    """Misses of a tag by the others of its pile."""
    if kind == "card":
        return _card_miss(world, pile, n)
    high = n if n <= 12 else 12 + (n - 12) * 0.25
    if pile[0] == "pot":
        high = min(n, 4 + n * 0.15)
    if world.chip == "tuned":
        return 0.005 + 0.005 * min(1, high / 20)
    if world.chip == "untuned":
        return between(UNTUNED, high)
    return 0.001 + 0.004 * min(1, high / 40)


def _card_miss(world, pile, n):
    if n < 2:
        return 0
    if pile[0] == "hand":
        return world.two_cards if n == 2 else 0.2
    aligned = 1 + (n - 1) * world.align
    if aligned <= 2:
        return world.two_cards * (aligned - 1)
    if aligned <= 3:
        return world.two_cards + (0.35 - world.two_cards) * (aligned - 2)
    return min(0.9, 0.35 + 0.5 * (aligned - 3))


class Field:
    """The loops over time: what rests on each, and what a dwell reads.

    ``counts``: dwells times the tags at rest well inside the loop, and the misses among them.
    """

    def __init__(self, stage, end):
        self.stage, self.rng, self.world = stage, stage.rng, stage.world
        self.loops = stage.loops
        self.counts = [0, 0]
        self._crosstalk = self._draw_crosstalk()
        rng = self.rng
        self._base = [rng.uniform(385, 460) for _ in self.loops]  # AGC of a bare loop
        self._drift = [
            self.world.agc_drift * rng.uniform(0.3, 1) * rng.choice([-1, 1]) for _ in self.loops
        ]
        self._bursts = self._draw_bursts(end)
        self._events = sorted(
            (segment[0], k, i)
            for k, tag in enumerate(stage.tags)
            for i, segment in enumerate(tag.segments)
        )
        self._next = 0
        # {tag: (coupling, misses, pile, inside, counted)} of each loop
        self.resting = [{} for _ in self.loops]
        self._moving = {}
        self._placed = {}
        self._hands = [[] for _ in self.loops]
        index = {loop.zone: i for i, loop in enumerate(self.loops)}
        for start, stop, zone in stage.hands:
            self._hands[index[zone]].append((start, stop))
        self._under_hand = rng.uniform(0.6, 0.97)

    def _draw_crosstalk(self):
        """Directed pairs: a tag on the one loop is now and then read at the other."""
        rng, world = self.rng, self.world
        pairs = [[] for _ in self.loops]
        if not world.xtalk_on:
            return pairs
        low, high = (math.log(share) for share in world.xtalk)
        for i, one in enumerate(self.loops):
            for j, other in enumerate(self.loops):
                if i != j and one.gap(other) <= CROSSTALK_MM and rng.random() < world.xpairs:
                    pairs[i].append((j, math.exp(rng.uniform(low, high))))
        return pairs

    def _draw_bursts(self, end):
        """A phone or metal on a loop."""
        rng = self.rng
        count = self.world.bursts * end / 60
        count = int(count) + (rng.random() < count % 1)
        bursts = []
        for _ in range(count):
            start = rng.uniform(0, end)
            bursts.append((start, start + rng.uniform(0.4, 4), rng.randrange(len(self.loops))))
        return bursts

    def advance(self, t):
        """Tags come to rest and leave up to a time."""
        while self._next < len(self._events) and self._events[self._next][0] <= t:
            _, k, i = self._events[self._next]
            self._next += 1
            for j in self._placed.pop(k, ()):
                self.resting[j].pop(k, None)
            self._moving.pop(k, None)
            segment = self.stage.tags[k].segments[i]
            if segment[10]:
                self._moving[k] = segment
            elif segment[7] <= 900:
                self._place(k, segment)

    def _place(self, k, segment):
        rng, world = self.rng, self.world
        x, y, z, pile = segment[5], segment[6], segment[7], segment[9]
        chip = self.stage.tags[k].kind == "chip"
        misses = world.miss * math.exp(rng.gauss(0, 0.5))
        if rng.random() < world.bad_place:
            misses += rng.uniform(0.05, 0.35) * (0.4 if world.noise == "quiet" else 1)
        placed = []
        for j, loop in enumerate(self.loops):
            if chip and not loop.chips:
                continue
            if abs(loop.x - x) > loop.half_width + 95 or abs(loop.y - y) > loop.half_height + 95:
                continue
            share = couple(loop, world, x, y, z)
            if share:
                counted = share >= 0.8 and z < 3
                self.resting[j][k] = (share, misses, pile, share >= 0.6, counted)
                placed.append(j)
            if share > 0.5:
                for other, heard in self._crosstalk[j]:
                    if chip and not self.loops[other].chips:
                        continue
                    if k not in self.resting[other]:
                        self.resting[other][k] = (heard, 0, None, False, False)
                        placed.append(other)
        self._placed[k] = placed

    def _shadowed(self, tag, t):
        """Something lies or is held over a tag for a while, again and again."""
        rng, shadow = self.rng, self.world.shadow
        if shadow <= 0:
            return False
        if tag.shadow_to < 0:
            tag.shadow_from = t + rng.expovariate(shadow / 1.5) * rng.random()
            tag.shadow_to = tag.shadow_from + rng.uniform(0.5, 3)
        while t > tag.shadow_to:
            tag.shadow_from = tag.shadow_to + rng.expovariate(shadow / 1.5)
            tag.shadow_to = tag.shadow_from + rng.uniform(0.5, 3)
        return t >= tag.shadow_from

    def dwell(self, j, t):
        """``(uids, collision, crc error, AGC)`` of one loop."""
        hand = any(start <= t <= stop for start, stop in self._hands[j])
        got, load = self._at_rest(j, t, hand)
        load = self._in_transit(j, t, got, load)
        rng, world = self.rng, self.world
        if world.noise != "quiet" or world.sched == "rr":
            rng.shuffle(got)
        uids = [tag.uid for tag in got]
        collision = self._collide(uids)
        crc = self._spoil(uids)
        if world.agc == "constant":
            agc = int(self._base[j])
        elif world.agc == "noise":
            agc = int(self._base[j] + rng.gauss(0, 3))
        else:
            under = self._base[j] - load + self._drift[j] * t / 60 + rng.gauss(0, world.agc_noise)
            agc = round(under - (world.hand_load * rng.uniform(0.3, 1) if hand else 0))
        return uids, collision, crc, max(0, agc)

    def _at_rest(self, j, t, hand):
        rng, world, tags = self.rng, self.world, self.stage.tags
        burst = any(start <= t <= stop and at == j for start, stop, at in self._bursts)
        piles = {}
        for k, (_, _, pile, inside, _) in self.resting[j].items():
            if pile and inside:
                piles[(pile, tags[k].kind)] = piles.get((pile, tags[k].kind), 0) + 1
        got, load = [], 0.0
        for k, (share, misses, pile, inside, counted) in self.resting[j].items():
            tag = tags[k]
            if inside:
                load += tag.load
            elif share > 0.1:
                load += tag.load * share * 0.6
            crowd = crowd_miss(world, tag.kind, pile, piles.get((pile, tag.kind), 1)) if pile else 0
            chance = share * (1 - misses) * (1 - crowd)
            if hand:
                chance *= self._under_hand
            if burst:
                chance *= 1 - world.burst_miss
            if self._shadowed(tag, t):
                chance *= 0.02
            read = rng.random() < chance
            if counted:
                self.counts[0] += 1
                self.counts[1] += not read
            if read:
                got.append(tag)
        return got, load

    def _in_transit(self, j, t, got, load):
        """Adds what is read on its way; returns the load with that of what passes."""
        world, loop = self.world, self.loops[j]
        for k, segment in self._moving.items():
            tag = self.stage.tags[k]
            if tag.kind == "chip" and not loop.chips:
                continue
            x, y, z = place_at(segment, t)
            if abs(loop.x - x) > loop.half_width + 70 or abs(loop.y - y) > loop.half_height + 70:
                continue
            share = couple(loop, world, x, y, z)
            if not share:
                continue
            load += tag.load * share * 0.7
            way = math.hypot(segment[5] - segment[2], segment[6] - segment[3])
            speed = way / max(0.02, segment[1] - segment[0])
            stay = 1 - speed * EXCHANGE_S / (2 * min(loop.half_width, loop.half_height))
            if self.rng.random() < share * max(0.0, stay) * world.flight_k:
                got.append(tag)
        return load

    def _collide(self, uids):
        rng, world = self.rng, self.world
        if len(uids) > 1 and rng.random() < world.coll:
            if rng.random() < world.coll_loses:
                uids.pop()
            return True
        return bool(world.ghost) and rng.random() < world.ghost * 0.25

    def _spoil(self, uids):
        """A CRC error: a UID is lost, or one that does not exist is read."""
        rng, world = self.rng, self.world
        if not world.crc or rng.random() >= world.crc * (0.2 if not uids else 1):
            return False
        draw = rng.random()
        if uids and draw < 0.8:
            uids.pop(rng.randrange(len(uids)))
        elif draw < 0.35:
            uids.append(f"E004{rng.getrandbits(48):012X}")
        return True


class Scan:
    """The readers' ways through their loops."""

    def __init__(self, stage, end):
        self.field = Field(stage, end)
        self.end = end
        self.rng, self.world, self.loops = stage.rng, stage.world, stage.loops
        rng, world, loops = self.rng, self.world, self.loops
        self._readers = list(dict.fromkeys(loop.reader for loop in loops))
        self._own = {
            name: [i for i, loop in enumerate(loops) if loop.reader == name]
            for name in self._readers
        }
        for own in self._own.values():
            if world.order == "shuffled":
                rng.shuffle(own)
            elif world.order == "far":
                own.sort(key=lambda i: (i % 2, i))
        self._near = {
            (i, j)
            for i, one in enumerate(loops)
            for j, other in enumerate(loops)
            if one.reader != other.reader and one.gap(other) < APART_MM
        }
        self._busy = {}  # {reader: (loop, until)}
        self._last = [-9.0] * len(loops)
        self._changed = [0.0] * len(loops)
        self._heard = [None] * len(loops)
        self._wanted = sorted(stage.wanted_zones)
        self._wanted_now = []
        count = len(self._readers)
        self._slow = self._readers[world.slow_reader % count] if world.slow else None
        self._away = self._readers[world.away_reader % count] if world.away else None
        self._at = dict.fromkeys(self._readers, 0)
        self._cycle = dict.fromkeys(self._readers, 0.0)
        self._queue = [(rng.uniform(0, 0.02), i, name) for i, name in enumerate(self._readers)]
        heapq.heapify(self._queue)
        self.dwells = []

    def run(self):
        """All dwells: ``(t_us, zone, uids, collision, crc error, AGC)`` in order of time."""
        world = self.world
        while self._queue:
            t, i, name = heapq.heappop(self._queue)
            if t > self.end:
                continue
            self._look_ahead(t)
            back = world.away_at + world.away_for
            if name == self._away and world.away_at <= t < back:
                again = back
            else:
                again = self._step(t, name)
            heapq.heappush(self._queue, (again, i, name))
        self.dwells.sort(key=lambda dwell: dwell[0])
        return self.dwells

    def _look_ahead(self, t):
        while self._wanted and self._wanted[0][0] <= t:
            self._wanted_now.append(self._wanted.pop(0))
        self._wanted_now = [wish for wish in self._wanted_now if wish[1] >= t]

    def _step(self, t, name):
        """One dwell of a reader, or none; returns when it is on again."""
        world, rng = self.world, self.rng
        period = world.period * (world.slow_k if name == self._slow else 1)
        own = self._own[name]
        if world.sched == "rr":
            j = own[self._at[name] % len(own)]
        else:
            j = self._most_due(own, t, period)
            if j is None:
                return t + period * 0.07 + 0.003
        for other, (at, until) in self._busy.items():
            if other != name and until > t and (j, at) in self._near:
                return t + 0.0015
        self.field.advance(t)
        uids, collision, crc, agc = self.field.dwell(j, t + world.fixed_ms / 1000)
        if world.physical:
            air = min(world.cap_ms, between(AIR, len(uids)))
        else:
            air = 2.1 + 1.2 * min(8, len(uids)) ** 0.5
        end = t + (world.fixed_ms + air) / 1000
        self._busy[name] = (j, end)
        self._last[j] = t
        if self._heard[j] != len(uids):
            self._changed[j] = t
            self._heard[j] = len(uids)
        self.dwells.append((int(end * 1e6), self.loops[j].zone, uids, collision, crc, agc))
        again = end + 0.0002
        if world.sched == "rr":
            self._at[name] += 1
            step = period / len(own)
            self._cycle[name] = max(self._cycle[name] + step, t + 0.001)
            again = max(again, self._cycle[name] + rng.uniform(-0.1, 0.1) * step)
        return again

    def _most_due(self, own, t, period):
        """The loop whose turn is the most overdue; None where none is due."""
        world = self.world
        zones = {zone for _, _, wish in self._wanted_now for zone in wish}
        best, most = -9, own[0]
        for j in own:
            if self.loops[j].zone in zones:
                every = period * 0.55
            elif t - self._changed[j] < 1.0:
                every = period * 0.8
            elif not self.field.resting[j]:
                every = min(0.95, period * world.idle_k)
            else:
                every = min(0.8, period * 1.6)
            due = (t - self._last[j]) / every
            if due > best:
                best, most = due, j
        return most if best >= 0.8 else None
