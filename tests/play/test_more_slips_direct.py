"""The irregularities only the detection bench plays are ruled with citation, on an ideal table."""

import pytest

from tools.bench.detection_run import Truth, is_incident
from tools.virtual.irregularities import BY_KIND, MEASURED

# kind: (situation, ruling under tda-2011, under rrop-6); None: no book has a ruling for it
RULINGS = {
    "duplicate-card": ("deck.duplicate", "floor_decides", "hand_void"),
    "flop-without-burn": ("board.flop_no_burn_unknown", "floor_decides", "redeal_flop"),
    "two-burns-flop": ("board.two_burns_unexposed", "floor_decides", "return_extra_burn"),
    "two-turn-cards": ("board.turn_two_unknown", "floor_decides", "floor_picks_card"),
    "premature-turn": ("board.premature_turn", "floor_decides", "river_card_becomes_turn"),
    "bet-pulled-back": ("wager.bet_pulled_back", "call", "call"),
    "check-out-of-turn": ("turn.oot_pending", "out_of_turn", "out_of_turn"),
    "raise-said-out-of-turn": ("turn.oot_pending", "out_of_turn", "out_of_turn"),
    "shown-at-muck": ("showdown.own_cards_shown_pending",) + 2 * ("hand_live_penalty",),
    "shown-in-turn": ("showdown.own_cards_shown_pending",) + 2 * ("hand_live_penalty",),
    "early-collect": None,
    "foreign-chip": ("view.foreign_chips", "floor_decides", "chips_not_in_play"),
}
SEEDS = range(3)


def test_the_list_of_kinds_is_the_one_tested():
    assert set(RULINGS) == set(MEASURED) - set(BY_KIND)


@pytest.mark.parametrize("nth,book", [(1, "tda-2011"), (2, "rrop-6")])
@pytest.mark.parametrize("kind", RULINGS)
def test_the_slip_is_ruled_by_the_book(kind, nth, book):
    for seed in SEEDS:
        script, _ = Truth(book).play(kind, seed, 9)
        given = [o for o in script.outputs if is_incident(o)]
        hand = [o for o in script.outputs if o["k"] == "hand"]
        assert len(hand) == 1
        setup = script.plan.setup["stacks"]
        assert sum(hand[0]["stacks_after"].values()) == sum(setup.values())
        if RULINGS[kind] is None:
            assert not given
            continue
        assert (given[0]["situation"], given[0]["ruling"]) == (RULINGS[kind][0], RULINGS[kind][nth])
        assert all(cite.startswith(book + ":") for cite in given[0]["cite"])
