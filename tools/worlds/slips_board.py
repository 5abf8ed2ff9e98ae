"""Slips of the board: burns forgotten or doubled, too many or too few cards, streets too early."""

from tools.worlds.hand_plans import BOARD
from tools.worlds.slip import Slip, flops, spots


class BoardSlip(Slip):
    """Something wrong as a street is dealt. ``street``: which, None: any there is."""

    street = None

    def suits(self, plan, rng):
        there = [n for n in flops(plan) if self.street in (None, n)]
        if not there:
            return False
        self.where = rng.choice(there)
        return True

    def board(self, play, number):
        if number != self.where:
            return False
        play.collect_all()
        play.flush_keys()
        self.dealt(play, number)
        return self.done(play)
        return True

    def dealt(self, play, number):
        """The wrong street."""
        raise NotImplementedError


class MissingBurn(BoardSlip):
    """A street without its burn card."""

    def __init__(self, name, street):
        super().__init__()
        self.name, self.street = name, street
        self.situations = tuple(
            f"board.{s}_no_burn{t}"
            for s in ("flop", "turn", "river")
            for t in ("", "_known", "_unknown")
        )

    def dealt(self, play, number):
        play.turn_up(number, BOARD[number])


class TwoBurns(BoardSlip):
    """Two burn cards before a street."""

    def __init__(self, name, street):
        super().__init__()
        self.name, self.street = name, street
        self.situations = (
            "board.two_burns_unexposed",
            "board.turn_two_burns_unexposed",
            "board.river_two_burns_unexposed",
        ) + tuple(
            f"board.{s}_two_burns{t}" for s in ("flop", "turn", "river") for t in ("", "_unknown")
        )

    def dealt(self, play, number):
        play.burn()
        play.burn()
        if play.rng.random() < 0.7:
            play.turn_up(number, BOARD[number])


class TooMany(BoardSlip):
    """One card too many on a street."""

    def __init__(self, name, street, situations):
        super().__init__()
        self.name, self.street, self.situations = name, street, situations

    def dealt(self, play, number):
        play.burn()
        play.turn_up(number, BOARD[number] + 1)


class TwoCardFlop(BoardSlip):
    """Two cards are turned as the flop; somebody says so, the dealer keys it."""

    name = "two-card-flop"
    street = 1
    situations = ("board.flop_short",)

    def dealt(self, play, number):
        play.burn()
        play.turn_up(1, 2)
        play.wait(0.8, 2.5)
        play.press({"what": "notice", "by": "dealer", "kind": "board_card_count"}, must=True)
        play.t += play.w["key_late_s"]


class Premature(Slip):
    """A street comes though one player has not acted."""

    def __init__(self, name, number):
        super().__init__()
        self.name, self.number = name, number
        word = ("", "flop", "turn", "river")[number]
        self.situations = (f"board.premature_{word}", f"board.premature_{word}_folded")

    def suits(self, plan, rng):
        n = self.number - 1
        if len(plan.streets) <= self.number or len(plan.streets[n]) < 2:
            return False
        if plan.runout is not None and plan.runout <= self.number:
            return False
        self.where = (n, len(plan.streets[n]) - 1)
        return True

    def act(self, play, number, i, act):
        return (number, i) == self.where  # the last to act is passed over

    def board(self, play, number):
        if number != self.number:
            return False
        play.collect_all()
        play.flush_keys()
        play.burn()
        play.turn_up(number, BOARD[number])
        return self.done(play)
        return True


class EarlyCollect(Slip):
    """The dealer pulls bets in before everybody has answered: nothing irregular."""

    name = "early-collect"

    def suits(self, plan, rng):
        there = [(n, i) for n, i, a in spots(plan, ("call",)) if i + 1 < len(plan.streets[n])]
        if not there:
            return False
        self.where = rng.choice(there)
        return True

    def act(self, play, number, i, act):
        if (number, i) != self.where:
            return False
        play.act(act)
        play.wait(0.4, 1.2)
        for seat in sorted(play.in_front):
            play.pull_in(seat)
        play.feat("bets pulled in early")
        return True


def classes():
    """All of them."""
    many = ("board.flop_four_known", "board.flop_four_unknown", "board.flop_many")
    turn = ("board.turn_two_known", "board.turn_two_unknown")
    return [
        MissingBurn("missing-burn", None), MissingBurn("flop-without-burn", 1),
        TwoBurns("two-burns", None), TwoBurns("two-burns-flop", 1),
        TooMany("four-card-flop", 1, many), TooMany("two-turn-cards", 2, turn),
        TwoCardFlop(), EarlyCollect(),
        Premature("premature-flop", 1), Premature("premature-turn", 2),
    ]  # fmt: skip
