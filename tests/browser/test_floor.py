"""The floor's phone: a list, an alert that fills the screen, what is finished out of the way."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.test_dealer import SMALL
from tests.samples import in_soak

PHONE = {"width": 390, "height": 844}
CARD = re.compile(r"(?<![\w])(10|[2-9JQKA])\s*[♠♥♦♣]")

# answers of which something else lies on top, such as the picture of the table that runs below
HIDDEN = """() => [...document.querySelectorAll('.acts button, .acts summary')]
  .filter((e) => e.checkVisibility()).filter((e) => {
  const r = e.getBoundingClientRect();
  return [0.05, 0.5, 0.95].some((part) =>
    !e.contains(document.elementFromPoint(r.left + part * r.width, r.top + r.height / 2)));
}).map((e) => e.textContent)"""


def rule_twice(room):
    """Two alerts: one for the floor, one that the dealer carries out."""
    room.play(44)
    room.rule("redeal_flop", remedy_steps=["board_cards_to_stub"], decided_by="floor", seat=4)
    room.rule("kill_hand", remedy_steps=["kill_hand", "no_refund"], decided_by="dealer", seat=9)


def test_alerts_are_a_list_and_each_keeps_its_answers_in_reach(nine, page):
    page.set_viewport_size(PHONE)
    rule_twice(nine)
    page.goto(f"{nine.url}/floor")
    expect(page.locator(".row")).to_have_count(2)
    expect(page.locator(".row").first).to_contain_text("Seat 4")  # the urgent one first
    page.locator(".row").first.click()
    for name in ("Accept", "Call director", "On my way"):
        box = page.get_by_role("button", name=name).bounding_box()
        assert box["y"] + box["height"] <= 844 and box["height"] >= 44, name
    assert page.evaluate(HIDDEN) == []
    page.mouse.wheel(0, 3000)
    box = page.get_by_role("button", name="Accept").bounding_box()
    assert box["y"] + box["height"] <= 844
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.evaluate(SMALL) == []
    the_picture_of_a_moment_shows_no_card_that_is_not_public(page, 3)
    page.wait_for_selector("#link.up")
    page.get_by_role("button", name="Accept").click()
    page.wait_for_url("**/floor")
    expect(page.locator(".row")).to_have_count(1)
    a_reason_that_is_typed_is_the_one_that_counts(nine, page)


def a_reason_that_is_typed_is_the_one_that_counts(nine, page):
    page.locator(".row").first.click()
    expect(page.locator("#link.up")).to_be_visible()
    page.locator(".acts summary").click()
    page.get_by_label("Another reason").fill("Both players saw it")
    page.get_by_label("Another reason").press("Enter")
    page.wait_for_url("**/floor")
    bodies = nine.gateway.tables.get("7").alerts.values()
    said = [b["decision"].get("reason") for b in bodies if b.get("decision")]
    assert said == ["", "Both players saw it"]


def test_a_remedy_the_dealer_has_finished_leaves_the_list_for_the_history(nine, page):
    rule_twice(nine)
    page.goto(f"{nine.url}/dealer/7")
    for step in ("Step 1 of 2", "Step 2 of 2"):
        expect(page.locator(".step")).to_contain_text(step)
        page.locator(".step").get_by_role("button", name="Done").click()
    expect(page.locator(".step")).to_contain_text("Step 1 of 1")  # what else there is to do
    page.goto(f"{nine.url}/floor")
    expect(page.locator(".row")).to_have_count(1)
    expect(page.locator(".row")).to_contain_text("Seat 4")
    page.goto(f"{nine.url}/floor/history?player=watanabe")
    expect(page.locator(".settled li")).to_have_count(1)
    expect(page.locator(".settled li")).to_contain_text("done")
    page.get_by_label("Table").fill("8")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_text("Nothing settled fits this search.")).to_be_visible()


def test_an_alert_shows_the_table_at_that_moment_and_what_each_book_says(nine, page):
    del nine.events[13]  # the second card of seat 1 is dealt to nobody: the fold of one card
    for event in nine.events[:30]:
        if event.get("to") == "seat:4":
            event["confidence"] = "medium"
    nine.play(30)
    page.goto(f"{nine.url}/floor")
    page.locator(".row").first.click()
    expect(page.locator(".timeline li")).not_to_have_count(0)
    expect(page.locator(".picture .plate")).to_have_count(9)
    expect(page.locator("#seat-4 .unsure")).to_have_count(2)  # and of no other tag
    expect(page.locator(".picture .unsure")).to_have_count(2)
    expect(page.locator("#seat-4 .unsure").first).to_have_attribute("title", "medium confidence")
    expect(page.locator(".doubtful")).to_be_visible()
    page.locator(".books summary").click()
    expect(page.locator(".books dt")).to_have_text(
        ["TDA 2011", "Robert's Rules 6", "IPR 2018", "IPR online", "STG 2011"]
    )
    expect(page.locator(".books dd").first).to_contain_text("TDA 2011, rule")
    nine.play(4)  # the table goes on, the picture stays
    expect(page.locator(".picture .plate")).to_have_count(9)


@pytest.mark.soak
@pytest.mark.parametrize(("stop", "named"), [(46, 3), (30, 0)])
def test_the_picture_of_a_moment_shows_no_card_that_is_not_public(nine, page, stop, named):
    nine.play(stop)
    nine.rule("redeal_flop", decided_by="floor", seat=4)
    page.goto(f"{nine.url}/floor")
    page.locator(".row").first.click()
    the_picture_of_a_moment_shows_no_card_that_is_not_public(page, named)


def the_picture_of_a_moment_shows_no_card_that_is_not_public(page, named):
    """``named`` cards of the board are."""
    expect(page.locator(".picture .plate")).to_have_count(9)
    seats = " ".join(page.locator(".picture .plate").all_inner_texts())
    assert not CARD.search(seats)
    assert page.locator(".picture .card:not(.slot)").count() == named


@pytest.mark.parametrize("width", [390, *in_soak(1024, 1280)])
def test_the_open_page_stands_in_the_bar_and_the_menu_has_all(nine, page, width):
    """On a phone only where a page comes late in the menu: test_access.py looks at all of them."""
    page.set_viewport_size({"width": width, "height": 768})
    pages = {"/audit": "Record", "/": "Tables"}
    if width != 390:
        pages = {"/tech": "Technician", "/cash": "Cash", **pages}
    for path, name in pages.items():
        page.goto(nine.url + path)
        here = page.locator(".bar nav [aria-current]")
        expect(here).to_have_text(name)
        expect(here).to_be_in_viewport(ratio=1)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        nav = page.locator(".bar nav")
        assert nav.evaluate("e => e.scrollWidth <= e.clientWidth")  # nothing is cut
    page.locator("#ways summary").click()
    expect(page.locator("#ways a")).to_have_count(11)
    assert page.evaluate(SMALL) == []
    page.keyboard.press("Escape")
    expect(page.locator("#ways div")).to_be_hidden()
    page.locator("#ways summary").click()
    page.locator("#ways").get_by_role("link", name="Charts").click()
    page.wait_for_url("**/charts")


@pytest.mark.own_page
def test_the_time_left_is_the_gateway_s_whatever_a_phone_s_clock_says(nine, page):
    page.clock.install(time=0)  # 1970
    nine.play(44)
    deadline = {"until": "next_deal", "ms": 600_000}
    nine.rule("redeal_flop", decided_by="floor", seat=4, deadline=deadline)
    ((n, k),) = nine.gateway.tables.get("7").waiting()
    page.goto(f"{nine.url}/floor/alert/7/{n}/{k}")
    expect(page.locator(".left")).to_have_text(re.compile(r"^([1-9]|10):\d\d left$"))
    page.goto(f"{nine.url}/floor")


def test_what_is_overdue_stands_on_top_and_nobody_is_asked_to_come_to_what_is_done(nine, page):
    rule_twice(nine)
    page.goto(f"{nine.url}/floor")
    expect(page.locator(".row.escalated").first).to_be_visible()
    late = page.locator(".row").first
    expect(late).to_contain_text("Nobody has answered")
    live = nine.gateway.tables.get("7")
    (n, k), body = next((at, b) for at, b in live.alerts.items() if b["ruling"] == "kill_hand")
    page.goto(f"{nine.url}/floor/alert/7/{n}/{k}")
    expect(page.get_by_role("button", name="On my way")).to_have_count(1)
    with live.lock:
        body["closed"] = True
    page.reload()
    expect(page.locator("#decision")).to_contain_text("Done")
    expect(page.get_by_role("button", name="On my way")).to_have_count(0)
    expect(page.get_by_role("button", name="Accept")).to_have_count(1)
