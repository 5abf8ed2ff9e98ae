"""A riffle that is keyed in the middle of a hand ends nothing, and no delay runs from it."""

import pytest

from firmware.table.table import REFUSED
from shared_rules import zones
from tests.attacks.attacked import before_the_flop
from tests.attacks.test_keyed_cards import hand, later, move, played_to_the_river
from tests.firmware_table.conftest import dealt_rig, rig  # noqa: F401  fixtures
from tests.firmware_table.rig import card
from tests.gateway.support import until
from tests.vault.rooms import Room, Shuffled, entries
from tools.virtual import paper

DELAYED = {"broadcast": {"mode": "delayed", "delay_s": 60}}
FOLLOWING = {"misdeal": {"what": "finding", "kind": "misdeal_declared"},
             "award": {"what": "pot_awarded", "seats": [1]}}  # fmt: skip


@pytest.mark.parametrize("kind", ["riffle", "machine_deck_cut"])
@pytest.mark.parametrize("first", [None, "misdeal_declared"])
def test_the_controller_refuses_a_keyed_riffle_while_hands_are_read(rig, kind, first):  # noqa: F811
    if first:
        rig.key(what="finding", kind=first)
        rig.run(50)
        rig.emitted()
    rig.key(what=kind)
    rig.run(50)
    (reported,) = rig.emitted()
    assert (reported["kind"], reported["seats"]) == (REFUSED, [1, 2, 3])
    assert rig.table.tokens.n == 1 and len(rig.complaints) == 1
    for i in (0, 3, 1, 4):  # two hands go, one is left: its winner's
        rig.put(card(i), None)
    rig.run(3000)
    rig.emitted()
    rig.key(what=kind)
    rig.run(50)
    assert rig.table.tokens.n == 2


def test_the_refusal_is_an_alert(house):
    events, _cards = house.hand("chan-seidel-1988")
    flop = before_the_flop(events)
    reported = {"t": events[flop - 1]["t"], "what": "notice", "by": "table", "kind": REFUSED}
    house.play(events[:flop])
    house.play([{**reported, "seats": house.seats()}])
    until(lambda: house.alerts(REFUSED), "the alert")
    house.play(events[flop:])


@pytest.fixture
def room(tmp_path):
    paper.vault_file(tmp_path / "vault", "7")
    made = Room(tmp_path / "vault", DELAYED)
    yield made
    made.close()


def released(room):
    return [given["hand"] for given in room.core.releases("broadcast", {})]


def test_a_hand_that_is_riffled_away_alarms_and_no_delay_runs_from_it(room):
    """A controller of an earlier version, or one that was made to tell of a riffle."""
    source = Shuffled()
    first, _ = source.hand()
    second, _ = source.hand()
    flop = before_the_flop(first)
    room.follow(entries(first[:flop]))
    riffles = [e for e in second if e["what"] == "riffle"]
    room.follow(entries(riffles * 3, flop + 1))
    assert [a[2] for a in room.core.alarms][:1] == ["vault_cut"]
    room.mono_ms += 10**8
    assert released(room) == []  # nobody knows whether it is still being played
    room.restart()
    third, _ = source.hand()
    room.follow(entries(second, 100) + entries(third, 400))
    assert released(room) == []
    room.mono_ms += 60_000
    assert released(room) == [1, 2]


def test_a_delay_counts_from_the_end_of_the_hand(room):
    source = Shuffled()
    first, _ = source.hand()
    second, _ = source.hand()
    room.follow(entries(first))
    room.mono_ms += 3_600_000  # a long hand: the delay would be over twice
    room.follow(entries(second, len(first) + 1))
    assert not room.core.alarms
    room.mono_ms += 59_999
    assert released(room) == []
    room.mono_ms += 1
    assert released(room) == [1]


@pytest.mark.parametrize("word", FOLLOWING)
def test_a_word_spares_the_alarm_and_starts_no_delay(word):
    made = hand()
    made.follow(dict(FOLLOWING[word], t=99), 99)
    made.end(100)
    assert made.take_faults() == [] and not made.over and made.cut


def test_what_was_read_to_be_over_is_over():
    for how in ("folds", "push"):
        made = played_to_the_river()
        if how == "folds":
            move(made, ["c0", "c3"], "seat:1", zones.MUCK)
            move(made, ["c1", "c4"], "seat:2", zones.MUCK)
        else:
            chips = {"what": "chips_move", "seat": 1, "chips": [300], "by": "dealer", "t": 500}
            made.follow(dict(chips, **{"from": "line:1", "to": "pot"}), 500)
            made.follow(dict(chips, **{"from": "pot", "to": "line:1"}), 501)
        later(made)
        made.end(1000)
        assert made.over and made.over_ms == 1000 and made.take_faults() == []
