"""Matching and multiplexer boards: copper joins what the netlist says, each fault is found."""

import copy
import csv
import dataclasses
import functools
import io
import random
import re
import shutil
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from PIL import Image

from tools import cli
from tools.hardware import (
    assembly,
    autorouter,
    boards,
    copper,
    data,
    description,
    documents,
    footprints,
    kicad,
    kicadproject,
    muxboard,
    placement,
    readerboard,
    solids,
)

PLAN = data.design()
NAMES = ("match", "mux", "reader", *(f"hub-{name}" for name in description.names("boards")))
KICAD_LIBRARY = Path("/usr/share/kicad/footprints")
KICAD_MODELS = Path("/usr/share/kicad/3dmodels")


@functools.cache
def laid():
    """The boards by name. Not while tests are gathered: each worker would take half a second."""
    return {board.name: board for board in documents.layouts(PLAN)}


@pytest.fixture(params=NAMES)
def board(request):
    return laid()[request.param]


def test_every_board_with_a_layout_is_looked_at():
    assert tuple(laid()) == NAMES


def table_and_circuit(name):
    table = description.load_table(name)
    return table, boards.whole(table, description.load_board("esp32s3_w5500"), PLAN)


def test_copper_joins_every_net_and_nothing_else(board):
    assert copper.problems(board) == []


def test_a_missing_track_is_found_with_the_pads_it_leaves_alone():
    broken = copy.deepcopy(laid()["match"])
    broken.tracks = [t for t in broken.tracks if t[0] != "FOOT"]
    assert any("match: FOOT: not joined" in line for line in copper.problems(broken))


def compared(board):
    """Ends that ``copper.problems`` names of tracks lost, by comparing each piece with each."""
    by_net = {}
    for piece in copper.shapes(board):
        by_net.setdefault(piece[0], []).append(piece)
    for net, (first, *left) in by_net.items():
        seen = [first]
        for piece in seen:
            near = [p for p in left if set(p[1]) & set(piece[1]) and copper.gap(piece, p) < 0]
            seen += near
            left = [p for p in left if p not in near]
        yield from ((net, *p[5]) for p in left if net and p[5])


@pytest.mark.parametrize("seed", range(6))
def test_what_is_joined_is_what_comparing_each_piece_with_each_finds(seed):
    rng = random.Random(seed)
    broken = copy.deepcopy(laid()["match"])
    broken.tracks = [t for t in broken.tracks if rng.random() > 0.1 * seed]
    broken.vias = [v for v in broken.vias if rng.random() > 0.2 * seed]
    lines = [line.split(": ") for line in copper.problems(broken) if "not joined" in line]
    named = {(net, *end.split(".")) for _b, net, _what, ends in lines for end in ends.split()}
    assert named == set(compared(broken))
    assert bool(named) is (seed > 0)


@pytest.mark.parametrize(("by", "joined"), [(-0.01, True), (0.0, False), (0.01, False)])
def test_pieces_are_joined_where_they_overlap(by, joined):
    board = copper.Board("b", "b", 30, 20)
    board.put("R1", "resistor", "resistor", "R0603", 15, 5, 0, "A", "B")  # not the leftmost
    board.put("R2", "resistor", "resistor", "R0603", 5, 5, 0, "C", "A")
    left, right = board.parts[1].place("2"), board.parts[0].place("1")
    board.run("A", 0.25, left, (10, 5))
    board.run("A", 0.25, (10.25 + by, 5), right)  # each ends in half a circle
    assert any("A: not joined" in line for line in copper.problems(board)) is not joined


@pytest.mark.parametrize(("apart", "found"), [(0.19, True), (0.2, False), (0.21, False)])
def test_two_nets_nearer_than_the_clearance_are_found(apart, found):
    board = copper.Board("x", "x", 20, 20)
    board.run("A", 0.5, (5, 5), (10, 5))
    board.run("B", 0.5, (5, 5.5 + apart), (10, 5.5 + apart))
    assert bool(copper.problems(board)) is found
    board.tracks[1] = (*board.tracks[1][:1], copper.BACK, *board.tracks[1][2:])
    assert copper.problems(board) == []


def test_crossing_tracks_of_two_nets_are_found():
    board = copper.Board("x", "x", 20, 20)
    board.run("A", 0.5, (5, 10), (15, 10))
    board.run("B", 0.5, (10, 5), (10, 15))
    assert len(copper.problems(board)) == 1


@pytest.mark.parametrize(("x", "found"), [(0.74, True), (0.75, False)])
def test_copper_near_the_edge_is_found(x, found):
    board = copper.Board("x", "x", 20, 20)
    board.run("A", 0.5, (x, 5), (x, 10))
    assert bool(copper.problems(board)) is found


def test_parts_that_overlap_are_found():
    board = copper.Board("x", "x", 40, 40)
    board.put("R1", "resistor", "resistor", "R0603", 10, 10, 0, "A", "B")
    board.put("R2", "resistor", "resistor", "R0603", 10, 11.4, 0, "C", "D")
    assert copper.problems(board) == ["x: R1 and R2 overlap"]
    board.parts[1] = dataclasses.replace(board.parts[1], y=11.47)
    assert copper.problems(board) == []


def test_pads_turn_with_their_part_counter_clockwise():
    board = copper.Board("x", "x", 40, 40)
    part = board.put("D1", "diode", "pin_diode", "SC79", 10, 10, 90, A="IN", K="OUT")
    assert part.place("K") == (10, 10.7) and part.place("A") == (10, 9.3)
    assert part.size(part.footprint.pads[0]) == (0.7, 0.6)


def test_a_router_goes_around_and_says_when_there_is_no_way():
    board = copper.Board("x", "x", 20, 20)
    for layer in (copper.FRONT, copper.BACK):
        board.run("WALL", 0.5, (10, 3), (10, 19), layer=layer)
    ends = (5, 10, copper.FRONT), (15, 10, copper.FRONT)
    autorouter.join(board, "A", 0.25, (0, 0, 20, 20), *ends)
    assert copper.problems(board) == []
    assert min(y for t in board.tracks if t[0] == "A" for _, y in t[3:5]) < 3
    for layer in (copper.FRONT, copper.BACK):
        board.run("WALL", 0.5, (10, 1), (10, 3), layer=layer)
    with pytest.raises(autorouter.Unroutable):
        autorouter.join(board, "B", 0.25, (0, 0, 20, 20), (5, 15, "F.Cu"), (15, 15, "F.Cu"))


@pytest.mark.parametrize("name", description.names("tables"))
def test_every_part_of_a_tables_boards_has_its_place_with_its_nets(name):
    table, circuit = table_and_circuit(name)
    for reader in table["readers"]:
        found = assembly.mux(laid()["mux"], circuit, table, reader)
        assert sorted(p.ref for p in found.values()) == bought(circuit, f"mux {reader}")
    for row in description.loops(table):
        found = assembly.match(laid()["match"], circuit, row["zone"])
        assert sorted(p.ref for p in found.values()) == bought(circuit, f"match {row['zone']}")


def bought(circuit, where):
    parts = circuit.parts.values()
    return sorted(p.ref for p in parts if p.board == where and p.kind != "board")


def test_a_part_with_another_net_on_a_pin_has_no_place():
    table, circuit = table_and_circuit("six_max")
    diode = next(p for p in circuit.parts.values() if p.part == "pin_diode")
    diode.pins["A"], diode.pins["K"] = diode.pins["K"], diode.pins["A"]
    with pytest.raises(description.BadHardware, match=f"mux cards: {diode.ref} .* no place"):
        assembly.mux(laid()["mux"], circuit, table, "cards")


def test_a_swapped_decoder_output_has_no_place():
    table, circuit = table_and_circuit("six_max")
    decoder = next(p for p in circuit.parts.values() if p.kind == "hc4514")
    decoder.pins["Q0"], decoder.pins["Q1"] = decoder.pins["Q1"], decoder.pins["Q0"]
    with pytest.raises(description.BadHardware, match=f"{decoder.ref} .* no place"):
        assembly.mux(laid()["mux"], circuit, table, "cards")


def test_a_reader_with_more_antennas_than_channels_has_no_board():
    table, circuit = table_and_circuit("six_max")
    table["antennas"][0]["channel"] = muxboard.CHANNELS
    with pytest.raises(description.BadHardware, match="the multiplexer's board has 12 channels"):
        assembly.mux(laid()["mux"], circuit, table, "cards")


def test_a_reference_tag_has_loop_cable_and_channel_or_is_refused():
    table, circuit = table_and_circuit("six_max")
    for row in table["references"]:
        reader = table["readers"].index(row["reader"])
        assert circuit.parts[f"J_LOOP_reference:{row['reader']}"].pins["RF"] in {
            p.pins["RF"] for p in circuit.parts.values() if p.ref == f"J_{reader}_{row['channel']}"
        }
    table["references"][0]["channel"] = 15  # as it was: the decoder has it, the board has not
    with pytest.raises(description.BadHardware, match="reference:cards: .* 12 channels"):
        assembly.mux(laid()["mux"], circuit, table, "cards")


def test_an_assembly_list_names_maker_number_and_place_of_each_part():
    text = (documents.DOCS / "nine_max" / "assembly-match-seat.csv").read_text(encoding="utf-8")
    rows = {row["ref"]: row for row in csv.DictReader(io.StringIO(text))}
    assert set(rows) == {"J1", "C1", "CT1", "C2", "CT2", "R1", "R2"}
    trimmer = rows["CT1"]
    assert (trimmer["number"], trimmer["x"], trimmer["y"]) == ("JR300", "13.000", "13.000")
    assert all(row["maker"] and row["number"] and row["package"] for row in rows.values())


def test_a_readers_header_is_the_hubs_and_its_module_gets_every_signal():
    by_ref = {part.ref: part for part in laid()["reader"].parts}
    _, circuit = table_and_circuit("six_max")
    assert tuple(by_ref["J1"].nets.values()) == boards.READER_LABELS
    assert tuple(circuit.parts["J_HUB0"].pins) == boards.READER_LABELS
    assert set(boards.READER_LABELS) == {net for net in by_ref["J2"].nets.values() if net}


def test_the_reworked_module_sees_the_load_the_design_counts_on():
    own, seen = PLAN["reader"], readerboard.load(PLAN)
    assert own["driver_ohm"] * (1 - own["load_tolerance"]) <= seen.real <= own["driver_ohm"] * 1.2
    assert abs(seen.imag) < 0.15 * seen.real


@pytest.mark.parametrize("change", [{"load_ohm": 50}, {"series_nf": 0.033}])
def test_a_module_without_its_transformer_or_its_new_capacitors_would_not(change):
    plan = copy.deepcopy(PLAN)
    plan["module"].update(change)
    seen, own = readerboard.load(plan), plan["reader"]
    low = own["driver_ohm"] * (1 - own["load_tolerance"])
    assert seen.real < low or abs(seen.imag) > 0.5 * seen.real


def test_a_project_names_every_net_pad_and_reference():
    made = kicadproject.files(laid()["mux"])
    assert made.keys() == {"mux.kicad_pro", "mux.kicad_sch", "mux.kicad_pcb"}
    for part in laid()["mux"].parts:
        assert f'(property "Reference" "{part.ref}"' in made["mux.kicad_sch"]
        assert f'(fp_text reference "{part.ref}"' in made["mux.kicad_pcb"]
    for net in laid()["mux"].nets():
        assert f'"{net}")\n' in made["mux.kicad_pcb"] and f'"{net}"' in made["mux.kicad_sch"]
    assert kicadproject.files(laid()["mux"]) == made


STAND_IN = """#!{python}
import json, sys
if "--help" in sys.argv:
    sys.exit(print("Usage: pcb [--help] {{drc,export,render}}"))
to = sys.argv[sys.argv.index("--output") + 1]
row = {{"type": "it", "description": "what"}}
if sys.argv[2] == "erc":
    open(to, "w").write(json.dumps({{"sheets": [{{"violations": [row] * ({fail!r} == "erc")}}]}}))
elif sys.argv[2] == "drc":
    assert "--schematic-parity" in sys.argv
    open(to, "w").write(json.dumps({{"schematic_parity": [row] * ({fail!r} == "parity")}}))
elif sys.argv[2] == "render":
    open(to, "wb").write(bytes.fromhex("{picture}"))
else:
    open(to + sys.argv[3], "w").write("made")
"""


def drawn():
    """A picture as KiCad makes one: a board on nothing."""
    made, out = Image.new("RGBA", (1600, 900)), io.BytesIO()
    made.paste((20, 90, 50, 255), (300, 200, 1300, 700))
    made.save(out, "PNG")
    return out.getvalue()


@pytest.mark.parametrize(
    ("fail", "text"),
    [("", ""), ("erc", "match.kicad_sch: it: what"), ("parity", "match.kicad_pcb: it: what")],
)
def test_boards_are_made_only_when_both_of_kicads_checks_pass(
    tmp_path, monkeypatch, capsys, fail, text
):
    program = tmp_path / kicad.PROGRAM
    program.write_text(STAND_IN.format(python=sys.executable, fail=fail, picture=drawn().hex()))
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    if fail:  # one board is enough to be refused, and all copper is looked at where none is
        match = laid()["match"]
        monkeypatch.setattr(documents, "layouts", lambda _plan: [match])
    out = tmp_path / "out"
    words = ["hardware", "boards", "--out", str(out), "--small", str(tmp_path)]
    assert cli.main(words) == (2 if fail else 0)
    assert text in capsys.readouterr().err
    for path in (out / "match" / "gerbers", out / "match.png", tmp_path / "match.png"):
        assert path.exists() is not bool(fail)
    if not fail:
        with Image.open(tmp_path / "match.png") as small:
            width, height = small.size
        assert width == 900 and abs(height - 460) <= 1  # cropped to the board, and a margin


@pytest.mark.skipif(shutil.which(kicad.PROGRAM) is None, reason="needs KiCad 8 or later")
def test_kicad_itself_finds_nothing_in_either_project(tmp_path):
    for path, text in documents.project_pages(PLAN).items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    for name in NAMES:
        assert kicad.check_schematic(tmp_path / f"{name}.kicad_sch") == []
        assert kicad.check(tmp_path / f"{name}.kicad_pcb", whole=True) == []


@pytest.mark.skipif(not KICAD_LIBRARY.exists(), reason="needs KiCad's footprint library")
@pytest.mark.parametrize("name", [n for n, f in footprints.PATTERNS.items() if f.library])
def test_a_land_pattern_is_that_of_kicads_library(name):
    pattern = footprints.PATTERNS[name]
    folder, file = pattern.library.split(":")
    text = (KICAD_LIBRARY / f"{folder}.pretty" / f"{file}.kicad_mod").read_text()
    assert sorted(kicad.pads(text)) == sorted((p.number, p.x, p.y, p.w, p.h) for p in pattern.pads)


def models(text):
    """(model, x, y) of what KiCad's own footprint shows; it counts y upwards."""
    shape = r'\(model "([^"]+)"(\s*\(hide yes\))?\s*\(offset\s*\(xyz (\S+) (\S+) (\S+)\)'
    rows = re.finditer(shape, text)
    return {(m[1].rpartition("/")[2], float(m[3]), -float(m[4])) for m in rows if not m[2]}


@pytest.mark.skipif(not KICAD_MODELS.exists(), reason="needs KiCad's models of parts")
@pytest.mark.parametrize("name", footprints.PATTERNS)
def test_a_parts_model_is_kicads_at_kicads_place_or_an_outline_where_it_has_none(name):
    pattern = footprints.PATTERNS[name]
    for path, _, _ in solids.of(pattern):
        if path.startswith(solids.LIBRARY):
            assert Path(path.replace(solids.LIBRARY, str(KICAD_MODELS))).exists(), path
        else:
            assert name in solids.OUTLINES
    if pattern.library:
        folder, file = pattern.library.split(":")
        own = (KICAD_LIBRARY / f"{folder}.pretty" / f"{file}.kicad_mod").read_text()
        known = {
            row for row in models(own) if (KICAD_MODELS / f"{folder}.3dshapes" / row[0]).exists()
        }
        mine = {(path.rpartition("/")[2], x, y) for path, x, y in solids.of(pattern)}
        assert mine == known or name in solids.OUTLINES and not known or name == "PICO"


def test_every_part_stands_on_its_board_in_a_picture(board):
    text = kicadproject.files(board)[f"{board.name}.kicad_pcb"]
    made = kicadproject.libraries([board])
    assert text.count("(model ") == sum(len(solids.of(p.footprint)) for p in board.parts)
    for path in set(re.findall(r'\(model "\$\{KIPRJMOD\}/([^"]+)"', text)):
        assert made[path].startswith("#VRML V2.0")


@pytest.mark.parametrize("name", solids.OUTLINES)
def test_an_outline_keeps_to_its_courtyard_and_stands_on_the_board(name):
    text = solids.files([footprints.PATTERNS[name]])[f"{solids.OURS}/{name}.wrl"]
    points = [
        tuple(float(v) * solids.UNIT_MM for v in row.split())
        for block in re.findall(r"point \[\n(.*)\n\]", text)
        for row in block.strip(",").split(",")
    ]
    x0, y0, x1, y1 = footprints.PATTERNS[name].courtyard
    for x, y, z in points:
        assert x0 - 0.01 <= x <= x1 + 0.01 and y0 - 0.01 <= -y <= y1 + 0.01, (x, y)
        assert -2 - 1e-3 <= z <= 12
    assert max(z for _, _, z in points) > 0.5


def test_a_placement_drawing_names_every_part_inside_it(board):
    root = ET.fromstring(placement.drawing(board))
    texts = {e.text: e for e in root.iter() if e.tag.endswith("text")}
    for part in board.parts:
        x0, y0, x1, y1 = copper.courtyard(part)
        found = texts[part.ref]
        assert x0 <= float(found.get("x")) + board.w / 2 <= x1
        assert y0 <= float(found.get("y")) + board.h / 2 <= y1


def test_the_guides_pictures_are_there_and_small():
    for path in documents.pictures(PLAN):
        found = documents.DOCS / path
        assert found.stat().st_size < 150_000, path
        with Image.open(found) as picture:
            assert picture.width <= 900 and picture.format == "PNG"
