"""docs/security.md claims nothing without a proof: each test it names is there."""

import ast
import re

import pytest

from tests.conftest import ROOT

PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
NAMED = re.compile(r"(tests/[\w/]+\.py)(?:::(\w+))?")
PROVED = ("## Each person, alone", "## Each thing, stolen")
NOT_STOPPED = "**not stopped**"
OFTEN = 40  # so many lines and names there are at least: a page that was cut short has fewer


def functions_of(path):
    """Names of the test functions of a file, and words of `-k` that can find one."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def missing(page):
    """Tests a page names which are not there."""
    found = []
    for path, name in NAMED.findall(page):
        if not (ROOT / path).is_file() or (name and name not in functions_of(path)):
            found.append(f"{path}::{name}" if name else path)
    for path, word in re.findall(r"(tests/[\w/]+\.py) -k (\w+)", page):
        if (ROOT / path).is_file() and not any(word in name for name in functions_of(path)):
            found.append(f"{path} -k {word}")
    for module in re.findall(r"python -m (tests\.[\w.]+)", page):
        if not (ROOT / (module.replace(".", "/") + ".py")).is_file():
            found.append(module)
    return found


def unproved(page):
    """Lines of the two tables whose proof is neither a test nor "not stopped"."""
    found = []
    for title in PROVED:
        part = page.partition(f"{title}\n")[2].partition("\n## ")[0]
        for line in [line for line in part.splitlines() if line.startswith("| ")][1:]:
            proof = line.rstrip("| ").rpartition(" | ")[2]
            if proof != NOT_STOPPED and not re.fullmatch(r"(`tests/[\w/]+\.py::\w+`(, )?)+", proof):
                found.append(line)
    return found


def test_each_test_that_is_named_is_there():
    assert len(NAMED.findall(PAGE)) > OFTEN
    assert missing(PAGE) == []


def test_each_line_about_a_person_or_a_thing_names_its_test_or_says_not_stopped():
    assert all(PAGE.count(f"{title}\n") == 1 for title in PROVED)
    assert unproved(PAGE) == []
    assert PAGE.count("::test_") > OFTEN and PAGE.count(NOT_STOPPED) > 5


@pytest.mark.parametrize(
    ("old", "new"),
    [("test_whoever_asks", "test_nobody_asks"), ("tests/pki/", "tests/pkj/"),
     ("-k classifier", "-k clairvoyant")],
)  # fmt: skip
def test_a_name_that_leads_nowhere_is_found(old, new):
    assert old in PAGE and missing(PAGE.replace(old, new, 1))


def test_a_line_without_a_proof_is_found():
    assert unproved(PAGE.replace(NOT_STOPPED, "-", 1))
