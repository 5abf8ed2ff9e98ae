"""What the loops hear: coupling over distance, misses in bursts, the scan, the receiver's gain.

Every range is the design's (`radio.md`: "Noise to simulate", "Things in motion"), drawn anew for
each hand, log-uniform where it spans a decade.
"""

import math
from dataclasses import dataclass, field

# Share of inventories that read a tag, by millimetres outside the loop's edge (below 0: inside).
COUPLING = ((-12, 1.0), (0, 0.75), (10, 0.45), (20, 0.25), (35, 0.05), (45, 0.0))
REACH_MM = 45.0
HEIGHT_MAX_MM = 65.0  # above this nothing is read
NEIGHBOUR_MM = 125.0
SAMPLES = 6  # points of a leg looked at to find whether it comes near a loop


def spread(rng, low, high):
    """Log-uniform between two positive bounds."""
    return math.exp(rng.uniform(math.log(low), math.log(high)))


def coupled(loop, x, y, z):
    """Share of inventories a lone tag at a point is read in by a loop, before noise."""
    if z >= HEIGHT_MAX_MM:
        return 0.0
    beyond = loop.beyond(x, y) + z * 0.3
    if beyond > REACH_MM or (loop.name.startswith("mouth") and beyond > 3):
        return 0.0  # a quadrant's field ends with it: its own cross-talk is drawn apart
    for (d0, p0), (d1, p1) in zip(COUPLING, COUPLING[1:], strict=False):
        if beyond <= d0:
            return p0 * (1 - z / HEIGHT_MAX_MM)
        if beyond < d1:
            return (p0 + (p1 - p0) * (beyond - d0) / (d1 - d0)) * (1 - z / HEIGHT_MAX_MM)
    return 0.0


@dataclass
class Radio:
    """The draws of one hand's radio."""

    miss: float  # share of dwells at rest that miss, all causes
    burst_share: float  # of these, how many fall into bursts
    burst_s: float  # mean length of a burst
    shadow_share: float  # time a tag is shadowed for 0.5-3 s
    motion: float  # share read at a crawl while moving
    motion_speed: float  # m/s at which that has fallen to 1/e
    card_load: float
    chip_load: float
    agc_noise: float
    agc_kind: str
    ghost: float
    crc: float
    tuned_chips: bool
    schedule: str
    fixed_s: float
    revisit_s: float
    slow_reader: int
    away: list = field(default_factory=list)
    noisy: tuple = ()


def draw(rng, layout):
    """Draw one hand's radio."""
    radio = Radio(
        miss=spread(rng, 0.01, 0.08),
        burst_share=rng.uniform(0.3, 0.8),
        burst_s=spread(rng, 0.15, 1.2),
        shadow_share=0.0,
        motion=rng.uniform(0.3, 0.8),
        motion_speed=rng.uniform(0.7, 2.5),
        card_load=rng.uniform(5, 14),
        chip_load=rng.uniform(2, 7),
        agc_noise=rng.uniform(1, 3),
        agc_kind=rng.choices(("true", "constant", "noise"), (8, 1, 1))[0],
        ghost=rng.uniform(0.01, 0.02),
        crc=rng.uniform(0.005, 0.01),
        tuned_chips=rng.random() < 0.75,
        schedule=rng.choice(("round", "need")),
        fixed_s=rng.uniform(0.002, 0.006),
        revisit_s=spread(rng, 0.08, 0.28),
        slow_reader=rng.randrange(4) if rng.random() < 0.08 else -1,
    )
    radio.shadow_share = min(0.5 * radio.miss, rng.uniform(0.005, 0.02))
    if rng.random() < 0.3:  # a reader restarts: nothing is read by it for a while
        radio.away.append((rng.randrange(4), rng.uniform(5, 90), rng.uniform(0.4, 1.5)))
    if rng.random() < 0.15:
        start = rng.uniform(0, 90)
        radio.noisy = (
            rng.choice(sorted(layout.loops)),
            rng.uniform(0.1, 0.35),
            start,
            start + rng.uniform(10, 60),
        )
    return radio


def readers(layout):
    """The loops each reader walks through."""
    groups = {}
    for name, loop in layout.loops.items():
        groups.setdefault(loop.reader, []).append(name)
    return [groups[reader] for reader in sorted(groups)]


class Flicker:
    """A tag's own bad moments: a two-state chain (Gilbert-Elliott) and shadows, in time."""

    def __init__(self, rng, radio):
        self.rng, self.radio = rng, radio
        in_bursts = radio.miss * radio.burst_share
        self.good_miss = max(0.002, radio.miss - in_bursts - radio.shadow_share)
        bad = min(0.3, in_bursts / 0.85)
        self.bad_s, self.good_s = radio.burst_s, radio.burst_s * (1 - bad) / bad
        self.bad = rng.random() < bad
        self.until = rng.expovariate(1 / (self.bad_s if self.bad else self.good_s))
        self.shadow_gap = 1.75 * (1 - radio.shadow_share) / radio.shadow_share
        self.shadow = [rng.expovariate(1 / self.shadow_gap), 0.0]
        self.shadow[1] = self.shadow[0] + rng.uniform(0.5, 3)

    def misses(self, t):
        """Share of dwells missed at a moment; moments must not go back by more than a dwell."""
        while t >= self.until:
            self.bad = not self.bad
            self.until += self.rng.expovariate(1 / (self.bad_s if self.bad else self.good_s))
        while t >= self.shadow[1]:
            start = self.shadow[1] + self.rng.expovariate(1 / self.shadow_gap)
            self.shadow = [start, start + self.rng.uniform(0.5, 3)]
        if t >= self.shadow[0]:
            return 1.0
        return 0.85 if self.bad else self.good_miss


class Near:
    """The legs that come near one loop, walked through as time goes by."""

    def __init__(self, rows):
        self.rows = sorted(rows, key=lambda row: (row[0].start, row[1]))
        self.next, self.live = 0, []

    def at(self, t):
        """(leg, tag, share at rest or None) of all tags near the loop at a moment."""
        while self.next < len(self.rows) and self.rows[self.next][0].start <= t:
            self.live.append(self.rows[self.next])
            self.next += 1
        if any(row[0].end <= t for row in self.live):
            self.live = [row for row in self.live if row[0].end > t]
        return self.live


def near_rows(felt, layout, until, cards):
    """For each loop the legs that come within its reach."""
    rows = {name: [] for name in layout.loops}
    for tag in felt.ways:
        for leg in felt.legs(tag, until):
            for name, loop in layout.loops.items():
                if tag not in cards and not loop.chips:
                    continue  # cards and chips carry different AFIs
                if leg.rests:
                    share = coupled(loop, *leg.here)
                    if share > 0:
                        rows[name].append((leg, tag, share))
                elif passes(leg, loop):
                    rows[name].append((leg, tag, None))
    return rows


def passes(leg, loop):
    """Whether a moving tag comes within a loop's reach."""
    (ax, ay, _), (bx, by, _) = leg.here, leg.there
    length = math.hypot(bx - ax, by - ay)
    k = 0.0
    if length:
        k = ((loop.x - ax) * (bx - ax) + (loop.y - ay) * (by - ay)) / length**2
        k = min(1.0, max(0.0, k))
    gap = math.hypot(ax + (bx - ax) * k - loop.x, ay + (by - ay) * k - loop.y)
    return gap < loop.reach + REACH_MM


def crosstalk(rng, layout):
    """(loop, neighbour): share of dwells of `loop` that read a tag at rest on the neighbour."""
    pairs = {}
    for name, loop in layout.loops.items():
        for other, near in layout.loops.items():
            gap = math.hypot(loop.x - near.x, loop.y - near.y) - loop.reach - near.reach
            if other != name and gap < NEIGHBOUR_MM and rng.random() < 0.4:
                pairs.setdefault(name, []).append((other, spread(rng, 0.001, 0.006)))
    return pairs


class Receiver:
    """Reads all loops of a finished hand into dwells."""

    def __init__(self, rng, radio, layout, felt, until, cards):
        self.rng, self.radio, self.layout, self.until = rng, radio, layout, until
        self.cards = cards
        rows = near_rows(felt, layout, until, cards)
        self.near = {name: Near(rows[name]) for name in layout.loops}
        self.beside = crosstalk(rng, layout)
        self.beside_near = {
            name: [(Near(list(rows[other])), share) for other, share in pairs]
            for name, pairs in self.beside.items()
        }
        self.flicker = {tag: Flicker(rng, radio) for tag in felt.ways}
        self.loads = {
            tag: (radio.card_load if tag in cards else radio.chip_load) * rng.uniform(0.85, 1.15)
            for tag in felt.ways
        }
        self.base = {name: rng.uniform(395, 450) for name in layout.loops}
        self.drift = {name: rng.uniform(-3, 3) / 60 for name in layout.loops}
        self.passing = []
        self.missed = [0, 0]

    def dwells(self):
        """All dwells of all readers in order of time, as rows of a recording."""
        rows = []
        for number, loops in enumerate(readers(self.layout)):
            rows += self._reader(number, loops)
        rows.sort(key=lambda row: row["t_us"])
        return rows

    def _reader(self, number, loops):
        t = self.rng.uniform(0.0, 0.02)
        slow = self.rng.uniform(3, 5) if number == self.radio.slow_reader else 1.0
        away = [(start, start + length) for n, start, length in self.radio.away if n == number]
        last = {name: t - self.rng.uniform(0, 0.3) for name in loops}
        heard, hot, rows = dict.fromkeys(loops, 0), dict.fromkeys(loops, -9.0), []
        while t < self.until:
            gone = [end for start, end in away if start <= t < end]
            if gone:
                t = gone[0]
                continue
            name = max(loops, key=lambda n: (t - last[n]) * self._weight(n, t, hot))
            uids, live, jammed, broken = self._inventory(name, t)
            known = len(uids)
            air = 0.0021 if not known else 0.0062 if known == 1 else 0.0068 * min(known, 12)
            last[name] = t
            t += (self.radio.fixed_s + air) * slow * self.rng.uniform(0.95, 1.1)
            if known != heard[name]:
                heard[name], hot[name] = known, t + 1.0
            rows.append(
                {
                    "t_us": int(t * 1e6),
                    "antenna": name,
                    "uids": uids,
                    "collision": jammed,
                    "crc_error": broken,
                    "agc": self._gain(name, t, live),
                }
            )
            short = self.radio.revisit_s / (2 * len(loops))  # no reader hurries more than it need
            t += max(0.0005, short - self.radio.fixed_s - air) * self.rng.uniform(0.8, 1.2)
        return rows

    def _weight(self, name, t, hot):
        if self.radio.schedule == "round":
            return 2.0 if name.startswith("mouth") else 1.0
        return (2.5 if name.startswith("mouth") else 1.0) * (2.0 if t < hot[name] else 1.0)

    def _inventory(self, name, t):
        loop, radio, rng = self.layout.loops[name], self.radio, self.rng
        noisy = radio.noisy and radio.noisy[0] == name and radio.noisy[2] <= t < radio.noisy[3]
        uids, live = [], []
        for leg, tag, share in self.near[name].at(t):
            if share is None:
                share = coupled(loop, *leg.at(t))
                share *= radio.motion * math.exp(-leg.speed() / radio.motion_speed)
                if rng.random() < share:
                    uids.append(tag)
                    self.passing.append((tag, name, t))
                continue
            live.append((tag, share))
            share *= (1 - leg.weak) * (1 - self.flicker[tag].misses(t))
            read = rng.random() < share * (1 - radio.noisy[1] if noisy else 1)
            if live[-1][1] > 0.98 and not leg.weak:
                self.missed[0] += 1
                self.missed[1] += not read
            if read:
                uids.append(tag)
        for near, share in self.beside_near.get(name, ()):
            for _, tag, at_rest in near.at(t):
                heard = at_rest and (tag in self.cards or loop.chips)
                if heard and rng.random() < share * at_rest and tag not in uids:
                    uids.append(tag)
        broken = bool(live) and rng.random() < radio.crc
        jammed = rng.random() < radio.ghost if live else rng.random() < radio.ghost / 10
        if broken and uids:
            uids.remove(rng.choice(uids))
        rng.shuffle(uids)
        return uids, live, jammed, broken

    def _gain(self, name, t, live):
        rng, radio = self.rng, self.radio
        if radio.agc_kind == "constant":
            return int(self.base[name])
        if radio.agc_kind == "noise":
            return int(self.base[name] + rng.gauss(0, 12))
        load = sum(self.loads[tag] * share for tag, share in live)
        hand = rng.uniform(1, 8) if rng.random() < 0.03 else 0.0
        noisy = 3.0 if radio.noisy and radio.noisy[0] == name else 1.0
        value = self.base[name] + self.drift[name] * t - load - hand
        return max(0, int(value + rng.gauss(0, radio.agc_noise * noisy)))
