"""Phase: what each event changes, and what the event beside it does not."""

import pytest

from firmware.table import phase as ph
from firmware.table.blinds import move_on
from firmware.table.phase import Phase
from firmware.table.values import DEAL_QUIET_MS
from tests.firmware_table.bench import Bench
from tests.firmware_table.rig import setup


def phase(now=ph.SHUFFLED, seats=(1, 2, 3), **extra):
    out = Phase(6)
    out.note(dict(setup(seats), what="setup", **extra))
    out.begin()
    out.now = now
    return out


def betting(seats=(1, 2, 3), **extra):
    out = phase(ph.DEAL, seats, **extra)
    for _ in range(2):
        for seat in seats:
            dealt(out, seat)
    return out


def dealt(out, seat, t=100, frm="stub", n=1):
    move(out, frm, f"seat:{seat}", t, n)


def move(out, frm, to, t=100, n=1, face="down"):
    out.note({"t": t, "what": "card_move", "cards": ["c"] * n, "from": frm, "to": to, "face": face})


def chips(out, seat, frm, to, *values, **more):
    row = {"t": 9, "what": "chips_move", "seat": seat, "chips": list(values), "from": frm, "to": to}
    out.note({**row, **more})


def bet(out, seat, *values, **more):
    chips(out, seat, f"seat:{seat}", f"line:{seat}", *values, **more)


def test_the_first_card_off_the_deck_begins_the_deal():
    out = phase()
    dealt(out, 1)
    assert (out.now, out.counts, out.live, out.last_seat) == (ph.DEAL, {1: 1}, [1], 1)
    out = phase(ph.BETWEEN)
    move(out, "mouth", "muck")
    assert out.now == ph.DEAL


def test_the_deal_is_over_with_the_last_hole_card_and_not_before():
    out = phase()
    for seat in (1, 2, 3, 1, 2):
        dealt(out, seat)
    assert out.now == ph.DEAL
    dealt(out, 3)
    assert (out.now, out.owing, out.actor) == (ph.BETTING, [1, 2, 3], 3)


def test_who_put_a_blind_out_last_has_not_acted_when_the_betting_begins():
    out = phase()
    bet(out, 1, 1)
    assert (out.acting, out.next_motion(1)) == (1, 2)
    for seat in (1, 2, 3, 1, 2, 3):
        dealt(out, seat)
    assert (out.now, out.acting, out.next_motion(1)) == (ph.BETTING, None, 1)
    bet(out, 1, 500)  # its act goes on with a second motion
    assert (out.acting, out.next_motion(1)) == (1, 2)


def test_an_act_that_ends_a_deal_of_no_known_end_is_its_players():
    out = phase(game="five_card_draw")
    for seat in (1, 2):
        dealt(out, seat)
    bet(out, 2, 500)
    assert (out.now, out.acting) == (ph.BETTING, 2)


@pytest.mark.parametrize(("late", "now"), [(0, ph.DEAL), (1, ph.BETTING)])
def test_a_deal_of_no_known_end_is_over_when_it_has_been_quiet(late, now):
    out = phase(game="five_card_draw")
    assert out.hole is None
    for seat in (1, 2):
        dealt(out, seat, 1000)
    out.tick(1000 + DEAL_QUIET_MS + late)
    assert out.now == now
    assert (out.owing == [1, 2]) == (now == ph.BETTING)


@pytest.mark.parametrize(("seats", "game", "now"), [
    ((1, 2, 1), "five_card_draw", ph.DEAL),  # hands are not alike
    ((1,), "five_card_draw", ph.DEAL),  # one hand only
    ((1, 2), "nlhe", ph.DEAL),  # a card is in doubt
    ((1, 2, 1, 2), "nlhe", ph.DEAL),  # seat 3 has none: was it passed over?
    ((1, 2, 3, 1, 2, 3), "nlhe", ph.BETTING),
])  # fmt: skip
def test_a_quiet_deal_goes_on_while_hands_are_not_full_and_alike(seats, game, now):
    out = phase(game=game)
    for seat in seats:
        dealt(out, seat, 1000)
    out.tick(1000 + DEAL_QUIET_MS + 1)
    assert out.now == now


def test_nothing_ends_by_being_quiet_outside_the_deal():
    out = betting()
    changes = out.changes
    out.tick(10**6)
    assert (out.now, out.changes) == (ph.BETTING, changes)


@pytest.mark.parametrize(("after", "count", "want"), [
    (None, 1, [1]), (None, 9, [1, 2, 3]), (1, 2, [2, 3]), (3, 1, [1]), (2, 2, [3, 1]), (9, 1, [1]),
])  # fmt: skip
def test_the_seats_that_come_next_go_round(after, count, want):
    assert ph.clockwise([1, 2, 3], after, count) == want
    out = betting()
    assert out.after(after) == out.round(after)[0] == want[0]
    out.live = []
    assert out.after(after) is None


def test_the_next_cards_go_on_from_the_last_seat_or_from_the_button():
    out = phase()
    assert out.next_seats(2) == [1, 2]
    dealt(out, 1)
    assert out.next_seats(2) == [2, 3] and out.following(3) == 1
    move(out, "seat:1", "seat:3")
    assert out.last_seat == 1  # only what comes off the deck moves the deal on


def test_motions_of_one_act_count_up_and_those_of_another_begin_anew():
    out = betting()
    assert out.next_motion(3) == 1
    bet(out, 3, 100, motion=1)
    assert (out.next_motion(3), out.next_motion(3, late=True), out.next_motion(1)) == (2, 1, 1)
    bet(out, 3, 100, motion=2)
    assert (out.next_motion(3), out.next_motion(3, late=True)) == (3, 2)
    out.motions = 0
    assert out.next_motion(3, late=True) == 1


@pytest.mark.parametrize(("change", "by"), [
    ({}, "player"), ({"awarded": True}, "dealer"), ({"now": ph.BETWEEN}, "dealer"),
    ({"now": ph.SHUFFLED}, "dealer"), ({"now": ph.DEAL}, "dealer"), ({"tabled": [3]}, "dealer"),
    ({"now": ph.SHOWDOWN}, "player"), ({"now": ph.SHOWDOWN, "live": [3]}, "dealer"),
    ({"now": ph.SHOWDOWN, "live": [3], "tabled": [2]}, "player"), ({"tabled": [2]}, "player"),
    ({"live": [3]}, "player"),
])  # fmt: skip
def test_who_puts_a_hand_into_the_muck(change, by):
    out = betting()
    for name, value in change.items():
        setattr(out, name, value)
    assert out.discard_by(3) == by


@pytest.mark.parametrize(("fronts", "closed"), [
    ({}, False), ({1: 10000}, False), ({1: 10000, 2: 10000}, True), ({1: 9999, 2: 10000}, False),
    ({1: 10000, 2: 10000, 3: 10000}, True),
])  # fmt: skip
def test_nobody_can_bet_any_more_when_one_at_most_has_chips(fronts, closed):
    out = betting()
    out.front = dict(fronts)
    assert out.closed() == closed


@pytest.mark.parametrize(("board", "lacks", "more"), [(0, False, 3), (1, True, 1), (2, True, 1),
                                                      (3, False, 1), (4, False, 1)])  # fmt: skip
def test_a_flop_lacks_cards_until_it_has_three(board, lacks, more):
    out = betting()
    out.board = board
    assert (out.flop_lacks(), out.street_cards()) == (lacks, more)
    out.hole = None
    assert (out.flop_lacks(), out.street_cards()) == (False, 1)


def test_the_board_grows_and_shrinks():
    out = betting()
    move(out, "stub", "burn")
    assert out.burned and out.board == 0
    move(out, "stub", "board", n=3)
    assert (out.burned, out.board, out.actor, out.owing) == (False, 3, 1, [1, 2, 3])
    move(out, "board", "muck", n=2)
    assert out.board == 1


@pytest.mark.parametrize(("owing", "front", "raised"), [
    ([1, 2], 101, True), ([2, 1], 100, False), ([1, 2, 3], 99, False),
])  # fmt: skip
def test_only_more_than_the_highest_bet_is_owed_an_answer_by_all(owing, front, raised):
    out = betting()
    out.front = {2: 100}
    out.owing = [1, 2, 3]
    bet(out, 3, front)
    assert out.front[3] == front
    assert sorted(out.owing) == [1, 2]
    out.owing = [1]
    bet(out, 3, 1)
    again = out.front[3] > 100
    assert sorted(out.owing) == ([1, 2] if again else [1])
    assert again == (raised or front == 100)


def test_chips_carried_over_the_line_count_when_they_stay():
    out = betting()
    bet(out, 3, 100, 100, crossed="in_hand")
    assert (out.carried, out.front.get(3, 0), out.owing) == (200, 0, [1, 2, 3])
    chips(out, 3, "line:3", "line:3", 100, crossed="full")
    assert (out.carried, out.front[3]) == (100, 100)
    chips(out, 3, "line:3", "seat:3", 100)
    assert (out.carried, out.front[3]) == (0, 100)
    chips(out, 3, "line:3", "seat:3", 30)
    assert (out.carried, out.front[3]) == (0, 70)
    chips(out, 3, "line:3", "seat:3", 100)
    assert out.front[3] == 0


def test_a_correction_is_of_the_bet_it_belongs_to():
    out = betting()
    bet(out, 3, 100)
    out.note({"what": "correction", "seat": 3, "chips": [25, 25]})
    assert (out.front[3], out.actor) == (150, 1)


def test_bets_pulled_in_end_the_street():
    out = betting()
    bet(out, 3, 100)
    bet(out, 1, 100)
    move(out, "seat:2", "muck", n=2)
    chips(out, 3, "line:3", "pot", 100)
    assert (out.pot, out.pot_sum, out.stacks[3]) == ([100], 100, 9900)
    assert (out.front, out.owing, out.actor, out.acting) == ({}, [], 1, None)
    assert out.unsaid == [] and out.early == {}  # all had answered


def test_who_could_have_checked_is_remembered_when_the_bets_are_pulled_in():
    out = betting()
    out.front, out.owing = {1: 100, 2: 100}, [1, 2]
    chips(out, 1, "line:1", "pot", 100)
    assert out.unsaid == [1, 2]
    out.owing, out.front, out.stacks = [1, 2, 3], {1: 1, 3: 1}, {1: 100, 2: 0, 3: 2}
    chips(out, 1, "line:1", "pot", 1)
    assert out.unsaid == [1, 2, 3]  # seat 2 is known already, and has nothing to check with


@pytest.mark.parametrize(
    ("front", "owing"), [({}, [1, 2, 3]), ({2: 5}, [1, 2, 3]), ({1: 5, 2: 5, 3: 5}, [])]
)
def test_a_pull_told_late_ends_no_round_to_which_its_seat_has_put_nothing(front, owing):
    out = betting()
    out.owing, out.front = [1, 2, 3], front
    chips(out, 1, "line:1", "pot", 5)
    assert (out.owing, out.pot_sum, out.put[1]) == (owing, 5, 5)


def test_a_push_awards_the_pot():
    out = betting()
    out.pot, out.pot_sum = [100, 500], 600
    chips(out, 2, "pot", "seat:2", 500)
    assert (out.awarded, out.pot, out.pot_sum, out.now) == (True, [100], 100, ph.SHOWDOWN)
    assert out.stacks[2] == 10500
    chips(out, 2, "pot", "seat:2", 25)
    assert out.pot == [100] and out.pot_sum == 75


def test_the_last_fold_ends_the_betting_and_the_one_before_does_not():
    out = betting()
    move(out, "seat:3", "muck", n=1)
    assert out.live == [1, 2, 3] and out.counts[3] == 1
    move(out, "seat:3", "muck", n=1)
    assert (out.live, out.actor, out.owing, out.now) == ([1, 2], 1, [1, 2], ph.BETTING)
    move(out, "seat:2", "muck", n=2)
    assert (out.live, out.actor, out.now) == ([1], 1, ph.SHOWDOWN)
    assert out.won_by(1) and not out.won_by(2)


def test_a_hand_taken_back_in_the_deal_ends_it_when_nobody_has_cards():
    out = phase()
    dealt(out, 1)
    dealt(out, 2)
    move(out, "seat:1", "stub")
    assert out.now == ph.DEAL
    move(out, "seat:2", "stub")
    assert out.now == ph.BETWEEN


def test_betting_is_over_when_all_hands_are_tabled():
    out = betting()
    for seat in (1, 2):
        move(out, f"seat:{seat}", f"seat:{seat}", face="up")
        assert out.now == ph.BETTING
    move(out, "seat:3", "seat:3", face="down")
    assert out.now == ph.BETTING and out.tabled == [1, 2]
    move(out, "seat:3", "seat:3", face="up")
    move(out, "seat:3", "seat:3", face="up")
    assert out.now == ph.SHOWDOWN and out.tabled == [1, 2, 3]


@pytest.mark.parametrize(("key", "answered"), [
    ({"what": "gesture", "kind": "tap"}, True), ({"what": "declare", "word": "check"}, True),
    ({"what": "declare", "word": "call"}, False), ({"what": "gesture", "kind": "wave"}, False),
])  # fmt: skip
def test_a_check_is_an_answer_and_other_words_are_not(key, answered):
    out = betting()
    out.note(dict(key, seat=3, t=5))
    assert (3 not in out.owing) == answered and (out.actor == 1) == answered


def test_words_of_another_seat_end_an_act_and_a_sum_is_remembered():
    out = betting()
    bet(out, 3, 100)
    out.note({"what": "declare", "word": "raise", "amount": 300, "seat": 3, "t": 7})
    assert (out.acting, out.said) == (3, (3, 300, 7))
    out.note({"what": "declare", "word": "raise", "amount": "many", "seat": 1, "t": 8})
    assert (out.acting, out.said) == (None, (3, 300, 7))
    out.note({"what": "declare", "word": "time", "t": 9})
    assert out.said == (3, 300, 7)


@pytest.mark.parametrize(("n", "now"), [(1, ph.DEAL), (2, ph.BETTING)])
def test_words_open_the_betting_when_two_have_cards(n, now):
    out = phase()
    for seat in range(1, n + 1):
        dealt(out, seat)
    out.note({"what": "declare", "word": "call", "seat": 1, "t": 8})
    assert out.now == now


@pytest.mark.parametrize(("ante", "type_", "want"), [
    (25, None, [25, 25]), (0, None, [0, 0]), (25, "big_blind_ante", [0, 25]),
    (20000, None, [10000, 10000]), (25, "each", [25, 25]), (25, "button_ante", [0, 0]),
])  # fmt: skip
def test_antes_by_kind_and_by_stack(ante, type_, want):
    out = phase(ante=ante, ante_type=type_)
    assert out.antes == bool(ante)
    assert [out.ante_due(seat) for seat in (1, 2)] == want
    out.ante_of = {"1": 5}
    assert out.ante_due(1) == (5 if type_ in (None, "each") else 0)


@pytest.mark.parametrize(("seats", "kind", "due"), [
    ((1, 2), "button_ante", {}), ((1, 2, 3), "button_ante", {3: 25}),
    ((1, 2), "big_blind_ante", {2: 25}), ((1, 2), "each", {1: 25, 2: 25}),
])  # fmt: skip
def test_a_button_ante_is_due_from_nobody_between_two_players(seats, kind, due):
    """Each book that has one says so (ipr-2018:41.3, ipr-web:W39.3)."""
    out = phase(seats=seats, ante=25, ante_type=kind)
    assert {s: out.ante_due(s) for s in seats if out.ante_due(s)} == due
    assert out.antes == bool(due)


@pytest.mark.parametrize(("kind", "left", "due"), [
    ("button_ante", (1, 2, 3), [1]), ("button_ante", (2, 3), []),
    ("big_blind_ante", (1, 2, 3), [3]), ("big_blind_ante", (2, 3), [3]), ("each", (2, 3), [2, 3]),
])  # fmt: skip
def test_the_next_hand_s_ante_is_due_where_its_button_and_blinds_are(kind, left, due):
    out = phase(seats=(1, 2, 3), ante=25, ante_type=kind)
    out.stacks = {s: 1000 if s in left else 0 for s in (1, 2, 3)}
    out.awarded = True
    move_on(out)
    assert [s for s in (1, 2, 3) if out.ante_due(s)] == due


@pytest.mark.parametrize(("button", "was", "want"), [
    (3, 3, [0, 0, 25]), (1, 3, [25, 0, 0]), (None, 2, [0, 25, 0]),
    (6, 3, [0, 0, 0]),  # nobody sits there: no ante is due
])  # fmt: skip
def test_a_button_ante_is_due_from_the_seat_of_the_button_alone(button, was, want):
    """Or where the setup names no button, from where it was."""
    out = phase(button=was, ante=25, ante_type="button_ante")
    out.note(dict(setup((1, 2, 3)), button=button, ante=25, ante_type="button_ante", what="setup"))
    assert [out.ante_due(seat) for seat in (1, 2, 3)] == want


def test_blinds_are_due_as_far_as_stacks_go():
    out = phase(stacks={"1": 10000, "2": 70, "3": 10000})
    assert [out.post_due(seat) for seat in (1, 2, 3)] == [50, 70, 0]
    assert out.blinds_awaited()
    out.front = {1: 50, 2: 69}
    assert out.blinds_awaited()
    out.front[2] = 70
    assert not out.blinds_awaited()
    assert out.worth(9) == 1 << 60


def test_the_most_of_the_others():
    out = betting()
    out.front = {1: 300, 2: 200, 3: 100}
    assert (out.high(), out.high(1), out.high(2)) == (300, 200, 300)


@pytest.mark.parametrize(("kind", "now", "then"), [
    ("showdown", ph.BETTING, ph.SHOWDOWN), ("showdown", ph.DEAL, ph.SHOWDOWN),
    ("showdown", ph.BETWEEN, ph.BETWEEN), ("pot_awarded", ph.BETTING, ph.SHOWDOWN),
    ("finding", ph.DEAL, ph.BETWEEN), ("finding", ph.BETTING, ph.BETWEEN),
])  # fmt: skip
def test_keys_that_end_a_part_of_the_hand(kind, now, then):
    out = betting()
    out.now = now
    out.note({"what": kind, "kind": "misdeal_declared"})
    assert out.now == then
    assert out.awarded == (kind == "pot_awarded")
    out.now = now
    out.note({"what": "finding", "kind": "other"})
    assert out.now == now


def after_hand(button, small, big, seats=(1, 2, 3), **stacks):
    out = phase(seats=seats, button=button, sb_seat=small, bb_seat=big,
                stacks={str(s): stacks.get(f"s{s}", 1000) for s in seats})  # fmt: skip
    out.awarded = True
    out.note({"what": "riffle", "hand": 1})  # the setup was for this one
    out.awarded = True
    out.note({"what": "riffle", "hand": 2})
    return out.button, out.blinds[0], out.blinds[1], out.first_after


@pytest.mark.parametrize(("args", "stacks", "want"), [
    ((3, 1, 2), {}, (1, 2, 3, 3)),
    ((3, 1, 2), {"s3": 0}, (2, 2, 1, 1)),  # two are left: the button is the small blind
    ((1, 1, 2, (1, 2)), {}, (2, 2, 1, 1)),
    ((3, 1, 2), {"s1": 0}, (2, 2, 3, 3)),
])  # fmt: skip
def test_button_and_blinds_move_on(args, stacks, want):
    assert after_hand(*args, **stacks) == want


def test_a_deal_that_went_wrong_moves_nothing_on():
    out = phase(ph.BETWEEN)
    out.note({"what": "riffle", "hand": 1})
    out.note({"what": "riffle", "hand": 2})
    assert (out.button, out.now) == (3, ph.SHUFFLED)
    out.note({"what": "riffle"})
    assert out.now == ph.SHUFFLED


@pytest.mark.parametrize(("left", "known"), [(49, True), (50, False)])
def test_stacks_are_no_longer_known_when_half_a_big_blind_is_nobodys(left, known):
    out = phase()
    out.note({"what": "riffle", "hand": 1})
    out.awarded, out.pot_sum = True, left
    out.note({"what": "riffle", "hand": 2})
    assert bool(out.stacks) == known


def test_a_pot_that_gave_change_was_not_awarded():
    out = betting()
    out.now, out.awarded = ph.SHOWDOWN, True
    move(out, "stub", "board", n=3)
    assert (out.now, out.awarded) == (ph.BETTING, False)
    out.now, out.awarded, out.tabled = ph.SHOWDOWN, True, [1, 2]
    move(out, "stub", "board")
    assert (out.now, out.awarded) == (ph.SHOWDOWN, True)
    out.now, out.awarded, out.tabled = ph.SHOWDOWN, False, []
    move(out, "stub", "board")
    assert out.now == ph.SHOWDOWN


def test_the_hand_is_over_when_cards_are_mucked_after_the_award():
    out = betting()
    out.now, out.awarded = ph.SHOWDOWN, True
    move(out, "board", "burn")
    assert out.now == ph.SHOWDOWN
    move(out, "board", "muck")
    assert out.now == ph.BETWEEN
    out = betting()
    move(out, "board", "muck")
    assert out.now == ph.BETTING


@pytest.mark.parametrize(("fronts", "live", "change"), [
    ({1: 100, 2: 500}, [1, 2], {2: 400}), ({1: 100, 2: 101}, [1, 2], {2: 1}),
    ({1: 100, 2: 100}, [1, 2], {}), ({2: 500}, [2], {}),
])  # fmt: skip
def test_what_a_call_has_too_much_is_change_while_others_play_on(fronts, live, change):
    out = betting()
    out.front, out.live, out.owing = dict(fronts), live, []
    chips(out, 2, "line:2", "pot", fronts[2])
    assert out.change == change
    chips(out, 1, "line:1", "pot", 100)  # the street's chips are reckoned once
    assert out.change == change


@pytest.mark.parametrize(("given", "owed"), [(300, 100), (400, 0), (401, 0)])
def test_change_that_was_read_is_no_longer_due(given, owed):
    out = betting()
    out.pot_sum, out.change = 600, {2: 400}
    chips(out, 2, "pot", "seat:2", given)
    assert (out.change_due(), out.change_due(2), out.change_due(1)) == (owed, 0, owed)


@pytest.mark.parametrize(("change", "values"), [
    ({}, [500, 100]), ({2: 400}, [200]), ({1: 400}, [500, 100]), ({2: 600}, []), ({2: 601}, []),
])  # fmt: skip
def test_the_winner_s_pot_is_what_is_not_another_player_s_change(change, values):
    out = betting()
    out.pot, out.pot_sum, out.change = [500, 100], 600, change
    assert out.pot_of(1) == values


@pytest.mark.parametrize(("front", "actor"), [(200, 1), (201, 2), (100, 1)])
def test_after_a_straddle_the_seat_behind_it_acts_first(front, actor):
    out = phase(ph.DEAL, (1, 2, 3, 4), sb_seat=3, bb_seat=4, sb=100, bb=200)
    out.live = [1, 2, 3, 4]
    out.front = {3: 100, 4: 200, 1: front}
    out._open_betting()
    assert out.actor == actor


@pytest.mark.parametrize(("frm", "tabled", "now"), [
    ("line:2", [], ph.SHOWDOWN), ("line:2", [2], ph.BETWEEN), ("seat:2", [], ph.BETWEEN),
    ("board", [], ph.BETWEEN),
])  # fmt: skip
def test_a_folded_hand_collected_during_the_award_does_not_end_it(frm, tabled, now):
    out = betting()
    out.now, out.awarded, out.tabled = ph.SHOWDOWN, True, tabled
    move(out, frm, "muck", n=2)
    assert out.now == now


@pytest.mark.parametrize(("stack", "turn"), [(1100, 2), (1101, 1)])
def test_the_turn_passes_over_a_player_who_is_all_in_and_not_over_one_with_a_chip_left(stack, turn):
    """Seat 1's ante is in the pot: with it, 1000 is all of 1100 chips."""
    out = betting(stacks={1: stack, 2: 9000, 3: 9000}, ante=100, ante_type="big_blind_ante")
    chips(out, 1, "line:1", "pot", 100)
    out.now, out.owing = ph.BETTING, [1, 2, 3]
    bet(out, 1, 1000)
    bet(out, 2, 1000)
    bet(out, 3, 2000)
    assert (out.actor, out.round(out.actor - 1)[0], out.able([1]) == []) == (turn, turn, turn == 2)
    move(out, "seat:2", "muck", n=2)
    assert out.actor == (3 if turn == 2 else 1)


def test_where_all_are_all_in_the_turn_goes_to_who_holds_cards():
    out = betting(stacks={1: 100, 2: 100, 3: 100})
    for seat in (1, 2, 3):
        bet(out, seat, 100)
    assert (out.able(out.live), out.after(3), out.round(3)) == ([], 1, [1, 2, 3])


@pytest.mark.parametrize(("word", "stacks", "pulled_in", "total"), [
    ("all_in", {3: 700}, 0, 700), ("all_in", {3: 700}, 200, 500),  # what is left for this street
    ("all_in", {2: 700}, 0, None), ("all_in", {}, 0, None),  # nobody knows what that is
    ("raise", {3: 700}, 0, None), ("fold", {3: 700}, 0, None),
])  # fmt: skip
def test_who_says_all_in_names_all_there_is(word, stacks, pulled_in, total):
    phase = Bench().phase
    phase.stacks = {seat: stacks[seat] - pulled_in for seat in stacks}
    phase.note({"t": 5000, "what": "declare", "seat": 3, "word": word})
    assert phase.said == (total and (3, total, 5000))


def test_an_amount_that_is_named_counts_more_than_the_setup():
    phase = Bench().phase
    phase.stacks = {3: 700}
    phase.note({"t": 5000, "what": "declare", "seat": 3, "word": "all_in", "amount": 650})
    assert phase.said == (3, 650, 5000)
