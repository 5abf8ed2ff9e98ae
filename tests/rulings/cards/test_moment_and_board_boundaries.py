"""Moments, boards and stubs at the edges of their rules: the last millisecond, the card too many.

How close together words and chips belong together, how long a disputed pot stays open, how many
cards and burns a street has, what a pair of openers is.
"""

import pytest

from shared_rules.hand.betting import openers
from shared_rules.hand.cards import board
from shared_rules.hand.start import frame
from tests.rulings.betting.test_openers import scene as jacks
from tests.rulings.ruling_scene import Scene, ring, stud
from tests.rulings.showdown.test_pots import BOARD
from tests.rulings.showdown.test_showdown import table
from tests.rulings.spots import BOOKS, act, play, put, say, setup

# -- together or one after the other --------------------------------------------------------------


@pytest.mark.parametrize("gap", [1499, 1500, 1501])
def test_how_late_a_chip_of_a_motion_may_be_read(gap):
    events = [dict(put(3, 500), t=1000), dict(put(4, 500, 100), t=1200),
              dict(put(3, 100), t=1000 + gap)]  # fmt: skip
    for book in BOOKS:
        hand = play(book, setup(live=(3, 4, 5)), events)
        joined = gap <= 1500
        assert hand.actions[0]["to"] == (600 if joined else 500), book
        assert bool(hand.incidents()) != joined


@pytest.mark.parametrize("gap", [1999, 2000, 2001])
def test_how_late_the_last_chip_of_an_all_in_may_come(gap):
    more = {"stacks": {"4": 1000}}
    events = [dict(put(3, 1000, 1000), t=1000), dict(put(4, 500, 400), t=4000),
              dict(put(4, 100, motion=2), t=4000 + gap)]  # fmt: skip
    for book in BOOKS:
        hand = play(book, setup(live=(3, 4, 5), **more), events)
        if hand.book.value("wager.undercall") == "full":
            assert bool(hand.incidents()) == (gap > 2000), book
        assert hand.bet(4) == 1000


@pytest.mark.parametrize("gap", [0, 1, 1999, 2000, 2001])
def test_a_number_said_with_the_chips_or_just_after_them(gap):
    events = [dict(put(3, 1000), t=5000),
              dict(say(3, "none", 800, "number_only"), t=5000 + gap)]  # fmt: skip
    for book in BOOKS:
        hand = play(book, setup(live=(3, 4, 5)), events)
        differ = hand.ruled("wager.chips_word_differ")
        assert bool(differ) == (gap <= 2000), (book, gap)
        word = book in ("rrop-6", "stg-2011") or (book == "ipr-2018" and gap == 0)
        assert hand.bet(3) == (800 if word and gap <= 2000 else 1000), (book, gap)


@pytest.mark.parametrize("gap", [0, 1, 1999, 2000, 2001])
@pytest.mark.parametrize("chips", [(500, 300), (500, 500)])
def test_a_call_said_with_chips_that_are_more_or_just_after_them(gap, chips):
    events = [dict(put(3, 500), t=1000), dict(put(4, *chips), t=5000),
              dict(say(4, "call"), t=5000 + gap)]  # fmt: skip
    for book in BOOKS:
        hand = play(book, setup(live=(3, 4, 5)), events)
        word = book in ("rrop-6", "stg-2011")  # S14-NL-8, D-B6: the words decide
        if word:
            assert hand.bet(4) == (500 if gap <= 2000 else 1000), (book, gap)


def test_a_call_said_with_the_chips_of_a_call_changes_nothing():
    for book in BOOKS:
        hand = play(book, setup(live=(3, 4, 5)), [
            dict(put(3, 500), t=1000), dict(put(4, 500), t=5000), dict(say(4, "call"), t=5500),
        ])  # fmt: skip
        assert hand.bet(4) == 500 and hand.incidents() == [], book


@pytest.mark.parametrize("said", [999, 1000, 1001])
def test_a_number_that_is_the_chips_says_nothing_new(said):
    events = [dict(put(3, 500, 500), t=5000), dict(say(3, "none", said, "number_only"), t=5500)]
    for book in BOOKS:
        hand = play(book, setup(live=(3, 4, 5)), events)
        assert bool(hand.ruled("wager.chips_word_differ")) == (said != 1000), book


@pytest.mark.parametrize("ms", [59999, 60000, 60001])
def test_a_break_leaves_a_minute_for_a_disputed_pot_in_one_book(ms):
    s = Scene(ring(street="river", live=[3, 4], board=BOARD, street_closed=True))
    table(table(s, 3, "Kh", "Ks"), 4, "Jd", "9s").add("pot_awarded", seats=[4], amount=2400)
    s.add("break_start", ms=0).notice("claims_pot", by="player", seat=3, ms=ms)
    for book in BOOKS:
        fast = book != "ipr-2018" or ms <= 60000
        assert (s.ruling(book)["ruling"] == "award_corrected") == fast, book


@pytest.mark.parametrize("ms", [59999, 60000, 60001])
def test_a_wager_over_the_pot_that_was_considered_for_a_minute_stands(ms):
    table_ = setup("turn", (3, 4, 5), betting="pot_limit", pot=1000)
    events = [dict(say(3, "bet", 1500), t=1000), dict(put(3, 500, 500, 500), t=1000),
              dict(say(4, "call"), t=1000 + ms),
              {"what": "notice", "by": "player", "seat": 5, "kind": "wager_over_pot",
               "amount": 1000}]  # fmt: skip
    hand = play("rrop-6", table_, events, "plo")
    stands = ms >= 60000
    assert bool(hand.ruled("wager.pot_over_considered")) == stands
    assert hand.high == (1500 if stands else 1000)
    assert play("tda-2011", table_, events, "plo").ruled("wager.pot_over_considered") is None


# -- the board ------------------------------------------------------------------------------------

CARDS = ["Kd", "8s", "3c", "7h", "2d", "5s"]
LYING = {"preflop": 0, "flop": 3, "turn": 4}
NEXT = {"preflop": "flop", "flop": "turn", "turn": "river"}


def street(name, burns=1, cards=None, apart=False):
    """Betting of a street is over: so many burns, so many cards of the next one."""
    lying = LYING[name]
    s = Scene(ring(street=name, live=[3, 4], board=CARDS[:lying], street_closed=True))
    if burns:
        s.burn(burns)
    count = (3 if name == "preflop" else 1) if cards is None else cards
    new = ["As", "Qh", "Jd", "Tc", "9h"][:count]
    if apart:
        for card in new:
            s.board(card)
    elif new:
        s.board(*new)
    return s


def found(s, book):
    hand = s.hand(book)
    return [r["situation"] for r in hand.incidents() if r["open"]]


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("name", sorted(LYING))
@pytest.mark.parametrize("burns", [0, 1, 2, 3])
def test_how_many_burns_a_street_has(burns, name, book):
    got = found(street(name, burns), book)
    coming = NEXT[name]
    if burns == 1:
        assert got == []
    else:
        fault = "no_burn" if not burns else "two_burns"
        assert len(got) == 1 and got[0].startswith(f"board.{coming}_{fault}"), got
    alone = found(street(name, burns, 0), book)
    assert bool(alone) == (burns > 1)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("apart", [False, True])
@pytest.mark.parametrize("cards", [2, 3, 4, 5])
def test_how_many_cards_a_flop_has(cards, apart, book):
    s = street("preflop", 1, cards, apart)
    got = found(s, book)
    how = "known" if apart else "unknown"
    want = {2: [], 3: [], 4: ["board.flop_four_" + how], 5: ["board.flop_many"]}[cards]
    assert got == want
    s.notice("board_card_count")
    assert found(s, book) == (["board.flop_short"] if cards == 2 else want)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("name", ["flop", "turn"])
@pytest.mark.parametrize("cards", [1, 2])
def test_a_later_street_has_one_card(cards, name, book):
    got = found(street(name, 1, cards), book)
    want = [] if cards == 1 else [f"board.{NEXT[name]}_two_unknown"]
    assert got == want


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("fault", ["burns", "cards"])
@pytest.mark.parametrize("acted", [0, 1])
@pytest.mark.parametrize("name", sorted(LYING))
def test_one_act_on_the_street_makes_it_too_late(name, acted, fault, book):
    s = street(name, 0) if fault == "burns" else street(name, 1, 4 if name == "preflop" else 2)
    if acted:
        s.act(3, "check")
    got = found(s, book)
    assert len(got) == 1
    assert ("after" in got[0]) == bool(acted), got


# -- stud -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("burns", [0, 1, 2])
@pytest.mark.parametrize("acted", [0, 1])
def test_one_burn_a_stud_street(burns, acted, book):
    ups = {"2": ["Ah", "Kd"], "4": ["9c", "8s"]}
    s = Scene(stud("fourth", live=[2, 4], street_closed=True, upcards=ups), "stud7")
    if burns:
        s.burn(burns)
    s.card("seat:2", "9h", "up").card("seat:4", "7h", "up")
    if acted:
        s.act(2, "check")
    hand = s.hand(book)
    now = [r["situation"] for r in hand.incidents()]
    if burns == 1:
        assert now == []
    elif acted:
        assert now[-1] == "stud.burn_fault_late"
    else:
        assert now == ["stud.burn_fault_at_once" if burns else "stud.no_burn_at_once"]


@pytest.mark.parametrize("left", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("burned", [0, 1, 2, 3, 4])
def test_how_far_a_short_stub_goes_round(left, burned):
    s = Scene(stud("sixth", live=[1, 2, 3, 5, 6], street_closed=True, burned=burned), "stud7")
    s.add("rfid_count", zone="stub", cards=left).notice("stub_short")
    # all but the last card are dealt; the last one and the burns must serve who is left
    dealt = min(left - 1, 5)
    still, pool = 5 - dealt, burned + left - dealt
    if pool >= still + 1:
        want = "stud.stub_short_burns"
    elif pool == still:
        want = "stud.stub_short_no_burn"
    else:
        want = "stud.stub_short_common"
    assert s.ruling("rrop-6")["situation"] == want


@pytest.mark.parametrize("cards", [5, 6, 7, 8])
def test_how_many_cards_a_stud_hand_has_at_the_end(cards):
    s = Scene(stud("seventh", live=[2, 5]), "stud7").add("rfid_count", zone="seat:5", cards=cards)
    want = {5: "stud.less_than_seven", 6: "stud.seventh_missing", 7: None,
            8: "stud.more_than_seven"}[cards]  # fmt: skip
    for book in BOOKS:
        hand = s.hand(book)
        assert [r["situation"] for r in hand.incidents()] == ([want] if want else []), book


# -- openers (rrop-6, section 12) -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "opens"),
    [
        ("Js Jh 7d 4c 2s", True),
        ("Ts Th 9d 8c 7s", False),
        ("As Kh Qd Jc 9s", False),
        ("2s 2h 3d 3c 5s", True),
        ("As Ah 3d 4c 5s", True),
        ("JK As 3d 4c 6s", True),  # a joker is an ace, or fills straights and flushes
        ("JK Js 3d 4c 6s", False),
        ("JK Ts 3d 4c 6s", False),
        ("2s 3h 4d 5c 6s", True),
    ],
)
def test_what_opens_in_jacks_or_better(cards, opens):
    assert openers.has_openers(cards.split()) == opens


@pytest.mark.parametrize(
    ("acts", "plays"),
    [
        ([], False),
        ([(2, "bet", 20)], False),
        ([(2, "bet", 20), (3, "call", 20)], False),
        ([(2, "bet", 20), (3, "call", 20), (4, "call", 20)], True),
        ([(2, "bet", 20), (3, "raise", 40)], True),
        ([(2, "bet", 20), (3, "fold", None), (4, "call", 20)], False),
    ],
)
def test_two_callers_or_a_raise_make_the_pot_play(acts, plays):
    s = jacks().act(1, "check")
    for one in acts:
        s.act(*one)
    hand = s.hand("rrop-6")
    assert openers.pot_plays(hand) == plays
    assert openers.opener(hand) == (2 if acts else None)
    assert openers.opening_bet(hand, 2) == (20 if acts else 0)
    assert openers.passed(hand, 1) and not openers.passed(hand, 2)


@pytest.mark.parametrize(("row", "ante"), [(1, 5), (2, 5), (3, 0)])
def test_everybody_antes_for_three_deals_in_a_row(row, ante):
    s = jacks(antes_in_row=row) if row > 1 else jacks()
    for seat in (1, 2, 3, 4):
        s.act(seat, "check")
    hand = s.hand("rrop-6")
    after = frame.following(hand)
    assert after["ante"] == ante
    assert after["antes_in_row"] == row + 1
    assert after["pot"] == hand.pot_total()


# -- agreements -----------------------------------------------------------------------------------


@pytest.mark.parametrize("agreed", [(3,), (3, 4), (3, 4, 5)])
def test_the_board_is_run_twice_when_all_agree(agreed):
    events = [{"what": "request", "seat": agreed[0], "kind": "run_twice"}]
    events += [{"what": "request", "seat": s, "kind": "agree"} for s in agreed[1:]]
    table_ = setup("turn", (3, 4, 5), format="cash", board=["Kd", "8s", "3c", "2c"], all_in=[4])
    hand = play("rrop-6", table_, events)
    assert board.runs_twice(hand) == (len(agreed) == 3)


@pytest.mark.parametrize(("all_in", "granted"), [([], False), ([5], True), ([3, 4, 5], True)])
def test_the_board_is_run_twice_when_somebody_is_all_in_s14_nl_17(all_in, granted):
    events = [{"what": "request", "seat": 3, "kind": "run_twice"}]
    events += [{"what": "request", "seat": s, "kind": "agree"} for s in (4, 5)]
    table_ = setup("turn", (3, 4, 5), format="cash", board=["Kd", "8s", "3c", "2c"], all_in=all_in)
    hand = play("rrop-6", table_, events)
    assert board.runs_twice(hand) == granted


@pytest.mark.parametrize(
    ("acts", "alone"),
    [
        ([act(3, "fold")], True),
        ([act(3, "call", 200)], False),
        ([act(3, "fold"), act(1, "call", 200)], False),
    ],
)
def test_blinds_are_chopped_when_all_others_have_folded(acts, alone):
    table_ = setup("preflop", (1, 2, 3), format="cash")
    hand = play("rrop-6", table_, [*acts, {"what": "request", "seat": 1, "kind": "chop_blinds"}])
    assert bool(hand.ruled("request.chop_blinds_cash")) == alone
    assert bool(hand.ruled("request.chop_blinds_contested")) != alone


@pytest.mark.parametrize(
    ("burned", "found"), [(2, "burns"), (1, "no_burn"), (0, "common")]
)  # fmt: skip
def test_burns_that_just_go_round_and_one_too_few_of_them(burned, found):
    """Six wait, four of five cards go out: two more are needed, and one to burn."""
    table = stud("sixth", live=[1, 2, 3, 4, 5, 6], burned=burned, street_closed=True, pot=400)
    s = Scene(table, "stud7").add("rfid_count", zone="stub", cards=5).notice("stub_short")
    assert s.ruling("rrop-6")["situation"] == f"stud.stub_short_{found}"
