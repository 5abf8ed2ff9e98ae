"""Rules beside the general ones: blinds made up, the big blind's check, all-in by force, boards."""

import pytest

from tests.rulings.ruling_scene import Scene, ring, stud
from tests.rulings.spots import act, check, play, put, say, setup

CASH = {"format": "cash", "sb": 5, "bb": 10}


def back_in(*posts, owes=(5,)):
    """Seat 5 comes back, posts, and the two before it fold."""
    s = Scene(ring(seats=range(1, 7), owes_blind=list(owes), **CASH)).add("riffle", 0)
    for kind, amount in posts:
        s.add("post", seats=[5], kind=kind, amount=amount)
    s.add("post", seats=[1], kind="sb", amount=5).add("post", seats=[2], kind="bb", amount=10)
    return s.deal(rounds=2).act(3, "fold").act(4, "fold")


BOTH = (("sb", 5), ("bb", 10))


@pytest.mark.parametrize("posts", [BOTH, BOTH[::-1]])
def test_of_blinds_made_up_as_much_as_the_opening_bet_is_live(posts):
    hand = back_in(*posts).hand("rrop-6")
    assert (hand.bet(5), hand.dead, hand.pot_total()) == (10, 5, 30)
    raised = back_in(*posts)
    raised.events.append(dict(put(5, 20, 10), t=raised.t + 1000))
    r = raised.ruling("rrop-6")
    assert (r["ruling"], r["amount"], r["cite"][:1]) == ("raise", 40, ["rrop-6:S3-BET-14"])
    assert "rrop-6:S4-10" in r["cite"]


def test_a_blind_made_up_alone_is_live_and_who_owes_none_posts_as_it_is():
    assert back_in(("bb", 10)).hand("rrop-6").bet(5) == 10
    assert back_in(("sb", 5)).hand("rrop-6").bet(5) == 5
    own = Scene(ring(seats=range(1, 7), owes_blind=[2], **CASH)).start().deal(rounds=2)
    assert own.hand("rrop-6").bet(2) == 10


def test_the_big_blind_checks_by_its_option():
    blind = setup("preflop", (2, 3))
    called = [act(3, "call", 200)]
    check({"stg-2011": ("no_incident", 200, "A4")}, blind, [*called, say(2, "check")])
    check({"rrop-6": ("no_incident", 200, "S4-9")}, blind, [*called, say(2, "check")])
    flop = play("stg-2011", setup(), [act(3, "check"), act(4, "check")]).answer()
    assert "stg-2011:A4" not in flop["cite"]


def test_who_cannot_pay_the_ante_in_full_is_all_in_for_it():
    for chips, named in ((3, True), (5, False)):
        s = Scene(ring(seats=range(1, 9), ante=5, stacks={"6": chips, "3": 900})).add("riffle", 0)
        s.add("post", seats=[1, 2, 3, 4, 5, 7, 8], kind="ante", amount=5)
        s.add("post", seats=[6], kind="ante", amount=chips, **({"all_in": True} if named else {}))
        s.add("post", seats=[1], kind="sb", amount=100).add(
            "post", seats=[2], kind="bb", amount=200
        )
        cites = s.deal(rounds=2).act(3, "call", 200).ruling("stg-2011")["cite"]
        assert "stg-2011:D-B8" in cites  # also with just the ante


@pytest.mark.parametrize("stack, named", [(400, True), (500, True), (501, False)])
def test_a_call_with_the_last_chips_names_the_rule_on_all_ins(stack, named):
    table = setup(stacks={"3": 5000, "4": stack})
    r = play("stg-2011", table, [act(3, "bet", 500), say(4, "call")]).answer()
    assert (r["ruling"], r["amount"]) == ("call", min(stack, 500))
    assert ("stg-2011:A7" in r["cite"]) == named


def test_chips_after_a_rap_name_the_rule_on_raps():
    rapped = [{"what": "gesture", "seat": 3, "kind": "tap"}, put(3, 500)]
    wants = {"rrop-6": ("not_a_bet", None, "S3-BET-9"), "stg-2011": ("not_a_bet", None, "A5")}
    check(wants, setup(), rapped)


UPS = {"2": ["Ad", "Ac", "9h"], "5": ["Kd", "4h", "3c"], "6": ["Kh", "Ts", "9c"]}


@pytest.mark.parametrize("all_in, seat", [([2], 5), ([], 2), ([5], 2)])
def test_behind_an_all_in_high_board_the_next_clockwise_opens(all_in, seat):
    s = Scene(stud("fifth", live=[2, 5, 6], all_in=all_in, upcards=UPS), "stud8")
    s.add("declare", seat=seat, word="bet", wording="plain", amount=400)
    r = s.ruling("rrop-6")
    assert (r["ruling"], r["amount"], r["seat"]) == ("no_incident", 400, seat)
    assert ("rrop-6:S10-4" in r["cite"]) == (all_in == [2])


def bought(fmt, phase, stack=300):
    """Seat 4 adds 500, and goes all-in later."""
    table = ring(seats=range(1, 7), **{**CASH, "format": fmt}, stacks={"4": stack, "3": 2000})
    add = {"seat": 4, "chips": [500], "from": "off", "to": "seat:4", "by": "player"}
    s = Scene(table)
    if phase == "between":
        s.add("chips_move", **add)
    s.add("riffle")
    if phase == "riffle":
        s.add("chips_move", **add)
    s.add("post", seats=[1], kind="sb", amount=5).add("post", seats=[2], kind="bb", amount=10)
    s.deal(rounds=2).act(3, "raise", 30)
    return s.add("declare", seat=4, word="all_in", wording="plain").ruling("rrop-6")


def test_chips_added_after_the_first_riffle_wait_for_the_next_deal():
    r = bought("cash", "riffle")
    assert (r["ruling"], r["amount"]) == ("chips_not_in_play", 300)
    assert bought("cash", "between")["amount"] == 800
    assert bought("cash", "riffle", 0)["amount"] == 500  # nothing lay there: it buys in
    assert bought("tournament", "riffle")["ruling"] == "chips_forfeited"  # another matter


def straddled(amount, book="rrop-6", straddle=True):
    """Flop bet of a cash hand with blinds of 5 and 10, straddled to 20."""
    s = Scene(ring(seats=range(1, 7), format="cash", sb=5, bb=10)).start()
    if straddle:
        s.add("post", seats=[3], kind="straddle", amount=20)
    s.deal(rounds=2)
    for seat in (4, 5, 6, 1):
        s.act(seat, "fold")
    s.act(2, "call", 20) if straddle else s.act(2, "check")
    if straddle:
        s.act(3, "check")
    s.burn().board("Kd", "8s", "3c")
    return s.add("declare", seat=2, word="bet", wording="plain", amount=amount).ruling(book)


@pytest.mark.parametrize("amount, ruling", [(19, "min_bet"), (20, "no_incident"),
                                            (21, "no_incident")])  # fmt: skip
def test_a_straddle_sets_the_least_bet_of_all_rounds(amount, ruling):
    r = straddled(amount)
    assert (r["ruling"], r["amount"]) == (ruling, max(20, amount))
    assert "rrop-6:S14-NL-2" in r["cite"]
    assert r["confidence"] == ("medium" if ruling == "min_bet" else "high")


def test_the_big_blind_taps_by_its_option():
    tap = {"what": "gesture", "seat": 2, "kind": "tap"}
    blind = setup("preflop", (2, 3))
    check({"stg-2011": ("no_incident", None, "A4")}, blind, [act(3, "call", 200), tap])
    flop = play("stg-2011", setup(), [{**tap, "seat": 3}]).answer()
    assert "stg-2011:A5" in flop["cite"] and "stg-2011:A4" not in flop["cite"]
