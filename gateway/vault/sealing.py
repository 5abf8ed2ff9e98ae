"""Sealed files: the vault's secrets at rest, AES-256-GCM under a key file or a passphrase.

A sealed file is one JSON object: ``sealed`` (format), ``kdf`` (None or scrypt's values), ``nonce``
and ``data`` in base64. Everything but ``data`` is authenticated with it, so nothing can be swapped.
"""

import base64
import json
import os
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from gateway.errors import VaultError
from gateway.process import atomic

FORMAT = "feltwire-1"
KEY_BYTES = 32
# RFC 7914; 32 MiB and some tenths of a second for each guess
SCRYPT_N, SCRYPT_R, SCRYPT_P = 2**15, 8, 1
N_MAX = 2**20  # a file may not ask for more memory than that


class Key:
    """What opens sealed files: 32 random bytes of a key file, or a passphrase. Shows nothing."""

    def __init__(self, raw=None, passphrase=None):
        if (raw is None) == (passphrase is None):
            raise VaultError("give a key file or a passphrase")
        if raw is not None and len(raw) != KEY_BYTES:
            raise VaultError("a key file holds 64 hex digits")
        if passphrase is not None and len(passphrase) < 8:
            raise VaultError("a passphrase has at least 8 characters")
        self._raw = raw
        self._passphrase = passphrase
        self._derived = {}

    @classmethod
    def of_file(cls, path):
        """The key of a file (64 hex digits), which others must not be able to read."""
        try:
            if os.stat(path).st_mode & 0o077:
                raise VaultError(f"key file {path}: others can read it: chmod 600 {path}")
            with open(path, encoding="ascii") as f:
                return cls(raw=bytes.fromhex(f.read().strip()))
        except OSError as e:
            raise VaultError(f"key file {path}: {e.strerror}") from None
        except ValueError:
            raise VaultError(f"key file {path}: a key file holds 64 hex digits") from None

    def fresh_kdf(self):
        """What a new file says about how its key is made: None for a key file."""
        if self._raw is not None:
            return None
        salt = base64.b64encode(os.urandom(16)).decode()
        return {"name": "scrypt", "salt": salt, "n": SCRYPT_N, "r": SCRYPT_R, "p": SCRYPT_P}

    def derive(self, kdf):
        """The 32 bytes for a file. VaultError when the file was sealed the other way."""
        if kdf is None:
            if self._raw is None:
                raise VaultError("it was sealed with a key file, not with a passphrase")
            return self._raw
        if self._passphrase is None:
            raise VaultError("it was sealed with a passphrase, not with a key file")
        at = json.dumps(kdf, sort_keys=True)
        if at not in self._derived:
            try:
                if kdf["name"] != "scrypt" or not 2 <= kdf["n"] <= N_MAX:
                    raise ValueError
                salt = base64.b64decode(kdf["salt"], validate=True)
                made = Scrypt(salt=salt, length=KEY_BYTES, n=kdf["n"], r=kdf["r"], p=kdf["p"])
                self._derived[at] = made.derive(self._passphrase.encode())
            except (KeyError, TypeError, ValueError):
                raise VaultError("its key derivation is not known here") from None
        return self._derived[at]


def new_key_file(path):
    """Write a new key file, readable by its owner alone; refuses to replace one."""
    try:
        atomic.write_new(Path(path), os.urandom(KEY_BYTES).hex() + "\n")
    except OSError as e:
        raise VaultError(f"key file {path}: {e.strerror}") from None


def is_sealed(data):
    """True for the parsed JSON of a sealed file."""
    return isinstance(data, dict) and "sealed" in data


def seal(text, key):
    """Seal a text: the JSON text of a sealed file."""
    head = {"sealed": FORMAT, "kdf": key.fresh_kdf(), "nonce": _b64(os.urandom(12))}
    cipher = AESGCM(key.derive(head["kdf"]))
    data = cipher.encrypt(base64.b64decode(head["nonce"]), text.encode(), _bound(head))
    return json.dumps({**head, "data": _b64(data)}) + "\n"


def unseal(data, key):
    """The text of a sealed file's parsed JSON. VaultError says why not; never what is inside."""
    if data.get("sealed") != FORMAT:
        raise VaultError(f"sealed as {data.get('sealed')!r}, this reads {FORMAT}")
    if key is None:
        raise VaultError("it is sealed: a key file or a passphrase is needed (vault_key)")
    try:
        nonce = base64.b64decode(data["nonce"], validate=True)
        sealed = base64.b64decode(data["data"], validate=True)
        return AESGCM(key.derive(data["kdf"])).decrypt(nonce, sealed, _bound(data)).decode()
    except (KeyError, TypeError, ValueError):
        raise VaultError("the sealed file is damaged") from None
    except InvalidTag:
        raise VaultError("the key does not open it, or it was changed") from None


def _bound(head):
    return json.dumps([head["sealed"], head["kdf"], head["nonce"]], sort_keys=True).encode()


def _b64(data):
    return base64.b64encode(data).decode()
