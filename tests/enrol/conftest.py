"""A real pcscd with vpcd, our virtual tags, and enrolment as a person uses it."""

import threading
import time
from functools import partialmethod

import pytest

from tests.enrol.pcscd import Daemon
from tools import cli
from tools.enrol.feed import Feed
from tools.virtual.pcsc_reader import VirtualReader
from tools.virtual.things import make_deck

FAST = 1000  # s that pass for enrolment in one, once no tag comes any more


@pytest.fixture(scope="session")
def daemon(tmp_path_factory):
    made = Daemon(tmp_path_factory.mktemp("pcscd"))
    made.start()
    yield made
    made.stop()


@pytest.fixture
def reader(daemon):
    made = VirtualReader(daemon.port)
    yield made
    made.lift()


@pytest.fixture
def deck():
    return [card.tag for card in make_deck(7, afi=0)]


class Person:
    """Lays down one tag after another: the next as soon as a line says what became of the last.

    Who has no more to lay down does not wait: ``clock`` runs fast from then on, not before.
    Between two tags the field stays occupied (``VirtualReader.swap``), which saves the tests the
    reader's polling; ``lift_after`` names the lines after which the tag is really taken away.
    """

    NEWS = ("deck ", "batch ", "in: ")  # lines that are about no single tag
    DONE = ("enrolled", "refused", "written", "counted", "foreign", " of ")

    def __init__(self, reader, tags, capsys, lift_after=()):
        self.reader, self.tags, self.capsys = reader, list(tags), capsys
        self.lift_after = lift_after
        self.lines = []
        self.has_more = True

    def clock(self):
        """The time enrolment goes by, in s."""
        return time.monotonic() * (1 if self.has_more else FAST)

    def start(self):
        self._lay()
        return self

    def _lay(self):
        tag = self._more()
        if tag is not None:
            self.reader.lay(tag)

    def _more(self):
        tag = self.tags.pop(0) if self.tags else None
        self.has_more = tag is not None
        return tag

    def hear(self, text):
        """What enrolment says; the person's hands follow."""
        self.lines.append(text)
        if any(word in text for word in ("refused", "down again")):
            threading.Thread(target=self._again, daemon=True).start()
        elif any(word in text for word in self.DONE) and not text.startswith(
            ("deck ", "batch ", "in: ")
        ):
            self._next()

    def _next(self):
        ends = not self.tags  # the last one stays where it lies
        tag = self._more()
        if tag is not None:
            self.reader.swap(tag)
        elif not ends:
            self.reader.lift()

    def _again(self):
        self.reader.lift()
        self._lay()


@pytest.fixture
def run(reader, monkeypatch, capsys):
    """``run(tags, *arguments)``: a command with a person at the reader: (exit code, lines)."""

    made = Feed.__init__

    def go(tags, *arguments):
        person = go.person = Person(reader, tags, capsys)
        monkeypatch.setattr("tools.enrol.common.say", person.hear)
        monkeypatch.setattr(Feed, "__init__", partialmethod(made, clock=person.clock))
        person.start()
        code = cli.main([*arguments])
        reader.lift()
        return code, person.lines + capsys.readouterr().err.splitlines()

    return go
