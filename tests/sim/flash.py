"""A controller's flash: files that are appended to, and what a cut leaves of them."""

import io


class Flash:
    """Stands in for ``open`` and ``os`` of ``firmware.link.journal``.

    A file's bytes up to its last flush are durable; a cut leaves any part of what came after.
    """

    def __init__(self):
        self.files = {}  # name -> [bytearray, durable length]
        self.room = None  # bytes it still takes, None: any number

    def stat(self, name):
        """As ``os.stat``, the size only."""
        if name not in self.files:
            raise OSError(2, name)
        return (0, 0, 0, 0, 0, 0, len(self.files[name][0]))

    def open(self, name, mode="rb", _buffering=-1):
        """As ``open``, binary."""
        if mode == "rb":
            if name not in self.files:
                raise OSError(2, name)
            return _Reader(self.files[name])
        if mode == "wb" or name not in self.files:
            self.files[name] = [bytearray(), 0]
        return _Writer(self, self.files[name])

    def remove(self, name):
        """As ``os.remove``."""
        if self.files.pop(name, None) is None:
            raise OSError(2, name)

    def cut(self, rng):
        """The power goes: tails that were not flushed are torn anywhere."""
        for entry in self.files.values():
            data, durable = entry
            del data[rng.randint(durable, len(data)) :]
            entry[1] = len(data)


class _Writer:
    def __init__(self, flash, entry):
        self._flash, self._entry, self._open = flash, entry, True

    def write(self, data):
        assert self._open, "a closed file is written"
        if self._flash.room is not None:
            if self._flash.room <= 0:
                raise OSError(28, "no space")
            data = data[: self._flash.room]
            self._flash.room -= len(data)
        self._entry[0].extend(data)
        return len(data)

    def flush(self):
        self._entry[1] = len(self._entry[0])

    def close(self):
        self.flush()
        self._open = False


class _Reader(io.RawIOBase):
    """Sees what is written after it was opened, as a file does."""

    def __init__(self, entry):
        super().__init__()
        self._entry, self._at = entry, 0

    def seek(self, at, whence=0):
        self._at = at
        return at

    def read(self, size=-1):
        data = self._entry[0]
        end = len(data) if size is None or size < 0 else self._at + size
        found = bytes(data[self._at : end])
        self._at += len(found)
        return found
