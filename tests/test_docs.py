"""The documents say what the code does: generated references are current, links lead somewhere."""

import re

import pytest

from tests.conftest import ROOT
from tools import cli, docs


@pytest.mark.parametrize("name", sorted(docs.PAGES))
def test_a_generated_page_is_current(name):
    committed = (docs.ROOT / name).read_text(encoding="utf-8")
    assert committed == docs.PAGES[name](), "run: python -m tools.docs"


def test_links_between_documents_lead_somewhere():
    broken = []
    for page in [*ROOT.glob("*.md"), *(docs.ROOT / "docs").rglob("*.md")]:
        for target in re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8")):
            if "://" not in target and not (page.parent / target).exists():
                broken.append(f"{page.relative_to(ROOT)}: {target}")
    assert not broken, "\n".join(broken)


def test_the_readme_names_only_commands_there_are():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`feltwire ([a-z]+)", text))
    assert named and named <= {name for name, *_ in cli.COMMANDS}


def test_the_readme_names_only_make_targets_there_are():
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for page in ("README.md", "CONTRIBUTING.md"):
        text = (ROOT / page).read_text(encoding="utf-8")
        assert set(re.findall(r"(?:`| {4})make ([a-z]+)", text)) <= targets
