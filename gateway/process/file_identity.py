"""Files a process keeps open and goes on writing: whether they are still the ones at their paths.

A file that is deleted or replaced under a running process goes on taking writes, and all of them
are gone when it ends. Its number stays taken as long as it is open, so no other file can have it.
"""

import os


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
