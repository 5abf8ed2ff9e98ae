"""Breaking, balancing, halts, redraws, wrong seats, final tables, by the number of the rule."""

import pytest

from tests.desk.desk_case import BOOKS, IPR, OPEN, RROP, STG, TDA, WEB, answer, ruled, table

FULL = "1 2 3 4 5 6 7 8 9"
# button 2, small blind 3, big blind 4; the next big blind is seat 5
SOURCE = table(1, FULL, (2, 3, 4))


def moves(book, happening, *tables, **event):
    got = answer(book, happening, "moves", event, tables=list(tables))
    return got if got == OPEN else got["moves"]


def balanced(book, short, **event):
    """(player, seat, duty) of one player balanced from ``SOURCE`` to table 2."""
    got = moves(book, [("balance", {"from": 1, "to": 2})], SOURCE, short, **event)
    return got if got == OPEN else [(m["player"], m["to"], m["duty"]) for m in got]


@pytest.mark.parametrize("book", BOOKS)
def test_the_next_big_blind_moves_into_a_single_big_blind(book):
    """ipr-2018:24.6, ipr-web:W29.7, rrop-6:S15-15, tda-2011:8, stg-2011:M7"""
    # last big blind at 5, seat 6 empty: whoever sits there is the next big blind
    short = table(2, "1 2 3 4 5 8", (3, 4, 5))
    assert balanced(book, short) == [("A5", "2:6", "big_blind")]


@pytest.mark.parametrize("book", BOOKS)
def test_without_an_open_big_blind_the_seat_nearest_to_it_is_filled(book):
    short = table(2, "1 3 4 5 6", (3, 4, 5))
    assert balanced(book, short) == [("A5", "2:7", "none")]


@pytest.mark.parametrize(("book", "seat"), [(IPR, 4), (WEB, 4), (TDA, 4), (RROP, 4), (STG, 4)])
def test_a_button_place_is_better_than_none(book, seat):
    """Open: the small blind (seat 5, its big blind is out) and the button (seat 4)."""
    short = table(2, "1 2 3 6 7 8 9", (3, 4, 5))
    assert balanced(book, short) == [("A5", f"2:{seat}", "button")]


@pytest.mark.parametrize("book", [IPR, WEB, TDA])
def test_nobody_is_moved_into_the_small_blind(book):
    """ipr-2018:24.6, ipr-web:W29.7, tda-2011:8: never the small blind."""
    short = table(2, "1 2 3 4 6 7 8 9", (3, 4, 5))
    assert balanced(book, short) == OPEN


@pytest.mark.parametrize("book", [RROP, STG])
def test_the_only_open_seat_is_taken_even_as_small_blind(book):
    """rrop-6:S15-15, S15-16, stg-2011:M7"""
    short = table(2, "1 2 3 4 6 7 8 9", (3, 4, 5))
    assert balanced(book, short) == [("A5", "2:5", "small_blind")]


def test_a_button_ante_puts_the_button_before_the_cut_off():
    """ipr-web:W29.3: behind the big blind +2 (of six seats, +3 of eight) the button."""
    ante = {"level": 3, "levels": [{"level": 3, "sb": 100, "bb": 200, "ante": 200}]}
    ante["levels"][0]["ante_type"] = "button_ante"
    source = table(1, "1 2 3 4 5 6", (2, 3, 4), 6)
    short = table(2, "1 4 5 6", (2, 3, 4), 6)  # open: button (3) and cut-off (2)
    call = [("balance", {"from": 1, "to": 2})]
    with_ante = moves(WEB, call, source, short, table_max=6, **ante)
    without = moves(WEB, call, source, short, table_max=6)
    assert [m["to"] for m in with_ante] == ["2:3"]
    assert [m["to"] for m in without] == ["2:2"]
    eight = table(1, "1 2 3 4 5 6 7 8", (2, 3, 4), 8)
    short = table(2, "1 2 5 6 7 8", (3, 4, 5), 8)  # open: button (4) and seat 3, big blind +4
    got = moves(WEB, call, eight, short, table_max=8, **ante)
    assert [(m["to"], m["duty"]) for m in got] == [("2:4", "button")]
    assert [m["to"] for m in moves(WEB, call, eight, short, table_max=8)] == ["2:3"]


@pytest.mark.parametrize(("book", "duty"), [
    (IPR, "waits"), (WEB, "waits"), (TDA, "waits"), (STG, "waits"), (RROP, "none"),
])  # fmt: skip
def test_between_button_and_small_blind_a_newcomer_waits_but_in_rrop(book, duty):
    """ipr-2018:23.2, ipr-web:W28.2, tda-2011:7, stg-2011:M7; rrop-6:S15-16 deals in everywhere."""
    tables = [table(1, "1 2 4 6 7", (2, 4, 6)), table(2, "3")]
    drawn = [("break", {"table": 2, "drawn": {"B3": "1:5"}})]
    assert moves(book, drawn, *tables) == [{"player": "B3", "to": "1:5", "duty": duty}]
    ask = {"what": "button", "table": 1}
    passed = answer(book, drawn, ask, tables=tables)["not_dealt"]
    assert passed == ([5] if duty == "waits" else [])


def test_a_newcomer_who_waited_is_dealt_in_once_the_button_has_passed():
    """tda-2011:7"""
    tables = [table(1, "1 2 4 6 7", (2, 4, 6)), table(2, "3")]
    happening = [
        ("break", {"table": 2, "drawn": {"B3": "1:5"}}),
        ("hand_start", {"table": 1, "by": "riffle"}),
        ("hand_over", {"table": 1}),
    ]
    got = answer(TDA, happening, {"what": "duties", "players": ["B3"]}, tables=tables)
    assert got == {"duties": {"B3": "none"}}


@pytest.mark.parametrize("book", [IPR, WEB, RROP])
def test_seat_cards_go_out_from_seat_one(book):
    """ipr-2018:23.5, ipr-web:W28.5, rrop-6:S3-TIES-2"""
    tables = [table(1, "1 2 4", (1, 2, 4)), table(2, "2 7")]
    got = moves(book, [("break", {"table": 2, "seat_cards": ["1:9", "1:5"]})], *tables)
    assert [(m["player"], m["to"]) for m in got] == [("B2", "1:9"), ("B7", "1:5")]


@pytest.mark.parametrize("book", [TDA, STG])
def test_where_seat_cards_go_is_open_in_a_book_without_a_procedure(book):
    tables = [table(1, "1 2 4", (1, 2, 4)), table(2, "2 7")]
    happening = [("break", {"table": 2, "seat_cards": ["1:9", "1:5"]})]
    assert moves(book, happening, *tables) == OPEN


@pytest.mark.parametrize("book", [IPR, WEB, TDA])
def test_in_stud_the_seat_that_opened_last_is_filled(book):
    """ipr-2018:24.6, ipr-web:W29.7, tda-2011:8"""
    tables = [table(1, FULL), table(2, FULL)]
    happening = [
        ("bust", {"hand": 1, "table": 2, "players": ["B6"]}),
        ("bust", {"hand": 2, "table": 2, "players": ["B2"]}),
        ("player_picked", {"player": "A8"}),
        ("balance", {"from": 1, "to": 2}),
    ]
    got = moves(book, happening, *tables, game="stud")
    assert got == [{"player": "A8", "to": "2:2", "duty": "none"}]
    both = [("bust", {"hand": 1, "table": 2, "players": ["B6", "B2"]})] + happening[2:]
    assert moves(book, both, *tables, game="stud") == OPEN
    # nobody is named: by position, who sits where the other table lacks a player
    got = moves(book, [*happening[:2], happening[3]], *tables, game="stud")
    assert [m["player"] for m in got] == ["A2"]


@pytest.mark.parametrize("book", [IPR, WEB, TDA])
def test_in_a_stud_round_the_player_due_for_the_blind_moves_and_the_button_is_frozen(book):
    """ipr-2018:24.7, ipr-web:W29.8, tda-2011:8"""
    tables = [SOURCE, table(2, "1 2 3 4 5 8", (3, 4, 5))]
    stud = [
        ("stud_round", {"table": 1}), ("stud_round", {"table": 2}),
        ("hand_start", {"table": 1, "by": "riffle"}), ("hand_over", {"table": 1}),
        ("hand_start", {"table": 1, "by": "riffle"}), ("hand_over", {"table": 1}),
    ]  # fmt: skip
    call = ("balance", {"from": 1, "to": 2})
    got = moves(book, [*stud, call], *tables, game="mixed")
    assert got == [{"player": "A5", "to": "2:6", "duty": "none"}]
    back = [*stud, ("holdem_round", {"table": 1})]
    got = answer(book, back, {"what": "button", "table": 1}, {"game": "mixed"}, tables=tables)
    assert (got["button"], got["sb"], got["bb"]) == (3, 4, 5)


# who gives a player away


def source(book, happening, counts, to, **event):
    tables = [table(n, c) for n, c in counts.items()]
    got = answer(book, [*happening, ("balance", {"to": to})], "source_table", event, tables=tables)
    return got if got == OPEN else got["table"]


@pytest.mark.parametrize(("left", "order", "expected"), [
    (21, [9, 4, 7], 7),  # the next number after the short table
    (19, [9, 4, 7], 9),  # the breaking order
    (19, [5, 4, 9], 4),  # table 5 is not full
    (20, [9, 4, 7], OPEN), (19, [5], OPEN),
])  # fmt: skip
def test_above_twenty_tables_the_next_number_gives_below_the_breaking_order(left, order, expected):
    """ipr-2018:24.5"""
    counts = {4: 9, 5: 8, 6: 6, 7: 9, 9: 9}
    posted = {"breaking_order": order}
    assert source(IPR, [], counts, 6, tables_left=left, posted=posted) == expected


def test_of_the_tables_nearby_the_one_done_first_gives():
    """ipr-web:W29.6"""
    near = ("near", {"tables": [2, 5]})
    over = [("hand_over", {"table": n}) for n in (7, 5, 2)]
    counts = {2: 9, 5: 9, 6: 6, 7: 9}
    assert source(WEB, [near, *over], counts, 6) == 5
    assert source(WEB, over, counts, 6) == OPEN  # nobody says which are near
    tables = [table(n, c) for n, c in counts.items()]
    called = [("balance", {"to": 6}), near, *over]  # the hands end after the call
    assert answer(WEB, called, "source_table", tables=tables) == {"table": 5}
    assert source(WEB, [near, *over], {**counts, 5: 7}, 6) == 2  # one that cannot spare anybody


@pytest.mark.parametrize("book", [TDA, RROP, STG])
def test_where_the_book_names_no_order_the_director_picks_the_table(book):
    """tda-2011:8 wants a procedure laid down before; the others say nothing."""
    assert source(book, [], {1: 9, 2: 9, 3: 6}, 3) == OPEN
    assert source(book, [], {1: 9, 3: 6}, 3) == 1  # there is no other


@pytest.mark.parametrize(("counts", "left", "expected"), [
    ((9, 8, 8), None, []), ((9, 7, 8), None, None), ((9, 7, 8), 7, []), ((9, 6, 8), 7, None),
    ((9, 7, 8), 6, None),
])  # fmt: skip
def test_tables_stay_within_one_player_to_six_tables_and_within_two_above(counts, left, expected):
    """rrop-6:S15-17"""
    seats = [" ".join(str(i + 1) for i in range(c)) for c in counts]
    tables = [table(i + 1, s, (2, 3, 4)) for i, s in enumerate(seats)]
    event = {"tables_left": left} if left else {}
    got = moves(RROP, [], *tables, **event)
    if expected is None:
        assert [(m["player"], m["to"][:1]) for m in got] == [("A5", "2")]
    else:
        assert got == expected


def test_a_bound_that_is_posted_goes_before_the_books():
    tables = [table(1, FULL, (2, 3, 4)), table(2, "1 2 3 4 5 6 7", (2, 3, 4))]
    assert moves(TDA, [], *tables) == OPEN
    assert moves(TDA, [], *tables, posted={"balance_within": 2}) == []
    assert len(moves(TDA, [], *tables, posted={"balance_within": 1})) == 1


@pytest.mark.parametrize("book", BOOKS)
def test_the_next_to_move_is_the_player_due_for_the_big_blind(book):
    tables = [SOURCE, table(2, "1 3 4 5 6", (3, 4, 5))]
    assert answer(book, [("balance", {"to": 2})], "next", tables=tables) == {"player": "A5"}


@pytest.mark.parametrize("book", BOOKS)
def test_who_moves_is_settled_when_the_hand_in_progress_is_over(book):
    tables = [SOURCE, table(2, "1 3 4 5 6", (3, 4, 5))]
    called = [
        ("hand_start", {"table": 1, "by": "riffle"}),  # big blind 5, then 6
        ("balance", {"from": 1, "to": 2}),
        ("bust", {"hand": 1, "table": 1, "players": ["A6"]}),
        ("hand_over", {"table": 1}),
    ]
    assert answer(book, called, "next", tables=tables) == {"player": "A7"}
    later = [*called, ("hand_start", {"table": 1, "by": "riffle"})]
    assert answer(book, later, "next", tables=tables) == {"player": "A7"}


def test_an_open_question_is_no_automatic_one():
    """ipr-2018:24.5 at exactly twenty tables"""
    tables = [table(n, c) for n, c in ((1, 9), (2, 9), (3, 6))]
    got, by, _ = ruled(IPR, [("balance", {"to": 3})], "source_table", {"tables_left": 20},
                       tables=tables)  # fmt: skip
    assert (got, by) == (OPEN, "td")


# halts


def halt(book, counts, **event):
    tables = [table(i + 1, c) for i, c in enumerate(counts)]
    got = answer(book, [], "halt", {"table_max": 9, **event}, tables=tables)
    return got if got == OPEN else got["tables"]


@pytest.mark.parametrize("book", [IPR, WEB, TDA])
def test_a_table_three_short_halts_and_one_two_short_does_not(book):
    """ipr-2018:24.3, ipr-web:W29.4, tda-2011:8"""
    assert halt(book, (9, 9, 6)) == [3]
    assert halt(book, (9, 9, 7)) == []
    assert halt(book, (6, 6, 6)) == []  # all alike: nobody is short of the others


def test_short_of_the_maximum_or_of_the_fullest_table():
    assert halt(WEB, (8, 8, 6)) == [3]
    assert halt(IPR, (8, 8, 6)) == halt(TDA, (8, 8, 6)) == []


def test_a_table_plays_on_where_a_newcomer_would_get_no_hand():
    """ipr-web:W29.4: only seats between button and small blind are open."""
    short = table(1, "1 2 3 7 8 9", (2, 3, 7))
    full = table(2, FULL, (2, 3, 4))
    # open are 4, 5, 6: between the next button (3) and small blind (7)
    assert answer(WEB, [], "halt", {"table_max": 9}, tables=[short, full]) == {"tables": []}
    assert answer(IPR, [], "halt", {"table_max": 9}, tables=[short, full]) == {"tables": [1]}


@pytest.mark.parametrize(("book", "expected"), [(IPR, [3]), (WEB, [3]), (TDA, [])])
def test_within_one_player_every_table_out_of_balance_halts(book, expected):
    """ipr-2018:24.4, ipr-web:W29.5"""
    assert halt(book, (9, 8, 7), posted={"balance_within": 1}) == expected
    assert halt(book, (9, 8, 8), posted={"balance_within": 1}) == []


@pytest.mark.parametrize("book", [IPR, WEB, TDA])
def test_a_table_of_a_shootout_plays_down_however_short_it_is(book):
    assert halt(book, (9, 9, 2), format="shootout") == OPEN


@pytest.mark.parametrize("book", [RROP, STG])
def test_a_book_without_halts_leaves_them_open(book):
    assert halt(book, (9, 9, 5)) == OPEN


# redraws and the final table


@pytest.mark.parametrize(("book", "three", "two", "began"), [
    (RROP, True, True, 20), (RROP, OPEN, True, 5), (RROP, True, True, 6), (IPR, False, True, 20),
    (WEB, False, True, 20), (TDA, OPEN, OPEN, 20), (STG, OPEN, OPEN, 20),
])  # fmt: skip
def test_when_the_field_redraws(book, three, two, began):
    """rrop-6:S15-18, ipr-2018:22.2, ipr-web:W27.2"""
    for count, expected in ((3, three), (2, two), (4, OPEN if book in (TDA, STG) else False)):
        tables = [table(i + 1, 9) for i in range(count)]
        got = answer(book, ["clock_zero"], "redraw", {"tables_started": began, "days": 1},
                     tables=tables)  # fmt: skip
        assert got == (OPEN if expected is OPEN else {"redraw": expected}), count


@pytest.mark.parametrize("book", [IPR, WEB])
def test_over_night_only_an_event_of_several_days_redraws(book):
    """ipr-2018:22.3, ipr-web:W27.3"""
    tables = [table(i + 1, 9) for i in range(8)]
    for days, expected in ((2, True), (1, False)):
        got = answer(book, ["day_end"], "redraw", {"days": days}, tables=tables)
        assert got == {"redraw": expected}


@pytest.mark.parametrize(("book", "game", "seats", "size"), [
    (TDA, "flop", 9, 10), (TDA, "flop", 6, 7), (TDA, "stud", 8, 9), (TDA, "mixed", 8, None),
    (IPR, "flop", 9, 9), (IPR, "flop", 8, 9), (IPR, "flop", 6, 7), (IPR, "stud", 8, 9),
    (WEB, "flop", 10, 10), (WEB, "flop", 7, 8), (STG, "flop", 8, 10), (STG, "flop", 6, 9),
    (RROP, "flop", 9, None),
])  # fmt: skip
def test_how_many_the_final_table_seats(book, game, seats, size):
    """tda-2011:9, ipr-2018:46.3, ipr-web:W78.3"""
    event = {"game": game, "table_max": seats}
    if size is None:
        assert answer(book, [], "final_table", {**event, "players_left": 9}) == OPEN
        return
    for left, form in ((size, True), (size + 1, False)):
        got = answer(book, [], "final_table", {**event, "players_left": left})
        assert got == {"size": size, "form": form}


# wrong seats


def wrong(book, right=True, kind="freezeout"):
    found = {"player": "A5", "at": "1:5", "assigned": "2:3", "stack": 41200, "right_stack": right}
    tables = [table(1, FULL), table(2, "1 2")]
    ask = {"what": "seat", "player": "A5"}
    return ruled(book, [("sat_wrong", found)], ask, {"format": kind}, tables=tables)


@pytest.mark.parametrize("book", [IPR, WEB, TDA])
def test_a_player_in_a_wrong_seat_moves_with_his_stack(book):
    """tda-2011:5, ipr-2018:18.7, ipr-web:W16.8"""
    got, by, _ = wrong(book)
    assert got == {"to": "2:3", "stack": 41200} and by == ("automatic" if book == TDA else "floor")


@pytest.mark.parametrize("book", BOOKS)
def test_who_sat_wrong_on_anothers_stack_is_the_directors_matter(book):
    """No book says what becomes of him; tda-2011:5 sends the reader elsewhere."""
    assert wrong(book, right=False)[:2] == (OPEN, "td")


@pytest.mark.parametrize(("book", "rule"), [(IPR, "18.8"), (WEB, "W16.9")])
def test_in_a_shootout_a_wrong_seat_is_a_case_of_its_own(book, rule):
    got, by, cited = wrong(book, kind="shootout")
    assert got == OPEN and by == "td" and rule in cited


def test_a_book_without_a_word_on_shootouts_treats_them_as_any_event():
    """tda-2011:5"""
    assert wrong(TDA, kind="shootout")[0] == {"to": "2:3", "stack": 41200}


@pytest.mark.parametrize("book", [RROP, STG])
def test_a_book_silent_on_wrong_seats_leaves_them_open(book):
    assert wrong(book)[0] == OPEN
