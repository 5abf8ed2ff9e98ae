"""A hand shown with action pending may not bet or call in one book."""

from tests.rulings.spots import act, back, cards, check, play, put, say, setup

TWO = setup("turn", board=["Qd", "7s", "4c", "Jh"])
SHOWN = cards(4, "seat:4", "up", tokens=("Qs", "Qh"))
STG = "stg-2011"


def test_a_hand_that_was_shown_may_not_bet():
    events = [SHOWN, act(3, "check"), say(4, "bet", 500)]
    for more in ([], [put(4, 500)]):
        check({STG: ("not_a_bet", None, "A11")}, TWO, [*events, *more])
    check({STG: ("not_a_bet", None, "A11")}, TWO, [SHOWN, act(3, "check"), put(4, 500)])
    hand = play(STG, TWO, [*events, put(4, 500), back(4, 500, by="dealer")])
    assert (hand.phase, hand.bet(4)) == ("closed", 0)  # it has checked
    check({"rrop-6": ("no_incident", 500)}, TWO, events)


def test_who_did_not_show_and_who_is_all_in_bets_as_ever():
    check({STG: ("no_incident", 500)}, TWO, [SHOWN, say(3, "bet", 500)])
    last = [act(3, "check"), act(4, "check"), SHOWN]  # shown when the betting is over
    assert play(STG, TWO, last).ruled("turn.shown_may_not_bet") is None


def test_whether_a_hand_that_was_shown_may_call_is_the_floors_matter():
    events = [act(3, "bet", 500), SHOWN]
    for call in (say(4, "call"), put(4, 500)):
        check({STG: ("floor_decides", None, "A11")}, TWO, [*events, call])
    folded = play(STG, TWO, [*events, say(4, "fold")])
    assert folded.ruled("turn.shown_may_not_bet") is None
