"""Graphics that must not precede the picture: every consumer gets the scene of its delay ago.

The server keeps the delay, so a reloaded source is right at once, and two sources of different
delay differ. Scenes of a table are kept from the first consumer with a delay on, until none has
asked for so long as a delay may be.
"""

import asyncio
import bisect
import json
import time
from collections import deque

from gateway.process.ticker import Ticker
from gateway.settings.kinds import DELAY_MS_MAX
from gateway.web.stream import KEEPALIVE_S, beat, message

STEP_S = 0.04  # 25 scenes a second at most
SCENES_MAX = 20_000  # of a table and kind
HIDDEN = {"hidden": True}  # what is shown before the delay has passed once


class Reel:
    """Keeps scenes: ``make(live, cards, reveal)`` as often as ``version(live, cards)`` differs."""

    def __init__(self, tables, make, version, clock=time.monotonic):
        self._tables, self._make, self._version, self._clock = tables, make, version, clock
        self._kept = {}  # (table, cards, reveal) -> _Kept
        ticker = Ticker("reel", STEP_S, self.step)
        self.start, self.stop = ticker.start, ticker.stop

    def want(self, key):
        """A consumer is there: keep the scenes of ``(table, cards, reveal)`` from now on."""
        kept = self._kept.setdefault(key, _Kept())
        kept.wanted = self._clock()

    def step(self):
        """Keep the scene of now of every table that is wanted."""
        now = self._clock()
        for key, kept in list(self._kept.items()):
            if now - kept.wanted > DELAY_MS_MAX / 1000:
                self._kept.pop(key, None)
                continue
            live = self._tables.get(key[0])
            if live is not None:
                version = self._version(live, key[1])
                kept.keep(now, version, lambda at=key, on=live: self._make(on, *at[1:]))

    def at(self, key, delay_ms):
        """The scene of ``delay_ms`` ago, None where none is known of then."""
        kept = self._kept.get(key)
        return None if kept is None else kept.at(self._clock() - delay_ms / 1000)


class _Kept:
    def __init__(self):
        self.wanted = 0.0
        self._times, self._texts = deque(), deque()
        self._version = None

    def keep(self, now, version, make):
        if version != self._version:
            self._version = version
            text = json.dumps(make(), separators=(",", ":"), ensure_ascii=False)
            if not self._texts or self._texts[-1] != text:
                self._times.append(now)
                self._texts.append(text)
        oldest = now - DELAY_MS_MAX / 1000
        while len(self._times) > 1 and (self._times[1] <= oldest or len(self._times) > SCENES_MAX):
            self._times.popleft()
            self._texts.popleft()

    def at(self, then):
        times, texts = list(self._times), list(self._texts)
        i = bisect.bisect_right(times, then) - 1
        return json.loads(texts[i]) if 0 <= i < len(texts) else None


async def follow(hub, reel, key, delay_ms):
    """SSE texts of scenes of ``delay_ms`` ago: the first in full, then the parts that differ."""
    sent, quiet = {}, 0.0
    yield "retry: 1000\n\n"
    with hub.guest(key[0]):
        while not hub.closing:
            reel.want(key)
            parts = reel.at(key, delay_ms) or {"air": HIDDEN}
            news = {k: v for k, v in parts.items() if sent.get(k) != v and (k != "now" or not sent)}
            if news or quiet >= KEEPALIVE_S:
                sent, quiet = ({**sent, **parts}, 0.0) if news else (sent, 0.0)
                yield message(news) if news else beat()
            await asyncio.sleep(STEP_S)
            quiet += STEP_S
