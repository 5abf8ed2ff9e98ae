"""The rulebook data: every row has its shape, every situation an answer in every book."""

import csv
import re
from types import SimpleNamespace

import pytest

from gateway.tables import words
from shared_rules import rulebooks, sentences
from shared_rules.engine import Hand
from shared_rules.rulebooks import keys, process, rows
from tests.conftest import ROOT, shared
from tests.rulings.ruling_scene import ring
from tools.docs.coverage import parts

SITUATIONS = [k for k, _ in keys.SITUATIONS]
VALUES = [k for k, _ in keys.VALUES]
CODES = [row[0] for row in sentences.CODES]


def outcomes(book):
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
    for key, ruling, misdeal, binding, steps, who, cites, confidence, note in outcomes(book):
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


def test_a_field_is_what_its_row_names_it():
    said = {
        "ruling": "card_plays", "misdeal": False, "binding": True, "steps": "no_burn redeal",
        "decided_by": "td", "cite": ("7",), "confidence": "medium", "note": "why",
    }  # fmt: skip
    own = SimpleNamespace(
        OUTCOMES=(rows.outcome("a.b", **said), rows.outcome("c.d", **{**said, "ruling": "bet"})),
        VALUES=(rows.value("e.f", 60, cite=("8", "9"), note="per cent"),),
        SILENT=(rows.left_open("g.h i.j", cite=("1",), decided_by="floor"),),
        DEADLINES=(rows.deadline("next_hand", keys="x.y a.b", cite=("4",), ms=60000),),
    )
    book = rulebooks.Book("club-1", (own,))
    outcome = vars(book.outcome("a.b"))
    said.update(cite=("club-1:7",), steps=("no_burn", "redeal"), key="a.b")
    said.update(deadline=("next_hand", 60000, ("club-1:4",)), silent=False, house=False)
    assert outcome == said
    assert (book.value("e.f"), book.value_cite("e.f")) == (60, ("club-1:8", "club-1:9"))
    for key in ("g.h", "i.j"):
        left = book.outcome(key)
        assert (left.silent, left.decided_by, left.cite) == (True, "floor", ("club-1:1",))


@pytest.mark.parametrize("book", rulebooks.BOOKS)
def test_every_situation_has_one_explicit_answer(book):
    answered = [row[0] for row in outcomes(book)] + [key for key, _, _ in left_open(book)]
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
    for key, *_, cites, _confidence, _note in outcomes(book):
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
