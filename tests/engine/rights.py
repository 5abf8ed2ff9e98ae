"""Who may raise, and to what, once a wager of the street was a short all-in: the books' arithmetic.

pokerkit differs there (see ``oracle.py``), so it cannot be the reference. This is a second, small
account of the same rules, kept apart from the engine's:

- no-limit, pot-limit: a short all-in gives who has acted no new right to raise
  (rrop-6:S14-NL-3), several short ones do once they add up to a full raise (S14-NL-5); the least
  raise is the total plus the last full size (S14-NL-4);
- limit: half a wager counts as a whole one, less is completed (rrop-6:S3-BET-6).
"""

CAP = 4  # wagers of a limit street, a blind not counted


class Rights:
    """Account of one hand, fed from pokerkit's state before each decision."""

    def __init__(self, limit, pot_limit, stud):
        self.limit, self.pot_limit, self.stud = limit, pot_limit, stud
        self.street = None
        self.no_check_raise = False

    def look(self, state):
        """Take up a new street."""
        if state.street_index == self.street:
            return
        self.street = state.street_index
        self.unit = state.street.min_completion_betting_or_raising_amount
        self.high = max(state.bets)
        self.base = 0 if self.stud else self.high
        self.step = self.unit
        self.wagers = 0
        self.acted = {}
        self.checked = []
        self.short = False

    def act(self, seat, to):
        """A call, a check, a bring-in or a wager of ``seat`` to a total of ``to``."""
        if not to:
            self.checked.append(seat)
        if to > self.high:
            if self.limit:
                self._limit_wager(to)
            else:
                self._wager(to)
            self.high = to
        self.acted[seat] = (self.high, self.wagers)

    def force(self, seat, to):
        """The bring-in: no wager."""
        self.high = max(self.high, to)
        self.acted[seat] = (self.high, self.wagers)

    def _limit_wager(self, to):
        full = self.base + self.unit
        if to < full:
            self.short = True
        if 2 * (to - self.base) >= self.unit:
            self.wagers += 1
            self.base = to

    def _wager(self, to):
        size = to - self.high
        if size >= self.step:
            self.step = size
            self.wagers += 1
        else:
            self.short = True

    def bounds(self, state, seat):
        """(least, greatest) total of a raise by ``seat``, (None, None) when none is open."""
        top = state.bets[seat] + state.stacks[seat]
        if top <= self.high or not self._rivals(state, seat) or not self._open(seat):
            return None, None
        call = self.high - state.bets[seat]
        if self.limit:
            least = most = self.base + self.unit
        else:
            least = self.high + self.step if self.high else self.unit
            most = self.high + state.total_pot_amount + call if self.pot_limit else top
        least = min(least, top)
        return least, max(least, min(most, top))

    def _open(self, seat):
        if self.limit and self.wagers >= CAP:
            return False
        if seat not in self.acted:
            return True
        faced, wagers = self.acted[seat]
        if self.wagers > wagers:
            return True
        if self.limit:
            return 2 * (self.high - faced) >= self.unit
        return self.high - faced >= self.step

    def _rivals(self, state, seat):
        for i in state.player_indices:
            able = state.statuses[i] and state.stacks[i]
            if i != seat and able and state.bets[i] + state.stacks[i] > self.high:
                return True
        return False
