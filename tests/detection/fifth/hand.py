"""One hand of hold'em, as people play it: posts, deal, four rounds of betting, showdown, award."""

import contextlib

from tests.detection.fifth import poker
from tests.detection.fifth.slips import Slips, Stop
from tests.detection.fifth.world import BOOKS

STREETS = ("preflop", "flop", "turn", "river")
BIG_CHIP = "wager.oversized_facing_bet"  # a ruling that a call with one big chip rightly gets


class Hand(Slips):
    """Plays itself; what happened is in `acts`, `stacks`, `irregular`."""

    def __init__(self, rng, world, slip=None):
        super().__init__(rng, world)
        self.slip, self.irregular = slip, None
        self.book = rng.choice(self.books() if slip else BOOKS)
        n = rng.choices(range(2, world.seats + 1), [1] + [2] * (world.seats - 3) + [4])[0]
        if slip in ("button", "oot_bet", "oot_fold", "oot_check", "mixed"):
            n = max(n, 4)
        self.seats = sorted(rng.sample(range(1, world.seats + 1), n))
        self.button = rng.choice(self.seats)
        self.sb = rng.choice((25, 50, 50, 100, 200))
        self.bb = 2 * self.sb
        kind = rng.choices((None, "each", "big_blind_ante"), (5, 1, 1))[0]
        self.ante_kind = "each" if slip == "ante" else kind
        self.small = min({25: 25, 50: 25, 100: 100, 200: 100}[self.sb], self.sb)
        self.ante = {None: 0, "each": 2 * self.small if slip == "ante" else self.small,
                     "big_blind_ante": self.bb}[self.ante_kind]  # fmt: skip
        self.stock(self.seats, self.sb)
        self.start = {seat: self.stack(seat) for seat in self.seats}
        self.acts, self.regular, self.folded, self.shown = [], set(), [], []
        self.paid = dict.fromkeys(self.seats, 0)
        self.bets = dict.fromkeys(self.seats, 0)
        self.change = []

    # who comes when

    def after(self, seat):
        """The players clockwise from the one after `seat`, that one last."""
        i = self.seats.index(seat) + 1
        return self.seats[i:] + self.seats[:i]

    def live(self):
        """Seats with a hand, from the button's left."""
        return [seat for seat in self.after(self.button) if seat not in self.folded]

    def can_act(self):
        """Seats with a hand and chips behind."""
        return [seat for seat in self.live() if self.stack(seat)]

    def blinds(self, button):
        """(small blind, big blind) of a button."""
        order = self.after(button)
        return (button, order[0]) if len(order) == 2 else (order[0], order[1])

    # the course of it

    def play(self):
        """From the posts to the riffle, or to where the irregularity ends it."""
        with contextlib.suppress(Stop):
            self._play()
        if self.slip and not self.irregular:
            raise poker.Again("no place for the irregularity")
        self.wait(0.5, 1.5)
        return self

    def _play(self):
        if self.rng.random() < 0.3:
            self.key(self.t - 0.6, what="riffle")
            self.wait(0.5, 1.5)
        self.post()
        self.deal()
        for street in STREETS:
            if street != "preflop":
                self.deal_street(street)
            if len(self.can_act()) > 1 or (street == "preflop" and self.can_act()):
                self.round(street)
            self.end_of_round(street)
            if len(self.live()) == 1:
                break
            if len(self.can_act()) <= 1 and not self.shown:
                for seat in self.live():
                    self.table_hand(seat)
        if len(self.live()) > 1:
            self.showdown()
        self.award()
        self.wait(0.4, 1.5)
        self.gather()

    def post(self):
        """Antes, pulled in at once; then the blinds."""
        button = self.wrong_button() if self.slip == "button" else self.button
        small, big = self.blinds(button)
        if self.ante:
            payers = self.seats if self.ante_kind == "each" else [big]
            odd = self.odd_ante(payers)
            for seat in self.rng.sample(payers, len(payers)):
                amount = odd.get(seat, self.ante)
                self.pay(seat, amount, self.t)
                self.acts.append(["ante", seat, amount, amount])
                self.wait(0.2, 0.9)
            self.t = max(self.t, *(self.tracks[x].end for s in payers for x in self.fronts[s]))
            self.wait(0.6, 1.8)
            self.pull_in()
            self.bets = dict.fromkeys(self.seats, 0)
        for seat, amount in ((small, self.sb), (big, self.bb)):
            amount = self.odd_blind(seat, amount) if seat == big else amount
            end = self.pay(seat, amount, self.t)
            self.acts.append(["post", seat, amount, amount])
            self.t = max(self.t + 0.3, end if self.rng.random() < 0.5 else 0)
            self.wait(0.1, 0.8)
        self.level, self.least = self.bb, self.bb
        self.first = self.after(button)
        self.t = max(
            self.t, *(self.tracks[tag].end for s in (small, big) for tag in self.fronts[s])
        )
        self.wait(0.5, 2.0)

    def pay(self, seat, amount, t, tags=None, motions=1):
        """Exact chips over the line: when they lie there."""
        tags = tags or poker.exact(self.racks[seat], amount)
        if tags is None:
            raise poker.Again(f"seat {seat} cannot pay {amount}")
        end = self.put_in(seat, tags, t, motions)
        self.bets[seat] += amount
        self.paid[seat] += amount
        return end

    def deal(self):
        """Two cards each, one at a time; then people look at them."""
        rng, pace = self.rng, self.world.pace
        order, rests = self.first, {}
        for k in range(2 * len(order)):
            seat = order[k % len(order)]
            beat = min(0.9, max(0.25, pace * rng.uniform(0.8, 1.25)))
            if self.slip_in_deal(k, seat, beat):
                continue
            _, rests[seat] = self.deal_to(seat, beat * rng.uniform(0.3, 0.7))
            self.t += beat
            if k >= len(order):
                self._settle(seat, rests[seat])
        self.t = max([self.t, *rests.values()])
        self.after_deal()
        self.wait(0.4, 1.5)

    def _settle(self, seat, t):
        rng = self.rng
        if rng.random() < self.world.squares:
            t += rng.uniform(0.4, 1.5)
            self.square_up(seat, t)
        if rng.random() < self.world.peels * 0.6:
            self.peel(seat, t + rng.uniform(0.8, 3))
            self.feats.append("peels after the deal")

    def deal_street(self, street):
        """Burn and board."""
        self.t = max([self.t, *(self.tracks[tag].end for tag in self.mucked)])
        self.wait(0.3, 1.2)
        n = 3 if street == "flop" else 1
        if not self.slip_on_street(street, n):
            self.burn()
            self.turn_up(n)
        self.wait(0.3, 1.0)

    # betting

    def round(self, street):
        """A round of betting, until everybody has answered."""
        order = self.first if street == "preflop" else self.after(self.button)
        if street == "preflop":
            big = self.blinds(self.button)[1]
            i = order.index(big) + 1
            order = order[i:] + order[:i]
        else:
            self.level, self.least = 0, self.bb
        queue = [seat for seat in order if seat in self.can_act()]
        while queue and len(self.live()) > 1:
            seat = queue.pop(0)
            owed = self.level - self.bets[seat]
            if not owed and len(self.can_act()) == 1:
                break
            self.t += self.world.thinks * self.rng.uniform(0.4, 2.0)
            if self.rng.random() < self.world.peels * 0.25:
                self.t = max(self.t, self.peel(seat, self.t - 0.5))
                self.feats.append("peels before acting")
                self.wait(0.3, 1.0)
            self.t = max(self.t, *(self.tracks[tag].end for tag in self.hole[seat]))
            self.slip_in_turn(street, seat, owed, queue)
            if self.act(street, seat, owed, queue):
                others = self.after(seat)[:-1]
                queue = [s for s in others if s in self.can_act()]

    def act(self, street, seat, owed, queue):
        """One player's act; true when the others must answer it."""
        rng, stack = self.rng, self.stack(seat)
        pot = sum(self.paid.values())
        if owed and rng.random() < self._gives_up(street, seat, owed, pot):
            self.fold(seat)
            return False
        raises = sum(act[0] == "raise" for act in self.acts)
        wants = rng.random() < (0.25 if owed else 0.45) / (1 + raises)
        if wants and stack > owed and len(self.can_act()) > 1:
            to = self.sized(seat, pot, owed)
            if to:
                self.wager(street, seat, to)
                return True
        if owed:
            self.call(seat, min(owed, stack), not queue)
        else:
            self.check(seat)
        return False

    def _gives_up(self, street, seat, owed, pot):
        """How often a bet is not called: the more so the bigger it is, and before the flop."""
        tight = 1 - self.world.plays_loose
        if street == "preflop":
            raised = sum(act[0] == "raise" for act in self.acts)
            chance = tight + 0.2 * min(raised, 2) - (0.2 if self.bets[seat] else 0)
        else:
            chance = 0.6 * tight + 0.5 * owed / max(pot, 1)
        return min(0.93, max(0.1, chance))

    def sized(self, seat, pot, owed):
        """The street total of a bet or raise, or None: full raises, two big blinds at least."""
        rng, stack, held = self.rng, self.stack(seat), self.bets[seat]
        if self.level:
            to = self.level + max(self.least, rng.uniform(0.4, 1.0) * (pot + owed))
        else:
            to = max(2 * self.bb, rng.uniform(0.35, 1.0) * pot)
        unit = rng.choice((self.sb, self.bb))
        to = -(-int(to) // unit) * unit
        if to - held > 0.6 * stack:
            to = stack + held
            return to if to >= max(self.level + self.least, 2 * self.bb) else None
        return to if poker.exact(self.racks[seat], to - held) else None

    def speaks(self, seat, word, amount=None, must=False):
        """The player says it, the dealer may key it: true when keyed."""
        rng = self.rng
        said = must or rng.random() < self.world.talks
        if not said:
            return False
        keyed = must or rng.random() < self.world.keys_words
        if keyed:
            event = {"what": "declare", "seat": seat, "word": word, "wording": "plain"}
            if amount:
                event["amount"] = amount
            self.key(self.t, **event)
        self.wait(0.3, 1.0)
        return keyed

    def wager(self, street, seat, to):
        """Bet or raise to a street total."""
        rng, added = self.rng, to - self.bets[seat]
        owed, behind = self.level - self.bets[seat], self.stack(seat)
        tags = poker.exact(self.racks[seat], added)
        values = [self.chips[tag] for tag in tags]
        facing = self.level > 0
        plain = not facing or (len(tags) > 1 and added - min(values) >= max(owed, 1))
        word = "all_in" if added == behind else "raise" if facing else "bet"
        amount = to if word != "all_in" and rng.random() < 0.7 else None
        keyed = self.speaks(seat, word, amount, must=not plain)
        several = keyed and (amount or word == "all_in") and len(tags) > 2
        motions = rng.randint(2, 4) if several and rng.random() < self.world.motions else 1
        if motions > 1:
            self.feats.append("several motions, amount said")
        self.t = self.pay(seat, added, self.t, tags, min(motions, len(tags)))
        self.acts.append(["raise" if facing else "bet", seat, added, to])
        self.least, self.level = max(self.least, to - self.level), to

    def call(self, seat, amount, closes):
        """Call, by exact chips or with one chip that is too big."""
        rng, behind = self.rng, self.stack(seat)
        tags = self._big_chip(seat, amount) if closes and amount < behind else None
        if tags:
            self.feats.append("call with a big chip, change from the pot")
            self.regular.add(BIG_CHIP)
            self.speaks(seat, "call")
            self.t = self.put_in(seat, tags, self.t)
            self.change.append((seat, self.chips[tags[0]] - amount))
            self.bets[seat] += amount
            self.paid[seat] += amount
        else:
            tags = poker.exact(self.racks[seat], amount)
            if tags is None:
                raise poker.Again(f"seat {seat} cannot call {amount}")
            word = "all_in" if amount == behind else "call"
            keyed = self.speaks(seat, word)
            several = keyed and len(tags) > 2 and rng.random() < self.world.motions
            self.t = self.pay(seat, amount, self.t, tags, 2 if several else 1)
        self.acts.append(["call", seat, amount, self.bets[seat]])

    def _big_chip(self, seat, amount):
        if self.rng.random() > 0.3 or self.fronts[seat]:
            return None
        fits = [tag for tag, value in self.racks[seat] if amount < value <= 8 * amount]
        there = [*self.pot, *(tag for tags in self.fronts.values() for tag in tags)]
        there = [(tag, self.chips[tag]) for tag in there]
        fits = [tag for tag in fits if poker.exact(there, self.chips[tag] - amount)]
        return [self.rng.choice(fits)] if fits else None

    def check(self, seat):
        """A tap, a word or a nod; the dealer keys it or not."""
        if self.rng.random() < self.world.keys_checks:
            if self.rng.random() < 0.8:
                self.key(self.t, what="gesture", seat=seat, kind="tap")
            else:
                self.key(self.t, what="declare", seat=seat, word="check", wording="plain")
        self.acts.append(["check", seat, 0, self.bets[seat]])

    def fold(self, seat):
        """Cards are thrown in; the dealer brings them to the muck when it suits."""
        if self.rng.random() < 0.15:
            self.speaks(seat, "fold")
        self.t = self.throw_in(seat, self.t)
        if len(self.loose) > 1 and self.rng.random() < self.world.two_at_once:
            later = min(max(when for _, when in self.loose), self.t + 2.5)
            self.loose = [(s, max(when, later)) for s, when in self.loose]
            self.feats.append("two hands collected at once")
        else:
            self.collect(self.t)
        self.folded.append(seat)
        self.acts.append(["fold", seat, 0, self.bets[seat]])

    def end_of_round(self, street):
        """Chips nobody matched go back, the rest comes into the pot, change is made."""
        self.collect(1e9)
        thrown = [self.tracks[tag].end for tag in self.mucked]
        top = sorted(self.bets.values())
        over = top[-1] - top[-2]
        if over:
            self._uncalled(max(self.bets, key=self.bets.get), over)
        self.t = max([self.t, *thrown])  # cards first: a dealer has two hands
        if any(self.fronts.values()):
            self.wait(0.4, 1.6)
            self.pull_in()
        for seat, amount in self.change:
            self.push(seat, self.from_pot(seat, amount))
        self.change = []
        self.bets = dict.fromkeys(self.seats, 0)

    def _uncalled(self, seat, over):
        """Back to its maker; a lone winner whose chips do not divide gets them with the pot."""
        back = poker.exact([(tag, self.chips[tag]) for tag in self.fronts[seat]], over)
        if not back and len(self.live()) == 1:
            return
        self.paid[seat] -= over
        if back:
            self.wait(0.6, 1.6)
            self.t = self.take_back(seat, back, self.t)
        else:
            self.change.append((seat, over))

    # the end of a hand

    def names(self, tags):
        """Cards by their faces."""
        return [self.deck[tag] for tag in tags]

    def table_hand(self, seat):
        """Cards turned up; the dealer keys it, or forgets, but never when somebody is all-in."""
        self.wait(0.5, 2.0)
        end = self.show(seat)
        sure = self.slip == "winner_mucked" or not all(self.stack(s) for s in self.live())
        if sure or self.rng.random() < 0.92:
            self.key(end, what="tabled", seat=seat)
        self.t = end
        self.shown.append(seat)

    def results(self):
        """Chips each seat wins."""
        live = self.live()
        hands = {seat: self.names(self.hole[seat]) for seat in live}
        board = self.names(self.board)
        return poker.shares(self.paid, live, hands, board, live, self.small)

    def showdown(self):
        """The last aggressor first; a beaten hand may be mucked unseen."""
        if self.shown:
            self.wait(1.0, 2.5)
            return self.slip_at_showdown()
        river = [a[1] for a in self.acts if a[0] in ("bet", "raise")]
        order, won = self.live(), self.results()
        if river and river[-1] in order and self.acts[-1][0] != "check":
            i = order.index(river[-1])
            order = order[i:] + order[:i]
        all_in = any(not self.stack(seat) for seat in order)
        for i, seat in enumerate(order):
            if i == 0 or won[seat] or all_in or self.rng.random() < 0.5:
                self.table_hand(seat)
            else:
                self.wait(0.6, 2.0)
                self.t = self.throw_in(seat, self.t)
                self.collect(1e9)
                self.t = max(self.tracks[tag].end for tag in self.hole[seat])
                self.feats.append("beaten hand mucked")
                self.beaten.append(seat)
        self.wait(1.0, 3.0)
        return self.slip_at_showdown()

    def award(self):
        """Beaten hands to the muck, the pot to who won it."""
        won = self.results()
        for seat in self.shown:
            if not won[seat]:
                self.loose.append((seat, self.t))
                self.collect(1e9)
                self.t = max(self.tracks[tag].end for tag in self.hole[seat])
                self.wait(0.1, 0.5)
        for seat, amount in won.items():
            if amount:
                self.push(seat, self.from_pot(seat, amount))
                self.wait(0.3, 1.0)
