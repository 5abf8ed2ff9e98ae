"""Names of cards that change every hand: HMAC of the UID under a key nobody can go back to.

What is computed: ``shared_rules/secrecy.py``. The root of the hand before is overwritten: a seized
controller tells nothing of past hands. The vault does the same sums.
"""

import binascii
import hashlib

from shared_rules.secrecy import CARD_LABEL, NEXT, TOKEN_BYTES

_BLOCK = 64  # of SHA-256


def hmac_sha256(key, message):
    """HMAC-SHA256 (RFC 2104) of bytes, with nothing but ``hashlib.sha256``."""
    inner, outer = pads(key)
    return _digest(inner, outer, message)


def pads(key):
    """Inner and outer block of a key, for many messages under the same key."""
    if len(key) > _BLOCK:
        key = hashlib.sha256(key).digest()
    inner = bytearray(_BLOCK)
    outer = bytearray(_BLOCK)
    for i in range(_BLOCK):
        k = key[i] if i < len(key) else 0
        inner[i] = k ^ 0x36
        outer[i] = k ^ 0x5C
    return bytes(inner), bytes(outer)


def _digest(inner, outer, message):
    h = hashlib.sha256(inner)
    h.update(message)
    digest = h.digest()
    h = hashlib.sha256(outer)
    h.update(digest)
    return h.digest()


def ratchet(root):
    """Root of the next hand."""
    return hashlib.sha256(root + NEXT).digest()


class Tokens:
    """Tokens of the hand in play. ``slots``: keeps root, hand and where the hand is told.

    ``boot``: epoch of this boot; a hand that began before a reboot keeps its key. ``journal``: its
    ``next_seq`` is that of the event that will tell the hand.
    """

    def __init__(self, slots, table, boot, journal):
        self.slots = slots
        self.table = table
        self.boot = boot
        self.journal = journal
        self._inner = None
        self._outer = None
        self._derive()

    def hand(self):
        """Counter of the hand in play, 0 before the first."""
        return self.slots.value["hand"]

    def next_hand(self):
        """Begin a hand: ratchet the root, count, keep both in flash. Returns the hand's counter."""
        value = self.slots.value
        root = binascii.unhexlify(value["root"])
        value["root"] = binascii.hexlify(ratchet(root)).decode()
        value["hand"] += 1
        value["hand_boot"] = self.boot
        value["hand_seq"] = self.journal.next_seq
        self.slots.save_for_good()
        self._derive()
        return value["hand"]

    def adopt_hand(self):
        """The hand counted in flash was never told: it begins with this boot."""
        self.slots.value["hand_boot"] = self.boot
        self.slots.value["hand_seq"] = self.journal.next_seq
        self.slots.save()
        self._derive()

    def token(self, uid):
        """Token of a card's UID (8 bytes) in this hand, in hex."""
        made = _digest(self._inner, self._outer, uid)
        return binascii.hexlify(made[:TOKEN_BYTES]).decode()

    def _derive(self):
        value = self.slots.value
        label = CARD_LABEL % (self.table, value["hand_boot"], value["hand"])
        key = hmac_sha256(binascii.unhexlify(value["root"]), label.encode())
        self._inner, self._outer = pads(key)
