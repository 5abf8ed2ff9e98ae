"""Folds, hands killed, mucked and asked back; undercalls, misheard bets and counts."""

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


def test_cards_the_dealer_gives_back_are_no_incident():
    for book in BOOKS:
        assert play(book, THREE, taken_up(by="dealer")).incidents() == []


def test_a_fold_said_and_then_swept_in_is_no_incident():
    hand = play("tda-2011", THREE, [*BET, say(4, "fold"), cards(4, "muck", by="dealer")])
    assert hand.incidents() == []


def test_a_fold_with_no_bet_binds():
    check({ALL: "fold_binding"}, THREE, [say(3, "fold")])
    check({ALL: "fold_binding"}, THREE, [cards(3, "muck")])


def test_a_fold_without_a_bet_is_dead_by_the_act_behind_where_the_book_says_so():
    events = [cards(3, "muck"), act(4, "check")]
    rule = {"rrop-6": "S3-DEAD-1b", "stg-2011": "D-D3b"}
    for book in BOOKS:
        r = play(book, THREE, events).answer()
        assert (r["ruling"] == "fold_binding") == (book in rule), book
        if book in rule:
            assert f"{book}:{rule[book]}" in r["cite"]
    check({ALL: "no_incident"}, THREE, [*events, act(5, "check")])


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
    told = [act(3, "all_in", 500), wrong, cards(4, "muck"), known(4), ask(4, "cards_back")]
    check({"rrop-6 stg-2011": "hand_retrievable", "ipr-2018 ipr-web": "hand_dead"}, table, told)
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
