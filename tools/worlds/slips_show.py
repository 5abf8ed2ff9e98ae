"""Slips at the showdown, and what only people see and the dealer keys."""

from tools.worlds import money
from tools.worlds.slip import Slip, due_after, spots
from tools.worlds.slips_acts import ActSlip


class WinnerMucked(Slip):
    """A hand that was tabled and wins is drawn into the muck before the award, and claimed."""

    name = "tabled-winner-mucked"
    situations = ("fold.tabled_winner_mucked",)
    wide = ("fold.dealer_killed_unprotected",)

    def suits(self, plan, rng):
        self.where = sorted({s for _, s in plan.awards})[0]
        return len(plan.live) > 1

    def showdown(self, play):
        for seat in play.plan.live:
            play.wait(0.8, 2.5)
            play.table_hand(seat)
        play.wait(2.0, 4.0)
        cards = play.hands[self.where]
        began = play.t
        dur = play.rng.uniform(0.4, 0.8)
        play.scene.emit_cards(began, cards, f"seat:{self.where}", "muck", "down", "dealer")
        play.to_muck(cards, play.t + dur, dur)
        play.t += dur + play.rng.uniform(0.8, 2.0)
        play.press(
            {"what": "notice", "by": "player", "seat": self.where, "kind": "claims_pot"}, must=True
        )
        return self.done(play)


class Shown(ActSlip):
    """A player shows cards to some or all; the dealer keys it."""

    def __init__(self, name, kinds):
        super().__init__()
        self.name, self.kinds = name, kinds
        self.situations = (
            "showdown.show_one_show_all_now",
            "showdown.show_one_show_all_after",
            "showdown.own_cards_shown_pending",
        )

    def fits(self, plan, number, i, act):
        return due_after(plan, number, i) is not None and (number, i) > (0, 0)

    def chosen(self, plan, rng):
        others = [s for s in plan.seats if s != self.spot.seat]
        self.seen = sorted(rng.sample(others, rng.randint(1, len(others))))
        return True

    def does(self, play, seat, act):
        cards = [c.name for c in play.hands[seat]]
        if act[0] == "fold":
            play.fold(seat, silent=True)
        key = {
            "what": "notice",
            "by": "dealer",
            "kind": "cards_shown_by_player",
            "about_seat": seat,
            "cards": cards,
            "intent": "on_purpose",
            "seen_by": self.seen,
        }
        play.press(key, must=True)
        play.collect_all()
        play.t += play.w["key_late_s"]


class ForeignChip(ActSlip):
    """A chip of another house among a wager; the dealer sees it and keys it."""

    name = "foreign-chip"
    situations = ("chips.cash_objected", "view.foreign_chips")
    kinds = ("call", "bet", "raise")

    def fits(self, plan, number, i, act):
        return act[4] != "all_in" and act[3] >= 2 * plan.unit

    def does(self, play, seat, act):
        chips = money.made_of(play.rng, act[3], play.plan.unit, 0.9)
        if play.must_say(seat, chips, self.spot.owed) or len(chips) == 1:
            play.word(seat, act[0], act[2] if act[0] != "call" else None, must=True)
            play.wait(0.3, 0.8)
        tags = play.push(seat, chips)
        odd = tags[-1]
        odd.dead = True
        play.wait(0.8, 2.0)
        play.press(
            {
                "what": "notice",
                "by": "dealer",
                "kind": "foreign_chips",
                "about_seat": seat,
                "amount": odd.value,
                "objected": True,
            },
            must=True,
        )
        play.t += play.w["key_late_s"]


def classes():
    """All of them."""
    return [
        WinnerMucked(),
        Shown("shown-at-muck", ("fold",)),
        Shown("shown-in-turn", ("call", "check", "bet", "raise")),
        ForeignChip(),
    ]


__all__ = ["classes", "spots"]
