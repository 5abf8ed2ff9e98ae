"""The page that says where each rule is held agrees with the data."""

import pytest

from shared_rules import rulebooks
from shared_rules.rulebooks import keys
from tests.conftest import shared
from tools.docs import coverage, coverage_open


@pytest.fixture(autouse=True)
def _material():
    shared("rulebooks", "coverage.csv")
    shared("cases", "open.jsonl")


def test_every_decidable_rule_is_held_or_listed_with_its_reason():
    missing = set(coverage.missing())
    assert missing - coverage_open.listed() == set(), "held by nothing"
    assert coverage_open.listed() - missing == set(), "listed as open, but held"


@pytest.mark.parametrize(
    ("book", "rule"), [("rrop-6", "S12-JB-1"), ("ipr-2018", "17.4"), ("ipr-web", "W36.5")]
)
def test_a_rule_whose_row_is_deleted_is_found_missing(book, rule, monkeypatch):
    full = coverage.parts

    def without(name):
        return [Part(part, book == name and rule) for part in full(name)]

    assert (book, rule) not in coverage.missing()
    monkeypatch.setattr(coverage, "parts", without)
    assert coverage.missing() == [(book, rule)]


class Part:
    """A part of a book, less the rows that cite a rule."""

    def __init__(self, part, gone):
        self.OUTCOMES = [r for r in part.OUTCOMES if gone not in r[rulebooks.CITES]]
        self.VALUES = [r for r in part.VALUES if gone not in r[2]]
        self.SILENT = [r for r in getattr(part, "SILENT", ()) if gone not in r[0]]


def test_every_rule_is_shown_and_every_key_reached_or_explained():
    assert coverage.shown_by_nothing() == []
    named = {key for key, _ in keys.SITUATIONS + keys.VALUES}
    shown = coverage.tests_by_key()
    assert named - set(shown) == coverage_open.unshown(), (
        "reached by no test, or listed for nothing: SHOWN=write pytest tests/rulings"
    )
    assert set(shown) - named <= {"frame.no_incident"}, "no such key"


def test_the_page_is_up_to_date():
    assert coverage.PAGE.read_text(encoding="utf-8") == coverage.page(), (
        "run python -m tools.docs.coverage"
    )
