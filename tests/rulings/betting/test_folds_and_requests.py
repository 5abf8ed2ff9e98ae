"""Folds, hands killed, mucked and asked back; undercalls, misheard bets and counts."""

import pytest

from tests.rulings.spots import BOOKS, act, ask, back, cards, check, play, put, say, setup

ALL = " ".join(BOOKS)
THREE = setup(live=(3, 4, 5))
BET = [act(3, "bet", 500)]
RIVER = setup("river", board=["Kd", "8s", "3c", "Jc", "2h"])
SHOWDOWN = {"what": "showdown", "seats": [3, 4]}


def known(seat, value=True):
    return {"what": "flag", "flag": "identifiable", "value": value, "seats": [seat]}


def test_a_fold_facing_a_bet_is_no_incident():
    for fold in (say(4, "fold"), cards(4, "muck")):
        for book in BOOKS:
            hand = play(book, THREE, [*BET, fold])
            assert hand.incidents() == [] and hand.live == [3, 5] and hand.turn == 5


def test_a_fold_past_the_line_facing_a_bet_is_no_incident():
    line = cards(4, "line:4", released=True, crossed="full")
    for book in BOOKS:
        hand = play(book, THREE, [*BET, line, {**cards(4, "muck", by="dealer"), "from": "line:4"}])
        assert hand.incidents() == [] and hand.live == [3, 5]


def taken_up(*between, by="unknown"):
    """Seat 4 folds over the line, others act, and takes its cards back one by one."""
    line = cards(4, "line:4", released=True, crossed="full")
    one, other = ({**cards(4, "seat:4", by=by, tokens=(c,)), "from": "line:4"} for c in "ab")
    return [*BET, line, *between, one, other]


def test_a_hand_taken_back_from_over_the_line_is_ruled_on_once():
    for book in BOOKS:
        kills = book.startswith("ipr")
        for between, key in ((), "no_action"), ((act(5, "call", 500),), "acted"):
            rulings = [r for r in play(book, THREE, taken_up(*between)).rulings if r["irregular"]]
            want = "fold.retrieve_asked_no_reason" if kills else f"fold.forward_{key}"
            assert [(r["situation"], r["seat"]) for r in rulings] == [(want, 4)]


TWO = setup(live=(3, 4))
LEFT = {"what": "chips_move", "seat": 3, "chips": [500], "from": "pot", "to": "seat:3"}


@pytest.mark.parametrize(("paid", "ruled"), [(False, True), (True, False)])
def test_so_is_one_that_left_a_single_player_until_the_pot_is_paid(paid, ruled):
    push = [{**LEFT, "by": "dealer"}] if paid else []
    for book in BOOKS:
        kills = book.startswith("ipr")
        hand = play(book, TWO, taken_up(*push))
        want = "fold.retrieve_asked_no_reason" if kills else "fold.forward_no_action"
        found = [(r["situation"], r["seat"]) for r in hand.rulings if r["irregular"]]
        assert found == ([(want, 4)] if ruled else []), book


def test_a_fold_said_and_pushed_over_the_line_binds_when_its_cards_are_taken_back():
    """The word binds, whatever the book makes of the line, and one ruling does for both cards."""
    for book in BOOKS:
        for between in ((), (act(5, "call", 500),)):
            bet, line, *rest = taken_up(*between)
            rulings = play(book, THREE, [bet, say(4, "fold"), line, *rest]).rulings
            found = [r for r in rulings if r["irregular"]]
            floor = book == "tda-2011"
            want = "fold.said_facing_bet" if floor else "fold.retrieve_asked_no_reason"
            assert {(r["situation"], r["seat"]) for r in found} == {(want, 4)}, book
            assert found[-1]["ruling"] == ("fold_binding" if floor else "hand_dead")


def test_a_fold_said_whose_cards_stay_over_the_line_is_no_incident():
    bet, line, *_ = taken_up()
    for book in BOOKS:
        assert play(book, THREE, [bet, say(4, "fold"), line]).incidents() == []


def test_cards_the_dealer_gives_back_are_no_incident():
    for book in BOOKS:
        assert play(book, THREE, taken_up(by="dealer")).incidents() == []


def out_of_the_muck(seat=4, by="player", tokens=("a", "b")):
    """A player takes cards out of the muck, one by one, and says nothing."""
    return [{**cards(seat, f"seat:{seat}", by=by, tokens=(c,)), "from": "muck"} for c in tokens]


def test_a_hand_taken_out_of_the_muck_is_ruled_on_once_as_if_it_was_asked_for():
    fold = [*BET, cards(4, "muck", tokens=("a", "b"))]
    dead = {ALL.replace("tda-2011 ", ""): "hand_dead", "tda-2011": "floor_decides"}
    check(dead, THREE, [*fold, *out_of_the_muck()])
    for book in BOOKS:
        for between in ((), (act(5, "call", 500),)):
            hand = play(book, THREE, [*fold, *between, *out_of_the_muck()])
            found = [(r["situation"], r["seat"]) for r in hand.rulings if r["irregular"]]
            assert found == [("fold.retrieve_asked_no_reason", 4)], book
            assert 4 not in hand.live
        both = [cards(4, "seat:4", tokens=("a", "b"))]
        both[0]["from"] = "muck"
        assert len(play(book, THREE, [*fold, *both]).incidents()) == 1


def test_a_check_by_a_tap_is_no_ruling_on_the_hand_that_is_taken_out_later():
    flop = {**THREE, "street": "flop", "board": ["2c", "7d", "Jh"]}
    taps = [{"what": "gesture", "seat": seat, "kind": "tap"} for seat in (3, 4)]
    happening = [*taps, act(5, "bet", 500), act(3, "fold"), cards(4, "muck", tokens=("a", "b"))]
    for book in BOOKS:
        hand = play(book, flop, [*happening, *out_of_the_muck()])
        regular = [r for r in hand.rulings if not r["irregular"] and "remedy_steps" not in r]
        assert regular and hand.incidents()[-1]["situation"].startswith("fold.retrieve"), book


def test_other_cards_out_of_the_muck_are_not_the_hand_that_was_folded():
    fold = [*BET, cards(4, "muck", tokens=("a", "b"))]
    for taken, told, key in (
        (("a", "c"), (), "mixed"),
        (("c",), (), "mixed"),
        ((), (), "mixed"),
        (("a", "b"), (known(4, False),), "mixed"),
        (("a", "c"), (known(4),), "no_reason"),  # the dealer knows better
    ):
        move = {**cards(4, "seat:4", tokens=taken), "from": "muck"}
        r = play("rrop-6", THREE, [*fold, *told, move]).answer()
        assert r["situation"].startswith(f"fold.retrieve_asked_{key}"), (taken, told)
        assert r["ruling"] == "hand_dead"


def test_the_dealer_or_a_ruling_may_bring_a_hand_out_of_the_muck():
    fold = [*BET, cards(4, "muck", tokens=("a", "b"))]
    for book in BOOKS:
        assert play(book, THREE, [*fold, *out_of_the_muck(by="dealer")]).incidents() == []
    asked = [*fold, known(4), {"what": "notice", "kind": "wrong_count", "by": "dealer", "seat": 3},
             ask(4, "cards_back")]  # fmt: skip
    for book in ("rrop-6", "stg-2011"):
        before = play(book, THREE, asked).incidents()
        after = play(book, THREE, [*asked, *out_of_the_muck()]).incidents()
        assert [r["situation"] for r in after] == [r["situation"] for r in before]


def test_a_player_still_in_takes_no_folded_hand_out_of_the_muck():
    fold = [*BET, cards(4, "muck", tokens=("a", "b"))]
    hand = play("tda-2011", THREE, [*fold, *out_of_the_muck(seat=5)])
    assert not [r for r in hand.rulings if r["situation"].startswith("fold.retrieve")]


def test_a_fold_said_and_then_swept_in_is_no_incident():
    hand = play("tda-2011", THREE, [*BET, say(4, "fold"), cards(4, "muck", by="dealer")])
    assert hand.incidents() == []


def test_a_fold_with_no_bet_binds():
    check({ALL: "fold_binding"}, THREE, [say(3, "fold")])
    check({ALL: "fold_binding"}, THREE, [cards(3, "muck")])


def test_a_fold_without_a_bet_is_ruled_with_the_act_behind():
    events = [cards(3, "muck"), act(4, "check")]
    rule = {"rrop-6": "S3-DEAD-1b", "stg-2011": "D-D3b", "tda-2011": "46",
            "ipr-2018": "TDA#45 in 63", "ipr-web": "W58.3"}  # fmt: skip
    for book in BOOKS:
        r = play(book, THREE, events).answer()
        assert r["ruling"] == "fold_binding", book
        assert f"{book}:{rule[book]}" in r["cite"]
    check({ALL: "no_incident"}, THREE, [*events, act(5, "check")])


def asked_back(*before, seat=3, to="line:3", flag=True):
    """Seat puts its hand forward, others act, and it asks for the cards."""
    fold = cards(seat, to, released=True, crossed="full") if to[:4] == "line" else cards(seat, to)
    return [fold, *before, known(seat, flag), ask(seat, "cards_back")]


def test_a_fold_that_the_book_binds_outright_is_not_lost_by_what_follows_it():
    for before in ((), (act(4, "check"),), (act(4, "check"), act(5, "check"))):
        for flag in (True, False):
            r = play("tda-2011", THREE, asked_back(*before, flag=flag)).answer()
            assert (r["ruling"], r["cite"][0]) == ("fold_binding", "tda-2011:46")
    early = asked_back(act(3, "check"), act(4, "check"), seat=5, to="line:5")
    r = play("tda-2011", THREE, early).answer()
    assert (r["ruling"], r["cite"]) == ("fold_binding", ["tda-2011:36", "tda-2011:46"])
    facing = [*BET, *asked_back(act(5, "call", 500), seat=4, to="line:4")]
    r = play("tda-2011", THREE, facing).answer()
    assert r["situation"] == "fold.forward_acted" and "tda-2011:46" not in r["cite"]
    for book, rule in (("rrop-6", "S3-DEAD-1b"), ("stg-2011", "D-D3b")):
        r = play(book, THREE, asked_back(act(4, "check"))).answer()
        assert (r["ruling"], r["cite"]) == ("hand_dead", [f"{book}:{rule}"])


def test_a_free_fold_told_as_history_binds_too():
    back_again = [known(3), ask(3, "cards_back")]
    r = play("tda-2011", THREE, [act(3, "fold"), act(4, "check"), *back_again]).answer()
    assert (r["ruling"], r["decided_by"], r["cite"]) == ("fold_binding", "dealer", ["tda-2011:46"])
    r = play("tda-2011", THREE, [act(3, "check"), act(4, "bet", 500), act(5, "fold"),
                                 known(5), ask(5, "cards_back")]).answer()  # fmt: skip
    assert r["situation"] == "fold.retrieve_asked_no_reason"
    blinds = setup("preflop", live=(1, 2, 3, 4, 5), bets={"1": 100, "2": 200})
    r = play("tda-2011", blinds, [act(3, "fold"), *back_again]).answer()
    assert r["situation"] == "fold.retrieve_asked_no_reason"  # the big blind is a bet to it
    for book in ("rrop-6", "stg-2011", "ipr-2018", "ipr-web"):
        r = play(book, THREE, [act(3, "fold"), act(4, "check"), *back_again]).answer()
        assert r["situation"] == "fold.retrieve_asked_no_reason"


def test_who_announces_a_raise_and_gives_the_hand_up_owes_the_least_raise():
    for fold in (cards(4, "muck"), say(4, "fold")):
        for chips in ([], [put(4, 500)]):
            events = [*BET, say(4, "raise"), *chips, fold]
            check({ALL: ("min_raise", 1000)}, THREE, events)
            for book in BOOKS:
                hand = play(book, THREE, events)
                assert 4 not in hand.live and hand.bet(4) == 1000 and hand.turn == 5
                assert hand.answer()["binding"]
    least = {"ipr-2018": ("min_bet", 400), "rrop-6 stg-2011 tda-2011 ipr-web": ("min_bet", 200)}
    check(least, setup(live=(3, 4)), [say(3, "bet"), cards(3, "muck")])
    for fold in (cards(4, "muck"), say(4, "fold")):  # all-in, nobody knows for how much
        check({ALL: "retrieve_and_table"}, THREE, [*BET, say(4, "all_in"), fold])
        assert play("tda-2011", THREE, [*BET, say(4, "all_in"), fold]).turn == 5
    called = play("tda-2011", THREE, [*BET, say(4, "call"), cards(4, "muck")])
    assert called.bet(4) == 500 and called.answer()["ruling"] == "fold_binding"


def test_cards_laid_down_behind_the_line_stay_live():
    down = cards(4, "seat:4", released=True)
    for book in BOOKS:
        hand = play(book, THREE, [*BET, down])
        assert hand.incidents() == [] and 4 in hand.live


def test_the_dealer_kills_an_unprotected_hand():
    kill = cards(5, "muck", by="dealer")
    check({"rrop-6 stg-2011 tda-2011": "hand_dead"}, THREE, [*BET, kill])
    # behind the line is protected where the book says so, on it nothing is
    check({"ipr-2018 ipr-web": "floor_decides"}, THREE, [*BET, kill])
    rest = cards(5, "line:5", released=True, crossed="partial")
    swept = {**kill, "from": "line:5"}
    check({ALL: "hand_dead"}, THREE, [*BET, rest, swept])
    steps = play("tda-2011", THREE, [*BET, kill]).answer()["remedy_steps"]
    assert steps == ["kill_hand", "no_refund"]


def test_the_uncalled_bet_of_a_killed_hand_goes_back():
    kill = cards(3, "muck", by="dealer")
    hand = play("tda-2011", THREE, [*BET, kill])
    r = hand.answer()
    assert (r["ruling"], r["amount"]) == ("hand_dead", 500)
    assert "return_uncalled_bet" in r["remedy_steps"]


def test_the_dealer_kills_a_protected_hand():
    capped = setup(live=(3, 4, 5), capped=[5])
    swept = [*BET, cards(5, "muck", by="dealer")]
    check({"ipr-2018 ipr-web rrop-6 stg-2011": "floor_decides"}, capped, swept)
    check({"tda-2011": "hand_dead"}, capped, swept)  # its rule 49 knows no exception


@pytest.mark.parametrize("book", ["ipr-2018", "ipr-web"])
def test_who_left_a_live_hand_and_asks_for_it_is_told_why_it_is_gone(book):
    left = {"what": "presence", "seat": 5, "state": "away"}
    events = [left, *BET, act(4, "call", 500), cards(5, "muck", by="dealer"),
              {**left, "state": "in_seat"}, ask(5, "cards_back")]  # fmt: skip
    r = play(book, THREE, events).answer()
    assert (r["ruling"], r["situation"]) == ("forced_fold", "presence.left_pending")
    thrown = play(book, THREE, [*BET, cards(4, "muck"), ask(4, "cards_back")]).answer()
    assert thrown["situation"] == "fold.retrieve_asked_mixed"


def test_cards_asked_back_from_the_muck():
    events = [*BET, cards(4, "muck"), known(4), ask(4, "cards_back")]
    check(
        {
            "rrop-6 stg-2011 ipr-2018 ipr-web": "hand_dead",  # no reason to bring it back
            "tda-2011": "floor_decides",
        },
        THREE,
        events,
    )
    table = setup(live=(3, 4, 5), stacks={"3": 500, "4": 9000, "5": 9000})
    wrong = {"t": 0, "what": "announce", "kind": "stack_count", "seat": 3, "amount": 900}
    reported = [act(3, "all_in", 500), wrong, cards(4, "muck"), known(4), ask(4, "cards_back")]
    check({"rrop-6 stg-2011": "hand_retrievable", "ipr-2018 ipr-web": "hand_dead"}, table, reported)
    check({ALL: "hand_dead"}, THREE, [*BET, cards(4, "muck"), ask(4, "cards_back")])


def test_a_discard_at_showdown_asked_back():
    line = cards(4, "line:4", released=True, crossed="full")
    events = [act(3, "bet", 500), act(4, "call", 500), SHOWDOWN, line]
    check(
        {"rrop-6 stg-2011": "hand_retrievable", "ipr-2018 ipr-web": "hand_dead"},
        RIVER,
        [*events, known(4), ask(4, "cards_back")],
    )


def test_an_all_in_hand_mucked_unshown():
    table = dict(RIVER, stacks={"3": 500, "4": 500})
    events = [act(3, "all_in", 500), act(4, "call", 500), SHOWDOWN, cards(3, "muck"), known(3)]
    check({"ipr-2018 ipr-web tda-2011": "retrieve_and_table"}, table, events)


def test_stud_upcards_lifted_facing_a_bet():
    table = setup(
        "fifth",
        (2, 5),
        button=None,
        betting="limit",
        small_bet=20,
        big_bet=40,
        upcards={"2": ["8d", "8c", "2s"], "5": ["Kd", "4h", "9c"]},
    )
    lift = cards(5, "seat:5", face="unknown", tokens=("Kd", "4h", "9c"), lifted=True)
    check({"rrop-6 tda-2011 ipr-2018": "hand_dead"}, table, [act(2, "bet", 40), lift], "stud7")
    hand = play("rrop-6", table, [act(2, "check"), lift], "stud7")
    assert hand.incidents() == []


@pytest.mark.parametrize(
    ("book", "cite"),
    [("rrop-6", "S8-10"), ("tda-2011", "50"), ("ipr-2018", "76.3"), ("ipr-web", "W72.3c")],
)
@pytest.mark.parametrize("game", ["stud7", "stud8", "razz"])
def test_upcards_lifted_when_betting_is_over_kill_no_hand(book, cite, game):
    ups = {"2": ["8d", "8c", "2s", "Jh"], "5": ["Kd", "4h", "9c", "Ts"]}
    table = setup("seventh", (2, 5), button=None, betting="limit", small_bet=20, big_bet=40,
                  upcards=ups)  # fmt: skip
    lift = cards(2, "seat:2", face="down", tokens=tuple(ups["2"]), lifted=True)
    events = [act(5, "bet", 40), act(2, "call", 40)]
    for before in ([], [SHOWDOWN]):
        ruling = play(book, table, [*events, *before, lift], game).answer()
        assert ruling["ruling"] == "no_incident", before
        assert f"{book}:{cite}" in ruling["cite"]


def test_an_undercall_of_an_opening_bet():
    events = [act(3, "bet", 1000), put(4, 500)]
    table = setup(live=(3, 4, 5))
    check(
        {"ipr-2018 ipr-web rrop-6 stg-2011": ("call", 1000), "tda-2011": "floor_decides"},
        table,
        events,
    )
    check({"ipr-2018": ("call", 1000, "TDA#39B in 49")}, table, events)


def test_an_undercall_heads_up_facing_a_raise():
    events = [act(3, "bet", 1000), act(4, "raise", 3000), put(3, 500)]
    check({"ipr-2018 ipr-web rrop-6 stg-2011": ("call", 3000)}, setup(), events)


def test_an_undercall_completed_in_a_second_motion_is_a_call():
    events = [act(3, "bet", 1000), put(4, 500), put(4, 500, motion=2)]
    hand = play("tda-2011", setup(live=(3, 4, 5)), events)
    assert hand.bet(4) == 1000 and hand.incidents() == []


def test_unaware_of_a_raise():
    events = [act(3, "bet", 1000), act(4, "raise", 3000), put(5, 1000), ask(5, "unaware_of_raise")]
    table = setup(live=(3, 4, 5, 6))
    check(
        {
            "ipr-2018 ipr-web": ("complete_or_fold_forfeit", 1000),
            "rrop-6": "may_withdraw_reconsider",
            "stg-2011": ("call", 3000),
            "tda-2011": "floor_decides",
        },
        table,
        events,
    )
    hand = play("rrop-6", table, [*events, back(5, 1000), say(5, "fold")])
    assert hand.turn == 6 and 5 not in hand.live
    later = [*events[:3], act(6, "fold"), events[3]]
    check({"rrop-6": ("call", 3000, "S3-BET-13")}, table, later)


def test_a_misheard_bet():
    heard = ask(4, "misheard_bet", amount=100)
    gross = [put(3, 500), put(4, 100), dict(say(4, "call"), t=10100), heard]
    small = [put(3, 500), put(4, 100, 100, 100, 100), dict(say(4, "call"), t=10100), heard]
    check({"rrop-6": "call_retractable", "tda-2011 ipr-2018": ("call", 500)}, RIVER, gross)
    check({"rrop-6": ("call", 500)}, RIVER, small)


def test_pot_and_stack_counts():
    check({"ipr-2018 ipr-web tda-2011": "info_refused"}, RIVER, [ask(3, "pot_count")])
    pot_limit = dict(RIVER, betting="pot_limit")
    check({"ipr-2018 tda-2011": "no_incident"}, pot_limit, [ask(3, "pot_count")], "plo")
    check({"ipr-2018": "info_refused"}, RIVER, [ask(3, "stack_count", target=4)])


def test_an_earlier_bet_pulled_back_binds_to_call_or_raise():
    table = setup("preflop", (2, 4))
    events = [act(4, "raise", 600), back(2, 100, 100), say(2, "fold")]
    check({"ipr-2018": ("must_call_or_raise", 600), "tda-2011": "floor_decides"}, table, events)
    change = [act(4, "raise", 600), back(2, 100, 100), put(2, 500, 100)]
    hand = play("ipr-2018", table, change)
    assert hand.incidents() == [] and hand.bet(2) == 600


def test_cards_thrown_into_another_hand():
    throw = cards(4, "seat:5", face="up", tokens=("Qd", "4h"))
    check({"rrop-6 stg-2011": "thrown_cards_dead"}, THREE, [*BET, throw])


def test_a_whole_wager_pulled_back_is_the_last_one_of_its_player():
    wagers = [act(3, "bet", 300), act(4, "raise", 900), act(5, "raise", 1800), act(3, "call", 1800)]
    check({ALL: ("call", 1800)}, THREE, [*wagers, back(3, 1800)])
    first = [act(3, "bet", 300), act(4, "call", 300)]
    check({ALL: ("bet", 300)}, THREE, [*first, back(3, 300)])


ALL_IN = [act(3, "all_in", 800), act(4, "call", 800)]


def test_a_hand_that_must_lie_open_is_brought_back_before_the_last_card_too():
    table = setup(stacks={"3": 800, "4": 5000})
    for seat in (3, 4):
        thrown = cards(seat, "muck")
        check({"ipr-2018 ipr-web": "retrieve_and_table"}, table, [*ALL_IN, thrown])
    cash = setup(stacks={"3": 5000, "4": 5000})
    bet = [act(3, "bet", 800), act(4, "call", 800), cards(4, "muck")]
    check({"ipr-2018 ipr-web": "no_incident"}, cash, bet)


def test_a_hand_brought_back_face_up_is_in_the_showdown_again():
    table = setup(stacks={"3": 800, "4": 5000}, board=["Qs", "7d", "4h"])
    mine = {"what": "card_move", "cards": ["Ah", "Ad"], "from": "seat:3", "to": "seat:3",
            "face": "up", "by": "player"}  # fmt: skip
    again = cards(4, "seat:4", face="up", by="dealer", **{"from": "muck"})
    turn = {"what": "card_move", "cards": ["9c"], "from": "stub", "to": "board", "face": "up",
            "by": "dealer"}  # fmt: skip
    burn = {**turn, "cards": ["#20"], "to": "burn", "face": "down"}
    events = [*ALL_IN, mine, cards(4, "muck"), again]
    for book in ("ipr-2018", "ipr-web"):
        assert play(book, table, events).shown == [3, 4]
        assert play(book, table, [*events, burn, turn]).answer()["ruling"] == "no_incident"


def test_a_hand_let_go_face_up_past_the_line_is_folded():
    table = setup(live=(3, 4, 5))
    past = {"released": True, "crossed": "full"}
    bet = act(3, "bet", 500)
    shown = cards(4, "line:4", face="up", tokens=("Ah", "Kh"), **past)
    check({"ipr-2018 ipr-web": "fold_binding"}, table, [bet, shown])
    for held in ({**past, "crossed": "partial"}, {**past, "released": False}):
        still = cards(4, "line:4", face="up", tokens=("Ah", "Kh"), **held)
        for book in ("ipr-2018", "ipr-web"):
            assert 4 in play(book, table, [bet, still]).live
    assert 4 in play("rrop-6", table, [bet, shown]).live  # there no line decides


def test_cards_thrown_into_a_hand_are_taken_out_again_and_that_hand_plays():
    thrown = [*BET, cards(4, "seat:5")]
    out = {**cards(5, "muck", by="dealer"), "cards": ["#4", "#13"]}
    check({"rrop-6 stg-2011": ("no_incident", 1500)}, THREE, [*thrown, out, say(5, "raise", 1500)])
    for book in ("rrop-6", "stg-2011"):
        assert play(book, THREE, [*thrown, out]).live == [3, 5], book
        own = {**out, "cards": ["#4", "#5"]}  # one of them is the hand's own
        assert play(book, THREE, [*thrown, own]).answer()["ruling"] == "hand_dead", book


def test_chips_after_a_fold_that_was_said_go_back_and_the_word_binds():
    said = [*BET, say(4, "fold"), put(4, 500)]
    check({ALL: "fold_binding"}, THREE, said)
    check({ALL: "fold_binding"}, THREE, [*said, act(5, "call", 500)])  # while they lie there
    for book in BOOKS:
        hand = play(book, THREE, [*said, act(5, "call", 500), back(4, 500, by="dealer")])
        assert hand.live == [3, 5] and hand.bets == {3: 500, 5: 500}, book
    for book in BOOKS:  # a fold nobody said, and chips another street
        thrown = play(book, THREE, [*BET, cards(4, "muck"), put(4, 500)])
        assert thrown.ruled("fold.said_facing_bet") is None, book


def mixed(seat):
    return {"what": "notice", "by": "player", "kind": "cards_mixed", "seat": seat}


def test_a_hand_the_dealer_took_stays_ruled_on_when_its_player_says_that_it_is_mixed():
    taken = [*BET, cards(3, "muck", by="dealer")]
    for book in BOOKS:
        bare = setup(live=(3, 4, 5), betting_line=False)
        plain = play(book, bare, taken).answer()
        for seat, same in ((3, True), (5, False)):
            told = play(book, bare, [*taken, mixed(seat), known(3, False)]).answer()
            assert (told["situation"] == plain["situation"]) == same, (book, seat)


@pytest.mark.parametrize("speaker", [3, 4, 5])
@pytest.mark.parametrize("acts", [True, False])
def test_cards_thrown_into_a_hand_are_that_whoever_points_at_it(speaker, acts):
    events = [act(3, "bet", 500), cards(4, "seat:5"), mixed(speaker)]
    table = setup(live=(3, 4, 5))
    for book in ("rrop-6", "stg-2011"):
        hand = play(book, table, events)
        r = hand.answer()
        assert (r["situation"], r["seat"]) == ("fold.thrown_into_hand", 4)
        out = dict(cards(5, "muck", by="dealer"), cards=events[1]["cards"])
        r = play(book, table, [*events, out, act(5, "call", 500)]).answer()
        assert r["ruling"] == "no_incident" and 5 in hand.live, (book, r)


@pytest.mark.parametrize("speaker", [None, 3, 4, 5])
@pytest.mark.parametrize("seats", [[3, 5], [5], []])
def test_a_hand_is_dead_when_thrown_cards_run_together_with_it(seats, speaker):
    flag = {"what": "flag", "flag": "mixed", "value": True, "seats": seats}
    word = mixed(speaker) if speaker else {"what": "notice", "by": "dealer", "kind": "cards_mixed"}
    alone = [act(3, "check"), act(4, "check"), act(5, "bet", 500)]
    raised = [act(3, "bet", 500), act(4, "call", 500), act(5, "raise", 900)]
    bare = setup(live=(3, 4, 5), betting_line=False)
    for book in BOOKS:
        returns = book in ("tda-2011", "ipr-2018", "ipr-web")
        for uncalled, acts in ((500, alone), (400, raised)):
            hand = play(book, bare, [*acts, cards(3, "seat:5"), flag, word])
            r = hand.answer()
            assert (r["ruling"], r["seat"]) == ("hand_dead", 5) and hand.live == [4], (book, r)
            assert r["amount"] == (uncalled if returns else None), (book, r)


@pytest.mark.parametrize("flagged", [[], [{"what": "flag", "flag": "mixed", "value": True}]])
def test_a_hand_that_a_player_runs_into_another_is_thrown_there(flagged):
    merged = {"what": "zone_merge", "from": "seat:4", "into": "seat:5", "by": "player"}
    for book in BOOKS:
        for table in (THREE, setup(live=(3, 4, 5), betting_line=False)):
            thrown = play(book, table, [*BET, cards(4, "seat:5"), *flagged])
            hand = play(book, table, [*BET, merged, *flagged])
            assert hand.answer()["situation"] == thrown.answer()["situation"], book
            assert (hand.live, hand.turn) == (thrown.live, thrown.turn), book


def test_thrown_cards_that_can_be_told_from_the_hand_kill_only_themselves():
    flag = {"what": "flag", "flag": "mixed", "value": False, "seats": [4, 5]}
    for told in (False, True):
        events = [*BET, cards(4, "seat:5"), {**flag, "value": told}]
        other = [*BET, cards(4, "seat:5"), {**flag, "value": True, "seats": [3]}]
        for book in BOOKS:
            protected = told and book in ("ipr-2018", "ipr-web")  # behind the line
            hand = play(book, setup(live=(3, 4, 5)), events)
            assert (5 in hand.live) == (protected or not told), book
            assert 5 in play(book, setup(live=(3, 4, 5)), other).live, book


def test_others_face_what_there_was_before_a_bet_that_goes_back():
    line = setup(live=(3, 4, 5), pot=1000, stacks={"3": 5000, "4": 5000, "5": 5000})
    for book, returned in (("tda-2011", True), ("rrop-6", False)):
        bet = play(book, line, [act(3, "check"), act(4, "bet", 800), cards(4, "muck", by="dealer")])
        assert (bet.high, bet.turn) == (0 if returned else 800, 5)
        over = [act(3, "bet", 500), act(4, "raise", 1500), cards(4, "muck", by="dealer")]
        raised = play(book, line, over)
        assert (raised.high, raised.turn) == (500 if returned else 1500, 5)
        assert raised.stacks[4] == (4500 if returned else 3500)
        called = play(book, line, [act(3, "bet", 500), act(4, "call", 500), over[-1]])
        assert (called.high, called.bet(4), called.turn) == (500, 500, 5)


def test_all_have_checked_once_the_only_bet_goes_back():
    checked = [act(3, "check"), act(4, "check"), act(5, "bet", 800)]
    hand = play("tda-2011", THREE, [*checked, cards(5, "muck", by="dealer")])
    assert (hand.phase, hand.live, hand.high) == ("closed", [3, 4], 0)
    two = [act(3, "check"), act(4, "bet", 800), cards(4, "muck", by="dealer")]
    hand = play("tda-2011", setup(live=(3, 4), pot=900), two)
    assert (hand.phase, hand.live, hand.pot_total()) == ("award", [3], 900)
