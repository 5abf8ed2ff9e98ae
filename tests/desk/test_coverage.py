"""The page that says where each rule about events and conduct is held agrees with the data."""

import json

import pytest

from shared_rules.desk import books
from tests.conftest import shared
from tests.desk.conftest import FILE
from tools.docs import desk_coverage, desk_open


@pytest.fixture(autouse=True)
def _material():
    shared("rulebooks", "coverage.csv")
    shared("cases", "open-desk.jsonl")


def test_every_rule_is_held_or_explained_and_none_is_both():
    assert desk_coverage.missing() == []


def test_every_sentence_is_about_rules_of_the_list():
    listed = {(b, r) for b in books.BOOKS for r, _ in desk_coverage.rules(b)}
    assert set(desk_open.reasons()) <= listed


@pytest.mark.parametrize(("book", "rule"), [("rrop-6", "S15-18"), ("tda-2011", "30")])
def test_a_rule_whose_row_is_deleted_is_found_missing(book, rule, monkeypatch):
    module = books.module_of(book)
    monkeypatch.setattr(module, "RULES", [r for r in module.RULES if rule not in r[books.CITES]])
    monkeypatch.setattr(module, "SILENT", [r for r in module.SILENT if rule not in r[0]])
    assert desk_coverage.missing() == [(book, rule)]


def test_a_rule_without_its_sentence_is_found_missing(monkeypatch):
    fewer = {k: v for k, v in desk_open.reasons().items() if k != ("tda-2011", "2")}
    monkeypatch.setattr(desk_open, "reasons", lambda: fewer)
    assert desk_coverage.missing() == [("tda-2011", "2")]


@pytest.mark.parametrize("book", books.BOOKS)
def test_every_value_and_procedure_is_shown_by_a_test(book):
    shown = json.loads(FILE.read_text(encoding="utf-8"))
    keys = [row[books.KEY] for row in books.module_of(book).RULES]
    unshown = [k for k in keys if f"{book} {k}" not in shown]
    assert unshown == [], "SHOWN=write pytest tests/desk"


def test_the_page_is_up_to_date():
    assert desk_coverage.PAGE.read_text(encoding="utf-8") == desk_coverage.page(), (
        "run python -m tools.docs.desk_coverage"
    )
