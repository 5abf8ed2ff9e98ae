"""People at a table: a plan becomes things in motion, with all the ways people have of doing it.

``Play`` walks through the hand on a clock of its own (seconds) and moves tags of a ``Scene``. A
slip (``slips``) takes the place of single steps: every step is a method it may call or leave out.
"""

import math
import random

from tools.worlds.chips import Chips
from tools.worlds.dealing import Dealing
from tools.worlds.folding import Folding
from tools.worlds.hand_end import Ending
from tools.worlds.hand_plans import BOARD
from tools.worlds.scene import Scene, Tag


class Stopped(Exception):
    """The hand is not played on: what was to be shown has been."""


class Play(Dealing, Folding, Chips, Ending):
    """One hand. ``world``: parameters of the draw; ``slip``: None or a slip of ``slips``."""

    def __init__(self, plan, world, felt, rng, slip=None):
        self.plan = plan
        self.w = world
        self.felt = felt
        self.rng = rng
        self.slip = slip
        self.scene = Scene()
        self.t = 0.0
        self.cards = {}
        self.extra_deck = {}  # UIDs the deck's list names besides its 52
        self.in_front = {s: [] for s in plan.seats}  # chips on the bet spot
        self.pot = []
        self.paid = dict.fromkeys(plan.seats, 0)  # on this street, as wagered
        self.change = {}  # seat -> chips it gets back out of the pot
        self.used = dict.fromkeys(plan.seats, 0)  # chips that have left the stack
        self.chips = []
        self.muck = []
        self.folded = []
        self.feats = []
        self.truth_acts = []
        self.off_deck = 0
        self.waiting_keys = []  # pressed after the next act
        self.uncollected = []  # folded hands that lie in front of their seats
        self.hands = {s: [] for s in plan.seats}
        self.burns = []
        self.board = []
        self.motion = {}
        self.peeked = set()
        self.evidence = []  # (uid, zone, from s, to s): readings without which nobody can tell
        self.slip_at = None  # s: when what was wrong came to rest or was keyed
        for name in plan.order:
            self.card(name)

    # -- things

    def uid(self):
        """A new tag's UID."""
        return f"E0040150{self.rng.getrandbits(32):08X}"

    def card(self, name):
        """A card of the deck."""
        tag = self.scene.add(Tag(self.uid(), name))
        self.cards[name] = tag
        return tag

    def chip(self, value):
        """A chip that comes out of a stack."""
        tag = self.scene.add(Tag(self.uid(), str(value), value))
        self.chips.append(tag)
        return tag

    def feat(self, text):
        """Note what people did."""
        if text not in self.feats:
            self.feats.append(text)

    def chance(self, name):
        """True with the chance a parameter gives."""
        return self.rng.random() < self.w[name]

    def wait(self, lo, hi):
        """Time goes by."""
        self.t += self.rng.uniform(lo, hi)
        return self.t

    def think(self):
        """A player thinks."""
        self.t += self.w["think_s"] * math.exp(self.rng.gauss(0, 0.6))

    def stop(self, after=(9.0, 13.0)):
        """Nothing more happens."""
        self.t += self.rng.uniform(*after)
        raise Stopped

    # -- the hand

    def run(self):
        """Play it; the scene holds it afterwards."""
        slip = self.slip
        try:
            self.start()
            self.post()
            (slip.deal if slip else self.deal_all)(*((self,) if slip else ()))
            self.settle_in()
            for number in range(len(self.plan.streets)):
                self.street(number)
            self.finish()
        except Stopped:
            pass
        self.flush_keys()
        self.scene.end(self.t)
        return self.scene

    def start(self):
        """The deck is ready, or gathered in the muck and riffled first."""
        self.t = self.rng.uniform(0.8, 2.5)
        self.scene.ideal_start = int(self.t * 1000)
        roll = self.rng.random()
        self.begun = "given"
        if roll < 0.25:
            self.begun = "riffle keyed"
            self.scene.key(self.t, what="riffle")
            self.wait(1.5, 4.0)
        elif roll < 0.4:
            self.begun = "deck gathered"
            self.riffled()
        self.feat(self.begun)

    def riffled(self):
        """A deck lies gathered in the muck, is riffled there, and goes to the deck well."""
        loop = self.felt.of["muck"]
        for card in self.cards.values():
            x, y = loop.x + self.rng.gauss(0, 12), loop.y + self.rng.gauss(0, 15)
            self.scene.place(card, 0.0, x, y, dur=0.0, pile=self.rng.choice((2, 3, 4, 4)))
        self.t += 1.5
        for _ in range(self.rng.choice((2, 3))):
            for card in self.cards.values():
                self.scene.nudge(
                    card,
                    self.t,
                    loop.x + self.rng.gauss(0, 30),
                    loop.y + self.rng.gauss(0, 30),
                    3,
                    0.3,
                )
            self.wait(0.8, 1.4)
        self.scene.key(self.t, what="riffle")
        for card in self.cards.values():
            self.scene.lift(card, self.t)
        self.wait(1.0, 2.5)

    def post(self):
        """Antes, swept at once, then blinds."""
        antes = [p for p in self.plan.posts if p[2] in ("ante", "bb_ante") and p[1]]
        for seat, amount, _ in antes:
            amount = self.slip.ante(seat, amount) if self.slip else amount
            self.wager(seat, amount)
            if self.slip:
                self.slip.posted(self, seat, amount)
            self.wait(0.2, 0.8)
        if antes:
            self.wait(0.5, 1.2)
            self.sweep()
        for seat, amount, kind in self.plan.posts:
            if kind in ("sb", "bb") and amount:
                self.paid[seat] = amount
                self.wager(seat, amount)
                self.wait(0.3, 1.5)
        self.wait(0.5, 2.0)

    # -- a street

    def street(self, number):
        """Cards of the street, then its acts."""
        if number:
            self.sweep()
            self.deal_street(number)
            self.paid = dict.fromkeys(self.plan.seats, 0)
        if self.plan.runout is not None and number >= self.plan.runout:
            if number == self.plan.runout:
                self.feat("all-in run out")
            return
        for i, act in enumerate(self.plan.streets[number]):
            if self.slip and self.slip.act(self, number, i, act):
                continue
            self.act(act, self.plan.streets[number][i + 1 :])
        self.wait(0.4, 1.4)

    def deal_street(self, number):
        """Burn and board cards of a street."""
        if self.slip and self.slip.board(self, number):
            return
        self.collect_all()
        self.flush_keys()
        self.burn()
        self.turn_up(number, BOARD[number])
        self.wait(0.3, 1.0)

    # -- acts

    def act(self, act, rest=()):
        """One act of the plan, in turn."""
        kind, seat, total, added = act[:4]
        self.think()
        if seat not in self.peeked and self.hands[seat] and self.chance("peek_share"):
            self.t = self.peek(seat, self.t) + self.rng.uniform(0.3, 1.0)
            self.feat("peels before acting")
        self.collect_due()
        began = self.t
        self.flush_keys()
        if kind == "fold":
            self.fold(seat)
        elif kind == "check":
            self.check(seat)
        else:
            self.put_in(act, last=not rest)
            self.paid[seat] = total
        self.truth_acts.append([kind, seat, total, added, int(began * 1000)])

    def word(self, seat, word, amount=None, must=False):
        """A player says something; the dealer keys it late, after the next act, or not at all."""
        key = {"what": "declare", "seat": seat, "word": word, "wording": "plain"}
        if amount:
            key["amount"] = amount
        self.press(key, must)

    def press(self, key, must=False):
        """Key what was said at ``self.t``."""
        rng = self.rng
        fields = {k: v for k, v in key.items() if k != "what"}
        self.scene.emit(self.t, key["what"], **fields)
        t = self.t + rng.uniform(0.15, max(0.16, self.w["key_late_s"]))
        if not must:
            roll = rng.random()
            if roll < self.w["key_none"]:
                self.feat("key forgotten")
                return
            if roll < self.w["key_none"] + self.w["key_after"]:
                self.feat("key after the next act")
                self.waiting_keys.append(key)
                return
        self.scene.key(t, **key)

    def flush_keys(self):
        """Keys left over are pressed now, a moment after the act that came between."""
        if not self.waiting_keys:
            return
        for n, key in enumerate(self.waiting_keys):
            self.scene.key(self.t + 0.6 + 0.5 * n + self.rng.uniform(0, 0.6), **key)
        self.waiting_keys = []

    def check(self, seat):
        """A rap on the table, or the word."""
        self.scene.fact(self.t, "check", seat, True)
        if self.rng.random() < 0.75:
            self.press({"what": "gesture", "seat": seat, "kind": "tap"})
        else:
            self.word(seat, "check")
        self.wait(0.2, 0.6)


def play(plan, world, felt, seed, slip=None):
    """A hand played through; returns the ``Play`` with its scene."""
    rng = random.Random(f"people {world['family']} {seed}")
    made = Play(plan, world, felt, rng, slip)
    made.run()
    return made
