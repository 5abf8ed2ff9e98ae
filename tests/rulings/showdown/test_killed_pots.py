"""Kill pots: who must kill, from hand to hand too, and what the kill blind does (rrop-6:S13)."""

import pytest

from shared_rules.table import Table
from tests.rulings.scene import Scene, draw, ring

SEATS = [1, 2, 3, 4, 5, 6]


def scene(kill=None, game="limit_holdem", **more):
    table = ring(SEATS, format="cash", betting="limit", sb=10, bb=20, small_bet=20, big_bet=40,
                 kill={"size": "full", "button_with": 3, "upper_limit": 40, **(kill or {})},
                 **more)  # fmt: skip
    return Scene(table, game)


DUE = {"due": 3, "amount": 40}


def post(s, seat, amount=40):
    return s.add("post", seats=[seat], kind="kill", amount=amount)


def key(s):
    return s.ruling("rrop-6")["situation"]


def test_a_kill_raises_blind_and_limits():
    s = post(scene(DUE).start(), 3).deal(rounds=2)
    hand = s.hand("rrop-6")
    assert (hand.high, hand.small_bet, hand.big_bet) == (40, 40, 80)
    assert hand.turn == 3 and hand.bounds(3) == (0, 80, 80)  # in its turn, with the option
    assert hand.incidents() == [] and hand.pot_total() == 70
    half = (
        post(scene(dict(DUE, amount=30, size="half")).start(), 3, 30).deal(rounds=2).hand("rrop-6")
    )
    assert (half.high, half.small_bet, half.big_bet) == (30, 30, 60)


def test_a_required_kill_must_lie_before_the_deal():
    r = scene(DUE).start().deal(rounds=2).ruling("rrop-6")
    assert (r["situation"], r["seat"], r["amount"]) == ("kill.must_post", 3, 40)
    assert "rrop-6:S13-6" in r["cite"]
    assert scene().start().deal(rounds=2).hand("rrop-6").incidents() == []


def test_who_must_kill_cannot_be_dealt_out():
    s = scene(DUE).start().add("request", seat=3, kind="deal_out")
    assert key(s) == "kill.must_post"
    s = scene(DUE).start().add("request", seat=4, kind="deal_out")
    assert s.hand("rrop-6").incidents() == []


def test_one_kill_a_deal():
    s = post(post(scene(DUE).start(), 3), 5)
    hand = s.hand("rrop-6")
    assert (key(s), hand.answer()["seat"]) == ("kill.second", 5)
    assert "rrop-6:S13-11" in hand.answer()["cite"] and 5 not in hand.posted
    assert post(scene(DUE).start(), 3).hand("rrop-6").incidents() == []


def test_the_killer_who_wins_again_kills_again_for_the_same():
    s = post(scene(dict(DUE, size="half")).start(), 3, 30)
    r = s.add("pot_awarded", seats=[3], amount=200).ruling("rrop-6")
    assert (r["situation"], r["ruling"], r["amount"]) == ("kill.again", "kill_due", 30)
    assert "rrop-6:S13-7" in r["cite"]
    s = post(scene(dict(DUE, size="half")).start(), 3, 30)
    assert key(s.add("pot_awarded", seats=[5], amount=200)) == "frame.kill_first_leg"


def test_a_leg_is_kept_when_its_holder_leaves():
    s = scene().add("riffle").add("presence", seat=3, state="away")
    r = s.ruling("rrop-6")
    assert (r["situation"], r["ruling"], r["seat"]) == ("kill.leg_away", "leg_kept", 3)
    s = scene().add("riffle").add("presence", seat=4, state="away")
    assert s.hand("rrop-6").ruled("kill.leg_away") is None


def unaware(kill, face=None):
    s = scene(kill).start()
    post(s, 3)
    if face:
        s.add("puck_move", puck="kill_button", to="seat:3", by="dealer", face=face,
              **{"from": "seat:3"})  # fmt: skip
    s.deal(rounds=2).act(3, "check").add("request", seat=4, kind="unaware_of_kill")
    return s.ruling("rrop-6")


def test_chips_put_in_unaware_of_a_kill():
    r = unaware(DUE)
    assert (r["situation"], r["ruling"], r["amount"]) == ("kill.unaware_required", "call", 40)
    assert "rrop-6:S13-9" in r["cite"]
    for r in (unaware({}), unaware(DUE, "down")):
        assert (r["situation"], r["ruling"]) == ("kill.unaware", "may_withdraw_reconsider")
    s = scene().start().deal(rounds=2).add("request", seat=3, kind="unaware_of_kill")
    assert s.hand("rrop-6").incidents() == []


def look(rounds, stack=400, seat=5):
    s = Scene(draw(kill={"size": "full", "button_with": None, "look": True},
                   stacks={str(seat): stack}), "a5_lowball").start()  # fmt: skip
    s.deal(rounds=rounds)
    return post(s, seat)


def test_looking_at_two_cards_then_killing():
    hand = look(2).hand("rrop-6")
    assert hand.ruled("kill.look_ok") and hand.posted[5] == [("kill", 40)]
    r = look(3).ruling("rrop-6")
    assert (r["situation"], r["ruling"]) == ("kill.look_late", "request_refused")
    r = look(2, stack=150).ruling("rrop-6")
    assert r["situation"] == "kill.look_short" and "rrop-6:S13-10" in r["cite"]
    assert 5 not in look(2, stack=150).hand("rrop-6").posted


def test_who_killed_by_choice_acts_last_before_the_draw():
    hand = look(2).deal(rounds=3).hand("rrop-6")
    assert hand.turn == 6
    chosen = Scene(draw(), "a5_lowball").start().deal(rounds=5).hand("rrop-6")
    assert chosen.turn == 3


# -- from hand to hand -----------------------------------------------------------------------------


def played(table, s, winner):
    """Everybody folds to a caller; the pot is pushed to the winner."""
    out = []
    start = len(s.events)
    s.add("riffle")
    hand = None
    for event in s.events[start:]:
        out += table.apply(event)
    hand = table.hand
    acts = []
    for seat, kind in ((hand.sb_seat, "sb"), (hand.bb_seat, "bb")):
        acts.append(("post", {"seats": [seat], "kind": kind, "amount": getattr(hand, kind)}))
    for due in [d for d in [hand.setup["kill"].get("due")] if d]:
        acts.append(("post", {"seats": [due], "kind": "kill",
                              "amount": hand.setup["kill"]["amount"]}))  # fmt: skip
    for what, fields in acts:
        table.apply(s.add(what, **fields).events[-1])
    s.nth = 0
    table.apply(s.deal(rounds=2).events[-1])
    table.apply(s.act(hand.turn, "call" if hand.turn == winner else "fold").events[-1])
    while hand.phase == "betting":
        seat = hand.turn
        act = "fold" if seat != winner else ("check" if hand.bet(seat) >= hand.high else "call")
        table.apply(s.act(seat, act).events[-1])
    total = hand.pot_total()
    table.apply(s.add("pot_awarded", seats=[winner], amount=total).events[-1])
    return hand


def test_legs_and_kills_follow_from_hand_to_hand():
    s = scene({"button_with": None}, stacks={str(n): 1000 for n in SEATS})
    table = Table("rrop-6")
    table.apply(dict(s.setup, t=0, what="setup", game="limit_holdem"))
    first = played(table, s, 4)
    assert first.phase == "over"
    second = played(table, s, 4)
    assert second.setup["kill"]["button_with"] == 4 and "due" not in second.setup["kill"]
    third = played(table, s, 4)
    assert (third.setup["kill"]["due"], third.setup["kill"]["amount"]) == (4, 40)
    assert third.posted[4][-1] == ("kill", 40)
    fourth = played(table, s, 5)
    assert fourth.setup["kill"]["due"] == 4  # the killer won again
    assert "due" not in played(table, s, 6).setup["kill"]


def put_in(kill, chips, face=None, raised=False):
    """The ruling on chips that a player puts in silently while the kill of seat 3 is to match."""
    s = scene(kill).start()
    post(s, 3)
    if face:
        s.add("puck_move", puck="kill_button", to="seat:3", by="dealer", face=face,
              **{"from": "seat:3"})  # fmt: skip
    s.deal(rounds=2)
    if raised:
        s.act(3, "raise", 80)
    else:
        s.act(3, "check")
    s.add("chips_move", seat=4, chips=chips, **{"from": "seat:4"}, to="line:4", motion=1,
          released=True, crossed="full", by="player")  # fmt: skip
    return s


def test_the_bet_of_an_ordinary_pot_put_into_a_killed_one():
    r = put_in(DUE, [10, 10]).ruling("rrop-6")
    assert (r["situation"], r["ruling"], r["amount"]) == ("kill.unaware_required", "call", 40)
    for s in (put_in({}, [10, 10]), put_in(DUE, [10, 10], "down")):
        r = s.ruling("rrop-6")
        assert (r["situation"], r["ruling"]) == ("kill.unaware", "may_withdraw_reconsider")


@pytest.mark.parametrize("chips", [[10, 5], [10, 10, 1], [10, 10, 10, 10]])
def test_other_chips_say_nothing_of_a_kill_not_seen(chips):
    assert put_in(DUE, chips).hand("rrop-6").ruled("kill.unaware_required") is None


def test_a_raise_of_the_kill_is_undercalled_like_any_other():
    assert put_in(DUE, [10, 10], raised=True).hand("rrop-6").ruled("kill.unaware_required") is None
    silent = put_in(DUE, [10, 10]).hand("tda-2011")
    assert silent.ruled("kill.unaware_required") is None and silent.ruled("kill.unaware") is None


@pytest.mark.parametrize(("kill", "limits"), [(20, (20, 40)), (21, (42, 84)), (40, (80, 160))])
def test_a_kill_raises_the_limits_once_it_is_more_than_the_lower_one(kill, limits):
    table = ring(format="cash", betting="limit", small_bet=20, big_bet=40, sb=5, bb=10)
    hand = Scene(table, "limit_holdem").start().add(
        "post", seats=[4], kind="kill", amount=kill
    ).hand("rrop-6")  # fmt: skip
    assert (hand.small_bet, hand.big_bet) == limits


@pytest.mark.parametrize(("more", "due"), [({}, True), ({"pot": "main"}, True),
                                           ({"pot": "side"}, False)])  # fmt: skip
def test_a_side_pot_moves_no_kill_button(more, due):
    s = scene({"size": "full", "button_with": 3, "upper_limit": 40})
    s.add("pot_awarded", seats=[3], amount=240, **more)
    assert (s.ruling("rrop-6")["ruling"] == "kill_due") == due
