"""What the tracker of chips decides by itself: what is a push, what lacks, what lies where."""

import pytest

from firmware.table import change, changes, crosstalk, late, pulled
from firmware.table import phase as ph
from firmware.table.departures import Departure
from firmware.table.presence import Tag
from firmware.table.spots import Arrival
from firmware.table.values import SECOND_MOVE_MS, SHADOW_MS
from shared_rules.zones import POT
from tests.firmware_table.bench import Bench, card, chip
from tests.firmware_table.test_spots_bounds import arrived


def laid(seat, *values, since=1000, first=1, bench=None):
    """Chips told to lie on a bet spot: ``(bench, tags)``."""
    bench = bench or Bench()
    things = [chip(first + n, value) for n, value in enumerate(values)]
    tags = bench.lie(f"line:{seat}", *things, since=since)
    for tag in tags:
        tag.zone, tag.item = f"line:{seat}", None
    bench.chips.spots[seat].arrival = None
    bench.order.items = []
    return bench, tags


def test_a_new_hand_forgets_the_chips_of_the_pot_and_no_others():
    bench, (lying, pulled_in) = laid(1, 100, 25)
    (on_pot,) = bench.lie("muck", card(1))
    pulled_in.zone = on_pot.zone = POT
    spot = bench.chips.spots[1]
    spot.unread, spot.expect, spot.event = 75, [25], {}
    bench.chips.begin([lying, pulled_in, on_pot])
    assert [tag.zone for tag in (lying, pulled_in, on_pot)] == ["line:1", None, POT]
    assert (spot.unread, spot.expect, spot.event) == (0, [], None)


@pytest.mark.parametrize(("t", "read", "told", "unsure"), [
    (0, True, False, True), (0, False, True, False), (5, True, True, False),
])  # fmt: skip
def test_chips_told_before_a_cut_were_pulled_in_unless_others_of_the_pile_lie(
    t, read, told, unsure
):
    bench, _ = laid(1, 100)
    if not read:
        bench.ant("line:1").tracks[0].tag.zone = None
    bench.chips.unsure = 7
    bench.chips.restore({1: [25], 9: [500]})
    bench.events.clear()
    bench.chips.settled(t, 9000)
    assert bench.chips.unsure == (9000 + bench.chips.resolve_ms if unsure else 0)
    moved = [(1, [25], "line:1", POT, "dealer", t)]
    assert bench.emitted("seat", "chips", "from", "to", "by", "t") == (moved if told else [])
    assert bench.chips.spots[1].expect == ([] if told else [25])
    assert bench.chips.spots[1].swept_ms == (t if told else None)
    assert 9 not in bench.chips.spots


def test_what_nobody_waits_for_after_a_cut_is_no_pull():
    bench, _ = laid(1, 100)
    bench.chips.settled(0, 9000)
    assert (bench.events, bench.chips.unsure) == ([], 0)
    assert bench.chips.spots[1].swept_ms is None


def test_chips_of_before_a_cut_go_with_those_that_are_just_leaving():
    bench, (tag, _) = laid(1, 100, 100)
    bench.chips.depart(tag, bench.chips.spots[1], 3000)
    bench.chips.restore({1: [25]})
    bench.chips.settled(5, 9000)
    assert bench.chips.spots[1].departure.expect == [25]
    assert bench.events == []


@pytest.mark.parametrize(("unsure", "t", "asked"), [
    (None, 9000, False), (9000, 8999, False), (9000, 9000, True),
])  # fmt: skip
def test_what_was_unsure_after_a_cut_is_settled_in_the_end(unsure, t, asked):
    bench = Bench()
    said = []
    bench.chips.settled = lambda *at: said.append(at)
    if unsure:
        bench.chips.unsure = unsure
    bench.chips.poll(t)
    assert said == ([(t, t)] if asked else [])


@pytest.mark.parametrize(("zone", "in_pot", "whole", "may"), [
    (None, False, False, True), ("seat:1", False, False, True), ("line:1", False, False, False),
    ("line:1", True, False, True), ("line:1", False, True, True),
])  # fmt: skip
def test_chips_of_a_bet_spot_go_into_the_pot_by_others_or_as_a_whole(
    monkeypatch, zone, in_pot, whole, may
):
    monkeypatch.setattr(pulled, "in_pot", lambda *_: in_pot)
    monkeypatch.setattr(pulled, "whole", lambda _: whole)
    assert Bench().chips.may_pull(zone, 2000) == may


@pytest.mark.parametrize(("front", "amount", "values"), [
    ({1: 100}, 300, [200, 100]), ({1: 100}, 100, [100]), ({1: 100}, 101, [100, 1]),
    ({1: 100}, 99, [99]), ({}, 300, [300]), ({1: 300, 2: 100}, 500, [300, 200]),
    ({1: 100, 2: 100}, 1, [1]), ({1: 2}, 2, [2]), ({1: 1}, 2, [1, 1]),
    ({1: 100, 2: 200}, 300, [300]),
])  # fmt: skip
def test_chips_nobody_reads_are_told_as_what_was_owed_and_what_is_more(front, amount, values):
    bench = Bench()
    bench.phase.front = front
    bench.phase.acting, bench.phase.motions = 2, 3
    spot = bench.chips.spots[2]
    spot.unread = 25
    bench.events.clear()
    bench.chips.emit_unread(2, amount, 5000)
    assert bench.emitted("seat", "chips", "t", "motion") == [(2, values, 5000, 4)]
    assert (spot.unread, spot.emitted_t) == (25 + amount, 5000)


@pytest.mark.parametrize(("change", "taken"), [
    ({}, True), ({"heard": False}, False), ({"lacks": None}, False), ({"told": True}, False),
    ({"gone": True}, False), ({"own": True}, False), ({"lacks": True}, True),
])  # fmt: skip
def test_a_motion_takes_the_chips_that_lack_here_and_that_its_loop_hears_as_well(
    monkeypatch, change, taken
):
    monkeypatch.setattr(crosstalk, "as_likely", lambda *_: change.get("heard", True))
    bench, item, ant = arrived(100)
    bench.lie("line:2", chip(9, 25), since=1000, n=2)
    other = bench.chips.spots[2].arrival
    (theirs,) = other.tags
    bench.read(1100, ant.name, chip(1, 100), chip(9, 25))
    if change.get("told"):
        theirs.item = None
    if change.get("gone"):
        other.gone.append(theirs)
    if change.get("own"):
        other.spot = item.spot
    asked = []
    bench.chips.lacking = lambda motion, more: asked.append(more) or change.get("lacks", False)
    crosstalk.claim(bench.chips, item)
    assert (theirs in item.tags) == taken and (theirs in other.tags) != taken
    if taken:
        assert asked == [25] and theirs.item is item and theirs.zone == item.spot.line


@pytest.mark.parametrize(("gone", "given"), [(False, True), (True, False)])
def test_chips_go_to_the_neighbour_but_for_those_that_have_gone(monkeypatch, gone, given):
    bench, item, _ = arrived(100)
    (tag,) = item.tags
    bench.read(1050, "line:2", chip(1, 100))
    (track,) = [k for k in tag.tracks if k.antenna.name == "line:2"]
    monkeypatch.setattr(crosstalk, "likelier", lambda *_: track)
    if gone:
        item.gone.append(tag)
    assert bench.chips.to_neighbour(item) == given
    assert (tag.home is track) == given and (tag.item is not item) == given


@pytest.mark.parametrize(("value", "total"), [
    (None, None), ("x", None), (149, None), (150, None), (151, 151),
])  # fmt: skip
def test_an_answer_counts_where_it_is_more_than_was_read(value, total):
    bench, item, _ = arrived(100)
    bench.phase.front = {3: 50}
    asked = []
    bench.chips.ask = lambda *args: asked.append(args)
    bench.chips.question(item, 4000)
    ((now, what, answered, seat, read),) = asked
    assert (now, what, seat, read) == (4000, "chips_unread", 3, 150)
    answered(value, 4500)
    assert item.total == total


@pytest.mark.parametrize(("front", "value", "lacks"), [
    ({}, 60, True), ({}, 99, True), ({}, 100, False), ({}, 101, None),
    ({2: 60}, 39, True), ({2: 60}, 40, False),
])  # fmt: skip
def test_a_blind_put_out_late_lacks_what_is_less_than_the_blind(front, value, lacks):
    bench, item, _ = arrived(value, seat=2)
    bench.phase.front, bench.phase.said = front, None
    assert bench.chips.lacking(item) is lacks


def test_chips_the_pot_reads_count_one_each_for_those_that_left():
    bench, tags = laid(3, 100, 100, 100)
    for tag in tags:
        bench.chips.depart(tag, bench.chips.spots[3], 3000)
    item = tags[0].item
    for tag, found in zip(tags, (1, 2, 3), strict=True):
        bench.chips.arrived(tag, bench.ant("pot"), 3500)
        assert item.found == found and item.queued


@pytest.mark.parametrize(("missed", "zone", "t"), [
    (0, "line:3", 3000), (1, "line:3", 3200), (1, "seat:3", 3000),
])  # fmt: skip
def test_what_leaves_a_pile_takes_its_turn_after_the_last_that_was_missed(missed, zone, t):
    bench, (tag, other) = laid(3, 100, 100)
    track = other.home
    track.misses, track.silent, other.zone = missed, 3200, zone
    bench.chips.depart(tag, bench.chips.spots[3], 3000)
    bench.chips._queue(tag.item, True)
    assert tag.item.t == t


@pytest.mark.parametrize("queued", [False, True])
def test_chips_that_follow_move_what_has_left_until_it_waits_to_be_told(queued):
    bench, (tag, other, _) = laid(3, 100, 100, 100)
    spot = bench.chips.spots[3]
    bench.chips.depart(tag, spot, 3000)
    bench.chips._queue(tag.item, queued)
    bench.chips.depart(other, spot, 3000 + SHADOW_MS)
    assert other.item is tag.item
    assert (tag.item.t, tag.item.last) == (3000 if queued else 3000 + SHADOW_MS, 3000 + SHADOW_MS)


@pytest.mark.parametrize(("kind", "zone", "moves", "looks"), [
    ("line:3", "line:3", False, True), ("line:3", "line:3", True, False),
    ("line:3", None, False, False), ("pot", POT, False, False), ("seat:3", "seat:3", False, False),
])  # fmt: skip
def test_spots_and_pot_are_looked_at_when_a_chip_that_lay_there_is_missed(kind, zone, moves, looks):
    bench, (tag,) = laid(3, 100)
    said = []
    bench.chips.attention.chips_left = lambda *args: said.append(args)
    tag.zone, tag.item = zone, object() if moves else None
    bench.chips.stirred(tag, bench.ant(kind), 4000)
    assert said == ([(bench.chips.resolve_ms, 4000)] if looks else [])


def test_what_lies_on_a_spot_is_what_was_told_to():
    bench, (_, other) = laid(3, 100, 25)
    other.zone = "seat:3"
    assert bench.chips.lying(3) == [100]


@pytest.mark.parametrize(("now", "asked"), [
    (ph.BETTING, True), (ph.DEAL, False), (ph.SHOWDOWN, False),
])  # fmt: skip
def test_the_pot_is_held_empty_at_a_showdown_alone(monkeypatch, now, asked):
    said = []
    monkeypatch.setattr(pulled, "emptied", lambda *args: said.append(args))
    bench = Bench()
    bench.phase.now = now
    bench.chips.poll(5000)
    assert bool(said) == (now == ph.SHOWDOWN)
    bench, item, _ = arrived(100)
    bench.phase.now = now
    acts = []
    bench.chips.before_act = lambda *args: acts.append(args)
    bench.chips._is_push = lambda _: False
    bench.chips.arrival_over(item, 2000)
    assert acts == ([(3, item.t)] if asked else [])


@pytest.mark.parametrize(("live", "awarded", "frm", "told"), [
    ([3], False, "seat:3", []), ([3], False, POT, [100]), ([1, 3], True, "seat:3", []),
    ([1, 3], False, "seat:3", [100]), ([1, 3], False, None, [100]),
])  # fmt: skip
def test_a_push_is_told_without_what_had_gone_back_to_the_winner(live, awarded, frm, told):
    bench, item, _ = arrived(100, live=live, pot_sum=1000)
    bench.phase.now, bench.phase.awarded, bench.phase.board = ph.SHOWDOWN, awarded, 5
    bench.chips._is_push = lambda _: True
    item.tags[0].frm = frm
    bench.events.clear()
    bench.chips.arrival_over(item, 2000)
    pushed = [(3, told, POT, "seat:3", "dealer")] if told else []
    assert bench.emitted("seat", "chips", "from", "to", "by") == pushed
    assert item.tags[0].zone == "seat:3"


@pytest.mark.parametrize(("total", "front", "chips", "unread"), [
    (None, 0, [100], 0), (100, 0, [100], 0), (101, 0, [100, 1], 1), (150, 50, [100], 0),
    (200, 50, [100, 50], 50), (99, 0, [100], 0),
])  # fmt: skip
def test_what_the_dealer_has_counted_and_nobody_read_lies_there_too(total, front, chips, unread):
    bench, item, _ = arrived(100)
    bench.phase.front = {3: front}
    item.total = total
    spot = item.spot
    spot.unread = 5
    bench.events.clear()
    bench.chips.arrival_over(item, 2000)
    assert bench.emitted("seat", "chips", "to") == [(3, chips, "line:3")]
    assert spot.unread == 5 + unread
    assert spot.total == bench.phase.front.get(3, 0)


@pytest.mark.parametrize(("doubt", "gone", "taught"), [
    (False, False, True), (True, False, False), (False, True, False),
])  # fmt: skip
def test_a_motion_teaches_the_load_where_all_of_it_lies_there_beyond_doubt(doubt, gone, taught):
    bench, item, _ = arrived(100, 100)
    said = []
    item.spot.teach = said.append
    item.spot.doubtful = lambda: doubt
    if gone:
        item.gone.append(item.tags[0])
        item.tags[0].left = 1500
    bench.chips.arrival_over(item, 2000)
    assert bool(said) == taught


@pytest.mark.parametrize("how", ["pot", "others"])
def test_nor_where_some_of_it_has_been_pulled_in(monkeypatch, how):
    bench, item, _ = arrived(100, 100)
    said = []
    item.spot.teach = said.append
    item.spot.doubtful = lambda: False
    monkeypatch.setattr(pulled, "swept_with_others", lambda *_: how == "others")
    item.gone.append(item.tags[0])
    item.tags[0].left = 1500
    item.tags[0].zone = POT if how == "pot" else item.tags[0].zone
    bench.chips.arrival_over(item, 2000)
    assert not said and item.gone == [] and item.spot.departure.tags == [item.tags[0]]
    assert item.spot.departure.found == (how == "pot")


@pytest.mark.parametrize(("after_ms", "with_them"), [(SHADOW_MS, True), (SHADOW_MS + 1, False)])
def test_chips_missed_within_a_shadow_of_those_pulled_in_went_with_them(after_ms, with_them):
    bench, item, _ = arrived(100, 100, 100)
    found, lost, _ = item.tags
    found.zone, found.left, lost.left = POT, 1500, 1500 + after_ms
    item.gone = [found, lost]
    item.lay = lambda _: False
    bench.events.clear()
    bench.chips.arrival_over(item, 9000)
    assert (lost.zone == "seat:3") != with_them
    assert (lost in item.spot.departure.tags) == with_them
    crossed = [row[0] for row in bench.emitted("crossed", "chips")]
    assert crossed == (["full"] if with_them else ["in_hand", "full", None])


@pytest.mark.parametrize(("front", "left", "asks"), [
    ({3: 101, 1: 100}, 0, True), ({3: 100, 1: 100}, 0, False), ({3: 100, 1: 100}, 5, True),
    ({}, 0, False),
])  # fmt: skip
def test_change_is_looked_for_where_more_than_a_call_is_in_front(monkeypatch, front, left, asks):
    said = []
    monkeypatch.setattr(change, "made", lambda *_: said.append("made"))
    monkeypatch.setattr(change, "given", lambda *_: said.append("given") or True)
    bench, item, _ = arrived(100)
    bench.phase.front, bench.phase.acting = front, 1
    bench.phase.high = lambda but=None: max([0] + [front[s] for s in front if s != 3])
    bench.phase.change_left = lambda _: left
    assert bench.chips._change_made(item, item.spot) == asks
    assert said == (["given"] if asks else [])
    bench.phase.acting = 3
    assert bench.chips._change_made(item, item.spot) == asks
    assert said == (["given", "made", "given"] if asks else [])


# -- chips that have left -------------------------------------------------------------------------


def leaves(*values, seat=3, **phase):
    """Chips of a bet spot that have left it at 3000: ``(bench, item, acts told before it)``."""
    bench, tags = laid(seat, *values)
    for name, value in phase.items():
        setattr(bench.phase, name, value)
    for tag in tags:
        tag.home.antenna.tracks.remove(tag.home)
        tag.tracks, tag.home = (), None
        bench.chips.depart(tag, bench.chips.spots[seat], 3000)
    acts = []
    bench.chips.before_act = lambda *args: acts.append(args)
    bench.events.clear()
    return bench, tags[0].item, acts


def verdicts(monkeypatch, **said):
    """What is known of chips that have left, by name; False or 0 where it is not said."""
    for name in ("left_alone", "alone_since", "uncalled", "in_pot"):
        monkeypatch.setattr(pulled, name, lambda *_, name=name: said.get(name, 0))


@pytest.mark.parametrize(("found", "said", "to", "t"), [
    (0, {}, "seat:3", 3000), (1, {}, POT, 3000), (0, {"in_pot": True}, POT, 3000),
    (0, {"in_pot": True, "uncalled": True}, "seat:3", 3000),
    (0, {"in_pot": True, "left_alone": True}, "seat:3", 3000),
    (0, {"in_pot": True, "alone_since": 3500}, "seat:3", 3500),
    (0, {"left_alone": True, "alone_since": 3500}, "seat:3", 3000),
    (1, {"alone_since": 3500}, POT, 3000), (1, {"left_alone": True, "uncalled": True}, POT, 3000),
])  # fmt: skip
def test_where_chips_that_left_have_gone(monkeypatch, found, said, to, t):
    bench, item, acts = leaves(100, 25)
    verdicts(monkeypatch, **said)
    item.found = found
    bench.chips.departure_over(item, 6000)
    by = "dealer" if to == POT else "player"
    assert bench.emitted("seat", "chips", "from", "to", "by", "t") == [
        (3, [100, 25], "line:3", to, by, t)
    ]  # fmt: skip
    assert [tag.zone for tag in item.tags] == [to, to]
    alone = said.get("left_alone") or said.get("alone_since")
    assert acts == ([(None, t)] if to == POT or alone else [])


@pytest.mark.parametrize(("lies", "values"), [(True, [100]), (False, [100, 75, 25])])
def test_chips_nobody_read_go_into_the_pot_with_the_last_that_leave(monkeypatch, lies, values):
    bench, item, _ = leaves(100)
    verdicts(monkeypatch)
    spot = item.spot
    spot.expect, spot.unread, spot.lies, item.found = [25], 75, lambda: lies, 1
    bench.chips.departure_over(item, 6000)
    assert bench.emitted("chips", "to") == [(values, POT)]
    assert spot.expect == ([25] if lies else []) and spot.unread == 0


@pytest.mark.parametrize(("home", "supposed"), [(None, True), ("line:2", True), (POT, False)])
def test_a_chip_is_supposed_in_the_pot_until_its_loop_has_read_it(monkeypatch, home, supposed):
    bench, item, _ = leaves(100)
    verdicts(monkeypatch)
    (tag,) = item.tags
    if home is not None:
        bench.read(5000, home, chip(1, 100))
        tag.home = tag.tracks[0]
    item.found = 1
    bench.chips.before_act = None
    bench.chips.departure_over(item, 6000)
    assert tag.supposed == supposed and len(bench.events) == 1


def test_chips_go_back_to_the_last_player_where_nobody_is_told_of_acts(monkeypatch):
    bench, item, _ = leaves(100)
    verdicts(monkeypatch, left_alone=True)
    bench.chips.before_act = None
    bench.chips.departure_over(item, 6000)
    assert bench.emitted("to") == [("seat:3",)]


# -- chips read after a motion that waits to be told ----------------------------------------------


@pytest.mark.parametrize(("change", "taken"), [
    ({}, False), ({"unmoved": True}, True), ({"goes": True}, True),
    ({"unmoved": True, "n": 2}, True), ({"unmoved": True, "goes": True, "n": 3}, False),
    ({"n": 3, "total": 449}, False), ({"n": 3, "total": 450}, True), ({"total": 249}, False),
    ({"total": 250}, True), ({"unmoved": True, "gone": True}, False),
    ({"unmoved": True, "pot": 1}, False), ({"unmoved": True, "pot": 1, "n": 2}, True),
])  # fmt: skip
def test_chips_read_since_came_with_a_motion_that_waits(monkeypatch, change, taken):
    bench, item, ant = arrived(100)
    bench.phase.front = {3: 50}
    more = Arrival(bench.chips, item.spot, 1500)
    more.tags = [Tag(chip(n)[0], 100) for n in range(5, 5 + change.get("n", 1))]
    for tag in more.tags[: change.get("pot", 0)]:
        tag.frm = POT
    item.spot.arrival = more
    bench.order.add(more)
    item.total = change.get("total")
    if change.get("gone"):
        more.gone.append(more.tags[0])
    asked = []
    bench.chips.bearing.unmoved = lambda *args: asked.append(args) or change.get("unmoved", False)
    monkeypatch.setattr(late, "goes_with", lambda *_: change.get("goes", False))
    bench.chips._take_in(item, item.spot)
    assert len(item.tags) == 1 + (len(more.tags) if taken else 0)
    assert (more in bench.order.items, item.spot.arrival) == (not taken, None if taken else more)
    assert asked in ([], [(ant, len(more.tags))])


@pytest.mark.parametrize(("supposed", "zone", "pays", "stays"), [
    (True, POT, False, True), (False, POT, False, False), (True, "seat:3", False, False),
    (True, POT, True, False),
])  # fmt: skip
def test_a_chip_pulled_in_unread_and_read_on_its_spot_lay_in_a_shadow(supposed, zone, pays, stays):
    bench = Bench()
    tag = Tag(chip(1)[0], 100)
    tag.supposed, tag.zone = supposed, zone
    bench.chips.pays = lambda: pays
    bench.chips._onto(tag, bench.chips.spots[3], 2000)
    assert (tag.zone, tag.item is None) == ((POT, True) if stays else ("line:3", False))


@pytest.mark.parametrize(("frm", "gone", "zone", "moves"), [
    ("line:3", False, "line:3", False), ("line:3", True, "line:3", False),
    ("seat:2", False, "line:3", True), ("seat:2", True, "line:3", True),
])  # fmt: skip
def test_a_chip_the_neighbour_had_on_its_way_is_of_this_spot(frm, gone, zone, moves):
    bench, item, _ = arrived(100, seat=2)
    (tag,) = item.tags
    tag.frm = frm
    if gone:
        item.gone.append(tag)
    bench.chips._onto(tag, bench.chips.spots[3], 2000)
    assert (item.tags, item.gone) == ([], [])
    assert (tag.zone, tag.item is not None) == (zone, moves)
    assert not moves or tag.frm == frm


@pytest.mark.parametrize("gone", [False, True])
def test_a_chip_of_a_motion_read_again_has_not_gone(gone):
    bench, item, _ = arrived(100, 100)
    tag, other = item.tags
    item.gone = [other, tag] if gone else [other]
    bench.chips._onto(tag, item.spot, 2000)
    assert item.gone == [other] and item.tags == [tag, other]


@pytest.mark.parametrize(("value", "unread"), [(74, 1), (75, 0), (76, 75)])
def test_a_chip_the_dealer_has_counted_already_is_told_no_more(value, unread):
    bench = Bench()
    spot = bench.chips.spots[3]
    spot.unread = 75
    tag = Tag(chip(1)[0], value)
    bench.chips._onto(tag, spot, 2000)
    assert (spot.unread, tag.zone) == (unread, "line:3")
    assert (spot.arrival is None) == (unread < 75)


@pytest.mark.parametrize(("gone", "left", "faded"), [
    (None, 0, 0), (0, 0, 0), (1, 0, 1), (2, 0, 2), (None, 1, 1), (1, 2, 3),
])  # fmt: skip
def test_the_load_before_is_held_against_what_has_faded(gone, left, faded):
    bench = Bench()
    spot = bench.chips.spots[3]
    others = [Tag(chip(n)[0], 100) for n in range(2, 6)]
    if gone is not None:
        spot.arrival = Arrival(bench.chips, spot, 1000)
        spot.arrival.tags, spot.arrival.gone = others[:2], others[:gone]
    if left:
        spot.departure = Departure(bench.chips, spot, 1000)
        spot.departure.tags = others[2 : 2 + left]
    asked = []
    bench.chips.bearing.bore_more = lambda *args: asked.append(args)
    bench.chips._onto(Tag(chip(1)[0], 100), spot, 1400)
    assert asked == [(spot.antenna, faded)]


@pytest.mark.parametrize(("after_ms", "early", "later", "noted"), [
    (SECOND_MOVE_MS - 1, None, False, False), (SECOND_MOVE_MS, None, False, True),
    (SECOND_MOVE_MS, True, False, False), (0, None, True, True), (0, True, True, False),
])  # fmt: skip
def test_chips_so_long_after_the_others_are_kept_apart(monkeypatch, after_ms, early, later, noted):
    bench, item, _ = arrived(100)
    said = []
    monkeypatch.setattr(changes, "note_since", lambda *args: said.append(args))
    item.later = list(item.tags) if later else ()
    item.over = lambda *_: False
    bench.chips.bearing.bore_more = lambda *_: early
    tag = Tag(chip(9)[0], 100)
    bench.chips._onto(tag, item.spot, item.last + after_ms)
    assert tag.item is item
    assert said == ([(item, tag, 1000 + after_ms)] if noted else [])


@pytest.mark.parametrize(("change", "push"), [
    ({}, True), ({"out": 1}, True), ({"out": 0}, False), ({"held": 200}, True),
    ({"held": 199}, False), ({"owes": True, "held": 399}, True),
    ({"owes": True, "held": 400}, False), ({"owes": True, "held": 401}, False),
    ({"held": 10**6}, True), ({"now": ph.DEAL}, False), ({"now": ph.SHUFFLED}, False),
    ({"pays": False}, False), ({"pays": False, "hands": [3]}, True),
    ({"value": 1, "held": 10}, True), ({"n": 1, "held": 100}, True),
])  # fmt: skip
def test_chips_of_the_pot_are_a_push_but_for_a_bet_of_who_is_due(monkeypatch, change, push):
    value = change.get("value", 100)
    bench, item, _ = arrived(*[value] * change.get("n", 2))
    monkeypatch.setattr(pulled, "in_hand", lambda *_: change.get("hands", [1, 3]))
    bench.chips.pays = lambda: change.get("pays", True)
    bench.phase.now = change.get("now", ph.BETTING)
    bench.phase.pot_sum = change.get("held", 200)
    bench.phase.owing = [3] if change.get("owes") else [1]
    for tag in item.tags[: change.get("out", 2)]:
        tag.frm = POT
    assert bench.chips._is_push(item) == push
    item.tags = []
    assert not bench.chips._is_push(item)


@pytest.mark.parametrize(("found", "back", "queued"), [
    (0, 1, False), (0, 2, False),  # the others are a fade: when they went is not known yet
    (1, 1, True),  # the pot has one: the pile was pulled in
])  # fmt: skip
def test_a_pile_missed_as_a_whole_holds_up_nobody_when_some_of_it_is_read_again(
    found, back, queued
):
    bench, tags = laid(3, 100, 100, 100)
    spot = bench.chips.spots[3]
    for tag in tags:
        bench.chips.depart(tag, spot, 3000)
    item = spot.departure
    bench.chips._queue(item, True)
    item.found = found
    for tag in tags[:back]:
        bench.chips._onto(tag, spot, 3500)
    assert item.queued == (item in bench.order.items) == queued
    assert len(item.tags) == 3 - back and {tag.zone for tag in tags} == {"line:3"}
    if not queued:
        bench.chips.depart(tags[0], spot, 9000)
        assert tags[0].item is item and item.t == 9000  # it takes its turn when all have gone
