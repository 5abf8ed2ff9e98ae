"""Random hands played by pokerkit, written down as PHH records with what pokerkit makes of them.

Where the books differ from pokerkit: bounds after a short all-in are those of ``rights.py``, and
the play goes on with what both allow; ``ours`` says why a hand can not be compared. Pots and the
best hands are pokerkit's, odd chips are paid as the books say.
"""

import random
import warnings

import pokerkit
from pokerkit import Automation

from tests.engine.rights import CAP, Rights
from tools.playing import hand_setup
from tools.playing.phh_write import written

AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.CARD_BURNING,
    Automation.HOLE_DEALING,
    Automation.BOARD_DEALING,
    Automation.RUNOUT_COUNT_SELECTION,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
)
_LIMIT, _NO_LIMIT = pokerkit.BettingStructure.FIXED_LIMIT, pokerkit.BettingStructure.NO_LIMIT
_FLOP, _ONE_DRAW = ((4, 0), (0, 3), (0, 1), (0, 1)), ((5, 0), (0, 0))
# games without a code in the notation: game and betting of ours, (hole, board) cards of each
# street, pokerkit's structure and hand types (crazy pineapple's discard it does not know)
OWN = {
    "FO8": ("limit_omaha8", "limit", _FLOP, _LIMIT,
            (pokerkit.OmahaHoldemHand, pokerkit.OmahaEightOrBetterLowHand)),
    "F5H": ("draw_high", "limit", _ONE_DRAW, _LIMIT, (pokerkit.StandardHighHand,)),
    "FA5": ("a5_lowball", "limit", _ONE_DRAW, _LIMIT, (pokerkit.RegularLowHand,)),
    "NA5": ("a5_lowball", "no_limit", _ONE_DRAW, _NO_LIMIT, (pokerkit.RegularLowHand,)),
    "F27": ("27_lowball", "limit", _ONE_DRAW, _LIMIT, (pokerkit.StandardLowHand,)),
}  # fmt: skip
for code in OWN:
    hand_setup.NOTATION[code] = OWN[code][:2]
STRADDLED = ("NT", "NS", "PO")
BIG_BET = ("NT", "NS", "PO", "N2L1D", "NA5")
BUTTON_BLIND = ("NS",)
POT_LIMIT = ("PO", "FO/8")  # pokerkit plays FO/8 as pot-limit above the fixed sizes
STUD = ("F7S", "F7S/8", "FR")
MOST = {
    "F5H": 6,
    "FA5": 6,
    "NA5": 6,
    "F27": 6,
    "N2L1D": 6,
    "F2L3D": 5,
    "FB": 6,
    "F7S": 6,
    "F7S/8": 6,
    "FR": 6,
}


def random_hand(variant, seed):
    """(record, expected) of one random hand; the same seed gives the same hand."""
    rng = random.Random(f"{variant}/{seed}")
    n = rng.randint(2, MOST.get(variant, 9))
    record = _frame(variant, n, rng)
    random.seed(rng.random())  # pokerkit shuffles with the module's generator
    state = _state(record, n)
    expected = {"actions": [], "bounds": [], "pots": [], "ours": None, "short": 0, "idle": 0}
    limit = variant not in BIG_BET and variant != "FO/8"
    rights = Rights(limit, variant in POT_LIMIT, variant in STUD)
    rights.no_check_raise = variant == "FA5"
    expected["ours"] = short_blind(state)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        while state.actor_index is not None or state.can_stand_pat_or_discard():
            _step(state, rng, expected, rights)
        expected["stacks"] = _paid(state, variant in STUD)
    record["actions"] = written(state)
    expected["board"] = [repr(c[0]) for c in state.board_cards]
    return record, expected


def _frame(variant, n, rng):
    """Stakes and stacks: even and uneven antes, straddles, stacks too short for what is due.

    Antes of one player (big blind ante, button ante) are dead money, as the notation's untrimmed
    ones are; those of all are trimmed.
    """
    deep = rng.choice((1, 3, 12, 60, 200))
    unit = rng.choice((2, 10, 100))
    blinds = _blinds(variant, n, unit, rng)
    record = {"variant": variant, "antes": _antes(variant, n, unit, rng)}
    record["ante_trimming_status"] = len(set(record["antes"])) == 1
    record["starting_stacks"] = [_stack(unit, deep, rng) for _ in range(n)]
    if blinds and rng.random() < 0.9:  # most hands can be compared: see ``short_blind``
        button = variant in BUTTON_BLIND
        record["starting_stacks"][n - 1 if button else 0 if n == 2 else 1] += 2 * unit
    if variant in STUD:
        record["bring_in"] = unit // 2 or 1
    else:
        record["blinds_or_straddles"] = blinds
    if variant in BIG_BET:
        record["min_bet"] = max(blinds)
    else:
        record["small_bet"], record["big_bet"] = unit, 2 * unit
    return record


def _blinds(variant, n, unit, rng):
    """Blinds and straddles in the file's order, where the lists change places heads-up."""
    if variant in STUD:
        return []
    straddle = 2 * unit if variant in STRADDLED and n > 3 and rng.random() < 0.2 else 0
    if variant not in BUTTON_BLIND:
        return ([unit // 2, unit, straddle] + [0] * n)[:n]
    row = [straddle] + [0] * (n - 1)
    row[_button(n)] = unit
    return row


def _button(n):
    """Place of the button in a list of antes or blinds."""
    return 0 if n == 2 else n - 1


def _antes(variant, n, unit, rng):
    """Antes in the file's order: none, everybody's, the big blind's or the button's alone."""
    kind = rng.choice(("none", "none", "each", "big_blind", "button"))
    if kind == "none" or variant in STUD and kind != "each":
        return [0] * n
    if kind == "each":
        return [max(1, unit // 2)] * n
    at = 1 if kind == "big_blind" and variant not in BUTTON_BLIND else _button(n)
    return [unit if i == at else 0 for i in range(n)]


def _stack(unit, deep, rng):
    """A stack, one in six too short for what is due before or at the first act."""
    if rng.random() < 1 / 6:
        return rng.randint(1, 2 * unit)
    return rng.randint(unit, unit * (deep + 1))


def short_blind(state):
    """The rule by which the books want the whole blind though the big blind is all-in for less.

    Over a short blind that nobody tops pokerkit asks for the short amount. None where it does not
    matter.
    """
    blinds = state.blinds_or_straddles
    if state.bring_in or max(state.bets) >= (blinds[1] or min(b for b in blinds if b)):
        return None
    return "rrop-6:S4-1"


def _state(record, n):
    state = _own_state(record, n) if record["variant"] in OWN else _file_state(record, n)
    state.hand_types = tuple(Remembered(kind) for kind in state.hand_types)
    return state


def _own_state(record, n):
    """A game the notation has no code for, put together from pokerkit's parts."""
    shape, structure, kinds = OWN[record["variant"]][2:]
    limit = structure == pokerkit.BettingStructure.FIXED_LIMIT
    cap = CAP if limit else None
    streets = []
    for i, (hole, board) in enumerate(shape):
        draw = bool(i) and not board
        unit = record["big_bet" if 2 * i >= len(shape) else "small_bet"] if limit else 0
        street = pokerkit.Street(bool(i), (False,) * hole, board, draw, pokerkit.Opening.POSITION,
                                 unit or record["min_bet"], cap)  # fmt: skip
        streets.append(street)
    return pokerkit.State(
        AUTOMATIONS,
        pokerkit.Deck.STANDARD,
        kinds,
        tuple(streets),
        structure,
        record["ante_trimming_status"],
        record["antes"],
        record["blinds_or_straddles"],
        0,
        record["starting_stacks"],
        n,
    )


def _file_state(record, n):
    game = pokerkit.HandHistory.game_types[record["variant"]]
    names = {"antes": "raw_antes", "blinds_or_straddles": "raw_blinds_or_straddles"}
    kwargs = {"automations": AUTOMATIONS}
    for key, value in record.items():
        if key not in ("variant", "starting_stacks"):
            kwargs[names.get(key, key)] = value
    return game(**kwargs)(record["starting_stacks"], n)


class Remembered:
    """A hand type that values the same cards once: pokerkit asks again for every card that comes.

    Nine tenths of a random Omaha hand's time went into that.
    """

    def __init__(self, kind):
        self.kind, self.known = kind, {}

    def from_game(self, hole, board=()):
        """The hand type's own ``from_game``, its refusals included."""
        hole, board = tuple(hole), tuple(board)
        key = (frozenset(hole), frozenset(board))
        if key not in self.known:
            try:
                self.known[key] = self.kind.from_game(hole, board)
            except (KeyError, ValueError) as error:
                self.known[key] = error
        found = self.known[key]
        if isinstance(found, Exception):
            raise found
        return found


def _step(state, rng, expected, rights):
    if state.can_stand_pat_or_discard():
        hole = list(state.hole_cards[state.stand_patter_or_discarder_index])
        state.stand_pat_or_discard(rng.sample(hole, rng.randint(0, min(3, len(hole)))))
        return
    me = state.actor_index
    seat = me + 1
    call = state.checking_or_calling_amount
    low = state.min_completion_betting_or_raising_to_amount
    high = state.max_completion_betting_or_raising_to_amount
    bring_in = state.can_post_bring_in()
    if not bring_in and _alone(state):
        state.check_or_call()  # pokerkit asks for it; at a table nobody does, and nothing is paid
        expected["idle"] += 1
        return
    rights.look(state)
    due = (low, high)
    if rights.short:
        due = rights.bounds(state, me)
        low, high = _both(due, (low, high))
        expected["short"] += 1
    if rights.no_check_raise and me in rights.checked and call:
        due, low = (None, None), None  # limit ace-to-five: no check-raise (rrop-6:S11-A5-2)
    expected["bounds"].append((None if bring_in else call, due[0], _upper(state, *due)))
    expected["pots"].append(state.total_pot_amount)
    roll = rng.random()
    if bring_in and (roll < 0.7 or low is None):
        _bring_in(state, expected, rights)
    elif low is not None and roll < 0.35:
        to = rng.choice((low, low, high, rng.randint(low, high)))
        rights.act(me, to)
        state.complete_bet_or_raise_to(to)
        expected["actions"].append(("wager", seat, to))
    elif call and roll > 0.85 and state.can_fold():
        state.fold()
        expected["actions"].append(("fold", seat))
    elif bring_in:
        _bring_in(state, expected, rights)
    else:
        rights.act(me, state.bets[me] + call)
        state.check_or_call()
        expected["actions"].append(("call" if call else "check", seat))


def _bring_in(state, expected, rights):
    me = state.actor_index
    if state.stacks[me] < state.bring_in:
        # over a bring-in short all-in one enters for the full one; pokerkit asks for the short one
        expected["ours"] = "rrop-6:S8-4"
    rights.force(me, state.bets[me] + min(state.bring_in, state.stacks[me]))
    state.post_bring_in()
    expected["actions"].append(("bring_in", me + 1))


def _paid(state, stud):
    """Stacks when pokerkit's pots went to pokerkit's best hands, the odd chips as the books say.

    pokerkit gives all odd chips to one player, and halves a side pot in which nobody has a low;
    the books split each pot apart (tda-2011:18), odd chips one each from the left of the button or
    in stud by suit (rrop-6:S3-TIES-5), the odd one of two halves to the high hand.
    """
    stacks = [int(s) + int(b) for s, b in zip(state.stacks, state.bets, strict=True)]
    live = [i for i in state.player_indices if state.statuses[i]]
    for total, players in _pots(state):
        best = [_best(state, players, kind) for kind in range(state.hand_type_count)]
        high, low = (best + [[]])[:2]
        if len(live) == 1 or not low or sorted(low) == sorted(high):
            parts = [(total, live if len(live) == 1 else high or low, not high)]
        else:
            parts = [(total - total // 2, high, False), (total // 2, low, True)]
        for amount, winners, by_low in parts:
            order = sorted(winners)
            if stud:
                low_wins = by_low or _plays_low(state, 0)
                order.sort(key=lambda i: _suits(state, i, low_wins), reverse=not low_wins)
            for place, i in enumerate(order):
                stacks[i] += amount // len(order) + (place < amount % len(order))
    return stacks


def _pots(state):
    """(chips, players) of each pot before losing hands were killed, which joins pokerkit's pots."""
    put = [-int(p) - int(b) for p, b in zip(state.payoffs, state.bets, strict=True)]
    dead = 0
    if not state.ante_trimming_status:
        antes = [int(state.get_effective_ante(i)) for i in state.player_indices]
        dead, put = sum(antes), [c - a for c, a in zip(put, antes, strict=True)]
    folded = {op.player_index for op in state.operations if type(op).__name__ == "Folding"}
    live = [i for i in state.player_indices if i not in folded]
    below, out = 0, []
    for level in sorted({put[i] for i in live}):
        chips = sum(min(max(c - below, 0), level - below) for c in put) + dead
        players = [i for i in live if put[i] >= level]
        below, dead = level, 0
        if chips:
            out.append((chips, players))
    over = sum(max(c - below, 0) for c in put)
    if over:  # put in by who folded, matched by nobody left
        chips, players = out.pop() if out else (0, live)
        out.append((chips + over, players))
    return out


def _best(state, players, kind):
    """Players of a pot with the best hand of a type."""
    hands = {i: state.get_hand(i, 0, kind) for i in players if state.statuses[i]}
    hands = {i: h for i, h in hands.items() if h is not None}
    return [i for i in hands if hands[i] == max(hands.values())] if hands else []


def _plays_low(state, kind):
    return issubclass(state.hand_types[kind].kind, pokerkit.RegularLowHand)


def _suits(state, i, low):
    """All cards of a player, the deciding one first: by rank, then suit; the ace is low in low."""
    ranks = "A23456789TJQK" if low else "23456789TJQKA"
    keys = [(ranks.index(repr(c)[0]), "cdhs".index(repr(c)[1])) for c in state.hole_cards[i]]
    return sorted(keys, reverse=not low)


def _both(book, theirs):
    """What the book and pokerkit both allow: the play goes on with that."""
    if book[0] is None or theirs[0] is None:
        return None, None
    low, high = max(book[0], theirs[0]), min(book[1], theirs[1])
    return (low, high) if low <= high else (None, None)


def _upper(state, low, high):
    """Greatest total: limit stud, fourth street, a pair showing: the upper limit (rrop-6:S8-7).

    pokerkit leaves it at the lower limit; razz and high-low know no such rule (S9-4, S10-6).
    """
    limit = state.betting_structure == pokerkit.BettingStructure.FIXED_LIMIT
    razz = any(t.kind is pokerkit.RegularLowHand for t in state.hand_types)
    if low is None or not limit or razz or len(state.hand_types) > 1 or state.street_index != 1:
        return high
    if not state.bring_in or not any(_pair_up(state, i) for i in state.player_indices):
        return high
    i = state.actor_index
    more = (state.streets[2].min_completion_betting_or_raising_amount
            - state.streets[1].min_completion_betting_or_raising_amount)  # fmt: skip
    return min(low + more, state.stacks[i] + state.bets[i])


def _pair_up(state, i):
    ranks = [c.rank for c in state.get_up_cards(i)] if state.statuses[i] else []
    return len(ranks) != len(set(ranks))


def _alone(state):
    """True when nobody is left to bet against: pokerkit still asks, at a table nobody does."""
    me = state.actor_index
    top = max(b for i, b in enumerate(state.bets) if state.statuses[i] and i != me)
    rivals = [i for i in state.player_indices if i != me and state.statuses[i] and state.stacks[i]]
    return not rivals and state.bets[me] >= top
