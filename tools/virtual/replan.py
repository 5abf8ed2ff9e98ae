"""A hand goes on otherwise than its file says: after a slip, or because the file ends too soon.

pokerkit plays the rest: given acts first, then everybody is passive.
"""

import warnings

from tools.playing.phh_write import written
from tools.playing.replay import replay
from tools.virtual.recorded_plan import open_history, paid, steps_of

STEPS_MAX = 2000


def go_on(plan, acts, board, fold=False):
    """Steps of the whole hand when ``acts`` happen first and everybody is passive from then on.

    ``acts`` are PHH acts (``"p3 cbr 700"``), ``board`` the five board cards there would be.
    Facing a bet, a player calls, or folds with ``fold``. Awards are the engine's, by the book of
    the plan. Returns ``(steps, stacks_after)``.
    """
    acts, board = list(acts), list(board)
    state = open_history(plan.record).create_state()
    hands = {seat - 1: "".join(cards) for seat, cards in plan.hole.items()}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for _ in range(STEPS_MAX):
            if not state.status:
                break
            _next(state, acts, board, hands, fold)
    steps, _ = steps_of(state)
    run = replay(plan.label, dict(plan.record, actions=written(state)), plan.book)
    return paid(steps, run, state)


def automatic(state):
    """Do the next thing that needs no card, act or show; False when one of these is due."""
    if state.can_post_ante():
        state.post_ante()
    elif state.can_collect_bets():
        state.collect_bets()
    elif state.can_post_blind_or_straddle():
        state.post_blind_or_straddle()
    elif state.can_burn_card():
        state.burn_card("??")
    elif (
        state.can_deal_hole()
        or state.can_deal_board()
        or state.actor_index is not None
        or state.can_show_or_muck_hole_cards()
    ):
        return False
    elif state.can_select_runout_count():
        state.select_runout_count()
    elif state.can_kill_hand():
        state.kill_hand()
    elif state.can_push_chips():
        state.push_chips()
    else:
        state.pull_chips()
    return True


def _next(state, acts, board, hands, fold):
    """Let one thing happen in the state."""
    if automatic(state):
        return
    if state.can_deal_hole():
        dealt = next(i for i in sorted(hands) if not state.hole_cards[i])
        state.deal_hole(hands[dealt], dealt)
    elif state.can_deal_board():
        count = 1 if any(state.board_cards) else 3
        state.deal_board("".join(board.pop(0) for _ in range(count)))
    elif state.actor_index is not None:
        _act(state, acts, fold)
    else:
        player = state.showdown_index
        state.show_or_muck_hole_cards(hands[player])


def _act(state, acts, fold):
    if acts:
        from pokerkit.notation import parse_action

        parse_action(state, acts.pop(0))
    elif fold and state.checking_or_calling_amount:
        state.fold()
    else:
        state.check_or_call()


def acts_of(record):
    """The players' own acts of a record, in order: no deals, no showing of hands."""
    return [a for a in record["actions"] if a.split()[1] in ("f", "cc", "cbr")]


def board_from(deck, burns=(True, True, True)):
    """Board that comes off a deck; ``burns`` says of each street whether a card is burned first."""
    deck, board = list(deck), []
    for burn, count in zip(burns, (3, 1, 1), strict=True):
        if burn:
            deck.pop(0)
        board += [deck.pop(0) for _ in range(count)]
    return board
