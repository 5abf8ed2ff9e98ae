"""The end of a hand: uncalled chips, showdown, pots pushed, cards gathered."""

import math

from tools.worlds import money

CARD_GAP_MM = 12  # two cards side by side in a hand


class Ending:
    """Steps of a ``Play`` that end the hand."""

    # -- the end

    def finish(self):
        """Uncalled chips, showdown, awards, cards collected, deck gathered."""
        plan = self.plan
        self.flush_keys()
        alone = len(plan.live) == 1
        if alone:
            self.uncalled(self.w["back_s"])
        self.sweep()
        if not alone and self.slip and self.slip.showdown(self):
            return
        if not alone:
            self.uncalled(0.6)
            self.showdown()
        self.award()
        self.clear_up()

    def uncalled(self, after):
        """The uncalled part of the last wager goes back, or into the pot with the rest."""
        seat, amount = self.plan.back
        if not amount:
            return
        front = self.in_front[seat]
        self.t += after * self.rng.uniform(0.9, 1.1)
        chips = money.subset(front, amount)
        if chips is None or (len(self.plan.live) == 1 and self.rng.random() < 0.3):
            self.feat("uncalled bet goes in with the pot")
            return
        if chips:
            self.feat("uncalled back")
            self.take_back(seat, chips)
            self.plan.back = (seat, 0)

    def showdown(self):
        """Hands are turned up and keyed, or mucked unseen by those who cannot win."""
        rng = self.rng
        winners = {s for _, s in self.plan.awards}
        order = list(self.plan.live)
        shown = []
        for seat in order:
            self.wait(0.8, 2.5)
            beaten = seat not in winners and not self.plan.all_in
            if beaten and any(s in winners for s in shown) and rng.random() < 0.35:
                self.feat("mucked unseen")
                self.fold(seat, silent=True)
                continue
            self.table_hand(seat)
            shown.append(seat)
        self.collect_all()
        self.wait(1.0, 2.5)

    def table_hand(self, seat, emit=True):
        """A hand is turned face up; the dealer keys it."""
        cards, loop = self.hands[seat], self.felt.of[f"seat:{seat}"]
        x, y = loop.x + self.rng.gauss(0, 8), loop.y + self.rng.gauss(0, 8)
        for k, card in enumerate(cards):
            self.scene.nudge(
                card, self.t, x + (k - 0.5) * 2 * CARD_GAP_MM, y, 1, self.rng.uniform(0.2, 0.6)
            )
        self.scene.key(
            self.t + self.rng.uniform(0.3, max(0.4, self.w["key_late_s"])), what="tabled", seat=seat
        )
        if emit:
            self.scene.emit_cards(self.t, cards, f"seat:{seat}", f"seat:{seat}", "up", "player")

    def award(self):
        """The pot is pushed to the winners, over their bet spots."""
        awards = {}
        for amount, seat in self.plan.awards:
            awards[seat] = awards.get(seat, 0) + amount
        seat, amount = self.plan.back
        if amount:
            awards[seat] = awards.get(seat, 0) + amount
        todo = sorted(awards)
        for n, seat in enumerate(todo):
            self.wait(0.6, 1.5)
            chips = list(self.pot) if n == len(todo) - 1 else self.share(awards[seat])
            self.scene.fact(self.t, "won", seat, True)
            self.push_pot(seat, chips)
        self.wait(0.5, 1.5)

    def share(self, amount):
        """Chips of the pot that make an amount; one chip is changed where they do not."""
        chips = money.subset(self.pot, amount)
        if chips is not None:
            return chips
        self.feat("change made in the pot")
        big = max(self.pot, key=lambda c: c.value)
        self.pot.remove(big)
        self.scene.leave(big, self.t, self.felt.dealer)
        for value in money.made_of(self.rng, big.value, self.plan.unit, 1.0):
            if value == big.value:
                continue
            self.into_pot(self.chip(value), self.t + 0.8, 0.4, src=self.felt.dealer)
        self.t += 1.2
        if sum(c.value for c in self.pot) < amount or big.value <= self.plan.unit:
            return list(self.pot)
        return self.share(amount)

    def push_pot(self, seat, chips):
        """Chips of the pot go to a seat's spot in one to three movements, then to its stack."""
        rng, loop = self.rng, self.felt.of[f"line:{seat}"]
        n = rng.choice((1, 1, 2, 3)) if len(chips) > 6 else 1
        chips = sorted(chips, key=lambda c: c.uid)
        size = -(-len(chips) // n)
        for i in range(0, len(chips), size):
            part = chips[i : i + size]
            began = self.t
            dur = rng.uniform(0.5, 1.0)
            for chip in part:
                self.pot.remove(chip)
                angle, off = rng.uniform(0, 2 * math.pi), loop.r * 0.85 * math.sqrt(rng.random())
                self.scene.place(
                    chip,
                    self.t + dur + rng.uniform(0, 0.1),
                    loop.x + off * math.cos(angle),
                    loop.y + off * math.sin(angle),
                    "sweep",
                    dur,
                    rng.choice((1, 2, 4)),
                )
            self.scene.emit_chips(began, seat, part, "pot", f"seat:{seat}", "dealer")
            self.t += dur + rng.uniform(0.1, 0.6)
        stay = rng.uniform(1.0, 2.5)
        for chip in chips:
            self.scene.leave(chip, self.t + stay + rng.uniform(0, 1.0), self.felt.rail(seat))
        self.scene.hand_over(self.t + stay - 0.3, self.t + stay + 1.0, loop.zone)
        self.left_at = self.t + stay + 1.0

    def clear_up(self):
        """Losing hands, winner's hand, board and burns go to the muck; the deck is riffled."""
        rng = self.rng
        order = [s for s in self.plan.live if s not in {w for _, w in self.plan.awards}]
        order += [s for s in self.plan.live if s in {w for _, w in self.plan.awards}]
        for seat in order:
            cards = self.hands[seat]
            if not cards:
                continue
            self.wait(0.3, 0.9)
            self.scene.emit_cards(self.t, cards, f"seat:{seat}", "muck", "down", "dealer")
            dur = rng.uniform(0.4, 0.8)
            self.to_muck(cards, self.t + dur, dur)
            self.hands[seat] = []
        self.wait(0.5, 1.2)
        for zone, cards in (("burn", self.burns), ("board", self.board)):
            if cards:
                self.scene.emit_cards(self.t, cards, zone, "muck", "down", "dealer")
                dur = rng.uniform(0.4, 0.8)
                self.to_muck(cards, self.t + dur, dur)
                self.wait(0.3, 0.7)
        self.feat("board gathered" if self.board else "cards gathered")
        self.t = max(self.t, self.left_at)
        self.wait(0.8, 2.0)
        if rng.random() < 0.7:
            self.scene.key(self.t, what="riffle")
            self.feat("riffle keyed at the end")
        self.wait(1.5, 3.0)
