"""The initial deal: what was exposed, boxed, misplaced or miscounted, by book and in time."""

import pytest

from tests.rulings.ruling_scene import RING, Scene, ring, situation

BOOKS = ("tda-2011", "rrop-6", "ipr-2018", "ipr-web", "stg-2011")


def scene(seats=RING, game="nlhe", **more):
    return Scene(ring(seats, **more), game).start()


def full(seats=RING, game="nlhe", rounds=2, **more):
    return scene(seats, game, **more).deal(rounds=rounds)


CLEAN = {
    "nine players": full(),
    "heads-up, the button last": full([3, 7]),
    "three players and a dead button": full([2, 5, 8], button=9),
    "absent player dealt in": full(presence={"4": "away"}),
    "omaha": full(game="plo", rounds=4),
    "pineapple": full(game="crazy_pineapple", rounds=3),
    "a whole flop": full()
    .act(3, "call", 200)
    .act(4, "fold")
    .act(5, "fold")
    .act(6, "fold")
    .act(7, "fold")
    .act(8, "fold")
    .act(9, "fold")
    .act(1, "fold")
    .act(2, "check")
    .burn()
    .board("Kd", "8s", "3c"),
}


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("name", sorted(CLEAN))
def test_clean_deal_has_no_incident(name, book):
    assert CLEAN[name].hand(book).incidents() == []


# name -> (scene, situation)
FOUND = {
    "second card off the deck exposed": (
        scene().deal([1]).card("seat:2", "Kd", "up"),
        "deal.first_two_exposed",
    ),
    "first card exposed as the dealer says, nothing seen": (
        scene().deal([1]).notice("exposed_card", about_seat=1),
        "deal.first_two_exposed",
    ),
    "last card exposed": (
        scene().deal().deal(RING[:-1]).card("seat:9", "Kd", "up"),
        "deal.exposed_one",
    ),
    "keyed after the deal: the last card of that seat": (
        full().notice("exposed_card", about_seat=6),
        "deal.exposed_one",
    ),
    "one card exposed and then its notice": (
        scene().deal([1, 2, 3]).card("seat:4", "Kd", "up").notice("exposed_card", about_seat=4),
        "deal.exposed_one",
    ),
    "two exposed to one seat": (
        scene().deal([1, 2]).card("seat:3", "Kd", "up").deal([4, 5, 6, 7, 8, 9, 1, 2])
        .card("seat:3", "2c", "up"),
        "deal.exposed_many",
    ),
    "two keyed exposures": (
        full().notice("exposed_card", about_seat=6).notice("exposed_card", about_seat=2),
        "deal.exposed_many",
    ),
    "two keyed exposures of one seat's cards": (
        scene().deal(rounds=1).notice("exposed_card", about_seat=6)
        .deal().notice("exposed_card", about_seat=6),
        "deal.exposed_many",
    ),
    "one exposure keyed twice": (
        full().notice("exposed_card", about_seat=6).notice("exposed_card", about_seat=6),
        "deal.exposed_one",
    ),
    "later card off the table": (
        scene().deal([1, 2, 3]).card("off"),
        "deal.off_table_one",
    ),
    "player wants to keep the exposed card": (
        scene().deal([1, 2, 3]).card("seat:4", "As", "up").deal([5, 6, 7, 8, 9]).deal()
        .add("request", seat=4, kind="keep_exposed_card"),
        "deal.keep_exposed_asked",
    ),
    "player drops an own card": (
        full().card("off", "#4", frm="seat:4", by="player"),
        "deal.dropped_by_player",
    ),
    "two boxed cards": (
        scene().deal([1]).boxed("6c").deal([2, 3]).boxed("7d"),
        "deal.boxed_many",
    ),
    "boxed card replaced by the next": (
        scene().deal([1]).boxed("6c").deal([2, 3, 4, 5, 6, 7, 8, 9]).deal(),
        "deal.boxed_one",
    ),
    "two extra cards": (
        full().card("seat:1").card("seat:2"),
        "deal.extra_many",
    ),
    "one extra, lies among the others": (
        full().card("seat:1").flag("mixed", True, seats=[1]).notice("extra_card", about_seat=1),
        "deal.long_before",
    ),
    "one extra, first said after two acted": (
        full().card("seat:1").act(3, "call", 200).act(4, "call", 200)
        .notice("extra_card", about_seat=1),
        "deal.extra_one_late",
    ),
    "a seat short after the deal": (
        scene().deal().deal([1, 2, 3, 5, 6, 7, 8, 9]).notice("wrong_card_count", about_seat=4),
        "deal.short_before",
    ),
    "a seat short, found after two acts": (
        scene().deal().deal([1, 2, 3, 5, 6, 7, 8, 9]).act(3, "call", 200).act(4, "call", 200)
        .notice("wrong_card_count", about_seat=4),
        "deal.short_after",
    ),
    "only the button's last card missing": (
        scene().deal().deal(RING[:-1]).notice("wrong_card_count", by="player", seat=9),
        "deal.last_card_missing",
    ),
    "a seat passed over in both rounds": (
        scene().deal([1, 2, 3, 5, 6, 7, 8, 9], 2),
        "deal.seat_left_out",
    ),
    "left out, the floor is told late": (
        scene().deal([1, 2, 3, 5, 6, 7, 8, 9], 2).act(3, "call", 200).act(5, "call", 200)
        .notice("not_dealt_in", by="player", seat=4),
        "deal.seat_left_out_late",
    ),
    "heads-up, the button first": (
        scene([3, 7]).card("seat:7"),
        "deal.wrong_first_seat",
    ),
    "a card out of sequence in the second round": (
        scene().deal().deal([1, 2, 4, 3, 5]),
        "deal.out_of_sequence",
    ),
    "out of sequence, late": (
        scene().deal().deal([1, 2, 4, 3, 5, 6, 7, 8, 9]).act(3, "call", 200).act(4, "call", 200),
        "deal.out_of_sequence_late",
    ),
    "two seats' cards run together": (
        full().add("zone_merge", **{"from": "seat:3"}, into="seat:4", by="dealer"),
        "deal.mixed_hands",
    ),
    "empty seat, late": (
        Scene(ring([1, 2, 3, 4, 5, 6, 8, 9])).start().deal([1, 2, 3, 4, 5, 6, 7, 8, 9], 2)
        .act(3, "call", 200).act(4, "call", 200),
        "deal.empty_seat_late",
    ),
    "button not moved, dealt from there": (
        Scene(ring(button=8, sb_seat=9, bb_seat=1, previous={"button": 8, "sb": 9, "bb": 1}))
        .start().deal([9, 1, 2, 3, 4, 5, 6, 7, 8]),
        "deal.wrong_button",
    ),
    "omaha hand with three cards": (
        scene(game="plo").deal(rounds=3).deal([1, 2, 3, 5, 6, 7, 8, 9])
        .notice("wrong_card_count", about_seat=4),
        "deal.omaha_short_before",
    ),
    "omaha hand with five cards, late": (
        full(game="plo", rounds=4).card("seat:1").act(3, "call", 200).act(4, "call", 200)
        .add("rfid_count", zone="seat:1", cards=5),
        "deal.omaha_long_after",
    ),
    "pineapple, last card missing": (
        scene(game="crazy_pineapple").deal(rounds=2).deal(RING[:-1])
        .notice("wrong_card_count", by="player", seat=9),
        "deal.pineapple_last_card_missing",
    ),
    "counted on the flop": (
        Scene(ring(street="flop", live=[3, 4], board=["Kd", "8s", "3c"]))
        .add("rfid_count", zone="seat:3", cards=3),
        "deal.long_after",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(FOUND))
def test_fault_is_found(name):
    scene_, expected = FOUND[name]
    assert situation(scene_, "rrop-6") == expected


def test_two_in_a_row_to_the_button_is_allowed_where_the_book_says_so():
    # the button is passed over in the first round and gets both cards at the end
    s = scene().deal(RING[:-1]).deal().card("seat:9")
    for book in ("tda-2011", "ipr-2018", "ipr-web"):
        assert situation(s, book) is None
    assert situation(s, "rrop-6") == "deal.two_to_button"
    assert s.ruling("rrop-6")["misdeal"] is True


def test_two_folds_end_the_time_for_a_misdeal_except_by_substantial_action():
    s = scene().deal([2, 3, 4, 5, 6, 7, 8, 9, 1], 2).act(3, "fold").act(4, "fold")
    assert s.ruling("tda-2011")["ruling"] == "misdeal"
    for book in ("rrop-6", "ipr-2018", "ipr-web", "stg-2011"):
        assert s.ruling(book)["ruling"] == "deal_stands"


def test_three_folds_are_substantial_action():
    s = scene().deal([2, 3, 4, 5, 6, 7, 8, 9, 1], 2)
    s.act(3, "fold").act(4, "fold").act(5, "fold")
    assert s.ruling("tda-2011")["ruling"] == "deal_stands"


def test_attention_called_in_time_stays_good_when_play_goes_on():
    s = scene().deal([2, 3, 4, 5, 6, 7, 8, 9, 1], 2)
    s.notice("wrong_first_seat", by="player", seat=1).act(3, "fold").act(4, "fold").act(5, "fold")
    for book in BOOKS:
        assert s.ruling(book)["ruling"] == "misdeal"


def test_exactly_two_boxed_cards_void_the_deal_in_four_books():
    s = scene().deal([1]).boxed("6c").deal([2, 3]).boxed("7d")
    for book in ("tda-2011", "rrop-6", "ipr-2018", "stg-2011"):
        assert s.ruling(book)["ruling"] == "misdeal"
    assert s.ruling("ipr-web")["ruling"] == "scrap_card"
    assert s.boxed("8d").ruling("ipr-web")["ruling"] == "misdeal"


def test_exposed_card_put_right_is_one_incident_and_no_more():
    s = scene().deal([1, 2, 3]).card("seat:4", "Kd", "up").deal([5, 6, 7, 8, 9]).deal()
    s.card("burn", "Kd", "up", frm="seat:4").card("seat:4")
    s.act(3, "call", 200).act(4, "call", 200)
    assert [r["situation"] for r in s.hand("rrop-6").incidents()] == ["deal.exposed_one"]


def test_absent_cash_player_may_be_left_out_only_in_robert_rules():
    s = Scene(ring(format="cash", presence={"4": "away"})).start()
    s.deal([1, 2, 3, 5, 6, 7, 8, 9], 2)
    assert situation(s, "rrop-6") is None
    assert situation(s, "ipr-2018") == "deal.absent_left_out"


def left_out(said, acts, about=None):
    """Seat 6 is passed over; ``said`` of the deal in time, and after so many acts who it was."""
    s = Scene(ring([1, 2, 3, 5, 6, 8])).start().deal([1, 2, 3, 5, 8], 2)
    if said:
        s.notice(said, "player", seat=3, **({"about_seat": about} if about else {}))
    for seat, act in ((3, "fold"), (5, "call"), (8, "call"))[:acts]:
        s.act(seat, act, 200 if act == "call" else None)
    return s.notice("not_dealt_in", "player", seat=6)


@pytest.mark.parametrize(
    ("said", "about", "acts", "ruling"),
    [
        (None, None, 0, "misdeal"),
        (None, None, 3, "deal_stands"),
        ("wrong_first_seat", None, 3, "deal_stands"),
        ("not_dealt_in", None, 3, "deal_stands"),  # of the speaker, who has a hand
        ("not_dealt_in", 6, 3, "misdeal"),
        ("out_of_sequence", None, 3, "misdeal"),
    ],
)
def test_a_word_on_another_fault_of_the_order_keeps_no_time(said, about, acts, ruling):
    for book in BOOKS:
        assert left_out(said, acts, about).ruling(book)["ruling"] == ruling, book


@pytest.mark.parametrize("first", ["stub", "burn"])
def test_a_second_card_too_many_voids_the_deal_though_the_first_went_back(first):
    """Dealt is dealt: rrop-6:S5-2, stg-2011:D-X7, ipr-2018:77.4, ipr-web:W19.4."""
    s = scene().deal(rounds=2).card("seat:1")
    token = s.events[-1]["cards"][0]
    s.notice("extra_card", about_seat=1).flag("mixed", False, seats=[1])
    four = ("rrop-6", "stg-2011", "ipr-2018", "ipr-web")
    for book in four:
        assert s.ruling(book)["ruling"] == "return_extra_as_burn"
    s.card(first, token, frm="seat:1").card("seat:2").notice("extra_card", about_seat=2)
    s.flag("mixed", False, seats=[2])
    for book in four:
        assert s.ruling(book)["ruling"] == "misdeal", book


@pytest.mark.parametrize(
    ("back", "posts", "ruling"),
    [("later", False, "no_incident"), ("before", False, "misdeal"), ("later", True, "misdeal")],
)
@pytest.mark.parametrize("acts", [0, 1])
def test_who_comes_back_after_the_deal_was_not_entitled_to_a_hand(back, posts, ruling, acts):
    """rrop-6:S3-MIS-1j: there must be somebody at the table, or a blind or an ante posted."""
    s = Scene(ring([1, 2, 4, 6, 8], format="cash", presence={"6": "away"})).start()
    if posts:
        s.add("post", seats=[6], kind="bb", amount=200)
    if back == "before":
        s.add("presence", seat=6, state="in_seat")
    s.deal([1, 2, 4, 8], 2)
    if acts or back == "later":
        s.act(4, "fold")
    if back == "later":
        s.add("presence", seat=6, state="in_seat")
    s.notice("not_dealt_in", "player", seat=6)
    r = s.ruling("rrop-6")
    assert (r["ruling"], r["cite"]) == (ruling, ["rrop-6:S3-MIS-1j"])
    if ruling == "no_incident":
        r = s.act(8, "raise", 600).ruling("rrop-6")
        assert (r["ruling"], r["cite"][0]) == ("no_incident", "rrop-6:S3-MIS-1j")
    assert s.ruling("ipr-2018")["ruling"] == "misdeal"  # every stack is dealt in


def test_newcomer_between_button_and_small_blind_gets_no_hand_but_in_one_book():
    setup = ring([1, 2, 3, 4, 5, 6], sb_seat=2, bb_seat=3, moved_in=[{"seat": 1}])
    s = Scene(setup).start().deal([1, 2, 3, 4, 5, 6])
    for book in ("tda-2011", "ipr-2018", "ipr-web", "stg-2011"):
        assert situation(s, book) == "deal.not_entitled_seat"
    assert situation(s, "rrop-6") is None
    cash = Scene(dict(setup, format="cash")).start().deal([1, 2, 3, 4, 5, 6])
    assert situation(cash, "rrop-6") == "deal.not_entitled_seat"


def test_misdeal_declared_and_dealt_again_is_an_exact_replay_in_one_book():
    s = scene().card("seat:1", "Kd", "up").add("finding", kind="misdeal_declared").add("riffle")
    r = s.ruling("ipr-2018")
    assert (r["ruling"], r["amount"], r["misdeal"]) == ("exact_replay", 200, True)
    assert s.ruling("rrop-6")["ruling"] == "misdeal"


def test_rulings_never_name_a_card():
    for name in sorted(FOUND):
        for book in BOOKS:
            for r in FOUND[name][0].hand(book).rulings:
                assert "Kd" not in repr(r) and "As" not in repr(r)


# -- a boxed card that came to lie at a seat ---------------------------------------------------


def _boxed_at(seat, then):
    """Second round: the card to ``seat`` was boxed and lies there; the next goes to ``then``."""
    s = scene().deal().deal(RING[: seat - 1]).boxed("9c", f"seat:{seat}")
    return s.deal(RING[then - 1 :])


@pytest.mark.parametrize("book", ["rrop-6", "stg-2011"])
def test_a_boxed_card_at_a_seat_is_scrap_and_the_next_below_comes_for_it(book):
    r = _boxed_at(4, 4).ruling(book)
    assert (r["ruling"], r["remedy_steps"][-1]) == ("scrap_card", "replace_with_next_card")
    r = _boxed_at(4, 5).ruling(book)
    assert (r["ruling"], r["remedy_steps"][-1]) == ("scrap_card", "replace_after_round_dealt")


@pytest.mark.parametrize("book", ["rrop-6", "stg-2011", "tda-2011"])
def test_two_boxed_cards_at_seats_void_the_deal(book):
    s = scene().deal().deal([1, 2, 3]).boxed("9c", "seat:4").deal([4]).boxed("Td", "seat:5")
    r = s.deal([5, 6, 7, 8, 9]).ruling(book)
    assert (r["ruling"], r["situation"]) == ("misdeal", "deal.boxed_many")


def test_a_card_its_player_flashed_is_ruled_on_when_the_dealers_was_replaced():
    """Beside an exposed card that lies there it is the same matter; after it one of its own."""
    for book in ("rrop-6", "stg-2011"):
        s = Scene(ring()).start().deal([1, 2, 3, 4]).card("seat:5", "2s", "up")
        s.deal([6, 7, 8, 9]).deal()
        flash = {"about_seat": 4, "cards": ["Kh"], "intent": "accident"}
        beside = Scene(s.setup)
        beside.events, beside.t, beside.nth = list(s.events), s.t, s.nth
        beside.notice("cards_shown_by_player", **flash)
        beside.add("request", seat=4, kind="replacement_card")
        assert beside.ruling(book)["ruling"] == "replace_exposed_card"
        s.card("stub", "2s", "up", frm="seat:5").card("seat:5")
        s.notice("cards_shown_by_player", **flash)
        r = s.add("request", seat=4, kind="replacement_card").ruling(book)
        assert (r["ruling"], r["seat"]) == ("card_plays", 4)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("intent", [{}, {"intent": "accident"}])
def test_own_cards_seen_before_the_first_act_play_also_where_nobody_keys_why(book, intent):
    """The dealer's panel says who showed cards, and no more."""
    s = Scene(ring()).start().deal().deal().notice("cards_shown_by_player", seat=4, **intent)
    assert s.ruling(book)["situation"] == "deal.flashed_by_player"


@pytest.mark.parametrize("rounds", [1, 2])
@pytest.mark.parametrize("book", BOOKS)
def test_own_cards_shown_on_purpose_before_the_first_act_are_shown_with_action_pending(
    book, rounds
):
    s = Scene(ring()).start().deal(rounds=rounds)
    s.notice("cards_shown_by_player", seat=4, intent="on_purpose")
    r = s.ruling(book)
    assert (r["situation"], r["seat"]) == ("showdown.own_cards_shown_pending", 4)


@pytest.mark.parametrize(("shown", "pending"), [
    (2, True),  # tabled: no peel that went wrong
    (1, False),  # a card that others may have seen by chance: who saw it says so
])  # fmt: skip
@pytest.mark.parametrize("book", BOOKS)
def test_a_hand_tabled_before_the_first_act_is_shown_with_action_pending(book, shown, pending):
    s = Scene(ring()).start().deal(rounds=2)
    hand = {"from": "seat:4", "to": "seat:4", "face": "up", "by": "player"}
    s.add("card_move", cards=["Ah", "Kd"][:shown], **hand)
    assert (s.ruling(book)["situation"] == "showdown.own_cards_shown_pending") == pending


def test_a_notice_about_the_new_deal_is_none_about_the_void_one():
    """Once the replay is complete: two in a row to the button are right in some books."""
    seats = [1, 2, 5, 6, 8]
    s = Scene(ring(seats)).start().card("seat:1", "As", "up")
    s.add("finding", kind="misdeal_declared").card("stub", "As", frm="seat:1")
    s.nth = 0
    s.add("riffle").add("post", seats=[1], kind="sb", amount=100)
    s.add("post", seats=[2], kind="bb", amount=200).deal([1, 2, 5, 6], rounds=2)
    s.card("seat:8").card("seat:8").notice("out_of_sequence", by="player", seat=1)
    for book in ("ipr-2018", "ipr-web", "tda-2011"):
        assert s.ruling(book)["ruling"] == "no_incident", book
    for book in ("rrop-6", "stg-2011"):
        r = s.ruling(book)
        assert (r["ruling"], r["situation"]) == ("misdeal", "deal.two_to_button"), book


@pytest.mark.parametrize(("seat", "format", "rrop"), [
    (2, "cash", "deal.seat_left_out"), (2, "tournament", "deal.seat_left_out"),
    (4, "cash", None),
])  # fmt: skip
def test_who_is_away_with_a_blind_posted_is_entitled_to_a_hand(seat, format, rrop):
    s = Scene(ring(format=format, presence={str(seat): "away"})).start()
    s.deal([x for x in RING if x != seat], 2)
    assert situation(s, "rrop-6") == rrop
    if rrop is None:
        assert "rrop-6:S3-MIS-1j" in s.ruling("rrop-6")["cite"]
    for book in BOOKS:
        if book != "rrop-6":
            assert s.ruling(book)["ruling"] == "misdeal", book


def _turned_up(by, **dealt):
    """Seat 3 has its first card, and ``by`` has turned it face up; the deal goes on."""
    s = Scene(ring()).start().deal().card("seat:3", "Kh", "up", by, "seat:3", **dealt)
    return s.deal()


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("folds", [0, 1, 4])
def test_a_card_turned_up_by_its_player_plays_however_it_is_asked_about(book, folds):
    for asked in ("replacement_card", "exposed_card"):
        s = _turned_up("player")
        for seat in (3, 4, 5, 6)[:folds]:
            s.act(seat, "fold" if seat > 3 else "call", None if seat > 3 else 200)
        assert s.ruling(book)["ruling"] == "no_incident"  # showing it is nothing to rule on
        if asked == "exposed_card":
            s.notice(asked, about_seat=3)
        else:
            s.add("request", seat=3, kind=asked)
        r = s.ruling(book)
        assert (r["ruling"], r["situation"], r["seat"]) == (
            "card_plays",
            "deal.flashed_by_player",
            3,
        )


@pytest.mark.parametrize("book", BOOKS)
def test_a_card_the_dealer_turned_up_is_not_its_players_doing(book):
    s = _turned_up("dealer").notice("exposed_card", about_seat=3)
    assert s.ruling(book)["situation"] != "deal.flashed_by_player"
    both = Scene(ring()).start().deal([1, 2]).card("seat:3", "Kh", "up")
    both.card("seat:3", "Kh", "up", "player", "seat:3").deal([4, 5, 6, 7, 8, 9]).deal()
    situation = both.ruling(book)["situation"]
    assert situation not in (None, "deal.flashed_by_player")
    assert both.notice("exposed_card", about_seat=3).ruling(book)["situation"] == situation
    other = _turned_up("player").notice("exposed_card", about_seat=5)
    assert other.ruling(book)["situation"] != "deal.flashed_by_player"


def newcomer(said=None, seat=5):
    """A newcomer left of the button, whom this book deals in, is left out from the first card."""
    s = scene([1, 2, 3, 4, 5, 6, 7], button=4, sb_seat=6, bb_seat=7, moved_in=[{"seat": 5}])
    s.deal([6, 7, 1, 2, 3, 4], rounds=2)
    return s.notice(said, by="player", seat=seat) if said else s


def test_who_was_due_the_first_card_and_got_none_was_left_out_once_that_is_said():
    assert situation(newcomer()) == "deal.wrong_first_seat"
    r = newcomer("not_dealt_in").ruling("rrop-6")
    assert (r["situation"], r["ruling"]) == ("deal.seat_left_out", "misdeal")
    assert r["cite"] == ["rrop-6:S3-MIS-1j"]
    for other in (newcomer("wrong_first_seat"), newcomer("not_dealt_in", 2)):
        assert situation(other) == "deal.wrong_first_seat"
    for book in ("tda-2011", "stg-2011"):  # there a newcomer in that seat waits
        assert newcomer("not_dealt_in").hand(book).incidents() == []


@pytest.mark.parametrize(("by", "mixed"), [("dealer", True), ("unknown", True), ("player", False)])
def test_hands_that_run_together_are_the_players_own_doing_or_a_fault_of_the_deal(by, mixed):
    s = scene([1, 2, 3, 4]).deal(rounds=1)
    s.add("zone_merge", **{"from": "seat:3"}, into="seat:4", by=by)
    assert (situation(s) == "deal.mixed_hands") == mixed


@pytest.mark.parametrize("book", ["ipr-2018", "ipr-web", "rrop-6", "stg-2011"])
def test_a_late_word_about_a_card_that_was_replaced_is_no_new_fault(book):
    s = scene([1, 2, 3, 4, 5]).deal(rounds=1).deal([1, 2]).card("seat:3", "8d", "up").deal([4, 5])
    there = Scene(s.setup)
    there.events, there.t, there.nth = list(s.events), s.t, s.nth
    s.card("mouth", "8d", "up", frm="seat:3").card("seat:3")
    for told in (s, there):
        told.act(3, "call", 200).act(4, "raise", 600)
        told.notice("exposed_card", by="player", seat=5, about_seat=3)
    assert s.ruling(book)["ruling"] == "replace_exposed_card"  # it has still to be burned
    assert there.ruling(book)["ruling"] == "deal_stands"


@pytest.mark.parametrize("book", ["rrop-6", "stg-2011"])
def test_who_has_looked_gets_no_other_card_for_one_said_to_have_been_flashed(book):
    look = {"cards": ["#4", "#8"], "from": "seat:4", "to": "seat:4", "face": "down",
            "by": "player", "lifted": True}  # fmt: skip
    r = full([1, 2, 3, 4]).add("card_move", **look).add("request", seat=4, kind="replacement_card")
    r = r.ruling(book)
    assert (r["ruling"], r["seat"], r["confidence"]) == ("card_plays", 4, "medium")
    before = full([1, 2, 3, 4]).add("request", seat=4, kind="replacement_card")
    assert before.ruling(book)["ruling"] != "card_plays"
    seen = scene([1, 2, 3, 4]).deal().deal([1, 2, 3]).card("seat:4", "9d", "up")
    seen.add("card_move", **look).add("request", seat=4, kind="replacement_card")
    assert seen.ruling(book)["ruling"] == "replace_exposed_card"
