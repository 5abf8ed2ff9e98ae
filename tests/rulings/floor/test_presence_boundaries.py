"""Being at the table in time, levels and streets at the edges of their rules."""

import pytest

from shared_rules import games
from shared_rules.hand import places
from shared_rules.hand.cards import board_burns
from shared_rules.hand.floor import clock
from shared_rules.hand.showdown import nuts
from shared_rules.hand.start import hand_start
from tests.rulings.ruling_scene import Scene, ring
from tests.rulings.showdown.test_showdown import BOARD
from tests.rulings.spots import BOOKS, act, play, put, setup

# -- back at the table: the first card, the last card, one's own turn -----------------------------


def back_at(t, fmt, state="in_seat", before=()):
    """Seat 4 is away; two cards each from 1000 ms on; it is there again at ``t``."""
    s = Scene(ring(presence={"4": "away"}, format=fmt)).add("riffle", 0)
    s.add("post", 0, seats=[1], kind="sb", amount=100)
    s.add("post", 0, seats=[2], kind="bb", amount=200).deal(rounds=2)
    for one in before:
        s.events.append(dict(one, t=s.t))
    s.events.append({"t": t, "what": "presence", "seat": 4, "state": state})
    return s


FIRST, LAST = 1000, 1000 + 300 * 18
# book, format -> moment until which a player has to be there
UNTIL = {
    ("ipr-2018", "tournament"): FIRST, ("ipr-2018", "cash"): FIRST,
    ("ipr-web", "tournament"): FIRST, ("ipr-web", "cash"): FIRST,
    ("rrop-6", "tournament"): LAST, ("tda-2011", "tournament"): LAST, ("tda-2011", "cash"): LAST,
}  # fmt: skip


@pytest.mark.parametrize(("book", "fmt"), sorted(UNTIL))
@pytest.mark.parametrize("over", [-1, 0, 1])
def test_until_which_card_a_player_may_come_back(book, fmt, over):
    until = UNTIL[book, fmt]
    s = back_at(until + over, fmt)
    s.t = LAST
    hand = s.act(3, "fold").add("declare", seat=4, word="call", wording="plain").hand(book)
    alive = 4 in hand.live
    assert alive == (over <= 0), [r["situation"] for r in hand.incidents()]
    assert hand.bet(4) == (200 if alive else 0)
    key = "presence.absent_at_first_card" if until == FIRST else "presence.absent_at_full_hands"
    assert bool(hand.ruled(key)) != alive


@pytest.mark.parametrize(("book", "fmt"), [("rrop-6", "cash"), ("stg-2011", "cash"),
                                           ("stg-2011", "tournament")])  # fmt: skip
@pytest.mark.parametrize("acted", [0, 1])
def test_where_ones_own_turn_decides(acted, book, fmt):
    fold = {"what": "action", "seat": 3, "act": "fold"}
    s = back_at(LAST + 1, fmt, before=[fold] * acted)
    s.t = LAST + 1
    if not acted:
        s.act(3, "fold")
    hand = s.add("declare", seat=4, word="call", wording="plain").hand(book)
    assert (4 in hand.live) != bool(acted)
    assert bool(hand.ruled("presence.absent_on_turn")) == bool(acted)


@pytest.mark.parametrize("state", ["in_seat", "at_seat"])
def test_beside_the_seat_is_not_in_it_in_two_books(state):
    for book in BOOKS:
        s = back_at(FIRST, "tournament", state)
        s.t = LAST
        hand = s.act(3, "fold").add("declare", seat=4, word="call", wording="plain").hand(book)
        dead = state == "at_seat" and book in ("ipr-2018", "ipr-web")
        assert (4 in hand.live) != dead, book
        assert bool(hand.ruled("presence.absent_at_last_card")) == dead, book


# -- when a hand begins ---------------------------------------------------------------------------

SIGNS = ("riffle", "machine_deck_cut", "shuffler_button", "dealer_push")
BEGINS = {
    "ipr-2018": SIGNS, "ipr-web": SIGNS, "rrop-6": ("riffle",), "stg-2011": ("riffle",),
    "tda-2011": ("riffle", "shuffler_button"),
}  # fmt: skip


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("sign", SIGNS)
def test_what_begins_a_hand(sign, book):
    hand = Scene(ring()).add(sign).hand(book)
    assert hand_start.began(hand) == (sign in BEGINS[book])
    assert not hand_start.next_began(hand)
    over = Scene(ring(street="river", live=[3, 4], board=BOARD, street_closed=True))
    hand = over.add("pot_awarded", seats=[3], amount=100).add(sign).hand(book)
    assert hand_start.next_began(hand) == (sign in BEGINS[book])
    assert hand_start.began(hand)


# -- streets --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "due"), [("preflop", 0), ("flop", 3), ("turn", 4), ("river", 5)])
def test_cards_on_the_board_of_each_street(name, due):
    hand = Scene(ring(street=name, live=[3, 4])).hand("tda-2011")
    assert places.board_due(hand, hand.game.street(name)) == due


@pytest.mark.parametrize("short", [0, 1, 2])
def test_betting_begins_with_the_last_card_of_the_last_seat(short):
    for rounds, game in ((2, "nlhe"), (4, "plo"), (3, "crazy_pineapple")):
        s = Scene(ring(), game).start().deal(rounds=rounds - 1).deal(range(1, 10 - short))
        hand = s.hand("tda-2011")
        assert places.first_deal_done(hand) == (short == 0), game
        assert (hand.phase == "betting") == (short == 0)
        assert (hand.turn == 3) == (short == 0)
        assert hand.dealt == 9 * rounds - short == hand.off_deck


def test_a_deal_in_one_event_takes_its_whole_time():
    s = Scene(ring()).start()
    s.add("deal", until=s.t + 18000, seats=list(range(1, 10)), cards_each=2, from_nth=1)
    hand = s.hand("tda-2011")
    assert hand.held(1) == ["#1", "#10"] and hand.held(9) == ["#9", "#18"]
    one = Scene(ring([1, 2])).start().deal([2])
    assert one.hand("tda-2011").held(2) == ["#1"]


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_a_street_is_over_when_one_hand_is_left(seats):
    live = [3, 4, 5][:seats]
    for book in BOOKS:
        hand = play(book, setup(live=(3, 4, 5)), [act(s, "fold") for s in (3, 4, 5)[seats:]])
        assert len(hand.live) == seats or seats == 3
        folds = play(book, setup(live=(3, 4, 5)),
                     [act(3, "bet", 500), act(4, "fold"), act(5, "fold")][: 4 - seats])  # fmt: skip
        assert (folds.phase == "award") == (seats == 1), (book, live)


# -- steps about burns ----------------------------------------------------------------------------


class Lying:
    """A hand with one open incident of the board."""

    def __init__(self, steps, situation="board.x", ruling="no_incident"):
        self.one = {"situation": situation, "ruling": ruling, "remedy_steps": steps.split()}

    def open_incidents(self):
        return [self.one]


@pytest.mark.parametrize(
    ("steps", "street", "due"),
    [
        ("burn_one deal_turn", "turn", board_burns.USUAL),
        ("no_burn deal_turn", "turn", board_burns.NO_NEW_BURN),
        ("deal_turn", "turn", board_burns.ONE_OR_NONE),
        ("burn_one deal_turn deal_river", "river", board_burns.ONE_OR_NONE),
        ("burn_one deal_turn no_burn deal_river", "river", board_burns.NO_NEW_BURN),
        ("no_burn deal_turn burn_one deal_river", "river", board_burns.USUAL),
        ("no_burn deal_turn burn_one deal_river", "turn", board_burns.NO_NEW_BURN),
        ("burn_two_next_street", "turn", (2, 2, True)),
        ("no_burn_next_street", "river", board_burns.NO_NEW_BURN),
        ("river_is_the_set_aside_card", "river", board_burns.ONE_OR_NONE),
        ("river_is_the_set_aside_card", "turn", board_burns.USUAL),
        ("penalty_possible", "turn", board_burns.USUAL),
    ],
)
def test_burns_a_remedy_asks_for(steps, street, due):
    assert board_burns.due(Lying(steps), {"street": "flop"}, street) == due
    assert board_burns.due(Lying(steps, "wager.x"), {"street": "flop"}, street) == board_burns.USUAL
    floor = Lying(steps, ruling="floor_decides")
    assert board_burns.due(floor, {"street": "flop"}, street) == board_burns.ANY
    unseen = Lying(steps, "board.two_burns_unexposed", "floor_decides")
    assert board_burns.due(unseen, {"street": "flop"}, street) == due
    deal = Lying(steps, "deal.x")
    assert board_burns.due(deal, {"street": "none"}, street) == board_burns.USUAL


# -- the best hand there is -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "board", "best"),
    [
        (("As", "Ks"), ["Qs", "Js", "Ts", "2d", "3c"], True),
        (("9s", "8s"), ["Qs", "Js", "Ts", "2d", "3c"], False),
        (("Ah", "2c"), ["Kh", "Qh", "7h", "3d", "8c"], False),
        (("Ah", "2h"), ["Kh", "Qh", "7h", "3d", "8c"], True),
        (("Kh", "2h"), ["Ah", "Qh", "7h", "3d", "8c"], True),
        (("Qh", "2h"), ["Ah", "Kc", "7h", "3h", "8c"], False),
        (("Ad", "Ac"), ["As", "Ah", "Kd", "7c", "2s"], True),
        (("Kc", "Ks"), ["As", "Ah", "Kd", "7c", "2s"], False),
    ],
)
def test_no_two_cards_beat_it(cards, board, best):
    assert nuts.unbeatable(games.get("nlhe"), cards, board) == best


def test_chips_of_one_motion_without_a_number_are_never_its_rest():
    late = [dict(put(3, 500, motion=None), t=1000), dict(put(4, 500, motion=None), t=1200),
            dict(put(3, 100, motion=None), t=1400)]  # fmt: skip
    for book in BOOKS:
        hand = play(book, setup(live=(3, 4, 5)), late)
        assert hand.actions[0]["to"] == 500 and hand.incidents(), book


def test_a_clock_runs_for_its_seat_alone():
    start = {"what": "clock_start", "seat": 4, "t": 9000}
    hand = play("tda-2011", setup(live=(3, 4, 5)), [act(3, "bet", 500), start])
    assert clock.running(hand, 4) and clock.running(hand, 3) is None
    done = play("tda-2011", setup(live=(3, 4, 5)), [act(3, "bet", 500), start, act(4, "call", 500)])
    assert clock.running(done, 4) is None
