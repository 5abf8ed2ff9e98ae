"""Kill pots: who must kill, from hand to hand too, and what the kill blind does (rrop-6:S13)."""

import pytest

from shared_rules.table import Table
from tests.rulings.ruling_scene import Scene, draw, ring

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


def played(table, s, winner, caller=None):
    """Everybody folds but the winner and a caller; the pot is pushed to the winner."""
    calls = (winner, caller)
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
    while hand.phase == "betting":
        seat = hand.turn
        act = "fold" if seat not in calls else ("check" if hand.bet(seat) >= hand.high else "call")
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
    second = played(table, s, 4, 5)
    assert second.setup["kill"]["button_with"] == 4 and "due" not in second.setup["kill"]
    third = played(table, s, 4)
    assert (third.setup["kill"]["due"], third.setup["kill"]["amount"]) == (4, 40)
    assert third.posted[4][-1] == ("kill", 40)
    fourth = played(table, s, 5)
    assert fourth.setup["kill"]["due"] == 4  # the killer won again
    assert "due" not in played(table, s, 6).setup["kill"]


def test_a_second_pot_of_blinds_alone_kills_nothing():
    s = scene({"button_with": None}, stacks={str(n): 1000 for n in SEATS})
    table = Table("rrop-6")
    table.apply(dict(s.setup, t=0, what="setup", game="limit_holdem"))
    played(table, s, 4)
    played(table, s, 4)  # the own call lies in this pot, and both blinds
    third = played(table, s, 4, 6)
    assert third.setup["kill"]["button_with"] == 4 and "due" not in third.setup["kill"]
    assert played(table, s, 1).setup["kill"]["due"] == 4


# -- in one view, hand after hand (S13-1, S13-3, S13-4) --------------------------------------------


def won(s, seats, amount=200, **more):
    return s.add("pot_awarded", seats=list(seats), amount=amount, **more)


def apart(s, how, hand):
    """What lies between two pots: nothing, a riffle, or the start of the next hand."""
    if how != "award":
        s.add("riffle", 5000)
    if how == "hand":
        s.add("post", seats=[hand], kind="sb", amount=10)
        s.add("post", seats=[hand + 1], kind="bb", amount=20)
    return s


@pytest.mark.parametrize("how", ["award", "riffle", "hand"])
@pytest.mark.parametrize(("holder", "pots", "want"), [
    (None, [[3], [3]], ("kill_due", 3)),
    (None, [[3], [5]], ("kill_not_due", 5)),
    (3, [[5], [3]], ("kill_not_due", 3)),  # another won between: his leg is gone
    (3, [[5], [5]], ("kill_due", 5)),
    (3, [[4, 5], [3]], ("kill_not_due", 3)),
    (3, [[3, 5], [3]], ("kill_due", 3)),
    (3, [[3, 5], [5]], ("kill_not_due", 5)),
    (None, [[3], [3, 5]], ("leg_kept", 3)),
    (None, [[3, 5], [3, 5]], ("kill_button_neutral", None)),
    (None, [[3], [4, 5]], ("kill_button_neutral", None)),
    (None, [[3], [3, 5], [3]], ("kill_due", 3)),
    (None, [[3], [4, 5], [3]], ("kill_not_due", 3)),
    (3, [[3], [5], [5]], ("kill_due", 5)),
])  # fmt: skip
def test_legs_go_from_pot_to_pot(how, holder, pots, want):
    s = scene({"button_with": holder})
    for i, seats in enumerate(pots):
        if i:
            apart(s, how, i)
        won(s, seats)
    r = s.ruling("rrop-6")
    assert (r["ruling"], r["seat"]) == want
    assert r["amount"] == (40 if want[0] == "kill_due" else None)


def test_a_second_pot_too_small_leaves_the_leg():
    s = won(won(scene({"button_with": None}), [3]), [3], 49)
    assert s.ruling("rrop-6")["ruling"] == "kill_not_due"
    assert won(s, [3], 50).ruling("rrop-6")["ruling"] == "kill_due"
    s = won(won(won(scene({"button_with": None}), [3]), [3], 49), [5])
    assert won(s, [3]).ruling("rrop-6")["ruling"] == "kill_not_due"


def test_who_had_to_kill_and_wins_or_splits_kills_again():
    s = won(won(scene(), [3]), [3])
    r = s.ruling("rrop-6")
    assert (r["situation"], r["seat"], r["amount"]) == ("kill.again", 3, 40)
    r = won(won(scene(), [3]), [3, 5]).ruling("rrop-6")
    assert (r["situation"], r["seat"]) == ("kill.again", 3) and "rrop-6:S13-4" in r["cite"]
    r = won(won(scene(), [3]), [4, 5]).ruling("rrop-6")
    assert (r["ruling"], r["seat"]) == ("kill_button_neutral", None)


def at_the_river(holder):
    board = ["2s", "3s", "9d", "Th", "Kc"]
    return scene({"button_with": holder}, street="river", live=[3, 5], street_closed=True,
                 pot=300, board=board)  # fmt: skip


@pytest.mark.parametrize(("holder", "ruling"), [
    (None, "kill_button_neutral"), (3, "leg_kept"), (5, "leg_kept"), (4, "kill_button_neutral")
])  # fmt: skip
def test_halves_pushed_one_by_one_are_one_split_pot(holder, ruling):
    s = won(won(at_the_river(holder), [3], 150), [5], 150)
    assert s.ruling("rrop-6")["ruling"] == ruling


def test_after_a_riffle_it_is_another_pot():
    s = won(at_the_river(None), [3], 300).add("riffle", 5000)
    assert won(s, [3]).ruling("rrop-6")["ruling"] == "kill_due"
    s = won(at_the_river(None), [3], 300)
    assert won(s, [3], 30).ruling("rrop-6")["ruling"] == "kill_not_due"  # the rest of that pot


def test_a_leg_is_lost_with_who_quits_between_two_pots():
    def second(seat):
        s = won(scene({"button_with": None}), [3])
        s.notice("left_game", about_seat=seat)
        return won(s, [3]).ruling("rrop-6")["ruling"]

    assert (second(3), second(4)) == ("kill_not_due", "kill_due")
    before = won(scene(), [5])  # the leg of seat 3 is gone: whether it stays is no matter
    assert before.notice("left_game", about_seat=3).ruling("rrop-6")["ruling"] == "kill_not_due"
    before.notice("left_game", about_seat=5)
    assert before.ruling("rrop-6")["ruling"] == "kill_button_neutral"


def beaten(raises, blind_calls):
    """The hand of the leg holder, seat 3, who raises or calls; only the big blind may stay."""
    s = scene().start().deal(rounds=2)
    s.act(3, "raise", 40) if raises else s.act(3, "call", 20)
    for seat in (4, 5, 6, 1):
        s.act(seat, "fold")
    if not blind_calls:
        return won(s.act(2, "fold"), [3], 70 if raises else 50)
    s.act(2, "call", 40) if raises else s.act(2, "check")
    return won(s, [3], 90 if raises else 50)


@pytest.mark.parametrize(("raises", "calls", "due"), [
    (True, True, True), (True, False, False), (False, True, False), (False, False, False)
])  # fmt: skip
def test_the_full_bet_must_be_won_and_be_no_blind(raises, calls, due):
    ruling = beaten(raises, calls).ruling("rrop-6")["ruling"]
    assert ruling == ("kill_due" if due else "kill_not_due")


def test_newcomers_and_the_kill_of_a_pot_just_awarded():
    def asks(pots):
        s = scene({"button_with": None})
        for seats in pots:
            won(s, seats)
        s.add("request", seat=6, kind="deal_in", status="new")
        return s.hand("rrop-6").ruled("entry.killed_pot")

    assert asks([[3], [3]]) is not None and asks([[3], [4]]) is None


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


def test_who_says_then_that_it_did_not_notice_is_answered_by_the_rule_on_kills():
    for kill, face, want in ((DUE, None, "call"), ({}, None, "may_withdraw_reconsider"),
                             (DUE, "down", "may_withdraw_reconsider")):  # fmt: skip
        s = put_in(kill, [10, 10], *([face] if face else []))
        seat = s.ruling("rrop-6")["seat"]
        r = s.add("request", seat=seat, kind="unaware_of_raise").ruling("rrop-6")
        assert (r["ruling"], r["cite"][0]) == (want, "rrop-6:S13-9")


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


@pytest.mark.parametrize(("face", "ruling"), [("up", "call"), ("down", "may_withdraw_reconsider")])
def test_the_button_with_its_kill_side_up_says_that_the_kill_is_required(face, ruling):
    def chips(s):
        s.add("puck_move", puck="kill_button", by="dealer", face=face,
              **{"from": "seat:4", "to": "seat:4"})  # fmt: skip
        return s.add("chips_move", seat=3, chips=[20], to="line:3", by="player", motion=1,
                     released=True, crossed="full", **{"from": "seat:3"})  # fmt: skip

    posted = chips(post(scene({"button_with": 4}).start(), 4).deal(rounds=2))
    bets = {"1": 10, "2": 20, "4": 40}
    taken_up = chips(scene({"button_with": 4}, street="preflop", live=SEATS, bets=bets))
    for s in (posted, taken_up):
        r = s.ruling("rrop-6")
        assert (r["ruling"], r["cite"]) == (ruling, ["rrop-6:S13-9"])
    plain = chips(scene({"button_with": 4}, street="preflop", live=SEATS, bets={"1": 10, "2": 20}))
    r = plain.ruling("rrop-6")
    assert (r["ruling"], r["irregular"]) == ("call", False)
