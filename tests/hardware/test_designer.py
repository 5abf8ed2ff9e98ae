"""The table designer: what it makes can be built, is covered, drawn, and plays a hand."""

import tomllib
import xml.etree.ElementTree as ET

import pytest

from tests.play.test_chain import ALL_IN
from tests.samples import in_soak
from tools import cli
from tools.hardware import antenna_coverage, description, layout
from tools.playing.play import Options, Session, line

SIZES = [
    (2, 1600, 1100), (3, 1800, 1100), (4, 1900, 1150), (5, 2000, 1200), (6, 2040, 1240),
    (7, 2300, 1240), (8, 2400, 1240), (9, 2640, 1240), (10, 2800, 1240),
]  # fmt: skip


def new(tmp_path, seats, width, depth):
    out = tmp_path / f"t{seats}.toml"
    sizes = ("--seats", str(seats), "--width", str(width), "--depth", str(depth))
    return cli.main(["table", "new", *sizes, "--out", str(out)]), out


@pytest.mark.parametrize(("seats", "width", "depth"), SIZES)
def test_a_table_of_every_size_can_be_built_and_is_covered(tmp_path, capsys, seats, width, depth):
    code, out = new(tmp_path, seats, width, depth)
    assert code == 0
    table = description.load_table(str(out))
    for board in description.names("boards"):
        assert description.problems(table, description.load_board(board)) == []
    assert len(table["antennas"]) == len(description.zones_needed(seats))
    assert f"{seats} seats" in capsys.readouterr().out
    for seen in antenna_coverage.survey(table):
        assert (
            seen.coverage >= antenna_coverage.COVERAGE_MIN
            and seen.cross <= antenna_coverage.CROSS_MAX
        )
    drawn = ET.parse(out.with_suffix(".svg")).getroot()
    assert len([e for e in drawn.iter() if e.get("class") == "loop"]) == len(table["antennas"])


def test_seats_run_clockwise_from_the_dealers_left():
    table = layout.design("x", 8, 2400, 1240)
    at = {a["zone"]: (a["x"], a["y"]) for a in table["antennas"]}
    assert at["seat:1"][0] < 0 and at["seat:1"][1] < 0
    assert at["seat:3"][0] < 0 and at["seat:3"][1] > 0
    assert at["seat:8"] == (-at["seat:1"][0], at["seat:1"][1])
    # each bet spot is nearer to the middle than its seat
    for n in range(1, 9):
        seat, spot = at[f"seat:{n}"], at[f"line:{n}"]
        assert spot[0] ** 2 + spot[1] ** 2 < seat[0] ** 2 + seat[1] ** 2


def test_the_file_says_what_the_design_says(tmp_path):
    table = layout.design("x", 6, 2040, 1240)
    assert tomllib.loads(layout.as_toml(table)) == table


@pytest.mark.parametrize(
    ("seats", "width", "depth", "text"),
    [
        (11, 2600, 1240, "--seats 11: a table has 2 to 10"),
        (1, 2600, 1240, "--seats 1:"),
        (6, 600, 1240, "--width 600: from 1400"),
        (6, 1400, 1600, "the dealer sits at the longer side"),
        (10, 2000, 1240, "seat:1 and seat:2 are"),
        (6, 1400, 1000, "board:1 and line:1 overlap"),
    ],
)
def test_what_does_not_fit_is_said_and_nothing_written(tmp_path, capsys, seats, width, depth, text):
    code, out = new(tmp_path, seats, width, depth)
    assert code == 2 and not out.exists()
    err = capsys.readouterr().err
    assert text in err and err.count("\n") == 1


def test_a_zone_that_is_badly_covered_or_read_elsewhere_is_refused():
    table = layout.design("x", 6, 2040, 1240)
    rows = {a["zone"]: a for a in table["antennas"]}
    rows["burn"].update(w=20, h=20)
    with pytest.raises(description.BadHardware, match="burn: only"):
        antenna_coverage.check(antenna_coverage.survey(table))
    rows["burn"].update(w=75, h=100, x=rows["board:3"]["x"], y=rows["board:3"]["y"] - 60)
    with pytest.raises(description.BadHardware, match="burn reads its cards, too"):
        antenna_coverage.check(antenna_coverage.survey(table))


@pytest.mark.parametrize("seats", [10, *in_soak(2)])
def test_a_hand_is_played_on_a_new_table(tmp_path, seats):
    _, width, depth = next(size for size in SIZES if size[0] == seats)
    _, out = new(tmp_path, seats, width, depth)
    source = iter([("all in", ALL_IN, None, "tda-2011")])
    [played] = Session(Options(table=str(out))).run_hands(source)
    assert played.reason is None, played.reason
    printed = line(played)
    assert printed["incidents"] == [] and printed["stacks_after"] == [150, 0]
