"""Commitments: the vault binds itself to every card of a hand before it is dealt, and opens later.

What it makes goes into the event log as acts of ``@vault``, each signed with the vault's own key
(Ed25519). ``sealed``: for every token of the deck SHA-256 over hand, token, card and a salt of 32
bytes, so that it tells nothing of the card. ``opened``: cards and their salts, once they are public
or released and the hand is over, and over which rows of the controller the vault followed it.
"""

import base64
import binascii
import hashlib
import hmac
import json

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

BY = "@vault"  # who did it; no person can be named so
SEALED, OPENED = "sealed", "opened"
ID_DIGITS = 16  # of the digest an act is called by
PUBLIC, RELEASED = "public", "released"  # why a card was opened


def salt(seed, token):
    """Salt of a card, from the hand's seed (32 random bytes). Knowing some tells no other."""
    return hmac.digest(seed, b"salt|" + token.encode(), "sha256")


def commitment(hand, token, card, salt_):
    """What is published of a card before the deal, base64. ``hand``: (table, dev, boot, hand)."""
    text = json.dumps([*hand, token, card], separators=(",", ":"))
    return base64.b64encode(hashlib.sha256(salt_ + text.encode()).digest()).decode()


def trail(before, hand, row):
    """Digest over a hand's rows up to ``row``; ``before``: that of those before it, or None."""
    if before is None:
        before = hashlib.sha256(json.dumps(["hand", *hand]).encode()).digest()
    return hashlib.sha256(before + row.encode()).digest()


def fold(now, hand, row):
    """``[count, digest in hex]`` of a hand's rows with one more; ``now``: before it, or None."""
    count, before = (now[0], bytes.fromhex(now[1])) if now else (0, None)
    return [count + 1, trail(before, hand, row).hex()]


def is_proof(act):
    """True for an act that the vault has put into the log."""
    return isinstance(act, dict) and act.get("by") == BY and act.get("act") in (SEALED, OPENED)


def name_of(act):
    """What an act is called: the beginning of the digest over it, its signature left out."""
    return hashlib.sha256(_body(act)).hexdigest()[:ID_DIGITS]


def _body(act):
    kept = {name: value for name, value in act.items() if name != "sig"}
    return json.dumps(kept, sort_keys=True, separators=(",", ":")).encode()


class Signer:
    """Signs the vault's acts. ``seed``: 32 bytes, kept in the vault's sealed state."""

    def __init__(self, seed):
        self._key = Ed25519PrivateKey.from_private_bytes(seed)
        raw = self._key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        self.public = raw.hex()

    def sealed(self, hand, cards, seed):
        """The act by which a hand is sealed. ``cards``: token -> card of the whole deck."""
        made = {t: commitment(hand, t, cards[t], salt(seed, t)) for t in sorted(cards)}
        return self._signed(SEALED, hand, {"cards": made})

    def opened(self, hand, found, why, rows, seed, over):
        """The act by which ``found`` (token -> card) is opened; ``rows``: see ``fold``."""
        made = {t: [found[t], base64.b64encode(salt(seed, t)).decode()] for t in sorted(found)}
        return self._signed(OPENED, hand, {"cards": made, "why": why, "rows": rows, "over": over})

    def _signed(self, what, hand, more):
        table, dev, boot, number = hand
        act = {
            "act": what, "by": BY, "table": table, "dev": dev, "boot": boot, "hand": number,
            "key": self.public, **more,
        }  # fmt: skip
        return {**act, "sig": base64.b64encode(self._key.sign(_body(act))).decode()}


def is_signed(act):
    """True when the key an act names has signed it. Whose key that is, the caller has to know."""
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(act["key"]))
        key.verify(base64.b64decode(act["sig"], validate=True), _body(act))
    except (InvalidSignature, KeyError, TypeError, ValueError, binascii.Error):
        return False
    return True


def fits(hand, token, card, salt_, published):
    """True when ``published`` is the commitment to this card; ``salt_`` in base64."""
    try:
        raw = base64.b64decode(salt_, validate=True)
    except (TypeError, ValueError, binascii.Error):
        return False
    made = commitment(hand, token, card, raw)
    return len(raw) == 32 and hmac.compare_digest(made.encode(), str(published).encode())
