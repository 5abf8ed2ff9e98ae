"""One gateway a data folder: the event log has one writer."""

import fcntl
import os

from gateway.errors import GatewayError


class FolderLock:
    """Held from ``take`` to ``free``, or until the process ends, however it ends."""

    def __init__(self, folder):
        self._path = folder / "gateway.lock"
        self._fd = None

    def take(self):
        """Take the lock; GatewayError with one line when another gateway has it."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            fd = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as e:
            raise GatewayError(f"cannot use {self._path.parent}: {e.strerror}") from None
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(fd)
            text = f"another gateway is using {self._path.parent}: end it, or choose another --data"
            raise GatewayError(text) from None
        self._fd = fd

    def free(self):
        """Give the lock back."""
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None
