"""Who deals, who plays and how the antennas do on one night: drawn from radio.md's ranges."""

import math


def spread(rng, low, high):
    """A value between two bounds, uniform in its logarithm."""
    return math.exp(rng.uniform(math.log(low), math.log(high)))


class Dealer:
    """Tempo, neatness, the way to pitch, and what is keyed when."""

    def __init__(self, rng):
        self.pace = rng.uniform(0.3, 0.85)  # s a card
        self.slides = rng.uniform(0.2, 0.6)  # share of cards that slide on the felt
        self.aim = rng.uniform(6, 20)  # mm, standard deviation of where a card lands
        self.lag = spread(rng, 0.2, 1.2)  # s from what is said to its key
        self.collect = rng.uniform(0.4, 2.2)  # s a folded hand waits for the dealer
        self.sweep = rng.uniform(0.15, 0.9)  # s a spot
        self.spreads = rng.random() < 0.4  # the flop comes down as one and is spread
        self.neat = rng.random() < 0.5
        self.keys_words = rng.uniform(0, 0.6)  # share of said calls and folds that are keyed
        self.keys_riffle = rng.random() < 0.4
        self.pulls_ante = rng.random() < 0.7
        self.gather = rng.choice(("muck", "shuffler"))
        self.waits = rng.uniform(0.5, 1.6)  # s between the last act and the sweep

    def late(self, rng):
        """Seconds until something said is keyed."""
        return min(max(self.lag * rng.lognormvariate(0, 0.35), 0.2), 1.5)


class Person:
    """One player."""

    def __init__(self, rng):
        self.think = spread(rng, 0.8, 4.0)  # s, median
        self.spot = rng.gauss(0, 9), rng.gauss(0, 9)  # mm from the middle of the bet spot
        self.messy = rng.random() < 0.25  # throws chips instead of setting them down
        self.hand = rng.uniform(0.25, 0.7)  # s a movement of chips takes
        self.says = rng.uniform(0, 0.5)  # share of acts said aloud though chips say it
        self.early = rng.random() < 0.6  # looks at the cards as they come, else in turn
        self.folds = rng.choices(("line", "short", "past", "toss"), (3, 2, 3, 3))[0]
        self.small = rng.random() < 0.25  # likes to pay in small chips
        self.squares = rng.uniform(0, 0.25)  # share of wagers touched up afterwards

    def pause(self, rng, act):
        """Seconds before an act."""
        quick = {"fold": 0.6, "check": 0.7}.get(act.what, 1.0)
        return min(max(self.think * quick * rng.lognormvariate(0, 0.5), 0.7), 14)


class Night:
    """The radio of one hand."""

    def __init__(self, rng):
        self.alone = rng.uniform(0.005, 0.01)  # a centred card is missed
        self.paired = rng.uniform(0.03, 0.08)  # two aligned, each
        self.third, self.piled = 0.35, rng.uniform(0.8, 0.95)
        self.tuned = rng.random() < 0.65
        self.stack = rng.uniform(0.005, 0.01) if self.tuned else rng.uniform(0.3, 1.0)
        self.edge_in = rng.uniform(3.5, 6)  # mm, how steeply the field ends
        self.edge_out = rng.uniform(9, 13)
        self.lift = rng.uniform(0.45, 0.75)  # mm towards the edge for a mm of height
        self.stick = spread(rng, 0.2, 2.0)  # s, how long one outcome lasts
        self.shadow = rng.uniform(0.01, 0.04)  # share of time a tag at rest is unreadable
        self.catch = rng.uniform(0.2, 0.75)  # a spinning card answers in time
        self.cover = rng.uniform(0, 0.15)  # a hand above a tag hides it, each dwell
        self.ghost, self.crc = rng.uniform(0.01, 0.02), rng.uniform(0.005, 0.01)
        self.stronger = rng.uniform(0.1, 0.2)  # of collisions, decoded as the stronger tag
        self.collide = rng.uniform(0.01, 0.06)  # a second tag collides unresolved
        self.leaky = 0.4  # of pairs of neighbouring loops
        self.leak = 0.001, 0.02
        self.card_load, self.chip_load = rng.uniform(5, 14), rng.uniform(2, 7)
        self.noise = rng.uniform(1, 3)
        self.gain = rng.choices(("real", "constant", "noise"), (8, 1, 1))[0]
        self.keen = rng.random() < 0.6  # the scan goes where something moved
        self.idle = spread(rng, 0.003, 0.025)  # s between dwells
        self.slow = {}  # reader -> how much slower
        if rng.random() < 0.15:
            self.slow[rng.randrange(4)] = rng.uniform(1.5, 3.5)
        self.away = None  # reader, from, until as shares of the recording
        if rng.random() < 0.1:
            at = rng.random() * 0.9
            self.away = rng.randrange(4), at, rng.uniform(0.5, 2.0)
        self.phone = rng.uniform(0.3, 1.0) if rng.random() < 0.08 else 0

    def untuned(self, high):
        """Share of chips missed in a stack so high."""
        if self.tuned:
            return self.stack
        known = ((1, 0.005), (5, 0.02), (10, 0.1), (20, 0.4), (60, 0.6))
        for (n0, p0), (n1, p1) in zip(known, known[1:], strict=False):
            if high <= n1:
                return (p0 + (p1 - p0) * (max(high, n0) - n0) / (n1 - n0)) * self.stack
        return known[-1][1] * self.stack
