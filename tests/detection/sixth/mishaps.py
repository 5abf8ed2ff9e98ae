"""What goes wrong after the deal: the board, acts out of turn, wagers, folds, the showdown.

Classes are as in ``misdeals.py``; ``CLASSES`` has all of both by name.
"""

from tests.detection.sixth.croupier import Stopped
from tests.detection.sixth.misdeals import Mishap
from tests.detection.sixth.people import Unplayable
from tests.detection.sixth.ring import BB


def later(plan):
    """Streets after the flop with players who still act."""
    return [s for s in range(1, len(plan.streets)) if plan.streets[s]]


class Premature(Mishap):
    """A street comes before the last to act has acted."""

    called = ("board.premature",)

    @staticmethod
    def fits(plan):
        acts = plan.streets[0]
        return len(plan.streets) > 1 and len(acts) > 2 and acts[-1].what != "fold"

    def before_act(self, street, i, act, high):
        if street == 0 and i == len(self.plan.streets[0]) - 1:
            self.t += self.rng.uniform(0.3, 1.0)
            self.at, self.what = self.t, f"flop before seat {act.seat} acted"
            if self.rng.random() < 0.7:
                self.t = self.sweep(self.t)
            self.t = self.turn_street(1, self.t)
            raise Stopped


class PrematureTurn(Premature):
    """The same on the flop: the turn comes too soon."""

    @staticmethod
    def fits(plan):
        return len(plan.streets) > 2 and len(plan.streets[1]) > 1 and bool(plan.streets[2])

    def before_act(self, street, i, act, high):
        if street == 1 and i == len(self.plan.streets[1]) - 1:
            self.t += self.rng.uniform(0.3, 1.0)
            self.at, self.what = self.t, f"turn before seat {act.seat} acted"
            self.t = self.turn_street(2, self.t)
            raise Stopped


class Board(Mishap):
    """Something at a street of the board; the street is drawn from those that fit."""

    @staticmethod
    def fits(plan):
        return bool(later(plan))

    def chosen(self):
        """The street it happens at."""
        return later(self.plan)[self.plan.button % len(later(self.plan))]

    def before_act(self, street, i, act, high):
        if self.at is not None and (i == 1 or self.rng.random() < 0.5):
            raise Stopped

    def betting(self, street, acts):
        super().betting(street, acts)
        if self.at is not None:
            raise Stopped


class TwoBurns(Board):
    """Two cards burned."""

    called = tuple(f"board.{s}two_burns" for s in ("", "flop_", "turn_", "river_"))

    def turn_street(self, street, t):
        if street != self.chosen():
            return super().turn_street(street, t)
        self.at, self.what = t, f"two burns before street {street}"
        return super().turn_street(street, self.burn(t))


class NoBurn(Board):
    """No card burned."""

    called = tuple(f"board.{s}_no_burn" for s in ("flop", "turn", "river"))

    def turn_street(self, street, t):
        if street != self.chosen():
            return super().turn_street(street, t)
        self.at, self.what = t, f"no burn before street {street}"
        return self.flop(t) if street == 1 else self.one_card(t)


class TwoCardFlop(Board):
    """Only two flop cards."""

    called = ("board.flop_short",)

    def chosen(self):
        return 1

    @staticmethod
    def fits(plan):
        return len(plan.streets) > 1 and bool(plan.streets[1])

    def turn_street(self, street, t):
        if street != 1:
            return super().turn_street(street, t)
        t = self.burn(t)
        self.at, self.what = t, "a flop of two cards"
        t = self.flop(t, 2)
        self.t = t + 4
        return self.t


class FourFlop(TwoCardFlop):
    """Four flop cards."""

    called = ("board.flop_four", "board.flop_many")

    def turn_street(self, street, t):
        if street != 1:
            return super().turn_street(street, t)
        t = self.burn(t)
        self.at, self.what = t, "a flop of four cards"
        return self.flop(t, 4)


class TwoTurns(Board):
    """Two cards as turn."""

    called = ("board.turn_two", "board.turn_many", "board.premature_river", "board.river_no_burn")

    def chosen(self):
        return 2

    @staticmethod
    def fits(plan):
        return len(plan.streets) > 2 and bool(plan.streets[2])

    def turn_street(self, street, t):
        if street != 2:
            return super().turn_street(street, t)
        t = self.one_card(self.burn(t))
        self.at, self.what = t, "two turn cards, the second without a burn"
        return self.one_card(t)


class OutOfTurn(Mishap):
    """A player bets or calls before the seat ahead."""

    called = ("turn.oot", "turn.")

    @staticmethod
    def fits(plan):
        return OutOfTurn.pick(plan) is not None

    @staticmethod
    def pick(plan):
        """(street, index) of an act that comes one too early."""
        for street, acts in enumerate(plan.streets):
            for i in range(len(acts) - 1):
                a, b = acts[i], acts[i + 1]
                if b.put and b.what != "fold" and a.what != "fold" and a.seat != b.seat:
                    return street, i
        return None

    def before_act(self, street, i, act, high):
        if (street, i) == self.pick(self.plan):
            early = self.plan.streets[street][i + 1]
            owed = max(0, high - (early.to - early.put))
            put = owed or BB
            self.t += self.think(early.seat)
            self.at = self.t
            self.what = f"seat {early.seat} puts {put} before seat {act.seat} acted"
            self.t = self.put(early.seat, self.take(early.seat, put), self.t)
            raise Stopped


class FoldOutOfTurn(OutOfTurn):
    """A hand thrown away before the seat ahead acted."""

    called = ("turn.oot_fold",)

    def before_act(self, street, i, act, high):
        if (street, i) == self.pick(self.plan):
            seat = self.plan.streets[street][i + 1].seat
            self.t += self.think(seat)
            self.at, self.what = self.t, f"seat {seat} folds before seat {act.seat} acted"
            self.t = self.fold(seat, self.t, self.rng.choice(("line", "past", "toss")))
            self.t += 3
            raise Stopped


class Sized(Mishap):
    """A wager at a fit act: the facing one of ``want``."""

    want = ("call",)
    grows = 0

    @classmethod
    def fits(cls, plan):
        return cls.pick(plan) is not None

    @classmethod
    def pick(cls, plan):
        """(street, index) of the first act that serves."""
        high = 0
        for street, acts in enumerate(plan.streets):
            high = BB if street == 0 else 0
            for i, act in enumerate(acts):
                if act.what in cls.want and not act.all_in and cls.serves(plan, act, high):
                    return street, i
                high = max(high, act.to)
        return None

    @classmethod
    def serves(cls, plan, act, high):
        """Whether an act can be spoiled."""
        return act.put >= 200 and plan.stacks[act.seat] > 8 * act.put + 10 * BB

    def before_act(self, street, i, act, high):
        if (street, i) == self.pick(self.plan):
            self.t += self.think(act.seat)
            self.at = self.t
            self.spoil(act, high)
            raise Stopped


class Undercall(Sized):
    """Chips for less than the call, in silence, with more behind."""

    called = ("wager.undercall", "wager.short_call")

    def spoil(self, act, high):
        put = max(25, act.put // 50 * 25)
        self.what = f"seat {act.seat} calls {act.put} with {put}"
        self.t = self.put(act.seat, self.take(act.seat, put), self.t, "neat")


class StringBet(Sized):
    """A call, then more in a second motion, in silence."""

    called = ("wager.string_bet",)

    def spoil(self, act, high):
        self.what = f"seat {act.seat} calls {act.put}, then adds {act.put + high}"
        t = self.put(act.seat, self.take(act.seat, act.put), self.t, "neat")
        more = self.take(act.seat, act.put + high)
        self.t = self.put(act.seat, more, t + self.rng.uniform(0.9, 2.0), "neat")


class ShortRaise(Sized):
    """More than half of the least raise and less than all of it, in silence and mixed chips."""

    called = ("wager.half_or_more", "wager.under_half", "wager.mixed")

    @classmethod
    def pick(cls, plan):
        """The first call of an opening bet: the least raise is its size."""
        for street in later(plan):
            acts = plan.streets[street]
            at = next((i for i, a in enumerate(acts) if a.what != "check"), None)
            for i in range(at + 1, len(acts)) if at is not None else ():
                act = acts[i]
                if act.what == "raise":
                    break
                if act.what == "call" and not act.all_in and cls.serves(plan, act, act.to):
                    return street, i
        return None

    def spoil(self, act, high):
        raise_to = act.put + (act.put * 3 // 4) // 25 * 25
        chips = self.take(act.seat, raise_to)
        if len(chips) < 2 or raise_to - min(c.what for c in chips) < act.put:
            raise Unplayable  # chips that a call needs: tda-2011:40
        self.what = f"seat {act.seat} puts {raise_to} over a bet of {high}"
        self.t = self.put(act.seat, chips, self.t, "neat")


class LowBet(Sized):
    """An opening bet of half a big blind."""

    called = ("wager.silent_bet_low", "wager.bet_low")
    want = ("bet",)

    @classmethod
    def serves(cls, plan, act, high):
        return True

    def spoil(self, act, high):
        self.what = f"seat {act.seat} opens for {BB // 2}"
        self.t = self.put(act.seat, self.take(act.seat, BB // 2), self.t, "neat")


class PulledBack(Sized):
    """A player takes half of a released bet back."""

    called = ("wager.bet_pulled_back", "wager.blind_pulled")
    want = ("bet", "raise")

    @classmethod
    def serves(cls, plan, act, high):
        return act.put >= 200

    def spoil(self, act, high):
        chips = self.take(act.seat, act.put)
        if len(chips) < 2:
            chips = sorted(chips + self.take(act.seat, 100), key=lambda c: -c.what)
        self.what = f"seat {act.seat} takes part of {sum(c.what for c in chips)} back"
        word = {"what": "declare", "seat": act.seat, "word": act.what, "wording": "plain"}
        self.say(self.t, dict(word, amount=sum(c.what for c in chips) + act.to - act.put), True)
        t = self.put(act.seat, chips, self.t + 0.5, "neat") + self.rng.uniform(1.5, 3)
        x, y = self.felt.toward(f"seat:{act.seat}", -90)
        for chip in chips[: max(1, len(chips) // 2)]:
            chip.go(t, t + 0.4, x, y, over=15)
            chip.away(t + 0.4)
        self.t = t + 0.5


class FoldNoBet(Mishap):
    """A fold in turn with no bet to face."""

    called = ("fold.no_bet",)

    @staticmethod
    def pick(plan):
        """(street, index) of a check that becomes a fold."""
        for street in later(plan):
            acts = plan.streets[street]
            if acts[0].what == "check" and len({a.seat for a in acts}) > 2:
                return street, 0
        return None

    @staticmethod
    def fits(plan):
        return FoldNoBet.pick(plan) is not None

    def before_act(self, street, i, act, high):
        if (street, i) == self.pick(self.plan):
            self.t += self.think(act.seat)
            self.at, self.what = self.t, f"seat {act.seat} folds with no bet to face"
            self.t = self.fold(act.seat, self.t, self.rng.choice(("line", "past", "toss"))) + 3
            raise Stopped


class IntoHand(Mishap):
    """Folded cards land among a live neighbour's."""

    called = ("fold.thrown_into_hand", "fold.fouled", "deal.mixed")

    @staticmethod
    def pick(plan):
        """Index of a fold before the flop with a live hand next to it."""
        gone = set()
        for i, act in enumerate(plan.streets[0]):
            if act.what == "fold":
                at = plan.seats.index(act.seat)
                after = plan.seats[(at + 1) % len(plan.seats)]
                if after not in gone and abs(after - act.seat) == 1:
                    return i, after
                gone.add(act.seat)
        return None

    @staticmethod
    def fits(plan):
        return len(plan.seats) > 2 and IntoHand.pick(plan) is not None

    def before_act(self, street, i, act, high):
        index, other = self.pick(self.plan)
        if street == 0 and i == index:
            self.t += self.think(act.seat)
            self.at, self.what = self.t, f"cards of seat {act.seat} thrown into seat {other}'s hand"
            x, y = self.felt.spot(f"seat:{other}")
            for card in self.hands.pop(act.seat):
                dx, dy = self.rng.gauss(0, 20), self.rng.gauss(0, 20)
                card.go(self.t, self.t + 0.35, x + dx, y + dy, over=35)
            raise Stopped


class WinnerMucked(Mishap):
    """The dealer takes the tabled winning hand into the muck."""

    called = ("fold.tabled_winner_mucked",)

    @staticmethod
    def fits(plan):
        return bool(plan.shown) and sum(v > 0 for v in plan.paid.values()) == 1

    def award(self):
        seat = next(s for s in self.plan.seats if self.plan.paid[s])
        self.at, self.what = self.t, f"tabled winner of seat {seat} mucked"
        self.t = self.to_muck(self.hands[seat], self.t) + 1
        raise Stopped


def _names(cls):
    out = {}
    for sub in cls.__subclasses__():
        if sub.called and sub not in (Sized, Board):
            out["".join("_" + c.lower() if c.isupper() else c for c in sub.__name__)[1:]] = sub
        out.update(_names(sub))
    return out


CLASSES = dict(sorted(_names(Mishap).items()))
