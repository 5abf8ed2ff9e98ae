"""Chips: over the line, back, into the pot, out of it."""

import math

from tests.detection.third.poker import Retry
from tests.detection.third.seats import Seats


class Chips(Seats):
    """A hand's chips."""

    def new_chip(self, value):
        """A chip that was not on the felt yet."""
        chip = self.stage.new("chip", value)
        self.chips.append(chip)
        return chip

    def new_chips(self, amount):
        """New chips of an amount."""
        return [self.new_chip(value) for value in self.compose(amount)]

    def pays(self, seat, amount):
        """An amount counts as wagered."""
        self.stacks[seat] -= amount
        self.bets[seat] += amount
        self.paid[seat] += amount

    def compose(self, amount, many=None):
        """Values that make an amount, ``many`` of them where they can be broken so far."""
        rng = self.rng
        out = []
        fitting = [value for value in self.values if value <= amount]
        left = amount
        for value in reversed(fitting):
            count = left // value
            whole = count and value != fitting[0] and left == count * value
            if whole and rng.random() < 0.35 and value // fitting[0] <= 25 and left == amount:
                count -= 1  # break one chip into smaller ones
            out += [value] * count
            left -= count * value
        if many and len(out) < many:
            for value in sorted(out, reverse=True):
                smaller = [x for x in self.values if x < value and value % x == 0]
                if smaller and value // smaller[-1] <= 6:
                    out.remove(value)
                    out += [smaller[-1]] * (value // smaller[-1])
                    if len(out) >= many:
                        break
        if rng.random() < 0.3:
            rng.shuffle(out)
        else:
            out.sort(reverse=True)
        assert sum(out) == amount, (amount, self.values)
        return out

    def put(self, seat, t, chips, motions=1):
        """Chips from the player's stacks over the line in so many motions.

        Returns when the first and the last of them are at rest.
        """
        rng = self.rng
        x, y = self.home(seat)
        spread_mm = self.world.bet_spread
        place = self.at_line(seat, self.jitter(9), self.jitter(11))
        if len(chips) > 2 and self.kind == "clean" and rng.random() < 0.04:
            spread_mm = 26
            self.habit("splashed on the line")
        count = max(1, min(motions, len(chips)))
        first = stack_at = None
        then = t
        stacked = 0
        for part in [chips[i::count] for i in range(count)]:
            took = rng.uniform(0.3, 0.6)
            self.stage.hand(then + took * 0.5, then + took + rng.uniform(0.1, 0.5), f"line:{seat}")
            for chip in part:
                if stacked % 8 == 0:
                    stack_at = (
                        place[0] + self.jitter(spread_mm),
                        place[1] + self.jitter(spread_mm),
                    )
                stacked += 1
                end = then + took + (rng.uniform(0, 0.12) if len(part) < 4 else rng.uniform(0, 0.3))
                self.stage.move(
                    chip,
                    then,
                    end,
                    stack_at[0] + self.jitter(2.5),
                    stack_at[1] + self.jitter(2.5),
                    ("line", seat),
                    h=rng.uniform(12, 40),
                    start=(x, y, 30.0),
                )
                chip.shadow_to = -1
                first = end if first is None else min(first, end)
            then = then + took + rng.uniform(0.4, 1.3)
        self.line_chips[seat] += chips
        if len(chips) >= 4 and rng.random() < self.world.pile_sq:
            self._square_pile(seat, chips, place)
        elif len(chips) >= 5 and rng.random() < self.world.topple:
            self._topple(seat, chips, place)
        return first, max(chip.since for chip in chips)

    def _square_pile(self, seat, chips, place):
        rng = self.rng
        self.habit("pile squared up")
        then = max(chip.since for chip in chips) + rng.uniform(0.4, 1.5)
        self.stage.hand(then, then + 0.6, f"line:{seat}")
        for chip in chips:
            end = then + rng.uniform(0.2, 0.5)
            x, y = place[0] + self.jitter(5), place[1] + self.jitter(5)
            self.stage.move(chip, then, end, x, y, ("line", seat), h=4)

    def _topple(self, seat, chips, place):
        rng = self.rng
        self.habit("stack knocked over")
        then = max(chip.since for chip in chips) + rng.uniform(0.2, 1.0)
        for chip in chips:
            x, y = place[0] + self.jitter(28), place[1] + self.jitter(28)
            self.stage.move(chip, then, then + 0.2, x, y, ("line", seat))
        self.stage.hand(then + 1, then + 2, f"line:{seat}")
        for chip in chips:
            end = then + rng.uniform(1.4, 2)
            x, y = place[0] + self.jitter(6), place[1] + self.jitter(6)
            self.stage.move(chip, then + 1.2, end, x, y, ("line", seat), h=4)

    def take(self, seat, t, chips):
        """Chips taken back from the line behind it."""
        took = self.rng.uniform(0.3, 0.7)
        self.stage.hand(t, t + took, f"line:{seat}")
        for chip in chips:
            self.stage.off(chip, t + self.rng.uniform(0, 0.2), t + took, self.home(seat), h=20)
            self.line_chips[seat].remove(chip)
        return t + took + 0.2

    def pick(self, source, amount):
        """Chips that go into an amount, what they leave open, the least chip to cover that."""
        out = []
        left = amount
        for chip in sorted(source, key=lambda chip: -chip.value):
            if chip.value <= left:
                out.append(chip)
                left -= chip.value
        if not left:
            return out, 0, None
        larger = [chip for chip in source if chip not in out and chip.value > left]
        return out, left, min(larger, key=lambda chip: chip.value, default=None)

    # -- the pot

    def pot_place(self):
        """A place in the pot."""
        loop = self.stage.by_zone["pot"]
        angle = self.rng.uniform(0, 6.28)
        distance = self.rng.uniform(0, 52)
        return loop.x + distance * math.cos(angle), loop.y + distance * math.sin(angle)

    def sweep(self, t):
        """All lines into the pot, one after the other."""
        rng, stage = self.rng, self.stage
        who = [seat for seat in self.order if self.line_chips[seat]]
        if rng.random() < 0.4:
            who.reverse()
        for seat in who:
            took = rng.uniform(*self.world.sweep)
            stage.hand(t, t + took, f"line:{seat}")
            stage.hand(t + took * 0.6, t + took + 0.3, "pot")
            place = self.pot_place()
            for count, chip in enumerate(self.line_chips[seat], 1):
                if count % 7 == 0 or self.world.splash:
                    place = self.pot_place()
                stage.move(
                    chip,
                    t + rng.uniform(0, 0.1),
                    t + took + rng.uniform(0, 0.25),
                    place[0] + self.jitter(8),
                    place[1] + self.jitter(8),
                    ("pot", count // 7),
                    h=rng.choice([0, 2, 6]),
                )
                self.pot_chips.append(chip)
            self.line_chips[seat] = []
            t += took + rng.uniform(0.1, 0.5)
        for seat in self.bets:
            self.bets[seat] = 0
        for seat, change in self.owed:
            t = self.change_from_pot(seat, change, t + 0.3)
        self.owed = []
        return t

    def hand_out(self, chips, seat, t):
        """Chips of the pot go to a player as change."""
        rng = self.rng
        for chip in chips:
            self.pot_chips.remove(chip)
            start, end = t + rng.uniform(0, 0.2), t + rng.uniform(0.5, 0.9)
            self.stage.off(chip, start, end, self.home(seat), h=20)
        self.stage.hand(t, t + 0.6, "pot")

    def change_from_pot(self, seat, amount, t):
        """Change for a caller with a big chip; the bank changes one that is too big."""
        got, rest, big = self.pick(self.pot_chips, amount)
        if rest:
            t = self.bank_change(big, rest, t)
            got, rest, big = self.pick(self.pot_chips, amount)
        self.hand_out(got, seat, t)
        return t + 0.9

    def bank_change(self, big, want, t):
        """A chip of the pot against the same worth of smaller ones out of the dealer's rack."""
        values = self.compose(want) + self.compose(big.value - want)
        self.stage.off(big, t, t + 0.5, self.stage.rack_place, h=20)
        self.pot_chips.remove(big)
        x, y = self.pot_place()
        for value in values:
            chip = self.new_chip(value)
            self.stage.move(
                chip,
                t + 0.6,
                t + 1.1 + self.rng.uniform(0, 0.2),
                x + self.jitter(8),
                y + self.jitter(8),
                ("pot", 0),
                start=(*self.stage.rack_place, 30.0),
                h=20,
            )
            self.pot_chips.append(chip)
        self.habit("change from the rack")
        return t + 1.5

    def pots(self):
        """[(amount, seats)] from what each has put in."""
        left = {seat: amount - self.antes.get(seat, 0) for seat, amount in self.paid.items()}
        out = []  # antes are dead money of the main pot
        while any(left.values()):
            least = min(amount for amount in left.values() if amount)
            seats = [seat for seat in left if left[seat] > 0]
            eligible = [seat for seat in seats if seat in self.live]
            amount = least * len(seats)
            for seat in seats:
                left[seat] -= least
            if not eligible:
                if out:
                    out[-1][0] += amount
                else:
                    out.append([amount, list(self.live)])
                continue
            if out and sorted(out[-1][1]) == sorted(eligible):
                out[-1][0] += amount
            else:
                out.append([amount, eligible])
        if self.antes:
            out[0][0] += sum(self.antes.values())
        return out

    def uncalled(self):
        """The part of the highest bet nobody called goes back."""
        bets = sorted(self.bets.values(), reverse=True)
        if len(bets) < 2 or bets[0] == bets[1]:
            return
        seat = max(self.bets, key=lambda other: self.bets[other])
        excess = bets[0] - bets[1]
        if seat not in self.live:
            return
        rng = self.rng
        alone = len(self.live) == 1
        if alone and rng.random() < 0.3:
            self.habit("uncalled bet goes in with the pot")
            return  # chips stay; the winner gets them with the pot
        chips, rest, big = self.pick(self.line_chips[seat], excess)
        t = max(
            self.now, max((chip.since for chip in self.line_chips[seat]), default=0)
        ) + rng.uniform(0.6, 1.6)
        if rest:
            if alone:
                self.habit("uncalled bet goes in with the pot")
                return
            # the player breaks it himself: the odd chip is changed out of his stack
            if big is None:
                raise Retry
            own_change = [self.new_chip(value) for value in self.compose(big.value - rest)]
            self.put(seat, t, own_change)
            chips = chips + [big]
            t = max(chip.since for chip in own_change) + 0.3
        self.habit("uncalled back")
        self.now = self.take(seat, t, chips)
        self.stacks[seat] += excess
        self.bets[seat] -= excess
        self.paid[seat] -= excess

    def push(self, seat, amount, t):
        """The dealer pushes an amount out of the pot to a seat, who stacks it beside all loops."""
        rng = self.rng
        source = self.pot_chips
        if amount == sum(chip.value for chip in source):
            got = list(source)
        else:
            got, rest, big = self.pick(source, amount)
            if rest:
                if big is None:
                    raise Retry
                t = self.bank_change(big, rest, t)
                got, rest, big = self.pick(self.pot_chips, amount)
                if rest:
                    raise Retry
        x, y = self.at_line(seat, self.rng.uniform(-20, 60), self.jitter(20))
        took = rng.uniform(0.5, 1.2)
        stay = rng.random() < 0.6
        self.stage.hand(t, t + took, "pot")
        for chip in got:
            self.pot_chips.remove(chip)
            if stay:
                self.stage.move(
                    chip,
                    t + rng.uniform(0, 0.25),
                    t + took + rng.uniform(0, 0.3),
                    x + self.jitter(22),
                    y + self.jitter(22),
                    ("won", seat),
                    h=0,
                )
                then = t + took + rng.uniform(0.8, 3.0)
                self.stage.off(chip, then, then + 0.5, self.home(seat), h=10)
            else:
                self.stage.off(
                    chip,
                    t + rng.uniform(0, 0.25),
                    t + took + rng.uniform(0, 0.3),
                    self.home(seat),
                    h=5,
                )
        self.stacks[seat] += amount
        return t + took + 0.6
