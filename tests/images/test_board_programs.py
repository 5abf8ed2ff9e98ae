"""The boards' own programs: everything is frozen in, nothing more, and compiles for both."""

import math
import re

import pytest

from firmware.image.areas import FLASH_AREA, NAMES
from firmware.link.sectors import ROOT_BYTES
from tests.conftest import ROOT
from tools.install.images import book_tuples, manifests

FLASH_BASE = 0x10000000  # where an RP2350 sees its flash (data sheet, address map)


@pytest.mark.parametrize("port", sorted(manifests.PORTS))
def test_every_module_of_ours_is_frozen_but_the_desk(port):
    frozen = manifests.frozen(port)
    every = {
        p.relative_to(ROOT).as_posix()
        for package in ("firmware", "shared_rules")
        for p in (ROOT / package).rglob("*.py")
    }
    written_with = (
        f"shared_rules/{book_tuples.WRITTEN_WITH}"  # rulebooks are frozen as plain tuples
    )
    ours = {name for name in every if not name.startswith("shared_rules/desk/")} - {written_with}
    assert ours < every and written_with in every
    assert ours <= set(frozen)
    assert frozen["boot.py"] == ROOT / "firmware" / "boot.py"
    assert set(frozen) - ours <= {"boot.py", "_boot.py"}
    assert all(path.is_file() for path in frozen.values())


@pytest.mark.parametrize("port", sorted(manifests.PORTS))
def test_a_file_system_is_mounted_and_what_firmware_imports_is_there(port):
    names = set(manifests.frozen(port)) | set(manifests.taken(port))
    assert "_boot.py" in names and "neopixel" in names


@pytest.mark.parametrize("port", sorted(manifests.PORTS))
def test_every_module_compiles_for_the_board(port):
    found = {}
    for name, path in manifests.frozen(port).items():
        if name.startswith("shared_rules/rulebooks/") and port != "rp2":
            continue  # data, the same code on every architecture: once is enough
        if (error := manifests.compile_error(port, path)) is not None:
            found[name] = error
    assert found == {}


def test_what_does_not_compile_is_noticed(tmp_path):
    bad = tmp_path / "bad.py"
    bad.write_text("def f(:\n    pass\n")
    assert "SyntaxError" in manifests.compile_error("rp2", bad)


def test_a_board_freezes_the_books_asked_for_alone(monkeypatch):
    monkeypatch.setenv("BOOKS", "tda-2011 ipr-web")
    some = {n for n in manifests.frozen("rp2") if n.startswith("shared_rules/rulebooks/")}
    monkeypatch.delenv("BOOKS")
    every = {n for n in manifests.frozen("rp2") if n.startswith("shared_rules/rulebooks/")}
    left_out = {n.split("/")[-1] for n in every - some}
    assert left_out
    assert all(n.startswith(("ipr_2018", "rrop_6", "stg_2011")) for n in left_out)
    assert {n for n in every if "tda_2011" in n or "ipr_web" in n} <= some


def test_a_book_that_does_not_exist_stops_the_build(monkeypatch):
    monkeypatch.setenv("BOOKS", "tda-2012")
    with pytest.raises(SystemExit, match="tda-2012.*tda-2011"):
        manifests.frozen("rp2")


def _number(text, pattern):
    """The one number a pattern finds, ``(1024 * 1024)`` or ``0x100`` included."""
    (found,) = re.findall(pattern, text)
    return math.prod(int(part, 0) for part in found.strip("()").split("*"))


def test_storage_of_the_pico2_holds_images_and_roots_and_the_linker_guards_it():
    folder = manifests.BOARDS / "rp2" / "W5500_EVB_PICO2"
    storage = _number((folder / "mpconfigboard.h").read_text(), r"FLASH_STORAGE_BYTES (\([^)]*\))")
    flash = _number((folder / "mpconfigboard.cmake").read_text(), r"FLASH_SIZE_BYTES (\d+)")
    end = _number((folder / "fits.ld").read_text(), r"<= (0x[0-9a-f]+)")
    assert end - FLASH_BASE == flash - storage
    assert storage > len(NAMES) * FLASH_AREA + ROOT_BYTES


def test_partitions_of_the_esp32_follow_one_another_and_hold_the_roots():
    rows = [
        [cell.strip() for cell in line.split(",")]
        for line in (manifests.BOARDS / "esp32" / "partitions.csv").read_text().splitlines()
        if not line.startswith("#")
    ]
    places = {row[0]: (int(row[3], 16), int(row[4], 16)) for row in rows}
    ends = [at + size for at, size in places.values()]
    assert ends[:-1] == [at for at, _ in places.values()][1:]
    assert ends[-1] == 8 * 1024 * 1024
    assert places["roots"][1] == ROOT_BYTES
    assert places["factory"][0] % 0x10000 == 0  # ESP-IDF's rule for programs
