"""Random hands played by pokerkit, written down as PHH records with what pokerkit makes of them."""

import random
import warnings

import pokerkit
from pokerkit import Automation

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
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
BIG_BET = ("NT", "PO", "N2L1D")
HIGH_LOW = ("F7S/8", "FO/8")
STUD = ("F7S", "F7S/8", "FR")
MOST = {"N2L1D": 6, "F2L3D": 5, "FB": 6, "F7S": 6, "F7S/8": 6, "FR": 6}


def random_hand(variant, seed):
    """(record, expected) of one random hand; the same seed gives the same hand."""
    rng = random.Random(f"{variant}/{seed}")
    n = rng.randint(2, MOST.get(variant, 9))
    record = _frame(variant, n, rng)
    random.seed(rng.random())  # pokerkit shuffles with the module's generator
    state = _state(record, n)
    expected = {"actions": [], "bounds": [], "ours": None, "short": []}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        while state.status:
            _step(state, rng, expected)
    record["actions"] = _written(state)
    if variant in HIGH_LOW and len(set(state.payoffs)) > 2 and 0 in state.stacks:
        # side pots without a low: pokerkit splits some of them all the same
        expected["ours"] = expected["ours"] or "rrop-6:S10-2"
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
    game = pokerkit.HandHistory.game_types[record["variant"]]
    names = {"antes": "raw_antes", "blinds_or_straddles": "raw_blinds_or_straddles"}
    kwargs = {"automations": AUTOMATIONS}
    for key, value in record.items():
        if key not in ("variant", "starting_stacks"):
            kwargs[names.get(key, key)] = value
    return game(**kwargs)(record["starting_stacks"], n)


def _step(state, rng, expected):
    if state.can_stand_pat_or_discard():
        hole = list(state.hole_cards[state.stand_patter_or_discarder_index])
        state.stand_pat_or_discard(rng.sample(hole, rng.randint(0, min(3, len(hole)))))
        return
    seat = state.actor_index + 1
    call = state.checking_or_calling_amount
    low = state.min_completion_betting_or_raising_to_amount
    high = state.max_completion_betting_or_raising_to_amount
    bring_in = state.can_post_bring_in()
    if not bring_in and _alone(state):
        expected["ours"] = "nobody to bet against"
    expected["bounds"].append((None if bring_in else call, low, _upper(state, low, high)))
    roll = rng.random()
    if bring_in and (roll < 0.7 or low is None):
        state.post_bring_in()
        expected["actions"].append(("bring_in", seat))
    elif low is not None and roll < 0.35:
        to = rng.choice((low, low, high, rng.randint(low, high)))
        expected["ours"] = expected["ours"] or _ours(state, to, expected["short"])
        state.complete_bet_or_raise_to(to)
        expected["actions"].append(("wager", seat, to))
    elif call and roll > 0.85 and state.can_fold():
        state.fold()
        expected["actions"].append(("fold", seat))
    elif bring_in:
        state.post_bring_in()
        expected["actions"].append(("bring_in", seat))
    else:
        state.check_or_call()
        expected["actions"].append(("call" if call else "check", seat))


def _upper(state, low, high):
    """Greatest total: limit stud, fourth street, a pair showing: the upper limit (rrop-6:S8-7).

    pokerkit leaves it at the lower limit; razz and high-low know no such rule (S9-4, S10-6).
    """
    limit = state.betting_structure == pokerkit.BettingStructure.FIXED_LIMIT
    razz = pokerkit.RegularLowHand in state.hand_types
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


def _ours(state, to, short):
    """Rule that makes our answer differ from pokerkit's once this wager is made, or None.

    Limit: an all-in short of a full raise (half counts, less is completed; pokerkit counts all).
    Big bet: a first wager of the street that is a short all-in (pokerkit lets those who have
    acted raise it).
    """
    size = to - max(state.bets)
    least = state.street.min_completion_betting_or_raising_amount
    if size >= max(least, state.completion_betting_or_raising_amount):
        return None
    earlier = state.street_index in short
    short.append(state.street_index)
    if state.betting_structure == pokerkit.BettingStructure.FIXED_LIMIT:
        return "rrop-6:S3-BET-6"
    if not state.completion_betting_or_raising_count:
        return "rrop-6:S14-NL-3"
    # several short all-ins: pokerkit forgets them once they add up, the book does not
    return "rrop-6:S14-NL-5" if earlier else None


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
