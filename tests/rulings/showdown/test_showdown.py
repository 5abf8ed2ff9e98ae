"""Rulings at the showdown: order, tabling, asking to see, claims, cards shown."""

import pytest

from tests.rulings.ruling_scene import Scene, ring, stud

BOOKS = ("ipr-2018", "ipr-web", "rrop-6", "tda-2011", "stg-2011")
BOARD = ["Kd", "8s", "3c", "Jc", "2h"]


def codes(scene, books=BOOKS):
    return {b: scene.ruling(b)["ruling"] for b in books}


def river(live, game="nlhe", **more):
    more.setdefault("board", BOARD)
    return Scene(ring(street="river", live=live, **more), game)


def closed(live=(3, 4), board=BOARD, game="nlhe", **more):
    s = river(list(live), game, board=board, street_closed=True, **more)
    return s.add("showdown", 9000, seats=list(live))


def table(scene, seat, *cards):
    return scene.card(f"seat:{seat}", list(cards), "up", "player", f"seat:{seat}")


def muck(scene, seat):
    return scene.card("muck", ["#3", "#12"], "down", "player", f"seat:{seat}", released=True)


# -- the order ----------------------------------------------------------------------------------


def test_last_aggressor_shows_first():
    s = river([2, 5, 8]).act(2, "bet", 400).act(5, "raise", 1200).act(8, "fold").act(2, "call")
    s.add("showdown", seats=[2, 5])
    for book in BOOKS:
        r = s.ruling(book)
        assert (r["ruling"], r["seat"], r["irregular"]) == ("show_first", 5, False)


def test_checked_river_starts_left_of_the_button():
    s = river([4, 7, 9]).act(4, "check").act(7, "check").act(9, "check")
    s.add("showdown", seats=[4, 7, 9])
    assert {s.ruling(b)["seat"] for b in BOOKS} == {4}


def test_stud_high_board_and_razz_low_board_show_first():
    ups = {"2": ["Kh", "Ks", "4d", "5c"], "5": ["Ah", "7c", "9d", "2c"]}
    for game, seat, key in (("stud7", 2, "first_stud"), ("razz", 5, "first_razz")):
        s = Scene(stud("seventh", live=[2, 5], upcards=ups, format="tournament"), game)
        order = [2, 5] if game == "stud7" else [5, 2]
        for n in order:
            s.act(n, "check")
        s.add("showdown", seats=[2, 5])
        r = s.ruling("tda-2011")
        assert (r["ruling"], r["seat"]) == ("show_first", seat)
        assert r["situation"] == "showdown." + key


@pytest.mark.parametrize(("game", "seat"), [("stud7", 2), ("razz", 5)])
def test_boards_say_who_shows_where_no_act_of_the_last_street_is_on_record(game, seat):
    ups = {"2": ["Kh", "Ks", "4d", "5c"], "5": ["Ah", "7c", "9d", "2c"]}
    s = Scene(stud("seventh", live=[2, 5], upcards=ups, street_closed=True), game)
    s.add("showdown", seats=[2, 5])
    assert (s.ruling("tda-2011")["ruling"], s.ruling("tda-2011")["seat"]) == ("show_first", seat)


@pytest.mark.parametrize(
    "setup",
    [
        Scene(stud("seventh", live=[2, 5], street_closed=True), "stud7"),  # boards are not known
        river([2, 5], street_closed=True),  # nobody knows who bet
    ],
)
def test_nobody_is_named_to_show_first_where_nothing_tells_who(setup):
    setup.add("showdown", seats=[2, 5])
    assert setup.ruling("tda-2011")["ruling"] == "no_incident"


def test_side_pot_hands_show_before_the_all_in_hand():
    s = river([2, 5, 8], all_in=[2], format="cash").act(5, "check").act(8, "check")
    s.add("showdown", seats=[2, 5, 8])
    r = s.ruling("rrop-6")
    assert (r["ruling"], r["seat"]) == ("show_first", 5)


def test_all_in_showdown_is_face_up():
    s = river([3, 4], stacks={"3": 5000, "4": 9000}).act(3, "all_in", 5000).act(4, "call", 5000)
    s.add("showdown", seats=[3, 4])
    assert set(codes(s).values()) == {"table_all_hands"}
    table(s, 3, "Ks", "Kh")
    table(s, 4, "As", "Ah")
    assert set(codes(s).values()) == {"no_incident"}


def test_all_in_in_a_cash_game_is_face_up_unless_the_rule_is_one_for_tournaments():
    s = Scene(ring(street="turn", live=[3, 4], board=BOARD[:4], format="cash",
                   stacks={"3": 5000, "4": 9000}))  # fmt: skip
    s.act(3, "all_in", 5000).act(4, "call", 5000).burn().board("2h")
    want = dict.fromkeys(codes(s), "table_all_hands")
    want["rrop-6"] = "no_incident"
    assert codes(s) == want
    table(s, 3, "Ks", "Kh")
    table(s, 4, "As", "Ah")
    assert set(codes(s).values()) == {"no_incident"}


def test_a_side_pot_still_to_be_played_for_keeps_the_hands_down():
    s = Scene(ring(street="flop", live=[2, 5, 8], all_in=[2], board=BOARD[:3], format="cash"))
    s.act(5, "check").act(8, "check").burn().board("Jc")
    assert set(codes(s).values()) == {"no_incident"}
    s.act(5, "check").act(8, "check").burn().board("2h").act(5, "check").act(8, "check")
    s.add("showdown", seats=[2, 5, 8])
    want = dict.fromkeys(codes(s), "table_all_hands")
    want["rrop-6"] = "show_first"
    assert codes(s) == want


# -- what must be shown -------------------------------------------------------------------------


def test_both_cards_shown_is_enough():
    s = table(table(closed(), 4, "Ah"), 4, "4d")
    assert set(codes(s).values()) == {"no_incident"}


def test_last_live_hand_need_not_show():
    s = muck(closed(), 3)
    assert set(codes(s).values()) == {"no_incident"}
    assert s.ruling("tda-2011")["cite"] == ["tda-2011:14"]


def test_board_claimed_before_the_cards_were_thrown_away():
    s = closed(board=["Ah", "Kd", "Qs", "Jc", "Th"])
    s.add("hand_claim", seat=3, claim="plays_board")
    muck(s, 3)
    got = codes(s)
    assert got["rrop-6"] == got["stg-2011"] == "no_incident"
    assert got["tda-2011"] == "no_claim_to_pot"


def test_claim_that_fits_the_cards_is_no_incident():
    s = closed().add("hand_claim", seat=3, claim="two_pair")
    table(s, 3, "Ks", "8d")
    assert set(codes(s).values()) == {"no_incident"}


def test_overclaim_that_made_the_other_muck():
    s = closed(board=["Kh", "8h", "Jh", "3c", "2d"]).add("hand_claim", seat=3, claim="flush")
    table(muck(s, 4), 3, "Ah", "4c")
    got = codes(s)
    assert got["ipr-2018"] == "floor_decides" and got["tda-2011"] == "cards_speak"
    assert s.ruling("rrop-6")["remedy_steps"] == ["pot_forfeit_possible"]


def test_lowball_overclaim_kills_the_hand_only_if_it_did_harm():
    setup = {"format": "cash", "betting": "limit", "seats": [1, 2, 3, 4], "button": 4, "sb": 10,
             "sb_seat": 1, "bb_seat": 2, "bb": 20, "ante": 0, "betting_line": True,
             "street": "after_draw", "live": [1, 3], "street_closed": True}  # fmt: skip
    for harm, code in ((True, "hand_dead"), (False, "cards_speak")):
        s = Scene(dict(setup), "a5_lowball").add("showdown", seats=[1, 3])
        s.add("hand_claim", seat=1, claim="low", rank="7")
        if harm:
            muck(s, 3)
        table(s, 1, "8s", "6d", "4c", "2h", "As")
        assert s.ruling("rrop-6")["ruling"] == code


# -- asking to see ------------------------------------------------------------------------------


def asked(seat, target=3, muckers=(3,), tablers=(4,)):
    s = river([3, 4, 6], dealt_in=[1, 2, 3, 4, 6, 7])
    s.act(3, "bet", 500).act(4, "call", 500).act(6, "call", 500)
    s.add("showdown", seats=[3, 4, 6])
    for n in muckers:
        muck(s, n)
    for n in tablers:
        table(s, n, "Ks", "8d")
    return s.add("request", seat=seat, kind="see_hand", target=target)


def test_who_was_not_dealt_in_may_not_ask():
    got = codes(asked(9), ("rrop-6", "stg-2011"))
    assert set(got.values()) == {"request_refused"}


def test_who_mucked_unseen_has_lost_the_right_in_some_books():
    got = codes(asked(6, target=4, muckers=(3, 6)))
    assert got["tda-2011"] == got["ipr-2018"] == "request_refused"
    assert got["rrop-6"] == "hand_shown_live"  # nobody gave that hand up


def test_who_mucked_unseen_may_ask_for_another_thrown_away_hand_in_one_book():
    """tda-2011:14 takes the right to see the winning hand alone; 15 leaves the rest to the TD."""
    s = asked(6, target=3, muckers=(6, 3))
    r = s.ruling("tda-2011")
    assert (r["ruling"], r["decided_by"], r["cite"]) == ("floor_decides", "td", ["tda-2011:15"])
    assert s.ruling("ipr-2018")["ruling"] == "request_refused"  # any hand (TDA#17A in 68)


def test_winner_asks_and_the_hand_may_win():
    s = river([3, 4], dealt_in=[3, 4, 7]).act(3, "check").act(4, "check")
    muck(table(s.add("showdown", seats=[3, 4]), 3, "Ks", "8d"), 4)
    s.add("request", seat=3, kind="see_hand", target=4)
    assert s.ruling("rrop-6")["ruling"] == "hand_shown_live"


def test_a_caller_who_lost_sees_a_dead_hand():
    s = asked(6, target=3, muckers=(3,), tablers=(4, 6))
    assert s.ruling("rrop-6")["ruling"] == "hand_shown_dead"
    assert s.ruling("ipr-2018")["ruling"] == "hand_shown"


# -- cards shown ---------------------------------------------------------------------------------


def shown(seen_by, street="turn", **more):
    board = BOARD[: {"turn": 4, "river": 5}[street]]
    s = Scene(ring(street=street, live=[3, 4, 5], board=board, **more)).act(3, "bet", 500)
    return s.notice("cards_shown_by_player", about_seat=4, cards=["Ah"], seen_by=seen_by,
                    intent="on_purpose")  # fmt: skip


def test_shown_to_all_opponents_is_a_penalty():
    got = codes(shown([3, 5]))
    assert set(got.values()) == {"hand_live_penalty"}


def test_shown_to_one_opponent_who_may_still_act():
    assert shown([3]).ruling("rrop-6")["ruling"] == "show_card_to_all"


def test_shown_to_an_all_in_opponent_waits_for_the_end():
    s = shown([5], all_in=[5])
    assert s.ruling("rrop-6")["ruling"] == "show_card_after_hand"


# -- the hand is over -----------------------------------------------------------------------------


def shown_after(award):
    s = Scene(
        ring(street="turn", live=[2, 5], board=BOARD[:4], pot=900, dealt_in=list(range(1, 10)))
    )
    s.act(2, "bet", 500).act(5, "fold")
    if award:
        s.add("pot_awarded", seats=[2], amount=900)
    return s.notice("cards_shown_by_player", about_seat=2, cards=["Ah", "Kh"], seen_by=[3],
                    intent="on_purpose")  # fmt: skip


@pytest.mark.parametrize("book", ["ipr-2018", "ipr-web", "rrop-6", "stg-2011"])
def test_cards_shown_to_one_after_the_hand_are_shown_to_all_at_once(book):
    for award in (True, False):  # betting is over with the last fold
        r = shown_after(award).ruling(book)
        assert (r["ruling"], r["remedy_steps"]) == ("show_card_to_all", ["show_card_to_all"])


UPCARDS = {"2": ["7c", "5h", "3d", "9s"], "6": ["Kh", "Td", "2s", "2d"]}


def stud_showdown(*turned):
    """A showdown in stud: seat 2 takes up its upcards and lays cards down again, face up."""
    s = Scene(stud("seventh", live=[2, 6], upcards=UPCARDS), "stud7")
    s.act(6, "bet", 400).act(2, "call", 400).add("showdown", seats=[2, 6])
    s.card("seat:2", UPCARDS["2"], frm="seat:2", by="player", lifted=True)
    return s.card("seat:2", [*UPCARDS["2"], *turned], "up", "player", frm="seat:2")


def test_upcards_that_lie_open_again_are_no_hand_tabled_in_part():
    assert stud_showdown().ruling("rrop-6")["ruling"] == "no_incident"
    assert stud_showdown().hand("rrop-6").ruled("showdown.all_cards_to_win") is None
    assert stud_showdown("Ac").ruling("rrop-6")["ruling"] == "must_table_all_cards"
    whole = stud_showdown("Ac", "Ad", "4d").hand("rrop-6")
    assert whole.answer()["ruling"] != "must_table_all_cards"


@pytest.mark.parametrize(("game", "ruling"), [("nlhe", "no_incident"), ("plo", "no_claim_to_pot"),
                                              ("plo8", "no_claim_to_pot")])  # fmt: skip
def test_nobody_can_play_the_board_in_omaha(game, ruling):
    s = closed(game=game, board=["As", "Ks", "Qs", "Js", "Ts"])
    s.add("hand_claim", seat=3, claim="plays_board")
    for book in ("rrop-6", "stg-2011"):
        assert muck(s, 3).ruling(book)["ruling"] == ruling
        s.events.pop()


RIVER = ["Kd", "8s", "3c", "Jc", "2h"]


def swept(seat, read, tokens=("As", "Ah"), paid=False):
    """The dealer has read the winners; a hand is tabled and swept in."""
    s = Scene(ring(street="river", live=[3, 4], board=RIVER, street_closed=True, pot=900))
    s.add("showdown", seats=[3, 4], high=read)
    s.card(f"seat:{seat}", list(tokens), "up", "player", f"seat:{seat}")
    if paid:
        s.add("pot_awarded", seats=read, amount=900)
    return s.card("muck", ["As", "Ah"], "down", "dealer", f"seat:{seat}")


def test_a_tabled_winner_the_dealer_had_read_and_swept_in_comes_back():
    for book, want in (("tda-2011", "retrieve_and_award"), ("ipr-2018", "retrieve_and_award"),
                       ("ipr-web", "retrieve_and_award"), ("rrop-6", "floor_decides"),
                       ("stg-2011", "floor_decides")):  # fmt: skip
        r = swept(4, [4]).ruling(book)
        assert (r["situation"], r["ruling"], r["seat"]) == ("fold.tabled_winner_mucked", want, 4)
        done = swept(4, [4]).add("pot_awarded", seats=[4], amount=900)
        assert done.hand(book).open_incidents() == []


def over_the_line(*then):
    """Seat 4 tables aces, seat 5 puts a hand over its line, seat 4's is swept in; ``then``: where
    seat 5's goes, and what comes with it."""
    s = Scene(ring(street="river", live=[3, 4, 5], board=RIVER, street_closed=True, pot=900))
    s.add("showdown", seats=[3, 4, 5])
    s.card("seat:4", ["As", "Ah"], "up", "player", "seat:4")
    s.card("seat:3", ["9s", "9h"], "up", "player", "seat:3")
    s.card("line:5", ["Ks", "Kh"], "unknown", "player", "seat:5", released=True, crossed="full")
    s.card("muck", ["As", "Ah"], "down", "dealer", "seat:4")
    for to, by, more in then:
        s.card(to, ["Ks", "Kh"], "down", by, "line:5", **more)
    return s


@pytest.mark.parametrize("book", BOOKS)
def test_a_hand_over_its_line_may_lie_open_there_until_it_is_mucked(book):
    key = "fold.tabled_winner_mucked"
    assert over_the_line().hand(book).ruled(key) is None
    for by in ("dealer", "unknown"):
        assert over_the_line(("muck", by, {})).hand(book).ruled(key)["seat"] == 4
    unsure = over_the_line(("muck", "dealer", {"confidence": "medium"}))
    assert unsure.hand(book).ruled(key) is None
    paid = over_the_line().add("pot_awarded", seats=[5], amount=900)
    paid.card("muck", ["Ks", "Kh"], "down", "dealer", "line:5")
    assert paid.hand(book).ruled(key) is None


@pytest.mark.parametrize("book", BOOKS)
def test_a_loser_a_hand_shown_in_part_and_one_that_was_paid_are_swept_in_as_usual(book):
    for s in (swept(3, [4]), swept(4, [4], ["As"]), swept(4, [4], paid=True)):
        assert s.hand(book).ruled("fold.tabled_winner_mucked") is None


@pytest.mark.parametrize("to", ["seat:3", "line:3"])
def test_a_pot_pushed_before_anybody_read_the_winners_raises_no_question(to):
    s = Scene(ring(street="river", live=[3, 4], board=RIVER, street_closed=True, pot=900))
    s.add("showdown", seats=[3, 4])
    s.add("chips_move", seat=3, chips=[900], **{"from": "pot"}, to=to, by="dealer")
    for book in BOOKS:
        assert s.hand(book).ruled("pots.losers_not_killed") is None


@pytest.mark.parametrize(("left", "code"), [(2, "no_incident"), (3, "hand_live_penalty")])
@pytest.mark.parametrize("turned", [False, True])
def test_the_last_two_of_an_event_may_show_cards_in_rrop_alone(left, code, turned):
    scene = Scene(
        ring([3, 7], street="turn", live=[3, 7], board=BOARD[:4], players_left_in_event=left)
    )
    scene.act(7, "bet", 800)
    if turned:
        table(scene, 3, "Ah", "Qd")
    else:
        scene.notice(
            "cards_shown_by_player", about_seat=3, cards=["Ah"], intent="on_purpose", seen_by=[7]
        )
    expected = dict.fromkeys(BOOKS, "hand_live_penalty")
    assert codes(scene) == dict(expected, **{"rrop-6": code})
    assert "rrop-6:S15-22" in scene.ruling("rrop-6")["cite"]


@pytest.mark.parametrize(
    ("live", "turned", "code", "rule"),
    [
        ([3, 7], True, "no_incident", "S1"),
        ([3, 5, 7], True, "hand_live_penalty", "S1"),
        ([3, 7], False, "show_card_to_all", "S3-SHOW-6"),
        ([3, 5, 7], False, "show_card_to_all", "S3-SHOW-6"),
    ],
)
def test_a_cash_hand_shown_under_way_is_not_judged_by_the_rules_for_tournaments(
    live, turned, code, rule
):
    scene = Scene(ring([3, 5, 7], street="turn", live=live, board=BOARD[:4], format="cash"))
    scene.act(live[1], "bet", 800) if len(live) == 2 else scene.act(3, "bet", 800)
    if turned:
        table(scene, 3, "Ah", "Qd")
    else:
        scene.notice("cards_shown_by_player", about_seat=3, cards=["Ah"], seen_by=live[1:])
    ruling = scene.ruling("rrop-6")
    assert (ruling["ruling"], ruling["cite"]) == (code, [f"rrop-6:{rule}"])
