"""The event's pages: what the floor may do at the desk, and what is the director's."""

import pytest

from gateway.event import structure

pytestmark = pytest.mark.xdist_group("people-matrix")


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
