"""What goes wrong with turns and chips."""

from tests.detection.seventh.clubhand import UNIT, ClubHand
from tests.detection.seventh.holdings import chips_for, worth


class OutOfTurn(ClubHand):
    """A player puts chips in while another is to act, who answers afterwards."""

    called = ("turn.",)
    first_only = False

    def before(self, seat, what, to):
        if self.at is not None or not self.todo or seat == self.away:
            return
        if self.first_only:
            if self.street or self.acts:
                return
        elif self.rng.random() < 0.7:
            return
        other = self.todo[0]
        owe = self.high - self.bets[other]
        amount = owe if owe and self.rng.random() < 0.5 else owe + max(self.step, 2 * self.bb)
        chips = chips_for(amount, self.racks[other])
        clear = chips and (amount == owe or len(chips) > 1 and amount - chips[-1].what > owe)
        if other == self.away or not clear or amount >= self.behind(other):
            return
        t = self.t
        self.put_in(other, chips)
        self.done(f"seat {other} acts before seat {seat}", t)
        self.t += self.rng.uniform(1.0, 2.5)
        if self.high > self.bets[seat]:
            self.throw_in(seat)
        else:
            self.check(seat)
        self.freeze()


class WrongFirst(OutOfTurn):
    """The player after the first to act before the flop acts first."""

    first_only = True


class FoldOutOfTurn(ClubHand):
    """A hand is folded before its turn."""

    called = ("turn.oot",)

    def before(self, seat, what, to):
        others = [s for s in self.todo if s != self.away]
        if self.at is not None or len(others) < 2 or self.rng.random() < 0.7:
            return
        other = self.rng.choice(others)
        if not self.high > self.bets[other]:
            return
        t = self.t
        self.throw_in(other)
        self.done(f"seat {other} folds while seat {seat} is to act", t)
        self.t += self.rng.uniform(1.5, 3.0)
        self.freeze()


class Undercall(ClubHand):
    """Chips for less than the call, in silence, with more behind."""

    called = ("wager.undercall", "wager.short_call")

    def before(self, seat, what, to):
        owe = self.high - self.bets[seat]
        if self.at is not None or what != "call" or owe >= self.behind(seat) or owe < 4 * UNIT:
            return
        amount = int(owe * self.rng.uniform(0.35, 0.8)) // UNIT * UNIT
        chips = chips_for(amount, self.racks[seat])
        if not chips or len(chips) < 2:
            return
        t = self.t
        self.put_in(seat, chips)
        self.done(f"seat {seat} puts in {amount} of {owe}", t)
        self.t += self.rng.uniform(1.5, 3)
        self.freeze()


class StringBet(ClubHand):
    """The call, and after a moment more chips, without a word."""

    called = ("wager.string",)

    def before(self, seat, what, to):
        owe = self.high - self.bets[seat]
        if self.at is not None or what != "raise" or not owe:
            return
        first = chips_for(owe, self.racks[seat])
        rest = first and [c for c in self.racks[seat] if c not in first]
        more = first and chips_for(to - self.high, rest)
        if not more:
            return
        self.put_in(seat, first)
        self.t += self.rng.uniform(1.2, 2.8)
        t = self.t
        self.put_in(seat, more)
        self.stop(f"seat {seat} calls {owe}, then adds {to - self.high}", t)


def _first_wager(game, seat, what, to):
    """Chips of a bet or raise by a seat that has none out yet, two at least; else None."""
    if game.at is not None or what not in ("bet", "raise") or game.bets[seat]:
        return None
    chips = game.take(seat, to)
    return chips if chips and len(chips) > 1 else None


class PulledBack(ClubHand):
    """A bet is released on its spot and taken back."""

    called = ("wager.bet_pulled", "wager.chips_not_released")

    def before(self, seat, what, to):
        chips = _first_wager(self, seat, what, to)
        if not chips:
            return
        self.put_in(seat, chips)
        self.t += self.rng.uniform(1.0, 2.5)
        t = self.t
        self.to_rack(seat, chips, t, 0.4)
        self.front[seat] = []
        self.t += 0.4
        self.stop(f"seat {seat} takes its {what} back", t)


class NotReleased(ClubHand):
    """Chips are carried over the line, held there and carried back."""

    called = ("wager.chips_not_released", "wager.bet_pulled")

    def before(self, seat, what, to):
        chips = _first_wager(self, seat, what, to)
        if not chips:
            return
        t, start = self.t, self.felt.rack(seat)
        held = self.rng.uniform(0.8, 2.0)
        pile = self.felt.pile()
        for chip in chips:
            place = self.felt.at(f"line:{seat}", 6)
            self.felt.go(
                chip, t, t + 0.4, place, z=self.rng.uniform(12, 22), pile=pile, start=start
            )
            self.felt.off(chip, t + 0.4 + held, t + 0.8 + held, start)
        self.t = t + 0.8 + held
        self.stop(f"seat {seat} carries {to} over the line and back", t)


class ShortRaise(ClubHand):
    """More than a call, less than the least raise, in one motion."""

    called = ("wager.half_or_more", "wager.under_half")

    def before(self, seat, what, to):
        owe = self.high - self.bets[seat]
        if self.at is not None or what not in ("raise", "call") or owe <= 0:
            return
        extra = int(self.step * self.rng.choice((0.3, 0.6, 0.75, 0.8))) // UNIT * UNIT
        amount = owe + extra
        if not 0 < extra < self.step or amount >= self.behind(seat):
            return
        chips = chips_for(amount, self.racks[seat])
        if not chips or len(chips) < 2 or amount - chips[-1].what < owe:
            return
        t = self.t
        self.put_in(seat, chips)
        self.done(
            f"seat {seat} puts in {amount}: {extra} over the call, least raise {self.step}", t
        )
        self.t += self.rng.uniform(1, 2)
        self.freeze()


class LowBet(ClubHand):
    """A bet after the flop below the big blind."""

    called = ("wager.silent_bet_low",)

    def before(self, seat, what, to):
        if self.at is not None or self.high or what != "bet" or not self.street:
            return
        chips = chips_for(self.bb // 2, self.racks[seat])
        if not chips:
            return
        t = self.t
        self.put_in(seat, chips)
        self.done(f"seat {seat} bets {self.bb // 2}", t)
        self.t += self.rng.uniform(1, 2)
        self.freeze()


class WrongAnte(ClubHand):
    """One player's ante is twice too large, or was never put in."""

    called = ("wager.ante_wrong",)

    def antes(self):
        self.odd = self.rng.choice(self.seats)
        self.less = self.rng.random() < 0.5
        super().antes()

    def ante_of(self, seat):
        if self.ante_type != "each" or seat != self.odd:
            return self.ante
        self.done(f"seat {seat} antes {0 if self.less else 2 * self.ante}")
        return 0 if self.less else 2 * self.ante

    def before(self, seat, what, to):
        if self.acts:
            self.freeze()


class WrongBlind(ClubHand):
    """The big blind is posted at the size of the small one, or forgotten."""

    called = ("wager.wrong_blind", "wager.short_blind", "frame.blind")
    share = 0.5

    def post(self, seat, amount, ante=False):
        if ante or amount != self.bb:
            super().post(seat, amount, ante)
            return
        self.done(f"seat {seat} posts {int(amount * self.share)} as the big blind")
        if self.share:
            super().post(seat, int(amount * self.share))
        self.high = self.bb

    def before(self, seat, what, to):
        if self.acts:
            self.freeze()


class NoBlind(WrongBlind):
    """The big blind is not posted and the cards are dealt."""

    share = 0


class BelowUnit(ClubHand):
    """A chip that is out of play by now lies among the chips of a bet (`rrop-6:S14-NL-13`)."""

    called = ("chips.",)

    def before(self, seat, what, to):
        if self.book != "rrop-6" or self.at is not None or what not in ("bet", "raise"):
            return
        chips = self.take(seat, to - self.bets[seat])
        if not chips or len(chips) < 2 or to >= self.behind(seat):
            return
        odd = self.felt.new(self.uid(), "chip", 5)
        self.racks[seat].append(odd)
        t = self.t
        self.put_in(seat, [*chips, odd])
        self.done(f"seat {seat} bets with a chip of 5", t)
        self.t += self.rng.uniform(2, 4)
        self.freeze()


class Pocket(ClubHand):
    """A player bets more than the stack he began with: chips came onto the table.

    One book, `rrop-6`, has a rule on that (S2-PROC-6).
    """

    called = ("wager.chips_added", "chips.", "pots.not_conserved")

    def before(self, seat, what, to):
        stack = self.behind(seat)
        if self.book != "rrop-6":
            return
        if self.at is not None or what == "check" or seat == self.away or stack > 40 * self.bb:
            return
        if self.high - self.bets[seat] >= stack or not self.todo:
            return
        extra = [self.felt.new(self.uid(), "chip", 1000) for _ in range(3)]
        self.racks[seat] += extra
        chips = list(self.racks[seat])
        t = self.t
        self.put_in(seat, chips, slow=1.5)
        self.done(f"seat {seat} bets {worth(chips)} with a stack of {stack}", t)
        self.t += self.rng.uniform(2, 4)
        self.freeze()


class WrongCall(Undercall):
    """A call short by one chip of a larger wager: a miscount."""

    def before(self, seat, what, to):
        owe = self.high - self.bets[seat]
        if self.at is not None or what != "call" or owe >= self.behind(seat):
            return
        chips = self.take(seat, owe)
        if not chips or len(chips) < 4 or not self.todo:
            return
        chips = sorted(chips, key=lambda c: c.what)[1:]
        t = self.t
        self.put_in(seat, chips)
        self.done(f"seat {seat} puts in {worth(chips)} of {owe}", t)
        self.t += self.rng.uniform(1.5, 3)
        self.freeze()
