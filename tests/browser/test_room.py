"""Sixty tables at a glance: who needs somebody first, or the room as it stands."""

import json
import threading

from playwright.sync_api import expect

from gateway.floor.arranged import File
from gateway.floor.plan import CELLS, Plan, fault
from tests.browser.conftest import VIEW
from tests.browser.test_access import faults
from tests.gateway.support import until


def sixty(nine):
    """Fifty-nine tables beside table 7, which calls the floor."""
    nine.play(44)
    nine.rule("redeal_flop", decided_by="floor", seat=4)
    for number in range(1, 61):
        nine.gateway.tables.table(str(number))


def test_sixty_tables_fit_a_screen_and_are_arranged_by_dragging_and_kept(nine, page):
    sixty(nine)
    sixty_tables_fit_a_screen_and_the_one_in_need_comes_first(nine, page)
    page.set_viewport_size(VIEW)
    the_room_is_arranged_by_dragging_and_kept(nine, page)


def sixty_tables_fit_a_screen_and_the_one_in_need_comes_first(nine, page):
    page.set_viewport_size({"width": 1024, "height": 768})
    page.goto(nine.url)
    expect(page.locator(".tile")).to_have_count(60)
    expect(page.locator("#table-7 .how")).to_have_text("1 urgent")
    tops = page.evaluate(
        "() => [...document.querySelectorAll('.tile')].map((e) => {"
        " const r = e.getBoundingClientRect(); return [r.top + r.left, r.bottom, e.id]; })"
    )
    assert min(tops)[2] == "table-7"
    assert max(bottom for _at, bottom, _id in tops) <= 768
    assert faults(page) == []


def the_room_is_arranged_by_dragging_and_kept(nine, page):
    page.get_by_role("button", name="Room plan").click()
    page.get_by_role("button", name="Arrange").click()
    one, two = (page.locator(f"#table-{n}").bounding_box() for n in (1, 2))
    page.mouse.move(one["x"] + 10, one["y"] + 10)
    page.mouse.down()
    page.mouse.move(two["x"] + 10, two["y"] + 10, steps=4)
    page.mouse.up()
    expect(page.locator("[data-table='1']")).to_have_css("grid-column-start", "2")
    page.locator("#table-1").press("ArrowDown")
    expect(page.locator("[data-table='1']")).to_have_css("grid-row-start", "2")
    page.get_by_role("button", name="Done").click()
    page.reload()
    expect(page.locator("[data-table='1']")).to_have_css("grid-row-start", "2")
    expect(page.locator("[data-table='2']")).to_have_css("grid-column-start", "1")
    assert Plan(File(nine.folder / "room.json")).places()["1"] == [1, 1]
    page.locator("#table-7").click()
    page.wait_for_url("**/floor?table=7")


def test_a_move_made_while_another_is_being_kept_outlives_the_page(nine, page, monkeypatch):
    sixty(nine)
    plan, answered = nine.gateway._web._app.app.state.plan, threading.Event()
    arrange = plan.arrange

    def slow(places):
        arrange(places)
        assert answered.wait(60)

    monkeypatch.setattr(plan, "arrange", slow)
    page.goto(nine.url)
    page.get_by_role("button", name="Room plan").click()
    page.get_by_role("button", name="Arrange").click()
    page.locator("#table-1").press("ArrowRight")
    until(lambda: plan.places().get("1") == [1, 0], "the first move")
    page.locator("#table-1").press("ArrowDown")
    page.goto(f"{nine.url}/floor")
    until(lambda: plan.places()["1"] == [1, 1], "the second")
    answered.set()


def test_a_plan_names_places_inside_the_room_each_once(tmp_path):
    assert fault({"7": [0, CELLS - 1]}) is None
    assert "from 0 to" in fault({"7": [0, CELLS]})
    assert "from 0 to" in fault({"7": [0, -1]})
    assert "from 0 to" in fault({"7": [0, True]})
    assert "one place" in fault({"7": [1, 1], "8": [1, 1]})
    assert fault([]) and fault({str(n): [n % 40, n // 40] for n in range(401)})


def test_a_plan_that_cannot_be_read_is_none(tmp_path):
    (tmp_path / "room.json").write_text(json.dumps({"7": [0, 99]}))
    plan = Plan(File(tmp_path / "room.json"))
    assert plan.places() == {}
    plan.arrange({"7": [2, 3]})
    assert Plan(File(tmp_path / "room.json")).places() == {"7": [2, 3]}
