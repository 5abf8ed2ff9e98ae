"""Where a burn lies that its loop does not read, and when none was burned."""

import pytest

from firmware.table import evidence, unread
from firmware.table import phase as ph
from firmware.table import street as st
from firmware.table.deal import Deal
from firmware.table.values import ASK_MS, BURN_BESIDE_TIMES, PITCH_MAX_MS, PITCH_USUAL_MS
from tests.firmware_table.bench import Bench
from tests.firmware_table.rig import NAMES, card
from tests.firmware_table.test_laden import Weighed, dealt

FIRST = 6  # card off the deck after the deal


@pytest.fixture(scope="module")
def dealt_rig():
    return dealt(Weighed())


def street(rig, first, slots, wait=3000):
    for n, slot in enumerate(slots):
        rig.deal(first + n, f"board:{slot}")
    rig.run(wait)


def told(rig):
    """(to, number of cards) of what came off the deck, and the questions."""
    moves = [e for e in rig.events if e["what"] == "card_move" and e["from"] == "stub"]
    asked = [e["kind"] for e in rig.events if e["what"] == "question"]
    return [(e["to"], len(e["cards"])) for e in moves], asked


@pytest.mark.parametrize("zone", ["muck", "pot"])
def test_a_burn_on_the_muck_s_side_or_under_chips_is_a_burn(rig, zone):
    rig.deal(FIRST, zone)
    rig.run(600)
    street(rig, FIRST + 1, (1, 2, 3))
    assert told(rig) == ([("burn", 1), ("board", 3)], [])
    assert rig.table.cards.beside == BURN_BESIDE_TIMES


@pytest.mark.parametrize(("zone", "burns"), [
    ("burn", 1), ("pot", 1), ("muck", 1), ("line:2", 0), ("board:4", 0), (None, 0),
])  # fmt: skip
def test_an_undealt_card_read_once_where_burns_are_put_was_burned(rig, zone, burns):
    if zone:
        rig.table.dwell(NAMES.index(zone), [card(FIRST)[0]], [0], 1, False, rig.t, rig.gain(zone))
    rig.run(600)
    street(rig, FIRST + 1, (1, 2, 3))
    rig.run(2 * ASK_MS)
    rig.put(card(FIRST), "burn" if burns else None)  # which is read there later: no second one
    rig.run(2000)
    moves = [e for e in rig.events if e["what"] == "card_move" and e["to"] == "burn"]
    assert [e["cards"] for e in moves] == [[f"1c{FIRST}"]] * burns


def test_a_burn_that_only_the_mouth_has_read_is_a_burn(rig):
    rig.deal(FIRST, None)
    rig.run(2600)  # longer than a card is in flight
    street(rig, FIRST + 1, (1, 2, 3))
    assert told(rig) == ([("burn", 1), ("board", 3)], [])


def test_of_two_cards_read_nowhere_the_first_was_burned(rig):
    rig.deal(FIRST, None)
    rig.run(400)
    rig.deal(FIRST + 1, None)  # of the flop, read late
    rig.run(2600)
    street(rig, FIRST + 2, (2, 3), 200)
    rig.put(card(FIRST + 1), "board:1")
    rig.run(4000)
    moves = [e for e in rig.events if e["what"] == "card_move" and e["from"] == "stub"]
    burns = [e["cards"] for e in moves if e["to"] == "burn"]
    assert burns == [[f"1c{FIRST}"]]
    assert sum(len(e["cards"]) for e in moves if e["to"] == "board") == 3


@pytest.mark.parametrize(
    ("mouth_ms", "slots", "burns"), [(250, (1, 2, 3), 2), (250, (1, 2), 1), (100, (1, 2, 3), 1)]
)
def test_a_second_card_the_mouth_alone_has_read_twice_is_a_burn_where_the_street_is_whole(
    rig, mouth_ms, slots, burns
):
    rig.deal(FIRST, None)
    rig.run(2600)  # longer than a card is in flight
    rig.put(card(FIRST + 1), "mouth:1")
    rig.run(mouth_ms)
    rig.put(card(FIRST + 1), None)
    rig.run(2600)
    street(rig, FIRST + 2, slots)
    rig.run(2 * ASK_MS)  # also about the flop
    assert [to for to, _ in told(rig)[0]].count("burn") == burns


def test_a_second_burn_beside_its_place_is_told(rig):
    for n in (0, 1):
        rig.deal(FIRST + n, "muck")
        rig.run(1200)
    assert told(rig)[0] == [("burn", 1), ("burn", 1)]


@pytest.mark.parametrize(("late_ms", "told_first"), [
    (PITCH_MAX_MS // 2, "burn"), (2 * PITCH_MAX_MS, "board"),
])  # fmt: skip
def test_a_second_burn_that_rests_before_a_card_at_the_mouth_can_came_before_it(
    rig, late_ms, told_first
):
    """The mouth has read a card of the street, and not the burn under it."""
    rig.deal(FIRST, "burn")
    rig.run(600)
    rig.put(card(FIRST + 2), "mouth:1")
    rig.run(100)
    rig.put(card(FIRST + 2), None)
    rig.run(late_ms - 100)
    rig.put(card(FIRST + 1), "burn")
    rig.run(200)
    rig.put(card(FIRST + 2), "board:1")
    street(rig, FIRST + 3, (2, 3))
    rig.run(2 * ASK_MS)
    assert [to for to, _ in told(rig)[0]][:2] == ["burn", told_first]


@pytest.mark.parametrize(("under_ms", "told_first"), [(200, "burn"), (-200, "board")])
def test_a_burn_read_at_the_mouth_over_a_card_of_the_street_left_before_it(
    rig, under_ms, told_first
):
    """Though the mouth has read the other one first; not one that it reads after that one left."""
    rig.put(card(FIRST + 1), "mouth:1")
    rig.run(100)
    stays = sorted([(100 + under_ms, FIRST + 1), (200, FIRST)])
    rig.put(card(FIRST), "mouth:3")
    for n, (ms, i) in enumerate(stays):
        rig.run(ms - (stays[n - 1][0] if n else 0))
        rig.put(card(i), None)
    rig.run(250)
    rig.put(card(FIRST + 1), "board:1")
    rig.put(card(FIRST), "burn")
    street(rig, FIRST + 2, (2, 3))
    rig.run(2 * ASK_MS)
    assert told(rig)[0][0][0] == told_first


def test_a_card_face_up_on_the_muck_s_side_was_no_burn(rig):
    rig.put(card(FIRST), "mouth:2")
    rig.run(400)
    rig.put(card(FIRST), "muck")
    rig.run(1500)
    assert told(rig)[0] == [("muck", 1)]


def test_no_burn_is_told_where_mouth_and_burn_place_have_seen_none(rig):
    street(rig, FIRST, (1, 2, 3))
    assert told(rig) == ([("board", 3)], [])


@pytest.mark.parametrize(("answer", "zone", "burns"), [
    ("no", "muck", 0), ("yes", "muck", 1), (None, "muck", 0), (None, "pot", 0),
    ("no", None, 0), ("yes", None, 1), (None, None, 1),
])  # fmt: skip
def test_where_burns_lie_beside_their_loop_the_dealer_is_asked_about_one_unread(
    rig, answer, zone, burns
):
    """Without an answer there was one where the others go unread, and not where a loop has them."""
    rig.deal(FIRST, zone)
    rig.run(600)
    street(rig, FIRST + 1, (1, 2, 3))
    for seat in (1, 2, 3):
        rig.key(what="gesture", seat=seat, gesture="check")
    rig.run(300)
    rig.events.clear()
    street(rig, FIRST + 4, (4,))
    asked = [e for e in rig.events if e["what"] == "question"]
    assert [e["kind"] for e in asked] == ["burn_unread"]
    if answer is not None:
        rig.key(what="answer", id=asked[0]["id"], value=answer)
    rig.run(3 * ASK_MS)  # also about the checks
    assert told(rig)[0] == [("burn", 0)] * burns + [("board", 1)]


def unseen_flop(rig):
    """A flop that the mouth misses, no burn having been read."""
    for n in range(3):
        rig.put(card(FIRST + n), f"board:{n + 1}")
        rig.run(200)
    rig.run(3000)


@pytest.mark.parametrize(("missed", "answer", "burns"), [
    (0, None, 0), (1, None, 0), (2, None, 1), (2, "no", 0),
])  # fmt: skip
def test_a_mouth_that_has_missed_most_cards_may_have_missed_the_burn(rig, missed, answer, burns):
    """Of nine cards three of the flop, and ``missed`` of the deal."""
    rig.table.cards.mouth_missed = missed
    unseen_flop(rig)
    (question,) = [e for e in rig.events if e["what"] == "question"]
    if answer:
        rig.key(what="answer", id=question["id"], value=answer)
    rig.run(2 * ASK_MS)
    assert told(rig) == ([("burn", 0)] * burns + [("board", 3)], ["burn_unread"])


@pytest.mark.parametrize(("heard", "owing", "wait", "burns"), [
    (False, False, 4000, [0, 1]), (False, False, 1000, [0]), (True, False, 4000, [0]),
    (False, True, 4000, [0]),
])  # fmt: skip
def test_a_burn_read_long_after_one_was_told_unread_is_the_next(rig, heard, owing, wait, burns):
    """Its loop would have read that one before; not while players act, nor if heard before."""
    rig.table.cards.mouth_missed = 6
    unseen_flop(rig)
    rig.run(2 * ASK_MS)
    cards = rig.table.cards
    if not owing:
        rig.table.phase.owing = []
    cards.unnamed_t = rig.t - wait + 1000
    rig.put(card(FIRST + 3), "burn")
    rig.run(20)
    if heard:
        tag = rig.table.presence.tags[card(FIRST + 3)[0]]
        tag.brief, tag.brief_t = cards.antennas[0], cards.unnamed_t
    rig.run(1500)
    found = [e for e in rig.events if e["what"] == "card_move" and e["to"] == "burn"]
    assert [len(e["cards"]) for e in found] == burns


def test_a_burn_beside_its_loop_weighs_nothing_there(rig):
    rig.deal(FIRST, "pot")
    rig.run(1500)
    assert rig.table.cards.laden.excess("burn") == 0
    rig.put(card(FIRST), "burn")  # it lay there after all, in a shadow
    rig.run(2000)
    assert rig.table.cards.laden.excess("burn") == 0
    assert rig.table.cards.beside == 0


def flop(rig):
    """A flop with its burn, told."""
    rig.deal(FIRST, "burn")
    rig.run(600)
    street(rig, FIRST + 1, (1, 2, 3), 700)
    rig.events.clear()


def test_a_card_read_just_after_the_flop_was_told_is_a_fourth_of_it(rig):
    flop(rig)
    rig.put(card(FIRST + 4), "board:4")  # which the mouth has missed
    rig.run(1500)
    assert told(rig) == ([("board", 1)], [])  # nobody is asked about its burn, or a check


@pytest.mark.parametrize(("wait_ms", "of_it"), [(0, True), (2000, False)])
def test_a_card_that_left_the_deck_just_after_the_flop_is_of_it_however_late_it_is_read(
    rig, wait_ms, of_it
):
    flop(rig)
    rig.run(wait_ms)
    rig.put(card(FIRST + 4), "mouth:1")
    rig.run(250)
    rig.put(card(FIRST + 4), None)
    rig.run(2000)
    rig.put(card(FIRST + 4), "board:4")
    rig.run(300)
    (item,) = [i for i in rig.table.cards.order.items if getattr(i, "zone", None) == "board"]
    assert (item.acts() is None) == of_it


@pytest.mark.parametrize("between", [None, "time", "act", "card"])
def test_a_card_is_of_the_flop_told_only_where_nothing_came_between(rig, between):
    flop(rig)
    if between == "time":
        rig.run(1500)
    elif between == "act":
        rig.key(what="gesture", seat=1, kind="tap")
    elif between == "card":
        rig.put(card(FIRST + 5), "mouth:1")
        rig.run(250)
        rig.put(card(FIRST + 5), None)
    rig.put(card(FIRST + 4), "board:4")
    rig.run(300)
    (item,) = [i for i in rig.table.cards.order.items if getattr(i, "zone", None) == "board"]
    assert (item.acts() is None) == (between is None)


# -- a street whose burn nobody has read


def unburned(now=ph.BETTING, excess=None, later=None, **phase):
    """A card of the turn lies there at 4000 ms, no burn having been read; ``later``: where the next
    card off the deck was read, "": nowhere yet. Returns the bench and the item."""
    bench = Bench(now)
    bench.cards.laden.excess = lambda zone: excess
    bench.cards.count = 20
    for name, value in {"board": 3, "last_deal": 1000, **phase}.items():
        setattr(bench.phase, name, value)
    (tag,) = bench.lie("board:4", card(30), since=0, n=1)
    item = bench.cards._off_deck(tag, 4000, True)
    item.zone = "board"
    if later is not None:
        (tag,) = bench.lie("mouth:1", card(31), since=0, n=1)
        bench.cards._off_deck(tag, 5000, True).zone = later or None
    del bench.events[:]
    return bench, item


@pytest.mark.parametrize(("now", "awarded", "asked"), [
    (ph.BETTING, False, True), (ph.SHOWDOWN, False, True), (ph.SHOWDOWN, True, False),
])  # fmt: skip
def test_the_dealer_is_asked_about_a_burn_also_while_the_board_is_dealt_out(now, awarded, asked):
    bench, item = unburned(now, awarded=awarded)
    assert st.burn_asked(bench.cards, item, 6000) == asked
    assert bench.emitted("kind") == [("burn_unread",)] * asked


@pytest.mark.parametrize(("excess", "later", "late", "burned"), [
    (None, None, 0, False), (-1, None, 0, True), (None, "", 0, True), (None, "", -1, False),
    (None, "burn", 0, False), (None, "board", 0, False),
])  # fmt: skip
def test_who_does_not_answer_has_burned_where_burns_lie_beside_their_loop(
    excess, later, late, burned
):
    """It carries less than was read there; or does not read the next one that left the deck."""
    bench, item = unburned(excess=excess, later=later)
    end = 5000 + bench.cards.flight_ms + late
    assert st.burn_asked(bench.cards, item, end - ASK_MS)
    assert not st.burn_asked(bench.cards, item, end)
    assert item.burned == burned


@pytest.mark.parametrize(("excess", "before", "later", "more"), [
    (None, 0, [None], None), (-1, 0, [None], -1), (0, 0, [None], 0),
    (1, 0, [], 1), (1, 0, [None], 0),  # that of the next card, on its way there
    (2, 0, [None], 1), (2, 0, [None, None], 0), (1, 0, [None, None], 0),
    (1, 1, [None], 1), (2, 1, [None, None], 2),  # carried before that left the deck
    (1, 0, ["board"], 1), (1, 0, ["burn"], 1),  # lies elsewhere, or is counted there
])  # fmt: skip
def test_what_the_burn_place_carries_is_no_card_that_left_the_deck_since(
    excess, before, later, more
):
    bench, item = unburned(excess=before)
    for n in range(len(later)):
        (tag,) = bench.lie("mouth:1", card(31 + n), since=0, n=1)
        bench.cards._off_deck(tag, 5000 + n, True).zone = later[n]
    bench.cards.laden.excess = lambda zone: excess
    assert unread.burn_excess(bench.cards, item) == more
    item.t = 5000 + len(later)  # those came before it
    assert unread.burn_excess(bench.cards, item) == excess
    assert item._burn_loaded() == ((excess or 0) > 0)


@pytest.mark.parametrize(("now", "passed", "excess", "over"), [
    (ph.BETTING, True, 1, True), (ph.SHOWDOWN, True, 1, True), (ph.DEAL, True, 1, False),
    (ph.BETTING, False, 1, False), (ph.BETTING, True, 0, False), (ph.BETTING, True, -1, False),
    (ph.BETTING, True, None, False),
])  # fmt: skip
def test_a_card_that_leaves_the_deck_notes_what_the_burn_place_carries(now, passed, excess, over):
    bench = Bench(now)
    bench.cards.laden.excess = lambda zone: excess
    (tag,) = bench.lie("mouth:1", card(31), since=0, n=1)
    assert bench.cards._off_deck(tag, 5000, passed).over_burn == over


@pytest.mark.parametrize(("excess", "burned"), [(0, True), (None, True), (1, False)])
def test_a_burn_read_nowhere_lies_on_the_loop_that_carries_it(excess, burned):
    bench, item = unburned(later="")
    bench.cards.laden.excess = lambda zone: excess
    end = 5000 + bench.cards.flight_ms
    assert st._beside(bench.cards, item, end) == burned
    assert not st._beside(bench.cards, item, end - 1)


@pytest.mark.parametrize(("read", "supposed", "burned"), [
    ([True], True, False), ([True, True], True, False), ([True, False], True, True),
    ([False], True, True), ([True], False, True), ([], True, True),
])  # fmt: skip
def test_a_burn_would_be_read_where_all_others_off_their_loop_are(read, supposed, burned):
    bench, item = unburned(excess=-1)
    tags = bench.lie("pot", *[card(40 + n) for n in range(len(read))])
    for tag, there in zip(tags, read, strict=True):
        tag.zone, tag.item, tag.supposed, tag.nth = "burn", None, supposed, 7
        tag.home = tag.home if there else None
    assert st.burn_asked(bench.cards, item, 5000)
    assert not st.burn_asked(bench.cards, item, 5000 + ASK_MS)
    assert item.burned == burned


@pytest.mark.parametrize(
    ("reads", "beside"), [(0, BURN_BESIDE_TIMES), (1, BURN_BESIDE_TIMES), (2, 0)]
)
@pytest.mark.parametrize("loop", ["burn", "pot"])
def test_a_burn_that_a_loop_has_only_heard_lies_beside_its_own_until_it_is_read_there(
    loop, reads, beside
):
    bench, item = unburned()
    (tag,) = bench.lie(loop, card(31), since=3000, n=1)
    assert st.burn_asked(bench.cards, item, 6000)
    burn = tag.item
    bench.order.remove(burn)
    burn.emit(6000)
    assert (tag.zone, tag.supposed, bench.cards.beside) == ("burn", True, BURN_BESIDE_TIMES)
    if reads:
        bench.lie("burn", card(31), since=7000, n=reads - (loop == "burn"))
    assert bench.cards.beside == beside == BURN_BESIDE_TIMES * tag.supposed


def test_a_card_of_the_street_that_is_read_nowhere_is_no_burn_beside_its_loop():
    bench, item = unburned(later="", board=0)
    st.burn_asked(bench.cards, item, 6000)
    assert not st.burn_asked(bench.cards, item, 6000 + ASK_MS)
    assert not item.burned


@pytest.mark.parametrize(("burned", "excess", "told"), [
    (False, 0, True), (False, None, True), (False, 1, True),
    (True, 0, False), (True, None, False), (True, -1, False),
    (True, 1, True),  # a second one lies there unread
])  # fmt: skip
def test_a_burn_its_loops_load_showed_and_that_is_read_since_is_told_once(burned, excess, told):
    bench, item = unburned(excess=excess)
    item.burned, bench.phase.burned = True, burned
    item.emit(9000)
    rows = bench.emitted("what", "cards", "to")
    assert rows == [("card_move", [], "burn")] * told + rows[-1:] and rows[-1][2] == "board"


@pytest.mark.parametrize(("reads", "heard", "burned", "nth", "told"), [
    (2, 4001, True, 29, True), (1, 4001, True, 29, False),  # it may be one in the deck
    (2, 4000, True, 29, False), (2, None, True, 29, False), (2, 4001, False, 29, False),
    (2, 4001, True, 28, False),  # not the card before the street
])  # fmt: skip
@pytest.mark.parametrize("kept", [True, False])
def test_a_card_between_burn_and_street_that_lies_nowhere_is_a_second_burn(
    reads, heard, burned, nth, told, kept
):
    """Where the burn place has heard it once since it left; forgotten by now, or not."""
    bench, item = unburned(burned=burned)
    (tag,) = bench.lie("mouth:1", card(31), since=4000, n=1)
    lost = bench.cards._off_deck(tag, 4000, True)
    bench.order.remove(lost)
    lost.detached, tag.nth, item.tag.nth, tag.downs = True, nth, 30, reads
    if heard:
        (track,) = bench.lie("burn", card(31), since=heard, n=1)[0].tracks[1:]
        if not kept:
            tag.tracks, tag.brief, tag.brief_t = tag.tracks[:1], track.antenna, track.seen
    unread.second_burn(bench.cards, item)
    rows = bench.emitted("what", "to", "confidence")
    assert rows == [("card_move", "burn", "medium")] * told


def turn_read(left, passed=False, zone=None, other_passed=True, board=3, burned=True, t=5000):
    """The turn, first read at ``t``; another card seen at the mouth at ``left``. Who is first."""
    bench = Bench()
    bench.phase.board, bench.phase.burned = board, burned
    bench.cards.lay(bench.lie("board:3", card(21), since=100)[0], "board", 100)
    bench.order.items = []
    other = bench.cards._off_deck(bench.lie("muck", card(1), since=100)[0], left, other_passed)
    other.zone = zone
    tag = bench.lie("board:4", card(2), since=t)[0]
    tag.item, tag.zone, tag.nth = None, "stub", 0
    bench.order.items = [other]
    item = bench.cards._off_deck(tag, t, passed)
    bench.cards._landed(tag, item, "board", t)
    return "turn" if bench.order.items[0] is item else "other", item.t, item.tag.nth < other.tag.nth


@pytest.mark.parametrize(("left", "first"), [
    (5000 - 2 * PITCH_USUAL_MS - 1, "other"), (5000 - 2 * PITCH_USUAL_MS, "other"),
    (5000 - 2 * PITCH_USUAL_MS + 1, "turn"), (4999, "turn"), (5000, "turn"), (5001, "turn"),
])  # fmt: skip
def test_a_turn_read_before_another_card_can_follow_the_one_at_the_mouth_came_first(left, first):
    """The dealer has burned for the river: it lies on a board that is read seldom."""
    t = left - 1 if first == "turn" and left <= 5000 else 5000
    assert turn_read(left) == (first, t, first == "turn")


@pytest.mark.parametrize(("change", "first"), [
    ({}, "turn"), ({"zone": "burn"}, "turn"), ({"zone": "seat:2"}, "other"),
    ({"zone": "board"}, "other"), ({"other_passed": False}, "other"), ({"passed": True}, "other"),
    ({"board": 2}, "other"), ({"burned": False}, "other"),
])  # fmt: skip
def test_only_where_its_burn_lies_and_the_mouth_has_seen_the_other_and_not_it(change, first):
    assert turn_read(4900, **change)[0] == first


def weighing_burn(monkeypatch, saw, unseen, more, sure=True):
    """A street whose burn place carries a card more than was read, by so much evidence."""
    bench, item = unburned(excess=1)
    bench.cards.laden.says = lambda ant: None if more is None else (1, more)
    monkeypatch.setattr(unread, "mouth_sure", lambda cards: sure)
    monkeypatch.setattr(unread, "mouth_saw", lambda cards: saw)
    monkeypatch.setattr(evidence, "unseen", lambda ant, ms: unseen)
    return bench, item


@pytest.mark.parametrize(("saw", "unseen", "more", "sure", "burned"), [
    (300, 553, 154, True, True), (300, 553, 153, True, False), (300, 553, 152, True, False),
    (300, 553, 0, False, True),  # a mouth that misses cards says nothing
    (300, 399, None, True, True), (300, 400, None, True, False),  # the load was never learned
    (0, 0, 0, True, True), (900, 0, 500, True, True),
])  # fmt: skip
def test_a_load_hardly_out_of_the_noise_is_no_burn_where_mouth_and_loop_would_have_read_it(
    monkeypatch, saw, unseen, more, sure, burned
):
    bench, item = weighing_burn(monkeypatch, saw, unseen, more, sure)
    assert item._burn_loaded() == burned == item.burned


def test_a_burn_that_only_such_a_load_has_is_asked_about(monkeypatch):
    bench, item = weighing_burn(monkeypatch, 300, 553, 153)
    assert not item._burn_loaded()
    assert st.burn_asked(bench.cards, item, 6000)
    assert bench.emitted("kind") == [("burn_unread",)]
    assert not st.burn_asked(bench.cards, item, 6000 + ASK_MS)
    assert item.burned  # the dealer does not say: it carries a card more
    bench, item = weighing_burn(monkeypatch, 300, 553, 153)
    bench.cards.ask = None
    assert not st.burn_asked(bench.cards, item, 6000) and item.burned


def test_the_time_its_loop_has_read_no_burn_is_that_since_the_street_began(monkeypatch):
    bench, item = weighing_burn(monkeypatch, 0, 0, 0)
    ms = []
    monkeypatch.setattr(evidence, "unseen", lambda ant, since: ms.append((ant.kind, since)) or 0)
    (ant,) = [a for a in bench.cards.antennas if a.kind == "burn"]
    for ant.t in (item.t + 700, item.t - 1):
        st.burn_weighed(bench.cards, item)
    assert ms == [("burn", 700), ("burn", 0)]


# -- a burn read once before another


def burned_twice(heard="burn", late_ms=1, nth=23, brief=True, **phase):
    """A card left the deck at 4000 ms and was read once so long after; then a burn is told."""
    bench = Bench(phase.pop("now", ph.BETTING))
    for name, value in phase.items():
        setattr(bench.phase, name, value)
    (lost,) = bench.lie("mouth:1", card(30), since=4000, n=2, every=20)
    bench.order.items = []
    lost.nth, lost.item.detached = nth, True
    t = lost.item.t + late_ms
    if brief:
        lost.brief, lost.brief_t = bench.ant(heard), t
    else:
        bench.read(t, heard, card(30))
    (tag,) = bench.lie("burn", card(31), since=7000, n=1)
    item = Deal(bench.cards, tag, 7000, True)
    tag.nth, tag.item, item.zone, tag.zone = 24, item, "burn", "burn"
    bench.emitted("what")
    item.emit(7500)
    return [row for row in bench.emitted("to", "confidence") if row[0] == "burn"]


@pytest.mark.parametrize("brief", [True, False])
@pytest.mark.parametrize(("change", "burns"), [
    ({}, 2), ({"late_ms": 500}, 2), ({"heard": "muck"}, 1), ({"heard": "board:1"}, 1),
    ({"nth": 22}, 1),  # another left the deck between the two
    ({"burned": True}, 1), ({"board": 2}, 1),  # it may be of the street before
])  # fmt: skip
def test_a_card_that_left_before_a_burn_and_was_read_there_once_is_a_burn(change, burns, brief):
    if not brief and change.get("late_ms", 1) < 100:
        change = dict(change, late_ms=100)
    told = [("burn", "medium"), ("burn", None)]
    assert burned_twice(brief=brief, **change) == told[2 - burns :]


@pytest.mark.parametrize(("late_ms", "burns"), [(0, 1), (1, 2)])
def test_what_was_read_there_before_it_left_says_nothing(late_ms, burns):
    assert len(burned_twice(late_ms=late_ms)) == burns


def test_nor_does_what_is_read_there_while_the_cards_are_dealt():
    assert len(burned_twice(now=ph.DEAL)) == 1
