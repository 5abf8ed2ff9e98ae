"""Chips: motions onto the bet spot, taken back, pulled in, the pot pushed."""

import pytest

from firmware.table.values import ASK_MS
from tests.firmware_table.rig import card, chip


def chips(rig):
    return [
        (e["seat"], e["chips"], e["from"], e["to"], e["by"], e.get("motion"), e.get("crossed"))
        for e in rig.emitted("chips_move")
    ]


def bet(rig, seat, ids, value=100):
    for i in ids:
        rig.put(chip(i, value), f"line:{seat}")


def test_chips_put_down_together_are_one_motion(rig):
    bet(rig, 3, range(5))
    rig.run(1500)
    want = (3, [100] * 5, "seat:3", "line:3", "player", 1, "full")
    assert chips(rig) == [want]


def test_chips_within_the_gap_are_one_motion_and_after_it_two(rig):
    bet(rig, 3, [1])
    rig.run(200)
    bet(rig, 3, [2], 500)
    rig.run(1700)
    bet(rig, 3, [3])
    rig.run(5000)  # no load tells, and nobody answers
    assert [(c[1], c[5]) for c in chips(rig)] == [([500, 100], 1), ([100], 2)]


@pytest.mark.parametrize(("value", "motion"), [("yes", 2), ("no", 1)])
def test_the_dealer_says_whether_what_no_load_tells_of_is_a_second_motion(rig, value, motion):
    bet(rig, 3, [1])
    rig.run(1900)
    bet(rig, 3, [3])
    rig.run(1200)
    first, question = rig.events[-2:]
    assert (first["what"], first["motion"]) == ("chips_move", 1)
    assert (question["kind"], question["seat"], question["amount"]) == ("second_motion", 3, 100)
    rig.events.clear()
    rig.key(what="answer", id=question["id"], value=value)
    rig.run(300)
    assert [c[5] for c in chips(rig)] == [motion]


def test_motions_count_from_one_again_after_another_seat_has_acted(rig):
    bet(rig, 3, [1])
    rig.run(1000)
    bet(rig, 1, [2])
    rig.run(3000)
    bet(rig, 3, [3])
    rig.run(1000)
    assert [(c[0], c[5]) for c in chips(rig)] == [(3, 1), (1, 1), (3, 1)]


def test_a_declaration_of_the_same_seat_does_not_end_its_act(rig):
    bet(rig, 3, [1])
    rig.run(1000)
    rig.key(what="declare", seat=3, word="raise", wording="plain", amount=200)
    bet(rig, 3, [2])
    rig.run(5000)
    assert [c[5] for c in chips(rig)] == [1, 2]


def test_chips_carried_over_the_line_and_back_were_in_the_hand(rig):
    bet(rig, 3, [1, 2])
    rig.run(220)
    for i in (1, 2):
        rig.put(chip(i), None)
    rig.run(2500 + ASK_MS)  # no load tells, and nobody answers
    assert chips(rig) == [
        (3, [100, 100], "seat:3", "line:3", "player", 1, "in_hand"),
        (3, [100, 100], "line:3", "seat:3", "player", None, None),
    ]


def test_part_of_a_handful_dropped_is_released_the_rest_taken_back(rig):
    bet(rig, 3, [1, 2, 3])
    rig.run(220)
    rig.put(chip(3), None)
    rig.run(4000 + ASK_MS)  # longer than a shadow: the others lie there
    got = chips(rig)
    assert [(c[1], c[2], c[3], c[6]) for c in got] == [
        ([100] * 3, "seat:3", "line:3", "in_hand"),
        ([100] * 2, "line:3", "line:3", "full"),
        ([100], "line:3", "seat:3", None),
    ]


def test_chips_seen_in_the_pot_were_pulled_in(rig):
    bet(rig, 3, [1, 2])
    rig.run(1000)
    chips(rig)
    for i in (1, 2):
        rig.put(chip(i), None)
    rig.run(300)
    for i in (1, 2):
        rig.put(chip(i), "pot")
    rig.run(2500)
    assert chips(rig) == [(3, [100, 100], "line:3", "pot", "dealer", None, None)]


def test_chips_that_do_not_come_to_the_pot_were_taken_back(rig):
    bet(rig, 3, [1, 2])
    rig.run(1000)
    chips(rig)
    rig.put(chip(2), None)
    rig.run(8000 + ASK_MS)  # no load tells, and nobody answers
    assert chips(rig) == [(3, [100], "line:3", "seat:3", "player", None, None)]


def test_a_pot_that_cannot_be_read_is_decided_by_the_other_spots(rig):
    bet(rig, 3, [1])
    rig.run(1000)
    bet(rig, 1, [2])
    rig.run(1000)
    chips(rig)
    rig.blind["pot"] = [chip(2)]
    for i in (1, 2):
        rig.put(chip(i), "pot")
        rig.run(100)
    rig.run(4000)
    assert sorted(c[:4] for c in chips(rig)) == [
        (1, [100], "line:1", "pot"),
        (3, [100], "line:3", "pot"),
    ]


def test_a_chip_missed_for_a_moment_is_nothing(rig):
    bet(rig, 3, [1, 2])
    rig.run(1000)
    chips(rig)
    rig.blind["line:3"] = [chip(1)]
    rig.run(700)
    del rig.blind["line:3"]
    rig.run(3000)
    assert chips(rig) == []


def test_an_incomplete_reading_takes_nothing_away(rig):
    bet(rig, 3, [1, 2])
    rig.run(1000)
    chips(rig)
    rig.torn.add("line:3")
    rig.blind["line:3"] = [chip(1)]
    rig.run(150)
    rig.torn.clear()
    rig.blind.clear()
    rig.run(2000)
    assert chips(rig) == []


def test_the_pot_pushed_over_the_bet_spot_is_no_bet(rig):
    bet(rig, 3, [1])
    rig.run(1000)
    rig.put(chip(1), "pot")
    rig.run(2000)
    for i in (0, 3, 1, 4):  # seats 1 and 2 fold
        rig.put(card(i), "muck")
        rig.run(50)
    rig.run(2500)
    rig.emitted()
    rig.put(chip(1), "line:3")
    rig.run(700)
    rig.put(chip(1), None)
    rig.run(1500)
    assert chips(rig) == [(3, [100], "pot", "seat:3", "dealer", None, None)]


def test_what_was_not_read_of_a_push_is_told_by_its_sum_where_chips_were_changed(rig):
    bet(rig, 3, [1, 2, 3])
    rig.run(1000)
    for i in (1, 2, 3):
        rig.put(chip(i), "pot")
    rig.run(2000)
    for i in (0, 3, 1, 4):  # seats 1 and 2 fold
        rig.put(card(i), "muck")
        rig.run(50)
    rig.run(2500)
    for i in (1, 2, 3):  # changed with the rack: one of 250, one of 50, which nobody reads
        rig.put(chip(i), None)
    rig.emitted()
    rig.put(chip(8, 250), "line:3")
    rig.run(700)
    rig.put(chip(8, 250), None)
    rig.run(1500)
    for i in (2, 5):  # the winner's hand is collected
        rig.put(card(i), "muck")
    rig.run(2500)
    assert [(c[1], c[2]) for c in chips(rig)] == [([250], "pot"), ([50], "pot")]


def test_chips_pulled_in_before_their_motion_could_be_told_are_told_whole(rig):
    """The last of a call is read in the pot for the first time."""
    bet(rig, 3, [1, 2, 3])
    rig.run(1500)
    rig.emitted()
    rig.blind["line:1"] = [chip(7)]
    bet(rig, 1, [5, 6, 7])
    rig.run(400)
    for i in (1, 2, 3, 5, 6, 7):
        rig.put(chip(i), "pot")
    rig.run(4000)
    emitted = chips(rig)
    assert emitted[0][:4] == (1, [100] * 3, "seat:1", "line:1")
    assert sorted(c[:4] for c in emitted[1:]) == [
        (1, [100] * 3, "line:1", "pot"),
        (3, [100] * 3, "line:3", "pot"),
    ]


def test_change_pushed_with_the_pot_is_part_of_it(rig):
    rig.key(what="showdown", seats=[3])
    bet(rig, 3, [7], 25)  # a chip of the dealer's rack, never seen before
    rig.run(1500)
    assert chips(rig) == [(3, [25], "pot", "seat:3", "dealer", None, None)]


def test_what_is_keyed_waits_for_chips_that_moved_before(rig):
    bet(rig, 3, [1])
    rig.run(150)
    rig.key(what="gesture", seat=1, kind="tap")
    rig.run(60)
    assert rig.events == []
    rig.run(1000)
    assert [e["what"] for e in rig.events] == ["chips_move", "gesture"]


def test_a_chip_misread_in_an_unchanged_field_is_still_there(rig):
    rig.agc["line:3"] = 412
    bet(rig, 3, [1, 2])
    rig.run(1000)
    chips(rig)
    rig.blind["line:3"] = [chip(1)]
    rig.run(2000)
    assert chips(rig) == []
    rig.agc["line:3"] = 416
    rig.put(chip(1), None)
    rig.run(8000 + ASK_MS)
    assert [c[1:4] for c in chips(rig)] == [([100], "line:3", "seat:3")]


def test_a_chip_found_late_in_an_unchanged_field_came_with_the_last_motion(rig):
    rig.agc["line:3"] = 416
    rig.run(1000)
    rig.agc["line:3"] = 404
    bet(rig, 3, [1, 2])
    rig.blind["line:3"] = [chip(1)]
    rig.run(1000)
    del rig.blind["line:3"]
    rig.run(1000)
    assert [(c[1], c[5]) for c in chips(rig)] == [([100], 1), ([100], 1)]


def test_a_chip_that_changes_the_field_is_a_motion_of_its_own(rig):
    rig.agc["line:3"] = 416
    bet(rig, 3, [1])
    rig.run(1000)
    rig.agc["line:3"] = 412
    bet(rig, 3, [2])
    rig.run(1000)
    assert [(c[1], c[5]) for c in chips(rig)] == [([100], 1), ([100], 2)]
