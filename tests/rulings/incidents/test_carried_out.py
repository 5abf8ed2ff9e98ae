"""Remedies carried out in several ways, and two matters that come at the same moment."""

import pytest

from shared_rules.rulebooks import BOOKS
from tests.rulings.ruling_scene import Scene, draw, ring, situation

LINE = ("ipr-2018", "ipr-web")
BOARD = ["Kd", "8s", "3c"]


def flop(**more):
    return Scene(ring(street="flop", live=[3, 5, 6], pot=900, board=BOARD, **more))


def early_turn(scene):
    return scene.burn().board("Jc").notice("not_acted", by="player", seat=3)


def test_a_board_dealt_over_a_skipped_player_comes_before_its_turn():
    skipped = flop().add("gesture", seat=6, kind="tap")
    assert situation(skipped.notice("not_acted", by="player", seat=3)) == "turn.skipped_in_time"
    assert (
        situation(early_turn(flop().add("gesture", seat=6, kind="tap"))) == "board.premature_turn"
    )


def test_a_board_taken_away_leaves_the_skipped_player_its_turn():
    s = early_turn(flop().add("gesture", seat=6, kind="tap"))
    s.card("mouth", "Jc", face="up", frm="board").notice("not_acted", by="player", seat=3)
    assert situation(s) == "turn.skipped_in_time"


def taken(seat, by="dealer"):
    s = flop(button=9, sb_seat=1, bb_seat=2)
    s.act(3, "bet", 300)
    return s.card("muck", "#40", frm=f"seat:{seat}", by=by)


@pytest.mark.parametrize("book", LINE)
def test_each_player_is_answered_for_its_own_hand(book):
    s = taken(5).card("muck", "#41", frm="seat:6").add("request", seat=5, kind="cards_back")
    r = s.ruling(book)
    assert (r["situation"], r["seat"]) == ("fold.dealer_killed_protected", 5)
    r = s.add("request", seat=6, kind="cards_back").ruling(book)
    assert (r["situation"], r["seat"]) == ("fold.dealer_killed_protected", 6)


@pytest.mark.parametrize("book", LINE)
def test_a_hand_the_player_folded_does_not_come_back(book):
    s = taken(5, by="player").add("request", seat=5, kind="cards_back")
    assert s.ruling(book)["situation"] != "fold.dealer_killed_protected"


def first_round(antes, *blinds):
    s = Scene(draw(blinds=True, ante=5), "draw_high").add("riffle")
    if antes:
        s.add("post", seats=[1, 2, 3, 4, 5, 6], kind="ante", amount=5)
    for seat, kind, amount in blinds:
        s.add("post", seats=[seat], kind=kind, amount=amount)
    return s.deal(rounds=5).hand("rrop-6")


def test_draw_high_opens_left_of_the_button_without_blinds():
    hand = first_round(True)
    assert (hand.turn, hand.high) == (1, 0)


def test_draw_high_with_a_blind_or_nothing_said_of_forced_chips_has_blinds():
    for hand in (first_round(True, (1, "sb", 10), (2, "bb", 20)), first_round(False)):
        assert (hand.turn, hand.high) == (3, 20)


def test_lowball_with_antes_seen_keeps_its_blinds():
    s = Scene(draw(blinds=True, ante=5), "a5_lowball").add("riffle")
    s.add("post", seats=[1, 2, 3, 4, 5, 6], kind="ante", amount=5)
    hand = s.deal(rounds=5).hand("rrop-6")
    assert (hand.turn, hand.high) == (3, 20)


def barred(chips):
    """Checks out of turn, is bet into, says raise and puts chips out."""
    s = flop().add("declare", seat=6, word="check", wording="plain")
    s.act(3, "check").act(5, "bet", 400)
    s.add("declare", seat=6, word="raise", wording="plain", amount=1200)
    return s.add("chips_move", seat=6, chips=chips, **{"from": "seat:6"}, to="line:6",
                 by="player", motion=1, released=True, crossed="full")  # fmt: skip


def test_a_barred_raise_is_the_answer_until_its_chips_have_gone_back():
    for book in ("rrop-6", "stg-2011"):
        r = barred([1000, 100, 100]).ruling(book)
        assert (r["ruling"], r["amount"]) == ("raise_not_allowed", 400), book
        done = barred([100, 100, 100, 100])
        assert done.ruling(book)["ruling"] != "raise_not_allowed", book
        over = barred([1000, 100, 100]).act(3, "fold")
        assert over.ruling(book)["ruling"] != "raise_not_allowed", book


@pytest.mark.parametrize("book", [*LINE, "tda-2011"])
def test_a_skipped_player_who_checks_makes_the_checks_behind_bind_and_has_acted(book):
    s = flop(button=9).add("declare", seat=5, word="check", wording="plain")
    s.notice("not_acted", by="player", seat=3)
    assert s.ruling(book)["ruling"] == "action_backs_up"
    hand = s.act(3, "check").act(6, "check").hand(book)
    assert [r["situation"] for r in hand.open_incidents() if r["left"]] == []
    assert hand.answer()["ruling"] != "action_backs_up"


def test_a_check_the_clock_makes_is_done_at_once():
    s = Scene(ring(street="flop", live=[3, 5, 6], pot=900, board=BOARD, shot_clock_ms=30000))
    started = {"t": 0, "what": "shot_clock", "seat": 3, "ms": 30000, "time_cards": 0}
    s.events.append(started)
    s.add("timer", 30000, clock="shot_clock", seat=3, elapsed_ms=30000)
    assert s.ruling("ipr-web")["ruling"] == "forced_check"
    assert s.act(5, "check").ruling("ipr-web")["ruling"] == "no_incident"


def test_a_wager_somebody_has_acted_on_is_no_ruling_any_more():
    s = flop(button=9).act(3, "bet", 300)
    s.add("declare", seat=5, word="raise", wording="plain", amount=900)
    for book in (*LINE, "rrop-6", "tda-2011", "stg-2011"):
        said = s.ruling(book)
        assert (said["ruling"] in ("raise", "no_incident"), said["amount"]) == (True, 900)
    s.act(6, "call", 900)
    for book in (*LINE, "rrop-6", "tda-2011", "stg-2011"):
        assert s.ruling(book)["ruling"] == "no_incident"


RIVER = BOARD + ["Jc", "2h"]


def shown(winner):
    """A straight is claimed and not there; the pot goes to ``winner``."""
    s = Scene(ring(street="river", live=[3, 5], board=RIVER, pot=900, street_closed=True))
    s.add("showdown", seats=[3, 5]).add("hand_claim", seat=3, claim="straight")
    for seat, cards in ((3, ["Kc", "4h"]), (5, ["Qc", "Qh"])):
        s.card(f"seat:{seat}", cards, "up", "player", f"seat:{seat}")
    return s.add("pot_awarded", seats=[winner], amount=900)


def rabbit(_winner):
    """A card is turned after the pot was pushed."""
    s = Scene(ring(street="turn", live=[3, 5], board=RIVER[:4], pot=900)).act(3, "bet", 300)
    return s.act(5, "fold").add("pot_awarded", seats=[3]).burn().board("6h")


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("winner", [3, 5])
def test_what_was_ruled_on_shown_cards_ends_with_the_next_hand(book, winner):
    for scene, ruling in ((shown, "cards_speak"), (rabbit, "rabbit_hunting")):
        s = scene(winner)
        assert s.ruling(book)["ruling"] == ruling
        assert s.add("riffle").ruling(book)["ruling"] == "no_incident"


@pytest.mark.parametrize("book", ["ipr-2018", "rrop-6", "stg-2011"])
def test_a_board_that_stands_after_the_pot_ends_with_the_next_hand(book):
    s = Scene(ring(street="turn", live=[3, 5], all_in=[3, 5], board=RIVER[:4], street_closed=True))
    s.board("6h").add("showdown", seats=[3, 5], high=[3]).add("pot_awarded", seats=[3])
    assert s.notice("missing_burn", "player", seat=5).ruling(book)["ruling"] == "board_stands"
    assert s.add("riffle").ruling(book)["ruling"] == "no_incident"


def killed_raiser(**more):
    """Bet and raise; the dealer takes the raiser's cards, and the last of the others folds."""
    s = flop(button=9, sb_seat=1, bb_seat=2, **more).act(3, "bet", 200).act(5, "raise", 700)
    return s.card("muck", ["#40", "#41"], frm="seat:5").act(6, "fold")


def chips_back(s):
    return s.add("chips_move", seat=5, chips=[500], to="seat:5", by="dealer", **{"from": "line:5"})


def test_an_uncalled_raise_of_a_killed_hand_is_due_until_it_has_gone_back():
    r = killed_raiser().ruling("tda-2011")
    assert (r["ruling"], r["amount"]) == ("hand_dead", 500)
    on = chips_back(killed_raiser()).act(3, "call", 200)
    assert killed_raiser().add("pot_awarded", seats=[3]).hand("tda-2011").open_incidents() == []
    assert on.hand("tda-2011").open_incidents() == []
    for book in ("rrop-6", "stg-2011"):  # nothing goes back there: the hand is dead, play went on
        assert killed_raiser().ruling(book)["ruling"] == "no_incident"


@pytest.mark.parametrize("book", LINE)
def test_a_protected_hand_the_dealer_took_stays_with_the_floor_until_that_has_spoken(book):
    assert killed_raiser().ruling(book)["ruling"] == "floor_decides"
    given = killed_raiser().card("seat:5", ["#40", "#41"], frm="muck").act(3, "call", 700)
    assert given.ruling(book)["ruling"] == "no_incident"
    street = killed_raiser().act(3, "call", 700).burn().board("Jc")
    assert street.hand(book).open_incidents() == []


def shown_to_a_folded_player():
    s = flop(button=9, sb_seat=1, bb_seat=2).act(3, "bet", 300)
    s.notice("cards_shown_by_player", about_seat=5, cards=["Ad"], intent="on_purpose", seen_by=[8])
    return s.act(5, "call", 300).act(6, "fold")


@pytest.mark.parametrize("book", ["rrop-6", "stg-2011"])
def test_a_card_to_be_shown_after_the_hand_is_due_until_it_was_shown_or_the_next_begins(book):
    s = shown_to_a_folded_player()
    assert s.ruling(book)["ruling"] == "show_card_after_hand"
    s.burn().board("Jc").act(3, "bet", 600).act(5, "fold").add("pot_awarded", seats=[3])
    assert s.ruling(book)["ruling"] == "show_card_after_hand"
    s.add("riffle").add("post", seats=[2], kind="sb", amount=100)
    assert s.hand(book).open_incidents() == []
    table = {"cards": ["Ad"], "from": "seat:5", "to": "seat:5", "face": "up", "by": "dealer"}
    shown = shown_to_a_folded_player().add("card_move", **table).burn().board("Jc").act(3, "check")
    assert shown.hand(book).open_incidents() == []


@pytest.mark.parametrize("place", ["muck", "burn", "mouth"])
@pytest.mark.parametrize("book", ["ipr-2018", "ipr-web", "rrop-6", "stg-2011"])
def test_an_exposed_card_that_went_to_the_muck_is_no_burn(book, place):
    s = Scene(ring([2, 4, 6, 8])).start().deal(rounds=1).card("seat:2", "9d", "up").deal([4, 6, 8])
    s.card("mouth", "9d", "up", frm="seat:2").card("seat:2")
    s.act(6, "call", 200).act(8, "call", 200).act(2, "call", 200).act(4, "check")
    if place != "mouth":
        s.card(place, "9d", "up", frm="mouth")
    r = s.board("Kd", "8s", "3c").act(2, "check").ruling(book)
    missing = r["situation"] == "board.flop_no_burn_after"
    assert missing == (place == "muck") and (missing or r["ruling"] == "no_incident")


@pytest.mark.parametrize("book, rule", [
    ("ipr-2018", "27.3"), ("ipr-web", "W21.4"), ("tda-2011", "23"), ("rrop-6", "S15-29"),
])  # fmt: skip
def test_a_wish_turned_down_is_cited_for_the_play_that_goes_on(book, rule):
    s = Scene(ring([1, 2, 3, 4, 5, 6]))
    asked = s.add("request", seat=3, kind="deck_change").ruling(book)
    assert asked["ruling"] == "request_refused" and f"{book}:{rule}" in asked["cite"]
    r = s.start().deal(rounds=2).act(3, "fold").act(4, "call", 200).ruling(book)
    assert r["ruling"] == "no_incident" and f"{book}:{rule}" in r["cite"][1:]  # after its own
