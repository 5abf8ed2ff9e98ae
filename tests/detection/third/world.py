"""What is drawn for one recording: the table, the radio, the scan, the people."""

import functools
import math
import tomllib

from tests.conftest import ROOT


@functools.cache
def table(name):
    """A table description of the repository."""
    return tomllib.loads((ROOT / "hardware" / "tables" / f"{name}.toml").read_text())


def log_uniform(rng, least, most):
    """A number whose logarithm is evenly drawn."""
    return math.exp(rng.uniform(math.log(least), math.log(most)))


class Loop:
    """An antenna: where it lies and how large it is (mm)."""

    def __init__(self, antenna):
        self.zone = antenna["zone"]
        self.x = antenna["x"]
        self.y = antenna["y"]
        self.reader = antenna["reader"]
        self.round = "d" in antenna
        self.half_width = antenna.get("d", antenna.get("w", 0)) / 2
        self.half_height = antenna.get("d", antenna.get("h", 0)) / 2
        self.chips = antenna["reads"] == "both"
        self.scale = min(self.half_width, self.half_height) / 55.0

    def edge(self, x, y):
        """Signed distance to the loop's edge (mm), negative inside."""
        dx = abs(x - self.x)
        dy = abs(y - self.y)
        if self.round:
            return math.hypot(dx, dy) - self.half_width
        ax = dx - self.half_width
        ay = dy - self.half_height
        if ax > 0 and ay > 0:
            return math.hypot(ax, ay)
        return max(ax, ay)

    def gap(self, other):
        """Distance between two loops (mm)."""
        dx = abs(self.x - other.x) - self.half_width - other.half_width
        dy = abs(self.y - other.y) - self.half_height - other.half_height
        return math.hypot(max(dx, 0), max(dy, 0))


class World:
    """The drawn numbers, as the truth of a recording lists them. Times in s, lengths in mm."""

    def __init__(self, rng):
        self.noise = rng.choices(["quiet", "default", "rough"], [2, 6, 3])[0]
        self._draw_reads(rng)
        self._draw_scan(rng)
        self._draw_people(rng)

    def _draw_reads(self, rng):
        quiet = self.noise == "quiet"
        misses = {"quiet": (0.0005, 0.004), "default": (0.005, 0.01), "rough": (0.008, 0.06)}
        self.miss = log_uniform(rng, *misses[self.noise])  # single centred tag
        self.bad_place = {
            "quiet": 0.02,
            "default": rng.uniform(0.04, 0.12),
            "rough": rng.uniform(0.1, 0.25),
        }[self.noise]
        self.two_cards = rng.uniform(0.03, 0.08) * (0.6 if quiet else 1)
        self.align = log_uniform(rng, 0.02, 0.14)  # how aligned a heap of cards lies
        self.shadow = {
            "quiet": rng.uniform(0, 0.012),
            "default": rng.uniform(0.01, 0.025),
            "rough": rng.uniform(0.02, 0.04),
        }[self.noise]
        self.chip = rng.choices(["tuned", "18000-3M3", "untuned"], [5, 3, 2 if not quiet else 0])[0]
        # bursts of misses a minute, whole table
        self.bursts = 0 if quiet else rng.choice([0, 0, log_uniform(rng, 0.3, 3)])
        self.burst_miss = rng.uniform(0.3, 1.0)
        self.ghost = 0 if quiet else log_uniform(rng, 0.0005, 0.02)
        self.crc = 0 if quiet else log_uniform(rng, 0.0003, 0.01)
        # a dwell of several tags that ends with a collision
        self.coll = 0 if quiet else log_uniform(rng, 0.005, 0.12)
        self.coll_loses = rng.uniform(0.1, 0.2)
        self.flight = rng.random() < 0.65  # anything readable in motion
        self.flight_k = log_uniform(rng, 0.12, 0.9) if self.flight else 0.0
        self.reach = rng.uniform(0.75, 1.2)  # how far outside its edge a loop reads
        self.zr = rng.uniform(24, 46)  # mm, height at which coupling falls to 1/e
        self.xtalk_on = rng.random() < (0.3 if quiet else 0.7)
        self.xtalk = (0.001, 0.02)
        self.xpairs = 0.4
        self.agc = rng.choices(["real", "constant", "noise"], [8, 1, 1])[0]
        self.agc_card = rng.uniform(5, 14)
        self.agc_chip = rng.uniform(2, 7)
        self.agc_noise = rng.uniform(1, 3) if not quiet else 1
        self.agc_drift = rng.uniform(-3, 3)
        self.hand_load = rng.uniform(1, 8)

    def _draw_scan(self, rng):
        self.sched = rng.choice(["rr", "adaptive"])
        self.order = rng.choice(["table", "shuffled", "far"])
        self.period = log_uniform(rng, 0.06, 0.45)  # wanted revisit (s)
        self.fixed_ms = log_uniform(rng, 1, 7)
        self.physical = rng.random() < 0.5  # dwell grows with the tags (else a quick reader)
        self.cap_ms = rng.uniform(60, 220)
        self.slow = rng.random() < 0.12
        self.slow_reader = rng.randrange(4)
        self.slow_k = rng.uniform(1.8, 3.5)
        self.away = rng.random() < 0.08
        self.away_at = rng.uniform(10, 60)
        self.away_for = rng.uniform(0.8, 3)
        self.away_reader = rng.randrange(4)
        self.idle_k = rng.uniform(2.0, 4.0)

    def _draw_people(self, rng):
        self.pace = log_uniform(rng, 0.25, 0.9)
        self.slides = rng.uniform(0.2, 0.6) if rng.random() < 0.8 else 1.0
        self.mouth_frac = rng.uniform(0.3, 0.65)
        self.card_scatter = rng.uniform(6, 24)
        self.beside = rng.uniform(0, 0.07)
        self.collect = rng.uniform(0.3, 2.2)
        self.sweep = (log_uniform(rng, 0.15, 0.5), rng.uniform(0.5, 0.9))
        self.think = log_uniform(rng, 0.9, 3.2)
        self.key_late = (rng.uniform(0.2, 0.6), rng.uniform(0.6, 1.5))
        self.key_checks = 1.0 if rng.random() < 0.8 else rng.uniform(0.6, 0.95)
        self.say = rng.choice([0.05, 0.2, 0.4, 0.7])
        self.fold_mix = [rng.random() ** 1.5 + 0.03 for _ in range(5)]
        self.peek_first = rng.uniform(0.1, 0.6)
        self.peek_act = rng.uniform(0.05, 0.35)
        self.square = rng.uniform(0.1, 0.6)
        self.flop_spread = rng.random() < 0.55
        self.nudge = rng.uniform(0, 0.3)
        self.muck_pile = rng.uniform(10, 45)
        self.bet_spread = rng.uniform(6, 20)
        self.splash = rng.random() < 0.2
        self.big_chip = rng.uniform(0.03, 0.3)
        self.motions = rng.uniform(0.05, 0.4)
        self.swap = rng.uniform(0, 0.5)
        self.topple = rng.uniform(0, 0.08)
        self.pile_sq = rng.uniform(0, 0.25)
        self.riffle_start = rng.random() < 0.25
        self.riffle_end = rng.random() < 0.75

    def ranges(self):
        """Every drawn number that is not a list."""
        return {
            name: (round(value, 4) if isinstance(value, float) else value)
            for name, value in self.__dict__.items()
            if isinstance(value, (int, float, str, bool))
        }
