"""The charts a director opens: empty, filled, dark and bright, on a phone, for axe."""

from playwright.sync_api import expect

from tests.browser.test_access import faults
from tests.browser.test_dealer import SMALL
from tests.gateway.support import until

INK = """() => { const c = document.querySelector('#chart-hands canvas');
  return [...c.getContext('2d').getImageData(0, 0, c.width, c.height).data].some((v) => v); }"""


def test_charts_are_empty_then_drawn_in_both_themes_and_fit_a_phone(room, page):
    room.play(2)
    page.goto(f"{room.url}/charts")
    expect(page.locator("#charts[data-drawn]")).to_have_count(1)
    expect(page.locator("#chart-kind .none")).to_be_visible()
    expect(page.locator("#chart-hands .none")).to_have_text("No hand was finished in this span.")
    room.play(len(room.events))
    until(lambda: list(room.gateway.log.hands_back("7", 1)), "the record of the finished hand")
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator("[name=hours]").select_option("72")
    expect(page.locator("#charts")).to_have_attribute("data-drawn", "72")
    expect(page.locator("#sum")).to_contain_text("1 hand")
    page.wait_for_function(INK)
    page.locator("#theme").click()
    page.wait_for_function(INK)
    assert page.evaluate(SMALL) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.locator("#chart-loops summary").click()
    expect(page.locator("#chart-loops tbody tr").first).to_be_visible()
    assert faults(page) == []
    page.locator("#theme").click()
    assert faults(page) == []
