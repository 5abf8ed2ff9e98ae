"""Jacks or better: opening, false openers, splitting, proving; the joker; the sevens rule."""

import pytest

from shared_rules import ranking
from shared_rules.table import Table
from tests.rulings.ruling_scene import Scene, draw, stud

SEATS = [1, 2, 3, 4]
JACKS = ["Js", "Jh", "7d", "4c", "2s"]
KINGS = ["Ks", "Kh", "8d", "5c", "3s"]
NOTHING = ["As", "Qh", "9d", "6c", "3h"]


def table(stacks=None, **more):
    return {
        "format": "cash", "betting": "limit", "seats": SEATS, "button": 4, "ante": 5,
        "small_bet": 20, "big_bet": 40, "betting_line": True, "street": "none",
        "stacks": stacks or {str(s): 500 for s in SEATS}, **more,
    }  # fmt: skip


def scene(hands=None, **more):
    """Antes and five cards each; hands named by seat, the others not known."""
    s = Scene(table(**more), "jacks_or_better").add("riffle")
    stacks = s.setup["stacks"]
    s.add("post", seats=[n for n in SEATS if stacks[str(n)]], kind="ante", amount=5)
    for i in range(5):
        for seat in SEATS:
            s.card(f"seat:{seat}", hands[seat][i] if seat in (hands or {}) else None)
    return s


def ruling(s):
    return s.ruling("rrop-6")


def key(s):
    r = ruling(s)
    return r["situation"] if r["irregular"] else None


def show(s, seat, cards):
    return s.card(f"seat:{seat}", cards, "up", "player", f"seat:{seat}")


def throw(s, seat, cards):
    return s.card("muck", cards, "down", "player", f"seat:{seat}")


# -- the game --------------------------------------------------------------------------------------


def test_opening_left_of_the_button_and_bounds():
    hand = scene().hand("rrop-6")
    assert (hand.turn, hand.bounds(1), hand.pot_total()) == (1, (0, 20, 20), 20)
    hand = scene().act(1, "check").act(2, "bet", 20).hand("rrop-6")
    assert (hand.turn, hand.bounds(3)) == (3, (20, 40, 40))


def drawn(s, *counts):
    for seat, n in counts:
        s.add("draw", seat=seat, count=n)
    return s


def opened(hands=None):
    """Seat 2 opens, seat 4 calls, both stand pat."""
    s = scene(hands).act(1, "check").act(2, "bet", 20).act(3, "fold").act(4, "call", 20)
    return drawn(s.act(1, "fold"), (2, 0), (4, 0))


def test_after_the_draw_the_opener_is_first_and_the_limit_doubles():
    hand = opened().hand("rrop-6")
    assert (hand.street, hand.turn, hand.bounds(2)) == ("after_draw", 2, (0, 40, 40))
    s = scene().act(1, "check").act(2, "bet", 20).act(3, "call", 20).act(4, "raise", 40)
    s.act(1, "fold").act(2, "fold").act(3, "call", 40)
    assert drawn(s, (3, 0), (4, 0)).hand("rrop-6").turn == 3  # the opener is gone: next clockwise


def played(s):
    t = Table("rrop-6")
    out = t.apply(dict(s.setup, t=0, what="setup", game="jacks_or_better"))
    for event in s.events:
        out += t.apply(event)
    return t, out


def test_a_hand_to_the_showdown():
    s = opened({2: KINGS, 4: JACKS}).act(2, "bet", 40).act(4, "call", 40)
    s.add("showdown", seats=[2, 4], high=[2])
    show(s, 2, KINGS)
    t, out = played(s.add("pot_awarded", seats=[2], amount=140))
    record = [o for o in out if o["k"] == "hand"][0]
    assert record["stacks_after"] == {1: 495, 2: 575, 3: 495, 4: 435}
    assert record["incidents"] == [] and "carried" not in record
    assert t.hand.ruled("openers.proved") is not None


# -- nobody opens ----------------------------------------------------------------------------------


def passed():
    s = scene()
    for seat in SEATS:
        s.act(seat, "check")
    return s


def test_a_pot_nobody_opens_waits_for_the_next_hand():
    s = passed()
    t, out = played(s)
    record = [o for o in out if o["k"] == "hand"][0]
    assert record["carried"] == 20 and record["incidents"] == []
    assert t.hand.ruled("openers.passed_out")
    t.apply(s.add("riffle").events[-1])
    assert (t.hand.button, t.hand.pot_total(), t.hand.ante) == (1, 20, 5)
    t.apply(s.add("post", seats=SEATS, kind="ante", amount=5).events[-1])
    assert t.hand.pot_total() == 40


def test_antes_stop_after_three_deals():
    s = passed()
    t, _ = played(s)
    for n in (2, 3, 4):
        s.events.clear()
        s.add("riffle")
        if n < 4:
            s.add("post", seats=SEATS, kind="ante", amount=5)
        s.nth = 0
        s.deal(SEATS, rounds=5)
        for event in s.events:
            t.apply(event)
        assert t.hand.ante == (5 if n < 4 else 0)
        while t.hand.phase == "betting":
            t.apply(s.act(t.hand.turn, "check").events[-1])
    assert t.hand.pot_total() == 60


def test_an_opened_pot_is_not_carried():
    s = scene().act(1, "check").act(2, "bet", 20).act(3, "fold").act(4, "fold").act(1, "fold")
    hand = s.hand("rrop-6")
    assert hand.ruled("openers.passed_out") is None and hand.phase == "award"


# -- false openers ---------------------------------------------------------------------------------


def false(s, seat=2):
    return s.notice("false_openers", about_seat=seat)


def bet():
    return scene({2: NOTHING}).act(1, "check").act(2, "bet", 20)


def test_false_openers_before_the_draw():
    for s in (false(bet()), show(bet(), 2, NOTHING)):
        hand = s.hand("rrop-6")
        r = hand.answer()
        assert (r["situation"], r["ruling"], r["seat"], r["amount"]) == (
            "openers.false", "hand_dead", 2, 20)  # fmt: skip
        assert "rrop-6:S12-JB-2" in r["cite"] and 2 not in hand.live
        assert r["deadline"]["until"] == "draw_begins"
    real = scene({2: JACKS}).act(1, "check").act(2, "bet", 20)
    assert key(show(real, 2, JACKS)) is None


def test_another_player_may_open_unless_openers_were_passed():
    s = false(bet().act(3, "call", 20))
    r = ruling(s.add("request", seat=3, kind="declare_open"))
    assert (r["situation"], r["seat"]) == ("openers.opened_after", 3)
    s = false(bet().act(3, "call", 20)).add("request", seat=1, kind="declare_open")
    asked = s.hand("rrop-6").ruled("openers.may_not_open")
    assert asked["ruling"] == "request_refused"  # which leaves the dead hand the answer
    assert (key(s), ruling(s)["ruling"]) == ("openers.false", "hand_dead")


def test_nobody_opens_after_false_openers():
    s = false(bet().act(3, "call", 20)).notice("nobody_opens")
    t, out = played(s)
    r = [o for o in out if o["k"] == "ruling"][-1]
    assert (r["situation"], r["ruling"], r["amount"]) == ("openers.nobody", "refund_denied", 20)
    assert t.hand.stacks == {1: 495, 2: 475, 3: 495, 4: 495}  # the call of seat 3 went back
    t.apply(s.add("riffle").events[-1])
    assert t.hand.pot_total() == 40 and t.hand.setup["forfeited_from"] == SEATS


@pytest.mark.parametrize("how", ["raise", "two calls", "betting over"])
def test_the_pot_plays_whatever_the_opener_holds(how):
    s = bet()
    if how == "raise":
        s.act(3, "raise", 40)
    elif how == "two calls":
        s.act(3, "call", 20).act(4, "call", 20)
    else:
        s.act(3, "fold").act(4, "call", 20).act(1, "fold")
    hand = false(s).hand("rrop-6")
    assert (hand.answer()["situation"], hand.answer()["ruling"]) == (
        "openers.pot_plays", "result_stands")  # fmt: skip
    assert "rrop-6:S12-JB-4" in hand.answer()["cite"] and 2 in hand.live


# -- all-in for the antes --------------------------------------------------------------------------


def broke(**more):
    """Seat 1 has put its last chips into the ante."""
    return scene(stacks={"1": 5, "2": 500, "3": 500, "4": 500}, **more)


def test_a_player_all_in_for_the_antes_opens_and_callers_owe_the_full_bet():
    s = broke().act(2, "check").add("request", seat=1, kind="declare_open")
    hand = s.hand("rrop-6")
    r = hand.answer()
    assert (r["situation"], r["amount"]) == ("openers.all_in", 20)
    assert {"rrop-6:S12-JB-5", "rrop-6:S12-12", "rrop-6:S12-13"} <= set(r["cite"])
    assert (hand.turn, hand.bounds(2)) == (2, (20, 40, 40))
    s = scene().act(1, "check").add("request", seat=1, kind="declare_open")
    assert s.hand("rrop-6").incidents() == []  # who has chips opens by betting


def test_the_antes_can_be_won_by_who_has_no_more():
    s = broke().act(2, "check").act(3, "check").act(4, "check")
    hand = s.hand("rrop-6")
    assert hand.phase == "draw"  # it may still be declared open
    hand = s.add("request", seat=1, kind="declare_open").act(2, "call", 20).hand("rrop-6")
    assert hand.turn == 3
    t, out = played(broke().act(2, "check").act(3, "check").act(4, "check").notice("nobody_opens"))
    assert [o for o in out if o["k"] == "hand"][0]["carried"] == 20
    t.apply({"t": 99000, "what": "riffle"})
    assert 1 in t.hand.dealt_in and t.hand.all_in == [1]  # it plays for the antes it matched


def test_a_false_declaration_all_in_keeps_the_player_out():
    s = broke().act(2, "check").add("request", seat=1, kind="declare_open")
    s.notice("false_openers", about_seat=1).notice("nobody_opens")
    t, out = played(s)
    reported = [o["situation"] for o in out if o["k"] == "ruling"]
    assert "openers.all_in_false" in reported
    t.apply({"t": 99000, "what": "riffle"})
    assert 1 not in t.hand.dealt_in and t.hand.setup["barred"] == [1]


# -- bets, proving, splitting ----------------------------------------------------------------------


def test_bets_stay_once_the_betting_before_the_draw_is_done():
    r = ruling(opened().add("request", seat=2, kind="bet_back"))
    assert (r["situation"], r["ruling"]) == ("openers.bet_stays", "request_refused")
    assert "rrop-6:S12-JB-6" in r["cite"]
    s = bet().add("request", seat=2, kind="bet_back")
    assert s.hand("rrop-6").ruled("openers.bet_stays") is None


def test_a_caller_who_cannot_beat_openers_gets_nothing_back():
    s = opened().act(2, "bet", 40).act(4, "call", 40).add("request", seat=4, kind="bet_back")
    assert (key(s), ruling(s)["ruling"]) == ("openers.caller_refund", "request_refused")
    before = scene().act(1, "check").act(2, "bet", 20).act(3, "call", 20)
    assert key(before.add("request", seat=3, kind="bet_back")) is None


def finished(final=KINGS, *, shown=True, split=False, winner=2):
    s = opened({2: final, 4: JACKS})
    if split:
        s.notice("splits_openers", about_seat=2)
    s.act(2, "bet", 40).act(4, "fold")
    if shown:
        show(s, 2, final)
    return s.add("pot_awarded", seats=[winner], amount=100)


def test_the_opener_proves_openers_to_win():
    assert key(finished()) is None
    r = ruling(finished(shown=False))
    assert (r["situation"], r["ruling"], r["seat"]) == (
        "showdown.openers_not_proved", "no_claim_to_pot", 2)  # fmt: skip
    assert {"rrop-6:S12-JB-3"} <= set(r["cite"])
    assert key(finished(NOTHING)) == "showdown.openers_not_proved"
    seen = finished(shown=False).flag("openers_shown", True)
    assert key(seen) is None


def test_openers_kept_are_not_split():
    joker = ["As", "JK", "Kd", "Qs", "4s"]  # ace and joker: two aces
    s = finished(joker)
    s.setup["joker"] = True
    hand = s.hand("rrop-6")
    assert hand.incidents() == [] and hand.ruled("openers.proved")
    assert "rrop-6:S12-JB-10" in hand.book.outcome("openers.proved").cite


def split(final, thrown, declared=True):
    s = opened({2: final})
    if declared:
        s.notice("splits_openers", about_seat=2)
    s.act(2, "check").act(4, "check").add("showdown", seats=[2, 4], high=[2])
    show(s, 2, final)
    return s.add("finding", kind="split_checked", seat=2, cards=thrown)


def test_split_openers_are_checked_against_the_discards():
    flush = ["Ks", "9s", "6s", "4s", "2s"]
    s = split(flush, ["Kd"])
    assert key(s) is None and s.hand("rrop-6").ruled("openers.split_proved")
    r = ruling(split(flush, ["9d"]))
    assert (r["situation"], r["ruling"]) == ("openers.split_false", "no_claim_to_pot")
    assert "rrop-6:S12-JB-9" in r["cite"]
    assert split(flush, ["Kd"], declared=False).hand("rrop-6").ruled("openers.split_proved") is None


def test_the_opening_hand_is_kept_on_request():
    s = bet().add("request", seat=3, kind="keep_openers")
    r = ruling(s)
    assert (r["situation"], r["seat"]) == ("openers.keep", 2)
    assert "rrop-6:S12-JB-8" in r["cite"]
    none = scene().add("request", seat=3, kind="keep_openers")
    assert none.hand("rrop-6").ruled("openers.keep") is None


def test_a_discarded_hand_may_be_fetched_to_prove_openers():
    s = opened({2: KINGS}).act(2, "bet", 40).act(4, "fold")
    throw(s, 2, KINGS).add("request", seat=2, kind="cards_back")
    r = ruling(s)
    assert (r["situation"], r["ruling"], r["decided_by"]) == (
        "openers.retrieve", "hand_retrievable", "floor")  # fmt: skip
    assert "rrop-6:S12-JB-7" in r["cite"]
    other = throw(opened({4: JACKS}).act(2, "bet", 40), 4, JACKS)
    assert key(other.add("request", seat=4, kind="cards_back")) != "openers.retrieve"


def test_a_stud_caller_beaten_by_upcards_gets_nothing_back():
    ups = {"2": ["Ah", "Ad", "Ac"], "4": ["9c", "8s", "7s"], "6": ["7d", "5h", "2c"]}
    s = Scene(stud("fifth", live=[2, 4, 6], upcards=ups), "stud7").act(2, "bet", 400)
    s.act(4, "call", 400).add("request", seat=4, kind="bet_back")
    r = s.ruling("rrop-6")
    assert (r["situation"], r["ruling"]) == ("stud.beaten_by_board", "request_refused")
    assert "rrop-6:S8-19" in r["cite"]
    s = Scene(stud("fifth", live=[2, 4, 6], upcards=ups), "stud7").act(2, "bet", 400)
    assert s.add("request", seat=2, kind="bet_back").hand("rrop-6").incidents() == []


# -- the joker -------------------------------------------------------------------------------------


def high(*cards):
    return ranking.value("high_joker", list(cards))


def test_the_joker_is_an_ace_or_completes_a_straight_or_flush():
    assert high("As", "Kh", "7c", "2c", "JK")[:1] == (1,)  # a pair of aces
    assert high("Ks", "Kh", "7d", "2c", "JK") == high("Ks", "Kh", "7d", "2c", "As")
    assert high("9s", "8h", "7d", "5c", "JK") == (4, (9,))
    assert high("9s", "8s", "7s", "5s", "JK") == (8, (9,))
    assert high("Qs", "Qh", "Qd", "4c", "JK") == high("Qs", "Qh", "Qd", "4c", "As")  # not four


def test_in_a_flush_the_joker_is_the_highest_card_not_there():
    assert high("As", "9s", "5s", "2s", "JK") == high("As", "Ks", "9s", "5s", "2s")
    assert high("Ks", "9s", "5s", "2s", "JK") == high("As", "Ks", "9s", "5s", "2s")


def test_five_aces_are_the_best_hand():
    assert high("As", "Ah", "Ad", "Ac", "JK") > high("As", "Ks", "Qs", "Js", "Ts")
    assert high("As", "Ah", "Ad", "Kc", "JK") < high("As", "Ks", "Qs", "Js", "Ts")


def test_in_lowball_the_joker_is_the_lowest_card_not_there():
    low = ranking.value("ace_five_joker", ["As", "2h", "4d", "5c", "JK"])
    assert low == ranking.value("ace_five", ["As", "2h", "3d", "4d", "5c"])
    assert low > ranking.value("ace_five_joker", ["2s", "3h", "4d", "6c", "JK"])


def joker(game, **more):
    s = Scene(draw(**more), game).start()
    return s.deal(rounds=4).card("seat:1", "JK").ruling("rrop-6")


def test_a_joker_is_a_fault_only_where_it_is_not_in_use():
    assert joker("draw_high")["ruling"] == "scrap_card"
    assert joker("draw_high", joker=True)["ruling"] == "no_incident"
    assert joker("a5_lowball")["ruling"] == "no_incident"  # in use unless said otherwise
    assert joker("a5_lowball", joker=False)["ruling"] == "scrap_card"
    assert joker("27_lowball")["ruling"] == "scrap_card"


def test_a_joker_hand_wins_a_disputed_pot():
    def claim(**more):
        s = Scene(draw(street="after_draw", live=[2, 3], street_closed=True, pot=200,
                       hands={"2": ["As", "Kh", "7c", "2c", "JK"], "3": JACKS}, **more),
                  "draw_high")  # fmt: skip
        s.add("showdown", seats=[2, 3])
        show(s, 2, ["As", "Kh", "7c", "2c", "JK"])
        show(s, 3, JACKS).add("pot_awarded", seats=[3], amount=200)
        return ruling(s.notice("claims_pot", by="player", seat=2))

    assert claim(joker=True)["ruling"] == "award_corrected"


# -- the sevens rule -------------------------------------------------------------------------------

SEVEN = ["7s", "5h", "4d", "3c", "As"]
EIGHT = ["8s", "5d", "4c", "3h", "Ah"]
SIX = ["6s", "5c", "4h", "3d", "Ad"]


def sevens(two, three, acts, game="a5_lowball", four=None, betting="limit", **more):
    hands = {"2": two, "3": three, **({"4": four} if four else {})}
    live = sorted(int(s) for s in hands)
    s = Scene(draw(street="after_draw", live=live, pot=100, betting=betting, hands=hands, **more),
              game)  # fmt: skip
    for act in acts:
        s.act(*act)
    s.add("showdown", seats=live)
    for seat in live:
        show(s, seat, hands[str(seat)])
    return s


CHECKED = [(2, "check"), (3, "bet", 40), (2, "call", 40)]


def test_a_seven_that_checked_wins_the_pot_before_the_draw_only():
    r = ruling(sevens(SEVEN, EIGHT, CHECKED))
    assert (r["situation"], r["seat"], r["amount"]) == ("draw.sevens_won", 2, 100)
    assert "rrop-6:S11-A5-4" in r["cite"] and r["remedy_steps"] == ["return_chips"]


def test_a_seven_that_checked_and_is_beaten_loses_its_calls():
    r = ruling(sevens(SEVEN, SIX, CHECKED))
    assert (r["situation"], r["ruling"]) == ("draw.sevens_lost", "no_claim_to_pot")


def test_no_sevens_rule_for_worse_hands_bettors_other_games_or_big_bets():
    assert key(sevens(EIGHT, ["9s", "5c", "4h", "3d", "Ad"], CHECKED)) is None
    assert key(sevens(SEVEN, EIGHT, [(2, "bet", 40), (3, "call", 40)])) is None
    assert key(sevens(SEVEN, EIGHT, CHECKED, sevens=False)) is None
    seven = ["7s", "5h", "4d", "3c", "2s"]
    assert key(sevens(seven, EIGHT[:4] + ["9h"], CHECKED, "27_lowball")) is None
    assert key(sevens(SEVEN, EIGHT, CHECKED, betting="no_limit")) is None
    # checked through: nothing was bet that could be lost
    assert key(sevens(SEVEN, EIGHT, [(2, "check"), (3, "check")])) is None


def test_overcalls_of_a_short_all_in_go_back():
    acts = [(2, "all_in", 10), (3, "call", 10), (4, "call", 10)]
    s = sevens(EIGHT, SEVEN, acts, four=["9s", "5c", "4h", "3d", "Ad"], stacks={"2": 10})
    r = ruling(s)
    assert (r["situation"], r["seat"], r["remedy_steps"]) == (
        "draw.sevens_short_all_in", 3, ["return_wager_to_seat_4"])  # fmt: skip
    acts = [(2, "all_in", 30), (3, "call", 30), (4, "call", 30)]
    s = sevens(EIGHT, SEVEN, acts, four=["9s", "5c", "4h", "3d", "Ad"], stacks={"2": 30})
    assert key(s) is None
