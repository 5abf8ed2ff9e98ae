"""What hands do with chips: blinds, wagers, change, the pot pulled in and pushed."""

import math

from tests.detection.ninth.chippile import change, pick, worth


class ChipWork:
    """Chips of one hand. Mixed into the hand (``ninenight.Hand``)."""

    def settle(self):
        """The miss of a chip at rest."""
        return min(0.3, self.rng.lognormvariate(math.log(self.night.chip_miss), 0.6))

    def put(self, seat, chips, at, tossed=False):
        """Chips come to rest on a bet spot; tossed ones scatter and are squared up."""
        rng, spot = self.rng, f"line:{seat}"
        self.line.hand(at - 0.2, at + 0.3, spot, rng.uniform(1, 8))
        for chip in chips:
            lands = at + rng.uniform(0, 0.12 if not tossed else 0.3)
            self.line.lay(chip, lands, spot, self.settle())
            if tossed and rng.random() < 0.15:
                chip.stay[4] = rng.uniform(0.2, 0.6)
                self.line.lay(chip, lands + rng.uniform(0.8, 2.5), spot, self.settle())
        self.front[seat] += chips
        if len(chips) > 4 and rng.random() < 0.06:
            self._topple(chips, at + rng.uniform(0.8, 2.0), spot)
        for chip in chips:
            self.busy[seat] = max(self.busy.get(seat, 0.0), chip.stay[0])

    def _topple(self, chips, at, spot):
        """A stack falls over and is squared up."""
        for chip in chips[: self.rng.randint(2, len(chips))]:
            if chip.stay and chip.stay[0] < at:
                self.line.lift(chip, at)
                self.line.lay(chip, at + self.rng.uniform(0.4, 0.9), spot, self.settle())

    def take(self, seat, amount, small=False):
        """Chips of a stack for an amount; big ones are broken at the rack when they must."""
        stack = self.stacks[seat]
        if amount == worth(stack):
            chips = list(stack)
        else:
            chips = pick(stack, amount, small) or change(self.bank, stack, amount)
        if chips is None:
            raise ValueError(f"seat {seat} cannot make {amount} of {worth(stack)}")
        self.bank.broken.clear()
        for chip in chips:
            stack.remove(chip)
        return chips

    def back(self, seat, chips, at):
        """Chips leave the loops for a player's stack."""
        for chip in chips:
            self.line.lift(chip, max(at, chip.stay[0] if chip.stay else at))
        self.stacks[seat] += chips

    def blinds(self):
        """Antes and blinds go in before the deal; antes are pulled in at once or with it."""
        night, rng = self.night, self.rng
        order = self.betting.after(night.button)
        if night.ante:
            when = {}
            for seat in order:
                slow = rng.uniform(2.0, 4.0) if night.late_antes and rng.random() < 0.3 else 0.0
                when[seat] = self.t + rng.uniform(0.2, 2.0) + slow
                self.put(seat, self.take(seat, night.ante), when[seat], tossed=rng.random() < 0.5)
            self.t = max(when.values()) + rng.uniform(1.0, 2.0)
            self.pull(order)
            self.t += rng.uniform(0.5, 1.0)
        for seat, amount in ((self.betting.sb_seat, night.sb), (self.betting.bb_seat, night.bb)):
            self.t += rng.uniform(0.3, 1.5)
            late = rng.uniform(1.5, 3.5) if night.players[seat].late_blind else 0.0
            self.put(seat, self.take(seat, amount, night.players[seat].small), self.t + late)
        self.t += rng.uniform(0.8, 2.0)

    def wager(self, seat, chips, at):
        """Chips go over the line as this player does it; returns when they all lie."""
        rng = self.rng
        manner = self.night.players[seat].chips
        if manner == "cut":
            at += rng.uniform(0.8, 2.5)  # counted out behind the line first
        if manner == "two hands" and len(chips) > 3:
            half = len(chips) // 2
            self.put(seat, chips[:half], at)
            later = at + rng.uniform(0.1, 0.3)
            self.put(seat, chips[half:], later)
            return later + 0.3
        self.put(seat, chips, at, manner == "toss")
        return at + 0.3

    def motions(self, seat, chips, at):
        """A wager that was said goes in by two to four motions."""
        parts = self.rng.randint(2, min(4, len(chips)))
        size = math.ceil(len(chips) / parts)
        for i in range(0, len(chips), size):
            self.put(seat, chips[i : i + size], at)
            at += self.rng.uniform(0.5, 1.2)
        return at - 0.2

    # -- the end of a street

    def refund(self, at, last):
        """Uncalled chips go back; at the last only where that takes no change."""
        bets = sorted(self.betting.bets.values())
        high = max(self.betting.bets, key=self.betting.bets.get)
        if last and pick(self.front[high], bets[-1] - bets[-2], most=200) is None:
            return at  # they go in with the pot
        left = self.betting.uncalled()
        if left is None:
            return at
        seat, amount = left
        chips = pick(self.front[seat], amount, most=200)
        if chips is None:
            chips = change(self.bank, self.front[seat], amount)
            self._renew(seat, at)
        at = max(at + self.rng.uniform(0.6, 1.6), self.busy.get(seat, 0.0) + 0.3)
        for chip in chips:
            self.front[seat].remove(chip)
        self.line.hand(at - 0.2, at + 0.3, f"line:{seat}", 5)
        self.back(seat, chips, at)
        return at + 0.5

    def _renew(self, seat, at):
        """Chips the dealer has changed in front of a player come to lie on the spot."""
        at = max(at, self.busy.get(seat, 0.0))
        self.to_rack(at)
        for chip in self.front[seat]:
            if chip.stay is None:
                self.line.lay(chip, at + 0.4, f"line:{seat}", self.settle())

    def to_rack(self, at):
        """Chips that were broken leave the felt."""
        for chip in self.bank.broken:
            self.line.lift(chip, max(at, chip.stay[0] if chip.stay else at))
        self.bank.broken.clear()

    def pull(self, order):
        """The dealer pulls the bets in, spot by spot, or to a heap first."""
        rng, dealer = self.rng, self.night.dealer
        moved = []
        for seat in order:
            chips = self.front[seat]
            if not chips:
                continue
            at = max(self.t, self.busy.get(seat, 0.0) + 0.3)
            over = worth(chips) - self.in_front(seat)
            if over > 0:
                chips = self.give_change(seat, chips, over, at)
            self.line.hand(at - 0.1, at + dealer.sweep, f"line:{seat}", rng.uniform(2, 8))
            lands = at + rng.uniform(0.35, 0.8)
            for chip in chips:
                leaves = at + rng.uniform(0, 0.6) * dealer.sweep
                self.line.lift(chip, leaves)
                if not dealer.heap:
                    later = max(leaves + 0.2, lands + rng.uniform(0, 0.2))
                    self.fly(chip, f"line:{seat}", "pot", leaves, later, True)
                    self.line.lay(chip, later, "pot", self.settle())
            moved += chips
            self.front[seat] = []
            self.t = at + dealer.sweep * rng.uniform(0.8, 1.2)
        if moved and dealer.heap:
            self.t += rng.uniform(0.4, 0.9)
            for chip in moved:
                self.line.lay(chip, self.t + rng.uniform(0, 0.4), "pot", self.settle())
        self.pot += moved
        if moved:
            self.t += 0.5

    def in_front(self, seat):
        """Chips a seat has wagered on this street; while antes lie there, all of them."""
        return self.betting.bets[seat] if self.begun else worth(self.front[seat])

    def give_change(self, seat, chips, over, at):
        """The dealer gives change of a big chip out of the pot and the other bets."""
        pool = self.pot + [c for s in self.front for c in self.front[s] if s != seat]
        coins = pick(pool, over, most=30)
        if coins is None:  # the rack breaks the big chip
            for chip in chips:
                self.line.lift(chip, max(at, chip.stay[0]))
            coins, chips = self.bank.stack(over, False), self.bank.stack(worth(chips) - over, False)
        for chip in coins:
            if chip in self.pot:
                self.pot.remove(chip)
            for other in self.front.values():
                if chip in other:
                    other.remove(chip)
        self.back(seat, coins, at)
        return chips

    def push(self, won, at):
        """The pot goes to the winners over their bet spots."""
        rng = self.rng
        for seat, amount in won.items():
            chips = self.share(amount, len(won))
            self.to_rack(at)
            parts = [chips]
            if self.night.dealer.push != "once" and len(chips) > 5:
                cut = len(chips) // 2 if self.night.dealer.push == "halves" else len(chips) * 2 // 3
                parts = [chips[:cut], chips[cut:]]
            lies = at
            for part in parts:
                lies = self._push_part(seat, part, at)
                at += rng.uniform(0.7, 1.3)
            takes = max(lies, at) + rng.uniform(0.4, 1.8)
            half = len(chips) if rng.random() < 0.5 else len(chips) // 2
            self.back(seat, chips[:half], takes)
            self.back(seat, chips[half:], takes + rng.uniform(0.4, 1.0))
            at = takes + 0.6
        self.t = at + 0.6

    def _push_part(self, seat, chips, at):
        way = self.plan.length("pot", f"line:{seat}") / 1000
        lands = at + max(0.3, way / self.rng.uniform(0.8, 1.8))
        for chip in chips:
            self.line.lift(
                chip, max(at + self.rng.uniform(0, 0.15), chip.stay[0] if chip.stay else at)
            )
            self.fly(chip, "pot", f"line:{seat}", at, lands, True)
            self.line.lay(chip, lands + self.rng.uniform(0, 0.2), f"line:{seat}", self.settle())
        return lands + 0.3

    def share(self, amount, winners):
        """Chips of the pot that make a share; the rack breaks one when it must."""
        if winners == 1 or amount == worth(self.pot):
            chips = list(self.pot)
        else:
            chips = pick(self.pot, amount, most=400)
            if chips is None:
                chips = change(self.bank, self.pot, amount)
        for chip in chips:
            self.pot.remove(chip)
        return chips
