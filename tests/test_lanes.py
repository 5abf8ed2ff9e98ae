"""Each test file is in one lane, and no lane that fails, breaks off or is empty goes unnoticed."""

import re
from collections import Counter
from pathlib import Path

import pytest

from tests import lanes
from tests.conftest import HERE

STEADY = "def test_a(): pass\n"
# What comes out differently the second time, and does not.
TWICE = """import pathlib
def test_at_first():
    first = pathlib.Path("first")
    assert first.exists() or first.touch()
def test_always():
    assert not "this"
"""


def test_each_file_is_in_one_lane():
    where = Counter(
        path
        for parts in lanes.lanes().values()
        for part in parts
        for path in ([Path(part)] if part.endswith(".py") else Path(part).rglob("test_*.py"))
    )
    assert set(where.values()) == {1}
    assert set(where) == {path.relative_to(HERE.parent) for path in HERE.rglob("test_*.py")}


def test_what_is_listed_is_there():
    listed = [name for names in lanes.LANES.values() for name in names]
    assert [name for name in listed if not (HERE / name).exists()] == []


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Runs lanes of one file each; what came of them, and what was printed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.delenv("PYTEST_ADDOPTS", raising=False)

    def of(**files):
        for name, text in files.items():
            Path(f"test_{name}.py").write_text(text)
        total = lanes.run_all({name: [f"test_{name}.py"] for name in files}, 2)
        return total, capsys.readouterr().out

    return of


def test_lanes_add_up_and_what_fails_runs_once_more(run):
    skipped = "import pytest\n@pytest.mark.skip\ndef test_b(): pass\n"
    total, out = run(steady=STEADY + skipped, twice=TWICE)
    assert total == {"passed": 1, "failed": 1, "skipped": 1, "unsteady": 1}
    assert lanes.AGAIN in out
    assert "twice: test_twice.py::test_at_first PASSED" in out
    assert re.search(r"^steady: .*1 passed, 1 skipped in ", out, re.MULTILINE)


def test_a_lane_that_breaks_off_is_a_failure(run):
    total, out = run(
        ends="import os\ndef test_a(): os._exit(0)\n",
        crashes="import os\ndef test_a(): os.abort()\n",
        empty="",
        unloaded="import nothing_like_this\n",
    )
    assert (total["passed"], total["failed"]) == (0, 4)
    for name, code in (("ends", 0), ("crashes", -6), ("empty", 5), ("unloaded", 2)):
        assert f"make test: {name} ended with exit code {code}\n" in out


def test_the_last_line_sums_up_and_the_exit_code_says_whether_all_is_well(monkeypatch, capsys):
    monkeypatch.setattr(lanes.os, "environ", {})
    came = {"": Counter(passed=3, failed=0, skipped=1)}
    monkeypatch.setattr(lanes, "run_all", lambda parts, _n: came["rest" if "rest" in parts else ""])
    assert lanes.main("3", "tests/engine", "tests/desk") == 0
    assert capsys.readouterr().out.startswith("3 passed, 0 failed, 1 skipped in ")
    came["rest"] = Counter(passed=3, failed=1, skipped=0, unsteady=2)
    assert lanes.main("3", "tests") == 1
    assert capsys.readouterr().out.startswith("3 passed, 1 failed, 0 skipped, 2 unsteady in ")
