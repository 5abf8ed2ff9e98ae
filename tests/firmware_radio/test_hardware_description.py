"""The tables and boards in hardware/ can be built, and the checker names what is wrong."""

import copy
import json

import pytest

from tools import cli
from tools.errors import CommandError
from tools.hardware import description
from tools.install import configfile


@pytest.fixture
def table():
    return copy.deepcopy(description.load_table("nine_max"))


@pytest.fixture
def board():
    return copy.deepcopy(description.load_board("esp32s3_w5500"))


def antenna(table, zone):
    return next(a for a in table["antennas"] if a["zone"] == zone)


@pytest.mark.parametrize("table_name", description.names("tables"))
@pytest.mark.parametrize("board_name", description.names("boards"))
def test_every_table_can_be_built_on_every_board(table_name, board_name):
    t, b = description.load_table(table_name), description.load_board(board_name)
    assert description.problems(t, b) == []
    config = description.table_config(table_name, board_name, "7")
    assert [row[0] for row in config["antennas"]] == [a["zone"] for a in t["antennas"]]
    assert len(json.dumps(config, separators=(",", ":"))) < 2500  # read whole into a small heap


def test_near_antennas_are_symmetric_and_on_other_readers():
    rows = description.table_config("nine_max", "esp32s3_w5500", "7")["antennas"]
    for i, row in enumerate(rows):
        for j in row[5]:
            assert i in rows[j][5]
            assert rows[j][1] != row[1]
    by_name = {row[0]: row for row in rows}
    assert rows.index(by_name["line:3"]) in by_name["seat:3"][5]


def test_gap_of_rectangles_rounds_and_both():
    square = {"x": 0, "y": 0, "w": 20, "h": 20}
    assert description.gap_mm(square, {"x": 40, "y": 0, "w": 20, "h": 20}) == 20
    assert description.gap_mm(square, {"x": 13, "y": 14, "d": 2}) == 4
    assert description.gap_mm({"x": 0, "y": 0, "d": 10}, {"x": 30, "y": 40, "d": 10}) == 40
    assert description.gap_mm(square, {"x": 5, "y": 0, "w": 20, "h": 20}) == -15


def test_overlap_is_named(table, board):
    antenna(table, "board:2")["x"] = -200
    assert "nine_max: board:1 and board:2 overlap by 35 mm" in description.problems(table, board)


def test_small_gap_is_named_but_not_inside_a_group(table, board):
    antenna(table, "board:2")["x"] = -130
    lines = description.problems(table, board)
    assert lines == ["nine_max: board:1 and board:2 are 35 mm apart, under 40 mm"]


def test_zone_without_antenna_is_named(table, board):
    table["antennas"].remove(antenna(table, "seat:4"))
    assert description.problems(table, board) == ["nine_max: seat:4: zone without antenna"]


def test_channel_and_name_used_twice_are_named(table, board):
    antenna(table, "seat:4")["channel"] = 0
    assert description.problems(table, board) == [
        "nine_max: seat:4: channel 0 of cards is used by seat:1 already"
    ]
    antenna(table, "seat:4")["zone"] = "seat:5"
    assert "nine_max: seat:5: two antennas have this name" in description.problems(table, board)


def test_antenna_without_shape_reader_or_bound_is_named(table, board):
    del antenna(table, "pot")["d"]
    antenna(table, "burn")["reader"] = "nobody"
    del table["unread_max_ms"]["muck"]
    lines = description.problems(table, board)
    assert "nine_max: pot: give either d (round) or w and h (rectangle)" in lines
    assert any("burn: reader 'nobody'" in x for x in lines)
    assert "nine_max: muck: no bound in unread_max_ms" in lines


def test_loop_beyond_the_edge_is_named(table, board):
    antenna(table, "seat:5")["y"] = 600
    assert "nine_max: seat:5: lies beyond the table's edge" in description.problems(table, board)


def test_pin_used_twice_is_named(table, board):
    board["readers"][1]["nss"] = board["readers"][0]["nss"]
    assert description.problems(table, board) == [
        "esp32s3_w5500: pin 1 is used twice: readers[0].nss and readers[1].nss"
    ]


def test_pins_that_do_not_exist_are_named(table, board):
    board["uart"]["tx"] = 35  # PSRAM
    board["readers"][0]["rst"] = 124  # the chain has 24 outputs
    board["readers"][1]["busy"] = 120  # BUSY is an input
    lines = description.problems(table, board)
    assert "esp32s3_w5500: uart.tx: the board has no free pin 35" in lines
    assert "esp32s3_w5500: readers[0].rst: the board has no free pin 124" in lines
    assert any("readers[1].busy: pin 120" in x for x in lines)


def test_pins_that_do_not_come_out_of_the_module_are_named(table, board):
    assert len(board["header"]) == 40
    board["uart"]["tx"] = 4  # the module's card slot
    board["sounder"]["pin"] = 8
    assert description.problems(table, board) == [
        "esp32s3_w5500: uart.tx: pin 4 does not come out of the module's header",
        "esp32s3_w5500: sounder.pin: pin 8 does not come out of the module's header",
    ]
    del board["header"]  # a module of one's own
    assert description.problems(table, board) == []


def test_too_few_readers_and_too_fast_a_bus_are_named(table, board):
    board["readers"].pop()
    assert description.problems(table, board) == ["nine_max needs 4 readers, esp32s3_w5500 has 3"]
    board["spi"]["hz"] = 10_000_000
    assert "esp32s3_w5500: spi.hz: pn5180 takes 7 MHz at most" in description.problems(table, board)


def test_unknown_names_and_bad_files_give_one_line(tmp_path):
    with pytest.raises(description.BadHardware, match="no table 'ten_max'; there are nine_max"):
        description.table_config("ten_max", "esp32s3_w5500", "7")
    bad = tmp_path / "bad.toml"
    bad.write_text("name = ")
    with pytest.raises(description.BadHardware, match="bad.toml: "):
        description.load_table(str(bad))
    with pytest.raises(description.BadHardware, match="table id"):
        description.table_config("nine_max", "esp32s3_w5500", "a/b")


def test_further_addresses_of_the_broker_stand_beside_the_first():
    brokers = [("10.0.0.2", 8883), ("10.0.0.3", 8883)]
    row = description.table_config("six_max", "esp32s3_w5500", "7", brokers=brokers)["mqtt"]
    assert row == {"host": "10.0.0.2", "port": 8883, "others": [["10.0.0.3", 8883]]}
    alone = description.table_config("six_max", "esp32s3_w5500", "7", brokers=brokers[:1])["mqtt"]
    assert "others" not in alone


@pytest.mark.parametrize("text", ["", "h", "h:0", "h:65536", "h:1,", "a:1,b:x", ":1", "a:1;b:2"])
def test_an_address_that_is_none_is_one_line(text):
    with pytest.raises(CommandError, match="give host:port"):
        configfile.brokers(text)


def test_addresses_are_read_in_order():
    assert configfile.brokers("a:1, b:65535") == [("a", 1), ("b", 65535)]


def test_extra_keys_are_merged():
    config = description.table_config(
        "six_max", "w5500_evb_pico2", "7", extra={"radio": {"field_us": 5000}, "x": 1}
    )
    assert config["radio"]["field_us"] == 5000
    assert config["radio"]["switch_us"] > 0
    assert config["x"] == 1


def test_config_command_prints_json_or_one_line(capsys):
    assert cli.main(["config", "six_max", "--id", "t6"]) == 0
    assert json.loads(capsys.readouterr().out)["table"] == "t6"
    for wrong in (["no_such"], ["--broker", "here"]):
        assert cli.main(["config", *wrong]) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_seats_that_do_not_fit_are_named(table, board):
    antenna(table, "seat:5")["x"] = 60
    lines = description.problems(table, board)
    assert "nine_max: seat:5 and seat:6 are 377 mm apart, under 420 mm" in lines
    table["seats"] = 11
    assert description.problems(table, board) == [
        "nine_max: seats: 11 is not a number from 2 to 10"
    ]


def test_a_loop_in_the_corner_of_an_oval_is_beyond_its_edge(table, board):
    antenna(table, "pot").update(x=-1200, y=500)
    assert "nine_max: pot: lies beyond the table's edge" in description.problems(table, board)
