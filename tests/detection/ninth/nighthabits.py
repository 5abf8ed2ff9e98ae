"""Who sits at the table tonight: books, stakes, dealers and players, drawn for one recording."""

import math

BOOKS = ("tda-2011", "ipr-2018", "ipr-web", "rrop-6", "stg-2011")
STAKES = (  # small blind, big blind, chips in play
    (50, 100, (25, 100, 500, 1000, 5000)),
    (100, 200, (100, 500, 1000, 5000)),
    (1, 2, (1, 5, 25, 100)),
    (5, 10, (5, 25, 100, 500)),
    (25, 50, (25, 100, 500, 1000)),
)


class Dealer:
    """How this dealer deals, collects, speaks and keys."""

    def __init__(self, rng):
        self.pace = math.exp(rng.uniform(math.log(0.27), math.log(0.9)))  # s a card
        self.slides = rng.uniform(0.2, 0.6)  # share of pitched cards that slide
        self.flight_read = rng.uniform(0.05, 0.30)
        self.badly = rng.uniform(0.02, 0.10)  # cards that land partly beside their loop
        self.keys = rng.choices(["all", "most", "words"], [6, 3, 1.5])[0]
        self.late = rng.uniform(0.2, 0.8)  # s a key comes after the word, at least
        self.flop = rng.choice(["one by one", "spread", "spread", "fan"])
        self.sweep = rng.uniform(0.2, 0.8)  # s a spot
        self.quick_muck = rng.uniform(0.3, 2.0)  # s a folded hand waits for the dealer
        self.heap = rng.random() < 0.35  # bets are gathered in the middle before the pot
        self.returns = rng.random() < 0.75  # uncalled chips go back first
        self.push = rng.choice(["once", "twice", "halves"])
        self.tidies = rng.random() < 0.4  # the muck is squared up now and then
        self.riffle = rng.random() < 0.5
        self.straightens = rng.choice([0.0, 0.2, 0.5])  # the board, at a new street


class Player:
    """One player's style."""

    def __init__(self, rng):
        self.loose = rng.uniform(0.25, 0.75)
        self.fierce = rng.uniform(0.1, 0.6)
        self.tempo = math.exp(rng.uniform(math.log(0.8), math.log(4.5)))  # s to decide
        self.fold = rng.choice(["slide", "slide", "slide", "short", "past", "toss"])
        self.looks = rng.choice(["at once", "at once", "in turn"])
        self.guard = rng.random() < 0.25  # a chip on the cards
        self.chips = rng.choice(["push", "push", "push", "two hands", "toss", "cut"])
        self.small = rng.random() < 0.4  # likes many small chips
        self.says = rng.choice([0.1, 0.4, 0.8])  # share of wagers that are announced
        self.big_calls = rng.random() < 0.12  # throws in one big chip to call
        self.shows = rng.random() < 0.3  # shows a losing hand
        self.rechecks = rng.choice([0.0, 0.1, 0.3])
        self.amounts = rng.random() < 0.75  # says how much, not only "raise"
        self.gives_up = rng.choice(["before", "after", "never"])  # the cards of a pot won unseen
        self.late_blind = rng.random() < 0.12


class Night:
    """What holds for a whole recording."""

    def __init__(self, rng):
        self.table = rng.choice(["nine_max"] * 3 + ["six_max"])
        self.book = rng.choice(BOOKS)
        self.sb, self.bb, self.worths = rng.choice(STAKES)
        top = 9 if self.table == "nine_max" else 6
        count = rng.choice([n for n in (2, 3, 4, 5, 5, 6, 6, 7, 8, 9) if n <= top])
        self.seats = sorted(rng.sample(range(1, top + 1), count))
        self.button = rng.choice(self.seats)
        self.ante = 0
        if rng.random() < 0.08:
            self.ante = self.worths[0]
        self.late_antes = rng.random() < 0.4
        self.stacks = {}
        for s in self.seats:
            deep = rng.choice([rng.uniform(12, 30), rng.uniform(40, 150), rng.uniform(60, 120)])
            unit = self.worths[0] * (1 if rng.random() < 0.3 else 4)
            self.stacks[s] = int(deep * self.bb / unit) * unit
        self.dealer = Dealer(rng)
        self.players = {s: Player(rng) for s in self.seats}
        self.rest_miss = math.exp(rng.uniform(math.log(0.008), math.log(0.05)))
        self.chip_miss = math.exp(rng.uniform(math.log(0.003), math.log(0.02)))
        self.card_load = rng.uniform(5.5, 13)
        self.chip_load = rng.uniform(2.2, 6.5)

    def reseat(self, rng, count, top):
        """Another number of players, with what belongs to them."""
        self.seats = sorted(rng.sample(range(1, top + 1), count))
        self.button = rng.choice(self.seats)
        self.stacks = {s: rng.randint(60, 120) * self.bb for s in self.seats}
        self.players = {s: Player(rng) for s in self.seats}
