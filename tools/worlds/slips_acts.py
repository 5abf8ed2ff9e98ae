"""Slips of players: wagers that do not say what they mean, acts out of turn, folds gone wrong."""

from tools.worlds import money
from tools.worlds.slip import Slip, Spot, due_after, spots

BIG_CHIPS = tuple(sorted(money.VALUES))


class ActSlip(Slip):
    """Something wrong in place of one act of some ``kinds``."""

    kinds = ("call",)

    def suits(self, plan, rng):
        there = [(n, i) for n, i, a in spots(plan, self.kinds) if self.fits(plan, n, i, a)]
        if not there:
            return False
        self.where = rng.choice(there)
        self.spot = Spot(plan, *self.where)
        return self.chosen(plan, rng)

    def fits(self, plan, number, i, act):
        """True where it can happen."""
        return True

    def chosen(self, plan, rng):
        """Choose the rest; False when there is nothing to choose."""
        return True

    def act(self, play, number, i, act):
        if (number, i) != self.where:
            return False
        play.think()
        play.flush_keys()
        play.collect_all()
        self.does(play, act[1], act)
        return self.done(play)

    def does(self, play, seat, act):
        """What happens."""
        raise NotImplementedError


class StringBet(ActSlip):
    """A call, then more chips in a second movement, without a word."""

    name = "string-bet"
    situations = ("wager.string_bet",)
    kinds = ("raise",)

    def fits(self, plan, number, i, act):
        spot = Spot(plan, number, i)
        return act[4] != "all_in" and spot.owed > 0 and act[3] > spot.owed

    def does(self, play, seat, act):
        owed = self.spot.owed
        play.push(seat, money.made_of(play.rng, owed, play.plan.unit))
        play.wait(0.8, 1.8)
        play.push(seat, money.made_of(play.rng, act[3] - owed, play.plan.unit))


class BigChips(ActSlip):
    """Chips of one denomination, none of which can be spared, pushed in without a word."""

    count = 1

    def fits(self, plan, number, i, act):
        spot = Spot(plan, number, i)
        return spot.front[act[1]] == 0 and bool(self.values(spot, act[1]))

    def values(self, spot, seat):
        """The denominations with which the slip can be made at a seat."""
        raise NotImplementedError

    def chosen(self, plan, rng):
        self.chip = rng.choice(self.values(self.spot, self.spot.seat))
        return True

    def does(self, play, seat, act):
        play.push(seat, [self.chip] * self.count)


class Oversized(BigChips):
    """One chip larger than the call."""

    name = "oversized-chip"
    situations = ("wager.oversized_facing_bet",)

    def values(self, spot, seat):
        return [v for v in BIG_CHIPS if spot.owed + spot.step <= v <= spot.left[seat]][:2]


class TwoEqual(BigChips):
    """Two equal chips of which neither can be spared: a call."""

    name = "two-equal-chips"
    situations = ("wager.equal_chips_needed",)
    count = 2

    def values(self, spot, seat):
        return [v for v in BIG_CHIPS if v < spot.owed < 2 * v <= spot.left[seat]]


class ShortRaise(ActSlip):
    """A raise in one movement that is too small."""

    name = "short-raise"
    situations = ("wager.half_or_more", "wager.under_half")
    kinds = ("call", "raise")

    def fits(self, plan, number, i, act):
        spot = Spot(plan, number, i)
        return (
            spot.owed > 0
            and spot.front[act[1]] == 0
            and spot.step >= 2 * plan.unit
            and spot.left[act[1]] > spot.owed + 2 * spot.step
        )

    def chosen(self, plan, rng):
        over = int(self.spot.step * rng.uniform(0.5, 0.95) // plan.unit) * plan.unit
        self.chips = money.made_of(rng, self.spot.owed, plan.unit) + money.made_of(
            rng, over, plan.unit
        )
        total = sum(self.chips)
        return over > 0 and total - min(self.chips) >= self.spot.owed and over < self.spot.step

    def does(self, play, seat, act):
        play.push(seat, self.chips)


class BetOut(ActSlip):
    """The next player puts chips in while another is due."""

    name = "bet-out-of-turn"
    situations = ("turn.oot_pending", "turn.oot_unchanged")
    kinds = ("call", "fold", "check", "bet", "raise")

    def fits(self, plan, number, i, act):
        other = due_after(plan, number, i)
        if other is None:
            return False
        spot = Spot(plan, number, i)
        return spot.left[other] > 4 * plan.bb + 2 * spot.high and (
            spot.high == 0 or spot.front[other] == 0
        )

    def chosen(self, plan, rng):
        self.other = due_after(plan, *self.where)
        want = 2 * plan.bb if self.spot.high == 0 else rng.choice((1, 3)) * self.spot.high
        self.chips = money.made_of(rng, want, plan.unit)
        return len(self.chips) > 1 or want == self.spot.high

    def does(self, play, seat, act):
        play.push(self.other, self.chips)


class CheckOut(ActSlip):
    """The next player raps while another is due."""

    name = "check-out-of-turn"
    situations = ("turn.oot_pending", "turn.oot_unchanged_check", "turn.oot_unchanged")
    kinds = ("check", "bet")

    def fits(self, plan, number, i, act):
        return (
            number > 0
            and Spot(plan, number, i).high == 0
            and due_after(plan, number, i) is not None
        )

    def chosen(self, plan, rng):
        self.other = due_after(plan, *self.where)
        return True

    def does(self, play, seat, act):
        play.press({"what": "gesture", "seat": self.other, "kind": "tap"}, must=True)
        play.t += play.w["key_late_s"]


class RaiseSaid(BetOut):
    """The next player says raise while another is due."""

    name = "raise-said-out-of-turn"
    situations = ("turn.oot_pending", "turn.oot_unchanged")

    def fits(self, plan, number, i, act):
        return Spot(plan, number, i).high > 0 and super().fits(plan, number, i, act)

    def chosen(self, plan, rng):
        self.other = due_after(plan, *self.where)
        self.total = self.spot.high * 3
        return True

    def does(self, play, seat, act):
        play.word(self.other, "raise", self.total, must=True)
        play.t += play.w["key_late_s"]


class FoldOut(ActSlip):
    """The next player folds while another is due."""

    name = "fold-out-of-turn"
    situations = ("turn.oot_fold",)
    kinds = ("call", "fold", "check", "bet", "raise")

    def fits(self, plan, number, i, act):
        other = due_after(plan, number, i)
        spot = Spot(plan, number, i)
        return other is not None and spot.high > spot.front[other] and len(plan.seats) > 2

    def chosen(self, plan, rng):
        self.other = due_after(plan, *self.where)
        return True

    def does(self, play, seat, act):
        play.fold(self.other, silent=True)
        play.collect_all()
        play.wait(0.5, 1.0)


class Undercall(ActSlip):
    """Fewer chips than the call, without a word."""

    name = "undercall"
    situations = (
        "wager.undercall_opening",
        "wager.undercall_raise_multiway",
        "wager.short_call_miscount",
    )

    def fits(self, plan, number, i, act):
        spot = Spot(plan, number, i)
        return act[4] != "all_in" and spot.owed >= 3 * plan.unit and spot.front[act[1]] == 0

    def chosen(self, plan, rng):
        self.amount = int(self.spot.owed * rng.uniform(0.3, 0.85) // plan.unit) * plan.unit
        return 0 < self.amount < self.spot.owed

    def does(self, play, seat, act):
        play.push(seat, money.made_of(play.rng, self.amount, play.plan.unit))


class PulledBack(ActSlip):
    """A bet is let go and taken back before anybody acts."""

    name = "bet-pulled-back"
    situations = ("wager.bet_pulled_back",)
    kinds = ("bet", "raise")

    def fits(self, plan, number, i, act):
        return act[4] != "all_in" and due_after(plan, number, i) is not None

    def does(self, play, seat, act):
        before = list(play.in_front[seat])
        chips = money.made_of(play.rng, act[3], play.plan.unit)
        if play.must_say(seat, chips, self.spot.owed):
            play.word(seat, act[0], act[2], must=True)
            play.wait(0.3, 0.9)
        tags = play.push(seat, chips)
        began = play.t
        play.wait(1.2, 3.0)
        play.evidence += [(c.uid, "line", began, play.t) for c in tags]
        play.take_back(seat, [c for c in play.in_front[seat] if c not in before])


class FoldFree(ActSlip):
    """A player folds who could check."""

    name = "fold-without-a-bet"
    situations = ("fold.no_bet",)
    kinds = ("check",)

    def fits(self, plan, number, i, act):
        return number > 0

    def does(self, play, seat, act):
        play.fold(seat, silent=True)
        play.collect_all()
        play.wait(0.5, 1.0)


class FoldBack(ActSlip):
    """A folded hand on the line is taken back by its player."""

    name = "fold-retrieved"
    situations = (
        "fold.forward_no_action",
        "fold.past_line",
        "fold.retrieve_asked",
        "fold.retrieve_asked_mixed",
        "fold.forward_acted",
    )
    kinds = ("fold",)

    def does(self, play, seat, act):
        rng, cards = play.rng, play.hands[seat]
        began = play.t
        dur = rng.uniform(0.25, 0.6)
        play.rest_fold(seat, cards, "fold_spot", dur)
        play.t += dur
        play.scene.emit_cards(
            began,
            cards,
            f"seat:{seat}",
            f"line:{seat}",
            "down",
            "player",
            released=True,
            crossed="full",
        )
        play.wait(1.0, 2.5)
        began = play.t
        loop = play.felt.of[f"seat:{seat}"]
        dur = rng.uniform(0.3, 0.6)
        play.t += dur
        for card in cards:
            play.scene.place(
                card, play.t, loop.x + rng.gauss(0, 8), loop.y + rng.gauss(0, 8), "slide", dur, 2
            )
        play.scene.emit_cards(began, cards, f"line:{seat}", f"seat:{seat}", "down", "player")
        play.wait(0.2, 0.6)
        play.press({"what": "request", "seat": seat, "kind": "cards_back"}, must=True)


class FoldInto(ActSlip):
    """A folded hand is thrown into the hand of a player still in."""

    name = "fold-into-another-hand"
    situations = (
        "fold.thrown_into_hand",
        "deal.mixed_hands",
        "deal.mixed_hands_late",
        "fold.fouled_by_others",
    )
    kinds = ("fold",)

    def fits(self, plan, number, i, act):
        return self._near(plan, number, i, act[1]) is not None

    def _near(self, plan, number, i, seat):
        gone = {a[1] for _, _, a in spots(plan, ("fold",)) if (_, 0) < (number, i)}
        for street in plan.streets[: number + 1]:
            for k, a in enumerate(street):
                if a[0] == "fold" and (street is not plan.streets[number] or k < i):
                    gone.add(a[1])
        live = [s for s in plan.seats if s != seat and s not in gone]
        return min(live, key=lambda s: min(abs(s - seat), 9 - abs(s - seat))) if live else None

    def chosen(self, plan, rng):
        self.other = self._near(plan, *self.where, self.spot.seat)
        return True

    def does(self, play, seat, act):
        rng, cards = play.rng, play.hands[seat]
        loop = play.felt.of[f"seat:{self.other}"]
        dur = rng.uniform(0.3, 0.6)
        began = play.t
        play.t += dur
        for card in cards:
            play.scene.place(
                card,
                play.t,
                loop.x + rng.gauss(0, 14),
                loop.y + rng.gauss(0, 16),
                "slide",
                dur,
                rng.choice((1, 2)),
            )
        play.hands[seat] = []
        play.scene.emit_cards(began, cards, f"seat:{seat}", f"seat:{self.other}", "down", "player")
        play.wait(0.3, 0.6)


def classes():
    """All of them."""
    return [
        c()
        for c in (
            StringBet,
            Oversized,
            TwoEqual,
            ShortRaise,
            BetOut,
            CheckOut,
            RaiseSaid,
            FoldOut,
            Undercall,
            PulledBack,
            FoldFree,
            FoldBack,
            FoldInto,
        )
    ]
