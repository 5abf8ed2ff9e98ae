"""The rules' arithmetic: what hands are worth, whose turn it is, what is owed, who is paid.

Chips are integers. Reckoned here from the books' texts alone, for no-limit hold'em.
"""

from collections import Counter
from itertools import combinations

RANKS = "23456789TJQKA"
STREETS = ("preflop", "flop", "turn", "river")


def five_worth(cards):
    """A tuple that is the greater the better a hand of five cards is."""
    ranks = sorted((RANKS.index(c[0]) for c in cards), reverse=True)
    counts = sorted(((n, r) for r, n in Counter(ranks).items()), reverse=True)
    shape, order = [n for n, _ in counts], [r for _, r in counts]
    flush = len({c[1] for c in cards}) == 1
    if ranks == [12, 3, 2, 1, 0]:
        ranks = order = [3, 2, 1, 0, -1]
    straight = len(shape) == 5 and ranks[0] - ranks[4] == 4
    kinds = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
    kind = kinds.get(tuple(shape), 0)
    kind = 8 if straight and flush else 5 if flush else 4 if straight else kind
    return (kind, *order)


def worth(hole, board):
    """The best five of a hand and the board."""
    return max(five_worth(five) for five in combinations([*hole, *board], 5))


def after(seats, seat):
    """Seats in turn, from the one behind ``seat`` round to it."""
    seats = sorted(seats)
    return [s for s in seats if s > seat] + [s for s in seats if s <= seat]


def pots(paid, live):
    """``[(amount, seats)]`` of main and side pots; ``paid``: seat -> chips put in, all streets."""
    out, low = [], 0
    for level in sorted({paid[s] for s in live}):
        amount = sum(min(p, level) - min(p, low) for p in paid.values())
        seats = [s for s in live if paid[s] >= level]
        if out and out[-1][1] == seats:
            amount += out.pop()[0]
        if amount:
            out.append((amount, seats))
        low = level
    return out


class Betting:
    """The state of the betting; acts are checked as they are taken."""

    def __init__(self, stacks, button, blinds, ante=0, big_ante=False, straddle=False):
        self.stacks = dict(stacks)
        self.start = dict(stacks)
        self.button = button
        self.sb, self.bb = blinds
        self.live = sorted(stacks)
        self.paid = dict.fromkeys(stacks, 0)
        self.front = dict.fromkeys(stacks, 0)
        self.street = "preflop"
        self.posts = []  # (seat, kind, amount) in order
        self.acts = []  # (street, act, seat, added, total)
        order = after(stacks, button)
        small, big = (order[-1], order[0]) if len(order) == 2 else order[:2]
        self.blind_seats = (small, big)
        for seat in order:
            due = (self.bb if seat == big else 0) if big_ante else ante
            if due:
                self._post(seat, "ante", due)
        self.front = dict.fromkeys(stacks, 0)  # antes lie in the pot
        self._post(small, "sb", self.sb)
        self._post(big, "bb", self.bb)
        last, self.high, self.size, self.bring = big, self.bb, self.bb, self.bb
        if straddle:
            last = after(stacks, big)[0]
            self._post(last, "straddle", 2 * self.bb)
            # it sets a new minimum bring-in, which holds on all rounds (rrop-6: S14-NL-2)
            self.high = self.size = self.bring = 2 * self.bb
        self.straddler = last if straddle else None
        self.owing = [s for s in after(stacks, last) if self.stacks[s]]

    def _post(self, seat, kind, amount):
        amount = min(amount, self.stacks[seat])
        self.posts.append((seat, kind, amount))
        self._pay(seat, amount)

    def _pay(self, seat, amount):
        self.stacks[seat] -= amount
        self.paid[seat] += amount
        self.front[seat] += amount

    @property
    def due(self):
        """Who is to act; None when the street is done."""
        return self.owing[0] if self.owing and len(self.live) > 1 else None

    def owed(self, seat):
        """What a call costs."""
        return min(self.high - self.front[seat], self.stacks[seat])

    def least(self, seat):
        """The least total a bet or raise may make."""
        if not self.high:
            return 2 * self.bb if self.double else self.bring
        return self.high + self.size

    double = False  # ipr-2018 asks for two big blinds after the flop (59.2)

    def take(self, act, seat, total=0):
        """Enter an act; ``total``: in front of the seat after a bet or raise."""
        added = {"call": self.owed(seat), "bet": total - self.front[seat]}
        added["raise"] = added["bet"]
        paid = added.get(act, 0)
        if act == "fold":
            self.live.remove(seat)
        assert 0 <= paid <= self.stacks[seat]
        self._pay(seat, paid)
        self.owing = [s for s in self.owing if s != seat]
        if act in ("bet", "raise"):
            if total - self.high >= self.size:
                self.size = total - self.high
            self.high = total
            self.owing = [s for s in after(self.live, seat) if s != seat and self.stacks[s]]
        self.acts.append((self.street, act, seat, paid, self.front[seat]))

    def uncalled(self):
        """``(seat, amount)`` nobody matched, given back; None: nothing."""
        order = sorted(self.front.values())
        if len(order) < 2 or order[-1] == order[-2]:
            return None
        seat = max(self.front, key=self.front.get)
        amount = order[-1] - order[-2]
        self._pay(seat, -amount)
        return seat, amount

    def next_street(self):
        """Go on to the next street."""
        self.street = STREETS[STREETS.index(self.street) + 1]
        self.front = dict.fromkeys(self.front, 0)
        self.high, self.size = 0, self.bring
        able = [s for s in self.live if self.stacks[s]]
        self.owing = [s for s in after(self.live, self.button) if s in able]
        if len(able) < 2:
            self.owing = []


def decide(rng, state, seat, raises):
    """``(act, total)`` of a player who plays loosely by chance; amounts may not be payable."""
    owed, stack = state.owed(seat), state.stacks[seat]
    others = [s for s in state.live if s != seat and state.stacks[s]]
    roll = rng.random()
    early = state.street == "preflop"
    big = state.front[seat] + stack  # everything
    least = state.least(seat)
    may_raise = big >= least and others and raises < 3 and owed < stack
    if not owed:
        if roll > (0.35 if may_raise else 0.0) or (early and roll > 0.12):
            return "check", 0
        return ("raise" if state.high else "bet"), _size(rng, state, least, big)
    if roll < (0.48 if early else 0.4) - (0.25 if len(state.live) == 2 else 0):
        return "fold", 0
    if may_raise and roll > 0.86:
        return "raise", _size(rng, state, least, big)
    return "call", 0


def _size(rng, state, least, big):
    """A total between the least and everything."""
    if rng.random() < 0.1 or big <= least:
        return big
    pot = sum(state.paid.values())
    most = max(least, min(big, state.high + int(pot * rng.choice((0.4, 0.5, 0.7, 1.0, 1.3)))))
    unit = max(1, state.sb)
    total = -(-rng.randint(least, most) // unit) * unit
    return big if total > 0.8 * big else total
