"""Cards of a deal and of the board counted: one too few, as many as are due, one too many."""

from types import SimpleNamespace as Of

import pytest

from shared_rules.hand.cards import board, board_burns, board_faults, deal_counts, deal_order
from shared_rules.hand.cards.board import USUAL
from tests.rulings.ruling_scene import Scene, draw, stud


def lying(cards, street="flop", **more):
    """The record of the board with so many cards of a street, dealt one by one."""
    d = {
        "cards": [f"#{n}" for n in range(cards)], "street": street, "moves": 1, "burns": 1,
        "burn_moves": 1, "placed": 0, "due": USUAL, "called": {}, "late": [], "flags": {},
        "found": None, "remedied": False, "premature": False, "next_burns": 0, "ample": None,
        "folded": False,
    }  # fmt: skip
    d.update(more)
    return d


@pytest.mark.parametrize(("cards", "street", "key"), [
    (2, "flop", None), (3, "flop", None), (4, "flop", "board.flop_four_unknown"),
    (5, "flop", "board.flop_many"), (1, "turn", None), (2, "turn", "board.turn_two_unknown"),
    (3, "turn", "board.turn_two_unknown"), (1, "river", None),
    (2, "river", "board.river_two_unknown"),
])  # fmt: skip
def test_a_street_has_so_many_cards(cards, street, key):
    got = board_faults._count(None, lying(cards, street), street, False)
    assert (got and got[0]) == key
    after = board_faults._count(None, lying(cards, street), street, True)
    assert (after and after[0]) == (key and f"board.{street}_many_after_action")
    told = lying(cards, street, called={"board_card_count": 1})
    got = board_faults._count(None, told, street, True)
    assert (got and got[0]) == (key or ("board.flop_short" if cards == 2 else None))
    told = lying(cards, street, late=["board_card_count"])
    assert bool(board_faults._count(None, told, street, False)) == (cards == 2 or bool(key))


@pytest.mark.parametrize(("moves", "cards", "apart"), [
    (4, 4, True), (3, 4, False), (1, 4, False), (1, 1, False), (2, 2, True), (5, 4, False),
])  # fmt: skip
def test_the_order_is_known_of_cards_that_came_each_by_itself(moves, cards, apart):
    d = lying(cards, moves=moves)
    assert board_faults._each_apart(d) == apart
    for asked in (board_faults._order_known, board_faults._first_known, board_faults._last_known):
        assert asked(d) == apart
        assert asked(dict(d, flags={"order_known": not apart})) == (not apart)
    assert board_faults._first_known(dict(d, flags={"first_card_known": not apart})) != apart
    assert board_faults._last_known(dict(d, flags={"last_flop_card_known": not apart})) != apart


@pytest.mark.parametrize(("burns", "due", "placed", "key"), [
    (1, (1, 1, True), 0, None), (0, (1, 1, True), 0, "board.turn_no_burn"),
    (2, (1, 1, True), 0, "board.turn_two_burns_unknown"), (0, (0, 0, True), 0, None),
    (1, (0, 0, True), 0, "board.turn_two_burns"), (1, (0, 1, True), 0, None),
    (2, (0, 1, True), 0, "board.turn_two_burns_unknown"), (0, (0, 1, True), 0, None),
    (1, (0, 0, False), 1, None), (2, (0, 0, False), 1, "board.turn_two_burns"),
    (1, (0, 0, False), 0, "board.turn_two_burns"), (1, (1, 1, True), 1, None),
    (2, (2, 2, True), 0, None), (1, (2, 2, True), 0, "board.turn_no_burn"),
    (3, (2, 2, True), 0, "board.turn_two_burns_unknown"),
])  # fmt: skip
def test_a_street_has_the_burns_that_are_due(burns, due, placed, key):
    d = lying(1, "turn", burns=burns, due=due, placed=placed)
    got = board_faults._burns(d, "turn", False)
    assert (got and got[0]) == key
    after = board_faults._burns(d, "turn", True)
    few = key == "board.turn_no_burn"
    said = "board.turn_no_burn_after" if few else "board.turn_two_burns_after"
    assert (after and after[0]) == (key and said)
    called = dict(d, called={"missing_burn" if few else "extra_burn": 1})
    assert board_faults._burns(called, "turn", True) == got
    other = dict(d, called={"extra_burn" if few else "missing_burn": 1})
    assert board_faults._burns(other, "turn", True) == after


@pytest.mark.parametrize(("cards", "moves", "key"), [
    (2, 1, None), (3, 1, "board.flop_no_burn_unknown"), (3, 3, "board.flop_no_burn_known"),
])  # fmt: skip
def test_a_flop_without_its_burn_is_one_when_it_is_whole(cards, moves, key):
    got = board_faults._burns(lying(cards, burns=0, moves=moves), "flop", False)
    assert (got and got[0]) == key


@pytest.mark.parametrize(("burn_moves", "moves", "flags", "known"), [
    (2, 3, {}, True), (1, 3, {}, False), (2, 1, {}, False),
    (1, 3, {"second_burn_known": True}, True),
    (2, 3, {"second_burn_known": False}, False), (2, 1, {"last_flop_card_known": True}, True),
])  # fmt: skip
def test_which_burn_was_the_second_is_known_of_two_moves(burn_moves, moves, flags, known):
    d = lying(3, burns=2, burn_moves=burn_moves, moves=moves, flags=flags)
    key = "board.flop_two_burns" + ("" if known else "_unknown")
    assert board_faults._burns(d, "flop", False) == (key, None)
    turn = dict(d, cards=["#1"], moves=1)
    known = flags.get("second_burn_known", burn_moves > 1)
    key = "board.turn_two_burns" + ("" if known else "_unknown")
    assert board_faults._burns(turn, "turn", False) == (key, None)


@pytest.mark.parametrize(("lying_", "burns", "key"), [
    (0, 1, None), (0, 2, "board.two_burns_unexposed"), (2, 2, "board.two_burns_unexposed"),
    (3, 2, "board.turn_two_burns_unexposed"), (3, 1, None),
    (4, 3, "board.river_two_burns_unexposed"), (5, 2, None),
])  # fmt: skip
def test_two_burns_lie_for_the_street_to_come(lying_, burns, key):
    hand = Of(board=[f"#{n}" for n in range(lying_)], ruled=lambda _: None)
    d = lying(0, next_burns=burns)
    got = board_faults._burns_alone(hand, d)
    assert (got and got[0]) == key


@pytest.mark.parametrize(("found", "ruled", "told"), [
    (None, None, True), ("board.flop_many", None, False),
    ("board.flop_many", {"irregular": True, "open": True}, False),
    ("board.flop_many", {"irregular": True, "open": False}, True),
    ("board.flop_many", {"irregular": False, "open": False}, False),
    ("board.turn_two_burns_unexposed", None, True),
])  # fmt: skip
def test_they_wait_for_a_fault_of_the_street_that_lies_there(found, ruled, told):
    hand = Of(board=["#1", "#2", "#3"], ruled=lambda _: ruled)
    d = lying(3, next_burns=2, found=found)
    assert bool(board_faults._burns_alone(hand, d)) == told


@pytest.mark.parametrize(("steps", "due"), [
    (["deal_turn"], (0, 1, True)), (["burn_one", "deal_turn"], USUAL),
    (["no_burn", "deal_turn"], (0, 0, False)), (["no_burn", "burn_one", "deal_turn"], USUAL),
    (["burn_one", "deal_flop", "deal_turn"], (0, 1, True)),
    (["burn_one", "deal_flop", "no_burn", "deal_turn"], (0, 0, False)),
    (["burn_one", "return_chips", "deal_turn"], USUAL), (["deal_turn", "burn_one"], (0, 1, True)),
    (["no_burn_next_street"], (0, 0, False)), (["burn_two_next_street"], (2, 2, True)),
    (["no_burn_next_street", "burn_two_next_street"], (2, 2, True)), (["return_chips"], None),
    ([], None),
])  # fmt: skip
def test_steps_of_a_remedy_say_what_is_burned_before_a_street(steps, due):
    assert board_burns._of_steps({"street": "flop"}, steps, "turn") == due
    same = None if "deal_turn" not in steps else due
    assert board_burns._of_steps({"street": "turn"}, steps, "turn") == same


# -- cards of the hands ---------------------------------------------------------------------------


def pitched(*rows):
    """Cards of the record: seat, and of the letters e (exposed), g (gone), b (boxed) what holds."""
    return [
        [seat, f"#{n}", n + 1, 0, "e" in how, False, "g" in how, "b" in how]
        for n, (seat, how) in enumerate(rows)
    ]


class Book:
    """Says the same value of everything, or what it was told."""

    def __init__(self, said):
        self.said = said

    def value(self, key, default=None):
        return self.said.get(key, default)


def deal(counts, *rows, over=True, waits=False, **more):
    """(hand, record, walk) of a deal of two cards each to seats 1, 2 and 3."""
    street = Of(down=2, up=0, name="preflop")
    hand = Of(game=Of(streets=[street]), book=Book({"deal.two_to_button_allowed": waits}))
    d = {"counts": {}, "cards": pitched(*rows), "over": over}
    w = Of(order=[1, 2, 3], counts=counts, lacking=[], waiting=[])
    for name, value in more.items():
        setattr(w, name, value)
    return hand, d, w


@pytest.mark.parametrize(("counts", "rows", "longs"), [
    ({1: 2, 2: 2, 3: 2}, [], []), ({1: 3, 2: 2, 3: 2}, [], [(1, 1)]),
    ({1: 3, 2: 4, 3: 1}, [], [(1, 1), (2, 2)]), ({1: 3}, [(1, "e")], []),
    ({1: 4}, [(1, "e")], [(1, 1)]),
    ({1: 3}, [(2, "e")], [(1, 1)]), ({1: 3}, [(1, "eg")], [(1, 1)]), ({1: 3}, [(1, "")], [(1, 1)]),
    ({1: 2}, [(1, "e")], []), ({1: 4}, [(1, "e"), (1, "e")], []),
])  # fmt: skip
def test_cards_too_many_less_those_seen_and_not_yet_replaced(counts, rows, longs):
    hand, d, w = deal(counts, *rows)
    assert deal_counts._surplus(hand, d, w) == longs
    d["counts"] = {3: 3}  # what was counted there holds
    assert (3, 1) in deal_counts._surplus(hand, d, w)


@pytest.mark.parametrize(("counts", "rows", "more", "shorts"), [
    ({1: 2, 2: 2, 3: 2}, [], {}, []), ({1: 1, 2: 2, 3: 2}, [], {}, [(1, 1)]),
    ({1: 1, 2: 2, 3: 1}, [], {}, [(1, 1), (3, 1)]), ({1: 0, 2: 2, 3: 2}, [], {}, []),
    ({1: 1, 2: 2, 3: 2}, [], {"lacking": [1]}, []), ({1: 1, 2: 2, 3: 2}, [], {"waiting": [1]}, []),
    ({1: 1, 2: 2, 3: 2}, [], {"waiting": [2]}, [(1, 1)]),
    ({1: 1, 2: 2, 3: 2}, [(1, "eg")], {}, []), ({1: 1, 2: 2, 3: 2}, [(1, "g")], {}, [(1, 1)]),
    ({1: 1, 2: 2, 3: 2}, [(1, "e")], {}, [(1, 1)]), ({1: 1, 2: 2, 3: 2}, [(2, "eg")], {}, [(1, 1)]),
    ({1: 1, 2: 2, 3: 2}, [(1, "eg"), (1, "")], {}, []),
    ({1: 1, 2: 2, 3: 2}, [(1, "eg"), (1, ""), (1, "")], {}, [(1, 1)]),
    ({1: 2, 2: 2, 3: 1}, [], {"waits": True}, [(3, 1)]),
    ({1: 2, 2: 2, 3: 1}, [], {"waits": True, "over": False}, []),
    ({1: 2, 2: 1, 3: 2}, [], {"waits": True, "over": False}, [(2, 1)]),
    ({1: 2, 2: 2, 3: 1}, [], {"over": False}, [(3, 1)]),
])  # fmt: skip
def test_cards_missing_less_those_that_are_replaced_anyway(counts, rows, more, shorts):
    hand, d, w = deal(counts, *rows, **more)
    assert deal_counts._missing(hand, d, w) == shorts


@pytest.mark.parametrize(("rows", "n"), [
    ([(1, "g"), (1, "")], 0), ([(1, "g"), (1, ""), (1, "")], 2), ([(1, ""), (1, "g"), (1, "")], 0),
    ([(1, "b"), (1, ""), (1, ""), (1, "")], 3), ([(1, "g"), (2, ""), (2, "")], 0),
    ([(1, ""), (1, "")], 0), ([(1, "g"), (1, ""), (1, "g"), (1, "")], 2),
])  # fmt: skip
def test_cards_that_came_after_one_was_taken_away(rows, n):
    assert deal_counts._replaced({"cards": pitched(*rows)}, 1) == n


@pytest.mark.parametrize(("have", "due", "late", "final", "key"), [
    (8, 7, False, True, "stud.more_than_seven"), (8, 8, True, True, "stud.more_than_seven"),
    (7, 6, False, False, "stud.long_before"), (7, 6, True, False, "stud.long_after"),
    (6, 7, False, True, "stud.seventh_missing"), (5, 7, False, True, "stud.less_than_seven"),
    (5, 6, False, False, "stud.short_before"), (5, 6, True, False, "stud.short_after"),
])  # fmt: skip
def test_stud_hands_by_their_cards(have, due, late, final, key):
    hand = Of(street="x", game=Of(after=lambda _: None if final else "y"))
    assert deal_counts._stud_key(hand, have, due, late) == key


@pytest.mark.parametrize(("discard", "have", "due", "right"), [
    (1, 3, 3, True), (1, 2, 3, True), (1, 1, 3, False), (1, 4, 3, False), (0, 3, 2, True),
    (0, 2, 2, False), (0, 3, 3, False), (0, 4, 2, False), (None, 3, 2, True),
])  # fmt: skip
def test_pineapple_holds_three_cards_until_one_is_given_up(discard, have, due, right):
    street = None if discard is None else Of(discard=discard)
    assert deal_counts._discarding(None, street, have, due) == right


@pytest.mark.parametrize(("down", "name"), [
    (2, ""), (3, "pineapple_"), (4, "omaha_"), (5, ""), (1, ""),
])  # fmt: skip
def test_games_whose_counts_the_books_treat_apart(down, name):
    assert deal_counts.prefix(Of(game=Of(streets=[Of(down=down)]))) == name


# -- until when a deal can be voided --------------------------------------------------------------


def done(*rows):
    """Acts of the first street: seat, and chips that it put in."""
    return [{"seat": seat, "amt": amt, "act": "x", "street": "preflop"} for seat, amt in rows]


@pytest.mark.parametrize(("chips", "acts", "late"), [
    (2, [], False), (2, [(1, 5)], False), (2, [(1, 5), (2, 5)], True), (2, [(1, 5), (2, 0)], False),
    (2, [(1, 0), (2, 5)], False), (1, [(1, 0), (2, 5)], True), (1, [(1, 5), (2, 0)], True),
    (1, [(1, 0), (2, 0)], False), (0, [(1, 0), (2, 0)], True), (2, [(1, 5), (1, 5)], False),
    (2, [(1, 0), (2, 0), (3, 0)], True), (2, [(1, 5), (1, 5), (1, 5)], True),
])  # fmt: skip
def test_substantial_action_is_two_with_chips_or_any_three(chips, acts, late):
    hand = Of(book=Book({"deal.substantial_chips": chips}))
    assert deal_order.substantial(hand, done(*acts)) == late
    hand.book.said["deal.substantial_any"] = 4
    three = len(acts) == 3 and not (acts[0][1] and acts[0][0] != acts[1][0])
    assert deal_order.substantial(hand, done(*acts)) == (late and not three)


@pytest.mark.parametrize(("index", "board", "phase", "acts", "late"), [
    (0, [], "betting", [], False), (1, [], "betting", [], True), (2, [], "draw", [], True),
    (0, ["#1"], "betting", [], True), (0, ["#1"], "deal", [], False),
    (0, [], "betting", [(1, 5)], False), (0, [], "betting", [(1, 5), (1, 9)], False),
    (0, [], "betting", [(1, 5), (2, 0)], True), (0, ["#1"], "deal", [(1, 5), (2, 0)], True),
])  # fmt: skip
def test_a_deal_stands_once_two_have_acted_or_a_street_was_dealt(index, board, phase, acts, late):
    game = Of(family="flop", streets=[Of(name="preflop")], index=lambda _: index)
    hand = Of(game=game, street="x", board=board, phase=phase, book=Book({}), actions=done(*acts))
    assert deal_order.too_late(hand) == late


@pytest.mark.parametrize(("scene", "game"), [
    (stud("fourth", live=[2, 4, 5]), "stud7"),
    (draw(street="after_draw", live=[1, 2]), "draw_high"),
])  # fmt: skip
def test_a_hand_taken_up_on_a_later_street_was_dealt_for_good(scene, game):
    assert deal_order.too_late(Scene(scene, game).hand("rrop-6"))


def test_posts_and_a_bring_in_are_no_acts_and_neither_are_those_of_later_streets():
    rows = [dict(done((1, 5))[0], act=act) for act in ("post", "ante", "bring_in", "call")]
    rows.append(dict(rows[-1], street="flop"))
    hand = Of(game=Of(streets=[Of(name="preflop")]), actions=rows)
    assert deal_order.acts(hand) == [rows[3]]


# -- cards that leave the board and the burn place ------------------------------------------------


def leaving(d, **more):
    """A hand with that record of its board."""
    game = Of(family=more.pop("family", "flop"))
    return Of(game=game, phase="betting", pending={"board": d}, to_review={}, **more)


@pytest.mark.parametrize(("coming", "burns", "cards", "then"), [
    (1, 1, 3, (0, 1)), (2, 1, 3, (0, 1)), (0, 1, 3, (0, 0)), (0, 2, 3, (0, 1)), (0, 0, 3, (0, 0)),
    (0, 1, 0, (0, 1)), (1, 1, 0, (0, 1)),
])  # fmt: skip
def test_burns_gathered_are_those_for_the_street_to_come_or_one_that_lies(
    coming, burns, cards, then
):
    d = lying(cards, next_burns=coming, burns=burns)
    hand = leaving(d)
    board.on_zone_merge(hand, {"from": "burn", "into": "muck"})
    assert (d["next_burns"], d["burns"]) == then
    assert d["remedied"] and hand.to_review == {"board": True}


@pytest.mark.parametrize(("n", "coming", "burns", "then"), [
    (1, 2, 1, (1, 1)), (2, 2, 1, (0, 1)), (2, 1, 3, (1, 1)), (3, 1, 2, (1, 0)), (1, 0, 1, (0, 0)),
])  # fmt: skip
def test_so_many_burn_cards_leave_their_place(n, coming, burns, then):
    d = lying(3, next_burns=coming, burns=burns)
    board._burn_back(leaving(d), n)
    assert (d["next_burns"], d["burns"]) == then


@pytest.mark.parametrize(("change", "event"), [
    ({"family": "stud"}, {}), ({"phase": "award"}, {}), ({"phase": "over"}, {}),
    ({}, {"into": "burn"}), ({}, {"from": "muck"}),
])  # fmt: skip
def test_nothing_else_that_is_gathered_says_anything_of_the_burns(change, event):
    d = lying(3, next_burns=1)
    hand = leaving(d, **{k: v for k, v in change.items() if k == "family"})
    hand.phase = change.get("phase", "betting")
    board.on_zone_merge(hand, {"from": "burn", "into": "muck", **event})
    assert (d["next_burns"], d["burns"], d["remedied"]) == (1, 1, False)


@pytest.mark.parametrize(("to", "burns", "due", "coming", "placed", "then"), [
    ("burn", 0, USUAL, 1, 1, (1, 0, 0)), ("burn", 1, USUAL, 1, 1, (1, 1, 1)),
    ("muck", 0, USUAL, 1, 1, (0, 1, 1)), ("burn", 0, (0, 1, True), 1, 1, (0, 1, 1)),
    ("burn", 1, (2, 2, True), 2, 1, (2, 1, 0)), ("burn", 0, USUAL, 0, 0, (1, 0, 0)),
])  # fmt: skip
def test_a_card_of_the_board_laid_on_the_burns_is_the_burn_that_was_missing(
    to, burns, due, coming, placed, then
):
    d = lying(3, burns=burns, due=due, next_burns=coming, next_placed=placed, shown=[])
    board._taken_away(leaving(d), ["#1"], to)
    assert (d["burns"], d["next_burns"], d["next_placed"]) == then
    assert d["cards"] == ["#0", "#2"] and d["shown"] == ["#1"] and d["remedied"]


def test_a_card_taken_from_the_board_that_nobody_saw_come_is_the_last_that_came():
    d = lying(3, next_placed=0, shown=[])
    board._taken_away(leaving(d), ["#9"], "muck")
    assert d["cards"] == ["#0", "#1"]
    board._taken_away(leaving(d), ["#0", "#1", "#2"], "burn")
    assert d["cards"] == [] and d["burns"] == 1  # nothing of the street is left to be burned for
