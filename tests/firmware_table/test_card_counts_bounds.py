"""Cards told and untold: what the tracker of cards counts, where each goes, and who is asked."""

import pytest

from firmware.table import absent, award, deal, facing, riffle, ways
from firmware.table import phase as ph
from firmware.table.deal import Deal
from firmware.table.presence import Tag
from firmware.table.values import BURN_BESIDE_TIMES, GATHER_CARDS, LAST_CARD_MS
from firmware.table.ways import Move
from shared_rules.zones import BOARD, BURN, MOUTH, MUCK, STUB
from tests.firmware_table.bench import Bench, card
from tests.firmware_table.test_heavy_spots_bounds import counted

TOLD = ("seat:2", 4, "down")  # zone, place off the deck, facing


def off_deck(bench, zone=None, t=1000, passed=True, n=1):
    """Cards that left the deck at ``t``: their items, in the queue."""
    out = []
    for _ in range(n):
        tag = Tag(card(len(bench.cards.tags) + 1)[0], 0)
        tag.zone = STUB
        bench.cards.tags[tag.uid] = tag
        item = bench.cards._off_deck(tag, t, passed)
        item.zone = zone
        out.append(item)
    return out


def test_nothing_of_the_cards_is_counted_before_a_hand():
    bench = Bench()
    cards = bench.cards
    tune = {"board_gap_ms", "flight_ms", "boxed_ms", "group_ms"}
    assert set(counted(cards)) == tune and counted(cards.laden) == {}
    assert cards.dealt_t("seat:1") == -1 << 20
    for name in ("count", "mouth_missed", "blanks", "flop_t", "lacks_t"):
        setattr(cards, name, 5)
    cards.laden.unnamed = 5
    tag = Tag(b"c", 0)
    tag.nth, tag.zone, tag.supposed = 7, "seat:1", True
    cards.begin([tag])
    assert set(counted(cards)) == tune and cards.laden.unnamed == 0
    assert (tag.nth, tag.zone, tag.supposed) == (0, STUB, False)


@pytest.mark.parametrize(("now", "name", "comes"), [
    (ph.DEAL, "seat:1", True), (ph.DEAL, "muck", True), (ph.BETTING, "burn", True),
    (ph.SHUFFLED, "seat:1", True), (ph.SHUFFLED, "muck", False), (ph.BETWEEN, "seat:1", False),
    (ph.BETWEEN, "muck", False),
])  # fmt: skip
def test_an_undealt_card_read_somewhere_has_left_the_deck_while_cards_are_dealt(now, name, comes):
    bench = Bench(now)
    bench.phase.now = now
    tag = Tag(card(9)[0], 0)
    tag.zone = STUB
    bench.cards.arrived(tag, bench.ant(name), 2000)
    assert (tag.item is not None) == comes and bench.cards.count == comes
    assert not comes or (tag.item.zone, tag.item.landed, tag.item.passed) == (
        bench.ant(name).zone, 2000, False,
    )  # fmt: skip


@pytest.mark.parametrize(("rest", "seen", "misses", "went"), [
    (ways.NEVER, 9000, 0, False), (500, 1500, 0, True), (500, 1499, 0, False),
    (500, 1500, 1, False), (1, 1001, 0, True),
])  # fmt: skip
def test_a_card_astray_has_gone_where_it_rests_for_so_long(monkeypatch, rest, seen, misses, went):
    monkeypatch.setattr(ways, "rest_ms", lambda *_: rest)
    monkeypatch.setattr(deal, "faint", lambda _: False)
    bench = Bench()
    (tag,) = bench.hand(1, card(1))
    tag.home.antenna = bench.ant("seat:2")
    tag.home.since, tag.home.seen, tag.home.misses = 1000, seen, misses
    bench.cards.astray = [tag]
    bench.cards.poll(9000)
    assert (tag.zone == "seat:2") == went and (tag in bench.cards.astray) != went
    assert not went or (tag.item.t, tag.item.frm) == (1000, "seat:1")


@pytest.mark.parametrize(("item", "zone", "moves"), [
    (None, MOUTH, True), (None, "seat:1", False), (None, STUB, False), ("deal", MOUTH, False),
])  # fmt: skip
def test_a_card_told_at_the_mouth_moves_on_from_it(item, zone, moves):
    bench = Bench()
    tag = Tag(card(1)[0], 0)
    tag.zone = zone
    if item:
        tag.item = Deal(bench.cards, tag, 500, True)
    was = tag.item
    bench.cards.left(tag, bench.ant("mouth:1"), 2000)
    assert (tag.item is not was) == moves
    assert not moves or (tag.item.frm, tag.item.to, tag.item.left) == (MOUTH, None, 2000)
    assert not moves or tag.item in bench.order.items


@pytest.mark.parametrize(("name", "noted"), [("seat:1", True), ("board:1", False), ("muck", False)])
def test_hands_missed_at_their_seat_are_noted(monkeypatch, name, noted):
    said = []
    monkeypatch.setattr(absent, "note", lambda *args: said.append(args))
    bench = Bench()
    tag = Tag(card(1)[0], 0)
    tag.zone = "seat:1"
    bench.cards.left(tag, bench.ant(name), 2000)
    assert bool(said) == noted and tag.item is None


@pytest.mark.parametrize(("name", "now", "asked"), [
    ("mouth:1", ph.BETTING, ["deal"]), ("mouth:1", ph.BETWEEN, ["deal"]),
    ("seat:1", ph.BETTING, ["hand"]), ("seat:1", ph.SHOWDOWN, ["hand"]), ("seat:1", ph.DEAL, []),
    ("board:1", ph.BETTING, []), ("muck", ph.SHOWDOWN, []),
])  # fmt: skip
def test_where_a_card_may_come_to_rest_is_looked_at_when_it_is_missed(name, now, asked):
    bench = Bench()
    bench.phase.now = now
    said = []
    bench.cards.attention = type("A", (), {
        "card_left": lambda _, *args: said.append("deal"),
        "hand_left": lambda _, *args: said.append("hand"),
    })()  # fmt: skip
    bench.cards.stirred(Tag(card(1)[0], 0), bench.ant(name), 2000)
    assert said == asked


@pytest.mark.parametrize(("now", "front", "stack", "unbet"), [
    (ph.BETTING, {1: 100}, 1000, False), (ph.BETTING, {}, 1000, True),
    (ph.BETTING, {1: 100, 2: 100}, 1000, True), (ph.BETTING, {1: 100, 2: 99}, 1000, False),
    (ph.BETTING, {1: 100, 2: 50}, 50, True), (ph.BETTING, {1: 1}, 1000, False),
    (ph.DEAL, {1: 100}, 1000, True), (ph.SHOWDOWN, {}, 1000, False),
])  # fmt: skip
def test_who_has_no_bet_to_answer(now, front, stack, unbet):
    bench = Bench()
    bench.phase.now, bench.phase.front, bench.phase.stacks = now, front, {2: stack}
    assert bench.cards.unbet("seat:2") == unbet


@pytest.mark.parametrize(("zone", "late_ms", "flies"), [
    (None, -1, True), (None, 0, False), ("seat:1", -1, False),
])  # fmt: skip
def test_a_card_flies_for_so_long(zone, late_ms, flies):
    bench = Bench()
    off_deck(bench, zone)
    bench.order.items.append(Move(bench.cards, Tag(b"m", 0), 9000, MOUTH, None))
    assert bench.cards.in_flight(1000 + bench.cards.flight_ms + late_ms) == flies


@pytest.mark.parametrize(("now", "seat", "has", "awaited"), [
    (ph.DEAL, 1, 1, True), (ph.SHUFFLED, 1, 0, True), (ph.BETTING, 1, 1, False),
    (ph.DEAL, 2, 1, False), (ph.DEAL, 2, 0, True), (ph.BETTING, 2, 0, False),
])  # fmt: skip
def test_a_card_is_awaited_where_the_deal_has_come_to_or_the_seat_has_none(now, seat, has, awaited):
    bench = Bench(ph.DEAL)
    bench.phase.now, bench.phase.last_seat = now, 3
    bench.phase.counts = {seat: has}
    assert bench.cards.awaited(seat, 0) == awaited


@pytest.mark.parametrize(("supposed", "beside", "then"), [
    (True, 0, BURN_BESIDE_TIMES), (True, 5, 5 + BURN_BESIDE_TIMES), (False, 0, 0), (False, 1, 0),
    (False, 5, 4), (False, -1, -1),
])  # fmt: skip
def test_burns_beside_their_loop_are_counted_and_those_on_it_take_from_that(supposed, beside, then):
    bench = Bench()
    (item,) = off_deck(bench, BURN)
    bench.order.remove(item)
    item.tag.zone, item.tag.supposed, bench.cards.beside = BURN, supposed, beside
    bench.cards.emitted(item)
    assert bench.cards.beside == then


@pytest.mark.parametrize(("unnamed", "then"), [(1, 0), (2, 1)])
def test_a_burn_told_before_it_was_read_is_unnamed_no_more(unnamed, then):
    bench = Bench()
    (item,) = off_deck(bench, BURN)
    bench.cards.laden.unnamed = unnamed
    bench.cards.emitted_unnamed = lambda _: True
    bench.events.clear()
    bench.cards.emitted(item)
    assert (bench.cards.laden.unnamed, item.tag.item, bench.events) == (then, None, [])


@pytest.mark.parametrize(("faces", "face"), [
    (["down"], "down"), (["down", "down"], "down"), (["down", "unknown"], "unknown"),
    (["unknown", "down"], "unknown"), (["down", "up"], "up"), (["up", "down"], "up"),
])  # fmt: skip
def test_cards_that_came_together_face_alike_or_nobody_knows(faces, face):
    bench = Bench()
    items = off_deck(bench, "seat:1", n=len(faces))
    bench.order.items = items[1:]
    bench.cards._take_along = lambda group, _: group.extend(items[1:])
    bench.cards._face = lambda item: faces[items.index(item)]
    bench.events.clear()
    bench.cards.emitted(items[0])
    assert bench.emitted("face", "nth") == [(face, 1)]
    assert [item.tag.face for item in items] == [face] * len(faces)


def test_a_card_that_has_moved_on_is_told_where_it_landed_and_where_it_went():
    bench = Bench()
    (item,) = off_deck(bench, "seat:1")
    bench.order.remove(item)
    item.tag.zone, item.then = "seat:1", (MUCK, 4000)
    bench.cards.emitted(item)
    move = item.tag.item
    assert isinstance(move, Move)
    assert (move.frm, move.to, move.t, item.tag.zone) == ("seat:1", MUCK, 4000, MUCK)


def test_a_card_folded_before_its_seat_read_it_is_told_there_and_thrown_away():
    bench = Bench(ph.DEAL)
    bench.phase.now, bench.phase.last_seat = ph.DEAL, 1
    (item,) = off_deck(bench, MUCK)
    bench.order.remove(item)
    item.folded, item.landed = True, 3000
    bench.events.clear()
    bench.cards.emitted(item)
    assert bench.emitted("to", "confidence") == [("seat:2", "medium")]
    assert (item.tag.item.frm, item.tag.item.to, item.tag.item.t) == ("seat:2", MUCK, 3000)
    assert item.zone == "seat:2"


@pytest.mark.parametrize(("n", "elsewhere", "gathering"), [
    (GATHER_CARDS, 0, True), (GATHER_CARDS - 1, 1, False), (GATHER_CARDS - 1, 0, False),
    (GATHER_CARDS + 1, 2, True),
])  # fmt: skip
def test_undealt_cards_in_the_muck_are_gathered_when_they_are_so_many(n, elsewhere, gathering):
    bench = Bench()
    off_deck(bench, MUCK, n=n)
    off_deck(bench, BOARD, n=elsewhere)
    bench.order.items.append(Move(bench.cards, Tag(b"m", 0), 9000, MUCK, MUCK))
    assert bench.cards.gathering() == gathering


@pytest.mark.parametrize("passed", [False, True])
@pytest.mark.parametrize("out", [False, True])
def test_a_gathered_deck_is_no_deal_and_counts_no_more(monkeypatch, passed, out):
    monkeypatch.setattr(riffle, "under_way", lambda *_: False)
    bench = Bench()
    if not out:
        bench.phase.counts = {}
    items = off_deck(bench, MUCK, n=GATHER_CARDS, passed=passed)
    off_deck(bench, BOARD, n=2, passed=False)
    first = items[0]
    bench.order.remove(first)
    assert bench.cards.gathered(first) == (not (out and passed))
    if out and passed:
        return
    assert bench.cards.count == 2 and bench.cards.mouth_missed == 2
    tags = [item.tag for item in items]
    assert {(tag.item, tag.zone, tag.nth) for tag in tags} == {(None, STUB, 0)}
    assert [item.zone for item in bench.order.items] == [BOARD, BOARD]
    assert (bench.phase.now == ph.BETWEEN) == out


@pytest.mark.parametrize(("n", "riffled", "gathered"), [
    (GATHER_CARDS - 1, False, False), (GATHER_CARDS, False, True), (1, True, True),
])  # fmt: skip
def test_fewer_are_gathered_only_while_a_deck_is_riffled(monkeypatch, n, riffled, gathered):
    monkeypatch.setattr(riffle, "under_way", lambda *_: riffled)
    bench = Bench()
    items = off_deck(bench, MUCK, n=n, passed=False)
    bench.order.remove(items[0])
    assert bench.cards.gathered(items[0]) == gathered


@pytest.mark.parametrize(("change", "joins"), [
    ({}, True), ({"frm": "seat:2"}, False), ({"to": BOARD}, False), ({"kind": Deal}, False),
])  # fmt: skip
def test_cards_that_move_the_same_way_are_told_together(change, joins):
    bench = Bench()
    one, two = bench.hand(1, card(1), card(2))
    bench.cards.went(one, MUCK, 2000)
    bench.cards.went(two, change.get("to", MUCK), 2100)
    two.item.frm = change.get("frm", "seat:1")
    item, other = one.item, two.item
    if "kind" in change:
        other = Deal(bench.cards, two, 2100, True)
        bench.order.items[1] = other
    bench.order.remove(item)
    bench.cards.emitted_move(item)
    assert (two in item.tags) == joins and (other in bench.order.items) != joins


@pytest.mark.parametrize(("nth", "zone", "then"), [(3, STUB, 0), (3, MUCK, 3)])
def test_a_card_put_back_into_the_deck_has_no_place_any_more(nth, zone, then):
    bench = Bench()
    (tag,) = bench.hand(1, card(1))
    tag.nth, tag.ups = nth, 2
    item = Move(bench.cards, tag, 2000, "board", zone)
    bench.cards.emitted_move(item)
    assert (tag.nth, tag.ups) == (then, 0 if zone == STUB else 2)


@pytest.mark.parametrize(("pot", "awarded", "bare", "gone"), [
    (100, False, True, True), (0, False, True, False), (100, True, True, False),
    (100, False, False, False), (1, False, True, True),
])  # fmt: skip
def test_a_pot_is_gone_that_lies_nowhere_and_was_not_pushed(monkeypatch, pot, awarded, bare, gone):
    monkeypatch.setattr(award, "pot_bare", lambda _: bare)
    bench = Bench()
    bench.phase.pot_sum, bench.phase.awarded = pot, awarded
    assert not bench.cards._pot_gone(1)  # a hand that was never tabled
    bench.phase.tabled.append(1)
    assert bench.cards._pot_gone(1) == gone


@pytest.mark.parametrize(("change", "asks"), [
    ({}, True), ({"to": BOARD}, False), ({"now": ph.BETTING}, False), ({"awarded": True}, False),
    ({"live": [1, 2]}, False), ({"live": []}, False),
])  # fmt: skip
def test_the_dealer_is_asked_about_the_pot_as_the_last_hand_goes(monkeypatch, change, asks):
    said = []
    monkeypatch.setattr(award, "pot_asked", lambda *args: said.append(args) or True)
    bench = Bench()
    (tag,) = bench.hand(1, card(1))
    item = Move(bench.cards, tag, 2000, "seat:1", change.get("to", MUCK))
    bench.phase.now = change.get("now", ph.SHOWDOWN)
    bench.phase.awarded, bench.phase.live = change.get("awarded", False), change.get("live", [1])
    assert bench.cards.pot_asked(item, 3000) == asks == bool(said)


@pytest.mark.parametrize(("awarded", "left", "asked"), [
    (True, 1, True), (True, 0, False), (False, 1, False), (True, -1, False),
])  # fmt: skip
def test_what_is_left_of_a_pot_is_told_when_the_hand_is_over(monkeypatch, awarded, left, asked):
    said = []
    monkeypatch.setattr(award, "rest", lambda *args: said.append(args))
    bench = Bench()
    bench.phase.awarded, bench.phase.pot_sum = awarded, left
    bench.cards.hand_over(3000)
    assert bool(said) == asked


@pytest.mark.parametrize(("won", "pot", "told"), [
    (True, [100], True), (True, [], False), (False, [100], False),
])  # fmt: skip
def test_the_winners_pot_is_told_when_its_hand_is_collected(won, pot, told):
    bench = Bench()
    bench.phase.pot, bench.phase.pot_sum = pot, sum(pot)
    bench.phase.won_by = lambda _: won
    bench.events.clear()
    bench.cards._pot_pushed(1, 3000)
    assert bench.emitted("chips", "to", "confidence") == (
        [([100], "seat:1", "medium")] if told else []
    )


@pytest.mark.parametrize(("change", "told"), [
    ({"unnamed": 0}, False), ({}, False), ({"t": 2000}, True), ({"late": True}, True),
    ({"passed": False, "burned": True}, True), ({"passed": False, "owing": [1]}, True),
    ({"passed": False, "owing": [1], "closed": True, "next": True}, False),
    ({"passed": False, "next": True}, False), ({"passed": False, "next": False}, True),
])  # fmt: skip
def test_a_burn_was_told_before_where_the_next_is_not_due(monkeypatch, change, told):
    bench = Bench()
    (item,) = off_deck(bench, BURN, t=change.get("t", 2001), passed=change.get("passed", True))
    bench.cards.laden.unnamed, bench.cards.unnamed_t = change.get("unnamed", 1), 2000
    item.late = change.get("late", False)
    bench.phase.burned, bench.phase.owing = change.get("burned", False), change.get("owing", [])
    bench.phase.closed = lambda but=(): change.get("closed", False)
    monkeypatch.setattr(deal.street_of(), "next_burn", lambda *_: change.get("next", True))
    assert bool(bench.cards.emitted_unnamed(item)) == told


def test_burns_nobody_has_read_are_counted_one_by_one():
    bench = Bench()
    for n in (1, 2):
        bench.cards.emit_burn(1000 * n)
        assert (bench.cards.laden.unnamed, bench.cards.unnamed_t) == (n, 1000 * n)


@pytest.mark.parametrize(("kind", "zone", "now", "hole", "off"), [
    ("deal", None, ph.BETTING, 2, True), (None, STUB, ph.BETTING, 2, True),
    (None, "seat:1", ph.BETTING, 2, False), ("move", STUB, ph.BETTING, 2, False),
    (None, STUB, ph.DEAL, 2, False), (None, STUB, ph.BETTING, None, False),
    (None, STUB, ph.SHOWDOWN, 0, True), ("deal", "seat:1", ph.BETTING, 2, True),
])  # fmt: skip
def test_no_card_off_the_deck_comes_to_a_bet_spot_once_all_have_theirs(kind, zone, now, hole, off):
    bench = Bench()
    bench.phase.now, bench.phase.hole = now, hole
    tag = Tag(card(1)[0], 0)
    tag.zone = zone
    if kind == "deal":
        tag.item = Deal(bench.cards, tag, 1000, True)
    elif kind == "move":
        tag.item = Move(bench.cards, tag, 1000, "seat:1", "line:1")
    assert ways.dealt_to_nobody(bench.phase, tag, bench.ant("line:1")) == off
    assert not ways.dealt_to_nobody(bench.phase, tag, bench.ant("seat:1"))


@pytest.mark.parametrize(("joined", "known", "zone", "then"), [
    (False, {}, MUCK, (STUB, 0, None)), (True, {}, MUCK, (MUCK, 0, None)),
    (True, {}, "seat:1", (STUB, 0, None)), (False, {"n": TOLD}, MUCK, TOLD),
    (True, {"other": TOLD}, MUCK, (MUCK, 0, None)),
])  # fmt: skip
def test_a_card_seen_first_is_where_it_was_told_before_a_cut_or_in_the_deck(
    joined, known, zone, then
):
    bench = Bench()
    bench.cards.joined, bench.cards.known = joined, known
    bench.cards.name = lambda _: "n"
    tag = Tag(card(1)[0], 0)
    bench.cards._first_seen(tag, zone)
    assert (tag.zone, tag.nth, tag.face) == then


@pytest.mark.parametrize(("zone", "now", "board", "riffled", "then"), [
    (STUB, ph.DEAL, 0, False, "deal"), (STUB, ph.DEAL, 0, True, None),
    (STUB, ph.BETWEEN, 0, False, "begin"), (STUB, ph.BETWEEN, 3, False, "deal"),
    (MOUTH, ph.DEAL, 0, False, None), ("seat:1", ph.DEAL, 0, False, "move"),
])  # fmt: skip
def test_what_a_card_at_the_mouth_begins(monkeypatch, zone, now, board, riffled, then):
    monkeypatch.setattr(riffle, "under_way", lambda *_: riffled)
    bench = Bench()
    bench.phase.now, bench.phase.board = now, board
    begun = []
    bench.cards.begin_hand = begun.append
    tag = Tag(card(1)[0], 0)
    tag.zone = zone
    bench.cards._at_mouth(tag, 2000)
    kinds = {None: type(None), "deal": Deal, "begin": Deal, "move": Move}
    assert isinstance(tag.item, kinds[then]) and bool(begun) == (then == "begin")
    was = tag.item
    bench.cards._at_mouth(tag, 2100)
    assert was is None or tag.item is was


@pytest.mark.parametrize(("passed", "count", "missed"), [(True, 6, 2), (False, 6, 3)])
def test_cards_off_the_deck_are_counted_and_those_the_mouth_missed(passed, count, missed):
    bench = Bench()
    bench.cards.count, bench.cards.mouth_missed = 5, 2
    (item,) = off_deck(bench, passed=passed)
    assert (bench.cards.count, bench.cards.mouth_missed, item.tag.nth) == (count, missed, count)
    assert item.tag.mouth_missed == (not passed)


@pytest.mark.parametrize(("t", "acts", "n", "whole", "taken"), [
    (None, False, 1, 3, True), (None, True, 1, 3, True), (None, True, 3, 3, False),
    (None, False, 3, 3, True), (1000, False, 1, 3, False),
])  # fmt: skip
def test_cards_of_a_street_are_taken_along_from_behind_what_others_did(t, acts, n, whole, taken):
    bench = Bench()
    group = off_deck(bench, BOARD, n=n)
    bench.phase.street_cards = lambda: whole
    bench.order.items = []
    between = Move(bench.cards, Tag(b"m", 0), 1000 + LAST_CARD_MS, "seat:1", MUCK)
    between.acts = lambda: 1 if acts else None
    (other,) = off_deck(bench, BOARD, t=1000 + LAST_CARD_MS)
    other.goes_with = lambda *_: True
    bench.order.items = [between, other]
    bench.cards._take_along(group, t)
    assert (other in group) == taken
    assert bench.order.items == ([between] if taken else [between, other])


@pytest.mark.parametrize(("between_ms", "card_ms", "taken"), [
    (0, 0, True), (1, 0, False), (0, 1, False), (0, -1, True),
])  # fmt: skip
def test_but_not_from_behind_what_came_so_long_after(between_ms, card_ms, taken):
    bench = Bench()
    group = off_deck(bench, BOARD)
    bench.order.items = []
    between = Move(bench.cards, Tag(b"m", 0), 1000 + LAST_CARD_MS + between_ms, "seat:1", MUCK)
    (other,) = off_deck(bench, BOARD, t=1000 + LAST_CARD_MS + card_ms)
    other.goes_with = lambda *_: True
    bench.order.items = [between, other]
    bench.cards._take_along(group, None)
    assert (other in group) == taken


@pytest.mark.parametrize("goes", [True, False])
def test_and_only_those_that_go_with_it(goes):
    bench = Bench()
    group = off_deck(bench, BOARD)
    (other,) = off_deck(bench, BOARD, t=1000 + 9 * LAST_CARD_MS)
    other.goes_with = lambda *_: goes
    bench.order.items = [other]
    bench.cards._take_along(group, None)
    assert (other in group) == goes


@pytest.mark.parametrize(("zone", "passed", "ups", "downs", "face"), [
    (MUCK, True, 2, 2, facing.UP), (MUCK, True, 2, 3, facing.DOWN), (MUCK, True, 1, 0, None),
    (MUCK, False, 2, 2, None), ("seat:1", True, 2, 2, None),
])  # fmt: skip
def test_a_card_put_aside_at_once_faces_as_most_reads_say(zone, passed, ups, downs, face):
    bench = Bench()
    (item,) = off_deck(bench, zone, passed=passed)
    item.tag.ups, item.tag.downs = ups, downs
    got = bench.cards.at_the_mouth(item)
    assert got == face if face else got in (facing.DOWN, facing.UNKNOWN)


@pytest.mark.parametrize(("frm", "to", "tabled", "by", "face"), [
    ("seat:1", MUCK, [], "player", "down"), ("seat:1", MUCK, [1], "dealer", "down"),
    ("line:1", MUCK, [], "unknown", "down"), ("line:1", MUCK, [1], "dealer", "down"),
    (BOARD, MUCK, [], "dealer", "down"), (BURN, "seat:1", [], "dealer", "up"),
    (MOUTH, "seat:1", [], "dealer", "up"), ("seat:1", STUB, [], "dealer", "down"),
    ("seat:1", BOARD, [], "dealer", "up"), ("seat:1", BURN, [], "dealer", "down"),
    ("seat:1", "line:1", [], "player", "unknown"), ("seat:1", "line:2", [], "unknown", "up"),
    ("seat:1", "seat:2", [], "unknown", "up"), (MUCK, "seat:1", [], "unknown", "up"),
])  # fmt: skip
def test_who_moves_a_card_and_how_it_faces_then(frm, to, tabled, by, face):
    bench = Bench()
    (tag,) = bench.hand(1, card(1))
    tag.face = "up"
    bench.phase.tabled = tabled
    item = Move(bench.cards, tag, 2000, frm, to)
    event = item.as_event(["t"])
    assert (event["by"], event["face"], event["from"], event["to"]) == (by, face, frm, to)
