"""Calibration of the virtual table by the real firmware's scan, and of a board by a person."""

import json
import sys
import xml.etree.ElementTree as ET

import pytest

from firmware import config as firmware_config
from tools import cli
from tools.calibrate import guide, measure, store
from tools.calibrate.board import BoardSource
from tools.calibrate.virtual import VirtualSource
from tools.hardware import description

ZONES = ["seat:1", "line:2", "mouth:1", "board:3"]


def calibrate(data, *more, zones=ZONES):
    arguments = ["--data", str(data), "--dwells", "8", "--noise", "0", "--zones", *zones]
    return cli.main(["calibrate", "six_max", *arguments, *more])


def test_a_good_table_is_stored_and_drawn_and_does_not_drift(tmp_path, capsys):
    assert calibrate(tmp_path) == 0
    path = tmp_path / "calibration" / "six_max.json"
    data = json.loads(path.read_text())
    assert set(data["zones"]) == set(ZONES)
    for zone in ZONES:
        found = data["zones"][zone]
        assert set(found["rates"].values()) == {1.0}, zone
        assert found["agc_tag"] < data["thresholds"]["agc_trip"][zone] < found["agc_empty"]
    assert "e00401" not in path.read_text()  # no tag's number
    drawn = ET.parse(path.with_suffix(".svg")).getroot()
    fills = [e.get("style") for e in drawn.iter() if e.get("class") == "loop"]
    assert sum(store.colour(1.0) in style for style in fills) == len(ZONES)
    assert sum("#dddddd" in style for style in fills) == 24 - len(ZONES)
    capsys.readouterr()
    # the firmware takes the thresholds
    assert cli.main(["config", "six_max", "--calibration", str(path)]) == 0
    config = firmware_config.complete(json.loads(capsys.readouterr().out))
    assert config["tune"]["leave"] == data["thresholds"]["leave"]


def test_a_broken_cable_and_metal_are_found_and_told_as_drift(tmp_path):
    table = description.load_table("six_max")
    said, zones = [], ["seat:1", "seat:3", "line:2"]
    with VirtualSource("six_max", noise=0, zones=zones) as source:
        before = guide.run(table, source, 8, said.append, zones)
    with VirtualSource("six_max", noise=0, zones=zones) as source:
        source.world.cut_antenna("seat:3")
        source.world.metal("line:2", 10**12, 0.5)
        now = guide.run(table, source, 8, said.append, zones)
    assert now["seat:3"]["rates"]["middle"] is None  # a loop that is cut is not believed
    faults, drifted = measure.faults(now), measure.drift(before, now)
    assert any(line.startswith("seat:3: never scanned: its reader or its cable") for line in faults)
    assert any(line.startswith("line:2: gain of the empty antenna moved by -") for line in drifted)
    assert not any("seat:1" in line for line in faults + drifted)


BOARD = """
import json, sys, time
print("MPY: soft reboot")
while True:
    for zone in ("seat:1", "pot"):
        tags = ["cafe0001"] if zone == "seat:1" else []
        print(json.dumps({"zone": zone, "tags": tags, "agc": 411, "partial": False}), flush=True)
    time.sleep(0.01)
"""


def test_a_board_is_calibrated_by_a_person(tmp_path, monkeypatch):
    monkeypatch.setattr("tools.calibrate.board.LEARN_S", 0.3)
    program = tmp_path / "board.py"
    program.write_text(BOARD)
    asked = []
    command = f"{sys.executable} {program}"
    table = description.load_table("six_max")
    with BoardSource(command, lambda text: None, asked.append) as source:
        found = guide.run(table, source, 5, lambda text: None, ["seat:1", "pot"])
    assert found["seat:1"]["rates"]["middle"] == 1.0
    assert found["pot"]["rates"]["middle"] == 0.0
    assert asked[0].startswith("take the tag off")
    assert "seat:1: lay the test tag in the middle of it, then press Enter" in asked
    assert any(text.startswith("pot: lay the test tag left, 56 mm off") for text in asked)


def test_a_board_whose_program_ends_is_one_line(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("builtins.input", lambda _: "")
    arguments = ["calibrate", "six_max", "--on-board", f"{sys.executable} -c pass"]
    assert cli.main([*arguments, "--data", str(tmp_path)]) == 2
    err = capsys.readouterr().err
    assert "the program on the board has ended" in err and err.count("\n") == 1


@pytest.mark.parametrize(
    ("more", "text"),
    [
        (["--zones", "seat:11"], "no zone 'seat:11'"),
        (["--dwells", "2"], "--dwells: 5 at least"),
        (["--on-board", "/nowhere/tool"], "--on-board"),
    ],
)
def test_impossible_orders_are_one_line(tmp_path, capsys, more, text):
    assert cli.main(["calibrate", "six_max", "--data", str(tmp_path), *more]) == 2
    err = capsys.readouterr().err
    assert text in err and err.count("\n") == 1


def test_the_boards_program_is_the_virtual_tables(tmp_path):
    path = tmp_path / "calibrate.py"
    assert cli.main(["calibrate", "six_max", "--program", str(path)]) == 0
    compile(path.read_text(), str(path), "exec")
