"""Fouled decks, jokers, a dropped stub and requests about the deck."""

import pytest

from shared_rules.rulebooks import BOOKS
from tests.rulings.ruling_scene import Scene, draw, ring, situation

SCRAP = ["rrop-6", "stg-2011"]  # books that take a joker for scrap


def preflop():
    return Scene(ring()).start().deal(rounds=2)


def on_flop(**more):
    return Scene(ring(street="flop", live=[3, 4], board=["Kd", "8s", "3c"], **more))


def test_foreign_back_in_a_hand_voids_it_at_any_stage():
    s = Scene(ring()).start().deal([1, 2, 3]).card("seat:4", "x9")
    for book in ("rrop-6", "ipr-2018", "ipr-web", "stg-2011"):
        r = s.ruling(book)
        assert (r["ruling"], r["misdeal"]) == ("hand_void", True)
    assert s.ruling("tda-2011")["ruling"] == "floor_decides"
    assert (
        situation(on_flop(street_closed=True).burn().card("board", "x1", "up"))
        == "deck.foreign_in_hand"
    )


def test_foreign_back_in_the_stub_divides_the_books():
    s = on_flop().add("tag_read", zone="stub", cards=["x1"])
    assert s.ruling("rrop-6")["ruling"] == "result_stands"
    assert s.ruling("ipr-2018")["ruling"] == "hand_void"
    assert s.ruling("stg-2011")["remedy_steps"] == ["discard_as_scrap", "play_out_hand"]


def test_duplicate_card_by_reading_and_by_what_lies_there():
    assert situation(on_flop().add("tag_read", zone="seat:3", cards=["8s", "2c"])) == (
        "deck.duplicate"
    )
    s = on_flop(hands={"3": ["8s", "2c"]}).card("seat:3", ["8s", "2c"], "up", "player", "seat:3")
    assert situation(s) == "deck.duplicate"


@pytest.mark.parametrize("zone", ["muck", "stub"])
def test_the_twin_of_a_card_on_the_board_lies_among_cards_of_no_hand(zone):
    assert situation(on_flop().add("tag_read", zone=zone, cards=["8s"])) == "deck.duplicate"
    assert situation(on_flop().add("tag_read", zone=zone, cards=["9s"])) != "deck.duplicate"
    swept = on_flop(street_closed=True).add("pot_awarded", seats=[3], amount=900)
    assert situation(swept.add("tag_read", zone=zone, cards=["8s"])) != "deck.duplicate"
    void = on_flop(street_closed=True).burn().card("board", "x1", "up")  # gathered since
    assert situation(void.add("tag_read", zone=zone, cards=["8s"])) != "deck.duplicate"
    swept = on_flop().card(zone, ["8s"], "up", "dealer", "board")
    assert situation(swept.add("tag_read", zone=zone, cards=["8s"])) != "deck.duplicate"


def test_the_same_cards_read_again_are_no_duplicate():
    s = on_flop().add("tag_read", zone="seat:3", cards=["As", "2c"])
    s.add("tag_read", zone="seat:3", cards=["As", "2c"])
    s.card("seat:3", ["As", "2c"], "up", "player", "seat:3")
    s.add("tag_read", zone="board", cards=["Kd", "8s", "3c"])
    assert situation(s) == "showdown.own_cards_shown_pending"  # shown while betting, not twice


@pytest.mark.parametrize(
    "book,ruling",
    [("ipr-web", "hand_void"), ("ipr-2018", "hand_void"), ("rrop-6", "hand_void"),
     ("stg-2011", "hand_void"), ("tda-2011", "floor_decides")],
)  # fmt: skip
def test_both_copies_of_a_card_come_off_the_deck_to_one_seat(book, ruling):
    s = Scene(ring()).start().deal([1, 2]).card("seat:3", "Ks").deal([4, 5, 6, 7, 8, 9, 1, 2])
    assert situation(s.card("seat:3", "Ks")) == "deck.duplicate"
    assert s.ruling(book)["ruling"] == ruling


def test_two_cards_of_one_rank_to_one_seat_are_no_duplicate():
    s = Scene(ring()).start().deal([1, 2]).card("seat:3", "Ks").deal([4, 5, 6, 7, 8, 9, 1, 2])
    assert situation(s.card("seat:3", "Kc")) is None


def test_a_card_that_goes_back_to_the_deck_and_comes_again_is_one_card():
    s = Scene(ring()).start().deal([1, 2]).card("seat:3", "Ks")
    s.card("stub", "Ks", frm="seat:3").card("seat:3", "Ks")
    assert s.hand("rrop-6").ruled("deck.duplicate") is None


def test_a_card_read_before_it_is_told_to_have_come_off_the_deck_is_one_card():
    s = Scene(ring()).start().deal([1, 2]).add("tag_read", zone="seat:3", cards=["Ks"])
    s.card("seat:3", "Ks")
    assert s.hand("rrop-6").ruled("deck.duplicate") is None


def test_both_copies_of_a_card_come_to_the_board():
    flop = on_flop(street_closed=True).burn()
    assert situation(flop.card("board", "8s", "up")) == "deck.duplicate"
    other = on_flop(street_closed=True).burn()
    assert situation(other.card("board", "8c", "up")) != "deck.duplicate"
    together = Scene(ring()).start().deal(rounds=2)
    assert situation(together.card("board", ["8s", "8s", "2c"], "up")) == "deck.duplicate"


def test_missing_card_after_the_next_riffle_changes_nothing():
    s = on_flop(street_closed=True).add("pot_awarded", seats=[3], amount=900).add("riffle")
    s.add("rfid_count", deck="blue", cards=51, missing=["2h"])
    for book in ("tda-2011", "rrop-6", "ipr-2018", "ipr-web", "stg-2011"):
        assert s.ruling(book)["ruling"] == "result_stands"


def test_whole_deck_is_no_incident():
    assert situation(preflop().add("rfid_count", deck="blue", cards=52)) is None


def test_joker_before_and_after_its_player_acts():
    s = Scene(ring()).start().deal().deal([1, 2]).card("seat:3", "JK").deal([4, 5, 6, 7, 8, 9])
    assert situation(s) == "deal.joker_in_hand"
    s.act(3, "call", 200)
    assert situation(s) == "deal.joker_acted_on"
    assert s.ruling("rrop-6")["ruling"] == "hand_dead"


@pytest.mark.parametrize("zone", ["stub", "burn", "muck", "board"])
def test_a_joker_read_elsewhere_than_in_a_hand_is_scrap_of_nobody(zone):
    s = Scene(ring()).start().deal(rounds=2).act(3, "fold").add("tag_read", zone=zone, cards=["JK"])
    for book in ("rrop-6", "stg-2011"):
        r = s.ruling(book)
        assert (r["ruling"], r["seat"]) == ("scrap_card", None)
        assert r["situation"] == "deck.joker_in_stub"
    s = Scene(ring()).start().deal(rounds=2).add("tag_read", zone="seat:4", cards=["JK", "9c"])
    assert situation(s) == "deal.joker_in_hand"
    assert situation(s.act(3, "call", 200)) == "deal.joker_in_hand"
    assert situation(s.act(4, "call", 200)) == "deal.joker_acted_on"


def test_a_joker_acted_on_is_an_issue_as_long_as_it_lies_there():
    s = Scene(ring()).start().deal().deal([1, 2]).card("seat:3", "JK").deal([4, 5, 6, 7, 8, 9])
    s.act(3, "call", 200).act(4, "raise", 600).act(5, "fold")
    r = s.ruling("tda-2011")  # a book without a word about jokers
    assert (r["situation"], r["ruling"], r["seat"]) == ("deal.joker_acted_on", "floor_decides", 3)
    s.card("muck", "JK", "up", frm="seat:3").act(6, "fold")
    assert s.ruling("tda-2011")["ruling"] == "no_incident"


@pytest.mark.parametrize("book", ["rrop-6", "stg-2011"])
def test_a_joker_replaced_in_time_kills_no_hand(book):
    s = Scene(ring()).start().deal().deal([1, 2]).card("seat:3", "JK").deal([4, 5, 6, 7, 8, 9])
    s.card("muck", "JK", "up", frm="seat:3").card("seat:3").act(3, "call", 200)
    assert s.ruling(book)["ruling"] != "hand_dead"
    assert s.hand(book).ruled("deal.joker_acted_on") is None


@pytest.mark.parametrize("book", ["rrop-6", "stg-2011"])
@pytest.mark.parametrize("hands_it_in", ["dealer", "player"])
def test_a_joker_read_in_a_hand_and_replaced_leaves_two_cards(book, hands_it_in):
    """It was dealt face down: only the read of the seat tells what it is."""
    s = Scene(ring()).start().deal(rounds=2).act(3, "fold")
    s.add("tag_read", zone="seat:4", cards=["JK", "7d"])
    s.card("muck", "JK", "up", frm="seat:4", by=hands_it_in).card("seat:4")
    assert s.act(4, "call", 200).ruling(book)["ruling"] == "no_incident"
    s.card("seat:4")  # one more than that is one too many
    assert [r for r in s.hand(book).incidents() if "joker" not in r["situation"]]


def test_one_joker_replaced_does_not_excuse_another_hand():
    s = Scene(ring()).start().deal().deal([1, 2]).card("seat:3", "JK").card("seat:4", "JK")
    s.deal([5, 6, 7, 8, 9]).card("muck", "JK", "up", frm="seat:3").card("seat:3")
    s.act(3, "fold").act(4, "call", 200)
    r = s.ruling("rrop-6")
    assert (r["situation"], r["seat"]) == ("deal.joker_acted_on", 4)


@pytest.mark.parametrize("book", SCRAP)
def test_whoever_is_in_after_the_first_betting_has_acted_on_the_joker(book):
    """The hand is taken up on its way: the act itself was not seen."""
    flop = on_flop().add("tag_read", zone="seat:3", cards=["JK", "7d"])
    closed = Scene(ring(street="river", live=[3, 4], street_closed=True, pot=600,
                        board=["Kd", "8s", "3c", "5h", "2d"]))  # fmt: skip
    closed.add("showdown", seats=[3, 4]).card("seat:4", ["JK", "7d"], "up", "player", "seat:4")
    for s in (flop, closed):
        r = s.ruling(book)
        assert (r["ruling"], r["remedy_steps"]) == ("hand_dead", ["kill_hand"])
    blind = on_flop(all_in=[3]).add("tag_read", zone="seat:3", cards=["JK", "7d"])
    assert blind.ruling(book)["ruling"] == "scrap_card", "all-in by its blind: it has not acted"
    first = Scene(ring(street="preflop", live=[3, 4], bets={"1": 100, "2": 200}))
    first.add("tag_read", zone="seat:3", cards=["JK", "7d"])
    assert first.ruling(book)["ruling"] == "scrap_card"


def test_a_joker_that_is_drawn_is_scrap_until_its_player_acts():
    s = Scene(draw(street="draw", live=[1, 2], pot=60), "27_lowball")
    s.add("draw", seat=1, count=1).card("seat:1", "JK").add("draw", seat=2, count=0)
    assert s.ruling("rrop-6")["ruling"] == "scrap_card"
    assert s.act(1, "bet", 40).ruling("rrop-6")["ruling"] == "hand_dead"


def test_joker_at_the_mouth_is_scrap():
    s = Scene(ring()).start().deal([1, 2]).card("mouth", "JK", "up")
    assert s.ruling("stg-2011")["ruling"] == "scrap_card"
    assert s.ruling("ipr-web")["ruling"] == "hand_void"


def test_stub_dropped_only_matters_while_cards_are_to_come():
    drop = {"from": "stub", "into": "muck", "by": "dealer"}
    assert situation(on_flop().add("zone_merge", **drop)) == "deck.stub_dropped"
    river = Scene(ring(street="river", live=[3, 4], board=["Kd", "8s", "3c", "Jc", "2h"]))
    assert situation(river.add("zone_merge", **drop)) is None


def test_new_deck_on_request_only_when_cards_are_damaged():
    s = preflop().add("request", seat=5, kind="deck_change")
    for book in ("tda-2011", "rrop-6", "ipr-2018", "ipr-web"):
        assert s.ruling(book)["ruling"] == "request_refused"
    for form, cited in (("tournament", True), ("cash", False)):
        s.setup["format"] = form
        assert ("rrop-6:S15-29" in s.ruling("rrop-6")["cite"]) == cited


def test_cards_found_damaged_after_the_request_are_a_reason_for_it():
    for value, ruling in ((True, "no_incident"), (False, "request_refused")):
        wish = {"seat": 5, "kind": "deck_change"}
        s = Scene(ring()).add("request", **wish).flag("deck_damaged", value)
        for book in ("rrop-6", "ipr-2018", "ipr-web"):
            assert s.ruling(book)["ruling"] == ruling
        before = Scene(ring()).flag("deck_damaged", value).add("request", **wish)
        for book in BOOKS:
            assert s.ruling(book)["cite"] == before.ruling(book)["cite"]
    s = on_flop().add("request", seat=3, kind="deck_change").flag("deck_damaged", True)
    for book in ("rrop-6", "ipr-2018", "ipr-web"):  # during a hand it is played out first
        assert s.ruling(book)["ruling"] == "result_stands"


@pytest.mark.parametrize("book", ["tda-2011", "rrop-6", "ipr-2018", "ipr-web"])
def test_a_deck_refused_to_a_player_and_changed_after_the_hand_is_no_matter(book):
    s = on_flop(street_closed=True, pot=900).add("pot_awarded", seats=[3], amount=900)
    refused = s.add("request", seat=3, kind="deck_change").ruling(book)
    assert refused["ruling"] == "request_refused"
    s.add("dealer_push").add("deck_swap", from_deck="blue", to_deck="red")
    assert s.ruling(book)["ruling"] == "request_refused"
    r = s.add("riffle").ruling(book)
    assert (r["ruling"], r["cite"][0]) == ("no_incident", refused["cite"][0])
    assert Scene(s.setup).add("riffle").ruling(book)["cite"][0] != refused["cite"][0]


def test_the_refund_is_lost_by_betting_on_a_known_bad_deck_not_by_checking_or_calling():
    for act, kept in (("call", True), ("raise", False)):
        s = on_flop().act(3, "bet", 500).act(4, act, 500 if kept else 1500)
        s.add("tag_read", zone="seat:4", cards=["Kd", "9c"])
        s.add("finding", kind="knew_of_duplicate", seat=4)
        for book in ("rrop-6", "stg-2011"):
            r = s.ruling(book)
            assert r["misdeal"] and r["ruling"] == ("hand_void" if kept else "refund_denied")


def test_a_foreign_back_among_the_discards_was_in_play():
    found = on_flop().add("tag_read", zone="muck", cards=["x1"])
    assert situation(found) == "deck.foreign_in_hand"
    scrap = on_flop().card("muck", "x1")
    assert situation(scrap) == "deck.foreign_in_stub"


FLAGS = [("deck_damaged", True, False), ("deck_damaged", False, True), ("identifiable", True, True)]


@pytest.mark.parametrize(("flag", "value", "refused"), FLAGS)
def test_only_a_deck_known_to_be_damaged_is_changed_on_request(flag, value, refused):
    s = Scene(ring()).flag(flag, value, **({"seats": [3]} if flag == "identifiable" else {}))
    s.add("request", seat=5, kind="deck_change")
    for book in ("tda-2011", "rrop-6", "ipr-2018", "ipr-web"):
        assert (s.ruling(book)["ruling"] == "request_refused") == refused


def test_a_stub_rebuilt_and_dropped_again_is_a_matter_of_its_own():
    drop = {"from": "stub", "into": "muck", "by": "dealer"}
    s = Scene(ring(street="flop", live=[3, 4], street_closed=True, board=["Kd", "8s", "3c"]))
    s.add("zone_merge", **drop).add("zone_merge", **drop)
    assert [r["situation"] for r in s.hand("stg-2011").incidents()] == ["deck.stub_dropped"]
    s.events.pop()
    s.card("stub", "#50", frm="muck").card("burn", "#50", frm="stub").board("Jc")
    s.act(3, "check").act(4, "check")
    assert s.ruling("stg-2011")["ruling"] == "no_incident"
    assert s.add("zone_merge", **drop).ruling("stg-2011")["ruling"] == "reconstitute_deck_play_on"


def replaced(token="x1", acted=False, dealt=True):
    """A turn card that is none of the deck is put away, and the next one dealt in its place."""
    s = on_flop(street_closed=True).burn().card("board", token, "up")
    if acted:
        s.act(3, "check")
    s.card("off", token, "up", "dealer", "board")
    return s.board("5h") if dealt else s


def test_a_foreign_board_card_that_was_replaced_at_once_was_found_in_the_stub():
    for book in ("rrop-6", "stg-2011"):
        assert replaced(dealt=False).ruling(book)["ruling"] == "hand_void"
        assert replaced(acted=True).ruling(book)["ruling"] == "hand_void"
        assert replaced().ruling(book)["ruling"] == "result_stands"
    assert replaced().act(3, "check").ruling("stg-2011")["ruling"] == "no_incident"
    for book in ("ipr-2018", "ipr-web"):  # theirs is void wherever it comes to light
        assert replaced().act(3, "check").ruling(book)["ruling"] == "hand_void"


def test_a_foreign_card_of_a_flop_and_a_foreign_burn_are_replaced_in_the_same_way():
    flop = Scene(ring(street="preflop", live=[3, 4], street_closed=True)).burn()
    flop.board("Kd", "x1", "3c").card("muck", "x1", "up", "dealer", "board").board("5h")
    burn = on_flop(street_closed=True).card("burn", "x1")
    burn.card("off", "x1", "down", "dealer", "burn").burn().board("5h")
    assert flop.ruling("stg-2011")["ruling"] == "result_stands"
    for s in (flop, burn):
        assert s.act(3, "check").hand("stg-2011").open_incidents() == []


def stopped(token="x1", to="off", acted=True, seen="move"):
    """A card with another back comes to the mouth as the turn, and goes on from there."""
    s = on_flop(street_closed=True).burn().card("mouth", token)
    if seen == "read":
        s.add("tag_read", zone="mouth", cards=[token])
    if to is not None:
        s.card(to, token, "up" if to == "board" else "down", "dealer", "mouth")
    if to in ("off", "muck"):
        s.board("5h")
        if acted:
            s.act(3, "check")
    return s


def test_a_foreign_card_that_reached_no_place_was_found_in_the_stub():
    for seen in ("move", "read"):
        r = stopped(to=None, seen=seen).ruling("stg-2011")
        assert (r["ruling"], r["misdeal"], r["decided_by"]) == ("scrap_card", False, "dealer")
        assert r["remedy_steps"] == ["discard_as_scrap", "replace_with_next_card"]
        assert stopped(to=None, seen=seen).ruling("rrop-6")["ruling"] == "result_stands"
        for book in ("ipr-2018", "ipr-web"):  # theirs is void wherever it comes to light
            assert stopped(to=None, seen=seen).ruling(book)["ruling"] == "hand_void"


@pytest.mark.parametrize("to", ["off", "muck"])
def test_a_foreign_card_put_aside_on_its_way_is_done_with_once_play_goes_on(to):
    assert stopped(to=to).ruling("stg-2011")["ruling"] == "no_incident"
    assert stopped(to=to, acted=False).ruling("stg-2011")["ruling"] == "scrap_card"
    assert stopped(to=to).ruling("ipr-2018")["ruling"] == "hand_void"
    again = stopped(to=to).add("tag_read", zone="seat:4", cards=["x2", "9c"])
    for book in ("stg-2011", "rrop-6"):
        assert again.ruling(book)["ruling"] == "hand_void"


@pytest.mark.parametrize("book", ["stg-2011", "rrop-6"])
@pytest.mark.parametrize("to", ["board", "burn", "seat:4"])
def test_a_foreign_card_that_stopped_and_was_dealt_on_is_in_the_hand(book, to):
    hand = stopped(to=to).hand(book)
    assert [r["situation"] for r in hand.open_incidents()][0] == "deck.foreign_in_hand"
    assert hand.answer()["ruling"] == "hand_void"


def test_a_foreign_card_of_the_deal_is_replaced_by_the_next_one():
    s = Scene(ring()).start().deal([1, 2, 3]).card("mouth", "x1")
    s.card("off", "x1", frm="mouth").deal([4, 5, 6, 7, 8, 9]).deal()
    assert s.ruling("stg-2011")["ruling"] == "scrap_card"
    assert s.act(3, "call", 200).hand("stg-2011").open_incidents() == []


@pytest.mark.parametrize("tokens", [("x1", "x2"), ("JK", "JK"), ("x1", "JK")])
def test_a_second_card_that_is_none_is_scrap_as_the_first_was(tokens):
    first = stopped(tokens[0])
    second = first.act(4, "check").burn().card("mouth", tokens[1])
    assert second.ruling("stg-2011")["ruling"] == "scrap_card"
    second.card("off", tokens[1], frm="mouth").board("2h").act(3, "check")
    assert second.ruling("stg-2011")["ruling"] == "no_incident"


@pytest.mark.parametrize("token", ["x1", "JK"])
def test_scrap_that_is_read_where_it_was_put_away_is_no_new_card(token):
    s = stopped(token, "muck").add("tag_read", zone="muck", cards=[token])
    assert s.ruling("stg-2011")["ruling"] == "no_incident"


@pytest.mark.parametrize("token", ["x1", "JK"])
@pytest.mark.parametrize("book", ["rrop-6", "stg-2011", "tda-2011"])
def test_the_card_in_place_of_one_that_is_no_card_needs_no_burn_of_its_own(book, token):
    assert replaced(token).hand(book).ruled("board.turn_no_burn") is None
    again = on_flop(street_closed=True).burn().board("Jc").card("stub", "Jc", "down", "dealer",
                                                                "board").board("5h")  # fmt: skip
    assert again.hand(book).ruled("board.turn_no_burn") is not None


def test_a_card_named_by_the_setup_in_a_hand_lies_twice_when_it_comes_to_the_board():
    for hands, found in (({"4": ["2c", "2d"]}, True), ({"4": ["2s", "2d"]}, False)):
        s = on_flop(street_closed=True, hands=hands).burn().board("2c")
        assert (situation(s) == "deck.duplicate") == found


@pytest.mark.parametrize("after_round", [False, True])
@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize(
    ("kind", "books"), [("JK", SCRAP), ("7c", [*SCRAP, "ipr-2018", "ipr-web"])]
)
def test_scrap_of_the_first_round_leaves_its_hand_to_be_filled(kind, books, place, after_round):
    order = [7, 9, 1, 4]
    s = Scene(ring([1, 4, 7, 9], button=4, sb_seat=7, bb_seat=9)).start().deal(order[:place])
    boxed = {} if kind == "JK" else {"boxed": True}
    s.card(f"seat:{order[place]}", kind, "up" if boxed else "down", **boxed)
    s.deal(order[place + 1 :])
    if after_round:
        s.card(f"seat:{order[place]}")
    s.deal(order).add("tag_read", zone=f"seat:{order[place]}", cards=[kind])
    for book in books:
        r = s.ruling(book)
        assert (r["ruling"], r["seat"], r["misdeal"]) == ("scrap_card", order[place], False), book
    if kind != "JK":
        s.act(1, "call", 200).act(4, "call", 200)
        left = "no_incident" if after_round else "scrap_card"
        assert {s.ruling(book)["ruling"] for book in books} == {left}


@pytest.mark.parametrize("rebuilt", [False, True])
@pytest.mark.parametrize("book", BOOKS)
def test_who_says_that_a_dropped_stub_ran_into_the_muck_says_nothing_new(book, rebuilt):
    s = on_flop().add("zone_merge", **{"from": "stub"}, into="muck", by="dealer")
    s.notice("cards_mixed", by="player", seat=4)
    assert situation(s, book) == "deck.stub_dropped"
    s.add("zone_merge", **{"from": "muck"}, into="stub", by="dealer").act(3, "check")
    if rebuilt:
        s.notice("cards_mixed", by="player", seat=4)
    assert s.ruling(book)["ruling"] == "no_incident"


@pytest.mark.parametrize("book", BOOKS)
def test_hands_that_ran_together_in_the_deal_are_told_in_time_by_a_notice(book):
    s = Scene(ring([1, 2, 3, 4])).start().deal(rounds=2)
    s.add("zone_merge", **{"from": "seat:3"}, into="seat:4", by="dealer")
    s.notice("cards_mixed", by="player", seat=4)
    keys = {r["situation"] for r in s.hand(book).incidents()}
    assert "deal.mixed_hands" in keys
    later = s.act(3, "call", 200).act(4, "raise", 600).hand(book)
    assert "deal.mixed_hands_late" not in {r["situation"] for r in later.incidents()}


@pytest.mark.parametrize("merged", [False, True])
def test_hands_that_run_together_before_anybody_acts_void_the_deal_in_two_books(merged):
    s = Scene(ring([1, 2, 3, 4])).start().deal(rounds=2)
    if merged:
        s.add("zone_merge", **{"from": "seat:3"}, into="seat:4", by="player")
    else:
        s.card("seat:4", ["#3", "#7"], frm="seat:3", by="player")
    s.flag("mixed", True, seats=[3, 4])
    for book in BOOKS:
        voids = book in ("ipr-2018", "ipr-web")
        assert (s.ruling(book)["ruling"] == "misdeal") == voids, book


def joker_of_four():
    """Seat 4 is last to get its first card, and it is a joker."""
    s = Scene(ring([1, 2, 3, 4])).start().deal([1, 2, 3]).card("seat:4", "JK").deal()
    return s.add("tag_read", zone="seat:4", cards=["JK"])


@pytest.mark.parametrize("book", ["tda-2011", *SCRAP])
def test_a_joker_in_a_hand_is_open_until_it_is_put_away_or_acted_on(book):
    s = joker_of_four().act(3, "call", 200)
    assert situation(s, book) == "deal.joker_in_hand"
    s.act(4, "call", 200)
    assert situation(s, book) == "deal.joker_acted_on"
    taken = joker_of_four().card("muck", "JK", "up", frm="seat:4").card("seat:4")
    assert taken.ruling(book)["situation"] == "deal.joker_in_hand"  # the last step ends it
    for seat in (3, 4):
        assert taken.act(seat, "call", 200).ruling(book)["ruling"] == "no_incident"


@pytest.mark.parametrize("book", SCRAP)
def test_a_hand_killed_for_its_joker_leaves_no_card_to_be_replaced(book):
    s = joker_of_four().act(3, "call", 200).act(4, "call", 200)
    s.card("muck", ["JK", "#8"], frm="seat:4").act(1, "call", 200)
    assert s.hand(book).open_incidents() == []
