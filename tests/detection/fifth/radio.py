"""From ways over the felt to dwells: coupling, piles, shadows, load, and the scan."""

import heapq
import math
from collections import Counter
from itertools import count

REACH_MM = 100
HIGH_MM = 140  # nothing is read above
PILE_CARD_MM, PILE_CHIP_MM = 14, 12
# mean ms on the air for N tags in 16 slots (design/radio.md)
AIR_MS = ((0, 9.8), (1, 13.9), (2, 18.9), (3, 24.8), (5, 39), (10, 82), (20, 183), (40, 378))


def between(rows, x):
    """Straight lines between (x, y) rows, flat beyond the last."""
    if x <= rows[0][0]:
        return rows[0][1]
    for (x0, y0), (x1, y1) in zip(rows, rows[1:], strict=False):
        if x <= x1:
            return y0 + (y1 - y0) * (x - x0) / (x1 - x0)
    return rows[-1][1]


def below(value):
    """Share of a normal draw below `value`."""
    return 0.5 * (1 + math.erf(value / math.sqrt(2)))


class Radio:
    """Reads tags on their tracks as a world's loops would."""

    def __init__(self, rng, world, tracks, cards, until):
        self.rng, self.world, self.until = rng, world, until
        self.tracks, self.cards = tracks, cards
        self.edge = (
            (-25, 1.0), (-8, 0.98), (0, 1 - world.edge_miss), (20, world.beside),
            (50, world.far), (80, 0.001), (REACH_MM, 0.0),
        )  # fmt: skip
        self.hands = []  # (zone, start, stop, what it leaves of a read)
        self.busy = []  # (start, stop) when cards come off the deck
        self.at_rest, self.missed = 0, 0
        self.passing = []  # (tag, zone, t) of reads on the way
        self.slow_part = {}
        self.weight = {tag: rng.uniform(0.85, 1.15) for tag in tracks}
        self.strays = iter(range(3 if world.stray else 0))

    # what lies near which loop, and when

    def _prepare(self):
        self.near = {zone: [] for zone in self.world.loops}
        for tag, track in self.tracks.items():
            card = tag in self.cards
            for a, b, p, q in track.legs(self.until):
                if min(p[2], q[2]) > HIGH_MM:
                    continue
                for zone, loop in self.world.loops.items():
                    if loop.cards_only and not card:
                        continue
                    if self._misses_box(loop, p, q):
                        continue
                    self.near[zone].append((a, b, tag, p == q))
        for rows in self.near.values():
            rows.sort()
        self.shadows = {tag: self._shadows() for tag in self.tracks}
        self.sources = {zone: [] for zone in self.near}
        for (own, other), rate in self.world.cross.items():
            self.sources[other].append((own, rate))
        zones = [z for z in self.near if z.startswith("seat")]
        start = self.rng.uniform(0, self.until)
        if self.world.phone:
            leaves = 1 - self.rng.uniform(0.3, 1.0)
            stop = start + self.rng.uniform(2, 8)
            self.hands.append((self.rng.choice(zones), start, stop, leaves))

    @staticmethod
    def _misses_box(loop, p, q):
        wide, high = loop.half_w + REACH_MM, loop.half_h + REACH_MM
        return (
            max(p[0], q[0]) < loop.x - wide or min(p[0], q[0]) > loop.x + wide
            or max(p[1], q[1]) < loop.y - high or min(p[1], q[1]) > loop.y + high
        )  # fmt: skip

    def _shadows(self):
        share, out = self.world.shadowed, []
        t = self.rng.expovariate(share / 1.75)
        while t < self.until:
            stop = t + self.rng.uniform(0.5, 3)
            out.append((t, stop))
            t = stop + self.rng.expovariate(share / 1.75)
        return out

    # one look

    def _coupled(self, loop, x, y, z):
        if z > HIGH_MM:
            return 0.0
        out = loop.outside(x, y)
        if loop.kind == "mouth" and out > 0:
            out *= 2.2  # small loops, made not to hear the next quadrant
        return between(self.edge, out) / (1 + (z / 35) ** 3)

    def _piles(self, tags, t):
        """How many tags lie in the pile of each."""
        spots = {tag: self.tracks[tag].at(t) for tag in tags}
        sizes = {}
        for tag, (x, y, _) in spots.items():
            card = tag in self.cards
            reach = PILE_CARD_MM if card else PILE_CHIP_MM
            sizes[tag] = sum(
                (other in self.cards) == card and abs(u - x) < reach and abs(v - y) < reach
                for other, (u, v, _) in spots.items()
            )
        return sizes

    def _pile_miss(self, tag, n):
        world = self.world
        if tag in self.cards:
            return (world.miss, world.miss, world.pair_miss, 0.35)[n] if n < 4 else world.heap_miss
        if world.chip_tags == "untuned":
            return between(((1, 0.005), (5, 0.02), (10, 0.1), (20, 0.4)), n)
        return world.chip_miss

    def _draw(self, tag, zone, t):
        """A number below 1, alike from one look to the next."""
        rng, key = self.rng, (tag, zone)
        last, value = self.slow_part.get(key, (-1e9, 0.0))
        keep = math.exp(-(t - last) / self.world.persist_s)
        value = keep * value + math.sqrt(1 - keep * keep) * rng.gauss(0, 1)
        self.slow_part[key] = (t, value)
        grip = self.world.grip
        return below(grip * value + math.sqrt(1 - grip * grip) * rng.gauss(0, 1))

    def _look(self, zone, t, active, sizes):
        """(uids, load) of one dwell."""
        world, rng, loop = self.world, self.rng, self.world.loops[zone]
        leaves, hand = 1.0, 0.0
        for where, start, stop, rest in self.hands:
            if where == zone and start <= t <= stop:
                leaves, hand = min(leaves, rest), hand + rng.uniform(1, 8)
        uids, load = [], 0.0
        for a, b, tag, still in active:
            if not a <= t <= b:
                continue
            coupled = self._coupled(loop, *self.tracks[tag].at(t))
            if coupled <= 0:
                continue
            size = world.load_card if tag in self.cards else world.load_chip
            load += size * self.weight[tag] * coupled
            chance = coupled * leaves
            if still:
                chance *= 1 - self._pile_miss(tag, sizes.get(tag, 1))
                dark = any(s <= t <= e for s, e in self.shadows[tag])
                chance *= 0.02 if dark else 1
            else:
                chance *= world.moving
            read = self._draw(tag, zone, t) < chance
            if still and coupled > 0.9:
                self.at_rest += 1
                self.missed += not read
            if read:
                uids.append(tag)
                if not still:
                    self.passing.append((tag, zone, t))
        for own, rate in self.sources[zone]:
            uids += [tag for tag in self._lying(own, t) if rng.random() < rate
                     and not (loop.cards_only and tag not in self.cards)]  # fmt: skip
        return list(dict.fromkeys(uids)), load + hand

    def _lying(self, zone, t):
        loop = self.world.loops[zone]
        for a, b, tag, still in self.near[zone]:
            if a > t:
                break
            if still and b >= t and loop.outside(*self.tracks[tag].at(t)[:2]) < 0:
                yield tag

    # the scan

    def dwells(self):
        """All rows of the recording, readers side by side."""
        self._prepare()
        readers = {}
        for loop in self.world.loops.values():
            readers.setdefault(loop.reader, []).append(loop.zone)
        rows = [row for name, zones in readers.items() for row in self._walk(name, zones)]
        rows.sort(key=lambda row: row["t_us"])
        return rows

    def _walk(self, reader, zones):
        world, rng, ticket = self.world, self.rng, count()
        if world.order == "shuffled":
            zones = rng.sample(zones, len(zones))
        due = [(rng.uniform(0, 0.1), next(ticket), zone) for zone in zones]
        heapq.heapify(due)
        state = {zone: [0, [], {}, 0.0, ()] for zone in zones}  # next row, active, piles, hot, uids
        gone = rng.uniform(0, self.until), rng.uniform(0.8, 3.0)
        t = 0.0
        while True:
            when, _, zone = heapq.heappop(due)
            t = max(t, when)
            if reader == world.away and gone[0] <= t <= sum(gone):
                t = sum(gone)
            if t >= self.until:
                return
            row = self._dwell(zone, t, state[zone])
            yield row
            air = between(AIR_MS, len(row["uids"])) / 1000
            if world.program != "round" and not row["uids"]:
                air = 0.0021  # one slot says that nothing is there
            length = min(air, world.longest_s) * world.stretch[reader] + world.fixed_s
            heapq.heappush(due, (t + self._interval(zone, t, state[zone]), next(ticket), zone))
            t += length

    def _interval(self, zone, t, state):
        world, kind = self.world, self.world.loops[zone].kind
        hot = t < state[3] if kind != "mouth" else any(a <= t <= b for a, b in self.busy)
        base = world.hot[kind] if hot else world.calm[kind]
        return base * self.rng.uniform(0.85, 1.15)

    def _dwell(self, zone, t, state):
        world, rng = self.world, self.rng
        rows, changed = self.near[zone], False
        while state[0] < len(rows) and rows[state[0]][0] <= t:
            state[1].append(rows[state[0]])
            state[0] += 1
            changed = True
        if any(row[1] < t for row in state[1]):
            state[1] = [row for row in state[1] if row[1] >= t]
            changed = True
        if changed:
            state[2] = self._piles([tag for _, _, tag, still in state[1] if still], t)
        uids, load = self._look(zone, t, state[1], state[2])
        collision = rng.random() < world.ghost
        if len(uids) > 1 and rng.random() < world.capture * min(len(uids) - 1, 4) / 16:
            uids.pop(rng.randrange(len(uids)))
            collision = True
        crc = rng.random() < world.crc
        if crc and uids:
            lost = uids.pop(rng.randrange(len(uids)))
            if next(self.strays, None) is not None:
                uids.append(lost[:-4] + f"{rng.getrandbits(16):04X}")
        if set(uids) != set(state[4]):
            state[3] = t + (1.5 if world.program == "tripwire" else 0.6)
        state[4] = tuple(uids)
        return {
            "t_us": int(t * 1e6), "antenna": zone, "uids": sorted(uids), "collision": collision,
            "crc_error": crc, "agc": self._agc(zone, t, load),
        }  # fmt: skip

    def _agc(self, zone, t, load):
        world = self.world
        base = world.load_base[zone]
        if world.load == "constant":
            return int(base)
        if world.load == "noise":
            return max(1, int(base + self.rng.gauss(0, 15)))
        load = load if load < 150 else 150 + (load - 150) * 0.5
        return max(
            1, int(base - load + world.drift[zone] * t + self.rng.gauss(0, world.load_noise))
        )

    def summary(self, pitched):
        """Figures for the truth: misses at rest, pitched cards that were read on their way."""
        on_way = Counter()
        for tag, zone, t in self.passing:
            start, stop, seat = pitched.get(tag, (1, 0, ""))
            if start <= t <= stop and zone != seat and not zone.startswith("mouth"):
                on_way[tag] += 1
        return {
            "misses": [self.at_rest, self.missed],
            "pitched_read_on_way": [
                len(pitched),
                len(on_way),
                sum(n == 1 for n in on_way.values()),
            ],
        }
