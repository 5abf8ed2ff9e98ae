"""Slips with chips: string bet, oversized chip, equal chips, short raise, bet out of turn.

Each makes its own spot: the first player to act raises as it should be, the next one slips. What
the chips turn out to be is taken from the ruling; afterwards everybody is passive.
"""

from tools.virtual.recorded_plan import Step
from tools.virtual.replan import board_from, go_on
from tools.virtual.slips import NotPossible, Slip


class WagerSlip(Slip):
    """The first to act raises to ``raise_to``, the next player slips facing it."""

    def prepare(self):
        """Find the two players and the sizes; NotPossible when they are too short of chips."""
        board = board_from(self._unused())
        steps, _ = go_on(self.plan, [], board)
        actors = []
        for step in steps[[s.do for s in steps].index("deal") + 1 :]:
            if step.do in ("pull", "board") or len(actors) == 2:
                break
            actors.append(step.seat)
        if len(actors) < 2 or self.plan.setup["betting"] != "no_limit":
            raise NotPossible(f"{self.kind}: two players must be able to act, without a limit")
        self.first, self.second = actors
        setup = self.plan.setup
        posts = {s.seat: s.amount for s in steps if s.do == "blind"}
        antes = {s.seat: s.amount for s in steps if s.do == "ante"}
        self.front = {s: posts.get(s, 0) for s in actors}
        self.high = max([setup["bb"], *posts.values()])
        self.behind = {
            s: setup["stacks"][str(s)] - antes.get(s, 0) - posts.get(s, 0) for s in actors
        }
        self.raise_to = self.size()
        if self.raise_to > min(self.front[s] + self.behind[s] for s in actors):
            raise NotPossible(f"{self.kind}: the stacks are too short for it")

    def need_four(self, why):
        """NotPossible with fewer players than four."""
        if len(self.plan.setup["seats"]) < 4:
            raise NotPossible(f"{self.kind}: {why}")

    def size(self):
        """What the first player raises to: three times the highest blind."""
        return 3 * self.high

    def _unused(self):
        used = {c for cards in self.plan.hole.values() for c in cards}
        return [c for c in self.plan.deck() if c not in used]

    @property
    def to_call(self):
        """What the second player has to add for a call."""
        return self.raise_to - self.front[self.second]

    def do_deal(self, step, rest):
        if super().do_deal(step, rest) == "over":
            return "over"
        self.acts = self.spot()
        if self.floor_voids or self.voided():
            return "over"
        steps, _ = go_on(self.plan, self.acts, board_from(self.stub), fold=True)
        rest[:] = steps[self.done + len(self.acts) :]
        self.done += len(self.acts)
        return None

    def spot(self):
        """Play the two acts; returns them as PHH acts, the second as it was ruled."""
        added = self.raise_to - self.front[self.first]
        self.do_wager(Step("raise", self.first, added, self.raise_to), [])
        since = len(self.outputs)
        self.slip()
        self.wait(self.pace.act)
        act = self.outcome(since)
        return [f"p{self.first} cbr {self.raise_to}", act]

    def slip(self):
        """What goes wrong, in motions."""
        raise NotImplementedError

    def outcome(self, since):
        """The act of the second player as it stands, PHH; its chips are made to match."""
        total = self.accepted(since)
        there = sum(self.lines.get(self.second, ()))
        if there > total:
            self.give_back(self.second, there - total)
        elif there < total:
            self.put(self.second, total - there)
            self.wait(self.pace.act)
        if total > self.raise_to:
            return f"p{self.second} cbr {total}"
        return f"p{self.second} cc"

    def accepted(self, since):
        """Street total of the second player by the engine's word; without one, a call."""
        total = self.raise_to
        for o in self.outputs[since:]:
            if o["k"] == "action" and o["seat"] == self.second:
                total = o["to"]
            elif o["k"] == "revise" and o["seat"] == self.second:
                total = o["action"]["to"]
        least = 2 * self.raise_to - self.high
        return max(total, least) if self.raise_to < total < least else total


class StringBet(WagerSlip):
    """The chips for a call go over the line, then more in a second motion, nothing being said."""

    kind = "string-bet"

    def slip(self):
        self.put(self.second, self.to_call)
        self.t += self.pace.motion
        more = min(
            self.raise_to, self.front[self.second] + self.behind[self.second] - self.raise_to
        )
        if more <= 0:
            raise NotPossible(f"{self.kind}: the stack is too short for a second motion")
        self.put(self.second, more)


class OversizedChip(WagerSlip):
    """One chip worth more than the call, put down in silence."""

    kind = "oversized-chip"

    def size(self):
        """A raise that no single chip calls exactly, where one chip fits into the stack."""
        to = super().size()
        while self._chip(to) > self.behind[self.second]:
            if to <= 2 * self.high:
                raise NotPossible(f"{self.kind}: the stack is too short for a larger chip")
            to = 2 * self.high
        return to

    def _chip(self, to):
        need = 2 * to - self.high - self.front[self.second]  # a full raise, were it one
        return next(c for c in self.denominations() if c >= need)

    def slip(self):
        self.put_chips(self.second, [self._chip(self.raise_to)])


class TwoEqualChips(WagerSlip):
    """Two equal chips, both needed for the call, put down in silence."""

    kind = "two-equal-chips"

    def size(self):
        """A raise between one and two chips of some denomination, from the call's view."""
        front = self.front[self.second]
        for chip in self.denominations():
            to = front + chip + (chip // 2 if chip > 1 else 0)
            if to >= 2 * self.high and to - front < 2 * chip:
                self.chip = chip
                if 2 * chip > self.behind[self.second]:
                    break
                return to
        raise NotPossible(f"{self.kind}: no two chips of this stack would do")

    def slip(self):
        self.put_chips(self.second, [self.chip, self.chip])


class ShortRaise(WagerSlip):
    """Chips for more than half of a raise, but less than a full one."""

    kind = "short-raise"

    def slip(self):
        step = self.raise_to - self.high
        amount = self.to_call + step * 3 // 4
        if amount + step > self.behind[self.second]:
            raise NotPossible(f"{self.kind}: the stack is too short for it")
        self.put(self.second, amount)


class BetOutOfTurn(WagerSlip):
    """The second player raises before the first has acted; the first then folds or calls."""

    kind = "bet-out-of-turn"

    def spot(self):
        since = len(self.outputs)
        front = self.front[self.second]
        chips = self.chipset.exact(self.high - front) + self.chipset.exact(
            self.raise_to - self.high
        )
        self.put_chips(self.second, chips)
        self.wait(self.pace.act)
        first = self._first_acts()
        found = self.rulings(since)
        if found and found[-1].get("binding") is False:
            self.give_back(self.second, sum(self.lines[self.second]) - front)
            return [first]
        total = self.accepted(since)
        self.give_back(self.second, sum(self.lines[self.second]) - total)
        return [first, f"p{self.second} cbr {total}" if total > self.high else f"p{self.second} cc"]

    def _first_acts(self):
        """The player who was passed over folds; heads-up he calls, or the hand would be over."""
        if len(self.seats) > 2:
            self.do_fold(Step("fold", self.first), [])
            return f"p{self.first} f"
        added = self.high - self.front[self.first]
        self.do_wager(Step("call", self.first, added, self.high), [])
        return f"p{self.first} cc"


class Undercall(WagerSlip):
    """Chips for less than the call are put down in silence, more than that being behind."""

    kind = "undercall"

    def prepare(self):
        super().prepare()
        self.need_four("between two players it is a call")

    def slip(self):
        front = self.front[self.second]
        less = self.high - front if self.high > front else self.high // 2
        if not 0 < less < self.to_call:
            raise NotPossible(f"{self.kind}: no amount is less than the call")
        self.put(self.second, less)
        self.wait(3 * self.pace.act)  # somebody notices it: later than a call's second movement


class FoldOutOfTurn(WagerSlip):
    """The second player's hand goes into the muck before the first has acted."""

    kind = "fold-out-of-turn"

    def prepare(self):
        super().prepare()
        self.need_four("others must be left to play on")

    def spot(self):
        self.do_fold(Step("fold", self.second), [])
        added = self.raise_to - self.front[self.first]
        self.do_wager(Step("raise", self.first, added, self.raise_to), [])
        return [f"p{self.first} cbr {self.raise_to}", f"p{self.second} f"]
