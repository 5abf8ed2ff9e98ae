"""Showdowns and pots at the edges of their rules: who has tabled, what is claimed, whose it is."""

import pytest

from shared_rules.hand.betting import taking_up
from shared_rules.hand.showdown import shares
from shared_rules.rulebooks import BOOKS
from tests.rulings.ruling_scene import Scene, ring, stud
from tests.rulings.showdown.test_showdown import BOARD, table

LOW_BOARD = ["Ah", "2d", "7c", "8h", "Ks"]


def all_in(acted=True, board=4):
    s = Scene(ring(street="turn", live=[2, 5], board=BOARD[:board], pot=900,
                   stacks={"2": 500, "5": 9000}))  # fmt: skip
    s.act(2, "all_in", 500)
    return s.act(5, "call", 500) if acted else s


def test_hands_lie_open_only_when_nobody_is_left_to_act():
    asked = "showdown.table_all"
    assert all_in().burn().board("2h").hand("tda-2011").ruled(asked)
    assert all_in(acted=False).burn().board("2h").hand("tda-2011").ruled(asked) is None


def test_hands_are_to_be_tabled_until_the_last_of_them_is():
    s = table(all_in().burn().board("2h"), 2, "Kh", "Ks")
    assert s.ruling("tda-2011")["ruling"] == "table_all_hands"
    s = table(s, 5, "Jd", "9s")
    assert s.ruling("tda-2011")["ruling"] == "no_incident"


def test_hands_tabled_without_an_all_in_were_not_asked_for():
    s = Scene(ring(street="river", live=[2, 5], board=BOARD, street_closed=True))
    hand = table(table(s, 2, "Kh", "Ks"), 5, "Jd", "9s").hand("tda-2011")
    assert hand.ruled("showdown.table_all") is None


@pytest.mark.parametrize("book", BOOKS)
def test_a_pot_pushed_to_a_hand_that_was_tabled_is_regular_by_that(book):
    """Who shows the hand of a pot that nobody contested does so unasked, and another may muck."""
    shows = {"rrop-6": "S3-SHOW-1", "stg-2011": "M14", "tda-2011": "13", "ipr-2018": "73.1",
             "ipr-web": "W68.1"}  # fmt: skip
    s = Scene(ring(street="river", live=[2, 5], board=BOARD, pot=800)).act(2, "bet", 400)
    s.act(5, "call", 400).add("showdown", seats=[2, 5], high=[2])
    s = table(s, 2, "Kh", "Ks").add("card_move", cards=["#6", "#12"], to="muck", by="player",
                                    face="down", released=True, **{"from": "seat:5"})  # fmt: skip
    r = s.add("pot_awarded", seats=[2], amount=1600).ruling(book)
    assert r["ruling"] == "no_incident" and f"{book}:{shows[book]}" in r["cite"]
    s = Scene(ring(street="river", live=[2, 5], board=BOARD, pot=800)).act(2, "bet", 400)
    s = table(s.act(5, "fold"), 2, "Kh", "Ks").add("pot_awarded", seats=[2], amount=800)
    r = s.ruling(book)
    assert r["ruling"] == "no_incident" and f"{book}:{shows[book]}" not in r["cite"]


def high_low(given, claimant, high=None, low=None, amount=800):
    s = Scene(ring(street="river", live=[2, 4, 5], board=LOW_BOARD, street_closed=True, pot=800,
                   betting="pot_limit"), "plo8")  # fmt: skip
    read = {k: v for k, v in (("high", high), ("low", low)) if v is not None}
    s.add("showdown", seats=[2, 4, 5], **read).add("pot_awarded", seats=given, amount=amount)
    return s.notice("claims_pot", by="player", seat=claimant).ruling("ipr-2018")


@pytest.mark.parametrize(("claimant", "due"), [(2, 400), (4, 400)])
def test_halves_that_were_read_are_due_although_no_hand_is_known(claimant, due):
    other = 4 if claimant == 2 else 2
    r = high_low([other], claimant, [2], [4])
    assert (r["ruling"], r["seat"], r["amount"]) == ("award_corrected", claimant, due)


def test_of_hands_nobody_read_the_whole_award_is_claimed():
    r = high_low([2], 5)
    assert (r["ruling"], r["amount"]) == ("award_corrected", 800)
    assert high_low([2], 5, [2], [4])["amount"] == 800  # neither half was read as its own


def test_who_was_pushed_everything_claims_nothing_more():
    assert high_low([2], 2)["ruling"] == "result_stands"
    assert high_low([2, 4], 2)["ruling"] == "award_corrected"


def shared(high, low, pot=800, chip=100):
    live = sorted(set(high + low))
    s = Scene(ring(street="river", live=live, board=LOW_BOARD, pot=pot, street_closed=True,
                   smallest_chip=chip, betting="pot_limit"), "plo8")  # fmt: skip
    r = s.add("showdown", seats=live, high=high, low=low).ruling("ipr-2018")
    return r["ruling"], r.get("seat"), r.get("amount")


def test_a_share_is_named_where_each_half_has_one_winner():
    assert shared([2], [4])[2] == 400
    assert shared([2, 5], [4])[2] is None
    assert shared([2], [4], pot=900)[0] == "odd_chip_to"


@pytest.mark.parametrize(
    ("totals", "order"),
    [({2: 300, 4: 500, 6: 900}, [4, 2, 6]), ({2: 500, 4: 500, 6: 900}, [4, 2, 6])],
)
def test_an_all_in_is_a_call_of_the_next_total_above_it(totals, order):
    s = ring(street="turn", live=[2, 4, 6], board=BOARD[:4], bets={"2": 0},
             stacks={"2": totals[2], "4": 9000, "6": 9000})  # fmt: skip
    hand = Scene(s).hand("rrop-6")
    assert taking_up._by_total(hand, [2, 4, 6], totals) == order


@pytest.mark.parametrize(("thrown", "last"), [((2,), None), ((2, 4), 5), ((5, 2), 4)])
def test_the_last_live_hand_is_the_one_left_when_all_others_were_thrown_away(thrown, last):
    s = Scene(ring(street="river", live=[2, 4, 5], board=BOARD, street_closed=True, pot=900))
    s.add("showdown", seats=[2, 4, 5])
    for seat in thrown:
        s.card("muck", [f"#{seat}", f"#{seat + 9}"], by="player", frm=f"seat:{seat}")
    for book in BOOKS:
        ruled = s.hand(book).ruled("showdown.last_live_hand")
        assert (ruled and ruled["seat"]) == last, book


def test_the_chips_in_the_middle_are_all_the_pots_of_the_setup():
    pots = [{"name": "main", "amount": 900, "seats": [2, 4, 5]},
            {"name": "side", "amount": 400, "seats": [4, 5]}]  # fmt: skip
    table = ring(street="river", live=[2, 4, 5], board=BOARD, bets={"4": 100})
    assert Scene({**table, "pots": pots}).hand("rrop-6").pot_total() == 1400
    assert Scene({**table, "pots": pots, "pot": 1300}).hand("rrop-6").pot_total() == 1400


@pytest.mark.parametrize(("street_closed", "tabled"), [(False, []), (True, [2])])
def test_cards_turned_up_while_others_act_are_not_tabled(street_closed, tabled):
    more = {"street_closed": True} if street_closed else {}
    s = Scene(ring(street="river", live=[2, 4, 5], board=BOARD, pot=900, **more))
    s.card("seat:2", ["Kh", "Ks"], "up", "player", "seat:2")
    for book in BOOKS:
        assert list(s.hand(book).pending.get("tabled", ())) == tabled, book


@pytest.mark.parametrize(("frm", "face", "by", "tabled"), [
    ("seat:2", "up", "player", [2]), ("seat:2", "down", "player", []),
    ("seat:2", "up", "dealer", []),
    ("seat:5", "up", "player", []), ("line:2", "up", "player", []),
])  # fmt: skip
def test_a_hand_is_tabled_by_its_player_who_turns_it_up_where_it_lies(frm, face, by, tabled):
    table_ = ring(street="river", live=[2, 4, 5], board=BOARD, pot=900, street_closed=True)
    s = Scene(table_).card("seat:2", ["Kh", "Ks"], face, by, frm)
    for book in BOOKS:
        assert list(s.hand(book).pending.get("tabled", ())) == tabled, book


WHEEL = {"2": ["Ah", "4c", "Kc", "Qc"], "5": ["As", "4d", "Jc", "Tc"]}
ALIKE = [  # hands of two seats on 2d 3h 5s 9c 9s, whether they are worth the same both ways
    (WHEEL, True),
    ({**WHEEL, "5": ["As", "6d", "Jc", "Tc"]}, False),  # another high and another low
    ({**WHEEL, "5": ["As", "4d", "9h", "9d"]}, False),  # the same low, four nines
    ({**WHEEL, "5": ["4h", "6d", "Jc", "Tc"]}, False),  # a straight to six, the low below
    ({**WHEEL, "5": ["As", "4d", "#9", "Tc"]}, True),  # one card nobody knows
    ({"2": WHEEL["2"]}, True),  # a hand nobody knows
    ({}, True),
]


@pytest.mark.parametrize(("hands", "same"), ALIKE)
def test_hands_are_worth_the_same_unless_known_cards_say_otherwise(hands, same):
    setup = ring(street="river", live=[2, 5], board=["2d", "3h", "5s", "9c", "9s"], pot=800,
                 street_closed=True, hands=hands, betting="limit", smallest_chip=100)  # fmt: skip
    scene = Scene(setup, "limit_omaha8")
    assert shares.identical(scene.hand("tda-2011"), [2, 5]) == same
    r = scene.add("showdown", seats=[2, 5], high=[2, 5], low=[2, 5]).ruling("tda-2011")
    assert (r["ruling"], r["amount"]) == (("split_even", 400) if same else ("no_incident", None))


THREE_TIE = {2: ["Qd", "5c"], 4: ["Qs", "4c"], 5: ["Qh", "5d"]}
DUE = [  # pushed to, claimant, of 900 (a tie of three): what is due; 0: the award stands
    ([2, 4], 5, 300),
    ([2, 4], 4, 0),  # has more than its share
    ([2, 4, 5], 4, 0),  # exactly its share
    ([5], 2, 300),
]


@pytest.mark.parametrize(("given", "claimant", "due"), DUE)
def test_a_tie_gives_what_a_share_is_more_than_what_was_pushed(given, claimant, due):
    board = ["Ah", "Kh", "Kd", "Ac", "2s"]
    s = Scene(ring(street="river", live=[2, 4, 5], board=board, street_closed=True, pot=900))
    s.add("showdown", seats=[2, 4, 5])
    for seat, cards in THREE_TIE.items():
        table(s, seat, *cards)
    s.add("pot_awarded", seats=given, amount=900)
    r = s.notice("claims_pot", by="player", seat=claimant).ruling("tda-2011")
    want = ("award_corrected", due) if due else ("result_stands", None)
    assert (r["ruling"], r["amount"]) == want


@pytest.mark.parametrize(("chip", "due"), [(1, 333), (25, 325), (100, 300)])
def test_what_is_due_of_a_tie_is_in_whole_chips(chip, due):
    board = ["Ah", "Kh", "Kd", "Ac", "2s"]
    s = Scene(ring(street="river", live=[2, 4, 5], board=board, street_closed=True, pot=1000,
                   smallest_chip=chip))  # fmt: skip
    s.add("showdown", seats=[2, 4, 5])
    for seat, cards in THREE_TIE.items():
        table(s, seat, *cards)
    s.add("pot_awarded", seats=[2, 4], amount=1000)
    assert s.notice("claims_pot", by="player", seat=5).ruling("tda-2011")["amount"] == due


UPS = {"2": ["9h", "8d", "4c", "2s"], "5": ["As", "Ad", "6c", "3h"], "6": ["Kc", "Jh", "7s", "2d"]}
FIRST = [("stud7", {}, 5), ("razz", {}, 2), ("stud7", {"6": ["Kc", "#9", "7s", "2d"]}, 6)]


@pytest.mark.parametrize(("game", "read", "first"), FIRST)
def test_the_best_board_shows_first_and_the_first_to_act_where_a_card_is_unknown(game, read, first):
    setup = stud("seventh", live=[2, 5, 6], format="tournament", upcards={**UPS, **read})
    s = Scene(setup, game).act(6, "check").act(2, "check").act(5, "check")
    r = s.add("showdown", seats=[2, 5, 6]).ruling("tda-2011")
    assert (r["ruling"], r["seat"]) == ("show_first", first)


@pytest.mark.parametrize(("given", "claimant", "stands"), [([4], 4, True), ([4, 5], 4, False),
                                                           ([4], 5, False)])  # fmt: skip
def test_who_alone_was_pushed_a_pot_of_unknown_hands_has_nothing_due(given, claimant, stands):
    s = Scene(ring(street="river", live=[2, 4, 5], board=BOARD, street_closed=True, pot=900))
    s.add("showdown", seats=[2, 4, 5]).add("pot_awarded", seats=given, amount=900)
    r = s.notice("claims_pot", by="player", seat=claimant).ruling("tda-2011")
    want = ("result_stands", None) if stands else ("award_corrected", 900)
    assert (r["ruling"], r["amount"]) == want


LINE_BOOKS = ("ipr-2018", "ipr-web")


def river(live=(2, 5), board=BOARD, game="nlhe", **more):
    return Scene(ring(street="river", live=list(live), board=list(board), pot=900, **more), game)


def test_who_shows_before_the_bettor_loses_the_right_to_see_though_nobody_asked_for_the_order():
    def asked(first):
        s = river().act(2, "check").act(5, "bet", 300).act(2, "call", 300)
        if first == 2:
            table(s, 2, "Kh", "Ks")
        s.card("muck", ["#1", "#2"], frm="seat:5", by="player")
        return s.add("request", seat=2, kind="see_hand", target=5)

    for book in LINE_BOOKS:
        assert asked(2).ruling(book)["situation"] == "showdown.see_hand_showed_early"
        assert asked(5).ruling(book)["situation"] != "showdown.see_hand_showed_early"


def test_another_hand_tabled_whole_does_not_complete_the_one_shown_in_part():
    def shown(*cards):
        s = river(game="plo", betting="pot_limit").act(2, "check").act(5, "check")
        table(s, 2, *cards)
        return table(s, 5, "9s", "9d", "8d", "2d")

    for book in LINE_BOOKS:
        part = shown("As", "Kc", "Qh").ruling(book)
        assert (part["ruling"], part["seat"]) == ("must_table_all_cards", 2)
        assert shown("As", "Kc", "Qh", "3d").ruling(book)["ruling"] == "no_incident"


def test_a_board_nobody_can_beat_is_no_hand_that_was_checked():
    royal = ["As", "Ks", "Qs", "Js", "Ts"]
    for board, key in ((royal, None), (["As", "Ks", "Qs", "4h", "4d"], "showdown.nuts_checked")):
        s = river(board=board).act(2, "check").act(5, "check")
        cards = ("Js", "Ts") if key else ("2d", "2c")
        found = table(s, 5, *cards).hand("ipr-2018").ruled("showdown.nuts_checked")
        assert (found and found["situation"]) == key


def found_chips(mine, his, tabled_first=True):
    s = river(stacks={"2": 3000, "5": 8000}).act(2, "all_in", 3000).act(5, "call", 3000)
    if tabled_first:
        table(table(s, 2, *mine), 5, *his)
    s.notice("hidden_chips_found", about_seat=2, chips=[1000])
    return s if tabled_first else table(table(s, 2, *mine), 5, *his)


@pytest.mark.parametrize("book", LINE_BOOKS)
@pytest.mark.parametrize("first", [True, False])
def test_hidden_chips_are_judged_by_the_hands_that_lie_open(book, first):
    better, worse = ("Kh", "Ks"), ("2d", "3h")
    lost = found_chips(worse, better, first).ruling(book)
    assert (lost["ruling"], lost["amount"]) == ("hidden_chips_in_play", 4000)
    won = found_chips(better, worse, first).ruling(book)
    assert (won["ruling"], won["amount"]) == ("hidden_chips_not_paid", 3000)


def test_hidden_chips_wait_for_the_award_where_nobody_reads_the_hands():
    def scene():
        s = river(stacks={"2": 3000, "5": 8000}).act(2, "all_in", 3000).act(5, "call", 3000)
        return s.notice("hidden_chips_found", about_seat=2, chips=[1000])

    for book in LINE_BOOKS:
        assert scene().ruling(book)["situation"][:11] != "pots.hidden"
        paid = scene().add("pot_awarded", seats=[5], amount=6900)
        assert paid.ruling(book)["ruling"] == "hidden_chips_in_play"
        twice = paid.add("pot_awarded", seats=[5], amount=10).hand(book).rulings
        assert len([r for r in twice if r["situation"] == "pots.hidden_chips_lost"]) == 1


def test_an_odd_chip_pushed_to_the_wrong_half_is_put_right():
    def paid(first, second):
        s = river(button=5, smallest_chip=25)
        s.setup["pot"] = 2425
        s.act(2, "check").act(5, "check").add("showdown", seats=[2, 5], high=[2, 5])
        s.add("pot_awarded", seats=[2], amount=first)
        return s.add("pot_awarded", seats=[5], amount=second).notice(
            "claims_pot", by="player", seat=2
        )

    for book in LINE_BOOKS:
        wrong = paid(1200, 1225).ruling(book)
        assert (wrong["ruling"], wrong["amount"]) == ("award_corrected", 25)
        assert paid(1225, 1200).ruling(book)["ruling"] == "result_stands"


def high_half(paid, pot=1075, high=(2, 7)):
    s = Scene(ring(street="river", live=[2, 7, 9], board=["3d", "4c", "7h", "Kc", "Td"], pot=pot,
                   betting="pot_limit", street_closed=True, button=5, smallest_chip=25),
              "plo8")  # fmt: skip
    s.add("showdown", seats=[2, 7, 9], high=list(high), low=[9])
    return s.add("pot_awarded", seats=[9], amount=paid) if paid else s


@pytest.mark.parametrize("book", ["ipr-2018", "ipr-web", "tda-2011"])
def test_the_high_half_with_the_odd_chip_divides_between_two_once_the_low_is_paid(book):
    assert high_half(0).ruling(book)["ruling"] == "odd_chip_to"
    even = high_half(525).ruling(book)
    assert (even["ruling"], even["amount"]) == ("split_even", 275)
    assert high_half(500).ruling(book)["ruling"] == "odd_chip_to"  # not the low half
    assert high_half(525, high=(2,)).ruling(book)["ruling"] != "split_even"


def test_an_all_in_hand_that_is_to_be_brought_back_is_no_question_of_who_may_see_it():
    s = river(stacks={"2": 900, "5": 4000}).act(2, "all_in", 900).act(5, "call", 900)
    table(s, 5, "Kh", "Ks").card("muck", ["#1", "#2"], frm="seat:2", by="player")
    s.add("request", seat=5, kind="see_hand", target=2)
    for book in LINE_BOOKS:
        assert s.ruling(book)["ruling"] == "retrieve_and_table"


@pytest.mark.parametrize("book", BOOKS)
def test_who_shows_first_is_no_question_once_the_pot_is_pushed(book):
    s = Scene(ring(street="river", live=[2, 5], board=BOARD, pot=900)).act(2, "bet", 500)
    s.act(5, "call", 500).add("showdown", seats=[2, 5])
    shown = table(table(s, 2, "Kh", "Ks"), 5, "Jd", "9s")
    before = shown.ruling(book)
    assert (before["ruling"], before["seat"]) == ("show_first", 2)
    after = shown.add("pot_awarded", seats=[2], amount=1900).ruling(book)
    assert after["ruling"] == "no_incident" and set(before["cite"]) <= set(after["cite"])


def at_showdown(seven=("9c", "4d"), board=("Ah", "Ks", "Qd", "Jc", "Th"), **more):
    s = Scene(ring(street="river", live=[4, 7], board=list(board), pot=1600, street_closed=True,
                   **more))  # fmt: skip
    return table(table(s.add("showdown", seats=[4, 7]), 4, "8h", "8s"), 7, *seven)


SPLITS = {"ipr-2018": "74.2", "ipr-web": "W69.2", "rrop-6": "S3-TIES-3", "tda-2011": "17",
          "stg-2011": "A2"}  # fmt: skip


@pytest.mark.parametrize("book", BOOKS)
def test_equal_hands_that_nobody_read_are_pushed_their_shares(book):
    r = at_showdown().add("pot_awarded", seats=[4, 7], amount=1600, each=800).ruling(book)
    assert (r["ruling"], r["amount"]) == ("no_incident", 800)
    assert f"{book}:{SPLITS[book]}" in r["cite"]


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("cards, award", [
    (("9c", "4d"), {"amount": 1600, "seats": [7]}),  # one of them alone
    (("9c", "4d"), {"amount": 1575, "seats": [4, 7]}),  # with a rest
])  # fmt: skip
def test_what_is_not_shared_out_evenly_is_no_split(book, cards, award):
    s = at_showdown(cards, smallest_chip=25).add("pot_awarded", **award)
    assert s.hand(book).ruled("pots.odd_chip_flop") is None


@pytest.mark.parametrize("book", BOOKS)
def test_hands_that_differ_are_no_split(book):
    s = at_showdown(("9c", "4d"), board=("Ah", "Ks", "2d", "5c", "Th"))
    s.add("pot_awarded", seats=[4, 7], amount=1600, each=800)
    assert s.hand(book).ruled("pots.odd_chip_flop") is None


@pytest.mark.parametrize("book", BOOKS)
def test_a_pot_is_regular_by_the_hands_shown_where_no_act_was_seen_before(book):
    shows = {"rrop-6": "S3-SHOW-1", "stg-2011": "M14", "tda-2011": "13", "ipr-2018": "73.1",
             "ipr-web": "W68.1"}  # fmt: skip
    kills = {"rrop-6": "S3-SHOW-4", "ipr-2018": "73.3", "ipr-web": "W68.3"}
    s = at_showdown(("9c", "4d"), board=("Ah", "Ks", "2d", "5c", "Th"))
    s.card("muck", ["9c", "4d"], frm="seat:7").add("pot_awarded", seats=[4], amount=1600)
    cite = s.ruling(book)["cite"]
    assert f"{book}:{shows[book]}" in cite
    assert book not in kills or f"{book}:{kills[book]}" in cite


def test_only_a_book_that_leaves_it_to_the_director_has_a_folded_hand_shown_to_who_asks():
    s = Scene(ring(street="river", live=[2, 4, 7], board=BOARD, pot=2400, button=3))
    s.act(4, "bet", 700).act(7, "fold").add("request", seat=8, kind="see_hand", target=7)
    assert s.ruling("tda-2011")["ruling"] == "request_refused"  # the hand is still played
    s.events.pop()
    table(s.act(2, "call", 700).add("showdown", seats=[4, 2]), 4, "Kh", "Qd")
    s.card("muck", ["#7", "#15"], frm="seat:2", by="player")
    s.add("pot_awarded", seats=[4], amount=3800).add("request", seat=8, kind="see_hand", target=7)
    for book in BOOKS:
        r = s.ruling(book)
        if book == "tda-2011":
            assert (r["ruling"], r["decided_by"]) == ("floor_decides", "td")
        else:
            assert r["ruling"] == "request_refused"
