"""The course of a hand: street after street, the showdown, the cards gathered."""

from tests.detection.third.betting import Betting
from tests.detection.third.poker import Retry, rank7


class Hand(Betting):
    """One hand. ``Retry`` where the irregularity finds no moment."""

    def run(self):
        """Play it."""
        self.irregular_street = self.rng.choice([1, 1, 2, 3])
        self.post()
        self.deal()
        for street in range(4):
            if len(self.live) > 1:
                self._play_street(street)
        if self.missing in self.live and len(self.live) > 1:
            raise Retry
        self.collect(self.now, True)
        self.now = max(self.now, self.dealer_free_at)
        self.winners = []
        if len(self.live) == 1:
            self._last_one_left()
        else:
            self._showdown()
        self._gather()
        if not self.done:
            raise Retry
        assert not self.pot_chips
        assert not any(self.line_chips.values())
        assert sum(self.stacks.values()) == sum(self.stacks_before.values())

    def _play_street(self, street):
        rng = self.rng
        if street:
            if self.reshuffle and street == 1:
                self.now += rng.uniform(3, 7)
            self.deal_board(street)
        if self.third and self._can_act() < 2:
            self.give_third()
        self.street(street)
        if self.third:
            if len(self.live) > 1:
                self.give_third()
            else:
                self.third = None
        rested = [chip.since for seat in self.order for chip in self.line_chips[seat]]
        self.now = max([self.now, *rested])
        self.uncalled()
        if len(self.live) > 1:
            if any(self.line_chips.values()):
                self.now = self.sweep(self.now + rng.uniform(0.3, 1.5)) + 0.1
            self.bets = dict.fromkeys(self.bets, 0)
        if self.pending and rng.random() < 0.7:
            self.now = max(self.now, self.collect(self.now, True))
        if len(self.live) > 1 and street < 3 and self._can_act() < 2 and not self.tabled_seats:
            self.habit("run-out")
            for seat in sorted(self.live, key=lambda _: rng.random()):
                self.table_hand(seat)

    def _can_act(self):
        return sum(1 for seat in self.live if self.stacks[seat] > 0)

    def table_hand(self, seat):
        """A player's cards face up, at the seat or before the line, keyed by the dealer."""
        rng = self.rng
        x, y = self.seat_place(seat)
        start = self.rested(self.in_hand[seat], self.now) + rng.uniform(0.2, 0.6)
        forward = rng.random() < 0.35
        for i, card in enumerate(self.in_hand[seat]):
            if forward:
                to = self.at_line(seat, self.jitter(8) - 5, (i - 0.5) * 34)
            else:
                to = (x + (i - 0.5) * 36 + self.jitter(6), y + self.jitter(8))
            end = start + rng.uniform(0.3, 0.6)
            self.stage.move(self.card_tags[card], start, end, *to, ("tabled", seat, i), h=25)
        self.stage.key(start + 0.3 + self.late(), what="tabled", seat=seat)
        self.now = start + rng.uniform(0.5, 1.2)
        self.tabled_seats.append(seat)

    # -- the end

    def _last_one_left(self):
        rng = self.rng
        if self.pot_chips or any(self.line_chips.values()):
            self.now = self.sweep(self.now + rng.uniform(0.3, 1.0))
        t = self.now + rng.uniform(0.3, 1.2)
        seat = self.live[0]
        self.winners = [seat]
        self.now = self.push(seat, sum(chip.value for chip in self.pot_chips), t)
        if self.in_hand[seat]:
            self.muck_hand(seat, self.now)
            self.now += 0.8

    def _showdown(self):
        rng = self.rng
        score = {seat: rank7(self.hole[seat] + self.board) for seat in self.live}
        wins = []
        for amount, eligible in self.pots():
            best = max(score[seat] for seat in eligible)
            sharers = [s for s in self.order if s in eligible and score[s] == best]
            wins.append((amount, sharers))
        need = {seat for _, sharers in wins for seat in sharers}
        if not self.tabled_seats:
            self._show(score, need)
        self.now += rng.uniform(0.5, 2.0)
        self.collect(self.now, True)
        self.now = max(self.now, self.dealer_free_at)
        if self.kind == "winner-mucked" and len(need) == 1:
            self._muck_winner(*need)
        if rng.random() < 0.6:
            for seat in self.tabled_seats:
                if seat not in need and self.in_hand[seat]:
                    self.now = self.muck_hand(seat, self.now) + rng.uniform(0.2, 0.7)
        self._award(wins)

    def _show(self, score, need):
        """The last to bet first; who cannot win may muck unseen."""
        rng = self.rng
        self.now += rng.uniform(0.5, 2)
        bets = [act for act in self.acts if act[0] in ("bet", "raise")]
        last = bets[-1][1] if bets else None
        order = [seat for seat in self.order if seat in self.live]
        if last in order:
            i = order.index(last)
            order = order[i:] + order[:i]
        best = None
        for seat in order:
            if best is None or seat in need or score[seat] >= best or rng.random() < 0.4:
                self.table_hand(seat)
                best = max(best or score[seat], score[seat])
            else:
                self.habit("mucked unseen")
                self.now += rng.uniform(0.3, 1.5)
                self.now = self.fold(seat, self.now)
                self.live.append(seat)

    def _muck_winner(self, seat):
        """The dealer mucks the winner's tabled hand; most are fetched back."""
        rng = self.rng
        cards = list(self.in_hand[seat])
        end = self.to_muck(self.rested(cards, self.now), cards)
        self.mark(end, seat=seat)
        self.now = end + rng.uniform(1.5, 5)
        if rng.random() >= 0.6:
            self.particulars["retrieved_ms"] = None
            self.in_hand[seat] = []
            return
        x, y = self.at_line(seat, self.jitter(8), 0)
        for i, card in enumerate(cards):
            place = (x + (i - 0.5) * 36, y)
            end = self.now + 0.6
            self.stage.move(self.card_tags[card], self.now, end, *place, ("tabled", seat, i), h=12)
            self.mucked.remove(card)
        self.particulars["retrieved_ms"] = int(self.now * 1000)
        self.now += 1.5

    def _award(self, wins):
        """Pots are pushed, the last side pot first; odd chips go by order."""
        if len(wins) > 1:
            self.habit("side pots")
        unit = self.values[0]
        for amount, sharers in reversed(wins):
            if len(sharers) > 1:
                self.habit("split pot")
            each = amount // len(sharers) // unit * unit
            odd = amount - each * len(sharers)
            for i, seat in enumerate(sharers):
                share = each + (unit if i < odd // unit else 0)
                if i == 0:
                    share += odd % unit
                if share:
                    self.now = self.push(seat, share, self.now + self.rng.uniform(0.3, 1.2))
                self.winners.append(seat)

    def _gather(self):
        """All cards off the felt, more or less in order."""
        rng, stage = self.rng, self.stage
        t = self.now + rng.uniform(0.6, 2)
        for seat in self.order:
            if self.in_hand[seat]:
                t = self.muck_hand(seat, t) + rng.uniform(0.1, 0.5)
        if self.board_laid:
            t = self._gather_board(t)
        for card in self.burned:
            start = self.rested([card], t)
            stage.off(self.card_tags[card], start, start + 0.5, stage.stub_place, h=8)
        t += 0.6
        if self.aside_burn:
            stage.off(self.card_tags[self.aside_burn], t, t + 0.5, stage.stub_place)
        if rng.random() < 0.5:
            t += rng.uniform(0.3, 2)
            for tag in self.card_tags.values():
                if tag.segments and tag.segments[-1][7] < 900:
                    start = max(t, tag.since)
                    delay = rng.uniform(0, 0.2)
                    stage.off(tag, start + delay, start + 0.9, stage.stub_place, h=5)
            t += 1
        if self.world.riffle_end:
            t += rng.uniform(0.5, 2.5)
            self.habit("riffle keyed")
            stage.key(t, what="riffle")
        self.end = max([t] + [tag.since for tag in stage.tags]) + rng.uniform(1, 3)

    def _gather_board(self, t):
        """Onto the muck, or straight to the stub."""
        rng, stage = self.rng, self.stage
        self.habit("board gathered")
        took = rng.uniform(0.4, 0.8)
        x, y = self.muck_place()
        onto = rng.random() < 0.6
        t = self.rested(self.board_laid, t)
        for card in self.board_laid:
            tag = self.card_tags[card]
            if onto:
                stage.move(tag, t, t + took, x + self.jitter(7), y + self.jitter(7), ("muck",))
            else:
                stage.off(tag, t, t + took, stage.stub_place, h=8)
        return t + took + 0.2
