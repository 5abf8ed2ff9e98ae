"""Acts a player wants to change at once: a hand given up for nothing, a call out of turn."""

import pytest

from tests.rulings.spots import act, ask, cards, check, play, put, say, setup

THREE = setup(live=(3, 4, 5))
KNOWN = {"what": "flag", "flag": "identifiable", "value": True, "seats": [4]}
BACK = ask(4, "cards_back")
IDENTIFIED = ("rrop-6", "stg-2011")


@pytest.mark.parametrize("fold", [cards(4, "muck"), cards(4, "line:4", released=True)])
def test_a_hand_given_up_for_nothing_may_come_back_until_somebody_acts(fold):
    events = [act(3, "check"), fold]
    for book in IDENTIFIED:
        assert play(book, THREE, [*events, KNOWN, BACK]).answer()["ruling"] == "hand_retrievable"
        acted = play(book, THREE, [*events, act(5, "check"), KNOWN, BACK]).answer()
        assert acted["ruling"] in ("fold_binding", "hand_dead")
    for book in ("tda-2011", "ipr-2018", "ipr-web"):  # these bind a fold as it is
        r = play(book, THREE, [act(3, "check"), cards(4, "muck"), KNOWN, BACK]).answer()
        assert r["ruling"] in ("fold_binding", "hand_dead")


def test_a_fold_that_was_said_or_that_faced_a_bet_does_not_come_back_for_the_asking():
    said = [act(3, "check"), say(4, "fold"), cards(4, "muck"), KNOWN, BACK]
    faced = [act(3, "bet", 500), cards(4, "muck"), KNOWN, BACK]
    unknown = [act(3, "check"), cards(4, "muck"), BACK]
    for events in (said, faced, unknown):
        for book in IDENTIFIED:
            got = play(book, THREE, events).answer()["ruling"]
            assert got in ("fold_binding", "hand_dead")


FOUR = setup(live=(3, 4, 5, 6), board=["Qd", "7s", "4c"])
EARLY = [act(3, "bet", 200), put(6, 200), act(4, "fold"), act(5, "fold")]
MORE = put(6, 200, 200, motion=2)


@pytest.mark.parametrize("events", [[say(6, "raise", 600)], [say(6, "raise", 600), MORE], [MORE]])
def test_a_call_out_of_turn_that_binds_is_never_made_a_raise(events):
    barred = {"rrop-6": ("raise_not_allowed", 200, "S3-BET-10"),
              "stg-2011": ("raise_not_allowed", 200, "D-B1")}  # fmt: skip
    check(barred, FOUR, [*EARLY, *events])


def test_more_chips_after_a_call_in_turn_are_a_string_bet():
    events = [act(3, "bet", 200), act(4, "fold"), act(5, "fold"), put(6, 200), MORE]
    check({"rrop-6 stg-2011 tda-2011": ("call", 200)}, FOUR, events)
