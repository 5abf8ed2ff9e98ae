"""Questions to another gateway that wait for an answer; each gets one, in the end by the clock."""

import threading
import uuid

WAIT_MS = 5000  # a person waits this long for the log
TOO_LATE = f"no gateway has stored it within {WAIT_MS // 1000} s"
LOST = "the broker went away: it may be stored, or not"


class Asked:
    """What was asked and not answered yet. Times in ms. Any thread."""

    def __init__(self):
        self._lock = threading.Lock()
        self._waiting = {}  # key -> (done, until)

    def begin(self, done, now_ms):
        """Key of a new question; ``done(error)``: what is wrong with it, or None."""
        key = uuid.uuid4().hex
        with self._lock:
            self._waiting[key] = done, now_ms + WAIT_MS
        return key

    def answer(self, key, error):
        """The answer to a question; one that came too late is dropped."""
        with self._lock:
            found = self._waiting.pop(key, None)
        if found:
            found[0](error)

    def sweep(self, now_ms):
        """Whoever has waited long enough hears so."""
        with self._lock:
            late = [key for key, (_done, until) in self._waiting.items() if until <= now_ms]
        for key in late:
            self.answer(key, TOO_LATE)

    def give_up(self):
        """The line is gone, and every answer with it."""
        with self._lock:
            keys = list(self._waiting)
        for key in keys:
            self.answer(key, LOST)
