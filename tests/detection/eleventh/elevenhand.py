"""One hand of no-limit hold'em as people play it: what they do and when, and what is true of it."""

import json
import random

from tests.detection.eleventh import elevencards
from tests.detection.eleventh.elevenbets import Betting
from tests.detection.eleventh.elevenchips import Stacks
from tests.detection.eleventh.elevenend import Ending
from tests.detection.eleventh.elevenfelt import middle, scattered
from tests.detection.eleventh.elevenpeople import Body, Dealer, Player
from tests.detection.eleventh.elevenradio import Recorder
from tests.detection.eleventh.elevenscene import Scene
from tests.detection.eleventh.elevenslip import Again, Stopped

BOOKS = ("ipr-2018", "ipr-web", "rrop-6", "tda-2011", "stg-2011")
STREETS = {"flop": (1, 2, 3), "turn": (4,), "river": (5,)}


class Step:
    """One card of the deal: to whom, and what is wrong with it (``exposed`` or ``boxed``)."""

    def __init__(self, seat, fault=None):
        self.seat, self.fault = seat, fault


class Hand(Betting, Ending):
    """A hand by its seed. ``slip``: the irregularity to put in; ``attempt``: another such hand."""

    def __init__(self, seed, slip=None, attempt=0):
        self.seed, self.slip = seed, slip
        self.rng = rng = random.Random(f"eleventh {seed} {slip and slip.name} {attempt}")
        self.done, self.expect = False, None
        self.book = rng.choice(slip.books if slip and slip.books else BOOKS)
        self.scene = Scene()
        self.t = rng.uniform(1.2, 3.0)
        self._seat_people(slip)
        self._set_stakes(slip)
        self._shuffle()
        self.live, self.all_in = set(self.seats), set()
        self.acts, self.wagers, self.board, self.tabled = [], [], [], []
        self.burns, self.hole, self.change = [], {seat: [] for seat in self.seats}, []
        self.antes = dict.fromkeys(self.seats, 0)
        self.street, self.high, self.least = "preflop", 0, 0
        self.acted, self.aggressor, self.raises = set(), None, 0
        self.stacks_after, self.end = None, None
        # for the dealer's answers: when things were done, and who was paid
        self.checks, self.laid, self.burned, self.boxed = [], [], [], set()
        self.dealt_at, self.paid = {}, set()

    def _seat_people(self, slip):
        rng = self.rng
        count = rng.choice((3, 4, 5, 6, 6, 7, 8, 8, 9, 9))
        if slip:
            count = min(max(count, slip.seats_min), slip.seats_max)
        self.seats = sorted(rng.sample(range(1, 10), count))
        self.button = rng.choice(self.seats)
        place = self.seats.index(self.button) + 1
        self.order = self.seats[place:] + self.seats[:place]  # from the small blind on
        self.sb_seat, self.bb_seat = self.order[0], self.order[1]
        self.players = {seat: Player(rng, seat) for seat in self.seats}
        self.dealer = Dealer(rng)
        self.body = Body(rng, self.scene, self.dealer, self.players)

    def _set_stakes(self, slip):
        rng = self.rng
        self.format = "cash" if self.book in ("rrop-6", "stg-2011") else "tournament"
        if self.book in ("rrop-6", "stg-2011") and rng.random() < 0.4:
            self.format = "tournament"
        if slip and slip.format:
            self.format = slip.format
        self.bb = rng.choice((50, 100, 100, 200, 200))
        if slip and slip.bb_min:
            self.bb = max(self.bb, slip.bb_min)
        self.sb, self.ante, self.ante_type, self.straddle = self.bb // 2, 0, "each", None
        eager = 0.3 if not slip else 0.08
        if slip and slip.point == "antes":
            eager = 1.0
        if self.format == "tournament" and rng.random() < eager:
            self._set_ante()
        straddled = self.book == "rrop-6" and self.format == "cash" and len(self.seats) > 3
        if straddled and not slip and rng.random() < 0.25:
            self.straddle = self.order[2]
        depth = self.bb * rng.uniform(35, 150)
        uid = lambda: elevencards.uid(rng)  # noqa: E731
        self.stacks = Stacks(rng, self.scene, self.seats, depth, uid)
        self.stacks_before = {seat: self.stacks.worth(seat) for seat in self.seats}

    def _set_ante(self):
        if self.book == "ipr-web":
            self.ante, self.ante_type = self.bb, "big_blind_ante"
        elif self.book == "ipr-2018":
            self.ante_type = "button_ante"
            self.ante = self.bb if len(self.seats) >= 7 else self.sb
        else:
            self.ante = 25 if self.bb <= 100 else 50

    def _shuffle(self):
        rng = self.rng
        names = list(elevencards.NAMES)
        rng.shuffle(names)
        self.deck = [self.scene.tag(elevencards.uid(rng), name) for name in names]
        self.printed = {card.uid: card.name for card in self.deck}

    # -- the hand

    def play(self):
        """Play all of it; returns itself. ``done``: the slip came about (or none was asked)."""
        try:
            self._begin()
            self._streets()
            self.finish()
        except Stopped:
            self.t += self.rng.uniform(7, 12)
        self.end = self.t + 0.5
        if not self.slip:
            self.done = True
        return self

    def at(self, point, *given):
        """A moment at which a slip may happen."""
        slip = self.slip
        if slip and slip.point == point and not self.done and self.rng.random() < slip.chance:
            return slip.run(self, *given)
        return None

    def wrong(self, situations, seats=None, beside=(), stop=True):
        """The slip has come about: the table should say one of these situations."""
        self.done = True
        seats = None if seats is None else sorted(seats)
        self.expect = {"said": sorted(situations), "seats": seats, "beside": sorted(beside)}
        self.expect["since"] = self.t
        if stop:
            raise Stopped

    def after(self, seat, step=1):
        """The seat so many places to the left of another, of those in the hand at its start."""
        return self.order[(self.order.index(seat) + step) % len(self.order)]

    def _begin(self):
        if self.ante:
            self._post_antes()
        if not self.at("blinds"):
            self.post(self.sb_seat, self.sb)
            self.post(self.bb_seat, self.bb)
        if self.straddle:
            self.post(self.straddle, 2 * self.bb)
        self.high = 2 * self.bb if self.straddle else self.bb
        self.least = self.high
        self.at("deck")
        plan = [Step(seat) for _ in range(2) for seat in self.order]
        plan = self.at("deal", plan) or plan
        self._deal(plan)
        if self.expect:
            raise Stopped

    def _post_antes(self):
        payers = list(self.order)
        if self.ante_type != "each":
            payers = [self.bb_seat if self.ante_type == "big_blind_ante" else self.button]
        if not self.at("antes", payers):
            for seat in payers:
                self.post(seat, self.ante, self.rng.uniform(0.2, 0.9))
                self.antes[seat] = self.ante
        self.t += self.rng.uniform(0.6, 1.6)
        self.collect()

    def post(self, seat, amount, wait=None):
        """A blind or an ante goes out."""
        chips = self.stacks.pay(seat, amount)
        if chips is None:
            raise Again
        self.t += wait or self.rng.uniform(0.4, 1.4)
        self.body.wager(seat, chips, self.t)
        self.stacks.shift(chips, self.stacks.behind[seat], self.stacks.front[seat])
        self.t += self.rng.uniform(0.3, 0.9)

    def _deal(self, plan):
        rng, body = self.rng, self.body
        self.t += rng.uniform(1.0, 2.5)
        for step in plan:
            card = self.deck.pop(0)
            if step.fault == "boxed":
                self.t = body.at_mouth(card, self.t, up=True)
                self.boxed.add(card.name)
                body.put_aside(card, self.t + rng.uniform(0.2, 0.6))
                if rng.random() < 0.5:
                    body.key(self.t, "notice", by="dealer", kind="boxed_card")
                self.t += rng.uniform(1.2, 2.5)
                continue
            self.t = body.deal(card, self.t, step.seat)
            self.hole.setdefault(step.seat, []).append(card)
            self.dealt_at.setdefault(step.seat, []).append(self.t)
            if step.fault == "exposed":
                body.key(self.t, "exposed", seat=step.seat, by="dealer")
                self.t += rng.uniform(0.3, 1.5)
        self.t += rng.uniform(0.2, 0.6)
        for seat in self.order:
            if rng.random() < 0.45 and seat in self.live:
                body.peek(self.hole[seat], seat, self.t + rng.uniform(0.2, 2.0))

    def _streets(self):
        self.bet_round(self.straddle or self.bb_seat)
        for street in STREETS:
            if len(self.live) < 2:
                return
            if len(self.live - self.all_in) < 2 and not self.tabled:
                self.table_all()
            self.new_street(street)
            if len(self.live - self.all_in) > 1:
                self.bet_round(self.order[-1])
            if len(self.live) < 2:
                self.at("folded out")

    def new_street(self, street):
        """A card is burned, and the street's cards come."""
        self.street, self.high, self.least = street, 0, self.bb
        if self.book == "ipr-2018":
            self.least = 2 * self.bb  # what that book prints as the least bet after the flop
        self.acted, self.aggressor, self.raises = set(), None, 0
        self.t += self.rng.uniform(0.5, 1.6)
        if not self.at("board", street):
            self.burn()
            self.lay(STREETS[street])
        self.t += self.rng.uniform(0.2, 0.8)

    def burn(self):
        """A card goes to the burns."""
        card = self.deck.pop(0)
        self.burns.append(card)
        self.t = self.body.place(card, self.t, "burn", 9)
        self.burned.append(self.t)
        self.t += self.rng.uniform(0.2, 0.6)

    def lay(self, places):
        """Cards of the board come, one by one or in a packet that is spread."""
        body, rng = self.body, self.rng
        cards = [self.deck.pop(0) for _ in places]
        self.board += cards
        packet = len(cards) > 1 and not self.dealer.one_by_one
        self.laid.append((self.t, len(cards)))
        for card, place in zip(cards, places, strict=True):
            zone = f"board:{2 if packet else min(place, 5)}"
            self.t = body.place(card, self.t, zone, 3 if packet else 6) + rng.uniform(0.05, 0.35)
        if packet:
            self.t += rng.uniform(0.2, 0.7)
            for card, place in zip(cards, places, strict=True):
                spot = middle(f"board:{place}") if place <= 5 else middle("board:4")
                card.go(self.t, rng.uniform(0.2, 0.5), scattered(rng, spot, 5), 3)
            self.t += 0.5

    # -- what is written

    def header(self):
        """First line of the recording."""
        chips = {chip.uid: chip.value for chip in self.stacks.all}
        out = {"table": "nine_max", "deck": self.printed, "chips": chips, "rulebook": self.book}
        out["stacks"] = {str(seat): worth for seat, worth in self.stacks_before.items()}
        out |= {"button": self.button, "sb": self.sb, "bb": self.bb, "format": self.format}
        if self.ante:
            out |= {"ante": self.ante, "ante_type": self.ante_type}
        if self.straddle:
            out["straddles"] = {str(self.straddle): 2 * self.bb}
        if self.slip and self.slip.name == "button-wrong":
            out |= self.slip.setup(self)
        return out

    def recording(self):
        """Lines of the recording."""
        rng = random.Random(f"eleventh radio {self.seed}")
        rows = [
            {"t_us": int(t * 1e6), "antenna": name, "uids": uids, "collision": c, "crc_error": e}
            | {"agc": agc}
            for t, name, uids, c, e, agc in Recorder(rng, self.scene, self.end).rows()
        ]
        rows += [{"t_us": int(t * 1e6), "key": key} for t, key in self.scene.keys if t < self.end]
        rows.sort(key=lambda row: row["t_us"])
        return [json.dumps(row) for row in [self.header(), *rows]]
