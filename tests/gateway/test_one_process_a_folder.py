"""One process a folder: the second is refused in one line, having changed nothing of the first's.

Each kind of process that keeps a file of its own, as a command; then the first starts again on what
it kept.
"""

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from gateway.errors import GatewayError, VaultError
from gateway.log.sqlite import SqliteLog
from gateway.process.lock import FolderLock
from gateway.vault import audit
from tests.gateway.support import until
from tools.cli.cmd_up import answers
from tools.dev.ports import free_port
from tools.install.supervise import child_env, feltwire


def kept(folder):
    """Names of the files a refused process must add none to, and the audit's bytes."""
    names = {str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file()}
    trail = folder / "vault" / "audit.log"
    names = {n for n in names if not n.endswith(("-wal", "-shm", ".lock"))}
    return names, trail.read_bytes() if trail.exists() else b""


class Running:
    """A command that is to be the first; ``ready()`` tells when it is."""

    def __init__(self, folder, ready, *argv):
        self.folder, self.argv, self._ready = folder, argv, ready
        self.process = None
        self.starts = 0
        self.log = folder.parent / "first.log"

    def start(self):
        self.starts += 1
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                feltwire(*self.argv), env=child_env(), stdout=log, stderr=log,
                stdin=subprocess.DEVNULL,
            )  # fmt: skip

        def ready():
            assert self.process.poll() is None, self.log.read_text()[-2000:]
            return self._ready(self)

        until(ready, "the first process", 120)

    def end(self, number=signal.SIGTERM):
        """End it as `make` and a service manager do together: told more than once."""
        if self.process.poll() is None:
            for _ in range(50):
                self.process.send_signal(number)
                time.sleep(0.001)  # signals of one kind that wait are one
            try:
                self.process.wait(60)
            finally:
                self.process.kill()
        if number == signal.SIGTERM:
            # one that comes when Python has cleaned up finds the system's own handler
            assert self.process.returncode in (0, -number), self.log.read_text()[-2000:]


def refused(*argv):
    """The one line a second process says before it ends."""
    done = subprocess.run(
        feltwire(*argv), env=child_env(), capture_output=True, text=True, timeout=120,
        stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert done.returncode == 2, done.stdout + done.stderr
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1 and "Traceback" not in done.stderr, done.stderr
    return lines[0]


def starts(first):
    """True when the vault's audit holds as many starts as the first process has had."""
    trail = first.folder / "vault" / "audit.log"
    try:
        return audit.verify(trail)[0] == first.starts
    except (FileNotFoundError, VaultError):  # half a line is being written
        return False


def test_a_second_vault_changes_nothing_and_the_first_starts_again(tmp_path):
    folder = tmp_path / "var"
    first = Running(folder, starts, "vault", "--data", folder)
    first.start()
    try:
        before = kept(folder)
        for more in ((), ("--socket", tmp_path)):
            said = refused("vault", "--data", folder, *more)
            assert said.endswith(
                f"another vault is using {folder / 'vault'}: end it, or choose another --data"
            )
        assert kept(folder) == before
        first.end(signal.SIGKILL)
        first.start()
        count, _head = audit.verify(folder / "vault" / "audit.log")
        assert count == 2, "two starts of the first, none of the second"
    finally:
        first.end()


def test_a_second_gateway_changes_nothing_and_the_first_starts_again(tmp_path):
    """With a vault of its own: neither its log nor the vault's is touched."""
    folder, port = tmp_path / "var", free_port()
    argv = ("gateway", "--data", folder, "--no-web", "--mqtt-port", port)
    first = Running(folder, starts, *argv)
    first.start()
    try:
        before = kept(folder)
        said = refused(*argv)
        assert said.endswith(f"another gateway is using {folder}: end it, or choose another --data")
        said = refused("up", "--data", folder, "--port", free_port(), "--mqtt-port", free_port())
        assert "another gateway is using" in said
        assert "another vault is using" in refused("vault", "--data", folder)
        assert kept(folder) == before
        first.end(signal.SIGKILL)
        first.start()
    finally:
        first.end()
    assert audit.verify(folder / "vault" / "audit.log")[0] == 2
    SqliteLog(folder / "log" / "events.sqlite3").close()


def test_a_second_up_changes_nothing_and_the_first_starts_again(tmp_path):
    folder = tmp_path / "var"

    def argv():
        return "up", "--data", folder, "--port", free_port(), "--mqtt-port", free_port(), "--tables"

    first = Running(folder, lambda f: "Feltwire is at" in f.log.read_text(), *argv(), "0")
    first.start()
    try:
        said = refused(*argv(), "0")
        assert "another feltwire up is using" in said
        first.end()
        first.log.write_text("")
        first.start()
    finally:
        first.end()
    assert audit.verify(folder / "vault" / "audit.log")[0] == 2


def test_a_broker_that_is_told_to_end_many_times_ends_once(tmp_path):
    port = free_port()
    first = Running(
        tmp_path / "var", lambda _: answers("127.0.0.1", port), "broker", "--port", port,
        "--passwords", tmp_path / "users",
    )  # fmt: skip
    first.start()
    first.end()
    assert "Traceback" not in first.log.read_text()


def test_a_second_table_does_not_touch_the_journal(tmp_path):
    with FolderLock(tmp_path / "tables" / "1", "table"):
        said = refused("table", "--data", tmp_path, "--id", "1", "--mqtt-port", free_port())
        assert "another table is using" in said
        assert kept(tmp_path) == (set(), b"")


@pytest.mark.parametrize("argv", [("enrol", "deck", "blue"), ("deck", "retire", "blue")])
def test_decks_are_changed_by_one_at_a_time(tmp_path, argv):
    with FolderLock(tmp_path, "enrolment"):
        assert "another enrolment is using" in refused(*argv, "--data", tmp_path)
        assert kept(tmp_path) == (set(), b"")


def test_a_lock_goes_with_its_process_and_a_child_does_not_keep_it(tmp_path):
    lock = FolderLock(tmp_path, "vault")
    lock.take()
    with pytest.raises(GatewayError, match="another vault"):
        FolderLock(tmp_path, "vault").take()
    FolderLock(tmp_path, "gateway").take()  # of another kind
    child = subprocess.Popen(["sleep", "60"], close_fds=False)
    lock.free()
    try:
        FolderLock(tmp_path, "vault").take()
    finally:
        child.kill()
        child.wait()


@pytest.mark.parametrize(("who", "own"), [("gateway", "log"), ("vault", "."), ("table", ".")])
def test_who_takes_the_lock_file_away_lets_no_second_one_in(tmp_path, who, own):
    folder = tmp_path / "var"
    with FolderLock(folder, who):
        (folder / f"{who}.lock").unlink()
        with pytest.raises(GatewayError, match=f"another {who} is using {folder / own}"):
            FolderLock(folder, who).take()
    FolderLock(folder, who).take()


def test_two_data_folders_with_one_log_have_one_gateway(tmp_path):
    with FolderLock(tmp_path / "a"):
        (tmp_path / "b").mkdir()
        (tmp_path / "b" / "log").symlink_to(tmp_path / "a" / "log")
        said = refused("gateway", "--data", tmp_path / "b", "--mqtt-port", free_port())
        assert f"another gateway is using {tmp_path / 'b' / 'log'}" in said


def test_the_record_of_acts_takes_entries_of_two_processes(tmp_path):
    """People's file is meant for several processes: its chain holds whoever comes first."""
    from gateway.people.store import People

    script = (
        "import sys; from gateway.people.store import People\n"
        "p = People(sys.argv[1])\n"
        "for i in range(40): p.note('test', 'somebody', number=i)\n"
    )
    people = People(tmp_path)
    argv = [feltwire()[0], "-c", script, str(tmp_path)]
    root = Path(__file__).resolve().parents[2]
    both = [subprocess.Popen(argv, cwd=root, env=dict(os.environ)) for _ in range(2)]
    assert [p.wait(120) for p in both] == [0, 0]
    found = list(people._verified())
    people.close()
    assert len(found) == 80
