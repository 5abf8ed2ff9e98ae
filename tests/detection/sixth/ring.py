"""A hand of no-limit hold'em as it is to be played: seats, stacks, cards, acts, and who is paid.

A hand is either one of the real ones (its decisions are kept, its sizes scaled to our blinds and
rounded to chips) or one of our own players'. Every act is legal: least raises, short all-ins that
give no right to raise, no fold without a bet to face.
"""

import gzip
import json
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from pathlib import Path

HANDS = Path(__file__).parents[4] / "shared" / "hands" / "expected.jsonl.gz"
RANKS = "23456789TJQKA"
DECK = tuple(r + s for r in RANKS for s in "shdc")
STREETS = ("preflop", "flop", "turn", "river")
UNIT = 25  # smallest chip at blinds 50 and 100
SB, BB = 50, 100


@dataclass
class Act:
    """One act: ``to`` is the seat's total on the street, ``put`` what it adds."""

    seat: int
    what: str
    put: int = 0
    to: int = 0
    all_in: bool = False


@dataclass
class Plan:
    """A hand before anybody moves."""

    table: str
    seats: list  # clockwise from the seat left of the button
    button: int
    sb_seat: int
    bb_seat: int
    stacks: dict
    ante: int
    ante_type: str
    cards: dict  # seat -> two cards
    board: list
    source: str
    streets: list = field(default_factory=list)  # [[Act, ...], ...]
    shown: list = field(default_factory=list)  # seats at the showdown, in order
    paid: dict = field(default_factory=dict)
    uncalled: tuple = ()  # (seat, amount)
    run_out_from: int = 9  # street from which all are all-in
    all_in: bool = False  # somebody at the showdown is


@cache
def real():
    """No-limit hold'em hands of the recorded ones: small dicts."""
    if not HANDS.exists():
        return ()
    out = []
    with gzip.open(HANDS, "rt") as lines:
        for text in lines:
            if '"variant":"NT"' not in text:
                continue
            row = json.loads(text)
            blinds = [b for b in row["blinds"] if b]
            if len(blinds) == 2 and 2 * min(blinds) == max(blinds):
                out.append(row)
    return tuple(out)


class Betting:
    """The rules of one betting hand: who may do what."""

    def __init__(self, plan):
        self.plan = plan
        self.stack = dict(plan.stacks)
        self.total = dict.fromkeys(plan.seats, 0)
        self.street = dict.fromkeys(plan.seats, 0)
        self.live = list(plan.seats)

    def post(self):
        """Antes (dead), then blinds."""
        plan = self.plan
        for seat in plan.seats:
            owes = plan.ante if plan.ante_type == "each" else 0
            if plan.ante_type == "big_blind_ante" and seat == plan.bb_seat:
                owes = plan.ante
            self.stack[seat] -= owes
            self.total[seat] += owes
        for seat, blind in ((plan.sb_seat, SB), (plan.bb_seat, BB)):
            self._put(seat, blind)

    def _put(self, seat, chips):
        self.stack[seat] -= chips
        self.total[seat] += chips
        self.street[seat] += chips

    def order(self, street):
        """Seats in the order in which they act."""
        seats = self.plan.seats
        if len(seats) == 2:
            first = self.plan.sb_seat if street == 0 else self.plan.bb_seat
        else:
            first = seats[2 % len(seats)] if street == 0 else seats[0]
        at = seats.index(first)
        return seats[at:] + seats[:at]

    def round(self, street, decide):
        """Acts of one street."""
        acts = []
        if street:
            self.street = dict.fromkeys(self.plan.seats, 0)
        high, step = (BB, BB) if street == 0 else (0, BB)
        waits = [s for s in self.order(street) if s in self.live]
        may_raise = set(waits)
        ready = [s for s in waits if self.stack[s]]
        if len(ready) < 2 and not any(self.street[s] < high for s in ready):
            return acts
        while waits:
            seat = waits.pop(0)
            if seat not in self.live or not self.stack[seat]:
                continue
            if len(self.live) == 1:
                break
            rivals = [s for s in self.live if s != seat and self.stack[s]]
            owed = high - self.street[seat]
            if not rivals and owed <= 0:
                continue
            full = high + step
            top = self.street[seat] + self.stack[seat]
            # a raise needs somebody who can still answer it
            able = [s for s in rivals if self.street[s] + self.stack[s] > high]
            free = seat in may_raise and able and top > high
            what, to = decide(self, seat, street, owed, full, top, bool(free))
            if what == "raise" and free and to > high:
                to = top if to >= top or top <= full else max(full, to)
                act = Act(seat, "raise" if high else "bet", to - self.street[seat], to, to == top)
                if to - high >= step or not high:
                    step = max(step, to - high)
                    may_raise = {s for s in self.live if s != seat}
                high = to
                at = self.plan.seats.index(seat)
                waits = self.plan.seats[at + 1 :] + self.plan.seats[:at]
            elif owed > 0 and what == "fold":
                act = Act(seat, "fold")
                self.live.remove(seat)
            elif owed > 0:
                pay = min(owed, self.stack[seat])
                act = Act(seat, "call", pay, self.street[seat] + pay, pay == self.stack[seat])
            else:
                act = Act(seat, "check", 0, self.street[seat])
            may_raise.discard(seat)
            self._put(seat, act.put)
            acts.append(act)
        return acts


def value(seven):
    """Strength of the best five of up to seven cards, greater is better."""
    return max(_five(five) for five in combinations(seven, 5))


def _five(cards):
    ranks = sorted((RANKS.index(c[0]) for c in cards), reverse=True)
    counts = sorted(((ranks.count(r), r) for r in set(ranks)), reverse=True)
    flush = len({c[1] for c in cards}) == 1
    high = None
    if len(counts) == 5:
        high = ranks[0] if ranks[0] - ranks[4] == 4 else 3 if ranks == [12, 3, 2, 1, 0] else None
    shape = tuple(n for n, _ in counts)
    order = [r for _, r in counts]
    if high is not None:
        return (8 if flush else 4, [high])
    if flush:
        return (5, ranks)
    kinds = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
    return (kinds.get(shape, 0), order)


def settle(plan, bets):
    """Fills ``paid``, ``uncalled`` and the order of showing."""
    total = dict(bets.total)
    dead = 0  # an ante of the big blind for the table is no part of its wager
    if plan.ante_type == "big_blind_ante":
        dead, total[plan.bb_seat] = plan.ante, total[plan.bb_seat] - plan.ante
    most = sorted((total[s] for s in plan.seats), reverse=True)
    top = next(s for s in plan.seats if total[s] == most[0])
    if most[0] > most[1] and top in bets.live:
        back = most[0] - most[1]
        plan.uncalled = (top, back)
        total[top] -= back
    plan.paid = dict.fromkeys(plan.seats, 0)
    if len(bets.live) == 1:
        plan.paid[bets.live[0]] = sum(total.values()) + dead
        return
    strength = {s: value(plan.cards[s] + plan.board) for s in bets.live}
    levels = sorted({total[s] for s in bets.live if total[s]})
    below = 0
    for level in levels:
        pot = sum(min(t, level) - min(t, below) for t in total.values()) + dead
        dead = 0
        fit = [s for s in bets.live if total[s] >= level]
        best = max(strength[s] for s in fit)
        won = [s for s in plan.seats if s in fit and strength[s] == best]
        share = pot // len(won) // UNIT * UNIT
        for s in won:
            plan.paid[s] += share
        odd = pot - share * len(won)
        for s in won:  # odd chips one by one from the left of the button
            if odd > 0:
                plan.paid[s] += UNIT
                odd -= UNIT
        below = level
    last = plan.streets[-1] if len(plan.streets) == 4 else []
    raisers = [a.seat for a in last if a.what in ("bet", "raise")]
    order = [s for s in plan.seats if s in bets.live]
    if raisers and raisers[-1] in order:
        at = order.index(raisers[-1])
        order = order[at:] + order[:at]
    plan.shown = order


def play(plan, decide):
    """Plays a plan's betting with ``decide``; True when everything can be told apart."""
    bets = Betting(plan)
    bets.post()
    for street in range(4):
        acts = bets.round(street, decide)
        plan.streets.append(acts)
        if len(bets.live) == 1:
            break
        if sum(bool(bets.stack[s]) for s in bets.live) < 2 and plan.run_out_from == 9:
            plan.run_out_from = street + 1
    plan.all_in = any(not bets.stack[s] for s in bets.live)
    settle(plan, bets)
    left = {s: bets.stack[s] + plan.paid[s] for s in plan.seats}
    if plan.uncalled:
        left[plan.uncalled[0]] += plan.uncalled[1]
    assert sum(left.values()) == sum(plan.stacks.values())
    return left


# -- players of our own


class Crowd:
    """Random players: how often each comes in, raises, gives up."""

    def __init__(self, rng, seats):
        self.rng = rng
        self.loose = {s: rng.uniform(0.15, 0.75) for s in seats}
        self.bold = {s: rng.uniform(0.1, 0.6) for s in seats}
        self.raises = 0

    def __call__(self, bets, seat, street, owed, full, top, free):
        """One decision."""
        rng = self.rng
        pot = sum(bets.total.values())
        calm = 0.5 ** (self.raises if street == 0 else self.raises + 0.3)
        if free and rng.random() < self.bold[seat] * calm * (0.6 if street else 0.45):
            self.raises += 1
            if rng.random() < 0.04:
                return "raise", top
            high = full - BB if not bets.street else max(bets.street.values())
            size = rng.choice((2.2, 2.5, 3, 4)) * BB if street == 0 and high <= BB else None
            to = size or high + rng.choice((0.4, 0.5, 0.66, 1.0)) * (pot + owed)
            grid = rng.choice((25, 50, 100))
            return "raise", int(max(full, round(to / grid) * grid))
        cheap = owed / max(1, pot + owed)
        if owed > 0 and rng.random() > self.loose[seat] * (1.5 - cheap) * (1.2 if street else 0.8):
            return "fold", 0
        return "call", 0


class Script:
    """Decisions of a real hand, in its order; a seat that has none left calls."""

    def __init__(self, row, seat_of, scale):
        self.by = {s: [] for s in seat_of.values()}
        for a in row["actions"]:
            if a["k"] in ("fold", "check", "call", "bet", "raise"):
                size = round(a.get("to", 0) * scale / UNIT) * UNIT
                self.by[seat_of[a["p"]]].append((a["k"], size))

    def __call__(self, bets, seat, street, owed, full, top, free):
        """The next one of this seat."""
        if not self.by[seat]:
            return ("fold", 0) if owed > 0 else ("call", 0)
        what, size = self.by[seat].pop(0)
        return ("raise", max(size, full)) if what in ("bet", "raise") else (what, 0)


def draw(rng):
    """A plan that has been played through, and the stacks after it."""
    table = rng.choice(("nine_max", "six_max"))
    most = 9 if table == "nine_max" else 6
    rows = real()
    if rows and rng.random() < 0.45:
        return _real(rng, table, most, rng.choice(rows))
    n = rng.choice(range(2, most + 1)) if rng.random() < 0.3 else rng.randint(5, most)
    seats = sorted(rng.sample(range(1, most + 1), n))
    deck = list(DECK)
    rng.shuffle(deck)
    stacks = {s: UNIT * rng.randint(60, 900) for s in seats}
    plan = _plan(rng, table, seats, rng.randrange(n), stacks, deck, {}, [], "own")
    return plan, play(plan, Crowd(rng, seats))


def _real(rng, table, most, row):
    n = min(row["n"], most)
    seats = sorted(rng.sample(range(1, most + 1), n))
    scale = BB / max(row["blinds"])
    at = rng.randrange(n)
    order = seats[at + 1 :] + seats[: at + 1]
    if n == 2:  # the file's first seat has the big blind, the second the button
        order = [seats[1 - at], seats[at]]
    seat_of = {f"p{i + 1}": seat for i, seat in enumerate(order)}
    before = row["stacks_before"]
    stacks = {
        seat_of[f"p{i + 1}"]: max(5 * BB, min(40_000, int(c * scale) // UNIT * UNIT))
        for i, c in enumerate(before)
    }
    known = {}
    for a in row["actions"]:
        if a["k"] == "deal_hole" and "?" not in a["cards"] and len(a["cards"]) == 4:
            known[seat_of[a["p"]]] = [a["cards"][:2], a["cards"][2:]]
    board = [c for c in row["board"] if isinstance(c, str) and "?" not in c][:5]
    taken = {c for two in known.values() for c in two} | set(board)
    deck = [c for c in DECK if c not in taken]
    rng.shuffle(deck)
    plan = _plan(rng, table, seats, at, stacks, deck, known, board, row["path"])
    return plan, play(plan, Script(row, seat_of, scale))


def _plan(rng, table, seats, at, stacks, deck, known, board, source):
    button = seats[at]
    order = seats[at + 1 :] + seats[: at + 1]
    kind = rng.choices(("", "each", "big_blind_ante"), (7, 1, 1))[0]
    two = len(seats) == 2
    cards = {s: known.get(s) or [deck.pop(), deck.pop()] for s in order}
    full = list(board) + [deck.pop() for _ in range(5 - len(board))]
    ante = {"": 0, "each": 25, "big_blind_ante": 100}[kind]
    sb, bb = (button, order[0]) if two else (order[0], order[1])
    return Plan(table, order, button, sb, bb, stacks, ante, kind, cards, full, source)
