"""A correction folds the hand again with the chips that were read late."""

import pytest

from shared_rules.table import Table

SETUP = {
    "t": 0, "what": "setup", "hand_id": "h", "game": "nlhe", "format": "cash",
    "betting": "no_limit",
    "seats": [1, 2, 3], "button": 3, "sb_seat": 1, "bb_seat": 2, "sb": 50, "bb": 100, "ante": 0,
    "stacks": {"1": 10000, "2": 10000, "3": 10000}, "betting_line": True, "street": "none",
}  # fmt: skip


def chips(t, seat, values):
    return {
        "t": t, "what": "chips_move", "seat": seat, "chips": values, "from": f"seat:{seat}",
        "to": f"line:{seat}", "by": "player", "motion": 1, "released": True, "crossed": "full",
    }  # fmt: skip


def started():
    table = Table("tda-2011")
    events = [SETUP, {"t": 1, "what": "riffle"}, chips(2, 1, [50]), chips(3, 2, [100])]
    for nth in range(6):
        seat = nth % 3 + 1
        move = {"t": 10 + nth, "what": "card_move", "cards": [f"#{nth + 1}"], "from": "stub"}
        move.update({"to": f"seat:{seat}", "face": "down", "by": "dealer", "nth": nth + 1})
        events.append(move)
    for event in events:
        table.apply(event)
    return table


def correction(about, values):
    return {
        "t": 200, "what": "correction", "seat": 3, "chips": values, "to": "line:3", "about": about,
    }  # fmt: skip


def test_a_short_call_that_was_misread_is_a_call_and_its_ruling_is_withdrawn():
    table = started()
    said = table.apply(chips(100, 3, [50]))
    assert [o for o in said if o["k"] == "ruling" and o["irregular"]]
    out = table.apply(correction(100, [50]))
    assert [o["k"] for o in out if o["k"] in ("withdraw", "ruling")] == ["withdraw"]
    acts = [a for a in table.hand.actions if a["act"] != "post"]
    assert [(a["act"], a["seat"], a["to"]) for a in acts] == [("call", 3, 100)]


def test_the_corrected_hand_is_the_hand_as_it_would_have_been():
    late, right = started(), started()
    late.apply(chips(100, 3, [100, 100]))
    late.apply(correction(100, [100]))
    right.apply(chips(100, 3, [100, 100, 100]))
    assert late.hand.actions == right.hand.actions
    late_view, right_view = late.view(), right.view()
    for view in (late_view, right_view):
        view.pop("events")
        view.pop("t")
    assert late_view == right_view


def test_a_correction_of_nothing_changes_nothing():
    table = started()
    before = table.view()
    assert table.apply(correction(77, [100])) == []
    assert table.view() == before


def word(t=200, about=100, **fields):
    return {
        "t": t, "what": "declare", "seat": 3, "word": "raise", "wording": "plain", **fields,
        **({} if about is None else {"about": about}),
    }  # fmt: skip


def plays(table):
    return [(a["act"], a["seat"], a["to"]) for a in table.hand.actions if a["act"] != "post"]


def test_a_raise_keyed_after_its_big_chip_was_said_with_it():
    late, right = started(), started()
    late.apply(chips(100, 3, [500]))
    assert plays(late) == [("call", 3, 100)]
    out = late.apply(word())
    assert [o for o in out if o["k"] == "revise"] and not [o for o in out if o["k"] == "ruling"]
    right.apply(word(t=100, about=None))
    right.apply(chips(100, 3, [500]))
    assert plays(late) == plays(right) == [("raise", 3, 500)]


def test_words_that_belong_to_no_motion_were_said_when_they_were_keyed():
    forgetful = started()
    forgetful.reported = None  # as on a controller, whose memory is short
    for table, about in ((started(), 99), (started(), None), (forgetful, 100)):
        table.apply(chips(100, 3, [500]))
        out = table.apply(word(about=about))
        assert [o["situation"] for o in out if o["k"] == "ruling"] == ["wager.string_bet"]
        assert plays(table) == [("call", 3, 100)]


def folded(t=90, cards=("#3", "#6"), frm="seat:3"):
    return {
        "t": t, "what": "card_move", "cards": list(cards), "from": frm, "to": "muck",
        "face": "down", "by": "player", "confidence": "medium",
    }  # fmt: skip


def not_folded(about=90, cards=("#3", "#6"), to="seat:3"):
    return {
        "t": 200, "what": "correction", "seat": 3, "chips": [], "to": to, "about": about,
        "cards": list(cards), "confidence": "medium",
    }  # fmt: skip


def test_who_acted_after_a_fold_that_was_none_acted_out_of_turn():
    table, right = started(), started()
    table.apply(folded())
    assert not [o for o in table.apply(chips(100, 1, [50])) if o.get("irregular")]
    out = table.apply(not_folded())
    assert [(o["situation"], o["seat"]) for o in out if o["k"] == "ruling"] == [
        ("turn.oot_pending", 1)
    ]
    right.apply(chips(100, 1, [50]))
    assert table.hand.actions == right.hand.actions and table.hand.turn == right.hand.turn == 3
    assert plays(table) == plays(right)


def test_a_fold_that_was_none_is_told_as_no_act_any_more():
    table = started()
    table.apply(folded())
    out = table.apply(not_folded())
    assert {"k": "revise", "seat": 3, "action": None} in out
    assert table.hand.turn == 3 and plays(table) == []


@pytest.mark.parametrize("change", [
    {"about": 91}, {"cards": ("#3",)}, {"cards": ("#6", "#3")}, {"to": "seat:2"},
])  # fmt: skip
def test_a_fold_nobody_told_is_none_to_correct(change):
    table = started()
    table.apply(folded())
    before = table.view()
    assert table.apply(not_folded(**change)) == []
    assert table.view() == before


def taken_back(t, values):
    return {
        "t": t, "what": "chips_move", "seat": 3, "chips": values, "from": "line:3", "to": "seat:3",
        "by": "player",
    }  # fmt: skip


def test_chips_that_were_not_taken_back_lie_there_as_before():
    table, right = started(), started()
    for one in (table, right):
        one.apply(chips(100, 3, [100, 100, 100]))
    said = table.apply(taken_back(150, [100]))
    assert "wager.bet_pulled_back" in [o.get("situation") for o in said]
    out = table.apply(correction(150, [100]))
    assert [o["situation"] for o in out if o["k"] == "withdraw"] == ["wager.bet_pulled_back"]
    assert table.hand.actions == right.hand.actions and table.hand.front == right.hand.front


@pytest.mark.parametrize(("about", "values"), [(151, [100]), (150, [50]), (150, [100, 100])])
def test_chips_nobody_told_to_be_taken_back_are_none_to_correct(about, values):
    table = started()
    table.apply(chips(100, 3, [100, 100, 100]))
    table.apply(taken_back(150, [100]))
    assert table.apply(correction(about, values)) == []


def test_chips_pulled_in_by_the_dealer_are_not_taken_back():
    table = started()
    table.apply(chips(100, 3, [100, 100, 100]))
    table.apply(dict(taken_back(150, [100, 100, 100]), to="pot", by="dealer"))
    assert table.apply(correction(150, [100, 100, 100])) == []
