"""The page that says where each rule is held agrees with the data."""

import pytest

from tests.conftest import shared
from tools import coverage, coverage_open


@pytest.fixture(autouse=True)
def _material():
    shared("rulebooks", "coverage.csv")
    shared("cases", "open.jsonl")


def test_every_decidable_rule_is_held_or_listed_with_its_reason():
    missing = set(coverage.missing())
    assert missing - coverage_open.listed() == set(), "held by nothing"
    assert coverage_open.listed() - missing == set(), "listed as open, but held"


def test_the_page_is_up_to_date():
    assert coverage.PAGE.read_text(encoding="utf-8") == coverage.page(), (
        "run python -m tools.coverage"
    )
