"""The record of who did what: each entry is bound to the one before by its hash.

``hash(n) = SHA-256(hash(n - 1) + the entry's JSON)``. A cut at the end shows only against a head
that was noted elsewhere: the auditor's page, ``feltwire user audit`` and every export name it.
"""

import hashlib
import json

from gateway.errors import PeopleError

START = hashlib.sha256(b"feltwire/people/audit").digest()
COLUMNS = ("n", "wall", "what", "who", "role", "address", "table", "detail")
TEXT_MAX = 300


def entry(n, wall_ms, what, who, table=None, **detail):
    """The JSON of an entry. ``who``: a Who, or a text for what acts by itself."""
    known = not isinstance(who, str)
    body = {
        "n": n, "wall": wall_ms, "what": what,
        "who": who.name if known else who,
        "role": who.role if known else "", "address": who.address if known else "",
        "table": table, "detail": {k: _short(v) for k, v in detail.items() if v is not None},
    }  # fmt: skip
    return json.dumps(body, sort_keys=True, ensure_ascii=True)


def _short(value):
    return value[:TEXT_MAX] if isinstance(value, str) else value


def link(previous, text):
    """The hash of an entry that follows the one with hash ``previous``."""
    return hashlib.sha256(previous + text.encode()).digest()


def verified(rows, before=(0, START)):
    """Iterate ``(entry dict, hash)`` of rows ``(n, text, hash)``; PeopleError where it breaks.

    ``before``: number and hash of the entry before the first.
    """
    count, previous = before
    for expected, (n, text, stored) in enumerate(rows, count + 1):
        previous = link(previous, text)
        try:
            body = json.loads(text)
        except ValueError:
            body = {}
        if n != expected or previous != stored or body.get("n") != n:
            raise PeopleError(f"the record of acts is not what it was: entry {expected}")
        yield body, stored
