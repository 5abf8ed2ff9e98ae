"""Slips with chips at a live table: each is ruled on, and nothing else is claimed."""

import pytest

from shared_rules.table import Table
from tests.conftest import SHARED
from tools.playing import phh
from tools.virtual import irregularities, recorded_plan
from tools.virtual.script import Mirror

HANDS = SHARED / "hands" / "acpc"
FILE = HANDS / "3p.nolimit.h1000.r0.phhs"

SLIPS = {
    "string-bet": {"wager.string_bet"},
    "oversized-chip": {"wager.oversized_facing_bet"},
    "two-equal-chips": {"wager.equal_chips_needed"},
    "short-raise": {"wager.half_or_more"},
    "bet-out-of-turn": {"turn.oot_pending", "turn.oot_unchanged"},
    "none": set(),
}


@pytest.fixture(scope="module")
def hands():
    return [
        recorded_plan.plan_hand(label, record, seed=1) for label, record in phh.read(str(FILE))[:4]
    ]


@pytest.mark.parametrize("book", ["tda-2011", "rrop-6"])
@pytest.mark.parametrize("kind", sorted(SLIPS))
def test_a_slip_with_chips_is_found_and_only_that(hands, kind, book):
    for hand in hands:
        script = irregularities.script_class(kind)(hand, mirror=Mirror(Table(book)), seed=1)
        script.run()
        rulings = [o for o in script.outputs if o["k"] == "ruling" and o["irregular"]]
        assert {r["situation"] for r in rulings} == SLIPS[kind]
        assert all(r["cite"] and r["cite"][0].startswith(book + ":") for r in rulings)
        assert [o for o in script.outputs if o["k"] == "hand"]
