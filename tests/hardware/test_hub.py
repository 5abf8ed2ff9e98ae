"""The hub's boards and their router: every part has its place, every fault of a track is found."""

import csv
import io

import pytest

from tools import cli
from tools.hardware import (
    assembly,
    boards,
    copper,
    data,
    description,
    documents,
    hubboard,
    track_router,
)

NAMES = description.names("boards")


def circuit_of(board, table="nine_max"):
    return boards.whole(description.load_table(table), description.load_board(board), data.design())


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("table", description.names("tables"))
def test_every_part_of_the_hub_has_its_place_with_its_nets(name, table):
    circuit, board = circuit_of(name, table), description.load_board(name)
    found = assembly.hub(hubboard.board(name), circuit, board)
    assert sorted(p.ref for p in found.values()) == sorted(
        p.ref for p in circuit.parts.values() if p.board == "hub"
    )
    assert len(found) == len(hubboard.board(name).parts)  # and no place stays empty


@pytest.mark.parametrize("name", NAMES)
def test_a_modules_pads_carry_what_its_header_says(name):
    board = description.load_board(name)
    nets = hubboard.controller_nets(board)
    assert nets["39"] == "5V" and nets["40"] is None  # VSYS is fed, the USB plug's VBUS is not
    ground = [n for n, net in nets.items() if net == "GND"]
    assert ground == ["3", "8", "13", "18", "23", "28", "33", "38"]
    assert nets[str(board["header"].index(board["spi"]["sck"]) + 1)] == "SCK"
    assert set(boards.controller_pins(board)) - {"5V", "GND"} == {
        f"GPIO{pin}" for pin, net in zip(board["header"], nets.values(), strict=True)
        if net and pin not in ("GND", "VSYS")
    }  # fmt: skip


def test_a_module_with_a_swapped_pin_has_no_place():
    board = description.load_board("esp32s3_w5500")
    circuit = circuit_of("esp32s3_w5500")
    board["header"][3], board["header"][8] = board["header"][8], board["header"][3]
    with pytest.raises(description.BadHardware, match=r"hub: A1 \(controller\) has no place"):
        assembly.hub(hubboard.board("esp32s3_w5500"), circuit, board)


def test_the_big_capacitors_do_not_take_the_small_ones_places():
    rows = csv.DictReader(
        io.StringIO((documents.DOCS / "nine_max/assembly-hub-esp32s3_w5500.csv").read_text())
    )
    packages = {(row["value"], row["package"]) for row in rows if row["ref"][0] == "C"}
    assert packages == {("100 uF", "CP63"), ("100 nF", "C0603"), ("1 uF", "C0603")}


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (lambda b: b.pop("header"), "esp32s3_w5500: header: "),
        (lambda b: b["readers"].append(b["readers"][0]), "the hub's board has 4 slots"),
        (lambda b: b["expander"].update(bits=16), "the hub's board has 24"),
    ],
)
def test_a_controller_the_hub_cannot_carry_is_named(change, line):
    board = description.load_board("esp32s3_w5500")
    change(board)
    with pytest.raises(description.BadHardware, match=line):
        hubboard.placed(board)


def test_a_route_that_is_missing_is_one_line(monkeypatch, tmp_path):
    monkeypatch.setattr(hubboard, "ROUTES", tmp_path)
    with pytest.raises(description.BadHardware, match="missing: feltwire hardware route"):
        hubboard.board.__wrapped__("esp32s3_w5500")


def test_a_track_of_a_kept_route_that_is_lost_is_found():
    made = hubboard.placed(description.load_board("esp32s3_w5500"))
    whole = hubboard.board("esp32s3_w5500")
    made.tracks = [track for track in whole.tracks if track[0] != "NSS2"]
    made.vias = whole.vias
    assert any(line.startswith(f"{made.name}: NSS2: not joined") for line in copper.problems(made))


def test_the_dot_of_a_part_is_printed_beside_pad_1():
    patterns = {part.pattern: part.footprint for part in hubboard.board(NAMES[0]).parts}
    for name, pattern in patterns.items():
        if pattern.mark is None:
            assert name in ("C0603", "R0603", "R1206", "F1812", "BUZZER")
            continue
        apart = [
            (abs(pad.x - pattern.mark[0]) + abs(pad.y - pattern.mark[1]), pad.number)
            for pad in pattern.pads
        ]
        assert min(apart)[1] == "1", name


def small(*nets):
    """A board of 20 mm with resistors whose nets cross."""
    board = copper.Board("x", "x", 20, 20)
    for n, (one, two) in enumerate(nets):
        board.put(f"R{n}", "resistor", "resistor", "R0603", 5 + 5 * (n % 3), 5 + 4 * n, 0, one, two)
    return board


def routed(board):
    field, nets = track_router.route(board, {"": 0.25})
    track_router.draw(board, field, nets)
    return board


CROSSED = (("A", "B"), ("C", "A"), ("B", "C"))


def test_the_router_joins_nets_that_cross_and_always_in_the_same_way():
    first, again = routed(small(*CROSSED)), routed(small(*CROSSED))
    assert copper.problems(first) == [] and first.tracks == again.tracks and first.tracks


def test_a_net_takes_the_place_of_a_track_it_cannot_go_round_at_a_higher_price_each_time():
    board = small(*CROSSED)
    field = track_router.Field(board, {0.25})
    wall, other = track_router.Net(field, "A", 0.25), track_router.Net(field, "B", 0.25)
    x = 30  # between the pads of B: a wall over the whole height, on both sides
    column = [[field.cell(x, y, layer) for y in range(field.rows)] for layer in (0, 1)]
    wall.ways = column
    track_router._settle(field, wall)
    assert track_router._lay(field, other) == {wall.number}
    crossed = {cell for cell in other.cells() if field.where(cell)[0] == x}
    assert crossed and all(field.dear[cell] == track_router.GROWTH for cell in crossed)
    track_router._lift(field, wall)
    wall.ways = []
    assert track_router._lay(field, wall) == set()  # there is room for both


def test_a_net_behind_a_wall_has_no_way():
    board = small(("A", "B"), ("B", "C"))
    board.holes = [(9 + 0.01 * n, y / 2, 2) for n, y in enumerate(range(41))]
    board.parts[1] = board.parts[1].__class__(**{**board.parts[1].__dict__, "x": 15})
    with pytest.raises(track_router.Unroutable, match="B: no way"):
        routed(board)


def test_ground_fills_what_is_free_and_leaves_no_island():
    board = small(("GND", "A"), ("A", "GND"))
    plug = {"1": "GND", "2": "A", "3": "GND"}
    board.put("J1", "plug", "light_plug", "XH3", 7.62, 15.24, 0, **plug)
    field, nets = track_router.route(board, {"": 0.25})
    nodes = track_router.ground(board, field, nets)
    track_router.draw(board, field, nets, nodes)
    assert copper.problems(board) == []
    mesh = [t for t in board.tracks if t[2] == track_router.MESH_MM]
    assert {t[1] for t in mesh} == {copper.FRONT, copper.BACK} and len(mesh) > 30
    left = [piece for piece in copper.shapes(board) if piece[0] == "GND"]
    seen = [left.pop()]
    for piece in seen:  # grows while it is walked
        near = [p for p in left if set(p[1]) & set(piece[1]) and copper.gap(p, piece) < 0]
        seen += near
        left = [p for p in left if p not in near]
    assert left == []


def test_route_writes_what_the_boards_take(tmp_path, monkeypatch, capsys):
    ready = hubboard.board("esp32s3_w5500")
    monkeypatch.setattr(hubboard, "laid", lambda board: ready)
    assert cli.main(["hardware", "route", "--out", str(tmp_path)]) == 0
    written = tmp_path / f"{ready.name}.json"
    assert str(written) in capsys.readouterr().out
    assert written.read_text() == (hubboard.ROUTES / written.name).read_text()
