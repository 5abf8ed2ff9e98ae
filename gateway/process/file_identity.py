"""Files a process keeps open and goes on writing: whether they are still the ones at their paths.

A file that is deleted or replaced under a running process goes on taking writes, and all of them
are gone when it ends. Its number stays taken as long as it is open, so no other file can have it.
"""

import os
import stat

from gateway.errors import GatewayError


def demand_files(*folders):
    """GatewayError when something in a folder is no file, folder or socket: reading a pipe waits
    for whoever writes it, reading a device (a link to ``/dev/zero``) never ends."""
    for folder in folders:
        for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else ():
            path = os.path.join(folder, name)
            try:
                mode = os.stat(path).st_mode
            except OSError:
                continue  # it leads nowhere: said by whoever wants to read it
            if stat.S_ISFIFO(mode) or stat.S_ISCHR(mode) or stat.S_ISBLK(mode):
                raise GatewayError(f"{path} is a pipe or a device: take it away")


class Kept:
    """``paths``: of files, looked at from the first time each is there."""

    def __init__(self, *paths):
        self._known = dict.fromkeys(paths)
        self.fault()

    def fault(self):
        """One line when a file was deleted, moved or replaced, None when all are in their place."""
        for path, known in self._known.items():
            try:
                info = os.stat(path)
            except FileNotFoundError:
                now = None
            except OSError as e:
                return f"{path}: {e.strerror}"
            else:
                now = info.st_dev, info.st_ino
            if known is None:
                self._known[path] = now
            elif now != known:
                what = "was deleted or moved" if now is None else "is another file now"
                return f"{path} {what}: put it back, or restart on a backup"
        return None
