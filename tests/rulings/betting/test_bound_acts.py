"""Acts that bind where a second look was needed: caps, held chips, words at one moment, turns."""

import pytest

from shared_rules import rulebooks
from tests.rulings.ruling_scene import Scene, ring, situation
from tests.rulings.spots import act, ask, back, cards, check, number, play, put, say, setup

FLOP = ["Kd", "8s", "3c"]
BET = act(3, "bet", 1000)


def flop(live=(3, 4, 5, 6), **more):
    return setup("flop", live, board=FLOP, **more)


def limit(live=(3, 4, 5), fmt="cash"):
    more = {"betting": "limit", "small_bet": 20, "big_bet": 40, "format": fmt}
    return flop(live, sb=10, bb=20, **more)


CAPPED = [act(3, "bet", 20), act(4, "raise", 40), act(5, "raise", 60), act(3, "raise", 80)]


def test_a_cap_once_reached_is_not_lifted_by_a_fold():
    events = [*CAPPED, act(4, "fold"), say(5, "raise", 100)]
    check({"rrop-6": ("raise_not_allowed", 80, "S3-BET-4")}, limit(), events, "limit_holdem")


def test_heads_up_before_the_cap_there_is_none():
    events = [*CAPPED[:2], act(5, "fold"), act(3, "raise", 60), act(4, "raise", 80)]
    events.append(say(3, "raise", 100))
    check({"rrop-6": ("no_incident", 100, "S3-BET-4")}, limit(), events, "limit_holdem")


def test_chips_held_together_down_past_the_line_all_count_where_touching_binds():
    handful = put(4, 500, 500, 500, 500, released=False, crossed="full")
    events = [BET, handful, back(4, 500, 500)]
    expected = {"ipr-2018": ("raise", 2000, "47.4"), "ipr-web": ("raise", 2000, "W44.4")}
    check(expected, flop(), events)
    check({"rrop-6": "not_a_bet", "tda-2011 stg-2011": "floor_decides"}, flop(), events)


def test_of_word_and_chips_at_one_moment_the_word_binds_in_a_book_that_says_so():
    events = [dict(put(3, 500), t=9000), dict(number(3, 800), t=9000)]
    check({"ipr-2018": ("bet", 800, "TDA#37A in 49"), "rrop-6": ("bet", 800)}, flop(), events)
    check({"ipr-web tda-2011": ("bet", 500)}, flop(), events)
    later = [dict(put(3, 500), t=9000), dict(number(3, 800), t=9400)]
    check({"ipr-2018": ("bet", 500)}, flop(), later)


def test_unaware_of_a_raise_heads_up_the_full_call_is_owed_in_one_book():
    table = flop((3, 4))
    events = [act(3, "check"), act(4, "bet", 500), act(3, "raise", 1500), put(4, 500)]
    events.append(ask(4, "unaware_of_raise"))
    check({"ipr-2018": ("call", 1500, "TDA#39B in 49")}, table, events)
    check({"ipr-web": ("complete_or_fold_forfeit", 1000)}, table, events)


def test_the_word_call_commits_although_the_raise_was_not_noticed():
    events = [BET, act(4, "raise", 3000), say(5, "call"), put(5, 1000), ask(5, "unaware_of_raise")]
    check({"ipr-2018 ipr-web tda-2011 stg-2011": ("call", 3000)}, flop(), events)
    check({"rrop-6": "may_withdraw_reconsider"}, flop(), events)


def test_chips_after_a_check_are_no_bet_and_go_back():
    table, events = flop(), [say(3, "check"), put(3, 500)]
    for book in rulebooks.BOOKS:
        hand = play(book, table, events)
        r = hand.answer()
        assert (r["ruling"], r["binding"], r["remedy_steps"]) == (
            "not_a_bet", False, ["return_chips"],
        ), book  # fmt: skip
        assert hand.turn == 4, book


def test_words_after_a_check_leave_no_chips_to_give_back():
    for book in rulebooks.BOOKS:
        r = play(book, flop(), [say(3, "check"), say(3, "bet", 500)]).answer()
        assert (r["ruling"], r["remedy_steps"]) == ("no_incident", []), book


def test_a_blind_that_has_checked_its_option_bets_no_more():
    table, checked = setup("preflop", (2, 3)), [act(3, "call", 200), say(2, "check")]
    for book in rulebooks.BOOKS:
        r = play(book, table, [*checked, put(2, 400)]).answer()
        assert (r["ruling"], r["remedy_steps"]) == ("not_a_bet", ["return_chips"]), book
    raised = [act(3, "call", 200), put(2, 400)]
    assert play("tda-2011", table, raised).answer()["ruling"] in ("raise", "no_incident")


def test_chips_after_a_check_are_an_issue_until_they_go_back_or_their_player_acts_anew():
    table, lie = flop(), [say(3, "check"), put(3, 500)]
    for more, still in (
        ([act(4, "check")], True),
        ([back(3, 500), act(4, "check")], False),
        ([back(3, 500, by="dealer"), act(4, "check")], False),
        ([back(3, 500)], True),  # a happening that ends with the last step has the ruling
        ([act(4, "bet", 500), act(5, "fold"), act(6, "fold")], True),
        ([act(4, "bet", 500), act(5, "fold"), act(6, "fold"), say(3, "call")], False),
    ):
        answer = play("rrop-6", table, lie + more).answer()
        assert (answer["ruling"] == "not_a_bet") == still, more


def test_a_second_motion_after_an_odd_first_one_changes_nothing():
    events = [BET, say(4, "raise"), put(4, 500, 100, 100), put(4, 1500, motion=2)]
    check({"ipr-2018": ("min_raise", 2000)}, flop(), events)
    odd = [BET, say(4, "raise"), put(4, 1000, 200), put(4, 1500, motion=2)]
    check({"ipr-2018": ("min_raise", 2000, "TDA#42 in 59")}, flop(), odd)


def test_a_wrong_count_said_aloud_excuses_a_gross_misunderstanding_only_where_written():
    table = flop(stacks={"3": 4200})
    said = {"what": "announce", "kind": "stack_count", "seat": 3, "amount": 2000}
    events = [act(3, "all_in", 4200), said, say(4, "call"), put(4, 1000, 1000)]
    check({"rrop-6": "call_retractable", "tda-2011 ipr-2018": ("call", 4200)}, table, events)


def test_who_called_out_of_turn_may_not_raise_even_when_the_action_did_not_change():
    out = [act(3, "bet", 300), put(5, 100, 100, 100), act(4, "fold"), say(5, "raise", 1200)]
    check({"rrop-6 stg-2011": ("raise_not_allowed", 300)}, flop(), out)
    check({"ipr-2018 ipr-web tda-2011": ("oot_binding", 300)}, flop(), out)


def test_folds_behind_a_skipped_player_count_as_acts():
    skipped = {"what": "notice", "by": "player", "seat": 4, "kind": "not_acted"}
    table = flop((3, 4, 5, 6, 7))
    two = [act(3, "bet", 300), say(5, "fold"), say(6, "fold"), skipped]
    check({"ipr-2018 ipr-web rrop-6 tda-2011": "action_backs_up"}, table, two)
    three = [*two[:-1], say(7, "fold"), skipped]
    check({"rrop-6 ipr-web": "hand_dead", "ipr-2018": "oot_binding"}, table, three)


def test_ordinary_play_a_book_is_silent_on_is_accepted_with_its_amount():
    from tests.rulings.ruling_scene import stud

    ups = {str(i + 1): [c] for i, c in enumerate(["9d", "9h", "3c", "Ks", "2d", "7c", "As"])}
    table = stud("third", live=[1, 2, 3, 4, 5, 6, 7], upcards=ups)
    forced = {"what": "post", "seats": [5], "kind": "bring_in", "amount": 50}
    check({"ipr-2018": ("no_incident", 200)}, table, [forced, say(6, "complete")], "stud7")


# -- who may see what ------------------------------------------------------------------------------


def test_a_winner_nobody_called_shows_to_nobody():
    events = [act(3, "bet", 500), act(4, "fold"), ask(7, "see_hand", target=3)]
    for book in ("ipr-2018", "ipr-web", "rrop-6", "tda-2011", "stg-2011"):
        check({book: "request_refused"}, setup("river", (3, 4)), events)


def test_history_that_ends_all_in_and_called_leaves_the_hands_to_be_tabled():
    table = flop((3, 4), stacks={"3": 5000, "4": 9000})
    events = [act(3, "all_in", 5000), act(4, "call", 5000)]
    check({"tda-2011": "table_all_hands", "ipr-2018": "table_all_hands"}, table, events)
    check({"tda-2011": ("call", 5000)}, table, [events[0], say(4, "call")])


def test_a_tabled_hand_swept_in_is_claimed_before_the_award():
    shown = cards(3, "seat:3", "up", tokens=("Ts", "9h"))
    swept = cards(3, "muck", by="dealer", tokens=("Ts", "9h"))
    claim = {"what": "notice", "by": "player", "seat": 3, "kind": "claims_pot"}
    events = [{"what": "showdown", "seats": [3, 4]}, shown, swept, claim]
    check({"tda-2011": "retrieve_and_award"}, setup("river", (3, 4), street_closed=True), events)


BOARD = ("Th", "9c", "4d", "2s", "3c")  # Ts 9h: two pairs


def _mucked(table, events):
    return play("tda-2011", table, events).ruled("fold.tabled_winner_mucked")


def swept(seat, *shown, before=()):
    """Hands tabled on a full board, then one of them drawn into the muck by the dealer."""
    table = setup("river", (3, 4), street_closed=True, board=list(BOARD))
    events = [{"what": "showdown", "seats": [3, 4]}]
    events += [cards(s, f"seat:{s}", "up", tokens=tokens) for s, tokens in shown]
    tokens = dict(shown).get(seat, ("Kd", "Qd"))
    events += [*before, cards(seat, "muck", by="dealer", tokens=tokens)]
    return table, events


WINS, LOSES, EQUAL = ("Ts", "9h"), ("Ad", "Ks"), ("Td", "9d")


@pytest.mark.parametrize("rival", [LOSES, EQUAL])
def test_a_tabled_hand_that_wins_is_seen_going_into_the_muck(rival):
    ruling = _mucked(*swept(3, (3, WINS), (4, rival)))
    assert (ruling["ruling"], ruling["seat"]) == ("retrieve_and_award", 3)


def test_a_hand_whose_pot_may_be_out_unread_is_left_to_its_claim():
    table, events = swept(3, (3, WINS), (4, LOSES))
    events[-1]["confidence"] = "medium"
    assert not _mucked(table, events)


def test_a_claim_after_that_raises_the_same_ruling_again():
    table, events = swept(3, (3, WINS), (4, LOSES))
    events.append({"what": "notice", "by": "player", "seat": 3, "kind": "claims_pot"})
    rulings = play("tda-2011", table, events).rulings
    assert [r["situation"] for r in rulings if r["irregular"]] == ["fold.tabled_winner_mucked"]


@pytest.mark.parametrize("shown", [
    [(3, LOSES), (4, WINS)], [(3, ("x1", "#2")), (4, LOSES)], [(3, WINS)],
])  # fmt: skip
def test_a_hand_that_loses_or_may_lose_is_swept_in_rightly(shown):
    assert not _mucked(*swept(3, *shown))


def test_nor_is_a_winner_missed_whose_pot_is_out():
    paid = {"what": "pot_awarded", "seats": [3], "amount": 100, "pot": "main"}
    assert not _mucked(*swept(3, (3, WINS), (4, LOSES), before=[paid]))


def test_chips_out_of_view_are_forfeited():
    found = {"what": "notice", "by": "dealer", "kind": "hidden_chips_found", "chips": [5000]}
    check({"ipr-2018": ("chips_forfeited", 5000, "34.2")}, flop(), [dict(found, about_seat=3)])


# -- the deal --------------------------------------------------------------------------------------


def deal_of(seats):
    scene = Scene(ring()).start()
    for seat in seats:
        scene.card(f"seat:{seat}")
    return scene


def test_two_cards_running_to_one_seat_are_out_of_sequence_once_said():
    scene = deal_of([1, 2, 3, 4, 5, 5])
    assert situation(scene) is None
    assert situation(scene.notice("out_of_sequence")) == "deal.out_of_sequence"


def test_two_cards_running_to_the_button_are_allowed_where_the_book_says_so():
    ring_of = [1, 2, 3, 4, 5, 6, 7, 8]
    scene = deal_of([*ring_of, 9, 9, *ring_of])
    assert scene.ruling("tda-2011")["ruling"] == "no_incident"
    assert situation(scene, "rrop-6") == "deal.two_to_button"


def test_a_deal_broken_off_by_the_floor_has_no_further_faults():
    scene = Scene(ring()).start().card("seat:1", "Kd", "up")
    scene.add("finding", kind="misdeal_declared").add("riffle")
    assert situation(scene, "tda-2011") == "deal.first_two_exposed"


def test_a_player_seen_in_the_chair_again_is_nothing_new():
    events = [BET, {"what": "presence", "seat": 5, "state": "in_seat"}, act(4, "call", 1000)]
    assert play("tda-2011", flop(), events).answer()["situation"] == "frame.no_incident"


# -- times the books leave to judgement ------------------------------------------------------------


def test_a_clock_may_be_called_once_the_reasonable_time_is_over():
    wait = rulebooks.get("tda-2011").value("clock.reasonable_ms")
    call = {"what": "clock_call", "by_seat": 5, "on_seat": 4}
    for late, ruling in ((-1, "request_refused"), (0, "no_incident")):
        events = [dict(BET, t=5000), dict(call, t=5000 + wait + late)]
        check({"tda-2011 ipr-2018 ipr-web stg-2011": ruling}, flop(), events)
    assert rulebooks.get("rrop-6").value("clock.reasonable_ms") is None


def test_an_oversize_wager_considered_long_enough_may_have_to_stand():
    wait = rulebooks.get("rrop-6").value("wager.considered_ms")
    table = flop((3, 4), betting="pot_limit", pot=1000)
    over = {"what": "notice", "by": "player", "seat": 3, "kind": "wager_over_pot", "amount": 1000}
    for late, ruling in ((-1, "wager_stands"), (0, "oversize_may_stand")):
        events = [dict(put(3, 500, 500, 500), t=8000), dict(say(4, "call"), t=8000 + wait + late)]
        events.append(dict(over, t=events[-1]["t"] + 2000))
        check({"rrop-6": (ruling, 1500)}, table, events, "plo")
