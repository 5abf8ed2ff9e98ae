"""Who sits where at the start of a hand, with which chips and cards; the places of the table."""

import collections
import itertools
import math

from tests.detection.third.poker import RANKS, SUITS, VALUES
from tests.detection.third.stage import Stage
from tests.detection.third.starts import own_start, real_start


class Seats:
    """The state of one hand, and the places it is played at. Lengths in mm, times in s."""

    def __init__(self, rng, world, tab, loops, kind, source, book):
        self.rng, self.world, self.kind, self.book = rng, world, kind, book
        self.stage = Stage(rng, world, loops)
        self.habits = []
        self.acts = []  # [act, seat, street total of bets and raises, chips added]
        self.particulars = {}  # of the irregularity
        self.at_ms = None
        self.done = kind == "clean"  # the irregularity has happened
        start = (real_start if source == "real" else own_start)(rng, tab["seats"], kind)
        self.source, self.script = start.source, start.script
        self.small_blind, self.big_blind = start.small_blind, start.big_blind
        self.ante, self.ante_type, self.straddle = start.ante, start.ante_type, start.straddle
        self.antes = {}
        self.values, self.unit = self._denominations(start)
        self._sit_down(start, tab["seats"])
        self._shuffle(start)
        self._empty_felt()
        self.now = 0.0

    def _denominations(self, start):
        """Chips that make every amount of the hand, and the step of its wagers."""
        divisor = math.gcd(*start.stacks, start.small_blind, start.big_blind)
        for amount in [self.ante] + [amount for _, _, amount in self.script or []]:
            divisor = math.gcd(divisor, amount)
        every = [value for value in VALUES if value <= max(start.stacks)]
        values = list(every)
        while len(values) > 1 and divisor % values[1] == 0:
            values.pop(0)
        if divisor % values[0]:
            values = every
        if self.script is not None:
            return values, values[0]
        unit = max(values[0], self.small_blind if self.small_blind != 300 else 100)
        return values, values[0] if unit % values[0] else unit

    def _sit_down(self, start, seats):
        rng, n = self.rng, len(start.stacks)
        chosen = sorted(rng.sample(range(1, seats + 1), n))
        k = rng.randrange(n)
        self.n = n
        self.order = chosen[k:] + chosen[:k]  # from left of the button
        self.button = self.header_button = self.order[-1]
        # seat of the i-th player of the script; heads-up the button is the small blind
        self.players = self.order if n > 2 else [self.order[1], self.order[0]]
        self.small_seat, self.big_seat = self.players[0], self.players[1]
        self.first_order = self.players[2:] + self.players[:2] if n > 2 else self.players
        self.later_order = self.order
        self.stacks_before = {seat: start.stacks[i] for i, seat in enumerate(self.players)}
        self.stacks = dict(self.stacks_before)

    def _shuffle(self, start):
        rng = self.rng
        deck = [rank + suit for rank in RANKS for suit in SUITS]
        used = set(itertools.chain(*start.cards.values())) | set(start.board)
        stub = [card for card in deck if card not in used]
        rng.shuffle(stub)
        self.hole = {}
        for i, seat in enumerate(self.players):
            pair = (start.cards.get(i, []) + ["??", "??"])[:2]
            self.hole[seat] = [stub.pop() if "?" in card else card for card in pair]
        self.board = start.board + [stub.pop() for _ in range(5 - len(start.board))]
        self.stub = stub
        self.next_deck = collections.deque()  # cards that come before the stub's
        self.card_tags = {card: self.stage.new("card", card) for card in deck}

    def _empty_felt(self):
        self.chips = []  # in the header's order
        self.line_chips = {seat: [] for seat in self.players}
        self.pot_chips = []
        self.bets = dict.fromkeys(self.players, 0)  # of the street
        self.paid = dict.fromkeys(self.players, 0)  # in the hand
        self.owed = []  # (seat, change) for the next sweep
        self.live = list(self.order)
        self.in_hand = {seat: [] for seat in self.players}
        self.mucked, self.burned, self.board_laid = [], [], []
        self.shown = []  # the board as the players see it
        self.tabled_seats = []
        self.pending = []  # folded hands the dealer has yet to collect
        self.dealer_free_at = 0.0
        self.late_post = None  # (seat, blind)
        self.missing = None  # seat whose last card was not dealt
        self.third = None  # card a flop lacks
        self.aside_burn = None  # exposed card, the next burn
        self.carried = None  # fourth flop card, the next burn
        self.skip_burn = self.reshuffle = False

    # -- places

    def seat_place(self, seat):
        """Middle of a seat's loop."""
        loop = self.stage.by_zone[f"seat:{seat}"]
        return loop.x, loop.y

    def line_place(self, seat):
        """Middle of a seat's betting line."""
        loop = self.stage.by_zone[f"line:{seat}"]
        return loop.x, loop.y

    def axes(self, seat):
        """Unit vectors from a seat towards the line, and across."""
        behind, front = self.seat_place(seat), self.line_place(seat)
        length = math.hypot(front[0] - behind[0], front[1] - behind[1])
        unit = ((front[0] - behind[0]) / length, (front[1] - behind[1]) / length)
        return unit, (-unit[1], unit[0])

    def at_line(self, seat, along, across):
        """A place so far beyond a line and across it."""
        unit, v = self.axes(seat)
        x, y = self.line_place(seat)
        return x + unit[0] * along + v[0] * across, y + unit[1] * along + v[1] * across

    def home(self, seat):
        """Where the player's stacks stand: beside and behind the cards."""
        unit, v = self.axes(seat)
        x, y = self.seat_place(seat)
        aside = 150 if seat % 2 else -150
        return x + v[0] * aside - unit[0] * 30, y + v[1] * aside - unit[1] * 30

    # -- notes

    def jitter(self, sigma_mm):
        """A deviation."""
        return self.rng.gauss(0, sigma_mm)

    def habit(self, name):
        """Note a habit."""
        self.habits.append(name)

    def late(self):
        """How late the dealer keys."""
        return self.rng.uniform(*self.world.key_late)

    def mark(self, t, **particulars):
        """The irregularity has happened."""
        self.done = True
        self.at_ms = int(t * 1000)
        self.particulars.update(particulars)
