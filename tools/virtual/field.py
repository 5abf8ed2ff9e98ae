"""The antenna field of a table: which antenna feels which thing, by geometry.

Built from the table description of ``hardware/``. Without noise an antenna feels a thing when the
thing's inlay lies inside its loop and low enough; with noise the share of misses follows the place
(``noise.py``). Distances in mm, times in microseconds.
"""

import math

from tools.hardware.description import gap_mm
from tools.virtual.noise import EDGE_MM, FAR_MM, Noise
from tools.virtual.things import AWAY_MM, Card, Motion

ALIGNED_MM = 12.0  # things whose centres are this near lie on one another
REACH_MAX_MM = 90.0
AGC_EMPTY = 420  # counts of the receiver's gain with nothing on the loop
AGC_OF = {"card": 9, "chip": 4}  # what one thing on the loop takes
AGC_METAL = 160


class Antenna:
    """One loop: centre, size, and how high above the felt it reads."""

    def __init__(self, index, row):
        self.index = index
        self.zone = row["zone"]
        self.reader = row["reader"]
        self.channel = row["channel"]
        self.x, self.y = float(row["x"]), float(row["y"])
        self.radius = row["d"] / 2 if "d" in row else None
        self.half_w = row.get("w", 0) / 2
        self.half_h = row.get("h", 0) / 2
        size = row["d"] if "d" in row else min(row["w"], row["h"])
        self.reach = min(REACH_MAX_MM, 0.8 * size)
        self.scale = min(1.0, size / 90)
        self.near = frozenset()  # antennas of other readers that must not radiate meanwhile
        self.resting = []  # [thing, edge distance] in the order they were put down
        self.tags = []  # their tags, for a perfect radio
        self.shares = None  # share of misses of each resting thing, None when to be made anew
        self.load = None  # counts all resting things take, None when to be made anew
        self.metal_until = 0
        self.metal_miss = 0.0
        self.dead = False

    def edge(self, x, y):
        """Signed distance of a point from the wire: negative inside the loop."""
        if self.radius is not None:
            return math.hypot(x - self.x, y - self.y) - self.radius
        dx = abs(x - self.x) - self.half_w
        dy = abs(y - self.y) - self.half_h
        if dx <= 0 and dy <= 0:
            return max(dx, dy)
        return math.hypot(max(dx, 0.0), max(dy, 0.0))


class Field:
    """All antennas and all things of a table."""

    def __init__(self, table, seed=0, noise=0.0):
        self.table = table
        self.antennas = [Antenna(i, row) for i, row in enumerate(table["antennas"])]
        self.by_channel = {(a.reader, a.channel): a for a in self.antennas}
        self.by_zone = {a.zone: a for a in self.antennas}
        self._add_references(table)
        self.jammed_until = 0
        self._find_neighbours(table)
        self.airs = []  # one for each reader, see air.py
        self.noise = Noise(seed, noise)
        self.places = self._places(table)
        self.moving = []
        self.settles = math.inf  # when the first moving thing comes to rest
        self.sessions = 0

    def _add_references(self, table):
        """The reader's reference tags, each on a loop of its own that feels nothing else."""
        for i, row in enumerate(table.get("references", ())):
            loop = Antenna(len(self.antennas) + i, {"zone": f"reference:{i}", **row})
            tag = Card(b"\xe0\x04\x01ref" + bytes((0x7E, i)))
            loop.resting.append((tag, -EDGE_MM))
            loop.tags.append(tag.tag)
            self.by_channel[(row["reader"], row["channel"])] = loop

    def jam(self, t_us, duration_us):
        """Something drowns every tag's answer, everywhere, for a while; no load shows it."""
        self.jammed_until = t_us + duration_us

    def _find_neighbours(self, table):
        apart = table.get("radio", {}).get("keep_apart_mm", 0)
        for a, row in zip(self.antennas, table["antennas"], strict=True):
            a.near = frozenset(
                b
                for b, other in zip(self.antennas, table["antennas"], strict=True)
                if b.reader != a.reader and gap_mm(row, other) < apart
            )

    def _places(self, table):
        places = {a.zone: (a.x, a.y, 0.0) for a in self.antennas}
        boards = [a for a in self.antennas if a.zone.startswith("board:")]
        for name, parts in (("board", boards), ("mouth", self._mouth())):
            if parts:
                mid = [sum(p) / len(parts) for p in ((a.x for a in parts), (a.y for a in parts))]
                places[name] = (mid[0], mid[1], 0.0)
        for name, at in table.get("places", {}).items():
            places[name] = (float(at["x"]), float(at["y"]), AWAY_MM)
        for n in range(1, table["seats"] + 1):
            x, y, _ = places[f"seat:{n}"]
            places[f"rail:{n}"] = places[f"hand:{n}"] = (x, y, AWAY_MM)
        places["off"] = (0.0, -table["width_mm"], AWAY_MM)
        places.setdefault("stub", (*places.get("mouth", (0.0, 0.0))[:2], AWAY_MM))
        return places

    def _mouth(self):
        return [a for a in self.antennas if a.zone.startswith("mouth:")]

    def spot(self, zone, offset=(0.0, 0.0), z=0.0):
        """(x, y, z) of a place: a zone's centre moved by ``offset``. ValueError when unknown."""
        try:
            x, y, base = self.places[zone]
        except KeyError:
            raise ValueError(f"the table has no place {zone!r}") from None
        return x + offset[0], y + offset[1], base + z

    # -- things

    def put(self, thing, spot):
        """The thing lies at (x, y, z) from now on."""
        self.take(thing)
        thing.x, thing.y, thing.z = spot
        thing.rests += 1
        self._attach(thing)

    def send(self, thing, t_us, spot, duration_us, height):
        """The thing starts at ``t_us`` and comes to rest at ``spot`` after ``duration_us``."""
        start = thing.at(t_us)
        self.take(thing)
        thing.x, thing.y, thing.z = spot
        thing.rests += 1
        end = t_us + max(1, duration_us)
        thing.motion = Motion(t_us, end, start, spot, height)
        self.moving.append(thing)
        self.settles = min(self.settles, end)

    def take(self, thing):
        """The thing is felt by no antenna any more (until it is put or sent somewhere)."""
        if thing.motion is not None:
            thing.motion = None
            if thing in self.moving:
                self.moving.remove(thing)
                return
        for a in self.antennas:
            for i, entry in enumerate(a.resting):
                if entry[0] is thing:
                    del a.resting[i]
                    del a.tags[a.tags.index(thing.tag)]
                    a.shares = a.load = None
                    break

    def settle(self, t_us):
        """Things whose motion has ended lie still."""
        still = [m for m in self.moving if m.motion.t1 <= t_us]
        self.moving = [m for m in self.moving if m.motion.t1 > t_us]
        self.settles = min((m.motion.t1 for m in self.moving), default=math.inf)
        for thing in still:
            thing.motion = None
            self._attach(thing)

    def _attach(self, thing):
        if thing.z >= REACH_MAX_MM:
            return
        x, y = thing.inlay_at(thing.x, thing.y)
        noisy = self.noise.factor > 0
        for a in self.antennas:
            if thing.z > a.reach:
                continue
            edge = a.edge(x, y)
            if edge <= 0 or (noisy and edge <= FAR_MM * a.scale):
                a.resting.append((thing, edge))
                a.tags.append(thing.tag)
                a.shares = a.load = None

    # -- what an antenna feels

    def heard(self, antenna, t_us):
        """Tags that hear and answer this antenna now, in the order in which they were put down."""
        if t_us >= self.settles:
            self.settle(t_us)
        if antenna is None or antenna.dead or t_us < self.jammed_until:
            return []
        if self.noise.factor > 0 or t_us < antenna.metal_until:
            return self._noisy(antenna, t_us)
        if not self.moving:
            return antenna.tags
        tags = list(antenna.tags)
        for thing in self.moving:
            x, y, z = thing.at(t_us)
            if z <= antenna.reach and antenna.edge(*thing.inlay_at(x, y)) <= 0:
                tags.append(thing.tag)
        return tags

    def _noisy(self, antenna, t_us):
        noise = self.noise
        if antenna.shares is None:
            antenna.shares = [
                noise.miss(edge, antenna.scale, self._aligned(antenna, thing))
                for thing, edge in antenna.resting
            ]
        metal = antenna.metal_miss if t_us < antenna.metal_until else 0.0
        tags = []
        for (thing, _), miss in zip(antenna.resting, antenna.shares, strict=True):
            if metal and noise.white() < metal:
                continue
            if not noise.missed(thing, antenna.index, t_us, miss):
                tags.append(thing.tag)
        for thing in self.moving:
            x, y, z = thing.at(t_us)
            if z > antenna.reach:
                continue
            edge = antenna.edge(*thing.inlay_at(x, y))
            if edge <= FAR_MM * antenna.scale:
                miss = noise.miss(edge, antenna.scale, (thing.kind, 1))
                if not (metal and noise.white() < metal) and noise.white() >= miss:
                    tags.append(thing.tag)
        return tags

    @staticmethod
    def _aligned(antenna, thing):
        near = sum(
            1
            for other, _ in antenna.resting
            if other.kind == thing.kind
            and math.hypot(other.x - thing.x, other.y - thing.y) <= ALIGNED_MM
        )
        return thing.kind, near

    def agc(self, antenna, t_us):
        """The receiver's gain in counts, 0..1023: falls with everything that loads the loop."""
        if t_us >= self.settles:
            self.settle(t_us)
        if antenna is None or antenna.dead:
            return AGC_EMPTY + 200  # nothing loads the transmitter
        if antenna.load is None:
            inside = [AGC_OF[thing.kind] for thing, edge in antenna.resting if edge <= 0]
            antenna.load = sum(inside)
        value = AGC_EMPTY - antenna.load
        for thing in self.moving:
            x, y, z = thing.at(t_us)
            if z <= antenna.reach and antenna.edge(*thing.inlay_at(x, y)) <= 0:
                value -= AGC_OF[thing.kind]
        if t_us < antenna.metal_until:
            value -= AGC_METAL
        if self.noise.factor > 0:
            value += int(self.noise.white() * 5 * self.noise.factor) - 2
        return value if 0 <= value <= 1023 else max(0, min(1023, value))

    def metal(self, zone, t_us, duration_us, miss=1.0):
        """Metal or a phone lies on a zone for a while: that share of answers is lost."""
        antenna = self.by_zone[zone]
        antenna.metal_until = t_us + duration_us
        antenna.metal_miss = miss
