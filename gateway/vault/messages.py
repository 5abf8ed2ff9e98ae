"""Signatures of a controller's messages: made by ``firmware/link/signing.py``, checked here; and of
what it is told: made here, checked by ``firmware/link/orders.py``.

What is signed how: ``shared_rules/secrecy.py``. ``count`` grows with each message.
"""

import hmac
import re

from shared_rules import secrecy

_TAIL = re.compile(
    re.escape(secrecy.BY) + rb"(\d{1,10}),(\d{1,10}),(\d{1,10})\]" + re.escape(secrecy.MAC)
    + rb"[0-9a-f]{%d}" % (2 * secrecy.MAC_BYTES) + re.escape(secrecy.END) + rb"\Z"
)  # fmt: skip
_TAIL_BYTES_MAX = 96


def message_key(root, table, boot, hand):
    """Key of a boot's messages, from the device's root at the hand in which it booted."""
    label = secrecy.MESSAGE_LABEL % (table, boot, hand)
    return hmac.digest(root, label.encode(), "sha256")


def order_key(root, table, boot, hand, sender):
    """Key of what ``sender`` tells a controller in a boot; ``root``, ``hand``: as above."""
    label = secrecy.ORDER_LABEL % (table, boot, hand, sender)
    return hmac.digest(root, label.encode(), "sha256")


def signed_by(payload):
    """``(boot, hand, count)`` a message says it was signed with; None for an unsigned one."""
    found = _TAIL.search(payload, max(0, len(payload) - _TAIL_BYTES_MAX))
    return tuple(int(found.group(i)) for i in (1, 2, 3)) if found else None


def mac(key, name, body):
    """MAC, in hex, of a message's bytes before ``secrecy.MAC``, sent on ``name`` (as ``up/ev``)."""
    made = hmac.digest(key, name.encode() + secrecy.BAR + body, "sha256")
    return made[: secrecy.MAC_BYTES].hex()


def is_genuine(key, name, payload):
    """True when the signature at the end of ``payload`` was made with ``key`` for ``name``."""
    body, tail = payload[: -secrecy.TAIL_BYTES], payload[-secrecy.TAIL_BYTES :]
    given = tail[len(secrecy.MAC) : -len(secrecy.END)]
    return hmac.compare_digest(mac(key, name, body).encode(), given)


def sign(key, name, payload, by):
    """``payload`` (a JSON object) signed, as a controller does it. ``by``: (boot, hand, count),
    of what it is told (boot, epoch, count)."""
    body = payload[:-1] + (secrecy.SIGNED_BY % tuple(by)).encode()
    return body + secrecy.MAC + mac(key, name, body).encode() + secrecy.END
