"""Clean hands that looked irregular: the usual explanation, and where it ends; each bound."""

import pytest

from firmware.table import absent, late, once, spoken, untimely
from firmware.table import phase as ph
from firmware.table.deal import Deal
from firmware.table.presence import CANDIDATE
from firmware.table.spots import Arrival
from firmware.table.values import (
    ABSENT_EDGE_DWELLS,
    BELATED_MS,
    FADED_MS,
    KEY_LATE_MS,
    LATE_CENTINATS,
    LEVEL_MEAN_DWELLS,
    LOOK_PERIOD_MS,
    PACE_FIRST_16THS,
    PARTIAL_MS,
    SECOND_MOVE_MS,
    SHADOW_BEGIN_MS,
    SHADOW_CENTINATS,
    SHADOW_MS,
)
from tests.firmware_table.bench import Bench, card, chip
from tests.firmware_table.test_spots_bounds import GAP, arrived, departed, quiet
from tests.firmware_table.test_turn_bounds import ACT, Act, turn

STACKS = {1: 9000, 2: 9000, 3: 9000}

# -- antes -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ante", "put", "amount", "now"), [
    (100, {}, 100, ph.DEAL), (100, {}, 101, ph.BETTING),  # more than both is a bet
    (100, {2: 100}, 100, ph.BETTING), (0, {}, 100, ph.BETTING),
])  # fmt: skip
def test_an_ante_told_by_its_blind_during_the_deal_opens_no_betting(ante, put, amount, now):
    bench = Bench(ph.DEAL, ante=ante, ante_type="big_blind_ante")
    phase = bench.phase
    big = phase.blinds[1]
    phase.front, phase.live = {big: phase.post_due(big)}, [1]
    phase.put = {big: put[2]} if put else {}
    row = {"seat": big, "chips": [amount], "from": f"seat:{big}", "to": f"line:{big}"}
    phase.note({"what": "chips_move", "t": 900, **row})
    assert phase.now == now


def ante_read_once(now=ph.SHUFFLED, value=25, put=0, since=1000):
    """Seat 1's spot has read an ante once; the pot has it at 3000 ms."""
    bench = Bench(now, ante=25, ante_type="each")
    bench.phase.put = {1: put} if put else {}
    bench.read(since, "line:1", chip(30, value))
    for n in (1, 2, 3):
        bench.read(since + 700 * n, "line:1")
    for t in (since + 2500, since + 2600):
        bench.read(t, "pot", chip(30, value))
    tag = bench.tags[chip(30)[0]]
    bench.chips.strays = [(tag, since + 2500)]
    return bench, tag


@pytest.mark.parametrize(("change", "told"), [
    ({}, True), ({"value": 100}, False), ({"put": 25}, False), ({"now": ph.BETWEEN}, False),
])  # fmt: skip
def test_an_ante_read_once_and_then_in_the_pot_was_put_in(change, told):
    bench, tag = ante_read_once(**change)
    late.strays_over(bench.chips, 3600)
    assert isinstance(tag.item, Arrival) == told


@pytest.mark.parametrize(("t", "told"), [(1000 + BELATED_MS, True), (1001 + BELATED_MS, False)])
def test_not_one_read_there_long_before(t, told):
    bench, tag = ante_read_once()
    bench.chips.strays = [(tag, t)]
    once.take_strays(bench.chips)
    assert bool(tag.item) == told


# -- cards -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("item", "to", "sideways"), [
    (True, "seat:3", False), (True, "line:2", True), (False, "seat:3", True),
])  # fmt: skip
def test_a_card_off_the_deck_goes_from_a_bet_spot_that_heard_it_to_a_seat(item, to, sideways):
    bench = Bench(ph.DEAL)
    (tag,) = bench.lie("line:3", card(1))
    tag.item = Deal(bench.cards, tag, 900, True) if item else None
    zones = bench.table.presence.listener
    assert zones._sideways(tag, "line:3", bench.ant(to)) == sideways


@pytest.mark.parametrize(("front", "since", "gone"), [
    ({1: 200}, 4000, True), ({1: 200}, ACT + 1, False),
    ({}, 4000, False),  # who has no bet to answer may table it there
])  # fmt: skip
def test_a_hand_over_its_line_had_left_its_seat_when_that_lost_it(front, since, gone):
    bench = Bench(front=front, stacks={"1": 9000, "2": 9000, "3": 9000})
    bench.phase.front = front
    hand = bench.hand(3, card(1), card(2))
    bench.cards.missed_t["seat:3"] = since
    for tag in hand:
        tag.home, tag.tracks = None, ()
    bench.lie("line:3", card(1), card(2), since=ACT + 200)
    for tag in hand:
        tag.read = since + 5  # by a loop on its way
        if tag.zone == "seat:3":
            bench.cards.went(tag, "line:3", ACT + 200)
    assert bool(absent.given_up(bench.cards, "seat:3", ACT)) == gone


# -- chips -----------------------------------------------------------------------------------------


def paid(frm="pot", left=ACT + 100, t=ACT + 300):
    """Seat 1 acts before seat 3, on whose spot chips show then."""
    bench, item, over = turn()
    bench.lie("line:3", chip(1), since=t, n=2)
    arrival = bench.chips.spots[3].arrival
    arrival.load_first = True
    for tag in arrival.tags:
        tag.frm, tag.left = frm, left
    return bench, item, over, arrival


@pytest.mark.parametrize(("frm", "left", "first"), [
    ("pot", ACT + 100, False), (None, 0, True), ("pot", ACT + 300 - PARTIAL_MS, False),
    ("pot", ACT + 299 - PARTIAL_MS, True),  # change, given long before
])  # fmt: skip
def test_chips_out_of_the_pot_come_before_no_act_and_are_none(frm, left, first):
    bench, item, over, arrival = paid(frm, left)
    assert untimely._acts(over, arrival, 1) == (3 if first else None)
    bench.phase.owing, bench.phase.front = [3, 1], {1: 100}
    assert bool(untimely.chips_first(over, item, 3)) == first
    assert untimely._acts(over, Act(2), 1) == 2


@pytest.mark.parametrize(("owing", "front", "ms"), [
    ([3], {1: 100}, SHADOW_MS), ([3, 2], {1: 100}, FADED_MS),
])  # fmt: skip
def test_the_last_call_of_a_round_may_be_on_its_way_to_the_pot(owing, front, ms):
    bench, item, ant = arrived(50, 50, owing=owing, front=front, stacks=STACKS)
    bench.chips.bearing.known = lambda _ant: True
    bench.chips.bearing.leans = lambda _ant: False
    bench.chips.ask = None
    for tag in item.tags:
        ant.tracks.remove(tag.home)
        tag.home, tag.left = None, 1000
        item.gone.append(tag)
    quiet(bench, ant, 1200 + ms)
    ant.period_ms = 100
    item._vanishing = lambda: False
    assert not item.ready(1200 + ms - 1) and item.why == "faded"
    assert item.ready(1200 + ms)
    bench.phase.owing, bench.phase.front = [3], {1: 99}
    assert not item._closes()  # more than a call
    bench.phase.now = ph.DEAL
    assert not item._closes()


@pytest.mark.parametrize(("values", "front", "word", "waits"), [
    ((500,), {1: 200}, None, True), ((500,), {1: 200}, 3, False),  # it has been said
    ((500, 100), {1: 200}, None, False), ((200,), {1: 200}, None, False),
    ((500,), {}, None, False),  # an opening bet
])  # fmt: skip
def test_a_single_chip_beyond_a_call_waits_for_its_word(values, front, word, waits):
    bench, item, ant = arrived(*values, front=front, stacks=STACKS, word=(word, "raise", 900))
    bench.phase.blinds = (1, 2, 50, 100)
    for late_ms, held in ((-1, waits), (0, False)):
        quiet(bench, ant, item.t + KEY_LATE_MS + late_ms)
        assert (not item.ready(item.t + KEY_LATE_MS + late_ms)) == held
        assert not held or item.why == "key"


@pytest.mark.parametrize(("learned", "ms"), [
    (400, 500), (401, 501), (1199, 1498), (1200, KEY_LATE_MS), (KEY_LATE_MS, KEY_LATE_MS),
])  # fmt: skip
def test_that_wait_is_what_dealers_of_this_table_take_and_a_quarter_more(learned, ms):
    bench, item, ant = arrived(500, front={1: 200}, stacks=STACKS)
    bench.phase.blinds = (1, 2, 50, 100)
    bench.chips.pace.late_ms = learned
    assert bench.chips.pace.wait_ms() == ms
    for late_ms, held in ((-1, True), (0, False)):
        quiet(bench, ant, item.t + ms + late_ms)
        assert (not item.ready(item.t + ms + late_ms)) == held


@pytest.mark.parametrize(("before", "late_ms", "after"), [
    (1500, 0, 1477), (1500, 1477, 1477), (1500, 1478, 1478), (1500, 1500, 1500),
    (100, 900, 900), (64, 0, 63), (63, 0, 63),  # longer than a motion takes to end, it is no more
])  # fmt: skip
def test_how_late_words_are_keyed_rises_at_once_and_sinks_slowly(before, late_ms, after):
    bench = Bench()
    bench.chips.pace.late_ms = before
    bench.chips.pace.learn(late_ms)
    assert bench.chips.pace.late_ms == after


@pytest.mark.parametrize(("words", "late_ms", "wait_ms"), [
    (0, 300, 1500), (1, 60, 1500), (1, 59, 1475), (2, 300, 1237), (3, 300, 712), (4, 300, 543),
    (5, 300, 468), (6, 300, 431), (7, 300, 393), (8, 300, 375), (9, 300, 370),
    (2, 363, 1497), (2, 364, 1500),
])  # fmt: skip
@pytest.mark.parametrize("before", [0, 1, 8])
def test_the_first_words_keyed_late_tell_how_late_the_next_may_be(words, late_ms, wait_ms, before):
    """Those keyed before their chips say nothing of late ones."""
    pace = Bench().chips.pace
    for _ in range(before):
        pace.learn(0)
    for n in range(words):
        pace.learn(late_ms if n == words // 2 else min(late_ms, 200))
    assert pace.wait_ms() == wait_ms
    pace.learn(900)
    assert 1125 <= pace.wait_ms() <= 1500
    pace.anew()
    assert pace.wait_ms() == 1500


def test_then_the_latest_of_them_rises_and_sinks_with_each():
    pace = Bench().chips.pace
    for _ in PACE_FIRST_16THS:
        pace.learn(300)
    assert pace.late_ms == 300
    pace.learn(400)
    assert pace.late_ms == 400 and pace.wait_ms() == 500
    pace.learn(100)
    assert pace.late_ms == 394


@pytest.mark.parametrize(("seat", "word", "ms", "learned"), [
    (3, "raise", 700, 700), (3, "call", KEY_LATE_MS, KEY_LATE_MS),
    (3, "raise", KEY_LATE_MS + 1, 0), (3, "raise", -1, 0),  # of other chips
    (3, "check", 700, 0), (1, "raise", 700, 0),  # nothing lies there
])  # fmt: skip
def test_a_word_keyed_while_its_chips_settle_tells_how_late_words_are(seat, word, ms, learned):
    bench, item, _ = arrived(500, front={1: 200}, stacks=STACKS)
    bench.chips.pace.late_ms = 0
    spoken.said_at(bench.chips, {"what": "declare", "seat": seat, "word": word, "t": item.t + ms})
    assert bench.chips.pace.late_ms == learned


@pytest.mark.parametrize(("about", "word", "learned"), [
    (1000, "raise", 600), (1000, "tap", 0), (None, "raise", 0),
])  # fmt: skip
def test_so_does_one_keyed_when_its_chips_were_told(about, word, learned, monkeypatch):
    bench = Bench()
    bench.chips.pace.late_ms = 0
    monkeypatch.setattr(spoken, "done_already", lambda *_: False)
    monkeypatch.setattr(spoken, "said_with", lambda *_: about)
    bench.table._keyed({"t": 1600, "what": "declare", "seat": 1, "word": word}, 1600)
    assert bench.chips.pace.late_ms == learned


@pytest.mark.parametrize(("what", "learned"), [("dealer_push", KEY_LATE_MS), ("timer", 300)])
def test_a_new_dealer_may_be_slower_than_the_one_before(what, learned):
    bench = Bench()
    bench.chips.pace.late_ms = 300
    bench.table._keyed({"t": 1600, "what": what}, 1600)
    assert bench.chips.pace.late_ms == learned


@pytest.mark.parametrize(("seat", "word", "said_ms", "sinks"), [
    (3, "raise", -2, True), (3, "raise", -1, False),  # keyed late, and put before its chips
    (1, "raise", -2, False), (3, "check", -2, False),
    (3, "raise", -100, False), (3, "raise", -99, True),  # the card dealt last
])  # fmt: skip
@pytest.mark.parametrize("told_ms", [None, -50, -1])
def test_and_one_keyed_before_them(seat, word, said_ms, sinks, told_ms):
    """Not one of a motion before, which the same player has made since the card dealt last."""
    bench, item, _ = arrived(500, front={1: 200}, stacks=STACKS)
    bench.phase.last_deal, bench.phase.word = item.t - 100, (seat, word, item.t + said_ms)
    if told_ms is not None:
        item.spot.event, item.spot.emitted_t = {"t": item.t + told_ms}, item.t + told_ms
        sinks = sinks and said_ms > told_ms
    spoken.said_first(bench.chips, item)
    assert bench.chips.pace.late_ms == (1477 if sinks else KEY_LATE_MS)


@pytest.mark.parametrize(("change", "grows"), [
    ({}, True), ({"brief": "line:1"}, False), ({"brief_t": 649}, False), ({"zone": "pot"}, False),
])  # fmt: skip
def test_a_wager_nobody_may_make_lacks_a_chip_its_spot_has_read_once_with_it(change, grows):
    bench, item, ant = arrived(100, 100, 100, front={1: 200}, step=200, stacks=STACKS)
    bench.phase.blinds = (1, 2, 50, 100)
    bench.chips.bearing.all_read = lambda _ant, *_more: True
    assert not item._may_grow()
    bench.read(1010, "line:1", chip(9))
    tag = bench.tags[chip(9)[0]]
    tag.tracks, tag.brief, tag.brief_t = (), bench.ant(change.get("brief", "line:3")), 650
    tag.brief_t, tag.zone = change.get("brief_t", 650), change.get("zone")
    assert bench.chips.gap_ms == 350
    assert bool(item._may_grow()) == grows


def test_one_that_is_a_candidate_there_still_counts_as_well():
    bench, item, ant = arrived(100, 100, 100, front={1: 200}, step=200, stacks=STACKS)
    bench.phase.blinds = (1, 2, 50, 100)
    bench.chips.bearing.all_read = lambda _ant, *_more: True
    bench.read(1040, "line:3", chip(9))
    assert ant.tracks[-1].state == CANDIDATE
    assert item._may_grow()


@pytest.mark.parametrize(("surely", "ms"), [
    (LATE_CENTINATS, SECOND_MOVE_MS), (LATE_CENTINATS - 1, SHADOW_MS),
])  # fmt: skip
def test_a_call_short_of_chips_waits_for_a_shadow_unless_its_load_is_surer(surely, ms):
    bench, item, ant = arrived(front={1: 500}, stacks=STACKS)
    bench.chips.bearing.all_read = lambda _ant, least=0, *_more: least <= surely
    for late_ms, ready in ((-1, False), (0, True)):
        quiet(bench, ant, 1000 + GAP + ms + late_ms)
        assert item.ready(1000 + GAP + ms + late_ms) == ready
    assert bench.emitted("kind") == []  # a load that says so is believed in the end


@pytest.mark.parametrize(("reads", "ms", "lost", "least"), [
    (ABSENT_EDGE_DWELLS - 1, SECOND_MOVE_MS, 0, LATE_CENTINATS),  # an edge may go unread so long
    (ABSENT_EDGE_DWELLS, SHADOW_BEGIN_MS, 0, LATE_CENTINATS - SHADOW_CENTINATS),
    (ABSENT_EDGE_DWELLS, SECOND_MOVE_MS, 0, LATE_CENTINATS - 335),  # fewer shadows last so long
    (ABSENT_EDGE_DWELLS, SECOND_MOVE_MS, 180, LATE_CENTINATS - 6 * 16),  # it reads the others badly
    (ABSENT_EDGE_DWELLS, SHADOW_MS - 1, 0, SHADOW_CENTINATS),
])  # fmt: skip
def test_a_call_is_short_by_less_load_the_longer_its_spot_has_read_no_more(reads, ms, lost, least):
    """A shadow hides a chip and not its load: what the one says the other bears out."""
    _, item, ant = arrived(front={1: 500}, stacks=STACKS)
    item.reads, ant.t = reads, item.last + ms
    ant.tracks[0].hits, ant.tracks[0].lost = 20, lost
    assert item._short_centinats() == least


@pytest.mark.parametrize(("dwells", "agc", "looks"), [
    (LEVEL_MEAN_DWELLS - 1, 400, 1), (LEVEL_MEAN_DWELLS, 400, 0), (0, 0, 0),
])  # fmt: skip
@pytest.mark.parametrize("ms", [SECOND_MOVE_MS - 1, SECOND_MOVE_MS, SHADOW_MS - 1])
def test_the_spot_of_a_short_call_is_read_until_its_load_is_known_as_well_as_it_will_be(
    dwells, agc, looks, ms
):
    bench, item, ant = arrived(front={1: 500}, stacks=STACKS)
    now = 1000 + GAP + ms
    quiet(bench, ant, now)
    ant.level_n, ant.agc, asked = dwells, agc, []
    bench.chips.attention.look = lambda *args: asked.append(args)
    assert not item.ready(now)
    assert asked == looks * [(ant, now, 2 * LOOK_PERIOD_MS)]


# -- what nobody has matched -------------------------------------------------------------------


@pytest.mark.parametrize(("n", "excess", "back"), [
    (2, 200, True), (1, 100, False),  # one chip may lie in a shadow
    (2, 100, False), (2, 300, False),
])  # fmt: skip
def test_chips_of_a_pile_that_nobody_has_matched_go_back_at_once(n, excess, back):
    bench, item, _ = departed(n, lying=2)
    bench.phase.owing, item.uncalled = [], excess
    assert item.given_back() == back
    assert item.fades(5001) != back
    assert item.patience() == (bench.chips.travel_ms if back else PARTIAL_MS)


@pytest.mark.parametrize(("after", "apart"), [(365 + 15, False), (365 + 16, True)])
def test_and_what_is_pulled_in_after_them_goes_its_own_way(after, apart):
    bench, item, tags = departed(2, lying=2)
    bench.phase.owing, item.uncalled = [], 200
    item.queued = True
    bench.order.items = [item]
    item.spot.antenna.period_ms = 20
    assert bench.chips.gap_of(item.spot.antenna) == 365 + 15
    bench.emitted()
    bench.chips.depart(tags[2], item.spot, 5000 + after)
    assert (item.spot.departure is not item) == apart
    back = [row for row in bench.emitted("chips", "to") if row[1] == "seat:3"]
    assert back == ([([100, 100], "seat:3")] if apart else [])
