"""A card that left the deck and is read nowhere: what came before and after it, and the loads, say
where it lies, or nothing does; both sides."""

import pytest

from firmware.table import deal, nowhere, unread
from firmware.table import phase as ph
from firmware.table.cards import Move
from firmware.table.order import Item, Keyed
from firmware.table.presence import CANDIDATE
from firmware.table.values import (
    ASK_MS,
    BURN_HEAVY_MS,
    KEY_ACT_LATE_MS,
    LAST_CARD_MS,
    LOAD_ASKED_MASK_MS,
    LOAD_DECIDES_MS,
    PITCH_USUAL_MS,
)
from tests.firmware_table.bench import Bench, card
from tests.firmware_table.test_turn_bounds import Act

LEFT = 1000  # ms, when the card left the deck


def lost(now=ph.DEAL, at=LEFT, **phase):
    """A card the mouth saw leave at ``at``, read nowhere since; seat 1 is due in the deal."""
    bench = Bench(now)
    bench.phase.seats, bench.phase.last_seat = [1, 2, 3], 3
    bench.read(at, "mouth:1", card(1))
    item = bench.tags[card(1)[0]].item
    item.tag.home = None
    for name, value in phase.items():
        setattr(bench.phase, name, value)
    return bench, item


def next_card(bench, zone, at=LEFT + 500):
    """The card after it, which landed in a zone, or nowhere yet."""
    bench.read(at, "mouth:1", card(2))
    item = bench.tags[card(2)[0]].item
    item.zone = zone
    return item


def loads(bench, sure=(), **more):
    """What the loads say: cards more than read by zone (``seat1``), and zones surely heavier."""
    said = {name.replace("seat", "seat:"): n for name, n in more.items()}
    bench.cards.laden.excess = said.get
    bench.cards.laden.heavier = lambda kind: [zone for zone in sure if zone.startswith(kind)]
    bench.cards.laden.since = lambda zone: None


@pytest.mark.parametrize(("after", "counts", "zone"), [
    ("seat:2", {}, "seat:1"), ("seat:3", {}, None), (None, {}, "seat:1"),
    ("seat:2", {1: 1}, "seat:1"), ("seat:2", {1: 2}, None),
])  # fmt: skip
def test_a_card_lies_where_it_was_due_when_the_next_went_to_the_seat_after(after, counts, zone):
    bench, item = lost(counts=counts)
    next_card(bench, after)
    assert unread.place_of(bench.cards, item) == zone


@pytest.mark.parametrize(("after", "zone"), [
    ("seat:3", "seat:1"), ("seat:2", None), ("seat:1", None),
])  # fmt: skip
def test_so_does_the_first_of_two_when_the_next_that_lies_went_to_the_seat_after_both(after, zone):
    bench, item = lost()
    next_card(bench, None)
    bench.read(LEFT + 1000, "mouth:1", card(3))
    bench.tags[card(3)[0]].item.zone = after
    assert unread.place_of(bench.cards, item) == zone


@pytest.mark.parametrize(("next_to", "last_to", "zone"), [
    ("seat:2", "seat:3", "seat:1"), ("seat:2", "seat:1", "seat:1"), ("seat:3", "seat:2", None),
])  # fmt: skip
def test_the_next_card_that_lies_says_so_and_no_later_one(next_to, last_to, zone):
    bench, item = lost()
    next_card(bench, next_to)
    bench.read(LEFT + 1000, "mouth:1", card(3))
    bench.tags[card(3)[0]].item.zone = last_to
    assert unread.place_of(bench.cards, item) == zone


def test_what_the_mouth_did_not_see_is_not_placed():
    bench, item = lost()
    next_card(bench, "seat:2")
    item.passed = False
    assert unread.place_of(bench.cards, item) is None


@pytest.mark.parametrize(("slack", "asked", "waits"), [
    (100, "card", True), (0, "card", False), (100, "facing", False), (100, None, False),
    (0, None, False), (1, "card", True),
])  # fmt: skip
def test_only_a_card_the_mouth_missed_may_be_the_one_that_is_asked_about(
    monkeypatch, slack, asked, waits
):
    bench, other = lost()
    other.asked = asked
    item = next_card(bench, "seat:2")
    item.slack = slack
    seen = []
    nowhere = unread.nowhere_of()
    of = type("Of", (), {"asked_since": staticmethod(lambda *args: seen.append(args[1]) or True)})
    of.seen_up = nowhere.seen_up
    of.first_left_out, of.one_before_awaited = nowhere.first_left_out, nowhere.one_before_awaited
    monkeypatch.setattr(unread, "nowhere_of", lambda: of)
    item._due_here = lambda: True
    assert item.ready(3000) == (not waits)
    assert seen == ([item] if waits else [])


@pytest.mark.parametrize(("asked", "after", "waits"), [
    ("card", 1, True), ("card", 0, False), ("card", -1, False), ("up", 1, False), (None, 1, False),
])  # fmt: skip
@pytest.mark.parametrize("own", [None, "card"])
def test_a_card_waits_where_the_dealer_is_asked_about_one_that_comes_after_it(
    asked, after, waits, own
):
    bench, item = lost()
    other = next_card(bench, "seat:2")
    item.asked, other.asked, other.asked_t, other.t = own, asked, 4000, item.t + after
    for ms in (-1, 0):
        now = 4000 + ASK_MS + ms
        assert nowhere.asked_since(bench.cards, item, now) == (waits and ms < 0)
    assert (item.why, item.until) == (("asked", 4000 + ASK_MS) if waits else (None, 0))


@pytest.mark.parametrize(("now", "zone"), [(ph.DEAL, "seat:1"), (ph.SHUFFLED, None)])
def test_a_card_before_the_deal_may_be_the_deck_put_into_the_well(now, zone):
    bench, item = lost(now)
    next_card(bench, None)
    assert unread.place_of(bench.cards, item) == zone


@pytest.mark.parametrize(("ups", "zone"), [(0, "seat:1"), (3, None)])
def test_one_seen_face_up_was_put_aside_when_the_deal_goes_on(ups, zone):
    bench, item = lost()
    item.tag.ups, item.tag.downs = ups, 0
    next_card(bench, None)
    assert unread.place_of(bench.cards, item) == zone


@pytest.mark.parametrize(("counts", "zone"), [
    ({1: 1, 2: 2, 3: 2}, "seat:1"), ({1: 1, 2: 1, 3: 2}, None), ({1: 2, 2: 1, 3: 2}, None),
    ({1: 2, 2: 2, 3: 2}, None),
])  # fmt: skip
def test_the_last_card_of_the_deal_lies_at_the_one_seat_that_lacks_it(counts, zone):
    bench, item = lost(counts=counts)
    assert unread.place_of(bench.cards, item) == zone


@pytest.mark.parametrize(("phase", "after", "zone"), [
    ({"burned": False}, "board", "burn"), ({"burned": False}, "burn", None),
    ({"burned": True}, "board", "board"), ({"burned": True}, "burn", None),
    ({"board": 2}, "burn", "board"), ({"board": 1}, "board", "board"), ({"board": 2}, None, None),
    ({"board": 2, "hole": None, "burned": True}, "burn", None),
    ({"board": 3, "burned": True}, "board", "board"),
])  # fmt: skip
def test_after_the_deal_the_next_card_says_what_came_before_it(phase, after, zone):
    bench, item = lost(ph.BETTING, **phase)
    next_card(bench, after)
    assert unread.place_of(bench.cards, item) == zone


@pytest.mark.parametrize(("left", "detached", "passed_", "zone"), [
    (LEFT - 500, True, True, None), (LEFT - 500, False, True, "burn"),
    (LEFT - 500, True, False, "burn"), (LEFT + 200, True, True, "burn"),
    (LEFT - 900, True, True, "burn"),
])  # fmt: skip
def test_of_several_cards_before_a_street_the_first_is_its_burn(left, detached, passed_, zone):
    """Another that the mouth saw leave first, after all that was told, is read nowhere either."""
    bench, item = lost(ph.BETTING, burned=False, last_deal=LEFT - 900)
    next_card(bench, "board")
    (tag,) = bench.lie("muck", card(3), since=0, n=1)
    other = bench.cards._off_deck(tag, left, passed_)
    other.detached = detached
    bench.order.remove(other)
    assert unread.place_of(bench.cards, item) == zone


@pytest.mark.parametrize(("phase", "acts", "zone"), [
    ({"board": 3}, LEFT + 1, "board"), ({"board": 3}, LEFT, None), ({"board": 3}, None, None),
    ({"board": 0}, LEFT + 1, None), ({"board": 3, "hole": None}, LEFT + 1, None),
    ({"board": 3, "burned": False}, LEFT + 1, None),
])  # fmt: skip
def test_a_card_after_a_burn_lies_on_the_board_when_they_play_on(phase, acts, zone):
    bench, item = lost(ph.BETTING, **{"burned": True, **phase})
    if acts is not None:
        bench.order.add(Act(1, acts))
    assert unread.place_of(bench.cards, item) == zone


def keyed(bench, seat, t):
    """Somebody keys that the card just dealt to a seat is exposed."""
    key = {"what": "exposed", "seat": seat}
    bench.order.add(Keyed(t, key, lambda *args: None, seat, lambda *asked: True))


@pytest.mark.parametrize(("t", "zone"), [(LEFT, "seat:2"), (LEFT - 1, None)])
def test_a_card_lies_where_somebody_has_seen_it(t, zone):
    bench, item = lost()
    keyed(bench, 2, t)
    assert unread.place_of(bench.cards, item) == zone
    bench.phase.now, bench.phase.burned = ph.BETTING, True
    assert unread.place_of(bench.cards, item) == zone
    bench.phase.board = 3
    assert unread.place_of(bench.cards, item) is None


@pytest.mark.parametrize(("late", "zone"), [(0, "seat:2"), (-1, None)])
def test_a_key_soon_after_a_card_came_there_is_about_that_one(late, zone):
    bench, item = lost()
    at = LEFT + 400
    keyed(bench, 2, at)
    bench.cards._dealt["seat:2"] = at - KEY_ACT_LATE_MS - late
    assert unread.place_of(bench.cards, item) == zone
    bench.phase.last_seat = 1  # seat 2 is due: about this one
    assert unread.place_of(bench.cards, item) == "seat:2"


@pytest.mark.parametrize(("at", "zone"), [(LEFT + 400, None), (LEFT + 401, "seat:2")])
def test_a_key_is_about_the_last_card_before_it(at, zone):
    bench, item = lost()
    next_card(bench, None, at)
    keyed(bench, 2, LEFT + 400)
    assert unread._keyed_about(bench.cards, item) == zone


# -- loads


@pytest.mark.parametrize(("more", "zone"), [(0, None), (1, "seat:1"), (None, None), (-1, None)])
def test_the_seat_that_is_due_has_it_where_its_load_is_one_card_more(more, zone):
    bench, item = lost()
    loads(bench, seat1=more)
    assert unread.loaded_zone(bench.cards, item) == zone


@pytest.mark.parametrize(("sure", "here", "counts", "over", "zone"), [
    (["seat:2"], 0, {}, True, "seat:2"), (["seat:2"], 0, {}, False, None),
    (["seat:2", "seat:3"], 0, {}, True, None), (["seat:2"], None, {}, True, None),
    (["seat:2"], 0, {2: 1}, True, None), (["seat:2"], 1, {}, True, "seat:1"),
])  # fmt: skip
def test_another_seat_has_it_only_when_its_time_is_over_and_the_one_due_has_not(
    sure, here, counts, over, zone
):
    bench, item = lost(counts=counts)
    loads(bench, sure, seat1=here)
    assert unread.loaded_zone(bench.cards, item, over) == zone


@pytest.mark.parametrize(("board", "after_ms", "zone"), [
    (0, 500, "burn"), (1, LAST_CARD_MS, None), (2, LAST_CARD_MS, None),
    (2, LAST_CARD_MS + 1, "burn"), (3, 500, "burn"),
])  # fmt: skip
def test_one_that_left_with_the_others_of_a_flop_that_lacks_cards_is_no_burn(board, after_ms, zone):
    bench, item = lost(ph.BETTING, burned=True, board=board, last_deal=LEFT - after_ms)
    loads(bench, ["burn"])
    assert unread.loaded_zone(bench.cards, item, True) == zone


def test_two_lost_cards_have_no_one_place_but_the_first_has_the_seat_due():
    bench, item = lost()
    second = next_card(bench, None)
    loads(bench, ["seat:2"], seat1=0)
    assert unread.loaded_zone(bench.cards, item, True) is None
    loads(bench, seat1=1)
    assert unread.loaded_zone(bench.cards, item) == "seat:1"
    assert unread.loaded_zone(bench.cards, second) is None


@pytest.mark.parametrize(("since", "zone"), [
    (LEFT + PITCH_USUAL_MS, "seat:1"), (LEFT + PITCH_USUAL_MS - 1, None), (None, "seat:1"),
])  # fmt: skip
def test_a_load_that_was_there_before_it_can_have_come_is_another_card_s(since, zone):
    bench, item = lost()
    loads(bench, seat1=1)
    bench.cards.laden.since = lambda where: since
    assert unread.loaded_zone(bench.cards, item) == zone


def test_nor_is_it_this_card_s_where_the_loop_has_read_another():
    bench, item = lost()
    loads(bench, seat1=1)
    bench.read(LEFT + 300, "seat:1", card(9))
    (track,) = bench.ant("seat:1").tracks
    assert track.state == CANDIDATE and unread.loaded_zone(bench.cards, item) is None
    track.tag = item.tag
    assert unread.loaded_zone(bench.cards, item) == "seat:1"


@pytest.mark.parametrize(("burned", "over", "burn", "sure", "zone"), [
    (False, False, 1, [], "burn"), (False, False, 0, ["burn"], None),
    (False, False, None, ["burn"], None), (True, False, 1, ["burn"], None),
    (True, True, 1, [], None), (True, True, 0, ["burn"], "burn"),
])  # fmt: skip
def test_after_the_deal_it_is_a_burn_by_its_load_a_second_one_by_surer_evidence(
    burned, over, burn, sure, zone
):
    bench, item = lost(ph.BETTING, burned=burned)
    loads(bench, sure, burn=burn)
    assert unread.loaded_zone(bench.cards, item, over) == zone


@pytest.mark.parametrize(("sure", "change", "over", "zone"), [
    (["seat:2"], {}, True, "seat:2"), (["seat:2"], {}, False, None),
    (["seat:2", "seat:3"], {}, True, None), (["seat:2"], {"board": 3}, True, None),
    (["seat:2"], {"burned": True}, True, None),
])  # fmt: skip
def test_before_anybody_has_acted_it_may_be_a_card_too_many(sure, change, over, zone):
    bench, item = lost(ph.BETTING, **change)
    loads(bench, sure, burn=0)
    assert unread.loaded_zone(bench.cards, item, over) == zone


@pytest.mark.parametrize(("late", "at", "passed", "decides"), [
    (0, LEFT, True, True), (-1, LEFT, True, False), (0, LEFT, False, False),
])  # fmt: skip
def test_a_load_is_asked_when_the_card_has_been_unread_for_so_long(late, at, passed, decides):
    now = (LEFT + LOAD_DECIDES_MS | LOAD_ASKED_MASK_MS) + 1
    bench, item = lost()
    item.t, item.passed = now - LOAD_DECIDES_MS - late, passed
    loads(bench, seat1=1)
    assert bool(item._weighed(now)) == decides
    assert not item._weighed(now + 1)  # not in each step
    assert item.loaded_zone == ("seat:1" if decides else None)


# -- a second burn that nobody has read


def heavy(more=1, sure=True, **change):
    bench = Bench(ph.BETTING)
    bench.phase.burned = True
    for name, value in change.items():
        setattr(bench.phase, name, value)
    loads(bench, ["burn"] if sure else [], burn=more)
    return bench


@pytest.mark.parametrize(("late", "emitted"), [(-1, 0), (0, 1)])
def test_a_second_burn_is_told_when_its_load_has_lain_there_for_so_long(late, emitted):
    bench = heavy()
    unread.watch_burn(bench.cards, 5000)
    unread.watch_burn(bench.cards, 5000 + BURN_HEAVY_MS + late)
    moves = bench.emitted("what", "to", "t")
    assert moves == [("card_move", "burn", 5000)] * emitted
    assert bench.cards.laden.unnamed == emitted


@pytest.mark.parametrize("change", [{"more": 2}, {"more": 0}, {"sure": False}, {"burned": False},
                                    {"now": ph.DEAL}])  # fmt: skip
def test_nothing_is_told_where_the_load_is_not_that_of_one_card_more(change):
    bench = heavy(**change)
    for t in (5000, 5000 + BURN_HEAVY_MS, 9000):
        unread.watch_burn(bench.cards, t)
    assert bench.events == []


def test_nor_while_something_else_is_under_way_and_its_time_begins_anew_then():
    bench = heavy()
    unread.watch_burn(bench.cards, 5000)
    bench.order.items = [Item(5500)]
    unread.watch_burn(bench.cards, 5500)
    bench.order.items = []
    unread.watch_burn(bench.cards, 6000)
    unread.watch_burn(bench.cards, 5999 + BURN_HEAVY_MS)
    assert bench.events == []
    unread.watch_burn(bench.cards, 6000 + BURN_HEAVY_MS)
    assert len(bench.events) == 1


@pytest.mark.parametrize(("more", "unnamed"), [(-1, 0), (0, 1)])
def test_an_unread_burn_whose_load_has_gone_went_back_on_the_deck(more, unnamed):
    bench = heavy(more)
    bench.cards.laden.unnamed = 1
    unread.watch_burn(bench.cards, 5000)
    assert bench.cards.laden.unnamed == unnamed


# -- a card that comes to the muck in the deal


def thrown(frm="seat:1", to="muck", passed=True, folded_first=True):
    """A card in the muck during the deal; the hand of a seat has gone ``to`` a zone before."""
    bench, item = lost()
    item.zone, item.passed = "muck", passed
    if folded_first:
        (tag,) = bench.lie("seat:1", card(9), since=100, n=4)
        bench.order.items = [item]
        bench.order.add(Move(bench.cards, tag, 1500, frm, to))
    return bench, item


@pytest.mark.parametrize(("change", "folded"), [
    ({}, True), ({"frm": "seat:2"}, False), ({"to": "line:1"}, False), ({"passed": False}, False),
    ({"folded_first": False}, False),
])  # fmt: skip
def test_it_was_folded_where_the_seat_that_is_due_throws_its_hand_away(change, folded):
    bench, item = thrown(**change)
    assert bool(deal.folded_at_once(bench.cards, item)) == folded == item.folded


@pytest.mark.parametrize(("late", "held"), [(-1, True), (0, False)])
def test_else_the_dealer_is_asked_whether_it_was_face_up(late, held):
    bench, item = thrown(folded_first=False)
    assert deal.in_doubt(bench.cards, item, 3000)
    assert bench.emitted("kind") == [("boxed_card",)]
    assert bool(deal.in_doubt(bench.cards, item, 3000 + ASK_MS + late)) == held
    assert bench.emitted("kind") == []


@pytest.mark.parametrize(("value", "up"), [("yes", True), ("no", False)])
def test_and_is_believed(value, up):
    bench, item = thrown(folded_first=False)
    deal.in_doubt(bench.cards, item, 3000)
    bench.table.key({"what": "answer", "id": 1, "value": value}, 3500)
    assert not deal.in_doubt(bench.cards, item, 3501)
    assert item.tag.said_up == up and (bench.cards.at_the_mouth(item) == deal.facing.UP) == up


@pytest.mark.parametrize(("reads", "answer", "up"), [
    ((1, 0), None, True), ((1, 1), None, False), ((0, 0), None, False), ((1, 0), "no", False),
])  # fmt: skip
def test_without_an_answer_what_the_mouth_has_read_of_it_rather_is_believed(reads, answer, up):
    bench, item = thrown(folded_first=False)
    item.tag.ups, item.tag.downs = reads
    deal.in_doubt(bench.cards, item, 3000)
    if answer:
        bench.table.key({"what": "answer", "id": 1, "value": answer}, 3500)
    assert not deal.in_doubt(bench.cards, item, 3000 + ASK_MS)
    assert (bench.cards.at_the_mouth(item) == deal.facing.UP) == up


@pytest.mark.parametrize("change", ["seen face up", "folded", "no panel", "no deal"])
def test_nobody_is_asked_about_what_is_known(change):
    bench, item = thrown(folded_first=change == "folded")
    if change == "seen face up":
        item.tag.ups, item.tag.downs = 9, 0
    elif change == "no panel":
        bench.cards.ask = None
    elif change == "no deal":
        bench.phase.now = ph.BETTING
    assert not deal.in_doubt(bench.cards, item, 3000)
    assert bench.emitted("kind") == []


@pytest.mark.parametrize(("now", "landed", "apart_ms", "counted"), [
    (ph.SHUFFLED, None, LAST_CARD_MS + 1, 1), (ph.SHUFFLED, "seat:2", LAST_CARD_MS + 1, 2),
    (ph.DEAL, None, LAST_CARD_MS + 1, 2), (ph.SHUFFLED, None, LAST_CARD_MS, 2),
])  # fmt: skip
def test_a_card_at_the_mouth_before_the_deal_counts_when_one_was_dealt_after_it(
    now, landed, apart_ms, counted
):
    """Or when one leaves the deck as soon as the next of a deal does."""
    bench, item = lost(now)
    other = next_card(bench, landed)
    other.t = item.t + apart_ms
    deal.not_pitched(bench.cards, item)
    assert (bench.cards.count, other.tag.nth) == (counted, counted)
    assert (item.tag.nth, item.tag.item) == ((0, None) if counted == 1 else (1, item))


@pytest.mark.parametrize(("zone", "first"), [
    ("seat:2", ("seat:1", 1)), ("seat:3", None), ("seat:1", None),
])  # fmt: skip
def test_where_the_next_card_rests_tells_whether_the_one_at_the_mouth_was_pitched(zone, first):
    """Seat 1 was due the first of the deal."""
    bench, item = lost(ph.SHUFFLED)
    other = next_card(bench, zone)
    item.detached = other.well = True
    bench.order.items = [other]
    del bench.events[:]
    other.emit(other.t)
    told = [(e["to"], e["nth"]) for e in bench.events if e["what"] == "card_move"]
    assert told == ([first, (zone, 2)] if first else [(zone, 1)])
