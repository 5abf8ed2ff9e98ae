"""People at the table: how their hands move cards and chips, and what the dealer keys."""

from .tenchips import subset
from .tenfelt import AWAY, LOOPS, POT, line_at, past_at, rack_at, seat_at
from .tenradio import Tag

QUADRANTS = {"down": ("mouth:1", "mouth:3"), "up": ("mouth:2", "mouth:4")}


class People:
    """Motions of one recording. ``t`` is the time of whoever is acting now, in ms."""

    def __init__(self, rng, chips):
        self.rng, self.chips = rng, chips
        self.t = 0.0
        self.keys, self.hands, self.feats = [], [], []
        self.deck, self.deck_tags, self.cards, self.hole = [], [], {}, {}
        self.muck, self.burns, self.board = [], [], []
        self.pace = rng.uniform(250, 900)
        self.quick = rng.uniform(0.6, 1.6)
        self.late = rng.uniform(200, 900)
        self.slides = rng.uniform(0.2, 0.6)
        self.keys_words = rng.choice((0.1, 0.5, 0.95))
        self.forgets = rng.random() < 0.25
        self.scoops = rng.random() < 0.25
        self.sweep_ms = rng.uniform(150, 900)
        self.tidy = rng.random() < 0.5
        self.fold_style = {}

    # -- plain motions

    def near(self, spot, spread):
        """A spot about there."""
        return tuple(v + max(-2.2, min(2.2, self.rng.gauss(0, 1))) * spread / 2 for v in spot)

    @staticmethod
    def within(spot, middle, reach=46):
        """The spot, kept on the loop, perhaps at its edge."""
        return tuple(max(m - reach, min(m + reach, v)) for v, m in zip(spot, middle, strict=True))

    def wait(self, low, high):
        """Time goes by."""
        self.t += self.rng.uniform(low, high)

    def think(self):
        """A player makes up its mind."""
        if self.rng.random() < 0.08:  # quick as the one before
            self.wait(250, 600)
            return
        self.t += self.rng.uniform(700, 1500) + self.rng.expovariate(1 / 900) * self.quick

    def go(self, tag, spot, start, lasts, height=4):
        """One tag's motion."""
        start = max(start, tag.free_from() + 20)
        tag.moves.append((start, start + lasts, *spot, height))
        tag.at = spot
        return start + lasts

    def key(self, what, at=None, late=None, **more):
        """The dealer presses a key, a little later."""
        at = self.t if at is None else at
        at += self.rng.uniform(200, max(250, self.late)) if late is None else late
        self.keys.append((at, {"what": what, **more}))

    def say(self, seat, word, amount=None, **more):
        """A word is keyed."""
        if amount is not None:
            more["amount"] = amount
        self.key("declare", seat=seat, word=word, wording="plain", **more)

    # -- cards

    def open_deck(self, names):
        """A shuffled deck; the first is on top."""
        for name in names:
            tag = Tag(f"E0040151{self.rng.getrandbits(32):08X}", name, True)
            self.chips.lay(tag, AWAY)
            self.deck.append(tag)
            self.deck_tags.append(tag)
            self.cards[tag.uid] = name

    def off_deck(self, facing="down"):
        """The next card comes to the mouth."""
        tag = self.deck.pop(0)
        quadrant = LOOPS[self.rng.choice(QUADRANTS[facing])]
        start = max(self.t, tag.free_from())
        tag.moves.append((start, start, quadrant[0], quadrant[1], 2))
        self.t = start + self.rng.uniform(60, min(220, self.pace * 0.6))
        return tag

    def pitch(self, seat, facing="down"):
        """One card to a seat."""
        rng = self.rng
        begun = self.t
        tag = self.off_deck(facing)
        spread = 38 if rng.random() < 0.85 else 52
        slides = rng.random() < self.slides
        height = rng.uniform(2, 10) if slides else rng.uniform(18, 60)
        self.go(tag, self.near(seat_at(seat), spread), self.t, rng.uniform(180, 480), height)
        self.hole.setdefault(seat, []).append(tag)
        self.t = max(self.t, begun + self.pace * rng.uniform(0.8, 1.25))
        return tag

    def deal(self, seats, each):
        """The deal, card by card round the table."""
        for _ in range(each):
            for seat in seats:
                self.pitch(seat)

    def square(self, seats):
        """Players draw their cards together on the spot; some lift them to look."""
        rng = self.rng
        for seat in seats:
            begin = self.t + rng.uniform(400, 2500)
            spot = self.near(seat_at(seat), 24)
            tags = self.hole[seat]
            if rng.random() < 0.3:
                lasts = rng.uniform(1000, 3000)
                for tag in tags:
                    self.go(tag, spot, begin, 180, 120)
                    self.go(tag, self.near(spot, 14), begin + lasts, 200, 30)
                self.hands.append((f"seat:{seat}", begin, begin + lasts))
                continue
            fan = 22 if len(tags) > 2 else 9
            for tag in tags:
                self.go(tag, self.near(spot, fan), begin, 220, 2)
            self.hands.append((f"seat:{seat}", begin, begin + 900))
            self.hands.append((f"seat:{seat}", begin + 2000, begin + 3200))

    def peek(self, seat):
        """A last look before acting, now and then."""
        if self.rng.random() < 0.18 and seat in self.hole:
            lasts = self.rng.uniform(1000, 2400)
            spot = self.near(seat_at(seat), 30)
            for tag in self.hole[seat]:
                self.go(tag, spot, self.t, 150, 120)
                self.go(tag, self.near(spot, 12), self.t + lasts, 180, 25)
            self.t += lasts + 300

    def throw_in(self, seat, collected=True):
        """A hand is folded and, sooner or later, gathered by the dealer."""
        rng = self.rng
        style = self.fold_style.setdefault(seat, rng.choice(("line", "line", "past", "muck")))
        if rng.random() < 0.25:
            style = rng.choice(("line", "short", "past", "muck", "middle"))
        tags = self.hole.pop(seat)
        here, there = seat_at(seat), line_at(seat)
        spots = {
            "line": there,
            "short": tuple(a * 0.35 + b * 0.65 for a, b in zip(here, there, strict=True)),
            "past": past_at(seat, rng.uniform(60, 120)),
            "muck": (-230, -225),
            "middle": (rng.uniform(-220, 220), rng.uniform(-30, 120)),
        }
        spot = self.near(spots[style], 25)
        lasts = rng.uniform(300, 650)
        done = self.t
        for tag in tags:
            height = rng.uniform(3, 12) if style in ("line", "short") else rng.uniform(15, 50)
            done = max(done, self.go(tag, self.near(spot, 14), self.t, lasts, height))
        self.hands.append((f"line:{seat}", self.t, done + 200))
        self.t = done
        if style != "muck" and collected:
            at = done + rng.uniform(300, 2500)
            for tag in tags:
                self.go(tag, self.near((-230, -225), 50), at, rng.uniform(250, 600), 4)
        self.muck += tags
        self.feats.append(f"fold {style}")
        return tags

    def burn(self):
        """A burn card."""
        tag = self.off_deck()
        self.go(tag, self.near((240, -190), 16), self.t, self.rng.uniform(200, 450), 4)
        self.burns.append(tag)
        self.wait(250, 600)
        return tag

    def turn_up(self, count):
        """Board cards, a flop all together or one by one."""
        rng = self.rng
        tags = []
        spread = count >= 3 and rng.random() < 0.6
        for _ in range(count):
            tag = self.off_deck()
            place = min(5, len(self.board) + 1)
            spot = self.near((-240 + 120 * (place - 1), 0), 14)
            if spread:
                self.go(tag, self.near((-240, -4), 8), self.t, rng.uniform(200, 350), 4)
            else:
                self.go(tag, spot, self.t, rng.uniform(200, 450), 6)
            self.board.append(tag)
            tags.append((tag, spot))
            self.wait(250, 450)
        if spread:
            for tag, spot in tags:
                self.go(tag, spot, self.t + rng.uniform(300, 600), 350, 3)
            self.wait(700, 1000)
        return [tag for tag, _ in tags]

    # -- chips

    def push(self, seat, tags, spread=24, lasts=None, height=None):
        """One motion of chips over the line."""
        rng = self.rng
        lasts = lasts or rng.uniform(250, 600)
        height = rng.uniform(4, 45) if height is None else height
        spot = self.near(line_at(seat), 22)
        for tag in tags:
            there = self.within(self.near(spot, spread), line_at(seat))
            self.go(tag, there, self.t + rng.uniform(0, 40), lasts, height)
        self.chips.front[seat] += tags
        self.hands.append((f"line:{seat}", self.t, self.t + lasts + 350))
        self.t += lasts + 60
        if self.tidy and len(tags) > 4 and rng.random() < 0.4:
            at = self.t + rng.uniform(500, 1500)
            for tag in tags:
                self.go(tag, self.near(spot, 8), at, 200, 3)

    def put(self, seat, amount, parts=1, **how):
        """Chips for an amount, in so many motions."""
        tags = self.chips.exact(seat, amount)
        self.rng.shuffle(tags)
        parts = min(parts, len(tags))
        for i in range(parts):
            self.push(seat, tags[i::parts], **how)
            if i + 1 < parts:
                self.wait(350, 800)
        return tags

    def home(self, seat, tags, at, lasts=500):
        """Chips go back behind the line."""
        for tag in tags:
            self.go(tag, self.near(rack_at(seat), 8), at, lasts, 25)
            pile = self.chips.front[seat]
            (pile if tag in pile else self.chips.pot).remove(tag)
            self.chips.rack[seat].append(tag)

    def gather(self, seats, at=None):
        """The dealer sweeps what lies in front into the pot, spot by spot."""
        at = self.t if at is None else at
        for seat in seats:
            tags = self.chips.front[seat]
            if not tags:
                continue
            lasts = max(300, self.sweep_ms)
            for tag in tags:
                self.go(tag, self.near(POT, 60), at + self.rng.uniform(0, 60), lasts, 4)
            self.hands.append((f"line:{seat}", at, at + lasts))
            self.chips.pot += tags
            self.chips.front[seat] = []
            at += max(180, self.sweep_ms * self.rng.uniform(0.7, 1.3))
        return at

    def broken(self, pile, amount, spot):
        """Chips of a pile for an amount; a big one is changed where it must be."""
        while (tags := subset(pile, amount)) is None:
            big = max(pile, key=lambda t: t.value)
            smaller = self.chips.sizes[self.chips.sizes.index(big.value) - 1]
            self.wait(300, 700)
            pile.remove(big)
            for seat, rack in self.chips.rack.items():
                home = rack_at(seat)
                small = [t for t in rack if t.value == smaller][: big.value // smaller]
                if len(small) == big.value // smaller:  # a neighbour changes it
                    break
            else:
                home, rack = AWAY, self.chips.tray
                small = [self.chips.spare(smaller) for _ in range(big.value // smaller)]
                rack += small
            for tag in small:
                rack.remove(tag)
                pile.append(tag)
                self.go(tag, self.near(spot, 24), self.t, 450, 25)
            rack.append(big)
            self.go(big, home, self.t + 700, 450, 25)
            self.t += 1200
            self.feats.append("change made")
        return list(tags)

    def break_front(self, seat, amount):
        """Splits off an amount in front of a seat."""
        return self.broken(self.chips.front[seat], amount, line_at(seat))

    def award(self, shares):
        """Pushes the pot, in one or two motions a winner."""
        for seat, amount in shares.items():
            if not amount:
                continue
            tags = self.broken(self.chips.pot, amount, POT)
            parts = 2 if self.rng.random() < 0.5 and len(tags) > 6 else 1
            for i in range(parts):
                lasts, rests = self.rng.uniform(500, 900), self.rng.uniform(600, 2500)
                for tag in tags[i::parts]:
                    self.go(tag, self.near(line_at(seat), 40), self.t, lasts, 4)
                    self.go(tag, self.near(rack_at(seat), 8), self.t + lasts + rests, 500, 20)
                    self.chips.pot.remove(tag)
                    self.chips.rack[seat].append(tag)
                self.wait(700, 1200)
            self.wait(500, 1000)

    def clear(self):
        """Board, burns, muck and hands go back into the deck."""
        tags = self.board + self.burns + self.muck
        tags += [tag for hand in self.hole.values() for tag in hand]
        for tag in tags:
            self.go(tag, AWAY, self.t + self.rng.uniform(0, 1200), 500, 8)
        self.t += 2000
