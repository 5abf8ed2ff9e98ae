"""What looks irregular and seldom is: each regular explanation, and where it no longer holds."""

import pytest

from firmware.table import absent, change, deal, late, pulled, riffle, unread, untimely
from firmware.table import phase as ph
from firmware.table.cards import Move
from firmware.table.deal import Deal
from firmware.table.departures import Departure
from firmware.table.order import Item, Keyed
from firmware.table.values import (
    ASK_MS,
    AT_ONCE_MS,
    CARD_UNREAD_MS,
    FOLD_SURE_MS,
    FOLD_WAIT_MS,
    GATHERED_SILENT_MS,
    HAND_LIFTED_MS,
    KEY_LATE_MS,
    LOAD_ASKED_MASK_MS,
    LOAD_DECIDES_MS,
    PARTIAL_MS,
    PITCH_USUAL_MS,
    SHADOW_MS,
    SHARED_HITS,
    SIDEWAYS_HITS,
    STRAY_DWELLS,
    UNCOLLECTED_MS,
)
from tests.firmware_table.bench import Bench, card, chip
from tests.firmware_table.test_spots_bounds import arrived, later
from tests.firmware_table.test_turn_bounds import ACT, Act, dealt, order_of, pitched, silent, turn


def key(seat, what, t=ACT, **event):
    """A key that waits for its turn."""
    return Keyed(t, dict(event, what=what, seat=seat), lambda event, t: None)


def waiting(item, seat=1, **phase):
    """``turn``, with this item in place of its act."""
    bench, act, over = turn(seat, **phase)
    bench.order.items = [item]
    return bench, over


# -- a hand is tabled when the last answers have been given


@pytest.mark.parametrize(("board", "owing", "held"), [
    (5, [3], True), (5, [], False), (4, [3], False), (0, [3], False),
])  # fmt: skip
def test_a_hand_tabled_before_the_last_check_waits_for_its_key(board, owing, held):
    tabled = key(2, "tabled")
    bench, over = waiting(tabled, board=board, owing=owing)
    assert bool(over.hold(tabled, ACT + KEY_LATE_MS - 1)) == held
    assert not held or (tabled.why, tabled.upon) == ("key", 3)


@pytest.mark.parametrize(("what", "seat", "first"), [
    ("tabled", 3, True), ("tabled", 2, False), ("declare", 3, False),
])  # fmt: skip
def test_the_key_of_a_hand_laid_over_its_line_comes_before_its_cards(what, seat, first):
    bench = Bench()
    (tag,) = bench.hand(3, card(1))
    move = Move(bench.cards, tag, ACT, "seat:3", "line:3")
    pressed = key(seat, what, ACT + 700)
    bench.order.items = [move, pressed]
    assert absent.tabled_first(move) == first
    assert bench.order.items == ([pressed, move] if first else [move, pressed])


def test_nothing_is_waited_for_where_all_other_hands_are_gone():
    tabled = key(2, "tabled")
    bench, over = waiting(tabled, board=5, owing=[3])
    assert over.hold(tabled, ACT)
    over._given_up = lambda seat, item: seat != 3
    assert not over.hold(tabled, ACT)


@pytest.mark.parametrize(("after", "checked"), [
    (Act(3, ACT + 1), [3]),  # chips pushed to the winner, a hand thrown away: no act any more
    (key(3, "declare", ACT + KEY_LATE_MS + 1, word="bet"), []),
])  # fmt: skip
def test_without_an_answer_the_check_was_forgotten_unless_betting_goes_on(after, checked):
    tabled = key(2, "tabled")
    bench, over = waiting(tabled, board=5, owing=[3])
    assert over.hold(tabled, ACT + KEY_LATE_MS)
    bench.order.add(after)
    assert not over.hold(tabled, ACT + KEY_LATE_MS + ASK_MS)
    assert [e["seat"] for e in bench.events if e["what"] == "gesture"] == checked


def test_a_hand_thrown_away_after_another_was_tabled_is_no_fold_before_it():
    tabled = key(2, "tabled")
    bench, over = waiting(tabled, board=5, owing=[3])
    silent(bench, ACT + 500)
    assert over.hold(tabled, ACT + KEY_LATE_MS - 1)
    assert not [e for e in bench.events if e.get("to") == "muck"]


def all_in(stacks):
    """Seats 1 and 2 are all-in, and 2 tables its hand; 3 has to answer, cards are to come."""
    tabled = key(2, "tabled")
    front = {1: 100, 2: 100, 3: 0}
    bench, over = waiting(tabled, board=3, owing=[3], front=front, stacks=stacks)
    return bench, tabled, over


@pytest.mark.parametrize(("stacks", "held"), [
    ({1: 100, 2: 100}, True), ({1: 100, 2: 101}, True), ({1: 101, 2: 101}, False),
])  # fmt: skip
def test_a_hand_tabled_when_betting_is_over_waits_for_a_fold_that_nothing_reads(stacks, held):
    bench, tabled, over = all_in(stacks)
    silent(bench, ACT - UNCOLLECTED_MS)
    assert bool(over.hold(tabled, ACT)) == held
    assert not over.hold(tabled, ACT + HAND_LIFTED_MS)
    assert not held or (tabled.why, tabled.upon) == ("lifted", 3)


@pytest.mark.parametrize(("stacks", "folded"), [
    ({1: 100, 2: 100}, True), ({1: 100, 2: 101}, False),
])  # fmt: skip
def test_who_is_gone_when_a_hand_is_tabled_had_folded_where_betting_is_over(stacks, folded):
    bench, tabled, over = all_in(stacks)
    silent(bench, ACT - 2 * UNCOLLECTED_MS)
    bench.table._keyed({"what": "tabled", "seat": 2}, ACT)
    moves = [e["from"] for e in bench.events if e["what"] == "card_move"]
    assert moves == (["seat:3", "seat:2"] if folded else ["seat:2"])


# -- who acts next, when a check may have been forgotten


@pytest.mark.parametrize(("button", "order", "word", "after"), [
    (2, (3,), "bet", False),  # after the button seat 3 opens the street that has come
    (1, (3,), "bet", True),  # seat 2 would open it: the player passed over acts
    (1, (3,), "check", False),  # the check of seat 2 may have gone unkeyed, too
    (1, (2, 3), "bet", False),  # seat 2 opens it, play goes on
])  # fmt: skip
def test_the_first_act_on_the_next_street_tells_whether_play_goes_on(button, order, word, after):
    bench, item, over = turn(0, button=button)
    item.passed = True  # a card of that street
    for n, seat in enumerate(order):
        bench.order.add(key(seat, "declare", ACT + 1 + n, word=word))
    assert untimely.acts_after(over, item, 3) == after


@pytest.mark.parametrize(("zone", "at", "after"), [
    ("burn", ACT + 50, False), ("board", ACT + 50, False), ("seat:2", ACT + 50, True),
    ("board", ACT + 150, True),
])  # fmt: skip
def test_a_street_dealt_first_says_that_the_player_before_had_checked(zone, at, after):
    """A dealer stops an act out of turn, and deals no street on it."""
    bench, item, over = turn(1)
    street = Deal(bench.cards, None, at, True)
    street.zone = zone
    bench.order.add(street)
    bench.order.add(key(3, "gesture", ACT + 100, kind="tap"))
    assert untimely.acts_after(over, item, 3) == after


@pytest.mark.parametrize(("ms", "read", "after"), [
    (FOLD_WAIT_MS, False, False), (FOLD_WAIT_MS - 1, False, True), (FOLD_WAIT_MS, True, True),
])  # fmt: skip
def test_a_hand_long_silent_was_thrown_away_before_the_next_act(monkeypatch, ms, read, after):
    """Play goes on where another hand has gone before the player passed over acts."""
    bench, item, over = turn(1)
    hand = bench.hand(2, card(1), card(2))
    monkeypatch.setattr(untimely.absent, "silent", lambda _cards, _zone: () if read else hand)
    bench.order.add(absent.Gone(bench.cards, "seat:2", ACT + 50))
    bench.ant("seat:2").t = ACT + 50 + ms
    bench.order.add(key(3, "declare", ACT + 100, word="check"))
    assert untimely.acts_after(over, item, 3) == after


def test_an_act_before_the_one_that_waits_says_nothing_of_what_came_after():
    bench, item, over = turn(1)
    bench.order.add(key(3, "gesture", ACT - 1, kind="tap"))
    assert not untimely.acts_after(over, item, 3)


@pytest.mark.parametrize(("late_ms", "answer", "moved"), [
    (KEY_LATE_MS, None, True), (KEY_LATE_MS + 1, None, False), (KEY_LATE_MS, "no", False),
])  # fmt: skip
def test_two_keys_may_come_in_the_wrong_order_where_the_dealer_does_not_say(late_ms, answer, moved):
    second = key(1, "gesture", kind="tap")
    first = key(3, "gesture", ACT + late_ms, kind="tap")
    bench, over = waiting(second, board=3)
    bench.order.add(first)
    assert untimely.key_may_come(over, second, 3, ACT + 1)
    assert bench.order.items[0] is second
    if answer:
        bench.table.questions.answer({"t": ACT + 9, "what": "answer", "id": 1, "value": answer}, 9)
    assert bool(untimely.key_may_come(over, second, 3, ACT + 1 + ASK_MS)) == moved
    assert (bench.order.items[0] is first) == moved


# -- an act on a street whose card is still unread


def on_the_turn(seat=1, board=3, burned=True, owing=(), **fields):
    """A flop has been bet, the burn for the turn lies there, a seat acts."""
    bench, item, over = turn(seat, board=board, burned=burned, owing=list(owing))
    return bench, item, over


@pytest.mark.parametrize(("change", "late_ms", "held"), [
    ({}, -1, True), ({}, 0, False), ({"burned": False}, -1, False), ({"owing": [1]}, -1, False),
    ({"board": 5}, -1, False),
])  # fmt: skip
def test_an_act_waits_for_the_card_of_its_street(change, late_ms, held):
    bench, item, over = on_the_turn(**change)
    assert bool(untimely.street_unread(over, item, 1, ACT + CARD_UNREAD_MS + late_ms)) == held


@pytest.mark.parametrize(("passed", "was_late", "first"), [
    (False, False, True), (True, True, True), (True, False, False),
])  # fmt: skip
def test_a_card_of_the_board_read_late_comes_before_that_act(passed, was_late, first):
    bench, item, over = on_the_turn()
    (tag,) = bench.lie("board:4", card(30), since=0, n=1)
    shown = bench.cards._off_deck(tag, ACT + 300, passed)
    shown.zone, shown.late = "board", was_late
    assert bool(untimely.street_unread(over, item, 1, ACT + 400)) == first
    assert (bench.order.items[0] is shown) == first


@pytest.mark.parametrize(("late_ms", "held"), [(-1, True), (0, False)])
def test_an_act_waits_for_the_card_a_flop_lacks_while_the_dealer_is_asked(late_ms, held):
    bench, item, over = turn(3, board=2)
    bench.cards.flop_t = ACT - 500
    decided = (ACT - 500 + ASK_MS) | LOAD_ASKED_MASK_MS
    assert bool(over.hold(item, decided + late_ms)) == held
    bench.phase.board = 3
    assert not over.hold(item, ACT)


@pytest.mark.parametrize(("passed", "was_late", "first"), [
    (False, False, True), (True, True, True), (True, False, False),
])  # fmt: skip
def test_the_card_a_flop_lacked_comes_before_an_act_unless_it_left_the_deck_since(
    passed, was_late, first
):
    bench, item, over = turn(3, board=2)
    bench.cards.flop_t = ACT - 500
    (tag,) = bench.lie("board:3", card(30), since=0, n=1)
    shown = bench.cards._off_deck(tag, ACT + 300, passed)
    shown.zone, shown.late = "board", was_late
    assert bool(over.hold(item, ACT + 400)) == first
    assert (bench.order.items[0] is shown) == first
    assert [e["kind"] for e in bench.events] == ([] if first else ["board_card_count"])


def test_words_about_chips_that_were_told_are_no_act_of_the_next_street():
    said = key(1, "declare", word="call")
    bench, over = waiting(said, board=3, burned=True, owing=[])
    spot = bench.chips.spots[1]
    assert over.hold(said, ACT)
    spot.event, spot.emitted_t = {"t": ACT - 100}, ACT - 100
    assert not over.hold(said, ACT)


def test_a_card_read_after_its_time_was_over_is_known_to_have_been_late():
    bench, item = pitched(ph.BETTING)
    item.expire(9000)
    assert item.detached and not item.late
    bench.cards._landed(item.tag, item, "board", 9500)
    assert item.late and not item.detached


# -- a fold that is said and not done


@pytest.mark.parametrize(("late_ms", "held"), [(-1, True), (0, False)])
def test_a_hand_said_to_be_folded_out_of_turn_is_waited_for(late_ms, held):
    said = key(1, "declare", word="fold")
    bench, over = waiting(said)
    assert bool(untimely.fold_said(over, said, ACT + FOLD_WAIT_MS + late_ms)) == held


def test_it_is_folded_when_its_cards_go():
    said = key(1, "declare", word="fold")
    bench, over = waiting(said)
    assert untimely.fold_said(over, said, ACT + 100)
    for tag in bench.tags.values():
        if tag.zone == "seat:1":
            tag.home.misses = 1
    assert untimely.fold_said(over, said, ACT + 700)
    assert (said.t, bench.order.items) == (ACT + 700, [said])
    assert not untimely.fold_said(over, said, ACT + 708) or said.t == ACT + 708


@pytest.mark.parametrize(("word", "why"), [("call", "chips"), ("fold", "hand")])
def test_other_words_are_done_when_they_are_said(word, why):
    said = key(1, "declare", word=word)
    _, over = waiting(said)
    assert over.hold(said, ACT + 10) and said.why == why


# -- hands read where they are not


def test_a_hand_read_in_the_muck_by_mistake_lies_at_its_seat():
    bench = Bench()
    (tag,) = bench.hand(1, card(1))
    bench.cards.went(tag, "muck", 2000)
    item = tag.item
    bench.cards._landed(tag, item, "seat:1", 2100)
    assert (tag.zone, tag.item, bench.order.items) == ("seat:1", None, [])


@pytest.mark.parametrize(("reads", "zone", "moves"), [
    (SHARED_HITS - 1, "seat:1", False), (SHARED_HITS, "seat:1", True), (1, "stub", True),
    (SHARED_HITS, "muck", False), (SHARED_HITS - 1, "burn", False), (SHARED_HITS, "burn", True),
])  # fmt: skip
def test_a_card_that_lies_elsewhere_and_is_hardly_read_at_the_mouth_is_not_there(
    reads, zone, moves
):
    bench = Bench()
    (tag,) = bench.hand(1, card(1))
    tag.zone = zone
    for t in (600, 900, 1200):
        bench.read(t, "seat:1")
    bench.lie("mouth:2", card(1), since=1300, n=reads, every=20)
    assert (tag.home is not None and tag.home.antenna.kind == "mouth") == moves


@pytest.mark.parametrize(("reads", "every", "missed", "moves"), [
    (SIDEWAYS_HITS, 100, (), True), (SIDEWAYS_HITS, 101, (), True), (SIDEWAYS_HITS, 99, (), False),
    (SIDEWAYS_HITS - 1, 125, (), False), (SIDEWAYS_HITS + 1, 100, (), True),
    (8, 100, (1450, 1650), True), (7, 100, (1450, 1650), False),  # four dwells of five
])  # fmt: skip
def test_a_card_of_the_muck_is_at_the_mouth_when_that_reads_it_as_what_lies_there(
    reads, every, missed, moves
):
    bench = Bench()
    (tag,) = bench.hand(1, card(1))
    tag.zone = "muck"
    for t in (600, 900, 1200):
        bench.read(t, "seat:1")
    read = [1300 + every * n for n in range(reads)]
    for t in sorted([*read, *missed]):
        bench.read(t, "mouth:2", *([] if t in missed else [card(1)]))
    assert (tag.home is not None and tag.home.antenna.kind == "mouth") == moves


@pytest.mark.parametrize(("misses", "settles"), [(0, False), (1, True)])
def test_a_card_the_burn_place_reads_first_is_not_at_the_mouth_that_hears_it(misses, settles):
    bench = Bench()
    bench.read(1000, "burn", card(1))
    for n in range(misses):
        bench.read(1050 + n, "burn")
    bench.read(1100, "mouth:2", card(1))
    home = bench.tags[card(1)[0]].home
    assert (home is not None) == settles


@pytest.mark.parametrize(("to", "given_up"), [(None, 1), ("line:1", 0)])
def test_a_card_at_the_mouth_has_left_its_seat(to, given_up):
    bench = Bench()
    (tag,) = bench.hand(1, card(1))
    track = tag.home
    track.misses, track.silent = 1, 1000
    bench.phase.front = {3: 100}
    tag.item = Move(bench.cards, tag, 1500, "seat:1", to)
    assert len(absent.given_up(bench.cards, "seat:1", 2000)) == given_up


@pytest.mark.parametrize(("front", "stacks", "ms", "given_up"), [
    ({3: 100}, {}, FOLD_SURE_MS, True), ({3: 100}, {}, FOLD_SURE_MS - 1, False),
    ({}, {}, UNCOLLECTED_MS, True), ({}, {}, UNCOLLECTED_MS - 1, False),
    ({1: 100, 3: 100}, {}, UNCOLLECTED_MS - 1, False),
    ({3: 100}, {1: 0}, UNCOLLECTED_MS - 1, False),  # all in
])  # fmt: skip
def test_a_hand_with_no_bet_to_answer_is_looked_at_for_so_long(front, stacks, ms, given_up):
    bench = Bench()
    (tag,) = bench.hand(1, card(1))
    tag.home.misses, tag.home.silent = 1, 1000
    bench.phase.front = front
    bench.phase.stacks.update(stacks)
    assert bool(absent.given_up(bench.cards, "seat:1", 1000 + ms)) == given_up


@pytest.mark.parametrize(("reads", "misses", "seat_t", "now", "stays", "waits"), [
    (1, 1, 2400, 2400, True, True), (2, 1, 2400, 2400, False, False),
    (1, 0, 2400, 2599, False, True), (1, 1, 1900, 2599, False, True),  # either is still to be read
    (1, 0, 2400, 2600, False, False), (1, 1, 1900, 2600, False, False),
])  # fmt: skip
def test_a_card_the_muck_reads_once_while_its_seat_reads_the_other_stays(
    reads, misses, seat_t, now, stays, waits
):
    bench = Bench()
    first, second = bench.hand(1, card(1), card(2))
    track = bench.lie("muck", card(1), since=2000, n=1)[0].tracks[-1]
    first.home, track.hits, track.misses, second.home.seen = track, reads, misses, seat_t
    bench.ant("seat:1").period_ms = 300
    move = first.item = Move(bench.cards, first, 2000, "seat:1", "muck")
    first.zone = "muck"
    bench.order.add(move)
    assert absent.only_heard(move, now) == waits
    assert (first.zone, first.item, move in bench.order.items) == (
        ("seat:1", None, False) if stays else ("muck", move, True)
    )


@pytest.mark.parametrize(("reads", "lost", "rest", "late", "waits"), [
    (2, 3, True, -1, True), (2, 3, True, 0, False), (2, 2, True, -1, False),
    (2, 3, False, -1, False),
])  # fmt: skip
def test_a_card_the_muck_only_hears_may_lie_with_the_other_in_a_shadow(
    reads, lost, rest, late, waits
):
    bench = Bench()
    first, second = bench.hand(1, card(1), card(2))
    track = bench.lie("muck", card(1), since=2000, n=1)[0].tracks[-1]
    first.home, track.hits, track.lost, track.misses = track, reads, lost, 1
    second.home.misses = not rest
    move = first.item = Move(bench.cards, first, 2000, "seat:1", "muck")
    assert absent.only_heard(move, 2000 + SHADOW_MS + late) == waits


@pytest.mark.parametrize(("hits", "lost", "to", "t"), [
    (2, 3, "muck", 2500), (2, 2, "muck", 2000), (2, 3, None, 2000),
])  # fmt: skip
def test_what_was_only_heard_went_when_its_seat_had_read_it_last(hits, lost, to, t):
    bench = Bench()
    (tag,) = bench.hand(1, card(1))
    tag.home.hits, tag.home.lost, tag.read = hits, lost, 2500
    assert Move(bench.cards, tag, 2000, "seat:1", to).t == t
    tag.read = 1999
    assert Move(bench.cards, tag, 2000, "seat:1", to).t == 2000


@pytest.mark.parametrize(("to", "emitted"), [("muck", 1), (None, 0)])
def test_a_move_that_expires_has_been_made_unless_it_is_at_the_mouth(to, emitted):
    bench = Bench()
    (tag,) = bench.hand(1, card(1))
    tag.item = Move(bench.cards, tag, 1500, "seat:1", to)
    if to:
        tag.zone = to
    bench.events.clear()
    tag.item.expire(2000)
    assert len([e for e in bench.events if e["what"] == "card_move"]) == emitted
    assert tag.item is None


@pytest.mark.parametrize(("second", "front", "gone"), [
    (True, 0, False), (False, 0, True), (False, 99, True), (False, 100, False),
])  # fmt: skip
def test_one_read_in_the_muck_is_no_fold_while_the_seat_reads_the_rest_nor_without_a_bet(
    second, front, gone
):
    bench = Bench()
    bench.phase.front = {1: front, 2: 100}
    one, _ = bench.hand(1, card(1), card(2))
    for t in (600, 700):
        bench.read(t, "seat:1", *([card(2)] if second else []))
    bench.read(750, "muck", card(1))
    assert (one.home is not None and one.home.antenna.kind == "muck") == gone
    bench.read(800, "muck", card(1))
    assert one.home.antenna.kind == "muck"  # twice is


# -- the rest of a push


@pytest.mark.parametrize(("winners", "lying", "emitted"), [
    ({2: 10}, (), [[30]]), ({2: 10, 3: 5}, (), []), ({}, (), []), ({2: 10}, (chip(9, 25),), []),
])  # fmt: skip
def test_the_rest_of_a_push_to_one_winner_is_told_when_the_cards_are_gathered(
    winners, lying, emitted
):
    bench = Bench(ph.SHOWDOWN)
    bench.read(900, "pot", *lying)
    bench.phase.awarded, bench.phase.winners, bench.phase.pot_sum = True, winners, 30
    bench.events.clear()
    bench.cards.hand_over(2000)
    assert [e["chips"] for e in bench.events if e["what"] == "chips_move"] == emitted


def test_who_is_pushed_chips_of_the_pot_has_won_unless_the_hand_goes_on():
    bench = Bench()
    phase = bench.phase
    push = {"t": 1, "what": "chips_move", "seat": 3, "chips": [25], "from": "pot", "to": "seat:3"}
    phase.note(push)
    phase.note(dict(push, t=2))
    assert (phase.winners, phase.awarded) == ({3: 50}, True)
    burn = {"t": 3, "what": "card_move", "cards": ["Q"], "from": "stub", "to": "burn",
            "face": "down"}  # fmt: skip
    phase.note(burn)
    assert (phase.winners, phase.awarded) == ({}, False)


# -- a card the mouth saw, and another's load


@pytest.mark.parametrize(("level_n", "seen", "late_ms", "other"), [
    (1, 1000, 0, False), (2, 1000, 0, True), (3, 1000, 200, False), (3, 1000, 199, True),
    (3, 1300, 499, True), (3, 1300, 500, False),  # the mouth has read it since
    (12, 1000, 199, True), (12, 1000, 200, False),  # three dwells at least
])  # fmt: skip
def test_a_loop_loaded_before_a_card_can_have_come_bears_another(level_n, seen, late_ms, other):
    bench, item = pitched(at=1000)
    item.tag.read = seen
    ant = bench.ant("seat:1")
    ant.t, ant.period_ms, ant.level_n = 1000 + PITCH_USUAL_MS + late_ms, 100, level_n
    assert unread._of_another(bench.cards, item, "seat:1") == other
    ant.t += 1000
    assert unread._of_another(bench.cards, item, "seat:1") == other


def test_a_loop_that_has_read_another_card_once_bears_that():
    bench, item = pitched(at=1000)
    bench.ant("seat:1").level_n, bench.ant("seat:1").t = 12, 2000
    assert not unread._of_another(bench.cards, item, "seat:1")
    bench.read(1500, "seat:1", card(2))
    assert unread._of_another(bench.cards, item, "seat:1")


@pytest.mark.parametrize(("missed", "over", "zone"), [
    (0, False, "burn"), (1, False, None), (1, True, "burn"), (0, True, "burn"),
])  # fmt: skip
def test_a_load_of_the_burn_place_is_another_s_at_first_where_the_mouth_misses_cards(
    missed, over, zone
):
    bench, item = pitched(ph.BETTING)
    bench.phase.burned = False
    bench.cards.count, bench.cards.mouth_missed = 7, missed
    bench.ant("burn").level_n, bench.ant("burn").t = 12, 3000
    bench.cards.laden.excess = lambda zone: 1
    bench.cards.laden.heavier = lambda kind: [kind]
    assert unread.loaded_zone(bench.cards, item, over) == zone


@pytest.mark.parametrize(("between", "emitted"), [(0, ["burn"]), (1, [])])
def test_what_lies_unread_is_the_card_that_left_the_deck_first(between, emitted):
    bench, item = pitched(ph.BETTING)
    (tag,) = bench.lie("mouth:1", card(8), since=1200, n=1)
    first = tag.item
    item.tag.nth = first.tag.nth + 1 + between
    first.detached = first.passed = True
    bench.order.remove(first)
    bench.phase.burned = False
    bench.ant("burn").level_n, bench.ant("burn").t = 12, 3000
    bench.cards.laden.excess = lambda zone: 1
    del bench.events[:]
    assert unread.loaded_zone(bench.cards, item) == (None if emitted else "burn")
    assert [e["to"] for e in bench.events] == emitted


@pytest.mark.parametrize(("period", "late_ms", "weighed"), [
    (20, -1, False), (20, 0, True), (200, 0, False), (200, 300, True),
])  # fmt: skip
def test_a_load_speaks_when_the_board_has_had_the_time_to_read_the_card(period, late_ms, weighed,
                                                                        monkeypatch):  # fmt: skip
    bench, item = pitched(ph.BETTING, at=1024)
    monkeypatch.setattr(deal, "LOAD_ASKED_MASK_MS", 0)
    monkeypatch.setattr(deal.unread, "loaded_zone", lambda cards, item: "burn")
    now = item.t + LOAD_DECIDES_MS + late_ms
    for ant in bench.table.antennas:
        if ant.kind == "board":
            ant.dwells, ant.period_ms, ant.t = 1, period, now
    assert item._weighed(now) == weighed


@pytest.mark.parametrize(("unnamed", "passed", "acts"), [(1, False, None), (0, False, 0),
                                                         (1, True, 0)])  # fmt: skip
def test_a_burn_read_after_it_was_told_ends_no_street(unnamed, passed, acts):
    bench, item = pitched(ph.BETTING, zone="burn", passed=passed)
    bench.cards.laden.unnamed = unnamed
    assert item.acts() == acts


def test_cards_the_mouth_saw_have_the_next_places_the_unseen_leave():
    bench = Bench(ph.DEAL)
    lost = dealt(bench, 2, 5000)
    lost.zone = None
    first = dealt(bench, 1, 0, False, 5300)
    assert order_of(bench, [lost, first]) == [1, 0]


# -- chips that go unread


@pytest.mark.parametrize(("folded", "known", "again"), [
    (True, False, True), (False, False, False), (True, True, False),
])  # fmt: skip
def test_chips_silent_until_the_round_is_over_went_with_the_others(folded, known, again):
    bench = Bench()
    bench.phase.front, bench.phase.owing = {1: 50, 2: 100}, [1, 2]
    bench.phase.live = [1, 2]
    bench.chips.hand_gone = lambda seat, t: seat == 1 and folded and t > 2000
    bench.chips.bearing.known = lambda ant: known
    (tag,) = bench.lie("line:1", chip(1, 50), n=1)
    item = Departure(bench.chips, bench.chips.spots[1], 1000)
    item.tags = [tag]
    bench.order.items = [item]
    assert item._over_since(5000) == again
    assert item.t == (5000 if again else 1000)
    assert item.tags == [tag] and bench.order.items == [item]


@pytest.mark.parametrize(("share", "back_ms"), [
    (256, SHADOW_MS + 2 * 200), (25, 40 * 200), (1, 2 * PARTIAL_MS),
])  # fmt: skip
def test_chips_hardly_read_are_missed_longer_before_they_were_taken_back(share, back_ms):
    bench = Bench()
    bench.phase.front, bench.chips.ask = {1: 50, 2: 100}, None
    (tag,) = bench.lie("line:1", chip(1, 50), n=1)
    tag.share = share
    item = Departure(bench.chips, bench.chips.spots[1], 1000)
    item.tags = [tag]
    item.spot.antenna.period_ms, item.spot.antenna.tracks = 200, []
    assert item._back_ms() == back_ms
    assert item.stale(1000 + max(back_ms, 4300)) and not item.stale(999 + max(back_ms, 4300))


def test_how_well_a_chip_was_read_is_kept_when_it_is_lost():
    bench = Bench()
    (tag,) = bench.lie("line:1", chip(1, 50), n=2)
    bench.read(1300, "line:1")
    bench.lie("line:1", chip(1, 50), since=1400, n=1)
    assert tag.share == 256
    for t in range(2000, 3000, 200):
        bench.read(t, "line:1")
    assert tag.home is None and tag.share == (3 << 8) // 4


def test_chips_read_again_have_not_gone_before():
    bench = Bench()
    (tag,) = bench.lie("line:1", chip(1, 50), n=1)
    item = Departure(bench.chips, bench.chips.spots[1], 1000)
    assert not item._read_again() and item.last == 1000
    item.tags = [tag]
    bench.read(2500, "line:1", chip(1, 50))
    assert item._read_again() and item.last == 2500


class Twice(Item):
    """Takes its turn anew at the first look, and goes stale at once."""

    def __init__(self, order):
        Item.__init__(self, 1)
        self.order, self.emitted = order, []

    def ready(self, now):
        self.order.remove(self)
        self.t = 9
        self.order.add(self)
        return False

    def stale(self, now):
        return True

    def emit(self, now):
        self.emitted.append(now)


def test_what_takes_its_turn_anew_is_told_in_it():
    bench = Bench()
    item, other = Twice(bench.order), Act(1, 5)
    bench.order.hold = None
    for queued in (item, other):
        bench.order.add(queued)
    assert not bench.order.poll(100)
    assert bench.order.items == [other, item] and item.emitted == []


@pytest.mark.parametrize(("now", "uncalled"), [(ph.BETTING, True), (ph.SHUFFLED, False),
                                               (ph.DEAL, False)])  # fmt: skip
def test_a_blind_nobody_has_called_yet_does_not_go_back(now, uncalled):
    bench = Bench(now)
    bench.phase.front, bench.phase.owing = {1: 50}, []
    item = Departure(bench.chips, bench.chips.spots[1], 1000)
    assert pulled.uncalled(bench.chips, item, 50) == uncalled


@pytest.mark.parametrize(("early", "spot", "before"), [
    (0, 1, True), (365, 1, True), (366, 1, False), (-366, 1, False), (0, 2, False),
])  # fmt: skip
def test_a_chip_read_once_with_its_motion_came_with_it(early, spot, before):
    bench, item, ant = arrived(100, seat=1, last=1000)
    bench.phase.acting = 1
    spot1 = item.spot
    spot1.event, spot1.emitted_t = {"t": 900}, 900
    (tag,) = item.tags
    tag.home.since = 9000
    tag.brief, tag.brief_t = bench.ant(f"line:{spot}"), 900 + early
    assert late.read_before(bench.chips, item, spot1) == before
    spot1.event = None
    assert not late.read_before(bench.chips, item, spot1)


def test_a_stray_read_is_remembered_with_its_loop():
    bench = Bench()
    (tag,) = bench.lie("line:1", chip(1, 50), since=1000, n=1)
    for n in range(STRAY_DWELLS):
        bench.read(1200 + 100 * n, "line:1")
    assert tag.tracks and tag.brief is None
    bench.read(1700, "line:1")
    assert (tag.tracks, tag.brief, tag.brief_t) == ((), bench.ant("line:1"), 1000)


def test_chips_pulled_in_before_their_motion_was_told_take_their_turn():
    bench, item, ant = arrived(100, seat=1)
    (tag,) = item.tags
    tag.home = None
    tag.left = 2500
    tag.zone = "pot"
    item.gone = [tag]
    other = Act(2, 2000)
    bench.order.items = [item, other]
    bench.order.remove(item)
    bench.events.clear()
    bench.chips.arrival_over(item, 3000)
    assert [e["to"] for e in bench.events] == ["line:1"]
    left = bench.order.items[-1]
    assert isinstance(left, Departure) and (left.found, left.t, left.acts()) == (1, 2500, 0)
    bench.order.remove(left)
    left.emit(3000)
    assert bench.events[-1]["to"] == "pot" and bench.events[-1]["chips"] == [100]


# -- a big chip calls


@pytest.mark.parametrize(("chips", "word", "over", "owing"), [
    ([500], None, 400, [2]), ([100, 100], None, None, [1, 2]), ([500], "raise", None, [1, 2]),
    ([100], None, None, [2]),
])  # fmt: skip
def test_a_single_chip_is_a_call_however_big(chips, word, over, owing):
    bench = Bench()
    phase = bench.phase
    phase.front, phase.owing = {1: 100}, [2, 3]
    phase.word = (3, word, 1)
    phase.note({"t": 1, "what": "chips_move", "seat": 3, "chips": chips, "from": "seat:3",
                "to": "line:3", "motion": 1})  # fmt: skip
    assert (phase.oversized.get(3), phase.owing) == (over, owing)
    assert phase.high(1) == sum(chips) - (over or 0)


def test_what_big_chips_have_too_much_is_the_change_of_each():
    bench = Bench()
    phase = bench.phase
    phase.front, phase.oversized, phase.stacks = {1: 75, 2: 100, 3: 100}, {2: 25, 3: 25}, {}
    phase.note({"t": 1, "what": "chips_move", "seat": 2, "chips": [100], "from": "line:2",
                "to": "pot"})  # fmt: skip
    assert phase.change == {2: 25, 3: 25} and phase.oversized == {}


def test_chips_taken_back_are_change_first():
    bench = Bench()
    phase = bench.phase
    phase.front, phase.oversized, phase.carried = {1: 100, 3: 500}, {3: 400}, 0
    phase._taken_back(3, 300)
    assert (phase.front[3], phase.oversized[3], phase.high(1)) == (200, 100, 100)


@pytest.mark.parametrize(("values", "high", "grows"), [
    ((150,), 100, False), ((150,), 0, False), ((75, 75), 100, True),
])  # fmt: skip
def test_a_big_chip_that_calls_is_not_waited_for(values, high, grows):
    bench, item, ant = arrived(*values, seat=3, front={1: high} if high else {})
    bench.phase.blinds, bench.phase.step = (1, 2, 50, 100), 0
    for tag in item.tags:
        tag.home.lost = 1
    assert item._may_grow() == grows


# -- a hand tabled over its line


def laid(to="line:1", **phase):
    """The hand of seat 1 goes over its line on the river, nobody having bet; nobody reads it."""
    bench = Bench()
    (tag,) = bench.hand(1, card(1))
    for name, value in dict({"board": 5, "owing": [], "front": {}}, **phase).items():
        setattr(bench.phase, name, value)
    tag.item = item = Move(bench.cards, tag, 2000, "seat:1", to)
    tag.zone = to
    bench.order.items = [item]
    return bench, item


@pytest.mark.parametrize(("change", "to", "late_ms", "ready"), [
    ({}, "line:1", -1, False), ({}, "line:1", 0, True), ({}, "muck", -1, True),
    ({"owing": [1]}, "line:1", -1, True), ({"front": {2: 100}}, "line:1", -1, True),
    ({"board": 3}, "line:1", -1, True), ({"tabled": [1]}, "line:1", -1, True),
    ({"board": 3, "stacks": {1: 0, 2: 0}}, "line:1", -1, False),
])  # fmt: skip
def test_a_hand_laid_over_its_line_after_the_betting_waits_for_its_key(change, to, late_ms, ready):
    _, item = laid(to, **change)
    assert item.ready(2000 + KEY_LATE_MS + late_ms) == ready


def test_its_key_comes_before_it():
    bench, item = laid()
    bench.table.key({"what": "tabled", "seat": 1}, 2900)
    assert bench.order.items[0].t == 1999 and bench.order.items[1] is item
    bench.order.items = []
    bench.table.key({"what": "tabled", "seat": 1}, 2900)
    assert bench.order.items[0].t == 2900


# -- a hand that had begun to leave before a later player acts


@pytest.mark.parametrize(("lost", "read", "late_ms", "high", "folded"), [
    (ACT + AT_ONCE_MS, False, UNCOLLECTED_MS, 100, True),
    (ACT + AT_ONCE_MS + 1, False, UNCOLLECTED_MS, 100, False),  # it lay there when the other acted
    (ACT + AT_ONCE_MS + 1, True, UNCOLLECTED_MS, 100, True),  # read badly then
    (ACT, False, UNCOLLECTED_MS + 1, 100, False),  # it answers the act
    (ACT, False, UNCOLLECTED_MS, 0, False),  # with no bet before that act nobody folds
])  # fmt: skip
def test_a_hand_collected_soon_was_folded_before_the_act_it_had_begun_to_leave_at(
    lost, read, late_ms, high, folded
):
    bench, item, over = turn()
    bench.phase.front = {1: high} if high else {}
    item.beside, item.held = read << 3, ACT
    for tag, left in zip(absent.lying(bench.cards, "seat:3"), (lost, lost + 50), strict=True):
        tag.home, tag.left, tag.read = None, left, left
        bench.cards.went(tag, "muck", ACT + late_ms)
    untimely.hand_undecided(over, item, 3, ACT + late_ms)
    folds = [e for e in bench.events if e.get("to") == "muck"]
    assert [e["from"] for e in folds] == (["seat:3"] if folded else [])


@pytest.mark.parametrize(("reads", "folded"), [
    ((AT_ONCE_MS, AT_ONCE_MS - 50), True), ((AT_ONCE_MS - 50, AT_ONCE_MS), True),
    ((AT_ONCE_MS + 1, AT_ONCE_MS - 50), False), ((AT_ONCE_MS - 50, AT_ONCE_MS + 1), False),
])  # fmt: skip
def test_it_had_begun_to_leave_when_its_seat_read_it_last(reads, folded):
    bench, item, over = turn()
    bench.phase.front, item.held = {1: 100}, ACT
    for tag, read in zip(absent.lying(bench.cards, "seat:3"), reads, strict=True):
        tag.home, tag.left, tag.read = None, ACT + AT_ONCE_MS + 200, ACT + read
        bench.cards.went(tag, "muck", ACT + UNCOLLECTED_MS)
    untimely.hand_undecided(over, item, 3, ACT + UNCOLLECTED_MS)
    folds = [e for e in bench.events if e.get("to") == "muck"]
    assert [e["from"] for e in folds] == (["seat:3"] if folded else [])


# -- the showdown of a round whose checks nobody has keyed


@pytest.mark.parametrize(("board", "owing", "front", "shown"), [
    (5, [3], {}, True), (4, [3], {}, False), (5, [], {}, False), (5, [3], {1: 100}, False),
])  # fmt: skip
def test_a_hand_nobody_has_to_throw_away_waits_for_the_key_of_one_that_is_tabled(
    board, owing, front, shown
):
    bench = Bench()
    (tag,) = bench.hand(3, card(1))
    bench.phase.board, bench.phase.owing, bench.phase.front = board, owing, front
    move = Move(bench.cards, tag, ACT, "seat:3", "muck")
    assert absent.may_be_shown(move) == shown
    pressed = key(2, "tabled", ACT + 700)
    bench.order.items = [move, pressed]
    assert absent.tabled_first(move)
    assert bench.order.items == [pressed, move]


@pytest.mark.parametrize(("tabled", "gone", "front", "checked"), [
    (3, (), {}, [3]), (2, (3,), {}, [3]), (2, (), {}, []), (2, (3,), {2: 100}, []),
    (3, (), {1: 100, 3: 100}, [3]),
])  # fmt: skip
def test_who_tables_a_hand_has_checked_and_so_have_those_whose_hand_is_gone(
    tabled, gone, front, checked
):
    pressed = key(tabled, "tabled")
    bench, over = waiting(pressed, board=5, owing=[3], front=front)
    over._given_up = lambda seat, item: seat in gone
    over.hold(pressed, ACT)
    taps = [e["seat"] for e in bench.events if e["what"] == "gesture"]
    assert taps == checked


# -- a paid pot, and a board that no loop reads any more


@pytest.mark.parametrize(("late_ms", "awarded", "read", "queued", "gathered"), [
    (GATHERED_SILENT_MS, True, False, False, True),
    (GATHERED_SILENT_MS - 1, True, False, False, False),
    (GATHERED_SILENT_MS, False, False, False, False),
    (GATHERED_SILENT_MS, True, True, False, False), (GATHERED_SILENT_MS, True, False, True, False),
])  # fmt: skip
def test_a_board_silent_after_the_pot_is_paid_has_been_gathered(
    late_ms, awarded, read, queued, gathered
):
    bench = Bench()
    bench.lie("board:1", card(1))
    bench.lie("board:2", card(2))
    tags = list(bench.tags.values())
    for tag in tags:
        tag.zone, tag.item, tag.left = "board", None, 3000
    for tag in tags[read:]:
        tag.home = None
    bench.phase.awarded = awarded
    bench.order.items = [Item(1)] if queued else []
    riffle.gather_board(bench.cards, 3000 + late_ms)
    moved = [(i.frm, i.to, i.t) for i in bench.order.items if isinstance(i, Move)]
    assert moved == ([("board", "muck", 3000)] * 2 if gathered else [])


# -- change for a big chip, or the rest of what came with it


@pytest.mark.parametrize(("brief", "given"), [(False, True), (True, False)])
def test_a_chip_read_once_with_the_big_one_is_no_change(brief, given):
    bench, item, spot = later(value=100, emitted=5000, t=5500)
    bench.phase.front, bench.phase.oversized = {3: 500, 1: 200}, {3: 300}
    bench.phase.live = [1, 2, 3]
    (tag,) = item.tags
    if brief:
        tag.brief, tag.brief_t = spot.antenna, spot.emitted_t
    assert change.given(bench.chips, item, spot) == given
