"""An event's log: every entry with its number, time, author and reason, in one file of JSON lines.

The first entry is the setup; each further one holds happenings of the desk language or takes an
entry back (``undo``). Nothing is ever changed or removed: the state of an event is what follows
from its entries, so the same file gives the same event. An entry is on the disk before anybody is
told of it; one that a killed process was still writing is passed over. Whoever writes holds the
file's lock, so several processes may share a log; each takes up what the others wrote.
"""

import contextlib
import fcntl
import json
import os
import time

from gateway.event import desk_grammar
from gateway.event.office import Office
from shared_rules.desk.faults import BadHappening

ENTRY_FIELDS = ("n", "at_ms", "who", "why")  # of every entry, beside what happened
LOG_MAX_BYTES = 64_000_000  # a log is read whole into memory
SEVERAL = "several"  # an entry of more than one happening: all of them, or none
STEP_MS = (
    500  # by so much the time of day has been set; less is how long a look at two clocks takes
)


class BadLog(ValueError):
    """A log, or an entry for it, that cannot be; the text says where and what."""


def now_ms():
    """Milliseconds since the epoch."""
    return time.time_ns() // 1_000_000


def steady_ms():
    """Milliseconds of a clock that nobody sets; it runs on while the machine sleeps, where there is
    one that does."""
    return time.clock_gettime_ns(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)) // 1_000_000


class EventLog:
    """The entries of one event, and the state that follows from them.

    ``path`` names the file, ``clock`` gives milliseconds (epoch), ``steady`` those that have passed
    (None: the same); ``sync=False`` leaves it to the operating system when entries reach the disk
    (for a simulated day that can be played again).
    The event's time goes on from its last entry, by the time of day where another process wrote it
    and else by ``steady``: whoever sets the time of day neither ends a level nor stops the clock.
    A log of something else than an event says what its entries may be and what follows from them
    (``begin``, ``_wrong_setup``, ``_wrong_entry``).
    """

    begin = Office  # takes the first entry; ``apply`` the happenings of each further one

    def __init__(self, path, clock=now_ms, sync=True, steady=None):
        self.path = path
        self.clock = clock
        self.steady = steady or (steady_ms if clock is now_ms else clock)
        self.sync = sync
        self._step = 0
        self._forget()

    def _forget(self):
        self._entries, self._office, self._read_to = [], None, 0
        self._last = 0, 0  # the event's time at an entry, and what ``steady`` said then

    def create(self, rulebook, setup, who):
        """Begin a log with its setup. Raises BadLog when there is one or the setup cannot be."""
        wrong = self._wrong_setup(rulebook, setup)
        if wrong:
            raise BadLog(wrong)
        first = {"what": "setup", "rulebook": rulebook, "setup": setup}
        with open(self.path, "rb+", opener=_made) as stream:
            fcntl.flock(stream, fcntl.LOCK_EX)
            if stream.readline().endswith(b"\n"):
                raise BadLog(f"{self.path}: there is a log already; take another name")
            self._forget()
            self._write(stream.fileno(), self._entry(0, who, "", first))
        if self.sync:
            _sync_folder(self.path)

    def begun(self):
        """True once the setup is there whole: of one whose writer was killed nobody was told."""
        try:
            with open(self.path, "rb") as stream:
                return stream.readline().endswith(b"\n")
        except FileNotFoundError:
            return False

    @staticmethod
    def _wrong_setup(rulebook, setup):
        """What is wrong with a setup, None when nothing is."""
        case = {"id": "event", "rulebook": rulebook, "setup": setup, "happening": []}
        return desk_grammar.fault({**case, "ask": {"what": "moves"}})

    @staticmethod
    def _wrong_entry(what, fields):
        """What is wrong with a happening, None when nothing is."""
        return desk_grammar.entry(what, fields)

    def _entry(self, number, who, why, what):
        return {"n": number, "at_ms": self.clock(), "who": who, "why": why, **what}

    # -- reading

    def entries(self):
        """All entries in order. Raises BadLog naming the line of one that cannot be read."""
        with open(self.path, "rb") as stream:
            self._take_up(stream)
        return self._entries

    def _take_up(self, stream):
        """Read what was written since the last look."""
        size = os.fstat(stream.fileno()).st_size
        if size > LOG_MAX_BYTES:
            raise BadLog(f"{self.path}: longer than {LOG_MAX_BYTES} bytes")
        if size < self._read_to:  # another file
            self._forget()
        stream.seek(self._read_to)
        for line in stream:
            if not line.endswith(b"\n"):
                break  # whoever wrote it was killed: nobody was told of this entry
            self._entries.append(self._parsed(line, len(self._entries)))
            self._read_to += len(line)
            self._note(self._entries[-1])
        if not self._entries:
            raise BadLog(f"{self.path}: the first line is no setup")

    def _parsed(self, line, number):
        try:
            entry = json.loads(line)
        except (ValueError, RecursionError):
            entry = None
        whole = isinstance(entry, dict) and entry.get("n") == number
        if not whole or not all(isinstance(entry.get(k, 0), int) for k in ("at_ms", "t")):
            text = f"{self.path}: line {number + 1} is no entry {number}; keep the lines before it"
            raise BadLog(text)
        if number == 0 and entry.get("what") != "setup":
            raise BadLog(f"{self.path}: the first line is no setup")
        return entry

    def office(self):
        """The Office that follows from the entries. Raises BadLog naming one that cannot be."""
        self.entries()
        return self._folded()

    def event(self):
        """The desk's Event that follows from the entries. Raises BadLog as ``office`` does."""
        return self.office().event

    def _folded(self):
        """The state of all entries read: the new ones are applied to the state there was."""
        office = self._office
        new = self._entries if office is None else self._entries[office.n + 1 :]
        if office is None or any(e["what"] == "undo" for e in new):
            office = self._office = fold(self._entries, self.begin)
            return office
        try:
            for entry in new:
                _apply(office, entry)
        except BadLog:
            self._office = None
            raise
        return office

    # -- writing

    def add(self, what, fields, who, why=""):
        """Add a happening and return its entry. Raises BadLog when it cannot be."""
        return self.add_all([(what, fields)], who, why)

    def add_all(self, happenings, who, why=""):
        """Add happenings ``[(what, fields)]`` as one entry: all of them or, with BadLog, none."""
        for what, fields in happenings:
            wrong = self._wrong_entry(what, fields)
            if wrong:
                raise BadLog(wrong)
        with self._locked() as stream:
            t = self.time()
            rows = [{"what": what, **fields, "t": t} for what, fields in happenings]
            one = rows[0] if len(rows) == 1 else {"what": SEVERAL, "happenings": rows, "t": t}
            entry = self._entry(len(self._entries), who, why, one)
            self._try(self._folded(), entry)
            self._write(stream.fileno(), entry)
            return entry

    def _try(self, office, entry):
        """Apply an entry that is not written yet; the state is reckoned anew when it cannot be."""
        try:
            _apply(office, entry)
        except BadLog:
            self._office = None
            raise

    def undo(self, who, why="", number=None):
        """Take an entry back (the last one in force) by a new one; returns the entry taken back."""
        with self._locked() as stream:
            left = in_force(self._entries)
            found = [e for e in left if number in (None, e["n"])]
            if not found:
                raise BadLog("nothing to undo" if number is None else f"no entry {number} in force")
            what = {"what": "undo", "entry": found[-1]["n"]}
            entry = self._entry(len(self._entries), who, why, what)
            # what came later has to be possible without it
            office = fold([*self._entries, entry], self.begin)
            self._write(stream.fileno(), entry)
            self._office = office
            return found[-1]

    def time(self):
        """Milliseconds since the setup, never before an earlier entry."""
        t, at = self._last
        return max(t + self.steady() - at, self._folded().t)

    def began_ms(self):
        """When the setup was, ms since the epoch by the time of day as it is set now."""
        step = self.clock() - self.steady()
        if abs(step - self._step) > STEP_MS:
            self._step = step
        t, at = self._last
        return at - t + self._step

    def _note(self, entry):
        """The event's time as an entry tells it; one that takes another back tells none."""
        if entry.get("what") != "undo":
            ago_ms = max(0, self.clock() - entry.get("at_ms", 0))
            self._last = entry.get("t", 0), self.steady() - ago_ms

    @contextlib.contextmanager
    def _locked(self):
        with open(self.path, "rb+") as stream:
            fcntl.flock(stream, fcntl.LOCK_EX)
            self._take_up(stream)
            yield stream

    def _write(self, file, entry):
        """Put an entry after the last whole one and see it on the disk; of one that cannot be
        stored nothing stays."""
        line = (json.dumps(entry, separators=(",", ":")) + "\n").encode()
        try:
            os.ftruncate(file, self._read_to)
            done = 0
            while done < len(line):
                done += os.pwrite(file, line[done:], self._read_to + done)
            if self.sync:
                os.fsync(file)
        except OSError:
            self._office = None  # what was tried is not in force
            with contextlib.suppress(OSError):
                os.ftruncate(file, self._read_to)
            raise
        self._entries.append(entry)
        self._read_to += len(line)
        self._note(entry)


def _made(path, flags):
    return os.open(path, flags | os.O_CREAT, 0o666)


def _sync_folder(path):
    """See a new file's name on the disk, too."""
    folder = os.open(os.path.dirname(os.path.abspath(path)), os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def fold(entries, begin=Office):
    """The Office that follows from entries. Raises BadLog naming one that cannot be."""
    office = begin(entries[0])
    for entry in in_force(entries):
        _apply(office, entry)
    office.n = entries[-1]["n"]
    return office


def _apply(office, entry):
    try:
        office.apply(entry["n"], happenings(entry))
    except BadHappening as error:
        raise BadLog(f"entry {entry['n']} ({entry['what']}): {error}") from error


def in_force(entries):
    """Entries of a log that nobody has taken back, in order, without the setup."""
    undone = {e["entry"] for e in entries if e["what"] == "undo"}
    return [e for e in entries if e["what"] not in ("setup", "undo") and e["n"] not in undone]


def happenings(entry):
    """The happenings of an entry, in the words of the desk language."""
    if entry["what"] == SEVERAL:
        return entry["happenings"]
    return [{k: v for k, v in entry.items() if k not in ENTRY_FIELDS}]
