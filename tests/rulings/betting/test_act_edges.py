"""Acts at the edges: exactly the pot, words after an act, chips pulled back on which street."""

import pytest

from tests.rulings.ruling_scene import Scene, draw, ring, situation, stud
from tests.rulings.spots import BOOKS, act, back, play, put, say, setup

DOORS = {"2": ["7c"], "4": ["9d"], "5": ["Kh"]}


@pytest.mark.parametrize("stack", [999, 1000, 1001])
def test_all_in_for_exactly_the_pot_is_no_bet_over_it(stack):
    table = setup("turn", (3, 4), betting="pot_limit", pot=1000, stacks={"3": stack, "4": 9000})
    for book in BOOKS:
        hand = play(book, table, [say(3, "all_in")], "plo")
        assert bool(hand.ruled("wager.pot_over_max")) == (stack > 1000), book
        assert bool(hand.ruled("wager.all_in")) == (stack <= 1000), book
        assert hand.bet(3) == min(stack, 1000)


@pytest.mark.parametrize("to", [0, 300])
def test_another_word_after_an_act_names_what_stands(to):
    done = act(4, "call", to) if to else act(4, "check")
    table = setup("turn", (3, 4, 5))
    before = [act(3, "bet", to)] if to else [act(3, "check")]
    hand = play("rrop-6", table, [*before, done, say(4, "check" if to else "call")])
    ruled = hand.ruled("turn.changed_mind")
    assert ruled["amount"] == (to or None)


@pytest.mark.parametrize("later", [False, True])
def test_chips_pulled_back_bind_on_their_own_street_only(later):
    table = setup("turn", (3, 4), board=["Kd", "8s", "3c", "Jc"])
    events = [put(3, 200), act(4, "raise", 600), back(3, 200)]
    if later:
        river = {"what": "card_move", "cards": ["2h"], "from": "stub", "to": "board", "face": "up",
                 "by": "dealer"}  # fmt: skip
        events += [act(3, "call", 600), river, act(3, "check"), act(4, "bet", 400)]
    hand = play("ipr-2018", table, [*events, say(3, "fold")])
    assert (hand.answer()["ruling"] == "must_call_or_raise") != later
    assert (3 in hand.live) != later


def test_the_first_wager_over_a_bring_in_completes_and_the_next_raises():
    s = Scene(stud("third", live=[2, 4, 5], upcards=DOORS), "stud7")
    s.add("post", seats=[2], kind="bring_in", amount=50)
    for seat, chips in ((4, [100, 100]), (5, [100] * 4)):
        s.add("chips_move", seat=seat, chips=chips, to=f"line:{seat}", by="player", motion=1,
              released=True, crossed="full", **{"from": f"seat:{seat}"})  # fmt: skip
    acts = [(a["seat"], a["act"], a["to"]) for a in s.hand("rrop-6").actions if a["seat"] != 2]
    assert acts == [(4, "complete", 200), (5, "raise", 400)]


def test_the_first_bet_of_a_later_stud_street_is_a_bet():
    ups = {seat: [*cards, "2h"] for seat, cards in DOORS.items()}
    s = Scene(stud("fourth", live=[2, 4, 5], upcards=ups), "stud7")
    s.add("chips_move", seat=5, chips=[200], to="line:5", by="player", motion=1, released=True,
          crossed="full", **{"from": "seat:5"})  # fmt: skip
    assert [(a["act"], a["to"]) for a in s.hand("rrop-6").actions] == [("bet", 200)]


@pytest.mark.parametrize(("have", "key"), [(4, "draw.draw_short_before"), (6, "draw.long_before")])
def test_cards_counted_in_a_draw_hand_under_way(have, key):
    s = Scene(draw(street="before_draw", live=[2, 4, 5], bets={"1": 10, "2": 20}), "draw_high")
    assert situation(s.add("rfid_count", zone="seat:4", cards=5)) is None
    got = situation(s.add("rfid_count", zone="seat:4", cards=have))
    assert got.split(".")[1].split("_")[-2:] == key.split(".")[1].split("_")[-2:]


def premature(*ends):
    """A flop dealt too early; the betting before it is finished by what ``ends`` say."""
    s = Scene(ring(street="preflop", live=[2, 5, 6], bets={"1": 100, "2": 200}))
    s.act(5, "call", 200).burn().board("Kd", "8s", "3c").notice("not_acted", by="player", seat=6)
    for end in ends:
        if end == "muck":
            s.card("muck", ["#1", "#2"], frm="seat:6", by="player")
        else:
            s.act(*end)
    hand = s.hand("rrop-6")
    (r,) = [r for r in hand.incidents() if r["situation"] == "board.premature_flop"]
    return r


def test_betting_is_finished_by_the_last_act_also_when_that_is_a_hand_thrown_away():
    assert "finish_betting_round" in premature((2, "check"))["remedy_steps"]
    open_one = premature()
    assert "finish_betting_round" in open_one["left"]
    assert "finish_betting_round" in premature((6, "call", 200))["left"]
    assert "finish_betting_round" not in premature((6, "call", 200), (2, "check"))["left"]
    assert "finish_betting_round" in premature("muck")["left"]


@pytest.mark.parametrize(("table", "game", "first"), [
    (setup(live=(3, 4, 5)), "nlhe", 3),
    (stud("fourth", live=[3, 4, 5]), "stud7", 5),  # upcards nobody named: whose turn is not known
])  # fmt: skip
def test_an_act_taken_back_leaves_its_player_to_act_again(table, game, first):
    hand = play("rrop-6", table, [act(first, "bet", 200)], game)
    turn = hand.turn
    assert turn not in (None, first) and hand.undo(first)
    assert (hand.turn, hand.bets, hand.actions) == (first, {}, [])
    assert not hand.undo(first) and hand.turn == first
    hand = play("rrop-6", table, [act(first, "bet", 200), act(turn, "call", 200)], game)
    assert hand.undo(turn) and hand.turn == turn


@pytest.mark.parametrize("seen", [False, True])
def test_silent_chips_after_a_draw_nobody_told_are_the_bet(seen):
    # what lay in front before the draw is in the pot: the new chips alone are read
    table, first = draw(street="draw", live=[1, 2], pot=60), []
    if seen:
        table = draw(street="before_draw", live=[1, 2], bets={"1": 20, "2": 20})
        first = [act(1, "check"), act(2, "check")]
    for book, game in (("rrop-6", "draw_high"), ("ipr-2018", "27_lowball")):
        hand = play(book, table, [*first, put(1, 20, 20), put(2, 20, 20)], game)
        assert [(a["act"], a["to"]) for a in hand.actions[-2:]] == [("bet", 40), ("call", 40)]
        assert (hand.answer()["ruling"], hand.answer()["amount"]) == ("call", 40)


@pytest.mark.parametrize(("first", "to"), [("bet", 500), ("check", None)])
@pytest.mark.parametrize("book", ["ipr-2018", "ipr-web"])
def test_chips_that_end_the_turn_of_who_had_time_open_the_street_that_stands(book, first, to):
    table = setup("turn", (3, 5, 8), board=["Kd", "8s", "3c", "Jc"])
    river = {"what": "card_move", "from": "stub", "face": "up", "by": "dealer"}
    early = [
        dict(river, cards=["#1"], to="burn", face="down"),
        dict(river, cards=["2h"], to="board"),
    ]
    time = {"what": "finding", "kind": "ample_time", "seat": 8}
    events = [act(3, first, to), act(5, "call" if to else "check", to), *early, time]
    hand = play(book, table, [*events, put(3, 500, 500)])
    assert (hand.street, hand.bets) == ("river", {3: 1000})
    string = play(book, table, [*events, put(3, 500, 500), put(3, 1000, motion=2)]).answer()
    assert (string["situation"], string["amount"]) == ("wager.string_bet", 1000)
