"""Who answers which pit: whose phone rings, what the others see, and what a room keeps of it."""

import json

import pytest
from playwright.sync_api import expect

from gateway.floor.arranged import File
from gateway.floor.pits import Pits, fault, tables
from gateway.tables.words import listed
from tests.browser.test_access import faults
from tests.browser.test_dealer import SMALL
from tests.browser.test_floor import PHONE
from tests.gateway.support import until


def test_a_pit_somebody_else_answers_rings_there_and_stands_below(nine, page):
    """The page of who answers pit B: a call of pit A comes once nobody has answered it."""
    page.add_init_script("window.buzzed = []; navigator.vibrate = (p) => window.buzzed.push(p);")
    page.set_viewport_size(PHONE)
    nine.play(44)
    page.goto(f"{nine.url}/floor")
    page.get_by_role("link", name="Pits").click()
    expect(page.get_by_role("heading", name="Pits")).to_be_visible()
    for name, of in (("A", "1-7"), ("B", "8-12, 20")):
        if page.locator("#add[open]").count() == 0:
            page.locator("#add summary").click()
        page.locator("#add").get_by_label("Pit").fill(name)
        page.locator("#add").get_by_label("Tables").fill(of)
        page.get_by_role("button", name="Add pit").click()
        expect(page.locator(f"#pit-{name}")).to_contain_text(f"Tables {of}")
    page.locator("#pit-B").get_by_role("button", name="I answer it").click()
    expect(page.locator("#pit-B.mine")).to_contain_text("local demonstration")
    expect(page.locator("#pit-A")).to_contain_text("Nobody answers it")
    page.wait_for_load_state()  # without its style every button is small
    assert page.evaluate(SMALL) == [] and faults(page) == []
    page.goto(f"{nine.url}/floor")
    expect(page.get_by_role("link", name="Your pits: B")).to_be_visible()
    state = nine.gateway._web._app.app.state
    state.pits.put("A", tables("1-7"), ["maria"])
    state.hub.touch(None)  # as the routes do
    page.wait_for_load_state()
    nine.rule("redeal_flop", decided_by="floor", seat=4)
    others = page.locator("#others")
    expect(others).to_contain_text("Other pits: 1 open")
    expect(page.locator("#quiet")).to_contain_text("in your pits")
    expect(page).to_have_title("Floor – Feltwire")
    late = page.locator(".alerts > .row.escalated")
    expect(late).to_contain_text("Pit A")  # nobody has answered: it is everybody's
    until(lambda: page.evaluate("window.buzzed.length"), "the sound of the escalation")
    assert [len(buzz) for buzz in page.evaluate("window.buzzed")] == [7]
    late.click()
    expect(page.locator(".alert dl").first).to_contain_text("A: maria")


def test_names_of_tables_are_read_and_listed_as_people_write_them():
    assert tables("1-3, 12; Feature,, 2") == ["1", "2", "3", "12", "Feature"]
    assert listed(["12", "2", "1", "3", "Feature", "5", "6"]) == "1-3, 5, 6, 12, Feature"


@pytest.mark.parametrize(
    "pits",
    [
        [], {"": {"tables": ["1"], "who": []}}, {"A": {"tables": ["1"]}},
        {"A": {"tables": ["1", "1"], "who": []}}, {"A\n": {"tables": [], "who": []}},
        {str(n): {"tables": [], "who": []} for n in range(41)},
    ],
)  # fmt: skip
def test_pits_that_cannot_be_kept_are_refused_and_not_read(pits, tmp_path):
    assert fault(pits)
    (tmp_path / "pits.json").write_text(json.dumps(pits))
    assert Pits(File(tmp_path / "pits.json")).all() == {}


def test_no_table_is_without_a_phone(tmp_path):
    pits = Pits(File(tmp_path / "pits.json"))
    pits.put("A", ["1", "2"], ["maria"])
    pits.put("B", ["3"], ["tom"])
    pits.put("C", ["4"], [])
    ringing = {who: [t for t in "12345" if pits.rings(t, who)] for who in ("maria", "tom", "eve")}
    assert ringing == {"maria": list("1245"), "tom": list("345"), "eve": list("12345")}
    pits.answer("A", "maria", False)
    assert [t for t in "12345" if pits.rings(t, "tom")] == list("12345")
    pits.put("B", ["2", "3"], ["tom"])  # a table stands in one pit
    assert Pits(File(tmp_path / "pits.json")).of() == {"1": "A", "2": "B", "3": "B", "4": "C"}
