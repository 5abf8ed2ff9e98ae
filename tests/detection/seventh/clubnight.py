"""What an evening is like: radio, people and dealer of one hand, drawn from the design's ranges."""

import math

BOOKS = ("tda-2011", "rrop-6", "ipr-2018", "ipr-web", "stg-2011")


def spanning(rng, low, high):
    """A draw that is even over decades."""
    return math.exp(rng.uniform(math.log(low), math.log(high)))


class Night:
    """Draws of one hand."""

    def __init__(self, rng, readers):
        # Radio
        self.revisit = spanning(rng, 0.06, 0.6)
        # Seconds between two dwells of an antenna by its kind, within the design's 40 ms to 1 s: a
        # program asks the mouth more often than the muck.
        often = {"mouth": 0.5, "line": 1, "seat": 1, "board": 1, "pot": 1.5, "burn": 1, "muck": 1.5}
        self.period = {
            kind: min(1.0, max(0.04, self.revisit * share * rng.uniform(0.7, 1.4)))
            for kind, share in often.items()
        }
        self.attentive = rng.random() < 0.5
        self.slow, self.away = {}, None
        if rng.random() < 0.2:
            self.slow[rng.choice(readers)] = rng.uniform(1.5, 3.0)
        if rng.random() < 0.08:
            start = rng.uniform(5, 60)
            self.away = (rng.choice(readers), start, start + rng.uniform(0.8, 2.5))
        self.tuned = rng.random() < 0.65
        self.rounds = rng.randint(6, 14)
        self.capture = rng.uniform(0.1, 0.2)
        self.ghost, self.crc = rng.uniform(0.01, 0.02), rng.uniform(0.005, 0.01)
        self.seat_sd = rng.uniform(0.2, 0.9)
        self.agc = rng.choices(("true", "flat", "wild"), (80, 10, 10))[0]
        self.agc_noise = rng.uniform(1, 3)
        card, chip = rng.uniform(5, 14), rng.uniform(2, 7)
        self.load = {"card": (card * 0.85, card * 1.15), "chip": (chip * 0.85, chip * 1.15)}
        self.shade = -rng.uniform(1, 8)
        # The dealer
        self.pace = rng.uniform(0.3, 0.85)
        self.slides = rng.uniform(0.2, 0.6)
        self.late = (0.2, rng.uniform(0.5, 1.5))
        self.forgets = spanning(rng, 0.004, 0.06)
        self.keys_words = rng.random() < 0.5
        self.collect = rng.uniform(0.4, 2.3)
        self.sweeps = rng.choice(("by seat", "all at once", "two hands"))
        self.spread_flop = rng.random() < 0.6
        self.tidy = rng.random() < 0.4
        # The players
        self.tempo = spanning(rng, 0.6, 1.8)
        self.peeks = rng.uniform(0.05, 0.5)
        self.shadow = rng.uniform(0.01, 0.04)
        self.fumbles = rng.uniform(0.0, 0.12)
        self.talks = rng.uniform(0.0, 0.6)
        self.riffles = rng.random() < 0.3
        self.rests = rng.random() < 0.35
