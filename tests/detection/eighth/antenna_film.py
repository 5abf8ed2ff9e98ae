"""What the antennas read of things in motion: dwell after dwell, from where each tag is."""

import math
from bisect import bisect_left

from tests.detection.eighth.crew_of_a_night import spread
from tests.detection.eighth.felt_map import NEAR_MM
from tests.detection.eighth.moving_tag import where

FIXED_S, EMPTY_S, TAG_S = 0.0032, 0.0021, 0.0062  # radio.md: fixed a dwell, nobody, each tag
MOVED_S = 2.0  # a loop near which something moved so lately is read more often
HAND_MM = 85  # a hand above a place covers so much
FAST_MM_S = 800  # a card that is thrown, not carried


def _speed(leg):
    t0, t1, a, b = leg
    return math.dist(a[:2], b[:2]) / (t1 - t0)


class Ear:
    """One loop with the stretches of movement that come near it."""

    def __init__(self, loop, rng):
        self.loop, self.legs, self.live, self.next = loop, [], [], 0
        self.base, self.moves = rng.randint(390, 450), []
        self.last, self.leaks, self.hands = -1.0, [], []

    def ready(self):
        """Sorts what was gathered."""
        self.legs.sort(key=lambda leg: leg[1][0])
        self.moves.sort()
        self.hands.sort()

    def near(self, t):
        """Tags near the loop now, each with its stretch."""
        while self.next < len(self.legs) and self.legs[self.next][1][0] <= t:
            self.live.append(self.legs[self.next])
            self.next += 1
        self.live = [pair for pair in self.live if pair[1][1] > t]
        return self.live

    def lately(self, t):
        """Whether something moved here a moment ago."""
        i = bisect_left(self.moves, t - MOVED_S)
        return i < len(self.moves) and self.moves[i] <= t

    def covered(self, t):
        """Hands above this loop now."""
        return [h for h in self.hands if h[0] <= t <= h[1]]


class Camera:
    """Records a film's tags through all loops of its table."""

    def __init__(self, film, night, rng):
        self.film, self.night, self.rng = film, night, rng
        self.end = film.t
        self.ears = {zone: Ear(loop, rng) for zone, loop in film.map.loops.items()}
        self.misses = [0, 0]  # dwells that should have read a tag at rest; that did not
        self.state, self.shadows, self.loads = {}, {}, {}
        for tag in film.tags:
            self._lay(tag)
        self._leaks()
        for t0, t1, x, y in film.hands:
            for ear in self.ears.values():
                if ear.loop.outside(x, y) < HAND_MM:
                    ear.hands.append((t0, t1, x, y, rng.uniform(1, 8)))
        for ear in self.ears.values():
            ear.ready()
        self.phone = None
        if night.phone:
            at = rng.uniform(0, self.end)
            self.phone = rng.choice(sorted(self.ears)), at, at + rng.uniform(1, 4)

    def _lay(self, tag):
        rng, night = self.rng, self.night
        load = night.chip_load if tag.chip else night.card_load
        self.loads[tag] = load * rng.uniform(0.85, 1.15)
        t, holes = 0.0, []
        while t < self.end:
            t += rng.expovariate(night.shadow / 1.5)
            holes.append((t, t + rng.uniform(0.5, 3.0)))
        self.shadows[tag] = holes
        for leg in tag.legs():
            (x0, y0, _), (x1, y1, _) = leg[2:]
            for ear in self.ears.values():
                if tag.chip and not ear.loop.chips:
                    continue
                if ear.loop.meets(x0, y0, x1, y1):
                    ear.legs.append((tag, leg))
                    if (x0, y0) != (x1, y1):
                        ear.moves += [leg[0], leg[1]]

    def _leaks(self):
        for ear in self.ears.values():
            for other in self.ears.values():
                if ear is other or ear.loop.gap(other.loop) > NEAR_MM:
                    continue
                if self.rng.random() < self.night.leaky:
                    ear.leaks.append((other.loop, spread(self.rng, *self.night.leak)))

    def rows(self):
        """Dwells of all readers in time order."""
        rows = []
        for number, reader in enumerate(self.film.map.readers):
            ears = [e for e in self.ears.values() if e.loop.reader == reader]
            rows += self._reader(number, ears)
        rows.sort(key=lambda row: row["t_us"])
        return rows

    def _reader(self, number, ears):
        night, rng = self.night, self.rng
        t = rng.uniform(0, 0.02)
        idle = night.idle * night.slow.get(number, 1)
        away = None
        if night.away and night.away[0] == number:
            away = night.away[1] * self.end, night.away[1] * self.end + night.away[2]
        while t < self.end:
            if away and away[0] <= t < away[1]:
                t = away[1]
            ear = max(ears, key=lambda e: (t - e.last) * self._weight(e, t))
            ear.last = t
            row, took = self._dwell(ear, t)
            t += took * night.slow.get(number, 1)
            row["t_us"] = int(t * 1e6)
            yield row
            t += idle * rng.uniform(0.5, 1.5)

    def _weight(self, ear, t):
        if ear.loop.zone.startswith("mouth"):
            return 2.5
        if ear.loop.zone == "pot":
            return 1.5 if ear.lately(t) else 0.5
        return 2.0 if self.night.keen and ear.lately(t) else 1.0

    def _dwell(self, ear, t):
        night, rng, loop = self.night, self.rng, ear.loop
        near = [(tag, leg, where(leg, t)) for tag, leg in ear.near(t)]
        crowd = {}
        for tag, _, (x, y, _) in near:
            cell = tag.chip, round(x / 16), round(y / 16)
            crowd[cell] = crowd.get(cell, 0) + 1
        hands, uids, load = ear.covered(t), [], 0.0
        burst = self.phone and self.phone[0] == loop.zone and self.phone[1] <= t < self.phone[2]
        for tag, leg, (x, y, z) in near:
            many = crowd[tag.chip, round(x / 16), round(y / 16)]
            p, inside = self._chance(ear, tag, leg, (x, y, z), many, t + FIXED_S)
            load += self.loads[tag] * inside
            if burst:
                p *= 1 - night.phone
            if not tag.chip and leg[2] != leg[3] and _speed(leg) > FAST_MM_S:
                p *= night.catch
            heard = self._outcome(loop, tag, p, t) if inside > 0.02 else rng.random() < p
            if any(math.hypot(h[2] - x, h[3] - y) < HAND_MM for h in hands):
                heard = heard and rng.random() >= night.cover
            if inside > 0.95 and leg[2] == leg[3] and z < 25:
                self.misses[0] += 1
                self.misses[1] += not heard
            if heard:
                uids.append(tag.uid)
        took = FIXED_S + (TAG_S * len(uids) if uids else EMPTY_S)
        row = self._row(loop, uids, rng)
        row["agc"] = self._gain(ear, load, hands, t)
        return row, took

    def _chance(self, ear, tag, leg, place, many, t):
        night, loop = self.night, ear.loop
        x, y, z = place
        out = loop.outside(x, y)
        moving = leg[2] != leg[3]
        if moving:  # it has to be there until its answer is in
            x1, y1, z1 = where(leg, t + TAG_S)
            out, z = max(out, loop.outside(x1, y1)), max(z, z1)
        out = (out + self._bias(loop, tag, leg)) + z * night.lift * min(1, 1 / loop.size)
        steep = night.edge_in if out < 0 else night.edge_out
        steep *= min(loop.size, 1)
        near = 1 / (1 + math.exp(min(out / steep, 50)))
        near = near * 1.15 if near > 0.5 else near
        inside = min(near, 1.0)
        if inside <= 0.02:
            for other, share in ear.leaks:
                if other.outside(x, y) < 0:
                    inside = max(inside, share)
        return inside * (1 - self._missed(tag, leg, many, moving, t)), inside

    def _bias(self, loop, tag, leg):
        key = loop.zone, tag.uid, leg[0]
        if key not in self.state:
            self.state[key] = self.rng.gauss(0, 3) * min(loop.size, 1)
        return self.state[key]

    def _missed(self, tag, leg, many, moving, t):
        night = self.night
        if not moving and any(a <= t < b for a, b in self.shadows[tag]):
            return 1.0
        if tag.chip:
            return night.untuned(many)
        if many == 1 or moving:
            return night.alone
        return (night.paired, night.third)[many - 2] if many < 4 else night.piled

    def _outcome(self, loop, tag, p, t):
        """Heard or not: an outcome sticks for a while, as a badly placed tag stays so."""
        if p <= 0:
            return False
        key = loop.zone, tag.uid
        luck, since = self.state.get(key, (None, -9.0))
        if luck is None or self.rng.random() > math.exp(-(t - since) / self.night.stick):
            luck = self.rng.random()
        self.state[key] = luck, t
        return luck < p

    def _row(self, loop, uids, rng):
        night = self.night
        row = {"t_us": 0, "antenna": loop.zone, "uids": uids}
        row["collision"] = row["crc_error"] = False
        if rng.random() < night.ghost:
            row["collision"] = True
        if len(uids) > 1 and rng.random() < night.collide * min(len(uids) - 1, 4):
            row["collision"] = True
            if rng.random() < night.stronger:
                uids.pop(rng.randrange(len(uids)))
        if uids and rng.random() < night.crc:
            row["crc_error"] = True
            uids.pop(rng.randrange(len(uids)))
        return row

    def _gain(self, ear, load, hands, t):
        night, rng = self.night, self.rng
        if night.gain == "constant":
            return ear.base
        if night.gain == "noise":
            return ear.base + int(rng.gauss(0, 25))
        value = ear.base - load - sum(h[4] for h in hands) - 3 * t / 60
        return int(value + rng.gauss(0, night.noise))
