"""The poker of the ninth generator: who is due, what is legal, which hand wins, who gets what.

No-limit hold'em. A raise is at least the last full one. After an all-in that is no full raise
nobody raises any more on that street: books differ there, and a clean hand must be clean in all.
"""

from itertools import combinations

RANKS = "23456789TJQKA"
SUITS = "shdc"
DECK = [r + s for r in RANKS for s in SUITS]


class Betting:
    """One hand's wagers. ``stacks`` are the chips behind, ``bets`` those in front."""

    def __init__(self, seats, button, stacks, sb, bb, ante=0, least_bet=None):
        self.seats, self.button, self.bb = seats, button, bb
        self.least_bet = least_bet or bb  # after the flop
        self.stacks = dict(stacks)
        self.bets = dict.fromkeys(seats, 0)
        self.paid = dict.fromkeys(seats, 0)  # in the whole hand, antes left out
        self.live = set(seats)
        self.antes = 0
        after = self.after(button)
        self.sb_seat, self.bb_seat = (button, after[0]) if len(seats) == 2 else after[:2]
        for s in seats:
            self.stacks[s] -= ante
            self.antes += ante
        self._put(self.sb_seat, sb)
        self._put(self.bb_seat, bb)
        self.acts = []  # (street, act, seat, added, to)
        self.street = "preflop"
        self._open(bb, bb, self.after(self.bb_seat))

    def after(self, seat):
        """Seats clockwise from the one after ``seat``, which comes last."""
        at = self.seats.index(seat)
        return self.seats[at + 1 :] + self.seats[: at + 1]

    def _open(self, bet, step, order):
        self.bet, self.step, self.closed = bet, step, False
        self.queue = [s for s in order if s in self.live and self.stacks[s] > 0]
        self.aggressor = None

    def _put(self, seat, chips):
        self.stacks[seat] -= chips
        self.bets[seat] += chips
        self.paid[seat] += chips

    def next_street(self, name):
        """Bets are in the pot; the first live seat left of the button is due."""
        self.street = name
        self.bets = dict.fromkeys(self.seats, 0)
        self._open(0, self.least_bet, self.after(self.button))
        if len([s for s in self.live if self.stacks[s] > 0]) < 2:
            self.queue = []

    def due(self):
        """The seat to act, or None when the street is over."""
        while self.queue and self.queue[0] not in self.live:
            self.queue.pop(0)
        if len(self.live) < 2 or not self.queue:
            return None
        return self.queue[0]

    def owed(self, seat):
        """Chips a call takes, no more than there are."""
        return min(self.bet - self.bets[seat], self.stacks[seat])

    def least(self):
        """The least total of a bet or raise."""
        return self.bet + self.step

    def may_raise(self, seat):
        """Whether a full raise is possible and somebody could answer it."""
        others = [s for s in self.live if s != seat and self.stacks[s] > 0]
        return (
            not self.closed and bool(others) and self.bets[seat] + self.stacks[seat] >= self.least()
        )

    def act(self, act, to=0):
        """The due seat acts: ``fold``, ``check``, ``call``, ``bet``, ``raise`` (to a total)."""
        seat = self.queue.pop(0)
        before = self.bets[seat]
        if act == "fold":
            self.live.discard(seat)
        elif act == "call":
            self._put(seat, self.owed(seat))
        elif act in ("bet", "raise"):
            if not self.bet < to <= before + self.stacks[seat]:
                raise ValueError(f"{act} of {seat} to {to}: bet {self.bet}")
            if to < self.least():
                if to != before + self.stacks[seat]:
                    raise ValueError(f"{act} of {seat} to {to}: least {self.least()}")
                self.closed = True
            else:
                self.step = to - self.bet
            self._put(seat, to - before)
            self.bet, self.aggressor = to, seat
            self.queue = [s for s in self.after(seat)[:-1] if s in self.live and self.stacks[s] > 0]
        elif act != "check" or self.bet > before:
            raise ValueError(f"{act} of {seat}")
        self.acts.append((self.street, act, seat, self.bets[seat] - before, self.bets[seat]))
        return seat

    def uncalled(self):
        """``(seat, chips)`` nobody has matched on this street, or None."""
        high = sorted(self.bets.values())
        if high[-1] == high[-2]:
            return None
        seat = max(self.bets, key=self.bets.get)
        back = high[-1] - high[-2]
        self.bets[seat] -= back
        self.paid[seat] -= back
        self.stacks[seat] += back
        return seat, back

    def pots(self):
        """``(chips, seats that may win it)`` from the main pot on; call after ``uncalled``."""
        out, low = [], 0
        for level in sorted({self.paid[s] for s in self.live}):
            chips = sum(min(p, level) - min(p, low) for p in self.paid.values())
            out.append([chips, [s for s in self.seats if s in self.live and self.paid[s] >= level]])
            low = level
        out[0][0] += self.antes
        out[-1][0] += sum(max(0, p - low) for p in self.paid.values())
        return out


def rank5(cards):
    """Order of a hand of five: a higher tuple is a better hand."""
    values = sorted((RANKS.index(c[0]) for c in cards), reverse=True)
    counts = sorted(((values.count(v), v) for v in set(values)), reverse=True)
    flush = len({c[1] for c in cards}) == 1
    run = sorted(set(values), reverse=True)
    straight = run[0] if len(run) == 5 and run[0] - run[4] == 4 else None
    if run == [12, 3, 2, 1, 0]:
        straight = 3
    shape = [c for c, _ in counts]
    tail = tuple(v for _, v in counts)
    if straight is not None:
        return (8 if flush else 4, straight)
    if shape[:2] == [4, 1]:
        return (7, *tail)
    if shape[:2] == [3, 2]:
        return (6, *tail)
    if flush:
        return (5, *tail)
    return ({3: 3, 2: 2 if shape[:2] == [2, 2] else 1, 1: 0}[shape[0]], *tail)


def best(cards):
    """Rank of the best five of five to seven cards."""
    return max(rank5(five) for five in combinations(cards, 5))


def strength(hole, board):
    """A rough worth of a hand between 0 and 1, for the people who bet on it."""
    high, low = sorted((RANKS.index(c[0]) for c in hole), reverse=True)
    if not board:
        pair = high == low
        worth = 0.45 + high * 0.04 if pair else high * 0.028 + low * 0.018
        worth += 0.06 * (hole[0][1] == hole[1][1]) + 0.04 * (high - low in (1, 2))
        return min(1.0, worth)
    made = best(hole + board)[0]
    alone = sum(1 for c in hole if c[0] in {b[0] for b in board})
    worth = {0: 0.1 + high * 0.015, 1: 0.45, 2: 0.68, 3: 0.8}.get(made, 0.92)
    if made in (1, 2, 3) and not alone and high != low:
        worth -= 0.3  # the board made it
    return worth


def shares(betting, hands, board, unit):
    """``{seat: chips}`` of the pots; odd chips, of ``unit`` each, go left of the button."""
    won = {}
    for chips, seats in betting.pots():
        if len(seats) == 1:
            winners = seats
        else:
            ranks = {s: best(hands[s] + board) for s in seats}
            top = max(ranks.values())
            winners = [s for s in betting.after(betting.button) if ranks.get(s) == top]
        part, odd = divmod(chips // unit, len(winners))
        for i, s in enumerate(winners):
            won[s] = won.get(s, 0) + (part + (i < odd)) * unit
    return won
