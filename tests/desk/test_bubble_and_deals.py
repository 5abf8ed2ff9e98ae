"""Hand for hand, places, prizes and deals, by the number of the rule."""

import pytest

from tests.desk.desk_case import BOOKS, IPR, OPEN, RROP, STG, TDA, WEB, answer, ruled, table

NINE = "1 2 3 4 5 6 7 8 9"
PRIZES = [5000, 3000, 2000, 1501, 1100, 800]


def start(*numbers):
    return [("hand_start", {"table": n, "by": "riffle"}) for n in numbers]


def over(n):
    return ("hand_over", {"table": n})


def all_in(n):
    return ("all_in_called", {"table": n})


def out(number, *players, hand=1, **stacks):
    fields = {"hand": hand, "table": number, "players": list(players)}
    return ("bust", {**fields, "stacks": stacks} if stacks else fields)


def acts(book, *happening, left=27, paid=18, on=True):
    tables = [table(n, NINE) for n in (1, 2, 3)]
    event = {"hand_for_hand": on, "paid": paid, "players_left": left}
    got = answer(book, happening, "hand_for_hand", event, tables=tables)
    if got == OPEN or not got["on"]:
        return got if got == OPEN else False
    return " ".join(got["tables"][n] for n in "123")


@pytest.mark.parametrize("book", [IPR, WEB])
def test_tables_play_their_hands_together(book):
    """ipr-2018:44.3, ipr-web:W76.3"""
    assert acts(book) == "deal deal deal"
    assert acts(book, *start(1, 2, 3)) == "play play play"
    assert acts(book, *start(1, 2, 3), over(1)) == "wait play play"
    assert acts(book, *start(1, 2, 3), all_in(1), over(2)) == "freeze wait play"
    assert acts(book, *start(1, 2, 3), all_in(1), over(2), all_in(3)) == "complete wait complete"
    done = [*start(1, 2, 3), over(1), over(2), over(3)]
    assert acts(book, *done) == "deal deal deal"
    assert acts(book, *done, *start(2)) == "deal play deal"


@pytest.mark.parametrize("book", [IPR, WEB])
def test_called_in_mid_hand_the_tables_that_are_done_wait(book):
    called = ("hand_for_hand", {"on": True})
    assert acts(book, *start(1, 2), over(2), called, on=False) == "play wait wait"


@pytest.mark.parametrize("book", [IPR, WEB])
def test_the_bubble_bursts_at_the_paid_places(book):
    """ipr-2018:44.1, ipr-web:W76.1"""
    busts = [*start(1, 2, 3), out(1, "A2"), over(2), over(3)]
    assert acts(book, *busts, paid=26) is False
    assert acts(book, *busts, paid=25) == "deal deal deal"
    assert acts(book, on=False) == OPEN  # the director may call it


@pytest.mark.parametrize("book", [RROP, TDA, STG])
def test_books_without_hand_for_hand_leave_it_open(book):
    assert acts(book, *start(1, 2, 3)) == OPEN


# places and prizes


def places(book, *happening, ask="places", players=None, **event):
    names = players or [p for _, e in happening if isinstance(e, dict) for p in e["players"]]
    tables = [table(1, NINE), table(2, NINE)]
    facts = {"players_left": 6, "prizes": PRIZES, **event}
    got = answer(book, happening, {"what": ask, "players": names}, facts, tables=tables)
    return got if got == OPEN else [got[ask][n] for n in names]


@pytest.mark.parametrize("book", [IPR, WEB, RROP, STG])
def test_one_after_the_other_they_take_one_place_each(book):
    busts = [out(1, "A2", hand=1), out(2, "B4", hand=2)]
    assert places(book, *busts) == [6, 5]
    assert places(book, *busts, ask="prizes") == [800, 1100]


@pytest.mark.parametrize(("book", "expected", "money"), [
    (IPR, [5, 5], [950, 950]), (WEB, [5, 5], [950, 950]),  # they share
    (RROP, [6, 5], [800, 1100]), (STG, [6, 5], [800, 1100]),  # the larger stack is higher
    (TDA, OPEN, OPEN),
])  # fmt: skip
def test_two_tables_in_one_hand(book, expected, money):
    """ipr-2018:44.5, ipr-web:W76.5, rrop-6:S15-35, stg-2011:M5; tda-2011 is silent"""
    busts = [out(1, "A2", A2=400), out(2, "B4", B4=900)]
    assert places(book, *busts) == expected
    assert places(book, *busts, ask="prizes") == money


@pytest.mark.parametrize("book", [IPR, WEB, RROP, STG])
def test_at_one_table_the_larger_stack_is_higher(book):
    assert places(book, out(1, "A2", "A3", A2=400, A3=900)) == [6, 5]
    assert places(book, out(1, "A2", "A3")) == OPEN  # nobody knows the stacks


def test_equal_stacks_share_and_lose_the_odd_coin():
    """stg-2011:M5"""
    assert places(STG, out(1, "A2", "A3", A2=900, A3=900)) == [5, 5]
    busts = [out(1, "A2", "A3", "A4", A2=9, A3=9, A4=9)]
    assert places(STG, *busts, ask="prizes") == [(1501 + 1100 + 800) // 3] * 3


@pytest.mark.parametrize("book", [IPR, WEB, RROP])
def test_equal_stacks_of_one_table_are_open(book):
    """rrop-6:S15-35, ipr-2018:44.5, 45.4, ipr-web:W76.5, W77.4"""
    tie = out(1, "A2", "A3", A2=900, A3=900)
    assert places(book, tie) == places(book, tie, ask="prizes") == OPEN
    three = out(1, "A2", "A3", "A4", A2=900, A3=900, A4=400)
    assert places(book, three) == OPEN


@pytest.mark.parametrize("book", [IPR, WEB])
def test_equal_stacks_of_two_tables_share(book):
    """ipr-2018:44.5, ipr-web:W76.5"""
    assert places(book, out(1, "A2", A2=900), out(2, "B4", B4=900)) == [5, 5]


@pytest.mark.parametrize("book", [IPR, WEB, RROP])
def test_a_tie_leaves_nobody_elses_place_open(book):
    busts = [
        out(1, "A4", hand=1),
        out(1, "A2", "A3", "A5", hand=2, A2=900, A3=900, A5=400),
        out(2, "B4", hand=3),
    ]
    assert places(book, *busts, players=["A4", "A5", "B4"]) == [6, 5, 2]
    assert places(book, *busts, players=["A4", "A2"]) == OPEN


def test_three_of_two_tables_share_by_rank_of_their_tables():
    """ipr-2018:44.5: the lower stack of a table is out first."""
    busts = [out(1, "A2", "A3", A2=400, A3=900), out(2, "B1", B1=5)]
    assert places(IPR, *busts) == [6, 4, 4]


@pytest.mark.parametrize("book", [IPR, WEB, RROP, STG])
def test_a_stack_that_is_blinded_off_takes_its_place(book):
    """ipr-2018:16.2, ipr-web:W15.2"""
    gone = ("leaves_event", {"player": "A2"})
    got = places(book, gone, out(1, "A2"), ask="prizes", players=["A2"])
    assert got == [800]


def test_the_director_decides_on_the_prize_of_who_is_disqualified():
    """ipr-2018:9.4, ipr-web:W8.4"""
    thrown = ("penalty", {"player": "A2", "kind": "disqualification"})
    for book in (IPR, WEB, RROP, STG):
        assert places(book, thrown, ask="prizes", players=["A2"]) == OPEN


def test_an_event_out_of_time_is_paid_by_chips():
    """stg-2011:M6"""
    stacks = {"A1": 500, "A2": 900, "A3": 500}
    happening = ["time_limit"]
    event = {"players_left": 3, "prizes": [50, 30, 21]}
    ask = {"what": "prizes", "players": ["A1", "A2", "A3"]}
    got = ruled(STG, happening, ask, event, tables=[table(1, "1 2 3")], stacks=stacks)
    assert got[0] == {"prizes": {"A1": 25, "A2": 50, "A3": 25}} and got[1] == "td"
    for book in (IPR, WEB, RROP, TDA):
        assert (
            answer(book, happening, ask, event, tables=[table(1, "1 2 3")], stacks=stacks) == OPEN
        )


# deals

STACKS = {"A1": 3600, "A2": 2700, "A3": 2400}
EVENT = {"players_left": 3, "prizes": [8000, 5200, 3500]}


def deal(book, *events, among="A1 A2 A3", kind="icm", informed=True, agree="A1 A2 A3",
         posted=None, amounts=None):  # fmt: skip
    proposal = {"among": among.split(), "kind": kind, "td_informed": informed}
    if amounts:
        proposal["amounts"] = amounts
    said = [("deal_answer", {"player": p, "agree": True}) for p in agree.split()]
    event = {**EVENT, **({"posted": posted} if posted else {})}
    got = answer(book, [("deal_proposed", proposal), *said, *events], "deal", event,
                 tables=[table(1, "1 2 3")], stacks=STACKS)  # fmt: skip
    return got if got == OPEN else (got["valid"], got["penalty"])


NO = ("deal_answer", {"player": "A3", "agree": False})
PRESSED = ("pressure", {"by": "A1", "on": "A3"})


@pytest.mark.parametrize("book", [IPR, WEB, STG])
def test_a_deal_needs_everybody(book):
    """ipr-2018:8.4, 8.5, ipr-web:W79.8, W79.5, stg-2011:M6"""
    assert deal(book) == (True, None)
    assert deal(book, NO) == (False, None)
    assert deal(book, agree="A1 A2") == (False, None)
    assert deal(book, among="A1 A2", agree="A1 A2") == (False, None)


def test_rrop_leaves_a_deal_of_all_to_the_director_and_voids_any_other():
    """rrop-6:S15-37"""
    assert deal(RROP) == deal(RROP, informed=False) == OPEN
    assert deal(RROP, among="A1 A2", agree="A1 A2") == (False, None)


def test_tda_is_silent_about_deals():
    assert deal(TDA) == deal(TDA, among="A1 A2", agree="A1 A2") == OPEN


@pytest.mark.parametrize(("book", "hidden"), [(IPR, False), (WEB, False), (STG, True)])
def test_the_director_knows_of_it(book, hidden):
    """ipr-2018:8.5, ipr-web:W79.5"""
    assert deal(book, informed=False) == (hidden, None)


@pytest.mark.parametrize("book", [IPR, WEB])
def test_pressure_voids_a_deal_and_is_punished(book):
    """ipr-2018:8.6, ipr-web:W79.6"""
    assert deal(book, PRESSED) == (False, "A1")
    assert answer(book, [PRESSED], {"what": "penalty", "player": "A1"}) == {"due": True}
    assert answer(book, [PRESSED], {"what": "penalty", "player": "A3"}) == {"due": False}


@pytest.mark.parametrize("book", [IPR, WEB])
def test_no_deal_where_the_law_forbids_it(book):
    """ipr-2018:8.7, ipr-web:W79.7"""
    assert deal(book, posted={"deals_unlawful": True}) == (False, None)


def test_own_figures_stand_where_any_terms_do():
    """ipr-2018:8.2 and ipr-web:W79.2 know the model's only; stg-2011:M6 any within the pool"""
    own = {"A1": 6000, "A2": 5500, "A3": 5200}
    by_model = {"A1": 5927, "A2": 5469, "A3": 5304}
    for book in (IPR, WEB):
        icm = answer(book, [], "icm", EVENT, tables=[table(1, "1 2 3")], stacks=STACKS)["amounts"]
        assert deal(book, kind="amounts", amounts=own) == (False, None)
        assert deal(book, kind="amounts", amounts=icm) == (True, None)
        assert sum(icm.values()) == sum(by_model.values()) == 16700
    assert deal(STG, kind="amounts", amounts=own) == (True, None)
    assert deal(STG, kind="amounts", amounts={**own, "A1": 6001}) == (False, None)


def icm(book, tickets=""):
    people = {p: {"ticket": True} for p in tickets.split()}
    return answer(book, [], "icm", EVENT, tables=[table(1, "1 2 3")], stacks=STACKS,
                  people=people or {"A1": {"entries": 1}})  # fmt: skip


@pytest.mark.parametrize("book", [IPR, WEB])
def test_tickets_leave_the_cash_to_the_model_when_all_have_one(book):
    """ipr-2018:8.3, ipr-web:W79.4"""
    assert icm(book, "A1 A2 A3") == icm(book) != OPEN
    assert icm(book, "A1 A2") == OPEN


@pytest.mark.parametrize("book", [RROP, TDA, STG])
def test_books_without_the_model_leave_its_figures_open(book):
    assert icm(book) == OPEN


def test_a_deal_that_stands_is_what_is_paid():
    own = {"A1": 6000, "A2": 5500, "A3": 5200}
    proposal = {"among": list(own), "kind": "amounts", "td_informed": True, "amounts": own}
    said = [("deal_answer", {"player": p, "agree": True}) for p in own]
    ask = {"what": "prizes", "players": ["A2"]}
    got = answer(STG, [("deal_proposed", proposal), *said], ask, EVENT,
                 tables=[table(1, "1 2 3")], stacks=STACKS)  # fmt: skip
    assert got == {"prizes": {"A2": 5500}}


@pytest.mark.parametrize("book", BOOKS)
def test_the_last_player_left_is_first(book):
    busts = [out(1, "A2", hand=1), out(1, "A3", hand=2)]
    ask = {"what": "places", "players": ["A1"]}
    got = answer(book, busts, ask, EVENT, tables=[table(1, "1 2 3")])
    assert got == {"places": {"A1": 1}}
