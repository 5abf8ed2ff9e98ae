"""Honest poker: whose turn it is, what is legal, what players like to do, who wins what."""

from itertools import combinations

RANKS = "23456789TJQKA"
STREETS = ("preflop", "flop", "turn", "river")


def five(cards):
    """The value of five cards; higher is better."""
    ranks = sorted((RANKS.index(c[0]) for c in cards), reverse=True)
    groups = sorted(((ranks.count(r), r) for r in set(ranks)), reverse=True)
    shape = tuple(n for n, _ in groups)
    order = [r for _, r in groups]
    flush = len({c[1] for c in cards}) == 1
    straight = len(order) == 5 and (ranks[0] - ranks[4] == 4 or ranks == [12, 3, 2, 1, 0])
    if straight:
        top = 3 if ranks == [12, 3, 2, 1, 0] else ranks[0]
        return (8 if flush else 4, top)
    kind = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}.get(shape, 0)
    return (5, *order) if flush and kind < 5 else (kind, *order)


def best(hole, board, omaha):
    """The value of a hand with its board."""
    if omaha:
        pairs = combinations(hole, 2)
        return max(five(list(p) + list(b)) for p in pairs for b in combinations(board, 3))
    return max(five(c) for c in combinations(list(hole) + list(board), 5))


def liking(hole, board, omaha):
    """How much a player likes a hand, from 0 to 1."""
    if len(board) >= 3:
        value = best(hole, board, omaha)
        return min(1.0, (0.15, 0.45, 0.7, 0.8, 0.88, 0.92, 0.96, 1, 1)[value[0]] + value[1] / 90)
    ranks = sorted((RANKS.index(c[0]) for c in hole), reverse=True)
    pair = 0.35 if len(set(ranks)) < len(ranks) else 0
    suited = 0.1 if len({c[1] for c in hole}) < len(hole) else 0
    return min(1.0, sum(ranks[:2]) / 36 + pair + suited)


class Stakes:
    """Betting of one hand. ``to`` of an act is the seat's total on the street."""

    def __init__(self, game, betting, seats, stacks, unit, small, big):
        self.game, self.betting, self.unit = game, betting, unit
        self.sb, self.bb = small, big
        self.seats = list(seats)  # in order from the left of the button
        self.behind = dict(stacks)
        self.front = dict.fromkeys(seats, 0)
        self.given = dict.fromkeys(seats, 0)  # all that went in, for the pots
        self.live = list(seats)
        self.street = "preflop"
        self.pending, self.high, self.step, self.raises = [], 0, big, 0
        self.closed_to = set()  # who may only call: a short all-in did not reopen
        self.acts = []

    def post(self, seat, amount, dead=False):
        """Forced chips; returns what is really there."""
        amount = min(amount, self.behind[seat])
        self.behind[seat] -= amount
        self.given[seat] += amount
        if not dead:
            self.front[seat] += amount
            self.high = max(self.high, self.front[seat])
        return amount

    def open_street(self, street, first):
        """The seats that act, beginning with ``first``."""
        self.street = street
        if street != "preflop":
            self.front = dict.fromkeys(self.seats, 0)
            self.high, self.step, self.raises = 0, self.bb, 0
        else:
            self.raises = 1
        self.closed_to = set()
        i = self.seats.index(first)
        order = self.seats[i:] + self.seats[:i]
        able = [s for s in order if s in self.live and self.behind[s]]
        owing = [s for s in able if self.front[s] < self.high]
        self.pending = able if len(able) > 1 or owing else []

    def actor(self):
        """Who is to act, None when the street is over."""
        if len(self.live) < 2:
            return None
        while self.pending:
            seat = self.pending[0]
            alone = not any(self.behind[s] for s in self.live if s != seat)
            if self.behind[seat] and not (alone and self.front[seat] >= self.high):
                return seat
            self.pending.pop(0)
        return None

    def owes(self, seat):
        """What a call costs."""
        return min(self.high - self.front[seat], self.behind[seat])

    def pot(self):
        """All chips in the middle and in front."""
        return sum(self.given.values())

    def bounds(self, seat):
        """The least and the most total of a raise; None when there is none."""
        stack = self.front[seat] + self.behind[seat]
        rivals = any(self.behind[s] for s in self.live if s != seat)
        if stack <= self.high or seat in self.closed_to or not rivals:
            return None
        if self.betting == "limit":
            size = self.bb if self.street in STREETS[:2] else 2 * self.bb
            if self.raises >= 3:
                return None
            to = min(stack, (self.raises + 1) * size)
            return to, to
        least = min(stack, self.high + self.step if self.high else 2 * self.bb)
        if self.betting == "pot_limit":
            most = self.high + self.pot() + self.owes(seat)
            return least, min(stack, most)
        return least, stack

    def act(self, act, seat, to=0):
        """Takes an act that is regular."""
        self.pending.remove(seat)
        if act == "fold":
            self.live.remove(seat)
        elif act == "call":
            to = self.front[seat] + self.owes(seat)
        if act in ("call", "bet", "raise"):
            added = to - self.front[seat]
            self.behind[seat] -= added
            self.given[seat] += added
            self.front[seat] = to
        if act in ("bet", "raise"):
            full = to - self.high >= self.step or self.high == 0
            after = self.seats[self.seats.index(seat) + 1 :]
            order = after + self.seats[: self.seats.index(seat)]
            acted = [s for s in order if s in self.live and s not in self.pending]
            self.pending = [s for s in order if s in self.live and self.behind[s]]
            if full:
                self.step, self.closed_to = max(self.step, to - self.high), set()
                self.raises += 1
            else:
                self.closed_to |= set(acted)
            self.high = to
        self.acts.append((self.street, act, seat, to))

    def choose(self, rng, seat, hole, board, loose):
        """What an honest player does: (act, total)."""
        likes = liking(hole, board, self.game == "plo") + rng.uniform(-0.18, 0.18) + loose
        owes, bounds = self.owes(seat), self.bounds(seat)
        pot = self.pot()
        if bounds and likes > (0.82 if owes else 0.62) and rng.random() < 0.75:
            least, most = bounds
            wish = self.high + owes + int((pot + owes) * rng.choice((0.4, 0.5, 0.6, 0.75, 0.9)))
            if self.street == "preflop":
                wish = self.high * rng.choice((2.5, 3, 3, 3.5)) + self.unit
            to = int(max(least, min(most, wish)) // self.unit * self.unit)
            to = max(to, least)
            if to > 0.75 * (self.front[seat] + self.behind[seat]) and self.betting != "limit":
                to = min(most, self.front[seat] + self.behind[seat])
            if to >= least:
                return ("raise" if self.high else "bet"), to
        if not owes:
            return "check", 0
        price = owes / (pot + owes)
        if likes > 0.33 + price * 0.7 or (owes <= self.bb and likes > 0.4):
            return "call", 0
        return "fold", 0

    def excess(self):
        """(seat, chips) nobody has called, or None."""
        tops = sorted(self.front.values(), reverse=True)
        seat = max(self.front, key=self.front.get)
        if len(tops) > 1 and tops[0] > tops[1]:
            return seat, tops[0] - tops[1]
        return None

    def give_back(self, seat, amount):
        """Chips nobody has called go home."""
        self.front[seat] -= amount
        self.given[seat] -= amount
        self.behind[seat] += amount

    def shares(self, hands, board):
        """Seat -> chips won, odd chips left of the button first."""
        won = dict.fromkeys(self.seats, 0)
        left = dict(self.given)
        values = {}
        if len(self.live) > 1:
            values = {s: best(hands[s], board, self.game == "plo") for s in self.live}
        while any(left.values()):
            able = [s for s in self.live if left[s]] or self.live
            level = min((left[s] for s in able if left[s]), default=max(left.values()))
            part = sum(min(level, chips) for chips in left.values())
            left = {s: max(0, chips - level) for s, chips in left.items()}
            top = max(values[s] for s in able) if values else None
            winners = [s for s in able if not values or values[s] == top]
            each = part // len(winners) // self.unit * self.unit
            odd = part - each * len(winners)
            for seat in winners:
                extra = min(odd, self.unit)
                won[seat] += each + extra
                odd -= extra
            won[winners[0]] += odd
        return won
