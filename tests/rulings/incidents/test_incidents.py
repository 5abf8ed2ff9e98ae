"""The life of an incident: opened, its remedy carried out or overtaken, closed; several at once."""

import pytest

from shared_rules import rulebooks
from tests.rulings.ruling_scene import RING, Scene, draw, ring, stud
from tests.rulings.spots import BOOKS, act, ask, back, play, put, say, setup

FOUR = [2, 4, 6, 8]
BOARDS = {"flop": ["Kd", "8s", "3c"], "turn": ["Kd", "8s", "3c", "Jc"]}


def started(seats=FOUR, **more):
    return Scene(ring(seats, **more)).start()


def misdealt(seats=FOUR, **more):
    """The first card is shown, the floor calls the deal off, cards and blinds go back."""
    s = started(seats, **more).card(f"seat:{seats[0]}", "Kd", "up")
    s.notice("exposed_card", about_seat=seats[0]).add("finding", kind="misdeal_declared")
    s.card("stub", "Kd", frm=f"seat:{seats[0]}")
    for seat, chips in ((seats[0], [100]), (seats[1], [100, 100])):
        s.add("chips_move", seat=seat, chips=chips, **{"from": f"line:{seat}"},
              to=f"seat:{seat}", by="dealer")  # fmt: skip
    return s


def again(s):
    """Riffle and blinds of the deal that follows."""
    s.nth = 0
    s.add("riffle", 4000)
    s.add("post", seats=[s.setup["sb_seat"]], kind="sb", amount=100)
    return s.add("post", seats=[s.setup["bb_seat"]], kind="bb", amount=200)


def premature(street, book="rrop-6", live=(3, 4)):
    """A board card comes while seat 4 has still to act on a bet."""
    before = {"turn": "flop", "river": "turn"}[street]
    s = Scene(ring(RING, street=before, live=list(live), board=BOARDS[before], pot=900))
    s.act(3, "bet", 300).burn().board("2h" if street == "river" else "Jc")
    return s.notice("not_acted", by="player", seat=4)


# -- a void deal and the one after it ---------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("seats", [FOUR, [1, 5, 9], RING])
def test_a_misdeal_ends_with_a_clean_new_deal_and_an_act(book, seats):
    s = again(misdealt(seats)).deal(rounds=2)
    assert s.hand(book).answer()["irregular"], "ends with its last step: still the answer"
    s.act(s.setup["seats"][2], "call", 200)
    r = s.ruling(book)
    assert (r["ruling"], r["irregular"]) == ("no_incident", False)
    first = rulebooks.get(book).outcome("deal.first_two_exposed")
    assert set(first.cite) & set(r["cite"]), "the remedy makes it regular"


@pytest.mark.parametrize("book", ["ipr-2018", "ipr-web", "rrop-6", "stg-2011"])
def test_the_new_deal_is_judged_by_itself(book):
    s = again(misdealt()).deal(rounds=1).deal([2, 4]).card("seat:6", "9d", "up").deal([8])
    assert s.ruling(book)["situation"] == "deal.exposed_one"


@pytest.mark.parametrize("book", ["ipr-2018", "ipr-web", "rrop-6", "tda-2011", "stg-2011"])
def test_a_fault_of_the_void_deal_does_not_count_in_the_new_one(book):
    # one later card shown in each deal: never two in one
    s = again(misdealt()).deal([2, 4]).card("seat:6", "9d", "up").deal([8]).deal()
    assert s.ruling(book)["ruling"] != "misdeal"
    assert s.hand(book).ruled("deal.exposed_many") is None


def test_a_late_fault_in_the_new_deal_has_its_own_deadline():
    s = misdealt(RING)
    s = again(s).deal([2, 3, 4, 5, 6, 7, 8, 9, 1], 2)
    s.act(3, "fold").act(4, "fold").notice("wrong_first_seat", by="player", seat=1)
    assert s.ruling("tda-2011")["ruling"] == "misdeal"
    for book in ("ipr-2018", "ipr-web", "rrop-6", "stg-2011"):
        assert s.ruling(book)["ruling"] == "deal_stands", book


def test_button_and_blinds_of_the_next_hand_are_checked_against_this_one():
    s = started([1, 2, 3, 4]).deal(rounds=2)
    s.act(3, "fold").act(4, "fold").act(1, "fold").add("pot_awarded", seats=[2], amount=300)

    def next_hand(to, sb, bb):
        n = Scene(s.setup)
        n.events, n.t = list(s.events), s.t
        n.add("puck_move", puck="dealer_button", **{"from": "seat:4"}, to=f"seat:{to}", by="dealer")
        n.add("riffle")
        n.add("post", seats=[sb], kind="sb", amount=100)
        return n.add("post", seats=[bb], kind="bb", amount=200).ruling("rrop-6")["ruling"]

    assert next_hand(1, 2, 3) == "no_incident"
    assert next_hand(2, 3, 4) == "button_adjusted"
    assert next_hand(1, 3, 4) == "button_adjusted"


def test_a_report_in_time_is_not_lost_at_the_riffle():
    s = Scene(ring(RING, street="river", live=[3, 4], board=[*BOARDS["turn"], "2h"], pot=2400,
                   street_closed=True))  # fmt: skip
    s.add("showdown", seats=[3, 4])
    s.card("seat:3", ["Kh", "Ks"], "up", by="player", frm="seat:3")
    s.card("seat:4", ["Jd", "9s"], "up", by="player", frm="seat:4")
    s.add("pot_awarded", seats=[4], amount=2400)
    for book in BOOKS:
        t = Scene(s.setup)
        t.events, t.t = list(s.events), s.t
        t.notice("claims_pot", by="player", seat=3).add("riffle")
        t.notice("claims_pot", by="player", seat=3)
        assert t.ruling(book)["ruling"] == "award_corrected", book
        late = Scene(s.setup)
        late.events, late.t = list(s.events), s.t
        late.add("riffle").notice("claims_pot", by="player", seat=3)
        assert late.ruling(book)["ruling"] == "result_stands", book


# -- single cards -----------------------------------------------------------------------------


@pytest.mark.parametrize("book", ["ipr-2018", "ipr-web", "rrop-6", "stg-2011"])
@pytest.mark.parametrize("seat", [2, 6])
def test_an_exposed_card_is_replaced_and_becomes_the_burn(book, seat):
    order = [4, 6, 8, 2]
    at = order.index(seat)
    s = Scene(ring([2, 4, 6, 8], button=2, sb_seat=4, bb_seat=6)).start().deal(order)
    s.deal(order[:at]).card(f"seat:{seat}", "9d", "up").deal(order[at + 1 :])
    steps = s.ruling(book)["remedy_steps"]
    assert ("finish_deal" in steps) == (seat != 2), "nothing is left to deal after the last card"
    s.card(f"seat:{seat}").act(8, "call", 200).act(2, "call", 200).act(4, "call", 200)
    s.act(6, "check")
    assert s.ruling(book)["ruling"] == "replace_exposed_card", "its last step is still to come"
    s.card("burn", "9d", "up", frm=f"seat:{seat}").board("Kd", "8s", "3c")
    hand = s.act(4, "check").hand(book)
    assert [r["situation"] for r in hand.incidents()] == ["deal.exposed_one"]
    assert hand.answer()["ruling"] == "no_incident"
    assert set(hand.incidents()[0]["cite"]) & set(hand.answer()["cite"])


def test_a_second_burn_beside_the_ordered_one_is_a_fault():
    s = started().deal(rounds=1).deal([2]).card("seat:4", "9d", "up").deal([6, 8]).card("seat:4")
    s.act(6, "call", 200).act(8, "call", 200).act(2, "call", 200).act(4, "check")
    s.card("burn", "9d", "up", frm="seat:4").burn().board("Kd", "8s", "3c")
    assert s.ruling("rrop-6")["situation"][:20] == "board.flop_two_burns"


@pytest.mark.parametrize("book", ["rrop-6", "ipr-2018", "ipr-web", "stg-2011"])
def test_a_card_given_to_the_last_seat_closes_when_play_goes_on(book):
    s = started().deal(rounds=1).deal([2, 4, 6]).add("rfid_count", zone="seat:8", cards=1)
    s.notice("wrong_card_count", by="player", seat=8).card("seat:8")
    assert s.ruling(book)["ruling"] == "give_top_card"
    hand = s.act(6, "fold").hand(book)
    assert hand.answer()["ruling"] == "no_incident"
    assert [r["ruling"] for r in hand.incidents()] == ["give_top_card"]


# -- the board --------------------------------------------------------------------------------


@pytest.mark.parametrize("book", ["rrop-6", "stg-2011"])
def test_a_premature_turn_remedied_leaves_no_trace_but_its_record(book):
    s = premature("turn").card("mouth", "Jc", "up", frm="board").act(4, "call", 300)
    s.burn().board("2h").act(3, "check").act(4, "check")
    s.add("zone_merge", **{"from": "mouth"}, into="stub", by="dealer").board("5c")
    assert s.ruling(book)["ruling"] == "river_card_becomes_turn"
    hand = s.act(3, "check").hand(book)
    assert [r["situation"] for r in hand.incidents()] == ["board.premature_turn"]
    assert hand.answer()["ruling"] == "no_incident"


def test_a_premature_turn_by_the_other_procedure():
    s = premature("turn").burn().card("mouth", "#40", "down").card("stub", "Jc", frm="board")
    s.act(4, "call", 300).board("2h").act(3, "check").act(4, "check")
    s.card("board", "#40", "up", frm="mouth")
    hand = s.act(3, "check").hand("ipr-2018")
    assert [r["situation"] for r in hand.incidents()] == ["board.premature_turn"]
    assert hand.answer()["ruling"] == "no_incident"


@pytest.mark.parametrize("book", ["rrop-6", "stg-2011", "ipr-2018", "ipr-web"])
def test_what_a_book_does_not_know_leaves_the_remedy(book):
    s = premature("river").add("request", seat=3, kind="keep_premature_card", cards=["2h"])
    assert s.ruling(book)["ruling"] == "reshuffle_redeal_river"
    s.add("request", seat=3, kind="reshuffle").add("request", seat=3, kind="deck_change")
    assert s.ruling(book)["ruling"] == "reshuffle_redeal_river"
    s.add("request", seat=4, kind="rabbit_card")
    assert s.ruling(book)["ruling"] == "reshuffle_redeal_river"


def test_a_burn_before_the_redealt_flop_is_one_too_many():
    s = Scene(ring(RING, street="preflop", live=[3, 4], board=[], street_closed=True, pot=900))
    s.burn().board("Kd", "8s", "3c", "Th").notice("board_card_count")
    s.add("zone_merge", **{"from": "board"}, into="stub", by="dealer")
    clean = Scene(s.setup)
    clean.events, clean.t = list(s.events), s.t
    clean.board("Qh", "7d", "2c").act(3, "check")
    assert clean.ruling("rrop-6")["ruling"] == "no_incident"
    s.burn().board("Qh", "7d", "2c").act(3, "check").notice("extra_burn", by="player", seat=4)
    for book in ("rrop-6", "stg-2011"):
        assert s.ruling(book)["situation"] == "board.flop_two_burns_after", book


def test_a_stub_that_drops_during_a_remedy_is_another_incident():
    s = premature("river").card("mouth", "2h", "up", frm="board").act(4, "call", 300)
    s.add("zone_merge", **{"from": "stub"}, into="muck", by="dealer")
    assert s.ruling("stg-2011")["ruling"] == "reconstitute_deck_play_on"
    assert len(s.hand("stg-2011").open_incidents()) == 2


# -- wagers, turn and folds -------------------------------------------------------------------


def test_a_wager_put_right_ends_when_another_acts():
    table = setup(live=(3, 4, 5))
    for book in BOOKS:
        hand = play(book, table, [act(3, "bet", 600), put(4, 1000)])
        assert hand.answer()["ruling"] == "call", book
        hand = play(book, table, [act(3, "bet", 600), put(4, 1000), act(5, "fold")])
        assert not hand.answer()["irregular"] and hand.opened == 0, book


def test_money_taken_back_as_allowed_and_a_fold_are_clean_play():
    events = [act(3, "bet", 1000), act(4, "raise", 3000), put(5, 1000), ask(5, "unaware_of_raise")]
    table = setup(live=(3, 4, 5, 6))
    assert play("rrop-6", table, events).answer()["ruling"] == "may_withdraw_reconsider"
    hand = play("rrop-6", table, [*events, back(5, 1000), say(5, "fold")])
    assert hand.answer()["ruling"] == "no_incident"
    bound = play("stg-2011", table, [*events, back(5, 1000), say(5, "fold")])
    assert (bound.answer()["ruling"], bound.answer()["amount"]) == ("call", 3000)


def test_a_third_act_behind_does_not_take_the_right_that_was_claimed_in_time():
    table = setup(live=(3, 4, 5, 6, 7))
    late = {"what": "notice", "by": "player", "kind": "not_acted", "seat": 3}
    two = [say(4, "check"), say(5, "check")]
    assert play("rrop-6", table, [*two, late]).answer()["ruling"] == "action_backs_up"
    hand = play("rrop-6", table, [*two, late, say(6, "check")])
    assert hand.answer()["ruling"] == "action_backs_up"
    hand = play("rrop-6", table, [*two, say(6, "check"), late])
    assert hand.answer()["ruling"] != "action_backs_up"


def test_an_act_out_of_turn_is_void_as_soon_as_the_action_has_changed():
    table = setup(live=(3, 4, 5, 6))
    for book in BOOKS:
        hand = play(book, table, [say(6, "bet", 600), act(3, "bet", 400)])
        assert hand.answer()["ruling"] == "oot_void_all_options", book
        assert play(book, table, [say(6, "bet", 600), act(3, "check")]).answer()["ruling"] == (
            "out_of_turn"), book  # fmt: skip


def test_a_void_act_out_of_turn_is_open_until_its_seat_acts():
    """Nothing is done about words before their seat has its turn; chips given back are done."""
    table = setup(live=(3, 4, 5, 6))
    for book in BOOKS:
        events = [say(6, "raise", 900), act(3, "bet", 400), act(4, "fold"), act(5, "fold")]
        assert play(book, table, events).answer()["ruling"] == "oot_void_all_options", book
        done = play(book, table, [*events, say(6, "call")])
        assert done.open_incidents() == [], book
        given = [put(6, 500, 400), act(3, "bet", 400), back(6, 500, 400, by="dealer")]
        assert play(book, table, given).answer()["ruling"] == "oot_void_all_options", book
        assert play(book, table, [*given, act(4, "fold")]).open_incidents() == [], book


def test_a_call_between_voids_an_act_out_of_turn_until_its_seat_acts():
    table = setup(live=(3, 4, 5, 6))
    events = [act(3, "bet", 300), say(6, "raise", 900), act(4, "call", 300), act(5, "fold")]
    for book in BOOKS:
        frees = book in ("rrop-6", "stg-2011")
        code = "oot_void_all_options" if frees else "oot_binding"
        assert play(book, table, events).answer()["ruling"] == code, book


def test_words_after_a_hand_is_dead_change_nothing():
    table = setup("fifth", (2, 5), button=None, betting="limit", bring_in=50, small_bet=200,
                  big_bet=400, ante=25, first_dealt_seat=1,
                  upcards={"2": ["7c", "5h", "3d"], "5": ["9c", "7d", "4s"]})  # fmt: skip
    lifted = {"what": "card_move", "cards": ["9c", "7d", "4s"], "from": "seat:5", "to": "seat:5",
              "face": "down", "by": "player", "lifted": True}  # fmt: skip
    for book in ("rrop-6", "tda-2011", "ipr-web", "ipr-2018"):
        events = [act(2, "bet", 400), lifted, say(5, "call"), put(5, 100, 100, 100, 100)]
        hand = play(book, table, events, "razz")
        assert hand.answer()["situation"] == "fold.stud_upcards_lifted", book


def test_a_hand_killed_for_another_reason_is_not_asked_back():
    table = setup("turn", (3, 4), level_minutes=40, board=BOARDS["turn"])
    events = [act(3, "bet", 500), {"what": "clock_start", "seat": 4, "t": 60000},
              {"what": "timer", "clock": "called_clock", "seat": 4, "elapsed_ms": 72000,
               "t": 140000}, ask(4, "cards_back")]  # fmt: skip
    for book in BOOKS:
        assert play(book, table, events).answer()["situation"] == "clock.expired_facing_bet", book


# -- several at once --------------------------------------------------------------------------


def test_the_answer_is_the_newest_that_is_open_and_all_are_known():
    s = started().deal([2, 4, 6]).card("seat:8", "9d", "up").deal()
    assert s.ruling("rrop-6")["ruling"] == "replace_exposed_card"
    s.act(6, "call", 200).act(8, "fold")
    s.add("chips_move", seat=4, chips=[100, 100], **{"from": "seat:4"}, to="line:4", by="player",
          motion=1, released=True, crossed="full")  # fmt: skip
    hand = s.hand("rrop-6")
    assert hand.answer()["ruling"] == "out_of_turn"
    assert [r["situation"] for r in hand.open_incidents()] == [
        "deal.exposed_one",
        "turn.oot_pending",
    ]
    hand = s.act(2, "fold").hand("rrop-6")
    assert hand.ruled("turn.oot_unchanged")["ruling"] == "oot_binding"


def test_a_fault_pointed_out_later_is_the_newer_matter():
    s = Scene(ring(RING)).start().deal([2, 3, 4, 5, 6, 7, 8, 9, 1]).deal([2, 3, 4])
    s.card("seat:5", ["#30", "#31"]).deal([6, 7, 8, 9, 1])
    s.act(3, "raise", 500).act(4, "call", 500).notice("wrong_first_seat", by="player", seat=1)
    for book in ("rrop-6", "stg-2011", "ipr-2018", "ipr-web"):
        assert s.ruling(book)["ruling"] == "deal_stands", book
    s.add("rfid_count", zone="seat:5", cards=3).flag("mixed", True, seats=[5])
    s.notice("wrong_card_count", by="player", seat=5)
    for book in ("rrop-6", "stg-2011", "ipr-2018", "ipr-web"):
        assert s.ruling(book)["ruling"] == "hand_dead", book


def test_a_hand_says_when_an_incident_is_closed():
    s = started().deal(rounds=1).deal([2, 4, 6]).add("rfid_count", zone="seat:8", cards=1)
    s.notice("wrong_card_count", by="player", seat=8).card("seat:8").act(6, "fold")
    hand = Scene(s.setup).hand("rrop-6")
    outputs = [o for event in s.events for o in hand.apply(event)]
    closed = [o for o in outputs if o["k"] == "close"]
    assert [(o["situation"], o["seat"]) for o in closed] == [("deal.last_card_missing", 8)]


# -- single rules -----------------------------------------------------------------------------


def test_who_holds_all_seven_cards_may_not_bet_or_raise_on_sixth_street():
    ups = {"2": ["9h", "8d", "4c", "2s"], "5": ["As", "Td", "6c", "3h"]}
    table = stud("sixth", live=[2, 5], upcards=ups)
    s = Scene(table, "stud7").act(5, "bet", 400).card("burn").card("seat:2", "#46")
    s.card("seat:2", ["#46", "#2", "#9"], by="player", frm="seat:2", lifted=True)
    s.add("declare", seat=2, word="raise", wording="plain", amount=800)
    r = s.ruling("rrop-6")
    assert (r["ruling"], r["amount"], r["cite"]) == ("raise_not_allowed", 400, ["rrop-6:S8-14"])


@pytest.mark.parametrize("calls", [(), (3,)])
def test_blinds_are_chopped_only_when_nobody_else_is_in(calls):
    s = started([1, 2, 3, 4], format="cash").deal(rounds=2)
    for seat in (3, 4):
        s.act(seat, "call", 200) if seat in calls else s.act(seat, "fold")
    r = s.add("request", seat=1, kind="chop_blinds").ruling("rrop-6")
    assert r["ruling"] == ("request_refused" if calls else "no_incident")
    assert "rrop-6:S2-PROC-15" in r["cite"]


def test_limit_motion_that_made_another_fold_may_have_to_be_completed():
    table = setup(live=(3, 4, 5), betting="limit", small_bet=200, big_bet=400)
    motion = put(3, 200, released=False, crossed="in_hand")
    taken = back(3, 200)
    hand = play("rrop-6", table, [motion, taken], "limit_holdem")
    assert hand.answer()["ruling"] == "not_a_bet"
    assert hand.answer()["cite"] == ["rrop-6:S3-BET-12"], "section 14 is for big-bet games"
    for behind in (say(4, "fold"), say(4, "check")):
        hand = play("rrop-6", table, [motion, behind, taken], "limit_holdem")
        assert hand.answer()["situation"] == "wager.chips_not_released_limit"


def test_cards_put_forward_that_nobody_acted_on_can_be_taken_back():
    table = setup(live=(3, 4, 5), betting_line=False)
    down = {"what": "card_move", "cards": ["#4", "#13"], "from": "seat:4", "to": "line:4",
            "face": "down", "by": "player", "released": True, "crossed": "full"}  # fmt: skip
    events = [act(3, "check"), down]
    assert play("stg-2011", table, events).answer()["ruling"] == "fold_binding"
    for book in ("rrop-6", "stg-2011"):
        hand = play(book, table, [*events, ask(4, "cards_back")])
        assert hand.answer()["ruling"] == "hand_retrievable", book
        hand = play(book, table, [*events, act(5, "check"), ask(4, "cards_back")])
        assert hand.answer()["ruling"] == "hand_dead", book


def test_the_number_of_raises_is_the_houses_where_the_book_says_so():
    table = setup(live=(3, 4, 5), betting="limit", small_bet=200, big_bet=400)
    raises = [act(3, "bet", 200), act(4, "raise", 400), act(5, "raise", 600), act(3, "raise", 800)]
    hand = play("tda-2011", table, [*raises[:3], say(3, "raise", 800)], "limit_holdem")
    assert hand.answer()["ruling"] != "floor_decides", "a bet and three raises is every house's"
    hand = play("tda-2011", table, [*raises, say(4, "raise", 1000)], "limit_holdem")
    r = hand.answer()
    assert (r["ruling"], r["confidence"], r["cite"]) == ("floor_decides", "medium", ["tda-2011:41"])
    two = dict(table, live=[3, 4], players_left_in_event=2)
    more = [act(3, "bet", 200), act(4, "raise", 400), act(3, "raise", 600), act(4, "raise", 800)]
    hand = play("tda-2011", two, [*more, say(3, "raise", 1000)], "limit_holdem")
    assert hand.answer()["ruling"] != "floor_decides"


def test_a_second_board_that_all_agreed_to_is_no_rabbit_card():
    table = ring(RING, street="turn", live=[3, 4], board=BOARDS["turn"], format="cash", pot=900,
                 stacks={"3": 1200, "4": 3000})  # fmt: skip
    for agreed in (True, False):
        s = Scene(table).act(3, "all_in", 1200).act(4, "call", 1200)
        s.add("request", seat=3, kind="run_twice")
        if agreed:
            s.add("request", seat=4, kind="agree")
        s.burn().board("2h").burn().board("5c")
        assert (s.ruling("rrop-6")["ruling"] == "rabbit_hunting") != agreed


def test_the_nuts_checked_in_last_place_follow_from_the_cards():
    table = ring(RING, street="river", live=[3, 4], board=["Ah", "Kh", "Qh", "2s", "3d"], pot=900)
    for cards, found in ((["Jh", "Th"], True), (["Ac", "Ad"], False)):
        s = Scene(table).act(3, "check").act(4, "check").add("showdown", seats=[3, 4])
        s.card("seat:4", cards, "up", by="player", frm="seat:4")
        for book in ("ipr-2018", "ipr-web"):
            assert (s.hand(book).ruled("showdown.nuts_checked") is not None) == found
        assert s.hand("rrop-6").ruled("showdown.nuts_checked") is None
    bet = Scene(table).act(3, "check").act(4, "bet", 300).act(3, "call", 300)
    bet.add("showdown", seats=[3, 4]).card("seat:4", ["Jh", "Th"], "up", by="player", frm="seat:4")
    assert bet.hand("ipr-2018").ruled("showdown.nuts_checked") is None


def test_who_shows_before_the_turn_has_no_right_to_see_the_hands_before():
    table = ring(RING, street="river", live=[3, 4, 5], board=[*BOARDS["turn"], "2h"], pot=900)
    s = Scene(table).act(3, "bet", 300).act(4, "call", 300).act(5, "call", 300)
    s.add("showdown", seats=[3, 4, 5])
    s.card("seat:5", ["Kh", "Ks"], "up", by="player", frm="seat:5")
    s.card("muck", ["#3", "#12"], by="player", frm="seat:3", released=True)
    s.add("request", seat=5, kind="see_hand", target=3)
    for book, rule in (("ipr-2018", "68.5"), ("ipr-web", "W63.5")):
        r = s.ruling(book)
        assert (r["ruling"], r["cite"]) == ("request_refused", [f"{book}:{rule}"])
    assert s.ruling("rrop-6")["ruling"] != "request_refused"


def test_complaints_about_the_shuffle_come_before_looking_or_acting():
    s = started().deal(rounds=2)
    asked = {"seat": 6, "kind": "reshuffle"}
    early = Scene(s.setup)
    early.events, early.t = list(s.events), s.t
    assert early.add("request", **asked).ruling("stg-2011")["ruling"] == "floor_decides"
    looked = Scene(s.setup)
    looked.events, looked.t = list(s.events), s.t
    looked.card("seat:6", ["#3"], by="player", frm="seat:6", lifted=True).add("request", **asked)
    assert looked.ruling("stg-2011")["ruling"] == "request_refused"
    acted = s.act(6, "call", 200).add("request", seat=8, kind="reshuffle")
    assert acted.ruling("stg-2011")["ruling"] == "request_refused"


def test_a_rap_on_the_draw_is_a_pat_hand_and_no_act():
    s = Scene(draw(street="draw", live=[2, 5]), "draw_high")
    s.add("draw", seat=2, count=1).card("muck", "#8", by="player", frm="seat:2").card("seat:2")
    s.add("gesture", seat=5, kind="tap")
    hand = s.hand("rrop-6")
    assert hand.incidents() == [] and hand.answer()["ruling"] == "no_incident"
    assert not [a for a in hand.actions if a["act"] == "check"]


def test_the_first_button_of_a_cash_game_is_drawn_for():
    for form in ("cash", "tournament"):
        table = ring(FOUR, format=form, hand_number=1, button_drawn=False)
        assert Scene(table).add("riffle").ruling("rrop-6")["ruling"] == "button_draw_required"
        table["button_drawn"] = True
        assert Scene(table).add("riffle").ruling("rrop-6")["ruling"] == "no_incident"


def test_an_ambiguous_number_is_read_against_the_pot_alone():
    for pot, to in ((4999, 1000), (5000, 5000), (5001, 5000)):
        table = setup(live=(3, 4), pot=pot - 1000)
        said = say(4, "none", wording="short_number", readings=[500, 5000])
        r = play("ipr-2018", table, [act(3, "bet", 1000), said]).answer()
        assert r["amount"] == to, pot


# -- a wish that the book refuses, leaves to the floor or does not know ----------------------------

WISHES = ("pot_count", "deck_change", "reshuffle", "rabbit_card", "change")


@pytest.mark.parametrize("kind", WISHES)
def test_a_wish_leaves_what_is_open_the_answer_whatever_the_book_says_of_it(kind):
    void = started([2, 4, 6, 8]).card("seat:2", "Kd", "up")
    late = started([2, 4, 6, 8]).deal([2, 4, 8], 2).act(8, "call", 200).act(2, "raise", 600)
    late.notice("not_dealt_in", about_seat=6)
    for scene, ruling in ((void, "misdeal"), (late, "deal_stands")):
        scene.add("request", seat=8, kind=kind)
        assert {scene.ruling(book)["ruling"] for book in BOOKS} == {ruling}


def test_a_wish_is_the_answer_where_a_wager_has_been_settled():
    table = setup("flop", (3, 4, 5), board=BOARDS["flop"])
    events = [act(3, "bet", 500), put(4, 500), put(4, 500, motion=2), ask(5, "pot_count")]
    assert play("ipr-2018", table, events).answer()["ruling"] == "info_refused"
    assert play("ipr-2018", table, events[:-1]).answer()["ruling"] == "call"


def test_an_odd_chip_waits_while_the_floor_is_asked_for_something_else():
    table = setup("river", (3, 4), board=[*BOARDS["turn"], "2c"], street_closed=True, pot=2025,
                  smallest_chip=25)  # fmt: skip
    events = [{"what": "showdown", "seats": [3, 4], "high": [3, 4]}, ask(4, "pot_count")]
    for book in BOOKS:
        assert play(book, table, events).answer()["ruling"] == "odd_chip_to"


def test_time_to_act_that_another_player_had_changes_nothing_about_an_early_card():
    table = setup("flop", (3, 4, 5), board=BOARDS["flop"], burned=1)
    events = [act(3, "check"), act(4, "check")]
    events.append({"what": "card_move", "cards": ["#30"], "from": "stub", "to": "burn",
                   "face": "down", "by": "dealer"})  # fmt: skip
    events.append({"what": "card_move", "cards": ["2h"], "from": "stub", "to": "board",
                   "face": "up", "by": "dealer"})  # fmt: skip
    for seat, ruling in ((8, "keep_original_river"), (5, "forced_check")):
        found = {"what": "finding", "kind": "ample_time", "seat": seat}
        assert play("ipr-web", table, [*events, found]).answer()["ruling"] == ruling


def answered_call(*after):
    """Seat 4 calls 300 in words and chips on the flop; what comes after is played as told."""
    s = Scene(ring(street="flop", live=[3, 4], pot=900, board=["Kd", "8s", "3c"]))
    s.act(3, "bet", 300).add("declare", seat=4, word="call", wording="plain")
    for what in after:
        s.burn().board("Jc") if what == "turn" else s.act(3, "check")
    return s.ruling("tda-2011")


def test_a_wager_of_a_street_that_is_over_is_no_ruling_any_more():
    assert (answered_call()["ruling"], answered_call()["amount"]) == ("call", 300)
    for after in (("turn",), ("turn", "check")):
        r = answered_call(*after)
        assert r["ruling"] == "no_incident", after
        assert "tda-2011:35" in r["cite"]
