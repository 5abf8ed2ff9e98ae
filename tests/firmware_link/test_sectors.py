"""What flash keeps of an overwritten root: of a file much, of a sector of its own nothing."""

import subprocess

import pytest

from firmware.link import sectors
from firmware.link.sectors import RECORD, SECTORS, Sectors
from tests.conftest import ROOT
from tests.firmware_link.nor import BLOCK, Cut, Nor, state
from tools.virtual.vm import interpreter

HANDS = 200


def image(tmp_path, how):
    """``(bytes of the flash, roots)`` after a table's hands on the VM."""
    path = tmp_path / f"{how}.img"
    done = subprocess.run(
        [*interpreter(), "-X", "heapsize=4M", str(ROOT / "tests/firmware_link/nor.py"), str(ROOT),
         str(path), how, str(HANDS)],
        env={"MICROPYPATH": str(ROOT)}, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return path.read_bytes(), done.stdout.split()


def left(data, roots):
    """How many of the roots that are not in force any more lie in the image."""
    assert roots[-1].encode() in data
    return sum(root.encode() in data for root in roots[:-1])


def test_a_littlefs_keeps_overwritten_roots_and_sectors_of_their_own_none(tmp_path, capsys):
    kept = left(*image(tmp_path, "files"))
    none = left(*image(tmp_path, "sectors"))
    with capsys.disabled():
        print(f"\nof {HANDS - 1} overwritten roots: littlefs keeps {kept}, sectors {none}")
    assert kept > 5  # the control: this is why
    assert none == 0


def test_a_cut_leaves_a_value_and_no_root_before_it():
    """Every byte of what 20 hands program and erase; then the next start."""
    whole = Nor(SECTORS, left=1 << 40)
    hands(whole, 1, 20)
    spent = (1 << 40) - whole.left
    assert spent > 20 * 2 * RECORD
    for cut in range(1, spent, 97):
        nor = Nor(SECTORS, left=cut)
        reported = 0
        try:
            for number in range(1, 21):
                hands(nor, number, number)
                reported = number
        except Cut:
            pass
        nor.left = None
        found = Sectors(nor, {"hand": 0})
        now = found.value["hand"]
        assert now in (reported, reported + 1)
        for number in range(1, now):
            assert state(number)[1].encode() not in nor.data, (cut, number)
        hands(nor, now + 1, now + 3)
        assert Sectors(nor, {}).value["hand"] == now + 3


def hands(nor, first, last):
    kept = Sectors(nor, {})
    for number in range(first, last + 1):
        kept.value, _root = state(number)
        kept.save_for_good()


def test_sectors_are_worn_evenly_and_little():
    nor = Nor(SECTORS)
    hands(nor, 1, 3200)
    assert max(nor.erases) <= 3200 // (SECTORS * BLOCK // RECORD) + 1
    assert max(nor.erases) - min(nor.erases) <= 1


def test_flash_that_takes_no_second_programming_is_erased_when_a_sector_is_left():
    """Encrypted flash: zeros that are written are no zeros there."""

    class Encrypted(Nor):
        def writeblocks(self, n, buf, at=None):
            if not any(buf):
                buf = bytes(0x5A for _ in buf)
            super().writeblocks(n, buf, at)

    nor = Encrypted(SECTORS)
    hands(nor, 1, 100)
    assert Sectors(nor, {}).value["hand"] == 100
    assert not any(state(n)[1].encode() in nor.data for n in range(1, 100))


def test_flipped_bits_give_no_false_value():
    nor = Nor(SECTORS)
    hands(nor, 1, 3)
    at = nor.data.index(state(3)[1].encode())
    nor.data[at] ^= 1
    found = Sectors(nor, {"hand": 0})
    assert found.fresh and found.value == {"hand": 0}


def test_a_value_too_long_for_a_record_is_refused_and_the_one_before_stays():
    nor = Nor(SECTORS)
    hands(nor, 1, 1)
    kept = Sectors(nor, {})
    kept.value = {"hand": 2, "root": "x" * RECORD}
    with pytest.raises(OSError):
        kept.save()
    assert Sectors(nor, {}).value["hand"] == 1


def test_a_board_without_sectors_uses_files():
    assert sectors.of_board("linux") is None
