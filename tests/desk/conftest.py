"""Which test shows which rule of a book's desk, and the proof that it does.

``shown.json`` names for each ``book key`` one test in which a decision rests on it: it is cited,
or its value is read. While that test runs, the key must come up; otherwise it fails.
``SHOWN=write pytest tests/desk`` writes the file anew, taking for each key the test
with the fewest others. Tests of the rows or of whole files of cases show nothing.
"""

from pathlib import Path

import pytest

from shared_rules.desk import decision
from shared_rules.desk.books import DeskBook
from tests.shown import Shown

FILE = Path(__file__).with_name("shown.json")
HERE = "tests/desk/"
STRUCTURAL = (
    "test_desk_books.py", "test_coverage.py", "test_open_cases.py", "test_further_cases.py",
    "test_on_vm.py", "test_properties.py",
)  # fmt: skip
SHOWN = Shown(FILE, HERE, STRUCTURAL)


@pytest.fixture(autouse=True)
def _shows(request, monkeypatch):
    """Note what the test's decisions rest on; fail when it is not what the test is listed for."""
    test = SHOWN.name_of(request.node)
    if test is None:
        yield
        return
    seen = set()
    cites, value = decision.cites, DeskBook.value

    def noted_cites(rules):
        seen.update(f"{rule.cite[0].partition(':')[0]} {rule.key}" for rule in rules)
        return cites(rules)

    def noted_value(self, key, default=None):
        seen.add(f"{self.name} {key}")
        return value(self, key, default)

    monkeypatch.setattr(decision, "cites", noted_cites)
    monkeypatch.setattr(DeskBook, "value", noted_value)
    yield
    SHOWN.done(test, seen)


def pytest_sessionfinish():
    SHOWN.finish()
