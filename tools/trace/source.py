"""Where the lines of a trace come from: a file, packed by gzip or not, or stdin.

A trace is gone through more than once and may be far larger than the memory: it is read anew each
time, and in the order of its times as long as no line stands too far from its place.
"""

import gzip
import heapq
import io
import shutil
import sys
import tempfile
import zlib
from pathlib import Path

from tools.errors import CommandError
from tools.trace.reading import Reader, at_us
from tools.trace.survey import Survey

GZIP = b"\x1f\x8b"  # what a packed file begins with (RFC 1952, 2.3.1)
HELD_MAX = 20_000  # entries of a trace that is held in memory rather than read again: some 6 MB
WINDOW = 4096  # lines held back: further than so many no line may stand from its place
PROGRESS_LINES = 250_000


class Source:
    """Lines of a trace, as often as they are iterated over. ``path``: a file, ``-``: stdin."""

    def __init__(self, path):
        self.path = path
        self._spool = _spooled() if path == "-" else None

    def __iter__(self):
        try:
            with self._opened() as file:
                yield from file
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise CommandError(f"{self.path}: packed, but not whole: {error}") from error
        except OSError as error:
            raise CommandError(f"{self.path}: {error.strerror or error}") from error

    def _opened(self):
        if self._spool is None:
            raw = Path(self.path).open("rb")  # noqa: SIM115 - the caller closes it
        else:
            raw = open(self._spool.fileno(), "rb", closefd=False)  # noqa: SIM115 - as above
            raw.seek(0)
        packed = raw.peek(len(GZIP))[: len(GZIP)] == GZIP
        if packed:
            raw = _Packed(raw)
        return io.TextIOWrapper(raw, encoding="utf-8", errors="replace")


class _Packed(gzip.GzipFile):
    """A packed file that closes the file it is read from."""

    def __init__(self, raw):
        super().__init__(fileobj=raw)
        self._raw = raw

    def close(self):
        super().close()
        self._raw.close()


def _spooled():
    """Stdin in a file of nobody's name: it can be read but once."""
    spool = tempfile.TemporaryFile()  # noqa: SIM115 - kept as long as the source
    shutil.copyfileobj(sys.stdin.buffer, spool)
    spool.flush()
    return spool


class OutOfOrder(Exception):
    """A line stands too far from its place to be put there without holding all of them."""


def in_order(entries, window=WINDOW):
    """Entries by their time, those of the same time in the order they stand in.

    Raises OutOfOrder when one stands more than ``window`` entries from its place.
    """
    last = (-1, -1)
    for at, n, entry in _soonest(entries, window):
        if (at, n) < last:
            raise OutOfOrder
        last = (at, n)
        yield entry


def _soonest(entries, window):
    """``(time, number, entry)``: always the soonest of the ``window`` entries next in the file."""
    held = []
    for n, entry in enumerate(entries):
        heapq.heappush(held, (entry.at_us, n, entry))
        if len(held) > window:
            yield heapq.heappop(held)
    while held:
        yield heapq.heappop(held)


class Trace:
    """A trace gone through once: ``header``, ``survey``, ``bad`` lines. Iterating gives its
    entries by their time: held in memory where they are few or stand in no order, else read anew.

    ``complain(text)``: one line for each thing that is of no use; ``progress``: a word on stderr
    now and then on how far it is.
    """

    def __init__(self, source, complain, progress=False):
        self._source = source
        self._held = None
        self._progress = progress
        reader = Reader(complain)
        self.header, self.survey = self._surveyed(reader)
        self.bad = reader.bad

    def __iter__(self):
        if self._held is not None:
            return iter(self._held)
        return in_order(self._again())

    def _surveyed(self, reader):
        rows = reader.each(self._lines())
        header = next(rows)
        survey = Survey(header)
        held = []
        try:
            for entry in in_order(rows):
                survey.add(entry)
                if held is not None:
                    held.append(entry)
                    held = held if len(held) <= HELD_MAX else None
            self._held = held
        except OutOfOrder:
            for _ in rows:  # to its end, for what else is wrong
                pass
            self._held = sorted(self._again(), key=at_us)
            survey = Survey.of(header, self._held)
        return header, survey

    def _again(self):
        """Entries as they stand, what is of no use left out without a word."""
        rows = Reader(_silent).each(self._source)
        next(rows)
        return rows

    def _lines(self):
        if not self._progress:
            yield from self._source
            return
        for number, line in enumerate(self._source, 1):
            if number % PROGRESS_LINES == 0:
                print(f"feltwire trace: {self._source.path}: {number} lines read", file=sys.stderr)
            yield line


def _silent(text):
    """What was said when the trace was first gone through is not said again."""
