"""Clocks, absent players and wrong posts at the edges of their rules."""

import pytest

from tests.rulings.scene import Scene, ring, stud
from tests.rulings.spots import act, play, setup
from tests.rulings.start.test_frame import UPS, bring_in

MS = 30000


@pytest.mark.parametrize(("cards", "used"), [(1, 1), (2, 1), (2, 2), (3, 3), (2, 3)])
def test_each_time_card_put_forward_counts_once(cards, used):
    shot = {"what": "shot_clock", "seat": 4, "ms": MS, "time_cards": cards, "t": 9000}
    card = {"what": "puck_move", "puck": "time_card", "from": "seat:4", "to": "line:4",
            "by": "player"}  # fmt: skip
    put = [dict(card, t=9000 + 1000 * n) for n in range(1, used + 1)]
    limit = MS * (1 + min(cards, used))
    for elapsed in (limit - 1, limit):
        timer = {"what": "timer", "clock": "shot_clock", "seat": 4, "elapsed_ms": elapsed,
                 "t": 9000 + elapsed}  # fmt: skip
        hand = play("ipr-2018", setup("turn", (3, 4)), [act(3, "bet", 500), shot, *put, timer])
        left = cards - min(cards, used)
        over = "clock.shot_expired_with_card" if left else "clock.shot_expired_facing_bet"
        assert bool(hand.ruled(over)) == (elapsed == limit), (cards, used, elapsed)


def wrong_bring_in(book):
    """Seat 3 has brought it in by mistake; seat 5, whose card is lower, puts the bring-in out."""
    s = bring_in(3).add("chips_move", seat=5, chips=[50], to="line:5", by="player", motion=1,
                        released=True, crossed="full", **{"from": "seat:5"})  # fmt: skip
    return s.hand(book)


def test_a_wrong_bring_in_goes_back_only_where_the_book_corrects_it():
    assert [(a["seat"], a["act"]) for a in wrong_bring_in("rrop-6").actions] == [(5, "bring_in")]
    silent = wrong_bring_in("tda-2011")
    assert (3, "bring_in") in [(a["seat"], a["act"]) for a in silent.actions]


def mixed(**who):
    s = Scene(ring()).start().deal(rounds=2)
    return s.notice("cards_mixed", by="player", **who).hand("rrop-6").pending["deal"]


@pytest.mark.parametrize(
    ("who", "seats"),
    [({"seat": 3, "about_seat": 4}, [3, 4]), ({"seat": 3}, [3]), ({"about_seat": 4}, [4])],
)
def test_mixed_cards_are_those_of_the_seats_named(who, seats):
    assert mixed(**who)["mixed_seats"] == seats


@pytest.mark.parametrize(("taken", "left"), [(1, 1), (2, 2)])
def test_one_upcard_taken_away_shows_no_more_and_a_hand_given_up_keeps_its_row(taken, left):
    ups = {"2": ["7c", "5h"], "4": ["9d", "Ts"], "5": ["Kh", "2d"]}
    s = Scene(stud("fourth", live=[2, 4, 5], upcards=ups), "stud7")
    hand = s.card("muck", ["9d", "Ts"][:taken], "up", frm="seat:4").hand("rrop-6")
    assert len(hand.upcards[4]) == left
    assert hand.upcards[2] == ["7c", "5h"]


def test_a_burn_card_taken_away_is_no_upcard():
    s = Scene(stud("third", live=[1, 2, 3, 4, 5, 6, 7], upcards=UPS), "stud7")
    hand = s.card("burn", "#40").card("muck", "#40", frm="burn").hand("rrop-6")
    assert {str(seat): cards for seat, cards in hand.upcards.items()} == UPS


def exposed_at(*nths):
    """A deal whose cards are told with or without their place off the deck; the fourth is shown."""
    s = Scene(ring([1, 2, 3])).start()
    for n, nth in enumerate(nths, 1):
        more = {} if nth is None else {"nth": nth}
        s.add("card_move", cards=[f"#{n}"], to=f"seat:{(n - 1) % 3 + 1}",
              face="up" if n == 4 else "down", by="dealer", **{"from": "stub"}, **more)  # fmt: skip
    return s.hand("rrop-6")


@pytest.mark.parametrize("nths", [(1, 2, 3, 4, 5, 6), (None,) * 6])
def test_cards_count_off_the_deck_whether_or_not_their_place_was_told(nths):
    hand = exposed_at(*nths)
    assert [row[2] for row in hand.pending["deal"]["cards"]] == [1, 2, 3, 4, 5, 6]
    assert [r["seat"] for r in hand.incidents()] in ([1], [None])
