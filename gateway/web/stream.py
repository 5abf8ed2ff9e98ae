"""Server-sent events: each client gets the newest state, never a backlog.

A client is woken when something it watches has changed, renders what is so *now*, and waits. A slow
client therefore skips states; nothing is queued for it.
"""

import asyncio
import contextlib
import json

import structlog

log = structlog.get_logger("gateway")

SLOW_S = 20.0  # a client that takes nothing for so long is cut; it comes back by itself
MIN_PAUSE_S = 0.04  # between two messages to one client
KEEPALIVE_S = 2.0  # pages call the line dead after 5 s of silence
BEAT = "event: beat\ndata: \n\n"  # a comment would not reach a page's program
CLIENTS_MAX = 500
FRAME = "frame"  # part that holds the places of the others: when it changes all are sent
HEADERS = {"X-Accel-Buffering": "no"}
MEDIA = "text/event-stream"


class Hub:
    """Wakes the streams. ``touch`` may be called from any thread, the rest on the event loop."""

    def __init__(self):
        self._loop = None
        self._waiting = {}  # asyncio.Event -> table name, or None for all
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
                    await asyncio.wait_for(event.wait(), KEEPALIVE_S)
                    changed = True
                except TimeoutError:
                    changed = False
        finally:
            self._waiting.pop(event, None)

    async def follow(self, table, render):
        """Yield SSE texts: what ``render()`` returns (a dict of parts), now and after each change.

        Only parts that differ from what this client has are sent; the first message has them all.
        """
        sent = {}
        yield "retry: 1000\n\n"
        async for changed in self.wakes(table):
            parts = render() if changed else sent
            news = {k: v for k, v in parts.items() if sent.get(k) != v}
            if news:
                news = parts if FRAME in news else news
                sent = parts
                yield message(news)
            else:
                yield BEAT


def _cut(task, table):
    """A client has not taken its message in time."""
    log.warning("a screen was cut: it took nothing", s=SLOW_S, table=table)
    task.cancel()


def message(data):
    """One SSE message of a JSON-able value."""
    return "data: " + json.dumps(data, separators=(",", ":"), ensure_ascii=False) + "\n\n"
