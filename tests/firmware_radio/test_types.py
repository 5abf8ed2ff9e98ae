"""The firmware calls only what the boards' MicroPython has, as the ports' stubs tell."""

import ast
import functools
import re

import pytest

from tests.conftest import ROOT
from tools.dev import typecheck

FOREIGN = re.compile(r"^ *(?:import|from) (?!firmware|shared_rules)(\w+)", re.MULTILINE)


def stub(port, module):
    """What a port's stubs say of a module, without words on it; None where they have none."""
    folder = typecheck.fetch(port)
    for base in (folder, folder / "stdlib"):
        for path in (base / f"{module}.pyi", base / module / "__init__.pyi"):
            if path.exists():
                tree = ast.parse(path.read_text(encoding="utf-8"))
                for node in ast.walk(tree):
                    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                        node.value.value = ""
                return ast.dump(tree)
    return None


@functools.cache
def is_alike(module):
    """True when all ports have the same of a module."""
    return len({stub(port, module) for port in typecheck.PORTS}) == 1


def files_of(port):
    """All firmware for the first port; for others the files that import what a port has otherwise:
    the rest is the same code against the same modules."""
    if port == typecheck.PORTS[0]:
        return ["firmware"]
    found = sorted((ROOT / "firmware").rglob("*.py"))
    return [
        str(p.relative_to(ROOT))
        for p in found
        if not all(map(is_alike, FOREIGN.findall(p.read_text())))
    ]


BAD = "import machine\nimport time\nmachine.Pin(1).frobnicate()\ntime.ticks_parsecs()\n"


@pytest.mark.parametrize("port", typecheck.PORTS)
def test_firmware_agrees_with_the_stubs_and_a_call_no_board_has_is_found(tmp_path, port):
    files = files_of(port)
    assert port == typecheck.PORTS[0] or "firmware/main.py" in files
    bad = tmp_path / "bad.py"
    bad.write_text(BAD)
    found = [line.split(" ")[0].split(":")[:2] for line in typecheck.check(port, [*files, bad])]
    assert [(name.rpartition("/")[2], line) for name, line in found] == [
        ("bad.py", "3"), ("bad.py", "4"),
    ]  # fmt: skip


def members(folder):
    """The names of what classes have, by the stubs in a folder."""
    for stub in folder.rglob("*.pyi"):
        for node in ast.walk(ast.parse(stub.read_text(encoding="utf-8"))):
            for part in node.body if isinstance(node, ast.ClassDef) else ():
                yield getattr(part, "name", getattr(getattr(part, "target", None), "id", None))


@pytest.mark.parametrize("port", typecheck.PORTS)
def test_an_image_renames_no_attribute_that_objects_of_the_port_have(port, real_image):
    _rom, short = real_image
    renamed = {
        old
        for of in short.values()
        for new, olds in of.items()
        if new[1].isupper()
        for old in olds.split("/")
    }
    known = set(members(typecheck.fetch(port)))
    assert {"feed", "duty_u16", "append"} <= known
    assert len(renamed) > 100 and renamed & known == set()
