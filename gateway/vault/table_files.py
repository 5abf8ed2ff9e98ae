"""The vault's files of tables, read when they change, and sealed where they lie open.

A file of an earlier version holds the device's root as installed. It is handed to ``on_root``, and
when that has kept it the file is written anew without it, and the old bytes are overwritten.
"""

import json
import os

from gateway.errors import VaultError
from gateway.vault import decks, sealing


class Secrets:
    """Devices and decks by table. ``folder``: of the files; ``key``: the vault's own."""

    def __init__(self, folder, key):
        self._folder, self._key = folder, key
        self._known = {}  # table -> (stamp, TableSecrets)
        self._looked = set()  # tables whose file was looked at since ``look_again``
        self.on_root = None  # (table, dev, root): keeps a root, for good when it returns

    def look_again(self):
        """Files may have changed: once for each batch of messages or events is enough."""
        self._looked.clear()

    def tables(self):
        """Names of the tables that have a file."""
        return sorted(path.stem for path in self._folder.glob("*.json"))

    def of(self, table):
        """TableSecrets of a table; None without a file. VaultError: malformed."""
        if table in self._looked:
            return self._known[table][1] if table in self._known else None
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
            if found.root is not None and self.on_root is not None:
                self.on_root(table, found.dev, found.root)
            stamp = self._close(path, info, found) or stamp
            known = self._known[table] = stamp, found
        self._looked.add(table)
        return known[1]

    def _close(self, path, info, found):
        """A file that lies open, or holds a root, is written anew; its new stamp, None: it was as
        it should be, or in a folder that cannot be written."""
        if found.root is None and '"sealed"' in path.read_text()[:40]:
            return None
        deck = {uid.hex(): card for uid, card in found.deck}
        text = json.dumps({"table": found.table, "dev": found.dev, "deck": deck})
        fresh = path.with_suffix(".sealing")
        try:
            handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(handle, "w") as f:
                f.write(sealing.seal(text, self._key))
                f.flush()
                os.fsync(f.fileno())
            if os.geteuid() == 0:
                os.chown(fresh, info.st_uid, info.st_gid)
            with path.open("r+b") as old:  # it has no name any more once the new one has it
                fresh.replace(path)
                overwrite(old)
            info = path.stat()
        except OSError:
            return None
        return (info.st_mtime_ns, info.st_size, info.st_ino)


def overwrite(file):
    """Write zeros over all of an open file, onto the disk."""
    size = os.fstat(file.fileno()).st_size
    file.seek(0)
    file.write(bytes(size))
    file.flush()
    os.fsync(file.fileno())


def erase(path):
    """Overwrite a file and take it away."""
    with open(path, "r+b") as f:
        overwrite(f)
    os.unlink(path)
