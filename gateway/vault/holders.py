"""Key-holders: two of them together may open cards early. One alone can only raise an alarm.

The first two are made by whoever sets the vault up. From then on two of them together add one, give
one a new passphrase or take one out; a file that was changed otherwise opens nothing (``Kept``).
"""

import base64
import hashlib
import hmac
import json
import os
import re

from gateway.errors import VaultError
from gateway.process import atomic
from gateway.vault import sealing

NAME = "holders"  # the sealed file beside the decks
PASSPHRASE_MIN = 12
TRIES_MAX, TRIES_MS = 5, 300_000
SECOND_MS = 120_000  # the second holder comes so soon, or the first begins again
_HOLDER = re.compile(r"[a-z][a-z0-9._-]{1,31}\Z")


def _hash(passphrase, salt):
    made = hashlib.scrypt(passphrase.encode(), salt=salt, n=2**14, r=8, p=1, dklen=32)
    return base64.b64encode(made).decode()


def load(folder, key):
    """``{name: [salt, hash]}`` of a vault's folder."""
    path = folder / NAME
    if not path.exists():
        return {}
    try:
        return json.loads(sealing.unseal(json.loads(path.read_text()), key))
    except ValueError:
        raise VaultError(f"{path}: the key-holders cannot be read") from None


def entry(folder, key, name, passphrase):
    """What is kept of a holder, ``[salt, hash]``. VaultError for a name or passphrase that will
    not do."""
    if not _HOLDER.match(name):
        raise VaultError("a holder's name has 2 to 32 of a-z, 0-9, . _ - and begins with a letter")
    if len(passphrase) < PASSPHRASE_MIN:
        raise VaultError(f"a passphrase has at least {PASSPHRASE_MIN} characters")
    found = load(folder, key)
    for other, (salt, kept) in found.items():
        made = _hash(passphrase, bytes.fromhex(salt))
        if other != name and hmac.compare_digest(made.encode(), kept.encode()):
            raise VaultError("another holder has that passphrase: two people have two")
    salt = os.urandom(16)
    return [salt.hex(), _hash(passphrase, salt)]


def add(folder, key, name, passphrase):
    """Add one of the first two holders, or give one a new passphrase while there is one only."""
    made = entry(folder, key, name, passphrase)
    found = load(folder, key)
    if len(found) >= 2:
        raise VaultError("two key-holders change who is one: give --by")
    put(folder, key, name, made)


def put(folder, key, name, made):
    """Add a holder, or replace what is kept of one, who has agreed or was agreed on."""
    _store(folder, key, load(folder, key) | {name: made})


def remove(folder, key, name):
    """Take a holder's right away."""
    found = load(folder, key)
    if found.pop(name, None) is None:
        raise VaultError(f"there is no holder {name}")
    _store(folder, key, found)


def mark(found):
    """``{"names": [...], "digest": hex}`` of holders as they were loaded: what a vault keeps."""
    text = json.dumps(found, sort_keys=True)
    return {"names": sorted(found), "digest": hashlib.sha256(text.encode()).hexdigest()}


def _store(folder, key, found):
    atomic.write_text(folder / NAME, sealing.seal(json.dumps(found), key))


class Unlocking:
    """Two different holders within ``SECOND_MS`` for one and the same wish; in memory only."""

    def __init__(self, folder, key, is_agreed=lambda: True):
        """``is_agreed()``: False while the holders are not those that two of them agreed on."""
        self._folder, self._key, self._is_agreed = folder, key, is_agreed
        self._waiting = {}  # wish -> (holder, ms)
        self._failed = {}  # holder -> [ms, ...]

    def offer(self, wish, name, passphrase, now_ms):
        """``"refused"``, ``"locked"``, ``"first"`` or ``("both", first holder)``; ``"changed"``:
        the holders were changed past the vault, and open nothing."""
        if not self._is_agreed():
            return "changed"
        self._failed = {
            who: kept for who, times in self._failed.items()
            if (kept := [t for t in times if now_ms - t < TRIES_MS])
        }  # fmt: skip
        if sum(map(len, self._failed.values())) >= TRIES_MAX:
            return "locked"
        salt, kept = load(self._folder, self._key).get(name, ("00" * 16, ""))
        made = _hash(passphrase, bytes.fromhex(salt))
        if not hmac.compare_digest(made.encode(), kept.encode()):
            self._failed.setdefault(name, []).append(now_ms)
            return "refused"
        first = self._waiting.pop(wish, None)
        if first and first[0] != name and now_ms - first[1] <= SECOND_MS:
            return ("both", first[0])
        self._waiting = {w: f for w, f in self._waiting.items() if now_ms - f[1] <= SECOND_MS}
        self._waiting[wish] = (name, now_ms)
        return "first"
