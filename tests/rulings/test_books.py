"""The rulebook data: every row has its shape, every situation an answer in every book."""

import csv
import re

import pytest

from gateway.tables import words
from shared_rules import rulebooks, sentences
from shared_rules.engine import Hand
from shared_rules.rulebooks import keys, process
from tests.conftest import ROOT, shared
from tests.rulings.scene import ring
from tools.docs.coverage import parts

SITUATIONS = [k for k, _ in keys.SITUATIONS]
VALUES = [k for k, _ in keys.VALUES]
CODES = [row[0] for row in sentences.CODES]


def rows(book):
    return [row for part in parts(book) for row in part.OUTCOMES]


def left_open(book):
    out = []
    for part in parts(book):
        for cites, who, text in getattr(part, "SILENT", ()):
            out += [(key, cites, who) for key in text.split()]
    return out


def test_keys_are_named_once():
    assert len(SITUATIONS) == len(set(SITUATIONS))
    assert len(VALUES) == len(set(VALUES))


@pytest.mark.parametrize("book", rulebooks.BOOKS)
def test_rows_have_their_shape(book):
    for key, ruling, misdeal, binding, steps, who, cites, confidence, note in rows(book):
        assert ruling in CODES, key
        assert misdeal in (True, False, None) and binding in (True, False, None), key
        for step in steps.split() if isinstance(steps, str) else steps:
            assert step in sentences.STEPS, (key, step)
        assert who in ("automatic", "dealer", "floor", "td"), key
        assert cites and isinstance(cites, tuple), key
        assert confidence in ("high", "medium") and isinstance(note, str), key
    for part in parts(book):
        for row in part.VALUES:
            assert len(row) == 4 and isinstance(row[2], tuple), row[0]


@pytest.mark.parametrize("book", rulebooks.BOOKS)
def test_every_situation_has_one_explicit_answer(book):
    answered = [row[0] for row in rows(book)] + [key for key, _, _ in left_open(book)]
    assert sorted(answered) == sorted(set(answered)), "answered twice"
    assert sorted(set(answered) - set(SITUATIONS)) == [], "not among the keys"
    assert sorted(set(SITUATIONS) - set(answered)) == [], "not answered"


@pytest.mark.parametrize("book", rulebooks.BOOKS)
def test_a_silent_book_hands_the_situation_to_the_floor_with_a_rule_of_its_own(book):
    data = rulebooks.get(book)
    for key, cites, who in left_open(book):
        outcome = data.outcome(key)
        assert (outcome.ruling, outcome.decided_by) == ("floor_decides", who)
        assert outcome.cite == tuple(f"{book}:{c}" for c in cites) and cites


@pytest.mark.parametrize("book", rulebooks.BOOKS)
def test_every_outcome_can_be_ruled(book):
    hand = Hand(ring(), "nlhe", book)
    for key in SITUATIONS:
        r = hand.rule(key, seat=3, amount=500)
        assert r["situation"] == key and r["cite"] and r["text"]
        assert all(c.startswith(book + ":") for c in r["cite"])


@pytest.mark.parametrize("book", rulebooks.BOOKS)
def test_cited_rules_exist(book):
    with open(shared("rulebooks", "coverage.csv"), encoding="utf-8") as stream:
        known = {r["rule"] for r in csv.DictReader(stream) if r["rulebook"] == book}
    for key, *_, cites, _confidence, _note in rows(book):
        for cite in cites:
            bullet = re.sub(r"[a-z]$", "", cite) if book == "ipr-web" else cite
            assert cite in known or bullet in known, (key, cite)
    values = [(row[0], row[2]) for part in parts(book) for row in part.VALUES]
    silent = [(key, cites) for key, cites, _ in left_open(book)]
    for key, cites in values + silent:
        for cite in cites:
            bullet = re.sub(r"[a-z]$", "", cite) if book == "ipr-web" else cite
            assert cite in known or bullet in known, (key, cite)
    for name, cited, _what, module in process.ROWS:
        assert (ROOT / module).is_file()
        assert name != book or set(cited) <= known


def test_every_book_has_its_title_on_screens():
    assert set(words.BOOKS) == set(rulebooks.BOOKS)
