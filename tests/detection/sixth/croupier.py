"""The dealer: pitches, takes folds, pulls bets in, burns, turns, pushes pots; a hand's clock.

What a person does is laid onto the tracks at its time. Acts follow one another, while what the
dealer does on the side (a folded hand taken late, change given) goes on beside them.
"""

from tests.detection.sixth.cloth import Felt
from tests.detection.sixth.people import People, Unplayable, exact, habits, racks
from tests.detection.sixth.ring import BB, DECK, SB, STREETS, value


class Stopped(Exception):
    """The hand is stopped here: somebody has seen what went wrong."""


class Croupier(People):
    """One hand from the blinds to the next riffle."""

    def __init__(self, plan, night, rng):
        self.plan, self.night, self.rng = plan, night, rng
        self.felt = Felt(plan.table, rng)
        self.racks = racks(rng, plan.stacks, self.felt)
        self.cards = {name: self.felt.tag(name) for name in DECK}
        self.stub = self.order()
        self.hands = {s: [] for s in plan.seats}
        self.front = {s: [] for s in plan.seats}
        self.manners = {s: habits(rng) for s in plan.seats}
        self.pot, self.mucked, self.board, self.burns = [], [], [], []
        self.back = {}  # seat -> change owed
        self.keys, self.acts, self.feats = [], [], []
        self.t = rng.uniform(1.0, 3.0)
        self.hush = None  # of what goes wrong: see mishaps
        self.tabled = []
        self.counted = True
        self.skew = (rng.gauss(0, 6), rng.gauss(0, 8))  # where this dealer lays board cards

    def order(self):
        """The deck from the top: hands, burns and board of the plan, then the rest."""
        plan = self.plan
        used = {c for two in plan.cards.values() for c in two} | set(plan.board)
        rest = [c for c in DECK if c not in used]
        self.rng.shuffle(rest)
        top = [plan.cards[s][i] for i in (0, 1) for s in plan.seats]
        board = [rest.pop(), *plan.board[:3], rest.pop(), plan.board[3], rest.pop(), plan.board[4]]
        return [self.cards[c] for c in top + board + rest]

    # -- keys

    def say(self, t, key, certain=False):
        """A key, late as this dealer's are, now and then forgotten."""
        keys = self.night.keys
        if not certain and self.rng.random() < keys.forgets:
            self.feats.append(f"{t:.1f} key forgotten: {key}")
            return
        late = self.rng.uniform(*keys.late)
        if self.rng.random() < keys.after_next:
            late += self.rng.uniform(0.5, 2.0)
        self.keys.append((t + late, key))

    # -- the deal

    def post(self):
        """Antes and their way into the pot, then blinds."""
        plan, t = self.plan, self.t
        payers = plan.seats if plan.ante_type == "each" else [plan.bb_seat]
        if plan.ante:
            ends = []
            for seat in payers:
                at = t + self.rng.uniform(0, 1.5)
                ends.append(self.put(seat, self.take(seat, self.ante(seat), False), at, "neat"))
            self.t = self.sweep(max(ends) + self.rng.uniform(0.5, 1.5))
        at = self.t + self.rng.uniform(0.3, 1.0)
        ends = []
        for seat, blind in self.blinds():
            ends.append(self.put(seat, self.take(seat, blind), at, "neat"))
            at += self.rng.uniform(0.1, 1.5)
        self.t = max(ends) + self.rng.uniform(0.6, 2.5)

    def ante(self, seat):
        """What a seat puts in as its ante."""
        return self.plan.ante

    def blinds(self):
        """Who posts what."""
        return [(self.plan.sb_seat, SB), (self.plan.bb_seat, BB)]

    def draw(self, t, span, up=False):
        """The next card comes over the mouth and stays ``span``: ``(card, when it leaves)``."""
        card = self.stub.pop(0)
        quadrant = self.rng.choice((2, 4) if up else (1, 3))
        x, y = self.felt.spot(f"mouth:{quadrant}")
        card.lay(t, x + self.rng.gauss(0, 2.5), y + self.rng.gauss(0, 3))
        return card, t + span

    def fly(self, card, t, x, y):
        """A pitched card from the mouth to a place; returns when it lies."""
        rng = self.rng
        x0, y0 = card.here[:2]
        far = ((x - x0) ** 2 + (y - y0) ** 2) ** 0.5
        if rng.random() < self.night.slide:
            over, speed = rng.uniform(2, 10), rng.uniform(1600, 2600)
        else:
            over, speed = rng.uniform(18, 60), rng.uniform(2200, 4000)
        return card.go(t, t + max(0.1, far / speed), x, y, over=over)

    def pitch(self, seat, t, up=False):
        """One card to a seat; returns when the dealer's hand is free again."""
        rng = self.rng
        pace = self.night.pace * rng.uniform(0.8, 1.25)
        card, leaves = self.draw(t, pace * rng.uniform(0.3, 0.7), up)
        x, y = self.felt.spot(f"seat:{seat}")
        loose = self.night.dealer["sloppy_mm"]
        x, y = x + rng.gauss(0, loose), y + rng.gauss(0, loose)
        lies = self.fly(card, leaves, x, y)
        if seat in self.hands:
            self.hands[seat].append(card)
        if self.felt.loops[f"seat:{seat}"].outside(x, y) > 5:  # the player draws it in
            cx, cy = self.felt.spot(f"seat:{seat}")
            card.go(lies + rng.uniform(0.4, 1.5), lies + 1.9, cx + rng.gauss(0, 15), cy)
        return t + pace

    def deal(self):
        """Two rounds of one card each, clockwise from the left of the button."""
        self.place = 0
        for _round in (0, 1):
            for seat in self.dealt_seats():
                self.t = self.deal_one(seat, self.t)
                self.place += 1
        self.t += self.rng.uniform(0.2, 0.6)
        for seat in list(self.hands):
            manner = self.manners[seat]
            at = self.t + self.rng.uniform(0.1, 1.0)
            if manner["squares"]:
                at = self.square_up(seat, at)
            if manner["looks"] == "at once":
                self.look(seat, at)

    def dealt_seats(self):
        """Who is dealt in, in order."""
        return self.plan.seats

    def deal_one(self, seat, t):
        """The card due to a seat."""
        return self.pitch(seat, t)

    # -- the middle

    def to_muck(self, cards, t):
        """The dealer takes cards to the muck."""
        rng = self.rng
        x, y = self.felt.spot("muck")
        x, y = x + rng.gauss(0, 22), y + rng.gauss(0, 30)
        pile = f"muck:{rng.randrange(4)}"
        end = t + rng.uniform(0.25, 0.8)
        for card in cards:
            card.go(t, end, x + rng.gauss(0, 8), y + rng.gauss(0, 8), pile, over=8)
        return end

    def to_pot(self, chips, t, end):
        """Chips into the pot's heap."""
        x, y = self.felt.spot("pot")
        for chip in chips:
            near = self.rng.uniform(0.9, 1.0)
            px, py = x + self.rng.gauss(0, 28), y + self.rng.gauss(0, 28)
            chip.go(t, t + (end - t) * near, px, py, f"pot:{self.rng.randrange(5)}", over=8)
        self.pot += chips

    def sweep(self, t):
        """Bets into the pot: seat by seat, raked along from spot to spot, or with both hands."""
        rng = self.rng
        spots = [s for s in self.plan.seats if self.front[s]]
        style = self.night.dealer["sweep"]
        uncalled = self.plan.uncalled if self.last_round else ()
        if uncalled and self.front[uncalled[0]]:
            t = self.give_back(*uncalled, t)
            spots = [s for s in spots if self.front[s]]
        if style == "rake":
            spots.sort(key=lambda s: -self.felt.spot(f"line:{s}")[0])
            along = []
            for i, seat in enumerate(spots):
                along += self.front[seat]
                span = rng.uniform(0.2, 0.6)
                self.felt.over(t, t + span, *self.felt.spot(f"line:{seat}"))
                if i + 1 < len(spots):
                    x, y = self.felt.toward(f"line:{spots[i + 1]}", rng.uniform(20, 80))
                    for chip in along:
                        chip.go(t, t + span, x + rng.gauss(0, 15), y + rng.gauss(0, 15), over=6)
                    t += span + rng.uniform(0.05, 0.3)
                else:
                    self.to_pot(along, t, t + span)
                    t += span
                self.front[seat] = []
        else:
            rng.shuffle(spots)
            for i, seat in enumerate(spots):
                span = rng.uniform(0.15, 0.9)
                self.felt.over(t, t + span, *self.felt.spot(f"line:{seat}"))
                self.to_pot(self.front[seat], t, t + span + 0.1)
                self.front[seat] = []
                if style == "by seat" or i % 2:
                    t += span + rng.uniform(0.05, 0.3)
                else:
                    t += 0.05
            t += 0.6
        for seat, amount in sorted(self.back.items()):
            t = self.pay(seat, amount, t + rng.uniform(0.3, 1.0))
        self.back = {}
        return t

    def give_back(self, seat, amount, t):
        """What nobody called goes back to its player before the pot is made."""
        owed = amount
        chips = exact(self.front[seat], owed)
        if chips is None:  # it goes in with the rest; change comes back
            self.back[seat] = self.back.get(seat, 0) + owed
            return t
        self.front[seat] = [c for c in self.front[seat] if c not in chips]
        t += self.rng.uniform(0.6, 1.6)
        x, y = self.felt.toward(f"seat:{seat}", -90)
        for chip in chips:
            chip.go(t, t + 0.5, x, y, over=10)
            chip.away(t + 0.5)
        self.racks[seat] += chips
        return t + 0.5

    def pay(self, seat, amount, t, handfuls=1):
        """Chips out of the pot to a seat, over the felt and onto its rack."""
        rng = self.rng
        chips = exact(self.pot, amount)
        if chips is None:
            chips = self.break_pot(amount)
        ids = {id(c) for c in chips}
        self.pot = [c for c in self.pot if id(c) not in ids]
        size = -(-len(chips) // handfuls) or 1
        x, y = self.felt.toward(f"line:{seat}", rng.uniform(10, 90))
        for i in range(0, len(chips), size):
            for chip in chips[i : i + size]:
                cx, cy = x + rng.gauss(0, 20), y + rng.gauss(0, 20)
                chip.go(t, t + rng.uniform(0.4, 0.8), cx, cy, over=7)
            t += rng.uniform(0.7, 1.3)
        rx, ry = self.felt.toward(f"seat:{seat}", -90)
        at = t + rng.uniform(0.3, 1.6)
        for chip in chips:
            chip.go(at, at + 0.5, rx, ry, over=10)
            chip.away(at + 0.5)
        self.racks[seat] += chips
        return t

    def break_pot(self, amount):
        """Change for the pot out of a rack, chip for chip."""
        for chip in sorted(self.pot, key=lambda c: -c.what):
            rest = [c for c in self.pot if c is not chip]
            for seat, rack in self.racks.items():
                small = exact([c for c in rack if c.what < chip.what], chip.what)
                if small and exact(rest + small, amount) is not None:
                    self.racks[seat] = [c for c in rack if c not in small] + [chip]
                    at = self.t
                    chip.away(at)
                    x, y = self.felt.spot("pot")
                    for c in small:
                        c.go(at, at + 0.3, x, y, start=(x, y, 20))
                    self.pot = rest + small
                    return exact(self.pot, amount)
        raise Unplayable

    def burn(self, t):
        """One card off the top: onto its loop, beside it, under chips, or on the muck's side."""
        rng = self.rng
        where = self.night.dealer["burn"]
        if where == "loop" or rng.random() < 0.3:
            x, y = self.felt.spot("burn")
            x, y = x + rng.gauss(0, 8), y + rng.gauss(0, 10)
        elif where == "beside":
            x, y = self.felt.spot("burn")
            x, y = x - rng.uniform(45, 90), y + rng.uniform(-20, 40)
        elif where == "under chips":
            x, y = self.felt.spot("pot")
            x, y = x + rng.uniform(60, 110), y + rng.gauss(0, 25)
        else:
            x, y = self.felt.spot("muck")
            x, y = x - rng.uniform(60, 110), y + rng.gauss(0, 40)
        card, leaves = self.draw(t, rng.uniform(0.08, 0.35))
        lies = card.go(leaves, leaves + rng.uniform(0.2, 0.5), x, y, "burn", over=10)
        self.burns.append(card)
        return lies + rng.uniform(0.15, 0.6)

    def board_place(self, i):
        """Where the i-th board card is laid."""
        x, y = self.felt.spot(f"board:{i + 1}")
        return (
            x + self.skew[0] + self.rng.gauss(0, 5),
            y + self.skew[1] + self.rng.gauss(0, 6),
        )

    def flop(self, t, n=3):
        """Flop cards: one by one, or off into a pile that is turned and spread."""
        rng = self.rng
        style = self.night.dealer["flop"]
        got = []
        for i in range(n):
            card, leaves = self.draw(t, rng.uniform(0.06, 0.25))
            got.append(card)
            if style == "one by one":
                x, y = self.board_place(min(i, 4))
                t = card.go(leaves, leaves + rng.uniform(0.2, 0.45), x, y, over=25)
            else:
                at = 3 if style == "spread" else 1
                x, y = self.felt.spot(f"board:{at}")
                y -= rng.uniform(60, 110) if style == "spread" else 0
                t = card.go(leaves, leaves + rng.uniform(0.2, 0.35), x, y, "flop", over=20)
            t += rng.uniform(0.05, 0.3)
        if style != "one by one":
            t += rng.uniform(0.1, 0.6)
            for i, card in enumerate(got):
                x, y = self.board_place(i)
                card.go(t, t + rng.uniform(0.25, 0.5), x, y, over=4)
            t += 0.6
        self.board += got
        return t

    def one_card(self, t):
        """Turn or river."""
        card, leaves = self.draw(t, self.rng.uniform(0.08, 0.4))
        x, y = self.board_place(len(self.board))
        self.board.append(card)
        return card.go(leaves, leaves + self.rng.uniform(0.2, 0.5), x, y, over=20) + 0.2

    def turn_street(self, street, t):
        """Burn and board of a street."""
        t = self.burn(t)
        return self.flop(t) if street == 1 else self.one_card(t)

    # -- the hand

    def think(self, seat):
        """Time to the act of a seat."""
        rng = self.rng
        return rng.uniform(0.5, 3.0) * self.manners[seat]["speed"] + (
            rng.uniform(2, 9) if rng.random() < 0.08 else 0
        )

    def act(self, act, high, street):
        """One act in turn; the clock stands when the next player may see it."""
        rng, seat = self.rng, act.seat
        t = self.t + self.think(seat)
        manner = self.manners[seat]
        first = street == 0 and manner["looks"] != "at once" and seat not in self.looked
        if first or rng.random() < manner["peeks again"]:
            t = self.look(seat, t) + rng.uniform(0.2, 1.5)
            self.looked.add(seat)
        if act.what == "fold":
            t = self.fold(seat, t)
        elif act.what == "check":
            key = {"what": "gesture", "seat": seat, "kind": "tap"}
            if rng.random() < 0.25:
                key = {"what": "declare", "seat": seat, "word": "check", "wording": "plain"}
            self.say(t, key)
            t += 0.2
        else:
            t = self.wager(act, t, high, street)
        self.note(act, t)
        self.t = t + rng.uniform(0.1, 0.5)

    def note(self, act, t):
        """Writes an act into the truth."""
        to = act.to if act.what in ("bet", "raise") else 0
        self.acts.append((act.what, act.seat, to))
        self.feats.append(f"{t:.1f} seat {act.seat} {act.what} put {act.put} to {act.to}")

    def betting(self, street, acts):
        """Acts of a street and the sweep after it."""
        high = BB if street == 0 else 0
        for i, act in enumerate(acts):
            self.before_act(street, i, act, high)
            self.act(act, high, street)
            high = max(high, act.to)
        self.t += self.rng.uniform(0.4, 1.5)

    def before_act(self, street, i, act, high):
        """Where mishaps come in."""

    def table_up(self, seats):
        """Hands turned face up, one after the other, and keyed."""
        rng = self.rng
        for seat in seats:
            at = self.t + rng.uniform(0.4, 2.0)
            forward = self.manners[seat]["tables"] == "forward"
            x, y = self.felt.toward(f"seat:{seat}", rng.uniform(60, 110) if forward else 10)
            for i, card in enumerate(self.hands[seat]):
                card.go(at, at + 0.4, x + 45 * i - 20, y, over=25)
            self.say(at + 0.3, {"what": "tabled", "seat": seat}, True)
            self.tabled.append(seat)
            self.t = at + rng.uniform(0.5, 1.5)

    def showdown(self):
        """Shows in order; beaten hands go away unseen or are shown, too."""
        best = None
        if self.plan.all_in:  # tda-2011:11
            self.table_up(self.plan.shown)
        for seat in () if self.plan.all_in else self.plan.shown:
            mine = value(self.plan.cards[seat] + self.plan.board)
            wins = best is None or mine >= best or self.plan.paid[seat]
            if wins or self.rng.random() < 0.4:
                self.table_up([seat])
                best = mine if best is None else max(best, mine)
            else:
                self.t = self.fold(seat, self.t + self.rng.uniform(0.5, 2.0))
        self.t += self.rng.uniform(1.5, 3.0)  # keys and the reading of hands

    def award(self):
        """Pots pushed, in handfuls."""
        for seat in self.plan.seats:
            if self.plan.paid[seat]:
                self.t = self.pay(
                    seat, self.plan.paid[seat], self.t + 0.5, self.night.dealer["push"]
                )

    def gather(self):
        """All cards together for the next shuffle, and its key perhaps."""
        rng = self.rng
        self.t += rng.uniform(1.0, 2.5)
        x, y = self.felt.spot("muck")
        cards = self.board + self.burns + [c for two in self.hands.values() for c in two]
        for card in cards + self.mucked:
            card.go(self.t, self.t + 0.8, x + rng.gauss(0, 25), y + rng.gauss(0, 30), "heap")
        self.t += rng.uniform(1.5, 2.5)
        for card in cards + self.mucked:
            card.away(self.t)
        if rng.random() < 0.5:
            self.keys.append((self.t + 1.0, {"what": "riffle"}))
        self.t += 3

    def play(self):
        """The whole hand; a mishap may end it early."""
        self.looked, self.last_round = set(), False
        try:
            self.post()
            self.deal()
            streets = self.plan.streets
            for street in range(len(streets)):
                if street:
                    if self.plan.shown and self.plan.run_out_from == street:
                        self.table_up(self.plan.shown)
                    self.t = self.turn_street(street, self.t)
                    self.feats.append(f"{self.t:.1f} {STREETS[street]} lies")
                self.betting(street, streets[street])
                later = any(streets[k] for k in range(street + 1, len(streets)))
                self.last_round = not later
                self.t = self.sweep(self.t)
            if self.plan.shown:
                if self.plan.run_out_from > 3:
                    self.showdown()
                self.t += self.rng.uniform(0.5, 1.5)
            else:
                self.t += self.rng.uniform(0.3, 1.2)
            self.award()
            self.gather()
        except Stopped:
            self.counted = False
            self.t += self.rng.uniform(6, 10)
        return self
