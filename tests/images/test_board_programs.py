"""The boards' own programs: what they need is frozen in, nothing more, and compiles for both."""

import ast
import math
import re

import pytest

from firmware.image import header as hd
from firmware.image.areas import BLOCK, NAMES, STORAGE_FILES, mapped
from firmware.link.sectors import ROOT_BYTES
from shared_rules.rulebooks import BOOKS
from tests.conftest import ROOT
from tests.images.romfiles import sizes
from tools.hardware import description
from tools.install.images import book_tuples, manifests

FLASH_BASE = 0x10000000  # where an RP2350 sees its flash (data sheet, address map)
# What the Pico2's own program would need to play, and has only from an image.
OF_A_TABLE = {
    "firmware.controller", "firmware.rules", "firmware.recorder", "firmware.scan.build",
    "firmware.calibrate.mode", "firmware.calibrate.order",
}  # fmt: skip


def test_every_module_of_ours_is_frozen_but_the_desk():
    frozen = manifests.frozen("esp32")
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
    assert set(frozen) - ours == {"boot.py"}


def test_the_pico2_freezes_what_waits_for_an_image_and_all_that_this_imports():
    frozen = manifests.frozen("rp2")
    assert {"boot.py", "_boot.py", "firmware/image/waiting.py"} <= set(frozen)
    had = {name.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for name in frozen}
    wanted = set()
    for path in frozen.values():
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom):
                inside = {f"{node.module}.{alias.name}" for alias in node.names} & had
                wanted |= inside or {node.module}
            elif isinstance(node, ast.Import):
                wanted |= {alias.name for alias in node.names}
    ours = {name for name in wanted if name.split(".")[0] in ("firmware", "shared_rules")}
    assert {"firmware.image.waiting", "firmware.link.x25519", "firmware.link.secure"} <= ours
    assert ours - had == OF_A_TABLE & ours and "firmware.controller" in ours


@pytest.mark.parametrize("port", sorted(manifests.PORTS))
def test_what_is_frozen_is_there(port):
    assert all(path.is_file() for path in manifests.frozen(port).values())


@pytest.mark.parametrize("port", sorted(manifests.PORTS))
def test_a_file_system_is_mounted_and_what_firmware_imports_is_there(port):
    names = set(manifests.frozen(port)) | set(manifests.taken(port))
    assert "_boot.py" in names and "neopixel" in names


@pytest.mark.parametrize("port", sorted(manifests.PORTS))
def test_every_module_compiles_for_the_board(port):
    found = {}
    for name, path in manifests.frozen(port).items():
        if (error := manifests.compile_error(port, path)) is not None:
            found[name] = error
    assert found == {}


def test_what_does_not_compile_is_noticed(tmp_path):
    bad = tmp_path / "bad.py"
    bad.write_text("def f(:\n    pass\n")
    assert "SyntaxError" in manifests.compile_error("rp2", bad)


def test_a_board_freezes_the_books_asked_for_alone(monkeypatch):
    monkeypatch.setenv("BOOKS", "tda-2011 ipr-web")
    some = {n for n in manifests.frozen("esp32") if n.startswith("shared_rules/rulebooks/")}
    monkeypatch.delenv("BOOKS")
    every = {n for n in manifests.frozen("esp32") if n.startswith("shared_rules/rulebooks/")}
    left_out = {n.split("/")[-1] for n in every - some}
    assert left_out
    assert all(n.startswith(("ipr_2018", "rrop_6", "stg_2011")) for n in left_out)
    assert {n for n in every if "tda_2011" in n or "ipr_web" in n} <= some


def test_a_book_that_does_not_exist_stops_the_build(monkeypatch):
    monkeypatch.setenv("BOOKS", "tda-2012")
    with pytest.raises(SystemExit, match="tda-2012.*tda-2011"):
        manifests.frozen("esp32")


def _number(text, pattern):
    """The one number a pattern finds, ``(1024 * 1024)`` or ``0x100`` included."""
    (found,) = re.findall(pattern, text)
    return math.prod(int(part, 0) for part in found.strip("()").split("*"))


def _pico2(name, pattern):
    folder = manifests.BOARDS / "rp2" / "W5500_EVB_PICO2"
    return _number((folder / name).read_text(), pattern)


def test_storage_of_the_pico2_holds_files_roots_and_images_and_the_linker_guards_it():
    storage = _pico2("mpconfigboard.h", r"FLASH_STORAGE_BYTES (\([^)]*\))")
    flash = _pico2("mpconfigboard.cmake", r"FLASH_SIZE_BYTES (\d+)")
    end = _pico2("fits.ld", r"<= (0x[0-9a-f]+)")
    assert end - FLASH_BASE == flash - storage
    assert storage == STORAGE_FILES + ROOT_BYTES + len(NAMES) * mapped(storage)
    assert description.load_board("w5500_evb_pico2")["image_bytes"] == mapped(storage)


def test_image_areas_follow_from_what_the_boards_program_leaves():
    before = 992 * 1024  # of boards made with a table in their own program
    assert mapped(before) == 384 * 1024
    assert mapped(before + 2 * BLOCK - 1) == 384 * 1024
    assert mapped(before + 2 * BLOCK) == 384 * 1024 + BLOCK


@pytest.mark.parametrize("book", BOOKS)
def test_an_image_with_any_one_book_fits_the_pico2(real_image, book):
    rom, every = real_image[0], sizes(real_image[0])
    others = tuple("shared_rules/rulebooks/" + begin for begin in book_tuples.left_out([book]))
    left_out = {name for name in every if name.startswith(others)}
    assert f"shared_rules/rulebooks/{book.replace('-', '_')}.mpy" in set(every) - left_out
    assert left_out and 0.99 * len(rom) < sum(every.values()) < len(rom)
    one_book = hd.SIZE + len(rom) - sum(every[name] for name in left_out)
    assert one_book <= description.load_board("w5500_evb_pico2")["image_bytes"]


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
