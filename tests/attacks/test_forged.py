"""Forged messages cost the vault little, whatever numbers they bear, and other tables nothing."""

import random
import threading

import pytest

from gateway.vault import signatures, tokens
from shared_rules import topics
from tests.gateway.support import until
from tests.vault.rooms import message, signed, two_tables
from tests.vault.test_process import ask, end, start
from tools.install.pki.ca_folder import controller
from tools.virtual import paper

TAP = {"t": 1, "what": "gesture", "seat": 1, "kind": "tap"}
FAR_HANDS = 10_000_000


@pytest.fixture
def hashes(monkeypatch):
    """Counts what going on by hands costs here; tables of other tests have threads of their own."""
    made, real, here = [0], tokens.ratchet, threading.get_ident()

    def counted(root):
        made[0] += threading.get_ident() == here
        return real(root)

    monkeypatch.setattr(tokens, "ratchet", counted)
    return made


@pytest.fixture
def room(tmp_path):
    made = two_tables(tmp_path / "vault")
    yield made
    made.close()


def forged(boot, hand, table="7"):
    """A message that names a boot and a hand, signed with a key of the forger's."""
    payload = signed(message([TAP], table=table), boot=1, hand=0, table=table, root=b"x" * 32)
    return payload.replace(b'"by":[1,0,', b'"by":[%d,%d,' % (boot, hand))


def said(room, payload, table="7"):
    return room.core.check([(table, topics.UP_EVENTS, payload)])[0]


def test_five_forged_messages_with_large_numbers_cost_no_hash(room, hashes):
    for i in range(5):
        assert said(room, forged(9 + i, FAR_HANDS - i)) == signatures.FAR
    assert hashes[0] == 0


def test_no_forged_number_costs_more_than_the_bound_nor_moves_what_is_known(room, hashes):
    """A table at hand 3,000, in its third boot; then numbers before, at and after it."""
    device = room.core.devices.setdefault(("7", "c1"), signatures.Device())
    device.hand = 3000
    assert said(room, signed(message([TAP], boot=3), boot=3, hand=3000)) is None
    room.restart()
    room.core.devices[("7", "c1")].hand = 3000
    own = signed(message([TAP], boot=3, seq=2), boot=3, hand=3000, count=2)
    assert said(room, own) is None  # the base is made once, from what is proven
    rng, refused = random.Random(1), (signatures.FORGED, signatures.FAR, signatures.REPLAYED)
    for _ in range(300):
        before = hashes[0]
        hand = rng.choice((0, 1, 2999, 3000, 3001, 3000 + signatures.LEAP_HANDS, FAR_HANDS))
        assert said(room, forged(rng.choice((1, 2, 3, 4, 99)), hand)) in refused
        assert hashes[0] - before <= signatures.LEAP_HANDS
    later = signed(message([TAP], boot=3, seq=3), boot=3, hand=3000, count=3)
    before = hashes[0]
    assert said(room, later) is None and hashes[0] == before
    assert said(room, signed(message([TAP], boot=4), boot=4, hand=3100)) is None


def test_another_table_is_not_held_up(room, hashes):
    for i in range(50):
        said(room, forged(2 + i, signatures.LEAP_HANDS))
    before = hashes[0]
    assert said(room, signed(message([TAP], table="8"), table="8"), "8") is None
    assert hashes[0] == before


def test_a_controller_that_was_provided_anew_is_heard(room):
    assert said(room, signed(message([TAP], boot=5), boot=5, hand=40)) is None
    paper.vault_file(room.folder, "7", root=b"n" * 32)
    payload = signed(message([TAP], boot=6), boot=6, hand=0, root=b"n" * 32)
    assert said(room, payload) is None


def test_a_flood_of_them_at_the_broker_holds_up_no_other_table(house):
    """2,000 hashes of ten million hands each would outlast every wait of this test."""
    holder = controller("9", "c1")
    flood = house.client(holder)
    for i in range(200):
        payload = forged(2 + i, FAR_HANDS, "9")
        sent = flood.publish(topics.topic("9", topics.UP_EVENTS), payload, qos=1)
    sent.wait_for_publish(60)
    before = house.gateway.log.last("7")
    house.play(house.source.hand()[0])
    assert house.gateway.log.last("7").n > (before.n if before else 0)
    until(lambda: house.alerts("message_refused", "9"), "the alarm")
    flood.loop_stop()
    flood.disconnect()


def test_the_process_answers_others_at_once(tmp_path):
    """Nothing is timed: what would take minutes would miss the socket's own time-out."""
    paper.vault_file(tmp_path / "vault", "7")
    process = start(tmp_path)
    try:
        messages = [["7", topics.UP_EVENTS, forged(2 + i, FAR_HANDS)] for i in range(2000)]
        found = ask(tmp_path, {"op": "check", "messages": messages})["verdicts"]
        assert set(found) == {signatures.FAR}
    finally:
        end(process)
