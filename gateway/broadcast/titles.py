"""Sets the titles of vMix while a table is played: a thread each, so that a slow one holds up none.

The setting ``vmix_titles`` names them, one text each: ``TABLE URL INPUT [DELAY_MS]``, an input with
a blank in its name by its number or key. Texts are those of the overlay without hole cards.
"""

import time

from gateway.broadcast import vmix
from gateway.process.logger import Logger
from gateway.process.ticker import Ticker

log = Logger("gateway.broadcast")
STEP_S = 0.2  # as often as vMix is told to look at a data source (docs/crew.md)
AGAIN_S = 5.0  # after vMix has not answered


def parse(text):
    """``(table, url, input, delay_ms)`` of one text of the setting (``settings/kinds.py``)."""
    table, url, title, *delay = text.split()
    return table, url, title, int(delay[0]) if delay else 0


class Feed:
    """One title. ``scene()``: parts of the table now (or of its delay ago), None without any."""

    def __init__(self, url, title, scene, clock=time.monotonic):
        self._titles, self._scene, self._clock = vmix.Titles(url, title), scene, clock
        self._place, self._rests_until = f"{url} {title}", 0.0
        self.fault = ""  # why vMix was not told the last time
        ticker = Ticker(f"vMix {title}", STEP_S, self.step)
        self.start, self.stop = ticker.start, ticker.stop

    def step(self):
        """Send the texts that have changed; after a failure all of them, once vMix answers."""
        if self._clock() < self._rests_until:
            return
        parts = self._scene()
        if parts is None:
            return
        try:
            self._titles.show(vmix.fields(parts))
        except OSError as e:
            self._titles.forget()
            self._rests_until = self._clock() + AGAIN_S
            if not self.fault:
                log.warning("vMix does not take a title", place=self._place, why=str(e))
            self.fault = str(e)
        else:
            if self.fault:
                log.info("vMix takes the title again", place=self._place)
            self.fault = ""


def feeds(settings, air):
    """A Feed for each text of ``vmix_titles``."""
    return [_feed(air, *parse(text)) for text in settings.vmix_titles]


def _feed(air, table, url, title, delay_ms):
    key = (table, False, "never")

    def scene():
        live = air.tables.get(table)
        if live is None or not delay_ms:
            return live and air.scene(live)
        air.reel.want(key)
        return air.reel.at(key, delay_ms)

    return Feed(url, title, scene)
