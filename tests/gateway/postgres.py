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
    """``start``, ``kill`` (all its processes, without warning), ``stop``; ``url(schema)``."""

    def __init__(self):
        self.bin = programs()
        self.user = user()
        self.folder = Path(tempfile.mkdtemp(prefix="feltwire-pg-"))
        self.port = free_port()
        self.process = None
        self._schemas = 0
        if self.user:
            shutil.chown(self.folder, self.user)
        self._run("initdb", "-D", str(self.folder / "data"), "-U", "felt", "-A", "trust", "-N")

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
            ],
            user=self.user, cwd=self.folder, stdout=log, stderr=log, start_new_session=True,
            preexec_fn=die_with_parent_hard,
        )  # fmt: skip
        log.close()
        end = time.monotonic() + 60
        while True:
            try:
                psycopg.connect(self._url(), connect_timeout=2).close()
                return
            except psycopg.OperationalError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.05)

    def _url(self):
        return f"postgresql://felt@127.0.0.1:{self.port}/postgres"

    def url(self):
        """URL of an empty place of its own for one log."""
        self._schemas += 1
        name = f"log{self._schemas}"
        with psycopg.connect(self._url(), autocommit=True) as db:
            db.execute(f"CREATE SCHEMA {name}")
        return f"{self._url()}?options=-csearch_path%3D{name}"

    def kill(self):
        """SIGKILL to the server and all its helpers at once."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self):
        """End it and remove its folder: nothing of it is needed any more."""
        if self.process and self.process.poll() is None:
            self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)
