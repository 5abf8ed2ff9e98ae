"""The end of a process by a signal: asked for as often as anybody likes, carried out once.

A signal's handler runs between any two steps of the main thread. One that takes a lock, as setting
a ``threading.Event`` does, waits for ever when a second signal interrupts the first one's handler:
a service manager and a terminal both send one, `make` sends its own beside.
"""

import contextlib
import os
import select
import signal

ENDS = (signal.SIGTERM, signal.SIGINT)


class Ending:
    """Asked for by a signal, waited for by the main thread; no lock between them."""

    def __init__(self, *numbers):
        self._asked = False
        self._read, self._write = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        for number in numbers:
            signal.signal(number, self._ask)

    def _ask(self, *_):
        self._asked = True
        with contextlib.suppress(BlockingIOError):  # full: it has been asked often enough
            os.write(self._write, b"\0")

    def is_set(self):
        """True as soon as the end was asked for."""
        return self._asked

    def wait(self, seconds=None):
        """Wait until the end is asked for, or for ``seconds``; True when it was asked for."""
        if not self._asked:
            select.select([self._read], [], [], seconds)
        return self._asked


def interrupt_once():
    """From now on SIGTERM, as SIGINT, ends the main thread by KeyboardInterrupt; further ones
    leave it to clean up in peace."""

    def asked(*_):
        for number in ENDS:
            signal.signal(number, signal.SIG_IGN)
        raise KeyboardInterrupt

    for number in ENDS:
        signal.signal(number, asked)
