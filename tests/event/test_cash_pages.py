"""The cash room's pages: what is keyed goes into its log, and the pages show what follows."""

import pytest

from gateway.cash import from_forms, views
from gateway.cash.running_room import CashRoom
from gateway.event.acts import Refused
from gateway.event.desk import Desk
from gateway.event.kept import NotOpen
from gateway.event.log import BadLog
from gateway.web.pages import render
from shared_rules.desk.faults import BadHappening

MINUTE = 60_000
FORM = {
    "kind1": "nl", "game1": "no_limit_holdem", "sb1": "2", "bb1": "5", "min_buy_in1": "200",
    "max_buy_in1": "1,000", "amount1": "6", "minutes1": "30",
    "kind2": "lim", "game2": "limit_holdem", "sb2": "5", "bb2": "10", "max_bet2": "20",
    "percent2": "5", "cap2": "10", "kind3": "",
}  # fmt: skip


@pytest.fixture
def room(tmp_path):
    made = CashRoom(tmp_path, clock=lambda: made.ms)
    made.ms = 1_000_000
    made.open("rrop-6", from_forms.setup(FORM), "Anna")
    key(made, "game_opened", table="1", kind="nl", max="4")
    return made


def key(room, act, **form):
    form.setdefault("by", "management")
    return room.do(lambda state, chance: from_forms.ACTS[act](state, form), "Anna")


def sits(room, name, place, amount="300"):
    key(room, "seat_given", player=name, to=place)
    key(room, "seated", player=name, to=place, amount=amount)


def shown(room, page="room", role="floor"):
    values = room.read(views.PAGES[page])
    return render(f"cash_{page}.html", role=role, **values)


def due(room):
    return [d["text"] for d in room.read(views.overview)["due"]]


def row(room, seat):
    return room.read(views.overview)["games"][0]["seats"][seat - 1]


def test_the_form_of_a_new_room_gives_its_kinds():
    assert from_forms.setup(FORM)["kinds"] == [
        {"kind": "nl", "game": "no_limit_holdem", "sb": 2, "bb": 5, "min_buy_in": 200,
         "max_buy_in": 1000, "collection": {"how": "time", "amount": 6, "minutes": 30}},
        {"kind": "lim", "game": "limit_holdem", "sb": 5, "bb": 10, "max_bet": 20,
         "collection": {"how": "rake", "percent": 5, "cap": 10}},
    ]  # fmt: skip


def test_without_a_room_nothing_is_read_or_keyed(tmp_path):
    empty = CashRoom(tmp_path)
    with pytest.raises(NotOpen, match="no cash room is open"):
        empty.read(views.overview)
    with pytest.raises(NotOpen):
        key(empty, "note", text="hello")


def test_a_name_waits_is_called_sits_and_leaves(room):
    key(room, "listed", player="ana ruiz", kind="nl")
    assert due(room) == ["Call AnaRuiz for seat 1:1"]
    room.do_due(due(room)[0], "Ben")
    with pytest.raises(Refused, match="not due any more"):
        room.do_due("Call AnaRuiz for seat 1:1", "Ben")
    assert row(room, 1)["kept"] == "AnaRuiz"
    with pytest.raises(BadLog, match=r"buys in for at least 200 \(rrop-6:S3-BUY-1\)"):
        key(room, "seated", player="AnaRuiz", to="1:1", amount="150")
    key(room, "seated", player="Ana Ruiz", to="1:1", amount="300")
    assert (row(room, 1)["player"], row(room, 1)["stack"]) == ("AnaRuiz", 300)
    key(room, "cash_out", player="AnaRuiz", amount="410")
    assert row(room, 1)["player"] is None
    session = room.read(views.overview)["sessions"][0]
    assert (session["bought"], session["out"], session["why"]) == (300, 410, "cashed out")


def test_who_is_away_is_marked_and_time_is_collected(room):
    for name, seat in (("Ana", 1), ("Ben", 2), ("Cleo", 3)):
        sits(room, name, f"1:{seat}")
    key(room, "hand", table="1", button="1", sb="2", bb="3")
    key(room, "hand", table="1", button="2", sb="3", bb="1")
    key(room, "away", player="Ben", noticed="yes")
    room.ms += 31 * MINUTE
    assert row(room, 2)["marks"] == ["away 31 min, told the floor"]
    room.do_due(next(t for t in due(room) if t.startswith("Collect 6 at table 1")), "Ben")
    assert row(room, 1)["stack"] == 294 and room.read(views.overview)["h"]["taken"] == 18
    with pytest.raises(BadLog, match="is in a hand"):
        key(room, "cash_out", player="Ana", amount="294")


def test_a_must_move_game_feeds_the_main_game_in_the_order_of_its_list(room):
    for name, seat in (("Ana", 1), ("Ben", 2), ("Cleo", 3), ("Dora", 4)):
        sits(room, name, f"1:{seat}")
    key(room, "game_opened", table="2", kind="nl", max="4", must_move="yes")
    for name in ("Eve", "Finn"):
        key(room, "listed", player=name, kind="nl")
    for name, place in (("Finn", "2:1"), ("Eve", "2:2")):
        sits(room, name, place)
    key(room, "cash_out", player="Ben")
    assert [t for t in due(room) if t.startswith("Eve moves from table 2 to 1:2")]
    key(room, "move_refused", player="Eve")
    assert [t for t in due(room) if t.startswith("Finn moves from table 2 to 1:2")]
    with pytest.raises(BadLog, match="Eve refused to move less than an hour ago"):
        key(room, "listed", player="Eve", kind="nl")


def test_a_game_breaks_by_cards_and_only_the_management_breaks_it(room):
    sits(room, "Ana", "1:1")
    sits(room, "Ben", "1:2")
    with pytest.raises(BadLog, match="management closes games"):
        key(room, "game_broken", table="1", cards="Ana Kd, Ben 4s", by="floor")
    key(room, "game_broken", table="1", cards="Ana 4s, Ben Kd")
    names = room.read(views.overview)["lists"][0]["names"]
    assert [n["player"] for n in names] == ["Ben", "Ana"]


@pytest.mark.parametrize(("act", "form", "said"), [
    ("listed", {"player": "  ", "kind": "nl"}, "a player's name is needed"),
    ("seated", {"player": "Kim", "to": "1:1", "amount": "lots"}, "a whole number is needed"),
    ("buys", {"player": "Kim", "amount": "5"}, "plays in no game"),
    ("seat_given", {"player": "Kim", "to": "one"}, "to"),
    ("game_broken", {"table": "1", "cards": "Kim"}, "a name and a card"),
    ("note", {"text": " "}, "a note has words"),
])  # fmt: skip
def test_what_cannot_be_is_said_and_adds_nothing(room, act, form, said):
    before = room.read(lambda state, entries: len(entries))
    with pytest.raises((Refused, BadLog, BadHappening), match=said):
        key(room, act, **form)
    assert room.read(lambda state, entries: len(entries)) == before


def test_the_pages_show_the_room_to_the_floor_and_no_keys_to_an_auditor(room):
    sits(room, "Ana", "1:1")
    key(room, "listed", player="Kim", kind="lim")
    html = shown(room)
    assert 'id="s-1-1"' in html and "Kim" in html and "No-limit hold&#39;em 2/5" in html
    assert "Open a game" not in html and "Open a game" in shown(room, role="director")
    assert "<button" not in shown(room, role="auditor")
    assert "Take back" in shown(room, "log", "director") and "given to" in shown(room, "log")


def test_the_room_is_there_after_the_gateway_comes_again(room):
    sits(room, "Ana", "1:1")
    again = CashRoom(room.path.parent, clock=lambda: room.ms)
    assert again.read(views.overview) == room.read(views.overview)
    again.undo(again.read(lambda state, entries: entries[-1]["n"]), "Anna", "the wrong seat")
    assert row(room, 1)["kept"] == "Ana"


# -- what the tables see


def hand(button, sb, bb, stacks, acts, after, **more):
    """A record of a finished hand at table 1: seats and chips, as the gateway keeps them."""
    dealt = more.pop("dealt_in", sorted(int(s) for s in stacks))
    start = {"button": button, "sb_seat": sb, "bb_seat": bb, "stacks": stacks, "dealt_in": dealt}
    actions = [{"act": act, "seat": seat, "amt": amount, **({"post": post} if post else {})}
               for act, seat, amount, post in acts]  # fmt: skip
    after = {seat: after.get(seat, stacks[str(seat)]) for seat in map(int, stacks)}
    record = {"table": "1", "start": start, "actions": actions, "stacks_after": after, "board": []}
    return record | more


BLINDS = [("post", 2, 2, "sb"), ("post", 3, 5, "bb")]
THREE = {"1": 300, "2": 300, "3": 300}


def three(room):
    for name, seat in (("Ana", 1), ("Ben", 2), ("Cleo", 3)):
        sits(room, name, f"1:{seat}")


def stacks_of(room):
    return room.read(lambda state, entries: {p: g.stack for p, g in state.guests.items()})


def notes(room):
    return room.read(views.overview)["notes"]


def test_a_table_reports_who_was_in_and_what_was_won(room):
    three(room)
    room.on_start("1")
    room.on_start("1")
    with pytest.raises(BadLog, match="is in a hand"):
        key(room, "cash_out", player="Ana")
    acts = [*BLINDS, ("raise", 1, 15, None), ("fold", 2, 0, None), ("call", 3, 10, None)]
    room.on_hand(hand(1, 2, 3, THREE, acts, {1: 317, 2: 298, 3: 285}, board=["As", "Ks", "Qs"]))
    assert stacks_of(room) == {"Ana": 317, "Ben": 298, "Cleo": 285}
    game = room.read(lambda state, entries: state.games[1])
    assert (game.playing, game.hands, game.positions) == (False, 1, (1, 2, 3))
    room.on_start("2")  # no game runs there
    room.on_hand(hand(1, 2, 3, THREE, acts, {}) | {"table": "final"})
    assert room.read(lambda state, entries: state.games[1].hands) == 1


def test_who_is_not_dealt_in_is_away_and_misses_the_blinds_that_pass(room):
    three(room)
    sits(room, "Dora", "1:4")
    four = {**THREE, "4": 300}
    room.on_start("1")
    room.on_hand(hand(1, 2, 3, four, BLINDS, {2: 298, 3: 302}))
    room.on_hand(hand(2, 3, 1, four, [], {}, dealt_in=[1, 2, 3]))  # nobody told of its riffle
    assert row(room, 4)["marks"][0].startswith("away 0 min")
    assert "posts 5" in row(room, 4)["marks"][1]
    room.on_start("1")
    acts = [("post", 4, 5, "entry"), ("post", 4, 2, "dead_blind")]  # both have passed her
    room.on_hand(hand(3, 1, 2, four, acts, {}, dealt_in=[1, 2, 3, 4]))
    assert row(room, 4)["marks"] == [] and notes(room) == []
    hands = room.read(lambda state, entries: {p: g.hands for p, g in state.guests.items()})
    assert hands == {"Ana": 3, "Ben": 3, "Cleo": 3, "Dora": 2}


@pytest.mark.parametrize("positions, posted, said", [
    ((1, 2, 3), 0, "for 0, 5 was owed (rrop-6:"), ((1, 2, 3), 2, "for 2, 5 was owed (rrop-6:"),
    ((1, 2, 3), 5, None), ((2, 3, 1), 5, "before the button has passed him (rrop-6:"),
])  # fmt: skip
def test_a_newcomer_who_comes_in_wrongly_is_noted(room, positions, posted, said):
    three(room)
    for at in ((3, 1, 2), (1, 2, 3), (2, 3, 1), (3, 1, 2)):  # the blinds have gone round
        room.on_start("1")
        room.on_hand(hand(*at, THREE, [], {}))
    sits(room, "Dora", "1:4")
    room.on_start("1")
    acts = [("post", 4, posted, "entry")] if posted else []
    room.on_hand(hand(*positions, {**THREE, "4": 300}, acts, {}))
    assert [n[: len(said) + 18] for n in notes(room)] == (
        [f"Dora was dealt in {said}"] if said else []
    )
    assert ("posts" in " ".join(row(room, 4)["marks"])) == (not posted)


def test_a_newcomer_of_a_new_game_is_dealt_in_without_a_post(room):
    """rrop-6:S4-13b"""
    three(room)
    room.on_hand(hand(3, 1, 2, THREE, [], {}))
    sits(room, "Dora", "1:4")
    assert row(room, 4)["marks"] == []
    room.on_hand(hand(1, 2, 3, {**THREE, "4": 300}, [], {}))
    assert notes(room) == [] and row(room, 4)["marks"] == []


def test_hands_of_a_running_events_table_are_not_the_cash_rooms(tmp_path):
    event = Desk(tmp_path, clock=lambda: 1_000_000)
    room = CashRoom(tmp_path, clock=lambda: 1_000_000, taken=event.plays)
    room.open("rrop-6", from_forms.setup(FORM), "Anna")
    for number in ("1", "2"):
        key(room, "game_opened", table=number, kind="nl", max="4")
    rest = {"level": 1, "players_left": 3, "levels": [{"level": 1, "sb": 2, "bb": 5, "ante": 0}]}
    seats = {"1": "Kim", "2": "Lea", "3": "Max"}
    setup = {"event": {"game": "flop", "format": "freezeout", **rest},
             "tables": [{"table": 1, "max": 4, "seats": seats}]}  # fmt: skip
    event.open("tda-2011", setup, "Anna")

    def deal():
        for number in ("1", "2"):
            room.on_hand(hand(1, 2, 3, THREE, [], {}) | {"table": number})
        return sorted(note.partition(":")[0] for note in notes(room))

    assert deal() == ["Table 1", "Table 2"]  # the event has not begun
    event.do(lambda office, chance: [("clock_started", {})], "Anna")
    assert deal() == ["Table 1", "Table 2", "Table 2"]
    out = {"hand": 1, "table": 1, "players": ["Kim", "Lea"]}
    event.do(lambda office, chance: [("hand_start", {"table": 1, "by": "riffle"}),
                                     ("bust", out)], "Anna")  # fmt: skip
    assert deal() == 2 * ["Table 1"] + 3 * ["Table 2"]  # and is over


def test_who_waits_after_a_change_of_seat_is_not_away(room):
    room.undo(1, "Anna", "a larger table")
    key(room, "game_opened", table="1", kind="nl", max="9")
    for name, seat in (("Ana", 1), ("Ben", 2), ("Cleo", 3), ("Dora", 4), ("Eve", 5)):
        sits(room, name, f"1:{seat}")
    stacks = {str(s): 300 for s in (1, 2, 3, 4, 5)}
    for at in ((1, 2, 3), (2, 3, 4), (3, 4, 5), (4, 5, 1), (5, 1, 2), (1, 2, 3)):
        room.on_start("1")
        room.on_hand(hand(*at, stacks, [], {}))
    key(room, "moved", player="Dora", to="1:9")
    assert row(room, 9)["marks"] == ["changed his seat: waits 1 hand, or posts"]
    moved = {**{k: v for k, v in stacks.items() if k != "4"}, "9": 300}
    room.on_start("1")
    room.on_hand(hand(2, 3, 5, moved, [], {}, dealt_in=[1, 2, 3, 5]))
    room.on_start("1")
    room.on_hand(hand(3, 5, 9, moved, [], {}))
    assert row(room, 9)["marks"] == [] and notes(room) == []


def test_the_rake_of_a_pot_is_paid_by_who_won_it(room):
    key(room, "game_opened", table="2", kind="lim", max="4")
    for name, seat in (("Eve", 1), ("Finn", 2), ("Gus", 3)):
        sits(room, name, f"2:{seat}")
    stacks = {"1": 300, "2": 300, "3": 300}
    acts = [("post", 2, 5, "sb"), ("post", 3, 10, "bb"), ("raise", 1, 60, None),
            ("call", 2, 55, None), ("call", 3, 50, None), ("bet", 1, 20, None)]  # fmt: skip
    board = ["As", "Ks", "Qs"]
    shared = {1: 330, 2: 330, 3: 240}  # 180 were called, of which two win 90 each
    room.on_hand(hand(1, 2, 3, stacks, acts, shared, board=board) | {"table": "2"})
    assert stacks_of(room) == {"Eve": 325, "Finn": 326, "Gus": 240}
    assert room.read(views.overview)["h"]["taken"] == 9


@pytest.mark.parametrize(("after", "more", "said"), [
    ({1: 310, 2: 298}, {}, "8 chips came or went in a hand"),
    ({1: 290, 4: 10}, {}, "seat 4: chips are played where nobody has a seat"),
    ({}, {"amended": True}, "the last hand was put right"),
    ({1: 900, 2: 0, 3: 0}, {}, "Ben lost 300, the room has 100 for him"),
])  # fmt: skip
def test_what_a_table_cannot_have_seen_is_noted_and_no_stack_changes(room, after, more, said):
    three(room)
    if said.startswith("Ben"):
        key(room, "cash_out", player="Ben", amount="300")
        sits(room, "Ben", "1:2")
        room.do(lambda state, chance: [("counted", {"player": "Ben", "amount": 100})], "Anna")
    before = stacks_of(room)
    room.on_start("1")
    stacks = {**THREE, "4": 0} if 4 in after else THREE
    room.on_hand(hand(1, 2, 3, stacks, BLINDS, after, dealt_in=[1, 2, 3], **more))
    assert stacks_of(room) == before
    assert said in notes(room)[0]


def test_the_management_reserves_a_seat_and_only_the_director_sees_the_button(room):
    key(room, "seat_reserved", player="ana", to="1:2")
    assert row(room, 2)["kept"] == "Ana"
    assert "Reserve for" in shown(room, role="director")
    assert "Reserve for" not in shown(room)
    with pytest.raises(BadLog, match="management reserves seats"):
        key(room, "seat_reserved", player="ben", to="1:3", by="floor")
    assert row(room, 3)["kept"] is None


def test_somebody_plays_over_a_player_who_is_away_behind_a_box(room):
    sits(room, "kim", "1:1")
    assert "Plays over" not in shown(room)
    with pytest.raises(BadLog, match="nobody who is away"):
        key(room, "plays_over", player="lea", to="1:1", amount="300", box="yes")
    key(room, "away", player="kim")
    assert "Plays over" in shown(room)
    with pytest.raises(BadLog, match="a box"):
        key(room, "plays_over", player="lea", to="1:1", amount="300")
    key(room, "plays_over", player="lea", to="1:1", amount="300", box="yes")
    assert row(room, 1)["player"] == "Lea" and "plays over" in row(room, 1)["marks"]
    assert "Plays over" not in shown(room)  # one at a time


@pytest.mark.parametrize(("waits", "marks"), [("yes", True), ("", False)])
def test_who_deals_off_lets_the_blinds_pass_the_new_seat(room, waits, marks):
    for name, place in (("kim", "1:1"), ("lea", "1:2"), ("max", "1:3")):
        sits(room, name, place)
    key(room, "hand", table="1", button="1", sb="2", bb="3")
    room.do(lambda state, chance: [("hand_over", {"table": 1})], "Anna")
    key(room, "moved", player="kim", to="1:4", waits=waits)
    said = " ".join(row(room, 4)["marks"])
    assert ("the blinds pass his seat" in said) is marks
