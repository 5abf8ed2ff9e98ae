"""A real PostgreSQL in a temporary folder: started, killed and started again by a test."""

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import psycopg
import pytest

from tools.dev.ports import free_port
from tools.install.supervise import die_with_parent_hard

RETRY_MS = 100  # a standby whose primary was away looks for it again; 5 s by PostgreSQL itself
USERS = ("postgres", "nobody")  # the server refuses to run as root


def programs():
    """Folder of initdb and postgres; the test is skipped (under CI: fails) without one."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"))
    on_path = shutil.which("postgres")
    if found:
        return found[-1].parent
    if on_path:
        return Path(on_path).parent
    text = "needs PostgreSQL (apt-get install postgresql)"
    pytest.fail(text) if os.environ.get("CI") else pytest.skip(text)
    return None


def user():
    """Whom to run the server as: None for ourselves."""
    if os.geteuid() != 0:
        return None
    for name in USERS:
        with contextlib.suppress(KeyError):
            import pwd

            return pwd.getpwnam(name).pw_name
    return None


class Postgres:
    """``start``, ``kill`` (all its processes, without warning), ``stop``; ``url(schema)``.

    ``of``: a running Postgres this one is a streaming standby of; ``port``: None for a free one.
    """

    def __init__(self, of=None, port=None):
        self.bin = programs()
        self.user = user()
        self.folder = Path(tempfile.mkdtemp(prefix="feltwire-pg-"))
        self.port = port or free_port()
        self.process = None
        self._schemas = 0
        if self.user:
            shutil.chown(self.folder, self.user)
        data = str(self.folder / "data")
        if of is None:
            self._run("initdb", "-D", data, "-U", "felt", "-A", "trust", "-N")
        else:
            self._run("pg_basebackup", "-D", data, "-R", "-X", "stream", "-c", "fast", "--no-sync",
                      "-h", "127.0.0.1", "-p", str(of.port), "-U", "felt")  # fmt: skip

    def _run(self, program, *args):
        subprocess.run(
            [self.bin / program, *args], check=True, user=self.user, cwd=self.folder,
            stdout=subprocess.DEVNULL, env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"},
        )  # fmt: skip

    def start(self):
        """Start and wait until it answers (after a kill: until it has recovered)."""
        log = open(self.folder / "server.log", "ab")  # noqa: SIM115
        self.process = subprocess.Popen(
            [
                self.bin / "postgres", "-D", self.folder / "data", "-p", str(self.port),
                "-k", self.folder, "-c", "listen_addresses=127.0.0.1", "-c", "shared_buffers=16MB",
                "-c", f"wal_retrieve_retry_interval={RETRY_MS}",
            ],
            user=self.user, cwd=self.folder, stdout=log, stderr=log, start_new_session=True,
            preexec_fn=die_with_parent_hard,
        )  # fmt: skip
        log.close()
        end = time.monotonic() + 60
        while True:
            try:
                psycopg.connect(self.own_url(), connect_timeout=2).close()
                return
            except psycopg.OperationalError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.05)

    def own_url(self):
        """URL of the database itself, whichever schema is then used."""
        return f"postgresql://felt@127.0.0.1:{self.port}/postgres"

    def url(self):
        """URL of an empty place of its own for one log."""
        self._schemas += 1
        name = f"log{self._schemas}"
        with psycopg.connect(self.own_url(), autocommit=True) as db:
            db.execute(f"CREATE SCHEMA {name}")
        return f"{self.own_url()}?options=-csearch_path%3D{name}"

    def promote(self):
        """Let a standby become the primary; it takes writes when this returns."""
        self._run("pg_ctl", "promote", "-w", "-D", str(self.folder / "data"))

    def kill(self):
        """SIGKILL to the server and all its helpers at once."""
        self._signal(signal.SIGKILL)
        self.process.wait()

    def freeze(self):
        """Let all its processes stand still, as a machine that does not answer."""
        self._signal(signal.SIGSTOP)

    def thaw(self):
        """Let them run again."""
        self._signal(signal.SIGCONT)

    def _signal(self, what):
        for pid in (self.process.pid, *self._helpers()):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, what)

    def _helpers(self):
        """Process ids of its children: each has a session of its own."""
        path = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        with contextlib.suppress(OSError):
            return [int(text) for text in path.read_text().split()]
        return []

    def stop(self):
        """End it and remove its folder: nothing of it is needed any more."""
        if self.process and self.process.poll() is None:
            self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


@contextlib.contextmanager
def running():
    """A server of its own for whoever asks, started and ended."""
    server = Postgres()
    server.start()
    try:
        yield server
    finally:
        server.stop()
