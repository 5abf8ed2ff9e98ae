"""What players do wrong: out of turn, short, string, pulled back, folds gone astray."""

import copy

from tests.detection.eighth.filmed_hand import Cut, Film

NOT_TDA = ("ipr-2018", "ipr-web", "rrop-6", "stg-2011")


class AtAct(Film):
    """Something happens instead of, or at, one act of the plan."""

    @classmethod
    def spots(cls, plan):
        """``(street, number)`` of acts at which it can happen."""
        for street, acts in enumerate(plan.streets):
            for i, act in enumerate(acts):
                if cls.suits(plan, street, acts, i, act):
                    yield street, i

    @classmethod
    def fits(cls, plan):
        """Whether this hand has room for it."""
        return any(True for _ in cls.spots(plan))

    def __init__(self, plan, rng):
        super().__init__(plan, rng)
        self.spot = rng.choice(list(self.spots(plan)))

    def do(self, act):
        """The act of the plan, unless it is the one."""
        street, i = self.spot
        if self.at is None and self.plan.streets[street][i] is act:
            self.wrong(act)
        else:
            super().do(act)

    def ponder(self, seat, act):
        """Time passes as before any act."""
        self.t = max(self.t, self.busy[seat]) + self.people[seat].pause(self.rng, act)
        if seat not in self.looked and not self.board:
            self.t = self.look(seat, self.t) + 0.4


def facing(act, plan, street):
    """Whether a seat has to pay to stay when it acts."""
    return act.what == "fold" or act.add > 0 and act.high > 0


class ActOutOfTurn(AtAct):
    """A player puts chips in while another has yet to answer a bet."""

    called = ("turn.oot",)

    @classmethod
    def suits(cls, plan, street, acts, i, act):
        if i + 1 >= len(acts) or acts[i + 1].seat == act.seat:
            return False
        after = acts[i + 1]
        waits = facing(act, plan, street) and act.what in ("fold", "call")
        return waits and after.what in ("call", "raise") and not after.all_in

    def wrong(self, act):
        street, i = self.spot
        late, after = act.seat, self.plan.streets[street][i + 1]
        self.ponder(after.seat, after)
        self.mishap(f"seat {after.seat} {after.what}s {after.to} before seat {late} has acted")
        self.t = self.place(after.seat, self.take(after.seat, after.add), self.t)
        raise Cut


class FoldOutOfTurn(ActOutOfTurn):
    """A hand goes away while another player has yet to answer a bet."""

    called = ("turn.oot",)

    @classmethod
    def suits(cls, plan, street, acts, i, act):
        after = acts[i + 1] if i + 1 < len(acts) else act
        waits = facing(act, plan, street) and act.what in ("fold", "call")
        return waits and after is not act and after.what == "fold" and after.seat != act.seat

    def wrong(self, act):
        street, i = self.spot
        after = self.plan.streets[street][i + 1]
        self.ponder(after.seat, after)
        self.mishap(f"seat {after.seat} folds before seat {act.seat} has acted")
        self.t = self.throw(after.seat, self.t)
        self.collect()
        raise Cut


class Undercall(AtAct):
    """Fewer chips than the bet, in silence, with more behind."""

    called = ("wager.undercall", "wager.short_call", "request.unaware")

    @classmethod
    def suits(cls, plan, street, acts, i, act):
        room = act.add >= 3 * plan.unit and act.add > act.high * 0.3
        return act.what == "call" and not act.all_in and room and act.high > plan.bb

    def wrong(self, act):
        self.ponder(act.seat, act)
        unit = self.plan.unit
        amount = max(int(act.add * self.rng.uniform(0.35, 0.75) / unit), 1) * unit
        self.mishap(f"seat {act.seat} puts in {amount} where {act.add} are due")
        self.t = self.place(act.seat, self.take(act.seat, amount), self.t)
        raise Cut


class StringBet(AtAct):
    """The call in one motion and the raise in a second, without a word."""

    called = ("wager.string_bet",)

    @classmethod
    def suits(cls, plan, street, acts, i, act):
        due = act.high - (act.to - act.add)
        return act.what == "raise" and not act.all_in and due > 0

    def wrong(self, act):
        self.ponder(act.seat, act)
        due = act.high - (act.to - act.add)
        first = self.take(act.seat, due)
        rest = self.take(act.seat, act.add - due)
        self.t = self.place(act.seat, first, self.t) + self.rng.uniform(0.9, 2.2)
        self.mishap(f"seat {act.seat} adds {act.add - due} to a silent call of {due}")
        self.t = self.place(act.seat, rest, self.t)
        raise Cut


class ShortRaise(AtAct):
    """More than the call and less than the least raise, in one silent motion."""

    low, high, called = 0.5, 0.95, ("wager.half_or_more",)

    @classmethod
    def sizes(cls, plan, street, acts, i):
        """Raises too small, in chips above the bet."""
        step, high = plan.bb, 0 if street else plan.bb
        for act in acts[:i]:
            if act.what in ("bet", "raise"):
                step, high = max(step, act.to - high), act.to
        return [
            n for n in range(plan.unit, step, plan.unit) if cls.low * step <= n <= cls.high * step
        ]

    @classmethod
    def suits(cls, plan, street, acts, i, act):
        sizes = cls.sizes(plan, street, acts, i) if act.what in ("call", "raise") else []
        spent = plan.spent[act.seat] + (sizes[-1] if sizes else 0)
        return bool(sizes) and not act.all_in and spent < plan.stacks[act.seat]

    def wrong(self, act):
        self.ponder(act.seat, act)
        street, i = self.spot
        size = self.rng.choice(self.sizes(self.plan, street, self.plan.streets[street], i))
        slip = copy.copy(act)
        slip.to = act.high + size
        slip.add = slip.to - (act.to - act.add)
        slip.what = "raise"
        chips = self.several(slip)
        self.mishap(f"seat {act.seat} makes it {slip.to} over {act.high} without a word")
        self.t = self.place(act.seat, chips, self.t)
        raise Cut

    def several(self, act):
        """Chips of which none can be taken away from the call."""
        chips = self.take(act.seat, act.add)
        if not self.silent(act, chips):
            chips = self._smaller(act.seat, self._back(act.seat, chips))
            for chip in chips:
                self.racks[act.seat].remove(chip)
        if not self.silent(act, chips):
            raise LookupError("one chip says call")
        return chips

    def _back(self, seat, chips):
        self.racks[seat] += chips
        return chips


class TinyRaise(ShortRaise):
    """Less than half of the least raise above the call."""

    low, high, called = 0.05, 0.49, ("wager.under_half",)


class BetTooSmall(AtAct):
    """An opening bet below the big blind, in silence."""

    called = ("wager.silent_bet_low", "wager.bet_low")

    @classmethod
    def suits(cls, plan, street, acts, i, act):
        return street > 0 and act.what == "bet" and plan.unit < plan.bb and not act.all_in

    def wrong(self, act):
        self.ponder(act.seat, act)
        amount = self.rng.randrange(1, self.plan.bb // self.plan.unit) * self.plan.unit
        self.mishap(f"seat {act.seat} bets {amount}, the big blind is {self.plan.bb}")
        self.t = self.place(act.seat, self.take(act.seat, amount), self.t)
        raise Cut


class PulledBack(AtAct):
    """A wager lies there, released, and its player takes it back."""

    called = ("wager.bet_pulled_back",)

    @classmethod
    def suits(cls, plan, street, acts, i, act):
        return act.what in ("bet", "raise") and not act.all_in

    def wrong(self, act):
        self.ponder(act.seat, act)
        chips = self.take(act.seat, act.add)
        self.t = self.place(act.seat, chips, self.t) + self.rng.uniform(1.5, 3.0)
        for chip in chips:
            self.front[act.seat].remove(chip)
        self.mishap(f"seat {act.seat} takes back the {act.add} of its {act.what}")
        self.cover(self.t - 0.2, self.t + 0.3, *self.map.at(f"line:{act.seat}"))
        self.t = self.back(act.seat, chips, self.t)
        raise Cut


class FoldRetrieved(AtAct):
    """A folded hand lies past the line; its player takes it back."""

    called = ("fold.",)

    @classmethod
    def suits(cls, plan, street, acts, i, act):
        return act.what == "fold"

    def wrong(self, act):
        self.ponder(act.seat, act)
        cards = list(self.held[act.seat])
        self.t = self.throw(act.seat, self.t, style=self.rng.choice(("line", "past")))
        self.lying.pop()
        self.t += self.rng.uniform(1.0, 2.4)
        self.mishap(f"seat {act.seat} takes its folded hand back")
        x, y = self.map.at(f"seat:{act.seat}")
        for i, card in enumerate(cards):
            card.send(self.t, self.t + 0.5, x + 9 * i, y + 5 * i, high=20, turn=3.1)
        self.held[act.seat] = cards
        self.cover(self.t - 0.3, self.t + 0.7, x, y)
        self.t += 0.6
        raise Cut


class ThrownIntoHand(AtAct):
    """A folded hand lands on the cards of another player."""

    called, books = ("fold.thrown_into_hand", "fold.fouled", "deal.mixed"), NOT_TDA

    @classmethod
    def suits(cls, plan, street, acts, i, act):
        gone = {a.seat for s in plan.streets[: street + 1] for a in s if a.what == "fold"}
        return act.what == "fold" and len(set(plan.seats) - gone) > 0

    def fold_to(self, seat, style):
        """On the nearest hand that is still in play."""
        if style != "hand":
            return super().fold_to(seat, style)
        x, y = self.map.at(f"seat:{self.victim}")
        return x + self.rng.uniform(-18, 18), y + self.rng.uniform(-18, 18)

    def wrong(self, act):
        self.ponder(act.seat, act)
        order = self.plan.order(act.seat)[1:]
        near = [s for s in (order[0], order[-1], *order[1:]) if self.held[s]]
        self.victim = near[0]
        self.mishap(f"seat {act.seat} folds into the hand of seat {self.victim}")
        self.t = self.throw(act.seat, self.t, style="hand")
        self.lying.pop()
        raise Cut


class ForeignChip(AtAct):
    """A chip of another game among those of a wager; the hand goes on to its end."""

    called = ("chips.", "pots.not_conserved", "wager.chips_added")

    @classmethod
    def suits(cls, plan, street, acts, i, act):
        return act.what in ("bet", "raise", "call") and not act.all_in

    def wrong(self, act):
        seat = act.seat
        self.ponder(seat, act)
        chips = self.take(seat, act.add)
        own = self.rng.choice(chips)
        other = copy.copy(own)
        other.uid, other.knots = self._uid(), list(own.knots)
        chips[chips.index(own)] = other
        self.racks[seat].append(own)
        self.strangers.append(other)
        self.tags.append(other)
        self.mishap(f"a {own.what} of another game lies in the wager of seat {seat}", acts=99)
        if not self.silent(act, chips):
            self.t = self.say(self.t, seat, act.what, amount=act.to) + 0.4
        self.t = self.place(seat, chips, self.t)
        self.acts.append(act.row())


PLAYERS = {
    "act_out_of_turn": ActOutOfTurn,
    "fold_out_of_turn": FoldOutOfTurn,
    "undercall": Undercall,
    "string_bet": StringBet,
    "short_raise": ShortRaise,
    "tiny_raise": TinyRaise,
    "bet_too_small": BetTooSmall,
    "pulled_back": PulledBack,
    "fold_retrieved": FoldRetrieved,
    "thrown_into_hand": ThrownIntoHand,
    "foreign_chip": ForeignChip,
}
