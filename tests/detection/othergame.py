"""Several hands at one table as another maker's table would see them: what lies where, and when.

Facts (who acts, who wins) are pokerkit's; paces, places, chips and habits are this module's own, so
that the table code meets something it was not written beside. ``Game(seed, Habits()).play()``
gives a ``Scene`` of ``otherhand``.
"""

from dataclasses import dataclass

from tests.detection.otherhand import RANKS, SUITS, Scene, Stay
from tools.bench.random_hands import record_of
from tools.virtual.recorded_plan import plan_hand

ACTS = ("fold", "check", "call", "bet", "raise")
ROOT_VALUES = (5000, 1000, 500, 100, 50)


@dataclass
class Habits:
    """How this table plays. Times in ms."""

    players: int = 6
    hands: int = 1
    ante: int = 0
    straddle: int = 0
    stacks: tuple = (60, 200)  # big blinds, from and to
    values: tuple = ROOT_VALUES  # denominations, largest first
    rulebook: str = "tda-2011"
    mouth: int = 150  # a card rests at the mouth
    pitch: int = 300
    act: int = 1400
    twice: float = 0.0  # share of bets put down in two motions, said first
    change: bool = False  # the dealer changes chips of the pot with the rack
    begins: str = "header"  # how hands begin: header, riffle, or key (of a shuffling machine)
    slip: str | None = None  # what goes wrong in the last hand
    seats: int = 9


class Game:
    """Plays hands into a scene."""

    def __init__(self, seed, habits, rng):
        self.seed, self.habits, self.rng = seed, habits, rng
        self.seats = sorted(rng.sample(range(1, habits.seats + 1), habits.players))
        self.button = rng.choice(self.seats)
        low, high = habits.stacks
        self.stacks = {s: rng.randint(low, high) * 100 for s in self.seats}
        self.t = 400_000
        self.here = {}
        self.chips = {}
        self.rack = {}  # denomination -> chips nobody has
        self.pot = []
        self.line = {s: [] for s in self.seats}
        names = [r + s for s in SUITS for r in RANKS]
        self.uids = {c: "E004" + rng.randbytes(6).hex().upper() for c in names}
        header = {
            "table": "nine_max",
            "deck": {u: c for c, u in self.uids.items()},
            "chips": self.chips,
            "rulebook": habits.rulebook,
            "stacks": {str(s): c for s, c in self.stacks.items()},
            "button": self.button,
            "sb": 50,
            "bb": 100,
        }
        if habits.ante:
            header["ante"] = habits.ante
        self.scene = Scene(header, checked=True)
        self.dealt_us = 0  # when the first hand has its cards

    def play(self):
        """The scene of all hands."""
        for number in range(self.habits.hands):
            self.hand(number)
        self.later(3500)
        self.scene.end_us = self.t
        for stay in self.scene.stays:
            stay.t1 = min(stay.t1, self.t)
        return self.scene

    # -- things

    def later(self, ms, more=0.3):
        """Time goes by."""
        self.t += int(ms * 1000 * (1 + self.rng.random() * more))

    def key(self, **key):
        """Something is keyed in."""
        self.scene.keys.append((self.t, key))
        self.later(60)

    def put(self, uid, antenna, at=None):
        """A tag comes to lie somewhere (None: nowhere)."""
        at = self.t if at is None else at
        old = self.here.pop(uid, None)
        if old is not None:
            old.t1 = at - 60_000
        if antenna is None:
            return
        edge = 0.0 if self.rng.random() < 0.8 else self.rng.random()
        stay = self.here[uid] = Stay(uid, antenna, at, 1 << 60, edge)
        self.scene.stays.append(stay)

    def chip(self, value):
        """A chip nobody has."""
        free = self.rack.setdefault(value, [])
        if free:
            return free.pop(0)  # the one that has lain there longest
        uid = "E0:04:" + ":".join(f"{b:02x}" for b in self.rng.randbytes(6))
        self.chips[uid] = value
        return uid

    def make(self, amount):
        """Chips of an amount."""
        out = []
        for value in self.habits.values:
            while amount >= value:
                out.append(self.chip(value))
                amount -= value
        assert amount == 0, amount
        return out

    def onto(self, seat, uids):
        """Chips go onto the bet spot in one motion."""
        for uid in uids:
            self.put(uid, f"line:{seat}", self.t + self.rng.randrange(90_000))
        self.line[seat] += uids

    def bet(self, seat, amount, may_split=False):
        """Chips of an amount, sometimes in two motions."""
        uids = self.make(amount)
        if may_split and len(uids) > 1 and self.rng.random() < self.habits.twice:
            half = len(uids) // 2
            self.onto(seat, uids[:half])
            self.later(1000)
            uids = uids[half:]
        self.onto(seat, uids)

    def lift(self, uids):
        """Chips go back to where nobody reads them."""
        for uid in uids:
            self.put(uid, None)
            self.rack.setdefault(self.chips[uid], []).append(uid)

    # -- a hand

    def hand(self, number):
        """One hand by pokerkit's facts."""
        habits = self.habits
        order = [s for s in self.seats if s > self.button] + [
            s for s in self.seats if s <= self.button
        ]
        self.order = [s for s in order if self.stacks[s]]
        stacks = [self.stacks[s] for s in self.order]
        straddle = habits.straddle if len(stacks) > 3 else 0
        label = f"other/{self.seed}/{number}"
        record = record_of(label, 9, stacks, habits.ante, straddle)
        plan = plan_hand(label, record, self.seed)
        if straddle:
            self.scene.header["straddles"] = {str(self.order[2]): straddle}
        self.slip = habits.slip if number == habits.hands - 1 else None
        self.begin(number)
        self.deck = [c for s in plan.steps for c in s.cards]
        self.spare = [c for c in self.uids if c not in self.deck]
        self.hole = {self.order[n - 1]: list(cards) for n, cards in plan.hole.items()}
        for cards in self.hole.values():
            self.spare = [c for c in self.spare if c not in cards]
        self.held = {s: [] for s in self.order}
        self.mucked, self.board, self.burns = [], [], 0
        steps = list(plan.steps)
        self.number, self.over = number, False
        while steps and not self.over:
            step = steps.pop(0)
            self.rest = steps
            getattr(self, "do_" + step.do)(step, self.order[step.seat - 1] if step.seat else None)
        if not self.over:
            self.stacks.update({self.order[int(n) - 1]: c for n, c in plan.stacks_after.items()})
            self.scene.stacks_after = {s: self.stacks[s] for s in self.order}
        at = self.seats.index(self.button)
        after = self.seats[at + 1 :] + self.seats[: at + 1]
        self.button = next(s for s in after if self.stacks[s])
        self.gather()

    def begin(self, number):
        """The deck is shuffled."""
        how = self.habits.begins
        if how == "riffle":
            for uid in self.uids.values():
                self.put(uid, "muck")
            self.later(700)
            for _ in range(2):
                for uid in self.rng.sample(sorted(self.uids.values()), 30):
                    self.put(uid, "muck", self.t + self.rng.randrange(300_000))
                self.later(900)
        for uid in self.uids.values():
            self.put(uid, None)
        self.later(900)
        if how == "key" or (how == "header" and number):
            self.key(what="shuffler_button")
        self.later(600)

    def gather(self):
        """Cards go back to the dealer."""
        self.later(900)
        for uid in [u for u in self.uids.values() if u in self.here]:
            self.put(uid, "muck")
            self.later(50)
        self.later(900)

    def off_deck(self, card, to, face="down"):
        """One card by way of the mouth."""
        uid = self.uids[card]
        quadrants = (1, 3) if face == "down" else (2, 4)
        self.put(uid, f"mouth:{self.rng.choice(quadrants)}")
        self.here[uid].edge = 0.0
        self.later(self.habits.mouth)
        self.t += 80_000
        self.put(uid, to)
        self.later(max(0, self.habits.pitch - self.habits.mouth - 80))

    def do_ante(self, step, seat):
        """An ante or a blind."""
        self.bet(seat, step.amount)
        self.later(800)

    do_blind = do_ante

    def do_deal(self, step, seat):
        """Two cards to everybody."""
        nth = 0
        for number in range(2):
            for seat in self.order:
                nth += 1
                card = self.hole[seat][number]
                self.off_deck(card, f"seat:{seat}")
                self.held[seat].append(card)
                if self.slip == "exposed" and nth == 1:
                    self.notice("exposed_card", seat, "misdeal")
                    return
        if self.slip == "extra":
            self.off_deck(self.spare.pop(), f"seat:{self.order[0]}")
            self.notice("extra_card", self.order[0], "any")
            return
        self.later(900)
        self.dealt_us = self.dealt_us or self.t

    def notice(self, kind, seat, ruling):
        """The dealer keys a mistake, and the hand ends there."""
        self.later(700)
        self.key(what="notice", by="dealer", kind=kind, about_seat=seat)
        self.later(1500)
        self.scene.ruling, self.over = ruling, True

    def do_board(self, step, seat):
        """Burn and turn."""
        self.later(700)
        if not (self.slip == "no_burn" and self.board):
            self.off_deck(self.spare.pop(), "burn")
        for card in step.cards:
            self.board.append(card)
            self.off_deck(card, f"board:{len(self.board)}")
        self.later(1200)
        if self.slip == "no_burn" and len(self.board) > 3:
            self.scene.ruling, self.over = "any", True
            self.later(4000)

    def do_fold(self, step, seat):
        """Cards into the muck."""
        self.later(self.habits.act)
        for card in self.held[seat]:
            self.put(self.uids[card], "muck", self.t + self.rng.randrange(60_000))
        self.scene.acts.append(("fold", seat, 0))

    do_muck = do_fold

    def do_check(self, step, seat):
        """The player taps."""
        self.later(self.habits.act)
        self.key(what="gesture", seat=seat, kind="tap")
        self.scene.acts.append(("check", seat, 0))

    def do_call(self, step, seat):
        """Chips for a call."""
        self.later(self.habits.act)
        if self.slip == "string" and self.stacks[seat] > 4 * step.to + 400:
            self.bet(seat, step.amount)
            self.later(1100, 0.2)
            self.bet(seat, max(2 * step.to, 200))
            self.later(2000)
            self.scene.ruling, self.over = "call", True
            return
        self.bet(seat, step.amount)
        self.scene.acts.append(("call", seat, 0))

    def do_bet(self, step, seat):
        """A bet or raise: said, then put down."""
        self.later(self.habits.act)
        self.key(what="declare", seat=seat, word=step.do, amount=step.to, wording="plain")
        self.later(400)
        self.bet(seat, step.amount, True)
        self.scene.acts.append((step.do, seat, step.to))

    do_raise = do_bet

    def do_show(self, step, seat):
        """A hand is tabled."""
        self.later(700)
        self.key(what="tabled", seat=seat)

    def do_pull(self, step, seat):
        """Bets go into the pot; what nobody matched goes back."""
        if any(self.line.values()):
            self.sweep("pot")
            self.go_back(step)

    def sweep(self, into):
        """The dealer takes the bets in, one spot after the other."""
        self.later(1400)
        for seat in self.order:
            for uid in self.line[seat]:
                self.put(uid, into, self.t + self.rng.randrange(80_000))
            self.pot += self.line[seat]
            self.later(200 if self.line[seat] else 0)
            self.line[seat] = []
        self.later(1800)

    def go_back(self, step):
        """What nobody matched is pushed back, with the award where that comes next."""
        if self.rest and self.rest[0].do == "award":
            self.unmatched = step.returned
            return
        for n, amount in sorted(step.returned.items()):
            self.push(self.order[n - 1], amount)

    def do_award(self, step, seat):
        """A pot is pushed to each who has a share."""
        more = getattr(self, "unmatched", {})
        self.unmatched = {}
        for n in sorted(set(step.shares) | set(more)):
            self.push(self.order[n - 1], step.shares.get(n, 0) + more.get(n, 0))

    def push(self, seat, amount):
        """Chips out of the pot over a player's bet spot, changed where they do not fit."""
        out = []
        for uid in sorted(self.pot, key=lambda u: (-self.chips[u], u)):
            if self.chips[uid] <= amount - sum(self.chips[u] for u in out):
                out.append(uid)
        lack = amount - sum(self.chips[u] for u in out)
        if lack or self.habits.change:
            left = [u for u in self.pot if u not in out]
            total = sum(self.chips[u] for u in left)
            self.lift(left)
            self.later(600)
            small, rest = self.make(lack), self.make(total - lack)
            for uid in small + rest:
                self.put(uid, "pot", self.t + self.rng.randrange(60_000))
            self.pot = out + small + rest
            out = out + small
            self.later(1200)
        self.pot = [u for u in self.pot if u not in out]
        for uid in out:
            self.put(uid, f"line:{seat}", self.t + self.rng.randrange(40_000))
        self.later(1200)
        self.lift(out)
        self.later(900)
