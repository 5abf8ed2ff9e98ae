"""Slips of players and dealer around an act: chips taken back, acts out of turn, cards shown.

Each makes its own spot, as those with chips do (``slips_wager``).
"""

from tools.virtual.recorded_plan import Step
from tools.virtual.slips import NotPossible, Slip
from tools.virtual.slips_board import ACTS
from tools.virtual.slips_wager import WagerSlip


class BetPulledBack(WagerSlip):
    """The chips of a call are released over the line and then taken back."""

    kind = "bet-pulled-back"

    def prepare(self):
        super().prepare()
        self.need_four("others must be left to act")

    def slip(self):
        self.put(self.second, self.to_call)
        self.wait(2 * self.pace.act)
        self.give_back(self.second, self.to_call)
        self.wait(4 * self.pace.act)  # everybody looks


class CheckOutOfTurn(Slip):
    """On the flop the second player taps before the first has acted."""

    kind = "check-out-of-turn"

    def prepare(self):
        self.need_board()

    def do_board(self, step, rest):
        first = self.streets == 0
        if super().do_board(step, rest) == "over" or not first:
            return
        if len(rest) < 2 or rest[0].do not in ACTS or rest[1].do not in ACTS:
            raise NotPossible(f"{self.kind}: two players must act on the flop")
        self.key(what="gesture", seat=rest[1].seat, kind="tap")
        self.wait(self.pace.act)


class RaiseSaidOutOfTurn(WagerSlip):
    """The second player says a raise before the first has acted; the first folds."""

    kind = "raise-said-out-of-turn"

    def prepare(self):
        super().prepare()
        self.need_four("the first to act folds")

    def spot(self):
        added = self.raise_to - self.front[self.second]
        self.declare(Step("raise", self.second, added, self.raise_to))
        self.wait(self.pace.act)
        self.do_fold(Step("fold", self.first), [])
        self.put(self.second, added)
        self.wait(self.pace.act)
        return [f"p{self.first} f", f"p{self.second} cbr {self.raise_to}"]


class FoldsAfter(WagerSlip):
    """The second player folds after what goes wrong; others are left to decide."""

    def prepare(self):
        super().prepare()
        self.need_four("others must be left to decide")

    def outcome(self, since):
        self.do_fold(Step("fold", self.second), [])
        return f"p{self.second} f"


class ShownAtMuck(FoldsAfter):
    """A player folds face up while others decide: the dealer keys what everybody sees."""

    kind = "shown-at-muck"

    def slip(self):
        self.do_fold(Step("fold", self.second), [])
        self.notice("cards_shown_by_player", self.second)

    def outcome(self, since):
        return f"p{self.second} f"


class ShownInTurn(FoldsAfter):
    """A player turns the own cards up while others have to act, then folds them."""

    kind = "shown-in-turn"

    def slip(self):
        self.carry(self.held(self.second), f"seat:{self.second}", "up", "player")
        self.wait(self.pace.table)
        self.key(what="tabled", seat=self.second)


class EarlyCollect(FoldsAfter):
    """The dealer pulls in the bets although a player has still to answer.

    The books have no ruling for it; what counts is that no bet is taken for pulled back.
    """

    kind = "early-collect"

    def slip(self):
        self.pull()


class ForeignChip(WagerSlip):
    """A chip of another event is among those of a call; the dealer sees it."""

    kind = "foreign-chip"

    def slip(self):
        self.put(self.second, self.to_call)
        self.wait(self.pace.act)
        self.key(
            what="notice", by="dealer", kind="foreign_chips", about_seat=self.second, amount=25
        )
