"""``feltwire flash``: mpremote speaks to a real MicroPython VM over a terminal, as to a board."""

import json
import os
import pty
import subprocess
import tty
from pathlib import Path

import pytest

from firmware import config as cfg
from firmware.image import loader
from tests.conftest import ROOT
from tools import cli
from tools.install.images import build, provision
from tools.install.images import certificates as ce
from tools.virtual.vm import interpreter

HERE = Path(__file__).resolve().parent
OS = """
import sys
path = list(sys.path)
here = sys.modules.pop("os", None)
sys.path.clear()
import os as own
sys.path.extend(path)
sys.modules["os"] = here
for name in dir(own):
    if name[0] != "_":
        globals()[name] = getattr(own, name)
class U:
    sysname, machine, release = {names!r}
def uname():
    return U
def statvfs(path):
    return (4096, 4096, 1000, {free}, {free}, 0, 0, 0, 0, 255)
"""
MACHINE = "def reset():\n    raise SystemExit\n"
ESP32 = ("esp32", "Generic ESP32S3 module with Octal-SPIRAM with ESP32S3", "1.27.0")
PICO2 = ("rp2", "W5500-EVB-Pico2 with RP2350", "1.27.0")


class Board:
    """A VM at a terminal; ``flash``: its files. ``ours``: its own program holds Feltwire."""

    def __init__(self, tmp_path, names=ESP32, ours=True, free=900):
        self.flash = tmp_path / "flash"
        self.flash.mkdir()
        shims = tmp_path / "shims"
        shims.mkdir()
        (shims / "os.py").write_text(OS.format(names=names, free=free))
        (shims / "machine.py").write_text(MACHINE)
        self.end, theirs = pty.openpty()
        tty.setraw(theirs)
        self.port = os.ttyname(theirs)
        path = f"{shims}:{ROOT}" if ours else f"{shims}:{self.flash}/lib"
        self.vm = subprocess.Popen(
            [*interpreter(), "-X", "heapsize=8M", str(HERE / "raw_repl.py")], cwd=self.flash,
            stdin=self.end, stdout=self.end, stderr=subprocess.DEVNULL,
            env={"MICROPYPATH": path},
        )  # fmt: skip
        self._theirs = theirs

    def close(self):
        self.vm.kill()
        self.vm.wait()
        os.close(self.end)
        os.close(self._theirs)


TICKET = "5a" * 32


@pytest.fixture
def board(tmp_path):
    made = Board(tmp_path)
    yield made
    made.close()


def ticket_file(folder):
    """Options of a flash that was given a ticket."""
    path = folder / "ticket"
    path.write_text(TICKET + "\n")
    return "--ticket", path


def flash(capsys, *args, board="esp32s3", table="7"):
    """Exit code and what was printed."""
    code = cli.main(["flash", "--board", board, "--table", table, *[str(a) for a in args]])
    out = capsys.readouterr()
    return code, out.out + out.err


def test_one_command_makes_a_controller_of_a_board(tmp_path, board, capsys, key):
    keys = tmp_path / "keys"
    assert cli.main(["pki", "init", "--dir", str(keys)]) == 0
    (keys / "image.pem").write_bytes(ce.pem(key))
    ticket = ticket_file(tmp_path)
    code, said = flash(
        capsys, "--layout", "six_max", "--port", board.port, "--tls", keys, "--broker",
        "10.0.0.2:8883", "--broker-name", "broker.test", "--key", keys / "image.pem", *ticket,
    )  # fmt: skip
    assert code == 0, said
    assert TICKET not in said and "PRIVATE" not in said
    assert board.vm.wait(60) == 0  # it restarted
    names = {p.name for p in board.flash.iterdir()}
    assert names == {
        "ca.der", "cert.der", "key.der", "config.json", "provision.json", "device.json",
    }  # fmt: skip
    config = cfg.load(str(board.flash / "config.json"))
    assert (config["table"], config["board"]) == ("7", "esp32s3_w5500")
    assert config["rules"] == "tda-2011"  # the light needs no network
    assert config["mqtt"]["tls"]["name"] == "broker.test" and config["mqtt"]["port"] == 8883
    who = loader.device(str(board.flash))
    assert who.board == "esp32s3_w5500" and who.keys == [build.modulus(key)]
    # what it was given is a ticket, and no root is anywhere: it makes one with the vault
    assert json.loads((board.flash / "provision.json").read_text()) == {"ticket": TICKET}


def test_a_board_without_our_program_gets_it_as_files(tmp_path, capsys):
    board = Board(tmp_path, ours=False)
    try:
        code, said = flash(capsys, "--port", board.port, *ticket_file(tmp_path))
        assert code == 0, said
        made = {p.relative_to(board.flash).as_posix() for p in board.flash.rglob("*.mpy")}
        assert made == {f"lib/{m.with_suffix('.mpy').as_posix()}" for m in build.modules()}
        assert (board.flash / "boot.py").read_bytes() == (ROOT / "firmware/boot.py").read_bytes()
        done = subprocess.run(
            [*interpreter(), "-c", "import firmware.image.loader; print('good')"],
            cwd=board.flash, env={"MICROPYPATH": "lib"}, capture_output=True, text=True,
        )  # fmt: skip
        assert done.stdout == "good\n", done.stderr
    finally:
        board.close()


@pytest.mark.parametrize(
    "names, free, wanted, word",
    [
        (PICO2, 900, "esp32s3", "wrong board"),
        (ESP32, 900, "pico2", "wrong board"),
        (("esp32", "Generic ESP32 module with ESP32", "1.27.0"), 900, "esp32s3", "wrong board"),
        ((ESP32[0], ESP32[1], "1.24.1"), 900, "esp32s3", "1.25"),
        (ESP32, 3, "esp32s3", "free"),
    ],
)
def test_what_does_not_fit_is_refused_and_nothing_is_written(
    tmp_path, capsys, names, free, wanted, word
):
    board = Board(tmp_path, names, free=free)
    try:
        options = ("--port", board.port, "--key", "ab" * 384, *ticket_file(tmp_path))
        code, said = flash(capsys, *options, board=wanted)
        assert code == 2 and word in said and said.count("\n") <= 2
        assert list(board.flash.iterdir()) == []
    finally:
        board.close()


def test_a_pico_without_our_program_is_told_what_to_do(tmp_path, capsys):
    board = Board(tmp_path, PICO2, ours=False)
    try:
        options = ("--port", board.port, "--key", "ab" * 384, *ticket_file(tmp_path))
        code, said = flash(capsys, *options, board="pico2")
        assert code == 2 and "manifest" in said
    finally:
        board.close()


def test_a_pico_is_told_whose_images_it_takes_and_that_it_needs_one(tmp_path, capsys):
    board = Board(tmp_path, PICO2)
    try:
        options = ("--port", board.port, *ticket_file(tmp_path))
        code, said = flash(capsys, *options, board="pico2")
        assert code == 2 and "--key" in said and not list(board.flash.iterdir())
        code, said = flash(capsys, *options, "--key", "ab" * 384, board="pico2")
        assert code == 0 and "feltwire image send" in said
    finally:
        board.close()


def test_a_port_at_which_nobody_answers(tmp_path, capsys, monkeypatch):
    from tools.install.images import serial_board

    open_board = serial_board.SerialBoard
    monkeypatch.setattr("tools.cli.cmd_flash.SerialBoard", lambda port: open_board(port, wait_s=1))
    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    code, said = flash(capsys, "--port", os.ttyname(theirs), *ticket_file(tmp_path))
    assert code == 2 and "no MicroPython prompt" in said
    os.close(ours)
    os.close(theirs)


@pytest.mark.parametrize(
    "args, word",
    [
        (["--port", "/dev/nowhere"], "no such port"),
        (["--port", "/dev/null", "--broker", "x"], "host:port"),
        (["--port", "/dev/null", "--layout", "ten_max"], "ten_max"),
        (["--port", "/dev/null", "--tls", "nowhere"], "feltwire pki init"),
        (["--port", "/dev/null", "--key", "nowhere"], "feltwire image key"),
    ],
)
def test_mistakes_are_one_clear_line(tmp_path, capsys, args, word):
    code, said = flash(capsys, *args, *ticket_file(tmp_path))
    assert code == 2 and word in said, said


def test_without_a_ticket_the_vault_is_asked_and_who_cannot_is_told_how(board, capsys, tmp_path):
    code, said = flash(capsys, "--port", board.port, "--vault", tmp_path / "nowhere")
    assert code == 2 and "feltwire vault ticket --table 7 --dev c1" in said
    assert list(board.flash.iterdir()) == []
    (tmp_path / "bad").write_text("5a")
    code, said = flash(capsys, "--port", board.port, "--ticket", tmp_path / "bad")
    assert code == 2 and "64 hex digits" in said


def test_no_board_and_several_boards(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("tools.install.images.serial_board.ports", list)
    code, said = flash(capsys, *ticket_file(tmp_path))
    assert code == 2 and "--port" in said
    two = [("/dev/ttyA", "Espressif"), ("/dev/ttyB", "CH340")]
    monkeypatch.setattr("tools.install.images.serial_board.ports", lambda: two)
    code, said = flash(capsys, *ticket_file(tmp_path))
    assert code == 2 and "/dev/ttyA" in said and "/dev/ttyB" in said
    code, said = flash(capsys, board="arduino")
    assert code == 2 and "pico2" in said


def test_a_dry_run_says_what_would_be_written_and_makes_nothing(tmp_path, capsys):
    code, said = flash(capsys, "--dry-run", *ticket_file(tmp_path))
    assert code == 0 and "config.json" in said and "provision.json" in said and "(secret)" in said


@pytest.mark.parametrize("board", ["esp32s3_w5500", "w5500_evb_pico2"])
@pytest.mark.parametrize("book", ["tda-2011", "rrop-6", None])
def test_a_controller_is_given_the_rulebook_it_is_asked_for(board, book):
    made = provision.files("nine_max", board, "7", "c1", [("h", 1883)], "0" * 64, book=book)
    config = json.loads({name: data for name, data, _hidden in made.items}["config.json"])
    assert config.get("rules") == book


def test_the_seal_is_written_last(tmp_path):
    made = provision.files(
        "six_max", "esp32s3_w5500", "7", "c1", [("h", 1)], "ab" * 32, now=1_780_000_000
    )
    assert [name for name, _, _ in made.items][-1] == "device.json"
    assert json.loads(made.items[0][1])["made"] == 1_780_000_000
