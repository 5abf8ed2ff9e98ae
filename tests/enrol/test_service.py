"""The smart-card service itself: a pcscd of each test's own, one that is away, one that refuses."""

import os
import socket
import subprocess
import sys
import threading

import pytest

from tests.enrol.pcscd import LINK, Daemon
from tools.virtual.pcsc_reader import VirtualReader

PID = "pcscd.pid"


@pytest.fixture
def link():
    """Where this process's clients are led is put back afterwards."""
    kept = LINK.readlink() if LINK.is_symlink() else None
    yield
    LINK.unlink(missing_ok=True)
    if kept is not None:
        LINK.symlink_to(kept)


def enrol(place, data, wait_s=1):
    """``feltwire enrol`` with a client library that is led to ``place``, once it has ended.

    ``wait_s``: for a tag.
    """
    return subprocess.run(
        [sys.executable, "-m", "tools.cli", "enrol", "deck", "red", "--timeout", str(wait_s),
         "--data", str(data)],
        env={**os.environ, "PCSCLITE_CSOCK_NAME": str(place)}, capture_output=True, text=True,
        timeout=300,
    )  # fmt: skip


def test_two_services_have_each_a_reader_and_a_folder_of_their_own(deck, link, tmp_path):
    services, places, readers = [], [], []
    try:
        for name in ("one", "two"):
            folder = tmp_path / name
            folder.mkdir()
            services.append(Daemon(folder))
            services[-1].start()
            places.append(LINK.readlink())
            readers.append(VirtualReader(services[-1].port))
        for service, place in zip(services, places, strict=True):
            number = place.with_name(PID).read_bytes().rstrip(b"\n\0")
            assert int(number) == service.process.pid
        readers[1].lay(deck[0])
        assert "enrolled" not in enrol(places[0], tmp_path / "a").stdout
        assert "2c enrolled" in enrol(places[1], tmp_path / "b", wait_s=8).stdout
    finally:
        for reader in readers:
            reader.lift()
        for service in services:
            service.stop()
    assert not any(place.parent.exists() for place in places)


def test_a_service_that_is_away_is_one_line(tmp_path):
    done = enrol(tmp_path / "nobody", tmp_path)
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert "no smart-card service: start pcscd" in done.stderr


def test_a_service_that_refuses_its_user_is_not_called_away(tmp_path):
    place = tmp_path / "comm"
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(str(place))
        door.listen()

        def refuse():
            while True:
                try:
                    door.accept()[0].close()
                except OSError:
                    return

        threading.Thread(target=refuse, daemon=True).start()
        done = enrol(place, tmp_path)
        door.shutdown(socket.SHUT_RDWR)
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert "the smart-card service refuses this user" in done.stderr
