"""Chips in front, cards of a street, the odd chips of a race, where button and blinds lie."""

from types import SimpleNamespace as Of

import pytest

from shared_rules.hand import by_hand, places
from shared_rules.hand.betting import wagers
from shared_rules.hand.floor import race
from shared_rules.hand.start import button_due, button_place, entering, frame
from tests.rulings.ruling_scene import Book


def table(**fields):
    """What is known of a hand of four seats, the button on the last of them."""
    hand = Of(
        book=Book(), front={}, bets={}, pending={}, stacks={}, stacks_before={}, seats=[1, 2, 3, 4],
        live=[1, 2, 3, 4], dealt_in=[1, 2, 3, 4], all_in=[], paid={}, pot=0, setup={},
        phase="betting", betting_line=True, format="tournament", board=[], button=4,
        sb_seat=None, bb_seat=None,
        game=Of(blinds=True, button_blind=False, family="flop"),
    )  # fmt: skip
    for name, value in fields.items():
        setattr(hand, name, value)
    hand.bet = lambda seat: hand.bets.get(seat, 0)
    hand.after = lambda place, seats: sorted(seats, key=lambda s: (s - place - 1) % 10)
    return hand


def moved(chips, frm, to, **more):
    """Chips from one place to another."""
    return dict({"from": frm, "to": to, "chips": chips}, **more)


@pytest.mark.parametrize(("chips", "to", "antes", "held", "front", "ante", "left"), [
    ([100], "seat:1", None, None, 200, None, None), ([300], "seat:1", None, None, 0, None, None),
    ([301], "pot", None, None, 0, None, None), ([100], "line:2", None, None, 300, None, None),
    ([100], "seat:1", None, 40, 240, None, 0), ([100], "seat:1", None, 100, 300, None, 0),
    ([100], "seat:1", None, 101, 300, None, 1), ([100], "seat:1", 25, None, 200, 25, None),
    ([175], "seat:1", 25, None, 125, 25, None), ([176], "seat:1", 25, None, 124, 24, None),
    ([199], "seat:1", 25, None, 101, 1, None), ([300], "seat:1", 25, None, 0, 0, None),
    ([10], "pot", 25, None, 290, 15, None), ([25], "pot", 25, None, 275, 0, None),
    ([26], "pot", 25, None, 274, 0, None),
])  # fmt: skip
def test_chips_that_leave_a_line_are_what_was_carried_then_loose_ones_then_the_ante(
    chips, to, antes, held, front, ante, left
):
    """Seat 1 has 300 in front, of which 100 are its bet."""
    hand = table(front={1: 300}, bets={1: 100})
    if antes is not None:
        hand.pending["ante_front"] = {1: antes}
    if held is not None:
        hand.pending["carried"] = {1: held}
    places.on_chips_back(hand, moved(chips, "line:1", to))
    assert hand.front[1] == front
    assert hand.pending.get("ante_front", {}).get(1) == ante
    assert hand.pending.get("carried", {}).get(1) == left


@pytest.mark.parametrize(("released", "crossed", "line", "binds", "front", "held"), [
    (True, "full", True, True, 150, None), (None, "full", True, True, 150, None),
    (False, "full", True, True, 150, None), (False, "full", True, False, 100, 50),
    (False, "full", False, True, 100, 50), (False, "partial", True, True, 100, 50),
])  # fmt: skip
def test_chips_over_the_line_and_still_in_the_hand_are_not_in_front(
    released, crossed, line, binds, front, held
):
    hand = table(front={1: 100}, betting_line=line, book=Book(wager__touch_binds=binds))
    more = {} if released is None else {"released": released}
    ev = moved([25, 25], "seat:1", "line:1", crossed=crossed, **more)
    places.on_chips_forward(hand, ev)
    assert (hand.front[1], hand.pending.get("carried", {}).get(1)) == (front, held)
    if held:
        places.on_chips_forward(hand, ev)
        assert hand.pending["carried"][1] == 2 * held
        for chips, left in (([30], 70), ([70], 0), ([1], 0)):
            places.on_chips_forward(hand, moved(chips, "seat:1", "line:1", released=True))
            assert hand.pending["carried"][1] == left
        assert hand.front[1] == 201


STREETS = [Of(board=0), Of(board=3), Of(board=1), Of(board=1)]


@pytest.mark.parametrize(("at", "due"), [(0, 0), (1, 3), (2, 4), (3, 5)])
def test_the_board_has_the_cards_of_all_streets_so_far(at, due):
    assert places.board_due(Of(game=Of(streets=STREETS)), STREETS[at]) == due


@pytest.mark.parametrize(("at", "lies", "phase", "opens"), [
    (0, 2, "closed", False), (0, 3, "closed", True), (0, 4, "closed", True),
    (0, 3, "betting", False),
    (1, 3, "closed", False), (1, 4, "closed", True), (2, 5, "closed", True),
    (3, 5, "closed", False),
])  # fmt: skip
def test_a_street_opens_with_its_last_card_when_the_betting_is_over(at, lies, phase, opens):
    opened = []
    coming = STREETS[at + 1] if at < 3 else None
    game = Of(streets=STREETS, after=lambda _: coming)
    hand = table(game=game, street="x", board=["#"] * lies, phase=phase, open_street=opened.append)
    places._to_board(hand)
    assert opened == ([coming] if opens else [])


@pytest.mark.parametrize(("t", "until", "seats", "each", "times"), [
    (1000, 1600, [1, 2], 2, [1000, 1200, 1400, 1600]), (1000, 1000, [1, 2], 1, [1000, 1000]),
    (1000, 1001, [1], 1, [1000]), (1000, 1500, [1, 2, 3], 1, [1000, 1250, 1500]),
])  # fmt: skip
def test_a_clean_deal_takes_from_its_first_card_to_its_last(t, until, seats, each, times):
    out = []
    hand = table(dispatch=out.append)
    ev = {"t": t, "until": until, "seats": seats, "cards_each": each, "from_nth": 5}
    assert places.on_deal(hand, ev)
    assert [e["t"] for e in out] == times
    assert [e["nth"] for e in out] == list(range(5, 5 + len(times)))
    assert [e["to"] for e in out] == [f"seat:{s}" for s in seats] * each


# -- put right by hand ----------------------------------------------------------------------------


@pytest.mark.parametrize(("before", "paid", "amount", "then"), [
    (900, 100, 850, 950), (900, 100, 900, 1000), (900, 0, 901, 1001), (None, 100, 850, 950),
    (None, 0, 850, 850),
])  # fmt: skip
def test_a_stack_counted_changes_what_the_seat_began_with(before, paid, amount, then):
    hand = table(stacks={} if before is None else {1: before}, paid={1: paid})
    hand.stacks_before = {} if before is None else {1: 1000}
    by_hand._stack(hand, {"seat": 1, "amount": amount})
    assert (hand.stacks[1], hand.stacks_before[1]) == (amount, then)


@pytest.mark.parametrize(("amount", "paid", "live", "all_in", "then"), [
    (0, 100, [1, 2], [2], [1, 2]), (0, 0, [1, 2], [2], [2]), (0, 100, [2], [2], [2]),
    (0, 100, [1, 2], [1, 2], [1, 2]), (1, 100, [1, 2], [1, 2], [2]), (1, 100, [1, 2], [2], [2]),
])  # fmt: skip
def test_who_has_nothing_behind_and_chips_in_is_all_in(amount, paid, live, all_in, then):
    hand = table(stacks={1: 50}, stacks_before={1: 50}, paid={1: paid}, live=live)
    hand.all_in = list(all_in)
    by_hand._stack(hand, {"seat": 1, "amount": amount})
    assert hand.all_in == then
    by_hand._stack(hand, {"seat": 9, "amount": 5})
    assert 9 not in hand.stacks


@pytest.mark.parametrize(("n", "card", "board"), [
    (1, "2c", ["2c", "8s", "3c"]), (3, "2c", ["Kd", "8s", "2c"]), (0, "2c", ["Kd", "8s", "3c"]),
    (4, "2c", ["Kd", "8s", "3c"]), (3, None, ["Kd", "8s"]), (1, None, ["8s", "3c"]),
])  # fmt: skip
def test_a_card_of_the_board_is_put_right_at_its_place(n, card, board):
    hand = table(board=["Kd", "8s", "3c"])
    by_hand._card(hand, {"n": n, "card": card})
    assert hand.board == board


@pytest.mark.parametrize(("pot", "total", "amount", "then"), [
    (50, 350, 400, 100), (50, 350, 300, 0), (None, 300, 301, 1), (0, 300, 299, -1),
])  # fmt: skip
def test_the_pot_is_what_was_counted_whatever_was_read(pot, total, amount, then):
    hand = table(pot=pot, pot_total=lambda: total)
    by_hand._pot(hand, {"amount": amount})
    assert hand.pot == then


@pytest.mark.parametrize(("phase", "stack", "before", "added"), [
    ("none", 1500, 1500, None), ("setup", 1500, 1500, None), ("over", 1500, 1000, None),
    ("betting", 1000, 1000, 500), ("deal", 1000, 1000, 500), ("showdown", 1000, 1000, 500),
])  # fmt: skip
def test_chips_brought_to_the_table_play_before_a_hand_and_after_it(phase, stack, before, added):
    hand = table(phase=phase, stacks={1: 1000}, stacks_before={1: 1000})
    for _ in range(2):
        wagers.on_added(hand, {"seat": 1, "chips": [200, 50]})
    wagers.on_added(hand, {"seat": 2, "chips": [200]})
    assert (hand.stacks, hand.stacks_before) == ({1: stack}, {1: before})
    assert hand.pending.get("added") == ({1: added, 2: 200} if added else None)


# -- the race, and where button and blinds lie ----------------------------------------------------


@pytest.mark.parametrize(("odd", "up", "half"), [
    ({1: 4}, 1, 1), ({1: 3, 2: 1}, 1, 1), ({1: 5}, 2, 1), ({1: 6}, 2, 2), ({1: 7}, 2, 2),
    ({1: 1}, 1, 0), ({1: 2}, 1, 1), ({1: 8}, 2, 2), ({}, 0, 0),
])  # fmt: skip
def test_odd_chips_come_to_so_many_new_ones(odd, up, half):
    hand = table(setup={"color": {"old": 25, "new": 100}})
    assert race.new_chips(hand, odd) == up
    hand.book = Book(frame__race_rounding="half")
    assert race.new_chips(hand, odd) == half
    assert race._even(hand, odd) == (sum(odd.values()) % 4 == 0)


@pytest.mark.parametrize(("count", "one_each", "won"), [
    (0, True, []), (1, True, [1]), (2, True, [1, 2]), (3, True, [1, 2, 3]), (4, True, [1, 2, 3]),
    (2, False, [1, 1]), (3, False, [1, 1, 2]), (9, False, [1, 1, 2, 3]),
])  # fmt: skip
def test_chips_go_to_the_best_cards_one_to_a_seat(count, one_each, won):
    best = [((14, 3), 1), ((13, 3), 1), ((13, 2), 2), ((9, 1), 3)]
    hand = table(book=Book(frame__race_one_each=one_each))
    assert race._winners(hand, best, count) == won


@pytest.mark.parametrize(("stack", "out"), [(74, True), (75, True), (76, False), (None, False)])
def test_a_player_whose_odd_chips_are_all_it_has_is_out_of_chips(stack, out):
    hand = table(setup={"color": {"old": 25, "new": 100}})
    hand.stacks = {} if stack is None else {1: stack}
    assert race._out_of_chips(hand, 1, {"odd": {1: 3}}) == out


@pytest.mark.parametrize(("previous", "more", "due"), [
    (None, {}, None), ({"button": 4, "sb": 1, "bb": 2}, {"seats": [1]}, None),
    ({"button": 4, "sb": 1}, {}, None),
    ({"button": 1, "sb": 1, "bb": 2}, {"seats": [1, 2]}, (2, 2, 1)),
    ({"button": 2, "sb": 2, "bb": 1}, {"seats": [1, 2]}, (1, 1, 2)),
    ({"button": 4, "sb": 1, "bb": 2}, {"moving": True}, (1, 2, 3)),
    ({"button": 4, "sb": 1, "bb": 2}, {"moving": True, "seats": [2, 3, 4]}, (2, 3, 4)),
    ({"button": 4, "sb": 1, "bb": 2}, {}, (1, 2, 3)),
    ({"button": 4, "sb": 1, "bb": 2}, {"seats": [1, 3, 4]}, (1, None, 3)),
])  # fmt: skip
def test_button_and_blinds_follow_from_the_hand_before(previous, more, due):
    hand = table(seats=more.get("seats", [1, 2, 3, 4]))
    hand.setup = {"previous": previous} if previous else {}
    hand.setup["button_method"] = "moving" if more.get("moving") else "dead"
    assert button_due.positions(hand) == due


@pytest.mark.parametrize(("seats", "button", "setup", "sb", "bb"), [
    ([1, 2, 3, 4], 4, {}, 1, 2), ([1, 2, 3, 4], 3, {}, 4, 1), ([1, 2], 1, {}, 1, 2),
    ([1, 2], 2, {}, 2, 1), ([1, 2], 4, {}, 1, 2), ([1], 1, {}, None, None),
    ([1, 2, 3, 4], None, {}, None, None), ([1, 2, 3, 4], 4, {"sb_seat": None}, None, 2),
    ([1, 2, 3, 4], 4, {"bb_seat": 3}, 1, None),
    ([1, 2, 3, 4], 4, {"previous": {"bb": 1}}, None, None),
])  # fmt: skip
def test_blinds_nobody_named_are_left_of_the_button(seats, button, setup, sb, bb):
    hand = table(seats=seats, button=button, setup=setup)
    frame.place_blinds(hand)
    assert (hand.sb_seat, hand.bb_seat) == (sb, bb)


def test_a_game_without_blinds_has_none_and_one_with_a_button_blind_one():
    hand = table(game=Of(blinds=False, button_blind=False))
    frame.place_blinds(hand)
    assert (hand.sb_seat, hand.bb_seat) == (None, None)
    hand.game = Of(blinds=True, button_blind=True)
    frame.place_blinds(hand)
    assert (hand.sb_seat, hand.bb_seat) == (None, 4)


# -- coming in ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("live", "dead", "entry"), [
    (200, 100, {5: (200, 100)}), (200, 0, {5: (200, 0)}), (0, 100, {5: (0, 100)}), (0, 0, None),
])  # fmt: skip
def test_who_comes_in_sits_in_its_place_and_owes_what_was_said(live, dead, entry):
    hand = table(seats=[1, 2, 9], dealt_in=[1, 2, 9])
    for _ in range(2):
        entering._deal_in(hand, 5, live, dead)
    assert hand.seats == hand.dealt_in == [1, 2, 5, 9]
    assert hand.pending.get("entry") == entry


@pytest.mark.parametrize(("kinds", "betting", "owed"), [
    (("bb",), "no_limit", (200, 0)), (("sb",), "no_limit", (100, 0)),
    (("sb", "bb"), "no_limit", (200, 100)),
    ((), "no_limit", (0, 0)), (("sb", "bb"), "limit", (150, 150)), (("bb",), "limit", (150, 50)),
    (("sb",), "limit", (100, 0)),
])  # fmt: skip
def test_missed_blinds_are_live_up_to_the_least_bet_and_dead_beyond(kinds, betting, owed):
    hand = table(sb=100, bb=200, small_bet=150, betting=betting)
    assert entering.missed(hand, kinds) == owed


@pytest.mark.parametrize(("stack", "key"), [
    (99, "entry.single_short"), (100, "entry.single_half"), (101, "entry.single_half"),
])  # fmt: skip
def test_half_of_a_single_blind_makes_a_hand(stack, key):
    hand = table(bb=200, bb_seat=2, stack=lambda _: stack)
    assert entering._single(hand, 2, "new") == (key, 0, 0)
    assert entering._single(hand, 3, "new") == ("entry.lowball_new", 400, 0)
    for status in entering.MISSED:
        assert entering._single(hand, 3, status) == ("entry.single_failed", 0, 0)
        assert entering._single(hand, 2, status)[0] == key


@pytest.mark.parametrize(("moved", "wants", "missed", "lowball", "owed"), [
    (0, "post", None, False, ("entry.seat_change_near", 0, 0)),
    (-1, "post", None, False, ("entry.seat_change_near", 0, 0)),
    (1, "post", None, False, ("entry.seat_change_post", 200, 0)),
    (1, "wait", None, False, ("entry.seat_change", 0, 0)),
    (1, "post", ["sb"], False, ("entry.seat_change", 0, 0)),
    (1, "post", None, True, ("entry.lowball_passed", 400, 0)),
])  # fmt: skip
def test_who_changes_seats_waits_or_posts(moved, wants, missed, lowball, owed):
    event = {"moved": moved, "wants": wants, "missed": missed}
    assert entering._moved(table(bb=200), event, lowball) == owed


@pytest.mark.parametrize(("setup", "status", "owed"), [
    ({}, "new", ("entry.ante_right", 0, 25)),
    ({"antes_in_row": 3}, "new", ("entry.ante_right", 0, 75)),
    ({"antes_in_row": 2}, "seat_change", ("entry.ante_seat_change", 0, 0)),
    ({"antes_in_row": 1}, "seat_change", ("entry.ante_right", 0, 25)),
    ({"forfeited_from": [5]}, "seat_change", ("entry.ante_seat_change", 0, 0)),
    ({"forfeited_from": [5]}, "new", ("entry.ante_right", 0, 25)),
    ({"forfeited_from": [1]}, "new", ("entry.forfeited", 0, 0)),
    ({"forfeited_from": []}, "new", ("entry.forfeited", 0, 0)),
])  # fmt: skip
def test_the_right_to_ante(setup, status, owed):
    assert entering._ante_game(table(setup=setup, ante=25), {"seat": 5, "status": status}) == owed


@pytest.mark.parametrize(("button", "bb", "between"), [
    (4, 2, [1]), (4, 3, [1, 2]), (4, 1, []), (1, 3, [2]), (3, 1, [4]), (None, 2, []), (4, None, []),
])  # fmt: skip
def test_nobody_comes_in_between_the_button_and_the_big_blind(monkeypatch, button, bb, between):
    monkeypatch.setattr(entering.button_place, "of", lambda _: button)
    monkeypatch.setattr(entering.button_place, "all_seats", lambda hand: hand.seats)
    hand = table(bb_seat=bb)
    assert [seat for seat in hand.seats if entering.between(hand, seat)] == between


@pytest.mark.parametrize(("previous", "seats", "place"), [
    ({"button": 1, "bb": 4}, [1, 4], 3), ({"button": 1, "bb": 3}, [1, 3, 4], 2),
    ({"button": 1, "bb": 4}, [1, 2, 3, 4], 1), ({"button": 1, "bb": 4}, [1, 2, 4], 3),
    ({"button": 3, "bb": 1}, [1, 3], 4), ({"button": 3, "bb": 1}, [1, 2, 3, 4], 3),
    ({"button": 2, "bb": 4}, [1, 2, 3], 2),  # the big blind has left: its seat is not that one
    ({"button": 1}, [1, 2, 3, 4], 2), ({"button": 4}, [2, 4], 2),
])  # fmt: skip
def test_the_button_goes_to_the_empty_seat_before_the_big_blind(
    monkeypatch, previous, seats, place
):
    monkeypatch.setattr(button_place, "all_seats", lambda _: [1, 2, 3, 4])
    assert button_place.vacated(table(seats=seats), previous) == place


@pytest.mark.parametrize(("place", "due", "fault"), [
    (2, 2, None), (3, 2, "moved_twice"), (1, 2, "not_moved"), (4, 2, "wrong"), (None, 2, None),
    (2, None, None), (1, 4, "not_moved"),
])  # fmt: skip
def test_how_a_button_lies(monkeypatch, place, due, fault):
    for name, value in (("of", place), ("due", due), ("of_hand", 99)):
        monkeypatch.setattr(button_place, name, lambda _, value=value: value)
    monkeypatch.setattr(button_place, "all_seats", lambda hand: hand.seats)
    hand = table(setup={"previous": {"button": 1}}, phase="setup")
    assert button_place.fault(hand) == fault
