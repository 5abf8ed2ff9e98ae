"""Antes and blinds of a record: each on the seat that posts it, in ``play`` as in ``replay``."""

import pytest

from tests.play.direct import play
from tools.playing.phh import BadHand
from tools.playing.replay import replay


def heads_up(**more):
    record = {
        "variant": "NT",
        "antes": [0, 100],
        "blinds_or_straddles": [50, 100],
        "min_bet": 100,
        "starting_stacks": [1000, 2000],
        "actions": ["d dh p1 AsKs", "d dh p2 2c3d", "p2 cc", "p1 cc", "d db 4h5s9c",
                    "p1 cc", "p2 cc", "d db Td", "p1 cc", "p2 cc", "d db Jh", "p1 cc", "p2 cc",
                    "p1 sm AsKs", "p2 sm 2c3d"],
    }  # fmt: skip
    return dict(record, **more)


def both(record):
    """(hand, hand): the same record through the engine alone and as a script of motions."""
    played, *_ = play("x", record)
    assert played is not None
    return replay("x", record).result, played


def posts(hand):
    return sorted((a["seat"], a["post"], a["amt"]) for a in hand["actions"] if "post" in a)


def test_heads_up_the_big_blind_posts_the_big_blind_ante():
    for hand in both(heads_up()):
        assert posts(hand) == [(1, "bb", 100), (1, "bb_ante", 100), (2, "sb", 50)]
        assert hand["stacks_after"] == {1: 1100, 2: 1900}
        assert hand["incidents"] == []


def test_heads_up_uneven_antes_change_places_as_blinds_do():
    for hand in both(heads_up(antes=[20, 30])):
        assert [p for p in posts(hand) if p[1] == "ante"] == [(1, "ante", 30), (2, "ante", 20)]
        assert hand["stacks_after"] == {1: 1120, 2: 1880}


def test_heads_up_the_button_posts_its_ante():
    for hand in both(heads_up(antes=[100, 0])):
        assert (2, "button_ante", 100) in posts(hand)
        assert hand["stacks_after"] == {1: 1200, 2: 1800}


@pytest.mark.parametrize("antes", [[0, 100, 0], [0, 0, 100], [5, 6, 7], [25, 25, 25]])
def test_with_more_players_antes_stay_where_the_file_has_them(antes):
    record = heads_up(antes=antes, blinds_or_straddles=[50, 100, 0],
                      starting_stacks=[1000, 1000, 1000])  # fmt: skip
    record["actions"] = ["d dh p1 AsKs", "d dh p2 2c3d", "d dh p3 4c4d", "p3 f", "p1 f"]
    for hand in both(record):
        put = {s: sum(a for seat, kind, a in posts(hand) if seat == s and "ante" in kind)
               for s in (1, 2, 3)}  # fmt: skip
        assert put == dict(zip((1, 2, 3), antes, strict=True))
        assert sum(hand["stacks_after"].values()) == 3000
        assert hand["incidents"] == []


FOUR = ["d dh p1 AsKs", "d dh p2 2c3d", "d dh p3 4c4d", "d dh p4 7h7d"]
BOARD = ["d db 4h5s9c", "p1 cc", "p2 cc", "p3 cc", "p4 cc", "d db Td", "p1 cc", "p2 cc", "p3 cc",
         "p4 cc", "d db Jh", "p1 cc", "p2 cc", "p3 cc", "p4 cc",
         "p1 sm AsKs", "p2 sm 2c3d", "p3 sm 4c4d", "p4 sm 7h7d"]  # fmt: skip


def four(blinds, *acts):
    return {"variant": "NT", "antes": [0] * 4, "blinds_or_straddles": blinds, "min_bet": 100,
            "starting_stacks": [1000] * 4, "actions": [*FOUR, *acts, *BOARD]}  # fmt: skip


ONE_BLIND = [
    # the dead small blind's seat puts in nothing; the big blind acts last before the flop
    ([0, 100, 0, 0], ("p3 cc", "p4 cc", "p1 cc", "p2 cc"), [(2, "bb", 100)]),
    # a blind alone is a big blind, wherever it stands
    ([100, 0, 0, 0], ("p2 cc", "p3 cc", "p4 cc", "p1 cc"), [(1, "bb", 100)]),
    # chips posted to come in play, and the order of acting stays what it is
    ([50, 100, 0, -100], ("p3 cc", "p4 cc", "p1 cc", "p2 cc"),
     [(1, "sb", 50), (2, "bb", 100), (4, "entry", 100)]),
    ([50, 100, 200, 0], ("p4 cc", "p1 cc", "p2 cc", "p3 cc"),
     [(1, "sb", 50), (2, "bb", 100), (3, "straddle", 200)]),
]  # fmt: skip


@pytest.mark.parametrize(("blinds", "acts", "posted"), ONE_BLIND)
def test_blinds_stand_where_they_were_posted(blinds, acts, posted):
    top = max(abs(b) for b in blinds)
    for hand in both(four(blinds, *acts)):
        assert posts(hand) == posted
        done = [a["seat"] for a in hand["actions"] if a["street"] == "preflop" and "post" not in a]
        assert [f"p{seat} cc" for seat in done] == list(acts)
        assert hand["incidents"] == []
        assert hand["stacks_after"][3] == 1000 + 3 * top


def test_heads_up_the_button_alone_posts_a_blind():
    record = heads_up(antes=[0, 0], blinds_or_straddles=[100, 0])
    record["actions"] = ["d dh p1 AsKs", "d dh p2 2c3d", "p1 cc", "p2 cc"] + record["actions"][4:]
    for hand in both(record):
        assert posts(hand) == [(2, "bb", 100)]
        assert hand["stacks_after"] == {1: 1100, 2: 1900}
        assert hand["incidents"] == []


def test_a_least_bet_of_the_file_that_is_not_the_blind_is_kept():
    record = four([50, 100, 200, 0], "p4 cc", "p1 cc", "p2 cc", "p3 cc")
    record["min_bet"] = 200
    bounds = [b[1] for b in replay("x", record).bounds]
    assert bounds[0] == (200, 400, 1000)
    assert bounds[4] == (0, 200, 800)


def asked_alone(last):
    """Two of three are all-in or out: pokerkit asks the big blind all the same."""
    record = heads_up(antes=[0, 0, 5], blinds_or_straddles=[50, 100, 0],
                      starting_stacks=[1000, 1000, 104])  # fmt: skip
    dealt = ["d dh p1 AsKs", "d dh p2 2c3d", "d dh p3 7c7d"]
    board = ["d db 4h5s9c", "d db Td", "d db Jh"]
    shown = ["p3 sm 7c7d", "p2 sm 2c3d"]
    return dict(record, actions=[*dealt, "p3 cc", "p1 f", *last, *shown, *board])


def test_a_check_nobody_has_to_make_is_no_act_and_pays_nothing_in():
    for hand in both(asked_alone(["p2 cc"])):
        assert [a["act"] for a in hand["actions"] if a["seat"] == 2] == ["post"]
        assert hand["stacks_after"] == {1: 950, 2: 901, 3: 253}
        assert hand["incidents"] == []


def test_nothing_is_to_be_called_once_betting_is_over():
    run = replay("x", asked_alone(["p2 cc"]))
    assert run.hand.bounds(2) == (0, None, None)


def test_other_acts_after_the_betting_are_refused_by_name():
    with pytest.raises(BadHand, match="action 6 'p2 cbr 300' could not be taken: nobody is to act"):
        replay("x", asked_alone(["p2 cbr 300"]))
