"""The replayer: a hand event by event, a link to a moment, and no card that is not public."""

from playwright.sync_api import expect

from gateway.tables.moment import DONE, Moments
from gateway.vault import proofs
from tests.browser.test_access import faults
from tests.browser.test_floor import CARD, PHONE

# stacks and names that run over the edge of their plate
CUT = """() => [...document.querySelectorAll('.plate')].flatMap((plate) =>
  [...plate.querySelectorAll('.stack, .who')].filter((e) =>
    (e.clientWidth && e.scrollWidth > e.clientWidth + 1) ||
    e.getBoundingClientRect().right > plate.getBoundingClientRect().right,
  ).map((e) => e.innerText))"""


def test_a_hand_is_scrubbed_each_moment_has_an_address_and_no_card_before_it_is_tabled(nine, page):
    nine.play(46)
    page.goto(f"{nine.url}/replay/7/46")
    expect(page.locator("#seat-9 .stack")).to_have_text("46,000")
    expect(page.locator(".oval .board .card:not(.slot)")).to_have_count(3)
    no_card_is_named(page)
    for _ in range(3):
        page.locator("#before").click()
    expect(page.locator(".moment")).to_contain_text("from seat 9 to the line at seat 9")
    page.wait_for_url("**/replay/7/43")
    page.get_by_label("Event of the hand").fill("0")
    expect(page.locator(".moment")).to_contain_text("riffle")
    expect(page.locator(".oval .board .card:not(.slot)")).to_have_count(0)
    page.locator("#story a").nth(41).click()
    page.wait_for_url("**/replay/7/43")
    page.reload()
    expect(page.locator("#seat-9 .stack")).to_have_text("75,000")
    for size in ({"width": 1024, "height": 768}, PHONE):
        page.set_viewport_size(size)
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        assert page.evaluate(CUT) == []
    assert faults(page) == []
    page.get_by_label("Event of the hand").fill("28")
    page.wait_for_url("**/replay/7/30")
    no_card_is_named(page)
    nine.play(2)  # two hands are tabled
    n = nine.gateway.tables.get("7").n
    page.goto(f"{nine.url}/replay/7/{n}")
    expect(page.locator("#seat-4 .hole .card")).to_have_count(2)


def no_card_is_named(page):
    """Before one is tabled."""
    assert not CARD.search(" ".join(page.locator(".plate").all_inner_texts()))
    assert not CARD.search(page.locator("#story").inner_text())


def test_what_each_book_says_stands_beside_the_event_it_ruled_on(nine, page):
    del nine.events[13]
    nine.play(30)
    ((n, _k), *_more) = sorted(nine.gateway.tables.get("7").alerts)
    page.goto(f"{nine.url}/replay/7/{n}")
    expect(page.locator(".said dt")).to_have_count(5)
    expect(page.locator(".said dd").first).to_contain_text("TDA 2011, rule")
    page.goto(f"{nine.url}/replay/7/3")
    expect(page.locator(".said")).to_have_count(0)


def test_a_folded_moment_is_what_the_live_table_was(nine, page):
    live, seen = nine.gateway.tables, []
    for _ in range(40):
        nine.play(1)
        view = dict(live.get("7").view())
        seen.append((live.get("7").n, view))
    moments = Moments(live, nine.gateway.log, "tda-2011")
    for n, view in seen[::5]:
        folded = moments.at("7", n)[0].view()
        same = [k for k in view if k != "public"]
        assert {k: folded[k] for k in same} == {k: view[k] for k in same}, n


def test_an_event_there_is_not_is_one_clear_line(nine, page):
    nine.play(10)
    with page.expect_console_message(lambda m: "404" in m.text):
        page.goto(f"{nine.url}/replay/7/9999")
    expect(page.locator("main")).to_contain_text("the log has no hand with that event")
    page.faults.clear()


def test_what_the_vault_does_in_a_hand_is_said_in_words():
    for act in (proofs.SEALED, proofs.OPENED):
        assert "the vault" in DONE[act]
