"""What a slip is: one wrong thing in a regular hand, in place of single steps of a ``Play``."""

from tools.worlds.hand_plans import BOARD
from tools.worlds.people import Stopped

BY_WORD = ("exposed",)  # known by a key alone


class Slip:
    """One class of irregularity in one hand.

    ``situations``: what counts as found; ``wide``: what else may be said before it without being
    wrong (a word for the same thing); an empty ``situations``: right is to say nothing irregular.
    ``suits(plan, rng)`` chooses where it happens, False when it cannot.
    """

    name = ""
    situations = ()
    wide = ()
    books = None  # those it is irregular in, None: all

    def __init__(self):
        self.where = None
        self.heard = None  # seats the rules engine names for it, from what really happened

    def suits(self, plan, rng):
        """Choose the place; False when this hand has none."""
        return True

    def seats(self):
        """Seats that count as right; None: any."""
        return self.heard

    def header(self, plan):
        """Further keys of the trace's header."""
        return {}

    def ante(self, seat, amount):
        """What a seat puts in as its ante."""
        return amount

    def posted(self, play, seat, amount):
        """An ante lies in front of its seat."""

    def deal(self, play):
        """The deal."""
        play.deal_all()

    def act(self, play, number, i, act):
        """One act; True when it has been played here."""
        return False

    def board(self, play, number):
        """Burn and board of a street; True when played here."""
        return False

    def sweep(self, play):
        """Bets pulled in; True when played here."""
        return False

    def showdown(self, play):
        """Hands shown; True when played here to the end."""
        return False

    def done(self, play, after=(9.0, 13.0)):
        """It has happened: what comes next is of no interest."""
        play.t += play.rng.uniform(*after)
        raise Stopped


class Spot:
    """What a seat faces at one act of a plan: ``owed``, ``high``, least raise, chips left."""

    def __init__(self, plan, number, i):
        front = dict.fromkeys(plan.seats, 0)
        left = dict(plan.stacks)
        for seat, amount, kind in plan.posts:
            left[seat] -= amount
            if kind in ("sb", "bb") and number == 0:
                front[seat] += amount
        for n, street in enumerate(plan.streets[: number + 1]):
            for k, act in enumerate(street):
                if n == number and k == i:
                    break
                left[act[1]] -= act[3]
                if n == number:
                    front[act[1]] += act[3]
        act = plan.streets[number][i]
        self.seat = act[1]
        self.front = front
        self.left = left
        self.high = max(front.values())
        if number == 0:
            self.high = max(self.high, plan.bb)
        self.owed = self.high - front[self.seat]
        self.step = self._step(plan, number, i)

    def _step(self, plan, number, i):
        step, high = plan.bb, plan.bb if number == 0 else 0
        if number:
            step = plan.bet_least()
        for act in plan.streets[number][:i]:
            if act[0] in ("bet", "raise"):
                step = max(step, act[2] - high)
                high = max(high, act[2])
        return step


def spots(plan, kinds, least=0):
    """``(number, i, act)`` of all acts of some kinds."""
    out = []
    for number, street in enumerate(plan.streets):
        for i, act in enumerate(street):
            if act[0] in kinds and (number, i) >= (0, least):
                out.append((number, i, act))
    return out


def due_after(plan, number, i):
    """The seat whose act follows in the same round; None at its end."""
    street = plan.streets[number]
    if i + 1 < len(street) and street[i + 1][1] != street[i][1]:
        return street[i + 1][1]
    return None


def flops(plan):
    """Streets that get cards in this hand."""
    return [n for n in range(1, len(plan.streets)) if BOARD[n]]
