"""Hands of a table nobody has told us about: what people there do with cards, chips and keys.

On the facts of ``othergame`` stand habits drawn by seed: how a hand is folded, bets are put down
and pulled in, what is said, how the hand ends, and eleven things that go wrong.
"""

from dataclasses import dataclass

from tests.detection.othergame import Game, Habits

OPEN = 1 << 60


@dataclass
class Manners(Habits):
    """What else differs from table to table."""

    says: str = "some"  # all: every act has its words; some: checks, bets and raises; checks
    folds: str = "muck"  # muck; gone (read nowhere); over the line and gone
    motion: str = "one"  # one: within 90 ms; drop: at once; count: one chip after the other
    pulls: str = "pot"  # pot; gone (no more read); late (only at the end of the hand)
    ends: str = "push"  # push over the line; keyed (pot_awarded); lift (the pot just goes)
    shows: str = "keyed"  # keyed; board (tabled over the board's loops); nothing
    collects: str = "muck"  # muck or gone
    check: str = "tap"  # tap or word
    gap: int = 60  # ms from one place to the next
    uncalled: str = "pot"  # what nobody matched: by way of the pot, or taken back at once
    at_once: bool = False  # all bets are pulled in at the same moment
    epoch: int = 0  # us at which the trace begins


SLIPS = (
    "string", "oversized", "premature", "four_flop", "exposed", "out_of_turn", "undercall",
    "short_raise", "boxed", "foreign", "no_burn",
)  # fmt: skip


class Elsewhere(Game):
    """A game with the manners of ``habits`` (``Manners``)."""

    def play(self):
        """The scene, told in the time of the trace."""
        self.t += self.habits.epoch
        return super().play()

    def put(self, uid, antenna, at=None):
        """A tag comes to lie somewhere, on its way for as long as things take here."""
        at = self.t if at is None else at
        old = self.here.get(uid)
        super().put(uid, antenna, at)
        if old is not None:
            old.t1 = at - 1000 * self.habits.gap

    def begin(self, number):
        """The dealer's key begins each hand but the first, or a riffle."""
        self.street = 0
        self.front = dict.fromkeys(self.seats, 0)
        self.high = 0
        self.put_in = dict.fromkeys(self.seats, 0)
        self.flop = None  # (us, acts so far, chips behind, seats with cards, pot) when it lies
        super().begin(number)

    def onto(self, seat, uids):
        """Chips go onto the bet spot in one motion, in this table's way."""
        motion = self.habits.motion
        for i, uid in enumerate(uids):
            after = {"one": self.rng.randrange(90_000), "drop": 0, "count": 130_000 * i}[motion]
            self.put(uid, f"line:{seat}", self.t + after)
        self.line[seat] += uids
        self.put_in[seat] += sum(self.chips[uid] for uid in uids)
        if motion == "count":
            self.t += 130_000 * len(uids)

    def slipped(self, ruling, ms=3000):
        """It went wrong, and the hand ends there."""
        self.later(ms)
        self.scene.ruling, self.over = ruling, True

    def say(self, seat, word, amount=None):
        """Words of a player."""
        key = {"what": "declare", "seat": seat, "word": word, "wording": "plain"}
        if amount is not None:
            key["amount"] = amount
        self.key(**key)
        self.later(300)

    # -- acts

    def do_fold(self, step, seat):
        """A hand is thrown away."""
        self.later(self.habits.act)
        if self.slip == "out_of_turn" and self._turn_skipped(seat):
            return
        if self.habits.says == "all":
            self.say(seat, "fold")
        self.throw(seat)
        self.scene.acts.append(("fold", seat, 0))

    def throw(self, seat):
        """Cards leave a seat."""
        at = self.t
        for card in self.held[seat]:
            uid = self.uids[card]
            when = at + self.rng.randrange(60_000)
            if self.habits.folds == "muck":
                self.put(uid, "muck", when)
            elif self.habits.folds == "line":
                self.put(uid, f"line:{seat}", when)
                self.put(uid, None, when + 600_000)
            else:
                self.put(uid, None, when)
        self.held[seat] = []

    def do_muck(self, step, seat):
        """A losing hand goes, at the showdown."""
        self.later(self.habits.act)
        self.throw(seat)

    def _dealt_too_soon(self, step):
        """The dealer turns the flop while the last player is still to act."""
        if self.slip != "premature" or self.board or not self.rest:
            return False
        later = [s for s in self.rest if s.do != "pull"]
        if later[0].do != "board" or self.rest[0].do != "pull":
            return False
        self.later(700)
        self.off_deck(self.spare.pop(), "burn")
        for number, card in enumerate(later[0].cards, 1):
            self.off_deck(card, f"board:{number}")
        self.slipped("any", 4500)
        return True

    def do_check(self, step, seat):
        """A tap or a word."""
        if self._dealt_too_soon(step):
            return
        self.later(self.habits.act)
        if self.slip == "out_of_turn" and self._turn_skipped(seat):
            return
        if self.habits.check == "tap":
            self.key(what="gesture", seat=seat, kind="tap")
        else:
            self.say(seat, "check")
        self.scene.acts.append(("check", seat, 0))

    def do_call(self, step, seat):
        """Chips for a call, and what may go wrong with one."""
        rich = self.stacks[seat] > 4 * step.to + 1400
        if self._dealt_too_soon(step):
            return
        if self.slip == "out_of_turn" and self._turn_skipped(seat):
            return
        if self.slip == "oversized" and rich and step.amount < 900 and step.to < 1000:
            self.later(self.habits.act)
            self.onto(seat, [self.chip(1000 if 1000 in self.habits.values else 5000)])
            self.slipped("call")
            return
        if self.slip == "undercall" and rich and step.amount > 150 and self.street == 0:
            self.later(self.habits.act)
            self.onto(seat, self.make(50))
            self.slipped("any", 4500)
            return
        if self.habits.says == "all" and self.slip != "string":
            self.later(self.habits.act)
            self.say(seat, "call")
            self.bet(seat, step.amount)
            self.scene.acts.append(("call", seat, 0))
            return
        super().do_call(step, seat)

    def do_bet(self, step, seat):
        """A bet or raise."""
        if self.slip == "out_of_turn" and self._turn_skipped(seat):
            return
        if self.slip == "short_raise" and step.do == "raise" and self.high_now() == 100:
            self.later(self.habits.act)
            self.onto(seat, self.make(150 - (step.to - step.amount)))  # half of the least raise
            self.slipped("any")
            return
        if self.habits.says == "checks" and not self.habits.twice:
            self.later(self.habits.act)
            uids = self.make(step.amount)
            single_chip_call = step.do == "raise" and len(uids) == 1
            if single_chip_call or self._two_equal(uids):
                self.say(seat, step.do, step.to)  # else the chips would be a call
            self.onto(seat, uids)
            self.scene.acts.append((step.do, seat, step.to))
            return
        super().do_bet(step, seat)

    do_raise = do_bet

    def high_now(self):
        """Most chips in front of anybody."""
        return max(sum(self.chips[u] for u in self.line[s]) for s in self.seats)

    def _two_equal(self, uids):
        """Chips of which one less would still not be a call need a word to be a raise."""
        return len({self.chips[u] for u in uids}) < len(uids) or len(uids) < 3

    def _turn_skipped(self, seat):
        """The player after the one who is due bets first."""
        live = [s for s in self.order if self.held[s]]
        after = [s for s in live if s > seat] + [s for s in live if s < seat]
        other = next((s for s in after if self.stacks[s] > 2 * self.high_now() + 800), None)
        if other is None or other == seat or len(after) < 2:
            return False
        have = sum(self.chips[u] for u in self.line[other])
        self.later(600)
        self.onto(other, self.make(2 * self.high_now() + 600 - have))
        self.slipped("any")
        return True

    # -- cards

    def do_deal(self, step, seat):
        """The deal, and what may go wrong with it."""
        slip, self.slip = self.slip, None
        if slip == "exposed":
            self.slip = "exposed"
        wrong = self.rng.randrange(2, 2 * len(self.order) - 1)
        if slip in ("boxed", "foreign"):
            self._deal_with(slip, wrong)
        else:
            super().do_deal(step, seat)
        if not self.over and slip not in ("boxed", "foreign", "exposed"):
            self.slip = slip

    def _deal_with(self, slip, wrong):
        nth = 0
        for number in range(2):
            for seat in self.order:
                nth += 1
                card = self.hole[seat][number]
                if nth == wrong and slip == "boxed":
                    boxed = self.spare.pop()
                    self.put(self.uids[boxed], f"mouth:{self.rng.choice((2, 4))}")
                    self.here[self.uids[boxed]].edge = 0.0
                    self.later(1300)
                    self.put(self.uids[boxed], "muck")
                    self.later(900)
                elif nth == wrong:
                    self.uids[card] = "E004" + self.rng.randbytes(6).hex().upper()
                self.off_deck(card, f"seat:{seat}")
                self.held[seat].append(card)
        self.slipped("any", 3000)

    def do_board(self, step, seat):
        """Burn and turn, or what goes wrong with it."""
        self.street += 1
        if self.slip == "four_flop" and not self.board:
            self.later(700)
            self.off_deck(self.spare.pop(), "burn")
            for card in [*step.cards, self.spare.pop()]:
                self.board.append(card)
                self.off_deck(card, f"board:{len(self.board)}")
            self.slipped("any", 3500)
            return
        super().do_board(step, seat)
        if self.flop is None and not self.over:
            behind = {s: self.stacks[s] - self.put_in[s] for s in self.order}
            live = [s for s in self.order if self.held[s]]
            pot = sum(self.chips[uid] for uid in self.pot)
            self.flop = (self.t - 500_000, len(self.scene.acts), behind, live, pot)

    def push(self, seat, amount):
        """Chips out of the pot: the rest of a bet, or the pot."""
        self.put_in[seat] -= amount
        super().push(seat, amount)

    def from_the_flop(self, emitted):
        """Leave out what came before the flop; ``emitted``: the header says where the hand is."""
        at, acts, behind, live, pot = self.flop
        self.scene.acts = self.scene.acts[acts:]
        self.scene.header["stacks"] = {str(s): behind[s] for s in behind}
        if emitted:
            self.scene.header.update(street="flop", live=sorted(live), pot=pot)
        return at

    def _taken_back(self, step):
        """The player takes back what nobody matched, where the chips allow it."""
        for n, amount in sorted(step.returned.items()):
            seat = self.order[n - 1]
            back = []
            for uid in sorted(self.line[seat], key=lambda u: (-self.chips[u], u)):
                if self.chips[uid] <= amount - sum(self.chips[u] for u in back):
                    back.append(uid)
            if sum(self.chips[u] for u in back) != amount:
                return
            self.later(900)
            self.line[seat] = [u for u in self.line[seat] if u not in back]
            self.put_in[seat] -= amount
            self.lift(back)
        step.returned.clear()

    def do_pull(self, step, seat):
        """Bets go into the pot, or just go, or stay until the end."""
        if self.habits.uncalled == "back":
            self._taken_back(step)
        if self.habits.at_once and self.habits.pulls == "pot" and any(self.line.values()):
            self.later(1400)
            for s in self.order:
                for uid in self.line[s]:
                    self.put(uid, "pot")
                self.pot += self.line[s]
                self.line[s] = []
            self.later(1800)
            self.unmatched = {}
            self.go_back(step)
            return
        if self.habits.pulls == "pot" or not any(self.line.values()):
            super().do_pull(step, seat)
            return
        self.sweep(None)
        self.go_back(step)

    def do_show(self, step, seat):
        """A hand is tabled in one of three ways."""
        self.later(700)
        if self.habits.shows == "keyed":
            self.key(what="tabled", seat=seat)
        elif self.habits.shows == "board":
            for card in self.held[seat]:
                self.put(self.uids[card], None)
        self.later(500)

    def do_award(self, step, seat):
        """The pot goes to its winners."""
        if self.habits.ends == "push":
            super().do_award(step, seat)
            return
        more = getattr(self, "unmatched", {})
        self.unmatched = {}
        self.later(900)
        if self.habits.ends == "keyed":
            for n in sorted(set(step.shares) | set(more)):
                amount = step.shares.get(n, 0) + more.get(n, 0)
                self.key(what="pot_awarded", seats=[self.order[n - 1]], amount=amount)
                self.later(500)
        self.lift(self.pot)
        self.pot = []
        self.scene.checked = False

    def gather(self):
        """Cards go back to the dealer."""
        if self.over:  # a slip: the trace ends there
            return
        if self.habits.collects == "muck":
            super().gather()
            return
        self.later(900)
        for uid in [u for u in self.uids.values() if u in self.here]:
            self.put(uid, None)
        self.later(900)
