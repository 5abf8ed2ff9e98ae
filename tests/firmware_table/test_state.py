"""State in flash, tokens, clock."""

import hmac

import pytest

from firmware.link.clock import Clock
from firmware.link.slots import Slots
from firmware.link.tokens import Tokens, hmac_sha256, ratchet
from gateway.vault import tokens as vault

ROOT = bytes(range(32))


class Seq:
    next_seq = 1


def slots(tmp_path):
    s = Slots(str(tmp_path / "state"), {"hand": 0, "hand_boot": 0, "hand_seq": 0, "root": ""})
    if s.fresh:
        s.value["root"] = ROOT.hex()
    return s


def test_a_torn_write_leaves_the_value_before_it(tmp_path):
    s = Slots(str(tmp_path / "s"), {"n": 0})
    for n in (1, 2, 3):
        s.value = {"n": n}
        s.save()
    newest = tmp_path / "s.a"
    data = newest.read_bytes()
    for cut in range(len(data)):
        newest.write_bytes(data[:cut])
        assert Slots(str(tmp_path / "s"), {"n": 0}).value == {"n": 2}
    newest.write_bytes(data)
    assert Slots(str(tmp_path / "s"), {"n": 0}).value == {"n": 3}


def test_a_write_after_a_torn_one_is_read_back(tmp_path):
    s = Slots(str(tmp_path / "s"), {"n": 0})
    s.save()
    (tmp_path / "s.b").write_bytes(b"torn")
    s = Slots(str(tmp_path / "s"), {"n": 0})
    s.value = {"n": 9}
    s.save()
    assert Slots(str(tmp_path / "s"), {"n": 0}).value == {"n": 9}


@pytest.mark.parametrize("n", [0, 1, 63, 64, 65, 200])
def test_hmac_is_that_of_the_standard(n):
    key, message = bytes(range(n)), b"message" * n
    assert hmac_sha256(key, message) == hmac.digest(key, message, "sha256")


def test_the_vault_derives_the_same_tokens(tmp_path):
    t = Tokens(slots(tmp_path), "7", 3, Seq)
    root = vault.Ratchet(ROOT)
    uid = b"\xe0\x04\x01\x02\x03\x04\x05\x06"
    for hand in (1, 2, 3):
        assert t.next_hand() == hand
        key = vault.hand_key(root.root(hand), "7", 3, hand)
        assert t.token(uid) == vault.token(key, uid)


def test_a_hand_keeps_its_tokens_over_a_reboot_and_the_root_before_is_gone(tmp_path):
    t = Tokens(slots(tmp_path), "7", 3, Seq)
    t.next_hand()
    before = t.token(b"12345678")
    again = Tokens(slots(tmp_path), "7", 4, Seq)
    assert again.hand() == 1
    assert again.token(b"12345678") == before
    kept = b"".join(p.read_bytes() for p in tmp_path.iterdir())
    assert ROOT.hex().encode() not in kept
    assert ratchet(ROOT).hex().encode() in kept


class Ticks:
    now = (1 << 30) - 1500

    def ticks_us(self):
        return self.now % (1 << 30)

    def ticks_diff(self, a, b):
        return ((a - b + (1 << 29)) % (1 << 30)) - (1 << 29)


def test_the_clock_goes_on_over_the_wrap_of_the_ticks():
    ticks = Ticks()
    clock = Clock(ticks)
    for _ in range(10):
        ticks.now += 700
        clock.tick()
    assert clock.ms == 7
    earlier = ticks.ticks_us()
    ticks.now += 2500
    clock.tick()
    assert clock.ms == 9
    assert clock.ms_at(earlier) == 7
