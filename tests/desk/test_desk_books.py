"""The desk's side of each rulebook: complete, cited, and nothing borrowed."""

import csv

import pytest

from shared_rules.desk import books
from shared_rules.rulebooks import BOOKS, UnknownBook
from tests.conftest import shared

JUDGES = {"automatic", "floor", "td"}
# what each book says of a matter it does not speak of: fairness first, the director decides
UNCOVERED = {
    "ipr-2018": "G3.C",
    "ipr-web": "W1.1",
    "rrop-6": "S2-DEC-1",
    "stg-2011": "M1",
    "tda-2011": "1",
}


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


@pytest.mark.parametrize("name", BOOKS)
def test_silence_cites_the_rule_about_matters_no_rule_covers(name):
    module = books.module_of(name)
    assert [row for row in module.SILENT if UNCOVERED[name] not in row[0]] == []


def test_an_unknown_book_and_an_unknown_key_are_named():
    with pytest.raises(UnknownBook, match="unknown rulebook 'wsop'"):
        books.get("wsop")
    with pytest.raises(KeyError, match=r"no\.such"):
        books.get("tda-2011").rule("no.such")
