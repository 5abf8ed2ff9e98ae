"""What goes wrong with cards: the deal, the burns, the board, hands that are lost."""

from tests.detection.seventh.clubhand import ClubHand
from tests.detection.seventh.clubmotions import Unplayable

STREETS = {1: "flop", 2: "turn", 3: "river"}


class Exposed(ClubHand):
    """A later card of the deal turns over on its way; the dealer keys it."""

    called = ("deal.exposed",)
    from_nth = 2

    def deal(self):
        n = 2 * len(self.seats)
        last = n - 1 if self.from_nth else 1
        self.nth = self.rng.randint(self.from_nth, last)
        self.given = 0
        super().deal()
        self.t += 1.5
        self.stop(f"card {self.nth + 1} of the deal is exposed", self.seen)

    def pitch(self, card, seat):
        super().pitch(card, seat)
        if self.given == self.nth:
            self.seen = self.t
            key = {"what": "exposed", "seat": seat, "by": "dealer"}
            self.say(key, self.t + 0.3, sure=True)
        self.given += 1


class ExposedFirst(Exposed):
    """The first or second card off the deck turns over."""

    called = ("deal.first_two_exposed",)
    from_nth = 0


class Boxed(ClubHand):
    """A card lies face up in the deck and comes to the mouth; the dealer stops."""

    called = ("deal.boxed",)

    def deal(self):
        n = self.rng.randint(0, len(self.seats) - 1)
        order = self.after(self.button)
        if self.rng.random() < 0.5:
            for seat in order:
                self.deal_one(seat)
        for seat in order[:n]:
            self.deal_one(seat)
        card = self.off_deck(self.rng.uniform(0.9, 2.0), up=True)
        self.done("a boxed card comes off the deck", self.t - 0.9)
        self.felt.go(card, self.t, self.t + 0.4, self.felt.between("burn", "line:1", 0.35))
        self.t += 1.0
        self.freeze()


class LastMissing(ClubHand):
    """The button's second card stays on the deck, and the betting begins."""

    called = ("deal.last_card_missing", "deal.short")

    def deal(self):
        order = self.after(self.button)
        for seat in order + order[:-1]:
            self.deal_one(seat)
        self.done("the button has one card", self.t)
        self.pick_up()

    def before(self, seat, what, to):
        if self.acts:
            self.freeze()


class ShortMiddle(ClubHand):
    """A seat in the middle is passed over in the second round."""

    called = ("deal.",)

    def deal(self):
        order = self.after(self.button)
        passed = self.rng.choice(order[1:-1])
        for seat in order:
            self.deal_one(seat)
        for seat in order:
            if seat != passed:
                self.deal_one(seat)
            elif self.at is None:
                self.done(f"seat {passed} is passed over in the second round")
        self.pick_up()

    def before(self, seat, what, to):
        if self.acts:
            self.freeze()


class LeftOut(ClubHand):
    """A player with chips and a right to a hand gets no card."""

    called = ("deal.",)

    def deal(self):
        order = self.after(self.button)
        passed = self.rng.choice([s for s in order[2:-1] if s != self.away] or order[2:3])
        for _ in range(2):
            for seat in order:
                if seat != passed:
                    self.deal_one(seat)
                elif self.at is None:
                    self.done(f"seat {passed} is left out")
        self.t += self.rng.uniform(2, 4)
        self.freeze()


class ToEmptySeat(ClubHand):
    """Cards go to a chair in which nobody plays."""

    called = ("deal.empty_seat", "deal.not_entitled")

    def deal(self):
        empty = [s for s in self.felt.seats if s not in self.seats]
        if not empty:
            raise Unplayable
        chair = self.rng.choice(empty)
        self.hole[chair], self.still[chair] = [], 0.0
        order = self.after(self.button, sorted([*self.seats, chair]))
        for _ in range(2):
            for seat in order:
                if seat == chair and self.at is None:
                    self.done(f"seat {chair} is empty and gets cards")
                self.deal_one(seat)
        self.pick_up()
        self.freeze()


class ExtraCard(ClubHand):
    """One card more than the hands need goes to the first seat."""

    called = ("deal.extra", "deal.long")

    def deal(self):
        order = self.after(self.button)
        for seat in [*order, *order]:
            self.deal_one(seat)
        self.done(f"seat {order[0]} gets a third card")
        self.deal_one(order[0])
        self.t += self.rng.uniform(1, 3)
        self.freeze()


class WrongFirstSeat(ClubHand):
    """The deal begins one seat too far."""

    called = ("deal.wrong_first", "deal.wrong_button", "deal.out_of_sequence")

    def deal(self):
        order = self.after(self.button)
        order = order[1:] + order[:1]
        self.done(f"the first card goes to seat {order[0]}")
        for seat in [*order, *order]:
            self.deal_one(seat)
        self.pick_up()
        self.freeze()


class ButtonStays(ClubHand):
    """The button was not moved: blinds and deal go as in the hand before."""

    called = ("deal.button", "deal.wrong_button", "deal.wrong_first", "frame.blind")

    def opening(self):
        self.true_button = self.button
        self.button = self.after(self.button)[-2]
        self.sb_seat, self.bb_seat = self.after(self.button)[:2]
        self.done(f"the button is still at seat {self.button}")
        super().opening()

    def before(self, seat, what, to):
        if self.acts:
            self.freeze()


class NoBurn(ClubHand):
    """A street comes without a burn."""

    called = ("board.flop_no_burn", "board.turn_no_burn", "board.river_no_burn")

    def play(self):
        self.on = self.rng.choice((1, 1, 2, 3))
        super().play()

    def burn(self):
        if self.street != self.on:
            super().burn()

    def turn_board(self, n):
        super().turn_board(n)
        if self.street == self.on:
            self.stop(f"no burn before the {STREETS[self.on]}")


class TwoBurns(NoBurn):
    """Two cards are burned."""

    called = (
        "board.flop_two_burns",
        "board.turn_two_burns",
        "board.river_two_burns",
        "board.two_burns",
    )

    def burn(self):
        ClubHand.burn(self)
        if self.street == self.on:
            self.t += self.rng.uniform(0.2, 0.6)
            ClubHand.burn(self)

    def turn_board(self, n):
        ClubHand.turn_board(self, n)
        if self.street == self.on:
            self.stop(f"two burns before the {STREETS[self.on]}")


class Premature(ClubHand):
    """A street comes while a player has still to answer a wager."""

    street_at = 0
    called = ("board.premature_flop",)

    def before(self, seat, what, to):
        last = not self.todo and self.high > self.bets[seat]
        if self.street != self.street_at or not last or what != "call":
            return
        self.t += self.rng.uniform(0.2, 0.8)
        self.pull_in()
        self.street += 1
        self.t += self.rng.uniform(0.3, 1.0)
        self.burn()
        t = self.t
        self.turn_board(3 if self.street == 1 else 1)
        self.stop(f"the {STREETS[self.street]} comes before seat {seat} has acted", t)


class PrematureTurn(Premature):
    """The turn comes too early."""

    street_at = 1
    called = ("board.premature_turn",)


class PrematureRiver(Premature):
    """The river comes too early."""

    street_at = 2
    called = ("board.premature_river",)


class FourFlop(ClubHand):
    """Four cards are turned as the flop."""

    called = ("board.flop_four", "board.flop_many")
    more, on, said = 4, 1, "four cards on the flop"

    def turn_board(self, n):
        if self.street != self.on:
            super().turn_board(n)
            return
        super().turn_board(self.more)
        self.stop(self.said)


class TwoTurns(FourFlop):
    """Two cards are turned as the turn."""

    called = ("board.turn_two", "board.turn_many", "board.premature_river", "board.river_no_burn")
    more, on, said = 2, 2, "two cards on the turn"


class ShortFlop(FourFlop):
    """Only two cards are turned as the flop, and somebody acts."""

    called = ("board.flop_short",)
    more, said = 2, "two cards as the flop"

    def turn_board(self, n):
        if self.street != self.on:
            super().turn_board(n)
            return
        ClubHand.turn_board(self, self.more)
        self.done(self.said)

    def before(self, seat, what, to):
        if self.at and self.street == 1 and self.acts[-1][0] == "check":
            self.freeze()

    def open_street(self):
        if self.street == 1:
            self.freeze()
        super().open_street()


class Rabbit(ClubHand):
    """After the last fold the dealer shows what would have come."""

    called = ("board.rabbit",)

    def finish(self):
        if len(self.live) > 1 or self.street not in (1, 2):
            raise Unplayable
        self.t += self.rng.uniform(1.0, 2.5)
        self.done("a card is turned after the hand")
        self.turn_board(1)
        super().finish()


class IntoHand(ClubHand):
    """A folded hand is thrown into the hand of a player who is still in."""

    called = ("fold.thrown_into", "fold.fouled")

    def throw_in(self, seat):
        rivals = [s for s in self.after(seat, self.live) if s != seat and self.hole[s]]
        if self.at is not None or len(rivals) < 2 or self.rng.random() < 0.6:
            super().throw_in(seat)
            return
        other = rivals[0]
        t = max(self.t, self.still[seat] + 0.1, self.still[other] + 0.1)
        pile = self.felt.pile()
        for card in self.hole[seat]:
            place = self.felt.at(f"seat:{other}", 14)
            self.felt.go(
                card, t, t + 0.5, place, fly=20, pile=pile if self.rng.random() < 0.5 else None
            )
        self.t = t + 0.5
        self.stop(f"seat {seat} throws its cards into seat {other}'s hand")


class Retrieved(ClubHand):
    """A folded hand is taken back by its player."""

    called = ("fold.",)

    def throw_in(self, seat):
        if self.at is not None or len(self.live) < 3 or self.rng.random() < 0.6:
            super().throw_in(seat)
            return
        t = max(self.t, self.still[seat] + 0.1)
        place = self.felt.at(f"line:{seat}", 10)
        for card in self.hole[seat]:
            spot = place[0] + self.rng.gauss(0, 8), place[1] + self.rng.gauss(0, 8)
            self.felt.go(card, t, t + 0.4, spot, fly=15)
        back = t + 0.4 + self.rng.uniform(1.3, 2.6)
        for card in self.hole[seat]:
            self.felt.go(card, back, back + 0.4, self.felt.at(f"seat:{seat}", 10), fly=20)
        self.t = back + 0.4
        self.stop(f"seat {seat} takes its folded cards back", back)


class Killed(ClubHand):
    """The dealer sweeps a live hand away with a folded one."""

    called = ("fold.dealer_killed", "turn.oot")

    def throw_in(self, seat):
        super().throw_in(seat)
        near = [s for s in self.live if s != seat and self.hole[s] and abs(s - seat) == 1]
        if self.at is not None or len(self.live) < 4 or not near or self.rng.random() < 0.6:
            return
        other = near[0]
        self.t = max(self.t + 0.4, self.still[other] + 0.1)
        self.done(f"the dealer takes seat {other}'s live hand")
        self.to_muck(self.hole[other], self.t)
        self.t += 1.5
        self.freeze()


class WinnerMucked(ClubHand):
    """At the showdown the dealer mucks the best hand, which was tabled."""

    called = ("fold.tabled_winner", "pots.winner", "fold.dealer_killed")

    def settle(self):
        value = self.values()
        top = max(value.values())
        best = [s for s in self.live if value[s] == top]
        if len(best) > 1 or len(self.live) < 2:
            raise Unplayable
        self.t += self.rng.uniform(0.4, 1.0)
        self.done(f"seat {best[0]}'s winning hand is mucked")
        self.to_muck(self.hole[best[0]], max(self.t, self.still[best[0]] + 0.1))
        self.t += 2
        self.freeze()
