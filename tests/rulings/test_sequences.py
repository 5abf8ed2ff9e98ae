"""Sequences written from the texts of the books: well formed, and what the engine makes of them.

``sequences/<book>.jsonl`` and ``<book>.<set>.jsonl`` hold two to five things in a row a case, the
expectation from the text of the book alone. ``sequences/known_failures.txt`` lists the cases the
engine does not answer as expected; for changes of the engine it only ever gets shorter: an id that
passes must leave it, no other may fail. Steps, decider and citation are held in the same way:
``sequences/known_differences.txt`` lists those that stay, each with its reason.
"""

import contextlib
import hashlib
import io
import json
import os
import runpy
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from shared_rules import rulebooks
from tests.conftest import shared
from tests.rulings.test_open_cases import counted
from tools.cases.adjudicate import answer_of, play, read_case

FOLDER = Path(__file__).with_name("sequences")
KNOWN = FOLDER / "known_failures.txt"
# Written by VALIDATED=write; a digest covers the file of cases, the schema and the validator.
VALIDATED = FOLDER / "validated.txt"
LANGUAGE = ("schema.json", "validate.py")
DIFFERENCES = FOLDER / "known_differences.txt"
AT_LEAST = {"tda-2011": 660, "rrop-6": 1000, "stg-2011": 720, "ipr-2018": 420, "ipr-web": 370}
FILES = sorted(path.stem for path in FOLDER.glob("*.jsonl"))
BOOKS = sorted({name.split(".")[0] for name in FILES})


def lines(name):
    """The lines of one file, in its order."""
    return (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()


@cache
def cases(name):
    """The cases of one file, in its order; nobody changes them."""
    return [json.loads(line) for line in lines(name)]


@cache
def known():
    """Ids listed as failing, as they stand in the file."""
    found = KNOWN.read_text(encoding="utf-8").splitlines()
    return [line for line in found if line and not line.startswith("#")]


def tool(name, *args):
    """Run one of the case language's tools; its exit status and what it printed."""
    command = [sys.executable, str(shared("cases", name)), *map(str, args)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def of_book(book):
    """The cases of one book, file by file."""
    return [case for name in FILES if name.split(".")[0] == book for case in cases(name)]


@cache
def answers_to(name):
    """What the engine answers to the cases of one file, in their order."""
    read = [read_case(line) for line in lines(name)]
    return [answer_of(case, play(case)[0]) for case in read]


def different(name):
    """``id field`` of each remedy, decider or citation that is not the expected one."""
    for case, answer in zip(cases(name), answers_to(name), strict=True):
        expected = case["expected"]
        steps = expected.get("remedy_steps")
        if steps is not None and counted(answer["remedy_steps"]) != counted(steps):
            yield f"{case['id']} steps"
        if answer["decided_by"] != expected["decided_by"]:
            yield f"{case['id']} decided_by"
        if not set(answer["cite"]) & set(expected["cite"]):
            yield f"{case['id']} cite"


def failing(name, folder, monkeypatch):
    """Ids the scorer fails, of all the cases of one file; it runs in this process."""
    answers = folder / "answers.jsonl"
    made = [json.dumps(answer) for answer in answers_to(name)]
    answers.write_text("\n".join(made) + "\n", encoding="utf-8")
    words = ["score.py", str(FOLDER / f"{name}.jsonl"), str(answers), "--fails"]
    monkeypatch.setattr(sys, "argv", words)
    with contextlib.redirect_stdout(io.StringIO()) as reported:
        runpy.run_path(str(shared("cases", "score.py")), run_name="__main__")
    rows = reported.getvalue().splitlines()
    assert any(row.startswith("all ") for row in rows), rows
    return {row.split()[1] for row in rows if row.startswith("FAIL ")}


def test_every_file_is_a_book_with_enough_cases():
    assert set(AT_LEAST) <= set(BOOKS) <= set(rulebooks.BOOKS)
    for book, count in AT_LEAST.items():
        assert len(of_book(book)) >= count, book


def test_ids_are_unique_and_name_their_book():
    ids = [(case["id"], book) for book in BOOKS for case in of_book(book)]
    assert len({name for name, _ in ids}) == len(ids)
    assert [name for name, book in ids if not name.endswith(f"@{book}")] == []


def test_most_cases_have_several_things_and_all_say_what_happens():
    for book in BOOKS:
        mine = of_book(book)
        assert [case["id"] for case in mine if not case["about"]] == []
        several = [case for case in mine if len(case["happening"]) > 1]
        assert len(several) * 100 >= len(mine) * 95, book


def digest(name):
    """Of a file of cases, and of the language's schema and validator."""
    made = hashlib.sha256()
    for path in (*(shared("cases", n) for n in LANGUAGE), FOLDER / f"{name}.jsonl"):
        made.update(path.read_bytes())
    return made.hexdigest()


def validate(names):
    status, reported = tool("validate.py", *(FOLDER / f"{name}.jsonl" for name in names))
    assert status == 0, reported


def test_cases_follow_the_case_language():
    """A file the validator has seen as it is, it need not see again: that takes half a minute."""
    found = [f"{digest(name)}  {name}" for name in FILES]
    seen = VALIDATED.read_text(encoding="utf-8").splitlines()
    new = [name for name, row in zip(FILES, found, strict=True) if row not in seen]
    if new:
        validate(new)
    if os.environ.get("VALIDATED") == "write":
        VALIDATED.write_text("\n".join(found) + "\n", encoding="utf-8")


@pytest.mark.soak
def test_every_file_follows_the_case_language():
    validate(FILES)


def test_a_case_out_of_the_language_is_found(tmp_path):
    case = dict(cases(FILES[0])[0], happening=[{"what": "no such thing"}])
    path = tmp_path / "bad.jsonl"
    path.write_text(json.dumps(case) + "\n", encoding="utf-8")
    status, reported = tool("validate.py", path)
    assert status == 1 and "schema: happening/0" in reported


def test_the_list_of_failures_is_sorted_and_names_cases():
    listed = known()
    assert listed == sorted(set(listed))
    assert set(listed) <= {case["id"] for name in FILES for case in cases(name)}


@pytest.mark.parametrize("name", FILES)
def test_the_engine_fails_what_is_listed_and_nothing_else(name, tmp_path, monkeypatch):
    listed = {case["id"] for case in cases(name)} & set(known())
    found = failing(name, tmp_path, monkeypatch)
    assert found - listed == set(), "answered otherwise than the text says"
    assert listed - found == set(), "passes now: take it off the list"


def test_every_difference_that_stays_has_its_reason():
    rows = DIFFERENCES.read_text(encoding="utf-8").splitlines()
    listed = [line.split(": ", 1) for line in rows if line and not line.startswith("#")]
    found = [one for name in FILES for one in different(name)]
    assert sorted(one for one, _ in listed) == sorted(found)
    assert [one for one, reason in listed if len(reason) < 20] == []
