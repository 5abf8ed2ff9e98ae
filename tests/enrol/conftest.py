"""A real pcscd with vpcd, our virtual tags, and enrolment as a person uses it."""

import threading

import pytest

from tests.enrol.pcscd import Daemon
from tools import cli
from tools.virtual.pcsc_reader import VirtualReader
from tools.virtual.things import make_deck


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

    Between two tags the field stays occupied (``VirtualReader.swap``), which saves the tests the
    reader's polling; ``lift_after`` names the lines after which the tag is really taken away.
    """

    NEWS = ("deck ", "batch ", "in: ")  # lines that are about no single tag
    DONE = ("enrolled", "refused", "written", "counted", "foreign", " of ")

    def __init__(self, reader, tags, capsys, lift_after=()):
        self.reader, self.tags, self.capsys = reader, list(tags), capsys
        self.lift_after = lift_after
        self.lines = []

    def start(self):
        self._lay()
        return self

    def _lay(self):
        if self.tags:
            tag = self.tags.pop(0)
            if tag is not None:
                self.reader.lay(tag)

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
        if self.tags:
            tag = self.tags.pop(0)
            self.reader.swap(tag) if tag is not None else self.reader.lift()

    def _again(self):
        self.reader.lift()
        self._lay()


@pytest.fixture
def run(reader, monkeypatch, capsys):
    """``run(tags, *arguments)``: a command with a person at the reader: (exit code, lines)."""

    def go(tags, *arguments, timeout=20):
        person = Person(reader, tags, capsys)
        monkeypatch.setattr("tools.enrol.common.say", person.hear)
        person.start()
        code = cli.main([*arguments, "--timeout", str(timeout)])
        reader.lift()
        return code, person.lines + capsys.readouterr().err.splitlines()

    return go
