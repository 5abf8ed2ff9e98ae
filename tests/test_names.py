"""A file's name says what it holds: few names occur twice, and ADR 10 says which do on purpose.

Nor does a name mean two things in one package.
"""

import ast
import functools
import re
from collections import defaultdict

import pytest

from tests.conftest import ROOT

FOLDERS = ("firmware", "gateway", "shared_rules", "tools")
PAGE = ROOT / "docs" / "adr" / "0010-rooms-of-gateway-and-tools.md"
EVERYWHERE = {"__init__.py", "__main__.py"}
SHARED_MAX = 26  # names beyond those of the page; lower it when names become fewer


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


# What a name means where several things of a package might have it: ``{package: {name: owners}}``,
# the modules and classes that may define it as a function, a method, an attribute or a constant.
ONE_MEANING = {
    "firmware/table": {
        "before": {"presence.Antenna"},  # the load without the last dwell
        "came": {"evidence"},  # what a load says of things that may have come
        "change": {"change", "phase.Phase"},  # chips given back for a big one
        "frm": {"presence.Tag", "ways.Move"},  # the zone something came from
        "gone": {"spots.Arrival"},  # chips of a motion that are read no more
        "hand_gone": {"cards.Cards", "motion.Chips"},  # a hand is read nowhere
        "held": {"order.Item"},  # since when an act is held back
        "holds": {"spots.Spot"},  # a chip told to lie there is read
        "keys": {"keys", "table.Table"},  # what the dealer presses
        "missed_t": {"cards.Cards", "presence.Track"},  # since when something is missed
        "mouth_missed": {"cards.Cards", "presence.Tag"},  # left the deck unread
        "over": {"spots.Arrival"},  # a motion has ended
        "pot_asked": {"award", "cards.Cards"},  # the dealer's word on a pot is waited for
        "read_before": {"late"},
        "read_once": {"spots.Spot"},
        "said": {"phase.Phase"},  # the last words that named a total
        "uncalled": {"pulled", "departures.Departure"},  # chips of a bet that nobody has matched
        "unread": {"spots.Spot", "unread"},  # lies there, and nothing reads it
    },
    "firmware/link": {"LATE_MS": {"agreeing"}},
}


@functools.cache
def defined(path):
    """``{name: owners}`` of a module: the module itself, and its classes as ``module.Class``."""
    found = defaultdict(set)
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found[path.stem].add(path.stem)
    for node in tree.body:
        owner = f"{path.stem}.{node.name}" if isinstance(node, ast.ClassDef) else path.stem
        for part in ast.walk(node) if isinstance(node, ast.ClassDef) else [node]:
            if isinstance(part, ast.FunctionDef):
                found[part.name].add(owner)
            for target in getattr(part, "targets", [getattr(part, "target", None)]):
                for one in ast.walk(target) if target is not None else ():
                    own = getattr(getattr(one, "value", None), "id", None) == "self"
                    if isinstance(one, ast.Attribute) and own:
                        found[one.attr].add(owner)
                    elif isinstance(one, ast.Name) and part in (node, *getattr(node, "body", ())):
                        found[one.id].add(owner)
    return found


@pytest.mark.parametrize(
    ("package", "name"), [(p, n) for p, names in ONE_MEANING.items() for n in names]
)
def test_a_name_means_one_thing_in_its_package(package, name):
    owners = [defined(path).get(name, set()) for path in (ROOT / package).glob("*.py")]
    assert set().union(*owners) == ONE_MEANING[package][name]


def functions_twice(package):
    """``{name: [modules]}`` of public functions that several modules of a package define."""
    found = defaultdict(set)
    for path in (ROOT / package).glob("*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                found[node.name].add(path.stem)
    return {name: sorted(stems) for name, stems in found.items() if len(stems) > 1}


def test_a_function_of_the_tracker_has_one_name_and_one_home():
    assert functions_twice("firmware/table") == {}
    assert functions_twice("shared_rules/hand/cards")  # that it would be seen
