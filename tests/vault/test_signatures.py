"""Promise 19: what a controller has not said, or has said before, is not taken for its word."""

import json
import random

import pytest

from firmware.link.signing import Signer
from gateway.ingest.core import Ingest
from gateway.vault import signatures
from shared_rules import topics
from tests.gateway.gateway_rig import Rig
from tests.vault.rooms import Shuffled, entries, message, signed, two_tables
from tools.virtual import paper

EV, STATE, HEALTH = topics.UP_EVENTS, topics.UP_STATE, topics.UP_HEALTH
ATTEMPTS = 300


@pytest.fixture
def room(tmp_path):
    made = two_tables(tmp_path / "vault")
    yield made
    made.close()


def verdict(room, payload, name=EV, table="7"):
    return room.core.check([(table, name, payload)])[0]


TAP = {"t": 5, "what": "gesture", "seat": 1, "kind": "tap"}


def test_the_controllers_signature_is_the_vaults():
    class Slots:
        value = {"root": paper.ROOT.hex(), "hand": 0}

    payload = message([TAP])
    assert Signer(Slots, "7", 1).sign(EV, payload) == signed(payload)


def test_an_enrolled_device_is_not_believed_without_from_its_first_message_on(room):
    payload = message([TAP])
    assert verdict(room, payload) == signatures.UNSIGNED
    assert verdict(room, signed(payload)) is None
    assert verdict(room, payload) == signatures.UNSIGNED
    room.restart()
    assert verdict(room, payload) == signatures.UNSIGNED
    assert verdict(room, payload, table="9") is None  # nobody is enrolled there
    assert verdict(room, b'{"online":true,"dev":"c1","boot":1}', STATE) == signatures.UNSIGNED
    safe = b'{"online":true,"dev":"c1","boot":1,"safe":"no configuration"}'
    assert verdict(room, safe, STATE) is None  # in safe mode there is no root to sign with


@pytest.mark.parametrize(
    "forged",
    [
        signed(message([TAP], table="8"), table="8"),  # of another table
        signed(message([TAP]), name=STATE),  # said on another topic
        signed(message([TAP]), root=b"x" * 32),
        signed(message([TAP], boot=2)),  # events of a boot that is still to come
        signed(message([TAP])).replace(b'"seq":1', b'"seq":2'),
        signed(message([TAP])).replace(b'"by":[1,0,1]', b'"by":[2,0,1]'),
    ],
)
def test_a_forgery_is_refused(room, forged):
    assert verdict(room, forged) == signatures.FORGED


def test_state_and_health_are_not_said_twice(room):
    online = b'{"online":true,"dev":"c1","boot":1}'
    gone = b'{"online":false,"dev":"c1","boot":1}'
    assert verdict(room, signed(online, STATE, count=5), STATE) is None
    assert verdict(room, signed(online, STATE, count=5), STATE) is None  # kept by the broker
    assert verdict(room, signed(online, STATE, count=4), STATE) == signatures.REPLAYED
    assert verdict(room, signed(gone, STATE, count=0), STATE) is None  # the last will
    assert verdict(room, signed(b'{"free":1}', HEALTH, count=6), HEALTH) is None
    assert verdict(room, signed(b'{"free":1}', HEALTH, count=6), HEALTH) == signatures.REPLAYED
    room.restart()
    assert verdict(room, signed(b'{"free":1}', HEALTH, count=6), HEALTH) == signatures.REPLAYED
    assert verdict(room, signed(online, STATE, boot=2, count=1), STATE) is None
    assert verdict(room, signed(gone, STATE, count=0), STATE) == signatures.REPLAYED


def test_signatures_far_ahead_cost_the_vault_little(room):
    far = [signed(message([TAP]), boot=9, hand=30_000 + i, root=b"x" * 32) for i in range(20)]
    assert {verdict(room, payload) for payload in far} == {signatures.FAR}


def test_events_of_the_log_that_were_never_signed_open_nothing(room):
    """A gateway that lies to the vault about what was committed."""
    events, _cards = Shuffled().hand()
    assert verdict(room, signed(message(events[:30]))) is None
    room.follow(entries(events[:30]))
    token = next(e for e in events if e["what"] == "card_move")["cards"][0]
    lie = {"t": 10**6, "what": "card_move", "cards": [token], "from": "seat:1", "to": "seat:1",
           "face": "up", "by": "player"}  # fmt: skip
    reported = room.follow(entries([lie], 31), root=None)
    assert reported["public"] == [] and room.core.strange == {"7": 1}
    assert [a[2] for a in room.core.alarms] == ["vault_unsigned"]


def replays(folder, attempts, seed=0):
    """Attempts to have a table's messages taken twice: ``(accepted, attempts)``.

    Same hand, other hand, other table, after a reboot; changed in numbers, cut and joined. Accepted
    is what changes the log, the state of the table on the screens, or what the vault knows.
    """
    rng = random.Random(seed)
    room, rig = two_tables(folder / "vault"), Rig(folder / "gateway")
    rig.ingest._check = room.core.check
    assert isinstance(rig.ingest, Ingest)
    source, heard, seq, boot, count = Shuffled(seed), [], 1, 1, 0

    def say(name, payload, boot):
        nonlocal count
        count += 1
        done = signed(payload, name, boot=boot, hand=0, count=count)
        heard.append((name, done))
        rig.turn((topics.topic("7", name), done))

    rig.turn((topics.topic("8", EV), signed(message([TAP], table="8"), table="8")))
    for number in range(6):
        if number in (2, 4):
            boot, seq, count = boot + 1, 1, 0
        say(STATE, json.dumps({"online": True, "dev": "c1", "boot": boot}).encode(), boot)
        events, _cards = source.hand(boot)
        for i in range(0, len(events), 20):
            say(EV, message(events[i : i + 20], boot, seq), boot)
            seq += len(events[i : i + 20])
        say(HEALTH, b'{"free":%d}' % number, boot)
    before = standing(rig, room)
    assert before[0]["7"][0] > 250
    accepted = 0
    for _ in range(attempts):
        name, payload = rng.choice(heard)
        table = rng.choice(("7", "7", "8"))
        payload = changed(rng, payload, rng.choice(heard)[1])
        if (name, payload, table) == (*heard[-1][:2], "7"):
            continue
        rig.turn((topics.topic(table, name), payload))
        after = standing(rig, room)
        accepted += after != before
        before = after
    room.close()
    rig.close()
    return accepted, attempts


def changed(rng, payload, other):
    what = rng.randrange(6)
    if what == 0:
        return payload.replace(b'"boot":1', b'"boot":3').replace(b'"boot":2', b'"boot":3')
    if what == 1:
        return payload.replace(b'"seq":', b'"seq":9')
    if what == 2:
        return payload[: payload.rfind(b',"by"')] + b"}"
    if what == 3:
        return payload[: payload.rfind(b',"by"')] + other[other.rfind(b',"by"') :]
    if what == 4:
        at = rng.randrange(len(payload))
        return payload[:at] + bytes([payload[at] ^ 1 << rng.randrange(8)]) + payload[at + 1 :]
    return payload


def standing(rig, room):
    """What a replay could change: the logs, the screens, the vault."""
    heads = {t: rig.log.head(t) for t in rig.log.tables()}
    shown = [(t.name, t.n, t.online, dict(t.health)) for t in rig.tables.all()]
    kept = {k: (d.boot, d.seq, dict(d.heard), dict(d.genuine)) for k, d in room.core.devices.items()
            if k[0] == "7"}  # fmt: skip
    return heads, [s for s in shown if s[0] == "7"], kept


def test_replays_change_nothing(tmp_path):
    """``make soak`` makes 10,000 attempts."""
    accepted, attempts = replays(tmp_path, ATTEMPTS)
    assert (accepted, attempts) == (0, ATTEMPTS)


def test_another_device_than_the_tables_own_is_not_heard(room):
    """Who holds a certificate of the table, or its broker, is not its enrolled device by that."""
    own, other = [{"dev": dev, "boot": 1, "online": True} for dev in ("c1", "c2")]
    for payload in (message([TAP], dev="c2"), signed(message([TAP], dev="c2"))):
        assert verdict(room, payload) == signatures.FOREIGN
    for name in (STATE, topics.UP_PROGRAM, topics.UP_TIME):
        assert verdict(room, json.dumps(other).encode(), name) == signatures.FOREIGN
        assert verdict(room, json.dumps(own).encode(), name) == signatures.UNSIGNED
    assert verdict(room, message([TAP], dev="c2"), table="9") is None  # nobody is enrolled there
    assert verdict(room, b"[[[", STATE) == signatures.UNSIGNED
