"""A hand as it happens: dealer and players move cards and chips of a plan over the felt."""

import math

from tests.detection.eighth.chip_hands import ChipHands, pick
from tests.detection.eighth.crew_of_a_night import Dealer, Person
from tests.detection.eighth.felt_map import FeltMap
from tests.detection.eighth.moving_tag import Card, Track
from tests.detection.eighth.real_deals import RANKS, SUITS, Unfit, compose, value

TAIL_S = 8.0  # the camera runs on so long after an irregularity


class Cut(Exception):
    """The film ends here: the floor is called."""


class Film(ChipHands):
    """One hand, played without a fault."""

    called, books = (), None  # of a mishap: prefixes of situations, rulebooks that know it

    def __init__(self, plan, rng):
        self.plan, self.rng, self.map = plan, rng, FeltMap(plan.table)
        self.dealer = Dealer(rng)
        self.people = {seat: Person(rng) for seat in plan.seats}
        self.cards = {r + s: Card(self._uid(), r + s) for r in RANKS for s in SUITS}
        self.racks = {
            s: [Track(self._uid(), True, c) for c in compose(rng, plan.stacks[s], plan.unit)]
            for s in plan.seats
        }
        self.strangers = []
        self.tags = [*self.cards.values(), *(c for rack in self.racks.values() for c in rack)]
        self.front = {seat: [] for seat in plan.seats}
        self.held = {seat: [] for seat in plan.seats}
        self.lying = []  # folded hands that the dealer has not collected
        self.pot, self.muck, self.board, self.burns = [], [], [], []
        self.hands, self.keys, self.acts, self.feats = [], [], [], []
        self.looked, self.busy = set(), dict.fromkeys(plan.seats, 0.0)
        self.spare = list(plan.spare)
        self.t, self.at, self.what, self.left_acts = 0.0, None, "", None
        self.live = set(plan.seats)

    def _uid(self):
        return f"E0040150{self.rng.getrandbits(32):08X}"

    # ---- the course of a hand

    def play(self):
        """Plays the plan to its end, or to the moment the floor is called."""
        try:
            self.start()
            self.post()
            self.deal()
            for street, acts in enumerate(self.plan.streets):
                if street:
                    self.open_street(street)
                for act in acts:
                    self.do(act)
                    self.count_down()
                self.close(street)
            self.end()
        except Cut:
            self.t += TAIL_S
        self.keys.sort(key=lambda pair: pair[0])

    def end(self):
        """Showdown, award, and what is done afterwards."""
        if len(self.live) > 1:
            self.showdown()
        self.award()
        self.gather()

    def mishap(self, what, acts=None):
        """Notes that the irregularity happens now; the film ends after so many more acts."""
        assert self.at is None, "one irregularity a hand"
        self.at, self.what, self.left_acts = self.t, what, acts

    def count_down(self):
        """Ends the film when enough acts followed the irregularity."""
        if self.left_acts is None:
            return
        if self.left_acts <= 0:
            raise Cut
        self.left_acts -= 1

    def key(self, t, **row):
        """The dealer presses a key."""
        self.keys.append((t, row))

    def say(self, t, seat, word, **more):
        """A word that the dealer keys; gives the time of the key."""
        at = t + self.dealer.late(self.rng)
        self.key(at, what="declare", seat=seat, word=word, wording="plain", **more)
        return at

    def cover(self, t0, t1, x, y):
        """A hand is above a place for a while."""
        self.hands.append((t0, t1, x, y))

    def start(self):
        """Before the first blind."""
        self.t = self.rng.uniform(0.8, 2.5)
        if self.dealer.keys_riffle:
            self.key(self.t, what="riffle")
            self.t += self.rng.uniform(1, 4)

    # ---- blinds and antes

    def owed(self):
        """``{seat: amount}`` of blinds and ``{seat: amount}`` of antes as they are put out."""
        plan = self.plan
        antes = {}
        if plan.ante_type == "each":
            antes = dict.fromkeys(plan.seats, plan.ante)
        elif plan.ante:
            antes = {plan.big: plan.ante}
        return {plan.small: plan.sb, plan.big: plan.bb}, antes

    def post(self):
        """Antes, then blinds, before the first card."""
        rng = self.rng
        blinds, antes = self.owed()
        done = self.t
        if self.plan.ante_type == "each":
            for seat, amount in antes.items():
                self.place(seat, self.take(seat, amount), self.t + rng.uniform(0, 2.5))
            self.t += 3.4
            self.sweep()
            antes = {}
        for seat, amount in blinds.items():
            at = self.t + rng.uniform(0, 1.5)
            done = max(done, self.place(seat, self.take(seat, amount), at))
        self.t = done + 0.2
        for seat, amount in antes.items():
            chips = self.take(seat, amount)
            self.t = self.place(seat, chips, self.t + rng.uniform(0.2, 1.0)) + 0.5
            if self.dealer.pulls_ante:
                self.t = self.pull(seat, chips, self.t + rng.uniform(0.3, 1.2))
        self.t += rng.uniform(0.3, 1.5)

    # ---- cards

    def off_deck(self, card, rest, face="down"):
        """A card lies at the mouth for a while; gives the time it leaves."""
        rng = self.rng
        card.face, card.turn = face, rng.choice((0, math.pi)) + rng.gauss(0, 0.03)
        x, y = self.map.mouth
        card.lay(self.t, x + rng.gauss(0, 1.2), y + rng.gauss(0, 1.2))
        return self.t + rest

    def pitch(self, card, seat, t):
        """A card goes to a seat; gives the time it lies there."""
        rng = self.rng
        x, y = self.map.at(f"seat:{seat}")
        mx, my = self.map.mouth
        far = math.hypot(x - mx, y - my) / 1000
        slides = rng.random() < self.dealer.slides
        high = rng.uniform(2, 10) if slides else rng.uniform(18, 60)
        speed = rng.uniform(1.5, 2.6) if slides else rng.uniform(2.2, 4.0)
        dx, dy = rng.gauss(0, self.dealer.aim), rng.gauss(0, self.dealer.aim)
        if rng.random() < 0.05:  # partly beside the loop
            dx += rng.choice((-1, 1)) * rng.uniform(30, 45)
        t1 = t + max(far / speed, 0.1)
        card.send(t, t1, x + dx, y + dy, high=high, turn=rng.uniform(-0.7, 0.7) + math.pi)
        return t1

    def order(self):
        """Seats in the order in which they get a card, once around."""
        return self.plan.order(self.plan.small)

    def deal(self):
        """Two cards each."""
        down = self.t
        for nth in range(2):
            for seat in self.order():
                down = max(down, self.give(seat, self.plan.holes[seat][nth]))
        self.t = max(self.t, down) + self.rng.uniform(0.2, 0.6)
        self.first_looks()

    def give(self, seat, name, face="down"):
        """One card to one seat; gives the time it lies there."""
        card = self.cards[name]
        pace = self.dealer.pace * self.rng.uniform(0.85, 1.2)
        leave = self.off_deck(card, pace * self.rng.uniform(0.55, 0.8), face)
        down = self.pitch(card, seat, leave)
        self.held[seat].append(card)
        self.t += pace
        return down

    def first_looks(self):
        """Those who look at their cards at once."""
        for seat in self.plan.seats:
            if self.people[seat].early and self.held[seat]:
                self.look(seat, self.t + self.rng.uniform(0.1, 2.5))

    def look(self, seat, t):
        """The hand is lifted, and put back a little beside; gives the time it is down."""
        rng = self.rng
        if seat in self.looked:
            return t
        self.looked.add(seat)
        t = max(t, *(card.last for card in self.held[seat])) + 0.1
        long = rng.uniform(1, 3)
        x, y = self.map.at(f"seat:{seat}")
        dx, dy = rng.uniform(-15, 15), rng.uniform(-15, 15)
        aside = rng.random() < 0.06
        turn = math.pi + rng.uniform(-0.3, 0.3)
        for i, card in enumerate(self.held[seat]):
            at = x + dx + 8 * i + (40 if aside and i else 0), y + dy + 6 * i
            card.send(t, t + 0.3, x + dx, y + dy, high=20, rest=rng.uniform(50, 110))
            card.send(t + long - 0.3, t + long, *at, high=20, turn=turn + 0.1 * i)
        self.cover(t, t + long + 0.2, x, y)
        self.busy[seat] = t + long
        return t + long

    def fold_to(self, seat, style):
        """Where a folded hand comes to rest."""
        rng = self.rng
        if style == "line":
            return self.map.past(seat, rng.uniform(-10, 10))
        if style == "short":
            return self.map.past(seat, -rng.uniform(45, 80))
        if style == "past":
            return self.map.past(seat, rng.uniform(60, 120))
        return self.muck_spot()

    def muck_spot(self):
        """A place among the mucked cards."""
        x, y = self.map.at("muck")
        return x + self.rng.uniform(-45, 45), y + self.rng.uniform(-60, 60)

    def throw(self, seat, t, style=None):
        """Both cards of a hand go away; gives the time they lie."""
        rng, cards = self.rng, self.held[seat]
        style = style or self.people[seat].folds
        x, y = self.map.at(f"seat:{seat}")
        t = max([t, self.busy[seat] + 0.1, *(card.last + 0.05 for card in cards)])
        px, py = self.fold_to(seat, style)
        t1 = t + max(rng.uniform(0.25, 0.6), math.hypot(px - x, py - y) / 2500)
        for i, card in enumerate(cards):
            late, turn = 0.04 * i, rng.uniform(0, 6.28)
            at = px + i * rng.uniform(4, 14), py + i * rng.uniform(-8, 8)
            card.send(t + late, t1 + late, *at, high=rng.uniform(3, 25), turn=turn)
        self.cover(t - 0.3, t + 0.3, x, y)
        self.held[seat] = []
        self.lying.append((cards, style, t1))
        return t1

    def collect(self, t=None):
        """The dealer takes folded hands to the muck."""
        rng = self.rng
        for cards, style, down in self.lying:
            at = max(t or 0, down + min(self.dealer.collect * rng.uniform(0.6, 1.2), 2.5))
            self.muck += cards
            if style == "toss":
                continue
            x, y = self.muck_spot()
            for i, card in enumerate(cards):
                spot = x + 6 * i, y + rng.uniform(-5, 5)
                card.send(at, at + rng.uniform(0.35, 0.7), *spot, high=8, turn=rng.uniform(0, 6))
            self.cover(at - 0.2, at + 0.2, cards[0].knots[-3][1], cards[0].knots[-3][2])
        self.lying = []

    # ---- acts

    def do(self, act):
        """One act in turn."""
        seat, who, rng = act.seat, self.people[act.seat], self.rng
        self.t = max(self.t, self.busy[seat]) + who.pause(rng, act)
        if seat not in self.looked and not self.board:
            self.t = self.look(seat, self.t) + rng.uniform(0.3, 1.2)
        if act.what == "fold":
            self.fold(act)
        elif act.what == "check":
            self.check(seat)
        else:
            self.wager(act)
        self.acts.append(act.row())

    def fold(self, act):
        """In turn, facing a bet."""
        seat = act.seat
        if self.rng.random() < self.people[seat].says * self.dealer.keys_words:
            self.say(self.t, seat, "fold")
            self.feats.append("fold keyed")
        self.t = self.throw(seat, self.t + self.rng.uniform(0.05, 0.4))
        self.live.discard(seat)
        if self.rng.random() < 0.85 or self.lying[:-1]:
            self.collect()

    def check(self, seat):
        """A tap or a word, keyed by the dealer."""
        at = self.t + self.dealer.late(self.rng)
        if self.rng.random() < 0.6:
            self.key(at, what="gesture", seat=seat, kind="tap")
        else:
            self.key(at, what="declare", seat=seat, word="check", wording="plain")
        self.t += 0.3 if self.rng.random() < 0.1 else at - self.t + 0.1

    def silent(self, act, chips):
        """Whether these chips in one motion say by themselves what the act is."""
        if act.what == "bet":
            return True
        if act.what == "call":
            return True
        down = act.to - act.add
        return down + act.add - min(c.what for c in chips) > act.high

    def wager(self, act):
        """Chips for a call, bet or raise, with the words that they need."""
        seat, who, rng = act.seat, self.people[act.seat], self.rng
        chips = self.take(seat, act.add, who.small and not act.all_in)
        word = "all_in" if act.all_in and act.what != "call" else act.what
        said = rng.random() < who.says or not self.silent(act, chips) or word == "all_in"
        if said and (word != "call" or rng.random() < self.dealer.keys_words):
            more = {"amount": act.to} if word in ("bet", "raise") else {}
            keyed = self.say(self.t, seat, word, **more)
            self.t = keyed + rng.uniform(0.15, 1.0)
            self.feats.append(f"{word} said")
        if said and word in ("bet", "raise") and len(chips) > 2 and rng.random() < 0.3:
            part = rng.randint(1, len(chips) - 1)
            self.t = self.place(seat, chips[:part], self.t) + rng.uniform(0.4, 1.2)
            chips = chips[part:]
            self.feats.append("several motions, amount said")
        self.t = self.place(seat, chips, self.t)
        if rng.random() < who.squares:
            self.square_up(seat, self.t + rng.uniform(0.3, 1.5))

    # ---- streets

    def close(self, street):
        """Betting on a street is over."""
        plan = self.plan
        self.collect(self.t)
        self.t = max([self.t, *(card.last for card in self.muck)])
        last = street == len(plan.streets) - 1
        quiet = not last and not any(plan.streets[street + 1 :])
        if plan.back and (last or quiet) and self.front[plan.back[0]]:
            self.uncalled()
        self.sweep()
        if quiet and len(self.live) > 1:
            for seat in self.plan.order(self.plan.small):
                if seat in self.live:
                    self.table(seat)

    def uncalled(self):
        """Chips nobody called go back."""
        seat, amount = self.plan.back
        chips = pick(self.front[seat], amount)
        if chips is None:
            raise Unfit("uncalled chips need change")
        for chip in chips:
            self.front[seat].remove(chip)
        at = self.t + self.rng.uniform(0.6, 1.6)
        self.t = self.back(seat, chips, at)
        self.cover(at - 0.1, at + 0.3, *self.map.at(f"line:{seat}"))

    def burn(self):
        """One card, face down, beside the board."""
        card = self.cards[self.spare.pop()]
        leave = self.off_deck(card, self.rng.uniform(0.2, 0.45))
        x, y = self.map.at("burn")
        at = x + self.rng.gauss(0, 5), y + self.rng.gauss(0, 5)
        card.send(leave, leave + self.rng.uniform(0.25, 0.5), *at, high=6)
        self.burns.append(card)
        self.t = card.last + self.rng.uniform(0.1, 0.4)

    def board_names(self, street):
        """Cards of a street."""
        return self.plan.board[:3] if street == 1 else [self.plan.board[street + 1]]

    def open_street(self, street):
        """Burn and turn."""
        self.t += self.rng.uniform(0.3, 1.2)
        self.burn()
        self.turn_up(self.board_names(street))
        self.t += self.rng.uniform(0.2, 0.6)

    def turn_up(self, names):
        """Cards off the deck, face up onto the board's next places."""
        rng, cards = self.rng, [self.cards[name] for name in names]
        together = len(cards) > 2 and self.dealer.spreads
        x, y = self.map.at(f"board:{len(self.board) + 1}")
        for i, card in enumerate(cards):
            leave = self.off_deck(card, rng.uniform(0.2, 0.45))
            if together:
                card.send(leave, leave + 0.3, x + 2 * i, y + rng.gauss(0, 2), high=15, turn=0.0)
                self.t = leave + 0.05
            else:
                self.t = self.settle(card, leave)
        if together:
            self.t += rng.uniform(0.6, 1.2)
            for card in cards:
                self.settle(card, self.t)
            self.t = max(card.last for card in cards) + 0.1

    def settle(self, card, t):
        """A card to the board's next place, face up; gives when it lies."""
        rng = self.rng
        x, y = self.map.at(f"board:{min(len(self.board) + 1, 5)}")
        at = x + rng.gauss(0, 4), y + rng.gauss(0, 4)
        card.send(t, t + rng.uniform(0.3, 0.55), *at, high=12, turn=rng.gauss(0, 0.06), face="up")
        self.board.append(card)
        self.cover(t + 0.2, card.last + 0.15, *at)
        return card.last + 0.08

    # ---- the end

    def table(self, seat):
        """A hand is turned up where it lies or a little forward; the dealer keys it."""
        rng = self.rng
        t = self.t + rng.uniform(0.4, 1.8)
        forward = rng.uniform(0, 30)
        x, y = self.map.at(f"seat:{seat}")
        lx, ly = self.map.at(f"line:{seat}")
        far = math.hypot(lx - x, ly - y)
        x, y = x + (lx - x) / far * forward, y + (ly - y) / far * forward
        for i, card in enumerate(self.held[seat]):
            at = x - 20 + 40 * i, y
            card.send(t, t + 0.4, *at, high=25, turn=rng.gauss(0, 0.15), face="up")
        self.cover(t - 0.2, t + 0.6, x, y)
        self.t = t + 0.6
        self.key(self.t + self.dealer.late(rng), what="tabled", seat=seat)

    def showdown(self):
        """Hands are tabled in order; a beaten one may go to the muck unseen."""
        plan, rng = self.plan, self.rng
        if self.live and all(card.face == "up" for s in self.live for card in self.held[s]):
            return
        wagers = [a.seat for a in plan.streets[-1] if a.what in ("bet", "raise")]
        order = [s for s in plan.order(plan.small) if s in self.live]
        if wagers and wagers[-1] in order:
            i = order.index(wagers[-1])
            order = order[i:] + order[:i]
        forced = any(a.all_in for acts in plan.streets for a in acts)
        best = None
        for seat in order:
            worth = value(plan.holes[seat] + plan.board)
            if best and worth < best and not forced and rng.random() < 0.4:
                self.t = self.throw(seat, self.t + rng.uniform(0.8, 2.5))
                self.collect()
                self.feats.append("mucked unseen")
                continue
            best = max(best or worth, worth)
            self.table(seat)
        self.t += rng.uniform(1.0, 2.5)

    def award(self):
        """The dealer pushes the pot to whom it belongs; the hand that won goes to the muck."""
        rng, plan = self.rng, self.plan
        shares = sorted(plan.shares.items())
        for seat, amount in shares:
            chips = list(self.pot) if len(shares) == 1 else pick(self.pot, amount)
            if chips is None:
                raise Unfit("the pot cannot be split")
            x, y = self.map.past(seat, rng.uniform(-20, 60))
            t = self.t + rng.uniform(0.8, 2.0)
            down = t + rng.uniform(0.6, 1.1)
            away = down + rng.uniform(1.0, 3.0)
            for chip in chips:
                self.pot.remove(chip)
                late = rng.uniform(0, 0.25)
                at = x + rng.gauss(0, 22), y + rng.gauss(0, 22)
                chip.go(t + late, down + late, *at, high=rng.uniform(2, 12), rest=rng.uniform(0, 9))
                off = away + rng.uniform(0, 1.6)
                chip.go(off, off + 0.4, *self.map.rack(seat), high=20)
                chip.vanish(off + 0.45)
                self.racks[seat].append(chip)
            self.cover(t, t + 0.5, *self.map.at("pot"))
            self.cover(down - 0.2, away + 1.5, x, y)
            self.t = down + 0.3
        for seat in sorted(self.live):
            if self.held[seat]:
                self.t = self.throw(seat, self.t + rng.uniform(0.3, 1.0))
                self.collect(self.t)
        self.t = max([self.t, *(c.last for rack in self.racks.values() for c in rack)])

    def gather(self):
        """Board and burns join the muck, the deck is taken away, the next hand begins."""
        rng = self.rng
        self.t += rng.uniform(0.2, 1.0)
        for card in self.board + self.burns:
            at = self.muck_spot()
            late = rng.uniform(0, 0.8)
            card.send(self.t + late, self.t + late + rng.uniform(0.4, 0.8), *at, high=10)
        self.t += 2.0
        if self.dealer.gather == "shuffler":
            for card in self.muck + self.board + self.burns:
                card.vanish(self.t + rng.uniform(0, 0.6))
            self.t += 1.0
        if rng.random() < 0.45:
            self.t += rng.uniform(1.0, 3.0)
            self.key(self.t, what="riffle")
        self.t += rng.uniform(1.0, 2.5)
