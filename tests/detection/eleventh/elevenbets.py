"""Rounds of betting: who acts, what they choose, and how it is done with chips and words."""

from tests.detection.eleventh.elevenslip import Again

POT_SHARES = (0.33, 0.5, 0.5, 0.66, 0.75, 1.0, 1.3)


class Betting:
    """The part of a hand in which people act in turn."""

    def bet_round(self, last):
        """Everybody acts until the wagers are matched; the seat left of ``last`` begins."""
        self.t += self.rng.uniform(0.3, 1.2)
        while len(self.live) > 1 and (seat := self.next_due(last)) is not None:
            self.t += self.players[seat].think(self.high > self.stacks.staked(seat))
            if self.rng.random() < self.players[seat].peeks:
                at = self.t - self.rng.uniform(0.2, 0.5)
                self.t = self.body.peek(self.hole[seat], seat, at)
                self.t += self.rng.uniform(0.2, 0.8)
            self.at("act", seat)
            self.act(seat)
            last = seat
        self.end_of_round()

    def next_due(self, last):
        """The next seat to act after another, or None."""
        place = self.order.index(last) + 1
        around = self.order[place:] + self.order[:place]
        return next((seat for seat in around if self.due(seat)), None)

    def due(self, seat):
        """Whether a seat still has to act on this street."""
        if seat not in self.live or seat in self.all_in:
            return False
        owes = self.stacks.staked(seat) < self.high
        others = self.live - self.all_in - {seat}
        return owes or seat not in self.acted and bool(others)

    def owed(self, seat):
        """What a seat needs to call."""
        return max(0, self.high - self.stacks.staked(seat))

    def pot_now(self):
        """All chips that lie in the pot and in front of players."""
        stacks = self.stacks
        fronts = sum(stacks.staked(seat) for seat in self.seats)
        return fronts + sum(chip.value for chip in stacks.pot)

    def act(self, seat):
        """One player acts."""
        rng, owed = self.rng, self.owed(seat)
        mood = rng.random() + self.players[seat].spirit
        early = self.street == "preflop"
        raised = self.high > (2 if self.straddle else 1) * self.bb if early else self.raises > 1
        if not owed:
            if mood > 0.72 and self.raises < 4 and self.raise_to(seat):
                return
            self.check(seat)
            return
        if early:
            folds, calls = (0.62, 0.93) if raised else (0.5, 0.74)
        else:
            folds, calls = (0.52, 0.94) if raised else (0.42, 0.87)
        cheap = owed < 0.5 * self.bb
        if mood < folds * (0.4 if cheap else 1):
            self.fold(seat)
        elif mood < calls or self.raises > 3 or not self.raise_to(seat):
            self.call(seat)

    def said(self, seat, word, sure, amount=None):
        """A word before the act, keyed late; what is not ``sure`` may be forgotten."""
        if sure or self.rng.random() > self.dealer.forgets * 5:
            extra = {} if amount is None else {"amount": amount}
            self.body.key(self.t, "declare", seat=seat, word=word, wording="plain", **extra)
        self.t += self.rng.uniform(0.3, 1.0)

    def check(self, seat):
        """A rap on the table, or the word."""
        rng = self.rng
        if rng.random() > self.dealer.forgets:
            if rng.random() < 0.75:
                self.body.key(self.t, "gesture", seat=seat, kind="tap")
            else:
                self.body.key(self.t, "declare", seat=seat, word="check", wording="plain")
        self.acts.append(("check", seat, 0))
        self.checks.append((self.t, seat))
        self.acted.add(seat)
        self.t += rng.uniform(0.2, 0.6)

    def fold(self, seat, way=None):
        """A hand is given up."""
        if self.rng.random() < self.players[seat].words * 0.5:
            self.said(seat, "fold", sure=False)
        self.acts.append(("fold", seat, 0))
        self.live.discard(seat)
        self.t = self.body.fold(self.hole[seat], seat, self.t, way) + self.rng.uniform(0.1, 0.5)

    def call(self, seat):
        """A call in chips; for all chips, where the stack is short of it."""
        rng, stacks, owed = self.rng, self.stacks, self.owed(seat)
        if owed >= stacks.worth(seat):
            self.commit(seat, list(stacks.behind[seat]), "call", word="all_in")
            return
        chips = stacks.pay(seat, owed, rng.choice((0, 0, 1)))
        large = self.large_chip(seat, owed)
        if large and (chips is None or rng.random() < 0.12):
            self.change.append((seat, large.value - owed))
            self.commit(seat, [large], "call", word="call")  # alone it would want a ruling
            return
        if chips is None:
            self.fold(seat)
            return
        word = "call" if rng.random() < self.players[seat].words else None
        self.commit(seat, chips, "call", word)

    def large_chip(self, seat, owed):
        """A chip worth more than the call, if the call ends the round and change can be made."""
        if any(self.due(other) for other in self.live - {seat}) or self.change:
            return None
        large = self.stacks.over(seat, owed, self.rng)
        if not large:
            return None
        fronts = [chip for other in self.seats for chip in self.stacks.front[other]]
        made = self.stacks_made(self.stacks.pot + fronts, large.value - owed)
        return large if made else None

    def raise_to(self, seat):
        """A bet or a raise; False where this stack cannot make one as people would."""
        rng, stacks = self.rng, self.stacks
        most = stacks.staked(seat) + stacks.worth(seat)
        low = self.high + self.least
        if most <= low or not self.live - self.all_in - {seat}:
            return False
        if self.street == "preflop" and self.high <= 2 * self.bb:
            total = self.high * rng.choice((2, 2.5, 3, 3, 4))
        else:
            total = self.high + (self.pot_now() + self.owed(seat)) * rng.choice(POT_SHARES)
        grain = 25 if self.bb < 100 else 50
        total = max(low, int(total / grain + 0.5) * grain)
        if total > 0.75 * most or rng.random() < 0.02:
            total = most
        chips = stacks.pay(seat, total - stacks.staked(seat), rng.choice((0, 0, 1)))
        if total == most:
            chips = list(stacks.behind[seat])
        if chips is None:
            return False
        self.least = max(self.least, total - self.high)
        kind = "raise" if self.high else "bet"
        word = "all_in" if total == most else kind
        self.commit(seat, chips, kind, word if self.must_say(seat, chips, word) else None)
        self.aggressor, self.acted = seat, {seat}
        self.raises += 1
        return True

    def must_say(self, seat, chips, word):
        """Whether chips alone would not be the raise that is meant, or the player likes to talk."""
        apart = self.street == "preflop" and self.stacks.staked(seat)
        smallest = min(chip.value for chip in chips)
        clear = sum(chip.value for chip in chips) - smallest >= self.owed(seat) and len(chips) > 1
        if word == "all_in" or word == "raise" and (not clear or apart):
            return True
        return self.rng.random() > 0.5 if self.players[seat].silent_raises else True

    def commit(self, seat, chips, kind, word=None):
        """Chips go in with the word for it, and count."""
        rng, stacks = self.rng, self.stacks
        worth = sum(chip.value for chip in chips)
        total = stacks.staked(seat) + worth
        motions = 1
        if word:
            single = len(chips) == 1 or kind == "raise" and rng.random() < 0.8
            named = word in ("bet", "raise") and (single or rng.random() < 0.6)
            if (named or word in ("call", "all_in")) and len(chips) > 4 and rng.random() < 0.3:
                motions = rng.choice((2, 2, 3, 4))
            self.said(seat, word, sure=True, amount=total if named else None)
        if worth == stacks.worth(seat):
            self.all_in.add(seat)
        _, self.t = self.body.wager(seat, chips, self.t, motions)
        stacks.shift(chips, stacks.behind[seat], stacks.front[seat])
        total = min(total, self.high) if kind == "call" else total
        self.high = max(self.high, total)
        self.acts.append((kind, seat, total if kind != "call" else 0))
        self.wagers.append((kind, seat, total))
        self.acted.add(seat)
        self.t += rng.uniform(0.2, 0.7)

    # -- the round's end

    def end_of_round(self):
        """What nobody has called goes back, all else into the pot."""
        self.t += self.rng.uniform(0.6, 1.6)
        self.give_back()
        self.collect()
        self.make_change()

    def give_back(self):
        """The part of the highest wager that nobody matched."""
        fronts = sorted((self.stacks.staked(seat), seat) for seat in self.seats)
        (second, _), (first, seat) = fronts[-2:]
        walk = self.street == "preflop" and first <= self.bb
        if first == second or seat not in self.live or walk or self.change:
            return
        chips = self.stacks_made(self.stacks.front[seat], first - second)
        if chips is None:
            raise Again
        self.t = self.body.take_back(seat, chips, self.t) + self.rng.uniform(0.2, 0.6)
        self.stacks.shift(chips, self.stacks.front[seat], self.stacks.behind[seat])
        self.all_in.discard(seat)

    def collect(self):
        """The dealer pulls in what lies in front, seat by seat."""
        for seat in self.order:
            chips = list(self.stacks.front[seat])
            if chips:
                self.t = self.body.sweep(seat, chips, self.t) + self.rng.uniform(0.1, 0.5)
                self.stacks.shift(chips, self.stacks.front[seat], self.stacks.pot)

    def make_change(self):
        """The rest of a big chip goes back out of the pot."""
        for seat, rest in self.change:
            chips = self.stacks_made(self.stacks.pot, rest)
            if chips is None:
                raise Again
            self.t = self.body.push(seat, chips, self.t + self.rng.uniform(0.3, 1.0))
            self.stacks.shift(chips, self.stacks.pot, self.stacks.behind[seat])
            self.all_in.discard(seat)
        self.change = []
