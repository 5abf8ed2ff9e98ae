"""Rulings about odd chips, pots, hidden chips and disputed awards."""

import pytest

from shared_rules import ranking
from tests.rulings.ruling_scene import Scene, ring, stud
from tests.rulings.showdown.test_showdown import BOARD, BOOKS, codes, table
from tests.rulings.spots import act, back, play, put, setup


def split(pot, high, low=None, game="nlhe", button=5, chip=25, **more):
    live = sorted(set(high) | set(low or ()))
    s = Scene(ring(street="river", live=live, board=BOARD, street_closed=True, button=button,
                   smallest_chip=chip, pot=pot, **more), game)  # fmt: skip
    won = {"high": high}
    if low:
        won["low"] = low
    return s.add("showdown", seats=live, **won)


def test_odd_chip_goes_left_of_the_button():
    for button, seat in ((5, 8), (9, 2), (1, 2), (2, 8)):
        for book in BOOKS:
            r = split(1025, [2, 8], button=button).ruling(book)
            assert (r["ruling"], r["seat"]) == ("odd_chip_to", seat)


def test_a_pot_that_divides_has_no_odd_chip():
    for book in BOOKS:
        r = split(1000, [2, 8]).ruling(book)
        assert (r["ruling"], r["amount"], r["irregular"]) == ("no_incident", 500, False)


def test_two_odd_chips_among_three():
    r = split(1175, [2, 6, 8]).ruling("tda-2011")
    assert r["remedy_steps"] == ["one_chip_to_seat_6", "one_chip_to_seat_8"]


@pytest.mark.parametrize(
    ("main", "side", "seat"), [(1500, 575, 8), (1500, 600, None), (1525, 600, 8), (1550, 550, None)]
)
def test_an_odd_chip_in_any_of_several_pots_is_what_is_told(main, side, seat):
    """Three equal hands, the side pot between two; 1550 among three leaves two chips."""
    pots = [{"name": "main", "amount": main, "seats": [1, 4, 8]},
            {"name": "side", "amount": side, "seats": [1, 8]}]  # fmt: skip
    s = Scene(ring(street="river", live=[1, 4, 8], all_in=[4], board=BOARD, street_closed=True,
                   button=7, smallest_chip=25, pots=pots))  # fmt: skip
    s.add("showdown", seats=[1, 4, 8], high=[1, 4, 8])
    for book in BOOKS:
        r = s.ruling(book)
        if main == 1550:
            assert r["remedy_steps"] == ["one_chip_to_seat_8", "one_chip_to_seat_1"]
        elif seat is None:
            assert (r["ruling"], r["amount"]) == ("no_incident", 500)
        else:
            assert (r["ruling"], r["seat"]) == ("odd_chip_to", seat)


def test_a_pot_shared_both_ways_does_not_hide_the_odd_chip_of_another():
    pots = [{"name": "main", "amount": 1200, "seats": [2, 8]},
            {"name": "side", "amount": 625, "seats": [2, 8]}]  # fmt: skip
    s = Scene(ring(street="river", live=[2, 8], board=BOARD, street_closed=True, button=5,
                   smallest_chip=25, pots=pots), "plo8")  # fmt: skip
    s.add("showdown", seats=[2, 8], high=[2, 8], low=[2, 8])
    for book in ("ipr-2018", "rrop-6", "tda-2011"):
        assert s.ruling(book)["ruling"] == "odd_chip_to", book


def test_odd_chip_between_high_and_low_goes_to_high():
    for book in ("ipr-2018", "ipr-web", "rrop-6", "tda-2011"):
        r = split(1025, [8], [2], "plo8").ruling(book)
        assert (r["ruling"], r["seat"]) == ("odd_chip_to", 8)


def push_part(s, seat, amount, by_chips=False):
    """The dealer pushes chips of a pot: keyed, or as chips of 25."""
    if by_chips:
        return s.add("chips_move", seat=seat, chips=[25] * (amount // 25), **{"from": "pot"},
                     to=f"seat:{seat}", by="dealer")  # fmt: skip
    return s.add("pot_awarded", seats=[seat], amount=amount)


@pytest.mark.parametrize("by_chips", [False, True])
@pytest.mark.parametrize("game", ["nlhe", "plo8"])
def test_the_odd_chip_is_closed_once_it_was_pushed_and_the_rest_follows(game, by_chips):
    seats = [8, 2]  # the first is due the odd chip: left of the button, or the high hand
    won = {"high": seats} if game == "nlhe" else {"high": [8], "low": [2]}
    for book in ("ipr-2018", "ipr-web", "rrop-6", "tda-2011"):

        def made(*parts, won=won):
            s = split(1025, won["high"], won.get("low"), game)
            for seat, amount in parts:
                push_part(s, seat, amount, by_chips)
            return s

        right, wrong = [(8, 525), (2, 500)], [(8, 500), (2, 525)]
        for parts in ((), right[:1], right[::-1], wrong, wrong[::-1]):
            r = made(*parts).ruling(book)
            assert (r["ruling"], r["seat"]) == ("odd_chip_to", 8), (book, parts)
        for s in (made(*right), made(*right[::-1]).add("riffle"), made(*wrong).add("riffle")):
            r = s.ruling(book)
            assert (r["ruling"], r["remedy_steps"], r["decided_by"]) == (
                "no_incident", [], "automatic")  # fmt: skip
            assert set(r["cite"]) & set(made().ruling(book)["cite"])


def test_hands_that_lie_open_in_the_end_leave_the_odd_chip_to_be_pushed():
    for book in BOOKS:
        s = split(1025, [2, 8])
        for seat, one, other in ((8, "Ah", "Kh"), (2, "Ad", "Kc")):
            for card in (one, other):
                s.card(f"seat:{seat}", card, "up", "player", f"seat:{seat}")
                part = "must_table_all_cards" if card == one else "odd_chip_to"
                assert s.ruling(book)["ruling"] == part, book
        assert s.ruling(book)["seat"] == 8


def test_odd_chip_between_two_lows_goes_left_of_the_button():
    # 1050: halves of 525; the low half is 21 chips for two
    r = split(1050, [3], [2, 8], "plo8").ruling("rrop-6")
    assert (r["ruling"], r["seat"]) == ("odd_chip_to", 8)


def test_identical_hands_with_an_odd_chip():
    r = split(67, [2, 7], [2, 7], "plo8", chip=1).ruling("tda-2011")
    assert (r["ruling"], r["seat"]) == ("odd_chip_to", 7)
    r = split(66, [2, 7], [2, 7], "plo8", chip=1).ruling("ipr-web")
    assert r["ruling"] == "floor_decides"


def test_razz_odd_chip_by_lowest_or_highest_suit():
    hands = {"2": ["As", "2d", "3c", "5h", "7s", "Kc", "Kd"],
             "5": ["Ac", "2s", "3d", "5c", "7d", "Qh", "Jh"]}  # fmt: skip
    s = Scene(stud("seventh", live=[2, 5], street_closed=True, smallest_chip=25, pot=1025,
                   hands=hands), "razz")  # fmt: skip
    s.add("showdown", seats=[2, 5], high=[2, 5])
    got = {b: s.ruling(b)["seat"] for b in ("rrop-6", "ipr-2018", "tda-2011")}
    # lowest card: the aces, clubs below spades; highest of the best five: the sevens
    assert got == {"rrop-6": 5, "ipr-2018": 5, "tda-2011": 2}


def test_pots_of_several_all_ins():
    s = Scene(ring(street="flop", live=[1, 2, 3, 4], board=BOARD[:3], pot=50,
                   stacks={"3": 10, "2": 25}))  # fmt: skip
    s.act(1, "bet", 5).act(2, "all_in", 25).act(3, "all_in", 10).act(4, "raise", 60)
    s.act(1, "call", 60).notice("build_pots")
    r = s.ruling("tda-2011")
    assert r["remedy_steps"] == ["main_90", "side_45", "side_70"] and r["amount"] == 90


def test_chips_of_a_later_street_join_the_side_pot():
    s = Scene(ring(street="turn", live=[2, 3, 4], board=BOARD[:4], all_in=[3], pots=[
        {"name": "main", "amount": 300, "seats": [2, 3, 4]},
        {"name": "side", "amount": 100, "seats": [2, 4]}]))  # fmt: skip
    s.act(2, "bet", 200).act(4, "call", 200).notice("build_pots")
    assert s.ruling("ipr-2018")["remedy_steps"] == ["main_300", "side_500"]


# -- hidden chips ---------------------------------------------------------------------------------


def hidden(winner, street="river", found=(5000, 5000), caller=55000):
    board = BOARD if street == "river" else BOARD[:4]
    s = Scene(ring(street=street, live=[3, 4], board=board, stacks={"3": 60000, "4": caller}))
    s.act(3, "all_in", 50000).act(4, "call", 50000)
    if street == "turn":
        s.burn().board("2h")
    s.notice("hidden_chips_found", about_seat=3, chips=list(found))
    return s.add("showdown", seats=[3, 4], high=[winner])


def test_hidden_chips_of_the_loser_count_as_far_as_covered():
    assert hidden(4).ruling("ipr-2018")["amount"] == 55000
    assert hidden(4, caller=90000).ruling("ipr-2018")["amount"] == 60000
    assert hidden(4, street="turn").ruling("ipr-web")["amount"] == 55000


def test_hidden_chips_of_the_winner_are_not_paid():
    r = hidden(3).ruling("rrop-6")
    assert (r["ruling"], r["amount"]) == ("hidden_chips_not_paid", 50000)


def test_hidden_chips_go_by_the_last_wager_not_by_a_check_after_it():
    s = Scene(ring(street="turn", live=[3, 4], board=BOARD[:4], stacks={"3": 9000, "4": 9000}))
    s.act(3, "bet", 2000).act(4, "call", 2000).burn().board("2h").act(3, "check").act(4, "check")
    s.notice("hidden_chips_found", about_seat=3, chips=[5000])
    r = s.add("showdown", seats=[3, 4], high=[3]).ruling("rrop-6")
    assert (r["ruling"], r["amount"]) == ("hidden_chips_not_paid", 2000)


# -- disputes -------------------------------------------------------------------------------------


def disputed(*between, claimant=3, ms=1000):
    s = Scene(ring(street="river", live=[3, 4], board=BOARD, street_closed=True))
    table(table(s, 3, "Kh", "Ks"), 4, "Jd", "9s")
    for what in between:
        if what != "riffle":
            s.add(what)
    s.add("pot_awarded", seats=[4], amount=2400)
    if "riffle" in between:
        s.add("riffle", 5000)
    return s.notice("claims_pot", by="player", seat=claimant, ms=ms)


def test_wrong_award_is_corrected_until_the_next_hand():
    for book in BOOKS:
        r = disputed().ruling(book)
        assert (r["ruling"], r["amount"], r["seat"]) == ("award_corrected", 2400, 3)
        assert disputed("riffle").ruling(book)["ruling"] == "result_stands"


def test_an_award_the_cards_bear_out_stands():
    s = Scene(ring(street="river", live=[3, 4], board=BOARD, street_closed=True))
    table(table(s, 3, "Kh", "Ks"), 4, "Jd", "9s").add("pot_awarded", seats=[3], amount=2400)
    s.notice("claims_pot", by="player", seat=4)
    assert set(codes(s).values()) == {"result_stands"}


def test_break_gives_a_minute_in_one_book():
    assert disputed("break_start", ms=30000).ruling("ipr-2018")["ruling"] == "award_corrected"
    assert disputed("break_start", ms=61000).ruling("ipr-2018")["ruling"] == "result_stands"


def test_ace_to_five_counts_pairs_before_ranks():
    # best first: no pair, a pair, two pair, three alike, a full house, whatever the ranks
    hands = [
        "Kd Qh Js Tc 9d",
        "8d 8s 5c Ts 2d",
        "7s 6h 5d 6s 7c",
        "5d 5c 5h 9s 2c",
        "3d 3c 3h 2s 2c",
    ]
    values = [ranking.value("ace_five", text.split()) for text in hands]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == len(values)


def test_stacks_that_do_not_add_up_after_the_hand_are_told():
    for book in BOOKS:
        s = Scene(ring([2, 8], street="river", live=[2, 8], board=BOARD, street_closed=True,
                       pot=500, stacks={"2": 1000, "8": 1000}))  # fmt: skip
        s.add("showdown", seats=[2, 8], high=[2])
        s.add("pot_awarded", seats=[2], amount=525)
        r = s.ruling(book)
        assert (r["situation"], r["ruling"], r["amount"]) == (
            "pots.not_conserved", "floor_decides", 25)  # fmt: skip


def test_an_odd_chip_of_the_high_half_is_given_by_the_rule_on_high_and_low():
    s = Scene(ring([2, 7, 9], street="river", live=[2, 7, 9], board=BOARD, street_closed=True,
                   betting="pot_limit", smallest_chip=25, pot=150), "plo8")  # fmt: skip
    r = s.add("showdown", seats=[2, 7, 9], high=[2, 7], low=[9]).ruling("ipr-web")
    assert (r["ruling"], r["seat"]) == ("odd_chip_to", 2) and "ipr-web:W69.2b" in r["cite"]


def won_and_found(winners=None, awarded=(5,)):
    """Seat 2 all-in for 5,000 of 5,500 is called by seat 5; its hidden chip is found later."""
    s = Scene(ring(street="river", live=[2, 5], board=BOARD, stacks={"2": 5500, "5": 20000}))
    s.act(2, "all_in", 5000).act(5, "call", 5000)
    s.add("showdown", seats=[2, 5], **({} if winners is None else {"high": winners}))
    for seat in awarded:
        s.add("pot_awarded", seats=[seat], amount=10000)
    return s.notice("hidden_chips_found", about_seat=2, chips=[500])


@pytest.mark.parametrize("book", ["ipr-2018", "ipr-web", "rrop-6", "stg-2011"])
def test_who_was_pushed_the_pot_decides_on_hidden_chips_where_nobody_read_the_hands(book):
    r = won_and_found().ruling(book)
    assert (r["ruling"], r["amount"]) == ("hidden_chips_in_play", 5500)
    r = won_and_found(awarded=(2,)).ruling(book)
    assert (r["ruling"], r["amount"]) == ("hidden_chips_not_paid", 5000)
    r = won_and_found(winners=[2]).ruling(book)  # as read, wherever the pot went since
    assert r["ruling"] == "hidden_chips_not_paid"
    assert won_and_found(awarded=(2, 5)).ruling(book)["ruling"] == "hidden_chips_in_play"


def test_without_an_award_hidden_chips_wait_for_the_winner():
    assert won_and_found(awarded=()).hand("rrop-6").incidents() == []


def two_all_in(first, second):
    s = Scene(ring(street="flop", live=[2, 6], board=BOARD[:3], pot=600,
                   stacks={"2": 5000, "6": 3200}))  # fmt: skip
    return s.act(2, "all_in", first).act(6, "call", second).notice("build_pots")


def test_an_uncalled_part_goes_back_before_the_pots_are_built():
    r = two_all_in(5000, 3200).ruling("stg-2011")
    assert (r["remedy_steps"], r["amount"]) == (["return_uncalled_bet", "main_7000"], 7000)
    assert two_all_in(3200, 3200).ruling("stg-2011")["remedy_steps"] == ["main_7000"]
    r = two_all_in(3201, 3200).ruling("stg-2011")
    assert r["remedy_steps"] == ["return_uncalled_bet", "main_7000"]


SIDE = [{"name": "main", "amount": 1500, "seats": [1, 4, 8]},
        {"name": "side", "amount": 600, "seats": [1, 8]}]  # fmt: skip
SETS = {1: ["Ks", "9d"], 4: ["Kh", "Kc"], 8: ["Td", "9c"]}


def pushed(amount, to=4, hands=SETS, tabled=(4, 1, 8)):
    """One all-in for the main pot, two with a side pot; chips are pushed to one seat."""
    s = Scene(ring(street="river", live=[1, 4, 8], board=["Kd", "Th", "7s", "4c", "2h"], all_in=[4],
                   street_closed=True, pots=SIDE,
                   hands={str(seat): cards for seat, cards in hands.items()}))  # fmt: skip
    for seat in tabled:
        s.card(f"seat:{seat}", list(hands[seat]), "up", "player", frm=f"seat:{seat}")
    return s.add("pot_awarded", seats=[to], amount=amount)


@pytest.mark.parametrize(
    ("amount", "to", "claims", "due"),
    [
        (2100, 4, 1, 600),  # both pots to the all-in winner: the side pot was never its
        (2100, 4, 8, None),  # the worse hand of the side pot
        (600, 4, 1, 600),  # the side pot alone
        (1500, 4, 1, None),  # the main pot alone: rightly its
        (2100, 1, 4, 1500),  # the other way round
        (2100, 8, 1, 600),
    ],
)
def test_of_several_pots_pushed_together_each_is_judged_by_itself(amount, to, claims, due):
    s = pushed(amount, to).notice("claims_pot", by="player", seat=claims)
    for book in BOOKS:
        r = s.ruling(book)
        want = ("result_stands", None) if due is None else ("award_corrected", due)
        assert (r["ruling"], r["amount"]) == want, book


def test_a_hand_nobody_saw_can_claim_no_pot_it_does_not_play_for():
    s = pushed(2100, 8, tabled=(8, 1)).notice("claims_pot", by="player", seat=4)
    assert s.ruling("tda-2011")["amount"] == 1500


@pytest.mark.parametrize(("seats", "amount", "ruling"), [
    ([9], 525, "split_even"), ([9], 500, "odd_chip_to"), ([2], 525, "odd_chip_to"),
])  # fmt: skip
def test_once_the_low_half_is_paid_the_high_one_divides(seats, amount, ruling):
    s = Scene(ring(street="river", live=[2, 7, 9], betting="pot_limit", button=5, pot=1075,
                   smallest_chip=25, street_closed=True,
                   board=["Kd", "8s", "3c", "Jc", "2h"]), "plo8")  # fmt: skip
    s.add("showdown", seats=[2, 7, 9], high=[2, 7], low=[9])
    s.add("pot_awarded", seats=seats, amount=amount)
    for book in ("tda-2011", "rrop-6", "ipr-2018"):
        r = s.ruling(book)
        assert r["ruling"] == ruling, book
        assert (r["amount"] == 275) == (ruling == "split_even"), book


def _to_pot(seat, *chips):
    return {**back(seat, *chips, by="dealer"), "to": "pot"}


def _push(seat, *chips):
    return {**back(seat, *chips, by="dealer"), "from": "pot"}


STACKS = {str(s): 10000 for s in range(1, 10)}
OVER = [act(3, "raise", 600), *[act(s, "fold") for s in range(4, 10)],
        put(1, 1000, 1000, 1000), act(2, "fold"), act(3, "fold")]  # fmt: skip
TAKEN = back(1, 1000, 1000, 500)  # uncalled, and what was more than the pot allows
SWEPT = [_to_pot(1, 600), _to_pot(2, 200), _to_pot(3, 600)]


@pytest.mark.parametrize("swept", ["after", "before", "own", "in two"])
def test_chips_beyond_the_bet_of_the_last_player_left_are_no_part_of_the_pot(swept):
    """3100 in front against a pot-limit raise to 2000 that nobody called beyond 600."""
    table_ = setup("preflop", range(1, 10), betting="pot_limit", stacks=STACKS)
    ways = {
        "after": [TAKEN, *SWEPT, _push(1, 600, 200, 600)],
        "before": [*SWEPT, TAKEN, _push(1, 600, 200, 600)],
        "own": [back(1, 1000, 1000, 1000, 100), *SWEPT[1:], _push(1, 200, 600)],
        "in two": [back(1, 1000), back(1, 1000, 500), *SWEPT, _push(1, 600, 200, 600)],
    }
    for book in BOOKS:
        hand = play(book, table_, [*OVER, *ways[swept]])
        assert "pots.not_conserved" not in [i["situation"] for i in hand.incidents()]
        assert (hand.phase, hand.stacks[1], hand.stacks[3]) == ("over", 10900, 9400)


def test_the_odd_chip_is_the_step_where_the_book_gives_it_to_a_seat():
    for book in BOOKS:
        assert split(1025, [2, 8]).ruling(book)["remedy_steps"] == ["chip_to_seat_8"]
        assert split(1000, [2, 8]).ruling(book)["remedy_steps"] == []
        r = split(1025, [2], [8], "plo8").ruling(book)
        assert r["remedy_steps"] == (["chip_to_seat_2"] if r["ruling"] == "odd_chip_to" else [])


@pytest.mark.parametrize("parts", [(900,), (500, 400), (300, 300, 300)])
@pytest.mark.parametrize("book", BOOKS)
def test_a_pot_pushed_in_parts_is_claimed_as_a_whole(book, parts):
    s = Scene(ring(street="river", live=[3, 4], board=BOARD, street_closed=True, pot=900))
    s.add("showdown", seats=[3, 4], high=[3])
    for part in parts:
        s.add("chips_move", seat=3, chips=[part], **{"from": "pot"}, to="seat:3", by="dealer")
    r = s.notice("claims_pot", by="player", seat=4).ruling(book)
    assert (r["situation"], r["amount"]) == ("pots.award_in_time", 900)


@pytest.mark.parametrize("how", [{}, {"amount": 1000}])
def test_a_pot_pushed_without_a_word_of_its_size_is_pushed(how):
    for seats, each in (([2], {2: 1000}), ([2, 8], {2: 500, 8: 500})):
        s = split(1000, [2, 8], stacks={"2": 100, "8": 100})
        hand = s.add("pot_awarded", seats=seats, **how).hand("tda-2011")
        assert (hand.phase, hand.awarded) == ("over", each)
        assert hand.stacks == {n: 100 + each.get(n, 0) for n in (2, 8)}


@pytest.mark.parametrize(
    ("award", "ruling"),
    [(None, "swap_burn"), ({}, "board_stands"), ({"pot": "main"}, "board_stands")],
)
def test_a_pot_nobody_counted_is_out_all_the_same(award, ruling):
    """rrop-6:S3-IRR-15: with nobody left to bet the river is put right until the pot is awarded."""
    s = Scene(ring(street="turn", live=[3, 4], all_in=[3, 4], board=BOARD[:4], street_closed=True))
    s.board(BOARD[4]).add("showdown", seats=[3, 4], high=[3])
    if award is not None:
        s.add("pot_awarded", seats=[3], **award)
    assert s.notice("missing_burn", "player", seat=4).ruling("rrop-6")["ruling"] == ruling


def thrown_away(book, misled=False, shown=False):
    """Seat 5 throws its hand away at the showdown and claims the pot once seat 3 has it."""
    s = Scene(ring(street="river", live=[3, 5], board=BOARD, street_closed=True, pot=900))
    s.add("showdown", seats=[3, 5])
    if misled:
        s.add("hand_claim", seat=3, claim="flush")
    elif not shown:
        table(s, 3, "Kc", "Kh")
    if shown:
        table(s, 5, "Ac", "2c")
    s.card("muck", ["Ac", "2c"] if shown else ["#5", "#15"], frm="seat:5", by="player",
           released=True)  # fmt: skip
    if misled:
        table(s, 3, "Qc", "Jh")
    s.add("pot_awarded", seats=[3], amount=900)
    return s.notice("claims_pot", "player", seat=5).ruling(book)


@pytest.mark.parametrize("book", BOOKS)
def test_who_threw_the_hand_away_unseen_has_no_pot_to_claim(book):
    assert thrown_away(book)["ruling"] == "result_stands"
    assert thrown_away(book, misled=True)["ruling"] != "result_stands"  # not of its own accord
    assert thrown_away(book, shown=True)["ruling"] == "award_corrected"  # it had been tabled


def blind_left_apart(taken):
    """Seat 1 raises with 1000 beside its blind of 100, is raised and folds; of its chips so many
    are pulled in, and seat 3 wins all that was."""
    seats = [1, 2, 3]
    s = Scene(ring(seats, stacks={str(seat): 5000 for seat in seats})).start().deal(seats, 2)
    for seat, chips in ((3, [500]), (1, [500, 500]), (3, [1000, 1000, 1000])):
        if chips == [500]:
            s.add("declare", seat=3, word="raise", wording="plain", amount=500)
        s.add("chips_move", seat=seat, chips=chips, to=f"line:{seat}", by="player", motion=1,
              released=True, crossed="full", **{"from": f"seat:{seat}"})  # fmt: skip
        if chips == [500, 500]:
            s.add("declare", seat=2, word="fold", wording="plain")
    s.add("declare", seat=1, word="fold", wording="plain")
    for seat, chips in ((1, taken), (2, [200]), (3, [1000, 1000, 1000, 500])):
        s.add("chips_move", seat=seat, chips=chips, to="pot", by="dealer",
              **{"from": f"line:{seat}"})  # fmt: skip
    return s.add("chips_move", seat=3, chips=[*taken, 200, 1000, 1000, 1000, 500], to="seat:3",
                 by="dealer", **{"from": "pot"})  # fmt: skip


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(("taken", "right"), [
    ([500, 500, 100], True), ([500, 500, 100, 25], False),  # a chip that was never bet
])  # fmt: skip
def test_a_blind_left_apart_that_is_pulled_in_with_a_folded_hand_is_in_the_pot(book, taken, right):
    hand = blind_left_apart(taken).hand(book)
    assert hand.phase == "over"
    assert (hand.ruled("pots.not_conserved") is None) == right
    assert (hand.stacks == {1: 3900, 2: 4800, 3: 6300}) == right


@pytest.mark.parametrize(("taken_back", "pushed", "wrong"), [
    (500, 2124, False),  # it had been pulled in after all
    (500, 1624, False), (0, 2124, False),
    (500, 2123, True), (500, 2125, True), (500, 2624, True),
])  # fmt: skip
def test_an_uncalled_bet_pushed_with_the_pot_is_counted_once(taken_back, pushed, wrong):
    stacks = {str(seat): 10000 for seat in range(1, 10)}
    events = [put(4, 500), act(3, "fold")]
    if taken_back:
        events.append(back(4, taken_back))
    else:
        events.append({"what": "chips_move", "seat": 4, "chips": [500], "from": "line:4",
                       "to": "pot", "by": "dealer"})  # fmt: skip
    events.append({"what": "chips_move", "seat": 4, "chips": [pushed], "from": "pot",
                   "to": "seat:4", "by": "dealer"})  # fmt: skip
    for book in BOOKS:
        hand = play(book, setup("river", (3, 4), pot=1624, stacks=stacks), events)
        assert bool(hand.ruled("pots.not_conserved")) == wrong, book
        assert wrong or hand.stacks[4] == 11624, book
