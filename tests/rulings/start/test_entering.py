"""Coming into a game: newcomers, missed blinds, changed seats, single blinds, antes (rrop-6)."""

import pytest

from shared_rules.hand.start import posting
from tests.rulings.ruling_scene import Scene, draw, ring
from tests.rulings.spots import BOOKS

SEATS = [1, 2, 3, 4, 5, 6]


def asks(game="nlhe", setup=None, seat=8, after=(), **fields):
    s = Scene(setup or ring(SEATS, format="cash", **fields.pop("table", {})), game).add("riffle")
    s.add("request", seat=seat, kind="deal_in", **fields)
    for what, more in after:
        s.add(what, **more)
    return s.hand("rrop-6")


# status and fields -> (situation, amount, dealt in)
CASES = {
    "newcomer posts": ({"status": "new"}, "entry.new", 200, True, "S4-5"),
    "newcomer waits": ({"status": "new", "wants": "wait"}, "entry.waits", None, False, "S4-5"),
    "button passed once": ({"status": "let_pass"}, "entry.let_pass", 200, True, "S4-6"),
    "playing over": ({"status": "playing_over"}, "entry.playing_over", 200, True, "S4-7"),
    "missed both blinds": (
        {"status": "missed", "missed": ["sb", "bb"]}, "entry.missed", 300, True, "S4-10"),
    "missed the small blind": (
        {"status": "missed", "missed": ["sb"]}, "entry.missed", 100, True, "S4-10"),
    "busted and back": (
        {"status": "busted", "missed": ["sb", "bb"]}, "entry.busted", 300, True, "S4-12"),
    "new game, newcomer": (
        {"status": "new", "table": {"new_game": {"drew": [1], "passed": []}}},
        "entry.new_game", None, True, "S4-13"),
    "new game, a blind has passed": (
        {"status": "new", "table": {"new_game": {"drew": [], "passed": [8]}}},
        "entry.new", 200, True, "S4-5"),
    "new game, drew for the button": (
        {"status": "missed", "missed": ["bb"], "table": {"new_game": {"drew": [8], "passed": [8]}}},
        "entry.new_game_drew", 200, True, "S4-13"),
    "new game, changed seats": (
        {"status": "seat_change", "moved": 3, "table": {"new_game": {"drew": [], "passed": []}}},
        "entry.new_game_seat", None, True, "S4-13"),
    "two seats away from the blind": (
        {"status": "seat_change", "moved": 2}, "entry.seat_change", 2, False, "S4-14"),
    "two away, posts": (
        {"status": "seat_change", "moved": 2, "wants": "post"}, "entry.seat_change_post", 200, True,
        "S4-14"),
    "closer to the blind": (
        {"status": "seat_change", "moved": -1}, "entry.seat_change_near", None, True, "S4-14"),
    "dealt off": ({"status": "dealt_off"}, "entry.dealt_off", None, True, "S4-15"),
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(CASES))
def test_what_a_hand_costs(name):
    fields, key, amount, dealt, rule = CASES[name]
    hand = asks(**fields)
    r = hand.answer()
    assert (r["situation"], r["amount"]) == (key, amount)
    assert f"rrop-6:{rule}" in r["cite"] and r["ruling"] == "no_incident"
    assert (8 in hand.dealt_in) is dealt


def test_nobody_comes_in_between_button_and_big_blind():
    table = ring([1, 2, 4, 6], format="cash", button=1, sb_seat=2, bb_seat=4)
    for seat, refused in ((3, True), (5, False), (8, False)):
        hand = asks(setup=table, seat=seat, status="missed", missed=["sb", "bb"])
        r = hand.answer()
        assert (r["situation"] == "entry.between") is refused
        assert (r["ruling"] == "request_refused") is refused
        assert (seat in hand.dealt_in) is not refused
    r = asks(setup=table, seat=3, status="new").answer()
    assert {"rrop-6:S4-8", "rrop-6:S16-3"} <= set(r["cite"])


def test_missed_blinds_are_live_up_to_the_least_bet_and_dead_beyond():
    hand = asks(status="missed", missed=["sb", "bb"])
    assert posting.dues(hand, 8) == [("dead_blind", 100), ("entry", 200)]
    chips = {"seat": 8, "chips": [200, 100], "from": "seat:8", "to": "line:8", "by": "player",
             "motion": 1, "released": True, "crossed": "full"}  # fmt: skip
    hand = asks(status="missed", missed=["sb", "bb"], after=[("chips_move", chips)])
    assert (hand.bets[8], hand.dead, hand.pot_total()) == (200, 100, 300)
    s = Scene(ring(SEATS, format="cash")).add("riffle")
    s.add("request", seat=8, kind="deal_in", status="missed", missed=["sb", "bb"])
    s.add("chips_move", **chips)
    s.add("post", seats=[1], kind="sb", amount=100).add("post", seats=[2], kind="bb", amount=200)
    s.deal([1, 2, 3, 4, 5, 6, 8], rounds=2)
    for seat in (3, 4, 5, 6):
        s.act(seat, "fold")
    hand = s.hand("rrop-6")
    assert hand.turn == 8 and hand.bounds(8)[:2] == (0, 400)  # it has the option to raise


def test_who_owes_nothing_posts_nothing():
    assert posting.dues(asks(status="dealt_off"), 8) == []
    assert posting.dues(asks(status="new"), 3) == []


# -- lowball ---------------------------------------------------------------------------------------


def lowball(status, seat=8, **more):
    table = draw(**more.pop("table", {}))
    return asks("a5_lowball", table, seat, status=status, **more).answer()


def test_lowball_newcomers_kill_or_wait():
    r = lowball("new")
    assert (r["situation"], r["amount"]) == ("entry.lowball_new", 40)
    assert "rrop-6:S11-3" in r["cite"]
    assert lowball("new", wants="wait")["situation"] == "entry.waits"
    assert lowball("new", seat=2)["situation"] == "entry.big_blind"


def test_lowball_big_blind_passed():
    r = lowball("missed", missed=["bb"])
    assert (r["situation"], r["amount"]) == ("entry.lowball_passed", 40)
    assert "rrop-6:S11-7" in r["cite"]
    assert lowball("seat_change", moved=0)["situation"] == "entry.seat_change_near"


def test_single_blind_games():
    single = {"single_blind": True, "sb": 0, "sb_seat": None}
    short = dict(single, stacks={"2": 5})
    assert lowball("new", seat=2, table=short)["situation"] == "entry.single_short"
    half = dict(single, stacks={"2": 10})
    r = lowball("new", seat=2, table=half)
    assert r["situation"] == "entry.single_half" and "rrop-6:S11-5" in r["cite"]
    r = lowball("missed", table=single)
    assert (r["situation"], r["ruling"]) == ("entry.single_failed", "request_refused")
    assert "rrop-6:S11-6" in r["cite"]
    assert lowball("missed", seat=2, table=half)["situation"] == "entry.single_half"


# -- antes, forfeited money, kills, button ante ----------------------------------------------------


def ante_game(status="new", seat=8, **table):
    return asks("draw_high", draw(False, **table), seat, status=status)


def test_the_right_to_ante():
    hand = ante_game()
    assert (hand.answer()["situation"], hand.answer()["amount"]) == ("entry.ante_right", 5)
    hand = ante_game(antes_in_row=3)
    assert hand.answer()["amount"] == 15
    hand = ante_game(forfeited_from=SEATS)
    assert (hand.answer()["situation"], 8 in hand.dealt_in) == ("entry.forfeited", False)
    assert ante_game(seat=3, forfeited_from=SEATS).answer()["situation"] == "entry.ante_right"


def test_no_seat_change_with_several_antes_in_the_pot():
    r = ante_game("seat_change", antes_in_row=2).answer()
    assert (r["situation"], r["ruling"]) == ("entry.ante_seat_change", "request_refused")
    assert ante_game("seat_change").answer()["situation"] == "entry.ante_right"


def test_newcomer_in_a_killed_pot():
    kill = {"kill": {"size": "full", "button_with": 3, "due": 3, "amount": 400}}
    r = asks(status="new", table=kill).answer()
    assert (r["situation"], r["ruling"]) == ("entry.killed_pot", "request_refused")
    assert "rrop-6:S13-12" in r["cite"]
    assert asks(status="new", kills_next=True, table=kill).answer()["situation"] == "entry.new"
    assert asks(status="missed", missed=["bb"], table=kill).answer()["situation"] == "entry.missed"


def test_newcomer_on_the_button_with_a_button_ante():
    def newcomer(book, seat=6, **more):
        table = ring(SEATS, button=6, moved_in=[{"seat": seat}], **more)
        s = Scene(table).add("riffle").deal(rounds=2)
        return [r["situation"] for r in s.hand(book).rulings]

    ante = {"ante": 200, "ante_type": "button_ante"}
    assert "entry.on_button" in newcomer("ipr-web", **ante)
    assert "entry.on_button" not in newcomer("ipr-web")
    assert "entry.on_button" not in newcomer("ipr-web", seat=3, **ante)
    assert "entry.on_button" not in newcomer("ipr-2018", **ante)


def test_books_of_tournaments_leave_it_to_the_floor():
    for book in set(BOOKS) - {"rrop-6"}:
        s = Scene(ring(SEATS, format="cash")).add("riffle")
        r = s.add("request", seat=8, kind="deal_in", status="new").ruling(book)
        assert r["ruling"] == "floor_decides"
