"""What the Cortex-M3's run tells, and what is refused of it; the run itself is in ``make soak``."""

import contextlib
import struct
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tools.cortexm import frozen, peaks, qemu
from tools.errors import CommandError

LINE = "meter: 100 9000 30 20 3 2 700 450 3 90 40 50 7 9000 4 7880 126240 127760 478 4000 600 2500"
METER = peaks.parse(LINE)


def test_the_last_whole_line_of_figures_is_taken():
    text = f"{LINE}\nfeltwire: table 1\n{LINE.replace('100 9000', '200 9999')}\nmeter: 1 2"
    assert peaks.parse(text).turns == 200 and peaks.parse(text).instructions == 9999
    with pytest.raises(CommandError, match="told no figures: 'meter: 1 2'"):
        peaks.parse("meter: 1 2")


def test_collections_and_shims_are_taken_off_by_the_visits_of_both_runs():
    assert peaks.own(METER, METER) == 9000 - 4000 - 2500
    counted = replace(METER, looks=60, dwells=40, shims=5000)  # twice as far
    assert peaks.own(METER, counted) == 9000 - 4000 - 2500
    [(_, ms, collecting, rate), _] = peaks.table_of_boards(METER, METER)
    assert ms == pytest.approx((2500 + 4000) / 50 / 100e6 * 1000)
    assert collecting == pytest.approx(4000 / 50 / 100e6 * 1000) and rate == pytest.approx(
        1000 / ms
    )


@pytest.mark.parametrize(
    ("flash", "stack", "count"),
    [
        (peaks.FLASH_MOST, peaks.STACK_MOST, 0),
        (peaks.FLASH_MOST + 1, peaks.STACK_MOST, 1),
        (peaks.FLASH_MOST, peaks.STACK_MOST + 1, 1),
    ],
)
def test_flash_and_stack_are_held_to_what_the_parts_have(flash, stack, count):
    image = frozen.Image(None, flash, 0)
    assert len(peaks.faults(image, {True: replace(METER, stack=stack)})) == count


@pytest.mark.parametrize("kind", ["event_most", "fold_most", "other_most"])
def test_a_turn_longer_than_a_card_is_on_its_way_is_refused(kind):
    image, most = frozen.Image(None, 0, 0), int(peaks.TURN_MOST)
    assert peaks.faults(image, {False: replace(METER, **{kind: most})}) == []
    [line] = peaks.faults(image, {False: replace(METER, **{kind: most + 1_000_000})})
    assert line == "a turn without rules: 51.0 million instructions, 50 at most"


def test_a_missing_compiler_is_one_line(monkeypatch):
    monkeypatch.setattr(frozen, "PROGRAMS", ("no-such-compiler",))
    with pytest.raises(CommandError, match="no no-such-compiler: make cortex-m installs"):
        frozen.image()


def test_a_board_is_told_its_heap_its_environment_and_its_files(tmp_path, monkeypatch):
    """A stand-in for QEMU that writes what it is told, then one message, and ends."""
    program = tmp_path / qemu.QEMU
    program.write_text(
        f"#!{sys.executable}\n"
        "import os\n"
        "down = os.open('to_board', os.O_RDONLY)\n"
        "told = b''\n"
        "while not told.endswith(b'{}\\0'): told += os.read(down, 1)\n"
        "up = os.open('from_board', os.O_WRONLY)\n"
        "os.write(up, len(told).to_bytes(2, 'little') + told)\n"
        "os.read(down, 1)\n"
        "print('last words', flush=True)\n"
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    flash = tmp_path / "flash"
    flash.mkdir()
    (flash / "config.json").write_bytes(b"{}")
    vm = qemu.QemuVm("x.elf", flash, 65536, seed="s")
    vm.lines = "1:2"
    vm.start()
    try:
        reported = vm.receive()
        heap, count = struct.unpack_from("<II", reported)
        values = dict(v.split("=", 1) for v in reported[8 : 8 + count].decode().split("\0") if v)
        assert heap == 65536 and values["FELTWIRE_LINES"] == "1:2"
        assert values["FELTWIRE_SEED"] == "s/0" and "CM_APART" not in values
        assert reported[8 + count :] == b"\x0bconfig.json" + struct.pack("<I", 2) + b"{}\0"
        vm.answer(b"x")
        with pytest.raises(qemu.VmError, match="program ended: last words"):
            vm.receive()
    finally:
        vm.kill()


def test_the_manifest_freezes_the_rules_but_not_the_desk(monkeypatch):
    modules = {}

    def included(path):
        with contextlib.chdir(Path(path).parent):  # as MicroPython's maker does
            exec(Path(path).read_text(), dict(nothing))

    nothing = {"freeze": lambda *a: None}
    nothing["package"] = lambda name, files=None, base_path="": modules.setdefault(name, []).extend(
        files or ()
    )
    nothing["include"] = included
    monkeypatch.setenv("FELTWIRE_TREE", str(ROOT))
    exec((frozen.PORT / "manifest.py").read_text(), nothing)
    rules = modules["shared_rules"]
    assert "table.py" in rules and not [name for name in rules if name.startswith("desk")]


def test_system_packages_are_asked_for_by_that_target_alone():
    script = (ROOT / "tools" / "dev" / "system.sh").read_text()
    inside = script.split('if [ "${1:-}" = cortex-m ]')[1].split("\nfi")[0]
    assert "gcc-arm-none-eabi" in inside and script.count("qemu-system-arm") == inside.count(
        "qemu-system-arm"
    )
    asked = subprocess.run(
        ["grep", "-n", "system.sh cortex-m", str(ROOT / "Makefile")],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert len(asked.splitlines()) == 2  # cortex-m and soak


@pytest.mark.parametrize(("by", "kept"), [(str(frozen.PORT), True), ("another tree", False),
                                          (None, False)])  # fmt: skip
def test_a_port_that_another_tree_has_built_is_built_anew(tmp_path, monkeypatch, by, kept):
    folder = tmp_path / "firmware"
    folder.mkdir()
    (folder / "object.o").touch()
    if by is not None:
        (folder / "built-by").write_text(by)
    monkeypatch.setattr(frozen, "_make", lambda *_: folder.mkdir(exist_ok=True))
    assert frozen._port(tmp_path, folder, "manifest.py") == folder / "firmware.elf"
    assert (folder / "object.o").exists() == kept
    assert (folder / "built-by").read_text() == str(frozen.PORT)
