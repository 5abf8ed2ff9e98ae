"""An event's log: every entry with its number, time, author and reason, in one file of JSON lines.

The first entry is the setup; each further one is a happening of the desk language or takes one back
(``undo``). Nothing is ever changed or removed: the state of an event is what follows from its
entries, so the same file gives the same event. An entry is on the disk before anybody is told of
it; one that a killed process was still writing is passed over. Whoever writes holds the file's
lock.
"""

import contextlib
import fcntl
import json
import os
import time

from shared_rules.desk import books
from shared_rules.desk.event import BadHappening, Event
from tools.cases import desk_shape

ENTRY_FIELDS = ("n", "at_ms", "who", "why")  # of every entry, beside what happened
LOG_MAX_BYTES = 64_000_000  # a log is read whole into memory


class BadLog(ValueError):
    """A log, or an entry for it, that cannot be; the text says where and what."""


def now_ms():
    """Milliseconds since the epoch."""
    return time.time_ns() // 1_000_000


class EventLog:
    """The entries of one event. ``path`` names the file; ``clock`` gives milliseconds (epoch)."""

    def __init__(self, path, clock=now_ms):
        self.path = path
        self.clock = clock

    def create(self, rulebook, setup, who):
        """Begin a log with its setup. Raises BadLog when there is one or the setup cannot be."""
        case = {"id": "event", "rulebook": rulebook, "setup": setup, "happening": []}
        wrong = desk_shape.fault({**case, "ask": {"what": "moves"}})
        if wrong:
            raise BadLog(wrong)
        first = {"what": "setup", "rulebook": rulebook, "setup": setup}
        try:
            with open(self.path, "x+", encoding="utf-8") as stream:
                _write(stream, self._entry(0, who, "", first))
        except FileExistsError:
            raise BadLog(f"{self.path}: there is a log already; take another name") from None

    def _entry(self, number, who, why, what):
        return {"n": number, "at_ms": self.clock(), "who": who, "why": why, **what}

    def entries(self):
        """All entries in order. Raises BadLog naming the line of one that cannot be read."""
        if os.path.getsize(self.path) > LOG_MAX_BYTES:
            raise BadLog(f"{self.path}: longer than {LOG_MAX_BYTES} bytes")
        with open(self.path, encoding="utf-8") as stream:
            return self._read(stream)

    def _read(self, stream):
        out = []
        for number, line in enumerate(stream):
            if not line.endswith("\n"):
                break  # whoever wrote it was killed: nobody was told of this entry
            try:
                entry = json.loads(line)
            except (ValueError, RecursionError):
                entry = None
            if not isinstance(entry, dict) or entry.get("n") != number:
                raise BadLog(
                    f"{self.path}: line {number + 1} is no entry {number}; keep the lines before it"
                )
            out.append(entry)
        if not out or out[0].get("what") != "setup":
            raise BadLog(f"{self.path}: the first line is no setup")
        return out

    def event(self, entries=None):
        """The Event that follows from the entries. Raises BadLog naming one that cannot be."""
        entries = self.entries() if entries is None else entries
        event = Event(entries[0]["setup"], books.get(entries[0]["rulebook"]))
        for entry in in_force(entries):
            try:
                event.apply(_happening(entry))
            except BadHappening as error:
                raise BadLog(f"entry {entry['n']} ({entry['what']}): {error}") from error
        return event

    def add(self, what, fields, who, why=""):
        """Add a happening and return its entry. Raises BadLog when it cannot be."""
        with self._locked() as stream:
            entries = self._read(stream)
            entry = self._entry(len(entries), who, why, {"what": what, **fields})
            wrong = desk_shape.fault(
                {
                    "id": "event",
                    "rulebook": entries[0]["rulebook"],
                    "setup": entries[0]["setup"],
                    "happening": [_happening({**entry, "t": 0})],
                    "ask": {"what": "moves"},
                }
            )
            if wrong:
                raise BadLog(wrong.replace("happening[0].", ""))
            entry["t"] = self._time(entries)
            self.event([*entries, entry])
            _write(stream, entry)
            return entry

    def undo(self, who, why="", number=None):
        """Take an entry back (the last one in force) by a new one; returns the entry taken back."""
        with self._locked() as stream:
            entries = self._read(stream)
            left = in_force(entries)
            found = [e for e in left if number in (None, e["n"])]
            if not found:
                raise BadLog("nothing to undo" if number is None else f"no entry {number} in force")
            what = {"what": "undo", "entry": found[-1]["n"]}
            entry = self._entry(len(entries), who, why, what)
            self.event([*entries, entry])  # what came later has to be possible without it
            _write(stream, entry)
            return found[-1]

    def _time(self, entries):
        """Milliseconds since the setup, never before an earlier entry."""
        times = [e["t"] for e in entries if "t" in e]
        return max([self.clock() - entries[0]["at_ms"], 0, *times])

    @contextlib.contextmanager
    def _locked(self):
        with open(self.path, "r+", encoding="utf-8") as stream:
            fcntl.flock(stream, fcntl.LOCK_EX)
            yield stream


def in_force(entries):
    """Happenings of a log that nobody has taken back, in order."""
    undone = {e["entry"] for e in entries if e["what"] == "undo"}
    return [e for e in entries if e["what"] not in ("setup", "undo") and e["n"] not in undone]


def _happening(entry):
    return {k: v for k, v in entry.items() if k not in ENTRY_FIELDS}


def _write(stream, entry):
    """Append an entry after the last whole one and see it on the disk."""
    stream.seek(0)
    whole = sum(len(line.encode()) for line in stream if line.endswith("\n"))
    stream.seek(whole)
    stream.truncate()
    stream.write(json.dumps(entry, separators=(",", ":")) + "\n")
    stream.flush()
    os.fsync(stream.fileno())
