"""What loads say, and which hands have left: one under each bound, at it, one over."""

import pytest

from firmware.table import absent, bearing, laden, load
from firmware.table import phase as ph
from firmware.table.spots import Spot
from firmware.table.values import (
    CARD_LEAST_16THS,
    EXCESS_MAX_CHIPS,
    FOLD_SURE_MS,
    FOLD_WAIT_MS,
    LEVEL_ROUGH_DWELLS,
    LEVEL_SURE_DWELLS,
    LOAD_MEMORY_CHIPS,
    LOAD_SURE_CARDS,
    LOAD_SURE_CHIPS,
    REFERENCE_MAX_MS,
    SHADOW_CENTINATS,
    SURELY_CENTINATS,
)
from tests.firmware_table.bench import Bench, card, chip

CHIP, EMPTY = 64, 6400  # sixteenths of a count


def spot(chips=1, level=None, n=12, learned=64, noise=8):
    """A bet spot that carries ``chips`` read on it; a chip's load is known."""
    bench = Bench()
    ant = bench.ant("line:3")
    if chips:
        bench.lie("line:3", *[chip(k + 1) for k in range(chips)], n=2)
    bench.chips.bearing.learn(CHIP * learned, learned)
    ant.agc, ant.empty, ant.ref, ant.ref_n, ant.ref_t = 390, EMPTY, EMPTY, 0, ant.t
    ant.level = ant.quick = EMPTY - CHIP * chips if level is None else level
    ant.level_n, ant.noise = n, noise
    return bench.chips.bearing, ant


def carrying(more, **kwargs):
    """A spot of one chip that carries ``more`` than it."""
    return spot(level=EMPTY - CHIP - more, **kwargs)


# -- the worth of a load ------------------------------------------------------------------------


@pytest.mark.parametrize(("lying", "level", "more"), [(0, 6400, 0), (1, 6336, 0), (0, 6336, 64),
                                                      (2, 6336, -64)])  # fmt: skip
def test_the_excess_is_what_is_carried_beyond_what_lies_there(lying, level, more):
    _, ant = spot()
    assert load.excess(ant, level, CHIP, lying) == more
    ant.ref_n = 1
    assert load.excess(ant, level, CHIP, lying) == more + CHIP


@pytest.mark.parametrize(("change", "off"), [
    ({"noise": 80, "level_n": 1}, 104), ({"noise": 80, "level_n": 4}, 58),
    ({"noise": 0, "level_n": 1}, 13), ({"noise": 8, "level_n": 1, "age": 60000}, 27),
    ({"noise": 8, "level_n": 1, "age": REFERENCE_MAX_MS}, 240),
    ({"noise": 8, "level_n": 1, "age": 2 * REFERENCE_MAX_MS}, 240),
])  # fmt: skip
def test_a_load_is_off_by_noise_and_by_drift(change, off):
    """The spread of one tag of 64 is 9."""
    _, ant = spot()
    ant.noise, ant.level_n = change["noise"], change["level_n"]
    got = load.sigma(ant, CHIP, 1, ant.ref_t + change.get("age", 0))
    assert got == off


@pytest.mark.parametrize(("tags", "spread"), [(0, 100), (1, 100), (4, 200), (9, 300)])
def test_the_spread_grows_with_the_root_of_the_tags(tags, spread):
    _, ant = spot()
    ant.noise, ant.level_n = 0, 10**6
    assert load.sigma(ant, 700, tags, ant.ref_t) == spread


@pytest.mark.parametrize(("known", "off"), [(0, 18), (64, 18), (8, 36), (4, 66)])
def test_the_mean_of_few_chips_is_off_for_all_that_lie_there_alike(known, off):
    """Four chips of 64: their own spread makes 18 of it."""
    _, ant = spot()
    ant.noise, ant.level_n = 0, 10**6
    assert load.sigma(ant, CHIP, 4, ant.ref_t, known) == off
    sure = load.one_more(ant, EMPTY - 4 * CHIP, CHIP, 3, ant.t)
    assert 0 < load.one_more(ant, EMPTY - 4 * CHIP, CHIP, 3, ant.t, known or 64) <= sure


def test_evidence_is_even_at_half_a_tag_and_alike_on_both_sides():
    _, ant = spot()
    half = load.one_more(ant, EMPTY - CHIP - CHIP // 2, CHIP, 1, ant.t)
    more = load.one_more(ant, EMPTY - 2 * CHIP, CHIP, 1, ant.t)
    assert half == 0 and more > 0
    less = load.one_more(ant, EMPTY - CHIP, CHIP, 1, ant.t)
    assert less in (-more, -more - 1)  # whole numbers go down
    off = load.sigma(ant, CHIP, 2, ant.t)
    assert more == 100 * CHIP * CHIP // (2 * off * off)


@pytest.mark.parametrize(
    ("off", "taken"),
    [(CHIP // 2, True), (CHIP // 2 + 1, False), (-CHIP // 2, True), (-CHIP // 2 - 1, False)],
)
def test_a_reference_is_taken_within_half_a_tag(off, taken):
    _, ant = carrying(off)
    load.refer(ant, CHIP, 1)
    assert ((ant.ref, ant.ref_n) == (ant.level, 1)) == taken
    ant.ref = 0
    load.refer(ant, CHIP, 1)
    assert ant.ref == ant.level


@pytest.mark.parametrize(("n", "root"), [(0, 1), (1, 1), (2, 1), (3, 1), (4, 2), (8, 2), (9, 3),
                                         (15, 3), (16, 4), (99, 9), (100, 10)])  # fmt: skip
def test_the_root_is_whole(n, root):
    assert load._root(n) == root


# -- chips --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("chips", "known"), [(LOAD_SURE_CHIPS - 1, 0), (LOAD_SURE_CHIPS, 64)])
def test_the_load_of_a_chip_is_known_after_so_many(chips, known):
    out = bearing.Bearing()
    out.learn(64 * chips, chips)
    assert out.chip_load == known


def test_older_chips_count_half():
    out = bearing.Bearing()
    out.learn(64 * LOAD_MEMORY_CHIPS, LOAD_MEMORY_CHIPS)
    assert out._chips == LOAD_MEMORY_CHIPS
    out.learn(64, 1)
    assert out._chips == (LOAD_MEMORY_CHIPS + 1) >> 1 and out.chip_load == 64


@pytest.mark.parametrize(("off", "taken"), [(-1, True), (0, False)])
def test_a_load_of_many_chips_too_much_is_no_chip_but_a_hand_or_metal(off, taken):
    full_load, ant = spot()
    bound = EXCESS_MAX_CHIPS * CHIP + full_load._error(1)
    level = EMPTY - CHIP - bound - off
    assert load.excess(ant, level, CHIP, 1) == bound + off
    assert bool(full_load.more(ant, level)) == taken


@pytest.mark.parametrize(("change", "known"), [
    ({}, True), ({"agc": 0}, False), ({"empty": 0}, False), ({"noise": 800, "level_n": 1}, False),
])  # fmt: skip
def test_a_loop_whose_noise_hides_a_chip_says_nothing(change, known):
    full_load, ant = spot()
    for name, value in change.items():
        setattr(ant, name, value)
    assert full_load.known(ant) == known == (full_load.says(ant) is not None)
    assert (full_load.load_says_more(ant) is None) == (not known)
    assert (full_load.bore_more(ant) is None) == (not known)
    assert not full_load.more(ant, EMPTY - 3 * CHIP) or known


@pytest.mark.parametrize(("learned", "chips", "heavy", "asked"), [
    (64, 1, True, True), (64, 6, True, False), (6, 1, True, True), (6, 6, False, False),
    (3, 2, False, False),
])  # fmt: skip
def test_a_chip_more_needs_the_load_of_one_to_be_known_for_all(learned, chips, heavy, asked):
    full_load, ant = spot(chips, EMPTY - CHIP * (chips + 1) - 4, learned=learned)
    evidence = full_load.more(ant, ant.level)
    assert (evidence > 0, evidence >= SURELY_CENTINATS) == (heavy, asked)
    assert not full_load.more(ant, ant.level, -1)  # one was read and has faded


@pytest.mark.parametrize(("learned", "chips", "all_read"), [
    (64, 3, True), (9, 2, True), (8, 3, False), (4, 1, False),
])  # fmt: skip
def test_no_chip_is_unread_where_the_load_outweighs_a_shadow(learned, chips, all_read):
    full_load, ant = spot(chips, learned=learned)
    evidence = full_load.one_more(ant, ant.level, chips)
    assert (evidence <= -SHADOW_CENTINATS) == all_read == full_load.all_read(ant)


@pytest.mark.parametrize(("lost", "learned"), [(1, True), (2, False)])
def test_chips_at_an_edge_teach_nothing_as_they_load_the_loop_less(lost, learned):
    full_load, ant = spot()
    (track,) = ant.tracks
    track.tag.home, track.hits, track.lost = track, 20, lost
    Spot(ant).teach(full_load)
    assert (full_load._chips == 65) == learned


@pytest.mark.parametrize(("more", "heavy"), [(32, False), (40, True), (64, True), (256, True),
                                             (400, False)])  # fmt: skip
def test_a_spot_is_too_heavy_with_a_chip_more_and_not_with_metal(more, heavy):
    full_load, ant = carrying(more)
    assert bool(full_load.more(ant, ant.level)) == heavy


@pytest.mark.parametrize(
    ("n", "unsettled"), [(LEVEL_ROUGH_DWELLS - 1, True), (LEVEL_ROUGH_DWELLS, False)]
)
def test_a_mean_of_few_dwells_is_unsettled(n, unsettled):
    full_load, ant = spot(n=n)
    assert full_load.unsettled(ant) == unsettled


@pytest.mark.parametrize(("more", "n", "all_read"), [
    (0, LEVEL_SURE_DWELLS, True), (0, LEVEL_SURE_DWELLS - 1, False),
    (CHIP, LEVEL_SURE_DWELLS, False),
    (-30, LEVEL_SURE_DWELLS, True), (-40, LEVEL_SURE_DWELLS, False),
])  # fmt: skip
def test_all_is_read_when_the_load_is_that_of_what_is_read(more, n, all_read):
    full_load, ant = carrying(more, n=n)
    assert full_load.all_read(ant) == all_read


@pytest.mark.parametrize(("faded", "more", "still"), [(1, CHIP, True), (1, 0, False), (0, 0, True),
                                                      (1, 2 * CHIP, False)])  # fmt: skip
def test_a_spot_still_carries_what_has_faded(faded, more, still):
    full_load, ant = carrying(more)
    assert full_load.load_says_all(ant, faded) == still
    ant.level_n = LEVEL_SURE_DWELLS - 1
    assert not full_load.load_says_all(ant, faded)


@pytest.mark.parametrize(("faded", "more", "all_read"), [
    (0, 0, True), (1, CHIP, True), (2, 2 * CHIP, True),
    (0, CHIP, False), (1, 2 * CHIP, False),  # one more lies there
    (1, 0, False), (2, CHIP, False),  # one of them has gone
    (1, CHIP + 32, False), (1, CHIP - 30, True), (1, CHIP - 40, False),
])  # fmt: skip
def test_one_that_was_read_there_and_is_missed_is_no_chip_more(faded, more, all_read):
    full_load, ant = carrying(more)
    assert full_load.all_read(ant, SHADOW_CENTINATS, 1, faded) == all_read


@pytest.mark.parametrize(("fall", "unmoved"), [(31, True), (32, False), (33, False)])
def test_chips_read_only_now_that_have_not_changed_the_load_lay_there(fall, unmoved):
    full_load, ant = spot()
    ant.level_was = ant.level + fall
    assert full_load.unmoved(ant, 1) == unmoved
    ant.level_was = ant.level + fall + 32
    assert full_load.unmoved(ant, 2) == (fall + 32 < 64)
    ant.level_was = 0
    assert not full_load.unmoved(ant, 1)


def test_what_chips_take_is_learned_from_an_empty_loop():
    full_load, ant = spot(chips=2, learned=3)
    ant.level -= 12
    full_load.learn_from(ant)
    assert full_load.chip_load == (3 * 64 + 2 * 64 + 12) // 5
    ant.level_n = LEVEL_SURE_DWELLS - 1
    full_load.learn_from(ant)
    assert full_load._chips == 5


def test_drift_and_tags_are_counted_from_the_reference():
    _, ant = spot()
    ant.noise, ant.level_n, ant.ref_n = 0, 10**6, 3
    assert load.sigma(ant, 700, 7, ant.ref_t) == load.sigma(ant, 700, 3 - 4, ant.ref_t) == 200


@pytest.mark.parametrize(("noise", "said"), [(83, 0), (84, None)])
def test_a_seat_whose_noise_hides_half_a_card_says_nothing(noise, said):
    loads, ant = seated(count=LEVEL_ROUGH_DWELLS)
    ant.noise = noise
    assert load.sigma(ant, 144, 2, ant.t) == (72 if said == 0 else 73)
    assert loads.excess("seat:1") == said


@pytest.mark.parametrize("change", [{"state": 0}, {"misses": 1}, {"home": None}])
def test_cards_teach_only_where_all_are_read(change):
    loads, ant = seated(n=2, held=2)
    (track, _) = ant.tracks
    before, ant.level_tags = loads._cards, 2
    for name, value in change.items():
        setattr(track.tag if name == "home" else track, name, value)
    loads.learn()
    assert loads._cards == before
    track.state, track.misses, track.tag.home = 1, 0, track
    loads.learn()
    assert loads._cards == before + 2


def test_a_chip_the_loop_only_hears_does_not_lie_there():
    full_load, ant = spot(chips=2)
    assert bearing._lying(ant) == 2
    ant.tracks[0].tag.home = None
    assert bearing._lying(ant) == 1
    ant.empty += 1
    full_load.learn_from(ant)
    assert full_load._chips == 64  # it hears a neighbour's: nothing is learned
    ant.tracks[0].tag.home = ant.tracks[0]
    full_load.learn_from(ant)
    assert full_load._chips == 66


# -- cards --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("cards", "known"), [(LOAD_SURE_CARDS - 1, 0), (LOAD_SURE_CARDS, 144)])
def test_the_load_of_a_card_is_known_after_so_many(cards, known):
    out = laden.Laden([], {})
    out.take(144 * cards, cards)
    assert out.card_load() == known


@pytest.mark.parametrize(("load_", "agrees"), [
    (144, True), (192, True), (193, False), (96, True), (95, False), (23, False), (-144, False),
])  # fmt: skip
def test_a_load_agrees_within_a_third(load_, agrees):
    out = laden.Laden([], {})
    out.take(144 * 8, 8)
    out.take(load_, 1)
    assert (out._agree, out._odd) == ((9, 0) if agrees else (8, 1))


@pytest.mark.parametrize(
    ("load_", "agrees"), [(CARD_LEAST_16THS, True), (CARD_LEAST_16THS - 1, False)]
)
def test_a_load_that_is_none_teaches_nothing(load_, agrees):
    out = laden.Laden([], {})
    out.take(load_, 1)
    assert out._agree == agrees


@pytest.mark.parametrize(("odd", "known"), [(2, True), (3, False)])
def test_loads_that_do_not_agree_say_nothing(odd, known):
    out = laden.Laden([], {})
    out.take(144 * 8, 8)
    out.take(0, odd)
    assert bool(out.card_load()) == known
    out.take(0, 32 + LOAD_SURE_CARDS - odd)
    assert out._cards == 8
    out.take(0, 1)
    assert out._cards == out._odd == out._agree == 0


def seated(n=1, more=0, held=1, count=12):
    """Seat 1's loop carries ``n`` cards read and ``more`` sixteenths; a card's load is 144."""
    bench = Bench()
    tags = bench.hand(1, *[card(k) for k in range(n)]) if n else []
    for tag in tags[held:]:
        tag.zone = "stub"
    ant = bench.ant("seat:1")
    ant.agc, ant.empty, ant.ref, ant.ref_n, ant.ref_t = 390, EMPTY, EMPTY, 0, ant.t
    ant.level = ant.quick = EMPTY - 144 * n - more
    ant.level_n, ant.noise = count, 8
    bench.cards.laden.take(144 * 20, 20)
    return bench.cards.laden, ant


@pytest.mark.parametrize(("more", "said"), [
    (0, 0), (71, 0), (72, 1), (144, 1), (-72, 0), (-73, -1), (503, 3), (504, None),
])  # fmt: skip
def test_a_seat_carries_cards_unread_to_the_nearest(more, said):
    loads, ant = seated(more=more)
    assert loads.excess("seat:1") == said == loads.says(ant)[0]
    ant.level_n = LEVEL_ROUGH_DWELLS - 1
    assert loads.excess("seat:1") is None
    assert loads.excess("cellar") is None


@pytest.mark.parametrize(("more", "heavier"), [(107, []), (108, ["seat:1"]), (144, ["seat:1"]),
                                               (432, ["seat:1"]), (433, [])])  # fmt: skip
def test_a_seat_is_surely_heavier_with_three_quarters_of_a_card(more, heavier):
    loads, ant = seated(more=more)
    assert loads.heavier("seat") == heavier
    ant.level_n = LEVEL_ROUGH_DWELLS - 1
    assert loads.heavier("seat") == []


def test_held_are_cards_told_to_lie_there_and_burns_nobody_has_read():
    loads, ant = seated(n=2, held=1)
    assert loads.lying(ant) == 1
    loads.unnamed = 2
    assert loads.lying(ant) == 1
    burn = Bench()
    burn.cards.laden.unnamed = 2
    assert burn.cards.laden.lying(burn.ant("burn")) == 2


# -- hands that have left -----------------------------------------------------------------------


def gone(t=2000, found=None):
    """Seat 3's hand is missed since ``t``; ``found``: its first card is read there since."""
    bench = Bench()
    tags = bench.hand(3, card(1), card(2))
    ant = bench.ant("seat:3")
    for tag in tags:
        for track in tag.tracks:
            track.misses, track.silent, track.seen = 3, t, t - 100
            ant.tracks.remove(track)
        tag.home, tag.tracks, tag.left, tag.read = None, (), t, t - 100
    if found:
        bench.read(t + 50, found, card(1))
        bench.read(t + 90, found, card(1))
    return bench, tags


@pytest.mark.parametrize(("t", "gone_"), [(2000 + FOLD_SURE_MS - 1, False),
                                          (2000 + FOLD_SURE_MS, True)])  # fmt: skip
def test_a_silent_hand_has_left_when_it_has_been_silent_for_a_moment(t, gone_):
    bench, tags = gone()
    bench.phase.front = {1: 100}
    assert absent.was_gone(bench.cards, 3, t) == gone_
    tags[0].left = 2001
    assert absent.was_gone(bench.cards, 3, t + 1) == gone_
    assert not absent.was_gone(bench.cards, 3, 2000 + FOLD_SURE_MS)


def test_a_hand_that_is_read_has_not_left():
    bench = Bench()
    tags = bench.hand(3, card(1), card(2))
    assert absent.silent(bench.cards, "seat:3") == []
    assert absent.read_there(tags[0]) and not absent.given_up(bench.cards, "seat:3", 9000)
    tags[0].home.misses = 1
    assert not absent.read_there(tags[0]) and absent.silent(bench.cards, "seat:3") == []
    tags[1].home.misses = 1
    assert absent.silent(bench.cards, "seat:3") == tags
    assert absent.partly(bench.cards, "seat:3", 9000)


@pytest.mark.parametrize(("item", "silent"), [(None, 2), (object(), 0)])
def test_a_hand_of_which_a_card_is_under_way_is_not_silent(item, silent):
    bench, tags = gone()
    tags[0].item = item
    assert len(absent.silent(bench.cards, "seat:3")) == silent


@pytest.mark.parametrize(("age", "stale"), [(FOLD_WAIT_MS - 1, False), (FOLD_WAIT_MS, True)])
def test_a_hand_holds_up_others_for_so_long(age, stale):
    bench, tags = gone()
    absent.note(bench.cards, tags[0], 2000)
    (item,) = bench.order.items
    assert not item.ready(2000 + age) and item.stale(2000 + age) == stale
    assert (item.why, item.until) == ("hand", 2000 + FOLD_WAIT_MS)
    absent.note(bench.cards, tags[1], 2010)
    assert len(bench.order.items) == 1
    tags[0].item = object()
    assert item.ready(2001)


@pytest.mark.parametrize(("now", "zone", "noted"), [
    (ph.BETTING, "seat:3", 1), (ph.DEAL, "seat:3", 0), (ph.BETTING, "board", 0),
])  # fmt: skip
def test_only_a_hand_at_its_seat_is_missed_while_they_bet(now, zone, noted):
    bench, tags = gone()
    bench.phase.now = now
    tags[0].zone = zone
    absent.note(bench.cards, tags[0], 2000)
    assert len(bench.order.items) == noted


def test_players_passed_over_are_those_due_whose_hands_have_left():
    bench, tags = gone()
    assert bench.phase.actor == 3
    assert absent.passed_over(bench.cards, 1, 9000) == [(3, tags)]
    assert absent.passed_over(bench.cards, 3, 9000) == []
    assert absent.passed_over(bench.cards, 1, 2000) == []
    bench.phase.owing = [1, 2]
    assert absent.passed_over(bench.cards, 1, 9000) == []
    bench.phase.owing, bench.phase.now = [3, 1, 2], ph.DEAL
    assert absent.passed_over(bench.cards, 1, 9000) == []
    bench.phase.now, bench.phase.live = ph.BETTING, [3]
    assert absent.passed_over(bench.cards, None, 9000) == []


def test_the_end_of_a_street_passes_over_hands_behind_one_that_is_there():
    bench, tags = gone()
    bench.phase.actor = 1
    assert absent.passed_over(bench.cards, None, 9000) == [(3, tags)]
    bench.hand(1, card(5), card(6))
    assert absent.passed_over(bench.cards, None, 9000) == [(3, tags)]
    assert absent.passed_over(bench.cards, 2, 9000) == []


@pytest.mark.parametrize(("front", "folded"), [({2: 100}, False), ({1: 100, 2: 100}, True)])
def test_but_not_behind_one_with_a_bet_to_answer(front, folded):
    """That would be a fold out of turn, which nobody infers."""
    bench, tags = gone()
    bench.phase.actor, bench.phase.front = 1, front
    bench.hand(1, card(5), card(6))
    assert absent.passed_over(bench.cards, None, 9000) == ([(3, tags)] if folded else [])


def test_a_fold_that_follows_is_emitted_when_the_hand_was_first_missed():
    bench, tags = gone()
    absent.fold(bench.cards, 3, tags, 9000)
    assert bench.emitted("t", "from", "to", "confidence") == [(2000, "seat:3", "muck", "medium")]
    assert [tag.zone for tag in tags] == ["muck", "muck"] and bench.phase.live == [1, 2]
    bench, tags = gone()
    absent.fold(bench.cards, 3, tags, 1500)
    assert bench.emitted("t") == [(1500,)]


def test_partners_are_cards_of_the_hand_that_are_silent_too():
    bench, tags = gone()
    assert absent.partners(bench.cards, [tags[0]], "seat:3") == [tags[1]]
    assert absent.partners(bench.cards, tags, "seat:3") == []
    assert absent.partners(bench.cards, [tags[0]], "board") == []
    tags[1].item = object()
    assert absent.partners(bench.cards, [tags[0]], "seat:3") == []
    tags[1].item, bench.phase.hole = None, None
    assert absent.partners(bench.cards, [tags[0]], "seat:3") == []


# -- chips that lay there when the reference was taken --------------------------------------------


@pytest.mark.parametrize(("more", "since", "ref_n", "lay"), [
    (0, 0, 1, True), (CHIP // 2 - 1, 0, 1, True), (CHIP // 2, 0, 1, False), (CHIP, 0, 1, False),
    (0, 1, 1, False), (0, 0, 0, False),
])  # fmt: skip
def test_chips_that_came_with_a_motion_lay_there_when_it_was_weighed(more, since, ref_n, lay):
    """Unless the load has changed by them, it was taken before the motion, or of the empty loop."""
    bearing, ant = spot(chips=2, level=EMPTY - 2 * CHIP - more)
    ant.ref, ant.ref_n = (EMPTY - 2 * CHIP, 1) if ref_n else (EMPTY - 2 * CHIP, 0)
    bearing.lain(ant, ant.ref_t + since, 1)
    assert ant.ref_n == ref_n + lay


def test_so_one_of_them_in_a_shadow_is_missed_by_its_load():
    """Two chips, one of them read late: when that one is missed, the load is not all read."""
    bearing, ant = spot(chips=1, level=EMPTY - 2 * CHIP)
    ant.ref, ant.ref_n = ant.level, 1
    assert bearing.all_read(ant)
    bearing.lain(ant, ant.ref_t, 1)
    assert not bearing.all_read(ant)
