"""What may be keyed, and by whom: one list, kept by controller and gateway alike."""

import pytest

from firmware.table.keys import BadKey, event_of
from gateway.dealer.panel_input import checked
from gateway.errors import BadRequest
from shared_rules import events

NO_KEYS = (
    "card_move",
    "chips_move",
    "lost",
    "question",
    "drift",
    "no_such",
    "setup level",
    "",
    None,
    ["riffle"],
)
DEALER, FLOOR = tuple(events.DEALER_KEYS.split()), tuple(events.FLOOR_KEYS.split())
KEYS = DEALER + FLOOR + tuple(events.KEYPAD_KEYS.split())


def taken_by_controller(what):
    try:
        event_of({"what": what}, 0, lambda zone: [])
    except BadKey as e:
        return "cannot be keyed" not in str(e)  # a field is missing, or no cards: it is a key
    return True


def passed_on(what, role, **fields):
    try:
        checked({"what": what, **fields}, role)
    except BadRequest as e:
        return "cannot be keyed" not in str(e) and e.status != 403
    return True


def test_each_key_stands_once_and_makes_an_event():
    assert len(KEYS) == len(set(KEYS))
    assert set(KEYS) - set(events.KINDS) == set(events.SHORT_KEYS)


@pytest.mark.parametrize("what", KEYS + NO_KEYS + events.KINDS)
def test_controller_and_gateway_keep_to_the_list(what):
    assert taken_by_controller(what) == (what in KEYS)
    assert passed_on(what, "dealer") == (what in DEALER)
    assert passed_on(what, "broadcast", kind="card") == (what in events.CREW_KEYS.split())
    assert passed_on(what, "floor") == (what in DEALER + FLOOR)
