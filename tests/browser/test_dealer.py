"""The dealer's panel at a full table: what a dealer in her tenth hour needs is on one screen."""

import pytest
from playwright.sync_api import expect

from firmware.table.keys import event_of
from tests.browser.conftest import VIEW
from tests.gateway.support import until
from tests.samples import in_soak

SIZES = [(1024, 600), *in_soak((1024, 768), (1920, 1080))]
INSIDE = """() => [...document.querySelectorAll('.plate, .bet, .now > *, .keys button')]
  .filter((e) => e.offsetParent)
  .filter((e) => { const r = e.getBoundingClientRect();
    return r.left < 0 || r.top < 0 || r.right > innerWidth || r.bottom > innerHeight; })
  .map((e) => e.id || e.textContent)"""
OVER = """() => { const all = [...document.querySelectorAll('.plate')]
    .map((e) => [e.id, e.getBoundingClientRect()]);
  return all.flatMap(([a, r], i) => all.slice(i + 1)
    .filter(([, s]) => r.left < s.right && s.left < r.right && r.top < s.bottom && s.top < r.bottom)
    .map(([b]) => `${a} ${b}`)); }"""
SMALL = """() => [...document.querySelectorAll('button, summary, input:not([type=hidden])')]
  .filter((e) => e.offsetParent)
  .map((e) => [e.textContent, (e.type === 'checkbox' && e.closest('label')) || e])
  .map(([t, e]) => [t, e.getBoundingClientRect()])
  .filter(([, r]) => r.height < 44 || r.width < 44).map(([t]) => t)"""

# badges (button, blinds) of which another plate lies on top
BADGES = """() => [...document.querySelectorAll('.plate .badge')].filter((e) => {
  const r = e.getBoundingClientRect(), y = r.top + r.height / 2;
  return [r.left + 2, r.right - 2].some((x) => document.elementFromPoint(x, y) !== e);
}).map((e) => e.parentElement.parentElement.id)"""


def pulled_in(e):
    return e["what"] == "chips_move" and e["to"] == "pot"


@pytest.mark.parametrize("size", SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
def test_nine_seats_their_pots_and_the_keys_fit_without_scrolling(nine, page, size):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    nine.play(46)
    page.goto(f"{nine.url}/dealer/7")
    expect(page.locator(".plate")).to_have_count(9)
    expect(page.locator(".pots")).to_contain_text("Main 31,000")
    expect(page.locator(".pots")).to_contain_text("Side 1 82,000")
    assert page.evaluate(INSIDE) == []
    assert page.evaluate(OVER) == []
    assert page.evaluate(SMALL) == []
    page.locator("#wrong-key").click()
    assert page.evaluate(INSIDE) == [] and page.evaluate(SMALL) == []
    page.keyboard.press("Escape")
    page.set_viewport_size(VIEW)
    the_table_lies_as_the_dealer_sees_it(page)


def test_a_step_of_a_remedy_leaves_room_for_the_table_and_four_keys_walk_over_it(nine, page):
    page.set_viewport_size({"width": 1024, "height": 600})
    nine.play(44)
    steps = ["board_cards_to_stub", "collect_all_cards"]
    nine.rule("redeal_flop", remedy_steps=steps, decided_by="floor", seat=4)
    page.goto(f"{nine.url}/dealer/7")
    expect(page.locator(".step")).to_contain_text("Step 1 of 2")
    assert page.evaluate(INSIDE) == [] and page.evaluate(OVER) == []
    assert page.evaluate(BADGES) == []
    four_keys_walk_over_what_is_offered(nine, page)


def the_table_lies_as_the_dealer_sees_it(page):
    at = page.evaluate(
        "() => [...document.querySelectorAll('.plate')].map((e) => {"
        " const r = e.getBoundingClientRect(); return [r.left, r.top]; })"
    )
    lefts, tops = [x for x, _y in at], [y for _x, y in at]
    assert lefts[1] < lefts[0] and lefts[1] < lefts[4]  # round, not a list
    assert max(tops) in (tops[0], tops[8]) and min(tops) == tops[4]
    assert lefts[0] < lefts[8]  # seat 1 at the dealer's left hand
    expect(page.locator("#seat-4")).to_contain_text("C. Ferguson")
    expect(page.locator("#bet-9")).to_have_text("41,000")
    expect(page.locator("#seat-9 .badge")).to_have_text("D")
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate(OVER) == []  # nor do they touch on a phone


def test_a_card_beside_its_spot_shows_at_its_seat_and_a_bright_panel_stays_bright(nine, page):
    del nine.events[16]  # the second card of seat 4 is never read
    nine.play(30)
    page.goto(f"{nine.url}/dealer/7")
    expect(page.locator("#seat-4 .unread")).to_have_text("1 not read")
    expect(page.locator("#seat-4 .back.missing")).to_have_count(1)
    expect(page.locator("#seat-9 .back.missing")).to_have_count(0)
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"
    page.locator("#theme").click()
    page.reload()
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"


def test_an_amount_is_keyed_from_the_keyboard_alone(nine, page):
    nine.play(22)
    page.goto(f"{nine.url}/dealer/7")
    expect(page.locator("#seat-3")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("r")
    page.keyboard.type("7500")
    page.keyboard.press("Backspace")
    expect(page.locator("#amount")).to_have_text("Raise to 750")
    page.keyboard.type("0")
    page.keyboard.press("Enter")
    until(lambda: nine.controller.keys, "the key")
    assert nine.controller.keys[0]["amount"] == 7500 and nine.controller.keys[0]["seat"] == 3
    # the key is there before its answer, which puts the pad away
    expect(page.locator('[aria-keyshortcuts="f"]')).to_be_visible()
    page.keyboard.press("k")  # a check is not offered: a bet is to be called
    page.keyboard.press("f")
    until(lambda: len(nine.controller.keys) == 2, "the fold")
    assert nine.controller.keys[1]["word"] == "fold"


def four_keys_walk_over_what_is_offered(nine, page):
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".step")).to_contain_text("Step 2 of 2")
    page.locator("body").click(position={"x": 5, "y": 300})
    page.keyboard.press("ArrowLeft")  # the last: the call for the floor
    page.keyboard.press("Enter")
    until(lambda: nine.controller.keys, "the call")
    assert nine.controller.keys[0]["kind"] == "call_floor"


def test_a_table_without_a_reader_runs_by_hand_and_says_what_was_keyed(nine, page):
    """The keys come back as the controller makes events of them; no antenna reads anything."""
    page.set_viewport_size({"width": 1024, "height": 600})
    nine.play(2)  # set up and riffled
    page.goto(f"{nine.url}/dealer/7")
    reported = 0

    def sent():
        nonlocal reported
        reported += 1
        until(lambda: len(nine.controller.keys) == reported, "the key")
        t = nine.gateway.tables.get("7").t + 1000
        nine.controller.send(event_of(nine.controller.keys[-1], t, lambda zone: []))

    page.locator("#wrong-key").click()
    page.locator("#pane-wrong [data-open=right]").click()
    assert page.evaluate(INSIDE) == [] and page.evaluate(SMALL) == []
    page.locator("#by-hand").click()
    page.locator("[data-hand=dealt]").click()
    sent()
    for seat, key in ((3, "c"), (4, "f"), (5, "f"), (6, "f"), (7, "f"), (8, "f"), (9, "f")):
        expect(page.locator(f"#seat-{seat}")).to_have_attribute("aria-pressed", "true")
        page.keyboard.press(key)
        sent()
    for seat, key in ((1, "c"), (2, "k")):
        expect(page.locator(f"#seat-{seat}")).to_have_attribute("aria-pressed", "true")
        page.keyboard.press(key)
        sent()
    expect(page.locator("#picked")).to_contain_text("Board")
    assert page.evaluate(INSIDE) == [] and page.evaluate(SMALL) == []
    page.keyboard.type("ahkd7c")
    page.keyboard.press("Enter")
    sent()
    expect(page.locator(".board .card.keyed")).to_have_count(3)
    expect(page.locator(".cloth .by-hand")).to_have_text("Board keyed by hand")
    page.locator("#wrong-key").click()
    page.locator("#pane-wrong [data-open=right]").click()
    page.locator("#pane-right [data-right=card]").click()
    page.locator("[data-place='2']").click()
    page.keyboard.type("kc")
    page.keyboard.press("Enter")
    sent()
    expect(page.locator(".board .card").nth(1)).to_have_attribute("title", "Kc, keyed by hand")
