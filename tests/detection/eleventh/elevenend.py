"""How a hand ends: hands are tabled or mucked, the pot is pushed, the cards are gathered."""

from tests.detection.eleventh.elevencards import best
from tests.detection.eleventh.elevenchips import made_of
from tests.detection.eleventh.elevenfelt import STUB
from tests.detection.eleventh.elevenslip import Again


class Ending:
    """The part of a hand after the betting."""

    stacks_made = staticmethod(made_of)

    def table_all(self):
        """All-in and called: every hand is turned up before the board runs out."""
        for seat in [seat for seat in self.order if seat in self.live]:
            if self.at("all-in shown", seat):
                continue
            self.t = self.body.table_hand(self.hole[seat], seat, self.t + 0.6)
            self.t += self.rng.uniform(0.2, 0.9)
            self.tabled.append(seat)

    def finish(self):
        """Showdown if there is one, the pots, and the gathering of the cards."""
        if len(self.live) == 1:
            (winner,) = self.live
            self.award([(winner, sum(chip.value for chip in self.stacks.pot))])
            self.body.muck(self.hole[winner], self.t, 0.5, self.rng.uniform(4, 40))
            self.t += 1.0
        else:
            self.showdown()
        self.stacks_after = {seat: self.stacks.worth(seat) for seat in self.seats}
        self.gather()

    def showdown(self):
        """The last aggressor shows, then the others who can win; the rest muck."""
        order = [seat for seat in self.order if seat in self.live]
        if self.aggressor in order:
            place = order.index(self.aggressor)
            order = order[place:] + order[:place]
        self.t += self.rng.uniform(0.8, 2.5)
        top = None
        for seat in order:
            worth = self.worth(seat)
            if seat in self.tabled:
                top = max(top or worth, worth)
                continue
            loses = top is not None and worth < top
            if self.at("shown", seat, loses):
                continue
            self.t += self.rng.uniform(0.5, 2.2)
            shows = bool(self.all_in & self.live)  # beside an all-in player all hands are turned up
            if loses and not shows and self.rng.random() < 0.5:
                self.body.fold(self.hole[seat], seat, self.t)
                self.live.discard(seat)
                continue
            self.t = self.body.table_hand(self.hole[seat], seat, self.t)
            self.tabled.append(seat)
            top = max(top or worth, worth)
        self.t += self.rng.uniform(1.0, 2.5)
        self.award(self.shares())
        for seat in self.live:
            self.body.muck(self.hole[seat], self.t, 0.5, 8)
            self.t += self.rng.uniform(0.4, 1.2)

    def worth(self, seat):
        """What a player's best five cards are worth."""
        return best([card.name for card in self.hole[seat] + self.board])

    def shares(self):
        """``(seat, chips)`` of main and side pots, odd chips to the left of the button."""
        before, antes = self.stacks_before, self.antes
        put = {s: before[s] - self.stacks.worth(s) - antes[s] for s in self.seats}
        won = dict.fromkeys(self.order, 0)
        below, extra = 0, sum(antes.values())
        for level in sorted({put[seat] for seat in self.live}):
            slice_ = sum(max(0, min(amount, level) - below) for amount in put.values())
            slice_, extra = slice_ + extra, 0
            if level == max(put[seat] for seat in self.live):
                slice_ += sum(max(0, amount - level) for amount in put.values())
            able = [seat for seat in self.order if seat in self.live and put[seat] >= level]
            top = max(self.worth(seat) for seat in able)
            winners = [seat for seat in able if self.worth(seat) == top]
            each = slice_ // len(winners) // 25 * 25
            for nth, seat in enumerate(winners):
                won[seat] += each + (slice_ - each * len(winners) if nth == 0 else 0)
            below = level
        return [(seat, amount) for seat, amount in won.items() if amount]

    def award(self, shares):
        """The pot goes to its winners."""
        self.t += self.rng.uniform(0.5, 1.5)
        for seat, amount in shares:
            chips = made_of(self.stacks.pot, amount)
            if chips is None:
                raise Again
            self.t = self.body.push(seat, chips, self.t) + self.rng.uniform(0.3, 1.0)
            self.stacks.shift(chips, self.stacks.pot, self.stacks.behind[seat])
            self.paid.add(seat)
        self.t += self.rng.uniform(0.3, 1.0)
        self.at("awarded")

    def gather(self):
        """The dealer gathers board, burns and muck into the deck."""
        rng = self.rng
        self.t += rng.uniform(0.5, 2.0)
        held = [card for cards in self.hole.values() for card in cards]
        for lot in (self.board, self.burns, held):
            for card in lot:
                if card.place:
                    card.vanish(card.go(self.t, rng.uniform(0.4, 0.8), STUB, 20))
            self.t += rng.uniform(0.5, 1.2)
        self.t += rng.uniform(1.0, 2.5)
