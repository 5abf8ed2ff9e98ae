"""What goes wrong before the first act: a card or a hand too few, too many, seen; blinds, antes.

Each class is a dealer of a hand that is clean but for this. ``at`` is when it began (s), ``what``
says it in words, ``called`` are beginnings of names of situations that it may rightly be called.
After it somebody stops the hand, or play goes on for a while.
"""

from tests.detection.sixth.croupier import Croupier, Stopped
from tests.detection.sixth.ring import SB


class Mishap(Croupier):
    """A hand with something wrong."""

    called = ()
    at = None
    what = ""

    @staticmethod
    def fits(plan):
        """Whether a plan leaves room for it."""
        return True


class Exposed(Mishap):
    """A later card turns over on its way; the dealer keys it."""

    called = ("deal.exposed_one",)

    def deal_one(self, seat, t):
        if self.place == self.target():
            after = self.pitch(seat, t)
            self.say(after, {"what": "exposed", "seat": seat, "by": "dealer"}, True)
            if self.at is None:
                self.at, self.what = t, f"card {self.place + 1} exposed on its way to seat {seat}"
            self.t = after + 0.5
            return after + 1.0
        return self.pitch(seat, t)

    def target(self):
        """Which card of the deal."""
        return 2 + self.plan.button % (2 * len(self.plan.seats) - 2)

    def deal(self):
        super().deal()
        raise Stopped


class FirstExposed(Exposed):
    """One of the first two cards off the deck."""

    called = ("deal.first_two_exposed", "deal.exposed")

    def target(self):
        return self.plan.button % 2


class Boxed(Mishap):
    """A card lies face up in the deck: seen at the mouth, held there, put aside."""

    called = ("deal.boxed",)

    def deal_one(self, seat, t):
        if self.place == 1 + self.plan.button % (len(self.plan.seats) * 2 - 1):
            card, leaves = self.draw(t, self.rng.uniform(0.4, 1.0), up=True)
            self.at, self.what = t, f"card {self.place + 1} comes face up, for seat {seat}"
            x, y = self.felt.spot(f"seat:{seat}")
            self.t = self.fly(card, leaves, x + self.rng.gauss(0, 12), y)
            raise Stopped
        return self.pitch(seat, t)


class EmptySeat(Mishap):
    """A card to a seat where nobody plays."""

    called = ("deal.empty_seat", "deal.not_entitled", "deal.wrong_first_seat")

    @staticmethod
    def fits(plan):
        return len(plan.seats) < (9 if plan.table == "nine_max" else 6)

    def dealt_seats(self):
        full = range(1, (9 if self.plan.table == "nine_max" else 6) + 1)
        ring = [(self.plan.button + i - 1) % len(full) + 1 for i in range(1, len(full) + 1)]
        self.empty = next(s for s in ring if s not in self.plan.seats)
        return [s for s in ring if s in self.plan.seats or s == self.empty]

    def deal_one(self, seat, t):
        after = self.pitch(seat, t)
        if seat == self.empty:
            if self.at is None:
                self.at, self.what = t, f"a card to the empty seat {seat}"
            self.t = after
            if self.place >= len(self.plan.seats):
                raise Stopped
        return after


class LeftOut(Mishap):
    """A seat gets no cards."""

    called = ("deal.seat_left_out", "deal.short", "deal.out_of_sequence", "deal.last_card")

    @staticmethod
    def fits(plan):
        return len(plan.seats) > 3

    def dealt_seats(self):
        gone = self.plan.seats[1 + self.plan.button % (len(self.plan.seats) - 2)]
        self.gone, self.at = gone, self.t
        self.what = f"seat {gone} is dealt no cards"
        return [s for s in self.plan.seats if s != gone]

    def deal(self):
        super().deal()
        self.t += 2
        raise Stopped


class WrongFirst(Mishap):
    """The deal begins one seat too far."""

    called = ("deal.wrong_first_seat", "deal.out_of_sequence")

    @staticmethod
    def fits(plan):
        return len(plan.seats) > 2

    def dealt_seats(self):
        return self.plan.seats[1:] + self.plan.seats[:1]

    def deal_one(self, seat, t):
        if self.at is None:
            self.at, self.what = t, f"the first card goes to seat {seat}"
        after = self.pitch(seat, t)
        if self.place >= 3:
            self.t = after
            raise Stopped
        return after


class LastMissing(Mishap):
    """The last card of the deal stays in the dealer's hand."""

    called = ("deal.last_card_missing", "deal.short")

    def deal_one(self, seat, t):
        if self.place == 2 * len(self.plan.seats) - 1:
            self.at, self.what = t, f"seat {seat} (last) gets no second card"
            return t + 0.1
        return self.pitch(seat, t)

    def before_act(self, street, i, act, high):
        self.t += 3
        raise Stopped


class Extra(Mishap):
    """One card too many to the first seat after the deal."""

    called = ("deal.extra", "deal.long", "deal.out_of_sequence")

    def deal_one(self, seat, t):
        after = self.pitch(seat, t)
        if self.place == 2 * len(self.plan.seats) - 1:
            first = self.plan.seats[0]
            self.at, self.what = after, f"a third card to seat {first}"
            self.t = self.pitch(first, after)
            raise Stopped
        return after


class WrongBlind(Mishap):
    """The big blind posts half of it and the deal goes on."""

    called = ("wager.wrong_blind", "frame.blind")

    @staticmethod
    def fits(plan):
        return len(plan.seats) > 2

    def blinds(self):
        self.at, self.what = self.t, f"seat {self.plan.bb_seat} posts {SB} as big blind"
        return [(self.plan.sb_seat, SB), (self.plan.bb_seat, SB)]

    def before_act(self, street, i, act, high):
        raise Stopped


class WrongAnte(Mishap):
    """One seat antes more than is due."""

    called = ("wager.ante_wrong", "wager.ante", "wager.wrong_blind")

    @staticmethod
    def fits(plan):
        return plan.ante_type == "each"

    def ante(self, seat):
        if seat == self.plan.seats[-1]:
            self.at, self.what = self.t, f"seat {seat} antes {4 * self.plan.ante}"
            return 4 * self.plan.ante
        return self.plan.ante

    def before_act(self, street, i, act, high):
        raise Stopped
