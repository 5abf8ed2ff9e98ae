"""The radio of another table: a Markov model of fading, its own timing, cross-talk and ghosts.

Each tag at each antenna is in a good or a bad state; how long it stays in either is drawn from an
exponential. Nothing is shared with the virtual table's noise.
"""

import json
import random
from dataclasses import dataclass

READERS = (("seat", "muck"), ("board", "burn", "mouth"), ("line", "pot"))


@dataclass
class Radio:
    """How this table's radio is. ``noise``: 0 perfect, 1 as assumed. Times in ms."""

    noise: float = 1.0
    dwell: int = 9
    tag: int = 7
    order: str = "round"  # round robin, or "random"
    agc: bool = False
    mouth_first: bool = True  # the mouth between any two other antennas of its reader
    bad_ms: int = 350  # how long a fade lasts
    leave_out: tuple = ()  # kinds of antennas that are not there
    readers: int = 3  # or 1, that walks all antennas in turn
    pause: int = 0  # between two dwells of a reader
    cross: float = 0.25  # at most so often a badly placed tag is read next door
    bursts: int = 0  # times a phone lies on some loop, for 1 to 2 s


class Fading:
    """State of one tag at one antenna."""

    def __init__(self, rng, miss, bad_ms):
        self.rng = rng
        self.share = min(0.9, miss / 0.75)
        self.bad_ms = bad_ms
        self.bad = rng.random() < self.share
        self.until = 0

    def missed(self, t_ms):
        """True when the tag does not answer now."""
        while t_ms >= self.until:
            if self.until:
                self.bad = not self.bad
            good_ms = self.bad_ms * (1 - self.share) / max(self.share, 1e-6)
            mean = self.bad_ms if self.bad else good_ms
            self.until = max(self.until, t_ms - 1) + 1 + self.rng.expovariate(1 / max(mean, 1))
        return self.rng.random() < (0.75 if self.bad else 0.002)


class Recorder:
    """Turns a scene into trace lines."""

    def __init__(self, scene, radio, seed=0, seats=9, from_us=0):
        self.scene = scene
        self.radio = radio
        self.rng = random.Random(f"radio/{seed}")
        names = [f"seat:{n}" for n in range(1, seats + 1)] + ["muck", "burn", "pot"]
        names += [f"board:{n}" for n in range(1, 6)] + [f"mouth:{n}" for n in range(1, 5)]
        names += [f"line:{n}" for n in range(1, seats + 1)]
        self.names = [n for n in names if n.split(":")[0] not in radio.leave_out]
        self.at = {n: [] for n in self.names}
        for stay in scene.stays:
            if stay.antenna in self.at:
                self.at[stay.antenna].append(stay)
        self.from_us = from_us
        self.fades = {}
        self.bursts = {}  # antenna -> [(from, to, share of misses)]
        for _ in range(radio.bursts):
            at = self.rng.randrange(from_us, scene.end_us)
            until = at + self.rng.randrange(1_000_000, 2_000_000)
            burst = (at, until, self.rng.uniform(0.3, 1.0))
            self.bursts.setdefault(self.rng.choice(self.names), []).append(burst)
        self.stray = []  # (antenna, stay): also read next door
        for stay in scene.stays:
            if stay.edge > 0.85 and radio.noise and ":" in stay.antenna:
                kind, n = stay.antenna.split(":")
                other = f"{kind}:{int(n) % seats + 1}"
                if kind in ("seat", "line", "board") and other in self.at:
                    self.at[other].append(stay)

    def lines(self):
        """JSON lines, the header first."""
        yield json.dumps(self.scene.header)
        keys = [k for k in self.scene.keys if k[0] >= self.from_us]
        entries = [(t, {"t_us": t, "key": key}) for t, key in keys]
        for kinds in READERS if self.radio.readers > 1 else (sum(READERS, ()),):
            entries += self._reader([n for n in self.names if n.split(":")[0] in kinds])
        for _, row in sorted(entries, key=lambda e: e[0]):
            yield json.dumps(row)

    def _reader(self, names):
        if not names:
            return
        mouths = [n for n in names if n[:5] == "mouth"]
        others = [n for n in names if n not in mouths]
        cursor = dict.fromkeys(names, 0)
        t = self.from_us + self.rng.randrange(3000)
        turn = 0
        while t < self.scene.end_us:
            if self.radio.order == "random":
                walk = [self.rng.choice(others)]
            else:
                walk = [others[turn % len(others)]]
            turn += 1
            if mouths:
                walk += mouths if self.radio.mouth_first else [mouths[turn % len(mouths)]]
            for name in walk:
                row, took = self._dwell(name, t, cursor)
                yield t, row
                t += took + 1000 * self.radio.pause

    def _dwell(self, name, t, cursor):
        radio, rng = self.radio, self.rng
        stays = self.at[name]
        there = [s for s in stays if s.t0 <= t < s.t1]
        uids, flag, crc = [], False, False
        for stay in there:
            if not self._missed(stay, name, len(there), t // 1000):
                uids.append(stay.uid)
        rng.shuffle(uids)
        if len(uids) > 1:
            flag = True
            if rng.random() < 0.03 * radio.noise:  # one drowned another, nobody noticed
                uids.pop()
                flag = len(uids) > 1
        if rng.random() < 0.015 * radio.noise:
            flag = True
        if uids and rng.random() < 0.0075 * radio.noise:
            uids.pop()
            crc = True
        took = radio.dwell + radio.tag * len(there) + rng.randint(0, 4)
        row = {
            "t_us": t,
            "antenna": name,
            "uids": [self._spelled(u) for u in uids],
            "collision": flag,
            "crc_error": crc,
        }
        row["agc"] = 400 - 5 * len(there) + rng.randint(-2, 2) if radio.agc else 0
        return row, took * 1000

    def _missed(self, stay, name, count, t_ms):
        for at, until, share in self.bursts.get(name, ()):
            if at <= 1000 * t_ms < until and self.rng.random() < share:
                return True
        if not self.radio.noise:
            return stay.antenna != name
        key = (stay.uid, name, stay.t0)
        fade = self.fades.get(key)
        if fade is None:
            fade = self.fades[key] = Fading(self.rng, self._share(stay, name), self.radio.bad_ms)
        return fade.missed(t_ms)

    def _share(self, stay, name):
        if stay.antenna != name:
            return max(0.0, 1 - self.radio.cross * self.radio.noise * self.rng.random())
        miss = 0.0075
        if stay.edge:
            miss += 0.2 * stay.edge**2
        kind = name.split(":")[0]
        if kind == "seat":
            miss += 0.05
        elif kind == "muck":
            miss += 0.5
        return min(0.9, miss * self.radio.noise)

    def _spelled(self, uid):
        return uid.lower() if self.rng.random() < 0.1 else uid
