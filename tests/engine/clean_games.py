"""Clean random hands of every game and betting structure as table events.

``clean(game, betting, seed, book)`` plays a hand to its end by what the engine says is legal: some
folds, a raise or two a street, chips put forward silently or named, draws and discards. Cards are
opaque tokens as a controller sends them, except upcards in stud, which the table reads by name.
"""

import hashlib
import random

from shared_rules import games
from shared_rules.cards import RANKS, SUITS
from shared_rules.hand.betting import limits
from shared_rules.hand.showdown import pots
from shared_rules.zones import seat_zone
from tools.playing.replay import RecordingTable, Replay

# every game in the structures it is played in, and how many sit down at most
GAMES = (
    ("nlhe", "no_limit", 9),
    ("limit_holdem", "limit", 9),
    ("plo", "pot_limit", 9),
    ("plo8", "pot_limit", 9),
    ("limit_omaha8", "limit", 9),
    ("crazy_pineapple", "no_limit", 9),
    ("crazy_pineapple", "limit", 9),
    ("stud7", "limit", 6),
    ("stud8", "limit", 6),
    ("razz", "limit", 6),
    ("draw_high", "limit", 5),
    ("draw_high", "pot_limit", 5),
    ("a5_lowball", "limit", 5),
    ("a5_lowball", "no_limit", 5),
    ("27_lowball", "no_limit", 5),
    ("27_lowball", "limit", 5),
    ("27_triple_draw", "limit", 4),
    ("badugi", "limit", 5),
)
UNIT = 100


class CleanGame(Replay):
    """Random legal play of one hand. ``most``: seats at the table; ``short``: some small stacks."""

    def __init__(self, game, betting, most, seed, book, short=False):
        label = f"{game}/{betting}/{seed}"
        rng = random.Random(f"clean/{label}")
        n = rng.randint(3, most)
        least = 3 if short else 60
        stacks = [rng.randint(least, 200) * UNIT for _ in range(n)]
        record = {"starting_stacks": stacks, "actions": []}
        super().__init__(RecordingTable(book), label, record)
        self.rng = rng
        self.deck = [r + s for r in RANKS for s in SUITS]
        rng.shuffle(self.deck)
        self.fields = _setup(label, games.get(game), betting, stacks, rng)

    def run(self):
        """Play to the end; returns the events."""
        self.send("setup", **self.fields)
        self.send("riffle")
        self._force()
        self._first_cards()
        while self.hand.phase in ("betting", "closed", "draw"):
            if self.hand.phase == "betting":
                self._next_act()
            elif self.hand.phase == "draw":
                self._draw()
            else:
                self._street()
        self._close()
        return self.table.seen

    # -- cards ---------------------------------------------------------------------------------

    def card(self, up=False):
        """The next card off the deck: an opaque token, by name where the table can read it."""
        name = self.deck.pop()
        if up:
            return name
        return hashlib.sha256(f"{self.label}/{name}".encode()).hexdigest()[:16]

    def pitch(self, seat, up=False):
        """One card to a seat."""
        face = "up" if up else "down"
        self.move([self.card(up)], "stub", seat_zone(seat), face=face)

    def order(self, seats):
        """Seats in the order in which they are served."""
        return self.hand.after(self.hand.button, seats)

    def _first_cards(self):
        street = self.hand.game.streets[0]
        order = self.order(self.hand.dealt_in)
        for i in range(street.down + street.up):
            for seat in order:
                self.pitch(seat, i >= street.down)

    def _street(self):
        hand = self.hand
        self._collect()
        for seat in list(hand.live):
            self._give_up(seat)  # those who did not act on the flop
        street = hand.game.after(hand.street)
        self.move([self.card()], "stub", "burn")
        if street.board:
            cards = [self.card() for _ in range(street.board)]
            self.move(cards, "stub", "board", face="up")
        for i in range(street.down + street.up):
            for seat in self.order(list(hand.live)):
                self.pitch(seat, i >= street.down)

    def _give_up(self, seat):
        """Crazy pineapple: who has acted on the flop gives up a card (ipr-2018:79.2)."""
        hand = self.hand
        street = hand.game.street(hand.street)
        surplus = len(hand.held(seat)) - hand.game.hole_cards(hand.street)
        if street.discard and seat in hand.live and surplus > -street.discard:
            gone = self.rng.sample(hand.held(seat), street.discard)
            self.move(gone, seat_zone(seat), "muck", by="player")

    def _draw(self):
        """Everybody says how many, discards, and is served after one burn."""
        hand = self.hand
        self._collect()
        wanted, left = {}, len(self.deck) - 1  # one is burned
        for seat in self.order(list(hand.live)):
            held = list(hand.held(seat))
            wanted[seat] = min(self.rng.choice((0, 1, 1, 2, 3)), max(0, left))
            left -= wanted[seat]
            self.send("draw", seat=seat, count=wanted[seat])
            if wanted[seat]:
                self.move(self.rng.sample(held, wanted[seat]), seat_zone(seat), "muck", by="player")
        if not any(wanted.values()) or not self.deck:
            return
        self.move([self.card()], "stub", "burn")
        for seat, count in wanted.items():
            for _ in range(count):
                self.pitch(seat)

    # -- chips ---------------------------------------------------------------------------------

    def _collect(self):
        if sum(self.hand.front.values()):
            self.pull_in()

    def _next_act(self):
        hand, seat = self.hand, self.hand.turn
        if hand.bring_in and not hand.high and hand.game.index(hand.street) == 0:
            self.put(seat, min(hand.bring_in, hand.stack(seat)))
            return
        street = hand.street
        self._act_of(seat)
        if hand.street == street:
            self._give_up(seat)

    def _act_of(self, seat):
        hand = self.hand
        call, low, high = hand.bounds(seat)
        roll = self.rng.random()
        if call and roll < 0.15 and len(hand.live) > 2:
            self.move(list(hand.held(seat)), seat_zone(seat), "muck", by="player")
        elif low is not None and roll > 0.8 and hand.wagers < 3:
            self._raise(seat, low, high)
        elif call:
            self.put(seat, call)
        else:
            self.send("gesture", seat=seat, kind="tap")

    def _raise(self, seat, low, high):
        hand = self.hand
        to = low
        if hand.betting != "limit":
            to = min(high, low * self.rng.choice((1, 2)), limits.all_in_to(hand, seat))
        word = "raise" if hand.high else "bet"
        self.send("declare", seat=seat, word=word, wording="plain", amount=to)
        self.put(seat, to - hand.front.get(seat, 0))

    def _close(self):
        hand = self.hand
        self._collect()
        for seat in list(hand.live) if hand.phase == "showdown" else ():
            self.move(list(hand.held(seat)), seat_zone(seat), seat_zone(seat), "up", "player")
        for amount, seats in pots.build(hand):
            self._push({seats[0]: amount})


def _setup(label, game, betting, stacks, rng):
    n = len(stacks)
    setup = {
        "hand_id": label,
        "game": game.name,
        "betting": betting,
        "format": rng.choice(("cash", "tournament")),
        "seats": list(range(1, n + 1)),
        "stacks": {str(i + 1): stacks[i] for i in range(n)},
        "betting_line": True,
        "button": n,
        "ante": 0,
        "sb": 0,
        "bb": 0,
    }
    if game.blinds:
        setup.update(sb=UNIT // 2, bb=UNIT, sb_seat=1, bb_seat=2)
    else:
        setup.update(ante=UNIT // 4, bring_in=UNIT // 2)
    if betting == "limit":
        setup.update(small_bet=UNIT, big_bet=2 * UNIT)
    return setup


def most_seats(game, betting):
    """Seats a game is played with at most."""
    return next(row[2] for row in GAMES if row[:2] == (game, betting))


def clean(game, betting, seed, book, short=False):
    """Events of the clean hand of a seed; the same for the same arguments."""
    return CleanGame(game, betting, most_seats(game, betting), seed, book, short).run()
