"""A round of betting."""

from tests.detection.third.slips import Slips


class Betting(Slips):
    """Seat after seat until nobody has to act."""

    def street(self, street):
        """A street's betting (0: before the flop)."""
        self._open(street)
        if street and len(self.todo) < 2:
            return
        if street == 0 and len(self.todo) == 1:
            seat = self.todo[0]
            if self.bets[seat] >= max(self.bets.values()):
                return
        while self.todo and len(self.live) > 1:
            seat = self.todo.pop(0)
            if seat in self.live:
                self._turn(seat, street)

    def _open(self, street):
        self.current = self.least = self.raises = 0
        order = self.later_order
        self.least = self.big_blind
        if street == 0:
            self.current = max(*self.bets.values(), self.big_blind, self.straddle or 0)
            order = self.first_order
            if self.straddle:
                self.least = self.straddle
                order = self.players[3:] + self.players[:3]
        self.betting_order = order
        self.todo = [seat for seat in order if seat in self.live and self.stacks[seat] > 0]

    def _turn(self, seat, street):
        owe = self.current - self.bets[seat]
        if self._passed_over(street, owe):
            self.premature(seat)
        if self._slips("out-of-turn") and owe > 0 and self._overtaken(seat):
            return
        act, to = self.decide(seat, street, self.current, self.least)
        self._pause(seat, act)
        if (
            act == "check"
            and self._slips("fold-no-bet")
            and len(self.live) >= 3
            and (street or seat != self.big_seat)
            and self.rng.random() < 0.5
        ):
            act = "fold"
            self.mark(self.now, seat=seat)
        if act == "fold":
            end = self.fold(seat, self.now)
            self.acts.append(["fold", seat, 0, 0])
            self.now = end + self.rng.uniform(0.05, 0.4)
        elif act == "check":
            self.check(seat)
        elif act == "call":
            self._call(seat, owe)
        else:
            self._raise(seat, act, min(to, self.bets[seat] + self.stacks[seat]))
        if self.missing:
            self.give_missing()
        if self.third and self.rng.random() < 0.7:
            self.give_third()

    def _slips(self, kind):
        """The irregularity is of this kind and has yet to happen."""
        return self.kind == kind and not self.done

    def _passed_over(self, street, owe):
        """The last to act before the flop faces a bet when the flop comes."""
        due = self._slips("premature-flop") and street == 0 and owe > 0
        return due and not self.todo and len(self.live) >= 3

    def _overtaken(self, seat):
        if not self.todo or len(self.live) < 4 or self.rng.random() >= 0.45:
            return False
        other = next((other for other in self.todo if other in self.live), None)
        if not other or self.current <= self.bets[other]:
            return False
        self.todo.remove(other)
        self.act_out_of_turn(seat, other, self.current)
        return True

    def _pause(self, seat, act):
        """A player thinks, and may look at the cards; the dealer collects folds meanwhile."""
        rng = self.rng
        pause = self.think(act)
        zones = [f"line:{seat}", f"seat:{seat}"]
        self.stage.wanted(self.now, self.now + pause + 2, zones)
        if rng.random() < self.world.peek_act and self.in_hand[seat]:
            self.habit("peels before acting")
            start = self.rested(self.in_hand[seat], self.now + 0.3)
            end = self.peek(seat, start, rng.uniform(1, 3))
            pause = max(pause, end - self.now + 0.3)
        self.now += pause
        if any(due < self.now for due, _ in self.pending):
            self.collect(self.now)

    def _call(self, seat, owe):
        add = min(owe, self.stacks[seat])
        if (
            self._slips("undercall")
            and 3 * self.unit <= add == owe < self.stacks[seat]
            and self.rng.random() < 0.7
        ):
            self.undercall(seat, add)
        else:
            self.wager(seat, "call", 0, self.current, add)

    def _raise(self, seat, act, to):
        owe = self.current - self.bets[seat]
        full = to - self.current >= self.least
        short = act == "raise" and to < self.bets[seat] + self.stacks[seat]
        if self._slips("string-bet") and short and owe > 0:
            self.string_bet(seat, owe, to)
            return
        increment = self._short_increment(seat) if act == "raise" else None
        if increment:
            self.underraise(seat, self.current, increment, self.least)
            self._reopen(seat, self.current + self.least)
            return
        chips = self.wager(seat, act, to, self.current, to - self.bets[seat])
        if self._slips("pulled-back") and chips:
            self.pull_back(seat, chips)
        if full:
            self.least = to - self.current
        self._reopen(seat, to)

    def _short_increment(self, seat):
        """What an underraise raises by; None where none can be."""
        least, coin = self.least, self.values[0]
        if not self._slips("underraise") or least < 4 * coin:
            return None
        if self.stacks[seat] <= self.current + 2 * least:
            return None
        unit = max(coin, min(self.unit, least // 4))
        low = -(-int(0.55 * least) // unit) * unit
        high = (least - 1) // unit * unit
        return self.rng.randrange(low, high + 1, unit) if low <= high else None

    def _reopen(self, seat, to):
        i = self.betting_order.index(seat)
        after = self.betting_order[i + 1 :] + self.betting_order[:i]
        self.todo = [other for other in after if other in self.live and self.stacks[other] > 0]
        self.current = to
        self.raises += 1
