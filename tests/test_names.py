"""A file's name says what it holds: few names occur twice, and ADR 10 says which do on purpose."""

import re
from collections import defaultdict

from tests.conftest import ROOT

FOLDERS = ("firmware", "gateway", "shared_rules", "tools")
PAGE = ROOT / "docs" / "adr" / "0010-rooms-of-gateway-and-tools.md"
EVERYWHERE = {"__init__.py", "__main__.py"}
SHARED_MAX = 33  # names beyond those of the page; lower it when names become fewer


def on_purpose():
    """Patterns of the names that the page lists."""
    rows = PAGE.read_text(encoding="utf-8").split("## Names used more than once")[1]
    names = [name for row in re.findall(r"^\| (`.*?) \|", rows, re.MULTILINE)
             for name in re.findall(r"`([\w*]+\.py)`", row)]  # fmt: skip
    return [re.compile(re.escape(name).replace(r"\*", r"\w*")) for name in names]


def used_twice(folders):
    """``{name: [paths]}`` of the names that more than one file has."""
    found = defaultdict(list)
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            found[path.name].append(str(path.relative_to(ROOT)))
    return {name: paths for name, paths in found.items() if len(paths) > 1}


def test_few_names_of_files_are_used_twice():
    known = on_purpose()
    found = {
        name: paths
        for name, paths in used_twice(FOLDERS).items()
        if name not in EVERYWHERE and not any(k.fullmatch(name) for k in known)
    }
    assert len(found) <= SHARED_MAX, "\n".join(f"{n}: {', '.join(p)}" for n, p in found.items())


def test_the_page_lists_names_that_are_used_twice():
    twice = used_twice([*FOLDERS, "tests"])
    assert len(on_purpose()) > 10
    assert [k.pattern for k in on_purpose() if not any(map(k.fullmatch, twice))] == []
