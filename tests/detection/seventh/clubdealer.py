"""What the dealer does between the streets and at the end of a hand."""

from tests.detection.seventh.clubmotions import Unplayable
from tests.detection.seventh.holdings import best, chips_for, payouts

UNIT = 25  # smallest chip in play


class Dealing:
    """The dealer's part of a hand, which keeps clock, keys and chips."""

    def pull_in(self):
        """The dealer brings all bets to the pot."""
        rng, felt = self.rng, self.felt
        spots = [s for s in self.seats if self.front[s]]
        if self.night.sweeps != "all at once":
            rng.shuffle(spots)
        begin = max([self.t] + [self.settled[s] for s in spots]) + 0.1
        end = begin
        for i, seat in enumerate(spots):
            lasts = rng.uniform(0.3, 0.9)
            t = begin
            pause = {"by seat": 1, "two hands": 2}.get(self.night.sweeps)
            if pause and i % pause == 0:
                t = end
            t += rng.uniform(0.02, 0.2)
            heaps = {}
            for chip in self.front[seat]:
                x, y = felt.at("pot", 20)
                old = chip.way[-1][8]
                x, y, pile = heaps.setdefault(old, (x, y, felt.pile()))
                place = x + rng.gauss(0, 8), y + rng.gauss(0, 8)
                loose = rng.random() < 0.5
                felt.go(chip, t, t + lasts, place, fly=8, pile=None if loose else pile)
                self.pot.append(chip)
            self.front[seat] = []
            end = max(end, t + lasts)
        self.t = end

    def uncalled(self):
        """Chips of the last wager that nobody called go back to their owner."""
        ranked = sorted(self.bets.values())
        seat = max(self.bets, key=lambda s: self.bets[s])
        extra = ranked[-1] - ranked[-2]
        if not extra:
            return
        chips = chips_for(extra, self.front[seat])
        if chips is None:
            raise Unplayable
        self.t = max(self.t, self.settled[seat]) + self.rng.uniform(0.6, 1.6)
        lasts = self.rng.uniform(0.3, 0.6)
        self.to_rack(seat, chips, self.t, lasts)
        self.front[seat] = [c for c in self.front[seat] if c not in chips]
        self.paid[seat] -= extra
        self.t += lasts

    def burn(self):
        """One card off the deck, face down, beside the well."""
        card = self.off_deck(self.rng.uniform(0.2, 0.5))
        lasts = self.rng.uniform(0.15, 0.3)
        self.felt.go(card, self.t, self.t + lasts, self.felt.at("burn", 7), fly=10, pile="burn")
        self.burns.append(card)
        self.t += lasts + self.rng.uniform(0.1, 0.4)

    def open_street(self):
        """Bets in, a card burned, the board turned."""
        self.t += self.rng.uniform(0.5, 1.8)
        self.pull_in()
        self.street += 1
        self.t += self.rng.uniform(0.3, 1.2)
        self.burn()
        self.turn_board(3 if self.street == 1 else 1)

    def turn_board(self, n):
        """Cards from the deck to the places of the board."""
        rng, felt = self.rng, self.felt
        first = len(self.board) + 1
        cards = []
        spread = n > 1 and self.night.spread_flop
        pile = felt.pile()
        for i in range(n):
            card = self.off_deck(rng.uniform(0.2, 0.45))
            zone = f"board:{min(first if spread else first + i, 5)}"
            lasts = rng.uniform(0.2, 0.4)
            place = felt.at(zone, 6)
            felt.go(card, self.t, self.t + lasts, place, fly=12, pile=pile if spread else None)
            cards.append(card)
            self.t += lasts + rng.uniform(0.02, 0.15)
        if spread:
            self.t += rng.uniform(0.3, 0.8)
            for i, card in enumerate(cards):
                zone = f"board:{min(first + i, 5)}"
                felt.go(card, self.t, self.t + 0.15 + 0.2 * i, felt.at(zone, 6), fly=10)
            self.t += 0.2 * n
        elif self.night.tidy:
            for i, card in enumerate(cards):
                zone = f"board:{min(first + i, 5)}"
                felt.go(card, self.t + 0.1, self.t + 0.4, felt.at(zone, 3), fly=9)
            self.t += 0.5
        self.board += cards
        self.t += rng.uniform(0.2, 0.6)

    # -- the end

    def finish(self):
        """Showdown or not, the pot, the cards."""
        self.t += self.rng.uniform(0.4, 1.2)
        if len(self.live) == 1:
            won = self.live[0]
            amount = {won: None}
        else:
            self.pull_in()
            self.showdown()
            amount = self.settle()
        self.t += self.rng.uniform(0.5, 1.2)
        self.push(amount)
        self.t += self.rng.uniform(0.3, 1.0)
        self.gather()

    def run_out(self):
        """All-in and betting over: the hands are turned up before the rest of the board."""
        # Those who play for a side pot first.
        order = self.after(self.button, self.live)
        for seat in sorted(order, key=lambda s: -self.paid[s]):
            self.table_hand(seat)
        self.tabled = True

    def table_hand(self, seat):
        """A hand is turned up and the dealer keys it."""
        rng, felt = self.rng, self.felt
        t = max(self.t, self.still[seat] + 0.1)
        x, y = felt.at(f"seat:{seat}", 10)
        if rng.random() < 0.2:
            x, y = felt.between(f"seat:{seat}", f"line:{seat}", rng.uniform(0.15, 0.3))
        side = rng.choice((-1, 1)) * rng.uniform(8, 18)
        for card, shift in zip(self.hole[seat], (-side, side), strict=True):
            felt.go(card, t, t + 0.35, (x + shift, y + rng.gauss(0, 3)), fly=20)
        self.still[seat] = t + 0.35
        self.t = t + 0.4
        self.say({"what": "tabled", "seat": seat}, sure=rng.random() < 0.9)
        self.t += rng.uniform(0.4, 2.0)

    def values(self):
        """What each live hand is worth on this board."""
        board = [c.what for c in self.board]
        return {s: best([c.what for c in self.hole[s]] + board) for s in self.live}

    def showdown(self):
        """Hands are shown from the last aggressor, or the button's left; beaten ones may go."""
        if self.tabled:
            return
        if any(not self.behind(s) for s in self.live):
            # With a player all-in every hand is tabled, whoever has won.
            self.run_out()
            return
        value = self.values()
        order = self.after(self.button, self.live)
        if self.aggressor in order:
            k = order.index(self.aggressor)
            order = order[k:] + order[:k]
        top = None
        for seat in order:
            if top is not None and value[seat] < top and self.rng.random() < 0.45:
                self.t += self.rng.uniform(0.5, 1.5)
                self.throw_in(seat)
                self.live.remove(seat)
                self.t += self.rng.uniform(0.5, 1.0)
                continue
            self.table_hand(seat)
            top = value[seat] if top is None else max(top, value[seat])

    def settle(self):
        """Beaten hands are taken in; what each winner is owed."""
        order = self.after(self.button, self.live)
        amount = payouts(self.paid, self.live, self.values(), order, UNIT, self.dead)
        for seat in [s for s in self.live if not amount[s]]:
            self.to_muck(self.hole[seat], max(self.t, self.still[seat] + 0.1))
            self.hole[seat] = []
            self.live.remove(seat)
            self.t += self.rng.uniform(0.5, 1.2)
        return {s: a for s, a in amount.items() if a}

    def push(self, amount):
        """Each winner's chips go over the cloth to him."""
        rng, felt = self.rng, self.felt
        for seat, owed in amount.items():
            loose = [c for spot in self.front.values() for c in spot] if owed is None else []
            chips = list(self.pot) + loose if owed is None else chips_for(owed, self.pot)
            if chips is None:
                raise Unplayable
            t = max([self.t] + list(self.settled.values())) + 0.1
            lasts = rng.uniform(0.5, 1.1)
            stay = rng.uniform(0.5, 2.5)
            for chip in chips:
                place = felt.at(f"line:{seat}", 24)
                felt.go(chip, t, t + lasts, place, fly=9)
                felt.off(chip, t + lasts + stay, t + lasts + stay + 0.4, felt.rack(seat))
                self.racks[seat].append(chip)
            self.pot = [c for c in self.pot if c not in chips]
            if owed is None:
                self.front = {s: [] for s in self.seats}
            self.t = t + lasts + rng.uniform(0.2, 0.8)

    def gather(self):
        """The dealer takes in hands, board and burns."""
        for seat in list(self.live):
            self.to_muck(self.hole[seat], max(self.t, self.still[seat] + 0.1))
            self.t += self.rng.uniform(0.3, 0.7)
        self.to_muck(self.board, self.t, 0.6)
        self.t += self.rng.uniform(0.6, 1.0)
        self.to_muck(self.burns, self.t, 0.5)
        self.t += self.rng.uniform(3.0, 6.0)
        if self.rng.random() < 0.4:
            for card in self.mucked:
                self.felt.off(card, self.t)
            self.t += self.rng.uniform(1, 3)
            if self.rng.random() < 0.6:
                self.say({"what": "riffle"}, sure=True)
                self.t += 2
