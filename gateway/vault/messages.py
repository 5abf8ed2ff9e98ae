"""Signatures of a controller's messages: made by ``firmware/link/signing.py``, checked here; and of
what it is told: made here, checked by ``firmware/link/orders.py``.

A message ends in ``,"by":[boot,hand,count],"mac":"<32 hex>"}``. The key is made at each boot from
the device's root at that moment: ``HMAC-SHA256(root, "table|boot|hand|message")``; the MAC is over
the topic's name, ``|`` and everything before ``,"mac"``. ``count`` grows with each message.
"""

import hmac
import re

_TAIL = re.compile(rb',"by":\[(\d{1,10}),(\d{1,10}),(\d{1,10})\],"mac":"([0-9a-f]{32})"\}\Z')
_TAIL_BYTES_MAX = 96
_MAC_BYTES = len(b',"mac":""}') + 32


def message_key(root, table, boot, hand):
    """Key of a boot's messages, from the device's root at the hand in which it booted."""
    return hmac.digest(root, f"{table}|{boot}|{hand}|message".encode(), "sha256")


def order_key(root, table, boot, hand, sender):
    """Key of what ``sender`` tells a controller in a boot; ``root``, ``hand``: as above."""
    return hmac.digest(root, f"{table}|{boot}|{hand}|down|{sender}".encode(), "sha256")


def signed_by(payload):
    """``(boot, hand, count)`` a message says it was signed with; None for an unsigned one."""
    found = _TAIL.search(payload, max(0, len(payload) - _TAIL_BYTES_MAX))
    return tuple(int(found.group(i)) for i in (1, 2, 3)) if found else None


def mac(key, name, body):
    """MAC (32 hex) of a message's bytes before ``,"mac"``, sent on ``name`` (as ``up/ev``)."""
    return hmac.digest(key, name.encode() + b"|" + body, "sha256")[:16].hex()


def is_genuine(key, name, payload):
    """True when the signature at the end of ``payload`` was made with ``key`` for ``name``."""
    body, given = payload[:-_MAC_BYTES], payload[-34:-2]
    return hmac.compare_digest(mac(key, name, body).encode(), given)


def sign(key, name, payload, by):
    """``payload`` (a JSON object) signed, as a controller does it. ``by``: (boot, hand, count),
    of what it is told (boot, epoch, count)."""
    body = payload[:-1] + b',"by":[%d,%d,%d]' % by
    return body + b',"mac":"' + mac(key, name, body).encode() + b'"}'
