"""How cards and chips move in the hands of people: players here, the dealer's in `clubhand`."""

import math

from tests.detection.seventh.holdings import chips_for, worth


class Unplayable(Exception):
    """This draw cannot be played: draw again."""


class Motions:
    """Movements of players; the hand keeps clock, keys and chips."""

    def think(self, low=0.5, high=3.5):
        """Time that somebody takes, at this table's tempo."""
        self.t += max(0.45, self.rng.uniform(low, high) * self.night.tempo)

    def say(self, key, t=None, sure=False):
        """A key of the dealer, late as keys are and now and then forgotten."""
        if not sure and self.rng.random() < self.night.forgets:
            self.feats.append(f"{t or self.t:.1f} key forgotten: {key}")
            return
        late = self.rng.uniform(*self.night.late)
        self.keys.append(((t or self.t) + late, key))

    def word(self, seat, word, amount=None, sure=False):
        """What a player says, as the dealer keys it."""
        key = {"what": "declare", "seat": seat, "word": word, "wording": "plain"}
        if amount is not None:
            key["amount"] = amount
        self.say(key, sure=sure)

    def resting_hand(self, zone, low=0.5, high=2.5, strength=None):
        """A hand over a loop from now on for a while."""
        strength = self.rng.uniform(0.5, 1.0) if strength is None else strength
        self.felt.cover(zone, self.t, self.t + self.rng.uniform(low, high), strength)

    # -- cards

    def square_up(self, seat, t):
        """The two cards are put on each other, in the middle of the spot."""
        cards = self.hole[seat]
        spot, pile = self.felt.at(f"seat:{seat}", 9), self.felt.pile()
        self.felt.cover(f"seat:{seat}", t, t + 0.6, 0.7)
        for card in cards:
            place = spot[0] + self.rng.gauss(0, 2), spot[1] + self.rng.gauss(0, 2)
            self.felt.go(card, t, t + 0.4, place, fly=12, pile=pile)
        self.still[seat] = t + 0.4

    def peek(self, seat):
        """Corners or whole cards are lifted for a moment."""
        rng, cards = self.rng, self.hole[seat]
        if not cards or seat == self.away:
            return
        t = max(self.t, self.still[seat] + 0.05)
        lasts = rng.uniform(1.0, 3.0) if rng.random() < 0.5 else rng.uniform(0.4, 1.0)
        if rng.random() < 0.45:
            # Corners only: the cards stay, a hand is cupped over them.
            self.felt.cover(f"seat:{seat}", t, t + lasts, rng.uniform(0.6, 1.0))
            self.still[seat] = t + lasts
            return
        home = self.felt.at(f"seat:{seat}", 10)
        pile = self.felt.pile() if rng.random() < 0.6 else None
        for i, card in enumerate(cards):
            place = home[0] + rng.gauss(0, 3), home[1] + rng.gauss(0, 3)
            if i and pile is None:
                # One card goes down beside the other, up to 30 mm away.
                place = home[0] + rng.uniform(-30, 30), home[1] + rng.uniform(-30, 30)
            here = card.place()
            self.felt.lay(card, t, here, z=55)
            self.felt.go(card, t + lasts, t + lasts + 0.2, place, pile=pile)
        self.still[seat] = t + lasts + 0.2

    def to_muck(self, cards, t, seconds=None):
        """Cards are put on the muck by the dealer."""
        seconds = seconds or self.rng.uniform(0.3, 0.7)
        x, y = self.felt.at("muck", 14)
        for card in cards:
            place = x + self.rng.gauss(0, 6), y + self.rng.gauss(0, 6)
            pile = "muck" if self.rng.random() < 0.6 else None
            self.felt.go(card, t, t + seconds, place, pile=pile)
            self.mucked.append(card)

    def throw_in(self, seat):
        """A hand is folded: pushed or tossed, left lying until the dealer takes it."""
        rng, cards, felt = self.rng, self.hole[seat], self.felt
        t = max(self.t, self.still[seat] + 0.1)
        line, lasts = f"line:{seat}", rng.uniform(0.25, 0.6)
        center = felt.at("burn")[0] * 0.3, -120
        how = rng.choices(("line", "short", "past", "muck"), (35, 15, 38, 12))[0]
        if seat == self.away:
            how = "muck"
        if how == "muck":
            self.to_muck(cards, t, lasts)
        else:
            if how == "line":
                place = felt.at(line, 16)
            elif how == "short":
                place = felt.between(f"seat:{seat}", line, rng.uniform(0.4, 0.65))
            else:
                place = felt.toward(line, center, rng.uniform(60, 120))
            apart = rng.choice((3, 3, 20))
            for card in cards:
                spot = place[0] + rng.gauss(0, apart), place[1] + rng.gauss(0, apart)
                felt.go(card, t, t + lasts, spot, fly=rng.choice((8, 25, 40)))
            waits = rng.uniform(0.25, self.night.collect)
            self.to_muck(cards, t + lasts + waits)
        self.feats.append(f"{t:.1f} seat {seat} folds {how}")
        self.hole[seat] = []
        self.t = t + lasts

    # -- chips

    def take(self, seat, amount):
        """Chips of this amount out of a rack, None if it has none such."""
        small = self.rng.choice((0, 0, 1, 2))
        if amount == worth(self.racks[seat]):
            return list(self.racks[seat])
        return chips_for(amount, self.racks[seat], small)

    def heap(self, seat, chips, spread=4):
        """Places for chips on a bet spot: ``{chip: (place, height, pile)}``."""
        rng, out = self.rng, {}
        stacks = 1 + (len(chips) > 4) + (len(chips) > 9) + (len(chips) > 16)
        if len(chips) > 1 and rng.random() < 0.3:
            stacks += 1
        angles = rng.uniform(0, 6.28)
        spots = []
        for i in range(stacks):
            far = 0 if stacks == 1 else rng.uniform(16, 26)
            turn = angles + rng.uniform(-0.15, 0.15) + 6.28 * i / stacks
            x, y = self.felt.at(f"line:{seat}", 5)
            place = x + far * math.cos(turn), y + far * math.sin(turn)
            spots.append((*place, self.felt.pile()))
        per = -(-len(chips) // stacks)
        for i, chip in enumerate(chips):
            x, y, pile = spots[i // per]
            place = x + rng.gauss(0, spread / 3), y + rng.gauss(0, spread / 3)
            out[chip] = place, 6 + 0.8 * (i % per), pile
        return out

    def put_in(self, seat, chips, slow=1.0):
        """Chips cross the line in one motion; the clock stands at their rest."""
        rng, felt = self.rng, self.felt
        t, start = self.t, felt.rack(seat)
        lasts = rng.uniform(0.3, 0.7) * slow
        how = rng.choice(("push", "push", "toss", "heaps")) if len(chips) > 1 else "toss"
        places = self.heap(seat, chips, 4 if how != "toss" else 9)
        half = len(chips) // 2
        second = rng.uniform(0.03, 0.22)
        end = t
        for i, chip in enumerate(chips):
            begin = t + (second if how == "heaps" and i >= half else 0)
            arrive = begin + lasts + (rng.uniform(0, 0.15) if how == "toss" else 0)
            place, z, pile = places[chip]
            fly = 9 if how != "toss" else rng.uniform(15, 60)
            if how == "toss" and rng.random() < self.night.fumbles and len(chips) > 1:
                # It rolls on to the edge of the spot and is straightened up at once.
                out = felt.toward(f"line:{seat}", (0, 0), rng.uniform(38, 50))
                felt.go(chip, begin, arrive, out, fly=fly, start=start)
                begin, arrive = arrive + 0.15, arrive + rng.uniform(0.3, 0.7)
                felt.go(chip, begin, arrive, place, z=z, fly=7, pile=pile)
            else:
                felt.go(chip, begin, arrive, place, z=z, fly=fly, pile=pile, start=start)
            end = max(end, arrive)
            self.racks[seat].remove(chip)
            self.front[seat].append(chip)
        if rng.random() < 0.3:
            felt.cover(f"line:{seat}", t + lasts * 0.6, end + rng.uniform(0.1, 0.9), 0.5)
        self.settled[seat] = end
        self.t = end

    def riffle_chips(self, seat):
        """A player lifts part of his bet and lets it fall again, on the spot."""
        chips = self.front[seat]
        if len(chips) < 4 or self.rng.random() > 0.3:
            return
        t = self.settled[seat] + self.rng.uniform(0.2, 0.6)
        part = chips[: len(chips) // 2]
        up = self.rng.uniform(0.15, 0.5)
        for chip in part:
            place, pile = chip.place(), chip.way[-1][8]
            self.felt.lay(chip, t, place, z=self.rng.uniform(30, 60))
            self.felt.lay(chip, t + up, place, z=chip.way[-2][4], pile=pile)
        self.settled[seat] = t + up
        self.feats.append(f"{t:.1f} seat {seat} riffles its bet")

    def to_rack(self, seat, chips, t, seconds):
        """Chips go back to a player from where they lie."""
        for chip in chips:
            self.felt.off(chip, t, t + seconds, self.felt.rack(seat))
            self.racks[seat].append(chip)

    def idle(self):
        """What people do while somebody else thinks."""
        rng = self.rng
        if rng.random() < self.night.shadow * 12:
            kind = rng.choice(("seat", "seat", "line"))
            seat = rng.choice(self.seats)
            if kind == "seat" or self.night.rests:
                self.resting_hand(f"{kind}:{seat}", 0.5, 3.0)
        for tag in self._lying():
            if rng.random() < self.night.shadow * 0.6:
                start = self.t + rng.uniform(0, 1.5)
                tag.dark.append((start, start + rng.uniform(0.5, 3.0)))
        for seat in self.live:
            if rng.random() < self.night.peeks * 0.12 and seat != self.turn:
                self.peek(seat)

    def _lying(self):
        tags = [chip for spot in self.front.values() for chip in spot]
        return tags + self.board + [c for s in self.live for c in self.hole[s]]
