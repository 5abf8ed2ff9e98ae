"""The desk's side of each rulebook: complete, cited, and nothing borrowed."""

import csv

import pytest

from shared_rules.desk import books
from shared_rules.rulebooks import BOOKS, UnknownBook
from tests.conftest import shared

JUDGES = {"automatic", "floor", "td"}


@pytest.mark.parametrize("name", BOOKS)
def test_a_book_speaks_of_every_key_once_or_is_silent_about_it(name):
    module = books.module_of(name)
    said = [row[books.KEY] for row in module.RULES]
    silent = [key for _, _, keys in module.SILENT for key in keys.split()]
    assert sorted(said + silent) == sorted(books.KEYS)


@pytest.mark.parametrize("name", BOOKS)
def test_every_citation_is_a_rule_of_the_book(name):
    with open(shared("rulebooks", "coverage.csv"), encoding="utf-8", newline="") as stream:
        rules = {r["rule"] for r in csv.DictReader(stream) if r["rulebook"] == name}
    module = books.module_of(name)
    for cites, judge in [(r[books.CITES], r[books.DECIDED_BY]) for r in module.RULES] + [
        (row[0], row[1]) for row in module.SILENT
    ]:
        assert cites and set(cites) <= rules
        assert judge in JUDGES


def test_an_unknown_book_and_an_unknown_key_are_named():
    with pytest.raises(UnknownBook, match="unknown rulebook 'wsop'"):
        books.get("wsop")
    with pytest.raises(KeyError, match=r"no\.such"):
        books.get("tda-2011").rule("no.such")
