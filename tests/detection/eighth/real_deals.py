"""Real no-limit hands, set to seats, a level and chips that a table has: what a film is made of."""

import itertools
import re
from functools import cache
from pathlib import Path

HANDS = Path(__file__).resolve().parents[4] / "shared" / "hands"
RANKS, SUITS = "23456789TJQKA", "shdc"
CHIPS = (25000, 5000, 1000, 500, 100, 25)
LEVELS = ((50, 100, 25), (100, 200, 25), (100, 200, 100), (200, 400, 100), (500, 1000, 100))
STREETS = ("preflop", "flop", "turn", "river")


class Unfit(Exception):
    """This hand cannot be set to a table so that every amount is exact and legal."""


@cache
def sources():
    """Paths of hands of no-limit hold'em with at least four players."""
    with open(HANDS / "MANIFEST.csv") as stream:
        rows = [line.split(",") for line in stream]
    good = [r[0] for r in rows if r[2] == "NT" and r[3].isdigit() and int(r[3]) >= 4]
    return sorted(path for path in good if path.endswith(".phh"))


def read(path):
    """``(stacks, big blind, actions)`` of one file."""
    text = (HANDS / path).read_text()
    text = re.sub(r"(?m)^\s*#.*$|\s{2}#.*$", "", text)

    def field(name):
        found = re.search(rf"(?ms)^{name} = (\[.*?\]|\S+)\s*$", text)
        return re.sub(r"[\[\]]", "", found.group(1))

    stacks = [int(n) for n in field("starting_stacks").split(",")]
    acts = re.findall(r"['\"]([^'\"]+)['\"]", field("actions"))
    return stacks, int(field("min_bet")), acts


class Act:
    """One act: ``to`` is the seat's total on the street, ``add`` what this act puts in."""

    def __init__(self, seat, what, to, add, high, all_in=False):
        self.seat, self.what, self.to, self.add = seat, what, to, add
        self.high, self.all_in = high, all_in  # high: the total to call before it

    def row(self):
        """As the judge wants it."""
        return self.what, self.seat, self.to if self.what in ("bet", "raise") else 0


class Plan:
    """One hand as it ought to go."""

    def __init__(self):
        self.streets, self.board, self.holes = [], [], {}
        self.paid, self.back, self.shown = {}, None, []

    def order(self, first):
        """Seats clockwise from a seat on."""
        i = self.seats.index(first)
        return self.seats[i:] + self.seats[:i]

    @property
    def left(self):
        """Stacks after the hand."""
        return {s: self.stacks[s] - self.spent[s] + self.paid.get(s, 0) for s in self.seats}


def draw(rng):
    """A plan from a real hand; Unfit if this one does not suit."""
    path = rng.choice(sources())
    stacks, unit_bet, acts = read(path)
    sb, bb, unit = rng.choice(LEVELS)
    plan = Plan()
    plan.source, plan.sb, plan.bb, plan.unit = path, sb, bb, unit
    people = _people(rng, plan, len(stacks), acts)
    _antes(rng, plan)
    scaled = {p: _near(n * bb / unit_bet, unit) for p, n in enumerate(stacks, 1)}
    plan.stacks = {seat: scaled.get(p, 100 * bb) for p, seat in people.items()}
    moves = _moves(people, acts)
    for _ in range(2):  # first to see who spends how much, then with the stacks they get
        _bet(plan, moves, bb / unit_bet)
        if not plan.settled:
            plan.stacks = {s: _stack(rng, plan, s) for s in plan.seats}
            plan.settled = True
    _pay(plan)
    return plan


def _people(rng, plan, players, acts):
    """Seats of the file's players, some who fold at once left out and some put in."""
    first = {}
    for act in acts:
        words = act.split()
        if words[0] != "d":
            first.setdefault(int(words[0][1:]), words[1])
    idle = [p for p in range(3, players) if first.get(p) == "f"]
    want = rng.randint(4, 9)
    drop = set(rng.sample(idle, min(len(idle), max(players - want, 0))))
    stay = [p for p in range(1, players + 1) if p not in drop]
    extra = [100 + i for i in range(max(want - len(stay), 0))]
    people = stay[:2] + extra + stay[2:]
    plan.table = "six_max" if len(people) <= 6 and rng.random() < 0.5 else "nine_max"
    room = 6 if plan.table == "six_max" else 9
    seats = sorted(rng.sample(range(1, room + 1), len(people)))
    at = rng.randrange(len(seats))
    plan.seats = seats
    seats = seats[at:] + seats[:at]
    plan.small, plan.big, plan.button = seats[0], seats[1], seats[-1]
    seated = dict(zip(people, seats, strict=True))
    _cards(rng, plan, seated, acts)
    return seated


def _cards(rng, plan, seated, acts):
    known = {}
    for act in acts:
        words = act.split()
        if words[:2] == ["d", "dh"]:
            known[int(words[2][1:])] = re.findall("..", words[3])
        elif words[:2] == ["d", "db"]:
            plan.board += re.findall("..", words[2])
        elif words[1] == "sm" and len(words) > 2:
            known[int(words[0][1:])] = re.findall("..", words[2])
    deck = [r + s for r in RANKS for s in SUITS]
    used = set(plan.board) | {c for cards in known.values() for c in cards}
    spare = [c for c in deck if c not in used]
    rng.shuffle(spare)
    for p, seat in seated.items():
        cards = known.get(p, ["??", "??"])
        plan.holes[seat] = [spare.pop() if c == "??" else c for c in cards]
    lying = set(plan.board) | {c for cards in plan.holes.values() for c in cards}
    plan.spare = [c for c in deck if c not in lying]
    rng.shuffle(plan.spare)


def _antes(rng, plan):
    kind = rng.random()
    plan.ante, plan.ante_type = 0, None
    if kind < 0.2:
        plan.ante, plan.ante_type = max(_near(plan.bb / 8, plan.unit), plan.unit), "each"
    elif kind < 0.45:
        plan.ante, plan.ante_type = plan.bb, "big_blind_ante"
    plan.settled = False


def _moves(people, acts):
    """What each seat does, in its own order: it says nothing else, the turn does the rest."""
    moves = {seat: [] for seat in people.values()}
    for act in acts:
        words = act.split()
        if words[0] != "d" and words[1] in ("f", "cc", "cbr") and int(words[0][1:]) in people:
            moves[people[int(words[0][1:])]].append(words[1:])
    extra = {seat for p, seat in people.items() if p >= 100}
    return {seat: [["f"]] if seat in extra else words for seat, words in moves.items()}


def _near(amount, unit):
    return int(amount / unit + 0.5) * unit


def _stack(rng, plan, seat):
    """A stack that changes no act: as recorded where it went in, else of any size that covers."""
    spent, had = plan.spent[seat], plan.stacks[seat]
    if spent * 2 > had:
        return had
    most = max(plan.spent.values())
    least = max(spent, min(most, had)) + 5 * plan.bb
    return _near(max(least, rng.uniform(15, 160) * plan.bb), plan.unit)


def _bet(plan, moves, scale):
    """Fills in the streets of a plan: every amount legal and to the unit."""
    behind, front = dict(plan.stacks), dict.fromkeys(plan.seats, 0)
    plan.spent = dict.fromkeys(plan.seats, 0)
    state = {"high": plan.bb, "step": plan.bb, "live": set(plan.seats), "due": None}

    def put(seat, amount):
        behind[seat] -= amount
        plan.spent[seat] += amount
        if behind[seat] < 0:
            raise Unfit("stack")

    for seat in plan.seats if plan.ante_type == "each" else [plan.big] if plan.ante else []:
        put(seat, plan.ante)
    for seat, blind in ((plan.small, plan.sb), (plan.big, plan.bb)):
        put(seat, blind)
        front[seat] = blind
    plan.streets, queue = [], {seat: list(words) for seat, words in moves.items()}
    for street in range(4):
        if street:
            front = dict.fromkeys(plan.seats, 0)
            state.update(high=0, step=plan.bb)
        acts = _street(plan, state, front, behind, put, queue, scale, street)
        plan.streets.append(acts)
        plan.front = front
        if len(state["live"]) == 1:
            break
    if any(queue.values()):
        raise Unfit("acts left over")
    plan.live = sorted(state["live"])
    need = (0, 3, 4, 5)[len(plan.streets) - 1] if len(plan.live) == 1 else 5
    if len(plan.board) != need:
        raise Unfit("board")


def _street(plan, state, front, behind, put, queue, scale, street):
    acts, live = [], state["live"]
    order = plan.order(plan.small)
    order = order[2:] + order[:2] if not street else order
    waiting = [s for s in order if s in live and behind[s]]
    if street and len(waiting) < 2:
        return acts
    while waiting and len(live) > 1:
        seat = waiting.pop(0)
        if len([s for s in live if behind[s]]) == 1 and front[seat] == state["high"]:
            break
        if not queue[seat]:
            raise Unfit("no act left")
        act = _one(plan, state, front, behind, put, seat, queue[seat].pop(0), scale)
        acts.append(act)
        if act.what == "fold":
            live.discard(seat)
        elif act.what in ("bet", "raise"):
            after = order.index(seat)
            ring = order[after + 1 :] + order[:after]
            waiting = [s for s in ring if s in live and behind[s]]
    return acts


def _one(plan, state, front, behind, put, seat, word, scale):
    high = state["high"]
    if word[0] == "f":
        if front[seat] == high:
            raise Unfit("fold facing no bet")
        return Act(seat, "fold", 0, 0, high)
    most = front[seat] + behind[seat]
    if word[0] == "cc":
        to = min(high, most)
        what = "check" if front[seat] == high else "call"
    else:
        to = min(_near(int(word[1]) * scale, plan.unit), most)
        least = high + state["step"] if high else plan.bb
        if to < least:
            to = min(least, most)
        if to <= high or to < least:
            raise Unfit("a raise that is none")
        what = "raise" if high else "bet"
        state["step"] = max(state["step"], to - high)
        state["high"] = to
    add = to - front[seat]
    if add:
        put(seat, add)
        front[seat] = to
    return Act(seat, what, to, add, high, all_in=add > 0 and not behind[seat])


def value(cards):
    """Rank of the best five of the cards: greater is better."""
    return max(_five(five) for five in itertools.combinations(cards, 5))


def _five(cards):
    ranks = sorted((RANKS.index(c[0]) for c in cards), reverse=True)
    counts = sorted(((ranks.count(r), r) for r in set(ranks)), reverse=True)
    shape, order = [n for n, _ in counts], [r for _, r in counts]
    flush = len({c[1] for c in cards}) == 1
    if order == [12, 3, 2, 1, 0]:
        order = [3, 2, 1, 0, -1]
    straight = len(order) == 5 and order[0] - order[4] == 4
    kinds = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
    kind = 8 if straight and flush else kinds.get(tuple(shape), 0)
    kind = max(kind, 5 if flush else 4 if straight else 0)
    return kind, order


def _pay(plan):
    """Who gets what: uncalled chips back, then pot by pot."""
    spent = dict(plan.spent)
    if plan.ante and plan.ante_type == "big_blind_ante":
        spent[plan.big] -= plan.ante  # dead money, no part of a wager
    top = sorted(spent.values())[-2:]
    if top[1] > top[0]:
        plan.back = max(spent, key=spent.get), top[1] - top[0]
        spent[plan.back[0]] = top[0]
    plan.paid = {plan.back[0]: plan.back[1]} if plan.back else {}
    dead = plan.ante if plan.ante_type == "big_blind_ante" else 0
    floor = 0
    plan.shares = {}
    for level in sorted({spent[s] for s in plan.live}):
        amount = dead + sum(min(n, level) - min(n, floor) for n in spent.values())
        dead, floor = 0, level
        rivals = [s for s in plan.live if spent[s] >= level]
        if len(plan.live) > 1:
            best = max(value(plan.holes[s] + plan.board) for s in rivals)
            rivals = [s for s in rivals if value(plan.holes[s] + plan.board) == best]
        if amount % (len(rivals) * plan.unit):
            raise Unfit("odd chip")
        for seat in rivals:
            plan.shares[seat] = plan.shares.get(seat, 0) + amount // len(rivals)
    if floor < max(spent.values()):  # folded chips above the highest live level go with the last
        last = max(plan.shares)
        plan.shares[last] += sum(max(n - floor, 0) for n in spent.values())
    for seat, amount in plan.shares.items():
        plan.paid[seat] = plan.paid.get(seat, 0) + amount
    if sum(plan.paid.values()) != sum(plan.spent.values()):
        raise Unfit("chips lost")


def compose(rng, amount, unit):
    """Chips of a stack: enough small ones to play with, the rest as large as it goes."""
    chips, rest = [], amount
    for chip, above in reversed(list(zip(CHIPS[1:], CHIPS, strict=False))):
        if chip < unit:
            continue
        due = rest % above // chip
        few = min(rest // chip, due + above // chip * rng.randint(1, 2 if chip < 500 else 1))
        few = few if (rest - few * chip) % above == 0 else rest // chip
        chips += [chip] * few
        rest -= few * chip
        if not rest:
            return chips
    return chips + [CHIPS[0]] * (rest // CHIPS[0])
