"""How hands move chips: out of a rack in one motion, into the pot, back again."""

import math

from tests.detection.eighth.real_deals import CHIPS, Unfit

STACKS = ((0, 0), (34, 0), (-17, 29), (-17, -29), (17, 29), (17, -29), (-34, 0))  # mm, in a spot


def pick(chips, amount):
    """Chips that make an amount exactly, the largest first; None if there are none."""
    out = []
    for chip in sorted(chips, key=lambda c: -c.what):
        if chip.what <= amount:
            out.append(chip)
            amount -= chip.what
    return None if amount else out


class ChipHands:
    """Chips of racks, bet spots and pot; a film says who moves them and when."""

    def take(self, seat, amount, small=False):
        """Chips of a rack for an amount; change is made behind the line if they do not fit."""
        for _ in range(12):
            chips = pick(self.racks[seat], amount)
            if chips is not None:
                break
            self._change(seat, amount)
        else:
            raise Unfit("no change")
        if small:
            chips = self._smaller(seat, chips)
        for chip in chips:
            self.racks[seat].remove(chip)
        return chips

    def _smaller(self, seat, chips):
        """The same amount with one large chip paid in the next smaller ones."""
        for chip in chips:
            rest = [c for c in self.racks[seat] if c not in chips and c.what < chip.what]
            few = pick(rest, chip.what)
            if few and len(few) <= 10:
                return [c for c in chips if c is not chip] + few
        return chips

    def _change(self, seat, amount):
        """Two players exchange chips behind the line, where no loop reads."""
        need = CHIPS[0]
        for chip, above in reversed(list(zip(CHIPS[1:], CHIPS, strict=False))):
            if sum(c.what for c in self.racks[seat] if c.what <= chip) < amount % above:
                need = chip  # coins up to this one are short
                break
        large = sorted((c for c in self.racks[seat] if c.what > need), key=lambda c: c.what)
        for chip in large:
            for other in sorted(self.racks):
                few = pick([c for c in self.racks[other] if c.what <= need], chip.what)
                if few and other != seat:
                    self._swap(seat, [chip], other, few)
                    return
        raise Unfit("no change")

    def _swap(self, seat, chips, other, few):
        for chip in chips:
            self.racks[seat].remove(chip)
            self.racks[other].append(chip)
        for chip in few:
            self.racks[other].remove(chip)
            self.racks[seat].append(chip)

    def place(self, seat, chips, t, spread=0.06):
        """One motion carries chips to the bet spot; gives the time they are down."""
        rng, who = self.rng, self.people[seat]
        x, y = self.map.at(f"line:{seat}")
        rack, t1 = self.map.rack(seat), t + who.hand
        kinds = sorted({c.what for c in self.front[seat]} | {c.what for c in chips})
        for chip in chips:
            if who.messy:
                r, turn = 26 * math.sqrt(rng.random()), rng.uniform(0, 2 * math.pi)
                dx, dy, high = r * math.cos(turn), r * math.sin(turn), rng.uniform(0, 6)
            else:
                dx, dy = STACKS[kinds.index(chip.what) % len(STACKS)]
                dx, dy = dx + rng.gauss(0, 1.5), dy + rng.gauss(0, 1.5)
                high = 3.3 * sum(c.what == chip.what for c in self.front[seat])
            late = rng.uniform(0, spread)
            chip.appear(t + late, *rack)
            spot = x + who.spot[0] + dx, y + who.spot[1] + dy
            chip.go(t + late, t1 + late, *spot, high=rng.uniform(8, 25), rest=high)
            self.front[seat].append(chip)
        self.cover(t + 0.6 * who.hand, t1 + rng.uniform(0.15, 0.6), x, y)
        return t1 + spread

    def square_up(self, seat, t):
        """A player touches the chips in front once more: they shift by millimetres."""
        rng = self.rng
        for chip in self.front[seat]:
            x, y = chip.place
            chip.go(t, t + 0.6, x + rng.gauss(0, 3), y + rng.gauss(0, 3), rest=chip.knots[-1][3])
        self.cover(t - 0.1, t + 0.8, *self.map.at(f"line:{seat}"))

    def back(self, seat, chips, t, hand=0.5):
        """Chips go from wherever they lie to a rack."""
        rack = self.map.rack(seat)
        for chip in chips:
            chip.go(t, t + hand, *rack, high=20)
            chip.vanish(t + hand + 0.02)
            self.racks[seat].append(chip)
        return t + hand

    def heap(self):
        """A place in the pot for one more chip."""
        x, y = self.map.at("pot")
        r, turn = self.rng.uniform(0, 58), self.rng.uniform(0, 2 * math.pi)
        high = 3.3 * min(len(self.pot) // 8, 6)
        return x + r * math.cos(turn), y + r * math.sin(turn), high

    def pull(self, seat, chips, t):
        """The dealer sweeps chips of one spot into the pot; gives the time they lie there."""
        x, y = self.map.at(f"line:{seat}")
        px, py = self.map.at("pot")
        t1 = t + self.dealer.sweep
        way = math.hypot(px - x, py - y) / 1400  # s, a hand full of chips goes 1.4 m/s
        late = 0.0
        for chip in chips:
            self.front[seat].remove(chip)
            late = self.rng.uniform(0, 0.15)
            *spot, high = self.heap()
            chip.go(t + late, t1 + way + late, *spot, high=self.rng.uniform(2, 18), rest=high)
            self.pot.append(chip)
        if chips:
            self.cover(t - 0.2, t1, x, y)
        return t1 + (way if chips else -self.dealer.sweep)

    def sweep(self):
        """All chips in front of players go into the pot."""
        seats = [s for s in self.plan.order(self.plan.small) if self.front[s]]
        t = self.t + self.dealer.waits
        for seat in seats:
            self.pull(seat, list(self.front[seat]), t)
            t += self.dealer.sweep + self.rng.uniform(0.05, 0.35)
        self.t = t + (0.8 if seats else 0)
