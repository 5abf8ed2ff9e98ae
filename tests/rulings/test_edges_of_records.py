"""What the hand remembers of its players, at its edges: whose, on which street, of which kind.

Each table turns one fact of a record round and says what is left of the ruling then.
"""

import pytest

from shared_rules.hand.showdown import shares
from tests.rulings.floor.test_presence_boundaries import LAST, back_at
from tests.rulings.floor.test_time_and_count_boundaries import at_showdown
from tests.rulings.ruling_scene import Scene, ring
from tests.rulings.spots import BOOKS, act, back, play, put, say, setup
from tests.rulings.start import test_blind_seats as blinds

# -- pots whose winners were read in part -------------------------------------------------------

MAIN, SIDE = 300, 400  # seats 2, 5, 8 and seats 5, 8


@pytest.mark.parametrize(("high", "low", "pushed", "want"), [
    ([2], [2], {}, {2: 300}),
    ([2], [8], {}, {2: 150, 8: 350}),  # the side pot's high half was not read: nobody's
    ([5], [2], {}, {5: 350, 2: 150}),  # nor its low half here
    ([5], [8], {}, {5: 350, 8: 350}),
    ([5, 8], [2], {}, {5: 175, 8: 175, 2: 150}),
    ([8], [5, 8], {}, {8: 525, 5: 175}),
    ([5], [2], {8: 1}, {5: 350, 2: 150, 8: 200}),  # chips were pushed to one more: the half is its
    ([2], [8], {5: 1}, {2: 150, 8: 350, 5: 200}),
    ([2], [2], {5: 1}, {2: 300, 5: 400}),  # both halves of the side pot
    ([2], [2], {5: 1, 8: 1}, {2: 300}),  # which of the two is not known
    ([5], [2], {5: 1}, {5: 350, 2: 150}),  # a read winner says nothing of the others
    ([5], None, {}, {5: 700}),
    ([5, 8], None, {}, {5: 350, 8: 350}),
    ([2], None, {}, {2: 300}),
    ([2], None, {8: 1}, {2: 300, 8: 400}),
    (None, None, {8: 1}, {8: 700}),
    (None, None, {}, {}),
])  # fmt: skip
def test_each_half_of_each_pot_goes_to_its_winner_as_read(high, low, pushed, want):
    hand = at_showdown({2: 100, 5: 300, 8: 300}, [2, 5, 8], game="plo8", button=9)
    hand.awarded = dict(pushed)
    paid = {seat: n for seat, n in shares.payoffs(hand, (high, low)).items() if n}
    assert paid == want


def test_what_only_one_seat_can_win_is_its_own_whoever_was_read():
    hand = at_showdown({2: 100, 5: 300}, [2, 5], game="plo8", button=9)
    for high, low in (([2], [2]), ([2], None), ([5], [2]), ([2], [5])):
        paid = shares.payoffs(hand, (high, low))
        assert paid[5] >= 200 and sum(paid.values()) == 400, (high, low)


@pytest.mark.parametrize(("won", "left", "want"), [
    ({5: 600}, 100, {5: 700}),  # all of it
    ({5: 250, 8: 350}, 100, {5: 350, 8: 350}),  # halved
    ({2: 300, 5: 300}, 100, {2: 300, 5: 400}),  # a pot each
    ({2: 200, 5: 400}, 100, {2: 300, 5: 400}),
    ({2: 299, 5: 300}, 101, {2: 299, 5: 300}),  # no way of sharing comes out at that
    ({2: 100, 5: 500, 8: 50}, 50, {2: 100, 5: 500, 8: 100}),
])  # fmt: skip
def test_chips_that_were_not_read_go_where_pots_come_out_even(won, left, want):
    hand = at_showdown({2: 100, 5: 300, 8: 300}, [2, 5, 8], button=9)
    assert shares.completed(hand, dict(won), left) == want


# -- a blind taken back -------------------------------------------------------------------------


@pytest.mark.parametrize("book", blinds.SPEAKS)
@pytest.mark.parametrize("after", ["nothing", "the right one", "an ante"])
def test_the_blind_that_goes_back_is_that_seats_and_that_kind(book, after):
    ante = 25 if after == "an ante" else 0
    s = blinds.table(ante=ante)
    blinds.post(s, 4, "sb")
    if after == "the right one":
        blinds.post(s, 1, "sb")
    elif ante:
        s.add("post", seats=[4], kind="ante", amount=ante)
    hand = blinds.back(s, 4, [100]).hand(book)
    left = [(a["seat"], a["post"]) for a in hand.actions]
    right = {"nothing": [], "the right one": [(1, "sb")], "an ante": [(4, "ante")]}[after]
    assert left == right
    assert hand.stacks[4] == 5000 - ante and hand.stacks[1] == 5000 - (left == [(1, "sb")]) * 100
    assert [kind for kind, _ in hand.posted[4]] == (["ante"] if ante else [])


# -- a motion in limit that somebody acted on ---------------------------------------------------

MOTION = {"released": False, "crossed": "in_hand"}


@pytest.mark.parametrize(("before", "seat", "between", "bound"), [
    ([], 3, [], False),
    ([], 3, [say(5, "fold")], True),
    ([say(5, "fold")], 3, [], True),  # folded while the action was at this seat
    ([say(5, "fold"), act(3, "check")], 4, [], False),  # it was at another one then
    ([say(5, "fold"), act(3, "check"), act(4, "check")], 3, [], False),  # on another street
])  # fmt: skip
def test_whose_motion_a_fold_behind_was_an_answer_to(before, seat, between, bound):
    table = setup(live=(3, 4, 5), betting="limit", small_bet=200, big_bet=400,
                  board=["Kd", "8s", "3c"])  # fmt: skip
    events = list(before)
    if len(before) == 3:
        events += [{"what": "card_move", "cards": ["#40"], "from": "stub", "to": "burn",
                    "face": "down", "by": "dealer"},
                   {"what": "card_move", "cards": ["2h"], "from": "stub", "to": "board",
                    "face": "up", "by": "dealer"}]  # fmt: skip
    events += [put(seat, 200, **MOTION), *between, back(seat, 200)]
    hand = play("rrop-6", table, events, "limit_holdem")
    reported = [r["situation"] for r in hand.incidents() if r["situation"][:6] == "wager."]
    assert reported == ["wager.chips_not_released" + "_limit" * bound]


# -- time cards ---------------------------------------------------------------------------------

CARD = {"what": "puck_move", "puck": "time_card", "from": "seat:4", "to": "line:4", "by": "player"}


@pytest.mark.parametrize(("clock", "card", "used"), [
    ("shot_clock", CARD, True),
    ("shot_clock", {**CARD, "to": "pot"}, True),
    ("shot_clock", {**CARD, "to": "seat:4"}, False),  # pushed about in front of the player,
    ("shot_clock", {**CARD, "to": "seat:3"}, False),  # given away,
    ("shot_clock", {**CARD, "from": "line:4", "to": "seat:4"}, False),  # or taken back
    ("shot_clock", {**CARD, "puck": "dealer_button"}, False),
    ("shot_clock", {**CARD, "from": "seat:3"}, False),  # another player's
    ("called_clock", CARD, False),
    (None, CARD, False),
])  # fmt: skip
def test_which_card_on_which_clock_is_a_time_card(clock, card, used):
    start = {
        "shot_clock": [{"what": "shot_clock", "seat": 4, "ms": 30000, "time_cards": 1}],
        "called_clock": [{"what": "clock_start", "seat": 4}],
        None: [],
    }[clock]
    hand = play("ipr-2018", setup("turn", (3, 4)), [act(3, "bet", 500), *start, card])
    assert bool(hand.ruled("clock.time_card_used")) == used
    if clock == "shot_clock":
        record = hand.pending["clock"]
        assert (record["cards"], record["limit"]) == ((0, 60000) if used else (1, 30000))


# -- said again that nobody is in the seat ------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
def test_what_the_floor_is_asked_again_is_the_answer_again(book):
    """An absent player is ruled on, then something else; then the dealer says it once more."""
    s = back_at(LAST + 1, "tournament")
    s.events.pop()  # it does not come back by itself
    s.t = LAST
    s.act(3, "fold").notice("seat_absent_on_turn", about_seat=4)
    first = s.ruling(book)
    assert first["irregular"] and first["seat"] == 4
    s.notice("phone_use", about_seat=5)
    between = s.ruling(book)
    s.notice("seat_absent_on_turn", about_seat=4)
    asked = first["ruling"] == "floor_decides"  # else it was decided, and saying it changes nothing
    assert s.ruling(book)["situation"] == (first if asked else between)["situation"]
    reported = [r["situation"] for r in s.hand(book).incidents()]
    assert reported.count(first["situation"]) == 1


@pytest.mark.parametrize("book", BOOKS)
def test_a_player_who_left_twice_left_the_hand_once(book):
    s = Scene(ring()).start().deal(rounds=2).act(3, "call", 200)
    for state in ("away", "in_seat", "away"):
        s.add("presence", seat=5, state=state)
    record = s.hand(book).pending["presence"]
    assert (record["left"], record["absent_turn"]) == ([5], [])
    s.act(4, "fold")
    hand = s.hand(book)
    gone = hand.book.outcome("presence.left_pending").ruling == "forced_fold"
    assert hand.pending["presence"]["absent_turn"] == ([] if gone else [5])


# -- the board when the pot goes out ------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
def test_an_all_in_board_without_a_burn_stands_once_the_pot_is_out(book):
    table = ring(street="turn", live=[3, 4], all_in=[3, 4], pot=4000, stacks={"3": 0, "4": 0},
                 board=["Kd", "8s", "3c", "2c"], street_closed=True)  # fmt: skip
    s = Scene(table).board("Th")
    if s.hand(book).ruled("board.river_no_burn") is None:
        s.notice("missing_burn")
    assert s.hand(book).answer()["situation"] == "board.river_no_burn"
    s = Scene(table).board("Th").add("pot_awarded", seats=[3], amount=4000)
    s.notice("missing_burn")
    late = s.hand(book)
    assert late.ruled("board.river_no_burn") is None
    assert late.ruled("board.river_no_burn_after") is not None
