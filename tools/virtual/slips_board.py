"""Slips with the board: a street too early, of too many cards, a burn forgotten or one too many."""

from tools.virtual.recorded_plan import Step
from tools.virtual.slips import NotPossible, Slip

ACTS = ("fold", "check", "call", "bet", "raise")


class PrematureFlop(Slip):
    """The dealer burns and turns the flop while one player has still to act."""

    kind = "premature-flop"

    def prepare(self):
        self.need_board()

    def do_deal(self, step, rest):
        """Put the slip before the last act of the first betting round."""
        if super().do_deal(step, rest) == "over":
            return "over"
        acts = 0
        while rest[acts].do in ACTS:
            acts += 1
        if not acts:
            raise NotPossible(f"{self.kind}: nobody acts before the flop")
        rest.insert(acts - 1, Step("slip"))
        self.premature = []
        return None

    def do_slip(self, step, rest):
        """The flop lies there although somebody has not acted."""
        self.wait(self.pace.street)
        self.burn()
        self.to_board(3)
        self.premature = list(self.board)
        self.wait(self.pace.act)

    def do_board(self, step, rest):
        """Betting is finished: the flop goes back, a new one comes without another burn."""
        if not self.premature:
            return super().do_board(step, rest)
        self.wait(self.pace.street)
        self.back_to_stub(self.premature)
        self.premature = []
        self.with_board(rest, (False, True, True))
        return self.turn_up(step.cards)


class FourCardFlop(Slip):
    """Four cards are turned as the flop."""

    kind = "four-card-flop"

    def prepare(self):
        self.need_board()

    def turn_up(self, cards):
        if self.streets:
            return super().turn_up(cards)
        self.streets += 1
        self.to_board(4)
        self.notice("board_card_count")
        self.wait(self.pace.act)
        return None

    def do_board(self, step, rest):
        """Redeal the flop, or let one of the four be the next burn: as the book says."""
        first = self.streets == 0
        since = len(self.outputs)
        if super().do_board(step, rest) == "over":
            return "over"
        if not first:
            return None
        if self.ruled(since) == "redeal_flop":
            self.back_to_stub(list(self.board))
            self.with_board(rest, (False, True, True))
            self.to_board(3)
        else:
            self._pick_burn(rest)
        self.wait(self.pace.street)
        return None

    def _pick_burn(self, rest):
        """One of the four, taken blind, is the next burn; the others close up."""
        card = self.board.pop(self.chosen(4))
        self.wait(self.pace.act)
        self.carry([card], "burn")
        for slot, other in enumerate(self.board, 1):
            if self.place[other] != f"board:{slot}":
                self.carry([other], f"board:{slot}", "up")
                self.t += self.pace.card
        self.burned_ahead = True
        self.stub[0:0] = self.board  # only to name the board that comes now
        self.with_board(rest, (False, False, True))
        del self.stub[:3]

    def burn(self):
        """The burn of the turn lies there already when one of the four was picked for it."""
        if getattr(self, "burned_ahead", False):
            self.burned_ahead = False
        else:
            super().burn()


class MissingBurn(Slip):
    """The turn comes without a burn."""

    kind = "missing-burn"

    def prepare(self):
        self.need_board(2)

    def do_board(self, step, rest):
        if self.streets != 1:
            return super().do_board(step, rest)
        self.wait(self.pace.street)
        self.turn_up(step.cards)
        self.notice("missing_burn")
        if self.voided():
            return "over"
        self.wait(self.pace.act)
        card = self.board.pop()
        self.carry([card], "burn")
        self.wait(self.pace.act)
        self.to_board()
        self.wait(self.pace.street)
        return None


class TwoBurns(Slip):
    """Two cards are burned before the turn."""

    kind = "two-burns"
    street = 1  # streets that lie there by then

    def prepare(self):
        self.need_board(self.street + 1)

    def burn(self):
        super().burn()
        if self.streets == self.street:
            card = self.draw("burn")
            self.wait(3 * self.pace.act)  # the floor comes
            self.carry([card], "stub")  # back on top: it comes next, as it would have
            del self.place[card]
            self.stub.insert(0, card)
            self.wait(self.pace.act)


class FlopWithoutBurn(Slip):
    """The flop comes without a burn; the floor takes over."""

    kind = "flop-without-burn"

    def prepare(self):
        self.need_board()

    def do_board(self, step, rest):
        self.wait(self.pace.street)
        self.turn_up(step.cards)
        self.notice("missing_burn")
        self.floor_voids = True
        return "over"


class TwoBurnsFlop(TwoBurns):
    """Two cards are burned before the flop."""

    kind = "two-burns-flop"
    street = 0


class TwoTurnCards(Slip):
    """Two cards are turned as the turn; the floor takes over."""

    kind = "two-turn-cards"

    def prepare(self):
        self.need_board(2)

    def do_board(self, step, rest):
        if self.streets != 1:
            return super().do_board(step, rest)
        self.wait(self.pace.street)
        self.burn()
        self.streets += 1
        self.to_board(2)
        self.notice("board_card_count")
        self.wait(self.pace.act)
        self.floor_voids = True
        return "over"


class PrematureTurn(Slip):
    """The turn comes while a player has still to act on the flop; the floor takes over."""

    kind = "premature-turn"

    def prepare(self):
        self.need_board(2)

    def do_board(self, step, rest):
        first = self.streets == 0
        if super().do_board(step, rest) == "over" or not first:
            return
        acts = 0
        while acts < len(rest) and rest[acts].do in ACTS:
            acts += 1
        if not acts:
            raise NotPossible(f"{self.kind}: nobody acts on the flop")
        rest.insert(acts - 1, Step("slip"))

    def do_slip(self, step, rest):
        """The turn lies there although somebody has not acted."""
        self.wait(self.pace.street)
        self.burn()
        self.to_board()
        self.wait(self.pace.act)
        self.floor_voids = True
        return "over"
