"""The documents say what the code does: generated references are current, links lead somewhere."""

import json
import re

import pytest

from tests.conftest import ROOT
from tools import cli
from tools.docs import references


@pytest.mark.parametrize("name", sorted(references.PAGES))
def test_a_generated_page_is_current(name):
    committed = (references.ROOT / name).read_text(encoding="utf-8")
    made = references.PAGES[name]()
    if name == "docs/openapi.json":  # its wording is FastAPI's and changes with the version
        committed, made = routes(committed), routes(made)
    assert committed == made, "run: python -m tools.docs.references"


def routes(text):
    """Paths of an OpenAPI document, with their methods and parameters."""
    return {
        path: {m: sorted(p["name"] for p in op.get("parameters", ())) for m, op in methods.items()}
        for path, methods in json.loads(text)["paths"].items()
    }


def test_links_between_documents_lead_somewhere():
    broken = []
    for page in [*ROOT.glob("*.md"), *(references.ROOT / "docs").rglob("*.md")]:
        for target in re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8")):
            if "://" not in target and not (page.parent / target).exists():
                broken.append(f"{page.relative_to(ROOT)}: {target}")
    assert not broken, "\n".join(broken)


WIDE = 100
ONE_PIECE = re.compile(r"\s*(?:[-*] )?(?:`[^`]*`|!?\[[^]]*\]\(\S*\))[.,;]?")  # cannot be wrapped


def too_wide(text):
    """Numbers of a page's lines that are longer than prose may be; tables and code may."""
    fenced = False
    for number, line in enumerate(text.splitlines(), 1):
        fenced ^= line.startswith("```")
        code = fenced or line.startswith(("    ", "|"))
        if len(line) > WIDE and not code and not ONE_PIECE.fullmatch(line):
            yield number


def test_prose_wraps():
    pages = [*ROOT.glob("*.md"), *(references.ROOT / "docs").rglob("*.md")]
    found = [f"{page.relative_to(ROOT)}:{number}" for page in pages
             for number in too_wide(page.read_text(encoding="utf-8"))]  # fmt: skip
    assert found == []


def test_a_line_of_prose_that_does_not_wrap_is_noticed():
    word = "x" * 110
    assert list(too_wide(f"a {word}\n")) == [1]
    assert list(too_wide(f"| {word} |\n    {word}\n- [{word}](a.md)\n```\n{word}\n```\n")) == []


def test_the_readme_names_only_commands_there_are():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`feltwire ([a-z]+)", text))
    assert named and named <= {name for name, *_ in cli.COMMANDS}


def test_the_readme_names_only_make_targets_there_are():
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for page in ("README.md", "CONTRIBUTING.md"):
        text = (ROOT / page).read_text(encoding="utf-8")
        assert set(re.findall(r"(?:`| {4})make ([a-z-]+)", text)) <= targets


WALKS = ("walk.md", "add-a-rulebook.md", "add-a-game.md", "add-a-situation.md")
NAMED = re.compile(r"`((?:docs|firmware|gateway|shared_rules|tests|tools)/[\w./-]*)`")


@pytest.mark.parametrize("name", WALKS)
def test_a_page_for_newcomers_is_a_page_and_names_files_that_exist(name):
    text = (ROOT / "docs" / name).read_text(encoding="utf-8")
    named = NAMED.findall(text)
    assert len(named) > 5
    assert [place for place in named if not (ROOT / place).exists()] == []
    assert len(text.splitlines()) <= 80


FUNCTION = re.compile(r"`(\w+)` in\s+`([\w/]+\.py)`")


@pytest.mark.parametrize("name", WALKS)
def test_a_function_they_send_the_reader_to_is_there(name):
    text = (ROOT / "docs" / name).read_text(encoding="utf-8")
    gone = [
        (what, place)
        for what, place in FUNCTION.findall(text)
        if not re.search(rf"^(def|class) {what}\b|^{what} = ", (ROOT / place).read_text(), re.M)
    ]
    assert gone == []
