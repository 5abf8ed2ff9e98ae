"""What a seed draws before the first card: table, radio, scan and people."""

import math
import tomllib
from pathlib import Path

TABLES = Path(__file__).parents[3] / "hardware" / "tables"
BOOKS = ("tda-2011", "ipr-2018", "ipr-web", "rrop-6", "stg-2011")
CROSS_MM = 125  # edges nearer than this may hear each other's tags


def spread(rng, low, high):
    """A draw that gives each decade its share."""
    return math.exp(rng.uniform(math.log(low), math.log(high)))


class Loop:
    """One antenna: where it lies and what it reads."""

    def __init__(self, row):
        self.zone, self.reader, self.x, self.y = row["zone"], row["reader"], row["x"], row["y"]
        self.cards_only = row["reads"] == "cards"
        self.round = "d" in row
        self.half_w = row.get("w", row.get("d")) / 2
        self.half_h = row.get("h", row.get("d")) / 2
        self.kind = self.zone.split(":")[0]

    def outside(self, x, y):
        """Millimetres from the loop's wire: negative inside."""
        dx, dy = x - self.x, y - self.y
        if self.round:
            return math.hypot(dx, dy) - self.half_w
        ox, oy = abs(dx) - self.half_w, abs(dy) - self.half_h
        if ox <= 0 and oy <= 0:
            return max(ox, oy)
        return math.hypot(max(ox, 0), max(oy, 0))

    def gap(self, other):
        """Millimetres between the edges of two loops (boxes around them)."""
        gx = abs(self.x - other.x) - self.half_w - other.half_w
        gy = abs(self.y - other.y) - self.half_h - other.half_h
        return math.hypot(max(gx, 0), max(gy, 0))


class World:
    """Everything about a recording that is not the hand itself."""

    def __init__(self, rng):
        self.table = rng.choices(("nine_max", "six_max"), (3, 1))[0]
        rows = tomllib.loads((TABLES / f"{self.table}.toml").read_text())
        self.seats = rows["seats"]
        self.loops = {row["zone"]: Loop(row) for row in rows["antennas"]}
        self._radio(rng)
        self._load(rng)
        self._scan(rng, rows["readers"])
        self._people(rng)

    def _radio(self, rng):
        self.miss = rng.uniform(0.005, 0.01)
        self.edge_miss = rng.uniform(0.1, 0.5)
        self.beside = rng.uniform(0.2, 0.4)  # read 20 mm outside
        self.far = rng.uniform(0.01, 0.03)  # read 50 mm outside
        self.pair_miss = rng.uniform(0.03, 0.08)
        self.heap_miss = rng.uniform(0.8, 0.95)
        self.chip_tags = rng.choices(("tuned", "untuned", "epc"), (5, 3, 2))[0]
        self.chip_miss = rng.uniform(0.005, 0.01) if self.chip_tags == "tuned" else \
            rng.uniform(0.001, 0.005)  # fmt: skip
        self.capture = rng.uniform(0.1, 0.2)
        self.ghost = rng.uniform(0.01, 0.02)
        self.crc = rng.uniform(0.005, 0.01)
        self.shadowed = spread(rng, 0.01, 0.04)
        self.persist_s = spread(rng, 0.3, 2.5)  # how long a badly placed tag stays bad
        self.grip = rng.uniform(0.6, 0.95)  # how much of a look is this slow part
        self.moving = spread(rng, 0.3, 1.0)  # what speed leaves of the coupling
        self.stray = rng.random() < 0.15  # a garbled UID now and then
        self.phone = rng.random() < 0.12  # a phone laid on a seat's loop for some seconds
        self.cross = {}
        loops = list(self.loops.values())
        for a in loops:
            for b in loops:
                near = a is not b and a.kind + b.kind != "mouthmouth" and a.gap(b) <= CROSS_MM
                if near and rng.random() < 0.4:
                    self.cross[a.zone, b.zone] = spread(rng, 0.001, 0.02)

    def _load(self, rng):
        self.load = rng.choices(("real", "constant", "noise"), (8, 1, 1))[0]
        self.load_base = {zone: rng.uniform(380, 460) for zone in self.loops}
        self.load_card = rng.uniform(5, 14)
        self.load_chip = rng.uniform(2, 7)
        self.load_noise = rng.uniform(1, 3)
        self.drift = {zone: rng.uniform(-3, 3) / 60 for zone in self.loops}

    def _scan(self, rng, readers):
        self.program = rng.choices(("round", "need", "tripwire"), (3, 3, 4))[0]
        base = spread(rng, 0.05, 0.5)
        kinds = {loop.kind for loop in self.loops.values()}
        self.calm, self.hot = {}, {}
        for kind in sorted(kinds):
            calm = base if self.program == "round" else spread(rng, 0.1, 1.0)
            if kind == "mouth":
                calm = min(calm, 0.4)
            self.calm[kind] = calm
            self.hot[kind] = calm if self.program == "round" else min(calm, spread(rng, 0.04, 0.15))
        self.stretch = {reader: rng.uniform(1.0, 1.4) for reader in readers}
        self.fixed_s = rng.uniform(0.001, 0.007)
        self.longest_s = spread(rng, 0.06, 0.25)
        self.slow = rng.choice(readers) if rng.random() < 0.25 else None
        if self.slow:
            self.stretch[self.slow] *= rng.uniform(2, 3)
        self.away = rng.choice(readers) if rng.random() < 0.1 else None
        self.order = rng.choice(("channels", "shuffled"))

    def _people(self, rng):
        self.pace = spread(rng, 0.25, 0.9)
        self.slides = rng.uniform(0.2, 0.6)
        self.aim = spread(rng, 8, 28)  # mm, how far from the middle a card lands
        self.squares = rng.uniform(0.1, 0.8)
        self.peels = rng.uniform(0.2, 0.9)
        self.thinks = spread(rng, 1.0, 3.5)
        self.key_late = rng.uniform(0.2, 1.0)
        self.keys_checks = rng.choice((0.0, 0.5, 0.9, 1.0))
        self.keys_words = rng.uniform(0.3, 1.0)
        self.talks = rng.uniform(0.2, 0.8)
        self.motions = rng.uniform(0.1, 0.6)
        self.knocks = spread(rng, 0.02, 0.12)
        self.fold_mix = [rng.random() for _ in range(4)]  # on the spot, short, past, to the muck
        self.two_at_once = rng.uniform(0, 0.3)
        self.sweeps = rng.choices(("straight", "heap"), (3, 2))[0]
        self.sweep_s = spread(rng, 0.15, 0.9)
        self.flops = rng.choice(("stacked", "one by one"))
        self.burns = rng.uniform(4, 22)  # mm between burnt cards
        self.keys_riffle = rng.random() < 0.7
        self.plays_loose = rng.uniform(0.3, 0.65)
