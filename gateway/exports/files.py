"""Files of many hands, written a hand at a time: a day has hundreds, and memory holds one.

A writer is made with the stream it writes to; ``add`` takes a Kept, oldest first, ``end`` closes
the file. A hand a format has no place for is left out.
"""

import csv
import io
import json
import textwrap

from gateway.exports import gfx, ohh, phh, sheet
from gateway.exports.hand import NotKept

MEDIA = {
    "phhs": "application/toml", "ohh": "application/json", "json": "application/json",
    "csv": "text/csv; charset=utf-8",
}  # fmt: skip


class Collection:
    """``phhs``: PHH records, a section each, named by number."""

    def __init__(self, stream, rulings=True, title=""):
        self._stream, self._rulings = stream, rulings
        self._count, self._between = 0, ""

    def add(self, kept):
        """See the module."""
        try:
            made = phh.text(phh.record(kept, self._rulings))
        except NotKept:
            return
        self._count += 1
        self._stream.write(f"{self._between}[{self._count}]\n{made}")
        self._between = "\n"

    def end(self):
        """See the module."""


class OpenHistory:
    """``ohh``: the storage format of Open Hand History, a blank line between hands."""

    def __init__(self, stream, rulings=True, title=""):
        self._stream, self._between = stream, ""

    def add(self, kept):
        """See the module."""
        try:
            made = json.dumps(ohh.hand(kept), ensure_ascii=False)
        except NotKept:
            return
        self._stream.write(self._between + made)
        self._between = "\n\n"

    def end(self):
        """See the module."""
        self._stream.write("\n")


class Session:
    """``json``: one object whose last member are the hands."""

    def __init__(self, stream, rulings=True, title=""):
        self._stream, self._title = stream, title
        self._hands, self._count = gfx.Hands(), 0

    def add(self, kept):
        """See the module."""
        if not self._count:
            self._begin(kept)
        made = json.dumps(self._hands.hand(kept), indent=1, ensure_ascii=False)
        self._stream.write((",\n" if self._count else "\n") + textwrap.indent(made, "  "))
        self._count += 1

    def _begin(self, first):
        text = json.dumps(gfx.frame(first, self._title), indent=1, ensure_ascii=False)
        self._stream.write(text.removesuffix("]\n}"))  # "Hands": [ is open

    def end(self):
        """See the module."""
        if not self._count:
            self._begin(None)
        self._stream.write("\n ]\n}" if self._count else "]\n}")


class Sheet:
    """``csv``: a row a player and hand."""

    def __init__(self, stream, rulings=True, title=""):
        self._rulings = rulings
        self._rows = csv.writer(stream, lineterminator="\r\n")
        self._rows.writerow(sheet.COLUMNS)

    def add(self, kept):
        """See the module."""
        self._rows.writerows(sheet.rows(kept, self._rulings))

    def end(self):
        """See the module."""


WRITERS = {"phhs": Collection, "ohh": OpenHistory, "json": Session, "csv": Sheet}
FORMATS = tuple(WRITERS)


def pieces(kind, hands, rulings=True, title=""):
    """Iterate the text of a file of Kept hands, oldest first. ``rulings``: with what was irregular;
    ``title``: of the session, where the format has a place for it."""
    stream = io.StringIO()
    writer = WRITERS[kind](stream, rulings, title)
    for one in hands:
        writer.add(one)
        yield _taken(stream)
    writer.end()
    yield _taken(stream)


def rendered(kind, hands, rulings=True, title=""):
    """The whole text of a file; see ``pieces``."""
    return "".join(pieces(kind, hands, rulings, title))


def _taken(stream):
    text = stream.getvalue()
    stream.seek(0)
    stream.truncate()
    return text
