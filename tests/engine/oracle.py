"""Random hands played by pokerkit, written down as PHH records with what pokerkit makes of them.

Where the books differ from pokerkit: bounds after a short all-in are those of ``rights.py``, and
the play goes on with what both allow; ``shares`` names the rule where pokerkit splits a pot
otherwise (nothing else of the hand is left out); ``ours`` says why a hand can not be compared.
"""

import random
import warnings

import pokerkit
from pokerkit import Automation

from tests.engine.rights import CAP, Rights
from tools import hand_setup

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
    hand_setup.VARIANTS[code] = OWN[code][:2]
BIG_BET = ("NT", "PO", "N2L1D", "NA5")
POT_LIMIT = ("PO", "FO/8")  # pokerkit plays FO/8 as pot-limit above the fixed sizes
HIGH_LOW = ("F7S/8", "FO/8", "FO8")
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
    expected = {"actions": [], "bounds": [], "pots": [], "ours": None, "short": 0,
                "shares": None}  # fmt: skip
    limit = variant not in BIG_BET and variant != "FO/8"
    rights = Rights(limit, variant in POT_LIMIT, variant in STUD)
    rights.no_check_raise = variant == "FA5"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        while state.actor_index is not None or state.can_stand_pat_or_discard():
            _step(state, rng, expected, rights)
        if variant in HIGH_LOW and _low_elsewhere(state):
            # a side pot without a low beside one with a low: pokerkit splits some all the same
            expected["shares"] = "rrop-6:S10-2"
        while state.can_push_chips():
            state.push_chips()
        while state.can_pull_chips():
            state.pull_chips()
    record["actions"] = _written(state)
    expected["stacks"] = [int(s) for s in state.stacks]
    expected["board"] = [repr(c[0]) for c in state.board_cards]
    return record, expected


def _frame(variant, n, rng):
    """Stakes and stacks. The big blind can always be posted: over a short one pokerkit asks for the
    short amount, the books for the full blind (rrop-6:S4-1)."""
    deep = rng.choice((3, 12, 60, 200))
    unit = rng.choice((2, 10, 100))
    record = {"variant": variant, "starting_stacks": [], "ante_trimming_status": True}
    for _ in range(n):
        record["starting_stacks"].append(rng.randint(unit, unit * deep))
    ante = rng.choice((0, 0, unit // 2))
    blind = 0 if n == 2 else 1
    record["starting_stacks"][blind] += unit + ante
    record["antes"] = [ante] * n
    if variant in STUD:
        record["bring_in"] = unit // 2 or 1
    else:
        record["blinds_or_straddles"] = [unit // 2, unit] + [0] * (n - 2)
    if variant in BIG_BET:
        record["min_bet"] = unit
    else:
        record["small_bet"], record["big_bet"] = unit, 2 * unit
    return record


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
        True,
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
        expected["ours"] = "nobody to bet against"
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
    rights.force(me, state.bets[me] + min(state.bring_in, state.stacks[me]))
    state.post_bring_in()
    expected["actions"].append(("bring_in", me + 1))


def _low_elsewhere(state):
    """True when somebody has a low, but nobody of those in one of the pots."""
    lows = [i for i in state.player_indices if state.statuses[i] and state.get_hand(i, 0, 1)]
    pots = [pot.player_indices for pot in state.pots]
    return bool(lows) and any(not set(lows) & set(players) for players in pots)


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


def _written(state):
    """The operations as PHH actions."""
    out = []
    for op in state.operations:
        name = type(op).__name__
        if name == "BoardDealing":
            out.append("d db " + _text(op.cards))
        elif name == "HoleDealing":
            out.append(f"d dh p{op.player_index + 1} {_text(op.cards)}")
        elif name == "StandingPatOrDiscarding":
            out.append(f"p{op.player_index + 1} sd {_text(op.cards)}".strip())
        elif name == "Folding":
            out.append(f"p{op.player_index + 1} f")
        elif name == "CheckingOrCalling":
            out.append(f"p{op.player_index + 1} cc")
        elif name == "BringInPosting":
            out.append(f"p{op.player_index + 1} pb")
        elif name == "CompletionBettingOrRaisingTo":
            out.append(f"p{op.player_index + 1} cbr {op.amount}")
        elif name == "HoleCardsShowingOrMucking":
            shown = state_shown(op)
            out.append(f"p{op.player_index + 1} sm {shown}".strip())
    return _holes_together(out)


def state_shown(op):
    """Cards shown, as text; empty for a muck."""
    return _text(op.hole_cards) if op.hole_cards else ""


def _text(cards):
    return "".join(repr(c) for c in cards)


def _holes_together(actions):
    """First hole cards are dealt one by one; the files write them by player."""
    first, rest, order = {}, [], []
    for i, a in enumerate(actions):
        words = a.split()
        if words[:2] == ["d", "dh"]:
            if words[2] not in first:
                order.append(words[2])
            first[words[2]] = first.get(words[2], "") + words[3]
        else:
            rest = actions[i:]
            break
    return [f"d dh {p} {first[p]}" for p in order] + rest
