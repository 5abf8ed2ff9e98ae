"""Board and burn faults on each street, before and after action, by book."""

import pytest

from tests.rulings.ruling_scene import RING, Scene, ring, situation

BOOKS = ("tda-2011", "rrop-6", "ipr-2018", "ipr-web", "stg-2011")
BOARDS = {"preflop": [], "flop": ["Kd", "8s", "3c"], "turn": ["Kd", "8s", "3c", "Jc"]}


def closed(street, live=(3, 4), **more):
    """Betting of the street is over, the next street is to come."""
    setup = ring(street=street, live=list(live), board=BOARDS[street], street_closed=True)
    setup.update(more)
    return Scene(setup)


def betting(street, live=(3, 4, 5), **more):
    """Seat 3 has bet, the next seat has not acted."""
    bets = {"bets": {"1": 100, "2": 200}} if street == "preflop" else {}
    s = Scene(ring(street=street, live=list(live), board=BOARDS[street], **bets, **more))
    return s.act(3, "raise" if street == "preflop" else "bet", 500)


FOUND = {
    "flop without burn": (closed("preflop").board("Kd", "8s", "3c"), "board.flop_no_burn_unknown"),
    "flop without burn, first card known": (
        closed("preflop").board("Kd", "8s", "3c").flag("first_card_known", True, cards=["Kd"]),
        "board.flop_no_burn_known",
    ),
    "flop without burn, found after a check": (
        closed("preflop").board("Kd", "8s", "3c").act(3, "check").notice("missing_burn"),
        "board.flop_no_burn_after",
    ),
    "flop without burn, said in time, then a check": (
        closed("preflop").board("Kd", "8s", "3c").notice("missing_burn").act(3, "check"),
        "board.flop_no_burn_unknown",
    ),
    "turn without burn": (closed("flop").board("Jc"), "board.turn_no_burn"),
    "turn without burn, a bet behind it": (
        closed("flop").board("Jc").act(3, "bet", 300),
        "board.turn_no_burn_after",
    ),
    "river without burn": (closed("turn").board("2h"), "board.river_no_burn"),
    "river without burn, all-in": (
        closed("turn", all_in=[3, 4]).board("2h").notice("missing_burn"),
        "board.river_no_burn",
    ),
    "river without burn, all-in, pot gone": (
        closed("turn", all_in=[3, 4]).board("2h").add("showdown", seats=[3, 4], high=[3])
        .add("pot_awarded", seats=[3], amount=900).notice("missing_burn"),
        "board.river_no_burn_after",
    ),
    "two burns, nothing shown": (closed("preflop").burn(2), "board.two_burns_unexposed"),
    "two burns before the turn, nothing shown": (
        closed("flop").burn(2),
        "board.turn_two_burns_unexposed",
    ),
    "two burns, then the flop": (
        closed("preflop").burn(2).board("Kd", "8s", "3c"),
        "board.flop_two_burns_unknown",
    ),
    "two burns, then the flop, last card known": (
        closed("preflop").burn(2).board("Kd", "8s", "3c").flag("last_flop_card_known", True),
        "board.flop_two_burns",
    ),
    "two burns, turn": (closed("flop").burn(2).board("Jc"), "board.turn_two_burns"),
    "two burns, turn, nobody knows which came second": (
        closed("flop").burn(2).board("Jc").flag("second_burn_known", False),
        "board.turn_two_burns_unknown",
    ),
    "two burns, river": (closed("turn").burn(2).board("2h"), "board.river_two_burns"),
    "two burns, turn, after a check": (
        closed("flop").burn(2).board("Jc").act(3, "check").notice("extra_burn"),
        "board.turn_two_burns_after",
    ),
    "two burns, river, after a bet": (
        closed("turn").burn(2).board("2h").act(3, "bet", 400),
        "board.river_two_burns_after",
    ),
    "four flop cards": (
        closed("preflop").burn().board("Kd", "8s", "3c", "Th"),
        "board.flop_four_unknown",
    ),
    "four flop cards, order known": (
        closed("preflop").burn().board("Kd", "8s", "3c", "Th").flag("order_known", True),
        "board.flop_four_known",
    ),
    "five flop cards": (
        closed("preflop").burn().board("Kd", "8s", "3c", "Th", "2c"),
        "board.flop_many",
    ),
    "four flop cards, after a bet": (
        closed("preflop").burn().board("Kd", "8s", "3c", "Th").act(3, "bet", 300),
        "board.flop_many_after_action",
    ),
    "two flop cards": (
        closed("preflop").burn().board("Kd", "8s").notice("board_card_count"),
        "board.flop_short",
    ),
    "two turn cards, first known": (
        closed("flop").burn().board("Jc", "5d").flag("first_card_known", True, cards=["Jc"]),
        "board.turn_two_known",
    ),
    "two river cards": (closed("turn").burn().board("2h", "9s"), "board.river_two_unknown"),
    "two river cards, after a check": (
        closed("turn").burn().board("2h", "9s").act(3, "check").notice("board_card_count"),
        "board.river_many_after_action",
    ),
    "premature flop": (betting("preflop").burn().board("Kd", "8s", "3c"), "board.premature_flop"),
    "premature turn": (betting("flop").burn().board("Jc"), "board.premature_turn"),
    "premature river": (betting("turn").burn().board("2h"), "board.premature_river"),
    "premature turn, nobody had acted at all": (
        Scene(ring(street="flop", live=[3, 4], board=BOARDS["flop"])).burn().board("Jc"),
        "board.premature_turn",
    ),
    "premature turn, the missed players fold": (
        betting("flop").burn().board("Jc").notice("not_acted", by="player", seat=4)
        .act(4, "fold").act(5, "fold"),
        "board.premature_turn_folded",
    ),
    "a card after everybody folded": (
        betting("turn", live=(3, 4)).act(4, "fold").board("2h"),
        "board.rabbit_card",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(FOUND))
def test_fault_is_found(name):
    scene, expected = FOUND[name]
    assert situation(scene, "rrop-6") == expected


HAD_TIME = {
    "flop, facing a bet": (
        betting("preflop").burn().board("Kd", "8s", "3c")
        .notice("not_acted", by="player", seat=4).add("finding", kind="ample_time", seat=4),
        "board.missed_with_time_facing_bet", "board.premature_flop",
    ),
    "turn, no bet": (
        Scene(ring(street="flop", live=[3, 4], board=BOARDS["flop"])).act(3, "check").burn()
        .board("Jc").add("finding", kind="ample_time", seat=4),
        "board.missed_with_time_no_bet", "board.premature_turn",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(HAD_TIME))
def test_time_enough_counts_only_in_a_book_with_such_a_rule(name):
    scene, with_rule, without = HAD_TIME[name]
    for book in ("ipr-2018", "ipr-web"):
        assert situation(scene, book) == with_rule
    for book in ("rrop-6", "stg-2011"):
        assert situation(scene, book) == without


CLEAN = {
    "flop": closed("preflop").burn().board("Kd", "8s", "3c"),
    "flop card by card": closed("preflop").burn().card("board", "Kd", "up", ms=200)
    .card("board", "8s", "up", ms=200).card("board", "3c", "up", ms=200),
    "turn and river with a check between": closed("flop").burn().board("Jc").act(3, "check")
    .act(4, "check").burn().board("2h"),
    "run out all-in": closed("preflop", all_in=[3, 4]).burn().board("Kd", "8s", "3c").burn()
    .board("Jc").burn().board("2h"),
}  # fmt: skip


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("name", sorted(CLEAN))
def test_clean_board_has_no_incident(name, book):
    assert CLEAN[name].hand(book).incidents() == []


def test_turn_put_right_after_a_missing_burn_leaves_one_incident():
    s = closed("flop").board("Jc").notice("missing_burn")
    s.card("burn", "Jc", "up", frm="board").board("5d").act(3, "check").act(4, "check")
    s.burn().board("2h")
    assert [r["situation"] for r in s.hand("rrop-6").incidents()] == ["board.turn_no_burn"]


def test_two_faults_on_two_streets_are_both_found():
    s = closed("flop").board("Jc").notice("missing_burn")
    s.card("burn", "Jc", "up", frm="board").board("5d").act(3, "check").act(4, "check").board("2h")
    found = [r["situation"] for r in s.hand("rrop-6").incidents()]
    assert found == ["board.turn_no_burn", "board.river_no_burn"]


def test_no_burn_is_missed_where_the_remedy_took_it():
    s = closed("preflop").burn().board("Kd", "8s", "3c", "Th").flag("order_known", True)
    s.card("burn", "Th", "up", frm="board").act(3, "check").act(4, "check").board("Jc")
    assert [r["situation"] for r in s.hand("ipr-2018").incidents()] == ["board.flop_four_known"]


def test_exposed_hole_card_is_the_burn_of_the_flop():
    s = Scene(ring()).start().deal([1, 2, 3]).card("seat:4", "Kd", "up").deal([5, 6, 7, 8, 9])
    s.deal().act(3, "call", 200)
    for seat in (4, 5, 6, 7, 8, 9):
        s.act(seat, "fold")
    s.act(1, "fold").act(2, "check").board("2d", "8s", "3c")
    assert [r["situation"] for r in s.hand("rrop-6").incidents()] == ["deal.exposed_one"]


def test_two_burns_stay_found_while_the_street_before_is_acted_on():
    s = closed("preflop", live=(3, 4, 5)).burn().board("Kd", "8s", "3c")
    s.act(3, "check").burn(2).act(4, "check")
    found = [r["situation"] for r in s.hand("rrop-6").incidents()]
    assert found == ["board.turn_two_burns_unexposed"]


@pytest.mark.parametrize("later", [0, 1])
def test_a_surplus_burn_dealt_unread_as_the_turn_leaves_what_is_burned_since_to_the_river(later):
    s = closed("flop", all_in=[3, 4]).burn(2)
    surplus = s.events[-1]["cards"][0]
    s.burn(later).card("board", surplus, frm="burn")
    if later:
        s.board("2h")
    found = [r["situation"] for r in s.hand("rrop-6").incidents()]
    assert found == ["board.turn_two_burns_unexposed"]


def test_silent_book_leaves_the_board_to_the_floor_with_its_rule_one():
    for name in ("premature flop", "turn without burn", "two burns, turn"):
        r = FOUND[name][0].ruling("tda-2011")
        assert (r["ruling"], r["decided_by"], r["cite"]) == (
            "floor_decides",
            "floor",
            ["tda-2011:1"],
        )


def test_a_board_that_stands_opens_its_street():
    s = Scene(ring(street="flop", live=[3, 4, 5], board=BOARDS["flop"])).act(3, "bet", 300).burn()
    s.board("Jc").add("finding", kind="ample_time", seat=4).act(4, "fold").act(5, "fold")
    hand = s.hand("ipr-2018")
    assert hand.answer()["ruling"] == "hand_dead"


def test_every_street_has_its_own_deadline():
    # action before the flop does not make a fault of the flop too late
    s = Scene(ring(RING)).start().deal(rounds=2).act(3, "call", 200)
    for seat in (4, 5, 6, 7, 8, 9, 1):
        s.act(seat, "fold")
    s.act(2, "check").board("Kd", "8s", "3c")
    assert situation(s) == "board.flop_no_burn_unknown"


def test_two_burns_seen_before_the_turn_are_no_fault_of_the_flop_that_lies_there():
    for more in ({}, {"burned": 1}):
        table = ring(street="flop", live=[3, 4], board=["Kd", "8s", "3c"], street_closed=True)
        s = Scene(dict(table, **more)).burn(2)
        s.notice("extra_burn")
        r = s.ruling("rrop-6")
        assert (r["ruling"], r["situation"]) == (
            "return_extra_burn",
            "board.turn_two_burns_unexposed",
        )
        s.card("stub", frm="burn", token="#2").board("2h").act(3, "check")
        assert s.ruling("rrop-6")["ruling"] == "no_incident"


@pytest.mark.parametrize("book", ["ipr-2018", "ipr-web", "rrop-6", "stg-2011"])
@pytest.mark.parametrize(("burned", "alarm"), [("9d", False), ("Kc", True)])
def test_only_the_card_that_was_shown_may_be_burned_open(burned, alarm, book):
    s = Scene(ring((1, 2, 3, 4))).start()
    for seat in (1, 2, 3):
        s.card(f"seat:{seat}")
    s.card("seat:4", "9d", "up")
    s.deal((1, 2, 3, 4), 1).card("seat:4").card("stub", "9d", "up", frm="seat:4")
    for seat in (3, 4, 1):
        s.act(seat, "call", 200)
    s.act(2, "check").card("burn", burned, "up").board("Ks", "7d", "2c")
    assert bool(s.hand(book).ruled("board.burn_exposed")) == alarm


def missed(facing, keyed=False):
    """A turn dealt before seat 5 has acted; the floor finds that there was time to speak."""
    s = Scene(ring(street="flop", live=[3, 4, 5], board=["Kd", "8s", "3c"], pot=900))
    s.act(3, "bet", 300) if facing else s.act(3, "check")
    s.act(4, "call", 300) if facing else s.act(4, "check")
    s.burn().board("Jc").notice("not_acted", by="player", seat=5)
    s.add("finding", kind="ample_time", seat=5)
    if facing:
        s.card("muck", ["#40", "#41"], frm="seat:5")
    elif keyed:
        s.act(5, "check")
    return s


@pytest.mark.parametrize("book", ["ipr-2018", "ipr-web"])
def test_play_on_an_early_board_that_stands_is_in_turn(book):
    for s in (missed(True), missed(False), missed(False, keyed=True)):
        hand = s.add("declare", seat=3, word="bet", wording="plain", amount=500).hand(book)
        assert hand.open_incidents() == []
        assert (hand.street, hand.turn, hand.high) == ("turn", 4, 500)
    assert missed(False).ruling(book)["ruling"] == "forced_check"


def test_a_board_the_floor_settled_is_played_on():
    def turn(settled):
        s = Scene(ring(street="turn", live=[3, 4], board=["Kd", "8s", "3c", "Jc"], pot=900,
                       street_closed=True))  # fmt: skip
        s.card("burn", "#30").card("burn", "#31").board("2s").notice("extra_burn")
        if settled:
            s.card("board", "#31", "up", frm="burn").card("muck", "2s", "up", frm="board")
        return s

    assert turn(True).ruling("ipr-web")["ruling"] == "floor_decides"
    for settled in (True, False):
        played = turn(settled).act(3, "check").act(4, "check").add("showdown", seats=[3, 4])
        assert played.ruling("ipr-web")["ruling"] == "show_first"
    early = Scene(ring(street="flop", live=[3, 4], board=["Kd", "8s", "3c"], pot=900))
    early.act(3, "check").burn().board("Jc").notice("not_acted", by="player", seat=4)
    assert early.act(4, "check").ruling("tda-2011")["ruling"] == "floor_decides"  # not dealt yet


@pytest.mark.parametrize("book", ["rrop-6", "stg-2011"])
def test_the_burn_that_goes_back_is_the_next_one_and_another_is_one_too_many(book):
    def river(*moves):
        s = closed("flop").burn().card("burn", "#42").board("Jc").act(3, "bet", 400)
        s.act(4, "call", 400).notice("extra_burn")
        for frm, to in moves:
            s.card(to, "#42" if frm != "stub" else "#50", frm=frm)
        return s.board("2h")

    back = river(("burn", "stub"), ("stub", "burn"))
    back.events[-2]["cards"] = ["#42"]
    assert back.act(3, "check").ruling(book)["ruling"] == "no_incident"
    assert river().act(3, "check").ruling(book)["ruling"] == "no_incident"  # it stays where it is
    fresh = river(("stub", "burn"))
    assert situation(fresh, book) == "board.river_two_burns"
    assert situation(fresh.act(3, "check"), book) == "board.river_two_burns_after"


@pytest.mark.parametrize("book", ["rrop-6", "stg-2011", "ipr-2018"])
def test_where_no_burn_was_due_the_one_that_lies_there_is_the_surplus_one(book):
    s = betting("turn").act(4, "call", 500).burn().board("2h").notice("not_acted", seat=5)
    s.card("off", "2h", "up", frm="board").act(5, "call", 500).card("stub", "2h", frm="off")
    s.burn().board("9s")
    assert situation(s, book) == "board.river_two_burns"
    assert situation(s.act(3, "check"), book) == "board.river_two_burns_after"


def early_turn_mended():
    """The early turn is set aside, and at the end shuffled back and the river dealt unburned."""
    s = betting("flop", live=(3, 4)).burn().board("Jc").card("off", "Jc", "up", "dealer", "board")
    s.act(4, "call", 500).burn().board("5h").act(3, "check").act(4, "check")
    return s.card("stub", "Jc", "down", "dealer", "off").add("riffle").board("2c")


def early_river_mended():
    s = betting("turn", live=(3, 4)).burn().board("2h").card("stub", "2h", "down", "dealer",
                                                             "board")  # fmt: skip
    return s.act(4, "call", 500).add("riffle").board("5h")


@pytest.mark.parametrize("kind", ["missing_burn", "extra_burn"])
@pytest.mark.parametrize("book", ["rrop-6", "stg-2011"])
def test_a_burn_fault_claimed_of_a_board_that_was_put_right_is_none(book, kind):
    for make in (early_turn_mended, early_river_mended):
        rule = make().ruling(book)
        assert rule["situation"].startswith("board.premature")
        r = make().notice(kind, by="player", seat=4).ruling(book)
        assert r["ruling"] == "no_incident" and rule["cite"][0] in r["cite"]


@pytest.mark.parametrize("book", BOOKS)
def test_the_fault_itself_claimed_again_stays_what_is_ruled(book):
    s = closed("flop").board("Jc").notice("missing_burn").card("burn", "Jc", "up", "dealer",
                                                               "board").board("5h")  # fmt: skip
    assert s.notice("missing_burn", by="player", seat=4).ruling(book)["situation"] == (
        "board.turn_no_burn"
    )
    other = (
        closed("flop")
        .board("Jc")
        .notice("missing_burn")
        .card("burn", "Jc", "up", "dealer", "board")
        .board("5h")
    )
    assert other.notice("extra_burn", by="player", seat=4).ruling(book)["ruling"] == "no_incident"


@pytest.mark.parametrize("book", BOOKS)
def test_a_claim_while_the_remedy_is_not_done_leaves_it_open(book):
    s = betting("flop", live=(3, 4)).burn().board("Jc").notice("missing_burn", by="player", seat=4)
    assert s.ruling(book)["situation"] == "board.premature_turn"


@pytest.mark.parametrize(
    "way", ["set aside", "by the stub", "one too many", "none", "burned before the flop"]
)
@pytest.mark.parametrize("book", ["ipr-2018", "tda-2011"])
def test_a_scrambled_flop_keeps_its_burn_and_the_picked_card_is_the_next(book, way):
    s = closed("preflop").burn().board("Ah", "Jd", "5s", "5c").notice("board_card_count")
    s.card("mouth", ["Ah", "Jd", "5s", "5c"], frm="board")
    s.add("finding", kind="burn_picked", card="5s")
    if way == "by the stub":
        s.card("stub", "5s", frm="mouth")
    first = way == "burned before the flop"
    if first:
        s.card("burn", "5s", frm="mouth")
    s.card("board", ["Ah", "Jd", "5c"], "up", frm="mouth")
    assert s.hand(book).ruled("board.flop_no_burn_unknown") is None
    s.act(3, "check").act(4, "check")
    assert s.ruling(book)["ruling"] in ("scramble_pick_burn", "no_incident")
    if way != "none" and not first:
        s.card("burn", "5s", frm="stub" if way == "by the stub" else "mouth")
    if way == "one too many":
        s.burn()
    fault = {"one too many": "board.turn_two_burns_after"}.get(way)
    if way == "none" and book == "tda-2011":
        fault = "board.turn_no_burn_after"  # the picked card was to be burned
    assert situation(s.board("Kh").act(3, "check"), book) == fault
