"""Antes, blinds and a straddle."""

from tests.detection.third.board import Board
from tests.detection.third.poker import Retry


class Posting(Board):
    """What is posted before the deal."""

    def post(self):
        """Antes, swept at once, then the blinds and the straddle."""
        rng = self.rng
        t = rng.uniform(0.8, 3.5)
        if self.world.riffle_start:
            self.habit("riffle keyed")
            self.stage.key(t, what="riffle")
            t += rng.uniform(1.0, 3.5)
        if self.ante:
            last = self._post_antes(t)
            t = self.sweep(last + rng.uniform(0.5, 1.6)) + rng.uniform(0.3, 1)
        posts = [(self.small_seat, self.small_blind, "sb"), (self.big_seat, self.big_blind, "bb")]
        if self.straddle and self.n >= 4 and self.stacks[self.players[2]] > self.straddle:
            posts.append((self.players[2], self.straddle, "straddle"))
        else:
            self.straddle = None
        late = rng.choice(["sb", "bb", "bb"]) if self.kind == "missing-blind" else None
        for seat, amount, name in posts:
            amount = min(amount, self.stacks[seat])
            if name == late and self.stacks[seat] > amount:
                self.late_post = (seat, amount)
                continue
            chips = self.new_chips(amount)
            then = t + rng.uniform(0.2, 1.3)
            self.put(seat, then, chips)
            t = then + 0.2
            self.pays(seat, amount)
            if name == "straddle":
                self.habit("straddle")
        if late and not self.late_post:
            raise Retry
        self.now = max([t + 0.5] + [chip.since + 0.2 for chip in self.chips])

    def _post_antes(self, t):
        """Returns when the last ante lies, a wrong one put right."""
        rng = self.rng
        who = self.order if self.ante_type == "each" else [self.big_seat]
        bad = rng.choice(who) if self.kind == "wrong-ante" else None
        wrong = None
        last = t
        for seat in who:
            due = paid = min(self.ante, self.stacks[seat])
            then = t + rng.uniform(0, 2.5)
            if seat == bad and due == self.ante and self.stacks[seat] > 6 * self.ante:
                paid = self._wrong_ante(due)
            first, rested = self.put(seat, then, self.new_chips(paid))
            last = max(last, rested)
            if paid != due:
                corrected = rng.random() < 0.6
                self.mark(first, seat=seat, paid=paid, due=due, corrected=corrected)
                if corrected:
                    wrong = (seat, due, paid)
            self._count_ante(seat, paid)
        if wrong:
            seat, due, paid = wrong
            last += rng.uniform(1.5, 4)
            if paid < due:
                _, last = self.put(seat, last, self.new_chips(due - paid))
            else:  # others in place of all of them
                self.take(seat, last, list(self.line_chips[seat]))
                _, last = self.put(seat, last + 0.5, self.new_chips(due))
            self._count_ante(seat, due - paid)
            self.particulars["corrected_ms"] = int(last * 1000)
        return last

    def _wrong_ante(self, due):
        least = self.values[0]
        ways = (due // 2 // least * least, 2 * due, due * 3 // 4 // least * least, due + least)
        return self.rng.choice([paid for paid in ways if paid > 0 and paid != due])

    def _count_ante(self, seat, amount):
        self.stacks[seat] -= amount
        self.paid[seat] += amount
        self.antes[seat] = self.antes.get(seat, 0) + amount
