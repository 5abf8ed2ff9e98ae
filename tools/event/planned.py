"""A virtual player's hand written down as a plan of steps, so that it can be played by radio.

The engine decides the hand (``hands.VirtualHand``); what happens in it becomes the steps a script
of motions is made from, as ``tools/virtual/recorded_plan.py`` makes them of a recorded hand.
"""

from tools.event.simulated_hands import VirtualHand
from tools.virtual.recorded_plan import HandPlan, Step


class PlannedHand(VirtualHand):
    """A ``VirtualHand`` that keeps its steps; ``plan`` gives them once it was played."""

    def __init__(self, setup, book, chance, idle=()):
        super().__init__(setup, book, chance, idle)
        self.steps = []
        self.forced = None  # "ante" or "blind" while forced bets are put in

    def plan(self, result, book):
        """The HandPlan of the hand; ``result``: what ``play`` gave."""
        after = {str(seat): chips for seat, chips in result["stacks_after"].items()}
        awards = [Step("award", shares=dict(part)) for part in self.awards]
        hole = {seat: list(cards) for seat, cards in self.hole.items()}
        return HandPlan(self.label, self.setup, hole, self.steps + awards, after, book=book)

    def _post(self, seat, kinds):
        self.forced = "ante" if kinds else "blind"
        super()._post(seat, kinds)
        self.forced = None

    def put(self, seat, amount, kind="player"):
        """Chips over the line in one motion; a forced bet is a step."""
        if self.forced:
            self._step(self.forced, seat, amount)
        super().put(seat, amount, kind)

    def pull_in(self):
        """The dealer collects what lies in front of the seats; what nobody matched goes back."""
        front = {s: self.hand.front.get(s, 0) for s in self.hand.seats}
        if any(front.values()):
            over = {s: self._over(s, chips) for s, chips in front.items()}
            back = {s: chips for s, chips in over.items() if chips}
            self.steps.append(Step("pull", returned=back))
        super().pull_in()

    def move(self, cards, src, dst, face="down", by="dealer", **more):
        """A card move: first hole cards, a street of the board and a fold are steps."""
        if dst == "board":
            self.steps.append(Step("board", cards=tuple(cards)))
        elif dst == "muck":
            self.steps.append(Step("fold", int(src.partition(":")[2])))
        elif src == "stub" and dst != "burn" and not any(s.do == "deal" for s in self.steps):
            self.steps.append(Step("deal"))
        elif src == dst:
            self.steps.append(Step("show", int(src.partition(":")[2])))
        super().move(cards, src, dst, face, by, **more)

    def _check_or_call(self, seat):
        call = self.hand.bounds(seat)[0]
        self._step("call" if call else "check", seat, call)
        super()._check_or_call(seat)

    def _wager(self, seat, to):
        self._step("raise" if self.hand.high else "bet", seat, to - self.hand.bet(seat))
        super()._wager(seat, to)

    def _step(self, do, seat, amount):
        all_in = amount > 0 and self.hand.stack(seat) == amount
        self.steps.append(Step(do, seat, amount, self.hand.bet(seat) + amount, all_in))
