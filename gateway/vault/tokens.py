"""Card tokens of a hand, as the controller derives them: see ``shared_rules/secrecy.py``."""

import hashlib
import hmac

from shared_rules import secrecy


def ratchet(root):
    """The device's root of the next hand; the one before cannot be computed from it."""
    return hashlib.sha256(root + secrecy.NEXT).digest()


def hand_key(root, table, boot, hand):
    """Key of a hand's card tokens, from the device's root **of this hand**."""
    label = secrecy.CARD_LABEL % (table, boot, hand)
    return hmac.digest(root, label.encode(), "sha256")


def token(key, uid):
    """Token of a tag: in hex. ``uid`` as its 8 bytes."""
    return hmac.digest(key, uid, "sha256")[: secrecy.TOKEN_BYTES].hex()


class Ratchet:
    """A device's root by hand number, from the root as installed (that of hand 0).

    Remembers the last one computed: going on by a hand costs one hash, going back starts over.
    """

    HANDS_MAX = 10_000_000  # a hand counter beyond is no counter

    def __init__(self, root, hand=0):
        self._first, self.begins = root, hand
        self._hand, self._root = hand, root

    def at(self, hand):
        """A ratchet that begins at a later hand."""
        return Ratchet(self.root(hand), hand)

    def root(self, hand):
        """Root of a hand; ValueError for a number that is none."""
        if not self.begins <= hand <= self.HANDS_MAX:
            raise ValueError(f"hand counter {hand} out of range")
        if hand < self._hand:
            self._hand, self._root = self.begins, self._first
        while self._hand < hand:
            self._root = ratchet(self._root)
            self._hand += 1
        return self._root
