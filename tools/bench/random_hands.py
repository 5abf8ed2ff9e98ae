"""Random no-limit hold'em hands as PHH records, for benches that need more than were recorded."""

import random
import warnings

from tools.virtual.recorded_plan import DECK, open_history
from tools.virtual.replan import automatic

BIG = 100
STEPS_MAX = 500


def record_of(seed, seats=9, stacks=None, ante=0, straddle=0):
    """A PHH record of one hand that is played to its end; ``seats``: of the table.

    ``stacks``: of the players there are, from the left of the button; random ones where it is not
    given. ``straddle``: chips the third player puts in blind.
    """
    rng = random.Random(f"random-hand/{seed}")
    n = rng.choices(range(2, seats + 1), [1, 1, 1, 2, 3, 3, 2, 2][: seats - 1])[0]
    n = n if stacks is None else len(stacks)
    record = {
        "variant": "NT",
        "antes": [ante] * n,
        "blinds_or_straddles": ([BIG // 2, BIG, straddle] + [0] * n)[:n],
        "min_bet": BIG,
        "starting_stacks": stacks or [rng.randint(20, 250) * BIG for _ in range(n)],
        "actions": [],
    }
    deck = list(DECK)
    rng.shuffle(deck)
    state = open_history(record).create_state()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for _ in range(STEPS_MAX):
            if not state.status:
                break
            action = _next(state, rng, deck)
            if action:
                record["actions"].append(action)
    return record


def _next(state, rng, deck):
    """Let one thing happen; returns it as PHH writes it, None for what PHH leaves out."""
    if automatic(state):
        return None
    if state.can_deal_hole():
        cards = deck.pop() + deck.pop()
        player = next(i for i in state.player_indices if not state.hole_cards[i])
        state.deal_hole(cards, player)
        return f"d dh p{player + 1} {cards}"
    if state.can_deal_board():
        cards = "".join(deck.pop() for _ in range(1 if any(state.board_cards) else 3))
        state.deal_board(cards)
        return f"d db {cards}"
    if state.actor_index is not None:
        return _act(state, rng)
    player = state.showdown_index
    cards = "".join(map(repr, state.hole_cards[player]))
    state.show_or_muck_hole_cards(cards)
    return f"p{player + 1} sm {cards}"


def _act(state, rng):
    """Folds are common, raises rare and mostly small, all-in rarer."""
    player = state.actor_index + 1
    owed = state.checking_or_calling_amount
    chance = rng.random()
    if owed and chance < 0.45:
        state.fold()
        return f"p{player} f"
    low = state.min_completion_betting_or_raising_to_amount
    high = state.max_completion_betting_or_raising_to_amount
    if chance > 0.82 and low is not None and state.can_complete_bet_or_raise_to(low):
        low = min(high, low + _over_straddle(state))
        to = high if chance > 0.985 else min(high, low + BIG * rng.choice((0, 0, 1, 2, 5)))
        state.complete_bet_or_raise_to(to)
        return f"p{player} cbr {to}"
    state.check_or_call()
    return f"p{player} cc"


def _over_straddle(state):
    """What the least raise over a live straddle is more than pokerkit's, which counts from BIG."""
    straddle = state.blinds_or_straddles[2] if len(state.blinds_or_straddles) > 2 else 0
    return straddle - BIG if straddle > BIG and max(state.bets) == straddle else 0
