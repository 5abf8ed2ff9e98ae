"""The vault's files of tables, read when they change, and sealed where they lie open."""

import os

from gateway.errors import VaultError
from gateway.vault import decks, sealing, tokens


class Secrets:
    """Decks and roots by table. ``folder``: of the files; ``key``: the vault's own."""

    def __init__(self, folder, key):
        self._folder, self._key = folder, key
        self._known = {}  # table -> (stamp, TableSecrets, Ratchet)
        self._looked = set()  # tables whose file was looked at since ``look_again``

    def look_again(self):
        """Files may have changed: once for each batch of messages or events is enough."""
        self._looked.clear()

    def tables(self):
        """Names of the tables that have a file."""
        return sorted(path.stem for path in self._folder.glob("*.json"))

    def of(self, table):
        """``(TableSecrets, Ratchet)`` of a table; None without a file. VaultError: malformed."""
        if table in self._looked:
            return self._known[table][1:] if table in self._known else None
        path = self._folder / f"{table}.json"
        try:
            info = path.stat()
        except OSError:
            self._known.pop(table, None)
            self._looked.add(table)
            return None
        stamp = (info.st_mtime_ns, info.st_size, info.st_ino)
        known = self._known.get(table)
        if known is None or known[0] != stamp:
            self._known.pop(table, None)
            found = decks.load(path, self._key)
            if found.table != table:
                raise VaultError(f"vault file {path.name}: it is of table {found.table}")
            stamp = self._seal(path, info) or stamp
            known = self._known[table] = stamp, found, tokens.Ratchet(found.root)
        self._looked.add(table)
        return known[1:]

    def _seal(self, path, info):
        """A file that lies open is sealed in its place; its new stamp, None when it was sealed."""
        text = path.read_text()
        if '"sealed"' in text[:40]:
            return None
        fresh = path.with_suffix(".sealing")
        try:
            handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(handle, "w") as f:
                f.write(sealing.seal(text, self._key))
            if os.geteuid() == 0:
                os.chown(fresh, info.st_uid, info.st_gid)
            fresh.replace(path)
            info = path.stat()
        except OSError:
            return None  # a folder that cannot be written: it is read as it lies
        return (info.st_mtime_ns, info.st_size, info.st_ino)
