"""The reader chip is what the table's description says: driver and twin are found by its name."""

import sys
import types

import pytest

from firmware.drivers import chips
from tests.firmware_radio.scan_on_vm import PROGRAM, scan
from tools.hardware import description
from tools.virtual import pn5180 as twin_module
from tools.virtual.board_io import twin_of
from tools.virtual.things import Card

CHIP = "inverted"  # a chip that is a PN5180 but for its bus: every bit is the other way round

# Its driver, as the controller has it.
DRIVER = """
import sys
from firmware.drivers import pn5180
class Bus:
    def __init__(self, spi):
        self.spi = spi
    def write(self, data):
        self.spi.write(bytes(255 - b for b in data))
    def readinto(self, buf, fill):
        self.spi.readinto(buf, 255 - fill)
        for i in range(len(buf)):
            buf[i] = 255 - buf[i]
class Driver:
    SPI_HZ_MAX = 7_500_000
    Responses = pn5180.Responses
    @staticmethod
    def make(spi, *rest):
        return pn5180.make(Bus(spi), *rest)
sys.modules["firmware.drivers.inverted"] = Driver
"""


class Inverted(twin_module.Pn5180):
    """The chip as its host sees it."""

    def clock(self, data, t_us):
        out = super().clock(bytes(255 - b for b in data), t_us)
        return None if out is None else bytes(255 - b for b in out)

    def frame(self, data, low_us, high_us):
        self.nss(0, low_us)
        self.clock(data, high_us)
        self.nss(1, high_us)


@pytest.fixture
def inverted(monkeypatch):
    """The second chip's driver and twin are there, for the tools."""
    twin = types.ModuleType("tools.virtual.inverted")
    twin.make = lambda air, die: Inverted(air, die=die)
    twin.EXECUTE_US, twin.LONGER_US = twin_module.EXECUTE_US, twin_module.LONGER_US
    monkeypatch.setitem(sys.modules, "tools.virtual.inverted", twin)
    driver = types.ModuleType("firmware.drivers.inverted")
    driver.make, driver.SPI_HZ_MAX = None, 7_500_000
    monkeypatch.setitem(sys.modules, "firmware.drivers.inverted", driver)


@pytest.fixture
def table(tmp_path):
    """Path of a table description that names the second chip."""
    path = tmp_path / "other.toml"
    text = (description.HARDWARE / "tables" / "six_max.toml").read_text()
    assert text.count('chip = "pn5180"') == 1
    path.write_text(text.replace('chip = "pn5180"', f'chip = "{CHIP}"'))
    return path


def test_a_table_with_another_chip_is_read_by_that_chips_driver(inverted, table):
    card = Card(bytes.fromhex("e004010012345678"))
    program = DRIVER + PROGRAM
    dwells, made = scan(
        lambda t: t.world.place(card, "seat:1"), 300_000, {"seat:1": 20}, program=program,
        hw_config=str(table),
    )  # fmt: skip
    assert any(d.uids == [card.uid] for d in dwells)


def test_a_chip_nobody_drives_is_one_clear_line(table):
    line = "six_max: radio.chip: there is no driver for 'inverted' in firmware/drivers"
    board = description.load_board("esp32s3_w5500")
    assert description.problems(description.load_table(str(table)), board) == [line]
    with pytest.raises(description.BadHardware, match="no driver for 'inverted'"):
        description.table_config(str(table), "esp32s3_w5500", "7")
    with pytest.raises(description.BadHardware, match="no virtual inverted in tools/virtual"):
        twin_of(description.load_table(str(table)))


@pytest.mark.parametrize("name", ["lights", "no_such", "../reader", "a.b", "", None, 7])
def test_what_is_no_drivers_name_is_refused(name):
    with pytest.raises(ValueError, match="radio.chip: there is no driver for"):
        chips.driver(name)


def test_a_bus_too_fast_for_the_chip_is_named(inverted, table):
    board = description.load_board("esp32s3_w5500")
    board["spi"]["hz"] = 8_000_000
    lines = description.problems(description.load_table(str(table)), board)
    assert lines == ["esp32s3_w5500: spi.hz: inverted takes 7.5 MHz at most"]
