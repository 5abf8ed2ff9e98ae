"""The readers: which antenna is asked when, and what it hears, dwell by dwell."""

import math
from collections import Counter

from tests.detection.seventh.fieldshape import odds

SHARP_S = 0.012  # a moving tag has to stay in the field for about one answer and its slot
FLOOR = -7.6  # log odds below which a tag is as good as away: one read in two thousand
# Chance that one of so many tags on each other is not read (design, noise to simulate).
CARDS = {1: 0.0, 2: 0.05, 3: 0.35, 4: 0.8}
UNTUNED = ((5, 0.02), (10, 0.10), (20, 0.40), (40, 0.7))


def sigmoid(x):
    """Probability of log odds."""
    return 1 / (1 + math.exp(-x))


def stacked(tag, high, tuned):
    """Chance of a miss for one of so many tags on each other."""
    if tag.kind == "card":
        return CARDS.get(high, 0.9)
    if tuned:
        return 0.008 * min(1.0, high / 20)
    low, before = 1, 0.0
    for top, harm in UNTUNED:
        if high <= top:
            return before + (harm - before) * (high - low) / (top - low)
        low, before = top, harm
    return before


class Sweep:
    """All readers of a table through one recording."""

    def __init__(self, felt, night, rng):
        self.felt, self.night, self.rng = felt, night, rng
        self.due = self.missed = 0
        self.base = {z: rng.randint(385, 455) for z in felt.loops}
        self.drift = {z: rng.uniform(-3, 3) / 60 for z in felt.loops}
        self.gain = {z: rng.gauss(0, 0.35) for z in felt.loops}
        self.load = {tag.uid: rng.uniform(*night.load[tag.kind]) for tag in felt.tags}
        self.waits = {z: self._stays(loop) for z, loop in felt.loops.items()}
        self.hands = {z: sorted(h for h in felt.hands if h[2] == z) for z in felt.loops}

    def _stays(self, loop):
        """Stretches within a loop's reach, by their beginning."""
        out = []
        for tag in self.felt.tags:
            if tag.kind == "chip" and not loop.chips:
                continue
            for leg in tag.way:
                t0, t1, x0, y0, z0, x1, y1, _, _ = leg
                if x0 == x1 and y0 == y1:
                    if not loop.near(x0, y0):
                        continue
                    share = loop.coupling(tag.kind, x0, y0, z0)
                    home = share > 0.57
                    level = odds(share) + self.gain[loop.zone]
                    # A badly placed tag is missed again and again: one draw a rest.
                    level += self.rng.gauss(0, self.night.seat_sd if home else 1.0)
                    if level > FLOOR:
                        out.append((t0, t1, tag, leg, level, share))
                elif any(
                    loop.near(x0 + (x1 - x0) * k / 6, y0 + (y1 - y0) * k / 6) for k in range(7)
                ):
                    out.append((t0, t1, tag, leg, None, 0))
        out.sort(key=lambda row: (row[0], row[2].uid))
        return out

    def record(self, end):
        """Rows of all dwells until this time, in time order."""
        rows = []
        for name in self.felt.readers:
            zones = [z for z, loop in self.felt.loops.items() if loop.reader == name]
            rows += self._reader(name, zones, end)
        rows.sort(key=lambda row: (row["t_us"], row["antenna"]))
        return rows

    def _reader(self, name, zones, end):
        """Dwells of one reader: the antenna that is most overdue comes next."""
        rng, night = self.rng, self.night
        slow = night.slow.get(name, 1.0)
        away = night.away if night.away and night.away[0] == name else None
        period = {z: night.period[z.split(":")[0]] * slow * rng.uniform(0.8, 1.25) for z in zones}
        t = rng.uniform(0, 0.02)
        asked = {z: t - rng.uniform(0, period[z]) for z in zones}
        index, live = dict.fromkeys(zones, 0), {z: [] for z in zones}
        last, hot = {}, {}
        while t < end:
            if away and away[1] < t < away[2]:
                t = away[2]
            wanted = {z: period[z] * (0.35 if hot.get(z, 0) > t else 1.0) for z in zones}
            zone = max(zones, key=lambda z: (t - asked[z]) / wanted[z])
            if asked[zone] + wanted[zone] > t:
                t = asked[zone] + wanted[zone]
            asked[zone] = t
            waits, k = self.waits[zone], index[zone]
            while k < len(waits) and waits[k][0] <= t:
                live[zone].append(waits[k])
                k += 1
            index[zone] = k
            live[zone] = [w for w in live[zone] if w[1] > t]
            row, took = self._dwell(zone, t, live[zone])
            yield row
            heard = frozenset(row["uids"])
            if night.attentive and heard != last.get(zone):
                hot[zone] = t + 2.0
            last[zone] = heard
            t += took * slow

    def _dwell(self, zone, t, live):
        rng, night = self.rng, self.night
        piles = Counter(w[3][8] for w in live if w[3][8] is not None)
        dim, shade = 0.0, 0.0
        for t0, t1, _, strength in self.hands[zone]:
            if t0 <= t < t1:
                dim = max(dim, strength)
                shade = night.shade
        inside, weight = [], 0.0
        for _, _, tag, leg, level, share in live:
            rests = level is not None
            if not rests:
                level, share = self._passing(zone, t, tag, leg)
                if level <= FLOOR:
                    continue
            weight += self.load[tag.uid] * share
            near = rests and share > 0.57
            self.due += near
            read = rng.random() < sigmoid(level)
            if read and leg[8] is not None:
                read = rng.random() >= stacked(tag, piles[leg[8]], night.tuned)
            if read and dim:
                read = rng.random() >= dim
            if read and tag.dark:
                read = not any(a <= t < b for a, b in tag.dark)
            if read:
                inside.append((share, tag))
            elif near:
                self.missed += 1
        heard, collision, took = self._inventory(inside)
        self.missed += len(inside) - len(heard)
        ghost = rng.random() < night.ghost
        broken = bool(heard) and rng.random() < night.crc
        if broken:
            heard.pop(rng.randrange(len(heard)))
        row = {
            "t_us": int((t + took) * 1e6),
            "antenna": zone,
            "uids": [tag.uid for tag in heard],
            "collision": collision or ghost,
            "crc_error": broken,
            "agc": self._agc(zone, t, weight + shade),
        }
        return row, took

    def _passing(self, zone, t, tag, leg):
        """Log odds and coupling of a tag on its way: the worse end of its answer."""
        t0, t1, x0, y0, z0, x1, y1, z1, _ = leg
        loop, worst = self.felt.loops[zone], 9.0
        for at in (t, t + SHARP_S):
            k = min(1.0, (at - t0) / (t1 - t0))
            x, y = x0 + (x1 - x0) * k, y0 + (y1 - y0) * k
            if not loop.near(x, y):
                return FLOOR - 1, 0
            worst = min(worst, loop.coupling(tag.kind, x, y, z0 + (z1 - z0) * k))
        return odds(worst) - 1.0, worst

    def _inventory(self, inside):
        """``(heard, collision, seconds)``: rounds of 16 slots until all are heard or none is left.

        The air times are those of the design: 9.8 ms for 16 empty slots, 4.1 ms more a busy one.
        """
        rng, night = self.rng, self.night
        left, heard = sorted(inside, key=lambda p: p[1].uid), []
        took, rounds = 0.003, 0
        collision = False
        while True:
            if not left:
                took += 0.0021 if not rounds else 0
                break
            rounds += 1
            slots = {}
            for pair in left:
                slots.setdefault(rng.randrange(16), []).append(pair)
            took += 0.0098 + 0.0041 * len(slots)
            done = set()
            for crowd in slots.values():
                if len(crowd) == 1:
                    done.add(id(crowd[0][1]))
                elif rng.random() < night.capture:
                    done.add(id(max(crowd, key=lambda p: p[0])[1]))
            heard += [p[1] for p in left if id(p[1]) in done]
            left = [p for p in left if id(p[1]) not in done]
            if left and (rounds >= night.rounds or took > 0.8):
                collision = True
                break
            if not left:
                break
        return heard, collision, took

    def _agc(self, zone, t, weight):
        if self.night.agc == "flat":
            return self.base[zone]
        if self.night.agc == "wild":
            return self.rng.randint(300, 520)
        noise = self.rng.gauss(0, self.night.agc_noise)
        return int(round(self.base[zone] + self.drift[zone] * t + weight + noise))
