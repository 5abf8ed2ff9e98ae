"""The hash chain over a table's events: an edit, a deletion or a reordering breaks it.

``hash(n) = SHA-256(hash(n-1) + canonical bytes of event n)``, ``hash(0)`` from the table's name.
A cut at the end is seen only against a head kept elsewhere: ``head`` is what to send away.
"""

import hashlib
import json

from gateway.errors import LogDamaged


def start(table):
    """The hash before a table's first event."""
    return hashlib.sha256(b"feltwire/" + table.encode()).digest()


def canonical(entry):
    """The bytes of an Entry that its hash covers: every field, in a fixed order."""
    fields = [
        entry.table, entry.n, entry.dev, entry.boot, entry.seq,
        entry.t, entry.wall, entry.what, entry.row, entry.bad,
    ]  # fmt: skip
    return json.dumps(fields, separators=(",", ":"), ensure_ascii=True).encode()


def link(previous, entry):
    """The hash of an Entry that follows the one with hash ``previous``."""
    return hashlib.sha256(previous + canonical(entry)).digest()


def sum_of(*values):
    """Sum over what was computed from the events, so that damage to it shows (8 bytes)."""
    return hashlib.sha256(json.dumps(values, ensure_ascii=True).encode()).digest()[:8]


def verified(table, rows, previous=None, n=0):
    """Iterate the Entries of ``rows`` (pairs of Entry and stored hash), checking each.

    ``previous`` and ``n``: hash and number of the event before the first. Raises LogDamaged at the
    first event that does not follow.
    """
    previous = start(table) if previous is None else previous
    for entry, stored in rows:
        n += 1
        if entry.n != n:
            raise LogDamaged(table, n, f"event missing, found number {entry.n}")
        try:
            previous = link(previous, entry)
        except (TypeError, ValueError):
            raise LogDamaged(table, n, "a value of the wrong type") from None
        if previous != stored:
            raise LogDamaged(table, n, "content does not match its hash")
        yield entry
