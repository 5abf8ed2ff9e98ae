"""Pages for everybody: axe finds nothing serious in either theme, contrast included.

`make test` looks at each page in one of the themes, by turns, on a phone and in German, and at its
bar on the way; `make soak` in both themes, on a panel and in English.

``vendor/axe.min.js``: axe-core 4.10.3, Mozilla Public License 2.0, as its makers publish it.
"""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.test_languages import stands_whole_in_the_bar
from tests.samples import in_soak

AXE = Path(__file__).parent / "vendor" / "axe.min.js"
SERIOUS = ("serious", "critical")
# A rule has one impact for all it finds: rules of a lesser one are not asked.
ASK = f"""axe.run(document, {{
  resultTypes: ['violations'], preload: false,
  rules: Object.fromEntries(axe._audit.rules
    .filter((r) => r.impact && !{[*SERIOUS]}.includes(r.impact))
    .map((r) => [r.id, {{ enabled: false }}])),
}})"""
SETTLED = """Promise.allSettled(
    [document, ...[...document.querySelectorAll('*')].map((e) => e.shadowRoot).filter(Boolean)]
        .flatMap((root) => root.getAnimations())
        .filter((a) => Number.isFinite(a.effect.getComputedTiming().endTime))
        .map((a) => a.finished)).then(() => null)"""
THEMES = ("dark", "bright")
PAGES = (
    "/", "/floor", "/floor/history", "/director", "/people", "/audit", "/charts", "/hands", "/tech",
    "/event", "/cash", "/overlay", "/crew/7", "/dealer/7",
)  # fmt: skip
WAYS = "[...document.querySelectorAll('#ways a')].map((a) => new URL(a.href).pathname)"
SIZES = {"phone": (390, 844), "panel": (1024, 768)}


# A sheet of its own: what comes over the stream would take a style off the heading again.
UNREADABLE = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('#ask h1 { color: #1f2a26 !important }');
  document.adoptedStyleSheets = [sheet];
}"""


def faults(page):
    """``[(rule, first element)]`` of what axe calls serious or worse.

    Not preloaded: axe copies styles of shadow roots into a page, which this site's policy refuses.
    What still fades in has another contrast for a moment: it is short here, and waited for.
    """
    page.emulate_media(reduced_motion="reduce")
    page.evaluate(SETTLED)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())
    found = page.evaluate(ASK)
    return [
        (v["id"], v["nodes"][0]["html"][:150], v["nodes"][0].get("failureSummary", "")[:200])
        for v in found["violations"]
        if v["impact"] in SERIOUS
    ]


def in_themes(page, themes=THEMES):
    """``[(theme, rule, first element)]`` of a page as it stands."""
    found = []
    for theme in themes:
        page.evaluate("to => { document.documentElement.dataset.theme = to }", theme)
        found += [(theme, *fault) for fault in faults(page)]
    return found


@pytest.mark.parametrize("looked", [(1, "de"), *in_soak((2, "en"))], ids=str)
def test_axe_finds_nothing_serious_and_the_open_page_stands_in_the_bar(nine, page, looked):
    most, code = looked
    nine.play(44)
    nine.rule("kill_hand", remedy_steps=["kill_hand", "no_refund"], decided_by="dealer", seat=9)
    nine.rule("redeal_flop", remedy_steps=["board_cards_to_stub"], decided_by="floor", seat=4)
    found = {}

    def look(what):
        first = len(found) % len(THEMES)
        found[what] = in_themes(page, (THEMES[first:] + THEMES[:first])[:most])

    ways = set()
    page.add_init_script(AXE.read_text())  # sent once, not with each page
    for path in PAGES:
        size = SIZES["panel" if most > 1 or path in ("/dealer/7", "/crew/7") else "phone"]
        page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
        page.goto(nine.url + path + (f"?lang={code}" if path == "/" else ""))  # it is kept
        expect(page.locator("main")).to_be_visible()
        look(path)
        if path == "/":
            ways.update(page.evaluate(WAYS))
        if path in ways and size == SIZES["phone"]:
            stands_whole_in_the_bar(page)
        ways.discard(path)
    assert ways == set()
    page.locator("#wrong-key").click()  # of the dealer's, which came last
    look("dealer, something is wrong")
    page.locator("#pane-wrong [data-open=right]").click()
    look("dealer, put right")
    page.locator("#pane-right [data-right=cards]").click()
    look("dealer, cards keyed")
    page.set_viewport_size(dict(zip(("width", "height"), SIZES["phone"], strict=True)))
    (n, k) = max(nine.gateway.tables.get("7").alerts)
    page.goto(f"{nine.url}/floor/alert/7/{n}/{k}")
    page.locator(".books summary").click()
    look("alert")
    assert {path: what for path, what in found.items() if what} == {}


def test_axe_notices_what_cannot_be_read(nine, page):
    nine.play(44)
    page.goto(f"{nine.url}/dealer/7")
    expect(page.locator("#link")).to_have_text("live")
    page.evaluate(UNREADABLE)
    found = in_themes(page)  # dark letters: on a bright page they can be read
    assert {theme for theme, rule, *_ in found if rule == "color-contrast"} == {"dark"}
