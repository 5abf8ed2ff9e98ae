"""The vault's file of a table: its device and its deck (UID -> card)."""

import json
import re
from dataclasses import dataclass

from gateway.errors import VaultError
from gateway.vault import sealing
from shared_rules import cards

_UID = re.compile(r"[0-9a-f]{16}\Z")


@dataclass(frozen=True, repr=False)  # a repr in a log line would be a leak
class TableSecrets:
    """Device ``dev`` of a table, and the deck as ``((uid, card), ...)``.

    ``root``: 32 bytes, of a file an earlier version wrote: the vault takes it over and out.
    """

    table: str
    dev: str
    root: bytes | None
    deck: tuple


def load(path, key=None):
    """Read one table's file. VaultError names the file and the fault, never a secret.

    ``key``: a ``sealing.Key``, for a file that is sealed.
    """
    try:
        data = json.loads(path.read_text())
        if sealing.is_sealed(data):
            data = json.loads(_unsealed(path, data, key))
    except (OSError, ValueError) as e:
        raise VaultError(f"vault file {path.name}: {type(e).__name__}") from None
    try:
        table, dev = str(data["table"]), str(data["dev"])
        root = bytes.fromhex(data["root"]) if "root" in data else None
        deck = tuple((_uid(path, uid), _card(path, card)) for uid, card in data["deck"].items())
    except (KeyError, TypeError, AttributeError, ValueError) as e:
        field = e.args[0] if isinstance(e, KeyError) else "a field"
        raise VaultError(f"vault file {path.name}: {field} is missing or malformed") from None
    if root is not None and len(root) != 32:
        raise VaultError(f"vault file {path.name}: root must be 64 hex digits")
    return TableSecrets(table, dev, root, deck)


def _unsealed(path, data, key):
    try:
        return sealing.unseal(data, key)
    except VaultError as e:
        raise VaultError(f"vault file {path.name}: {e}") from None


def _uid(path, text):
    if not _UID.match(text.lower()):
        raise VaultError(f"vault file {path.name}: a UID must be 16 hex digits")
    return bytes.fromhex(text)


def _card(path, text):
    if not cards.is_known(text):
        raise VaultError(f"vault file {path.name}: a card must be named like As, Td or JK")
    return text
