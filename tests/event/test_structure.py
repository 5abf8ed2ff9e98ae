"""The calculator: levels, chips and prizes that fit players and hours."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gateway.event import desk_grammar, payouts, structure


def rows(**more):
    asked = {"players": 90, "stack": 20_000, "hours": 6} | more
    return structure.plan(**asked)["event"]


def test_a_plan_is_a_setup_of_the_desk_language():
    setup = structure.plan(540, 25_000, 10, name="Main event", buy_in=100)
    case = {"id": "e", "rulebook": "tda-2011", "setup": setup, "happening": []}
    assert desk_grammar.fault({**case, "ask": {"what": "moves"}}) is None
    assert len(setup["tables"]) == 60


def test_blinds_rise_and_can_be_posted_with_the_chips_in_play():
    for template in structure.TEMPLATES:
        facts = rows(template=template)
        least = facts["denominations"][0]
        before = 0
        for row in facts["levels"]:
            assert row["bb"] > before
            assert row["sb"] % least == row["bb"] % least == row["ante"] % least == 0
            before = row["bb"]


def test_the_planned_hours_end_where_few_big_blinds_are_in_play():
    facts = rows(players=100, stack=10_000, hours=8)
    played, at = 0, 0
    for row in facts["levels"]:
        played += row["minutes"] + row.get("break_after", 0)
        if played > 8 * 60:
            break
        at = row["bb"]
    left = 100 * 10_000 / at
    assert structure.END_BLINDS / 2 <= left <= structure.END_BLINDS * 2


def test_more_hours_make_slower_blinds():
    quick, slow = rows(hours=3)["levels"], rows(hours=9)["levels"]
    assert quick[6]["bb"] > slow[6]["bb"]


def test_a_break_comes_after_two_hours():
    levels = rows()["levels"]
    assert [r["level"] for r in levels if "break_after" in r][:2] == [6, 12]


@pytest.mark.parametrize("hours, fits", [(0.5, False), (40 / 60, True), (1000, False)])
def test_hours_that_hold_no_two_levels_or_too_many_are_refused(hours, fits):
    if fits:
        assert len(rows(hours=hours)["levels"]) >= 2
    else:
        with pytest.raises(structure.BadStructure, match="hours hold"):
            rows(hours=hours)


@settings(max_examples=60, deadline=None)
@given(st.integers(20, 4000), st.sampled_from(list(structure.TEMPLATES)))
def test_starting_chips_make_up_the_stack(hundreds, template):
    stack = hundreds * 100
    facts = rows(stack=stack, template=template)
    chips = structure.starting_chips(stack, facts["denominations"])
    assert sum(c * n for c, n in chips.items()) == stack
    assert min(chips.values()) > 0


def test_a_stack_the_chips_do_not_make_up_is_refused():
    with pytest.raises(structure.BadStructure, match="do not make up"):
        structure.starting_chips(10_010, [25, 100])


@settings(max_examples=100, deadline=None)
@given(st.integers(1, 150), st.integers(0, 10_000), st.sampled_from([1, 5, 100]))
def test_prizes_add_up_and_never_rise(paid, more, unit):
    least = unit * 3
    pool = paid * least + more
    prizes = payouts.table(pool, paid, unit, least)
    assert sum(prizes) == pool
    assert len(prizes) == paid
    assert prizes == sorted(prizes, reverse=True)
    assert prizes[-1] >= least
    assert all(p % unit == 0 for p in prizes[1:])


def test_a_pool_that_does_not_pay_the_places_is_refused():
    assert payouts.table(300, 3, 100, 100) == [100, 100, 100]
    with pytest.raises(payouts.BadPayout, match="does not pay 3 places"):
        payouts.table(299, 3, 100, 100)


@pytest.mark.parametrize("entries, paid", [(1, 1), (6, 1), (7, 2), (100, 15), (101, 16)])
def test_fifteen_percent_of_the_entries_are_paid_rounded_up(entries, paid):
    assert payouts.places(entries) == paid


@pytest.mark.parametrize(
    "prizes, said", [([50, 60], "more than the one before"), ([60, 30], "come to 90"),
                     ([], "a prize for each"), ([110, -10], "below nothing")],
)  # fmt: skip
def test_a_directors_own_table_is_checked(prizes, said):
    assert payouts.checked([60, 40], 100) == [60, 40]
    with pytest.raises(payouts.BadPayout, match=said):
        payouts.checked(prizes, 100)
