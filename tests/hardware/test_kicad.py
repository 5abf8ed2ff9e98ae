"""The loops as KiCad boards: as long as calculated, apart from each other, checked by KiCad."""

import copy
import re
import shutil
import sys

import pytest

from tools import cli
from tools.hardware import antennas, data, description, kicad

PLAN = data.design()


def boards_of(plan=PLAN, name="nine_max"):
    return kicad.boards(antennas.all_of(description.load_table(name), plan), plan)


def segments(text):
    """(x0, y0, x1, y1, width, layer, net) of every track."""
    shape = (
        r"\(segment \(start (\S+) (\S+)\) \(end (\S+) (\S+)\) \(width (\S+)\) "
        r'\(layer "(\S+)"\) \(net (\d+)\)\)'
    )
    return [
        (*(float(v) for v in m.groups()[:5]), m[6], int(m[7])) for m in re.finditer(shape, text)
    ]


@pytest.mark.parametrize("name", description.names("tables"))
def test_a_loops_copper_is_as_long_as_calculated(name):
    calculated = antennas.all_of(description.load_table(name), PLAN)
    made = boards_of(name=name)
    assert set(made) == {f"loop-{a.kind}.kicad_pcb" for a in calculated}
    for kind in ("seat", "muck", "board", "line", "pot"):
        antenna = next(a for a in calculated if a.kind == kind)
        drawn = kicad.length_mm(made[f"loop-{kind}.kicad_pcb"])
        assert drawn == pytest.approx(antenna.length * 1000, rel=0.04), kind


def gap(first, second):
    """Least distance of two upright or level tracks' copper, mm; 0 when they touch."""
    boxes = []
    for x0, y0, x1, y1, width, _, _ in (first, second):
        half = width / 2
        boxes.append(
            (min(x0, x1) - half, min(y0, y1) - half, max(x0, x1) + half, max(y0, y1) + half)
        )
    (a0, b0, a1, b1), (c0, d0, c1, d1) = boxes
    across, along = max(a0 - c1, c0 - a1, 0.0), max(b0 - d1, d0 - b1, 0.0)
    return max(across, along)


def nearest_of_two_nets(text):
    tracks = [s for s in segments(text) if s[0] == s[2] or s[1] == s[3]]
    pairs = [(a, b) for a in tracks for b in tracks if a[6] < b[6] and a[5] == b[5]]
    return min(gap(a, b) for a, b in pairs)


def test_loops_of_a_group_do_not_touch_and_would_without_their_inset():
    assert nearest_of_two_nets(boards_of()["loop-mouth.kicad_pcb"]) >= 0.5
    plan = copy.deepcopy(PLAN)
    del plan["loops"]["mouth"]["inset_mm"]
    assert nearest_of_two_nets(boards_of(plan)["loop-mouth.kicad_pcb"]) == pytest.approx(
        0, abs=1e-6
    )


def test_the_way_back_crosses_on_the_other_side():
    for text in boards_of().values():
        back = [s for s in segments(text) if s[5] == "B.Cu"]
        assert len(back) == text.count("(via ") == len({s[6] for s in back})


def test_every_loop_has_its_name_printed_and_those_of_a_group_which_they_are():
    for file, text in boards_of().items():
        names = re.findall(r'gr_text "([^"]+)"', text)
        kind = file.removeprefix("loop-").removesuffix(".kicad_pcb")
        several = [f"{kind}:{n}" for n in range(1, 5)]
        assert names == (several if kind == "mouth" else [kind])


STAND_IN = """#!{python}
import json, sys
if "--help" in sys.argv:
    sys.exit(print("Usage: pcb [--help] {draws}"))
to = sys.argv[sys.argv.index("--output") + 1]
if sys.argv[2] == "drc":
    open(to, "w").write(json.dumps({report}))
elif {fail!r} == sys.argv[2]:
    sys.exit("no such layer")
elif sys.argv[2] == "render":
    open(to, "w").write("drawn")
else:
    open(to + sys.argv[3], "w").write("made")
"""


def stand_in(tmp_path, monkeypatch, report, fail="", draws="drc,export,render"):
    """A program in KiCad's place that reports this."""
    program = tmp_path / kicad.PROGRAM
    program.write_text(
        STAND_IN.format(python=sys.executable, report=report, fail=fail, draws=draws)
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")


def test_boards_without_a_violation_are_written_for_the_factory(tmp_path, monkeypatch, capsys):
    stand_in(tmp_path, monkeypatch, {"violations": [], "unconnected_items": []})
    assert cli.main(["hardware", "loops", "six_max", "--out", str(tmp_path / "out")]) == 0
    assert capsys.readouterr().out.count(".kicad_pcb") == 8
    for what in ("gerbers", "drill"):
        assert (tmp_path / "out" / "loop-seat" / what).read_text() == "made"
    assert (tmp_path / "out" / "loop-seat.png").read_text() == "drawn"


def test_a_kicad_that_draws_no_pictures_is_told_once(tmp_path, monkeypatch, capsys):
    stand_in(tmp_path, monkeypatch, {"violations": []}, draws="drc,export")
    assert cli.main(["hardware", "loops", "six_max", "--out", str(tmp_path / "out")]) == 0
    assert capsys.readouterr().out.count("no pictures: this KiCad") == 1
    assert not list((tmp_path / "out").glob("*.png"))


@pytest.mark.parametrize("where", ["violations", "unconnected_items"])
def test_a_violation_is_told_and_nothing_is_made_for_the_factory(
    tmp_path, monkeypatch, capsys, where
):
    row = {"type": "shorting_items", "description": "two nets"}
    stand_in(tmp_path, monkeypatch, {"violations": [], "unconnected_items": [], where: [row]})
    assert cli.main(["hardware", "loops", "--out", str(tmp_path / "out")]) == 2
    assert "loop-seat.kicad_pcb: shorting_items: two nets" in capsys.readouterr().err
    assert not (tmp_path / "out" / "loop-seat").exists()


@pytest.mark.parametrize(("fail", "what"), [("export", "gerbers"), ("render", "picture")])
def test_an_export_that_fails_is_told(tmp_path, monkeypatch, capsys, fail, what):
    stand_in(tmp_path, monkeypatch, {"violations": []}, fail=fail)
    assert cli.main(["hardware", "loops", "--out", str(tmp_path / "out")]) == 2
    assert f"{what} of loop-seat.kicad_pcb: no such layer" in capsys.readouterr().err


def test_without_kicad_it_is_one_line(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert cli.main(["hardware", "loops", "--out", str(tmp_path / "out")]) == 2
    err = capsys.readouterr().err
    assert "install KiCad 8 or later" in err and err.count("\n") == 1


@pytest.mark.skipif(shutil.which(kicad.PROGRAM) is None, reason="needs KiCad 8 or later")
@pytest.mark.parametrize("name", description.names("tables"))
def test_kicad_itself_finds_no_violation(tmp_path, name):
    for file, text in boards_of(name=name).items():
        (tmp_path / file).write_text(text)
        assert kicad.check(tmp_path / file) == []
