"""The production room's part of a gateway: program, figures, event, delayed scenes."""

import time
from pathlib import Path

from gateway.broadcast.eventfile import EventFile
from gateway.broadcast.onair import OnAir
from gateway.broadcast.past import Past
from gateway.broadcast.reel import Reel
from gateway.broadcast.scene import scene
from gateway.broadcast.stats import Stats

FOLDER = "broadcast"  # in data_dir: event.json, themes, photos, onair
HANDS_COUNTED = 2000  # of a table, by a restart
RELEASED_S = 0.25  # between two looks at what the vault has released


class Air:
    """See the module. ``start`` begins to keep pictures; the rest works without."""

    def __init__(self, tables, vault, data_dir):
        self.tables = tables
        self.folder = Path(data_dir) / FOLDER
        self.past = Past(tables, vault)
        self.stats = Stats()
        self.event = EventFile(self.folder)
        self._news = {}  # of the event, to all tables
        self.onair = OnAir(self.folder, self._changed)
        self.titles = []  # Feeds of vMix's titles: the service names them
        self.reel = Reel(tables, self.scene, self._version)
        tables.on_hand(self.stats.take)

    def start(self, log):
        """Count the hands the log has; begin to keep pictures."""
        stored = (log.hands_after(live.name, 0, HANDS_COUNTED) for live in self.tables.all())
        self.stats.read(text for hands in stored for _n, text in hands)
        self.past.start()
        self.reel.start()
        for feed in self.titles:
            feed.start()

    def stop(self):
        """End."""
        for feed in self.titles:
            feed.stop()
        self.reel.stop()
        self.past.stop()

    def event_changed(self):
        """The event's desk has news. Tables are woken for what all their graphics show: level and
        clock, places and prizes; stacks, which follow every hand of any table, come with the next
        change of their own."""
        self.event.look()
        news = {k: v for k, v in self.event.now().items() if k != "chips"}
        if news != self._news:
            self._news = news
            for live in self.tables.all():
                self.tables.touch(live)

    def scene(self, live, cards=False, reveal="released"):
        """See ``scene.scene``."""
        return scene(self, live, cards, reveal)

    def _version(self, live, cards):
        """Differs when a scene may differ. What the vault releases comes with no change of ours."""
        looked = int(time.monotonic() / RELEASED_S) if cards else 0
        return live.version, self.onair.of(live.name)["n"], id(self.event.now()), looked

    def _changed(self, table):
        live = self.tables.get(table)
        if live is not None:
            self.tables.touch(live)
