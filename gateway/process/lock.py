"""One process a folder: a log, a state, a journal has one writer.

The lock is taken before anything in the folder is read to be gone on with, or written: whoever is
refused has changed nothing.
"""

import fcntl
import os
import time
from pathlib import Path

from gateway.errors import GatewayError

TRY_S = 0.05


class FolderLock:
    """Held from ``take`` to ``free``, or until the process ends, however it ends.

    ``who``: which kind of process there is one of (``gateway``, ``vault``, ``table``...); different
    kinds may use a folder at the same time.
    """

    def __init__(self, folder, who="gateway"):
        self._path, self._who = Path(folder) / f"{who.replace(' ', '-')}.lock", who
        self._fd = None

    def take(self, patience_s=0.0):
        """Take the lock; GatewayError with one line when another process has it.

        ``patience_s``: so long is waited for one that is about to end, as a killed parent's child.
        """
        folder = self._path.parent
        try:
            folder.mkdir(parents=True, exist_ok=True)
            fd = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as e:
            raise GatewayError(f"cannot use {folder}: {e.strerror}") from None
        until_s = time.monotonic() + patience_s
        while not _locked(fd):
            if time.monotonic() >= until_s:
                os.close(fd)
                text = f"another {self._who} is using {folder}: end it, or choose another --data"
                raise GatewayError(text)
            time.sleep(TRY_S)
        self._fd = fd

    def free(self):
        """Give the lock back."""
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None

    def __enter__(self):
        self.take()
        return self

    def __exit__(self, *_):
        self.free()


def _locked(fd):
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
