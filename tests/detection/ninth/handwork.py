"""What hands do with cards: deal, look, fold, turn the board, table, muck, gather.

A clock ``t`` in seconds runs along; what the dealer does meanwhile is put at times of its own.
"""

import math

STREETS = ("preflop", "flop", "turn", "river")
SPOTS = {"flop": ("board:1", "board:2", "board:3"), "turn": ("board:4",), "river": ("board:5",)}


class CardWork:
    """Cards of one hand. Mixed into the hand (``ninenight.Hand``), which holds the state."""

    def rest(self, badly=0.0):
        """The miss of a card that comes to rest: mostly small, now and then badly placed."""
        if self.rng.random() < badly:
            return self.rng.uniform(0.10, 0.50)
        return min(0.4, self.rng.lognormvariate(math.log(self.night.rest_miss), 0.5))

    def key(self, at, **what):
        """A keyed input, as late as this dealer is."""
        late = min(1.5, self.night.dealer.late + self.rng.expovariate(1 / 0.25))
        self.keys.append((at + max(0.2, late), what))
        return at + late

    def minds(self):
        """Whether this dealer keys what need not be keyed."""
        return self.rng.random() < {"all": 0.97, "most": 0.8, "words": 0.0}[self.night.dealer.keys]

    def fly(self, tag, start, end, t0, t1, slides):
        """A tag goes straight over what lies between: now and then a loop hears it."""
        ways = self.plan.crossed(start, end)
        lasts = sum(high - low for _, low, high in ways) * (t1 - t0)
        if not ways or lasts <= 0:
            return
        chance = 0.65 * self.night.dealer.flight_read * (1.3 if slides else 0.7)
        each = min(0.95, chance / max(0.05, lasts / 0.15))
        for zone, low, high in ways:
            a, b = t0 + low * (t1 - t0), t0 + high * (t1 - t0)
            self.line.touch(tag, a, b, zone, 1 - each, 0.7 if slides else 0.2)

    # -- the deal

    def at_mouth(self, card, lasts, up=False):
        """The card comes out of the stub and lies over a quadrant for ``lasts`` seconds."""
        quadrant = self.rng.choice((2, 4) if up else (1, 3))
        self.line.lay(card, self.t, f"mouth:{quadrant}", self.rng.uniform(0.02, 0.12))
        wrong = self.rng.choice((1, 3) if up else (2, 4))
        self.line.touch(card, self.t, self.t + lasts, f"mouth:{wrong}", 1 - self.air.stray, 0.1)
        self.line.lift(card, self.t + lasts)
        self.dealt += 1

    def pitch(self, card, zone, up=False, pace=None):
        """One card from the stub to a zone; returns when it lies there."""
        dealer, rng = self.night.dealer, self.rng
        pace = pace or dealer.pace * rng.uniform(0.85, 1.2)
        wait = max(0.1, pace * rng.uniform(0.35, 0.7))
        self.at_mouth(card, wait, up)
        slides = rng.random() < dealer.slides
        way = self.plan.length("mouth", zone or (0.0, -100.0)) / 1000
        flight = max(0.1, min(0.5, way / rng.uniform(1.5, 2.6 if slides else 4.0)))
        start = self.t + wait
        if zone:
            self.fly(card, "mouth", zone, start, start + flight, slides)
        self.line.lay(card, start + flight, zone, self.rest(dealer.badly))
        self.t += pace
        return start + flight

    def deal_order(self):
        """Seats in the order of the deal, two rounds."""
        return self.betting.after(self.night.button)

    def deal(self):
        """Two cards each, from the left of the button."""
        for _ in range(2):
            for seat in self.deal_order():
                self.deal_one(seat)

    def deal_one(self, seat, up=False, card=None):
        """The next card to a seat."""
        card = card or self.draw()
        landed = self.pitch(card, f"seat:{seat}", up)
        self.hole.setdefault(seat, []).append(card)
        self.free[seat] = landed + 0.2
        return card

    def draw(self):
        """The next card of the stub."""
        return self.stub.pop(0)

    def look_all(self):
        """Those who look at once lift their cards; some put a chip on them."""
        for seat in list(self.hole):
            player = self.night.players.get(seat)
            if player is None:
                continue
            if player.looks == "at once":
                self.look(seat, self.t + self.rng.uniform(0.2, 3.0))
            if player.guard:
                self.line.hand(self.free[seat], self.free[seat] + 900, f"seat:{seat}", 3)

    def look(self, seat, at):
        """The player looks: a corner is bent, or the hand is lifted; returns when it lies again."""
        rng = self.rng
        at = max(at, self.free[seat])
        lasts = rng.uniform(0.8, 2.8)
        zone = f"seat:{seat}"
        self.line.hand(at, at + lasts + 0.3, zone, rng.uniform(1, 8))
        lifted = rng.random() < 0.45
        for card in self.hole[seat]:
            if lifted:
                self.line.lift(card, at + rng.uniform(0, 0.15))
            else:
                self.line.lay(card, at, zone, rng.uniform(0.3, 0.95))
            beside = rng.random() < 0.06
            self.line.lay(card, at + lasts, zone, self.rest(1.0 if beside else 0.02))
        self.free[seat] = at + lasts + 0.2
        self.looked.add(seat)
        return self.free[seat]

    # -- folds and the muck

    def fold(self, seat, at, said=False):
        """The hand goes; returns when the next player sees that it has gone."""
        rng, line = self.rng, self.line
        at = max(at, self.free[seat])
        if said:
            self.key(at, what="declare", seat=seat, word="fold", wording="plain")
        manner = self.night.players[seat].fold
        if rng.random() < 0.15:
            manner = rng.choice(["slide", "past", "toss", "short"])
        cards = self.hole.pop(seat)
        lasts = rng.uniform(0.2, 0.5)
        rests = at + lasts
        for card in cards:
            line.lift(card, at + rng.uniform(0, 0.08))
        self._throw(seat, cards, manner, at, rests)
        self.muck += cards
        if manner != "toss":
            after = rests + rng.uniform(0.5, 1.5) * self.night.dealer.quick_muck
            self.collect(cards, max(after, self.dealer_free))
        return rests

    def _throw(self, seat, cards, manner, at, rests):
        """Where the folded cards come to rest."""
        rng, line = self.rng, self.line
        spot = f"line:{seat}"
        if manner == "toss":
            self.into_muck(cards, at, rests, spot)
            return
        if manner == "slide":
            zone = spot
        elif manner == "short":
            zone = None
        else:
            zone = self.plan.over(self.plan.ahead(seat, rng.uniform(60, 120)))
        for card in cards:
            if manner == "past":
                line.touch(card, at + 0.1, rests - 0.05, spot, 0.5)
            line.lay(card, rests, zone, rng.uniform(0.02, 0.3))

    def collect(self, cards, at):
        """The dealer draws folded cards into the muck."""
        for card in cards:
            self.line.lift(card, at)
        rests = at + self.rng.uniform(0.25, 0.6)
        self.into_muck(cards, at, rests, None)
        self.dealer_free = rests + 0.1

    def into_muck(self, cards, at, rests, start):
        """Cards come to lie in the muck, some beside its loop."""
        for card in cards:
            if start:
                self.fly(card, start, "muck", at, rests, True)
            beside = self.rng.random() < 0.12
            self.line.lay(card, rests, "muck", self.rest(1.0 if beside else 0.1))

    def tidy(self, at):
        """The dealer squares the muck up."""
        self.line.hand(at, at + 0.9, "muck", 5)
        for card in self.muck:
            if card.stay and card.stay[0] < at:
                self.line.lift(card, at)
                self.line.lay(card, at + 0.7, "muck", self.rest(0.1))

    # -- the board

    def burn(self):
        """One card face down beside the stub."""
        card = self.draw()
        pace = self.rng.uniform(0.5, 1.1)
        self.at_mouth(card, pace * 0.5)
        self.line.lay(card, self.t + pace * 0.5 + 0.2, "burn", self.rest(0.05))
        self.burned.append(card)
        self.t += pace

    def turn_board(self, street, extra=0):
        """The cards of a street (and ``extra`` too many) come to lie on the board."""
        spots = list(SPOTS[street])
        cards = [self.draw() for _ in range(len(spots) + extra)]
        if extra:
            spots.append({"flop": "board:4", "turn": "board:5", "river": "board:5"}[street])
        if street == "flop" and self.night.dealer.flop != "one by one":
            self._flop_pile(cards, spots)
        else:
            for card, spot in zip(cards, spots, strict=True):
                self.pitch_board(card, spot)
        self.board += cards
        self.t += self.rng.uniform(0.3, 0.8)

    def straighten(self):
        """The dealer squares the board up."""
        for i, card in enumerate(self.board[:5]):
            at = self.t + 0.15 * i
            self.line.lift(card, at)
            self.line.lay(card, at + self.rng.uniform(0.15, 0.5), f"board:{i + 1}", self.rest(0.03))

    def pitch_board(self, card, spot):
        """One card to its spot, turned on the way or where it lies."""
        pace = self.rng.uniform(0.5, 1.0)
        self.at_mouth(card, pace * 0.45)
        self.line.lay(card, self.t + pace * 0.45 + 0.25, spot, self.rest(0.06))
        self.t += pace

    def _flop_pile(self, cards, spots):
        """Three cards on a pile, turned over together and spread."""
        rng = self.rng
        pile = rng.choice(spots[:2])
        for card in cards:
            pace = max(0.28, self.night.dealer.pace * rng.uniform(0.7, 1.0))
            self.at_mouth(card, pace * 0.5)
            self.line.lay(card, self.t + pace * 0.5 + 0.15, pile, 0.25)
            self.t += pace
        self.t += rng.uniform(0.4, 0.9)
        self.line.hand(self.t - 0.3, self.t + 0.8, pile, 6)
        step = 0.0
        for card, spot in zip(cards, spots, strict=True):
            self.line.lift(card, self.t)
            if self.night.dealer.flop == "fan":
                step += rng.uniform(0.05, 0.2)
            self.line.lay(card, self.t + 0.2 + step, spot, self.rest(0.06))
        self.t += 0.4 + step

    # -- the showdown

    def table_hand(self, seat, at, keyed=True):
        """A hand is turned up in front of its player; returns when everybody has seen it."""
        rng = self.rng
        at = max(at, self.free[seat])
        cards = self.hole[seat]
        spot = f"seat:{seat}"
        if rng.random() < 0.4 and not self.front[seat]:
            spot = f"line:{seat}"
        for i, card in enumerate(cards):
            self.line.lift(card, at + 0.05 * i)
            self.line.lay(card, at + rng.uniform(0.3, 0.5), spot, self.rest(0.03))
        if keyed:
            self.key(at + 0.4, what="tabled", seat=seat)
        self.free[seat] = at + 0.6
        self.tabled.add(seat)
        return at + 0.7

    def show_and_muck(self, seat, at):
        """A beaten hand is turned up in front of its player and soon drawn in."""
        at = self.table_hand(seat, at, keyed=self.rng.random() < 0.6)
        cards = self.hole.pop(seat)
        self.muck += cards
        self.collect(cards, max(at + self.rng.uniform(0.8, 2.5), self.dealer_free))
        return at

    def muck_hand(self, seat, at):
        """A hand that need not be shown goes away unseen."""
        at = max(at, self.free[seat])
        cards = self.hole.pop(seat)
        rests = at + self.rng.uniform(0.25, 0.5)
        for card in cards:
            self.line.lift(card, at)
        self._throw(seat, cards, self.rng.choice(["slide", "past", "toss"]), at, rests)
        self.muck += cards
        self.collect(cards, max(rests + self.rng.uniform(0.3, 1.2), self.dealer_free))
        return rests

    def gather(self):
        """All cards go together: hands, board, burns, then a riffle."""
        rng = self.rng
        self.t = max(self.t, self.dealer_free)
        for seat in list(self.hole):
            cards = self.hole.pop(seat)
            at = max(self.t, self.free[seat])
            self.muck += cards
            self.collect(cards, at)
            self.t = at + rng.uniform(0.5, 1.0)
        for cards in (self.board, self.burned):
            if cards:
                self.collect(cards, self.t)
                self.t += rng.uniform(0.5, 1.1)
        if self.night.dealer.riffle:
            self.keys.append((self.t + rng.uniform(1.5, 4.0), {"what": "riffle"}))
        self.t += rng.uniform(3.0, 5.0)
