"""Clocks, absent players and wrong posts at the edges of their rules."""

import pytest

from tests.rulings.ruling_scene import Scene, ring, stud
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


def carried(back=2500, hands=0, by="player"):
    """Seat 6 folds and pockets 2500 in a tournament; they come back in this hand or a later one."""
    s = Scene(ring([2, 4, 6, 7], stacks={"6": 9000})).start().deal(rounds=2).act(6, "fold")
    move = {"seat": 6, "by": "player", "from": "seat:6", "to": "off"}
    s.add("chips_move", chips=[1000, 1000, 500], **move)
    s.act(7, "fold")
    for n in range(hands):
        if not n:
            s.act(2, "fold").add("pot_awarded", seats=[4], amount=300)
        s.add("riffle")
        s.nth = 0
        s.add("post", seats=[4 + 2 * n], kind="sb", amount=100)
        s.add("post", seats=[(6, 7)[n]], kind="bb", amount=200).deal([6, 7, 2, 4], 2)
        for seat in ((7, 2, 4), (2, 4, 6))[n]:
            s.act(seat, "fold")
        s.add("pot_awarded", seats=[(6, 7)[n]], amount=300)
    return s.add("chips_move", chips=[back], seat=6, by=by, **{"from": "off", "to": "seat:6"})


@pytest.mark.parametrize("hands", [0, 1, 2])
@pytest.mark.parametrize("back", [2500, 1000])
def test_chips_that_were_pocketed_are_forfeited_when_they_come_back(hands, back):
    for book in ("tda-2011", "ipr-2018", "ipr-web", "stg-2011", "rrop-6"):
        r = carried(back, hands).ruling(book)
        amount = back if hands else 2500  # all that went there, as long as the hand goes on
        assert (r["ruling"], r["seat"], r["amount"]) == ("chips_forfeited", 6, amount), book


def test_chips_that_were_not_pocketed_are_brought_in_as_ever():
    for s in (carried(3000, 1), carried(2500, 1, by="dealer")):
        assert s.ruling("tda-2011")["ruling"] != "chips_forfeited"


def test_pocketed_chips_add_nothing_to_the_stack():
    assert carried(2500).hand("tda-2011").pending.get("added") is None
    assert carried(3000).hand("tda-2011").pending["added"] == {6: 3000}


def test_chips_in_a_pocket_are_forfeited_while_the_hand_goes_on():
    pocket = {"what": "chips_move", "seat": 6, "chips": [1000], "from": "seat:6", "to": "off",
              "by": "player"}  # fmt: skip
    plays = [pocket, act(3, "bet", 400), act(6, "call", 400)]
    over = [{"what": "pot_awarded", "seats": [3]}, {"what": "riffle"},
            {"what": "post", "seats": [2], "kind": "sb", "amount": 100}]  # fmt: skip
    for book in ("tda-2011", "rrop-6", "stg-2011"):
        r = play(book, setup(live=(3, 6)), plays).answer()
        assert (r["ruling"], r["amount"]) == ("chips_forfeited", 1000), book
        assert play(book, setup(live=(3, 6)), plays + over).open_incidents() == [], book


@pytest.mark.parametrize("gets", [[100, 100], [100]])
def test_old_chips_changed_for_their_worth_cite_the_rule_of_the_color_up(gets):
    table = {**ring([1, 2, 4]), "color": {"old": 25, "new": 100}}
    s = Scene(table).add("color_up", stage="exchange", odd_chips={})
    s.add("chip_exchange", seat=2, gives=[25] * 8, gets=gets)
    rules = {"ipr-2018": "35.2", "ipr-web": "W33.2", "rrop-6": "S15-10", "stg-2011": "B2"}
    for book, rule in rules.items():
        r = s.ruling(book)
        assert (r["ruling"], r["decided_by"]) == ("no_incident", "automatic")
        assert (f"{book}:{rule}" in r["cite"]) == (sum(gets) == 200), book
