"""A pcscd of the test's own, with vpcd as its only reader.

pcscd's socket and its file of the process number have a fixed place, ``/run/pcscd``, which a pcscd
of the machine or of another run may have. libfakechroot, loaded before pcscd, leads it from
``/run`` into a folder of the test's; that takes no right and no namespace, so it also works where
a container or chroot allows none. The client library goes there by a link, whose name it
remembers for the life of the process.
"""

import functools
import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

from tests.conftest import missing
from tools.dev.ports import free_port
from tools.install.supervise import die_with_parent_hard

DRIVER = Path("/usr/lib/pcsc/drivers/serial/libifdvpcd.so")
PCSCD = Path("/usr/sbin/pcscd")
FAKECHROOT = "*/fakechroot/libfakechroot.so"  # below /usr/lib, in the machine's architecture
PLACE = tempfile.TemporaryDirectory(prefix="feltwire-pcsc-")  # gone with this process
LINK = Path(PLACE.name) / "pcscd.comm"
START_S = 60


@functools.cache
def command():
    """How to start pcscd in the foreground; without its parts the test is skipped (CI: fails)."""
    for path, package in ((PCSCD, "pcscd"), (DRIVER, "vsmartcard-vpcd")):
        if not path.exists():
            missing(f"{path.name} (apt-get install {package})")
    options = subprocess.run([PCSCD, "--help"], capture_output=True, text=True).stdout
    # Built with polkit, as from Debian 13 on, it refuses everybody where no system bus runs.
    return [PCSCD, "-f", *(["--disable-polkit"] if "--disable-polkit" in options else [])]


def led_to(folder):
    """Environment in which a process finds ``/run`` in ``folder``, and all else in its place."""
    library = next(Path("/usr/lib").glob(FAKECHROOT), None)
    if library is None:
        missing("libfakechroot (apt-get install libfakechroot)")
    kept = (entry for entry in os.listdir("/") if entry != "run")
    return {
        "PATH": os.environ["PATH"], "LD_PRELOAD": str(library), "FAKECHROOT": "true",
        "FAKECHROOT_BASE": str(folder), "FAKECHROOT_EXCLUDE_PATH": ":".join(f"/{e}" for e in kept),
    }  # fmt: skip


class Daemon:
    """``start()`` and ``stop()``; to stop it is to unplug the reader with all there is of it."""

    def __init__(self, folder):
        self.folder = folder
        self.port = free_port(2)
        self.process = None
        self._base = None

    def start(self):
        """Start it and lead this process's PC/SC clients, and its children's, to it."""
        conf = self.folder / "reader.conf.d"
        conf.mkdir(exist_ok=True)
        (conf / "vpcd").write_text(
            f'FRIENDLYNAME "Virtual PCD"\nDEVICENAME /dev/null:{self.port:#x}\n'
            f"LIBPATH {DRIVER}\nCHANNELID {self.port:#x}\n"
        )
        self._base = Path(tempfile.mkdtemp(prefix="feltwire-run-"))  # a socket's name must be short
        (self._base / "run").mkdir()
        with open(self.folder / "pcscd.log", "wb") as log:
            self.process = subprocess.Popen(
                [*command(), "-c", str(conf)], stdout=log, stderr=log, env=led_to(self._base),
                preexec_fn=die_with_parent_hard,
            )  # fmt: skip
        place = self._base / "run/pcscd/pcscd.comm"
        until = time.monotonic() + START_S
        while not place.exists():
            if self.process.poll() is not None or time.monotonic() > until:
                raise RuntimeError((self.folder / "pcscd.log").read_text())
            time.sleep(0.05)
        os.environ["PCSCLITE_CSOCK_NAME"] = str(LINK)
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
            shutil.rmtree(self._base)
