"""The board: burns, flop, turn and river, and what goes wrong with them."""

from tests.detection.third.dealing import Dealing


class Board(Dealing):
    """A hand's board."""

    def burn(self, t):
        """A card is burned. Returns when the dealer is free."""
        if self.aside_burn:
            card = self.aside_burn
            self.aside_burn = None
        else:
            card = self.draw()
            t = self.mouth(card, t, hold=self.world.pace * self.rng.uniform(0.3, 0.8))
        loop = self.stage.by_zone["burn"]
        end = t + self.rng.uniform(0.2, 0.5)
        self.stage.move(
            self.card_tags[card],
            t,
            end,
            loop.x + self.jitter(9),
            loop.y + self.jitter(11),
            ("burn",),
        )
        self.stage.hand(end - 0.1, end + 0.2, "burn")
        self.burned.append(card)
        return end + self.rng.uniform(0.1, 0.4)

    def lay(self, cards, t, first=1, spread=None):
        """Board cards onto their loops, or as a pile onto the first loop and then spread."""
        rng = self.rng
        stage = self.stage
        spread = self.world.flop_spread if spread is None else spread
        then = t
        end = t
        stage.wanted(t, t + 4, [f"board:{i}" for i in range(1, 6)])
        for i, card in enumerate(cards):
            end = self.mouth(card, then, hold=self.world.pace * rng.uniform(0.3, 0.8))
            nth = 1 if spread and len(cards) > 1 else first + i
            loop = stage.by_zone[f"board:{nth}"]
            took = rng.uniform(0.25, 0.55)
            stage.move(
                self.card_tags[card],
                end,
                end + took,
                loop.x + self.jitter(5),
                loop.y + self.jitter(6),
                ("board", nth),
                h=rng.uniform(0, 30),
            )
            stage.hand(end + took * 0.5, end + took + 0.2, loop.zone)
            then = end + rng.uniform(0.1, 0.3)
            end = end + took
        if spread and len(cards) > 1:
            self.habit("flop spread")
            then = end + rng.uniform(0.1, 0.5)
            for i, card in enumerate(cards):
                loop = stage.by_zone[f"board:{first + i}"]
                stage.move(
                    self.card_tags[card],
                    then,
                    then + rng.uniform(0.25, 0.6),
                    loop.x + self.jitter(6),
                    loop.y + self.jitter(6),
                    ("board", first + i),
                )
            end = then + 0.6
        self.board_laid += cards
        return end

    def deal_board(self, street):
        """Burn and cards of a street (1: the flop)."""
        rng, kind = self.rng, self.kind
        t = self.now + rng.uniform(0.5, 1.6)
        cards = self.board[:3] if street == 1 else [self.board[street + 1]]
        irregular = not self.done and street == self.irregular_street
        if irregular and kind == "no-burn":
            self.mark(t, street=street)
        elif not (self.skip_burn and street == 1):
            if self.carried:
                self.next_deck.appendleft(self.carried)
                self.carried = None
            t = self.burn(t)
            if irregular and kind == "two-burns":
                t = self.burn(t + rng.uniform(0.05, 0.5))
                self.mark(t, street=street)
        if kind == "two-card-flop" and street == 1:
            self._flop_of_two(cards, t)
        elif kind == "four-card-flop" and street == 1:
            self._flop_of_four(cards, t)
        else:
            self.now = self.lay(cards, t, 1 if street == 1 else street + 2)
        self.shown = list(self.board[: street + 2])
        if street > 1 and rng.random() < self.world.nudge * 2:
            self._nudge()

    def _flop_of_two(self, cards, t):
        self.now = self.lay(cards[:2], t)
        self.mark(self.now, missing=1)
        self.third = cards[2]
        if self.rng.random() < 0.4:
            self.now += self.rng.uniform(3, 6)
            self.give_third()

    def _flop_of_four(self, cards, t):
        fourth = self.draw()
        end = self.lay(cards + [fourth], t)
        self.board_laid.remove(fourth)
        self.mark(end)
        then = end + self.rng.uniform(2, 6)
        self.stage.off(self.card_tags[fourth], then, then + 0.7, self.stage.stub_place, h=15)
        self.carried = fourth
        self.particulars["returned_ms"] = int(then * 1000)
        self.now = then + 1

    def _nudge(self):
        self.habit("board nudged")
        tag = self.card_tags[self.rng.choice(self.board_laid)]
        x, y = self.stage.where(tag)
        then = max(tag.since, self.now) + self.rng.uniform(0.3, 3)
        x, y = x + self.jitter(12), y + self.jitter(12)
        self.stage.move(tag, then, then + 0.3, x, y, ("board", 9))

    def give_third(self):
        """The card a flop of two lacks."""
        card = self.third
        self.third = None
        if not self.board_laid:
            return
        t = self.now + self.rng.uniform(0.8, 3)
        end = self.lay([card], t, 3, False)
        self.particulars["completed_ms"] = int(end * 1000)
        self.now = end + 0.5

    def premature(self, seat):
        """Burn and flop come while a seat has yet to act; the flop goes back, all is reshuffled."""
        rng, stage = self.rng, self.stage
        t = self.burn(self.now + rng.uniform(0.8, 1.8))
        cards = self.board[:3]
        end = self.lay(cards, t)
        self.mark(self.card_tags[cards[0]].segments[1][0], seat=seat)
        then = end + rng.uniform(1.5, 5)
        stage.hand(then, then + 0.7, "board:2")
        for card in cards:
            start, end = then + rng.uniform(0, 0.2), then + rng.uniform(0.5, 0.9)
            stage.off(self.card_tags[card], start, end, stage.stub_place, h=10)
        self.board_laid = []
        self.particulars["returned_ms"] = int(then * 1000)
        self.now = then + 1.2
        rest = self.board + self.stub
        rng.shuffle(rest)
        self.board, self.stub = rest[:5], rest[5:]
        self.skip_burn = self.reshuffle = True
