"""The readers: which loop is read when, and what an inventory there answers.

Air times are those of the radio design's table for N tags. A tag answers when it has power at the
field's start and again in its slot; log-odds come from the distance to the loop's wire, the height,
the tags it lies aligned with, what is above it and the luck of its placement.
"""

import bisect
import heapq
import math

REACH_MM = 70  # beyond a wire where the link still matters
N = (0, 1, 2, 3, 5, 10, 20, 40)
MS = {  # the design's table of inventory times
    "slots": (9.8, 13.9, 18.9, 24.8, 39, 82, 183, 378),
    "fast": (10.4, 12.4, 15.3, 18.5, 27, 57, 128, 267),
    "masks": (2.1, 6.8, 13.6, 20.4, 34, 68, 136, 271),
}
UNREAD_MAX_S = {"mouth": 1.0, "pot": 5.0}  # of the table's description; 2 s elsewhere
DUE = {"mouth": 3, "line": 2, "seat": 1, "board": 2, "muck": 1, "burn": 1, "pot": 1}


def line(xs, ys, x):
    """Piecewise linear, on beyond both ends."""
    i = min(max(bisect.bisect(xs, x), 1), len(xs) - 1)
    return ys[i - 1] + (ys[i] - ys[i - 1]) * (x - xs[i - 1]) / (xs[i] - xs[i - 1])


def chance(odds):
    """Chance of log-odds."""
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, odds))))


class Spot:
    """One loop with what comes near it, in time order."""

    def __init__(self, loop, felt, rng):
        self.loop = loop
        self.base = rng.randint(385, 455)
        self.phase = rng.uniform(0, 6.3)
        self.warm = rng.uniform(-1, 1)
        self.quality = rng.gauss(0, 0.15)  # loops are not wound alike
        self.coming = sorted(
            ((s.t0, i, tag, s) for i, (tag, s) in enumerate(near(loop, felt))),
            key=lambda row: row[:2],
        )
        self.next = 0
        self.active = []
        self.hands = [h for h in felt.hands if loop.outside(h[2], h[3]) < 60]
        self.last = -1.0
        self.seen = None

    def present(self, t):
        """``(tag, stretch)`` of what is near at ``t``."""
        while self.next < len(self.coming) and self.coming[self.next][0] <= t:
            self.active.append(self.coming[self.next][2:])
            self.next += 1
        self.active = [row for row in self.active if row[1].t1 > t]
        return self.active


def near(loop, felt):
    """Stretches of tags that come within reach of a loop."""
    half = REACH_MM + max(loop.d, loop.w, loop.h) / 2
    for tag in felt.tags:
        if tag.chip and not loop.chips:
            continue
        for s in tag.track:
            if (
                s.t1 > s.t0
                and min(s.a[0], s.b[0]) - half < loop.x < max(s.a[0], s.b[0]) + half
                and min(s.a[1], s.b[1]) - half < loop.y < max(s.a[1], s.b[1]) + half
            ):
                yield tag, s


class Readers:
    """Four readers at work over a finished evening of tracks."""

    def __init__(self, felt, night, rng):
        self.felt, self.night, self.rng = felt, night, rng
        self.spots = {zone: Spot(loop, felt, rng) for zone, loop in felt.loops.items()}
        self.cross = self._cross()
        self.misses = [0, 0]
        for tag in felt.tags:
            self._shadows(tag)

    def _cross(self):
        """Neighbouring loops that hear each other: 40 % of pairs within 125 mm, 0.1 to 2 %."""
        pairs = {}
        for a in self.felt.loops.values():
            for b in self.felt.loops.values():
                gap = b.outside(a.x, a.y) - a.size / 2
                if a.zone != b.zone and gap < 125 and self.rng.random() < 0.4:
                    share = math.exp(self.rng.uniform(math.log(0.001), math.log(0.02)))
                    pairs.setdefault(a.zone, []).append((b.zone, share))
        return pairs

    def _shadows(self, tag):
        """Spans of 0.5 to 3 s in which a tag at rest answers nothing."""
        share = self.night.link.shadow
        for s in tag.track:
            if s.a != s.b or s.t1 - s.t0 < 0.5:
                continue
            t, end = s.t0, min(s.t1, s.t0 + 300)
            while True:
                t += self.rng.expovariate(share / 1.5)
                if t >= end:
                    break
                tag.hide(t, t + self.rng.uniform(0.5, 3))
                t += 3

    # -- time

    def record(self, end):
        """Rows of all dwells until ``end`` (s), in the order of their time.

        The readers take turns by time: a loop's tags are followed forward only.
        """
        rng, scan = self.rng, self.night.scan
        rows, waits, orders, credit, resets = [], [], {}, {}, {}
        for reader in ("cards", "deck", "bets_a", "bets_b"):
            orders[reader] = [s for s in self.spots.values() if s.loop.reader == reader]
            rng.shuffle(orders[reader])
            credit[reader] = {s.loop.zone: 0 for s in orders[reader]}
            heapq.heappush(waits, (rng.uniform(0.001, 0.02), reader))
            if scan.resets and rng.random() < 0.5:
                resets[reader] = rng.expovariate(scan.resets / 60)
        while waits:
            t, reader = heapq.heappop(waits)
            if t >= end:
                continue
            factor = scan.slow.get(reader, 1.0)
            if t >= resets.get(reader, end):
                del resets[reader]
                t += rng.uniform(0.7, 1.4)  # a reader that resets is away for about a second
            else:
                spot = self._choose(orders[reader], credit[reader], t)
                if spot is None:
                    t += 0.004 * factor
                else:
                    row, took = self._dwell(spot, t)
                    spot.last = t
                    rows.append(row)
                    t += (took + scan.pause_ms / 1e3 * rng.uniform(0.7, 1.6)) * factor
            heapq.heappush(waits, (t, reader))
        rows.sort(key=lambda row: row["t_us"])
        return rows

    def _choose(self, order, credit, t):
        program = self.night.scan.program
        if program == "watch":
            for spot in sorted(order, key=lambda s: s.last):
                kind = spot.loop.zone.split(":")[0]
                if t - spot.last >= UNREAD_MAX_S.get(kind, 2.0) * 0.4 or self._tripped(spot, t):
                    return spot
            return None
        for spot in order:
            kind = spot.loop.zone.split(":")[0]
            credit[spot.loop.zone] += DUE[kind] if program == "due" else 1
        best = max(order, key=lambda s: (credit[s.loop.zone], -s.last))
        credit[best.loop.zone] = 0
        return best

    def _tripped(self, spot, t):
        """A look at the load: tags there, a change, or where the game awaits something."""
        busy = any(s.a != s.b or t - s.t0 < 1.0 for _, s in spot.present(t))
        quiet = 0.12 if spot.loop.zone[:4] in ("mout", "line", "boar") else 0.25
        return t - spot.last > (0.03 if busy else quiet)

    # -- one dwell

    def _odds(self, spot, tag, s, t, piles):
        """Log-odds that a tag answers in this loop at ``t``."""
        link, loop = self.night.link, spot.loop
        x, y, height = s.at(t)
        scale = 100 / loop.size if loop.size < 70 else 1.0
        out = loop.outside(x, y) * scale
        odds = line((-22, 0, 20, 50), (link.centre, link.edge, link.near, link.far), max(-22, out))
        odds += spot.quality + link.place * s.luck * (1.0 if out > -15 else 0.5)
        odds -= link.lift_mm * max(0.0, height - 12)
        count = piles.get(s.pile, 1) if s.pile else 1
        if tag.chip:
            xs, ys = zip(*link.chip, strict=True)
            odds += line(xs, ys, min(count, 40)) - ys[0]
        elif count > 1:
            odds -= (0, 0, link.pair, link.three)[count] if count < 4 else link.more
        if s.a != s.b:
            odds -= link.motion
        return odds + self._above(spot, t)

    def _above(self, spot, t):
        """What a hand or a wet glass over the loop costs."""
        lost = 0.0
        for t0, t1, x, y in spot.hands:
            if t0 <= t < t1:
                lost -= max(0.0, 1.6 - max(0.0, spot.loop.outside(x, y)) / 40)
        wet = self.night.wet
        if wet and wet[0] == spot.loop.zone:
            lost -= wet[1]
        return lost

    def _dwell(self, spot, t):
        """``(row, seconds)`` of one inventory."""
        rng, night = self.rng, self.night
        found = spot.present(t)
        piles = {}
        for _, s in found:
            if s.pile and s.a == s.b:
                piles[s.pile] = piles.get(s.pile, 0) + 1
        odds = [(tag, s, self._odds(spot, tag, s, t, piles)) for tag, s in found]
        powered = [row for row in odds if row[2] > -1]
        needed = line(N, MS[night.scan.inventory], len(powered)) / 1e3
        took = min(needed, night.scan.cap_ms / 1e3)
        lead = (night.scan.fixed_ms + 1) / 1e3
        deaf = self._deaf(spot.loop.zone, t)
        read = [] if deaf else [r for r in odds if self._answers(spot, r, t + lead, took, needed)]
        uids = [tag.uid for tag, _, _ in read]
        for tag, s, odd in powered:
            if s.a == s.b and odd > 2:
                self.misses[0] += 1
                self.misses[1] += tag.uid not in uids
        uids += [] if deaf else self._strays(spot, t, uids)
        rng.shuffle(uids)
        clash = rng.random() < night.link.ghost
        broken = bool(uids) and rng.random() < night.link.crc
        if broken:  # the answer is lost, not invented
            uids.pop()
        if len(uids) > 1 and rng.random() < 0.03:
            clash = True  # two in one slot; the stronger is decoded, or neither
            if rng.random() > night.link.capture:
                uids.pop()
        return {
            "t_us": int((t + lead) * 1e6),
            "antenna": spot.loop.zone,
            "uids": uids,
            "collision": clash,
            "crc_error": broken,
            "agc": self._gain(spot, odds, t),
        }, lead + took

    def _answers(self, spot, row, t, took, needed):
        tag, s, odd = row
        if any(t0 <= t < t1 for t0, t1 in tag.hidden):
            return False
        if needed > took and self.rng.random() > took / needed:
            return False
        if s.a != s.b or s.t1 < t + took:  # in its slot it must still be there
            slot = t + self.rng.uniform(0.002, took)
            if slot >= s.t1 and not self._stays(spot, tag, slot):
                return False
            odd = min(odd, self._odds(spot, tag, s, min(slot, s.t1), {}))
        return self.rng.random() < chance(odd)

    @staticmethod
    def _stays(spot, tag, t):
        return any(
            s.t0 <= t < s.t1 and spot.loop.outside(*s.at(t)[:2]) < 10 for s in tag.track[-60:]
        )

    def _strays(self, spot, t, got):
        """Tags over neighbouring loops, heard across."""
        out = []
        for zone, share in self.cross.get(spot.loop.zone, ()):
            for tag, s in self.spots[zone].present(t):
                if tag.chip and not spot.loop.chips or any(t0 <= t < t1 for t0, t1 in tag.hidden):
                    continue
                if s.a == s.b and tag.uid not in got + out and self.rng.random() < share:
                    out.append(tag.uid)
        return out

    def _deaf(self, zone, t):
        phone = self.night.phone
        return bool(
            phone and phone[0] == zone and phone[1] <= t < phone[2] and self.rng.random() < phone[3]
        )

    def _gain(self, spot, odds, t):
        meter, rng = self.night.meter, self.rng
        if meter.kind == "flat":
            return spot.base
        if meter.kind == "noise":
            return spot.base + rng.randint(-25, 25)
        value = spot.base + meter.drift * spot.warm * t / 60 + 1.2 * math.sin(t / 40 + spot.phase)
        for tag, _, odd in odds:
            value -= (meter.chip if tag.chip else meter.card) * tag.load * chance(odd)
        for t0, t1, *_ in spot.hands:
            if t0 <= t < t1:
                value -= rng.uniform(*meter.hand)
        if self.night.wet and self.night.wet[0] == spot.loop.zone:
            value -= self.night.wet[2]
        return max(0, round(value + rng.gauss(0, meter.noise)))
