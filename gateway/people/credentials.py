"""PINs, passwords, tokens: what is good enough, and how it is kept."""

import base64
import contextlib
import hashlib
import re
import secrets as random
import threading

import argon2

from gateway.errors import PeopleError

PIN_DIGITS = (6, 12)
PASSWORD_MIN, PASSWORD_MAX = 10, 200
PIN_ROLES = ("dealer", "floor", "broadcast")  # who stands at a table has no keyboard
TOKEN_BYTES = 32  # 256 bits; 128 are promised
_HASHER = argon2.PasswordHasher()  # argon2id, RFC 9106's second choice: 64 MiB, 3 passes
_ONE = threading.Lock()  # one at a time: memory stays bounded whoever knocks
_DOOR = threading.BoundedSemaphore(8)  # and so many wait: the threads of the pages stay free


def _nobodys():
    """A hash of the same cost that no secret has: random bits, compared with when there is no
    such person. Computed like the others it would cost every start of a process a turn of argon2.
    """
    salt, bits = (
        base64.b64encode(random.token_bytes(n)).decode().rstrip("=")
        for n in (_HASHER.salt_len, _HASHER.hash_len)
    )
    cost = f"m={_HASHER.memory_cost},t={_HASHER.time_cost},p={_HASHER.parallelism}"
    return f"$argon2id$v={argon2.low_level.ARGON2_VERSION}${cost}${salt}${bits}"


_NOBODY = _nobodys()


def check(secret, role):
    """PeopleError with one line when ``secret`` is not good enough for a role."""
    low, high = PIN_DIGITS
    if re.fullmatch(r"[0-9]+", secret) and len(secret) <= high:
        if role not in PIN_ROLES:
            raise PeopleError(f"a {role} needs a password of at least {PASSWORD_MIN} characters")
        if len(secret) < low:
            raise PeopleError(f"a PIN has {low} to {high} digits")
        steps = {(int(b) - int(a)) % 10 for a, b in zip(secret, secret[1:], strict=False)}
        if len(steps) == 1 and steps <= {0, 1, 9}:
            raise PeopleError("that PIN is the first one anybody tries: no runs, no repeats")
    elif not PASSWORD_MIN <= len(secret) <= PASSWORD_MAX:
        wanted = f"a password has {PASSWORD_MIN} to {PASSWORD_MAX} characters"
        raise PeopleError(wanted + (f", a PIN {low} to {high} digits" if role in PIN_ROLES else ""))


def hashed(secret):
    """The argon2id hash of a PIN or password, with its salt and cost."""
    with _turn():
        return _HASHER.hash(secret)


def matches(kept, secret):
    """True when ``secret`` is the one of ``kept``; None is nobody's and takes as long."""
    with _turn():
        try:
            return _HASHER.verify(kept or _NOBODY, secret) and kept is not None
        except (argon2.exceptions.VerificationError, argon2.exceptions.InvalidHashError):
            return False


@contextlib.contextmanager
def _turn():
    """One's turn with argon2; PeopleError at once when too many wait for theirs."""
    if not _DOOR.acquire(blocking=False):
        raise PeopleError("too many are signing in at this moment: try again")
    try:
        with _ONE:
            yield
    finally:
        _DOOR.release()


def token():
    """A fresh token as text: 256 random bits."""
    return random.token_urlsafe(TOKEN_BYTES)


def short_id():
    """A name for a session that opens nothing."""
    return random.token_hex(4)


def digest(text):
    """What is kept of a token or code: of 256 random bits one pass of SHA-256 is enough."""
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).digest()
