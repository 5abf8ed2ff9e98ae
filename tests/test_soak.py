"""The table of the long runs has a row for each, and a run writes its own."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tools.dev import i386, roots, soak, soak_record

PAGE = f"""# The long runs

| run | last | commit | minutes | result |
{soak_record.RULE}
| `one` | - | - | - | - |
| `two` | 2026-01-02 | abc1234 | 3.0 | good |
"""


def test_every_run_has_its_row():
    jobs = soak.modules(soak.RANDOM, "../shared/hands", "../shared/cases/open.jsonl")
    names = [soak.REPLAY, soak.PLAY, *map(soak.title, jobs)]
    assert list(soak_record.rows()) == names
    assert not [name for name in names if "/" in name]


def test_a_bare_debian_is_tried_only_where_one_can_be_made(monkeypatch, capsys):
    monkeypatch.setattr(roots, "lacking", lambda: "it needs root")
    monkeypatch.setattr(roots.subprocess, "run", lambda *_a, **_k: pytest.fail("it ran"))
    assert roots.main(["venue"]) == 2
    assert "venue is not run: it needs root" in capsys.readouterr().err
    assert roots.main(["sid"]) == 2


@pytest.mark.parametrize("name", ["venue", *roots.RELEASES])
def test_the_script_of_a_bare_debian_is_one_that_runs(name):
    script = Path(roots.command(name, "/nowhere/root")[0])
    assert os.access(script, os.X_OK)
    for part in (script, script.with_name("make_root.sh")):
        subprocess.run(["sh", "-n", str(part)], check=True)
        named = re.findall(r"(?:tools/dev|docs)/[\w.]+\w", part.read_text(encoding="utf-8"))
        assert named and [place for place in named if not (ROOT / place).exists()] == []


def test_a_root_is_made_from_the_mirror_apt_names(tmp_path):
    (tmp_path / "sources.list").write_text("deb http://deb.example.org/debian bookworm main\n")
    assert i386.mirror(str(tmp_path)) == "http://deb.example.org/debian"


def test_a_run_writes_its_own_row_and_no_other(tmp_path):
    page = tmp_path / "soak.md"
    page.write_text(PAGE)
    soak_record.note("one", 90, True, page, "def5678", "2026-02-03")
    assert page.read_text() == PAGE.replace(
        "| `one` | - | - | - | - |", "| `one` | 2026-02-03 | def5678 | 1.5 | good |"
    )
    soak_record.note("two", 60, False, page, "def5678", "2026-02-03")
    assert soak_record.rows(page)["two"][-1] == "**something differs**"
    soak_record.note("three --hands 5", 60, True, page, "def5678", "2026-02-03")
    assert list(soak_record.rows(page)) == ["one", "two", "three --hands 5"]


def test_a_run_is_noted_whatever_it_finds(monkeypatch):
    reported = []
    monkeypatch.setattr(soak_record, "note", lambda name, _s, good: reported.append((name, good)))
    assert soak.noted("good", lambda: True) is True
    assert soak.noted("bad", lambda: soak.module(("tools.dev.soak", "/nowhere"))) is False
    assert reported == [("good", True), ("bad", False)]
