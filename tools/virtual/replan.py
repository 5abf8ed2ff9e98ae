"""A hand goes on otherwise than its file says: after a slip, or because the file ends too soon.

pokerkit plays the rest: given acts first, then everybody is passive.
"""

import warnings

from pokerkit.notation import parse_action

from tools.virtual.plan import open_history, steps_of

STEPS_MAX = 2000


def go_on(plan, acts, deck, fold=False):
    """Steps of the whole hand when ``acts`` happen first and everybody is passive from then on.

    ``acts`` are PHH acts (``"p3 cbr 700"``), ``deck`` the cards left after the deal, with burns.
    Facing a bet, a player calls, or folds with ``fold``. Returns ``(steps, stacks_after)``.
    """
    acts, deck = list(acts), list(deck)
    state = open_history(plan.record).create_state()
    hands = {seat - 1: "".join(cards) for seat, cards in plan.hole.items()}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for _ in range(STEPS_MAX):
            if not state.status:
                break
            _next(state, acts, deck, hands, fold)
    steps, _ = steps_of(state)
    return steps, {str(i + 1): chips for i, chips in enumerate(state.stacks)}


def _next(state, acts, deck, hands, fold):
    """Let one thing happen in the state."""
    if state.can_post_ante():
        state.post_ante()
    elif state.can_collect_bets():
        state.collect_bets()
    elif state.can_post_blind_or_straddle():
        state.post_blind_or_straddle()
    elif state.can_burn_card():
        state.burn_card("??")
    elif state.can_deal_hole():
        dealt = next(i for i in sorted(hands) if not state.hole_cards[i])
        state.deal_hole(hands[dealt], dealt)
    elif state.can_deal_board():
        deck.pop(0)
        count = 1 if any(state.board_cards) else 3
        state.deal_board("".join(deck.pop(0) for _ in range(count)))
    elif state.actor_index is not None:
        _act(state, acts, fold)
    elif state.can_show_or_muck_hole_cards():
        player = state.showdown_index
        state.show_or_muck_hole_cards(hands[player])
    elif state.can_select_runout_count():
        state.select_runout_count()
    elif state.can_kill_hand():
        state.kill_hand()
    elif state.can_push_chips():
        state.push_chips()
    else:
        state.pull_chips()


def _act(state, acts, fold):
    if acts:
        parse_action(state, acts.pop(0))
    elif fold and state.checking_or_calling_amount:
        state.fold()
    else:
        state.check_or_call()
