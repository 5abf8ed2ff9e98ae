"""Under noise: what is missed for a while has not moved, and what cannot be told is asked."""

import pytest

from tests.firmware_table.rig import card, chip


def what(rig, *kinds):
    return [e for e in rig.emitted() if "id" in e or "about" in e or e.get("to") in kinds]


def bet(rig, seat, ids, value=100):
    for i in ids:
        rig.put(chip(i, value), f"line:{seat}")


def test_a_chip_that_fades_for_a_second_has_not_moved(rig):
    bet(rig, 3, [1, 2])
    rig.run(1000)
    rig.emitted()
    rig.blind["line:3"] = [chip(1)]
    rig.run(1200)
    rig.blind = {}
    rig.run(3000)
    assert rig.emitted() == []


def test_a_card_heard_next_door_while_its_own_loop_fades_stays_where_it_is(rig):
    rig.at["seat:2"].append(card(0))  # lies at seat 1, between the loops
    rig.run(1500)
    rig.blind["seat:1"] = [card(0)]
    rig.run(600)
    rig.blind = {}
    rig.run(2000)
    assert [e for e in rig.emitted() if e.get("to") == "seat:2"] == []


def test_a_hand_whose_second_card_is_never_read_in_the_muck_is_folded_whole(rig):
    rig.blind["muck"] = [card(5)]
    for i in (2, 5):
        rig.put(card(i), "muck")
    rig.run(2500)
    assert [e["cards"] for e in rig.emitted() if e.get("to") == "muck"] == [["1c2", "1c5"]]


def test_a_hand_that_vanished_was_folded_when_the_next_player_acts(rig):
    bet(rig, 3, [1])  # first to act before the flop
    rig.run(1500)
    rig.blind["muck"] = [card(0), card(3)]
    for i in (0, 3):
        rig.put(card(i), "muck")
    rig.run(1500)
    assert [e for e in rig.emitted() if e.get("to") == "muck"] == []
    rig.key(what="gesture", seat=2, kind="tap")
    rig.run(2000)
    folds = [(e["from"], e.get("confidence")) for e in rig.emitted() if e.get("to") == "muck"]
    assert folds == [("seat:1", "medium")]


def test_a_hand_lifted_by_a_player_not_due_is_no_fold(rig):
    for i in (0, 3):
        rig.put(card(i), None)
    rig.run(1500)
    bet(rig, 3, [1])
    rig.run(1500)
    for i in (0, 3):
        rig.put(card(i), "seat:1")
    rig.run(1500)
    assert [e for e in rig.emitted() if "cards" in e] == []


def short_call(rig):
    bet(rig, 3, [1, 2, 3])
    rig.run(1500)
    bet(rig, 1, [4, 5])
    rig.run(4000)  # longer than a chip may lie in a shadow
    (question,) = [e for e in rig.emitted() if "id" in e]
    return question


def test_chips_short_of_the_call_are_asked_about_before_they_are_told(rig):
    question = short_call(rig)
    assert question["kind"] == "chips_unread"
    assert (question["seat"], question["amount"]) == (1, 200)
    rig.key(what="answer", id=question["id"], value=300)
    rig.run(1000)
    emitted = rig.emitted()
    assert [e["chips"] for e in emitted if e.get("to") == "line:1"] == [[100, 100, 100]]
    assert [e["value"] for e in emitted if "value" in e] == [300]


@pytest.mark.parametrize("answer", [200, None])
def test_without_more_chips_or_without_an_answer_the_call_is_told_as_it_was_read(rig, answer):
    question = short_call(rig)
    if answer is not None:
        rig.key(what="answer", id=question["id"], value=answer)
    rig.run(5000)
    assert [e["chips"] for e in rig.emitted() if e.get("to") == "line:1"] == [[100, 100]]


def test_a_chip_read_after_others_have_acted_corrects_the_motion_it_came_with(rig):
    rig.blind["line:3"] = [chip(3)]
    bet(rig, 3, [1, 2, 3])
    rig.run(900)
    rig.key(what="declare", seat=1, word="call", wording="plain")
    rig.run(100)
    rig.blind = {}
    rig.run(1500)
    emitted = rig.emitted()
    assert [e["chips"] for e in emitted if e.get("to") == "line:3" and "about" not in e] == [
        [100, 100]
    ]
    assert [e["chips"] for e in emitted if "about" in e] == [[100]]
