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

from gateway.exports import files, phh
from gateway.exports.hand import NotKept, begun, kept
from gateway.process.atomic import write_text, writing
from gateway.process.logger import Logger
from gateway.process.ticker import Ticker
from gateway.tables.handmoves import latest_back, latest_on, since

log = Logger("gateway.exports")
CONSUMER = "history"
FOLDER = "hands"
STEP_S = 2.0
DAY_S = 60.0  # between two writings of a day's files
HANDS_MAX = 20_000  # of a table, that a day or a session is looked for in
REVEALS = ("released", "showdown", "never")


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


def of_day(records, day):
    """Of records that come oldest first those of a day, until nothing else follows."""
    return (r for r in since(records, lambda r: day_of(r) > day) if day_of(r) == day)


class Keeper:
    """Writes the files. ``take`` is given each record once, on the tables' thread."""

    def __init__(self, tables, log_, data_dir):
        self._tables, self._log = tables, log_
        self.folder = Path(data_dir) / FOLDER
        self._lock = threading.Lock()
        self._new = collections.deque()
        self._days, self._since = {}, 0.0  # (table, day) whose files are due: False, they failed
        self._unwritten = {}  # table -> keys of hands whose files could not be written
        self._firsts = {}  # table -> (the day asked for last, number of its first hand in the log)
        self._released = {}  # table -> keys of released hands whose cards are in their files
        self._counted, self._counting = {}, threading.Lock()
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
            due = self._days or any(self._unwritten.values())
            if due and (last or self._since >= DAY_S):
                self._since = 0.0
                self._write_due()

    def _write_due(self):
        """What could not be written, then days; what fails again stays due."""
        for table in [t for t, keys in self._unwritten.items() if keys]:
            self._unwritten[table] &= self._write_again(table, self._unwritten[table])
        for table, day in list(self._days):
            self._days[table, day] = False
            if self._write_day(table, day):
                del self._days[table, day]
        if self.fault and not any(self._unwritten.values()) and all(self._days.values()):
            log.info("the hands' files are written again")
            self.fault = ""

    def _write(self, record):
        table, key = record["table"], tuple(record.get("key") or ())
        live = self._tables.get(table)
        unwritten = self._unwritten.setdefault(table, set())
        unwritten.discard(key)
        try:
            one = opened(record, live.released(CONSUMER) if live else {})
            day = day_of(record)
            name = f"{one.begun():%H%M%S}-{record.get('hand') or 0}.phh"
            write_text(self.folder / safe(table) / day / name, phh.text(phh.record(one)))
            self._days.setdefault((table, day), True)
        except NotKept as e:
            log.info("a hand is not kept as a file", table=table, why=str(e))
        except OSError as e:
            unwritten.add(key)
            self._failed(name, e)

    def _look_at_releases(self):
        for live in self._tables.all():
            released = set(live.released(CONSUMER))
            news = released - self._released.get(live.name, set())
            if news:
                self._write_again(live.name, news)
            self._released[live.name] = released  # the vault's client keeps some: so many stay here

    def _write_again(self, table, keys):
        """Files of the hands with these keys; the newest are looked through first. The keys of
        those that are in the log."""
        left, found = set(keys), []
        for record in self._records_back(table):
            key = tuple(record.get("key") or ())
            if key in left:
                found.append(record)
            # what the same controller dealt later would have come before
            left = {k for k in left if k != key and (k[:1] != key[:1] or k < key)}
            if not left:
                break
        for record in reversed(found):
            self._write(record)
        return {tuple(record["key"]) for record in found}

    def _write_day(self, table, day):
        """True when the files of a day are written."""
        place = self.folder / safe(table) / day
        try:
            with contextlib.ExitStack() as stack:
                writers = [
                    made(stack.enter_context(writing(place / f"day.{kind}")))
                    for kind, made in files.WRITERS.items()
                ]
                for one in self.hands(table, day):
                    for writer in writers:
                        writer.add(one)
                for writer in writers:
                    writer.end()
            return True
        except OSError as e:
            self._failed(f"{day}/day", e)
            return False

    def _failed(self, name, error):
        if not self.fault:
            log.error("a hand's file cannot be written", file=name, why=error.strerror)
        self.fault = f"{name}: {error.strerror}"

    def _records_back(self, table):
        """Records of a table, newest first, one at a time."""
        return latest_back(json.loads(text) for _n, text in self._log.hands_back(table, HANDS_MAX))

    def hands(self, table, day=None, reveal="released"):
        """Iterate the Kept hands of a table, of one day (``2026-01-31``, UTC) or all, oldest
        first; one is in memory at a time."""
        live = self._tables.get(table)
        releases = live.released(CONSUMER) if live else {}
        before = 0 if day is None else self._first(table, day) - 1
        rows = self._log.hands_after(table, before, HANDS_MAX)
        records = latest_on(json.loads(text) for _n, text in rows)
        return each(records if day is None else of_day(records, day), releases, reveal)

    def _first(self, table, day):
        """Number in the log of the first hand of a day, 1 for a day without."""
        asked, first = self._firsts.get(table, (None, 1))
        if asked == day:
            return first
        rows = ((n, json.loads(text)) for n, text in self._log.hands_back(table, HANDS_MAX))
        found = since(rows, lambda row: day_of(row[1]) < day)
        first = min((n for n, record in found if day_of(record) == day), default=1)
        self._firsts[table] = day, first
        return first

    def days(self, table):
        """``[(day, how many hands)]`` of a table, newest first. Reads what came since it was asked
        last."""
        with self._counting:
            known = self._counted.setdefault(table, _Counted())
            known.count(self._log, table)
            return sorted(known.days.items(), reverse=True)


class _Counted:
    """Hands of a table by day, up to hand ``n`` of the log."""

    def __init__(self):
        self.days = collections.Counter()
        self._n, self._last = 0, None  # the last one counted: its key

    def count(self, log_, table):
        """Count what has come since; at most the newest HANDS_MAX."""
        for n, text in log_.hands_after(table, self._n, HANDS_MAX):
            record = json.loads(text)
            key = record.get("key")
            again = record.get("amended") and key == self._last and self._n
            if record.get("start") and not again:
                self.days[day_of(record)] += 1
            self._n, self._last = n, key
