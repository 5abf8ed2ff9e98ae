"""What players do: looks, folds, wagers, each in a manner of their own."""

from tests.detection.sixth.ring import UNIT

DENOMINATIONS = (5000, 1000, 500, 100, 25)


class Unplayable(Exception):
    """The chips of this hand cannot be made to fit: another hand is drawn."""


def exact(rack, amount, rng=None):
    """Chips of a rack that make an amount, or None. Each denomination divides the next greater.

    With ``rng`` greater chips are sometimes passed over, as people do.
    """
    for frugal in (True, False) if rng else (False,):
        got, left = [], amount
        for value in DENOMINATIONS:
            have = [c for c in rack if c.what == value]
            n = min(len(have), left // value)
            if frugal and n and rng.random() < 0.35 and left <= 20 * value:
                n = rng.randint(0, n)
            got += have[:n]
            left -= n * value
        if not left:
            return got
    return None


def habits(rng):
    """How one player moves."""
    return {
        "speed": rng.uniform(0.6, 1.7),
        "put": rng.choice(("neat", "neat", "splash", "two hands", "cut", "slide")),
        "fold": rng.choice(("line", "short", "past", "stops", "toss", "said")),
        "looks": rng.choice(("at once", "before acting", "long")),
        "squares": rng.random() < 0.4,
        "covers": rng.random() < 0.25,  # a hand over the bet
        "tables": rng.choice(("in place", "forward")),
        "big chips": rng.random() < 0.25,
        "peeks again": rng.uniform(0, 0.3),
    }


class People:
    """Players' side of a hand; the dealer's side is in ``croupier.py``."""

    # -- cards

    def square_up(self, seat, t):
        """Cards put together: aligned for the readers."""
        x, y = self.felt.spot(f"seat:{seat}")
        x, y = x + self.rng.gauss(0, 6), y + self.rng.gauss(0, 6)
        for card in self.hands[seat]:
            card.go(t, t + 0.3, x, y, f"hand:{seat}:{t:.1f}", over=4)
        return t + 0.35

    def look(self, seat, t):
        """A peek: lifted 1 to 3 s, put back up to 30 mm away, now and then one card beside."""
        rng = self.rng
        span = rng.uniform(1, 3) * (1.6 if self.manners[seat]["looks"] == "long" else 1.0)
        x, y = self.felt.spot(f"seat:{seat}")
        self.felt.over(t, t + span, x, y)
        dx, dy = rng.uniform(-1, 1) * 21, rng.uniform(-1, 1) * 21
        together = rng.random() < 0.5
        for i, card in enumerate(self.hands[seat]):
            if rng.random() < 0.6:  # bent up so that nothing couples
                card.hide(t + 0.1, t + span)
            aside = 0 if together or not i else rng.uniform(15, 40)
            pile = f"hand:{seat}:{t:.1f}" if together else ""
            card.go(t + span - 0.3, t + span, x + dx + aside, y + dy, pile, over=20)
        return t + span

    def fold(self, seat, t, style=None):
        """Gives the hand up; the dealer takes the cards later. Returns when the next may act."""
        rng, felt = self.rng, self.felt
        style = style or (
            self.manners[seat]["fold"]
            if rng.random() < 0.75
            else rng.choice(("line", "short", "past", "stops", "toss", "said"))
        )
        cards = self.hands.pop(seat)
        done = t + rng.uniform(0.25, 0.7)
        line, muck = f"line:{seat}", felt.spot("muck")
        if style == "said":
            self.say(t, {"what": "declare", "seat": seat, "word": "fold", "wording": "plain"}, True)
            done = t
        elif style == "toss":
            for card in cards:
                x, y = muck[0] + rng.gauss(0, 45), muck[1] + rng.gauss(0, 55)
                far = ((x - felt.spot(line)[0]) ** 2 + (y - felt.spot(line)[1]) ** 2) ** 0.5
                card.go(t, t + max(0.25, far / rng.uniform(1500, 3000)), x, y, over=40)
                done = max(done, card.track[-1].t0)
        else:
            away = {
                "line": rng.uniform(-20, 25),
                "short": rng.uniform(-110, -55),
                "past": rng.uniform(60, 120),
                "stops": rng.uniform(120, 260),
            }[style]
            x, y = felt.toward(line, away)
            apart = rng.random() < 0.5
            for i, card in enumerate(cards):
                dx, dy = (rng.uniform(-35, 35), rng.uniform(-20, 20)) if apart and i else (0, 0)
                card.go(t, done, x + dx, y + dy, "" if apart else f"fold:{seat}", over=5)
        self.feats.append(f"{t:.1f} seat {seat} fold {style}")
        at = done + rng.uniform(0.2, 1.0) * self.night.dealer["collect"]
        if style == "toss" and rng.random() < 0.6:
            at += 0.5
        self.to_muck(cards, at)
        self.mucked += cards
        return done

    # -- chips

    def change(self, seat, amount):
        """Small chips bought from a neighbour's rack, behind the lines, to pay an amount."""
        rack = self.racks[seat]
        for big in sorted({c.what for c in rack}, reverse=True):
            for other in self.racks:
                if other == seat:
                    continue
                small = exact([c for c in self.racks[other] if c.what < big], big)
                if not small:
                    continue
                chip = next(c for c in rack if c.what == big)
                rest = [c for c in rack if c is not chip] + small
                if exact(rest, amount) is None:
                    continue
                self.racks[other] = [c for c in self.racks[other] if c not in small] + [chip]
                self.racks[seat] = rest
                return
        raise Unplayable

    def take(self, seat, amount, frugal=True):
        """Chips for an amount, out of the rack."""
        got = exact(self.racks[seat], amount, self.rng if frugal else None)
        if got is None:
            self.change(seat, amount)
            got = exact(self.racks[seat], amount)
        if len(got) > 40:
            raise Unplayable
        ids = {id(c) for c in got}
        self.racks[seat] = [c for c in self.racks[seat] if id(c) not in ids]
        return got

    def over_call(self, seat, owed):
        """One big chip for a call that it exceeds (the dealer gives change), or None."""
        if not self.manners[seat]["big chips"] or self.rng.random() < 0.5:
            return None
        rack = self.racks[seat]
        for chip in sorted(rack, key=lambda c: c.what):
            back = chip.what - owed
            if back > 0 and chip.what <= 20 * owed:
                middle = self.pot + [c for s in self.front for c in self.front[s]]
                if exact(middle, back):
                    rack.remove(chip)
                    return [chip]
                return None
        return None

    def put(self, seat, chips, t, style=None):
        """Chips forward onto the bet spot in one motion. Returns when the last lies there."""
        rng, felt = self.rng, self.felt
        style = style or self.manners[seat]["put"]
        x0, y0 = felt.toward(f"seat:{seat}", -90)
        x, y = felt.spot(f"line:{seat}")
        x, y = x + rng.gauss(0, 9), y + rng.gauss(0, 9)
        if self.front[seat]:  # beside what lies there
            angle = rng.uniform(-20, 20)
            x, y = x + angle, y - angle * 0.5
        done, pile, ragged = t, 0, []
        for i, chip in enumerate(chips):
            if i % 20 == 0:
                pile += 1
            px, py = x + 42 * ((pile - 1) % 2) - 12, y + 40 * ((pile - 1) // 2)
            begin, late = t, 0.0
            if style == "splash":
                px, py = x + rng.gauss(0, 27), y + rng.gauss(0, 27)
                late = rng.uniform(0, 0.15)
            elif style == "two hands":
                half = i % 2
                px, py = x + (24 if half else -24), y
                late = 0.22 * half * rng.random()
            elif style == "cut":
                late = 0.04 * i
            loop = felt.loops[f"line:{seat}"]
            while style != "splash" and loop.outside(px, py) > -3:  # kept on the spot
                px, py = loop.x + (px - loop.x) * 0.9, loop.y + (py - loop.y) * 0.9
            name = "" if style == "splash" else f"bet:{seat}:{t:.2f}:{pile}:{round(px)}"
            lies = begin + rng.uniform(0.25, 0.5) + late
            over = 6 if style in ("slide", "splash") else 30
            chip.go(begin + late, lies, px, py, name, over, start=(x0, y0, 30))
            done = max(done, lies)
            if style == "splash" and loop.outside(px, py) > -4:
                ragged.append(chip)
        if ragged:
            at = done + rng.uniform(0.4, 2.0)
            for chip in ragged:  # the dealer or the player pushes them together
                chip.go(at, at + 0.3, x + rng.gauss(0, 14), y + rng.gauss(0, 14))
            felt.over(at - 0.2, at + 0.5, x, y)
        felt.over(t + 0.15, done + 0.1, x, y)
        if self.manners[seat]["covers"] and rng.random() < 0.5:
            felt.over(done, done + rng.uniform(0.5, 4), x, y)
        if self.front[seat] and rng.random() < 0.3:  # squared up into one
            at = done + rng.uniform(0.5, 1.5)
            for k, chip in enumerate(self.front[seat] + list(chips)):
                chip.go(at, at + 0.4, x + 38 * (k // 20), y, f"sq:{seat}:{at:.1f}:{k // 20}")
            self.feats.append(f"{at:.1f} seat {seat} squares up its bet")
        self.front[seat] += chips
        return done

    def must_say(self, act, chips, high, street):
        """Whether chips alone would be read as something else (tda-2011:37 to 40)."""
        if act.what == "call":
            return False
        if act.what == "bet":
            return False
        owed = high - (act.to - act.put)
        least = min(c.what for c in chips)
        return len(chips) == 1 or act.put - least < owed or street == 0 and owed <= 0

    def wager(self, act, t, high, street):
        """Call, bet or raise as this player does it. Returns when the chips lie."""
        rng, seat = self.rng, act.seat
        manner = self.manners[seat]
        chips, changed = None, False
        if act.what == "call" and not act.all_in:
            chips = self.over_call(seat, act.put)
        if chips:
            self.back[seat] = self.back.get(seat, 0) + chips[0].what - act.put
            self.feats.append(f"{t:.1f} seat {seat} calls {act.put} with {chips[0].what}")
            # said: one silent chip of more than the call is called by the dealer (tda-2011:39)
            changed = True
        else:
            chips = self.take(seat, act.put)
        parts = 1
        if len(chips) > 2 and rng.random() < (0.25 if act.what == "call" else 0.2):
            parts = rng.randint(2, min(4, len(chips)))
        say = self.must_say(act, chips, high, street) or parts > 1 or manner["put"] == "cut"
        say = certain = say or changed
        say = say or rng.random() < self.night.keys.talk
        if act.all_in and act.what != "call":
            say = certain = say or rng.random() < 0.8
        if say:
            word = "all_in" if act.all_in and rng.random() < 0.85 else act.what
            key = {"what": "declare", "seat": seat, "word": word, "wording": "plain"}
            if word in ("bet", "raise"):
                key["amount"] = act.to
            self.say(t, key, certain)
            t += rng.uniform(0.3, 1.8)
        if parts > 1:
            self.feats.append(f"{t:.1f} seat {seat} {act.what} in {parts} motions, said")
        size = -(-len(chips) // parts)
        for i in range(0, len(chips), size):
            t = self.put(seat, chips[i : i + size], t) + (
                rng.uniform(0.3, 1.2) if i + size < len(chips) else 0
            )
        return t

    def stack(self, seat):
        """Chips behind."""
        return sum(c.what for c in self.racks[seat])


def racks(rng, stacks, felt):
    """Chips of each seat: enough small ones to pay most amounts exactly."""
    out = {}
    for seat, chips in stacks.items():
        left, values = chips, []
        for value, keep in (
            (25, rng.randint(5, 9)),
            (100, rng.randint(6, 11)),
            (500, rng.randint(2, 6)),
        ):
            bigger = {25: 100, 100: 500, 500: 1000}[value]
            n = left % bigger // value
            while n + bigger // value <= keep and left >= (n + bigger // value) * value:
                n += bigger // value
            n = min(n, left // value)
            values += [value] * n
            left -= value * n
        for value in (5000, 1000):
            n = left // value if value == 1000 else max(0, left // value - 1)
            n = min(n, 12)
            values += [value] * n
            left -= value * n
        while left >= 5000:
            values.append(5000)
            left -= 5000
        while left >= 1000:
            values.append(1000)
            left -= 1000
        for value in (500, 100, UNIT):
            values += [value] * (left // value)
            left %= value
        assert sum(values) == chips
        out[seat] = [felt.tag(v) for v in values]
    return out
