"""The ingest's thread: inbox -> ``core.Ingest``, one writer.

The thread gathers messages for a few milliseconds and commits what they bring in one transaction.
"""

import contextlib
import queue
import threading
import time
from collections import deque

from gateway.errors import LogError
from gateway.ingest.core import DAMAGED, LINK_UP, OPERATE, Ingest
from gateway.ingest.work import Operation

_STOP = object()
INGEST = "ingest"  # name of the thread
OPERATE_S = 5.0  # a person waits this long for the log


def monotonic_ms():
    """The clock everything here is measured by."""
    return time.monotonic_ns() // 1_000_000


class Pipeline:
    """See the module; the arguments are those of ``core.Ingest``, or of another ``make`` of it.

    What is in the inbox has a fourth part where the broker waits for our word on it: an object with
    ``redelivered``. ``settle(list of these)`` is called when what they brought is committed.
    """

    def __init__(
        self, settings, log, acknowledger, deliver, wall_ms=None, make=Ingest, settle=None, **more
    ):
        self.settings = settings
        self.inbox = queue.Queue(settings.inbox_messages_max)
        wall_ms = wall_ms or (lambda: time.time_ns() // 1_000_000)
        self.ingest = make(settings, log, acknowledger, deliver, wall_ms, **more)
        self._settle = settle
        self._unsettled = []
        self._again = deque()  # messages of a turn that failed: each alone, to find out whose it is
        self._busy_since_ms = None
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name=INGEST, daemon=True)

    @property
    def damaged(self):
        """Tables whose log is broken: nothing of theirs is taken in."""
        return self.ingest.damaged

    # -- life

    def start(self):
        """Take up every table of the log where it stands, and begin."""
        self.ingest.resume()
        self._thread.start()

    def stop(self):
        """Commit what has arrived, end the thread."""
        self._stopping.set()
        with contextlib.suppress(queue.Full):  # a full inbox wakes the thread as well
            self.inbox.put_nowait((_STOP, None, 0))
        self._thread.join(10)

    def alive(self):
        """True while the thread runs."""
        return self._thread.is_alive()

    def busy_ms(self):
        """How long the log has been at the present commit, 0 when it is at none."""
        since_ms = self._busy_since_ms
        return 0 if since_ms is None else monotonic_ms() - since_ms

    def link_up(self):
        """The broker is connected (again): tell every controller where the log stands."""
        with contextlib.suppress(queue.Full):  # then messages flow, and each is answered anyway
            self.inbox.put_nowait((LINK_UP, None, monotonic_ms()))

    def damage(self, table, why):
        """The log of a table was found broken: nothing more of it is taken in."""
        self.inbox.put((DAMAGED, (table, why), monotonic_ms()))

    def operate(self, table, act):
        """Put what a person did into the log; returns when it is there. LogError otherwise."""
        done, answer = threading.Event(), []

        def report(error):
            answer.append(error)
            done.set()

        try:
            self.inbox.put_nowait((OPERATE, Operation(table, act, report), monotonic_ms()))
        except queue.Full:
            raise LogError("more is arriving than can be stored: try again") from None
        if not done.wait(OPERATE_S):
            raise LogError(f"the event log has not stored it within {OPERATE_S:g} s")
        if answer[0]:
            raise LogError(answer[0])

    def operate_later(self, table, act, done):
        """As ``operate``, without waiting: ``done(error)`` is called on the log's thread."""
        try:
            self.inbox.put_nowait((OPERATE, Operation(table, act, done), monotonic_ms()))
        except queue.Full:
            raise LogError("more is arriving than can be stored: try again") from None

    # -- the loop

    def _run(self):
        while not self._stopping.is_set() or self._again or not self.inbox.empty():
            if self.ingest.blocked():
                if self._stopping.wait(self.ingest.next_ms(monotonic_ms()) / 1000):
                    return  # what was not stored was not acknowledged either
                messages = []
            else:
                messages = self._gather()
            self._busy_since_ms = monotonic_ms()
            taken = self._turn(messages, self._busy_since_ms)
            if self._settle:
                self._unsettled += [m[3] for m in taken if len(m) > 3]
            if not self.ingest.blocked():
                self._busy_since_ms = None
                if self._unsettled:
                    self._settle(self._unsettled)
                    self._unsettled = []

    def _turn(self, messages, now_ms):
        """A turn of the ingest, which no exception ends; the messages that are done with."""
        try:
            self.ingest.turn(messages, now_ms)
        except Exception as e:
            self.ingest.begin_anew(e)
            if len(messages) > 1:
                self._again.extend(messages)
                return []
            for topic, payload, *_ in messages:
                self.ingest.put_aside(topic, payload, e)
        return messages

    def _gather(self):
        """The next messages: waits for one, then for what comes within the commit window."""
        if self._again:
            return [self._again.popleft()]
        try:
            first = self.inbox.get(timeout=self.ingest.next_ms(monotonic_ms()) / 1000)
        except queue.Empty:
            return []
        messages = [first]
        end = time.monotonic() + self.settings.commit_window_ms / 1000
        while len(messages) < self.settings.commit_events_max:
            left = end - time.monotonic()
            try:
                messages.append(self.inbox.get(timeout=left) if left > 0 else self.inbox.get(False))
            except queue.Empty:
                break
        return [m for m in messages if m[0] is not _STOP]
