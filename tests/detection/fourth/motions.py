"""What hands do with chips and cards on the felt."""

from tests.detection.fourth import chips

PUSH_MS = (0.9, 1.8)  # m/s of a hand that moves things


class Redo(Exception):
    """The hand cannot be paid out with its chips: draw another one."""


class Motions:
    """The motions of a hand under way; who plays and how stands in `dealing.Hand`."""

    def emit(self, what, **more):
        """Put an event into the truth."""
        self.truth.events.append({"t": round(self.t, 3), "what": what, **more})

    def irregular(self, t=None, until=None, **more):
        """This is the moment the irregularity is complete."""
        t = self.t if t is None else t
        self.truth.irregular = {
            "class": self.slip,
            "t": round(t, 3),
            "until": round((t if until is None else until) + 20.0, 3),
            **more,
        }

    def key(self, t, key, sure=False):
        """The dealer keys something, late or not at all."""
        if sure or self.rng.random() < self.people.keys:
            self.keys.append((t + self.rng.uniform(*self.people.key_late), key))

    def takes(self, tag, place):
        """Seconds a hand takes to move a tag to a place."""
        x, y, _ = self.felt.place(tag)
        way = ((x - place[0]) ** 2 + (y - place[1]) ** 2) ** 0.5
        return max(0.12, way / 1000 / self.rng.uniform(*PUSH_MS))

    # chips --------------------------------------------------------------------------------

    def put_in(self, seat, paid, t):
        """One motion of chips from a rack to the bet spot; returns the moment all rest."""
        rng, weak = self.rng, self.stack_weak(len(paid))
        splash = rng.random() < 0.2
        spread, begin, rest = (17.0 if splash else 9.0), t, t
        middle = self.layout.at(f"line:{seat}", rng, 8)
        for tag, _ in paid:
            place = tuple(v + rng.gauss(0, spread) for v in middle[:2]) + (0.5,)
            lag = rng.uniform(0, 0.3 if splash else 0.08)
            rest = max(rest, self.felt.move(tag, begin + lag, rng.uniform(0.25, 0.6), place, weak))
        self.line[seat] += paid
        self.paid[seat] += sum(value for _, value in paid)
        if len(paid) > 2 and rng.random() < self.people.squares:
            for tag, _ in rng.sample(paid, rng.randint(1, len(paid) - 1)):
                place = self.felt.place(tag)
                self.felt.lift(tag, rest + rng.uniform(0.3, 1.0), rng.uniform(0.2, 0.9), place)
        return rest

    def stack_weak(self, number):
        """Share of reads a chip loses among so many."""
        return 0.005 if self.radio.tuned_chips else min(0.1, 0.02 * (number / 5) ** 2.2)

    def back(self, seat, given, t):
        """Chips go from the felt to a rack; returns when the last has gone."""
        end = t
        for tag, value in given:
            place, lag = self.layout.rack(seat), self.rng.uniform(0, 0.25)
            end = max(end, self.felt.move(tag, t + lag, self.takes(tag, place), place))
            self.racks[seat].add(tag, value)
        return end

    def from_table(self, amount, first, only=False):
        """Chips worth exactly this from the felt, those of `first` before others; taken."""
        for sources in ((first,), () if only else (*self.line.values(), self.pot)):
            rack = chips.Rack(chips.SETS[self.unit])
            for source in sources:
                for tag, value in source:
                    rack.add(tag, value)
            found = rack.take(amount)
            if found is not None:
                gone = {tag for tag, _ in found}
                for source in (*self.line.values(), self.pot):
                    source[:] = [chip for chip in source if chip[0] not in gone]
                return found
        raise Redo

    def make_change(self, seat, amount):
        """The dealer puts change before a player, who takes it."""
        rng, t = self.rng, self.t + self.rng.uniform(0.3, 1.0)
        given = self.from_table(amount, self.pot)
        here = f"line:{seat}"
        rest = t
        for tag, _ in given:
            place = self.layout.at(here, rng, 14)
            rest = max(rest, self.felt.move(tag, t, self.takes(tag, place), place))
        self.emit("change", seat=seat, amount=amount)
        self.truth.regular.append("wager.oversized")
        self.paid[seat] -= amount
        self.t = self.back(seat, given, rest + rng.uniform(0.7, 1.8))

    def pull_in(self):
        """The dealer sweeps all bets into the pot, spot by spot."""
        rng = self.rng
        self.t += rng.uniform(0.6, 1.5)
        for seat in self.order:
            if not self.line[seat]:
                continue
            duration = rng.uniform(0.15, 0.9)
            for tag, _ in self.line[seat]:
                place = self.layout.at("pot", rng, 25)
                lag, weak = rng.uniform(0, 0.15), self.stack_weak(len(self.pot) // 3)
                self.felt.move(tag, self.t + lag, duration, place, weak)
            self.pot += self.line[seat]
            self.line[seat] = []
            self.t += duration + rng.uniform(0.05, 0.3)
        self.emit("pulled in", pot=sum(value for _, value in self.pot))

    # cards --------------------------------------------------------------------------------

    def draw(self, face="down", hold=None):
        """The next card comes to the mouth; (tag, moment it leaves it)."""
        tag = self.stub.pop()
        self.felt.put(tag, self.t, self.layout.mouth(self.rng, face))
        self.t += hold if hold is not None else self.rng.uniform(0.25, 0.6)
        return tag, self.t

    def pitch(self, seat, place=None):
        """A card is pitched to a seat; returns (tag, moment it rests)."""
        rng, manners = self.rng, self.people
        tag, t = self.draw(hold=manners.deal_s * rng.uniform(0.45, 0.8))
        if place is None:
            off = 62 if rng.random() < manners.sloppy else 0
            x, y, z = self.layout.at(f"seat:{seat}", rng, 9)
            place = (x + rng.choice((-1, 1)) * off, y, z)
        slides = rng.random() < manners.slides
        speed = rng.uniform(1.5, 2.6) if slides else rng.uniform(2.2, 4.0)
        height = rng.uniform(2, 10) if slides else rng.uniform(18, 60)
        x, y, _ = self.felt.place(tag)
        duration = ((x - place[0]) ** 2 + (y - place[1]) ** 2) ** 0.5 / 1000 / speed
        weak = rng.uniform(0.02, 0.06) if self.hands.get(seat) else 0.0
        rest = self.felt.move(tag, t, max(0.1, duration), place, weak, height)
        self.t = t + manners.deal_s * rng.uniform(0.15, 0.4)
        self.pitched.append((tag, t, rest, f"seat:{seat}"))
        return tag, rest

    def peek(self, seat, t):
        """A player looks at the cards; returns when they lie again."""
        rng, up = self.rng, self.rng.uniform(1.0, 2.8)
        x, y, z = self.layout.at(f"seat:{seat}", rng, 12)
        end = t
        for k, tag in enumerate(self.hands[seat]):
            beside = 58 if k and rng.random() < self.people.sloppy else 0
            place = (x + beside + rng.gauss(0, 4), y + rng.gauss(0, 4), z)
            end = max(end, self.felt.lift(tag, t, up, place))
        return end

    def muck(self, tags, t, duration=None):
        """The dealer puts cards on the muck."""
        rng, end = self.rng, t
        x, y, z = self.layout.at("muck", rng, 20)
        for tag in tags:
            pile = len(self.mucked)
            weak = 0.03 if pile < 2 else 0.2 if pile < 4 else rng.uniform(0.35, 0.6)
            place = (x + rng.gauss(0, 8), y + rng.gauss(0, 8), z)
            takes = duration or self.takes(tag, place)
            end = max(end, self.felt.move(tag, t, takes, place, weak, rng.uniform(3, 30)))
            self.mucked.append(tag)
        return end

    def throw(self, seat, t):
        """A player gives up the cards; returns the moment they rest before the dealer."""
        rng = self.rng
        forward = rng.choice((rng.gauss(0, 12), -80, rng.uniform(60, 120), rng.uniform(60, 120)))
        x, y, z = self.layout.before(seat, forward, rng.gauss(0, 22))
        end, duration = t, rng.uniform(0.25, 0.5)
        for tag in self.hands[seat]:
            place = (x + rng.gauss(0, 9), y + rng.gauss(0, 9), z)
            rest = self.felt.move(tag, t + rng.uniform(0, 0.1), duration, place, 0.03, 15)
            end = max(end, rest)
        return end

    def fold(self, seat, t):
        """A player folds, and the dealer collects the hand a little later."""
        rest = self.throw(seat, t)
        collect = max(self.swept_until, rest + self.rng.uniform(0.4, 2.5))
        self.swept_until = self.muck(self.hands[seat], collect)
        self.hands[seat] = []
        self.folded.add(seat)
        return rest
