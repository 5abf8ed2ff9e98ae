"""What all slips share: reading the ruling in force, giving bets back, ending the hand."""

from dataclasses import replace

from tools.playing.phh import chances
from tools.virtual.chipset import CHAIN
from tools.virtual.motions import ChipMove
from tools.virtual.replan import acts_of, board_from, go_on
from tools.virtual.script import HandScript


class NotPossible(ValueError):
    """This irregularity cannot happen in this hand; the text says why, in one line."""


class Slip(HandScript):
    """A hand in which one thing goes wrong."""

    kind = ""

    def __init__(self, plan, *args, seed=0, **kwargs):
        self.plan, self.seed = plan, seed
        self.acts = acts_of(plan.record)
        self.prepare()
        super().__init__(self.plan, *args, seed=seed, **kwargs)

    def prepare(self):
        """Shape the plan before the deck is stacked; NotPossible when this hand will not do."""

    def ruled(self, since=0):
        """Code of the latest irregular ruling since output number ``since``, or None."""
        found = self.rulings(since)
        return found[-1]["ruling"] if found else None

    def notice(self, kind, seat=None):
        """The dealer keys what only a person can see."""
        self.wait(self.pace.said)
        about = {} if seat is None else {"about_seat": seat}
        return self.key(what="notice", by="dealer", kind=kind, **about)

    def chosen(self, n):
        """A number below ``n``, by the seed: which card or seat it happens to."""
        return chances(self.seed, self.plan.label, self.kind).randrange(n)

    def denominations(self):
        """Chips in play, smallest first, from the smallest blind on."""
        least = min(v for v in (self.plan.setup["sb"], self.plan.setup["bb"]) if v)
        return [c for c in CHAIN if 4 * c >= least]

    def need_board(self, streets=1):
        """Make sure that this hand has a board: otherwise everybody calls to the river."""
        plan = self.plan
        if sum(step.do == "board" for step in plan.steps) >= streets:
            return
        used = {c for cards in plan.hole.values() for c in cards}
        deck = [c for c in plan.deck() if c not in used]
        chances(self.seed, plan.label, "board").shuffle(deck)
        self.acts = []
        steps, after = go_on(plan, [], deck)
        self.plan = replace(plan, steps=steps, stacks_after=after)

    def with_board(self, rest, burns):
        """The rest of the hand once the stub has been shuffled: same acts, other cards."""
        board = board_from(self.stub, burns)
        steps, _ = go_on(self.plan, self.acts, board)
        rest[:] = steps[self.done :]

    def back_to_stub(self, cards):
        """Board cards go back into the stub, which is shuffled and cut."""
        self.carry(cards, "stub")
        for card in cards:
            del self.place[card]
            self.board.remove(card)
            self.stub.append(card)
        self.rng.shuffle(self.stub)
        self.wait(self.pace.riffle)

    def give_back(self, seat, amount):
        """Chips on the bet spot that were not part of the wager go back to the player."""
        if not amount:
            return
        chips, line = [], sorted(self.lines.get(seat, ()), reverse=True)
        for chip in line:
            if sum(chips) + chip <= amount:
                chips.append(chip)
        if sum(chips) != amount:
            self.unreturned[seat] = self.unreturned.get(seat, 0) + amount
            return
        for chip in chips:
            self.lines[seat].remove(chip)
        self.put_in[seat] -= amount
        place = (f"line:{seat}", f"stack:{seat}")
        self.emit(ChipMove(self.t, seat, tuple(chips), *place, "player"))
        self.wait(self.pace.act)
