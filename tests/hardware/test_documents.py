"""The committed building documents are those of the descriptions, and their parts hold together."""

import contextlib
import datetime
import io
import math
import re
import shutil
import xml.etree.ElementTree as ET

import pytest

from gateway.tables.words import say
from gateway.technician import plots
from tools import cli
from tools.hardware import (
    boards,
    bom,
    building_prose,
    data,
    description,
    documents,
    drawing,
    harness,
    power,
)

TABLES = description.names("tables")
AGAIN = "run: python -m tools.hardware docs"


@pytest.fixture(scope="module")
def made():
    return documents.all_pages()


def test_every_document_is_current(made):
    for path, text in made.items():
        committed = (documents.DOCS / path).read_text(encoding="utf-8")
        assert committed == text, f"{path}: {AGAIN}"


def test_no_document_is_left_over(made):
    there = {str(p.relative_to(documents.DOCS)) for p in documents.DOCS.rglob("*") if p.is_file()}
    pictures = set(documents.pictures(data.design()))
    assert there == set(made) | pictures | {f"{name}/harness.svg" for name in TABLES}, AGAIN


@pytest.mark.skipif(shutil.which("dot") is None, reason="needs Graphviz")
def test_the_harness_drawings_show_what_the_descriptions_say():
    for name in TABLES:
        fresh = documents.harness_drawing(description.load_table(name), data.design())
        committed = (documents.DOCS / name / "harness.svg").read_text(encoding="utf-8")
        words = documents.drawn_words(fresh)
        assert "J_READER0" in words and len(words) > 100
        assert documents.drawn_words(committed) == words, AGAIN


def test_a_harness_that_another_graphviz_draws_otherwise_stays_as_it_is(tmp_path):
    drawn, target = '<svg><text x="1">J1</text></svg>', tmp_path / "harness.svg"
    assert not documents._same_harness(target, drawn)
    target.write_text(drawn)
    assert documents._same_harness(target, drawn.replace("1", "2", 1))
    assert not documents._same_harness(target, drawn.replace("J1", "J2"))


def test_links_between_the_documents_lead_somewhere(made):
    for path, text in made.items():
        if path.endswith(".md"):
            for target in re.findall(r"\]\(([^)#]+)\)", text):
                assert ((documents.DOCS / path).parent / target).exists(), f"{path}: {target}"


def test_the_guide_names_only_commands_there_are():
    text = (documents.DOCS / "build.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`feltwire ([a-z]+)", text))
    assert named <= {name for name, *_ in cli.COMMANDS}, named


FILLED = {
    "TABLE": "nine_max",
    "ID": "7",
    "BOARD": "esp32s3_w5500",
    "HOST:PORT": "10.0.0.1:8883",
    "FOLDER": "out",
    "NAME": "red",
    "MHZ": "26",
    "MM": "30",
    "CARD": "As",
    "CA": "var/keys/tls",
}


def typed(text):
    """Every ``feltwire`` line of a page as a person types it, without those cut short."""
    lines = re.findall(r"`(feltwire [^`]+)`", text)
    rows = [[FILLED.get(word, word) for word in line.split()[1:]] for line in lines]
    return [row for row in rows if "..." not in row and not row[0].endswith("...")]


def accepted(words):
    """None when the command line takes these words, else what it says."""
    parser, args = cli.parser_for(words), None
    err = io.StringIO()
    with contextlib.redirect_stderr(err), contextlib.suppress(SystemExit):
        args = parser.parse_args(words)
    return None if args else err.getvalue()


@pytest.mark.parametrize("page", ["build.md", "pcb.md", "tags.md"])
def test_every_command_of_the_guide_is_taken_as_typed(page):
    rows = typed((documents.DOCS / page).read_text(encoding="utf-8"))
    assert len(rows) > (12 if page == "build.md" else 1)
    for words in rows:
        assert accepted(words) is None, words
    assert accepted(["deck", "check"]) and accepted(["flash", "--table", "7"])  # one can fail


def test_figures_and_alerts_of_the_guide_are_shown_under_those_names():
    text = (documents.DOCS / "build.md").read_text(encoding="utf-8")
    [row] = [line for line in text.splitlines() if "`/tech`" in line]
    shown = {name for _, name, _ in plots.TABLE}
    assert {"Readers up", "Failed dwells"} == shown & set(re.findall(r"`([^`]+)`", row))
    [alert] = re.findall(r"the alert `([^`]+)`", text)
    said = say({"what": "flag", "flag": "reader_deaf:cards", "value": True})
    assert all(part in said for part in alert.split("...")), said


def test_every_step_of_the_guide_says_what_to_expect():
    text = (documents.DOCS / "build.md").read_text(encoding="utf-8")
    chapters = re.split(r"^## ", text, flags=re.MULTILINE)[1:]
    assert len(chapters) == 9
    for chapter in chapters:
        rows = [line.strip("|").split("|") for line in chapter.splitlines() if line[:1] == "|"]
        head = [cell.strip() for cell in rows[0]]
        assert "expect" in head and "step" in head, chapter[:40]
        for row in rows[2:]:
            assert len(row) == len(head) and all(cell.strip() for cell in row), row
    assert not re.search(r"^\d+\. ", text, re.MULTILINE)  # no step outside a table


@pytest.mark.parametrize("name", TABLES)
def test_the_plan_is_to_scale_and_complete(name):
    table = description.load_table(name)
    root = ET.fromstring(drawing.plan(table))
    _, _, width, height = (float(v) for v in root.get("viewBox").split())
    assert root.get("width") == f"{width:g}mm" and root.get("height") == f"{height:g}mm"
    shapes = [e for e in root.iter() if e.get("class") == "loop"]
    assert len(shapes) == len(table["antennas"]) + 4  # the reference tags
    for shape, row in zip(shapes, description.loops(table), strict=True):
        if "d" in row:
            got = [float(shape.get(k)) for k in ("cx", "cy", "r")]
            assert got == [row["x"], -row["y"], row["d"] / 2]
        else:
            got = [float(shape.get(k)) for k in ("x", "y", "width", "height")]
            left, top = row["x"] - row["w"] / 2, -row["y"] - row["h"] / 2
            assert got == [left, top, row["w"], row["h"]]


def test_a_loop_is_drawn_with_its_turns_and_its_track():
    plan = data.design()
    calculated = documents.antennas.all_of(description.load_table("nine_max"), plan)
    for antenna in documents.first_of_kind(calculated).values():
        root = ET.fromstring(drawing.loop(antenna, plan))
        [track] = [e for e in root.iter() if e.get("class") == "track"]
        assert float(track.get("stroke-width")) == pytest.approx(antenna.track * 1000)
        points = [tuple(map(float, p.split())) for p in track.get("d")[1:].split("L")]
        sides = zip(points, points[1:], strict=False)
        drawn = sum(((a - c) ** 2 + (b - d) ** 2) ** 0.5 for (a, b), (c, d) in sides)
        # the gap at the feed is a larger share of a loop of 30 mm
        share = 0.03 if antenna.kind == "reference" else 0.02
        assert drawn == pytest.approx(antenna.length * 1000, rel=share)


def circuit_of(table="nine_max", board="esp32s3_w5500"):
    return boards.whole(description.load_table(table), description.load_board(board), data.design())


def test_the_bill_of_materials_adds_up():
    circuit, plan, catalogue = circuit_of(), data.design(), data.parts()
    lines = bom.lines(circuit, plan, catalogue)
    by_part = {}
    for line in lines:
        by_part[line["part"]] = by_part.get(line["part"], 0) + line["count"]
    assert by_part["pn5180_module"] == by_part["reader_board"] == by_part["socket"] == 4
    assert not by_part.keys() & {"pn5180", "crystal", "filter_coil"}  # on the modules
    assert by_part["hc4514"] == 4 and by_part["hc595"] == 3 and by_part["keypad"] == 1
    assert by_part["pin_diode"] == by_part["switch"] == 30 + 4  # a reference tag each reader
    assert by_part["trimmer"] == 68 and by_part["loop_board"] == 31  # the mouth's four on one
    assert by_part["reference_tag"] == 4
    assert by_part["pixel"] == 10
    assert by_part["header"] == by_part["header_mate"] == by_part["mux_plug"] == 8
    assert by_part["xh_contact"] == 8 * 8 + 3 + 4  # multiplexers, lights, keypad
    metres = sum(c.length_m for c in circuit.cables if c.part == "coax")
    assert metres <= by_part["coax"] < metres + 1
    assert by_part["coax_socket"] == by_part["coax_plug"] == 2 * (34 + 4)
    assert all(line["alternatives"] for line in lines if line["part"] in ("trimmer", "pin_diode"))


@pytest.mark.parametrize("name", TABLES)
def test_as_many_boards_are_to_order_as_the_bill_of_materials_counts(name):
    table, plan = description.load_table(name), data.design()
    text = documents.orders(table, plan)
    rows = re.findall(r"^\| (\S+)\.kicad_pcb.* \| (\d+) \| \S+ x \S+ \|", text, re.MULTILINE)
    counts = {sort: int(count) for sort, count in rows}
    loops = sum(count for sort, count in counts.items() if sort.startswith("loop-"))
    bought = {x["part"]: x["count"] for x in bom.lines(circuit_of(name), plan, data.parts())}
    assert loops == bought["loop_board"] and counts["match"] == bought["match_board"]
    assert counts["mux"] == counts["reader"] == bought["mux_board"] == len(table["readers"])
    assert sum(sort.startswith("hub-") for sort in counts) == 1


@pytest.mark.parametrize(
    ("value", "style", "code"),
    [
        *[("2.2 kohm", "rkm", "2K2"), ("220 ohm", "rkm", "220R"), ("100 kohm", "rkm", "100K")],
        *[("5.6 ohm", "rkm4", "5R60"), ("13 ohm", "rkm4", "13R0"), ("910 ohm", "rkm4", "910R")],
        *[("100 nF", "eia", "104"), ("11 pF", "eia", "110"), ("240 pF", "eia", "241")],
        ("1 nF", "eia", "102"),
    ],
)
def test_a_makers_number_carries_the_value_in_his_way(value, style, code):
    assert bom.codes(value)[style] == code


def test_every_line_has_a_number_that_can_be_ordered_or_says_any():
    for line in bom.lines(circuit_of(), data.design(), data.parts()):
        assert line["mpn"] and "{" not in line["mpn"]
        if line["maker"] != "any":
            assert line["suppliers"], line["part"]
    by_key = {
        (x["part"], x["value"]): x for x in bom.lines(circuit_of(), data.design(), data.parts())
    }
    assert by_key["resistor", "10 kohm"]["mpn"] == "RC0603FR-0710KL"
    assert by_key["resistor_rf", "9.1 ohm"]["mpn"] == "CRCW25129R10FKEG"
    assert by_key["capacitor_np0", "10 nF"]["mpn"].startswith("any C0G")


GOOD_PRICE = {"each": 1.5, "currency": "EUR", "on": datetime.date(2026, 1, 2), "source": "a shop"}


def priced(**prices):
    """A table's lines when only these parts have a price."""
    catalogue = data.parts()
    for name, part in catalogue["parts"].items():
        part.pop("price", None)
        if name in prices:
            part["price"] = {**GOOD_PRICE, **prices[name]}
    return bom.lines(circuit_of(), data.design(), catalogue)


def test_a_price_is_shown_with_its_day_and_source_and_ask_without():
    lines = priced(ldo={})
    assert bom.asked(lines) == len(lines) - 1
    assert ',DigiKey; Mouser,"1.50 EUR on 2026-01-02, a shop",' in bom.as_csv(lines)
    assert ",ask," in bom.as_csv(lines)


def test_a_price_over_a_year_old_is_marked():
    looked_up = data.parts()["prices"]["looked_up"]
    year, day = datetime.timedelta(days=bom.YEAR), datetime.timedelta(days=1)
    for on, old in ((looked_up - year, False), (looked_up - year - day, True)):
        assert ("over a year old" in bom.as_csv(priced(ldo={"on": on}))) == old


def test_prices_add_up_for_their_counts_in_each_currency():
    assert bom.total(priced(ldo={}, trimmer={"each": 2}, tvs={"currency": "USD"})) == {
        "EUR": 1.5 + 68 * 2,
        "USD": 1.5,
    }


@pytest.mark.parametrize(
    "price",
    [
        *({k: v for k, v in GOOD_PRICE.items() if k != key} for key in GOOD_PRICE),
        *(1.5, {**GOOD_PRICE, "each": 0}, {**GOOD_PRICE, "on": "spring"}),
        {**GOOD_PRICE, "on": datetime.date(2999, 1, 1)},
    ],
)
def test_a_price_nobody_can_look_up_again_is_refused(monkeypatch, price):
    catalogue = data.parts()
    catalogue["parts"]["ldo"]["price"] = price
    monkeypatch.setattr(data, "_read", lambda name: catalogue)
    with pytest.raises(description.BadHardware, match=r"parts.ldo: price: each currency on source"):
        data.parts()


def test_a_part_the_catalogue_does_not_have_is_named(monkeypatch):
    catalogue = data.parts()
    del catalogue["parts"]["balun"]
    with pytest.raises(description.BadHardware, match="no part 'balun'"):
        bom.lines(circuit_of(), data.design(), catalogue)


def test_wire_for_the_lights_is_counted_from_seat_to_seat():
    circuit = circuit_of("six_max")
    [lights] = [c for c in circuit.cables if c.second == "J_LIGHTS"]
    # box, dealer, seats 1 to 6: 0.39 + 0.52 + 0.89 + 0.66 + 0.22 + 0.66 + 0.615 m, seven slacks
    assert lights.length_m == 5.75  # of 5.705
    wire = sum(c.length_m * len(c.conductors) for c in circuit.cables if c.part == "leads")
    lines = {x["part"]: x["count"] for x in bom.lines(circuit, data.design(), data.parts())}
    assert lines["leads"] == math.ceil(wire) > 3 * 5.75


def test_the_deck_lies_beside_the_mouth_where_a_card_above_it_would_be_heard():
    heard = building_prose._heard_mm(data.design())
    assert 45 <= heard <= 60 and f"up to {heard} mm over it" in building_prose.build(data.design())


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
