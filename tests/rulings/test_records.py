"""Every key of ``hand.pending`` and of a setup is declared, and written by its owners only."""

import ast

import pytest

from shared_rules import records, values
from tests.conftest import ROOT

TREE = ROOT / "shared_rules"
APART = {"rulebooks", "desk"}  # folders that know no hand: the desk's setups are its own
READS = ("get",)
WRITES = ("setdefault", "pop")
# names under which functions hold the two dicts
PENDING, SETUP = {"pending"}, {"setup", "next_setup"}


def text(node):
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def holds(node, names):
    """True for ``hand.NAME`` or a local NAME."""
    return (getattr(node, "attr", None) or getattr(node, "id", None)) in names


def uses(source, names):
    """(line, key or None when it is worked out, written) of each use of such a dict."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Subscript) and holds(node.value, names):
            yield node.lineno, text(node.slice), not isinstance(node.ctx, ast.Load)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            known = node.func.attr in READS + WRITES
            if known and holds(node.func.value, names) and node.args:
                yield node.lineno, text(node.args[0]), node.func.attr in WRITES
        elif isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.In, ast.NotIn)):
            keys = [text(node.left)] if holds(node.comparators[0], names) else []
            yield from ((node.lineno, key, False) for key in keys)


def all_uses(names):
    for path in sorted(TREE.rglob("*.py")):
        if path.stem not in ("records", "values") and not APART & set(path.parts):
            for line, key, written in uses(path.read_text(), names):
                yield path, line, key, written


def faults(found, owners):
    """Lines about keys that are not declared, or are written by who does not own them."""
    for path, line, key, written in found:
        if key is None:
            continue
        if key not in owners:
            yield f"{path.name}:{line}: {key!r} is not declared in shared_rules/records.py"
        elif written and path.stem not in owners[key]:
            yield f"{path.name}:{line} writes {key!r}, which belongs to {', '.join(owners[key])}"


OWNERS = {key: owners.split() for key, owners, *_ in records.PENDING}


def test_what_a_hand_remembers_is_declared_and_written_by_its_owner():
    assert list(faults(all_uses(PENDING), OWNERS)) == []


def test_each_declared_memory_is_written_by_each_of_its_owners():
    written = {(key, path.stem) for path, _line, key, wrote in all_uses(PENDING) if wrote}
    declared = {(key, owner) for key, owners in OWNERS.items() for owner in owners}
    assert declared - written == set()


SAID = {key: None for key, *_ in records.SETUP}


def test_what_a_setup_says_is_declared():
    found = [(p, n, key, False) for p, n, key, _ in all_uses(SETUP)]
    assert list(faults(found, SAID)) == []


def test_a_declared_key_of_a_setup_is_read_somewhere():
    sources = "".join(p.read_text() for p in TREE.rglob("*.py") if p.stem not in LISTS)
    assert [key for key in SAID if f'"{key}"' not in sources] == []


LISTS = ("records", "values")


@pytest.mark.parametrize("rows", [records.PENDING, records.SETUP], ids=["pending", "setup"])
def test_a_key_is_declared_once_with_type_and_meaning(rows):
    keys = [row[0] for row in rows]
    assert len(keys) == len(set(keys))
    assert all(len(row) == 4 and all(row) for row in rows)


def test_the_types_of_a_setup_are_those_that_are_asked_for_where_it_comes_in():
    for key, _who, kind, _meaning in records.SETUP:
        asked = values.OF_KIND["setup"].get(key) or values._type_of(key) or values.ELSE.get(key)
        assert asked in (None, kind), key


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ('hand.pending["dael"] = 1', "'dael' is not declared"),
        ('x = hand.pending.get("dael")', "'dael' is not declared"),
        ('x = "dael" in hand.pending', "'dael' is not declared"),
        ('hand.pending.setdefault("deal", {})', "belongs to dealing"),
        ('del hand.pending["deal"]', "belongs to dealing"),
    ],
)
def test_a_typo_and_a_strange_hand_are_noticed(tmp_path, source, said):
    found = [(tmp_path / "odd.py", *use) for use in uses(source, PENDING)]
    (fault,) = faults(found, OWNERS)
    assert said in fault


def test_an_owner_may_read_and_write():
    lines = 'hand.pending["deal"] = d\nx = hand.pending.get("deal")'
    found = [(TREE / "hand" / "dealing.py", *use) for use in uses(lines, PENDING)]
    assert len(found) == 2 and list(faults(found, OWNERS)) == []
