"""A running cash room, by the number of the rule."""

import pytest

from shared_rules.desk import books, room_rules
from shared_rules.desk.faults import BadHappening
from shared_rules.desk.room import Room
from tests.desk.desk_case import BOOKS, OPEN, RROP

NL, STUD = "nl", "stud"
KINDS = [
    {"kind": NL, "game": "no_limit_holdem", "sb": 2, "bb": 5, "min_buy_in": 200,
     "max_buy_in": 1000, "collection": {"how": "time", "amount": 6, "minutes": 30}},
    {"kind": "nl-kill", "game": "no_limit_holdem", "sb": 2, "bb": 5, "kill": True},
    {"kind": "limit", "game": "limit_holdem", "sb": 10, "bb": 20, "max_bet": 40},
    {"kind": STUD, "game": "stud7", "max_bet": 20,
     "collection": {"how": "rake", "percent": 10, "cap": 5}},
]  # fmt: skip
MINUTE = 60_000
HOUR = 60 * MINUTE


class Floor:
    """A room and somebody who keys what happens, a second apart."""

    def __init__(self, book=RROP):
        self.room = Room({"kinds": KINDS}, books.get(book))
        self.t = 0

    def do(self, what, **fields):
        self.t += 1000
        self.room.apply({"t": self.t, "what": what, **fields})
        return self

    def later(self, ms):
        self.t += ms
        self.room.now = self.t
        return self

    def open(self, table, players="", kind=NL, seats_max=9, stack=400, **more):
        """A game with players in its first seats: "ABC"."""
        self.do("game_opened", table=table, kind=kind, max=seats_max, by="management", **more)
        for seat, player in enumerate(players, 1):
            self.sit(player, f"{table}:{seat}", stack)
        return self

    def sit(self, player, place, amount=400):
        self.do("seat_given", player=player, to=place)
        return self.do("seated", player=player, to=place, amount=amount)

    def hand(self, table, *at):
        names = dict(zip(("button", "sb", "bb"), at, strict=False))
        self.do("hand_start", table=table, **names)
        return self.do("hand_over", table=table)

    def listed(self, names, kind=NL):
        for name in names:
            self.do("listed", player=name, kind=kind, present=True)
        return self

    def ask(self, what, **fields):
        decision = room_rules.answer(self.room, {"what": what, **fields})
        return OPEN if decision.open else decision.answer

    def allowed(self, what, **fields):
        found = self.ask(what, **fields)
        return found if found == OPEN else found["allowed"]


def refused(match):
    return pytest.raises(BadHappening, match=match)


def test_management_opens_and_closes_games():
    """rrop-6:S2-PROC-1"""
    floor = Floor()
    with refused(r"management opens games \(rrop-6:S2-PROC-1\)"):
        floor.do("game_opened", table=1, kind=NL, max=9, by="floor")
    floor.open(1, "AB")
    with refused("management closes games"):
        floor.do("game_broken", table=1, by="floor", cards={"A": "2c", "B": "3c"})
    assert floor.allowed("open_game", by="management") is True


@pytest.mark.parametrize(("waiting", "pays", "plays_on", "free"), [
    ("", "AC", "B", "D"), ("W", "ABC", "", "D"), ("WX", "ABCD", "", ""),
])  # fmt: skip
def test_who_pays_the_collection_depends_on_the_list(waiting, pays, plays_on, free):
    """rrop-6:S2-PROC-2"""
    floor = Floor().open(1, "ABC").hand(1, 1, 2, 3).sit("D", "1:9").listed(waiting)
    assert floor.ask("collection", table=1, declines=["B"]) == {
        "pays": list(pays), "plays_on": list(plays_on), "free": list(free), "until": "blind",
    }  # fmt: skip


def test_who_has_to_pay_the_collection_pays_it():
    """rrop-6:S2-PROC-2"""
    floor = Floor().open(1, "ABC").hand(1, 1, 2, 3).listed("W")
    with refused("B has to pay"):
        floor.do("collected", table=1, players=["A", "C"], declines=["B"])
    floor.do("collected", table=1, players=["A", "B", "C"])
    assert (floor.room.taken, floor.room.in_play) == (18, 1200 - 18)
    stud = Floor().open(2, "AB", STUD)
    assert stud.ask("collection", table=2)["until"] == "one_hand"
    with refused("no time is collected"):
        stud.do("collected", table=2, players=["A"])


def test_chips_taken_along_come_back_whole():
    """rrop-6:S2-PROC-4"""
    floor = Floor().open(1, "AB").do("away", player="A", noticed=True, removed=300)
    assert floor.room.guests["A"].stack == 100
    assert floor.ask("restored", player="A") == {"amount": 300}
    for back in (0, 299, 301):
        with refused("A brings back 300"):
            floor.do("returns", player="A", restored=back)
    floor.do("returns", player="A", restored=300)
    assert floor.room.guests["A"].stack == 400


def test_a_seat_is_taken_with_permission_only():
    """rrop-6:S2-PROC-11"""
    floor = Floor().open(1, "AB")
    assert floor.allowed("sit", player="C", at="1:3") is False
    with refused(r"nobody gave 1:3 to C \(rrop-6:S2-PROC-11\)"):
        floor.do("seated", player="C", to="1:3", amount=400)
    floor.do("seat_given", player="C", to="1:3")
    assert floor.allowed("sit", player="C", at="1:4") is False
    assert floor.allowed("sit", player="C", at="1:3") is True
    with refused("1:3 is kept for C"):
        floor.do("seat_given", player="D", to="1:3")


@pytest.mark.parametrize(("permitted", "box"), [(True, False), (False, True), (False, False)])
def test_playing_over_needs_permission_and_a_box(permitted, box):
    """rrop-6:S2-PROC-12, S4-7"""
    floor = Floor().open(1, "ABC").hand(1, 1, 2, 3)
    over = {"player": "Z", "to": "1:1", "amount": 300}
    with refused("nobody who is away has 1:1"):
        floor.do("plays_over", **over, permitted=True, box=True)
    floor.do("away", player="A", noticed=True)
    assert floor.allowed("play_over", permitted=permitted, box=box) is False
    with refused("S2-PROC-12"):
        floor.do("plays_over", **over, permitted=permitted, box=box)
    floor.do("plays_over", **over, permitted=True, box=True)
    assert floor.ask("owes", player="Z")["live"] == 5  # he is new
    with refused("Z plays over"):
        floor.do("returns", player="A")
    floor.do("cash_out", player="Z", amount=300).do("returns", player="A")


def test_a_new_player_is_sent_where_one_is_needed_most():
    """rrop-6:S2-SEAT-3"""
    floor = Floor().open(1, "ABCDE").open(2, "FGH")
    assert floor.ask("newcomer", kind=NL) == {"table": 2}
    floor.open(3, "IJK")
    assert floor.ask("newcomer", kind=NL) == OPEN  # equally in need
    full = Floor().open(1, "AB", seats_max=2)
    assert full.ask("newcomer", kind=NL) == {"table": None}


def test_a_transfer_may_not_leave_the_shorter_game():
    """rrop-6:S2-SEAT-3"""
    floor = Floor().open(1, "ABCDE").open(2, "FGH").open(4, "KLMN")
    assert floor.allowed("transfer", player="A", table=2) is True  # 4 and 4 then
    assert floor.allowed("transfer", player="A", table=4) is False
    with refused("table 1 would be the shorter game"):
        floor.do("moved", player="A", to="4:9", reason="asked")
    floor.do("moved", player="A", to="2:9", reason="asked")
    assert floor.room.guests["A"].table == 2


def test_seats_of_a_new_game_are_chosen_by_arrival_then_by_the_list():
    """rrop-6:S2-SEAT-7"""
    floor = Floor().listed("XYZ").open(1)
    floor.do("arrives", player="Z", table=1)
    for late in ("Y", "X"):  # at the same time
        floor.room.apply({"t": floor.t + 1000, "what": "arrives", "player": late, "table": 1})
    assert floor.ask("seat_choice", table=1) == {"order": ["Z", "X", "Y"]}
    with refused("Z chooses before X"):
        floor.do("seat_given", player="X", to="1:5")
    floor.do("seat_given", player="Z", to="1:5").do("seat_given", player="X", to="1:1")
    reserve = {"player": "Q", "to": "1:2"}
    with refused("management reserves"):
        floor.do("seat_reserved", **reserve, by="floor")
    floor.do("seat_reserved", **reserve, by="management")
    with refused("1:2 is kept for Q"):
        floor.do("seat_given", player="Y", to="1:2")


def test_the_extra_seat_goes_with_the_first_who_quits():
    """rrop-6:S2-SEAT-8"""
    floor = Floor().open(1, "ABCDEFGHIJ", extra=True)
    assert floor.ask("extra_seat", table=1) == {"removed": True}
    floor.do("cash_out", player="C", amount=400)
    assert floor.room.games[1].free() == []
    assert floor.ask("extra_seat", table=1) == {"removed": False}
    floor.do("cash_out", player="D", amount=400)
    assert floor.room.games[1].free() == [4]
    with refused("1:3 is no seat"):
        floor.do("seat_given", player="Z", to="1:3")


def two_games():
    """A full main game, and its must-move game, in another order than the list was in."""
    floor = Floor().open(1, "ABC", seats_max=3).hand(1, 1, 2, 3).listed("XYZ")
    floor.open(2, must_move=True)
    return floor.sit("Z", "2:1").sit("X", "2:2").sit("Y", "2:3").hand(2, 1, 2, 3)


def test_must_move_in_the_order_of_the_first_list():
    """rrop-6:S2-SEAT-9"""
    floor = two_games().do("cash_out", player="B", amount=400)
    assert floor.ask("must_move", table=2) == {"player": "X", "to": 1}
    assert floor.ask("next", at="1:2") == {"player": "X", "to": 1}
    with refused("X moves next, to table 1"):
        floor.do("moved", player="Z", to="1:2", reason="must_move")
    with refused("in the order of the list"):
        floor.do("moved", player="X", to="1:2", reason="asked")
    floor.do("moved", player="X", to="1:2", reason="must_move")
    assert floor.ask("must_move", table=2) == {"player": "Y", "to": 1}
    with refused("table 1 is no must-move game"):
        floor.ask("must_move", table=1)


@pytest.mark.parametrize(("ms", "free"), [(HOUR - 1, False), (HOUR, True)])
def test_who_refuses_to_move_is_out_for_an_hour(ms, free):
    """rrop-6:S2-SEAT-9"""
    floor = two_games().do("move_refused", player="X")
    assert "X" not in floor.room.guests
    floor.later(ms)
    assert floor.allowed("barred", player="X", kind=NL) is free
    assert floor.allowed("barred", player="Y", kind=NL) is True
    floor.t -= 1000
    if free:
        floor.do("listed", player="X", kind=NL, present=True)
    else:
        with refused("refused to move"):
            floor.do("listed", player="X", kind=NL, present=True)


@pytest.mark.parametrize(("players", "keeps"), [("ABCDE", False), ("ABCD", True)])
def test_who_will_not_play_keeps_his_place_while_four_seats_stay_empty(players, keeps):
    """rrop-6:S2-SEAT-10"""
    floor = Floor().open(1, players).listed("W")
    assert floor.ask("keeps_place", table=1) == {"keeps": keeps}
    floor.do("list_call", player="W", kind=NL, answers=False, table=1)
    assert floor.room.waiting(NL) == (["W"] if keeps else [])


def test_from_a_must_move_game_one_enters_as_a_new_player():
    """rrop-6:S2-SEAT-11"""
    floor = two_games()
    reported = {"player": "X", "reason": "must_move"}
    assert floor.ask("leaves_by", **reported) == {"until": "big_blind", "enters": "new"}
    floor.do("cash_out", player="B", amount=400)
    floor.do("moved", player="X", to="1:2", reason="must_move")
    assert floor.ask("owes", player="X") == {"live": 5, "dead": 0, "waits": True}
    stud = Floor().open(1, "AB", STUD).open(2, "X", STUD, must_move=True)
    assert stud.ask("leaves_by", **reported) == {"until": "one_hand", "enters": "dealt_in"}


@pytest.mark.parametrize(("waiting", "player", "until"), [
    ("", "A", "blind"), ("W", "A", "blind"), ("WX", "A", "now"), ("WX", "B", "button"),
    ("WX", "C", "button"), ("WX", "D", "now"),
])  # fmt: skip
def test_how_long_a_player_with_another_seat_may_stay(waiting, player, until):
    """rrop-6:S2-SEAT-13"""
    floor = Floor().open(1, "ABCD").hand(1, 1, 2, 3).listed(waiting)
    assert floor.ask("leaves_by", player=player, reason="asked") == {"until": until}


def test_how_long_a_stud_player_may_stay():
    """rrop-6:S2-SEAT-13"""
    floor = Floor().open(1, "AB", STUD)
    asked = {"player": "A", "reason": "asked"}
    assert floor.ask("leaves_by", **asked) == {"until": "one_hand"}
    floor.listed("W", STUD)
    assert floor.ask("leaves_by", **asked) == {"until": "this_hand"}


def test_players_of_a_broken_game_follow_their_cards():
    """rrop-6:S2-SEAT-14, S3-BUY-3"""
    floor = Floor().open(1, "ABCD").open(2, "EFG", stack=150 + 50).listed("W")
    cards = {"E": "9h", "F": "9s", "G": "Kc"}
    order = {"order": ["G", "F", "E"], "until": "big_blind", "then": "first_up"}
    assert floor.ask("broken_order", kind=NL, cards=cards) == order
    assert floor.ask("broken_order", kind=STUD, cards=cards)["until"] == "two_hands"
    with refused("a card for each of E, F, G"):
        floor.do("game_broken", table=2, by="management", cards={"E": "9h"})
    floor.do("game_broken", table=2, by="management", cards=cards)
    assert floor.room.waiting(NL) == ["G", "F", "E", "W"]
    assert floor.ask("next", at="1:5") == {"player": "G"}
    floor.do("seat_given", player="G", to="1:5")
    with refused("at least 200"):
        floor.do("seated", player="G", to="1:5", amount=199)
    floor.do("seated", player="G", to="1:5", amount=200)
    assert [s["why"] for s in floor.room.sessions] == ["broken"] * 3


def test_a_game_of_the_main_chain_breaks_after_the_one_that_feeds_it():
    floor = two_games()
    cards = {"A": "2c", "B": "3c", "C": "4c"}
    with refused("table 2 feeds table 1 and breaks first"):
        floor.do("game_broken", table=1, by="management", cards=cards)
    cards = {"X": "2c", "Y": "3c", "Z": "4c"}
    floor.do("game_broken", table=2, by="management", cards=cards)
    assert list(floor.room.games) == [1]


def test_a_required_kill_is_another_kind_of_game():
    """rrop-6:S13-13"""
    floor = Floor()
    assert floor.allowed("similar", kind=NL, other=NL) is True
    assert floor.allowed("similar", kind=NL, other="nl-kill") is False
    assert floor.allowed("similar", kind=NL, other="limit") is False
    floor.open(1, "AB").open(2, "CD", "nl-kill")
    with refused("another game"):
        floor.do("moved", player="A", to="2:9", reason="asked")


def test_a_new_player_posts_or_waits_for_the_big_blind():
    """rrop-6:S4-5, S4-6, S4-8"""
    floor = Floor().open(1, "ABCD").hand(1, 3, 4, 1).hand(1, 4, 1, 2).sit("N", "1:8")
    assert floor.ask("owes", player="N") == {"live": 5, "dead": 0, "waits": False}
    floor.hand(1, 1, 2, 3)
    assert 8 not in floor.room.games[1].dealt  # he waits
    with refused("owes 5, not 7"):
        floor.do("posted", player="N", amount=7)
    floor.do("posted", player="N", amount=5).hand(1, 2, 3, 4)
    assert 8 in floor.room.games[1].dealt
    floor.hand(1, 3, 4, 8).sit("M", "1:6")
    assert floor.ask("owes", player="M")["waits"] is True  # between small and big blind
    with refused("the button has to pass M"):
        floor.do("posted", player="M", amount=5)


FREE, A_BIG_BLIND = ({"live": n, "dead": 0, "waits": False} for n in (0, 5))


def test_in_a_new_game_a_seat_no_blind_has_passed_posts_nothing():
    """rrop-6:S4-13b: in hand by hand until the blinds have gone round"""
    floor = Floor().open(1, "ABCD").hand(1, 1, 2, 3).sit("N", "1:8")
    assert floor.ask("owes", player="N") == FREE
    assert "rrop-6:S4-13" in room_rules.answer(floor.room, {"what": "owes", "player": "N"}).cite
    floor.hand(1, 2, 3, 4)
    assert 8 in floor.room.games[1].dealt and not guest(floor, "N").new
    floor.sit("M", "1:7").sit("O", "1:9").hand(1, 3, 4, 8)  # O is free, the blind goes over M
    assert [s in floor.room.games[1].dealt for s in (7, 9)] == [False, True]
    assert floor.ask("owes", player="M")["live"] == 5
    floor.hand(1, 4, 8, 9).hand(1, 8, 9, 1).sit("P", "1:6")
    assert floor.ask("owes", player="P") == A_BIG_BLIND


def test_a_newcomer_away_when_the_first_blind_passes_him_posts_after_all():
    """rrop-6:S4-13b"""
    floor = Floor().open(1, "ABCD").hand(1, 2, 3, 4).sit("N", "1:8")
    floor.do("away", player="N", noticed=False).hand(1, 3, 4, 1).hand(1, 4, 1, 2)
    assert floor.do("returns", player="N").ask("owes", player="N") == A_BIG_BLIND


def test_who_plays_over_somebody_in_a_new_game_posts():
    """rrop-6:S4-7"""
    floor = Floor().open(1, "ABCDE").hand(1, 1, 2, 3).do("away", player="E", noticed=False)
    over = {"player": "N", "to": "1:5", "amount": 400, "box": True, "permitted": True}
    assert floor.do("plays_over", **over).ask("owes", player="N") == A_BIG_BLIND


def test_blinds_passed_while_away_are_made_up():
    """rrop-6:S4-10, S4-12"""
    floor = Floor().open(1, "ABCDE").hand(1, 1, 2, 3)
    floor.do("away", player="D", noticed=True)
    assert floor.ask("owes", player="D") == {"live": 0, "dead": 0, "waits": False}
    floor.hand(1, 2, 3, 5)  # the big blind has passed seat 4
    floor.do("returns", player="D")
    assert floor.ask("owes", player="D") == {"live": 5, "dead": 0, "waits": True}
    with refused("the button has to pass D"):
        floor.do("posted", player="D", amount=5)
    floor.hand(1, 3, 5, 1)  # and the small blind, before he could post
    assert floor.ask("owes", player="D") == {"live": 5, "dead": 2, "waits": False}
    with refused("D owes 7, not 5"):
        floor.do("posted", player="D", amount=5)
    floor.do("posted", player="D", amount=7).hand(1, 5, 1, 2)
    assert 4 in floor.room.games[1].dealt


def test_who_takes_the_big_blind_owes_nothing_more():
    """rrop-6:S4-10"""
    floor = Floor().open(1, "ABCD").hand(1, 1, 2, 3).do("away", player="D", noticed=False)
    floor.hand(1, 2, 3, 1).do("returns", player="D").hand(1, 3, 1, 2).hand(1, 1, 2, 3)
    assert floor.room.guests["D"].missed == ["bb", "sb"]
    floor.hand(1, 2, 3, 4)
    assert floor.room.guests["D"].missed == []
    assert 4 in floor.room.games[1].dealt


def test_a_stack_is_added_to_between_hands_up_to_what_is_posted():
    """rrop-6:S3-BUY-2, S2-PROC-6"""
    floor = Floor().open(1, "AB")
    assert floor.allowed("top_up", player="A", amount=600) is True
    assert floor.allowed("top_up", player="A", amount=601) is False
    floor.do("hand_start", table=1, button=1, sb=1, bb=2)
    with refused("A may not add 1 now"):
        floor.do("topped_up", player="A", amount=1)
    floor.do("hand_over", table=1).do("topped_up", player="A", amount=600)
    assert floor.room.guests["A"].bought == 1000


def test_buy_ins_lie_within_what_is_posted_or_the_book_says():
    """rrop-6:S3-BUY-1"""
    floor = Floor().open(1).open(2, kind="limit").do("seat_given", player="A", to="1:1")
    for amount, said in ((199, "at least 200"), (1001, "at most 1000")):
        with refused(said):
            floor.do("seated", player="A", to="1:1", amount=amount)
    floor.do("seated", player="A", to="1:1", amount=1000)
    assert floor.ask("buy_in", player="B", kind="limit") == {"min": 400, "max": None}
    assert floor.ask("buy_in", player="B", kind="nl-kill") == OPEN


@pytest.mark.parametrize(("ms", "least"), [(HOUR, 1400), (HOUR + 1, 200)])
def test_back_within_an_hour_he_brings_what_he_took(ms, least):
    """rrop-6:S2-PROC-5"""
    floor = Floor().open(1, "AB").do("counted", player="A", amount=1400)
    floor.do("cash_out", player="A", amount=1400).later(ms)
    assert floor.ask("buy_in", player="A", kind=NL)["min"] == least


def test_one_short_buy_in():
    """rrop-6:S3-BUY-2"""
    floor = Floor().open(1, "AB")
    for _ in range(2):
        floor.do("counted", player="A", amount=0)
        if floor.room.guests["A"].shorts:
            with refused("bought in short before"):
                floor.do("bought_in", player="A", amount=50)
        else:
            floor.do("bought_in", player="A", amount=50)
    floor.do("bought_in", player="A", amount=200)


def test_one_seat_a_player_and_names_of_those_present():
    """rrop-6:S2-SEAT-4, S2-SEAT-1"""
    floor = Floor().open(1, "AB").open(2).do("seat_given", player="A", to="2:1")
    with refused("A has a seat at table 1"):
        floor.do("seated", player="A", to="2:1", amount=400)
    with refused("not there to be listed"):
        floor.do("listed", player="W", kind=NL, present=False)


@pytest.mark.parametrize(("hands", "ms", "waits", "allowed"), [
    (0, 5, True, True), (0, 4, True, False), (1, 9, True, False), (1, 10, True, True),
    (1, 11, False, False),
])  # fmt: skip
def test_lock_ups_while_somebody_waits(hands, ms, waits, allowed):
    """rrop-6:S2-PROC-21"""
    floor = Floor().open(1, "ABC")
    for _ in range(hands):
        floor.hand(1, 1, 2, 3)
    floor.listed("W" if waits else "")
    floor.do("seat_given", player="L", to="1:9", overrule=True).later(ms * MINUTE)
    assert floor.allowed("pick_up_lock", player="L") is allowed


@pytest.mark.parametrize(("ms", "noticed", "expected"), [
    (30 * MINUTE, False, False), (30 * MINUTE + 1, False, True), (31 * MINUTE, True, OPEN),
])  # fmt: skip
def test_chips_of_a_player_away(ms, noticed, expected):
    """rrop-6:S2-PROC-20"""
    floor = Floor().open(1, "AB").do("away", player="A", noticed=noticed).later(ms)
    assert floor.allowed("pick_up_chips", player="A") == expected


def test_seat_changes_in_the_order_of_asking():
    """rrop-6:S2-SEAT-12"""
    floor = Floor().open(1, "ABC").listed("W").hand(1, 1, 2, 3)
    floor.do("seat_wanted", player="B", to="1:7").do("seat_wanted", player="A", to="1:7")
    assert floor.ask("next", at="1:7") == {"player": "B"}
    assert floor.ask("next", at="1:8") == {"player": "W"}
    with refused("B asked before A"):
        floor.do("moved", player="A", to="1:7", reason="asked")
    with refused("B comes before W"):
        floor.do("seat_given", player="W", to="1:7")
    floor.do("moved", player="B", to="1:7", reason="asked")


def test_the_rake_is_what_is_posted_and_no_chip_is_lost():
    floor = Floor().open(1, "AB", STUD).do("hand_start", table=1)
    stacks = {"A": 396, "B": 400}
    with refused("3 taken of a pot of 40 at table 1, 4 is posted"):
        floor.do("hand_over", table=1, stacks=stacks, pot=40, rake=3)
    with refused("800 chips before the hand, 797 after it and 4 taken"):
        floor.do("hand_over", table=1, stacks={"A": 397, "B": 400}, pot=40, rake=4)
    floor.do("hand_over", table=1, stacks=stacks, pot=40, rake=4)
    assert (floor.room.in_play, floor.room.taken, floor.room.games[1].raked) == (796, 4, 4)
    posted = {"collection": {"how": "rake", "percent": 5, "cap": 4, "no_flop_free": True}}
    assert [room_rules.rake(posted, p, f) for p, f in ((60, True), (99, True), (60, False))] == [
        3, 4, 0,
    ]  # fmt: skip


def test_what_is_overruled_stands_and_is_kept():
    floor = Floor().open(1, "AB")
    floor.do("seated", player="C", to="1:3", amount=50, overrule=True)
    assert [e["player"] for e in floor.room.overruled] == ["C"]


ASKED = {
    "open_game": {"by": "floor"}, "similar": {"kind": NL, "other": "limit"},
    "extra_seat": {"table": 1}, "newcomer": {"kind": NL}, "transfer": {"player": "A", "table": 2},
    "seat_choice": {"table": 1}, "sit": {"player": "A", "at": "1:1"}, "next": {"at": "1:9"},
    "play_over": {"permitted": True, "box": True}, "must_move": {"table": 2},
    "barred": {"player": "A", "kind": NL}, "keeps_place": {"table": 1},
    "leaves_by": {"player": "A", "reason": "asked"}, "short_buy_in": {"player": "A"},
    "top_up": {"player": "A", "amount": 1}, "restored": {"player": "A"}, "owes": {"player": "A"},
    "collection": {"table": 1}, "pick_up_chips": {"player": "A"}, "pick_up_lock": {"player": "L"},
    "broken_order": {"kind": NL, "cards": {"A": "2c"}}, "buy_in": {"player": "Q", "kind": "limit"},
    "seat_change": {"player": "A", "to": "1:8"},
}  # fmt: skip


@pytest.mark.parametrize("book", [b for b in BOOKS if b != RROP])
def test_books_for_events_leave_a_cash_room_open(book):
    """Only rrop-6 speaks of one."""
    floor = Floor(book).open(1, "AB").open(2, "C", must_move=True)
    floor.do("seat_given", player="L", to="1:9")
    floor.do("collected", table=1, players=["A"])  # nobody is kept from what the house posts
    assert set(ASKED) == set(room_rules.ASKS)
    for what, fields in ASKED.items():
        assert floor.ask(what, **fields) == OPEN, what
    with refused("no question"):
        floor.ask("weather")


# -- seat changes within a game


def nine(players="ABCDE", seats=(1, 2, 3, 4, 5)):
    """A game at nine seats in which the blinds have gone round once: button 1, blinds 2 and 3."""
    floor = Floor().open(1)
    for player, seat in zip(players, seats, strict=True):
        floor.sit(player, f"1:{seat}")
    for i in range(len(seats)):
        at = [seats[(i + j) % len(seats)] for j in range(3)]
        floor.hand(1, *at)
    return floor.hand(1, *seats[:3])


def guest(floor, player):
    return floor.room.guests[player]


def test_away_from_the_big_blind_waits_for_its_old_place_in_the_order():
    """rrop-6:S4-14. Big blind at 3: D is next, E after him; C is last to have it again."""
    floor = nine()
    assert floor.ask("seat_change", player="D", to="1:9") == {
        "wait": 1, "post": 5, "dealt_off": False,
    }  # fmt: skip
    floor.do("moved", player="D", to="1:9", reason="asked")
    assert guest(floor, "D").wait == 1
    hands = guest(floor, "D").hands
    floor.hand(1, 2, 3, 5)
    assert (guest(floor, "D").hands, guest(floor, "D").wait) == (hands, 0)
    floor.hand(1, 3, 5, 9)
    assert guest(floor, "D").hands == hands + 1 and guest(floor, "D").missed == []


def test_closer_to_the_big_blind_is_dealt_in_at_once():
    floor = nine("ABCDE", (1, 2, 3, 5, 7))
    assert floor.ask("seat_change", player="E", to="1:4")["wait"] == 0
    floor.do("moved", player="E", to="1:4", reason="asked")
    hands = guest(floor, "E").hands
    floor.hand(1, 2, 3, 4)
    assert guest(floor, "E").hands == hands + 1


def test_who_will_not_wait_posts_a_big_blind():
    floor = nine()
    floor.do("moved", player="D", to="1:9", reason="asked")
    assert floor.ask("owes", player="D") == {"live": 5, "dead": 0, "waits": False}
    with refused("owes 5, not 2"):
        floor.do("posted", player="D", amount=2)
    floor = nine()
    floor.do("moved", player="D", to="1:9", reason="asked").do("posted", player="D", amount=5)
    hands = guest(floor, "D").hands
    floor.hand(1, 2, 3, 5)
    assert guest(floor, "D").hands == hands + 1


def test_two_changes_wait_no_longer_than_one():
    floor = nine("ABCDEF", (1, 2, 3, 4, 5, 6))
    floor.do("moved", player="D", to="1:9", reason="asked")
    assert guest(floor, "D").wait == 2
    floor.do("moved", player="D", to="1:4", reason="asked")
    assert guest(floor, "D").wait == 0


def test_a_seat_no_blind_has_passed_in_a_new_game_costs_nothing():
    """rrop-6:S4-13c."""
    floor = Floor().open(1, "ABCDE").hand(1, 1, 2, 3)
    assert floor.ask("seat_change", player="D", to="1:9")["wait"] == 0
    floor = Floor().open(1, "ABCDE")
    assert floor.ask("seat_change", player="A", to="1:9")["wait"] == 0


def test_who_deals_off_lets_the_blinds_pass_the_new_seat_once():
    """rrop-6:S4-15. A has the button and goes to seat 4, where the big blind is due."""
    floor = nine("ABCDE", (1, 2, 3, 5, 7))
    change = floor.ask("seat_change", player="A", to="1:4")
    assert change == {"wait": 0, "post": 0, "dealt_off": True}
    floor.do("moved", player="A", to="1:4", reason="asked", waits=True)
    hands = guest(floor, "A").hands
    for at in ((2, 3, 5), (3, 5, 7), (5, 7, 2)):
        floor.hand(1, *at)
    assert guest(floor, "A").missed == [] and not guest(floor, "A").new
    assert guest(floor, "A").hands == hands + 1  # behind the button, which is at 5
    assert guest(floor, "A").passing == ""


def test_only_who_has_just_had_the_button_deals_off():
    floor = nine()
    with refused(r"D did not deal off \(rrop-6:S4-15\)"):
        floor.do("moved", player="D", to="1:9", reason="asked", waits=True)
    floor = nine()
    floor.do("hand_start", table=1, button=2, sb=3, bb=4)
    assert floor.ask("seat_change", player="A", to="1:9")["dealt_off"] is False
    with refused("another game"):
        floor.ask("seat_change", player="A", to="2:9")
