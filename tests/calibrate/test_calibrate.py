"""Calibration of the virtual table by the real firmware's scan, and of a board by a person."""

import contextlib
import json
import sys
import xml.etree.ElementTree as ET

import pytest

from firmware import config as firmware_config
from firmware.calibrate.counts import TEST_AFI
from gateway.people.store import People
from tools import cli
from tools.calibrate import calibration_file, calibration_steps, measure
from tools.calibrate.over_serial import BoardSource
from tools.calibrate.virtual import VirtualSource
from tools.errors import CommandError
from tools.hardware import description
from tools.install.images import provision

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
    assert sum(calibration_file.colour(1.0) in style for style in fills) == len(ZONES)
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
        before = calibration_steps.run(table, source, 8, said.append, zones)
    with VirtualSource("six_max", noise=0, zones=zones) as source:
        source.world.cut_antenna("seat:3")
        source.world.metal("line:2", 10**12, 0.5)
        now = calibration_steps.run(table, source, 8, said.append, zones)
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
    monkeypatch.setattr("tools.calibrate.over_serial.LEARN_S", 0.3)
    program = tmp_path / "board.py"
    program.write_text(BOARD)
    asked = []
    command = f"{sys.executable} {program}"
    table = description.load_table("six_max")
    with BoardSource(command, lambda text: None, asked.append) as source:
        found = calibration_steps.run(table, source, 5, lambda text: None, ["seat:1", "pot"])
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


def stored(path, table="six_max", leave=None, cross=None):
    """A calibration in a file."""
    figures = {"rates": dict.fromkeys(measure.SPOTS, 0.8), "agc_empty": 420.0, "agc_noise": 1.0,
               "agc_tag": 411.0, "cross": cross or {}}  # fmt: skip
    data = calibration_file.document(table, {"seat:1": figures}, 1)
    if leave is not None:
        data["thresholds"]["leave"] = leave
    calibration_file.save(path, data)
    return data


def test_a_controller_is_flashed_with_its_tables_thresholds(tmp_path):
    path = tmp_path / "calibration" / "7.json"
    data = stored(path)
    tune = calibration_file.tune_for(path, "six_max")
    made = provision.files(
        "six_max", "esp32s3_w5500", "7", "c1", [("10.0.0.2", 1883)], "0" * 64, tune=tune
    )
    (config,) = [data for name, data, _secret in made.items if name == "config.json"]
    kept = firmware_config.complete(json.loads(config))["tune"]["leave"]
    assert kept["seat"] == data["thresholds"]["leave"]["seat"] == 5
    assert kept["mouth"] == 2  # the others stay the firmware's own


def test_a_controller_is_flashed_with_what_its_loops_hear(tmp_path):
    path = tmp_path / "calibration" / "7.json"
    data = stored(path, cross={"line:1": 0.025})
    assert calibration_file.tune_for(path, "six_max")["tune"]["cross"] == {"seat:1": {"line:1": 25}}
    del data["thresholds"]["cross"]  # one of before
    calibration_file.save(path, data)
    assert "cross" not in calibration_file.tune_for(path, "six_max")["tune"]
    data["thresholds"]["cross"] = {"seat:1": {"line:1": 1000}}
    calibration_file.save(path, data)
    with pytest.raises(CommandError, match="seat:1: 1 to 50 thousandths"):
        calibration_file.tune_for(path, "six_max")


@pytest.mark.parametrize(
    ("table", "leave", "word"),
    [
        ("nine_max", None, "it is of a nine_max, not of a six_max"),
        ("six_max", {"seat": 60}, "seat: 3 to 6 misses"),
        ("six_max", [], "leave must name kinds of zones"),
    ],
)
def test_a_controller_is_flashed_with_nothing_else(tmp_path, capsys, table, leave, word):
    path = tmp_path / "c.json"
    stored(path, table, leave)
    common = ["six_max", "--calibration", str(path)]
    for argv in (
        ["config", *common],
        ["flash", "--board", "esp32s3", "--table", "7", "--dry-run", "--layout", *common],
    ):
        assert cli.main(argv) == 2
        err = capsys.readouterr().err.splitlines()
        assert word in err[-1]


def test_no_card_has_the_family_of_test_tags():
    table = description.load_table("six_max")
    table["tags"]["card_afi"] = TEST_AFI
    (line,) = description.table_problems(table)
    assert line == "tags: card_afi 0x73 is the application family of test tags: take another"


# -- over the link: what is around it (tests/calibrate/test_link.py has the table itself)


class Table:
    """Stands for a table over its link, and for the guide."""

    def __init__(self, fails=None):
        self.kept, self.fails = [], fails

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        pass

    def keep(self, leave, cross):
        self.kept.append({**leave, **cross})


def over_link(monkeypatch, data, figures, *more, table="six_max"):
    """``calibrate --over-mqtt 7`` of a table that is measured so; (exit code, what was kept)."""
    made = Table()
    monkeypatch.setattr("tools.calibrate.line.MqttLine", lambda *args: made)
    monkeypatch.setattr("tools.calibrate.over_link.LinkSource", lambda *args: made)
    monkeypatch.setattr("tools.calibrate.calibration_steps.run", lambda *args: figures)
    argv = ["calibrate", table, "--over-mqtt", "7", "--data", str(data), *more]
    return cli.main(argv), made.kept


def figures_of(rate=1.0, agc=420.0):
    zone = {"rates": dict.fromkeys(measure.SPOTS, rate), "agc_empty": agc, "agc_noise": 1.0,
            "agc_tag": agc - 9, "cross": {}}  # fmt: skip
    return {"seat:1": zone, "line:1": dict(zone)}


@pytest.fixture
def house(tmp_path):
    People(tmp_path / "people").close()
    return tmp_path


def acts(house):
    with contextlib.closing(People(house / "people")) as people:
        return [a for a in people.last_acts(10) if a["what"] == "calibrate"]


def test_each_real_table_has_its_own_calibration_and_its_own_drift(house, monkeypatch, capsys):
    stored(house / "calibration" / "six_max.json")  # of the model: not asked
    stored(house / "calibration" / "8.json")  # of another of this model
    code, kept = over_link(monkeypatch, house, figures_of())
    assert code == 0 and kept == [{"line": 3, "seat": 3}]
    assert "drift" not in capsys.readouterr().out
    assert set(calibration_file.load(house / "calibration" / "7.json")["zones"]) == {
        "seat:1",
        "line:1",
    }
    code, kept = over_link(monkeypatch, house, figures_of(agc=380.0), "--keep")
    assert code == 1 and kept == []
    assert "drift: seat:1: gain of the empty antenna moved by -40" in capsys.readouterr().out
    assert calibration_file.load(house / "calibration" / "7.json")["zones"] == figures_of()


def test_who_calibrated_is_in_the_record_of_acts_before_it_is_done(house, monkeypatch):
    code, _kept = over_link(monkeypatch, house, figures_of())
    assert code == 0
    rows = [(a["table"], a["detail"]) for a in acts(house)]
    assert sorted(rows, key=str) == [
        ("7", {"act": "keep", "leave": {"line": 3, "seat": 3}, "cross": {}}),
        ("7", {"act": "start"}),
    ]  # fmt: skip
    assert all(a["who"].startswith("command line, ") for a in acts(house))


def test_what_cannot_be_recorded_is_not_done(tmp_path, monkeypatch, capsys):
    code, kept = over_link(monkeypatch, tmp_path, figures_of())
    assert code == 2 and not kept
    err = capsys.readouterr().err
    assert "no record of acts is there to hold this" in err and err.count("\n") == 1
    assert not (tmp_path / "calibration").exists()


def test_a_loop_that_is_to_be_mended_sends_no_thresholds(house, monkeypatch, capsys):
    code, kept = over_link(monkeypatch, house, figures_of(rate=0.5))
    assert code == 1 and kept == []
    assert "the controller keeps its thresholds" in capsys.readouterr().out


def test_a_file_of_another_layout_is_not_this_tables(house, monkeypatch, capsys):
    stored(house / "calibration" / "7.json", "nine_max")
    code, kept = over_link(monkeypatch, house, figures_of())
    assert code == 2 and not kept and not acts(house)
    assert "it is of a nine_max: is 7 a six_max?" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("more", "text"),
    [
        (["--over-mqtt", "../7"], "--over-mqtt '../7'"),
        (["--over-mqtt", "7", "--on-board", "true"], "one of them"),
        (["--over-mqtt", "7", "--vault", "/nowhere"], "no vault runs there"),
        (["--over-mqtt", "7", "--broker", "x"], "give host:port"),
    ],
)
def test_impossible_orders_over_the_link_are_one_line(house, capsys, more, text):
    assert cli.main(["calibrate", "six_max", "--data", str(house), *more]) == 2
    err = capsys.readouterr().err
    assert text in err and err.count("\n") == 1
    assert not acts(house)


def test_the_boards_program_is_the_virtual_tables(tmp_path):
    path = tmp_path / "calibrate.py"
    assert cli.main(["calibrate", "six_max", "--program", str(path)]) == 0
    compile(path.read_text(), str(path), "exec")
