"""Cards off the deck: order, count, facing, zones; what is a deal and what is not."""

import pytest

from firmware.table.values import ASK_MS, SEAT_SKIPPED_MS
from tests.firmware_table.rig import Rig, card, setup


@pytest.fixture
def rig():
    return Rig()


def moves(rig):
    return [
        (e["cards"], e["from"], e["to"], e["face"], e["by"], e.get("nth"), e.get("boxed", False))
        for e in rig.emitted("card_move")
    ]


def test_a_riffled_deck_begins_a_hand_once(rig):
    rig.riffle()
    assert rig.emitted() == [{"hand": 1}]
    rig.run(3000)
    assert rig.emitted() == []


def test_hole_cards_are_told_in_the_order_of_the_mouth(rig):
    rig.riffle()
    rig.emitted()
    for i, seat in enumerate((1, 2, 3)):
        rig.deal(i, f"seat:{seat}", quadrant=1 + 2 * (i % 2))
    rig.run(500)
    assert moves(rig) == [
        (["1c0"], "stub", "seat:1", "down", "dealer", 1, False),
        (["1c1"], "stub", "seat:2", "down", "dealer", 2, False),
        (["1c2"], "stub", "seat:3", "down", "dealer", 3, False),
    ]


def test_a_slowly_read_seat_does_not_change_the_order(rig):
    rig.riffle()
    rig.emitted()
    rig.blind["seat:1"] = [card(0)]
    rig.deal(0, "seat:1")
    rig.deal(1, "seat:2")
    rig.run(300)
    assert moves(rig) == []
    del rig.blind["seat:1"]
    rig.run(900)
    assert [m[0] for m in moves(rig)] == [["1c0"], ["1c1"]]


def test_a_card_nobody_reads_holds_the_others_up_for_a_bounded_time_only(rig):
    rig.riffle()
    rig.emitted()
    rig.deal(0, None)
    rig.deal(1, "seat:2")
    rig.run(SEAT_SKIPPED_MS - 100)
    assert not moves(rig)
    rig.run(500)
    assert [(m[0], m[5]) for m in moves(rig)] == [(["1c1"], 2)]
    rig.put(card(0), "seat:1")
    rig.run(SEAT_SKIPPED_MS + 500)
    assert [(m[0], m[2], m[5]) for m in moves(rig)] == [(["1c0"], "seat:1", 1)]


def test_a_boxed_card_is_told_face_up_where_it_goes(rig):
    rig.riffle()
    rig.emitted()
    rig.put(card(0), "mouth:2")
    rig.run(200)
    rig.put(card(0), None)
    rig.run(60)
    rig.put(card(0), "muck")
    rig.run(1500)
    assert moves(rig) == [(["1c0"], "stub", "muck", "up", "dealer", 1, True)]


def test_a_boxed_card_left_at_the_mouth_is_told_there_and_then_from_there(rig):
    rig.riffle()
    rig.emitted()
    rig.put(card(0), "mouth:4")
    rig.run(1200)
    assert moves(rig) == [(["1c0"], "stub", "mouth", "up", "dealer", 1, True)]
    rig.put(card(0), "muck")
    rig.run(1500)
    assert [m[:4] for m in moves(rig)] == [(["1c0"], "mouth", "muck", "down")]


@pytest.mark.parametrize(("quadrant", "ms", "boxed"), [
    (2, 600, True), (4, 600, True), (1, 600, False), (2, 30, False),
])  # fmt: skip
def test_a_card_put_aside_where_nothing_reads_it_was_boxed_if_the_mouth_saw_it_face_up(
    rig, quadrant, ms, boxed
):
    rig.key(what="setup", **setup())
    rig.riffle()
    rig.deal(0, "seat:1")
    rig.run(600)
    rig.emitted()
    rig.put(card(1), f"mouth:{quadrant}")
    rig.run(ms)
    rig.put(card(1), None)
    rig.run(600)
    rig.deal(2, "seat:2")
    rig.run(3000)
    told = [(m[0], m[2], m[6]) for m in moves(rig)]
    assert ((["1c1"], "mouth", True) in told) == boxed
    assert (["1c2"], "seat:2", False) in told


def test_one_stray_read_of_another_quadrant_does_not_make_a_card_boxed(rig):
    rig.riffle()
    rig.emitted()
    rig.put(card(0), "mouth:1")
    rig.run(100)
    rig.put(card(0), "mouth:2")
    rig.run(45)
    rig.put(card(0), "mouth:1")
    rig.run(150)
    rig.put(card(0), "seat:1")
    rig.run(600)
    assert all(not m[6] and m[3] != "up" for m in moves(rig))


def test_a_card_the_mouth_did_not_see_is_from_the_stub_and_counted(rig):
    rig.riffle()
    rig.emitted()
    rig.deal(0, "seat:1")
    rig.put(card(1), "seat:2")
    rig.run(600)
    rig.deal(2, "seat:3")
    rig.run(600)
    assert [(m[1], m[2], m[3], m[5]) for m in moves(rig)] == [
        ("stub", "seat:1", "down", 1),
        ("stub", "seat:2", "unknown", 2),
        ("stub", "seat:3", "down", 3),
    ]


def test_a_flop_is_one_move_in_the_order_of_the_deck(rig):
    i = rig.hand()
    rig.emitted()
    rig.deal(i, "burn")
    for slot in (1, 2, 3):
        rig.deal(i + slot, f"board:{slot}")
    rig.run(1500)
    assert moves(rig) == [
        ([f"1c{i}"], "stub", "burn", "down", "dealer", 7, False),
        ([f"1c{i + 1}", f"1c{i + 2}", f"1c{i + 3}"], "stub", "board", "up", "dealer", 8, False),
    ]


def test_turn_after_flop_is_a_move_of_its_own(rig):
    i = rig.hand()
    for slot in (1, 2, 3):
        rig.deal(i + slot, f"board:{slot}")
    rig.run(12000)  # nor before the flop, nor is a check keyed
    rig.emitted()
    rig.deal(i + 4, "board:4")
    rig.run(12000)  # without a burn: the dealer is asked, and gives no answer
    assert [m[0] for m in moves(rig)] == [[f"1c{i + 4}"]]


def test_a_fold_is_one_move_by_the_player(rig):
    rig.hand()
    rig.emitted()
    for i in (0, 3):
        rig.put(card(i), "muck")
    rig.run(2000)
    assert moves(rig) == [(["1c0", "1c3"], "seat:1", "muck", "down", "player", None, False)]


def test_a_hand_picked_up_for_a_look_is_nothing(rig):
    rig.hand()
    rig.emitted()
    for i in (0, 3):
        rig.put(card(i), None)
    rig.run(4000)
    for i in (0, 3):
        rig.put(card(i), "seat:1")
    rig.run(2000)
    assert rig.emitted() == []


def test_a_dealt_card_put_back_at_the_mouth_goes_to_the_stub(rig):
    rig.hand()
    rig.emitted()
    rig.put(card(0), "mouth:1")
    rig.run(400)
    rig.put(card(0), None)
    rig.run(2000)
    assert [m[:3] for m in moves(rig)] == [(["1c0"], "seat:1", "stub")]


def test_the_gathered_deck_is_not_dealt_into_the_muck(rig):
    i = rig.hand()
    rig.emitted()
    for k in range(i, 52):
        rig.put(card(k), "muck")
    rig.run(4000)
    assert moves(rig) == []


def test_one_undealt_card_in_the_muck_is_told(rig):
    i = rig.hand()
    rig.emitted()
    rig.put(card(i), "muck")
    rig.run(3000)
    assert [m[:3] + (m[5],) for m in moves(rig)] == [([f"1c{i}"], "stub", "muck", 7)]


def test_cards_have_new_names_in_the_next_hand(rig):
    rig.hand()
    rig.emitted()
    rig.riffle()
    assert {"hand": 2} in rig.emitted()
    rig.deal(0, "seat:1")
    rig.run(500)
    assert moves(rig)[0][0] == ["2c0"]


def test_cards_seen_before_any_hand_are_not_told(rig):
    rig.put(card(0), "seat:1")
    rig.put(card(1), "board:1")
    rig.run(3000)
    assert rig.emitted() == []


def test_a_card_at_the_mouth_begins_a_hand_when_the_riffle_was_not_seen(rig):
    rig.put(card(0), "mouth:1")
    rig.run(300)
    rig.put(card(0), "seat:1")
    rig.run(1000)
    assert [e["what"] for e in rig.events] == ["riffle", "card_move"]


def test_events_never_run_backwards(rig):
    i = rig.hand()
    rig.deal(i, "burn")
    for k in (0, 3):
        rig.put(card(k), "muck")
    rig.run(3000)
    times = [e["t"] for e in rig.events]
    assert times == sorted(times)


def test_a_burn_card_that_is_not_read_is_told_with_less_confidence(rig):
    i = rig.hand()
    rig.emitted()
    rig.deal(i, None)
    for slot in (1, 2, 3):
        rig.deal(i + slot, f"board:{slot}")
    rig.run(3000)
    burn, board = rig.events
    assert (burn["to"], burn["confidence"], burn["nth"]) == ("burn", "medium", i + 1)
    assert (board["to"], board["nth"]) == ("board", i + 2)
    rig.put(card(i), "burn")  # read after all
    rig.run(2000)
    assert len(rig.events) == 2


def burnless_flop(rig):
    """A flop lies there, and nothing was read at the burn: the question to the dealer."""
    i = rig.hand()
    rig.emitted()
    for slot in (0, 1, 2):
        rig.deal(i + slot, f"board:{slot + 1}")
    rig.run(3000)
    (question,) = rig.emitted("question")
    return question


def test_a_burn_that_did_not_happen_is_not_invented(rig):
    question = burnless_flop(rig)
    assert question["kind"] == "burn_unread"
    rig.key(what="answer", id=question["id"], value="no")
    rig.run(500)
    assert [e["to"] for e in rig.emitted("card_move")] == ["board"]


def test_a_burn_the_dealer_vouches_for_is_told_without_a_card(rig):
    question = burnless_flop(rig)
    rig.key(what="answer", id=question["id"], value="yes")
    rig.run(500)
    emitted = [(e["to"], len(e["cards"])) for e in rig.emitted("card_move")]
    assert emitted == [("burn", 0), ("board", 3)]


def test_cards_that_pass_the_mouth_as_the_deck_is_put_away_are_not_counted(rig):
    rig.riffle()
    rig.emitted()
    for i in (40, 41):
        rig.put(card(i), "mouth:2")
        rig.run(100)
        rig.put(card(i), None)
    rig.run(4000)
    rig.deal(0, "seat:1")
    rig.run(600)
    assert [(m[0], m[5]) for m in moves(rig)] == [(["1c0"], 1)]


@pytest.mark.parametrize(("answer", "goes_on", "boxed"), [
    (None, False, True), (None, True, False), ("yes", True, True), ("no", False, False),
])  # fmt: skip
def test_a_card_only_read_face_up_at_the_mouth_was_boxed_where_the_dealer_stops(
    rig, answer, goes_on, boxed
):
    """It is dealt all the same: the dealer is asked, and else whoever sees it deals no more."""
    rig.key(what="setup", **setup())
    rig.riffle()
    rig.deal(0, "seat:1")
    rig.run(400)
    rig.emitted()
    rig.events.clear()
    rig.put(card(1), "mouth:2")
    rig.run(120)  # three reads, as at a dealer's usual pace
    rig.put(card(1), None)
    rig.run(60)
    rig.put(card(1), "seat:2")
    rig.run(600)
    if goes_on:
        rig.deal(2, "seat:3")
    rig.run(900)
    (question,) = [e for e in rig.events if e["what"] == "question"]
    assert question["kind"] == "boxed_card" and not moves(rig)
    if answer:
        rig.key(what="answer", id=question["id"], value=answer)
    rig.run(ASK_MS)
    (told, *_) = rig.emitted("card_move")
    assert (told["to"], told["face"], told.get("boxed", False)) == (
        "seat:2", "up" if boxed else "down", boxed,
    )  # fmt: skip
