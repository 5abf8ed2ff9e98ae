"""What a process that serves says, on streams that may take nothing.

A line goes to a disk that is full, to a pipe whose reader has ended, or to one whose reader stands
still (a stopped pager, Ctrl-S). Writing it then raises, or waits for ever, in whatever thread had
something to say: mostly one that was just dealing with an error. So such a line is dropped, and how
many were is said with the first one that is taken again.
"""

import contextlib
import os
import select
import sys

PART_BYTES = 4096  # a pipe that takes anything takes so much at once


class Patient:
    """A stream of text in place of ``stream``: writing neither raises nor waits."""

    def __init__(self, stream):
        stream.flush()
        self._stream = stream
        self._dropped = 0  # lines

    def write(self, text):
        """Write what is taken; the length of the text, as a stream does."""
        if self._dropped and text.strip():
            note = f"({self._dropped} lines before this one could not be written)\n"
            self._dropped = 0 if self._put(note) else self._dropped
        if self._dropped or not self._put(text):
            self._dropped += text.count("\n")
        return len(text)

    def _put(self, text):
        """True when all of it was taken."""
        data = text.encode(self._stream.encoding or "utf-8", "backslashreplace")
        try:
            place = self._stream.fileno()
            for start in range(0, len(data), PART_BYTES):
                part = data[start : start + PART_BYTES]
                if not select.select((), (place,), (), 0)[1] or os.write(place, part) < len(part):
                    return False
        except (OSError, ValueError):  # ValueError: somebody has closed it
            return False
        return True

    def flush(self):
        """Nothing waits here."""

    def __getattr__(self, name):
        return getattr(self._stream, name)


def go_on_unheard():
    """From now on nothing said on stdout or stderr ends or stops this process."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        usable = stream is not None and not isinstance(stream, Patient)
        if usable:
            with contextlib.suppress(OSError, ValueError):  # no descriptor: a test's own
                stream.fileno()
                setattr(sys, name, Patient(stream))
