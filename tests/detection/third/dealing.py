"""Cards: the deal, hands looked at, folds, the muck."""

import math

from tests.detection.third.chips import Chips


class Dealing(Chips):
    """A hand's hole cards."""

    def rested(self, cards, t):
        """When these cards lie, ``t`` at the earliest."""
        return max([t] + [self.card_tags[card].since for card in cards])

    # -- the muck

    def muck_place(self):
        """A place in the muck."""
        loop = self.stage.by_zone["muck"]
        scatter = self.world.muck_pile
        return loop.x + max(-60, min(60, self.jitter(scatter))), loop.y + max(
            -85, min(85, self.jitter(scatter))
        )

    def to_muck(self, t, cards):
        """Cards go to the muck. Returns when they lie."""
        rng = self.rng
        x, y = self.muck_place()
        took = rng.uniform(0.35, 0.8)
        for card in cards:
            self.stage.move(
                self.card_tags[card],
                t,
                t + took + rng.uniform(0, 0.06),
                x + self.jitter(10),
                y + self.jitter(10),
                ("muck",),
                h=rng.choice([0, 0, 4, 12]),
            )
            self.mucked.append(card)
        self.stage.hand(t + took - 0.1, t + took + 0.3, "muck")
        return t + took

    def muck_hand(self, seat, t):
        """A seat's cards go to the muck. Returns when they lie."""
        cards, self.in_hand[seat] = self.in_hand[seat], []
        return self.to_muck(self.rested(cards, t), cards)

    def collect(self, now, force=False):
        """Folded hands that are due, or all, go to the muck. Returns when the dealer is free."""
        while self.pending and (force or self.pending[0][0] <= now):
            due, cards = self.pending.pop(0)
            t = max(due if not force else min(due, now + 0.3), self.dealer_free_at)
            end = self.to_muck(t, cards)
            self.dealer_free_at = end + 0.15
            if self.pending and self.rng.random() < 0.15:
                _, more = self.pending.pop(0)
                self.habit("two folds at once")
                end = self.to_muck(t + 0.1, more)
                self.dealer_free_at = end + 0.15
        return self.dealer_free_at

    def fold(self, seat, t):
        """A seat folds in one of five ways. Returns when the cards lie."""
        rng, stage = self.rng, self.stage
        how = rng.choices(["line", "past", "thrown", "said", "short"], self.world.fold_mix)[0]
        cards, self.in_hand[seat] = self.in_hand[seat], []
        took = rng.uniform(0.2, 0.6)
        height = 0
        if how == "line":
            place = self.at_line(seat, self.jitter(16), self.jitter(16))
            self.habit("fold on the line")
        elif how == "past":
            place = self.at_line(seat, rng.uniform(60, 120), self.jitter(25))
            self.habit("fold past the line")
        elif how == "short":
            place = self.at_line(seat, -rng.uniform(62, 85), self.jitter(15))
            self.habit("fold short of the line")
        elif how == "thrown":
            place, height, took = self._thrown(seat)
        else:
            self.habit("fold said")
            stage.key(t + self.late(), what="declare", seat=seat, word="fold", wording="plain")
            along = -rng.uniform(70, 110) if rng.random() < 0.5 else self.jitter(12)
            place = self.at_line(seat, along, self.jitter(10))
            if rng.random() < 0.4:
                place = None  # the cards stay where they are
        end = t
        if place is not None:
            stage.hand(t, t + took, f"seat:{seat}")
            for card in cards:
                stage.move(
                    self.card_tags[card],
                    t + rng.uniform(0, 0.05),
                    t + took + rng.uniform(0, 0.1),
                    place[0] + self.jitter(9),
                    place[1] + self.jitter(9),
                    ("hand", seat),
                    h=height,
                )
            end = t + took
        due = end + max(0.2, rng.uniform(0.2, 1.0) * self.world.collect + 0.2)
        self.pending.append((due, cards))
        self.pending.sort(key=lambda waiting: waiting[0])
        self.live.remove(seat)
        return end

    def _thrown(self, seat):
        """Where thrown cards come to lie, how high they fly, how long."""
        rng = self.rng
        muck = self.stage.by_zone["muck"]
        x, y = self.line_place(seat)
        share = rng.uniform(0.3, 0.95)
        height = rng.uniform(15, 90)
        took = rng.uniform(0.25, 0.55)
        x, y = (
            x + (muck.x - x) * share + self.jitter(40),
            y + (muck.y - y) * share + self.jitter(35),
        )
        self.habit("fold thrown")
        if abs(x) < 70 and abs(y + 300) < 70:  # nobody throws into the deck well
            y += 130
        return (x, y), height, took

    # -- one card

    def draw(self):
        """The next card of the deck."""
        if self.next_deck:
            return self.next_deck.popleft()
        return self.stub.pop()

    def mouth(self, card, t, up=False, hold=None):
        """The top card slides to the mouth. Returns when it leaves.

        Its inlay lies on one diagonal: quadrants I and III face down, II and IV face up.
        """
        rng = self.rng
        side_x = rng.choice([1, -1])
        side_y = side_x if not up else -side_x
        hold = hold or self.world.pace * self.world.mouth_frac * rng.uniform(0.8, 1.25)
        x, y = 16 * side_x + self.jitter(2.2), -300 + 22 * side_y + self.jitter(2.5)
        self.stage.rest(self.card_tags[card], t, x, y, ("mouth",))
        self.stage.wanted(t - 0.3, t + hold + 0.3, [f"mouth:{i}" for i in range(1, 5)])
        return t + hold

    def pitch(self, card, seat, t):
        """From the mouth to the seat. Returns when the card lies."""
        rng, scatter = self.rng, self.world.card_scatter
        x, y = self.seat_place(seat)
        if self.in_hand[seat] and rng.random() < 0.8:
            first = self.stage.where(self.card_tags[self.in_hand[seat][0]])
            to_x, to_y = (
                first[0] + self.jitter(scatter * 0.8),
                first[1] + self.jitter(scatter * 0.8),
            )
        else:
            to_x, to_y = x + self.jitter(scatter), y + self.jitter(scatter)
        to_x = max(x - 42, min(x + 42, to_x))
        to_y = max(y - 52, min(y + 52, to_y))
        if rng.random() < self.world.beside:
            _, across = self.axes(seat)
            aside = rng.choice([-1, 1]) * rng.uniform(50, 62)
            to_x, to_y = x + across[0] * aside, y + across[1] * aside
            self.habit("card beside the loop")
        distance = math.hypot(to_x, to_y + 300)
        if rng.random() < self.world.slides:
            speed, height = rng.uniform(1500, 2600), rng.uniform(2, 10)
        else:
            speed, height = rng.uniform(2200, 4000), rng.uniform(18, 60)
        end = t + max(0.1, min(0.5, distance / speed))
        self.stage.move(self.card_tags[card], t, end, to_x, to_y, ("hand", seat), h=height)
        self.in_hand[seat].append(card)
        return end

    def give(self, card, seat, t):
        """A card that comes by itself, over the mouth. Returns when it lies."""
        return self.pitch(card, seat, self.mouth(card, t))

    def square(self, seat, t):
        """The player squares up the cards."""
        self.habit("squares up")
        x, y = self.seat_place(seat)
        self.stage.hand(t, t + 0.6, f"seat:{seat}")
        cx, cy = x + self.jitter(8), y + self.jitter(10)
        for card in self.in_hand[seat]:
            self.stage.move(
                self.card_tags[card],
                t,
                t + self.rng.uniform(0.25, 0.5),
                cx + self.jitter(3),
                cy + self.jitter(3),
                ("hand", seat),
            )

    def peek(self, seat, t, dur):
        """Corners or the whole hand lifted, put back up to 30 mm away."""
        height = self.rng.choice([6, 12, 25, 60])
        x, y = self.seat_place(seat)
        shift_x, shift_y = self.rng.uniform(-22, 22), self.rng.uniform(-22, 22)
        self.stage.hand(t, t + dur, f"seat:{seat}")
        for i, card in enumerate(self.in_hand[seat]):
            tag = self.card_tags[card]
            place = self.stage.where(tag)
            t0 = max(t, tag.since)
            self.stage.move(tag, t0, t0 + 0.2, place[0], place[1], ("hand", seat), z1=height)
            nx, ny = place[0] + shift_x + self.jitter(4), place[1] + shift_y + self.jitter(4)
            limit = 62 if (i and self.rng.random() < 0.06) else 45
            nx = max(x - limit, min(x + limit, nx))
            ny = max(y - 55, min(y + 55, ny))
            self.stage.move(tag, t0 + dur - 0.2, t0 + dur, nx, ny, ("hand", seat))
        return t + dur

    # -- the deal

    def deal(self):
        """Two cards to each, and what the irregular kinds make of it."""
        rng, stage, world = self.rng, self.stage, self.world
        self.habit("deal pitched" if world.slides < 1 else "deal slid over the felt")
        self.habit("slow deal" if world.pace > 0.5 else "fast deal")
        t = self.now + rng.uniform(0.6, 2.0)
        zones = [f"seat:{seat}" for seat in self.order]
        stage.wanted(t - 0.5, t + world.pace * 2 * self.n + 2, zones)
        total = 2 * self.n
        special = rng.randrange(2, total) if self.kind in ("exposed-one", "boxed") else None
        if self.kind == "button-late":
            self._move_button_late(t, total)
        t, exposed = self._deal_round(t, special)
        t = self.rested([card for seat in self.order for card in self.in_hand[seat]], t)
        if self.kind == "extra-card":
            t = self._extra_card(t)
        if exposed:
            t = self._replace_exposed(*exposed, t)
        if self.kind == "missing-last" and rng.random() >= 0.3:
            t = self._give_missing_card(t + rng.uniform(2.2, 6)) + 0.3
        for seat in self.order:
            if rng.random() < world.square:
                self.square(seat, t + rng.uniform(0.2, 2.0))
            if rng.random() < world.peek_first:
                self.habit("peels at once")
                self.peek(seat, t + rng.uniform(0.2, 2.5), rng.uniform(1, 3))
        if self.late_post:
            seat, amount = self.late_post
            then = t + rng.uniform(1.5, 5)
            first, t = self.put(seat, then, self.new_chips(amount))
            self.pays(seat, amount)
            self.mark(self.now, seat=seat, amount=amount, posted_ms=int(first * 1000))
        self.now = t + rng.uniform(0.2, 0.8)

    def _move_button_late(self, t, total):
        moved_at = t + self.world.pace * self.rng.uniform(1.5, total + 2)
        before = self.order[-2]
        way = {"from": f"seat:{before}", "to": f"seat:{self.button}", "by": "dealer"}
        self.stage.key(moved_at, what="puck_move", puck="dealer_button", **way)
        self.header_button = before
        way = {"from": before, "to": self.button, "seat": self.button}
        self.mark(t, moved_ms=int(moved_at * 1000), **way)

    def _deal_round(self, t, special):
        """Card by card; returns the time and ``(seat, card)`` of one that turned over."""
        rng, stage, world = self.rng, self.stage, self.world
        exposed = None
        pitches = [(seat, nth) for nth in range(2) for seat in self.order]
        for i, (seat, nth) in enumerate(pitches):
            if self.kind == "missing-last" and i == len(pitches) - 1:
                self.mark(t, seat=seat)
                self.missing = seat
                break
            card = self.hole[seat][nth]
            step = world.pace * rng.uniform(0.82, 1.2)
            if i == special and self.kind == "boxed":
                t = self._boxed_card(t, seat, i + 1)
            end = self.mouth(card, t)
            if world.noise != "quiet" and rng.random() < 0.03:
                end += rng.uniform(0.1, 0.4)  # a card that sticks
            arrived = self.pitch(card, seat, end)
            if i == special and self.kind == "exposed-one":
                self.mark(arrived, seat=seat, card_nth=i + 1)
                exposed = (seat, card)
                stage.key(arrived + self.late(), what="exposed", seat=seat, by="dealer")
            t = max(end + 0.08, t + step)
            rng.random()  # decides nothing; without it every seed would make another hand
        return t, exposed

    def _boxed_card(self, t, seat, nth):
        rng = self.rng
        boxed = self.draw()
        end = self.mouth(boxed, t, up=True, hold=rng.uniform(0.6, 1.6))
        self.mark(t, card_nth=nth, seat=seat, scrap_to="muck")
        t = self.to_muck(end, [boxed]) + rng.uniform(0.4, 1.2)
        keyed = rng.random() < 0.5
        if keyed:
            self.stage.key(t + self.late(), what="notice", by="dealer", kind="boxed_card")
        self.particulars["keyed"] = keyed
        return t

    def _extra_card(self, t):
        rng, stage = self.rng, self.stage
        seat = self.order[0] if rng.random() < 0.6 else rng.choice(self.order)
        extra = self.draw()
        arrived = self.give(extra, seat, t + 0.1)
        back = arrived + rng.uniform(1.8, 5.5)
        stage.hand(back, back + 0.5, f"seat:{seat}")
        end = back + rng.uniform(0.4, 0.8)
        stage.off(self.card_tags[extra], back, end, stage.stub_place, h=15)
        self.in_hand[seat].remove(extra)
        self.next_deck.append(extra)
        self.mark(arrived, seat=seat, returned_ms=int(back * 1000))
        return back + rng.uniform(1, 2)

    def _replace_exposed(self, seat, card, t):
        """The exposed card is laid beside the burn loop, another one dealt."""
        stage = self.stage
        then = t + self.rng.uniform(0.6, 1.8)
        stage.hand(then, then + 0.6, f"seat:{seat}")
        self.in_hand[seat].remove(card)
        new = self.draw()
        burn = stage.by_zone["burn"]
        x, y = burn.x + self.jitter(25), burn.y + 120 + self.jitter(10)
        stage.move(self.card_tags[card], then, then + 0.6, x, y, ("aside",), h=8)
        arrived = self.give(new, seat, then + 0.9)
        self.hole[seat] = [new if held == card else held for held in self.hole[seat]]
        self.aside_burn = card
        self.particulars["replaced_ms"] = int(arrived * 1000)
        return arrived + 0.3

    def _give_missing_card(self, t):
        seat, self.missing = self.missing, None
        arrived = self.give(self.hole[seat][1], seat, t)
        self.particulars["given_ms"] = int(arrived * 1000)
        return arrived

    def give_missing(self):
        """The card that was not dealt comes after an act, if its seat is still in."""
        if self.missing not in self.live:
            self.missing = None
            return
        self.now = self._give_missing_card(self.now + self.rng.uniform(0.8, 2.5)) + 0.4
