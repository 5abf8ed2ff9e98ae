"""Values of events: of the right type, however strange; a name may be long."""

import pytest

from shared_rules import values

PATH = "hands/" + "of-a-long-evening/" * 40 + "hand.phhs#[12]"


def test_a_hand_may_be_named_by_a_long_path():
    assert values.fault({"what": "setup", "hand_id": PATH}) is None


@pytest.mark.parametrize(
    ("facts", "field"),
    [
        ({"what": "setup", "hand_id": "x" * 5000}, "hand_id"),
        ({"what": "setup", "hand_id": 7}, "hand_id"),
        ({"what": "notice", "kind": "x" * 500}, "kind"),
        ({"what": "declare", "seat": 1, "amount": "7"}, "amount"),
        ({"what": "declare", "seat": 31}, "seat"),
    ],
)
def test_a_wrong_value_is_named(facts, field):
    assert repr(field) in values.fault(facts)
