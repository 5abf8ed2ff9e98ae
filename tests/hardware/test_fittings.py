"""Deck well, lights and box: their places on the plan, their depths in the section."""

import copy
import math
import xml.etree.ElementTree as ET

import pytest

from tools.hardware import building_prose, data, description, drawing, fittings, layout, section
from tools.hardware.description import gap_mm, loops

PLAN = data.design()
DESIGNED = ((2, 2000, 1000), (4, 1800, 1100), (8, 2400, 1200), (10, 2800, 1300))
TABLES = [description.load_table(name) for name in description.names("tables")]
TABLES += [layout.design(f"seats_{size[0]}", *size) for size in DESIGNED]
every_table = pytest.mark.parametrize("table", TABLES, ids=lambda t: t["name"])


@every_table
def test_the_tray_lies_towards_the_dealer_beyond_what_the_mouth_hears(table):
    frame, tray = fittings.wells(table, PLAN)
    mouth = [row for row in table["antennas"] if row["zone"].startswith("mouth:")]
    assert min(gap_mm(tray, row) for row in mouth) == PLAN["well"]["away_mm"]
    assert PLAN["well"]["away_mm"] >= building_prose._heard_mm(PLAN)
    assert tray["y"] < frame["y"] and all(gap_mm(tray, row) > 0 for row in loops(table))


@every_table
def test_a_seats_light_is_nearest_to_its_own_seat_and_keeps_off_the_loops(table):
    lights = fittings.lights(table, PLAN)
    seats = [row for row in table["antennas"] if row["zone"].startswith("seat:")]
    assert len(lights) == table["lights"] and lights[0]["name"] == "dealer"
    reach = max(PLAN["light"]["strip_mm"]) / 2
    for light, seat in zip(lights[1:], seats, strict=True):
        at = light["x"], light["y"]
        nearest = min(seats, key=lambda row: math.dist(at, (row["x"], row["y"])))
        assert nearest is seat, light
    for light in lights:
        metal = min(gap_mm({"x": light["x"], "y": light["y"]}, row) for row in loops(table))
        assert metal - reach >= PLAN["table"]["metal_mm"], light


@every_table
def test_the_box_hides_no_trimmer_and_no_light(table):
    box = fittings.box(table, PLAN)
    across, along = PLAN["table"]["case_mm"]
    for feed in fittings.feeds(table, PLAN):
        case = {"x": feed["x"], "y": feed["y"], "w": across, "h": along}
        assert gap_mm(box, case) >= 0, feed["name"]
    assert all(gap_mm(box, light) > 0 for light in fittings.lights(table, PLAN))


def test_the_box_hangs_so_low_that_its_boards_keep_off_the_loops():
    own, t = PLAN["box"], PLAN["table"]
    below_the_top = own["batten_mm"] + own["wall_mm"] + own["spacer_mm"]
    wood_under_copper = t["top_mm"] - t["pocket_mm"]
    assert wood_under_copper + below_the_top >= t["metal_mm"]


@every_table
def test_the_plan_shows_every_fitting_at_its_place(table):
    root = ET.fromstring(drawing.plan(table, fitted=drawing.fitted_parts(table, PLAN)))

    def middles(cls):
        for e in root.iter():
            if e.get("class") == cls and e.get("cx"):
                yield float(e.get("cx")), -float(e.get("cy"))
            elif e.get("class") == cls:
                x, y, w, h = (float(e.get(k)) for k in ("x", "y", "width", "height"))
                yield x + w / 2, -(y + h / 2)

    for cls, rows in (
        ("hole", fittings.feeds(table, PLAN)),
        ("light", fittings.lights(table, PLAN)),
        ("well", fittings.wells(table, PLAN)),
        ("box", [fittings.box(table, PLAN)]),
    ):
        assert list(middles(cls)) == [pytest.approx((r["x"], r["y"])) for r in rows], cls


def test_holes_lie_where_the_loops_boards_have_their_solder_holes():
    table = description.load_table("nine_max")
    feeds = {row["name"]: row for row in fittings.feeds(table, PLAN)}
    low = [name for name in feeds if name.startswith("mouth:") and feeds[name]["y"] < -300]
    assert low == ["mouth:3", "mouth:4"]  # the two towards the dealer
    assert feeds["mouth:1"]["y"] == -278 + 22 + 1.5 and feeds["pot"]["y"] == -80 - 1.5


def boxes(drawn, cls):
    """(depth below the felt's face, height) of every rectangle of a class, mm."""
    root = ET.fromstring(drawn)
    faces = [float(e.get("y")) for e in root.iter() if e.get("class") == "felt"]
    found = []
    for e in root.iter():
        if e.get("class") == cls:
            top, high = float(e.get("y")), float(e.get("height"))
            found.append((top - min(faces, key=lambda y: abs(y - top)), high))
    return found


def test_the_section_shows_deck_well_lights_and_box_by_the_same_depths():
    drawn = section.drawing(PLAN)
    assert boxes(drawn, "felt") == [(0, 2)] * 4  # the four sections
    assert boxes(drawn, "tray") == [(-16, 16)] * 2 and boxes(drawn, "frame") == [(-4, 4)] * 2
    assert boxes(drawn, "rod") == [(0, 2 + 3 + 18)]
    assert boxes(drawn, "batten") == [(23, 25)] * 2
    text = building_prose.build(PLAN)
    for words in ("a frame for the mouth, 4 mm high", "deck, 16 mm high", "65 x 90 mm inside"):
        assert words in text
    assert "piece of rod, 23 mm long" in text and "battens 25 mm high" in text


def test_the_section_shows_the_quadrants_that_every_table_has():
    for table in TABLES:
        sizes = {r["h"] for r in table["antennas"] if r["zone"].startswith("mouth:")}
        assert sizes == {section.mouth_mm() / 2}, table["name"]


def test_a_light_without_a_place_and_a_tray_over_a_loop_are_refused():
    table, plan = description.load_table("nine_max"), copy.deepcopy(PLAN)
    plan["table"]["metal_mm"] = 400
    with pytest.raises(description.BadHardware, match="no place for the light of dealer"):
        fittings.lights(table, plan)
    plan = copy.deepcopy(PLAN)
    plan["well"]["away_mm"] = 300
    with pytest.raises(description.BadHardware, match="deck's tray lies over the table's edge"):
        fittings.wells(table, plan)
    plan = copy.deepcopy(PLAN)
    plan["box"]["inside_mm"] = [2000, 900, 100]
    with pytest.raises(description.BadHardware, match="no place for the electronics box"):
        fittings.box(table, plan)


def test_a_tray_that_the_mouth_would_hear_is_refused():
    plan = copy.deepcopy(PLAN)
    plan["well"]["away_mm"] = 40
    with pytest.raises(description.BadHardware, match="the mouth hears the deck in its tray"):
        building_prose.build(plan)
