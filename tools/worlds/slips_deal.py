"""Slips of the deal: exposed, boxed, foreign, double, missing cards, seats left out or too many."""

from tools.worlds.hand_plans import deal_order
from tools.worlds.scene import Tag
from tools.worlds.slip import Slip


class Exposed(Slip):
    """Cards turn up as they land; the dealer keys it, often after the next card is on its way."""

    def __init__(self, name, count, first, situations, wide=()):
        super().__init__()
        self.name, self.count, self.first = name, count, first
        self.situations, self.wide = situations, wide

    def suits(self, plan, rng):
        cards = 2 * len(plan.seats)
        if self.first:
            self.where = [rng.choice((0, 1))]
        else:
            self.where = sorted(rng.sample(range(2, cards), min(self.count, cards - 2)))
        return len(self.where) == self.count

    def deal(self, play):
        order = deal_order(play.plan)
        more = play.rng.choice((0, 0, 1, 2))
        for i in range(2 * len(order)):
            seat = order[i % len(order)]
            up = i in self.where
            began = play.t
            card = play.pitch(seat, face="up" if up else "down")
            if up:
                landed = card.now.t0
                late = play.rng.uniform(0.2, max(0.3, play.w["key_late_s"]))
                play.scene.key(landed + late, what="exposed", seat=seat, by="dealer")
                play.slip_at = landed + late
                play.scene.fact(landed, "exposed", seat, card.name)
            if i >= self.where[-1] + more:
                break
            play.t = max(play.t, began + 0.1)
        return self.done(play)


class Boxed(Slip):
    """A card lies face up in the deck; the dealer sees it, puts it aside and deals on."""

    name = "boxed-card"
    situations = ("deal.boxed_one", "deal.boxed_one_next_gone")

    def suits(self, plan, rng):
        self.where = rng.randrange(2, 2 * len(plan.seats) - 1)
        return True

    def deal(self, play):
        order = deal_order(play.plan)
        for i in range(2 * len(order)):
            if i == self.where:
                self._aside(play)
            play.pitch(order[i % len(order)])
        return self.done(play)

    def _aside(self, play):
        card = play.off_the_deck()
        began = play.t
        play.at_mouth(card, "up", play.rng.uniform(0.5, 1.3))
        play.evidence.append((card.uid, "mouth", began, play.t))
        play.scene.fact(began, "boxed", None, card.name)
        dur = play.rng.uniform(0.3, 0.6)
        loop = play.felt.of["muck"]
        play.t += dur
        play.scene.place(
            card,
            play.t,
            loop.x + play.rng.gauss(0, 20),
            loop.y + play.rng.gauss(0, 25),
            "slide",
            dur,
        )
        play.slip_at = began
        play.scene.emit_cards(
            began, [card], "stub", "muck", "up", "dealer", nth=play.off_deck, boxed=True
        )
        play.wait(0.4, 1.0)


class ExtraCard(Slip):
    """The deal goes one card too far."""

    name = "extra-card"
    situations = ("deal.extra_one", "deal.long_before", "deal.extra_many", "deal.out_of_sequence")

    def deal(self, play):
        play.deal_all()
        play.pitch_next(2 * len(play.plan.seats))
        return self.done(play)


class EmptySeat(Slip):
    """A card is pitched to a seat nobody sits in."""

    name = "card-to-empty-seat"
    situations = ("deal.empty_seat", "deal.not_entitled_seat")
    wide = ("deal.out_of_sequence",)

    def suits(self, plan, rng):
        free = [s for s in range(1, 10) if s not in plan.seats]
        if not free:
            return False
        self.where = rng.choice(free)
        return True

    def deal(self, play):
        order = deal_order(play.plan)
        after = max([s for s in order if s < self.where] or [max(order)])
        for i in range(2 * len(order)):
            seat = order[i % len(order)]
            play.pitch(seat)
            if seat == after:
                play.pitch(self.where)
                for _ in range(play.rng.choice((0, 1, 2))):
                    i += 1
                    play.pitch(order[i % len(order)])
                break
        return self.done(play)


class SeatSkipped(Slip):
    """The dealer forgets a seat in both rounds."""

    name = "seat-skipped"
    situations = ("deal.seat_left_out", "deal.out_of_sequence", "deal.wrong_first_seat")

    def suits(self, plan, rng):
        if len(plan.seats) < 3:
            return False
        self.where = rng.choice(deal_order(plan)[1:-1])
        return True

    def deal(self, play):
        order = [s for s in deal_order(play.plan) if s != self.where]
        for i in range(2 * len(order)):
            play.pitch(order[i % len(order)])
        return self.done(play)


class WrongFirst(Slip):
    """The deal begins one seat too late."""

    name = "first-card-wrong-seat"
    situations = ("deal.wrong_first_seat",)
    wide = ("deal.out_of_sequence", "deal.seat_left_out")

    def suits(self, plan, rng):
        return len(plan.seats) > 2

    def deal(self, play):
        order = deal_order(play.plan)
        order = order[1:] + order[:1]
        for i in range(play.rng.randint(3, 2 * len(order))):
            play.pitch(order[i % len(order)])
        return self.done(play)


class Foreign(Slip):
    """A card of another deck is dealt."""

    name = "foreign-card"
    situations = ("deck.foreign_in_hand", "deck.foreign_in_stub", "deck.too_many")

    def suits(self, plan, rng):
        self.where = rng.randrange(2 * len(plan.seats))
        return True

    def deal(self, play):
        self.put_in(play, Tag(play.uid(), "x1"))

    def put_in(self, play, tag):
        """Deal ``tag`` in place of the card whose turn it is."""
        play.scene.add(tag)
        order = deal_order(play.plan)
        for i in range(2 * len(order)):
            seat = order[i % len(order)]
            if i == self.where:
                play.pitch(seat, tag)
            else:
                play.pitch(seat)
        return self.done(play)


class Duplicate(Foreign):
    """The deck holds two cards of one face."""

    name = "duplicate-card"
    situations = ("deck.duplicate",)

    def suits(self, plan, rng):
        self.where = rng.randrange(2, 2 * len(plan.seats))
        self.twin = rng.randrange(self.where)
        return True

    def deal(self, play):
        tag = Tag(play.uid(), play.plan.order[self.twin])
        play.extra_deck[tag.uid] = tag.name
        self.put_in(play, tag)


class LastMissing(Slip):
    """The last card of the deal is not dealt; the players act, up to the first who calls."""

    name = "last-card-missing"
    situations = (
        "deal.last_card_missing",
        "deal.last_card_missing_late",
        "deal.short_before",
        "deal.short_after",
    )

    def suits(self, plan, rng):
        return any(a[0] != "fold" for a in plan.streets[0][:-1])

    def deal(self, play):
        for i in range(2 * len(play.plan.seats) - 1):
            play.pitch_next(i)

    def act(self, play, number, i, act):
        play.act(act)
        if act[0] == "fold":
            return True
        return self.done(play)


class DeadTag(Slip):
    """One hole card that no antenna reads, wherever it lies: no incident, perhaps a question."""

    name = "card-read-nowhere"

    def suits(self, plan, rng):
        self.where = rng.randrange(2 * len(plan.seats))
        return True

    def deal(self, play):
        play.cards[play.plan.order[self.where]].dead = True
        play.feat("a tag is dead")
        play.deal_all()


class WrongAnte(Slip):
    """One player puts in an ante of the wrong size."""

    name = "wrong-ante"
    situations = ("wager.ante_wrong",)

    def suits(self, plan, rng):
        if not plan.ante or plan.ante_type != "each":
            return False
        self.where = rng.choice([s for s, _, kind in plan.posts if kind == "ante"])
        self.amount = plan.ante * 2 if plan.unit == plan.ante else plan.unit
        return True

    def ante(self, seat, amount):
        """What the seat puts in."""
        return self.amount if seat == self.where else amount

    def posted(self, play, seat, amount):
        """An ante is a post: only so do the rules judge its size."""
        play.scene.ideal.pop()
        play.scene.emit(play.t, "post", seats=[seat], kind="ante", amount=amount)

    def deal(self, play):
        play.deal_all()
        return self.done(play)


class ButtonLate(Slip):
    """The button was not moved after the last hand; somebody says so when two have acted."""

    name = "button-moved-late"
    situations = ("deal.button_not_moved", "deal.button_wrong_late", "deal.wrong_button")
    wide = (
        "frame.button_adjust_dead",
        "frame.button_adjust_moving",
        "frame.button_heads_up",
        "frame.blind_wrong_seat",
        "frame.blind_wrong_seat_late",
    )

    def suits(self, plan, rng):
        return len(plan.seats) > 3 and len(plan.streets[0]) > 3

    def header(self, plan):
        """No antenna sees the button: that it lies where it lay is the setup's to say."""
        return {"previous": {"button": plan.button, "sb": plan.sb_seat, "bb": plan.bb_seat}}

    def act(self, play, number, i, act):
        if i < 2:
            return False
        play.think()
        play.press({"what": "notice", "by": "dealer", "kind": "wrong_button"}, must=True)
        return self.done(play)


def classes():
    """All of them, by name."""
    rows = [
        Exposed("first-card-exposed", 1, True, ("deal.first_two_exposed",)),
        Exposed("later-card-exposed", 1, False, ("deal.exposed_one",)),
        Exposed("two-exposed", 2, False, ("deal.exposed_many",), ("deal.exposed_one",)),
    ]
    rows += [
        c()
        for c in (
            Boxed,
            ExtraCard,
            EmptySeat,
            SeatSkipped,
            WrongFirst,
            Foreign,
            Duplicate,
            LastMissing,
            DeadTag,
            WrongAnte,
            ButtonLate,
        )
    ]
    return rows
