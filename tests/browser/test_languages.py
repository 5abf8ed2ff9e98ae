"""A dealer and a floor who read German find everything, and nothing speaks English to them."""

import re

import pytest
from playwright.sync_api import expect

from gateway.languages.speech import catalog
from tests.browser.test_dealer import INSIDE, SMALL
from tests.gateway.support import until
from tests.samples import in_soak

TEXTS = """() => { const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const text = walk.currentNode.textContent.trim().replace(/\\s+/g, ' ');
    if (text && !walk.currentNode.parentElement.closest('script, .lang')) found.push(text);
  }
  for (const e of document.querySelectorAll('[aria-label], [placeholder], [title]'))
    for (const name of ['aria-label', 'placeholder', 'title'])
      if (e.getAttribute(name)) found.push(e.getAttribute(name));
  return found; }"""
# whatever stands in the way of a card, a plate, a bet or the pot hides what the dealer has to see
COVERED = """() => { const all = [...document.querySelectorAll(
    '.plate, .bet, .chip, .oval .board .card, .oval .pot, .oval .pots')]
    .filter((e) => e.offsetParent)
    .map((e) => [e.id || e.className, e.getBoundingClientRect(), e]);
  return all.flatMap(([a, r, x], i) => all.slice(i + 1)
    .filter(([, s, y]) => !x.contains(y) && !y.contains(x))
    .filter(([, s]) => r.left < s.right - 1 && s.left < r.right - 1 && r.top < s.bottom - 1
      && s.top < r.bottom - 1)
    .map(([b]) => `${a} ${b}`)); }"""
BETS = """() => document.querySelectorAll('.oval .plate').forEach((plate) => {
  const seat = plate.dataset.seat;
  if (plate.querySelector('.chip')) return;
  for (const [where, name] of [[plate, 'chip'], [plate.parentElement, `bet in-${seat}`]]) {
    const bet = document.createElement('span');
    [bet.className, bet.textContent] = [name, '141,000'];
    where.append(bet);
  } })"""
ENGLISH = re.compile(r"\b(the|and|of|is|not|with|seat|table|cards?|from|at|was|by|for|has)\b", re.I)
OURS = ("No-limit hold'em",)


def english(page, code):
    """What a page says in English although the language has words for it."""
    known = catalog(code)
    alike = {text for text, said in known.items() if said == text}
    return [
        text for text in page.evaluate(TEXTS)
        if text not in OURS and (text in known and text not in alike and text not in known.values()
                                 or code == "de" and ENGLISH.search(text) and not LIKE.search(text))
    ]  # fmt: skip


LIKE = re.compile(r"Burn Card|Pot Odds|Side Pot|Hand|Was ")  # German that reads like English


def test_a_dealer_and_a_floor_work_in_german(nine, page):
    nine.play(22)
    page.goto(f"{nine.url}/dealer/7?lang=de")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("#ask h1")).to_have_text("Platz 3 ist dran")
    expect(page.locator("#seat-1 .stack")).to_have_text("62.000")
    page.wait_for_selector("#link.up")  # its scripts have the words and listen
    expect(page.locator("#seat-3")).to_have_attribute("aria-pressed", "true")  # and the turn
    page.keyboard.press("r")
    page.keyboard.type("7500")
    expect(page.locator("#amount")).to_have_text("Erhöhen auf 7.500")
    page.keyboard.press("Enter")
    expect(page.locator("#toast")).to_have_text("Gesendet: Platz 3 erhöht auf 7.500")
    until(lambda: nine.controller.keys, "the key")
    assert nine.controller.keys[0]["word"] == "raise"
    assert english(page, "de") == []
    nine.play(22)
    nine.rule("not_a_bet", seat=3, decided_by="floor", remedy_steps=["return_wager_to_seat_3"])
    expect(page.locator(".step")).to_contain_text("Platz 3 seinen Einsatz zurückgeben.")
    assert english(page, "de") == []

    page.goto(f"{nine.url}/floor")  # the screen has kept the language
    row = page.locator(".row", has_text="Kein Einsatz von Platz 3: die Chips gehen zurück.")
    assert english(page, "de") == []
    row.click()
    expect(page.locator(".detail .acts")).to_contain_text("Annehmen")
    page.wait_for_selector("#link.up")
    assert english(page, "de") == []
    page.get_by_role("button", name="Annehmen").click()
    page.wait_for_url("**/floor")
    page.goto(f"{nine.url}/floor/history")
    expect(page.locator(".settled .outcome").first).to_contain_text("angenommen")
    assert english(page, "de") == []
    assert (
        nine.gateway.tables.get("7")
        .alerts[max(nine.gateway.tables.get("7").alerts)]["text"]
        .startswith("No wager by seat 3")
    )  # the log speaks English whoever reads it


def stands_whole_in_the_bar(page):
    """The open page's name, in the bar of a phone, whatever is said of its line."""
    nav = page.locator(".bar nav")
    here = nav.locator("[aria-current]").get_attribute("href")
    assert here == page.evaluate("location.pathname")
    for state in ("", "up", "down"):
        page.locator("#link").evaluate("(e, s) => { e.className = `link ${s}`; }", state)
        assert nav.evaluate("e => e.scrollWidth - e.clientWidth") <= 0, (page.url, state)


@pytest.mark.soak
def test_the_open_page_stands_whole_in_the_bar_of_a_phone(nine, page):
    """In Spanish; `make test` looks at it in German (test_access.py)."""
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{nine.url}/?lang=es")
    ways = page.evaluate("[...document.querySelectorAll('#ways a')].map((a) => a.href)")
    assert len(ways) > 9
    for way in ways:
        page.goto(way)
        stands_whole_in_the_bar(page)


SIZES = ((390, 844), (1024, 600), (1024, 768), (1920, 1080))


@pytest.mark.parametrize("code", ["de", *in_soak("en", "es")])
def test_long_words_and_a_bet_at_every_seat_leave_the_dealers_screen_whole(nine, page, code):
    nine.play(46)
    page.goto(f"{nine.url}/dealer/7?lang={code}")
    expect(page.locator(".plate")).to_have_count(9)
    page.wait_for_selector("#link.up")  # its scripts have the words and listen
    page.evaluate(BETS)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(COVERED) == [], (width, height)
        for opens in (None, "#wrong-key", "[data-open=right]", "[data-open=act]"):
            if opens:
                page.locator(opens).click()
            assert page.evaluate(SMALL) == [], (width, opens)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (width, opens)
            if width > 390:
                assert page.evaluate(INSIDE) == [], (width, height, opens)
        page.keyboard.press("Escape")
