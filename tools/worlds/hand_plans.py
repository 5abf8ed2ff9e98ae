"""What is played: a legal hold'em hand as a plan, made up by a seed or taken from real hands.

A plan says who sits where with how much and who does what; it knows nothing of time or felt.
"""

import functools
import gzip
import json
from pathlib import Path

from shared_rules.cards import RANKS, SUITS
from shared_rules.ranking import best

SHARED = Path(__file__).resolve().parents[3] / "shared" / "hands" / "expected.jsonl.gz"
STREETS = ("preflop", "flop", "turn", "river")
BOARD = (0, 3, 1, 1)  # cards a street brings
DECK = [r + s for r in RANKS for s in reversed(SUITS)]
# (sb, bb, smallest chip): levels played
LEVELS = ((50, 100, 25), (25, 50, 25), (100, 200, 100), (50, 100, 25), (200, 400, 100), (1, 2, 1))
TWO_BLINDS = ("ipr-2018",)  # wager.min_bet_blinds_postflop
BOOKS = ("tda-2011", "ipr-2018", "ipr-web", "rrop-6", "stg-2011")


class Plan:
    """One hand. ``streets``: acts ``[act, seat, total, added, kind]``; ``order``: the deck."""

    def __init__(self):
        self.source = "own"
        self.book = "tda-2011"
        self.seats = []  # clockwise from the small blind's side of the button
        self.button = self.sb_seat = self.bb_seat = 0
        self.sb = self.bb = self.ante = 0
        self.ante_type = "each"
        self.unit = 1
        self.stacks = {}
        self.streets = []  # lists of acts
        self.posts = []  # (seat, amount, kind)
        self.order = []  # cards as they come off the deck
        self.hole = {}
        self.board = []
        self.live = []  # seats that reach the end
        self.all_in = set()
        self.awards = []  # (amount, seats)
        self.back = (0, 0)  # (seat, uncalled chips)
        self.stacks_after = {}
        self.runout = None  # street after which nobody can act any more

    def bet_least(self):
        """Smallest bet after the flop: two big blinds where the book says so."""
        return self.bb * (2 if self.book in TWO_BLINDS else 1)

    def acts(self):
        """All acts in order, as ``[act, seat, total on the street, chips added]``."""
        return [a[:4] for street in self.streets for a in street]


def draw(rng, real=0.3, seats_max=9, players=None):
    """A plan: with chance ``real`` a recorded hand (where they lie beside the project)."""
    if real and rng.random() < real:
        plan = _recorded(rng, seats_max)
        if plan is not None:
            return plan
    return _made_up(rng, seats_max, players)


# -- made up ---------------------------------------------------------------------------------


class Betting:
    """A no-limit betting machine, only what a plan needs: who acts, what is legal."""

    def __init__(self, plan):
        self.plan = plan
        self.left = dict(plan.stacks)
        self.paid = dict.fromkeys(plan.seats, 0)  # over all streets
        self.dead = 0  # of one player for all
        self.front = dict.fromkeys(plan.seats, 0)
        self.folded = []
        self.high = 0
        self.step = plan.bb
        self.raiser = None

    def pay(self, seat, amount):
        amount = min(amount, self.left[seat])
        self.left[seat] -= amount
        self.paid[seat] += amount
        self.front[seat] += amount
        return amount

    def in_hand(self):
        return [s for s in self.plan.seats if s not in self.folded]

    def can_act(self):
        return [s for s in self.in_hand() if self.left[s] > 0]

    def open_street(self):
        self.front = dict.fromkeys(self.plan.seats, 0)
        self.high = 0
        self.step = self.plan.bet_least()


def _made_up(rng, seats_max, players):
    plan = Plan()
    plan.book = rng.choice(BOOKS)
    plan.sb, plan.bb, plan.unit = rng.choice(LEVELS)
    count = players or rng.choice((2, 3, 4, 5, 6, 6, 7, 8, 9, 9))
    count = min(count, seats_max)
    chosen = sorted(rng.sample(range(1, seats_max + 1), count))
    _seat(plan, chosen, rng.choice(chosen))
    deep = rng.choice((8, 25, 60, 100, 100, 150, 200))
    for seat in chosen:
        big = plan.bb * deep * rng.uniform(0.4, 1.8)
        plan.stacks[seat] = max(4 * plan.bb, int(big // plan.unit) * plan.unit)
    if rng.random() < 0.12:
        plan.ante_type = rng.choice(("each", "big_blind_ante"))
        plan.ante = plan.bb if plan.ante_type == "big_blind_ante" else plan.unit
    _deal(plan, rng)
    _post(plan, betting := Betting(plan))
    style = (rng.uniform(0.25, 0.7), rng.uniform(0.1, 0.35), rng.uniform(0.01, 0.08))
    _play(plan, betting, lambda seat: _chosen(rng, plan, betting, seat, style))
    _settle(plan, betting)
    return plan


def _seat(plan, chosen, button):
    """Order of seats from the small blind on; heads-up the button is the small blind."""
    i = chosen.index(button)
    around = chosen[i + 1 :] + chosen[: i + 1]
    plan.button = button
    if len(chosen) == 2:
        around = [button, around[0]]
    plan.seats = around
    plan.sb_seat, plan.bb_seat = around[0], around[1]


def deal_order(plan):
    """Seats in the order in which cards are pitched: the button last."""
    return plan.seats if len(plan.seats) > 2 else [plan.seats[1], plan.seats[0]]


def _deal(plan, rng, hole=None, board=None):
    """Put the deck in order: hole cards round by round, then burn and board."""
    deck = DECK[:]
    rng.shuffle(deck)
    known = [c for cards in (hole or {}).values() for c in cards] + list(board or ())
    free = [c for c in deck if c not in known]
    hole = hole or {}
    order = deal_order(plan)
    for seat in order:
        plan.hole[seat] = list(hole.get(seat) or (free.pop(), free.pop()))
    board = list(board or ())
    while len(board) < 5:
        board.append(free.pop())
    plan.board = board
    plan.order = [plan.hole[s][k] for k in (0, 1) for s in order]
    at = 0
    for count in BOARD[1:]:
        plan.order.append(free.pop())
        plan.order += board[at : at + count]
        at += count
    plan.order += free


def _post(plan, betting):
    """Antes and blinds."""
    ante = []
    if plan.ante and plan.ante_type == "each":
        ante = [(s, plan.ante, "ante") for s in plan.seats]
    blinds = [(plan.sb_seat, plan.sb, "sb"), (plan.bb_seat, plan.bb, "bb")]
    if plan.ante and plan.ante_type == "big_blind_ante":
        ante = [(plan.bb_seat, plan.ante, "bb_ante")]
    for seat, amount, kind in ante:
        paid = betting.pay(seat, amount)
        betting.front[seat] -= paid
        if kind == "bb_ante":  # dead money: it covers nobody's bet
            betting.paid[seat] -= paid
            betting.dead += paid
        plan.posts.append((seat, paid, kind))
    for seat, amount, kind in blinds:
        plan.posts.append((seat, betting.pay(seat, amount), kind))
    betting.high = plan.bb


def _play(plan, betting, choose):
    """Play all streets; ``choose(seat)`` gives ``(act, total)``."""
    for number in range(4):
        acts = []
        plan.streets.append(acts)
        if number:
            betting.open_street()
        order = plan.seats
        if number == 0:
            order = plan.seats[2:] + plan.seats[:2] if len(plan.seats) > 2 else plan.seats
        elif len(plan.seats) == 2:
            order = [plan.seats[1], plan.seats[0]]
        acts_due = [s for s in order if s not in betting.folded and betting.left[s] > 0]
        if _nobody_bets(betting, acts_due):
            if plan.runout is None:
                plan.runout = number
            continue
        _round(betting, order, acts_due, acts, choose)
        if len(betting.in_hand()) == 1:
            return


def _nobody_bets(betting, due):
    """True when betting is over: at most one can act, and it faces nothing."""
    return not due or (len(due) == 1 and betting.front[due[0]] >= betting.high)


def _round(betting, order, due, acts, choose):
    due = list(due)
    can_raise = dict.fromkeys(order, True)
    while due:
        seat = due.pop(0)
        if len(betting.in_hand()) == 1:
            return
        owed = betting.high - betting.front[seat]
        rivals = [s for s in betting.in_hand() if s != seat and _answers(betting, s)]
        if not rivals and owed <= 0:
            return
        act, total = choose(seat)
        if act in ("raise", "bet") and total <= betting.high:
            act, total = "call", betting.high  # all-in for no more than a call
        if act in ("raise", "bet") and (not rivals or not can_raise[seat]):
            act, total = ("call", betting.high) if owed > 0 else ("check", 0)
        if act == "fold" and owed <= 0:
            act = "check"
        can_raise[seat] = False
        if act == "fold":
            betting.folded.append(seat)
            acts.append(["fold", seat, 0, 0, ""])
        elif act == "check":
            acts.append(["check", seat, 0, 0, ""])
        elif act == "call":
            added = betting.pay(seat, owed)
            acts.append(["call", seat, betting.front[seat], added, _kind(betting, seat)])
        else:
            added = betting.pay(seat, total - betting.front[seat])
            total = betting.front[seat]
            name = "raise" if betting.high else "bet"
            full = total - betting.high >= betting.step
            if full:
                betting.step = total - betting.high
            betting.high = total
            betting.raiser = seat
            acts.append([name, seat, total, added, _kind(betting, seat)])
            i = order.index(seat)
            later = order[i + 1 :] + order[:i]
            due = [s for s in later if s not in betting.folded and betting.left[s] > 0]
            if full:
                for s in order:
                    can_raise[s] = s != seat


def _answers(betting, seat):
    """True for a rival that could put in more than the present bet."""
    return betting.left[seat] > 0 and betting.front[seat] + betting.left[seat] > betting.high


def _kind(betting, seat):
    return "all_in" if betting.left[seat] == 0 else ""


def _chosen(rng, plan, betting, seat, style):
    """A player's choice: loose, aggressive and all-in shares by hand."""
    loose, hot, shove = style
    owed = betting.high - betting.front[seat]
    left = betting.left[seat]
    pot = sum(betting.paid.values()) + betting.dead
    roll = rng.random()
    if owed <= 0:
        if roll < hot + 0.1:
            return "bet", _sized(rng, plan, betting, seat, pot)
        return "check", 0
    price = owed / (pot + owed)
    if roll < shove * 0.5:
        return "raise", betting.front[seat] + left
    if roll < hot * 0.45:
        return "raise", _sized(rng, plan, betting, seat, pot)
    if roll < hot * 0.45 + loose * (1.25 - price):
        return "call", betting.high
    return "fold", 0


def _sized(rng, plan, betting, seat, pot):
    """A legal total: at least the least raise, all-in when that is near."""
    least = betting.high + betting.step
    want = betting.high + max(plan.bb, pot) * rng.choice((0.33, 0.5, 0.66, 0.75, 1.0, 1.0, 1.5))
    unit = max(plan.unit, plan.bb // 4) if rng.random() < 0.8 else plan.unit
    total = max(least, int(want // unit) * unit)
    total += -total % plan.unit
    most = betting.front[seat] + betting.left[seat]
    if total > most * 0.8:
        return most
    return total


# -- the end ---------------------------------------------------------------------------------


def _settle(plan, betting):
    """Pots, awards and stacks after."""
    plan.live = betting.in_hand()
    plan.all_in = {s for s in plan.live if betting.left[s] == 0}
    paid = dict(betting.paid)
    levels = sorted(paid.values(), reverse=True)
    top, second = levels[0], levels[1]
    if top > second:
        seat = next(s for s in paid if paid[s] == top)
        plan.back = (seat, top - second)
        paid[seat] = second
    after = dict(betting.left)
    if plan.back[0]:
        after[plan.back[0]] += plan.back[1]
    for amount, seats in _pots(plan, paid, betting.dead):
        share, odd = divmod(amount, len(seats) * plan.unit)
        share *= plan.unit
        around = [s for s in _from_button(plan) if s in seats]
        given = {}
        for s in around:
            given[s] = share
        for s in around:
            if odd <= 0:
                break
            given[s] += min(plan.unit, odd)
            odd -= plan.unit
        for s in around:
            after[s] += given[s]
            plan.awards.append((given[s], s))
    plan.stacks_after = after


def _from_button(plan):
    """Seats from the left of the button: odd chips go to the first of them."""
    return plan.seats if len(plan.seats) > 2 else [plan.seats[1], plan.seats[0]]


def _pots(plan, paid, dead):
    """``(amount, winners)`` of main and side pots."""
    out = [[dead, list(plan.live)]] if dead else []
    live = set(plan.live)
    floor = 0
    while True:
        levels = sorted({paid[s] for s in live if paid[s] > floor})
        if not levels:
            break
        level = levels[0]
        amount = sum(min(p, level) - min(p, floor) for p in paid.values())
        eligible = [s for s in plan.live if paid[s] >= level]
        out.append([amount, eligible])
        floor = level
    rest = sum(max(0, p - floor) for p in paid.values())
    if rest and out:
        out[-1][0] += rest
    merged = []
    for amount, eligible in out:
        if merged and merged[-1][1] == eligible:
            merged[-1][0] += amount
        else:
            merged.append([amount, eligible])
    won = []
    for amount, eligible in merged:
        if len(eligible) == 1:
            winners = eligible
        else:
            winners = best("high", {s: plan.hole[s] for s in eligible}, plan.board)
        won.append((amount, list(winners)))
    return won


# -- real hands ------------------------------------------------------------------------------


@functools.cache
def _records():
    """Recorded no-limit hold'em hands; empty where they do not lie beside the project."""
    if not SHARED.exists():
        return ()
    out = []
    with gzip.open(SHARED, "rt", encoding="utf-8") as file:
        for text in file:
            row = json.loads(text)
            if row.get("variant") == "NT" and not any(row["antes"]) and _whole(row):
                out.append(row)
    return tuple(out)


def _whole(row):
    """True when every number is a whole one and blinds are those of two seats."""
    return (
        row["n"] <= 9
        and all(isinstance(v, int) for v in row["stacks_before"])
        and sorted(b for b in row["blinds"] if b)[-1] > 0
        and len([b for b in row["blinds"] if b]) == 2
    )


def _recorded(rng, seats_max):
    rows = _records()
    if not rows:
        return None
    row = rows[rng.randrange(len(rows))]
    plan = Plan()
    plan.source = row["path"]
    plan.book = rng.choice(BOOKS)
    count = row["n"]
    chosen = sorted(rng.sample(range(1, seats_max + 1), count))
    shift = rng.randrange(count)
    around = chosen[shift:] + chosen[:shift]
    if count == 2:
        small, big = sorted(range(2), key=lambda i: row["blinds"][i])
        plan.seats = [around[small], around[big]]
        plan.button = around[small]
    else:
        plan.seats = around
        plan.button = around[-1]
    at = {f"p{i + 1}": around[i] for i in range(count)}
    plan.sb_seat, plan.bb_seat = plan.seats[0], plan.seats[1]
    plan.sb, plan.bb = sorted(b for b in row["blinds"] if b)
    plan.unit = _unit(row)
    plan.stacks = {around[i]: row["stacks_before"][i] for i in range(count)}
    if plan.book in TWO_BLINDS and _bets_one_blind(row, plan.bb):
        plan.book = "tda-2011"
    hole = {}
    script = []
    for a in row["actions"]:
        if a["k"] == "deal_hole" and "?" not in a["cards"] and len(a["cards"]) == 4:
            hole[at[a["p"]]] = [a["cards"][:2], a["cards"][2:]]
        elif a["k"] in ("fold", "check", "call", "bet", "raise"):
            script.append((a["k"], at[a["p"]], a.get("to", 0) or 0))
    _deal(plan, rng, hole, row["board"])
    _post(plan, betting := Betting(plan))
    acts = iter(script)

    def choose(seat):
        act, who, to = next(acts)
        if who != seat:
            raise Unplayable(row["path"])
        return act, to

    try:
        _play(plan, betting, choose)
    except (Unplayable, StopIteration):
        return None
    if next(acts, None) is not None:
        return None
    _settle(plan, betting)
    return plan


class Unplayable(Exception):
    """A record whose acts do not come in the order this table would have them."""


def _bets_one_blind(row, bb):
    """True when somebody bets less than two big blinds after the flop."""
    return any(a["k"] == "bet" and a.get("to", 0) < 2 * bb for a in row["actions"])


def _unit(row):
    amounts = [a.get("to") or a.get("amt") or 0 for a in row["actions"]] + row["stacks_before"]
    for unit in (100, 25, 5, 1):
        if not any(v % unit for v in amounts):
            return unit
    return 1
