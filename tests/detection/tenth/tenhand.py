"""One recording: a table is drawn, a hand is played by people, the antennas read it."""

import random

from . import tenradio
from .tenchips import LEVELS, Chips, subset
from .tenfelt import line_at
from .tenpeople import People
from .tenstakes import RANKS, STREETS, Stakes, best

BOOKS = ("ipr-2018", "ipr-web", "rrop-6", "tda-2011", "stg-2011")
CARDS = [r + s for r in RANKS for s in "shdc"]


class Stop(Exception):
    """The dealer stops the hand: something is wrong."""


class Hand:
    """A hand and its truth. ``wrong``: hooks of what goes wrong in it, or None."""

    def __init__(self, seed, wrong=None, attempt=0):
        self.rng = rng = random.Random(f"tenth {seed} {attempt}")
        self.wrong = wrong
        self.done = False  # the wrong thing has happened
        self.expect, self.seat = set(), None
        self.tabled, self.open = set(), False
        self.allowed = set()  # (ruling, seat): what a book rules on although it is everyday play
        self.draw(rng)
        if wrong and "draw" in wrong:
            wrong["draw"](self)
        self.build(rng)

    # -- setting

    def draw(self, rng):
        """Book, game, seats and stakes."""
        self.book = rng.choice(BOOKS)
        game = rng.choices(("nlhe", "limit_holdem", "plo"), (72, 13, 15))[0]
        self.game = "nlhe" if self.book == "stg-2011" else game
        self.format = rng.choice(("cash", "tournament"))
        if self.game != "nlhe" and rng.random() < 0.6:
            self.format = "cash"
        self.sb, self.bb, self.sizes = rng.choice(LEVELS[self.format])
        count = rng.choice((2, 3, 4, 5, 6, 6, 7, 7, 8, 8, 9, 9))
        self.seats = sorted(rng.sample(range(1, 10), count))
        self.button = rng.choice(self.seats)
        self.ante, self.ante_type = 0, "each"
        if self.format == "tournament" and self.game == "nlhe" and rng.random() < 0.35:
            self.ante = self.sizes[0]
            if self.book == "ipr-web" and rng.random() < 0.5:
                self.ante, self.ante_type = self.bb, "big_blind_ante"
        straddles = self.book == "rrop-6" and self.format == "cash" and self.game == "nlhe"
        self.straddle = straddles and count > 3 and rng.random() < 0.2
        self.deep = rng.choice((12, 30, 80, 120))
        self.stacks = {}
        for seat in self.seats:
            chips = int(self.bb * self.deep * rng.uniform(0.4, 1.6)) // self.sizes[0]
            self.stacks[seat] = max(chips, 4 * self.bb // self.sizes[0]) * self.sizes[0]

    @property
    def betting(self):
        """The limit structure."""
        return {"nlhe": "no_limit", "limit_holdem": "limit", "plo": "pot_limit"}[self.game]

    def build(self, rng):
        """Chips, people, deck and the betting."""
        i = self.seats.index(self.button) + 1
        self.order = self.seats[i:] + self.seats[:i]
        two = len(self.seats) == 2
        self.sb_seat, self.bb_seat = self.order[1 if two else 0], self.order[0 if two else 1]
        self.first = self.order[(self.order.index(self.bb_seat) + 1) % len(self.order)]
        self.chips = Chips(rng, self.sizes)
        for seat in self.seats:
            self.chips.seat(seat, self.stacks[seat])
        self.people = People(rng, self.chips)
        self.people.open_deck(rng.sample(CARDS, 52))
        unit = self.sizes[0]
        self.stakes = Stakes(
            self.game, self.betting, self.order, self.stacks, unit, self.sb, self.bb
        )
        self.loose = rng.uniform(-0.08, 0.12)
        self.each = 4 if self.game == "plo" else 2
        self.extra_header = {}

    def hook(self, name, *args):
        """What is wrong here, if it is here; True: it has taken the place of the regular."""
        if self.wrong and not self.done and name in self.wrong:
            return self.wrong[name](self, *args)
        return None

    def happened(self, *expect, seat=None, stop=True):
        """The wrong thing is done; these rulings or situations are right."""
        self.done, self.expect, self.seat = True, set(expect), seat
        if stop:
            raise Stop

    # -- play

    def play(self):
        """The whole hand."""
        people = self.people
        people.t = self.rng.uniform(1500, 3000)
        try:
            self.posts()
            if not self.hook("deal"):
                people.deal(self.order, self.each)
            self.hook("dealt")
            people.square(self.order)
            people.wait(300, 900)
            self.streets()
            self.finish()
        except Stop:
            people.wait(7000, 11000)
        self.end = people.t + 1500
        return self

    def posts(self):
        """Antes, blinds, a straddle."""
        people, stakes = self.people, self.stakes
        if self.ante:
            payers = self.order if self.ante_type == "each" else [self.bb_seat]
            for seat in payers:
                amount = stakes.post(seat, self.ante, dead=True)
                people.put(seat, amount)
                people.wait(-250, 300)
            people.wait(500, 900)
            if self.hook("antes"):
                return
            people.t = people.gather(self.order) + 500
        if self.hook("posts"):
            return
        for seat, size in ((self.sb_seat, self.sb), (self.bb_seat, self.bb)):
            amount = stakes.post(seat, size)
            people.put(seat, amount)
            people.wait(100, 1200)
        if self.straddle:
            seat = self.first
            if self.stacks[seat] > 4 * self.bb:
                stakes.post(seat, 2 * self.bb)
                stakes.step = 2 * self.bb
                people.put(seat, 2 * self.bb)
                self.extra_header["straddles"] = {str(seat): 2 * self.bb}
                self.first = self.order[(self.order.index(seat) + 1) % len(self.order)]
        people.wait(600, 1500)

    def hand_names(self, seat):
        """The names of a seat's cards."""
        return [tag.value for tag in self.people.hole[seat]]

    def streets(self):
        """Betting and board, street by street."""
        people, stakes = self.people, self.stakes
        for street in STREETS:
            if street != "preflop":
                if len(stakes.live) < 2:
                    return
                if not self.hook("board", street):
                    people.wait(300, 900)
                    people.burn()
                    people.turn_up(3 if street == "flop" else 1)
                self.hook("boarded", street)
            first = self.first
            if street != "preflop":
                first = next(s for s in self.order if s in stakes.live)
            stakes.open_street(street, first)
            while (seat := stakes.actor()) is not None:
                people.think()
                if self.hook("turn", seat, street):
                    continue
                board = [tag.value for tag in people.board]
                hole = self.hand_names(seat)
                act, to = stakes.choose(self.rng, seat, hole, board, self.loose)
                people.peek(seat)
                self.perform(act, seat, to)
                self.hook("acted", seat, street, act)
            self.close(street)

    def perform(self, act, seat, to=0):
        """An act that is regular, as hands do it."""
        people, stakes, rng = self.people, self.stakes, self.rng
        owes, stack = stakes.owes(seat), stakes.behind[seat]
        begun, front = people.t, stakes.front[seat]
        if act == "fold":
            if rng.random() < people.keys_words * 0.5:
                people.say(seat, "fold")
            people.throw_in(seat)
            if people.scoops and people.chips.front[seat] and rng.random() < 0.6:
                people.gather([seat], people.t + rng.uniform(200, 900))
        elif act == "check":
            if rng.random() < 0.5:
                people.key("gesture", seat=seat, kind="tap")
            else:
                people.say(seat, "check")
            people.t += 250
        elif act == "call":
            self.call(seat, owes, stack)
        else:
            if act == "bet":
                self.forget()
            self.raise_to(act, seat, to, to - front, owes, stack)
        stakes.act(act, seat, to)
        people.t = max(people.t, begun + 300)

    def forget(self):
        """A forgetful dealer has not keyed the check before a bet."""
        people, acts = self.people, self.stakes.acts
        checked = acts and acts[-1][0] == self.stakes.street and acts[-1][1] == "check"
        if checked and people.forgets and self.rng.random() < 0.4 and people.keys:
            people.keys.pop()
            people.feats.append("check not keyed")

    def call(self, seat, owes, stack):
        """Chips for a call: exact, in two motions, or one that is too big."""
        people, rng = self.people, self.rng
        if owes == stack and rng.random() < 0.85:
            people.say(seat, "all_in", late=rng.uniform(150, 700))
        elif rng.random() < people.keys_words * 0.6:
            people.say(seat, "call")
        single = [t for t in self.chips.rack[seat] if owes < t.value <= 12 * owes]
        if single and owes < stack and rng.random() < 0.12:
            tag = min(single, key=lambda t: t.value)
            pool = list(self.chips.pot)
            change = subset(pool, tag.value - owes)
            if change:
                self.chips.rack[seat].remove(tag)
                people.push(seat, [tag], spread=4)
                people.feats.append("change from the pot")
                self.allowed.add(("call", seat))
                people.home(seat, change, people.t + rng.uniform(900, 2200), 600)
                return
        people.put(seat, owes, 2 if rng.random() < 0.15 else 1)

    def raise_to(self, act, seat, to, added, owes, stack):
        """Chips for a bet or a raise; what chips alone do not say is said and keyed."""
        people, rng = self.people, self.rng
        tags = self.chips.exact(seat, added)
        parts = 1
        if len(tags) > 2 and rng.random() < 0.2:
            parts = rng.choice((2, 2, 3))
        unclear = act == "raise" and added - min(t.value for t in tags) < max(1, owes)
        if added == stack:
            if parts > 1 or unclear or rng.random() < 0.85:
                people.say(seat, "all_in", late=rng.uniform(100, 600))
        elif parts > 1 or unclear or rng.random() < people.keys_words * 0.5:
            people.say(seat, act, to, late=rng.uniform(100, max(150, people.late)))
            people.wait(100, 700)
        rng.shuffle(tags)
        for i in range(parts):
            people.push(seat, tags[i::parts], spread=rng.choice((14, 24, 34)))
            if i + 1 < parts:
                people.wait(300, 800)

    def close(self, street):
        """What nobody has called goes back, the rest into the pot."""
        people, stakes, rng = self.people, self.stakes, self.rng
        people.wait(*((150, 450) if people.scoops else (400, 1000)))
        over = stakes.excess()
        self.along = None
        if over:
            seat, amount = over
            stakes.give_back(seat, amount)
            easy = subset(self.chips.front[seat], amount) and rng.random() < 0.7
            if len(stakes.live) > 1 or easy:
                tags = people.break_front(seat, amount)
                at = people.t + rng.uniform(200, 1200)
                people.home(seat, tags, at)
                people.t = at + 600
            else:
                self.along = over
                stakes.behind[seat] -= amount
        people.t = people.gather(self.order) + 400
        all_in = (
            not any(1 for s in stakes.live if stakes.behind[s] and len(stakes.live) > 1)
            or sum(1 for s in stakes.live if stakes.behind[s]) <= 1
        )
        if len(stakes.live) > 1 and all_in and not self.open:
            self.open = True
            if self.hook("all_in"):
                return
            for seat in stakes.live:
                people.wait(300, 1200)
                self.table(seat)

    def table(self, seat):
        """A hand is laid open, in place or before the player."""
        people, rng = self.people, self.rng
        if rng.random() < 0.3:
            spot = people.near(line_at(seat), 30)
            for tag in people.hole[seat]:
                people.go(tag, people.near(spot, 26), people.t, 400, 10)
        people.key("tabled", seat=seat)
        self.tabled.add(seat)
        people.t += 300

    # -- the end

    def finish(self):
        """Showdown, pot, the cards go back, the next riffle."""
        people, stakes, rng = self.people, self.stakes, self.rng
        hands = {s: self.hand_names(s) for s in stakes.live}
        board = [tag.value for tag in people.board]
        if len(stakes.live) > 1 and not self.open and not self.hook("showdown"):
            self.show(hands, board)
        if len(stakes.live) > 1:
            people.wait(600, 1500)
        shares = stakes.shares(hands, board)
        if self.along:
            shares[self.along[0]] += self.along[1]
        if not self.hook("award", shares):
            people.award(shares)
        for seat in stakes.live:
            stakes.behind[seat] += shares[seat]
        for seat in list(people.hole):
            people.throw_in(seat, collected=False)
        people.wait(300, 1000)
        people.clear()
        if rng.random() < 0.9:
            people.key("riffle", late=rng.uniform(100, 1500))
        people.wait(2500, 3500)

    def show(self, hands, board):
        """Hands are shown in order; who is beaten may muck unseen."""
        people, stakes, rng = self.people, self.stakes, self.rng
        river = [a for a in stakes.acts if a[0] == "river" and a[1] in ("bet", "raise")]
        first = river[-1][2] if river else next(s for s in self.order if s in stakes.live)
        i = self.order.index(first)
        top = None
        for seat in [s for s in self.order[i:] + self.order[:i] if s in stakes.live]:
            value = best(hands[seat], board, self.game == "plo")
            people.wait(500, 1800)
            all_in = any(not stakes.behind[s] for s in stakes.live)
            if all_in or top is None or value >= top or rng.random() < 0.35:
                top = max(value, top) if top else value
                self.table(seat)
            else:
                people.throw_in(seat)
                people.feats.append("mucked unseen")

    # -- the recording

    def header(self):
        """The first line."""
        people = self.people
        deck = dict(sorted(people.cards.items(), key=lambda pair: pair[1]))
        used = sorted(self.chips.tags, key=lambda t: (t.value, t.uid))
        out = {
            "table": "nine_max",
            "deck": deck,
            "chips": {t.uid: t.value for t in used if t.value and not t.card},
            "rulebook": self.book,
            "game": self.game,
            "format": self.format,
            "betting": self.betting,
            "stacks": {str(s): self.stacks[s] for s in self.seats},
            "button": self.button,
            "sb": self.sb,
            "bb": self.bb,
        }
        if self.betting == "limit":
            out.update(small_bet=self.bb, big_bet=2 * self.bb)
        if self.ante:
            out.update(ante=self.ante, ante_type=self.ante_type)
        out.update(self.extra_header)
        return out

    def recording(self):
        """The lines of the trace."""
        people = self.people
        world = tenradio.World(self.rng)
        tags = self.chips.tags + people.deck_tags
        radio = tenradio.Radio(world, [t for t in tags if len(t.moves) > 1], self.end, people.hands)
        self.world = world
        keys = [k for k in people.keys if k[0] < self.end]
        return tenradio.lines(self.header(), radio.dwells(), keys)

    def wagers(self):
        """(street, seat) -> total of the chips a player put in."""
        out = {}
        for street, act, seat, to in self.stakes.acts:
            if act in ("call", "bet", "raise"):
                out[street, seat] = to
        return out
