"""The cash room's pages: what is keyed goes into its log, and the pages show what follows."""

import pytest

from gateway.cash import manual, views
from gateway.cash.desk import CashRoom
from gateway.event.acts import Refused
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
    made.open("rrop-6", manual.setup(FORM), "Anna")
    key(made, "game_opened", table="1", kind="nl", max="4")
    return made


def key(room, act, **form):
    form.setdefault("by", "management")
    return room.do(lambda state, chance: manual.ACTS[act](state, form), "Anna")


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
    assert manual.setup(FORM)["kinds"] == [
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
    assert 'id="s-1-1"' in html and "Kim" in html and "no limit holdem 2/5" in html
    assert "Open a game" not in html and "Open a game" in shown(room, role="director")
    assert "<button" not in shown(room, role="auditor")
    assert "Take back" in shown(room, "log", "director") and "seat given" in shown(room, "log")


def test_the_room_is_there_after_the_gateway_comes_again(room):
    sits(room, "Ana", "1:1")
    again = CashRoom(room.path.parent, clock=lambda: room.ms)
    assert again.read(views.overview) == room.read(views.overview)
    again.undo(again.read(lambda state, entries: entries[-1]["n"]), "Anna", "the wrong seat")
    assert row(room, 1)["kept"] == "Ana"
