"""One process a folder: a log, a state, a journal has one writer.

The lock is taken before anything in the folder is read to be gone on with, or written: whoever is
refused has changed nothing.
"""

import errno
import fcntl
import os
import time
from pathlib import Path

from gateway.errors import GatewayError

TRY_S = 0.05
# Which part of its folder only this kind of process writes in. That folder itself is locked too:
# nobody takes it away as a lock's file is taken away, and by whichever name (a link, another data
# folder's) somebody comes to it, it is the same one.
OWN = {"gateway": "log", "vault": ".", "table": "."}


class FolderLock:
    """Held from ``take`` to ``free``, or until the process ends, however it ends.

    ``who``: which kind of process there is one of (``gateway``, ``vault``, ``table``...); different
    kinds may use a folder at the same time.
    """

    def __init__(self, folder, who="gateway"):
        self._path, self._who = Path(folder) / f"{who.replace(' ', '-')}.lock", who
        self._own = Path(folder) / OWN[who] if who in OWN else None
        self._held = []  # descriptors

    def take(self, patience_s=0.0):
        """Take the lock; GatewayError with one line when another process has it.

        ``patience_s``: so long is waited for one that is about to end, as a killed parent's child.
        """
        until_s = time.monotonic() + patience_s
        flags = os.O_RDWR | os.O_CREAT
        self._take(self._path.parent, self._path, flags, until_s)
        if self._own is not None:
            try:
                self._take(self._own, self._own, os.O_RDONLY | os.O_DIRECTORY, until_s)
            except GatewayError:
                self.free()
                raise

    def _take(self, folder, path, flags, until_s):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            fd = os.open(path, flags | os.O_CLOEXEC, 0o600)
        except OSError as e:
            raise GatewayError(f"cannot use {folder}: {e.strerror}") from None
        while not _locked(fd):
            if time.monotonic() >= until_s:
                os.close(fd)
                text = f"another {self._who} is using {folder}: end it, or choose another --data"
                raise GatewayError(text)
            time.sleep(TRY_S)
        self._held.append(fd)

    def free(self):
        """Give the lock back."""
        while self._held:
            os.close(self._held.pop())

    def __enter__(self):
        self.take()
        return self

    def __exit__(self, *_):
        self.free()


def _locked(fd):
    """False while another process has it. Some file systems of a network lock no folders."""
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as e:
        return e.errno in (errno.EBADF, errno.EOPNOTSUPP)
    return True
