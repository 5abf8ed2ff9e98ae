"""Which test shows which situation and value, and the proof that it does.

``shown.json`` names for each key one test that reaches it through a hand or a table: a situation
it is ruled on, a value the engine reads. While that test runs, the key must come up; otherwise it
fails. ``SHOWN=write pytest -p no:xdist tests/rulings`` writes the file anew, taking for each key
the test with the fewest others. ``test_books.py`` shows nothing: it only looks at the rows.
"""

import json
import os
from pathlib import Path

import pytest

from shared_rules.engine import Hand
from shared_rules.rulebooks import Book

FILE = Path(__file__).with_name("shown.json")
HERE = "tests/rulings/"
STRUCTURAL = ("test_books.py", "test_coverage.py")
_claims = {}
_recorded = {}


def claims():
    """Test -> keys it is to show."""
    if not _claims and FILE.exists():
        for key, test in json.loads(FILE.read_text(encoding="utf-8")).items():
            _claims.setdefault(test, []).append(key)
    return _claims


@pytest.fixture(autouse=True)
def _shows(request, monkeypatch):
    """Note what the test rules on and reads; fail when it is not what it is listed for."""
    test = request.node.nodeid.removeprefix(HERE)
    if test.startswith(STRUCTURAL):
        yield
        return
    seen = set()
    rule, accepted, value = Hand.rule, Hand.accepted, Book.value

    def noted_rule(self, key, *args, **more):
        seen.add(key)
        return rule(self, key, *args, **more)

    def noted_accepted(self, key, *args, **more):
        seen.add(key)
        return accepted(self, key, *args, **more)

    def noted_value(self, key, default=None):
        seen.add(key)
        return value(self, key, default)

    monkeypatch.setattr(Hand, "rule", noted_rule)
    monkeypatch.setattr(Hand, "accepted", noted_accepted)
    monkeypatch.setattr(Book, "value", noted_value)
    yield
    if os.environ.get("SHOWN") == "write":
        _recorded[test] = sorted(seen)
        return
    gone = sorted(set(claims().get(test, ())) - seen)
    assert not gone, f"{FILE.name} says this test shows {gone}, and it does not"


def pytest_sessionfinish():
    if os.environ.get("SHOWN") != "write" or not _recorded:
        return
    best = {}
    for test in sorted(_recorded, key=lambda t: (len(_recorded[t]), t)):
        for key in _recorded[test]:
            best.setdefault(key, test)
    text = json.dumps(best, indent=0, sort_keys=True, ensure_ascii=True)
    FILE.write_text(text + "\n", encoding="utf-8")
