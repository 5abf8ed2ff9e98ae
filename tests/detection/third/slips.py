"""Irregular wagers and acts, and how the people put them right."""

from tests.detection.third.wagers import Wagers


class Slips(Wagers):
    """Acts that should not be."""

    def undercall(self, seat, add):
        """A call with too few chips, made good."""
        rng = self.rng
        part = max(self.unit, int(add * rng.uniform(0.3, 0.75)) // self.unit * self.unit)
        if part >= add:
            part = add - self.values[0]
        first, last = self.put(seat, self.now, self.new_chips(part))
        self.mark(first, seat=seat, put=part, due=add)
        later = last + rng.uniform(2, 5.5)
        again, _ = self.put(seat, later, self.new_chips(add - part))
        self.particulars["completed_ms"] = int(again * 1000)
        self.pays(seat, add)
        self.acts.append(["call", seat, 0, add])
        self.now = again + 0.4

    def string_bet(self, seat, owe, to):
        """The call, then the raise, without a word; the second motion goes back."""
        rng = self.rng
        rng.random()  # decides nothing; without it every seed would make another hand
        first, last = self.put(seat, self.now, self.new_chips(owe))
        second = self.new_chips(to - self.bets[seat] - owe)
        again, last = self.put(seat, last + rng.uniform(0.9, 2.6), second)
        worth = sum(chip.value for chip in second)
        self.mark(again, seat=seat, first=owe, second=worth, first_ms=int(first * 1000))
        end = self.take(seat, last + rng.uniform(1.8, 5), second)
        self.particulars["returned_ms"] = int(end * 1000)
        self.pays(seat, owe)
        self.acts.append(["call", seat, 0, owe])
        self.now = end

    def underraise(self, seat, current, increment, least):
        """A raise by less than the least, made up to it."""
        rng = self.rng
        owe = current - self.bets[seat]
        said = rng.random() < 0.6
        if said:
            key = {"what": "declare", "seat": seat, "word": "raise", "wording": "plain"}
            self.stage.key(self.now - 0.3 + self.late(), **key)
        values = (self.compose(owe) if owe else []) + self.compose(increment)
        first, last = self.put(seat, self.now, [self.new_chip(value) for value in values])
        self.mark(first, seat=seat, put_to=current + increment, least=current + least, said=said)
        later = last + rng.uniform(2, 5.5)
        again, _ = self.put(seat, later, self.new_chips(least - increment))
        self.particulars["completed_ms"] = int(again * 1000)
        self.pays(seat, owe + least)
        self.acts.append(["raise", seat, current + least, owe + least])
        self.now = again + 0.4

    def pull_back(self, seat, chips):
        """A wager, or half of it, goes back behind the line and comes again."""
        rng = self.rng
        t = max(chip.since for chip in chips) + rng.uniform(0.9, 2.5)
        part = chips if rng.random() < 0.5 or len(chips) < 3 else chips[: len(chips) // 2]
        self.take(seat, t, part)
        self.mark(t, seat=seat, amount=sum(chip.value for chip in part))
        later = t + rng.uniform(2, 5)
        start = (*self.home(seat), 30.0)
        x, y = self.at_line(seat, self.jitter(9), self.jitter(9))
        for chip in part:
            self.stage.move(
                chip,
                later,
                later + rng.uniform(0.3, 0.6),
                x + self.jitter(8),
                y + self.jitter(8),
                ("line", seat),
                h=20,
                start=start,
            )
        self.line_chips[seat] += part
        self.particulars["back_ms"] = int((later + 0.5) * 1000)
        self.now = later + 0.9

    def act_out_of_turn(self, skipped, seat, current):
        """A seat acts before one that faces a bet, who then folds or calls; both acts stand."""
        rng = self.rng
        self.now += self.think("fold")
        if rng.random() < 0.5:
            self._fold_now(seat)
            self.mark(self.now, seat=seat, before=skipped, act="fold")
        else:
            start = self.now
            self._call_now(seat, current)
            self.mark(start + 0.45, seat=seat, before=skipped, act="call")
        self.now += rng.uniform(1.5, 4.5)
        if len(self.live) > 1:
            if rng.random() < 0.55 and len(self.live) > 2:
                self._fold_now(skipped)
            else:
                self._call_now(skipped, current)

    def _fold_now(self, seat):
        self.now = self.fold(seat, self.now)
        self.acts.append(["fold", seat, 0, 0])

    def _call_now(self, seat, current):
        add = min(current - self.bets[seat], self.stacks[seat])
        self.wager(seat, "call", 0, current, add)
