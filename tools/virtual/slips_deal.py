"""Slips in the initial deal: exposed, boxed, extra, misplaced, missing and foreign cards."""

from tools.virtual.motions import OTHER_DECK, TWIN
from tools.virtual.slips import NotPossible, Slip


class Exposed(Slip):
    """Cards that turn over on their way to a seat; ``which`` counts them off the deck from 1."""

    def which(self):
        """Numbers of the exposed cards, off the deck."""
        raise NotImplementedError

    def pitch(self, number, seat):
        """Expose the card when it is one of those; finish with the book's remedy."""
        nth = number * len(self.seats) + self.seats.index(seat) + 1
        card = self.draw(f"seat:{seat}")
        if nth not in self.which():
            return None
        self.carry([card], f"seat:{seat}", "up")
        self.notice("exposed_card", seat)
        if self.voided():
            return "over"
        self.exposed = (seat, card)
        return None

    def dealt(self):
        """The exposed card is the next burn, the top card of the stub takes its place."""
        super().dealt()
        seat, card = getattr(self, "exposed", (None, None))
        if seat is not None:
            self.carry([card], "burn", "up")
            self.wait(self.pace.act)
            self.draw(f"seat:{seat}")
            self.burned_ahead = True
            self.wait(self.pace.act)

    def burn(self):
        """The burn of the flop lies there already."""
        if getattr(self, "burned_ahead", False):
            self.burned_ahead = False
        else:
            super().burn()


class FirstCardExposed(Exposed):
    """The very first card off the deck is exposed."""

    kind = "first-card-exposed"

    def which(self):
        return (1,)


class LaterCardExposed(Exposed):
    """One card of the second round is exposed."""

    kind = "later-card-exposed"

    def which(self):
        return (len(self.seats) + 1 + self.chosen(len(self.seats)),)


class TwoExposed(Exposed):
    """One card of each round is exposed, none of them one of the first two off the deck."""

    kind = "two-exposed"

    def which(self):
        n = len(self.seats)
        return (n, n + 1 + self.chosen(n)) if n > 2 else (3, 4)


class BoxedCard(Slip):
    """One card lies face up in the deck and shows at the mouth."""

    kind = "boxed-card"

    def stack_deck(self):
        deck = super().stack_deck()
        at = 2 + self.chosen(2 * len(self.seats) - 2)
        deck.insert(at, deck.pop())
        self.boxed = (deck[at],)
        return deck

    def pitch(self, number, seat):
        """Scrap: the dealer sees it at the mouth, puts it aside and deals the next card."""
        if self.stub[0] in self.boxed:
            self.draw("muck")
            self.wait(self.pace.act)
            if self.voided():
                return "over"
        self.draw(f"seat:{seat}")
        return None


class ExtraCard(Slip):
    """After the deal the first seat gets one card more."""

    kind = "extra-card"

    def dealt(self):
        extra = self.draw(f"seat:{self.seats[0]}")
        self.notice("extra_card", self.seats[0])
        if self.voided():
            return "over"
        self.wait(self.pace.act)
        self.extra = extra
        self.carry([extra], "burn")
        super().dealt()
        return None

    def burn(self):
        """The extra card is the burn of the flop."""
        if self.extra:
            self.extra = None
        else:
            super().burn()


class CardToEmptySeat(Slip):
    """In the first round a card goes to a seat where nobody sits."""

    kind = "card-to-empty-seat"

    def pitch(self, number, seat):
        super().pitch(number, seat)
        if number == 0 and seat == self.seats[-1]:
            empty = [s for s in range(1, self.table_seats + 1) if s not in self.seats]
            if not empty:
                raise NotPossible(f"{self.kind}: every seat of the table is taken")
            self.draw(f"seat:{empty[0]}")
            self.wait(self.pace.act)
        return "over" if self.voided() else None


class SeatSkipped(Slip):
    """A seat entitled to a hand is left out."""

    kind = "seat-skipped"

    def pitch(self, number, seat):
        left_out = self.seats[min(1 + self.chosen(len(self.seats) - 1), len(self.seats) - 1)]
        if seat != left_out:
            super().pitch(number, seat)
        return "over" if self.voided() else None

    def dealt(self):
        """A player without cards speaks up."""
        if not self.voided():
            missing = [s for s in self.seats if not self.held(s)]
            self.notice("not_dealt_in", missing[0])
        self.floor_voids = True
        return "over"


class FirstCardWrongSeat(Slip):
    """The deal starts one seat too far."""

    kind = "first-card-wrong-seat"

    def pitch(self, number, seat):
        at = self.seats.index(seat)
        super().pitch(number, self.seats[(at + 1) % len(self.seats)])
        return "over" if self.voided() else None


class ForeignCard(Slip):
    """A card of another deck is among the hole cards."""

    kind = "foreign-card"

    def stack_deck(self):
        deck = super().stack_deck()
        at = 2 + self.chosen(2 * len(self.seats) - 2)
        deck[at] = OTHER_DECK + deck[at]
        return deck

    def dealt(self):
        """Its back is seen as soon as the hands lie there."""
        self.wait(self.pace.act)
        self.floor_voids = True
        return "over"


class DuplicateCard(ForeignCard):
    """Two cards of one face are dealt: the deck was enrolled with both."""

    kind = "duplicate-card"
    named = True  # only who knows the faces can tell: the vault, or a trace that names them

    def stack_deck(self):
        deck = super(ForeignCard, self).stack_deck()
        at = 2 + self.chosen(2 * len(self.seats) - 2)
        deck[at] = TWIN + deck[at - 1]
        return deck
