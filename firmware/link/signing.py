"""Signatures of what the controller sends, so that nobody else can speak for the table.

What is signed how: ``shared_rules/secrecy.py``. Only the vault has the root.
"""

import binascii
import hashlib

from firmware.link.tokens import hmac_sha256, pads
from shared_rules.secrecy import BAR, END, MAC, MAC_BYTES, MESSAGE_LABEL, SIGNED_BY


class Signer:
    """Signs under the root in ``slots`` as it is now: made at boot, before the first message."""

    def __init__(self, slots, table, boot):
        value = slots.value
        self.boot, self.hand = boot, value["hand"]
        self.count = 0
        label = MESSAGE_LABEL % (table, boot, self.hand)
        key = hmac_sha256(binascii.unhexlify(value["root"]), label.encode())
        self._inner, self._outer = pads(key)

    def sign(self, name, payload):
        """``payload`` (bytes of a JSON object) for the topic ``name`` (as ``up/ev``), signed."""
        self.count += 1
        return self._signed(name, payload, self.count)

    def sign_will(self, name, payload):
        """A last will, which the broker may publish at any time of this boot: count 0."""
        return self._signed(name, payload, 0)

    def _signed(self, name, payload, count):
        by = (SIGNED_BY % (self.boot, self.hand, count)).encode()
        body = memoryview(payload)[:-1]
        h = hashlib.sha256(self._inner)
        h.update(name.encode())
        h.update(BAR)
        h.update(body)
        h.update(by)
        inner = h.digest()
        h = hashlib.sha256(self._outer)
        h.update(inner)
        mac = binascii.hexlify(h.digest()[:MAC_BYTES])
        return payload[:-1] + by + MAC + mac + END
