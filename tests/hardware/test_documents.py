"""The committed building documents are those of the descriptions, and their parts hold together."""

import re
import shutil
import xml.etree.ElementTree as ET

import pytest

from tools import cli
from tools.hardware import boards, bom, data, description, drawing, harness, pages, power

TABLES = description.names("tables")
AGAIN = "run: python -m tools.hardware docs"


@pytest.fixture(scope="module")
def made():
    return pages.all_pages()


def test_every_document_is_current(made):
    for path, text in made.items():
        committed = (pages.DOCS / path).read_text(encoding="utf-8")
        assert committed == text, f"{path}: {AGAIN}"


def test_no_document_is_left_over(made):
    there = {str(p.relative_to(pages.DOCS)) for p in pages.DOCS.rglob("*") if p.is_file()}
    assert there == set(made) | {f"{name}/harness.svg" for name in TABLES}, AGAIN


@pytest.mark.skipif(shutil.which("dot") is None, reason="needs Graphviz")
def test_the_harness_drawings_show_what_the_descriptions_say():
    for name in TABLES:
        fresh = pages.harness_drawing(description.load_table(name), data.design())
        committed = (pages.DOCS / name / "harness.svg").read_text(encoding="utf-8")
        words = pages.drawn_words(fresh)
        assert "J_READER0" in words and len(words) > 100
        assert pages.drawn_words(committed) == words, AGAIN


def test_links_between_the_documents_lead_somewhere(made):
    for path, text in made.items():
        if path.endswith(".md"):
            for target in re.findall(r"\]\(([^)#]+)\)", text):
                assert ((pages.DOCS / path).parent / target).exists(), f"{path}: {target}"


def test_the_guide_names_only_commands_there_are():
    text = (pages.DOCS / "build.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`feltwire ([a-z]+)", text))
    assert named <= {name for name, *_ in cli.COMMANDS}, named


@pytest.mark.parametrize("name", TABLES)
def test_the_plan_is_to_scale_and_complete(name):
    table = description.load_table(name)
    root = ET.fromstring(drawing.plan(table))
    _, _, width, height = (float(v) for v in root.get("viewBox").split())
    assert root.get("width") == f"{width:g}mm" and root.get("height") == f"{height:g}mm"
    shapes = [e for e in root.iter() if e.get("class") == "loop"]
    assert len(shapes) == len(table["antennas"])
    for shape, row in zip(shapes, table["antennas"], strict=True):
        if "d" in row:
            got = [float(shape.get(k)) for k in ("cx", "cy", "r")]
            assert got == [row["x"], -row["y"], row["d"] / 2]
        else:
            got = [float(shape.get(k)) for k in ("x", "y", "width", "height")]
            left, top = row["x"] - row["w"] / 2, -row["y"] - row["h"] / 2
            assert got == [left, top, row["w"], row["h"]]


def test_a_loop_is_drawn_with_its_turns_and_its_track():
    plan = data.design()
    calculated = pages.antennas.all_of(description.load_table("nine_max"), plan)
    for antenna in pages.first_of_kind(calculated).values():
        root = ET.fromstring(drawing.loop(antenna, plan))
        [track] = [e for e in root.iter() if e.get("class") == "track"]
        assert float(track.get("stroke-width")) == pytest.approx(antenna.track * 1000)
        points = [tuple(map(float, p.split())) for p in track.get("d")[1:].split("L")]
        sides = zip(points, points[1:], strict=False)
        drawn = sum(((a - c) ** 2 + (b - d) ** 2) ** 0.5 for (a, b), (c, d) in sides)
        assert drawn == pytest.approx(antenna.length * 1000, rel=0.02)


def circuit_of(table="nine_max", board="esp32s3_w5500"):
    return boards.whole(description.load_table(table), description.load_board(board), data.design())


def test_the_bill_of_materials_adds_up():
    circuit, plan, catalogue = circuit_of(), data.design(), data.parts()
    lines = bom.lines(circuit, plan, catalogue)
    by_part = {}
    for line in lines:
        by_part[line["part"]] = by_part.get(line["part"], 0) + line["count"]
        assert line["total"] == round(line["count"] * line["price"], 2)
    assert bom.total(lines) == round(sum(x["count"] * x["price"] for x in lines), 2)
    assert by_part["pn5180"] == 4 and by_part["hc4514"] == 4 and by_part["hc595"] == 3
    assert by_part["pin_diode"] == by_part["switch"] == 30
    assert by_part["trimmer"] == 60 and by_part["loop_board"] == 27  # the mouth's four on one
    assert by_part["pixel"] == 10
    metres = sum(c.length_m for c in circuit.cables if c.part == "coax")
    assert metres <= by_part["coax"] < metres + 1
    assert all(line["alternatives"] for line in lines if line["part"] in ("pn5180", "pin_diode"))


def test_a_part_without_a_price_is_named(monkeypatch):
    catalogue = data.parts()
    del catalogue["parts"]["balun"]
    with pytest.raises(description.BadHardware, match="no part 'balun'"):
        bom.lines(circuit_of(), data.design(), catalogue)


def test_the_power_budget_carries_every_rail_to_the_adapter():
    catalogue, plan = data.parts(), data.design()
    rows = power.rows(circuit_of(), catalogue)
    sums = power.budget(rows, plan)
    three = sum(r[4] for r in rows if r[0] == "3V3")
    five = sum(r[4] for r in rows if r[0] == "5V") + three
    assert sums["peak"]["5V"] == round(five)
    assert sums["peak"]["12V"] == round(five * 5 / 12 / 0.9)
    power.check(sums)
    catalogue["parts"]["pixel"]["ma"]["5V"] = [8, 600]
    with pytest.raises(description.BadHardware, match="5V: .* mA at the peak"):
        power.check(power.budget(power.rows(circuit_of(), catalogue), plan))


def test_the_harness_joins_every_cable_of_the_circuit():
    circuit = circuit_of("six_max")
    described = harness.description(circuit)
    assert len(described["connections"]) == len(circuit.cables) == len(described["cables"])
    for first, cable, second in described["connections"]:
        (name,) = cable
        wires = described["cables"][name]["wirecount"]
        assert all(len(v) == wires for end in (first, second) for v in end.values())
    assert "J_LOOP_mouth:1" in described["connectors"]
