"""What the floor arranges, its pits and the plan of the room, and where that is kept.

A gateway of its own keeps it in a file of the data folder. The gateways of a cluster keep it beside
their people: what is arranged at one is so at all, within ``FOLLOW_S``.
"""

import json
import threading
from pathlib import Path

from gateway.errors import PeopleError
from gateway.process import atomic
from gateway.process.ticker import Ticker

FOLLOW_S = 1.0


class File:
    """A text in a file."""

    shared = False

    def __init__(self, path):
        self._path = path

    def load(self):
        """The text; None where there is none that can be read."""
        try:
            return self._path.read_text()
        except (OSError, ValueError):
            return None

    def change(self, make):
        """Keep what ``make(text)`` gives, nothing for None. OSError when the disk refuses."""
        text = make(self.load())
        if text is not None:
            atomic.write_text(self._path, text)


class Shared:
    """A text in the database of a cluster's people. ``before``: where it was kept until then."""

    shared = True

    def __init__(self, people, name, before):
        self._people, self._name, self._before = people, name, before

    def load(self):
        """The text; None where there is none. PeopleError while the database is away."""
        return self._people.kept(self._name) or self._before.load()

    def change(self, make):
        """See File.change; no other gateway changes it meanwhile. PeopleError when refused."""
        self._people.keep(self._name, lambda text: make(text or self._before.load()))


class Arranged:
    """A JSON value kept in a ``place``; ``fault(value)``: in a line why it cannot be, or None."""

    def __init__(self, place, fault):
        self._place, self._fault = place, fault
        self.shared = place.shared
        self._lock, self._changing = threading.Lock(), threading.Lock()
        self._text, self._value = None, {}
        self.version = 0  # counts changes, for pages that are kept
        self.follow()

    def follow(self):
        """Take in what another gateway has kept; True when that is news."""
        try:
            return self._take(self._place.load())
        except PeopleError:
            return False  # what is known stays until the database is back

    def _take(self, text):
        with self._lock:
            if text == self._text:
                return False
            self._text, self._value = text, self._parsed(text)
            self.version += 1
            return True

    def _parsed(self, text):
        """The value of a text; none yet, or one that cannot be read, is arranged anew."""
        try:
            found = json.loads(text or "{}")
        except ValueError:
            return {}
        return found if self._fault(found) is None else {}

    def change(self, work):
        """Keep ``work(value)``, unless that is a line of text: why not. That line, or None."""
        kept = wrong = None

        def make(text):
            nonlocal kept, wrong
            value = work(self._parsed(text))
            wrong = value if isinstance(value, str) else self._fault(value)
            kept = None if wrong else json.dumps(value, sort_keys=True)
            return kept

        with self._changing:
            self._place.change(make)
            if kept is not None:
                self._take(kept)
        return wrong


def place(gateway, name):
    """Where a gateway keeps what has this name."""
    file = File(Path(gateway.settings.data_dir) / f"{name}.json")
    shared = gateway.people is not None and gateway.people.remote
    return Shared(gateway.people, name, file) if shared else file


def follower(arranged, changed):
    """A Ticker that takes in what the other gateways of a cluster arrange, and then calls
    ``changed()``; a gateway of its own has nothing to follow."""

    def follow():
        news = [one.follow() for one in arranged if one.shared]
        if any(news):
            changed()

    return Ticker("room", FOLLOW_S, follow)
