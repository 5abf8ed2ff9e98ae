"""Irregularities injected into a recorded hand are found from live events, once, in both books."""

import pytest

from shared_rules.table import Table
from tests.conftest import shared
from tools.playing import phh
from tools.virtual.irregularities import script_class
from tools.virtual.recorded_plan import plan_hand
from tools.virtual.script import Mirror

FOUND = {
    "first-card-exposed": "deal.first_two_exposed",
    "later-card-exposed": "deal.exposed_one",
    "two-exposed": "deal.exposed_many",
    "boxed-card": "deal.boxed_one",
    "extra-card": "deal.extra_one",
    "card-to-empty-seat": "deal.empty_seat",
    "seat-skipped": "deal.seat_left_out",
    "first-card-wrong-seat": "deal.wrong_first_seat",
    "foreign-card": "deck.foreign_in_hand",
    "premature-flop": "board.premature_flop",
    "four-card-flop": "board.flop_four_unknown",
    "missing-burn": "board.turn_no_burn",
}


def standing(outputs):
    """Irregular rulings that were not taken back."""
    out = []
    for o in outputs:
        if o["k"] == "ruling" and o["irregular"]:
            out.append(o)
        elif o["k"] == "withdraw":
            out = [r for r in out if r["situation"] != o["situation"]]
    return out


@pytest.mark.parametrize("seed", range(12))  # which seat and which card it happens to
@pytest.mark.parametrize("book", ("tda-2011", "rrop-6"))
@pytest.mark.parametrize("kind", sorted(FOUND))
def test_injected_irregularity_is_found_and_nothing_else(kind, book, seed):
    label, record = next(iter(phh.read(shared("hands", "data", "pluribus", "30", "21.phh"))))
    mirror = Mirror(Table(book))
    script_class(kind)(plan_hand(label, record), t=1000, mirror=mirror, seed=seed).run()
    table = Table(book)
    outputs = [o for event in mirror.events for o in table.apply(event)]
    found = [r["situation"] for r in standing(outputs)]
    # where a book is silent the floor's decision follows as a ruling of its own
    assert [s for s in found if s != "deal.misdeal_declared"] == [FOUND[kind]]
    assert all(r["cite"] for r in standing(outputs))
