"""How a device and the vault come to share a root, and what somebody else makes of it."""

import json
import os
import shutil

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey

from gateway.errors import VaultError
from gateway.vault import agreement, audit, signatures, tokens
from gateway.vault.agreement import mac, root_of
from shared_rules import topics
from tests.vault.rooms import Room, Shuffled, entries, message, signed
from tests.vault.test_process import ask, end, start
from tools import cli
from tools.virtual import paper

TAP = {"t": 1, "what": "gesture", "seat": 1, "kind": "tap"}


class Device:
    """The controller's side, on paper."""

    def __init__(self, ticket, dev="c1", table="7"):
        self.ticket, self.dev, self.table = ticket, dev, table
        self.own = X25519PrivateKey.generate()
        self.key = self.own.public_key().public_bytes_raw().hex()

    def offer(self, **changes):
        made = mac(self.ticket, self.table, self.dev, "controller", self.key)
        return json.dumps({"dev": self.dev, "key": self.key, "mac": made} | changes).encode()

    def root(self, answer):
        right = mac(
            self.ticket, self.table, self.dev, "vault", self.key, answer["key"], answer["boot"]
        )
        assert answer["mac"] == right and answer["for"] == self.key
        other = X25519PublicKey.from_public_bytes(bytes.fromhex(answer["key"]))
        shared = self.own.exchange(other)
        return root_of(shared, self.ticket, self.table, self.dev, self.key, answer["key"])


@pytest.fixture
def room(tmp_path):
    folder = tmp_path / "vault"
    paper.vault_file(folder, "7", root=None)
    made = Room(folder)
    yield made
    made.close()


def verdict(room, payload):
    return room.core.check([("7", topics.UP_EVENTS, payload)])[0]


def agreed(room, ticket=None):
    """``(root, answer)`` of a device that has asked."""
    device = Device(ticket or room.core.ticket("7", "c1"))
    answer = room.core.agree("7", device.offer())
    return device.root(answer), answer


def test_both_have_the_same_root_and_the_table_plays_with_it(room):
    assert verdict(room, signed(message([TAP]))) == signatures.UNAGREED
    assert verdict(room, message([TAP])) == signatures.UNSIGNED  # signed from enrolment on
    root, answer = agreed(room)
    assert answer["boot"] == 0
    events, cards = Shuffled(root=root).hand()
    room.follow(entries(events), root=root)
    assert set(room.core.hands["7"][-1].cards) >= set(cards)
    assert verdict(room, message([TAP])) == signatures.UNSIGNED


def test_a_restart_on_either_side_before_it_is_proven_changes_nothing(room):
    ticket = room.core.ticket("7", "c1")
    device = Device(ticket)
    answer = room.core.agree("7", device.offer())
    room.restart()
    assert room.core.agree("7", device.offer()) == answer  # it was lost on the way
    again = Device(ticket)  # the controller lost its power before it had kept the root
    root = again.root(room.core.agree("7", again.offer()))
    assert root != device.root(answer)
    assert verdict(room, signed(message([TAP]), root=device.root(answer))) is not None
    room.restart()
    assert verdict(room, signed(message([TAP]), root=root)) is None
    room.restart()
    assert verdict(room, signed(message([TAP], seq=2), root=root, count=2)) is None
    with pytest.raises(VaultError, match="no ticket is open"):
        room.core.agree("7", Device(ticket).offer())


def test_a_kill_at_any_step_of_it_leaves_a_root_both_have(tmp_path):
    """The files as they are before each statement, from the offer to the first message."""
    room = Room(tmp_path / "vault")
    paper.vault_file(room.folder, "7", root=None)
    copies = []

    def copy(_statement):
        copies.append(tmp_path / f"kill-{len(copies)}")
        shutil.copytree(room.folder, copies[-1])

    ticket = room.core.ticket("7", "c1")
    device = Device(ticket)
    room.state._db.set_trace_callback(copy)
    root = device.root(room.core.agree("7", device.offer()))
    answered = len(copies)
    payload = signed(message([TAP]), root=root)
    assert verdict(room, payload) is None
    room.state._db.set_trace_callback(None)
    assert 3 <= answered < len(copies)
    for number, folder in enumerate(copies):
        killed = Room(folder)
        if number < answered:  # the controller has no answer, and asks again
            root_now = device.root(killed.core.agree("7", device.offer()))
        else:
            root_now = root
        assert verdict(killed, signed(message([TAP], boot=2), boot=2, root=root_now)) is None
        killed.close()
    room.close()


def test_a_root_in_a_file_takes_no_place_of_one_that_was_agreed_on(room):
    root, _answer = agreed(room)
    assert verdict(room, signed(message([TAP]), root=root)) is None
    paper.vault_file(room.folder, "7")  # somebody put an old copy back
    assert verdict(room, signed(message([TAP], seq=2), root=root, count=2)) is None
    assert paper.ROOT.hex() not in (room.folder / "7.json").read_text()


def test_the_first_message_may_come_hands_later(room):
    root, _answer = agreed(room)
    late = signed(message([TAP], boot=3), boot=3, hand=7, root=root)
    assert verdict(room, late) is None


def test_the_root_before_goes_on_until_the_new_one_is_used(room):
    before, _ = agreed(room)
    assert verdict(room, signed(message([TAP], boot=4), boot=4, root=before)) is None
    events, _cards = Shuffled(root=before).hand(4)
    played = signed(message(events[:2], 4, 2), boot=4, root=before)
    assert verdict(room, played) is None
    root, answer = agreed(room)
    assert answer["boot"] == 4  # what it tells from now on is not taken for what it told before
    assert verdict(room, signed(message([TAP], 4, 4), boot=4, root=before, count=3)) is None
    assert verdict(room, signed(message([TAP], boot=5), boot=5, root=root)) is None
    late = signed(message([TAP], 4, 5), boot=4, root=before, count=4)
    assert verdict(room, late) is not None
    ring = room.core.rings.of("7", "c1")
    assert ring.root(0) == root


def test_who_has_no_ticket_or_another_ones_is_not_answered(room):
    ticket = room.core.ticket("7", "c1")
    right = Device(ticket)
    small = "00" * 32  # a key of small order
    forged = [
        Device(bytes(32)).offer(),
        Device(ticket, dev="c2").offer(),
        Device(ticket, table="8").offer(),
        right.offer(key="12" * 32),
        right.offer(mac="é"),
        right.offer(key="xy"),
        right.offer(key=small, mac=mac(ticket, "7", "c1", "controller", small)),
        b"{}", b"", b"[1]", b"\xff",
    ]  # fmt: skip
    for payload in forged:
        with pytest.raises(VaultError):
            room.core.agree("7", payload)
    room.core.ticket("7", "c1")
    with pytest.raises(VaultError, match="does not prove"):
        room.core.agree("7", right.offer())  # a newer one was given out


def test_forged_messages_while_an_agreement_is_open_cost_little(room, monkeypatch):
    agreed(room)
    forged = [
        signed(message([TAP]), boot=9, root=b"x" * 32).replace(b'"by":[9,0,', b'"by":[9,%d,' % hand)
        for hand in (0, 499, 500, 501, 10**7)
    ]
    made, real = [0], tokens.ratchet

    def counted(root):
        made[0] += 1
        return real(root)

    monkeypatch.setattr(tokens, "ratchet", counted)
    for payload in forged:
        before = made[0]
        assert verdict(room, payload) is not None
        assert made[0] - before <= signatures.LEAP_HANDS


def test_the_vaults_process_gives_tickets_and_answers_and_writes_them_down(tmp_path):
    paper.vault_file(tmp_path / "vault", "7", root=None)
    process = start(tmp_path)
    try:
        ticket = ask(tmp_path, {"op": "ticket", "table": "7", "dev": "c1"})["ticket"]
        device = Device(bytes.fromhex(ticket))
        asked = {"op": "agree", "table": "7", "offer": device.offer().decode()}
        root = device.root(ask(tmp_path, asked)["answer"])
        payload = signed(message([TAP]), root=root)
        checked = {"op": "check", "messages": [["7", topics.UP_EVENTS, payload]]}
        assert ask(tmp_path, checked)["verdicts"] == [None]
        question = {"op": "ticket", "table": "7", "dev": "c1", "unless_agreed": True}
        assert ask(tmp_path, question)["ticket"] is None
        assert ask(tmp_path, {**question, "unless_agreed": False})["ticket"]
        alarms = ask(tmp_path, {"op": "news", "consumers": []})["alarms"]
        assert [what for _n, _table, what, _text, _seat in alarms] == ["vault_ticket"]
        kept = [e["what"] for e in audit.entries(tmp_path / "vault" / "audit.log")]
        assert kept.count("ticket") == 2 and kept.count("agreed") == 1
        said = (tmp_path / "vault" / "audit.log").read_text()
        assert ticket not in said and root.hex() not in said
    finally:
        end(process)


def test_the_roots_an_earlier_version_left_are_taken_over_and_erased(tmp_path, capsys):
    """One line what to do: ``feltwire vault roots``, with the vault running."""
    paper.vault_file(tmp_path / "vault", "7", root=None)  # flashed, and no deck was given to it
    paper.vault_file(tmp_path / "vault", "8")  # enrolled: its root lies in the vault's file as well
    keys = tmp_path / "keys"
    keys.mkdir()
    roots = {"7-c1": b"\x42" * 32, "8-c1": paper.ROOT}
    for name, root in roots.items():
        (keys / f"root-{name}").write_text(root.hex() + "\n")
    stays = os.open(keys / "root-7-c1", os.O_RDONLY)  # as who reads the disk's free blocks
    process = start(tmp_path)
    try:
        assert cli.main(["vault", "roots", "--data", str(tmp_path)]) == 0
        said = capsys.readouterr().out
        assert said.count("is erased") == 2 and roots["7-c1"].hex() not in said
        assert list(keys.iterdir()) == [] and set(os.pread(stays, 4096, 0)) == {0}
        for table, root in (("7", roots["7-c1"]), ("8", paper.ROOT)):
            payload = signed(message([TAP], table=table), table=table, root=root)
            question = {"op": "check", "messages": [[table, topics.UP_EVENTS, payload]]}
            assert ask(tmp_path, question)["verdicts"] == [None]
        assert paper.ROOT.hex() not in (tmp_path / "vault" / "8.json").read_text()
        assert cli.main(["vault", "roots", "--data", str(tmp_path)]) == 0
        (keys / "root-9-c1").write_text("short")
        assert cli.main(["vault", "roots", "--data", str(tmp_path)]) == 2
        assert "64 hex digits" in capsys.readouterr().err
        assert (keys / "root-9-c1").exists()
    finally:
        os.close(stays)
        end(process)


def test_a_ticket_is_given_to_the_vaults_own_user_alone(tmp_path):
    from gateway.vault.server import Server, _Session

    class Own:
        _own_user = Server._own_user

    with pytest.raises(VaultError, match="own user"):
        Server._ticket(Own(), _Session(12345, 1), {"table": "7", "dev": "c1"})
    with pytest.raises(VaultError, match="own user"):
        Server._move_root(Own(), _Session(12345, 1), {"table": "7", "dev": "c1", "root": ""})


def test_the_text_of_what_is_kept_shows_nothing():
    assert "55" * 8 not in repr(agreement.Agreed(b"\x55" * 32))
