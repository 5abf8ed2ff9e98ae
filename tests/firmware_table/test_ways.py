"""Cards on their way: what passes over a loop, or lies beside its way, has not gone there."""

import pytest

from firmware.table import phase as ph
from firmware.table import ways
from firmware.table.values import ASK_MS, RETRIEVED_MS, UNCOLLECTED_MS
from tests.firmware_table.rig import Rig, card, chip, setup
from tests.firmware_table.test_spots_bounds import arrived


@pytest.fixture(scope="module")
def dealt_rig():
    """Three hands dealt, seat 3 due to act."""
    rig = Rig()
    rig.run(3000)
    rig.hand()
    rig.run(1500)
    rig.emitted()
    return rig


def moves(rig):
    return [(e["cards"], e["from"], e["to"]) for e in rig.emitted("card_move")]


def throw(rig, where, ms):
    """Seat 3's hand slides to a place and stays there for a while."""
    for i in (2, 5):
        rig.put(card(i), where)
    rig.run(ms)


@pytest.mark.parametrize("where", ["board:3", "pot", "line:2", "burn"])
def test_a_folded_hand_that_rests_elsewhere_on_its_way_is_one_fold(rig, where):
    throw(rig, where, 1500)
    throw(rig, "muck", 2500)
    assert moves(rig) == [(["1c2", "1c5"], "seat:3", "muck")]


@pytest.mark.parametrize("where", ["board:3", "pot", "line:2"])
def test_a_hand_is_never_dealt_to_the_board_the_pot_or_another_bet_spot(rig, where):
    throw(rig, where, 8000)
    assert [m for m in moves(rig) if m[2] == where.split(":")[0] or m[2] == where] == []


def test_a_hand_thrown_into_another_hand_is_told_when_it_stays_there(rig):
    throw(rig, "seat:1", UNCOLLECTED_MS - 500)
    assert moves(rig) == []
    rig.run(3000)
    assert [(m[1], m[2]) for m in moves(rig)] == [("seat:3", "seat:1")]


def test_a_fold_comes_before_the_act_of_the_next_player_though_the_muck_reads_it_later(rig):
    for i in (2, 5):
        rig.put(card(i), None)
    rig.run(500)
    rig.put(chip(1), "line:1")
    rig.run(100)
    for i in (2, 5):
        rig.put(card(i), "muck")
    rig.run(4000)
    emitted = [e["what"] for e in rig.events if e["what"] in ("card_move", "chips_move")]
    assert emitted == ["card_move", "chips_move"]


def test_a_card_pitched_over_the_muck_is_told_where_it_comes_to_rest():
    rig = Rig()
    rig.run(3000)
    rig.key(what="setup", **setup())
    rig.riffle()
    rig.emitted()
    rig.put(card(0), "mouth:1")
    rig.run(120)
    rig.put(card(0), "muck")
    rig.run(60)
    rig.put(card(0), "seat:1")
    rig.run(2500)
    assert [m[2] for m in moves(rig)] == ["seat:1"]


@pytest.mark.parametrize(
    "frm,to,wait",
    [
        ("seat:3", "muck", 0),
        ("seat:3", "line:3", 0),
        ("seat:3", "line:4", ways.NEVER),
        ("seat:3", "seat:4", UNCOLLECTED_MS),
        ("muck", "seat:3", RETRIEVED_MS),
        ("muck", "board", ways.NEVER),
        ("board", "muck", 0),
        ("stub", "seat:3", 0),
        ("stub", "line:3", RETRIEVED_MS),
        ("stub", "pot", 0),
        ("stub", "board", RETRIEVED_MS),
        ("off", "pot", ways.NEVER),
        ("off", "seat:3", ways.NEVER),
    ],
)
def test_usual_ways_need_no_rest_and_unusual_ones_do(frm, to, wait):
    assert ways.rest_ms(frm, to) == wait


OTHER = (b"\xe0\x04\x02nobody", 0)  # a chip of another game: no block that is known here


def pointed_at(rig):
    notices = rig.emitted("notice")
    return [(n["by"], n["about_seat"]) for n in notices if n["kind"] == "foreign_chips"]


def test_a_chip_of_another_game_in_a_wager_is_pointed_at_once(rig):
    rig.put(chip(1), "line:3")
    rig.put(OTHER, "line:3")
    rig.run(RETRIEVED_MS + 1500)
    assert pointed_at(rig) == [("table", 3)]
    for where in ("pot", "line:1", "seat:1", "muck", "board:2"):
        rig.put(OTHER, where)
        rig.run(2500)
    assert pointed_at(rig) == moves(rig) == []
    rig.table.conservation.hand_over(rig.t, rig.table.phase)
    assert card(2)[0] in rig.table.conservation.cards
    assert OTHER[0] not in rig.table.conservation.cards


def test_what_lies_on_a_bet_spot_for_an_instant_is_no_chip_of_another_game(rig):
    rig.put(OTHER, "line:3")
    rig.run(RETRIEVED_MS // 2)
    rig.put(OTHER, None)
    rig.run(4000)
    assert pointed_at(rig) == []


def test_a_card_that_another_loop_reads_or_has_read_is_no_chip_of_another_game(rig):
    tag = rig.table.presence.tags
    rig.put(card(20), "mouth:1")
    rig.run(150)
    rig.put(card(20), "line:2")
    rig.run(4000)
    assert tag[card(20)[0]].zone != "off" and pointed_at(rig) == []


def test_a_chip_whose_block_is_read_late_is_one_of_this_game(rig):
    rig.put((OTHER[0], 0), "line:3")
    rig.run(RETRIEVED_MS // 2)
    rig.put((OTHER[0], 0), None)
    rig.put((OTHER[0], 25), "line:3")
    rig.run(4000)
    assert pointed_at(rig) == []


def test_a_hand_that_nobody_has_read_is_no_chip_of_another_game_when_it_is_thrown_away(rig):
    rig.table.cards.blanks = 1
    rig.put(card(30), "line:3")
    rig.run(4000)
    assert pointed_at(rig) == []


def keyed_foreign(amount=25, seat=3, t=1500, kind="foreign_chips", **change):
    """75 lie read at seat 3 since 1000 when the dealer keys chips of another game; what is told."""
    bench, item, _ = arrived(25, 25, 25, now=change.get("now", ph.BETTING))
    item.total = change.get("total")
    key = {"what": "notice", "by": "dealer", "kind": kind, "about_seat": seat, "amount": amount}
    if change.get("told"):
        bench.order.remove(item)
    bench.table._queue(dict(key, t=t))
    bench.order.items = []
    del bench.events[:]
    item.emit(2000)
    told = [e["chips"] for e in bench.events if e["what"] == "chips_move"]
    return told[0], item


@pytest.mark.parametrize(("change", "told"), [
    ({}, [25, 25, 25, 25]), ({"amount": 100}, [100, 25, 25, 25]), ({"t": 1000}, [25, 25, 25, 25]),
    ({"t": 999}, [25, 25, 25]), ({"amount": None}, [25, 25, 25]), ({"seat": 2}, [25, 25, 25]),
    ({"seat": 9}, [25, 25, 25]), ({"kind": "cash_in_play"}, [25, 25, 25]),
    ({"total": 75}, [25, 25, 25]), ({"told": True}, [25, 25, 25]), ({"now": ph.DEAL}, [25, 25, 25]),
])  # fmt: skip
def test_chips_of_another_game_that_the_dealer_keys_are_in_the_wager_that_waits(change, told):
    chips, item = keyed_foreign(**change)
    assert chips == told
    assert item.spot.unread == sum(told) - 75


@pytest.mark.parametrize(("t", "counted"), [(ASK_MS + 1000, 1000), (1500, 1)])
def test_nobody_is_asked_for_them_any_more(t, counted):
    _, item = keyed_foreign(t=t)
    assert item.counted == counted
