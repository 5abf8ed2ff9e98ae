"""One hand of no-limit hold'em, dealt and played on the felt."""

from dataclasses import dataclass, field

from tests.detection.fourth import chips, felt, irregularities, people, radio, ranks
from tests.detection.fourth.motions import Motions, Redo

BOOKS = ("ipr-2018", "ipr-web", "rrop-6", "stg-2011", "tda-2011")
LEVELS = ((25, 50, 25), (50, 100, 25), (100, 200, 25), (1, 2, 1), (2, 5, 1))  # sb, bb, least chip
STREETS = ("preflop", "flop", "turn", "river")
STANDSTILL_S = 24.0  # how long a table waits for the floor before the recording ends
SHUFFLE_MM = (0.0, -450.0)  # where a deck is riffled that is not riffled over the muck


class Stopped(Exception):
    """Play stops where something went wrong."""


@dataclass
class Truth:
    """What happened: `acts` are [act, seat, chips added, street total], times in seconds."""

    acts: list = field(default_factory=list)
    events: list = field(default_factory=list)
    irregular: dict | None = None
    regular: list = field(default_factory=list)  # situations a book rules on in clean play
    stacks: dict = field(default_factory=dict)


class Hand(Motions):
    """A hand under way: who holds what, and how late it is (`t`, seconds)."""

    def __init__(self, rng, slip=None):
        self.rng, self.slip, self.truth = rng, slip, Truth()
        self.table = rng.choices(("nine_max", "six_max"), (7, 3))[0]
        self.layout, self.felt = felt.Layout(self.table), felt.Felt()
        self.radio = radio.draw(rng, self.layout)
        self.people = people.draw(rng)
        self.keys, self.pitched = [], []
        self.t, self.stop_after = rng.uniform(1.0, 2.5), None
        self._sit_down()
        self._stack()
        self._shuffle()
        self.start = {seat: rack.total for seat, rack in self.racks.items()}
        self.board, self.burns, self.mucked = [], [], []
        self.hands = {seat: [] for seat in self.order}
        self.folded, self.line, self.pot = set(), {s: [] for s in self.order}, []
        self.paid = dict.fromkeys(self.order, 0)
        self.swept_until, self.shown, self.late_button = 0.0, set(), False

    def _sit_down(self):
        rng, seats = self.rng, self.layout.seats
        few = (2, 3, 4, 5, 6) if seats == 6 else (3, 4, 5, 6, 7, 8, 9)
        players = rng.choices(few, [k + 1 for k in range(len(few))])[0]
        if self.slip == "empty_seat":
            players = min(players, seats - 1)
        self.seats = sorted(rng.sample(range(1, seats + 1), players))
        self.button = rng.choice(self.seats)
        k = self.seats.index(self.button) + 1
        self.order = self.seats[k:] + self.seats[:k]
        self.sb, self.bb, self.unit = rng.choice(LEVELS)
        self.ante = 0
        if self.slip == "short_ante" or (self.slip is None and rng.random() < 0.08):
            self.sb, self.bb, self.unit, self.ante = 200, 400, 25, 50
        silent = irregularities.SILENT.get(self.slip, ())
        self.book = rng.choice([book for book in BOOKS if book not in silent])

    def _stack(self):
        rng, values = self.rng, chips.SETS[self.unit]
        maker = "E0040150"
        self.racks, self.chips = {}, {}
        for seat in self.seats:
            rack = chips.Rack(values)
            target = self.bb * rng.uniform(35, 160)
            for value, most in zip(values, chips.OPENING[self.unit], strict=True):
                for _ in range(rng.randint(most // 2, most)):
                    if rack.total + value <= target or value <= self.bb // 2:
                        tag = chips.uid(rng, maker)
                        self.chips[tag] = value
                        rack.add(tag, value)
            self.racks[seat] = rack
            for tag in (tag for tags in rack.tags.values() for tag in tags):
                self.felt.put(tag, 0.0, self.layout.rack(seat))

    def _shuffle(self):
        deck = [rank + suit for rank in ranks.ORDER for suit in "shdc"]
        self.deck = {chips.uid(self.rng, "E0040150"): card for card in deck}
        self.stub = list(self.deck)
        self.rng.shuffle(self.stub)

    def slips(self, point, **more):
        """Whether the hand's irregularity happens at this point of play."""
        if self.slip is None or self.truth.irregular:
            return False
        return irregularities.at(self, point, more)

    # the hand -----------------------------------------------------------------------------

    def play(self):
        """Play the hand to its end or to where it stops."""
        try:
            self._play()
            self.t += 2.0
        except Stopped:
            self.t = max(self.t, self.truth.irregular["t"]) + STANDSTILL_S
        self.truth.stacks = {
            seat: rack.total for seat, rack in self.racks.items()
        }  # only those of a hand that was paid out are the end of it
        return self

    def ended(self, phase):
        """A phase is over: an irregularity may wait for the floor here."""
        if self.stop_after == phase:
            raise Stopped

    def _play(self):
        self.post()
        self.deal()
        self.ended("deal")
        for street in STREETS:
            if street != "preflop":
                self.street_cards(street)
            if self.can_bet():
                self.bet_round(street)
            if len(self.live()) == 1:
                return self.won_unseen()
            if any(self.line.values()):
                self.give_back_uncalled()
                self.pull_in()
            if not self.can_bet() and street != "river":
                self.table_all_in()
        return self.showdown()

    def live(self):
        """Seats with a hand, in order of acting."""
        return [seat for seat in self.order if seat not in self.folded]

    def can_bet(self):
        """Whether at least two live players have chips behind."""
        return sum(self.racks[seat].total > 0 for seat in self.live()) > 1

    def matched(self):
        """Whether nobody live is all-in: an all-in hand must be shown."""
        return all(self.racks[seat].total for seat in self.live())

    def blinds(self):
        """(small blind's seat, big blind's seat) as the button asks."""
        return (self.order[1], self.order[0]) if len(self.order) == 2 else tuple(self.order[:2])

    def post(self):
        """Antes, swept in, then the blinds."""
        rng = self.rng
        if self.ante:
            for seat in self.order:
                due = self.ante
                if self.slips("ante", seat=seat):
                    due -= self.unit
                rest = self.put_in(seat, self.pay(seat, due), self.t + rng.uniform(0.2, 0.8))
                if due < self.ante:
                    self.irregular(rest, seat=seat)
                self.truth.acts.append(["ante", seat, due, due])
                self.t = rest
            self.pull_in()
        seats = list(self.blinds())
        late = self.slips("button")
        if late and len(self.order) < 4:
            raise Redo  # the seats of the blinds are the same ones, moved or not
        if late:
            seats = [self.order[-1], self.order[0]]
        rest = self.t
        for act, seat, due in zip(("sb", "bb"), seats, (self.sb, self.bb), strict=True):
            if act == "bb" and self.slips("blind", seat=seat):
                due = self.bb - self.unit
            rest = self.put_in(seat, self.pay(seat, due), self.t + rng.uniform(0.2, 1.6))
            self.truth.acts.append([act, seat, due, due])
            if due < self.bb and act == "bb":
                self.irregular(rest, seat=seat)
            if late and act == "sb":
                self.irregular(rest, seat=seat)
        self.late_button = late
        self.t = rest + rng.uniform(0.5, 2.0)

    def pay(self, seat, amount):
        """Chips for a forced bet, which every rack holds."""
        paid = self.racks[seat].take(amount, self.rng)
        if paid is None:
            raise Redo
        return paid

    def deal(self):
        """Two cards each, one at a time from the button's left."""
        order = list(self.order)
        if self.late_button:
            order = order[-1:] + order[:-1]
        if self.slips("first seat") and len(order) > 2:
            order = order[1:] + order[:1]
        last = 2 * len(order)
        for k in range(1, last + 1):
            seat = order[(k - 1) % len(order)]
            if self.slips("card", k=k, seat=seat, last=k == last, order=order):
                continue
            tag, rest = self.pitch(seat)
            self.hands[seat].append(tag)
            self.emit("dealt", seat=seat, card=self.deck[tag])
            if self.slip in ("first_seat", "button_late") and k == 1:
                self.irregular(rest, seat=seat)
        self.t += 0.6
        if self.late_button:
            self.key(self.t, {"what": "puck_move", "puck": "button", "from": f"seat:{order[-1]}",
                              "to": f"seat:{self.button}", "by": "dealer"}, sure=True)  # fmt: skip
            self.irregular(self.truth.irregular["t"], self.t, seat=self.button)
        self.slips("dealt")
        for seat in self.order:
            if self.rng.random() < 0.35:
                self.peek(seat, self.t + self.rng.uniform(0.2, 2.0))

    def street_cards(self, street):
        """A burn and the street's cards."""
        rng = self.rng
        self.t = max(self.t, self.swept_until) + rng.uniform(0.5, 1.6)
        number = 3 if street == "flop" else 1
        if self.slips("street", street=street, number=number):
            return
        self.burn()
        self.turn_up(number)

    def burn(self):
        """One card goes face down to the burn pile."""
        rng = self.rng
        tag, t = self.draw()
        place = self.layout.at("burn", rng, 7)
        weak = (0.0, 0.04, 0.2, 0.35)[min(3, len(self.burns))]
        self.t = self.felt.move(tag, t, rng.uniform(0.2, 0.5), place, weak, 20)
        self.burns.append(tag)
        self.emit("burn", card=self.deck[tag])
        self.t += rng.uniform(0.1, 0.5)

    def turn_up(self, number):
        """Cards come to the board, a flop in a pile that is spread or one by one."""
        rng, first = self.rng, len(self.board)
        pile, tags = number > 2 and self.people.flop == "spread", []
        for k in range(number):
            tag, t = self.draw(hold=rng.uniform(0.2, 0.45) if number > 1 else None)
            spot = 1 if pile else min(5, first + k + 1)
            weak = (0.0, 0.05, 0.35, 0.5)[min(k, 3)] if pile else 0.0
            place = self.layout.at(f"board:{spot}", rng, 6)
            self.t = self.felt.move(tag, t, rng.uniform(0.2, 0.4), place, weak, 25)
            tags.append(tag)
        if pile:
            self.t += rng.uniform(0.2, 0.7)
            for k, tag in enumerate(tags):
                place = self.layout.at(f"board:{min(5, first + k + 1)}", rng, 6)
                rest = self.felt.move(tag, self.t, rng.uniform(0.2, 0.4), place)
            self.t = rest
        self.board += tags
        self.emit("board", cards=[self.deck[tag] for tag in tags])

    def bet_round(self, street):
        """Everybody acts until all have matched the wager or folded."""
        forced = street == "preflop"
        self.street = dict.fromkeys(self.order, 0)
        if forced:
            for act, seat, _, total in self.truth.acts:
                if act in ("sb", "bb"):
                    self.street[seat] = total
        # Two of the books ask twice the big blind of the first bet after the flop.
        least = self.bb if forced else 2 * self.bb
        self.level, self.least, self.raises = (self.bb if forced else 0), least, 0
        order = self.order
        if forced:
            big = self.blinds()[1]
            k = order.index(big) + 1
            order = order[k:] + order[:k]
        queue = [seat for seat in order if seat not in self.folded and self.racks[seat].total]
        while queue and len(self.live()) > 1:
            seat = queue.pop(0)
            rivals = [s for s in self.live() if s != seat and self.racks[s].total]
            owed = self.level - self.street[seat]
            if owed <= 0 and not rivals:
                continue
            if self.slips("turn", street=street, seat=seat, owed=owed, queue=queue):
                continue
            if self.act(street, seat, max(0, owed), rivals):
                k = order.index(seat) + 1
                around = order[k:] + order[: k - 1]
                queue = [s for s in around if s not in self.folded and self.racks[s].total]
        self.t += self.rng.uniform(0.3, 1.0)

    def act(self, street, seat, owed, rivals):
        """One act; True when it raises the wager."""
        rng, rack = self.rng, self.racks[seat]
        mood = 0.8 if self.slip else 1.0
        kind = people.chooses(rng, street, owed, self.raises, len(rivals), rack.total, mood)
        if kind == "bet" and self.level:
            kind = "raise"
        if kind in ("bet", "raise") and (not rivals or self.raises >= people.RAISES_MAX):
            kind = "call" if owed else "check"
        self.t += people.thinks(rng, self.people, kind)
        if rng.random() < self.people.peeks:
            self.t = max(self.t, self.peek(seat, self.t - rng.uniform(0.0, 0.6)))
        if kind == "check":
            self.key(self.t, {"what": "gesture", "seat": seat, "kind": "tap"})
            self.truth.acts.append(["check", seat, 0, self.street[seat]])
            self.emit("check", seat=seat)
            return False
        if kind == "fold":
            if rng.random() < 0.1:
                self.say(seat, "fold")
            if self.slips("fold", seat=seat):
                return False
            self.truth.acts.append(["fold", seat, 0, self.street[seat]])
            self.emit("fold", seat=seat)
            self.t = self.fold(seat, self.t)
            return False
        return self.wager(street, seat, owed, kind)

    @staticmethod
    def raises_alone(paid, owed):
        """Whether chips put in without a word are a raise: one chip fewer would still call."""
        return sum(value for _, value in paid) - min(value for _, value in paid) >= owed > 0

    def say(self, seat, word, amount=None, sure=False):
        """A player speaks; the dealer may key it, or has to as the chips alone say otherwise."""
        key = {"what": "declare", "seat": seat, "word": word, "wording": "plain"}
        if amount is not None:
            key["amount"] = amount
        self.key(self.t, key, sure)

    def wager(self, street, seat, owed, kind):
        """A call, bet or raise in chips; True when it raises the wager."""
        rng, rack = self.rng, self.racks[seat]
        if kind == "call":
            if self.slips("call", seat=seat, owed=owed):
                return False
            return self.call(seat, owed)
        pot = sum(self.paid.values())
        total = people.sizes(rng, street, pot, self.level, self.least, self.unit)
        if self.slips("raise", seat=seat, owed=owed, total=total, kind=kind):
            return True
        for more in range(12):
            paid = rack.take(total - self.street[seat] + more * self.unit, rng)
            if paid:
                total += more * self.unit
                break
        else:
            total, paid = self.street[seat] + rack.total, rack.take(rack.total)
        if total < self.level + self.least and rack.total:
            raise Redo
        if total <= self.level:
            return self.all_in_call(seat, paid)
        whole = not rack.total
        # Without a word, chips of which the smallest is not needed for the call only call.
        silent = kind == "bet" or self.raises_alone(paid, owed)
        if not silent or rng.random() < self.people.says:
            word = "all_in" if whole else kind
            plain = whole or silent and rng.random() < 0.5
            self.say(seat, word, None if plain else total, sure=not silent)
            self.t += rng.uniform(0.2, 0.8)
        self.t = self.put_in(seat, paid, self.t)
        self.truth.acts.append([kind, seat, total - self.street[seat], total])
        self.emit(kind, seat=seat, total=total)
        if total < self.level + self.least:  # all-in for less: nobody may raise any more
            self.truth.regular += ["wager.short_all", "wager.all_in"]
            self.raises = people.RAISES_MAX
        self.least = max(self.least, total - self.level)
        self.street[seat], self.level, self.raises = total, total, self.raises + 1
        self.slips("wagered", seat=seat, paid=paid)
        return True

    def call(self, seat, owed):
        """A call: exact chips in one or two motions, a big chip with change, or all-in."""
        rng, rack = self.rng, self.racks[seat]
        if owed >= rack.total:
            return self.all_in_call(seat, rack.take(rack.total))
        largest = rng.choice((None, None, self.bb))
        paid = rack.take(owed, rng, largest) or rack.take(owed, rng)
        if rng.random() < self.people.says:
            self.say(seat, "call")
            self.t += rng.uniform(0.1, 0.6)
        big = None
        if paid is None:
            big = rack.over(owed)
            if big is None:
                raise Redo
            paid = [big]
        parts = [paid]
        if len(paid) > 3 and rng.random() < 0.12:
            k = rng.randint(1, len(paid) - 1)
            parts = [paid[:k], paid[k:]]
        for part in parts:
            self.t = self.put_in(seat, part, self.t) + (rng.uniform(0.2, 0.7) if big is None else 0)
        self.street[seat] += owed
        self.truth.acts.append(["call", seat, owed, self.street[seat]])
        self.emit("call", seat=seat, total=self.street[seat])
        if big is not None:
            self.make_change(seat, big[1] - owed)
        return False

    def all_in_call(self, seat, paid):
        """The last chips, the wager or less."""
        rng, amount = self.rng, sum(value for _, value in paid)
        if rng.random() < 0.7:
            self.say(seat, "all_in")
            self.t += rng.uniform(0.2, 0.8)
        self.t = self.put_in(seat, paid, self.t)
        self.street[seat] += amount
        self.truth.acts.append(["call", seat, amount, self.street[seat]])
        self.emit("all-in", seat=seat, total=self.street[seat])
        return False

    def give_back_uncalled(self):
        """What nobody can match goes back before the pot is built."""
        most = sorted(self.street.values())
        excess = most[-1] - most[-2]
        seat = max(self.street, key=self.street.get)
        if excess > 0 and seat not in self.folded:
            given = self.from_table(excess, self.line[seat])
            self.paid[seat] -= excess
            self.emit("uncalled", seat=seat, amount=excess)
            self.t = self.back(seat, given, self.t + self.rng.uniform(0.6, 1.6))

    def table_all_in(self):
        """All-in and nothing to bet: the hands are turned up."""
        for seat in self.live():
            if seat not in self.shown:
                self.show(seat)

    def show(self, seat):
        """A player turns up the cards, which the dealer keys."""
        self.shown.add(seat)
        self.t += self.rng.uniform(0.8, 2.2)
        for tag in self.hands[seat]:
            place = self.layout.at(f"seat:{seat}", self.rng, 9)
            self.felt.lift(tag, self.t, self.rng.uniform(0.2, 0.5), place)
        self.t += 0.8
        self.key(self.t, {"what": "tabled", "seat": seat}, sure=True)
        self.emit("tabled", seat=seat)

    def won_unseen(self):
        """All but one have folded."""
        seat = self.live()[0]
        self.t += self.rng.uniform(0.6, 1.6)
        most = sorted(self.street.values())
        excess = most[-1] - most[-2]
        if excess > 0 and self.street[seat] == most[-1]:
            try:
                given = self.from_table(excess, self.line[seat], only=True)
            except Redo:
                given = []
            if given:
                self.paid[seat] -= excess
                self.t = self.back(seat, given, self.t)
        self.pull_in()
        self.pay_out([(seat, sum(value for _, value in self.pot))])
        self.clear()

    def showdown(self):
        """Hands are shown or mucked, the pots paid."""
        rng, board = self.rng, [self.deck[tag] for tag in self.board]
        strength = {
            seat: ranks.best([self.deck[tag] for tag in self.hands[seat]] + board)
            for seat in self.live()
        }
        shares = self.shares(strength)
        won = {seat for seat, amount in shares if amount}
        self.t += rng.uniform(0.8, 2.0)
        for seat in self.live():
            if seat in self.shown:
                continue
            if seat not in won and self.matched() and rng.random() < 0.35:
                self.t += rng.uniform(0.8, 2.5)
                self.emit("mucked", seat=seat)
                rest = self.throw(seat, self.t)
                self.swept_until = self.muck(self.hands[seat], rest + rng.uniform(0.5, 2.0))
                self.hands[seat] = []
            else:
                self.show(seat)
        self.slips("shown", won=sorted(won))
        self.pay_out(shares)
        self.clear()

    def shares(self, strength):
        """[(seat, amount)]: each pot to its best hand; an odd chip to the first of the winners."""
        paid, shares = dict(self.paid), {}
        while any(paid.values()):
            least = min(amount for amount in paid.values() if amount)
            layer = [seat for seat, amount in paid.items() if amount]
            rivals = [seat for seat in layer if seat in strength]
            if not rivals:
                raise Redo
            top = max(strength[seat] for seat in rivals)
            best = [seat for seat in self.order if seat in rivals and strength[seat] == top]
            if len(best) > 1 and least * len(layer) % (self.unit * len(best)):
                raise Redo
            for seat in best:
                shares[seat] = shares.get(seat, 0) + least * len(layer) // len(best)
            for seat in layer:
                paid[seat] -= least
        return list(shares.items())

    def pay_out(self, shares):
        """The dealer pushes each winner's chips over the bet spot; the player stacks them."""
        rng = self.rng
        self.t = max(self.t, self.swept_until) + rng.uniform(1.0, 2.5)
        for seat, amount in shares:
            won = self.from_table(amount, self.pot)
            takes = rng.uniform(0.6, 1.2)
            for tag, _ in won:
                place = self.layout.at(f"line:{seat}", rng, 20)
                self.felt.move(tag, self.t + rng.uniform(0, 0.2), takes, place, 0.05)
            self.emit("awarded", seat=seat, amount=amount)
            self.t += takes + rng.uniform(0.6, 2.0)
            self.t = self.back(seat, won, self.t) + rng.uniform(0.2, 0.8)

    def clear(self):
        """All cards go to the muck, and the deck is shuffled there."""
        rng = self.rng
        self.t = max(self.t, self.swept_until) + rng.uniform(0.4, 1.5)
        for tags in (*(self.hands[s] for s in self.live()), self.board, self.burns):
            if tags:
                self.t = self.muck(tags, self.t, rng.uniform(0.3, 0.7)) + rng.uniform(0.3, 0.9)
        self.hands = {seat: [] for seat in self.order}
        self.emit("cleared")
        self.t += rng.uniform(1.0, 2.0)
        keyed, over_muck = self.people.riffle
        if keyed:
            self.key(self.t, {"what": "riffle"}, sure=True)
        if not over_muck:  # squared up and shuffled before the dealer, where no loop lies
            x, y = SHUFFLE_MM
            for tag in self.mucked:
                self.felt.lift(tag, self.t, 0.3, (x, y, 0.5))
            self.t += 3.0
            return
        for tag in self.stub:
            self.felt.put(tag, self.t, self.layout.at("muck", rng, 15, 80.0))
        for _ in range(2):
            for tag in (*self.mucked, *self.stub):
                place, lag = self.layout.at("muck", rng, 15), rng.uniform(0, 0.5)
                self.felt.lift(tag, self.t + lag, rng.uniform(0.1, 0.5), place)
                self.felt.ways[tag][-1] = self.felt.ways[tag][-1][:4] + (0.93,)
            self.t += 1.8
        for tag in (*self.mucked, *self.stub):  # cut, and into the deck well
            self.felt.move(tag, self.t, 0.4, (0.0, -300.0, 90.0))
