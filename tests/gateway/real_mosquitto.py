"""A real Mosquitto as a child process that can be killed."""

import os
import shutil
import signal
import socket
import subprocess
import time

import pytest

from tools.dev.ports import free_port


def program():
    """Path of mosquitto; the test is skipped (under CI: fails) without one."""
    path = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin")
    if path is None:
        text = "needs mosquitto (apt-get install mosquitto)"
        pytest.fail(text) if os.environ.get("CI") else pytest.skip(text)
    return path


class Mosquitto:
    """``start``, ``kill`` (without warning), ``stop``; always on the same port."""

    def __init__(self, folder):
        self.port = free_port()
        self._program = program()
        self._config = folder / "mosquitto.conf"
        self._config.write_text(
            f"listener {self.port} 127.0.0.1\nallow_anonymous true\npersistence false\n"
        )
        self._log = folder / "mosquitto.log"
        self._process = None

    def start(self):
        """Start and wait until it listens."""
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [self._program, "-c", str(self._config)], stdout=log, stderr=log
            )
        end = time.monotonic() + 120
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.02)

    def kill(self):
        """SIGKILL."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def stop(self):
        """End it."""
        if self._process and self._process.poll() is None:
            self._process.terminate()
            self._process.wait()
