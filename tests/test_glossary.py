"""One word a thing: the words the glossary replaces stand in no document, screen or name."""

import ast
import functools
import re

import pytest

from tests.conftest import ROOT

PAGE = ROOT / "docs" / "glossary.md"
ROW = re.compile(r"^\| ([^|]+) \| ([^|]+) \| ([^|]*)\|$", re.MULTILINE)
KINDS = (".py", ".md", ".html", ".js")
FOLDERS = (
    "docs",
    "examples",
    "feltwire",
    "firmware",
    "gateway",
    "hardware",
    "shared_rules",
    "tools",
)


def rows():
    """(words, meaning, words not to use) of the glossary's tables."""
    for words, meaning, instead in ROW.findall(PAGE.read_text(encoding="utf-8")):
        if words.strip() not in ("word", "---"):
            yield (
                words.strip(),
                meaning.strip(),
                [w.strip() for w in instead.split(",") if w.strip()],
            )


def files():
    yield from ROOT.glob("*.md")
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in KINDS and path != PAGE and "vendor" not in path.parts:
                yield path


@functools.cache
def texts():
    """Text of each file."""
    return {path: path.read_text(encoding="utf-8") for path in files()}


def pattern(word):
    """Finds a word, in the plural too, in prose and within a name of code."""
    return re.compile(rf"(?<![A-Za-z]){re.escape(word)}s?(?![A-Za-z])", re.I)


FORBIDDEN = sorted({word for _w, _m, instead in rows() for word in instead})


def test_the_glossary_names_each_word_once():
    words = [one.strip() for row, _m, _i in rows() for one in row.split(",")]
    assert len(words) > 30
    assert sorted(words) == sorted(set(words))
    assert not set(words) & set(FORBIDDEN)


@pytest.mark.parametrize("word", FORBIDDEN)
def test_a_word_the_glossary_replaces_stands_nowhere(word):
    look = pattern(word)
    found = [
        f"{path.relative_to(ROOT)}:{n}"
        for path, text in texts().items()
        if look.search(text)
        for n, line in enumerate(text.splitlines(), 1)
        if look.search(line)
    ]
    assert found == [], f"docs/glossary.md has another word for {word}"


def test_such_a_word_is_found_in_prose_and_in_names():
    look = pattern("sighting")
    assert look.search("Sightings of tags") and look.search("last_sighting = 3")
    assert not look.search("insighting")
    assert pattern("talon").search("talon_cards") and not pattern("talon").search("stalon")


# As the name of anything; in prose a person is told. Rooms that still have such names are not
# looked at: what runs on a controller, where a new name costs heap, and what is made after the
# tracker's pattern.
NAMES = ("tell", "tells", "told")
ROOMS = ("feltwire", "firmware", "gateway", "hardware", "shared_rules", "tools")


def names_of(tree):
    """Every name that a module's code gives or uses."""
    for node in ast.walk(tree):
        for field in ("id", "attr", "name", "arg"):
            if isinstance(name := getattr(node, field, None), str):
                yield name


def test_no_name_tells_where_something_is_emitted_reported_or_shown():
    found = {
        f"{path.relative_to(ROOT)}: {name}"
        for room in ROOMS
        for path in (ROOT / room).rglob("*.py")
        for name in names_of(ast.parse(path.read_text(encoding="utf-8")))
        if set(name.split("_")) & set(NAMES)
    }
    assert found == set()
    example = ast.parse("def tell_all(told):\n    x.tells = told")
    assert set(names_of(example)) == {"tell_all", "told", "tells", "x"}
