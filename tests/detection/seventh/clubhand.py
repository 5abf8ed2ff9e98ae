"""One hand of no-limit hold'em: what the dealer does, who acts with what, how it ends."""

from tests.detection.seventh.clubdealer import UNIT, Dealing
from tests.detection.seventh.clubmotions import Motions, Unplayable
from tests.detection.seventh.clubnight import BOOKS, Night
from tests.detection.seventh.holdings import DENOMINATIONS, chips_for, rack, worth
from tests.detection.seventh.tabletop import Tabletop

LEVELS = ((25, 50), (50, 100), (100, 200))
NAMES = [r + s for r in "23456789TJQKA" for s in "shdc"]


class Halt(Exception):
    """The floor is called: nobody moves any more."""


class ClubHand(Motions, Dealing):
    """A hand that is played right."""

    def __init__(self, rng):
        self.rng = rng
        self.table = rng.choice(("six_max", "nine_max", "nine_max"))
        self.felt = Tabletop(self.table, rng)
        self.night = Night(rng, self.felt.readers)
        self.book = rng.choice(BOOKS)
        self.t = rng.uniform(0.8, 2.0)
        self.at = self.what = None
        self.tabled = False
        self.keys, self.acts, self.feats, self.burns = [], [], [], []
        self.board, self.mucked, self.pot = [], [], []
        self._seating()
        self._tags()
        self.paid = dict.fromkeys(self.seats, 0)
        self.bets = dict.fromkeys(self.seats, 0)
        self.settled = dict.fromkeys(self.seats, 0.0)
        self.still = dict.fromkeys(self.seats, 0.0)
        self.high, self.step = 0, self.bb
        self.turn, self.raises, self.short_raise, self.aggressor = None, 0, False, None
        self.live, self.street = list(self.seats), 0
        self.dead = 0  # antes: nobody's, in the main pot

    def _seating(self):
        rng = self.rng
        n = rng.randint(5, min(9, len(self.felt.seats)))
        self.seats = sorted(rng.sample(self.felt.seats, n))
        self.sb, self.bb = rng.choice(LEVELS)
        self.ante, self.ante_type = 0, None
        if rng.random() < 0.25:
            # Only the later page knows a big blind ante (`ipr-web:W39.4`).
            self.ante_type = "big_blind_ante" if self.book == "ipr-web" else "each"
            self.ante = self.bb if self.ante_type == "big_blind_ante" else UNIT
        self.stacks = {s: self.bb * rng.randint(12, 140) // UNIT * UNIT for s in self.seats}
        if rng.random() < 0.25:
            short = rng.choice(self.seats)
            self.stacks[short] = self.bb * rng.randint(4, 10)
        self.button = rng.choice(self.seats)
        self.sb_seat, self.bb_seat = self.after(self.button)[:2]
        self.away = None
        if rng.random() < 0.1:
            self.away = rng.choice([s for s in self.seats if s not in self.after(self.button)[:2]])
        self.loose = rng.uniform(0.3, 0.65)
        self.bold = rng.uniform(0.15, 0.5)

    def _tags(self):
        rng = self.rng
        used = set()

        def uid():
            while True:
                text = f"E0040150{rng.getrandbits(32):08X}"
                if text not in used:
                    used.add(text)
                    return text

        self.cards = {name: self.felt.new(uid(), "card", name) for name in NAMES}
        self.deck = list(self.cards.values())
        rng.shuffle(self.deck)
        self.racks = {
            s: [self.felt.new(uid(), "chip", what) for what in rack(stack)]
            for s, stack in self.stacks.items()
        }
        self.front = {s: [] for s in self.seats}
        self.hole = {s: [] for s in self.seats}
        self.uid = uid

    # -- who

    def after(self, seat, among=None):
        """Seats clockwise from the next one, ending with this one."""
        among = self.seats if among is None else among
        return [s for s in among if s > seat] + [s for s in among if s <= seat]

    def behind(self, seat):
        """Chips a player has left."""
        return worth(self.racks[seat])

    # -- before the cards

    def opening(self):
        """Antes and blinds."""
        if self.rng.random() < 0.3:
            self.say({"what": "riffle"}, sure=True)
            self.t += self.rng.uniform(1, 3)
        if self.ante:
            self.antes()
        self.post(self.sb_seat, self.sb)
        self.t += self.rng.uniform(0.3, 1.2)
        self.post(self.bb_seat, self.bb)
        self.t += self.rng.uniform(0.6, 2.0)

    def antes(self):
        """Antes are put before the players and pulled in."""
        payers = [self.bb_seat] if self.ante_type == "big_blind_ante" else self.after(self.button)
        for seat in payers:
            self.post(seat, self.ante_of(seat), ante=True)
            self.t += self.rng.uniform(0.15, 0.6)
        self.t += self.rng.uniform(0.4, 1.2)
        self.pull_in()
        self.t += self.rng.uniform(0.3, 0.9)

    def ante_of(self, seat):
        """What a seat puts in as its ante."""
        return self.ante

    def post(self, seat, amount, ante=False):
        """Chips of a forced bet, from the rack to the spot."""
        chips = chips_for(amount, self.racks[seat])
        if chips is None:
            raise Unplayable
        self.put_in(seat, chips)
        if ante:
            self.dead += amount
        else:
            self.paid[seat] += amount
            self.bets[seat] = amount
            self.high = max(self.high, amount)

    # -- the deal

    def off_deck(self, seconds, up=False):
        """The next card comes to the mouth; clock when it leaves. Face down: quadrant 1 or 3."""
        card = self.deck.pop()
        zone = f"mouth:{self.rng.choice((2, 4) if up else (1, 3))}"
        self.felt.lay(card, self.t, self.felt.at(zone, 2), z=4)
        self.t += seconds
        return card

    def pitch(self, card, seat):
        """A card flies or slides to a seat and comes to rest, more or less on its spot."""
        rng = self.rng
        slides = rng.random() < self.night.slides
        speed = rng.uniform(1.5, 2.6) if slides else rng.uniform(2.2, 4.0)
        fly = rng.uniform(2, 10) + 5 if slides else rng.uniform(18, 60)
        place = self.felt.at(f"seat:{seat}", 11)
        if rng.random() < 0.05:
            # It stops at the edge of its loop, where 10 to 50 % of the reads fail.
            place = self.felt.edge(f"seat:{seat}", self.felt.at(f"line:{seat}"))
        here = card.place()
        far = ((place[0] - here[0]) ** 2 + (place[1] - here[1]) ** 2) ** 0.5
        seconds = min(0.5, max(0.1, far / 1000 / speed))
        self.felt.go(card, self.t, self.t + seconds, place, fly=fly)
        self.hole[seat].append(card)
        self.still[seat] = max(self.still[seat], self.t + seconds)

    def deal_one(self, seat, up=False):
        """One card of the deal, at the dealer's pace."""
        pace = self.night.pace * self.rng.uniform(0.85, 1.2)
        share = self.rng.uniform(0.4, 0.7)
        card = self.off_deck(pace * share, up=up)
        self.pitch(card, seat)
        self.t += pace * (1 - share)
        return card

    def deal(self):
        """Two rounds, from the left of the button."""
        for _ in range(2):
            for seat in self.after(self.button):
                self.deal_one(seat)
        self.pick_up()

    def pick_up(self):
        """Players look at once, square their cards up, or let them lie."""
        for seat in self.seats:
            t = max(self.still[seat], self.t - 0.5) + self.rng.uniform(0.2, 1.5)
            roll = self.rng.random()
            if seat == self.away:
                continue
            if roll < 0.5:
                self.square_up(seat, t)
            elif roll < 0.5 + self.night.peeks / 2:
                self.peek(seat)
        self.t += self.rng.uniform(0.5, 1.5)

    # -- betting

    def betting(self):
        """One round, until all have acted on the last wager."""
        first = self.bb_seat if not self.street else self.button
        if self.street:
            self.high, self.step = 0, self.bb
            self.bets = dict.fromkeys(self.seats, 0)
            self.aggressor = None
        self.raises, self.short_raise = 0, False
        self.todo = [s for s in self.after(first, self.live) if self.behind(s)]
        while self.todo:
            seat = self.todo.pop(0)
            if len(self.live) == 1:
                return
            rivals = [s for s in self.live if s != seat and self.behind(s)]
            if not rivals and self.bets[seat] == self.high:
                return
            self.turn = seat
            self.idle()
            self.think()
            if self.rng.random() < self.night.peeks:
                self.peek(seat)
                self.t = max(self.t, self.still[seat] + 0.3)
            what, to = self.decide(seat, rivals)
            self.before(seat, what, to)
            if self.act(seat, what, to):
                others = [s for s in self.after(seat, self.live) if s != seat]
                self.todo = [s for s in others if self.behind(s)]

    def before(self, seat, what, to):
        """A moment for what goes wrong before an act."""

    def decide(self, seat, rivals):
        """``(act, total)``, always legal, by chips that say it without a doubt."""
        rng, owe = self.rng, self.high - self.bets[seat]
        if seat == self.away:
            return ("fold", 0) if owe else ("check", 0)
        roll = rng.random()
        fear = (1 - self.loose) if not self.street else 0.35
        if owe and roll < fear:
            return "fold", 0
        may = rivals and not self.short_raise and self.raises < 3
        if may and rng.random() < (self.bold if not self.raises else self.bold / 2.5):
            to = self.size(seat)
            if to:
                return ("raise" if self.high else "bet"), to
        if not owe:
            return "check", 0
        if owe >= self.behind(seat) or self.take(seat, owe) or self.big_chip(seat, owe):
            return "call", min(self.high, self.bets[seat] + self.behind(seat))
        return "fold", 0

    def size(self, seat):
        """Total of a bet or raise that is legal in every book, or None."""
        rng, most = self.rng, self.bets[seat] + self.behind(seat)
        pot = worth(self.pot) + sum(self.bets.values())
        if not self.high:
            # One book wants twice the big blind after the flop (`ipr-2018:59.2`).
            to = max(2 * self.bb, pot * rng.choice((33, 50, 66, 75, 100)) // 100)
        elif not self.street and not self.raises:
            to = self.bb * rng.choice((2, 2.5, 3, 3, 4))
        else:
            to = self.high + max(self.step, int((pot + self.high) * rng.uniform(0.3, 0.8)))
        grain = rng.choice((25, 50, 100, 100))
        to = int(-(-to // grain) * grain)
        if to >= most * 0.75:
            # All-in only where it is a full raise: what a short one does not reopen is another day.
            to = most
        if to - self.high < self.step or to > most or (not self.high and to < 2 * self.bb):
            return None
        return to

    def big_chip(self, seat, owe):
        """One larger chip for a call, if the pot has the change."""
        if self.street and self.book in ("stg-2011", "rrop-6"):
            return None
        for what in DENOMINATIONS[::-1]:
            if what > owe and any(c.what == what for c in self.racks[seat]):
                change = chips_for(what - owe, self.pot)
                if change is None:
                    return None
                return next(c for c in self.racks[seat] if c.what == what), change
        return None

    def act(self, seat, what, to):
        """An act with its motions and keys; True for a wager that others have to answer."""
        if what == "fold":
            return self.fold(seat)
        if what == "check":
            self.check(seat)
            return False
        add = to - self.bets[seat]
        if add == self.behind(seat):
            chips = list(self.racks[seat])
            # Chips that could pass for a call need the word first.
            doubt = what != "call" and self.doubtful(seat, chips)
            self.word(seat, "all_in", sure=doubt or self.rng.random() < 0.9)
            self.t += self.rng.uniform(0.2, 0.9)
            if doubt:
                self.t = max(self.t, self.keys[-1][0] + 0.1)
            self.put_in(seat, chips, slow=1.6)
        elif what == "call":
            self.call(seat, add)
        else:
            self.wager(seat, what, to, add)
        return self.record(seat, what, to, add)

    def record(self, seat, what, to, add):
        """The books after chips went in."""
        self.paid[seat] += add
        self.bets[seat] = to
        if what != "call":
            self.step = max(self.step, to - self.high)
            self.high, self.aggressor = to, seat
            self.raises += 1
        self.acts.append((what, seat, 0 if what == "call" else to))
        self.riffle_chips(seat)
        return what != "call"

    def fold(self, seat):
        """A hand is given up."""
        if self.rng.random() < self.night.talks * 0.3 and self.night.keys_words:
            self.word(seat, "fold")
        self.throw_in(seat)
        self.live.remove(seat)
        self.acts.append(("fold", seat, 0))
        return False

    def check(self, seat):
        """A tap on the table, or the word."""
        # A check that closes the betting is always keyed: without its key the next street would
        # look no other than one that came too early.
        if self.rng.random() < 0.2:
            self.word(seat, "check", sure=not self.todo)
        else:
            self.say({"what": "gesture", "seat": seat, "kind": "tap"}, sure=not self.todo)
        if self.rng.random() < 0.3:
            # The hand that taps is over the spot.
            self.felt.cover(f"line:{seat}", self.t, self.t + 0.4, 0.6)
        self.acts.append(("check", seat, 0))
        self.t += self.rng.uniform(0.2, 0.5)

    def doubtful(self, seat, chips):
        """Whether chips alone could be a call: one chip, or none that the call could do without."""
        owe = self.high - self.bets[seat]
        return len(chips) < 2 or worth(chips) - min(c.what for c in chips) <= owe

    def call(self, seat, add):
        """Exact chips, or one larger chip and change, which is said and keyed first."""
        chips = self.take(seat, add)
        large = self.big_chip(seat, add)
        if large and (chips is None or self.rng.random() < 0.15):
            chip, change = large
            self.word(seat, "call", sure=True)
            self.t = max(self.t + 0.4, self.keys[-1][0] + 0.1)
            self.put_in(seat, [chip])
            self.t += self.rng.uniform(0.5, 1.2)
            lasts = self.rng.uniform(0.4, 0.8)
            self.to_rack(seat, change, self.t, lasts)
            self.pot = [c for c in self.pot if c not in change]
            self.t += lasts
            self.feats.append(f"{self.t:.1f} seat {seat} gets change of a {chip.what}")
            return
        if self.rng.random() < self.night.talks and self.night.keys_words:
            self.word(seat, "call")
            self.t += self.rng.uniform(0.2, 0.8)
        self.put_in(seat, chips)

    def wager(self, seat, what, to, add):
        """A bet or raise: said if its chips alone would leave a doubt."""
        chips = self.take(seat, add)
        if chips is None:
            raise Unplayable
        doubt = what == "raise" and self.doubtful(seat, chips)
        said = doubt or (self.night.keys_words and self.rng.random() < self.night.talks)
        if said:
            self.word(seat, what, amount=to, sure=True)
            self.t = max(self.t + 0.4, self.keys[-1][0] + 0.1 if doubt else 0)
        if said and len(chips) >= 4 and self.rng.random() < 0.3:
            # With the amount said, chips may come in several motions.
            self.t = max(self.t, self.keys[-1][0] + 0.1)
            cut = self.rng.randint(1, len(chips) - 1)
            self.put_in(seat, chips[:cut])
            self.t += self.rng.uniform(0.4, 1.5)
            self.put_in(seat, chips[cut:])
            self.feats.append(f"{self.t:.1f} seat {seat} bets in two motions, amount said")
        else:
            self.put_in(seat, chips)

    # -- the whole

    def play(self):
        """All of it; a mishap ends it when the floor has been called."""
        try:
            self.opening()
            self.deal()
            self.streets()
        except Halt:
            self.t += self.rng.uniform(7, 11)

    def streets(self):
        """Four rounds of betting, or fewer."""
        while True:
            if len([s for s in self.live if self.behind(s)]) > 1 or not self.street:
                self.betting()
            if len(self.live) == 1:
                if self.rng.random() < 0.75:
                    self.try_uncalled()
                break
            able = [s for s in self.live if self.behind(s)]
            if len(able) <= 1 and not self.tabled:
                self.uncalled()
                self.run_out()
            if self.street == 3:
                break
            self.open_street()
        self.finish()

    def try_uncalled(self):
        """After the last fold: taken back if it can be told apart, else left in the pot."""
        top = max(self.bets, key=lambda s: self.bets[s])
        extra = sorted(self.bets.values())[-1] - sorted(self.bets.values())[-2]
        if extra and chips_for(extra, self.front[top]) is not None:
            self.uncalled()

    def stop(self, what, t=None):
        """What went wrong has happened; the floor is called."""
        self.done(what, t)
        self.freeze()

    def freeze(self):
        """The floor has been called: everybody waits."""
        if self.at is None:
            raise Unplayable
        raise Halt

    def done(self, what, t=None):
        """What went wrong has happened; the hand goes on for the moment."""
        if self.at is not None:
            raise Unplayable
        self.at, self.what = self.t if t is None else t, what
