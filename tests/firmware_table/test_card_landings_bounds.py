"""Where cards land and move on: what is told first, and who is looked for as they go."""

from types import SimpleNamespace as Of

import pytest

from firmware.table import absent, deal
from firmware.table import phase as ph
from firmware.table.presence import Tag
from firmware.table.values import RETRIEVED_MS, UNCOLLECTED_MS
from firmware.table.ways import Move
from shared_rules.zones import BOARD, BURN, MUCK
from tests.firmware_table.bench import Bench, card
from tests.firmware_table.test_card_counts_bounds import off_deck


@pytest.mark.parametrize(("to", "tabled", "lost"), [
    (MUCK, [1], True), (MUCK, [2], False), (MUCK, [], False), ("line:1", [1], False),
])  # fmt: skip
def test_hands_that_have_lost_are_looked_for_as_a_tabled_one_is_collected(
    monkeypatch, to, tabled, lost
):
    said = []
    monkeypatch.setattr(absent, "lost_unseen", lambda *args: said.append(args))
    bench = Bench()
    (tag,) = bench.hand(1, card(1))
    bench.phase.tabled = tabled
    bench.cards.emitted_move(Move(bench.cards, tag, 2000, "seat:1", to))
    assert bool(said) == lost


@pytest.mark.parametrize(("frm", "over"), [(BOARD, True), ("seat:1", False), (BURN, False)])
def test_the_hand_is_over_when_the_board_is_taken_up(frm, over):
    bench = Bench()
    (tag,) = bench.hand(1, card(1))
    said = []
    bench.cards.hand_over = said.append
    bench.cards.emitted_move(Move(bench.cards, tag, 2000, frm, MUCK))
    assert said == ([2000] if over else [])


@pytest.mark.parametrize(("thrown", "seat", "acting", "looked"), [
    (True, 1, None, True), (False, 1, None, False), (True, None, None, False), (True, 1, 1, False),
])  # fmt: skip
def test_hands_on_their_way_are_looked_for_when_somebody_acts(
    monkeypatch, thrown, seat, acting, looked
):
    from firmware.table import forward

    said, folds = [], []
    monkeypatch.setattr(forward, "thrown_early", lambda *args: said.append(args) or [(2, ["h"])])
    monkeypatch.setattr(absent, "passed_over", lambda *_: [])
    monkeypatch.setattr(absent, "fold", lambda *args: folds.append(args))
    bench = Bench()
    bench.phase.acting = acting
    bench.cards.thrown = {"seat:2": 500} if thrown else {}
    bench.cards.before_act(seat, 2000)
    assert bool(said) == looked
    assert folds == ([(bench.cards, 2, ["h"], 2000)] if looked else [])


@pytest.mark.parametrize(("first", "told"), [(True, True), (False, False)])
def test_a_card_that_moves_on_is_told_first_where_it_is_next(first, told):
    bench = Bench()
    items = off_deck(bench, "seat:1", n=2)
    item = items[0 if first else 1]
    item.on_its_way = lambda *_: False
    said = []
    bench.cards.emitted = said.append
    bench.cards._landed(item.tag, item, MUCK, 3000)
    assert item.then == (MUCK, 3000)
    assert said == ([item] if told else []) and (item in bench.order.items) != told
    bench.order.items = [Move(bench.cards, Tag(b"m", 0), 1, MUCK, MUCK), item]
    bench.cards._landed(item.tag, item, MUCK, 3500)
    assert item.then == (MUCK, 3000)
    bench.cards._landed(item.tag, item, BOARD, 4000)
    assert item.then == (BOARD, 4000)


@pytest.mark.parametrize(("burned", "board", "asked"), [
    (False, 3, True), (False, 2, False), (True, 3, False), (False, 4, True), (True, 2, False),
])  # fmt: skip
def test_a_card_more_may_be_of_a_street_without_a_burn_after_the_flop(
    monkeypatch, burned, board, asked
):
    said = []
    monkeypatch.setattr(deal.street_of(), "surplus_card", lambda *args: said.append(args))
    bench = Bench()
    bench.phase.burned, bench.phase.board = burned, board
    (item,) = off_deck(bench)
    bench.cards._landed(item.tag, item, BOARD, 3000)
    assert bool(said) == asked and bench.cards.board_last == 3000


@pytest.mark.parametrize(("zone", "now", "passed", "burns", "said"), [
    ("seat:1", ph.DEAL, False, False, ["unseen", "rotation"]),
    ("seat:1", ph.SHUFFLED, True, False, ["rotation"]), ("seat:1", ph.BETTING, False, False, []),
    ("seat:1", ph.BETTING, False, True, ["burn"]), (BURN, ph.BETTING, False, True, ["burn"]),
    (BURN, ph.BETTING, True, True, []), (MUCK, ph.BETTING, False, False, []),
    (BURN, ph.DEAL, False, True, ["burn"]), (BOARD, ph.BETTING, False, True, ["rotation"]),
])  # fmt: skip
def test_where_a_card_the_mouth_has_missed_is_put_in_the_order(
    monkeypatch, zone, now, passed, burns, said
):
    heard = []
    monkeypatch.setattr(deal, "unseen_at_mouth", lambda *_: heard.append("unseen"))
    monkeypatch.setattr(deal, "burn_unseen", lambda *_: heard.append("burn"))
    monkeypatch.setattr(deal, "in_rotation", lambda *_: heard.append("rotation"))
    bench = Bench()
    (item,) = off_deck(bench, passed=passed)
    bench.phase.now, bench.phase.burned = now, True
    bench.read(2000, "seat:1", (item.tag.uid, 0))
    item.tag.home = Of(antenna=bench.ant("seat:1"))
    item.burns = lambda: burns
    bench.cards._landed(item.tag, item, zone, 3000)
    assert heard == said and (item.zone, item.landed, item.tag.zone) == (zone, 3000, zone)


@pytest.mark.parametrize(("frm", "zone", "to", "then"), [
    (BURN, BOARD, None, "deck"), (BURN, MUCK, None, "rests"), (MUCK, BOARD, None, "rests"),
    ("seat:1", "seat:1", None, "back"), ("seat:1", BOARD, MUCK, "goes on"),
    ("seat:1", "seat:2", MUCK, "rests"),
])  # fmt: skip
def test_where_a_card_on_the_move_has_landed(frm, zone, to, then):
    bench = Bench()
    (tag,) = bench.hand(1, card(1))
    item = tag.item = Move(bench.cards, tag, 2000, frm, to)
    tag.zone = frm
    bench.order.add(item)
    again = []
    bench.cards._off_deck_again = lambda *args: again.append(args)
    bench.cards._landed(tag, item, zone, 3000)
    assert bool(again) == (then == "deck")
    assert (tag.item is None) == (then == "back")
    assert (item.to == zone) == (then == "rests") and (item.last == 3000) == (then == "rests")


@pytest.mark.parametrize(("frm", "to", "zone", "ms"), [
    ("seat:1", "line:1", BURN, UNCOLLECTED_MS), ("seat:1", MUCK, "seat:2", UNCOLLECTED_MS),
    ("line:1", MUCK, "seat:1", RETRIEVED_MS), ("seat:1", "line:1", MUCK, 0),
    ("seat:1", None, BURN, 0),  # off the mouth: it is where that has lost it
])  # fmt: skip
def test_a_card_read_on_its_way_where_few_are_put_has_to_rest_there(frm, to, zone, ms):
    bench = Bench()
    (tag,) = bench.hand(1, card(1))
    item = tag.item = Move(bench.cards, tag, 2000, frm, to)
    tag.zone = frm
    bench.order.add(item)
    bench.cards.on_the_way = lambda *_: False
    bench.cards._landed(tag, item, zone, 3000)
    told = 3000 + max(ms, bench.cards.group_ms)
    assert not item.ready(told - 1) and item.why == ("rest" if ms else "group")
    assert item.ready(told) and item.to == zone
    bench.cards._landed(tag, item, MUCK, 3100)  # it was on its way there
    assert item.to == MUCK and not item.ready(3099 + bench.cards.group_ms)
    assert item.ready(3100 + bench.cards.group_ms)
