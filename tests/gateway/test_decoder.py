"""Whatever comes off the broker is either an event of a known shape or refused with a reason."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gateway.ingest import decoder
from shared_rules import events, wire
from shared_rules.events import BadEvent

JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=12,
)


@settings(max_examples=100)  # `make soak`: a million payloads (tests.gateway.schedules)
@given(st.binary(max_size=200) | JUNK.map(lambda v: json.dumps(v).encode()))
def test_any_bytes_are_a_batch_or_refused_with_a_reason(payload):
    for read in (decoder.batch, decoder.state, decoder.health):
        try:
            read(payload)
        except decoder.BadPayload as e:
            assert str(e)


@settings(max_examples=100)  # `make soak`: a million payloads (tests.gateway.schedules)
@given(st.integers(-2, len(events.KINDS) + 1), st.lists(JUNK, max_size=14))
def test_any_row_is_an_event_or_refused_with_a_reason(code, values):
    try:
        event = decoder.event([code, *values])
    except BadEvent as e:
        assert str(e)
    else:
        assert event["what"] in events.KINDS and decoder.text([code, *values])


GOOD = {"t": 5, "what": "card_move", "cards": ["a"], "from": "stub", "to": "seat:1",
        "face": "down", "by": "dealer"}  # fmt: skip


def test_a_proper_event_passes_unchanged():
    assert decoder.event(wire.encode(GOOD)) == GOOD


@pytest.mark.parametrize(
    "change",
    [
        {"cards": "ab"}, {"cards": [1]}, {"cards": ["x" * 30]}, {"from": "kitchen"}, {"from": 3},
        {"to": "seat:x"}, {"face": 7}, {"nth": "1"}, {"nth": True}, {"boxed": 1}, {"t": -1},
        {"t": 1.5}, {"cards": [str(i) for i in range(1000)]},
    ],
)  # fmt: skip
def test_a_value_of_the_wrong_type_is_no_fact(change):
    with pytest.raises(BadEvent):
        decoder.event(wire.encode(GOOD | change))


@pytest.mark.parametrize("name", ["", "a/b", "+", "#", "a b", "ä", "x" * 33, "7\n"])
def test_a_table_has_a_plain_name(name):
    assert not decoder.is_table(name)
