"""Wire codec: every event survives the way over MQTT, nothing malformed gets through unnoticed."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared_rules import events, wire
from shared_rules.zones import is_zone, kind, line_zone, seat_of, seat_zone
from tests.conftest import shared

VALUES = st.one_of(
    st.integers(0, 10**9), st.booleans(), st.text(max_size=8), st.lists(st.text(max_size=4))
)


@st.composite
def any_event(draw):
    """An event of any kind, with any of its optional fields."""
    what = draw(st.sampled_from(events.KINDS))
    event = {"t": draw(st.integers(0, 2**40)), "what": what}
    for field in events.fields(what):
        if field == "*":
            names = st.text("abcdefgh_", min_size=3, max_size=8)
            event.update(draw(st.dictionaries(names, VALUES, max_size=3)))
        elif not field.endswith("?") or draw(st.booleans()):
            event[field.rstrip("?")] = draw(VALUES)
    return event


@given(any_event())
def test_an_event_comes_back_as_it_went(event):
    row = json.loads(json.dumps(wire.encode(event)))
    assert wire.decode(row) == event


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=4), inner),
)


@given(JSON | st.lists(JSON, min_size=2, max_size=12))
def test_a_malformed_row_is_refused_with_a_reason(row):
    try:
        event = wire.decode(row)
    except events.BadEvent as error:
        assert str(error)
    else:
        events.check(event)


def test_every_kind_has_one_wire_code():
    assert sorted(events.KINDS) == sorted(
        row.split(":")[0] for row in events.FIELDS.split("\n") if row
    )
    assert len(set(events.KINDS)) == len(events.KINDS)


def test_wire_codes_stay_what_they_are():
    # A journal written by an older controller must still be understood.
    assert events.KINDS.index("card_move") == 5
    assert events.KINDS.index("chips_move") == 9
    assert events.KINDS.index("action") == 34
    assert events.KINDS.index("lost") == 36


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        ({"t": -1, "what": "riffle"}, "t must be"),
        ({"t": True, "what": "riffle"}, "t must be"),
        ({"t": 0, "what": "sneeze"}, "unknown event kind"),
        ({"t": 0, "what": "gesture", "seat": 1}, "'kind' is missing"),
        ({"t": 0, "what": "gesture", "seat": 1, "kind": "tap", "x": 1}, "unknown field 'x'"),
        ([], "an event is an object"),
    ],
)
def test_an_event_of_the_wrong_shape_is_named(event, reason):
    with pytest.raises(events.BadEvent, match=reason):
        events.check(event)


def test_every_event_of_the_open_cases_fits_the_table_of_events():
    for line in shared("cases", "open.jsonl").read_text().splitlines():
        for event in json.loads(line)["happening"]:
            events.check(event)
            assert wire.decode(json.loads(json.dumps(wire.encode(event)))) == event


@given(st.integers(1, 12))
def test_zone_names_carry_their_seat(seat):
    assert seat_of(seat_zone(seat)) == seat == seat_of(line_zone(seat))
    assert kind(seat_zone(seat)) == "seat" and kind("board") == "board"
    assert (
        is_zone(line_zone(seat)) and is_zone("muck") and not is_zone("seat:") and not is_zone("x")
    )
