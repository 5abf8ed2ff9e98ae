"""The event's pages: what the floor may do at the desk, and what is the director's."""

import pytest

from gateway.event import structure


@pytest.fixture(scope="module")
def desk(venue):
    made = venue.gateway._web._app.desk
    made.open("tda-2011", structure.plan(9, 5000, 3), "dora")
    return made


def act(venue, role, **form):
    return venue.ask("POST", "/event/act", form, venue.token(role))


def test_the_floor_keys_what_it_sees_and_no_entries_or_money(venue, desk):
    assert act(venue, "director", act="register", name="Kim")[0] == 200
    assert act(venue, "floor", act="note", text="seat 3 changed the deck")[0] == 200
    for name in ("register", "pay_out", "post_prizes", "clock", "make_deal"):
        status, _, body = act(venue, "floor", act=name, name="Lea", player="Kim")
        assert (status, b"director" in body) == (403, True)
    status, _, _ = venue.ask("POST", "/event/due", {"key": "post_prizes"}, venue.token("floor"))
    assert status == 403


def test_the_floor_runs_the_cash_room_and_the_director_opens_it(venue):
    def asked(role, path, **form):
        return venue.ask("POST", f"/cash/{path}", form, venue.token(role))

    kind = {"kind1": "nl", "game1": "no_limit_holdem", "sb1": "1", "bb1": "2", "min_buy_in1": "40"}
    assert asked("floor", "new", rulebook="rrop-6", **kind)[0] == 403
    assert asked("director", "new", rulebook="rrop-6", **kind)[0] == 303
    opening = {"act": "game_opened", "table": "1", "kind": "nl"}
    status, _, body = asked("floor", "act", **opening)
    assert (status, b"management opens games" in body) == (400, True)
    assert asked("director", "act", **opening)[0] == 200
    assert asked("floor", "act", act="listed", player="Kim", kind="nl")[0] == 200
    sits = {"act": "seated", "player": "Lea", "to": "1:1", "amount": "50"}
    status, _, body = asked("floor", "act", **sits, overrule="yes", why="a regular")
    assert (status, b"only the director overrules" in body) == (400, True)
    assert asked("director", "act", **sits, overrule="yes")[0] == 400  # without a reason
    assert asked("director", "act", **sits, overrule="yes", why="a regular")[0] == 200
    status, _, page = venue.ask("GET", "/cash", token=venue.token("floor"))
    assert status == 200 and b"<b>Lea</b>" in page and b"Call Kim for seat 1:2" in page
    assert asked("floor", "due", key="Call Kim for seat 1:2")[0] == 200
    assert {a["who"] for a in venue.acts("cash_act")} == {"dora", "a-floor"}


def test_an_entry_and_the_record_of_acts_carry_the_name_of_who_keyed_it(venue, desk):
    act(venue, "floor", act="note", text="a spilled drink")
    assert desk.read(lambda office, t, entries: entries[-1]["who"]) == "a-floor"
    noted = venue.acts("event_act")[-1]
    assert (noted["who"], noted["detail"]) == ("a-floor", {"act": "note"})


def test_what_is_no_act_is_refused_in_the_one_shape(venue, desk):
    status, _, body = act(venue, "director", act="shuffle")
    assert status == 400 and b"act must be one of" in body
    status, _, _ = act(venue, "director", act="note", text="x" * 3_000_000)
    assert status == 413
