"""Random hands as another table would see them: what lies where, when, and what is keyed.

Nothing here is taken from the virtual table: hands, paces and places are this module's own, so that
the table code meets something it was not written beside. ``make(seed)`` gives a ``Scene``.
"""

import random
from dataclasses import dataclass, field

VALUES = (5000, 1000, 500, 100, 50)
RANKS, SUITS = "23456789TJQKA", "cdhs"


@dataclass
class Stay:
    """A tag lies at an antenna from ``t0`` to ``t1`` (us). ``edge``: how badly, 0 to 1."""

    uid: str
    antenna: str
    t0: int
    t1: int
    edge: float = 0.0


@dataclass
class Scene:
    """One hand: header, stays of tags, keys, and what should be found."""

    header: dict
    stays: list = field(default_factory=list)
    keys: list = field(default_factory=list)  # (t_us, key)
    acts: list = field(default_factory=list)  # (act, seat, street total or 0)
    stacks_after: dict = field(default_factory=dict)
    ruling: str | None = None
    end_us: int = 0
    checked: bool = False  # stacks_after are compared, too


@dataclass
class Style:
    """How people at this table are. Times in ms."""

    mouth: int = 160  # a card rests at the mouth; 0: no mouth antenna is read at all
    pitch: int = 300  # one card to the next
    act: int = 1500
    riffle: bool = False
    push_over_line: bool = True
    spread: int = 90  # chips of one motion arrive within this
    keyed_award: bool = True
    hands: int = 1


class Hand:
    """Plays one random no-limit hold'em hand into a scene."""

    def __init__(self, seed, style=None, players=None, inject=None, scene=None, t=500_000):
        self.rng = random.Random(f"other/{seed}")
        self.style = style or Style()
        self.inject = inject
        n = players or self.rng.randint(3, 8)
        self.seats = sorted(self.rng.sample(range(1, 10), n))
        self.button = self.rng.choice(self.seats)
        self.stacks = {s: self.rng.randrange(60, 200) * 100 for s in self.seats}
        self.sb, self.bb = 50, 100
        self.t = t
        self.here = {}  # uid -> Stay still open
        self.front = dict.fromkeys(self.seats, 0)
        self.line = {s: [] for s in self.seats}
        self.pot = []
        self.live = list(self.seats)
        deck = [r + s for s in SUITS for r in RANKS]
        self.uids = {c: "E004" + self.rng.randbytes(6).hex().upper() for c in deck}
        self.rng.shuffle(deck)
        self.deck = deck
        self.chips = {}
        self.hands = {s: [] for s in self.seats}
        header = {
            "table": "nine_max",
            "deck": {u: c for c, u in self.uids.items()},
            "chips": self.chips,
            "rulebook": "tda-2011",
            "stacks": {str(s): c for s, c in self.stacks.items()},
            "button": self.button,
            "sb": self.sb,
            "bb": self.bb,
        }
        self.scene = Scene(header)

    # -- things

    def put(self, uid, antenna, at=None, edge=None):
        """A tag comes to lie somewhere (None: nowhere)."""
        at = self.t if at is None else at
        old = self.here.pop(uid, None)
        if old is not None:
            old.t1 = at - 40_000
        if antenna is None:
            return
        if edge is None:
            edge = 0.0 if self.rng.random() < 0.8 else self.rng.random()
        stay = Stay(uid, antenna, at, 1 << 60, edge)
        self.here[uid] = stay
        self.scene.stays.append(stay)

    def later(self, ms, more=0.4):
        """Time goes by."""
        self.t += int(ms * 1000 * (1 + self.rng.random() * more))

    def key(self, **key):
        """Something is keyed in."""
        self.scene.keys.append((self.t, key))
        self.later(60)

    def make(self, amount):
        """Fresh chips of an amount."""
        out = []
        for value in VALUES:
            while amount >= value:
                uid = "E0:04:" + ":".join(f"{b:02x}" for b in self.rng.randbytes(6))
                self.chips[uid] = value
                out.append(uid)
                amount -= value
        assert amount == 0
        return out

    # -- the hand

    def play(self):
        """The scene of the whole hand."""
        self.start()
        self.deal()
        if not self.scene.ruling:
            self.betting()
        self.later(3000)
        self.scene.end_us = self.t
        for stay in self.scene.stays:
            stay.t1 = min(stay.t1, self.t)
        return self.scene

    def after(self, seat):
        """Seats from the one after ``seat`` on."""
        return [s for s in self.seats if s > seat] + [s for s in self.seats if s <= seat]

    def start(self):
        """Perhaps a riffle; blinds."""
        if self.style.riffle:
            for card in self.deck:
                self.put(self.uids[card], "muck", edge=self.rng.random())
            self.later(1500)
            for card in self.deck:
                self.put(self.uids[card], None)
            self.later(1200)
        order = self.after(self.button)
        if len(self.seats) == 2:
            order = order[1:] + order[:1]
        self.small, self.big = order[0], order[1]
        self.bet(self.small, self.sb)
        self.later(800)
        self.bet(self.big, self.bb)
        self.later(900)

    def bet(self, seat, amount):
        """Chips go onto the bet spot in one motion."""
        for uid in self.make(amount):
            at = self.t + int(self.rng.random() * self.style.spread * 1000)
            self.put(uid, f"line:{seat}", at)
            self.line[seat].append(uid)
        self.front[seat] += amount
        self.stacks[seat] -= amount

    def pitch(self, to, face="down"):
        """One card off the deck; returns it."""
        card = self.deck.pop(0)
        uid = self.uids[card]
        if self.style.mouth:
            quadrants = (1, 3) if face == "down" else (2, 4)
            self.put(uid, f"mouth:{self.rng.choice(quadrants)}", edge=0.0)
            self.later(self.style.mouth)
        self.t += 90_000
        self.put(uid, to)
        self.later(max(0, self.style.pitch - self.style.mouth - 90))
        return card

    def deal(self):
        """Two cards to everybody."""
        order = self.after(self.button)
        if len(self.seats) == 2:
            order = order[1:] + order[:1]
        order = self.after(self.button)
        nth = 0
        skip = len(order) + 1 if self.inject == "exposed" else 1
        for _ in range(2):
            for seat in order:
                nth += 1
                self.hands[seat].append(self.pitch(f"seat:{seat}"))
                if self.inject in ("exposed_first", "exposed") and nth == skip:
                    self.later(500)
                    self.key(what="notice", by="dealer", kind="exposed_card", about_seat=seat)
                    if self.inject == "exposed_first":
                        self.scene.ruling = "misdeal"
                        self.later(2000)
                        return
                    self.inject, self.expected_exposed = None, True
        if self.inject == "extra":
            self.pitch(f"seat:{order[0]}")
            self.later(800)
            self.key(what="notice", by="dealer", kind="extra_card", about_seat=order[0])
            self.scene.ruling = "any"  # what it is, the books differ on
            return
        self.later(900)

    def betting(self):
        """Four streets at most."""
        first = self.after(self.big)
        for street, count in (("preflop", 0), ("flop", 3), ("turn", 1), ("river", 1)):
            if count:
                if not (self.inject == "no_burn" and street == "turn"):
                    self.pitch("burn")
                for _ in range(count):
                    slot = sum(s.antenna[:5] == "board" for s in self.here.values()) + 1
                    self.pitch(f"board:{slot}", "down")
                self.later(1200)
                if self.inject == "no_burn" and street == "turn":
                    self.key(what="notice", by="dealer", kind="missing_burn")
                    self.scene.ruling = "any"
                    return
                first = self.after(self.button)
            self.round(first, street)
            if self.scene.ruling:
                return
            self.sweep()
            if len(self.live) == 1:
                break
        self.finish()

    def round(self, order, street):
        """One betting round."""
        high = max(self.front.values())
        todo = [s for s in order if s in self.live]
        raises = 0
        while todo and len(self.live) > 1:
            seat = todo.pop(0)
            self.later(self.style.act)
            owed = high - self.front[seat]
            choice = self.rng.random()
            stack = self.stacks[seat]
            if self.inject == "string" and owed and stack > 4 * high:
                self.bet(seat, owed)
                self.later(1100, 0.2)
                self.bet(seat, 2 * high)
                self.scene.ruling = "call"
                self.later(1500)
                return
            if owed and (choice < 0.4):
                self.fold(seat)
            elif raises < 2 and choice > 0.75 and stack > 4 * high + 400:
                to = max(2 * high + 200, 300)
                word = "raise" if high else "bet"
                self.key(what="declare", seat=seat, word=word, amount=to, wording="plain")
                self.later(500)
                self.bet(seat, to - self.front[seat])
                self.scene.acts.append((word, seat, to))
                high = to
                raises += 1
                todo = [s for s in self.after(seat) if s in self.live and s != seat]
            elif owed:
                self.bet(seat, owed)
                self.scene.acts.append(("call", seat, 0))
            else:
                self.key(what="gesture", seat=seat, kind="tap")
                self.scene.acts.append(("check", seat, 0))
        self.later(1000)

    def fold(self, seat):
        """Cards into the muck."""
        for card in self.hands[seat]:
            self.put(self.uids[card], "muck", self.t + self.rng.randint(0, 60_000))
        self.live.remove(seat)
        self.scene.acts.append(("fold", seat, 0))

    def sweep(self):
        """All bets into the pot."""
        if not any(self.line.values()):
            return
        top = sorted(self.front.values())
        back = top[-1] - top[-2]
        self.later(300)
        for seat in self.seats:
            for uid in self.line[seat]:
                self.put(uid, "pot", self.t + self.rng.randint(0, 80_000))
            self.pot += self.line[seat]
            if self.line[seat]:
                self.later(200)
            self.line[seat] = []
        if back:
            self.returned = back
        self.front = dict.fromkeys(self.seats, 0)
        self.later(1800)

    def finish(self):
        """The pot goes to somebody, the cards to the dealer."""
        winner = self.rng.choice(self.live)
        if len(self.live) > 1:
            self.key(what="showdown", seats=[winner])
            self.later(500)
        total = sum(self.chips[u] for u in self.pot)
        for uid in self.pot:
            self.put(uid, f"line:{winner}" if self.style.push_over_line else None)
        self.later(900)
        for uid in self.pot:
            self.put(uid, None)
        self.stacks[winner] += total
        if self.style.keyed_award:
            self.key(what="pot_awarded", seats=[winner])
        self.later(1500)
        self.scene.stacks_after = {str(s): c for s, c in self.stacks.items()}
        for uid in [u for u, s in self.here.items() if s.antenna[:4] in ("seat", "boar", "burn")]:
            self.put(uid, "muck")
            self.later(60)
