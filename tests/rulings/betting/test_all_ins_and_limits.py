"""Short all-ins and reopening, limit sizes and caps, pot-limit, minimum raises, forced chips."""

import pytest

from shared_rules.hand.betting import spots, turn
from shared_rules.hand.showdown import pots
from tests.rulings.ruling_scene import Scene, ring, stud
from tests.rulings.spots import BOOKS, act, check, play, put, ruled, say, setup

ALL = " ".join(BOOKS)


def limit(street="flop", live=(3, 4, 5), **more):
    more.setdefault("format", "cash")
    return setup(street, live, 10, 20, betting="limit", small_bet=20, big_bet=40, **more)


def notice(seat, amount):
    return {"what": "notice", "by": "player", "seat": seat, "kind": "wager_over_pot",
            "amount": amount}  # fmt: skip


def post(seat, kind, amount, **more):
    e = {"what": "post", "seats": [seat], "kind": kind, "amount": amount}
    e.update(more)
    return e


def test_a_short_all_in_gives_no_new_raise():
    table = setup(sb=50, bb=100, live=(3, 4, 5), stacks={"4": 150})
    events = [act(3, "bet", 100), act(4, "all_in", 150), act(5, "call", 150)]
    check({ALL: ("raise_not_allowed", 150)}, table, [*events, say(3, "raise", 400)])
    check({ALL: ("raise_not_allowed", 150)}, table, [*events, say(3, "raise")])


def test_a_player_who_has_not_acted_may_raise_over_a_short_all_in():
    table = setup(sb=50, bb=100, live=(3, 4, 5), stacks={"4": 150})
    events = [act(3, "bet", 100), act(4, "all_in", 150)]
    check({ALL: ("no_incident", 300)}, table, [*events, say(5, "raise", 300)])
    check({ALL: ("min_raise", 250)}, table, [*events, say(5, "raise", 200)])


def test_several_short_all_ins_may_add_up():
    table = setup(sb=50, bb=100, live=(3, 4, 5, 6), stacks={"4": 160, "5": 220})
    events = [act(3, "bet", 100), act(4, "all_in", 160), act(5, "all_in", 220), act(6, "call", 220)]
    check(
        {
            "ipr-2018 rrop-6 stg-2011": ("no_incident", 500),
            "ipr-web tda-2011": ("raise_not_allowed", 220),
        },
        table,
        [*events, say(3, "raise", 500)],
    )


def test_a_full_all_in_raise_reopens():
    table = setup(sb=50, bb=100, live=(3, 4, 5), stacks={"4": 200})
    events = [act(3, "bet", 100), act(4, "all_in", 200), act(5, "call", 200)]
    check({ALL: ("no_incident", 600)}, table, [*events, say(3, "raise", 600)])


def test_silent_chips_where_no_raise_is_open_are_a_call():
    table = setup(sb=50, bb=100, live=(3, 4, 5), stacks={"4": 150})
    events = [act(3, "bet", 100), act(4, "all_in", 150), act(5, "call", 150), put(3, 500, 100)]
    check({ALL: ("raise_not_allowed", 150)}, table, events)
    assert play("tda-2011", table, events).phase == "closed"


def test_the_big_blind_keeps_its_option():
    table = setup("preflop", (1, 2, 3))
    events = [act(3, "call", 200), act(1, "call", 200)]
    for book in BOOKS:
        hand = play(book, table, [*events, put(2, 500, 100)])
        assert hand.incidents() == [] and hand.high == 800
    check({ALL: ("no_incident", 900)}, table, [*events, say(2, "raise", 900)])


def test_limit_all_in_of_half_or_more_counts_as_a_bet():
    table = limit(stacks={"4": 32})
    events = [act(3, "bet", 20), act(4, "all_in", 32), act(5, "call", 32), say(3, "raise")]
    check({"rrop-6 ipr-2018 ipr-web": ("raise_allowed", 52)}, table, events)


def test_limit_all_in_under_half_reopens_nothing():
    table = limit(stacks={"4": 28})
    events = [act(3, "bet", 20), act(4, "all_in", 28), act(5, "call", 28), say(3, "raise")]
    check({"rrop-6 ipr-2018 ipr-web": ("raise_not_allowed", 28)}, table, events)


def test_limit_all_in_raise_under_half_may_be_completed():
    table = limit(stacks={"4": 28})
    events = [act(3, "bet", 20), act(4, "all_in", 28), say(5, "complete")]
    check({"rrop-6": ("complete_allowed", 40, "S3-BET-6")}, table, events)


def test_limit_short_opening_all_in_on_the_turn():
    table = limit("turn", stacks={"3": 25})
    check({"rrop-6": ("raise_allowed", 65)}, table, [act(3, "all_in", 25), say(4, "raise")])
    table = limit("turn", stacks={"3": 15})
    check({"rrop-6": ("complete_allowed", 40)}, table, [act(3, "all_in", 15), say(4, "complete")])


def raises(seats, size, count):
    out = [act(seats[0], "bet", size)]
    for i in range(1, count):
        out.append(act(seats[i % len(seats)], "raise", size * (i + 1)))
    return out


def test_the_cap_in_limit():
    table = limit(live=(3, 4, 5))
    four = raises((3, 4, 5), 20, 4)
    check({"rrop-6": ("raise_not_allowed", 80, "S3-BET-3a")}, table, [*four, say(4, "raise", 100)])
    check({"ipr-2018 ipr-web": ("no_incident", 100)}, table, [*four, say(4, "raise", 100)])
    five = raises((3, 4, 5), 20, 5)
    check({"ipr-2018 ipr-web": ("raise_not_allowed", 100)}, table, [*five, say(5, "raise", 120)])


def test_no_cap_heads_up_in_a_cash_game():
    table = limit(live=(3, 4))
    six = raises((3, 4), 20, 6)
    check({"rrop-6": ("no_incident", 140, "S3-BET-4")}, table, [*six, say(3, "raise", 140)])


def test_the_cap_heads_up_in_a_tournament_until_two_are_left():
    four = raises((3, 4), 20, 4)
    table = limit(live=(3, 4), format="tournament", players_left_in_event=12)
    check({"rrop-6": ("raise_not_allowed", 80, "S15-23")}, table, [*four, say(3, "raise", 100)])
    table = limit(live=(3, 4), format="tournament", players_left_in_event=2)
    check({"rrop-6": ("no_incident", 100)}, table, [*four, say(3, "raise", 100)])


def test_raises_of_third_street_are_counted_once_the_bring_in_is_completed():
    """A completion is what it is; raises over it meet the cap of any other street."""
    table = stud("third", live=[1, 2, 3, 4], seats=[1, 2, 3, 4], format="tournament",
                 upcards={"1": ["9d"], "2": ["9h"], "3": ["2d"], "4": ["Ks"]})  # fmt: skip
    events = [post(3, "bring_in", 50), act(4, "complete", 200)]
    check({"tda-2011": "no_incident"}, table, [*events[:1], say(4, "complete", 200)], "stud7")
    events += [act(1, "raise", 400), act(2, "raise", 600), act(3, "fold")]
    over = [act(4, "raise", 800), say(1, "raise", 1000)]
    check({"tda-2011": ("raise", 800), "ipr-2018": ("no_incident", 800, "59.2"),
           "ipr-web": ("no_incident", 800, "W52.2"), "rrop-6": ("no_incident", 800, "S8-6")},
          table, [*events, say(4, "raise", 800)], "stud7")  # fmt: skip
    check({"tda-2011": ("floor_decides", None, "41"), "rrop-6": "raise_not_allowed",
           "ipr-2018": ("no_incident", 1000, "59.2"), "ipr-web": ("no_incident", 1000, "W52.2")},
          table, [*events, *over], "stud7")  # fmt: skip


def test_limit_sizes_are_corrected():
    check({"rrop-6": ("wager_corrected", 40, "S3-BET-16")}, limit("river"), [say(3, "bet", 20)])
    check({"rrop-6": ("wager_corrected", 20)}, limit("flop"), [say(3, "bet", 40)])
    check({"rrop-6": ("wager_corrected", 40)}, limit("turn"), [put(3, 10, 10)])


def test_limit_clean_play_is_no_incident():
    events = [put(3, 10, 10), put(4, 10, 10, 10, 10), put(5, 10, 10, 10, 10), put(3, 10, 10)]
    for book in BOOKS:
        hand = play(book, limit(), events)
        assert hand.incidents() == [] and hand.phase == "closed" and hand.high == 40


def pot_limit(street="flop", live=(3, 4), pot=1000, **more):
    return setup(street, live, betting="pot_limit", pot=pot, **more)


def test_pot_limit_maximum_raise():
    table = pot_limit(pot=600)
    events = [act(3, "bet", 200), say(4, "pot", wording="pot")]
    check({"rrop-6 tda-2011 ipr-2018": ("raise", 1200)}, table, events, "plo")


def test_pot_limit_opening_before_the_flop():
    table = pot_limit("preflop", range(1, 10), pot=0, sb=100, bb=200)
    check({"rrop-6": ("raise", 700)}, table, [say(3, "pot", wording="pot")], "plo")
    cash = pot_limit("preflop", range(1, 10), pot=0, sb=100, bb=200, format="cash")
    check({"rrop-6": ("raise", 800)}, cash, [say(3, "pot", wording="pot")], "plo")


def test_pot_limit_oversize_is_cut_back_in_time():
    events = [say(3, "bet", 1500), put(3, 500, 500, 500), notice(4, 1000)]
    check({"rrop-6": ("wager_reduced_to_max", 1000)}, pot_limit("turn"), events, "plo")


def test_pot_limit_oversize_stands_when_all_have_acted():
    events = [say(3, "bet", 1500), put(3, 500, 500, 500), say(4, "call"), put(4, 500, 500, 500)]
    check({"rrop-6": ("wager_stands", 1500)}, pot_limit("turn"), [*events, notice(4, 1000)], "plo")


def test_posts():
    table = setup("preflop", range(1, 10), bets={"1": 100, "2": 200}, format="cash")
    check({"rrop-6": ("no_incident", 400, "S14-NL-14")}, table, [post(3, "straddle", 400)])
    check({"rrop-6": "straddle_not_allowed"}, table, [post(4, "straddle", 400)])
    check({"rrop-6": "straddle_not_allowed"}, table, [post(3, "straddle", 500)])
    tournament = setup("preflop", range(1, 10))
    check({"rrop-6": "straddle_not_allowed"}, tournament, [post(3, "straddle", 400)])
    low = [post(3, "straddle", 400), say(4, "raise", 600)]  # a straddle is a new minimum
    check({"rrop-6": ("min_raise", 800, "S14-NL-2")}, table, low)


def test_button_antes_by_table_size():
    def ante(seats, most, amount):
        table = setup("none", (), seats=seats, button=seats[-1], ante=200, table_max=most,
                      ante_type="button_ante")  # fmt: skip
        del table["live"]
        return table, [post(seats[-1], "button_ante", amount)]

    both = "ipr-2018 ipr-web"
    check({both: ("ante_amount_wrong", 100)}, *ante([1, 2, 3, 4, 5, 6], 9, 200))
    check({both: ("no_incident", 200)}, *ante([1, 2, 3, 4, 5, 6, 7], 9, 200))
    check({both: ("no_incident", 200)}, *ante([1, 2, 3, 4, 5, 6], 8, 200))
    check({both: ("ante_amount_wrong", 100)}, *ante([1, 2, 3, 4, 5, 6], 6, 200))
    check({both: ("ante_amount_wrong", 0)}, *ante([1, 2], 9, 200))


def test_the_cap_is_for_three_or_more_who_are_not_all_in():
    events = [act(3, "bet", 40), act(4, "raise", 80), act(3, "raise", 120), act(4, "raise", 160)]
    events.append(say(3, "raise", 200))
    check({"rrop-6": ("no_incident", 200, "S3-BET-4")}, limit("turn", all_in=[5]), events,
          "limit_holdem")  # fmt: skip
    events[2:] = [act(5, "raise", 120), act(3, "raise", 160), say(4, "raise", 200)]
    check({"rrop-6": ("raise_not_allowed", 160, "S3-BET-3a")}, limit("turn"), events,
          "limit_holdem")  # fmt: skip


def test_short_all_ins_that_make_half_a_bet_together_are_raised_in_full():
    table = limit(live=(3, 4, 5, 6), stacks={"4": 29, "5": 38})
    events = [act(3, "bet", 20), act(4, "all_in", 29), act(5, "all_in", 38), act(6, "call", 38)]
    check({"rrop-6": ("raise_allowed", 58, "S3-BET-6")}, table, [*events, say(3, "raise")],
          "limit_holdem")  # fmt: skip


def test_a_short_opening_is_completed_whether_the_total_is_said_or_not():
    table = limit(stacks={"3": 9})
    for word in (say(4, "complete", 20), say(4, "complete"), say(4, "raise", 20)):
        check({"rrop-6": ("complete_allowed", 20, "S3-BET-6")}, table,
              [act(3, "all_in", 9), word], "limit_holdem")  # fmt: skip


def over_short_blind(book, *events, fmt="tournament", blind=150):
    """Pot-limit, the big blind all-in for less than 200."""
    table = pot_limit("preflop", range(1, 10), pot=0, sb=100, bb=200, all_in=[2], format=fmt,
                      bets={"1": 100, "2": blind})  # fmt: skip
    return play(book, table, list(events), "plo")


def test_a_short_blind_counts_in_full_for_pot_limit_where_the_book_says_so():
    for book in BOOKS:
        hand = over_short_blind(book)
        full = hand.book.value("wager.pot_short_blind_ignored")
        assert hand.bounds(3) == (200, 400, 200 + 250 + 200 + (50 if full else 0)), book
        assert bool(full) == (book in ("ipr-2018", "rrop-6"))


@pytest.mark.parametrize(("before", "most"), [
    ([], 700), ([act(3, "fold")], 700),  # the opener: 3.5 big blinds
    ([act(3, "call", 200)], 200 + 650), ([act(3, "raise", 400)], 400 + 1050),  # one who follows
])  # fmt: skip
def test_in_one_book_a_short_blind_counts_in_full_for_who_opens_only(before, most):
    hand = over_short_blind("rrop-6", *before)
    seat = 4 if before else 3
    assert hand.bounds(seat)[2] == most
    assert over_short_blind("rrop-6", *before, say(seat, "pot", wording="pot")).bet(seat) == most
    all_preflop = over_short_blind("ipr-2018", *before).bounds(seat)[2]
    assert all_preflop == most + (50 if most > 700 else 0)


@pytest.mark.parametrize("straddle", [400, 200])
def test_over_a_straddle_a_short_blind_counts_as_it_lies_in_one_book(straddle):
    table = pot_limit("preflop", range(1, 10), pot=0, sb=100, bb=200, all_in=[2],
                      bets={"1": 100, "2": 150, "3": straddle})  # fmt: skip
    most = [play(book, table, [], "plo").bounds(4)[2] for book in ("rrop-6", "ipr-2018")]
    assert most[1] - most[0] == 50


def test_who_opens_over_a_short_blind_in_a_cash_game_opens_for_four_big_blinds():
    answer = over_short_blind("rrop-6", say(3, "pot", wording="pot"), fmt="cash").answer()
    assert (answer["amount"], "rrop-6:S4-1" in answer["cite"]) == (800, True)
    whole = over_short_blind("rrop-6", say(3, "pot", wording="pot"), blind=200).answer()
    assert (whole["amount"], "rrop-6:S4-1" in whole["cite"]) == (700, False)


@pytest.mark.parametrize("said", [199, 200, 201, 399, 400, 401, 300, 299, 301])
def test_an_open_pair_gives_the_choice_of_two_limits_in_one_book(said):
    ups = {"1": ["9c", "9d"], "2": ["Ah", "Kd"]}
    for book in BOOKS:
        table_ = stud("fourth", live=[1, 2], seats=[1, 2], upcards=ups)
        hand = play(book, table_, [say(1, "bet", said)], "stud7")
        if book == "rrop-6":
            nearer = 200 if said < 300 else 400
            assert hand.bet(1) == (said if said in (200, 400) else nearer), said
            silent = play(book, table_, [put(1, 100, said - 100)], "stud7")
            assert silent.bet(1) == hand.bet(1), said
        else:
            assert hand.bet(1) == 200, (book, said)
        razz = play(book, table_, [say(2, "bet", said)], "razz")
        assert razz.bet(2) == 200


@pytest.mark.parametrize(("put", "last"), [(199, 2), (200, 2), (201, 3)])
def test_a_straddle_all_in_for_no_more_than_the_blind_changes_no_order(put, last):
    table = ring((1, 2, 3, 4, 5), format="cash", straddles={"3": 400},
                 stacks={"1": 900, "2": 900, "3": put, "4": 900, "5": 900})  # fmt: skip
    s = Scene(table).start().add("chips_move", seat=3, chips=[put], to="line:3", by="player",
                                 motion=1, released=True, crossed="full",
                                 **{"from": "seat:3"})  # fmt: skip
    hand = s.deal(rounds=2).hand("rrop-6")
    assert hand.bets[3] == put and turn.last_forced(hand) == last


SHORT = [  # totals of two all-ins over a bet of 1000: whether the second was short of a raise
    (1400, 1900, True), (1400, 2399, True), (1400, 2400, False), (1900, 2000, True),
]  # fmt: skip


@pytest.mark.parametrize(("first", "second", "short"), SHORT)
def test_a_short_all_in_does_not_lessen_what_a_raise_is(first, second, short):
    table = setup(live=(3, 4, 5, 6, 7), stacks={"4": first, "5": second})
    events = [act(3, "bet", 1000), act(4, "all_in", first), act(5, "all_in", second)]
    r = play("tda-2011", table, [*events, say(6, "raise", 9000)]).answer()
    assert (r["situation"] == "wager.right_to_raise_kept") == short


@pytest.mark.parametrize(("front", "left"), [(0, 500), (499, 1), (500, 0), (501, 0), (900, 0)])
def test_void_chips_in_front_leave_no_more_than_the_rest_of_the_stack(front, left):
    hand = play("tda-2011", setup(stacks={"3": 500}), [])
    assert spots.spot_of(hand, 3, front).stack == left


@pytest.mark.parametrize(("rest", "short"), [(50, True), (99, True), (100, False)])
def test_an_undercall_is_all_in_once_the_last_chip_has_followed(rest, short):
    table = setup(live=(3, 4), stacks={"4": 400})
    events = [act(3, "bet", 500), put(4, 300), put(4, rest, motion=2)]
    for book in ("tda-2011", "ipr-2018"):  # left open there, brought up at once here
        r = play(book, table, events, gap=600).answer()
        assert (r["situation"] == "wager.undercall_opening") == short, book
    late = play("ipr-2018", table, events, gap=2001).answer()
    assert late["situation"] == "wager.undercall_opening"


@pytest.mark.parametrize(("word", "call", "least"), [("bet", 0, 40), ("raise", 40, 80)])
def test_limit_chips_short_of_what_the_word_fixed_are_corrected_until_the_rest_comes(
    word, call, least
):
    before = [act(3, "bet", 40)] if call else [act(3, "check")]
    said = [*before, say(4, word)]
    for chips, short in ((call + 20, True), (least - 5, True), (least, False)):
        r = play("rrop-6", limit("turn"), [*said, put(4, chips - 5, 5)]).answer()
        assert (r["situation"] == "wager.limit_size_wrong") == short, chips
        assert r["amount"] == least
        if short:
            assert (r["decided_by"], r["cite"][0]) == ("dealer", "rrop-6:S3-BET-16")
    both = [*said, put(4, call + 10, 10), put(4, least - call - 20, motion=2)]
    assert play("rrop-6", limit("turn"), both).incidents() == []


def test_a_raise_beside_a_short_all_in_of_the_street_cites_the_rule_on_it():
    table = limit(stacks={"4": 29})
    done = [act(3, "bet", 20), act(4, "all_in", 29), act(5, "raise", 40)]
    r = play("rrop-6", table, [*done, say(3, "raise")]).answer()
    assert (r["ruling"], r["amount"]) == ("raise_allowed", 60)
    assert "rrop-6:S3-BET-6" in r["cite"]
    r = play("rrop-6", limit(), [act(3, "bet", 20), act(4, "raise", 40), say(5, "raise")]).answer()
    assert "rrop-6:S3-BET-6" not in r["cite"]


@pytest.mark.parametrize("short", [25, 29])
def test_a_size_corrected_beside_a_short_all_in_cites_the_rule_on_it_too(short):
    """The size is fixed by the bet under the all-in, not by the all-in."""
    over = [act(3, "bet", 20), act(4, "all_in", short), say(5, "raise", short + 20)]
    r = play("rrop-6", limit(stacks={"4": short}), over).answer()
    assert (r["situation"], r["amount"]) == ("wager.limit_size_wrong", 40)
    assert "rrop-6:S3-BET-6" in r["cite"] and "rrop-6:S3-BET-16" in r["cite"]
    r = play("rrop-6", limit(), [act(3, "bet", 20), say(4, "raise", 45)]).answer()
    assert (r["situation"], r["amount"]) == ("wager.limit_size_wrong", 40)
    assert "rrop-6:S3-BET-6" not in r["cite"]


@pytest.mark.parametrize(("pot", "cited"), [(810, True), (900, False)])
def test_the_unit_pots_are_rounded_to_is_cited_where_it_changed_the_bet(pot, cited):
    table = setup(live=(3, 4), betting="pot_limit", pot=pot, round_to=100)
    r = play("rrop-6", table, [say(3, "pot", wording="pot")], "plo").answer()
    assert (r["ruling"], r["amount"]) == ("bet", 900)
    assert ("rrop-6:S14-PL-4" in r["cite"]) == cited


def all_ruled(table, events):
    """Answers of all books, after the last event."""
    out = {}
    for book in BOOKS:
        got = ruled(book, table, events)
        out[book] = (got["ruling"], got["amount"], got["cite"])
    return out


NO_STACKS = {  # live seats, limit?, what happened, the wager that is asked about
    "barred": ((3, 4, 5), False, [act(3, "bet", 100), act(4, "all_in", 150), act(5, "call", 150)],
               say(3, "raise", 400)),
    "least": ((3, 4, 5), False, [act(3, "bet", 100), act(4, "all_in", 150)], say(5, "raise", 200)),
    "full": ((3, 4, 5), False, [act(3, "bet", 100), act(4, "all_in", 200), act(5, "call", 200)],
             say(3, "raise", 600)),
    "open": ((3, 4, 5), False, [act(3, "all_in", 40)], say(4, "raise", 500)),
    "called": ((3, 4, 5), False, [act(3, "bet", 100), act(4, "all_in", 60), act(5, "call", 100)],
               {"what": "card_move", "cards": ["#20"], "from": "stub", "to": "burn",
                "face": "down", "by": "dealer"}),
    "last": ((3, 4), False, [act(3, "all_in", 500), act(4, "call", 500)],
             {"what": "card_move", "cards": ["#20"], "from": "stub", "to": "burn",
              "face": "down", "by": "dealer"}),
    "little": ((3, 4, 5), True, [act(3, "all_in", 8)], say(4, "complete", 20)),
    "half": ((3, 4, 5), True, [act(3, "bet", 20), act(4, "all_in", 32), act(5, "call", 32)],
             say(3, "raise")),
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(NO_STACKS))
def test_an_accepted_all_in_says_what_a_stack_nobody_named_was(name):
    live, is_limit, events, wager = NO_STACKS[name]
    make = limit if is_limit else (lambda **more: setup(sb=50, bb=100, format="tournament", **more))
    named = {str(e["seat"]): e["to"] for e in events if e["act"] == "all_in"}
    unnamed = all_ruled(make(live=live), [*events, wager])
    assert unnamed == all_ruled(make(live=live, stacks=named), [*events, wager])


def test_an_accepted_raise_of_a_stack_nobody_named_is_no_all_in():
    table = setup(sb=50, bb=100, live=(3, 4, 5))
    events = [act(3, "bet", 100), act(4, "raise", 150), act(5, "call", 150)]
    for book in BOOKS:
        hand = play(book, table, [*events, say(3, "raise", 400)])
        assert hand.all_in == [] and hand.high == 400


def test_an_all_in_of_a_stack_nobody_named_stays_one_when_the_street_is_revised():
    events = [act(3, "bet", 100), act(4, "all_in", 150), act(5, "call", 150)]
    hand = play("rrop-6", setup(sb=50, bb=100, live=(3, 4, 5)), events)
    hand.revise(3, "bet", 120)
    assert hand.all_in == [4] and hand.stack(4) == 0
    assert hand.undo(4)
    assert hand.all_in == [] and 4 not in hand.stacks  # what it has is not known any more


def test_named_by_an_all_in_short_ones_close_and_full_ones_reopen():
    table = setup(sb=50, bb=100, live=(3, 4, 5))
    short = [act(3, "bet", 100), act(4, "all_in", 150), act(5, "call", 150)]
    check({ALL: ("raise_not_allowed", 150)}, table, [*short, say(3, "raise", 400)])
    check({ALL: ("min_raise", 250)}, table, [*short[:2], say(5, "raise", 200)])
    full = [act(3, "bet", 100), act(4, "all_in", 200), act(5, "call", 200)]
    check({ALL: ("no_incident", 600)}, table, [*full, say(3, "raise", 600)])
    bet = [act(3, "all_in", 8)]
    check({"rrop-6": ("complete_allowed", 20, "S3-BET-6")}, limit(), [*bet, say(4, "complete", 20)])


def test_an_all_in_of_a_stack_nobody_named_is_known_for_the_next_hand_unless_it_is_void():
    events = [act(3, "all_in", 500), act(4, "call", 500)]
    table = setup(sb=50, bb=100, live=(3, 4), stacks={"4": 2000})
    cut = play("rrop-6", table, events)
    assert cut.stacks == {3: 0, 4: 1500}
    pots.finish(cut)  # nobody saw who won it: chips are whose they were
    assert cut.stacks == {4: 2000}
    won = play("rrop-6", table, events)
    won.phase = "showdown"
    pots.award(won, 3, won.pot_total())
    assert won.stacks == {3: 1000, 4: 1500}


TURN = {"betting": "limit", "sb": 5, "bb": 10, "small_bet": 10, "big_bet": 20,
        "board": ["Kd", "8s", "3c", "5h"]}  # fmt: skip


def test_who_called_a_bet_that_was_too_small_may_not_raise_because_it_is_corrected():
    table = setup("turn", (2, 4, 6), **TURN)
    half = [act(2, "check"), put(4, 5, 5), put(6, 5, 5)]
    rest = put(4, 5, 5, motion=2)
    for words in (say(6, "raise", 40), say(6, "raise")):
        for events in ([*half, rest, words], [*half, words]):
            r = ruled("rrop-6", table, events, "limit_holdem")
            assert (r["situation"], r["ruling"]) == (
                "wager.raise_after_correction", "raise_not_allowed",
            )  # fmt: skip
            assert (r["amount"], r["seat"], r["cite"]) == (20, 6, ["rrop-6:S3-BET-16"])
    behind = ruled("rrop-6", table, [*half, rest, say(2, "raise", 40)], "limit_holdem")
    assert (behind["ruling"], behind["amount"]) == ("no_incident", 40)
    right = [act(2, "check"), put(4, 10, 10), put(6, 10, 10), say(6, "raise", 40)]
    hand = play("rrop-6", table, right, "limit_holdem")
    assert hand.ruled("wager.raise_after_correction") is None and hand.bet(6) == 20


@pytest.mark.parametrize("between", [(), ("call",), ("fold",)])
def test_a_caller_may_not_raise_a_corrected_bet_whoever_has_acted_since(between):
    table = setup("turn", (2, 4, 6), **TURN)
    bet = [say(2, "bet", 10), put(2, 10), act(4, "call", 20), put(2, 10, motion=2)]
    more = [act(6, what, 20 if what == "call" else None) for what in between]
    r = ruled("rrop-6", table, [*bet, *more, say(4, "raise", 40)], "limit_holdem")
    assert (r["ruling"], r["amount"], r["seat"]) == ("raise_not_allowed", 20, 4)
    assert r["cite"] == ["rrop-6:S3-BET-16"]
    plain = [say(2, "bet", 20), put(2, 20), act(4, "call", 20), *more, say(4, "raise", 40)]
    hand = play("rrop-6", table, plain, "limit_holdem")
    assert hand.ruled("wager.raise_after_correction") is None  # its size was right
    again = [*bet, act(6, "raise", 40), act(2, "call", 40), say(4, "raise", 60)]
    assert play("rrop-6", table, again, "limit_holdem").bet(4) == 60  # it is its turn


def test_a_size_corrected_on_another_street_is_no_matter_on_this_one():
    table = setup("turn", (2, 4, 6), **TURN)
    events = [say(2, "bet", 10), put(2, 10), act(4, "call", 20), act(6, "call", 20)]
    events.append({"what": "card_move", "cards": ["#9"], "from": "stub", "to": "burn",
                   "face": "down", "by": "dealer"})  # fmt: skip
    events.append({"what": "card_move", "cards": ["9h"], "from": "stub", "to": "board",
                   "face": "up", "by": "dealer"})  # fmt: skip
    events += [act(2, "check"), act(4, "bet", 20), act(6, "call", 20), say(6, "raise", 40)]
    hand = play("rrop-6", table, events, "limit_holdem")
    assert hand.ruled("wager.raise_after_correction") is None


def test_short_all_ins_that_make_a_full_raise_open_the_betting_while_somebody_can_call():
    table = setup(sb=50, bb=100, live=(1, 3, 4, 6))
    short = [act(1, "bet", 400), act(3, "all_in", 600)]
    for total, opens in ((850, True), (800, True), (799, False)):
        events = [*short, act(4, "all_in", total), act(6, "call", total), say(1, "raise", 2000)]
        for book in ("rrop-6", "stg-2011", "ipr-2018"):
            want = 2000 if opens else total
            assert ruled(book, table, events)["amount"] == want
        check({"tda-2011 ipr-web": ("raise_not_allowed", total)}, table, events)
    alone = [*short, act(4, "all_in", 850), act(6, "fold"), say(1, "raise", 2000)]
    for book in BOOKS:  # nobody is left to raise
        assert ruled(book, table, alone)["ruling"] in ("raise_not_allowed", "floor_decides")


@pytest.mark.parametrize("all_in", [700, 1000])
def test_a_full_raise_over_a_short_all_in_reopens_and_is_cited(all_in):
    # 500 bet: an all-in to 1000 is a full raise itself, and nothing about it is doubtful
    table = setup("flop", (1, 3, 5, 7), stacks={"5": all_in})
    before = [act(3, "bet", 500), act(5, "all_in", all_in), act(7, "raise", 2000), act(1, "fold")]
    for book in BOOKS:
        r = play(book, table, [*before, say(3, "raise", 4000)]).ruled("wager.right_to_raise_kept")
        assert (r is not None) == (all_in == 700), book


@pytest.mark.parametrize("said", [1800, 2400, 900, None])
def test_the_pot_is_counted_and_not_taken_from_who_points_at_it(said):
    """600 in the pot, 600 bet and called: a raise may be 600 and the 2400 after the call."""
    table = setup(live=(3, 4, 5), betting="pot_limit", pot=600)
    events = [act(3, "bet", 600), act(4, "call", 600), say(5, "raise", 4000)]
    told = notice(3, said)
    if said is None:
        del told["amount"]
    r = play("rrop-6", table, [*events, told], "plo").answer()
    assert (r["ruling"], r["amount"]) == ("wager_reduced_to_max", 3000)
    bare = setup(live=(3, 4, 5), betting="pot_limit")
    over = [say(3, "bet", 1500), put(3, 500, 500, 500)]
    r = play("rrop-6", bare, [*over, notice(5, 0)], "plo").answer()
    assert r["amount"] == 0  # nobody counted that pot
