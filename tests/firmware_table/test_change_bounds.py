"""Change due, change given, pace and posts: what the tracker's view of the hand counts, exactly."""

import pytest

from firmware.table import change, pulled
from firmware.table import phase as ph
from firmware.table.blinds import move_on
from firmware.table.departures import Departure
from firmware.table.presence import Tag
from firmware.table.spots import Arrival
from firmware.table.values import PARTIAL_MS, SHADOW_MS
from shared_rules.zones import POT
from tests.firmware_table.bench import Bench, chip
from tests.firmware_table.test_spots_bounds import arrived


def view(now=ph.BETTING, **fields):
    """The tracker's view of a hand of seats 1 to 3 with some of its numbers set."""
    phase = Bench(now).phase
    for name, value in fields.items():
        setattr(phase, name, value)
    return phase


@pytest.mark.parametrize(("cards", "first", "last", "pace"), [
    ({1: 1, 2: 1}, 1000, 1600, 0), ({1: 1, 2: 1, 3: 1}, 1000, 1600, 300),
    ({1: 2, 2: 1, 3: 1}, 1000, 1601, 200), ({1: 2, 2: 2, 3: 1}, 1000, 1599, 149), ({}, 0, 9, 0),
])  # fmt: skip
def test_the_pace_of_a_deal_is_that_between_its_cards(cards, first, last, pace):
    phase = view(ph.DEAL, counts=cards, first_deal=first, last_deal=last)
    assert phase.pace_ms() == pace


@pytest.mark.parametrize(("oversized", "change", "fields", "left"), [
    ({1: 300}, {}, {}, 300), ({2: 300}, {}, {}, 0), ({}, {1: 200}, {}, 0),
    ({}, {1: 200}, {"owing": []}, 200), ({1: 300}, {1: 200}, {}, 300), ({}, {}, {"owing": []}, 0),
    ({1: 300}, {1: 200}, {"owing": []}, 500), ({1: 300}, {1: -100}, {}, 200),
    ({1: 300}, {1: -100}, {"owing": []}, 200), ({1: 300}, {}, {"now": ph.SHOWDOWN}, 0),
    ({1: 300}, {}, {"live": [1]}, 0), ({1: 300}, {}, {"live": [1, 2]}, 300),
])  # fmt: skip
def test_change_is_due_until_a_card_of_the_next_street_has_come(oversized, change, fields, left):
    phase = view(oversized=oversized, change=change, owing=[1, 2, 3], live=[1, 2, 3])
    for name, value in fields.items():
        setattr(phase, name, value)
    assert phase.change_left(1) == left


@pytest.mark.parametrize("stack", [9000, None])
@pytest.mark.parametrize(("chips", "given"), [([100, 100, 100], 300), ([100], 100), ([25, 25], 50)])
def test_change_comes_out_of_the_pot_and_is_its_players_again(chips, given, stack):
    phase = view(oversized={1: 300}, put={1: 700}, pot=[100, 100, 500], pot_sum=700, change={})
    phase.stacks = {} if stack is None else {1: stack}
    event = {"t": 1, "what": "chips_move", "seat": 1, "chips": chips, "from": "pot", "to": "seat:1"}
    phase.note(event)
    assert (phase.change[1], phase.put[1], phase.pot_sum) == (-given, 700 - given, 700 - given)
    assert phase.stacks.get(1) == (None if stack is None else stack + given)
    assert phase.change_left(1) == 300 - given
    assert not phase.awarded and phase.now == ph.BETTING
    assert phase.pot.count(100) == 2 - min(2, chips.count(100))


@pytest.mark.parametrize(("change", "worth"), [
    ({}, 1000), ({1: 0}, 1000), ({1: 1}, 1001), ({1: 300}, 1300), ({2: 300}, 1000),
    ({1: -1}, 1000), ({1: -300}, 1000),  # given before its big chip is pulled in: it has it
])  # fmt: skip
def test_change_that_is_due_is_its_players_to_bet_with(change, worth):
    phase = view(stacks={1: 1000, 2: 1000}, change=change)
    assert phase.worth(1) == worth
    phase.lie = {1: 25}
    assert phase.worth(1) == worth - 25
    assert view(stacks={}, change=change).worth(1) >= 1 << 60


@pytest.mark.parametrize(("given", "front", "able"), [
    (None, 0, True), (None, 3549, True), (None, 3550, False),
    (3550, 3549, True), (3550, 3550, False),
])  # fmt: skip
def test_who_has_called_with_all_of_a_big_chip_plays_on_with_the_change(given, front, able):
    phase = view(stacks={1: 5000, 2: 9000}, front={1: 5000, 2: 1450}, oversized={1: 3550})
    phase.owing, phase.live, phase.counts = [], [1, 2], {1: 2, 2: 2}
    phase.note(
        {"t": 1, "what": "chips_move", "seat": 1, "chips": [5000], "from": "line:1", "to": "pot"}
    )
    if given:
        event = {"t": 2, "what": "chips_move", "seat": 1, "chips": [given], "from": "pot"}
        phase.note(dict(event, to="seat:1"))
    phase.front = {1: front}
    assert phase.able([1]) == ([1] if able else [])


@pytest.mark.parametrize(("more", "stack", "over", "high"), [
    (319, 378, {1: 41}, 378), (278, 378, {}, 378), (279, 378, {1: 1}, 378), (277, 378, {}, 377),
    (319, 419, {}, 419), (319, 418, {1: 1}, 418), (319, None, {}, 419),
])  # fmt: skip
def test_chips_to_a_big_one_that_called_are_no_more_of_a_bet_than_the_player_has(
    more, stack, over, high
):
    """The rest is its change, given unread or due still: nobody has it to answer."""
    phase = view(front={1: 100, 2: 383}, oversized={1: 46}, stacks={}, live=[1, 2], owing=[1])
    if stack is not None:
        phase.stacks = {1: stack}
    phase._put_in(1, more)
    assert (phase.oversized, phase.high(2)) == (over, high)
    assert phase.owing == ([2] if high > 383 else [])
    assert phase.able([1]) == ([] if stack is not None and stack <= 100 + more else [1])


@pytest.mark.parametrize(("chips", "won"), [([300], False), ([301], True)])
def test_more_than_the_change_that_is_due_is_the_pot(chips, won):
    phase = view(oversized={1: 300}, put={1: 700, 2: 400}, pot=[1100], pot_sum=1100, change={})
    phase.stacks = {1: 9000}
    event = {"t": 1, "what": "chips_move", "seat": 1, "chips": chips, "from": "pot", "to": "seat:1"}
    phase.note(event)
    assert phase.awarded == won and phase.now == (ph.SHOWDOWN if won else ph.BETTING)
    assert phase.winners == ({1: 301} if won else {})
    assert phase.stacks[1] == 9000 + sum(chips) and phase.pot_sum == 1100 - sum(chips)


@pytest.mark.parametrize(("due", "pushed", "left"), [(200, 150, 50), (200, 200, 0), (200, 201, 0)])
def test_a_push_pays_the_change_that_was_due_as_well(due, pushed, left):
    phase = view(ph.SHOWDOWN, change={1: due}, pot=[1000], pot_sum=1000, stacks={})
    for _ in range(2):
        event = {"t": 1, "what": "chips_move", "seat": 1, "chips": [pushed], "to": "seat:1"}
        phase.note(dict(event, **{"from": "pot"}))
        assert phase.change[1] == left
        phase.change[1], left = 100, max(0, 100 - pushed)
    assert phase.winners == {1: 2 * pushed} and phase.stacks == {}


@pytest.mark.parametrize(("left", "change", "pot", "values"), [
    (300, {}, [100, 200], [100, 200]), (300, {}, [100, 100], [300]),
    (300, {2: 100}, [100, 100], [100, 100]), (300, {2: 100}, [100, 200], [200]),
    (300, {1: 100}, [100, 200], [100, 200]),  # its own is its own
    (300, {1: 100, 2: 50}, [250], [250]), (300, {2: 300}, [300], []), (300, {2: 299}, [300], [1]),
    (300, {2: 301}, [300], []),
])  # fmt: skip
def test_the_pot_is_what_is_not_the_change_of_others(left, change, pot, values):
    phase = view(ph.SHOWDOWN, change=change, pot=pot, pot_sum=left)
    assert phase.pot_of(1) == values


@pytest.mark.parametrize(("total", "step", "stack", "low"), [
    (400, 0, 9000, False), (401, 0, 9000, True), (499, 0, 9000, True), (500, 0, 9000, False),
    (500, 150, 9000, True), (549, 150, 9000, True), (550, 150, 9000, False),
    (450, 0, 450, False), (450, 0, 451, True), (450, 0, 449, False),
])  # fmt: skip
def test_a_raise_is_too_little_below_the_least_one_and_all_there_is(total, step, stack, low):
    phase = view(front={2: 400}, step=step, stacks={1: stack}, oversized={})
    assert phase.too_little(1, total) == low
    phase.now = ph.SHOWDOWN
    assert not phase.too_little(1, total)


@pytest.mark.parametrize(("front", "owing", "now", "before"), [
    ({}, [1], ph.BETTING, True), ({1: 0}, [1], ph.BETTING, True), ({1: 1}, [1], ph.BETTING, False),
    ({}, [], ph.BETTING, False), ({2: 5}, [2], ph.BETTING, True), ({}, [1], ph.SHOWDOWN, False),
])  # fmt: skip
def test_chips_of_one_who_has_put_none_in_yet_are_of_the_street_before(front, owing, now, before):
    phase = view(front=front, owing=owing)
    phase.now = now
    assert phase.ends_no_round(1) == before


@pytest.mark.parametrize(("front", "high", "stack", "unsaid", "could"), [
    (0, 0, 100, [], True), (100, 100, 200, [], True), (99, 100, 200, [], False),
    (101, 100, 200, [], True), (100, 100, 100, [], False), (100, 100, 101, [], True),
    (0, 0, 100, [1], False), (0, 0, 100, [2], True), (0, 0, 0, [], False),
])  # fmt: skip
def test_who_faces_no_bet_and_has_chips_could_have_checked(front, high, stack, unsaid, could):
    phase = view(front={1: front, 2: high}, stacks={1: stack}, unsaid=unsaid, oversized={}, lie={})
    assert phase._could_check(1) == could


@pytest.mark.parametrize(("word", "by", "t", "over"), [
    ("raise", 1, 5001, {}), ("raise", 1, 5000, {1: 100}), ("all_in", 1, 5001, {}),
    ("all_in", 1, 5000, {1: 100}), ("raise", 2, 5001, {1: 100}), ("call", 1, 5001, {1: 100}),
])  # fmt: skip
def test_a_big_chip_calls_but_for_a_word_of_its_own_street(word, by, t, over):
    """What its player said before the card of this street came was about another bet."""
    phase = view(front={2: 900}, oversized={}, last_deal=5000, owing=[1, 3])
    phase.word = (by, word, t)
    phase._put_in(1, 1000, (1000,))
    assert phase.oversized == over


@pytest.mark.parametrize(("front", "amount", "posts"), [
    (0, 100, True), (0, 101, False), (0, 99, True), (0, 0, False), (0, 1, True), (60, 40, True),
    (60, 41, False),
])  # fmt: skip
def test_chips_up_to_the_blind_are_the_blind(front, amount, posts):
    phase = view(front={2: front}, posts={2: 100}, owing=[1, 2, 3], board=0)
    assert phase._posts(2, amount) == posts == phase.posts_late(2, amount)
    assert not phase.posts_late(1, 50)  # no blind of its own
    phase.board = 3
    assert not phase.posts_late(2, amount)
    phase.board, phase.owing = 0, [1, 3]
    assert not phase.posts_late(2, amount)


@pytest.mark.parametrize(("front", "awaited"), [
    ({1: 50, 2: 100}, False), ({1: 49, 2: 100}, True), ({1: 50, 2: 99}, True), ({1: 50}, True),
    ({1: 51, 2: 101}, False),
])  # fmt: skip
def test_blinds_are_awaited_until_all_of_them_lie_there(front, awaited):
    assert view(posts={1: 50, 2: 100}, front=front).blinds_awaited() == awaited


@pytest.mark.parametrize(("ante", "front", "put", "left", "lies"), [
    (25, 125, 0, 100, 25), (25, 124, 0, 100, 24), (25, 100, 0, 100, None), (25, 99, 0, 99, None),
    (25, 150, 0, 125, 25), (25, 125, 25, 125, None), (0, 125, 0, 125, None),
])  # fmt: skip
def test_an_ante_in_front_is_nobodys_bet_when_the_betting_opens(ante, front, put, left, lies):
    phase = view(ph.DEAL, ante=ante, antes=bool(ante), posts={2: 100}, lie={}, stacks={})
    phase.ante_by, phase.ante_of, phase.front, phase.put = None, {}, {2: front}, {2: put}
    phase.live = [1, 2, 3]
    phase._open_betting()
    assert phase.front == {2: left} and phase.lie.get(2) == lies
    assert (phase.now, phase.owing, phase.acting) == (ph.BETTING, [1, 2, 3], None)


@pytest.mark.parametrize(("by", "seat", "whole", "stack", "due"), [
    (None, 1, False, 9000, 25), (2, 2, False, 9000, 25), (2, 1, False, 9000, 0),
    (None, 1, False, 24, 24), (None, 1, True, 24, 25), (None, 3, False, 9000, 40),
    (1, 1, False, 25, 25),
])  # fmt: skip
def test_an_ante_is_due_as_far_as_the_stack_goes(by, seat, whole, stack, due):
    phase = view(ante=25, ante_of={"3": 40}, ante_by=by, stacks=dict.fromkeys((1, 2, 3), stack))
    phase.lie = {}
    assert phase.ante_due(seat, whole) == due


@pytest.mark.parametrize(("amount", "carried", "front", "oversized", "owing"), [
    (100, 0, 400, 200, [2]), (300, 0, 200, 0, [2]), (500, 0, 0, 0, [2]), (100, 100, 500, 300, [2]),
    (150, 100, 450, 250, [2]), (600, 0, 0, 0, [2]),
])  # fmt: skip
def test_chips_taken_back_count_no_more_but_those_only_carried_never_did(
    amount, carried, front, oversized, owing
):
    phase = view(front={1: 500, 2: 200}, oversized={1: 300}, carried=carried, owing=[2])
    phase.raised = None
    phase._taken_back(1, amount)
    assert (phase.front[1], phase.oversized[1], phase.owing) == (front, oversized, owing)
    assert phase.carried == max(0, carried - amount)


@pytest.mark.parametrize(("back", "owing"), [
    (199, [3]), (200, [2]), (201, [1, 2]), (400, [1, 2]),
])  # fmt: skip
def test_a_raise_taken_back_is_answered_by_who_had_answered_what_it_raised(back, owing):
    phase = view(front={1: 400, 2: 200, 3: 200}, oversized={}, carried=0, owing=[3])
    phase.raised = (1, [1, 2])  # who had to answer before it
    phase.owing = [3] if back < 200 else [2, 3]
    phase._taken_back(1, back)
    assert sorted(phase.owing) == owing and (phase.raised is None) == (back >= 200)


@pytest.mark.parametrize(("stacks", "seats"), [
    ({1: 900, 2: 900, 3: 900}, [1, 2, 3]), ({1: 900, 2: 0, 3: 900}, [1, 3]),
    ({1: 900, 3: 1}, [1, 2, 3]),
    ({}, [1, 2, 3]),  # a stack nobody named
])  # fmt: skip
def test_who_has_no_chips_left_is_not_in_the_next_hand(stacks, seats):
    phase = view(ph.BETWEEN, awarded=True, pot_sum=0, blinds=(1, 2, 50, 100))
    phase.stacks, phase.button_blind = dict(stacks), False
    move_on(phase)
    assert phase.seats == seats


@pytest.mark.parametrize(("left", "known"), [(49, True), (50, False), (51, False), (0, True)])
def test_half_a_big_blind_that_is_nobodys_makes_stacks_unknown(left, known):
    phase = view(ph.BETWEEN, awarded=True, pot_sum=left, blinds=(1, 2, 50, 100))
    phase.stacks, phase.button_blind = {1: 900, 2: 900, 3: 900}, False
    move_on(phase)
    assert bool(phase.stacks) == known


@pytest.mark.parametrize("ago_ms", [0, PARTIAL_MS, PARTIAL_MS + 1])
@pytest.mark.parametrize(("frm", "change", "owing", "live", "seat"), [
    (("pot", "pot"), 50, [], [1, 2, 3], None), (("pot", "pot"), 51, [], [1, 2, 3], None),
    (("pot", "pot"), 49, [], [1, 2, 3], 3),  # more than is due back
    (("pot", None), 50, [], [1, 2, 3], 3), (("pot", "pot"), 50, [1, 3], [1, 2, 3], 3),
    (("pot", "pot"), 0, [1], [1, 2], None), (("pot", None), 0, [1], [1, 2], 3),
    (("pot", "pot"), 0, [1], [1, 2, 3], 3),
])  # fmt: skip
def test_what_is_given_out_of_the_pot_is_no_act_of_its_player(
    frm, change, owing, live, seat, ago_ms
):
    """Change that is due, or what the loop of one who has no cards hears of the pot beside it; not
    what the pot's loop has not read for so long: it was given before, and is bet."""
    bench, item, _ = arrived(25, 25, change={3: change}, owing=owing, live=live)
    item.t = 9000
    for tag, zone in zip(item.tags, frm, strict=True):
        tag.frm, tag.left = zone, item.t - ago_ms
    item.tags[0].left -= 1  # the last of them tells
    assert item.acts() == (3 if ago_ms > PARTIAL_MS else seat)


# -- a big chip that is gone, and smaller ones that come ------------------------------------------


def taken(*values, after_ms=1000, gone=1, oversized=400):
    """A chip of 500 by seat 1, which called 100 with it, has left at 5000 ms; others come since."""
    bench = Bench()
    bench.phase.front, bench.phase.oversized = {1: 500, 2: 100}, {}
    if oversized:
        bench.phase.oversized = {1: oversized}
    spot = bench.chips.spots[1]
    bench.lie("line:1", *[chip(n + 1, value) for n, value in enumerate(values)], n=2)
    if values:
        spot.arrival.t = 5000 + after_ms
    item = spot.departure = Departure(bench.chips, spot, 5000)
    item.tags = bench.lie("line:3", *[chip(9 + n, 500) for n in range(gone)], n=1)
    bench.order.add(item)
    return bench, item


@pytest.mark.parametrize(("values", "change", "behind"), [
    ((100,), {}, True), ((50, 50), {}, True),
    ((50,), {}, True),  # the rest of it may come yet
    ((50, 50, 1), {}, False), ((101,), {}, False),  # more than was called
    ((), {}, False), ((100,), {"oversized": 0}, False), ((100,), {"gone": 2}, False),
    ((100,), {"after_ms": 0}, True), ((100,), {"after_ms": -1}, False),
    ((100,), {"after_ms": SHADOW_MS}, True), ((100,), {"after_ms": SHADOW_MS + 1}, False),
])  # fmt: skip
def test_a_big_chip_may_have_been_changed_for_those_that_come_since(values, change, behind):
    bench, item = taken(*values, **change)
    assert pulled.changed(bench.chips, item) == behind
    assert item.t == (item.spot.arrival.t + 1 if behind else 5000)


@pytest.mark.parametrize(("found", "waits"), [(0, True), (1, False)])
def test_not_one_that_the_pot_has_read(found, waits):
    bench, item = taken(100)
    item.found = found
    assert (not item.ready(item.spot.arrival.t + 400)) == waits


@pytest.mark.parametrize(("left", "read"), [(2999, False), (3000, False), (3001, True)])
def test_a_chip_that_has_gone_since_lay_there_when_others_came(left, read):
    """It was pulled in with all that lay there, and not changed for what came before that."""
    bench, item, _ = arrived(100)
    tag = Tag(b"1", 5000)
    tag.left = left
    assert change._read_since(tag, item.spot, 3000) == read


@pytest.mark.parametrize(("due", "frm", "ms", "acts"), [
    (100, "pot", 0, None), (125, "pot", 0, None), (99, "pot", 0, 3), (0, "pot", 0, 3),
    (100, None, 0, 3), (100, "seat:3", 0, 3), (100, "line:1", 0, 3),
    (100, "pot", PARTIAL_MS, None), (100, "pot", PARTIAL_MS + 1, 3),  # given before, unread
])  # fmt: skip
def test_change_out_of_the_pot_is_no_act_on_the_street_that_is_coming(due, frm, ms, acts):
    """Its burn lies there already: what comes last of it does not wait for the board."""
    bench, item, _ = arrived(100, front={}, owing=[])
    bench.phase.change = {3: due}
    for tag in item.tags:
        tag.frm, tag.left = frm, item.t - ms
    assert item.acts() == acts


def test_chips_some_of_which_come_from_elsewhere_are_an_act():
    bench, item, _ = arrived(100, 25, front={}, owing=[])
    bench.phase.change = {3: 125}
    for tag, frm in zip(item.tags, ("pot", None), strict=True):
        tag.frm, tag.left = frm, item.t
    assert item.acts() == 3


# -- change given while a big chip that calls waits for its player's word -------------------------


def big_chip(value=500, front=(("1", 375),), word=(None, None, 0), now=ph.BETTING, **more):
    """A chip of 500 lies before seat 3, which owes 375, since 1000 ms; nothing is told of it."""
    bench, item, _ = arrived(value, *more.get("others", ()), now=now)
    bench.phase.front = {int(seat): n for seat, n in front}
    bench.phase.word, bench.phase.last_deal, bench.phase.owing = word, 500, [3]
    item.tags[0].frm = more.get("frm")
    tag = Tag(chip(30)[0], more.get("change", 125))
    tag.zone, tag.left = more.get("zone", "pot"), 1700 - more.get("ms", 0)
    return bench, item, tag


@pytest.mark.parametrize(("change", "changed"), [
    ({}, True), ({"change": 126}, False), ({"change": 100}, True),
    ({"ms": PARTIAL_MS}, True), ({"ms": PARTIAL_MS + 1}, False),  # given before: it may be bet
    ({"others": (25,)}, False),  # no lone chip: a wager
    ({"frm": "pot"}, False), ({"frm": "seat:3"}, True), ({"now": ph.SHOWDOWN}, False),
    ({"front": ()}, False), ({"front": (("1", 500),)}, False),  # a bet; just a call
    ({"word": (3, "raise", 600)}, False), ({"word": (3, "all_in", 600)}, False),
    ({"word": (3, "raise", 500)}, True), ({"word": (2, "raise", 600)}, True),
    ({"word": (3, "call", 600)}, True),
])  # fmt: skip
def test_what_the_pot_had_till_now_is_change_for_a_lone_big_chip_that_calls(change, changed):
    _, item, tag = big_chip(**change)
    assert item.changed_by(tag, 1700) == changed
    assert not item.changed_by(item.tags[0], 1700)


@pytest.mark.parametrize(("zone", "over"), [("pot", True), (None, False), ("line:1", False)])
def test_it_is_no_part_of_the_motion_of_that_chip(zone, over):
    """However soon after it: that waits for its player's word."""
    _, item, tag = big_chip(zone=zone)
    assert item.over(tag, item.last + 1) == over


@pytest.mark.parametrize(("frm", "apart"), [("pot", True), (None, False), ("seat:3", False)])
def test_nor_is_it_taken_into_it_when_that_is_told(frm, apart):
    bench, item, tag = big_chip()
    more = Arrival(bench.chips, item.spot, 1700)
    more.tags, tag.frm = [tag], frm
    assert more.out_of_pot() == apart


@pytest.mark.parametrize(("live", "counts", "frm", "acts"), [
    ([1, 2], {1: 2, 2: 2, 3: 0}, "pot", None), ([1, 2, 3], {1: 2, 2: 2, 3: 2}, "pot", 3),
    ([1, 2], {1: 2, 2: 2}, "pot", 3),  # nothing is known of its cards
    ([1, 2], {1: 2, 2: 2, 3: 0}, None, 3), ([1, 2], {1: 2, 2: 2, 3: 0}, "line:1", 3),
])  # fmt: skip
def test_chips_of_the_pot_before_a_seat_whose_hand_is_gone_are_no_act(live, counts, frm, acts):
    bench, item, _ = arrived(100, front={}, owing=[1, 2], live=live, counts=counts)
    for tag in item.tags:
        tag.frm, tag.left = frm, item.t
    assert item.acts() == acts


@pytest.mark.parametrize(("late_ms", "change", "stays"), [
    (-1, {3: 100}, True), (0, {3: 100}, True), (1, {3: 100}, False), (1, {3: 99}, True),
    (1, {3: 400}, False), (1, {2: 400}, True), (1, {3: -100}, True),
])  # fmt: skip
def test_a_chip_pulled_in_unread_is_bet_after_two_shadows_where_it_was_change(
    late_ms, change, stays
):
    bench = Bench()
    tag = Tag(chip(1)[0], 100)
    tag.supposed, tag.zone, tag.left = True, POT, 2000
    bench.phase.change = change
    bench.chips._onto(tag, bench.chips.spots[3], 2000 + PARTIAL_MS + late_ms)
    assert (tag.zone, tag.item is None) == ((POT, True) if stays else ("line:3", False))


@pytest.mark.parametrize(("said", "seat", "high"), [
    ((1, 1000, 501), 2, 1000), ((1, 1000, 500), 2, 900), ((1, 900, 501), 2, 900),
    ((1, 899, 501), 2, 900), ((1, 1000, 501), 1, 300), ((1, 1000, 501), None, 900),
    ((3, 1000, 501), 2, 900),  # nothing of it has been read yet
    ((4, 1000, 501), 2, 900), (None, 2, 900), (None, 1, 300),  # seat 4 has folded
])  # fmt: skip
def test_a_bet_is_as_much_to_others_as_was_said_with_some_of_it(said, seat, high):
    phase = view(front={1: 900, 2: 300, 4: 200}, said=said, last_deal=500, live=[1, 2, 3])
    assert phase.high(seat) == high


@pytest.mark.parametrize(("chips", "owing"), [
    ([500, 200], [1]),  # a call of what was said, a chip of the bet going unread
    ([500, 100], [1]), ([500, 225], [2, 1]),
])  # fmt: skip
def test_who_puts_in_what_was_said_calls_it_though_less_was_read(chips, owing):
    phase = view(front={2: 900, 3: 300}, said=(2, 1000, 501), last_deal=500)
    phase.live, phase.owing, phase.stacks = [2, 1, 3], [3, 1], {1: 9000, 2: 9000, 3: 9000}
    event = {"t": 600, "what": "chips_move", "seat": 3, "chips": chips, "from": "seat:3"}
    phase.note({**event, "to": "line:3", "by": "player", "motion": 1})
    assert phase.owing == owing


def test_who_raises_after_saying_so_raises():
    phase = view(front={1: 300, 3: 300}, said=(3, 1000, 501), last_deal=500)
    phase.live, phase.owing, phase.stacks = [1, 2, 3], [3], {1: 9000, 2: 9000, 3: 9000}
    event = {"t": 600, "what": "chips_move", "seat": 3, "chips": [500, 200], "from": "seat:3"}
    phase.note({**event, "to": "line:3", "by": "player", "motion": 1})
    assert phase.owing == [1, 2] and phase.step == 700
