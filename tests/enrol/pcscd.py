"""A pcscd of the test's own, with vpcd as its only reader.

pcscd's socket has a fixed place, so each one has a ``/run`` of its own (a mount namespace; where
the system allows none, the machine's, so one at a time). The client library is led there by a link,
whose name it remembers for the life of the process.
"""

import os
import socket
import subprocess
import tempfile
import time
from pathlib import Path

DRIVER = "/usr/lib/pcsc/drivers/serial/libifdvpcd.so"
PCSCD = "/usr/sbin/pcscd"
RUN = "mount -t tmpfs tmpfs /run && mkdir /run/pcscd && exec {} -f -c {}"
LINK = Path(tempfile.mkdtemp(prefix="feltwire-pcsc-")) / "pcscd.comm"
START_S = 60


def free_port():
    """A free TCP port whose successor is free, too: vpcd takes two."""
    for _ in range(50):
        with socket.socket() as first:
            first.bind(("127.0.0.1", 0))
            port = first.getsockname()[1]
            with socket.socket() as second:
                try:
                    second.bind(("127.0.0.1", port + 1))
                except OSError:
                    continue
                return port
    raise OSError("no two free ports in a row")


class Daemon:
    """``start()`` and ``stop()``; to stop it is to unplug the reader with all there is of it."""

    def __init__(self, folder):
        self.folder = folder
        self.port = free_port()
        self.process = None

    def start(self):
        conf = self.folder / "reader.conf.d"
        conf.mkdir(exist_ok=True)
        (conf / "vpcd").write_text(
            f'FRIENDLYNAME "Virtual PCD"\nDEVICENAME /dev/null:{self.port:#x}\n'
            f"LIBPATH {DRIVER}\nCHANNELID {self.port:#x}\n"
        )
        os.environ["PCSCLITE_CSOCK_NAME"] = str(LINK)
        apart = subprocess.run(["unshare", "-rm", "true"], capture_output=True).returncode == 0
        if apart:
            command = ["unshare", "-rm", "sh", "-c", RUN.format(PCSCD, conf)]
        else:
            os.makedirs("/run/pcscd", exist_ok=True)
            command = [PCSCD, "-f", "-c", str(conf)]
        with open(self.folder / "pcscd.log", "wb") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log)
        root = f"/proc/{self.process.pid}/root" if apart else ""
        place = Path(f"{root}/run/pcscd/pcscd.comm")
        until = time.monotonic() + START_S
        while not place.exists():
            if self.process.poll() is not None or time.monotonic() > until:
                raise RuntimeError((self.folder / "pcscd.log").read_text())
            time.sleep(0.05)
        LINK.unlink(missing_ok=True)
        LINK.symlink_to(place)

    def stop(self):
        """End it. May be called twice."""
        if self.process is not None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
            self.process = None
