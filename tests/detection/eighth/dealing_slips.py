"""What goes wrong in the dealer's hands and before the first act: blinds, deal, burns, board."""

from tests.detection.eighth.filmed_hand import Cut, Film
from tests.detection.eighth.moving_tag import Card
from tests.detection.eighth.real_deals import STREETS
from tests.detection.eighth.wager_slips import NOT_TDA

BURNS = ("ipr-2018", "rrop-6", "stg-2011")  # books with a rule on burn faults
FOUR = ("ipr-2018", "rrop-6", "tda-2011", "stg-2011")


class BlindShort(Film):
    """The big blind puts out less than its due."""

    called, books = ("wager.wrong_blind", "frame.blind"), ("rrop-6",)

    @classmethod
    def fits(cls, plan):
        return bool(plan.streets[0])

    def owed(self):
        blinds, antes = super().owed()
        self.slip(blinds)
        return blinds, antes

    def slip(self, blinds):
        """Changes what is put out."""
        blinds[self.plan.big] = self.plan.sb
        self.mishap(f"seat {self.plan.big} posts {self.plan.sb} as the big blind", acts=1)


class BlindMissing(BlindShort):
    """The small blind is not put out."""

    def slip(self, blinds):
        del blinds[self.plan.small]
        self.mishap(f"seat {self.plan.small} posts no small blind", acts=1)


class BlindWrongSeat(BlindShort):
    """The seat after the big blind puts it out."""

    books = NOT_TDA

    def slip(self, blinds):
        other = self.plan.order(self.plan.big)[1]
        blinds[other] = blinds.pop(self.plan.big)
        self.mishap(f"seat {other} posts the big blind of seat {self.plan.big}", acts=0)


class AnteWrong(BlindShort):
    """One player puts out twice the ante."""

    called, books = ("wager.ante_wrong",), ("ipr-2018", "ipr-web", "stg-2011")

    @classmethod
    def fits(cls, plan):
        return bool(plan.ante)

    def owed(self):
        blinds, antes = Film.owed(self)
        seat = self.rng.choice(sorted(antes))
        antes[seat] *= 2
        self.mishap(f"seat {seat} puts out {antes[seat]} for an ante of {self.plan.ante}", acts=1)
        return blinds, antes


class AfterDeal(Film):
    """The film ends a while after the deal."""

    @classmethod
    def fits(cls, plan):
        return True

    def first_looks(self):
        """Few look before the fault is seen."""
        super().first_looks()
        assert self.at is not None
        raise Cut


class ButtonNotMoved(AfterDeal):
    """Blinds and deal go on as if the button lay where it was last hand."""

    called = ("deal.wrong_button", "deal.button", "deal.wrong_first", "frame.b", "wager.wrong_b")
    books = NOT_TDA

    def owed(self):
        plan = self.plan
        self.mishap(f"blinds and deal begin at seat {plan.button}, the button's own")
        _, antes = super().owed()
        antes = {
            plan.small if s == plan.big and len(antes) == 1 else s: a for s, a in antes.items()
        }
        return {plan.button: plan.sb, plan.small: plan.bb}, antes

    def order(self):
        return self.plan.order(self.plan.button)


class WrongFirstSeat(AfterDeal):
    """The first card goes to the big blind."""

    called = ("deal.wrong_first_seat", "deal.out_of_sequence")

    def order(self):
        if self.at is None:
            self.mishap(f"the first card goes to seat {self.plan.big}")
        return self.plan.order(self.plan.big)


class EmptySeat(AfterDeal):
    """A place without a player is dealt in."""

    called = ("deal.empty_seat", "deal.not_entitled")

    @classmethod
    def fits(cls, plan):
        return bool(cls.empty(plan))

    @staticmethod
    def empty(plan):
        """Seats of the table at which nobody sits."""
        return [s for s in range(1, 7 if plan.table == "six_max" else 10) if s not in plan.seats]

    def __init__(self, plan, rng):
        super().__init__(plan, rng)
        self.extra = rng.choice(self.empty(plan))
        self.held[self.extra] = []

    def order(self):
        seats = super().order()
        room = self.map.seats
        after = min(seats, key=lambda s: (self.extra - s) % room)
        i = seats.index(after) + 1
        return seats[:i] + [self.extra] + seats[i:]

    def deal(self):
        self.plan.holes.setdefault(self.extra, [self.spare.pop(), self.spare.pop()])
        try:
            super().deal()
        finally:
            del self.plan.holes[self.extra]

    def give(self, seat, name, face="down"):
        if seat == self.extra and self.at is None:
            self.mishap(f"seat {seat} is empty and gets a hand")
        return super().give(seat, name, face)


class SeatSkipped(AfterDeal):
    """A player gets no card at all."""

    called = ("deal.seat_left_out", "deal.absent_left_out", "deal.out_of_sequence", "deal.wrong_f")

    def order(self):
        seats = super().order()
        if self.at is None:
            self.skip = self.rng.choice(seats[1:])
            self.mishap(f"seat {self.skip} is dealt no card")
        return [s for s in seats if s != self.skip]


class LastCardMissing(AfterDeal):
    """The button's second card stays on the deck."""

    called, books = ("deal.last_card_missing", "deal.short"), NOT_TDA

    def missed(self):
        """Whose second card is left out."""
        return self.plan.button

    def give(self, seat, name, face="down"):
        if seat == self.missed() and self.held[seat]:
            self.mishap(f"seat {seat} gets no second card")
            return self.t
        return super().give(seat, name, face)


class ShortMiddle(LastCardMissing):
    """A player in the middle is passed over in the second round."""

    called = ("deal.short", "deal.out_of_sequence", "deal.seat_left_out")

    def missed(self):
        return self.plan.big


class ExtraCard(AfterDeal):
    """The first seat gets a third card."""

    called, books = ("deal.extra", "deal.long"), NOT_TDA

    def first_looks(self):
        self.mishap(f"seat {self.plan.small} gets a third card")
        self.give(self.plan.small, self.spare.pop())
        super().first_looks()


class NthCard(AfterDeal):
    """Something is wrong with one card of the deal."""

    first = 2  # cards before it that may not be the one

    def __init__(self, plan, rng):
        super().__init__(plan, rng)
        self.nth, self.count = rng.randrange(self.first, 2 * len(plan.seats)), -1

    def give(self, seat, name, face="down"):
        self.count += 1
        if self.count == self.nth:
            return self.odd(seat, name)
        return super().give(seat, name, face)


class BoxedCard(NthCard):
    """A card lies face up in the deck; the dealer stops."""

    called = ("deal.boxed", "deal.exposed_with_boxed")

    def odd(self, seat, name):
        self.mishap(f"card {self.nth + 1} lies face up on the deck")
        self.off_deck(self.cards[name], 1.0, face="up")
        raise Cut


class ExposedCard(NthCard):
    """A card turns over on its way; the dealer keys it."""

    called = ("deal.exposed",)

    def odd(self, seat, name):
        self.mishap(f"the card for seat {seat} turns over")
        card = self.cards[name]
        leave = self.off_deck(card, self.dealer.pace * 0.7)
        down = self.pitch(card, seat, leave)
        card.send(down, down + 0.05, *self.map.at(f"seat:{seat}"), face="up")
        self.held[seat].append(card)
        self.t = down
        self.key(self.t + self.dealer.late(self.rng), what="exposed", seat=seat, by="dealer")
        raise Cut


class ForeignCard(NthCard):
    """A card with a strange tag comes off the deck."""

    called, books, first = ("deck.",), NOT_TDA, 0

    def odd(self, seat, name):
        self.mishap(f"seat {seat} gets a card of another deck")
        other = Card(self._uid(), name)
        self.cards[f"strange {name}"] = other
        self.strangers.append(other)
        self.tags.append(other)
        return super().give(seat, f"strange {name}")


class AtStreet(Film):
    """Something is wrong with the burn or the board of one street."""

    least = 1

    @classmethod
    def streets(cls, plan):
        """Streets on which it can happen."""
        return range(cls.least, len(plan.streets))

    @classmethod
    def fits(cls, plan):
        return len(cls.streets(plan)) > 0

    def __init__(self, plan, rng):
        super().__init__(plan, rng)
        self.when = rng.choice(list(self.streets(plan)))

    @property
    def called(self):
        """Situations named after the street."""
        return tuple(text.format(STREETS[self.when]) for text in self.names)

    def open_street(self, street):
        if street != self.when:
            super().open_street(street)
            return
        self.t += self.rng.uniform(0.3, 1.2)
        self.odd(street)
        raise Cut


class NoBurn(AtStreet):
    """The board comes without a burn."""

    names, books = ("board.{}_no_burn",), BURNS

    def odd(self, street):
        self.mishap(f"no burn before the {STREETS[street]}")
        self.turn_up(self.board_names(street))


class TwoBurns(AtStreet):
    """Two cards are burned."""

    names, books = ("board.{}_two_burns", "board.two_burns"), BURNS

    def odd(self, street):
        self.burn()
        self.mishap(f"a second burn before the {STREETS[street]}")
        self.burn()
        self.turn_up(self.board_names(street))


class CardTooMany(AtStreet):
    """One card more than the street has."""

    names, books = ("board.{}_two", "board.{}_four", "board.flop_many"), BURNS

    def odd(self, street):
        self.burn()
        self.turn_up(self.board_names(street))
        self.mishap(f"one card too many on the {STREETS[street]}")
        card = self.cards[self.spare.pop()]
        leave = self.off_deck(card, self.rng.uniform(0.2, 0.45))
        self.t = self.settle(card, leave)
        if street > 1:  # beside the card of the street, not on a place of its own
            x, y = self.map.at(f"board:{street + 2}")
            card.send(self.t, self.t + 0.3, x + 22, y - 12, high=5)
            self.t += 0.3


class Premature(AtStreet):
    """The next street comes before the last player has answered a bet."""

    names, books = ("board.premature_",), NOT_TDA

    @classmethod
    def streets(cls, plan):
        ends = [acts[-1] if acts else None for acts in plan.streets]
        return [
            s
            for s in range(1, len(ends))
            if ends[s - 1] and ends[s - 1].what in ("call", "fold") and ends[s - 1].high
        ]

    def do(self, act):
        if act is not self.plan.streets[self.when - 1][-1]:
            super().do(act)
            return
        if self.rng.random() < 0.5:  # the dealer thinks that all have acted, and sweeps
            self.sweep()
        self.t += self.rng.uniform(0.5, 1.5)
        self.mishap(f"the {STREETS[self.when]} comes before seat {act.seat} has acted")
        self.collect(self.t)
        self.burn()
        self.turn_up(self.board_names(self.when))
        raise Cut


class Rabbit(Film):
    """The hand is over, and the next card is turned up all the same."""

    called = ("board.rabbit",)

    @classmethod
    def fits(cls, plan):
        return len(plan.live) == 1 and 2 <= len(plan.streets) <= 3

    def gather(self):
        self.t += 0.8
        self.mishap("a card is turned after the hand is over")
        self.turn_up([self.spare.pop()])
        raise Cut


class WinnerMucked(Film):
    """The dealer mucks the tabled hand that wins."""

    called = ("fold.tabled_winner_mucked", "fold.dealer_killed")

    @classmethod
    def fits(cls, plan):
        return len(plan.live) > 1 and len(plan.shares) == 1

    def award(self):
        seat = next(iter(self.plan.shares))
        self.mishap(f"the dealer mucks the tabled hand of seat {seat}, which wins")
        self.t = self.throw(seat, self.t + 0.3, style="toss")
        self.collect()
        raise Cut


DEALERS = {
    "blind_short": BlindShort,
    "blind_missing": BlindMissing,
    "blind_wrong_seat": BlindWrongSeat,
    "ante_wrong": AnteWrong,
    "button_not_moved": ButtonNotMoved,
    "wrong_first_seat": WrongFirstSeat,
    "empty_seat": EmptySeat,
    "seat_skipped": SeatSkipped,
    "last_card_missing": LastCardMissing,
    "short_middle": ShortMiddle,
    "extra_card": ExtraCard,
    "boxed_card": BoxedCard,
    "exposed_card": ExposedCard,
    "foreign_card": ForeignCard,
    "no_burn": NoBurn,
    "two_burns": TwoBurns,
    "card_too_many": CardTooMany,
    "premature": Premature,
    "rabbit": Rabbit,
    "winner_mucked": WinnerMucked,
}
