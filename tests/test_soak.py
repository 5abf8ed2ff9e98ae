"""The table of the long runs has a row for each, and a run writes its own."""

from tools.dev import soak, soak_record

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
