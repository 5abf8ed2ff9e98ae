"""Where the 32-bit interpreter comes from, and what is said when it cannot."""

import functools
import hashlib
import http.server
import threading

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


@pytest.fixture
def pool(tmp_path, monkeypatch):
    """A mirror with one package in its pool, which ``LOCKED`` names: (its URL, the package)."""
    package = tmp_path / "mirror" / "pool" / "main" / "a.deb"
    package.parent.mkdir(parents=True)
    package.write_bytes(b"as tried")
    digest = hashlib.sha256(b"as tried").hexdigest()
    monkeypatch.setattr(i386, "LOCKED", (("main/a.deb", digest),))
    monkeypatch.setattr(i386, "CACHE", tmp_path / "cache")
    handler = functools.partial(Quiet, directory=tmp_path / "mirror")
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}", package
        server.shutdown()
        thread.join()


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *args):
        pass


def test_a_locked_package_comes_from_the_pool_once(pool):
    uri, package = pool
    [path] = i386.locked(uri)
    assert path.read_bytes() == b"as tried"
    package.unlink()
    assert i386.locked(uri) == [path]


def test_a_package_of_other_bytes_is_not_taken(pool):
    uri, package = pool
    package.write_bytes(b"as triee")
    with pytest.raises(i386.Unavailable, match="a.deb of the mirror is not the file"):
        i386.locked(uri)
    assert not list((i386.CACHE / "locked").iterdir())


def test_what_left_the_pool_is_asked_of_the_index(pool, monkeypatch):
    uri, package = pool
    package.unlink()
    asked, said = [], []
    monkeypatch.setattr(i386, "mirror", lambda: uri)
    monkeypatch.setattr(i386, "indexed", lambda uri: asked.append(uri) or [])
    monkeypatch.setattr(i386.shutil, "which", lambda name: name)
    with pytest.raises(i386.Unavailable, match="no 32-bit MicroPython"):
        i386.fetch(said.append)
    assert asked == [uri]
    assert "a.deb: HTTP Error 404" in said[-1]
