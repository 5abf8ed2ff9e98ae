"""What the loads of loops say of cards and chips, and who has won or owes what; both sides."""

from types import SimpleNamespace as Of

import pytest

from firmware.table import (
    absent,
    award,
    change,
    crosstalk,
    forward,
    heaped,
    load,
    once,
    pulled,
    street,
    unread,
)
from firmware.table import phase as ph
from firmware.table.bearing import Bearing
from firmware.table.departures import Departure
from firmware.table.laden import Laden
from firmware.table.order import Item, Keyed
from firmware.table.passed import Passed
from firmware.table.presence import Antenna, Tag, Track
from firmware.table.values import (
    CARD_LEAST_16THS,
    CARD_STRONG_16THS,
    CROSS_TALK_HITS,
    DRIFT_MINUTE_16THS,
    EXCESS_MAX_CARDS,
    FORWARD_CENTINATS,
    LANDED_OFF_MS,
    LATE_CENTINATS,
    LEVEL_MEAN_DWELLS,
    LEVEL_ROUGH_DWELLS,
    LEVEL_SURE_DWELLS,
    LIKELY_CENTINATS,
    LOAD_KNOWN_CHIPS,
    LOAD_MEMORY_CARDS,
    LOAD_SURE_CARDS,
    MINUTE_MS,
    PARTNER_GROUP_TIMES,
    STREET_APART_MS,
    SURELY_CENTINATS,
    TAG_SPREAD_PARTS,
)
from firmware.table.ways import Move, rest_ms
from shared_rules.zones import BOARD, BURN, MUCK, POT
from tests.firmware_table.bench import Bench, card, chip
from tests.firmware_table.test_card_counts_bounds import off_deck
from tests.firmware_table.test_spots_bounds import arrived
from tests.firmware_table.test_turn_bounds import Act

# -- cards ----------------------------------------------------------------------------------------


def laden(*names, load=100):
    """Loads of the loops of those names, a card taking ``load``; no card is told to lie there."""
    ants = [Antenna(n, name, 2, 3) for n, name in enumerate(names)]
    out = Laden(ants, Of(lying=lambda zone: []))
    out._load, out._cards = load * LOAD_SURE_CARDS, LOAD_SURE_CARDS
    out._agree = 10**6
    for ant in ants:
        ant.agc, ant.empty, ant.ref, ant.t = 400, 6400, 6400, 5000
        ant.ref_t, ant.level_n, ant.noise = 5000, LEVEL_SURE_DWELLS, 8
        ant.level = ant.quick = 6400
    return out, ants


def test_only_loops_that_are_weighed_and_hold_no_chips_tell_of_cards():
    out, _ = laden("seat:1", "line:1", "burn", "muck", "pot", "board:1")
    assert [ant.name for ant in out.antennas] == ["seat:1", "burn"]


@pytest.mark.parametrize(("n", "tags", "empty", "dwells", "learns"), [
    (1, 1, 6400, LEVEL_SURE_DWELLS, True), (1, 1, 6400, LEVEL_SURE_DWELLS - 1, False),
    (1, 2, 6400, LEVEL_SURE_DWELLS, False), (1, 1, 0, LEVEL_SURE_DWELLS, False),
    (0, 0, 6400, LEVEL_SURE_DWELLS, False), (2, 2, 6400, LEVEL_SURE_DWELLS + 1, True),
])  # fmt: skip
def test_a_loop_teaches_what_cards_take_where_all_is_read(n, tags, empty, dwells, learns):
    out, (ant,) = laden("seat:1")
    ant.level_tags, ant.empty, ant.level_n, ant.level = tags, empty, dwells, 6400 - 100 * n
    ant.tracks = [object()] * n
    out._all_home, out.lying = lambda _: True, lambda _: n
    said = []
    out.take = lambda *args: said.append(args)
    out.learn()
    assert said == ([(100 * n, n)] if learns else [])


@pytest.mark.parametrize(("load", "cards", "agrees"), [
    (100, 1, True), (133, 1, True), (134, 1, False), (67, 1, True), (66, 1, False),
    (266, 2, True), (268, 2, False), (2 * CARD_LEAST_16THS - 1, 2, False),
])  # fmt: skip
def test_a_load_agrees_that_is_off_by_a_third_at_most(load, cards, agrees):
    out, _ = laden("seat:1")
    before = out._load, out._cards
    out.take(load, cards)
    took = (before[0] + load, before[1] + cards)
    assert (out._load, out._cards) == (took if agrees else before)
    assert out._odd == (0 if agrees else cards)


def test_few_cards_that_take_too_little_are_odd():
    out = Laden([], None)
    for takes, odd in ((3 * CARD_LEAST_16THS, 0), (3 * CARD_LEAST_16THS - 1, 3)):
        out.take(takes, 3)
        assert (out._cards, out._odd) == (3, odd)


def test_what_was_learned_long_ago_counts_half():
    out, _ = laden("seat:1")
    out._load, out._cards, out._agree, out._odd = 100 * LOAD_MEMORY_CARDS, LOAD_MEMORY_CARDS, 80, 6
    out.take(200, 2)
    cards = LOAD_MEMORY_CARDS + 2
    assert (out._load, out._cards, out._agree, out._odd) == (50 * cards, cards // 2, 41, 3)


@pytest.mark.parametrize(("change", "more"), [
    ({}, 0), ({"level": 6300}, 1), ({"level": 6351}, 0), ({"level": 6350}, 1),
    ({"level": 6451}, -1), ({"level": 6450}, 0), ({"agc": 0}, None), ({"empty": 0}, None),
    ({"level_n": LEVEL_ROUGH_DWELLS - 1}, None), ({"level_n": LEVEL_ROUGH_DWELLS}, 0),
    ({"level": 6400 - 100 * EXCESS_MAX_CARDS}, EXCESS_MAX_CARDS),
    ({"level": 6400 - 100 * (EXCESS_MAX_CARDS + 1)}, None),
])  # fmt: skip
def test_how_many_cards_more_a_load_is(change, more):
    out, (ant,) = laden("burn")
    for name, value in change.items():
        setattr(ant, name, value)
    ant.quick = ant.level
    assert out.excess("burn") == more
    assert out.excess("elsewhere") is None


@pytest.mark.parametrize(("beside", "level", "more"), [
    (0, 6500, -1), (1, 6500, 0), (2, 6500, 0), (1, 6600, -1), (1, 6400, 0), (1, 6300, 1),
])  # fmt: skip
def test_cards_told_to_lie_there_unread_may_lie_beside_it(beside, level, more):
    out, (ant,) = laden("burn")
    out._beside = lambda _: beside
    ant.level = ant.quick = level
    assert out.excess("burn") == more


@pytest.mark.parametrize(("change", "says"), [
    ({}, True), ({"load": 0}, False), ({"ref": 0}, False), ({"other": True}, False),
])  # fmt: skip
def test_nothing_is_said_of_a_loop_that_is_not_weighed(change, says):
    out, (ant,) = laden("burn", load=change.get("load", 100))
    ant.ref = change.get("ref", 6400)
    got = out.says(Antenna(9, "line:1", 2, 3) if change.get("other") else ant)
    assert (got is not None) == says and (not says or got[0] == 0 and got[1] < 0)


@pytest.mark.parametrize(("change", "heavy"), [
    ({}, True), ({"kind": "seat"}, False), ({"agc": 0}, False), ({"level": 6326}, False),
    ({"level": 6325}, True), ({"level": 6400 - 100 * EXCESS_MAX_CARDS}, True),
    ({"level": 6399 - 100 * EXCESS_MAX_CARDS}, False), ({"load": 0}, False),
    ({"worth": SURELY_CENTINATS - 1}, False), ({"worth": SURELY_CENTINATS}, True),
])  # fmt: skip
def test_a_loop_is_heavier_whose_load_is_surely_a_card_more(monkeypatch, change, heavy):
    out, (ant,) = laden("burn", load=change.get("load", 100))
    monkeypatch.setattr(load, "one_more", lambda *_: change.get("worth", 10**4))
    ant.level, ant.agc = change.get("level", 6300), change.get("agc", 400)
    assert out.heavier(change.get("kind", "burn")) == (["burn"] if heavy else [])


@pytest.mark.parametrize(("takes", "dwells", "heavy"), [
    (CARD_STRONG_16THS, LEVEL_ROUGH_DWELLS, True),
    (CARD_STRONG_16THS, LEVEL_ROUGH_DWELLS - 1, False),
    (CARD_STRONG_16THS - 1, LEVEL_SURE_DWELLS, True),
    (CARD_STRONG_16THS - 1, LEVEL_SURE_DWELLS - 1, False),
])  # fmt: skip
def test_where_a_card_takes_much_fewer_dwells_are_enough(monkeypatch, takes, dwells, heavy):
    out, (ant,) = laden("burn", load=takes)
    monkeypatch.setattr(load, "one_more", lambda *_: 10**4)
    ant.level, ant.level_n = 6400 - takes, dwells
    assert bool(out.heavier("burn")) == heavy


# -- how well a load is known ---------------------------------------------------------------------


@pytest.mark.parametrize(("change", "off"), [
    ({}, 16 + 8 + 196), ({"level_n": 0}, 100 + 8 + 196), ({"level_n": 1}, 100 + 8 + 196),
    ({"ref_n": 3}, 16 + 8 + 2 * 196), ({"noise": 16}, 66 + 33 + 196), ({"noise": 1}, 16 + 8 + 196),
    ({"known": 10}, 16 + 8 + 196 + 100), ({"known": 1}, 16 + 8 + 196 + 10000),
    ({"ms": MINUTE_MS}, 16 + 8 + 196 + (DRIFT_MINUTE_16THS // 2) ** 2),
])  # fmt: skip
def test_a_load_is_off_by_noise_spread_drift_and_what_is_not_known_of_a_tag(change, off):
    ant = Antenna(0, "line:1", 2, 3)
    assert (LEVEL_MEAN_DWELLS, 100 // TAG_SPREAD_PARTS) == (12, 14)
    ant.noise, ant.level_n = change.get("noise", 8), change.get("level_n", 6)
    ant.ref_n, ant.ref_t = change.get("ref_n", 1), 5000
    got = load.sigma(ant, 100, 1, 5000 + change.get("ms", 0), change.get("known", 0))
    assert got == load._root(off)


@pytest.mark.parametrize(
    ("level", "taken"), [(6200, True), (6251, False), (6149, False), (6250, True)]
)
def test_a_load_near_what_its_tags_take_is_the_reference(level, taken):
    ant = Antenna(0, "line:1", 2, 3)
    ant.ref, ant.ref_n, ant.empty, ant.level, ant.t = 6400, 0, 6400, level, 7000
    load.refer(ant, 100, 2)
    assert (ant.ref == level) == taken and (ant.ref_t == 7000) == taken


# -- chips ----------------------------------------------------------------------------------------


def bearing(*tags, level=6400, chip_load=100):
    """Loads of a bet spot with so many chips read there: ``(bearing, antenna)``."""
    out, ant = Bearing(), Antenna(0, "line:1", 2, 3)
    out.chip_load, out._chips = chip_load, 10**6
    ant.agc, ant.empty, ant.ref, ant.level, ant.quick = 400, 6400, 6400, level, level
    ant.level_n, ant.noise = LEVEL_SURE_DWELLS, 8
    for n in range(len(tags)):
        tag = Tag(bytes([n]), 100)
        tag.home = Track(tag, ant, 0)
        ant.tracks.append(tag.home)
    return out, ant


@pytest.mark.parametrize(("off", "known"), [(-1, True), (0, False), (1, False)])
def test_a_loop_tells_of_chips_that_stand_out_of_its_noise(monkeypatch, off, known):
    out, ant = bearing()
    monkeypatch.setattr(load, "sigma", lambda *_: out.chip_load + off)
    assert out.known(ant) == known


@pytest.mark.parametrize(("says", "leans"), [(-1, False), (0, False), (1, True)])
def test_a_load_leans_to_one_chip_more(says, leans):
    out, ant = bearing()
    out.one_more = lambda *_: says
    assert out.leans(ant) == leans


@pytest.mark.parametrize(("known", "faded", "new"), [(True, 0, 1), (True, 2, -1), (False, 0, None)])
def test_the_load_before_a_chip_is_that_of_all_but_it(known, faded, new):
    out, ant = bearing()
    ant.load_before = 6333
    asked = []
    out.known = lambda _: known
    out.more = lambda *args: asked.append(args) or 7
    assert out.bore_more(ant, faded) == (7 if known else None)
    assert asked == ([(ant, 6333, new)] if known else [])
    assert out.bore_more(ant) == (7 if known else None)
    assert not known or asked[1] == (ant, 6333, 1)


@pytest.mark.parametrize(("change", "all_"), [
    ({}, True), ({"dwells": LEVEL_SURE_DWELLS - 1}, False), ({"known": False}, False),
    ({"off": 59}, True), ({"off": 60}, False), ({"off": -59}, True), ({"off": -60}, False),
    ({"off": 99, "error": 500}, True), ({"off": 100, "error": 500}, False),
])  # fmt: skip
def test_a_load_is_surely_that_of_all_chips_read_and_faded(change, all_):
    out, ant = bearing(1, 1)
    ant.level_n, ant.level = change.get("dwells", LEVEL_SURE_DWELLS), 6100 - change.get("off", 0)
    out.known, out._error = lambda _: change.get("known", True), lambda _: change.get("error", 60)
    assert out.load_says_all(ant, 1) == all_


@pytest.mark.parametrize(("worth", "more"), [
    (LIKELY_CENTINATS, LIKELY_CENTINATS), (LIKELY_CENTINATS - 1, 0), (9999, 9999),
])  # fmt: skip
def test_more_load_counts_where_it_is_likely_that_of_a_chip(worth, more):
    out, ant = bearing(1)
    out.one_more = lambda *_: worth
    assert out.more(ant, 6200) == more
    assert out.more(ant, 6300) == 0


@pytest.mark.parametrize(("n", "chips", "off"), [
    (0, 0, 50), (1, 0, 150), (2, 1, 150), (3, LOAD_KNOWN_CHIPS - 1, 50 + 300 // LOAD_KNOWN_CHIPS),
    (3, 10**6, 50 + 300 // (1 + LOAD_KNOWN_CHIPS)),
])  # fmt: skip
def test_a_pile_may_be_off_by_half_a_chip_and_what_is_not_known_of_each(n, chips, off):
    out, _ = bearing()
    out._chips = chips
    assert out._error(n) == off


# -- chips two loops hear --------------------------------------------------------------------------


@pytest.mark.parametrize(("front", "awaited", "strange"), [
    ({}, True, False), ({1: 50}, True, True), ({1: 49}, True, False), ({1: 50}, False, False),
])  # fmt: skip
def test_chips_beyond_a_blind_are_strange_while_another_is_awaited(front, awaited, strange):
    bench = Bench(ph.DEAL)
    bench.phase.now, bench.phase.front = ph.DEAL, front
    bench.phase.blinds_awaited = lambda: awaited
    assert crosstalk.strange(bench.chips, 1) == strange
    bench.phase.posts, bench.phase.front = {1: 1}, {}
    assert not crosstalk.strange(bench.chips, 1) and crosstalk._due(bench.phase, 1)


@pytest.mark.parametrize(("name", "hits", "misses", "likelier"), [
    ("line:2", CROSS_TALK_HITS, 0, True), ("line:2", CROSS_TALK_HITS - 1, 0, False),
    ("pot", CROSS_TALK_HITS, 0, False), ("line:2", CROSS_TALK_HITS, 1, False),
])  # fmt: skip
def test_a_chip_without_a_home_lies_where_a_bet_spot_reads_it(
    monkeypatch, name, hits, misses, likelier
):
    bench = Bench()
    tag = Tag(chip(1)[0], 25)
    track = Track(tag, bench.ant(name), 0)
    track.hits, track.misses = hits, misses
    tag.tracks = (track,)
    monkeypatch.setattr(crosstalk, "_weight", lambda *_: 1)
    assert crosstalk.likelier(bench.chips, tag) is (track if likelier else None)


@pytest.mark.parametrize(("frm", "left", "goes"), [
    (None, 2000, False), (None, 1999, True), ("seat:3", 2001, False), (POT, 9000, True),
])  # fmt: skip
def test_a_chip_of_the_pot_is_no_bet_unless_others_of_its_motion_are_pulled_in(frm, left, goes):
    bench, item, _ = arrived(100, 25)
    tag, other = item.tags
    bench.phase.live = [1, 2, 3]
    tag.frm, tag.left, other.frm, other.left = POT, 2000, frm, left
    crosstalk.unlay(bench.chips, tag)
    assert (tag not in item.tags) == goes == (tag.item is None)


# -- who has won, what is change, what was gathered ------------------------------------------------


@pytest.mark.parametrize(("winner", "awarded", "told"), [
    (3, False, True), (3, True, False), (None, False, False), (False, False, False),
])  # fmt: skip
def test_the_pot_of_a_winner_asked_about_is_told_before_its_hand(winner, awarded, told):
    bench = Bench()
    bench.phase.awarded, bench.phase.pot, bench.phase.pot_sum = awarded, [100], 100
    bench.events.clear()
    award.emitted(bench.cards, Of(winner=winner, t=5000))
    assert bench.emitted("seat", "chips") == ([(3, [100])] if told else [])


@pytest.mark.parametrize(("values", "due", "given"), [
    ([25], 25, True), ([25], 24, False), ([1], 1, True), ([], 25, False),
])  # fmt: skip
def test_change_is_no_more_than_is_due(values, due, given):
    bench, item, _ = arrived(*values or [25])
    item.tags = item.tags if values else []
    bench.phase.change_left = lambda _: due
    bench.phase.front = {3: 100}
    for tag in item.tags:
        tag.frm = "line:1"
    assert change.given(bench.chips, item, item.spot) == given
    assert bench.phase.put == ({1: sum(values), 3: -sum(values)} if given else {})


@pytest.mark.parametrize(("phase", "value", "changed"), [
    ({}, 500, True), ({"now": ph.DEAL}, 500, False), ({"acting": 1}, 500, False),
    ({"front": {1: 400, 3: 400}}, 500, False), ({"front": {1: 400, 3: 401}}, 301, True),
    ({"front": {1: 400, 3: 401}}, 300, False), ({}, 499, False), ({}, 501, True),
    ({"front": {}}, 500, False),
])  # fmt: skip
def test_a_big_chip_was_changed_that_calls_no_more_without_its_change(phase, value, changed):
    bench, item, _ = arrived(100, 100, 100)
    big = Tag(chip(40)[0], value)
    big.zone, big.left = "line:3", 900
    bench.tags[big.uid] = big
    shown = Tag(card(9)[0], 0)
    shown.zone = "line:3"
    bench.tags[shown.uid] = shown
    bench.phase.now, bench.phase.acting = phase.get("now", ph.BETTING), phase.get("acting", 3)
    bench.phase.front = phase.get("front", {1: 400, 3: 600})
    assert change._changed(bench.chips, item, item.spot) is (big if changed else None)
    lain = change._lain(bench.chips, item.spot)
    assert len(lain) == 4 and big in lain and shown not in lain


@pytest.mark.parametrize(("front", "live", "matched"), [
    ({1: 100, 3: 100}, [1, 3], True), ({1: 100, 3: 99}, [1, 3], False),
    ({1: 1, 3: 1}, [1, 3], True),
    ({}, [1, 3], False), ({1: 100}, [1], False), ({1: 100}, [1, 3], False),
    ({1: 100, 2: 100, 3: 100}, [1, 2, 3], True), ({}, [], False),
])  # fmt: skip
def test_bets_are_matched_where_each_player_has_put_in_as_much(monkeypatch, front, live, matched):
    bench = Bench()
    monkeypatch.setattr(pulled, "in_hand", lambda *_: live)
    bench.phase.front, bench.phase.stacks = front, {}
    assert heaped._matched(bench.chips, 5000) == matched


@pytest.mark.parametrize(("zone", "item", "taken"), [
    (POT, False, True), ("line:1", False, False), (POT, True, False),
])  # fmt: skip
def test_chips_of_the_pot_that_nobody_has_told_are_the_call_that_lacks(zone, item, taken):
    bench = Bench()
    bench.phase.front, bench.phase.owing = {1: 100, 3: 0}, [3]
    tag = Tag(chip(1)[0], 100)
    tag.zone, tag.item = zone, object() if item else None
    bench.chips.strays = [(tag, 4000), (Tag(chip(2)[0], 5), 4000)]
    assert once.read_never(bench.chips, 3, Of(t=5000, acts=lambda: 0)) == taken
    arrival = bench.chips.spots[3].arrival
    assert not taken or (arrival.t, arrival.last, tag.left) == (4999, 4999, 4999)
    assert len(bench.chips.strays) == (1 if taken else 2)


@pytest.mark.parametrize(("at", "zone", "item", "taken"), [
    (True, POT, None, True), (False, POT, None, False), (True, "seat:3", None, False),
    (True, POT, object(), False),
])  # fmt: skip
def test_a_stray_is_taken_that_a_bet_spot_had_read(monkeypatch, at, zone, item, taken):
    bench = Bench()
    bench.phase.owing = [3]
    spot = bench.chips.spots[3]
    monkeypatch.setattr(once, "_read_at", lambda *_: (spot if at else None, 3500, 3600))
    said = []
    monkeypatch.setattr(once, "_add", lambda *args: said.append(args))
    tag = Tag(chip(1)[0], 100)
    tag.zone, tag.item = zone, item
    bench.chips.strays = [(tag, 4000)]
    once.take_strays(bench.chips)
    assert said == ([(bench.chips, spot, tag, 3500, 3600)] if taken else [])


@pytest.mark.parametrize(("t", "dated"), [(3599, 3600), (3600, 3600), (3601, 3601)])
def test_what_lay_there_before_has_gone_with_it(t, dated):
    bench = Bench()
    spot = bench.chips.spots[3]
    departure = spot.departure = Departure(bench.chips, spot, t)
    departure.queued = True
    other = Item(t)
    bench.order.items = [departure, other]
    tag = Tag(chip(1)[0], 100)
    bench.chips.strays = [(Tag(chip(2)[0], 5), 1), (tag, 4000)]
    once._add(bench.chips, spot, tag, 3500, 3600)
    items = bench.order.items
    assert departure.t == dated
    assert (items.index(departure) < items.index(other)) == (t != 3599)
    assert [stray.uid for stray, _ in bench.chips.strays] == [chip(2)[0]]


# -- ways, streets, acts ---------------------------------------------------------------------------


@pytest.mark.parametrize(("counts", "hole", "acts"), [
    ({1: 2}, 2, 1), ({1: 1}, 2, None), ({}, 2, None), ({}, None, 1), ({1: 1}, None, 1),
    ({}, 1, None), ({1: 1}, 1, 1), ({}, 0, 1),
])  # fmt: skip
def test_a_hand_that_goes_whole_is_an_act(counts, hole, acts):
    bench = Bench()
    bench.phase.counts, bench.phase.hole = counts, hole
    tag = Tag(card(1)[0], 0)
    assert Move(bench.cards, tag, 5000, "seat:1", MUCK).acts() == acts


def test_each_wait_of_a_move_says_until_when():
    bench = Bench()
    tag = Tag(card(1)[0], 0)
    item = Move(bench.cards, tag, 5000, "seat:1", None)
    assert not item.ready(5001) and (item.why, item.until) == ("at_mouth", 5000 + 2 * LANDED_OFF_MS)
    item = Move(bench.cards, tag, 5000, "seat:1", MUCK)
    group = bench.cards.group_ms
    way = []
    bench.cards.on_the_way = lambda _, zone=None: zone in way
    bench.cards.pot_asked = lambda *_: False
    way.append(None)
    patience = PARTNER_GROUP_TIMES * group
    assert not item.ready(4999 + patience) and item.until == 5000 + patience
    way[:] = ["seat:2"]
    item = Move(bench.cards, tag, 5000, "seat:1", "seat:2")
    assert not item.ready(5000 + patience) and item.why == "rest_of_hand"
    assert item.until == 5000 + patience + rest_ms("seat:1", "seat:2")


@pytest.mark.parametrize(("ask", "now", "awarded", "asked"), [
    (True, ph.BETTING, False, True), (False, ph.BETTING, False, False),
    (True, ph.DEAL, False, False), (True, ph.BETTING, True, False),
    (True, ph.SHOWDOWN, False, True),
])  # fmt: skip
def test_the_dealer_is_asked_about_a_burn_while_the_hand_goes_on(
    monkeypatch, ask, now, awarded, asked
):
    bench = Bench()
    monkeypatch.setattr(street, "left_first", lambda *_: None)
    monkeypatch.setattr(street, "_heard", lambda *_: [])
    monkeypatch.setattr(street, "_beside", lambda *_: True)
    said = []
    bench.cards.ask = (lambda *args: said.append(args)) if ask else None
    bench.phase.now, bench.phase.awarded = now, awarded
    bench.order.items = [Keyed(1, {"what": "gesture", "seat": 1}, None)]
    item = Act(None, 4000)
    item.burned = False
    assert bool(street.burn_asked(bench.cards, item, 5000)) == asked == bool(said)
    assert item.burned != asked
    bench.order.items = [Keyed(1, {"what": "notice", "kind": "x"}, None)]
    assert not street.burn_asked(bench.cards, Act(None, 4000), 5000)


@pytest.mark.parametrize(("t", "zone", "beside"), [
    (4001, None, True), (4000, None, False), (4001, BOARD, False), (4001, BURN, False),
])  # fmt: skip
def test_a_burn_lies_beside_where_the_next_card_is_read_nowhere(monkeypatch, t, zone, beside):
    bench = Bench()
    monkeypatch.setattr(street, "_whole", lambda _: True)
    bench.cards.laden.excess = lambda _: None
    bench.order.items = []
    off_deck(bench, zone, t)
    assert street._beside(bench.cards, Item(4000), t + bench.cards.flight_ms) == beside


@pytest.mark.parametrize(
    ("times", "first"), [((3000, 3500), 0), ((3500, 3000), 1), ((3000, 3000), 0)]
)
def test_the_first_card_that_left_is_the_burn(times, first):
    bench = Bench()
    bench.order.items = []
    items = [off_deck(bench, None, t)[0] for t in times]
    for item in items:
        item.detached, item.tag.item = True, item
    bench.phase.last_deal = 1000
    assert street.left_first(bench.cards, Item(4000)) is items[first]
    assert street.left_first(bench.cards, Item(3000)) is None
    assert street.left_first(bench.cards, Item(4000), 3500) is None


@pytest.mark.parametrize(("change", "one_more"), [
    ({}, True), ({"closed": True}, False), ({"now": ph.SHOWDOWN}, False), ({"owing": [1]}, False),
    ({"t": STREET_APART_MS + 1}, False), ({"between": True}, False),
])  # fmt: skip
def test_a_card_is_one_more_of_a_street_nobody_has_acted_on(change, one_more):
    bench = Bench()
    bench.order.items = []
    bench.cards.board_last = 5000
    (item,) = off_deck(bench, BOARD, 5000 + change.get("t", STREET_APART_MS))
    bench.phase.now, bench.phase.live = change.get("now", ph.BETTING), [1, 2]
    bench.phase.owing = change.get("owing", [1, 2])
    bench.phase.closed = lambda but=(): change.get("closed", False)
    if change.get("between"):
        bench.order.items.append(Act(1, 5000))
    street.surplus_card(bench.cards, item, 9000)
    assert (item.asked == BOARD) == one_more


@pytest.mark.parametrize(("worth", "said"), [(LATE_CENTINATS, True), (LATE_CENTINATS - 1, False)])
def test_a_flop_lacks_a_card_where_mouth_and_board_would_have_read_it(monkeypatch, worth, said):
    bench = Bench()
    bench.order.items = []
    monkeypatch.setattr(street, "_unread", lambda _: worth - 100)
    monkeypatch.setattr(unread, "mouth_saw", lambda _: 100)
    monkeypatch.setattr(unread, "mouth_sure", lambda _: True)
    asked = []
    bench.cards.ask = lambda *args: asked.append(args)
    bench.events.clear()
    street.flop_short(bench.cards, Item(4000), 5000)
    assert bench.emitted("kind") == ([("board_card_count",)] if said else [])
    assert bool(asked) != said
    bench.cards.flop_t = 7
    bench.phase.flop_lacks = lambda: False
    street.flop_completed(bench.cards, Item(6000))
    assert bench.cards.flop_t == 0


def test_a_board_no_loop_reads_tells_nothing_of_a_card():
    assert street._unread(Bench().cards) == 0


@pytest.mark.parametrize(("front", "high", "through"), [
    ({}, 0, [1, 3]), ({1: 100}, 100, ()), ({1: 100, 3: 100, 2: 100}, 100, [1, 3]), ({2: 1}, 1, ()),
])  # fmt: skip
def test_who_must_have_checked_when_a_hand_is_tabled(front, high, through):
    bench = Bench()
    over = Passed(bench.order, bench.cards, bench.chips, bench.phase)
    over.due, over._given_up = lambda _: [1, 3], lambda *_: True
    bench.phase.front = front
    assert over._checked_through(Of(event={"seat": 1})) == through
    assert over._owing([1, 3]) == ([] if through else [s for s in (1, 3) if front.get(s, 0) < high])


@pytest.mark.parametrize(("hits", "lost", "actor", "zone", "pushed"), [
    (0, 0, 3, "seat:3", True), (0, 1, 3, "seat:3", False), (0, 0, 1, "seat:3", False),
    (LATE_CENTINATS, 0, 1, "seat:3", True), (0, 1, 3, "seat:1", True),
])  # fmt: skip
def test_a_hand_lies_over_its_line_by_its_reads_there(monkeypatch, hits, lost, actor, zone, pushed):
    monkeypatch.setattr(absent, "silent", lambda *_: ["hand"])
    monkeypatch.setattr(forward, "EDGE_HIT_CENTINATS", 1)
    monkeypatch.setattr(forward, "EDGE_MISS_CENTINATS", 1)
    bench = Bench()
    bench.phase.actor = actor
    ant = bench.ant("line:3")
    tag, other, coin = Tag(b"a", 0), Tag(b"b", 0), Tag(b"c", 100)
    for one, n, misses, where in (
        (tag, FORWARD_CENTINATS, 0, "seat:3"), (other, hits, lost, zone), (coin, 0, 99, "seat:3"),
    ):  # fmt: skip
        one.zone = where
        track = Track(one, ant, 0)
        track.hits, track.lost = n, misses
        ant.tracks.append(track)
    assert forward.pushed_over(bench.cards, tag, ant.tracks[0]) == pushed
