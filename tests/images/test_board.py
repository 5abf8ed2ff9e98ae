"""The boards' own programs: everything is frozen in, nothing more, and compiles for both."""

import pytest

from tests.conftest import ROOT
from tools.install.images import board


@pytest.mark.parametrize("port", sorted(board.PORTS))
def test_every_module_of_ours_is_frozen_but_the_desk(port):
    frozen = board.frozen(port)
    every = {
        p.relative_to(ROOT).as_posix()
        for package in ("firmware", "shared_rules")
        for p in (ROOT / package).rglob("*.py")
    }
    ours = {name for name in every if not name.startswith("shared_rules/desk/")}
    assert ours < every
    assert ours <= set(frozen)
    assert frozen["boot.py"] == ROOT / "firmware" / "boot.py"
    assert set(frozen) - ours <= {"boot.py", "_boot.py"}
    assert all(path.is_file() for path in frozen.values())


@pytest.mark.parametrize("port", sorted(board.PORTS))
def test_a_file_system_is_mounted_and_what_firmware_imports_is_there(port):
    names = set(board.frozen(port)) | set(board.taken(port))
    assert "_boot.py" in names and "neopixel" in names


@pytest.mark.parametrize("port", sorted(board.PORTS))
def test_every_module_compiles_for_the_board(port):
    found = {}
    for name, path in board.frozen(port).items():
        if name.startswith("shared_rules/rulebooks/") and port != "rp2":
            continue  # data, the same code on every architecture: once is enough
        if (error := board.compile_error(port, path)) is not None:
            found[name] = error
    assert found == {}


def test_what_does_not_compile_is_noticed(tmp_path):
    bad = tmp_path / "bad.py"
    bad.write_text("def f(:\n    pass\n")
    assert "SyntaxError" in board.compile_error("rp2", bad)
