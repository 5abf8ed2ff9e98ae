"""A file for Mosquitto's process id is taken where Mosquitto can write it, and nowhere else."""

import os
import pwd

import pytest

from tests.pki.mosquitto_venue import enrolled
from tools import cli
from tools.install.pki import mosquitto


@pytest.mark.parametrize(
    "mode, whose, can",
    [
        (0o300, "user", True), (0o200, "user", False), (0o030, "group", True),
        (0o020, "group", False), (0o003, "other", True), (0o002, "other", False),
        (0o077, "user", False), (0o707, "group", False), (0o770, "other", False),
    ],
)  # fmt: skip
def test_a_folder_is_written_by_its_mode(tmp_path, mode, whose, can):
    at = os.stat(tmp_path)
    uid = at.st_uid if whose == "user" else at.st_uid + 1
    gid = at.st_gid if whose == "group" else at.st_gid + 1
    tmp_path.chmod(mode)
    try:
        assert mosquitto.may_write(tmp_path, uid, gid) is can
    finally:
        tmp_path.chmod(0o700)


def test_a_file_mosquitto_cannot_write_is_refused_in_a_line(tmp_path, capsys):
    store = enrolled(tmp_path, tables=())
    held = tmp_path / "held"
    held.mkdir(mode=0o500)
    words = ["pki", "mosquitto", "--out", str(tmp_path / "out"), "--dir", str(store.folder)]
    capsys.readouterr()
    assert cli.main([*words, "--pid-file", str(tmp_path / "none" / "m.pid")]) == 2
    assert "there is no folder" in capsys.readouterr().err
    try:
        user = pwd.getpwnam(mosquitto.USER)
    except KeyError:
        user = None
    if os.getuid() == 0 and user is None:
        pytest.skip("root without Mosquitto's user: it stays root, and writes anywhere")
    assert cli.main([*words, "--pid-file", str(held / "m.pid")]) == 2
    said = capsys.readouterr().err
    assert mosquitto.PID_FILE in said and said.count("\n") == 1
    held.chmod(0o700)
    if os.getuid() == 0:
        os.chown(held, user.pw_uid, user.pw_gid)
    assert cli.main([*words, "--pid-file", str(held / "m.pid")]) == 0
