"""Color-up, race and chips that leave play, by the number of the rule."""

import pytest

from tests.desk.desk_case import BOOKS, IPR, OPEN, RROP, STG, TDA, WEB, answer, ruled, table

CHIPS = [25, 100, 500]


def due(book, *antes, **event):
    levels = [
        {"level": n + 1, "sb": 100 * (n + 1), "bb": 200 * (n + 1), "ante": a}
        for n, a in enumerate(antes)
    ]
    facts = {"level": 1, "levels": levels, "denominations": CHIPS, **event}
    got = answer(book, [], "color_up_due", facts)
    return got if got == OPEN else (got["old"], got["new"], got["before_level"])


@pytest.mark.parametrize("book", [IPR, WEB, RROP, STG])
def test_the_lowest_chip_goes_once_nothing_needs_it(book):
    """ipr-2018:35.1, ipr-web:W33.1, rrop-6:S15-10, stg-2011:B2"""
    assert due(book, 25, 50, 100, 100) == (25, 100, 3)
    assert due(book, 25, 100, 75, 100) == (25, 100, 4)  # needed once more later
    assert due(book, 25, 50, 75) == OPEN  # needed to the end of the sheet


def test_when_chips_go_is_the_directors_in_tda():
    """tda-2011:22"""
    assert due(TDA, 25, 50, 100) == OPEN


def race(book, chips, cards, stacks=None, old=25, new=100, more=()):
    """(new chips, awarded, change of each stack) of a race at one table."""
    names = " ".join(p[1:] for p in chips)
    stacks = stacks or dict.fromkeys(chips, 5000)
    happening = [("color_up", {"old": old, "new": new, "chips": chips})]
    if cards:
        happening.append(("race_cards", {"cards": cards}))
    got = answer(book, [*happening, *more], "color_up", tables=[table(1, names)], stacks=stacks)
    if got == OPEN:
        return OPEN
    after = got["stacks"]
    return got["new_chips"], got["awarded"], {p: after[p] - stacks[p] for p in after}


THREE = {"A1": ["2s"], "A2": ["Ad", "Kc"], "A3": ["Ac"]}


@pytest.mark.parametrize(("book", "chips"), [(IPR, 1), (WEB, 1), (STG, 1), (RROP, 1), (TDA, 1)])
def test_an_even_total_is_raced_off_for_the_highest_card_by_suit(book, chips):
    """ipr-2018:36.3, 36.4, ipr-web:W34.3, rrop-6:S15-10, stg-2011:B3b, tda-2011:21"""
    got = race(book, {"A1": 1, "A2": 2, "A3": 1}, THREE)
    assert got == (chips, ["A2"], {"A1": -25, "A2": 50, "A3": -25})


@pytest.mark.parametrize(("book", "five", "six"), [
    (IPR, 2, 2), (WEB, 2, 2), (STG, 2, 2), (RROP, 1, 2), (TDA, OPEN, OPEN),
])  # fmt: skip
def test_how_an_odd_total_is_rounded(book, five, six):
    """ipr-2018:36.3, ipr-web:W34.3, stg-2011:B3a: up. rrop-6:S15-10: from a half. tda: silent."""
    cards = {"A1": ["2s"], "A2": ["Ad", "Kc", "3d"], "A3": ["Ac"]}
    got = race(book, {"A1": 1, "A2": 3, "A3": 1}, cards)
    assert got == OPEN or got[0] == five
    assert (got == OPEN) == (five == OPEN)
    cards["A3"] = ["Ac", "4c"]
    got = race(book, {"A1": 1, "A2": 3, "A3": 2}, cards)
    assert got == OPEN or got[0] == six


def test_one_odd_chip_wins_a_new_one_or_nothing():
    assert race(IPR, {"A1": 1}, {"A1": ["6c"]})[:2] == (1, ["A1"])
    assert race(IPR, {"A1": 1}, None)[:2] == (1, ["A1"])  # nobody to draw against
    assert race(RROP, {"A1": 1}, {"A1": ["6c"]})[:2] == (0, [])


@pytest.mark.parametrize(("book", "awarded"), [
    (IPR, ["A2", "A3"]), (WEB, ["A2", "A3"]), (STG, ["A2", "A3"]), (TDA, ["A2", "A3"]),
    (RROP, ["A2", "A2"]),
])  # fmt: skip
def test_one_chip_a_player_but_in_rrop(book, awarded):
    """ipr-2018:36.5, ipr-web:W34.5, tda-2011:21, stg-2011:M11; rrop-6:S15-10 goes by card."""
    cards = {"A1": ["2s", "3s"], "A2": ["Ad", "Ac", "4d"], "A3": ["Kc", "5c", "6c"]}
    assert race(book, {"A1": 2, "A2": 3, "A3": 3}, cards)[1] == awarded


@pytest.mark.parametrize(("book", "awarded"), [
    (IPR, ["A2", "A1"]), (WEB, ["A2", "A1"]), (TDA, ["A2", "A1"]),  # one chip more
    (RROP, ["A1"]), (STG, ["A1"]),  # the survivor's comes out of those there are
])  # fmt: skip
def test_nobody_is_raced_out(book, awarded):
    """ipr-2018:36.6, ipr-web:W34.6, tda-2011:21; rrop-6:S15-10 and stg-2011:B3c before the rest"""
    got = race(book, {"A1": 2, "A2": 2}, {"A1": ["2s", "3s"], "A2": ["Ad", "Ac"]},
               {"A1": 50, "A2": 9050})  # fmt: skip
    assert got[1] == awarded


@pytest.mark.parametrize("book", BOOKS)
def test_odd_chips_are_rounded_up_without_a_race_only_where_the_book_says_so(book):
    """stg-2011:B2, M11"""
    got = race(book, {"A1": 2, "A2": 5}, None, more=["round_up"])
    assert got == ((2, ["A1", "A2"], {"A1": 50, "A2": 75}) if book == STG else OPEN)


def test_each_table_races_for_itself():
    """stg-2011:B3"""
    tables = [table(1, "1 2"), table(2, "1 2")]
    chips = {"A1": 1, "A2": 1, "B1": 1, "B2": 3}
    cards = {"A1": ["2s"], "A2": ["Ad"], "B1": ["3s"], "B2": ["4s", "5s", "6s"]}
    happening = [
        ("color_up", {"old": 25, "new": 100, "chips": chips}),
        ("race_cards", {"cards": cards}),
    ]
    got = answer(STG, happening, "color_up", tables=tables, stacks=dict.fromkeys(chips, 1000))
    assert got["awarded"] == ["A2", "B2"]


# chips that leave play


def removed(book, *happening, **setup):
    got = answer(book, happening, "chips_removed", tables=[table(1, "1 2 3")],
                 stacks={"A1": 900, "A2": 4000}, **setup)  # fmt: skip
    return got if got == OPEN else got["amount"]


@pytest.mark.parametrize("book", BOOKS)
def test_chips_out_of_view_are_forfeited(book):
    """ipr-2018:34.2, ipr-web:W32.2, rrop-6:S15-27, tda-2011:48, stg-2011:M4"""
    found = ("chips_found", {"player": "A1", "value": 600, "where": "pocket"})
    assert removed(book, found) == 600
    judge = ruled(book, [found], "chips_removed", tables=[table(1, "1 2 3")])[1]
    assert judge == ("td" if book in (IPR, WEB) else "floor")  # the management's decision


@pytest.mark.parametrize("book", BOOKS)
def test_of_chips_that_leave_for_two_reasons_the_higher_judge_decides(book):
    """ipr-2018:9.3, ipr-web:W8.3, rrop-6:S15-28, tda-2011:51, stg-2011:M2"""
    found = ("chips_found", {"player": "A1", "value": 600, "where": "pocket"})
    out = ("penalty", {"player": "A2", "kind": "disqualification"})
    for happening in ([found, out], [out, found]):
        judge = ruled(book, happening, "chips_removed", tables=[table(1, "1 2 3")])[1]
        assert judge == "td"


@pytest.mark.parametrize("book", BOOKS)
def test_old_chips_found_late_are_forfeited_where_the_book_says_so(book):
    """ipr-2018:36.8, ipr-web:W34.8"""
    found = {"player": "A1", "value": 75, "where": "after_race"}
    assert removed(book, ("chips_found", found)) == (75 if book in (IPR, WEB) else OPEN)


@pytest.mark.parametrize("book", BOOKS)
def test_a_disqualified_players_chips_leave_play(book):
    """ipr-2018:9.3, ipr-web:W8.3, tda-2011:51, stg-2011:M2, the preamble of rrop-6:S15"""
    thrown = {"player": "A2", "kind": "disqualification"}
    assert removed(book, ("penalty", thrown)) == 4000


@pytest.mark.parametrize("book", BOOKS)
def test_stacks_nobody_bought_go_when_registration_closes(book):
    """ipr-2018:33.2, ipr-web:W31.2; rrop-6:S15-5 leaves the moment to the director"""
    unsold = [{"seat": "1:4", "stack": 29000}, {"seat": "1:5", "stack": 30000}]
    expected = 59000 if book in (IPR, WEB) else OPEN
    assert removed(book, "registration_closed", unsold=unsold) == expected
    assert removed(book, unsold=unsold) == 0
    if book in (IPR, WEB):  # one was sold in time
        came = ("moved", {"player": "Zoe", "to": "1:5"})
        assert removed(book, came, "registration_closed", unsold=unsold) == 29000


@pytest.mark.parametrize("book", BOOKS)
def test_who_leaves_for_good_leaves_his_chips(book):
    """ipr-2018:16.2, ipr-web:W15.2, rrop-6:S15-6, stg-2011:M9"""
    assert removed(book, ("leaves_event", {"player": "A2"})) == (OPEN if book == TDA else 0)
