"""Passwords at the embedded broker, for tables on one machine: a name each, held to the same rules.

A folder with ``users.json`` (the broker's) and a file ``NAME`` with the password of each, readable
by its owner alone. For the loopback: a password is not hidden from who listens on a network.
"""

import fcntl
import hmac
import json
import logging
import secrets
from pathlib import Path

from tools.errors import CommandError
from tools.install.pki import permissions
from tools.install.pki.ca_folder import holder_of, replace

USERS = "users.json"
log = logging.getLogger(__name__)


def add(folder, holder):
    """Give a store's Holder a password, unless it has one; the file that holds it."""
    folder = Path(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with open(folder / "lock", "w") as f:
            fcntl.flock(f, fcntl.LOCK_EX)
            known = rows(folder)
            path = folder / holder.name
            if not path.exists() or holder.name not in {r["name"] for r in known}:
                password = secrets.token_urlsafe(24)
                known = [r for r in known if r["name"] != holder.name]
                row = {"name": holder.name, "kind": holder.kind, "table": holder.table}
                known.append({**row, "dev": holder.dev, "password": password})
                replace(path, password.encode() + b"\n", 0o600)
                replace(folder / USERS, json.dumps(known, indent=1).encode() + b"\n", 0o600)
    except OSError as e:
        raise CommandError(f"{e.filename}: {e.strerror}") from None
    return path


def rows(folder):
    """The users, each a dict with name, kind, table, dev and password."""
    path = folder / USERS
    try:
        found = json.loads(path.read_text())
        if not all({"name", "kind", "password"} <= set(row) for row in found):
            raise ValueError
    except FileNotFoundError:
        return []
    except (ValueError, TypeError):
        raise CommandError(f"{path} cannot be read: remove it, new passwords are made") from None
    return found


class Access:
    """Rules by name; ``refresh`` reads the users again when they changed."""

    def __init__(self, folder):
        self._folder = Path(folder)
        self._stamp = None
        self._passwords, self._rules = {}, {}
        self.refresh()

    def refresh(self):
        """True when the users have changed. A file that cannot be read changes nothing."""
        try:
            info = (self._folder / USERS).stat()
            stamp = (info.st_mtime_ns, info.st_ino)
            if stamp == self._stamp:
                return False
            known = rows(self._folder)
        except (OSError, CommandError) as e:
            log.error("the users cannot be read: %s", e)
            return False
        self._stamp = stamp
        self._passwords = {r["name"]: r["password"].encode() for r in known}
        self._rules = {r["name"]: permissions.of(holder_of(r)) for r in known}
        return True

    def name_of(self, session):
        """Whose password a session came with; None for nobody's."""
        name, given = session.username, session.password
        known = self._passwords.get(name)
        if known is None or given is None:
            return None
        given = given.encode() if isinstance(given, str) else bytes(given)
        return name if hmac.compare_digest(known, given) else None

    def may(self, name, access, topic):
        """True when ``name`` may read or write ``topic`` (reading: a filter too)."""
        return permissions.allowed(self._rules.get(name, ()), access, topic)
