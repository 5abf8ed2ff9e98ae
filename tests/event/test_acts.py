"""Acts of the desk: what they add, and what the book refuses."""

import random

import pytest

from gateway.event import acts, due, sheets, structure
from gateway.event.log import BadLog, EventLog
from shared_rules.rulebooks import BOOKS


@pytest.fixture
def desk(tmp_path):
    return Desk(tmp_path)


class Desk:
    """A log, and chance from a seed."""

    def __init__(self, folder):
        self.folder, self.now, self.chance = folder, 0, random.Random(7)

    def open(self, book="tda-2011", players=18, **more):
        setup = structure.plan(players, 5000, 3, **({"buy_in": 100} | more))
        self.log = EventLog(self.folder / "e.jsonl", lambda: self.now)
        self.log.create(book, setup, "Anna")
        return self

    @property
    def office(self):
        return self.log.office()

    def do(self, act, **args):
        self.log.add_all(act(self.office, self.chance, **args), "Anna")
        return self

    def say(self, what, **fields):
        self.log.add(what, fields, "Anna")
        return self

    def fill(self, count):
        for n in range(count):
            self.do(acts.register, name=f"Player {n}")
        return self

    def due(self):
        return {d.act: d for d in due.due(self.office)}


def test_an_entry_gets_a_seat_at_a_table_with_the_fewest_players(desk):
    desk.open().fill(9)
    assert sorted(t.count for t in desk.office.event.in_order()) == [4, 5]
    assert desk.office.pool == 900


def test_names_become_keys_nobody_has_yet(desk):
    desk.open().do(acts.register, name=" Åsa  Öberg ").do(acts.register, name="Asa Oberg")
    assert list(desk.office.people) == ["AsaOberg", "AsaOberg2"]
    assert desk.office.name("AsaOberg") == "Åsa Öberg"


def test_who_shows_no_id_is_refused_where_the_book_asks_for_it(desk):
    desk.open("ipr-2018")
    with pytest.raises(acts.Refused, match="ipr-2018"):
        desk.do(acts.register, name="Kim", id_shown=False)
    assert desk.office.people == {}


def test_who_finds_no_seat_waits_among_the_alternates_and_gets_the_first_that_is_free(desk):
    desk.open("ipr-2018", players=18).fill(19)
    assert desk.office.event.lists["alternates"] == ["Player18"]
    assert "seat_alternate" not in desk.due()
    desk.say("bust", hand=1, table=1, players=[desk.office.seated()[0]])
    assert "seat_alternate" in desk.due()
    desk.do(acts.seat_alternate)
    assert desk.office.event.table_of("Player18") is not None
    assert desk.office.event.lists["alternates"] == []


@pytest.mark.parametrize("book", BOOKS)
def test_a_newcomer_gets_a_seat_the_alternates_leave_and_none_that_is_theirs(book, desk):
    desk.open(book, players=18).fill(20)
    assert desk.office.event.lists["alternates"] == ["Player18", "Player19"]
    for player in desk.office.seated()[:2]:
        desk.say("bust", hand=1, table=1, players=[player])
    desk.do(acts.register, name="Kim")  # two seats are free, two players wait for them
    assert desk.office.event.lists["alternates"][2:] == ["Kim"]
    desk.log.undo("Anna")
    desk.say("bust", hand=2, table=1, players=[desk.office.seated()[0]])
    desk.do(acts.register, name="Kim")  # one more is free
    assert desk.office.event.table_of("Kim") is not None
    assert desk.office.event.lists["alternates"] == ["Player18", "Player19"]


def test_a_second_entry_under_one_name_is_another_person_and_one_of_the_same_key_is_refused(desk):
    desk.open().fill(2)
    with pytest.raises(BadLog, match="registered already"):
        desk.say("register", player="Player0")


def test_a_broken_tables_players_fill_the_shortest_tables(desk):
    desk.open(players=27).fill(20)
    for player in desk.office.seated()[:5]:
        desk.say("bust", hand=1, table=1, players=[player])
    assert sorted(t.count for t in desk.office.event.in_order()) == [2, 6, 7]
    desk.do(acts.break_table, table=3)
    assert sorted(t.count for t in desk.office.event.in_order()) == [7, 8]
    assert len(set(desk.office.seated())) == 15


def test_a_table_whose_players_find_no_seats_is_not_broken(desk):
    desk.open(players=18).fill(18)
    with pytest.raises(acts.Refused, match="have no seats"):
        desk.do(acts.break_table, table=1)


def test_deals_by_model_and_by_chips_come_to_the_prizes(desk):
    desk.open(players=9).fill(3).say("prizes_posted", prizes=[150, 100, 50])
    stacks = dict(zip(desk.office.seated(), (9000, 4000, 2000), strict=True))
    desk.say("stacks", stacks=stacks)
    offers = acts.offers(desk.office)
    assert sum(offers["icm"].values()) == sum(offers["chips"].values()) == 300
    best = max(stacks, key=stacks.get)
    assert offers["chips"][best] == 50 + 150 * 9000 // 15000
    assert offers["icm"][best] < offers["chips"][best]  # the model gives a big stack less


def test_a_deal_one_player_refuses_is_not_made(desk):
    desk.open("rrop-6", players=9).fill(2).say("prizes_posted", prizes=[150, 50])
    among = sorted(desk.office.seated())
    amounts = dict.fromkeys(among, 100)
    desk.say("deal_proposed", among=among, kind="amounts", td_informed=True, amounts=amounts)
    desk.say("deal_answer", player=among[0], agree=True)
    desk.say("deal_answer", player=among[1], agree=False)
    with pytest.raises(acts.Refused, match="does not stand"):
        desk.do(acts.make_deal)
    desk.say("deal_answer", player=among[1], agree=True).do(acts.make_deal)
    assert acts.winnings(desk.office) == amounts


def test_who_shows_no_id_is_not_paid_where_the_book_asks_for_it(desk):
    desk.open("ipr-2018", players=9).do(acts.register, name="Kim", id_shown=True)
    with pytest.raises(acts.Refused, match="show an ID"):
        desk.do(acts.pay_out, player="Kim", amount=10, id_shown=False)
    desk.do(acts.pay_out, player="Kim", amount=10, id_shown=True)
    assert desk.office.people["Kim"].received == 10


def test_players_out_in_one_hand_are_ranked_by_their_chips_where_the_book_is_silent(desk):
    desk.open("tda-2011", players=9).fill(4).say("prizes_posted", prizes=[200, 100, 60, 40])
    a, b, c, d = desk.office.seated()
    desk.say("bust", hand=1, table=1, players=[a, b, c], stacks={a: 100, b: 300, c: 300})
    rows, unplaced = acts.standings(desk.office)
    assert rows == [(1, 1, d), (2, 3, b), (2, 3, c), (4, 4, a)]
    assert unplaced == []
    assert acts.winnings(desk.office) == {d: 200, b: 80, c: 80, a: 40}


def test_hand_for_hand_is_due_one_place_before_the_money_and_over_in_it(desk):
    desk.open("ipr-2018", players=18).fill(12).say("clock_started").say("registration_closed")
    desk.say("prizes_posted", prizes=[500, 300, 200, 200, 200, 200, 200, 200, 200, 200])
    assert "hand_for_hand" not in desk.due()
    desk.say("bust", hand=1, table=1, players=[desk.office.seated()[0]])
    assert desk.due()["hand_for_hand"].args == {"on": True}
    desk.do(acts.hand_for_hand, on=True)
    assert "hand_for_hand" not in desk.due()
    desk.say("bust", hand=2, table=1, players=[desk.office.seated()[0]])
    assert desk.due()["hand_for_hand"].args == {"on": False}


def test_prizes_are_due_once_registration_is_closed(desk):
    desk.open().fill(10)
    assert "post_prizes" not in desk.due()
    desk.say("registration_closed")
    assert sum(desk.due()["post_prizes"].args["prizes"]) == 1000


def test_a_list_of_entries_is_read_with_what_is_wrong_named_by_line():
    text = "Name,Paid,ID_shown,club\nAnna Ek,100,yes,x\nBo,,no,\n"
    assert sheets.read_entries(text) == [
        {"name": "Anna Ek", "paid": 100, "id_shown": True},
        {"name": "Bo", "id_shown": False},
    ]
    for bad, said in (("who\nAnna\n", "line 1"), ("name,paid\nAnna,1.5\n", "line 2: paid"),
                      ("name,paid\n ,1\n", "line 2: the name")):  # fmt: skip
        with pytest.raises(sheets.BadSheet, match=said):
            sheets.read_entries(bad)


def test_no_cell_of_a_sheet_is_a_formula(desk):
    desk.open().do(acts.register, name="=cmd()")
    assert "'=cmd()" in sheets.entries_csv(desk.office)


def test_the_feed_tells_no_payment_and_no_id(desk):
    desk.open().do(acts.register, name="Kim", id_shown=True, request="wheelchair")
    text = str(sheets.feed(desk.office, 0))
    assert "Kim" in text
    for secret in ("wheelchair", "id_shown", "paid"):
        assert secret not in text


def shootout(desk, players, table_max):
    """A shootout under way: each bust comes with what is due and which tables may not deal."""
    desk.open(players=players, format="shootout", table_max=table_max).fill(players)
    desk.do(acts.start_clock).do(acts.close_registration)
    for table in [t.number for t in desk.office.event.in_order()]:
        found = desk.office.event.tables[table]
        for seat in found.occupied()[:-1]:
            yield set(desk.due()), due.halted(desk.office)[0]
            player, hand = found.seats[seat], desk.office.n + 1
            desk.do(lambda o, c, p=player, h=hand, t=table: acts.bust(o, t, h, [p], {p: 1}))


def test_a_shootout_moves_nobody_until_each_table_has_its_winner(desk):
    moves = {"balance", "break_table", "redraw", "final_table", "next_round"}
    for acts_due, halted in shootout(desk, 18, 6):
        assert not acts_due & moves and not halted
    assert "final_table" in desk.due() and desk.office.event.left == 3


def test_too_many_winners_of_a_shootout_play_another_round(desk):
    assert len(list(shootout(desk, 24, 2))) == 12
    one = desk.due()["next_round"]
    assert one.text == "Next round: the 12 winners draw seats at 6 tables"
    desk.do(acts.next_round, **one.args)
    assert [t.count for t in desk.office.event.in_order()] == [2] * 6
