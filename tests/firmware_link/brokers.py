"""A real Mosquitto for one test, with or without TLS."""

import os
import shutil
import socket
import subprocess
import time
from pathlib import Path

import pytest

from tools.dev.ports import free_port


def program():
    """Path of Mosquitto; the test is skipped without it, and fails under CI."""
    path = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin")
    if not path:
        text = "needs mosquitto (apt-get install mosquitto)"
        if os.environ.get("CI"):
            pytest.fail(text)
        pytest.skip(text)
    return path


class Mosquitto:
    """``tls``: (ca, certificate, key) as PEM files: clients must then show a certificate."""

    def __init__(self, folder, tls=None, more=""):
        self.folder = Path(folder)
        self.port = free_port()
        lines = [f"listener {self.port} 127.0.0.1", "allow_anonymous true", "log_type all", more]
        if os.getuid() == 0:
            lines.append("user root")
        if tls:
            ca, cert, key = tls
            lines += [f"cafile {ca}", f"certfile {cert}", f"keyfile {key}"]
            lines += ["require_certificate true", "use_identity_as_username true"]
        self.conf = self.folder / "mosquitto.conf"
        self.conf.write_text("\n".join(lines) + "\n")
        self.process = None

    def start(self):
        with open(self.folder / "mosquitto.log", "ab") as log:
            self.process = subprocess.Popen(
                [program(), "-c", str(self.conf)], stdout=log, stderr=log
            )
        end = time.monotonic() + 120
        while time.monotonic() < end:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return self
            except OSError:
                time.sleep(0.05)
        raise AssertionError((self.folder / "mosquitto.log").read_text())

    def log(self):
        return (self.folder / "mosquitto.log").read_text()

    def stop(self):
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def __enter__(self):
        return self.start()

    def __exit__(self, *exc):
        self.stop()
