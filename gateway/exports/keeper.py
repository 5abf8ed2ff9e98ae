"""Keeps finished hands as files, by day and by hand, and again when the vault releases their cards.

``<data>/hands/<table>/<day>/``: ``<hand>.phh`` of each hand at once, and of the day ``day.phhs``,
``day.ohh``, ``day.json`` (the PokerGFX shape), ``day.csv``. Files are whole or not there. Days are
UTC. A hand's file holds the cards that are public and those the vault has released to ``history``.
"""

import collections
import contextlib
import json
import threading
from pathlib import Path

import structlog

from gateway.exports import gfx, ohh, phh, sheet
from gateway.exports.hand import NotKept, begun, kept
from gateway.process.atomic import write_text
from gateway.process.ticker import Ticker
from gateway.tables.handmoves import latest

log = structlog.get_logger("gateway.exports")
CONSUMER = "history"
FOLDER = "hands"
STEP_S = 2.0
DAY_S = 60.0  # between two writings of a day's files
HANDS_MAX = 20_000  # of a table, that a day or a session is looked for in
REVEALS = ("released", "showdown", "never")
FORMATS = ("phhs", "ohh", "json", "csv")
MEDIA = {
    "phhs": "application/toml", "ohh": "application/json", "json": "application/json",
    "csv": "text/csv; charset=utf-8",
}  # fmt: skip


def safe(name):
    """A table's name as a folder's."""
    return "".join(c if c.isalnum() or c in "-_" else f"%{ord(c):02x}" for c in str(name))


def opened(record, releases, reveal="released"):
    """The Kept of a record: ``released`` all the vault has released, ``showdown`` tabled hands,
    ``never`` no hole card at all. NotKept for one no file can be made of."""
    found = releases.get(tuple(record.get("key") or ())) if reveal == "released" else None
    if reveal == "never":
        moves = [_hidden(m) for m in record.get("moves") or ()]
        record = {**record, "moves": [m for m in moves if m["do"] != "show"]}
    return kept(record, found["seats"] if found else None)


def each(records, releases, reveal="released"):
    """The Kept of each record a file can be made of."""
    for record in records:
        with contextlib.suppress(NotKept):
            yield opened(record, releases, reveal)


def day_of(record):
    """Day (UTC) on which the hand of a record began."""
    return begun(record).strftime("%Y-%m-%d")


def _hidden(move):
    return {**move, "cards": ["??"] * len(move["cards"])} if move["do"] == "deal" else move


def rendered(kind, hands, rulings=True, title=""):
    """Text of a day's or session's file; a hand a format has no place for is left out."""
    if kind == "csv":
        return sheet.text(hands, rulings)
    if kind == "json":
        return json.dumps(gfx.session(hands, title), indent=1, ensure_ascii=False)
    out = []
    for one in hands:
        try:
            out.append(phh.record(one, rulings) if kind == "phhs" else ohh.hand(one))
        except NotKept:
            continue
    if kind == "phhs":
        return phh.collection(out)
    return "\n\n".join(json.dumps(h, ensure_ascii=False) for h in out) + "\n"  # the storage format


class Keeper:
    """Writes the files. ``take`` is given each record once, on the tables' thread."""

    def __init__(self, tables, log_, data_dir):
        self._tables, self._log = tables, log_
        self.folder = Path(data_dir) / FOLDER
        self._lock = threading.Lock()
        self._new = collections.deque()
        self._days, self._since = {}, 0.0  # (table, day) whose files are due
        self._released = set()  # (table, key) of hands whose cards are in their files
        self._going = False
        self.fault = ""
        ticker = Ticker("hands kept", STEP_S, self.step)
        self._start, self._stop = ticker.start, ticker.stop

    def start(self):
        """Take hands from now on."""
        self._tables.on_hand(self._new.append)
        self._going = True
        self._start()

    def stop(self):
        """Write what is due, end; nothing happens when it never began."""
        if self._going:
            self._stop()
            self.step(last=True)

    def step(self, last=False):
        """Write the hands that have come, those newly released, and days that are due."""
        with self._lock:
            while self._new:
                self._write(self._new.popleft())
            self._look_at_releases()
            self._since += STEP_S
            if self._days and (last or self._since >= DAY_S):
                due, self._days, self._since = self._days, {}, 0.0
                for table, day in due:
                    self._write_day(table, day)

    def _write(self, record):
        live = self._tables.get(record["table"])
        try:
            one = opened(record, live.released(CONSUMER) if live else {})
            day = day_of(record)
            name = f"{one.begun():%H%M%S}-{record.get('hand') or 0}.phh"
            self._save(record["table"], day, name, phh.text(phh.record(one)))
            self._days[record["table"], day] = True
        except NotKept as e:
            log.info("a hand is not kept as a file", table=record["table"], why=str(e))

    def _save(self, table, day, name, text):
        try:
            write_text(self.folder / safe(table) / day / name, text)
            self.fault = ""
        except OSError as e:
            if not self.fault:
                log.error("a hand's file cannot be written", file=name, why=e.strerror)
            self.fault = f"{name}: {e.strerror}"

    def _look_at_releases(self):
        for live in self._tables.all():
            news = set()
            for key in live.released(CONSUMER):
                if (live.name, key) not in self._released:
                    self._released.add((live.name, key))
                    news.add(key)
            if news:
                for record in self._records(live.name):
                    if tuple(record.get("key") or ()) in news:
                        self._write(record)

    def _write_day(self, table, day):
        hands = self.hands(table, day)
        for kind in FORMATS:
            self._save(table, day, f"day.{kind}", rendered(kind, hands))

    def _records(self, table):
        texts = self._log.last_hands(table, HANDS_MAX)
        return latest(json.loads(text) for text in reversed(texts))

    def hands(self, table, day=None, reveal="released"):
        """Kept hands of a table, of one day (``2026-01-31``, UTC) or all, oldest first."""
        live = self._tables.get(table)
        releases = live.released(CONSUMER) if live else {}
        records = [r for r in self._records(table) if day in (None, day_of(r))]
        return list(each(records, releases, reveal))

    def days(self, table):
        """``[(day, how many hands)]`` of a table, newest first."""
        counted = collections.Counter(day_of(r) for r in self._records(table) if r.get("start"))
        return sorted(counted.items(), reverse=True)
