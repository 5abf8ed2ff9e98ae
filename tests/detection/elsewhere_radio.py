"""Radios nobody has told us about: each way of missing, hiding, inventing and timing, by seed.

``Air`` says how a radio is; ``record(scene, air, seed)`` gives the trace's lines. Shares nothing
with the noise of the virtual table or of ``otherradio``.
"""

import json
import random
from dataclasses import dataclass

# tags lying on one another, up to so many: share of reads in which each is missed
CARDS = ((1, 0.0075), (2, 0.05), (3, 0.35), (99, 0.85))
CHIPS = ((2, 0.005), (5, 0.02), (10, 0.1), (999, 0.4))
KINDS = ("seat", "line", "board", "mouth", "muck", "burn", "pot")


@dataclass
class Air:
    """How a radio is. Times in ms, chances from 0 to 1."""

    without: tuple = ()  # kinds of antennas that are not there
    timing: str = "readers"  # readers (three in turn), one (walks all), chance, together
    dwell: int = 10  # of one antenna
    tag: int = 2  # more for each tag
    miss: float = 0.03
    how: str = "alone"  # alone: each read; burst: runs; loop: whole dwells of a bad antenna;
    # pile: by how many lie there
    capture: float = 0.0  # one tag of several hides another
    flags: str = "many"  # collision: many (two tags and more), lost (when something was), never
    ghost: float = 0.0  # a UID of no tag, in so many dwells; crc_error in half of them
    crc: float = 0.0  # a tag's answer spoilt, in so many dwells, said so
    cross: float = 0.0  # a tag is read next door so often
    agc: str = "zero"  # zero, missing, fixed, falls, rises (with the load)
    muck: float = 0.5  # a card in the pile is missed
    bare: bool = False  # only t_us, antenna and uids in a line


class _Runs:
    """Misses of one tag at one loop in runs: out for 100 to 700 ms now and then."""

    def __init__(self, rng, miss):
        self.rng = rng
        self.miss = miss
        self.out = rng.random() < miss
        self.until = 0

    def missed(self, t_ms):
        """True when it is not read now."""
        while t_ms >= self.until:
            self.out = not self.out if self.until else self.out
            bad = self.rng.uniform(100, 700)
            last = bad if self.out else bad * (1 - self.miss) / self.miss
            self.until = t_ms + 1 + last
        return self.out


class _Air:
    """One trace's radio at work."""

    def __init__(self, scene, air, seed, seats):
        self.scene, self.air, self.seats = scene, air, seats
        self.rng = random.Random(f"air/{seed}")
        self.from_us = max(0, min((s.t0 for s in scene.stays), default=0) - 2_000_000)
        names = [f"{k}:{n}" for k in ("seat", "line") for n in range(1, seats + 1)]
        names += [f"board:{n}" for n in range(1, 6)] + [f"mouth:{n}" for n in range(1, 5)]
        names += ["muck", "burn", "pot"]
        self.names = [n for n in names if n.split(":")[0] not in air.without]
        self.here = {n: [] for n in self.names}  # antenna -> stays, by their beginning
        for stay in sorted(scene.stays, key=lambda s: s.t0):
            for name in (stay.antenna, self._next(stay) if air.cross else None):
                if name in self.here:
                    self.here[name].append(stay)
        self.first = dict.fromkeys(self.names, 0)
        self.runs = {}
        self.heard = {}
        self.bad = {n: self.rng.uniform(0, 2 * air.miss) for n in self.names}

    def _next(self, stay):
        kind, _, n = stay.antenna.partition(":")
        if kind not in ("seat", "line", "board") or self.rng.random() < 0.6:
            return None
        n = int(n)
        if kind == "board":
            return f"board:{n % 5 + 1}"
        if kind == "seat" and self.rng.random() < 0.3:
            return f"line:{n}"
        return f"{kind}:{(n + self.rng.choice((-2, 0))) % self.seats + 1}"

    def rows(self):
        """``(t_us, row)`` of all dwells."""
        timing = self.air.timing
        if timing == "together":
            yield from self._together()
            return
        groups = [self.names]
        if timing in ("readers", "chance"):
            kinds = (("seat", "muck"), ("board", "burn", "mouth"), ("line", "pot"))
            groups = [[n for n in self.names if n.split(":")[0] in k] for k in kinds]
        for group in groups:
            t = self.from_us + self.rng.randrange(5000)
            i = 0
            while t < self.scene.end_us and group:
                name = group[i % len(group)]
                if timing == "chance":
                    name = self.rng.choice(group)
                i += 1
                row, tags = self.dwell(name, t)
                yield t, row
                t += 1000 * (self.air.dwell + self.air.tag * tags) + self.rng.randrange(900)

    def _together(self):
        t = self.from_us + self.rng.randrange(5000)
        while t < self.scene.end_us:
            for name in self.names:
                yield t, self.dwell(name, t)[0]
            t += 1000 * self.air.dwell + self.rng.randrange(900)

    def dwell(self, name, t):
        """One row, and how many tags lie there."""
        air, rng = self.air, self.rng
        stays = self.here[name]
        while self.first[name] < len(stays) and stays[self.first[name]].t1 <= t:
            self.first[name] += 1
        there = []
        for stay in stays[self.first[name] :]:
            if stay.t0 > t:
                break
            if t < stay.t1:
                there.append(stay)
        own = [s for s in there if s.antenna == name]
        read = [s for s in there if not self._missed(s, name, t, len(own))]
        if air.how == "loop" and rng.random() < self.bad[name]:
            read = []
        if len(read) > 1 and rng.random() < air.capture:
            read.pop(rng.randrange(len(read)))
        crc = bool(read) and rng.random() < air.crc
        if crc:
            read.pop(rng.randrange(len(read)))
        uids = [s.uid for s in read]
        if rng.random() < air.ghost:
            uids.append("E004" + rng.randbytes(6).hex().upper())
            crc = crc or rng.random() < 0.5
        rng.shuffle(uids)
        lost = len([s for s in read if s in own]) < len(own)
        collision = {"many": len(own) > 1, "lost": lost and len(own) > 1, "never": False}[air.flags]
        row = {"t_us": t, "antenna": name, "uids": uids}
        if not air.bare:
            row.update(collision=collision, crc_error=crc)
            load = {"zero": 0, "fixed": 512, "falls": 420 - 6 * len(own), "missing": None,
                    "rises": 300 + 6 * len(own)}[air.agc]  # fmt: skip
            if load is not None:
                row["agc"] = load + (rng.randint(-1, 1) if air.agc in ("falls", "rises") else 0)
        return row, len(own)

    def _missed(self, stay, name, t, lying):
        air, rng = self.air, self.rng
        if stay.antenna != name:
            key = (stay.uid, stay.t0)
            if key not in self.heard:
                self.heard[key] = rng.uniform(0, air.cross)
            return rng.random() >= self.heard[key]
        miss = air.miss if name != "muck" or not air.miss else air.muck
        if air.how == "pile":
            piles = CHIPS if name[:4] in ("line", "pot") else CARDS
            miss = next(share for most, share in piles if lying <= most)
        if air.how == "burst" and miss:
            key = (stay.uid, stay.t0)
            if key not in self.runs:
                self.runs[key] = _Runs(rng, miss)
            return self.runs[key].missed(t // 1000)
        return rng.random() < (0 if air.how == "loop" and name != "muck" else miss)


def record(scene, air, seed, seats=9, from_us=0):
    """Lines of the trace, the header first, in the order of time, from a moment on."""
    rows = [(t, {"t_us": t, "key": key}) for t, key in scene.keys]
    rows += list(_Air(scene, air, seed, seats).rows())
    rows = [row for row in rows if row[0] >= from_us]
    rows.sort(key=lambda r: r[0])
    return [json.dumps(scene.header)] + [json.dumps(row) for _, row in rows]
