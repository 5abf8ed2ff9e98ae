"""Server-sent events: each client gets the newest state, never a backlog.

A client is woken when something it watches has changed, gets what is so *now*, and waits. A slow
client therefore skips states; nothing is queued for it. Clients that are shown the same (a page in
one language) share a ``View``: what they see is made once a change and written once as JSON,
however many they are.
"""

import asyncio
import contextlib
import json
import time

from gateway.process.logger import Logger

log = Logger("gateway")

SLOW_S = 20.0  # a client that takes nothing for so long is cut; it comes back by itself
MIN_PAUSE_S = 0.04  # between two messages to one client
KEEPALIVE_S = 2.0  # pages call the line dead after 5 s of silence
CLIENTS_MAX = 500
FRAME = "frame"  # part that holds the places of the others: when it changes all are sent
HEADERS = {"X-Accel-Buffering": "no"}
MEDIA = "text/event-stream"


class Hub:
    """Wakes the streams. ``touch`` may be called from any thread, the rest on the event loop."""

    def __init__(self):
        self._loop = None
        self._waiting = {}  # asyncio.Event -> table name, or None for all
        self._views = {}  # key -> View, while somebody looks at it
        self._changes = 0  # of all tables, since the start
        self.closing = False

    def attach(self, loop):
        """The loop the streams run on."""
        self._loop = loop

    def touch(self, table):
        """Something of a table changed."""
        if self._loop and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake, table)

    def close(self):
        """End all streams."""
        self.closing = True
        if self._loop and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake, None)

    def count(self):
        """Clients that are connected."""
        return len(self._waiting)

    def full(self):
        """True when no further client is taken."""
        return len(self._waiting) >= CLIENTS_MAX

    @contextlib.contextmanager
    def guest(self, table):
        """Count a client that is not woken: it looks by itself."""
        event = asyncio.Event()
        self._waiting[event] = table
        try:
            yield
        finally:
            self._waiting.pop(event, None)

    def _wake(self, table):
        self._changes += 1
        for event, watched in self._waiting.items():
            if table is None or watched is None or watched == table:
                event.set()

    async def wakes(self, table):
        """Yield at once, then after each change of ``table`` (None: of any), and as a keepalive.

        What is yielded says whether something changed (True) or time has passed (False).
        """
        event = asyncio.Event()
        self._waiting[event] = table
        loop, task = asyncio.get_running_loop(), asyncio.current_task()
        try:
            changed = True
            while not self.closing:
                event.clear()
                cut = loop.call_later(SLOW_S, _cut, task, table)
                try:
                    yield changed
                finally:
                    cut.cancel()
                await asyncio.sleep(MIN_PAUSE_S)
                try:
                    async with asyncio.timeout(KEEPALIVE_S):  # wait_for may swallow the cut (3.11)
                        await event.wait()
                    changed = True
                except TimeoutError:
                    changed = False
        finally:
            self._waiting.pop(event, None)

    async def follow(self, table, render, key=None):
        """Yield SSE texts: what ``render()`` returns (a dict of parts), now and after each change.

        Only parts that differ from what this client has are sent; the first message has them all.
        ``key``: of what is shown; clients with the same key share it. None: it is this client's.
        """
        yield "retry: 1000\n\n"
        with self._view(key, render) as view:
            has = 0
            async for changed in self.wakes(table):
                if changed:
                    made = view.made
                    await asyncio.sleep(view.pause_s())
                    if view.made == made:  # else another client made it while this one waited
                        view.renew(self._changes)
                first, text, has = not has, view.news(has), view.version
                if text:
                    yield text
                if first or not text:
                    yield beat()

    @contextlib.contextmanager
    def _view(self, key, render):
        """The View of a key while somebody looks at it."""
        view = View(render) if key is None else self._views.setdefault(key, View(render))
        view.watched += 1
        try:
            yield view
        finally:
            view.watched -= 1
            if not view.watched:
                self._views.pop(key, None)


class View:
    """What one or many clients are shown: parts, and at which version each was last another.

    Versions count from 1; 0 is a client that has nothing yet. On the event loop only.
    """

    def __init__(self, render, clock=time.monotonic):
        self._render, self._clock = render, clock
        self.version = self.watched = self.made = 0
        self._parts, self._since = {}, {}
        self._texts = {}  # version a client has -> the message that brings it up to date
        self._changes = self._made_at = None

    def pause_s(self):
        """How long to wait, so that what is shared is made no more often than for one client."""
        if self.watched < 2 or self._made_at is None:
            return 0.0
        return max(0.0, self._made_at + MIN_PAUSE_S - self._clock())

    def renew(self, changes):
        """Make it anew, unless that was done since the last of so many ``changes``."""
        if changes == self._changes:
            return
        self.made += 1
        self._changes, self._made_at = changes, self._clock()
        parts = self._render()
        news = [name for name, value in parts.items() if self._parts.get(name) != value]
        self._parts = parts
        if news:
            self.version += 1
            self._since.update(dict.fromkeys(parts if FRAME in news else news, self.version))
            self._texts.clear()

    def news(self, has):
        """The message for a client that has a version; None when nothing is new to it."""
        if has == self.version:
            return None
        if has not in self._texts:
            found = {k: v for k, v in self._parts.items() if self._since[k] > has}
            self._texts[has] = message(found)
        return self._texts[has]


def _cut(task, table):
    """A client has not taken its message in time."""
    log.warning("a screen was cut: it took nothing", s=SLOW_S, table=table)
    task.cancel()


def beat():
    """SSE text of a sign of life, with the gateway's time (ms since 1970): a page counts down by
    that and not by its own clock, which may be wrong. A comment would not reach its program.
    """
    return f"event: beat\ndata: {time.time_ns() // 10**6}\n\n"


def message(data):
    """One SSE message of a JSON-able value."""
    return "data: " + json.dumps(data, separators=(",", ":"), ensure_ascii=False) + "\n\n"
