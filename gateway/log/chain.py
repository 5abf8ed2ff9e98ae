"""The hash chain over a table's events: an edit, a deletion or a reordering breaks it.

``hash(n) = SHA-256(hash(n-1) + canonical bytes of event n)``, ``hash(0)`` from the table's name.
A cut at the end is seen only against a head kept elsewhere: ``head`` is what to send away.

A chain has a version, which says what its hashes cover, keeps it to its end, and carries it in each
hash: those of version 1 are 32 bytes, those of a later one begin with its number. Another canonical
form is another row of ``CANONICAL``: new tables begin with it, those that are there go on as they
began. Logs of every version are verified for ever (``tests/gateway/test_old_logs.py``).
"""

import hashlib
import json

from gateway.errors import LogDamaged, LogError

DIGEST_BYTES = 32  # of SHA-256


def _fields_in_order(entry):
    """Version 1: every field, as a JSON list."""
    fields = [
        entry.table, entry.n, entry.dev, entry.boot, entry.seq,
        entry.t, entry.wall, entry.what, entry.row, entry.bad,
    ]  # fmt: skip
    return json.dumps(fields, separators=(",", ":"), ensure_ascii=True).encode()


CANONICAL = {1: _fields_in_order}  # version -> the bytes of an Entry that its hash covers
VERSION = 1  # of the chains that begin from now on


def version_of(digest):
    """Version of the chain a hash belongs to. LogError: one this program does not know."""
    marked = isinstance(digest, bytes) and len(digest) == 1 + DIGEST_BYTES
    version = digest[0] if marked else 1  # of what is no hash at all too: it will not match
    if version not in CANONICAL:
        known = max(CANONICAL)
        raise LogError(
            f"the log's chain is of version {version}, this program knows {known}: update feltwire"
        )
    return version


def _marked(version, digest):
    return digest if version == 1 else bytes((version,)) + digest


def is_digest(value):
    """True for what has the form of a hash of a chain of a version this program knows."""
    if not isinstance(value, bytes) or len(value) not in (DIGEST_BYTES, 1 + DIGEST_BYTES):
        return False
    return len(value) == DIGEST_BYTES or value[0] in CANONICAL


def start(table, like=None):
    """The hash before a table's first event. ``like``: a hash of its chain, None: it begins now."""
    version = VERSION if like is None else version_of(like)
    return _marked(version, hashlib.sha256(b"feltwire/" + table.encode()).digest())


def link(previous, entry):
    """The hash of an Entry that follows the one with hash ``previous``."""
    version = version_of(previous)
    made = hashlib.sha256(previous + CANONICAL[version](entry))
    return _marked(version, made.digest())


def sum_of(*values):
    """Sum over what was computed from the events, so that damage to it shows (8 bytes)."""
    return hashlib.sha256(json.dumps(values, ensure_ascii=True).encode()).digest()[:8]


def verified(table, rows, previous=None, n=0):
    """Iterate the Entries of ``rows`` (pairs of Entry and stored hash), checking each.

    ``previous`` and ``n``: hash and number of the event before the first. Raises LogDamaged at the
    first event that does not follow.
    """
    for entry, stored in rows:
        previous = start(table, stored) if previous is None else previous
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
