"""The vault's audit log: its parts, what was taken out of it, and the way on when it is damaged."""

import itertools
import json
from pathlib import Path

import pytest

from gateway.errors import VaultError
from gateway.process.lock import FolderLock
from gateway.vault import audit, release_modes
from gateway.vault.server import Server
from tests.vault.rooms import KEY
from tools import cli

SMALL = 2000  # bytes of a part: some ten entries
DAY_MS = 86_400_000


@pytest.fixture
def path(tmp_path):
    folder = tmp_path / "var" / "vault"
    folder.mkdir(parents=True)
    return folder / "audit.log"


def written(path, count, wall_ms=None):
    """A log of ``count`` entries, in parts; closed."""
    ticks = itertools.count(1)
    log = audit.Audit(path, wall_ms or (lambda: next(ticks)), SMALL)
    while log.n < count:
        log.write({"what": "read", "consumer": "broadcast", "cards": 2})
    log.close()
    return log.n, log.head


def spoil(file, line=2):
    """Change a word in a line (from 0) of a part."""
    lines = file.read_text().splitlines(keepends=True)
    lines[line] = lines[line].replace('"cards": 2', '"cards": 1').replace("goes_on", "goes_of")
    file.write_text("".join(lines))


def bytes_of(folder):
    """Every byte of the log's files, in any order of files."""
    return sorted(line for p in folder.glob("audit*") for line in p.read_bytes().splitlines())


def test_the_log_goes_on_in_parts_and_a_start_reads_the_newest(path, monkeypatch):
    n, head = written(path, 100)
    closed = audit.parts(path)
    assert len(closed) > 5 and audit.verify(path) == (n, head)
    assert max(p.stat().st_size for p in [*closed, path]) < SMALL + 500
    assert [e["n"] for e in audit.entries(path)] == list(range(1, n + 1))
    read, real = [], audit._lines
    monkeypatch.setattr(audit, "_lines", lambda file: read.append(file) or real(file))
    log = audit.Audit(path, lambda: 1, SMALL)
    assert (log.n, log.head, read) == (n, head, [path])
    log.close()


@pytest.mark.parametrize("when", ["before", "between"])
def test_a_crash_between_two_parts_loses_nothing(path, monkeypatch, when):
    log = audit.Audit(path, lambda: 1, SMALL)
    real, left = type(path).rename, [0 if when == "before" else 1]

    def rename(self, target):
        left[0] -= 1
        if left[0] < 0:
            raise KeyboardInterrupt
        return real(self, target)

    monkeypatch.setattr(type(path), "rename", rename)
    with pytest.raises(KeyboardInterrupt):
        while True:
            log.write({"what": "read"})
    monkeypatch.undo()
    assert path.exists() == (when == "before")
    again = audit.Audit(path, lambda: 1, SMALL)
    again.write({"what": "read"})
    again.close()
    count, _head = audit.verify(path)
    assert [e["n"] for e in audit.entries(path)] == list(range(1, count + 1))


@pytest.mark.parametrize("which", [0, 3, -1])
def test_a_part_that_was_deleted_or_changed_is_noticed(path, which):
    written(path, 100)
    file = audit.parts(path)[which]
    whole = file.read_bytes()
    spoil(file)
    with pytest.raises(VaultError, match=f"{file.name}: line 3 does not follow"):
        audit.verify(path)
    file.unlink()
    with pytest.raises(VaultError, match="a part is missing"):
        audit.verify(path)
    file.write_bytes(whole)
    audit.verify(path)


def test_a_log_that_is_gone_is_not_begun_anew(path):
    written(path, 100)
    path.unlink()
    for empty in (False, True):
        if empty:
            path.touch()
        with pytest.raises(VaultError, match="not there, or empty: put back a copy of it, or go"):
            audit.Audit(path, lambda: 1)


BROKEN = {
    "a closed part": lambda closed, path: spoil(closed[2]),
    "the newest": lambda closed, path: spoil(path),
    "its first line": lambda closed, path: spoil(path, 0),
    "no text": lambda closed, path: path.write_bytes(b"\xff\xfe\n" + path.read_bytes()),
    "no entry": lambda closed, path: path.write_bytes(b'{"entry":5,"hash":6}\n'),
    "nested": lambda closed, path: path.write_text("[" * 5000 + "\n"),
    "a part gone": lambda closed, path: closed[1].unlink(),
    "the newest gone": lambda closed, path: path.unlink(),
    "first part": lambda closed, path: spoil(closed[0], 0),
    "two in a row": lambda closed, path: (spoil(closed[-1]), spoil(path)),
    "all": lambda closed, path: [spoil(p, 0) for p in [*closed, path]],
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_chain_goes_on_loses_nothing_and_hides_nothing(path, what):
    written(path, 60)
    BROKEN[what](audit.parts(path), path)
    with pytest.raises(VaultError):
        if path.exists():
            audit.verify(path)
        else:
            audit.Audit(path, lambda: 1)
    before = bytes_of(path.parent)
    said = audit.go_on(path, 5, "the technician")
    assert said and audit.go_on(path, 5, "the technician") == []
    after = bytes_of(path.parent)
    assert not [line for line in before if line not in after], "nothing is lost"
    reported = []
    count, _head = audit.verify(path, reported)
    assert len(reported) == len(said) and all("the technician" in text for text in reported)
    log = audit.Audit(path, lambda: 6, SMALL)
    log.write({"what": "read"})
    log.close()
    assert audit.verify(path)[0] == count + 1
    for kept in path.parent.glob("audit-broken-*"):
        kept.write_bytes(kept.read_bytes() + b" ")
        with pytest.raises(VaultError, match="is gone or is not what it was"):
            audit.verify(path)


def test_what_is_old_is_taken_out_and_said(path):
    walls = itertools.count(DAY_MS, DAY_MS)
    n, _head = written(path, 100, lambda: next(walls))
    taken = [audit.prune(path, day * DAY_MS, 200 * DAY_MS, "root") for day in (5, 40, 40, 80)]
    assert taken[0] == 0 and taken[1] > 20 and taken[2] == 0 and taken[3] > 20
    reported = []
    count, _head = audit.verify(path, reported)
    assert count == n + 2 and len(reported) == 2 and "were taken out by root" in reported[1]
    left = list(audit.entries(path))
    assert left[0]["n"] == sum(taken) + 1 and min(e["wall"] for e in left) > 60 * DAY_MS
    audit.parts(path)[0].unlink()
    with pytest.raises(VaultError, match="a part is missing"):
        audit.verify(path)


def test_the_command_says_what_is_wrong_and_how_to_go_on(path, capsys):
    written(path, 30)
    spoil(path, 1)
    data = ["--data", str(path.parent.parent)]
    assert cli.main(["vault", "audit", *data]) == 2
    assert "or go on without: feltwire vault audit --go-on" in capsys.readouterr().err
    assert cli.main(["vault", "run", *data]) == 2
    assert "feltwire vault audit --go-on" in capsys.readouterr().err
    with FolderLock(path.parent, "vault"):  # as a vault at work has it
        assert cli.main(["vault", "audit", "--go-on", *data]) == 2
    assert "another vault is using" in capsys.readouterr().err
    assert cli.main(["vault", "audit", "--go-on", *data]) == 0
    assert "audit-broken-1.log: line 2 does not follow" in capsys.readouterr().out
    assert cli.main(["vault", "audit", *data]) == 0
    said = capsys.readouterr().out
    assert "the chain holds" in said and "audit-broken-1.log was put apart by " in said
    assert cli.main(["vault", "audit", "--prune-days", "1", *data]) == 0
    assert "entries taken out" in capsys.readouterr().out
    assert json.loads(path.read_text().splitlines()[-1])["entry"]["what"] == "pruned"


def zeroed(path):
    path.write_bytes(bytes(path.stat().st_size))


def cut_short(path):
    path.write_text("".join(path.read_text().splitlines(keepends=True)[:2]))


def half_written(path):
    size = path.stat().st_size
    path.write_bytes(path.read_bytes()[: size // 3] + bytes(size - size // 3))


def exchanged(path):
    folder = path.with_name("other")
    folder.mkdir()
    written(folder / path.name, 12)
    (folder / path.name).replace(path)


def state_gone(path):
    for file in path.parent.glob("state.*"):
        file.unlink()


def state_empty(path):
    state_gone(path)
    path.with_name("state.sqlite3").touch()


@pytest.mark.parametrize(
    "what", [Path.unlink, zeroed, cut_short, half_written, exchanged, state_gone, state_empty]
)
def test_a_vault_knows_how_its_log_ended_and_does_not_begin_it_anew(path, capsys, what):
    def begun():
        return Server(path.parent, KEY, release_modes.Policy(), figures=False)

    server = begun()
    while server._audit.n < 9:
        server._audit.write({"what": "read", "consumer": "broadcast", "cards": 2})
    server.core.tick()
    for _ in range(2):
        server._audit.write({"what": "read", "consumer": "broadcast", "cards": 2})
    server._audit.close()
    server._state.close()
    what(path)
    for _ in range(2):
        with pytest.raises(VaultError, match="go-on"):
            begun()
    data = str(path.parents[1])
    assert cli.main(["vault", "audit", "--go-on", "--data", data]) == 0
    assert "went on without" in capsys.readouterr().out
    begun()._audit.close()
    assert cli.main(["vault", "audit", "--data", data]) == 0
    assert "went on without" in capsys.readouterr().out


def test_a_log_that_is_longer_than_the_vaults_state_says_is_right(path):
    server = Server(path.parent, KEY, release_modes.Policy(), figures=False)
    server.core.tick()
    server._audit.write({"what": "read", "consumer": "broadcast", "cards": 2})
    server._audit.close()
    Server(path.parent, KEY, release_modes.Policy(), figures=False)._audit.close()
