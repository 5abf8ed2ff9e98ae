"""Which test shows which situation and value, and the proof that it does.

``shown.json`` names for each key one test that reaches it through a hand or a table: a situation
it is ruled on, a value the engine reads. While that test runs, the key must come up; otherwise it
fails. ``SHOWN=write pytest tests/rulings`` writes the file anew, taking for each key
the test with the fewest others. ``test_books.py`` shows nothing: it only looks at the rows.
"""

from pathlib import Path

import pytest

from shared_rules.engine import Hand
from shared_rules.rulebooks import Book
from tests.shown import Shown

FILE = Path(__file__).with_name("shown.json")
HERE = "tests/rulings/"
STRUCTURAL = ("test_books.py", "test_coverage.py")
SHOWN = Shown(FILE, HERE, STRUCTURAL)


@pytest.fixture(autouse=True)
def _shows(request, monkeypatch):
    """Note what the test rules on and reads; fail when it is not what it is listed for."""
    test = SHOWN.name_of(request.node)
    if test is None:
        yield
        return
    seen = set()
    rule, accepted, value, cite = Hand.rule, Hand.accepted, Book.value, Book.value_cite

    def noted_rule(self, key, *args, **more):
        seen.add(key)
        return rule(self, key, *args, **more)

    def noted_accepted(self, key, *args, **more):
        seen.add(key)
        return accepted(self, key, *args, **more)

    def noted_value(self, key, default=None):
        seen.add(key)
        return value(self, key, default)

    def noted_cite(self, key):
        seen.add(key)
        return cite(self, key)

    monkeypatch.setattr(Hand, "rule", noted_rule)
    monkeypatch.setattr(Hand, "accepted", noted_accepted)
    monkeypatch.setattr(Book, "value", noted_value)
    monkeypatch.setattr(Book, "value_cite", noted_cite)
    yield
    SHOWN.done(test, seen)


def pytest_sessionfinish():
    SHOWN.finish()
