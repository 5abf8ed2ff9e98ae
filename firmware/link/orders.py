"""What a controller is told: from those who may, once, and for this boot.

Each message on ``down/...`` ends as a controller's do (``shared_rules/secrecy.py``), with the epoch
in place of the hand, a block of an image too. The keys are made at boot, one for each of
``topics.SENDERS``, so that none speaks for another. The vault gives them out, each time with a
higher epoch; within it the count grows with each message. So nothing that was sent can be sent
again, after a reboot either.

A device that made its own root shares it with nobody, and takes what it is told unsigned.
"""

import binascii
import hashlib

from firmware.link.tokens import hmac_sha256, pads
from shared_rules import topics
from shared_rules.secrecy import BAR, BY, END, MAC, MAC_BYTES, ORDER_LABEL, TAIL_BYTES

EPOCHS = 4  # of a sender: several gateways may take turns
_BY_MAX = 60  # ',"by":[' with three numbers
_DIGITS_MAX = 15


class Orders:
    """``slots``: the device's state as it is at boot; ``complain(text)``: one line for people."""

    def __init__(self, slots, table, boot, complain):
        value = slots.value
        self.boot = boot
        self.complain = complain
        self.refused = 0  # messages that nobody with a key has sent
        self.signed = not value.get("own")
        self._keys = {}
        self._epochs = {}  # sender that has spoken -> [[epoch, last count], ...]
        self._floor = {}  # sender -> no epoch up to it is taken any more
        if not self.signed:
            return
        root = binascii.unhexlify(value["root"])
        for sender in topics.SENDERS:
            label = ORDER_LABEL % (table, boot, value["hand"], sender)
            key = hmac_sha256(root, label.encode())
            # The gateway speaks all the time, the others seldom: theirs are made up each time.
            self._keys[sender] = pads(key) if sender == topics.GATEWAY else key

    def taken(self, name, payload):
        """The message on ``name`` (as ``down/key``) without its signature; None: not to be taken.

        Of a JSON object the object, of a block its bytes (a view of ``payload``).
        """
        if not self.signed:
            return payload
        sender = topics.sender(name)
        end = len(payload) - TAIL_BYTES
        at = payload.rfind(BY, max(0, end - _BY_MAX))
        by = _numbers(payload[at + len(BY) : end]) if at >= 0 else None
        if by is not None and by[0] != self.boot:
            return None  # for another boot: the gateway has not heard of this one yet
        if by is None or not self._is_genuine(sender, name, payload):
            self.refused += 1
            self.complain("%s: refused: %s" % (name, "not signed" if by is None else "forged"))
            return None
        if not self._is_news(sender, by[1], by[2]):
            return None  # given out twice by the broker, or kept back and sent again
        if name == topics.DOWN_BLOCK:
            return memoryview(payload)[:at]
        return payload[:at] + b"}"

    def _is_genuine(self, sender, name, payload):
        try:
            tail = payload[-TAIL_BYTES:]
            given = binascii.unhexlify(tail[len(MAC) : -len(END)])
        except ValueError:
            return False
        key = self._keys[sender]
        inner, outer = pads(key) if isinstance(key, bytes) else key
        h = hashlib.sha256(inner)
        h.update(name.encode())
        h.update(BAR)
        h.update(memoryview(payload)[:-TAIL_BYTES])
        digest = h.digest()
        h = hashlib.sha256(outer)
        h.update(digest)
        made = h.digest()
        differs = 0  # all bytes are compared: how long it takes says nothing
        for i in range(MAC_BYTES):
            differs |= made[i] ^ given[i]
        return not differs

    def _is_news(self, sender, epoch, count):
        rows = self._epochs.get(sender)
        if rows is None:
            rows = self._epochs[sender] = []
        for row in rows:
            if row[0] == epoch:
                if count <= row[1]:
                    return False
                row[1] = count
                return True
        if epoch <= self._floor.get(sender, 0):
            return False
        rows.append([epoch, count])
        if len(rows) > EPOCHS:
            oldest = rows[0]
            for row in rows:
                if row[0] < oldest[0]:
                    oldest = row
            rows.remove(oldest)
            self._floor[sender] = oldest[0]
        return True


def _numbers(text):
    """The three numbers before the bracket that closes ``text``; None when it is not so."""
    if not text or text[-1] != 0x5D:
        return None
    parts = text[:-1].split(b",")
    if len(parts) != 3:
        return None
    for part in parts:
        if not part.isdigit() or len(part) > _DIGITS_MAX:
            return None
    return [int(part.decode()) for part in parts]
