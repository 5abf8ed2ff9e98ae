"""One hand's table: who sits where, their chips and cards, spots on the felt, the clock."""

import random

from tests.detection.twelfth import ranges, tabletop
from tests.detection.twelfth.chips import HOUSES, Purse, miss_of
from tests.detection.twelfth.reckoning import RANKS, Betting, after
from tests.detection.twelfth.stage import Stage

BOOKS = ("ipr-2018", "ipr-web", "rrop-6", "tda-2011", "stg-2011")
PLAYERS = (2, 3, 4, 5, 6, 7, 8, 9, 10)
OFTEN = (2, 2, 3, 3, 4, 4, 4, 3, 1)  # how often so many play
CARDS = [rank + suit for rank in RANKS for suit in "shdc"]


class Scene:
    """A table before its first card, and what comes of it. ``books``: it may be played under."""

    def __init__(self, seed, books=BOOKS, players=PLAYERS):
        self.seed = seed
        self.rng = rng = random.Random(f"twelfth {seed}")
        self.book = rng.choice(books)
        self.n = rng.choices(players, [OFTEN[n - 2] for n in players])[0]
        self.seats = sorted(rng.sample(range(1, 11 if self.n == 10 else 10), self.n))
        self.button = rng.choice(self.seats)
        self.blinds = rng.choice(list(HOUSES))
        self.stage, self.purse = Stage(), Purse()
        self.loops = tabletop.loops(self.seats)
        self.radio = ranges.radio(rng)
        self.habits = ranges.habits(rng, self.seats)
        self._used = set()
        names = rng.sample(CARDS, 52)
        self.name = {self.uid(): card for card in names}
        self.stub = list(self.name)  # of tags, the top first
        self.house = HOUSES[self.blinds]
        self.t = rng.uniform(0.8, 2.0)
        self.hole = {seat: [] for seat in self.seats}
        self.board, self.burned, self.mucked = [], [], []
        self.truth = []  # wagers: {seat, street, act, to, t}
        self.feats = []
        self.boxed = []
        self._state()

    def _state(self):
        rng, bb = self.rng, self.blinds[1]
        stacks = {}
        for seat in self.seats:
            deep = rng.uniform(8, 20) if rng.random() < 0.1 else ranges.log_uniform(rng, 35, 160)
            amount = int(deep) * bb
            stacks[seat] = self.purse.fill(rng, seat, amount, self.house, self.uid)
        self.ante = 0
        self.big_ante = self.book == "ipr-web" and self.n > 2 and rng.random() < 0.2
        if self.book in ("rrop-6", "stg-2011", "tda-2011") and rng.random() < 0.15:
            self.ante = self.house[0]
        straddle = self.book == "rrop-6" and self.n > 3 and not self.ante and rng.random() < 0.2
        self.state = Betting(stacks, self.button, self.blinds, self.ante, self.big_ante, straddle)
        self.state.double = self.book == "ipr-2018"
        self.stacks = stacks

    def uid(self):
        """A UID nobody has yet."""
        while True:
            text = f"E0040150{self.rng.getrandbits(32):08X}"
            if text not in self._used:
                self._used.add(text)
                return text

    def wait(self, low, high):
        """Let some time pass, short spans more often."""
        self.t += self.rng.triangular(low, high, low + (high - low) / 3)
        return self.t

    def order(self):
        """Seats from the dealer's left of the button round to it."""
        return after(self.seats, self.button)

    # -- spots

    def near(self, loop, spread):
        """A point about the middle of a loop; ``spread``: mm, the standard deviation."""
        at = self.loops[loop]
        return (at.x + self.rng.gauss(0, spread), at.y + self.rng.gauss(0, spread))

    def rail(self, seat):
        """Where a seat's stack stands: no loop reads it."""
        at = self.loops[f"seat:{seat}"]
        return (at.x * 1.12, at.y * 1.45)

    def beside(self, loop, mm):
        """A point so far outside a loop's edge, in any direction."""
        at = self.loops[loop]
        side = self.rng.choice((-1, 1))
        return (at.x + side * (at.w / 2 + mm), at.y + self.rng.uniform(-15, 15))

    # -- misses

    def pair_miss(self):
        """Miss of each of two aligned cards."""
        return self.rng.uniform(*ranges.RANGES["miss_pair"])

    def stack_miss(self, height):
        """Miss of each chip of a stack of this house."""
        return miss_of(self.radio.chips, height)

    def header(self):
        """The first line of the recording."""
        row = {
            "table": "nine_max",
            "deck": {uid: self.name[uid] for uid in sorted(self.name) if self.name[uid][0] != "x"},
            "chips": dict(sorted(self.purse.value.items())),
            "rulebook": self.book,
            "stacks": {str(s): self.stacks[s] for s in self.seats},
            "button": self.button,
            "sb": self.blinds[0],
            "bb": self.blinds[1],
        }
        if self.big_ante:
            row |= {"ante": self.blinds[1], "ante_type": "big_blind_ante"}
        elif self.ante:
            row["ante"] = self.ante
        if self.state.straddler:
            row["straddles"] = {str(self.state.straddler): 2 * self.blinds[1]}
        return row
