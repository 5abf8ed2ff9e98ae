"""Where the 32-bit interpreter comes from, and what is said when it cannot."""

import pytest

from tools.dev import i386


@pytest.mark.parametrize(
    "name, text",
    [
        ("sources.list", "deb http://mirror.example/debian bookworm main\n"),
        ("sources.list.d/a.list", "deb [arch=amd64] http://mirror.example/debian/ bookworm main\n"),
        ("sources.list.d/debian.sources", "Types: deb\nURIs: http://mirror.example/debian\n"),
    ],
)
def test_the_mirror_is_the_one_apt_uses(tmp_path, name, text):
    (tmp_path / "sources.list.d").mkdir()
    (tmp_path / name).write_text(text)
    assert i386.mirror(tmp_path) == "http://mirror.example/debian"


def test_other_archives_are_not_taken_for_debian(tmp_path):
    (tmp_path / "sources.list").write_text("deb http://other.example/apt stable main\n")
    with pytest.raises(i386.Unavailable, match="no Debian mirror"):
        i386.mirror(tmp_path)


def test_without_apt_one_line_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(i386, "CACHE", tmp_path)
    monkeypatch.setattr(i386.shutil, "which", lambda name: None)
    with pytest.raises(i386.Unavailable, match="no apt-get"):
        i386.fetch()


def test_what_has_not_been_fetched_says_how_to(tmp_path, monkeypatch):
    monkeypatch.setattr(i386, "CACHE", tmp_path)
    with pytest.raises(i386.Unavailable, match="python -m tools.dev.i386 fetches it"):
        i386.command()
