"""Tokens as the controller makes them; only what everybody sees is given out."""

import hashlib
import hmac
import json

import pytest

from gateway.errors import VaultAway, VaultError
from gateway.tables import foreign
from gateway.vault import release, tokens
from gateway.vault.local import LocalVault
from tests.alerts.test_closing import live

ROOT = bytes(range(32))
CARDS = [r + s for r in "23456789TJQKA" for s in "cdhs"]
DECK = {f"e0040150{i:08x}": card for i, card in enumerate(CARDS)}


@pytest.fixture
def vault(tmp_path):
    write(tmp_path)
    return LocalVault(tmp_path)


def write(folder, **changes):
    data = {"table": "7", "dev": "c1", "root": ROOT.hex(), "deck": DECK} | changes
    (folder / "7.json").write_text(json.dumps(data))


def token_of(card, boot=2, hand=3):
    """The controller's arithmetic, written out once more."""
    root = ROOT
    for _ in range(hand):
        root = hashlib.sha256(root + b"next").digest()
    key = hmac.new(root, b"7|%d|%d|card" % (boot, hand), hashlib.sha256).digest()
    uid = next(u for u, c in DECK.items() if c == card)
    return hmac.new(key, bytes.fromhex(uid), hashlib.sha256).digest()[:8].hex()


def move(cards, source, target, face="up", **more):
    return {
        "t": 1, "what": "card_move", "cards": cards, "from": source, "to": target,
        "face": face, "by": "dealer", **more,
    }  # fmt: skip


def test_the_tokens_of_a_hand_are_the_controllers_and_come_sorted(vault):
    found = vault.open_hand("7", "c1", 2, 3)
    assert found == sorted(found) and len(set(found)) == 52
    assert set(found) == {token_of(c) for c in CARDS}


def test_tokens_of_two_hands_or_boots_share_nothing(vault):
    hands = [set(vault.open_hand("7", "c1", boot, n)) for boot, n in ((2, 3), (2, 4), (3, 3))]
    assert not (hands[0] & hands[1] or hands[0] & hands[2] or hands[1] & hands[2])
    assert set(vault.open_hand("7", "c1", 2, 3)) == hands[0]  # back again: a replay


def test_the_ratchet_goes_forward_one_hash_a_hand():
    r = tokens.Ratchet(ROOT)
    assert r.root(0) == ROOT
    assert r.root(2) == tokens.ratchet(tokens.ratchet(ROOT))
    assert r.root(1) == tokens.ratchet(ROOT)
    with pytest.raises(ValueError):
        r.root(-1)


def test_only_public_cards_are_named(vault):
    vault.open_hand("7", "c1", 2, 3)
    hole, board, tabled = token_of("As"), token_of("Kd"), token_of("2c")
    vault.follow("7", move([hole], "stub", "seat:3", "down"))
    vault.follow("7", move([tabled], "stub", "seat:4", "down"))
    vault.follow("7", move([board], "stub", "board"))
    vault.follow("7", move([tabled], "seat:4", "seat:4"))
    assert vault.public("7") == {board: "Kd"}
    vault.follow("7", move([hole], "seat:3", "muck", "down"))  # seat 4 has the last hand
    assert vault.public("7") == {board: "Kd", tabled: "2c"}
    vault.open_hand("7", "c1", 2, 4)
    assert vault.public("7") == {}


@pytest.mark.parametrize(
    "event",
    [
        move(["a"], "stub", "seat:3", "down"),
        move(["a"], "stub", "seat:3", "up"),  # exposed in the deal: not for the screens
        move(["a"], "stub", "seat:3", "up", boxed=True),
        move(["a"], "stub", "board", "down"),
        move(["a"], "stub", "board", "unknown"),
        move(["a"], "seat:3", "seat:3", "down"),
        move(["a"], "seat:3", "seat:3", "up", confidence="suspected"),
        move(["a"], "seat:3", "seat:3", "up", confidence=0.5),
        move(["a"], "seat:3", "seat:3", "up"),  # keyed: see tests/attacks/test_keyed_cards.py
        move(["a"], "stub", "board", "up", keyed=True),
        move(["a"], "seat:3", "muck", "up"),
        move(["a"], "stub", "burn", "up"),
        {"t": 1, "what": "notice", "by": "dealer", "kind": "exposed_card", "cards": ["a"]},
    ],
)
def test_what_is_not_public_stays_sealed(event):
    assert release.made_public(event, "nlhe") == []


def test_upcards_are_public_where_the_game_has_them():
    up = move(["a"], "stub", "seat:3", "up")
    assert release.made_public(up, "stud7") == ["a"]
    assert release.made_public(up, "nlhe") == []


def test_a_table_or_device_the_vault_does_not_know(vault):
    assert vault.open_hand("8", "c1", 2, 3) is None
    assert vault.open_hand("7", "c2", 2, 3) is None
    assert vault.public("8") == {}


def test_a_new_file_counts_from_the_next_hand_on(vault, tmp_path):
    before = vault.open_hand("7", "c1", 2, 3)
    write(tmp_path, root=bytes(32).hex(), note="longer")
    assert vault.open_hand("7", "c1", 2, 4) != before
    (tmp_path / "7.json").unlink()
    assert vault.open_hand("7", "c1", 2, 5) is None


@pytest.mark.parametrize(
    "changes",
    [
        {"root": "zz"},
        {"root": "00"},
        {"deck": {"e0": "As"}},
        {"deck": {"0" * 16: "Zz"}},
        {"deck": 5},
    ],
)
def test_a_malformed_file_is_named_without_its_secrets(tmp_path, changes):
    write(tmp_path, **changes)
    with pytest.raises(VaultError) as e:
        LocalVault(tmp_path).open_hand("7", "c1", 1, 1)
    assert "7.json" in str(e.value) and ROOT.hex() not in str(e.value)


def test_foreign_tokens_are_marked_and_others_left_alone():
    valid = frozenset(["00" * 8])
    event = move(["00" * 8, "11" * 8, "#3", "As"], "stub", "seat:1", "down")
    assert foreign.mark(event, valid)["cards"] == ["00" * 8, "x" + "11" * 8, "#3", "As"]
    assert event["cards"][1] == "11" * 8  # the log's event is not changed
    clean = move(["00" * 8], "stub", "seat:1", "down")
    assert foreign.mark(clean, valid) is clean
    assert foreign.mark(event, None) is event


class Restarting(LocalVault):
    """Dies as a hand begins and is there again at the next event but one."""

    def __init__(self, folder, opens):
        super().__init__(folder)
        self.away, self._opens = 0, opens

    def open_hand(self, table, dev, boot, hand):
        if self.away or not self._opens:
            self.away, self._opens = 2, True
            raise VaultAway("away")
        if self._opens == "never":
            raise VaultError("unreadable")
        return super().open_hand(table, dev, boot, hand)

    def is_away(self):
        return self.away > 0

    def follow(self, table, event):
        super().follow(table, event)
        self.away = max(0, self.away - 1)


def test_a_hand_begun_while_the_vault_is_away_is_opened_when_it_is_back(tmp_path):
    write(tmp_path, table="1")
    (tmp_path / "7.json").rename(tmp_path / "1.json")
    riffle = {"t": 1, "what": "riffle", "hand": 3}
    strange = move(["11" * 8], "stub", "seat:1", "down", nth=1)
    table = live([riffle, strange, strange], vault=Restarting(tmp_path, opens=False))
    assert table.valid == frozenset(LocalVault(tmp_path).open_hand("1", "c1", 1, 3))
    assert not [body for body in table.alerts.values() if body["ruling"] == "vault"]


def test_a_hand_the_vault_cannot_open_is_an_alert(tmp_path):
    riffle = {"t": 1, "what": "riffle", "hand": 3}
    table = live([riffle], vault=Restarting(tmp_path, opens="never"))
    assert [body["ruling"] for body in table.alerts.values()] == ["vault"]
