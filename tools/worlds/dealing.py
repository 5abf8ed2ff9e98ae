"""The dealer's cards: pitched, burned, turned up; and what players do with theirs as they come."""

import math

from tools.worlds.hand_plans import deal_order


class Dealing:
    """Steps of a ``Play`` that move cards off the deck."""

    # -- dealing

    def deal_all(self):
        """Pitch the hole cards in order."""
        for i in range(2 * len(self.plan.seats)):
            self.pitch_next(i)

    def pitch_next(self, i):
        """Pitch the i-th card to the seat whose turn it is."""
        order = deal_order(self.plan)
        return self.pitch(order[i % len(order)])

    def off_the_deck(self, card=None):
        """The next card of the deck (or a given one) comes to the mouth; returns the tag."""
        if card is None:
            card = self.cards[self.plan.order[self.off_deck]]
        self.off_deck += 1
        return card

    def at_mouth(self, card, face="down", hold=None):
        """A card lies square at the mouth for a moment; ends at ``self.t``."""
        w = self.w
        hold = hold or min(0.5, w["pace_s"] * self.rng.uniform(0.25, 0.6))
        quadrant = self.rng.choice((1, 3) if face == "down" else (2, 4))
        x, y = self.felt.mouth
        self.scene.place(card, self.t, x, y, dur=0.0, forced=quadrant)
        self.t += hold
        return hold

    def pitch(self, seat, card=None, face="down", boxed=False, emit=True, to=None, at=None):
        """One card goes from the mouth to a seat. ``to``: another goal zone; ``at``: its point."""
        w, rng = self.w, self.rng
        card = self.off_the_deck(card)
        began = self.t
        self.at_mouth(card, "up" if boxed else "down")
        zone = to or f"seat:{seat}"
        goal = self.felt.of.get(zone)
        x, y = at or self.landing(goal)
        fly = rng.random() >= w["slide_share"]
        speed = rng.uniform(2200, 4000) if fly else rng.uniform(1500, 2600)
        mx, my = self.felt.mouth
        dur = min(0.5, max(0.1, math.hypot(x - mx, y - my) / speed))
        self.scene.place(card, self.t + dur, x, y, "fly" if fly else "slide", dur, goal="pitch")
        if emit:
            self.scene.emit_cards(began, [card], "stub", zone, face, "dealer", nth=self.off_deck)
        if zone == f"seat:{seat}":
            self.scene.fact(self.t + dur, "dealt", seat, card.name)
            if seat in self.hands:
                self.hands[seat].append(card)
        rest = w["pace_s"] * rng.uniform(0.85, 1.15) - (self.t - began)
        self.t += max(0.03, rest)
        return card

    def landing(self, loop):
        """A point where a card stops: about the middle of a loop, now and then partly beside."""
        rng = self.rng
        if self.chance("beside_share"):
            self.feat("landed beside")
            side = rng.choice((-1, 1))
            if rng.random() < 0.5:
                return loop.x + side * (loop.hw + rng.uniform(-12, 8)), loop.y + rng.gauss(0, 15)
            return loop.x + rng.gauss(0, 12), loop.y + side * (loop.hh + rng.uniform(-12, 8))
        return loop.x + rng.gauss(0, 9), loop.y + rng.gauss(0, 11)

    def settle_in(self):
        """Players square up or look at their cards as they come."""
        self.wait(0.2, 1.0)
        for seat in self.plan.seats:
            roll = self.rng.random()
            if roll < 0.4:
                self.square_up(seat, self.t + self.rng.uniform(0, 1.5))
                self.feat("squares up")
            elif roll < 0.4 + self.w["peek_share"] * 0.4:
                self.peek(seat, self.t + self.rng.uniform(0, 1.0))
                self.feat("peels at once")
        self.wait(0.0, 1.0)

    def square_up(self, seat, t):
        """The two cards are put on each other."""
        loop = self.felt.of[f"seat:{seat}"]
        x, y = loop.x + self.rng.gauss(0, 10), loop.y + self.rng.gauss(0, 12)
        if self.free(seat, t):
            for card in self.hands[seat]:
                self.scene.nudge(card, t, x, y, pile=len(self.hands[seat]))

    def free(self, seat, t):
        """True when a hand lies at its seat and may be touched at ``t``."""
        return all(c.now is not None and c.now.t0 <= t for c in self.hands[seat])

    def peek(self, seat, t):
        """A hand is lifted, or its corners; it comes back a little elsewhere. Returns the end."""
        rng, loop = self.rng, self.felt.of[f"seat:{seat}"]
        cards = self.hands[seat]
        if not cards or not self.free(seat, t):
            return t
        self.peeked.add(seat)
        dur = rng.uniform(1.0, 3.0)
        self.scene.hand_over(t, t + dur, loop.zone)
        x, y = loop.x + rng.uniform(-21, 21), loop.y + rng.uniform(-21, 21)
        beside = rng.choice(cards) if self.chance("peek_beside") else None
        for card in cards:
            self.scene.lift(card, t)
            cx, cy, pile = x + rng.gauss(0, 4), y + rng.gauss(0, 4), len(cards)
            if card is beside:
                self.feat("card beside the loop")
                side = rng.choice((-1, 1))
                cx, cy, pile = loop.x + side * (loop.hw + rng.uniform(-5, 30)), y, 1
            self.scene.place(card, t + dur + rng.uniform(0, 0.1), cx, cy, "carry", 0.0, pile)
        return t + dur

    # -- the board

    def burn(self, card=None):
        """One card goes to the burn spot."""
        card = self.off_the_deck(card)
        t = self.t
        self.at_mouth(card, hold=self.rng.uniform(0.12, 0.4))
        dur = self.rng.uniform(0.2, 0.45)
        self.t += dur
        x, y = self.burn_spot()
        self.scene.place(card, self.t, x, y, "slide", dur, pile=1)
        self.burns.append(card)
        self.scene.emit_cards(t, [card], "stub", "burn", "down", "dealer", nth=self.off_deck)
        self.scene.fact(self.t, "burn", None, card.name)
        self.wait(0.1, 0.5)
        return card

    def burn_spot(self):
        """Where the next burn card lies: a little beside the one before."""
        loop = self.felt.of["burn"]
        n = len(self.burns)
        return loop.x + self.rng.gauss(0, 6) + 9 * (n - 1), loop.y + self.rng.gauss(0, 7)

    def turn_up(self, number, count):
        """Board cards come one by one; a flop sometimes as a pile that is then spread."""
        rng = self.rng
        cards, began = [], self.t
        spread = count == 3 and self.chance("spread_share")
        for k in range(count):
            card = self.off_the_deck()
            self.at_mouth(card, hold=rng.uniform(0.12, 0.4))
            dur = rng.uniform(0.2, 0.45)
            self.t += dur
            slot = 1 if spread else len(self.board)
            self.lay(card, slot, dur, pile=k + 1 if spread else 1)
            self.board.append(card)
            cards.append(card)
            self.wait(0.05, 0.3)
        if spread:
            self.feat("flop spread")
            self.wait(0.2, 0.8)
            for k, card in enumerate(cards):
                self.lay(card, k, 0.3)
        first = self.off_deck - count + 1
        self.scene.fact(began, "street", None, number)
        self.scene.fact(self.t, "board", None, len(self.board))
        self.scene.emit_cards(began, cards, "stub", "board", "up", "dealer", nth=first)
        if rng.random() < 0.15:
            self.feat("board nudged")
            card = rng.choice(self.board)
            slot = self.board.index(card)
            x, y = self.slot(slot)
            self.scene.nudge(
                card, self.t + 0.4, x + rng.uniform(-18, 18), y + rng.uniform(-18, 18), gap=0.2
            )
            self.t += 0.7
        return cards

    def slot(self, k):
        """Middle of the k-th board loop (on a table with fewer, spread over those there are)."""
        loop = self.felt.of[self.felt.board[min(k, len(self.felt.board) - 1)]]
        return loop.x, loop.y

    def lay(self, card, slot, dur, pile=1):
        """Lay a board card in its slot."""
        x, y = self.slot(slot)
        self.scene.place(
            card, self.t, x + self.rng.gauss(0, 6), y + self.rng.gauss(0, 7), "slide", dur, pile
        )
