"""Firefox: an alert is ruled, a dealer keys, graphics are drawn, a language and a theme are kept.

The same pages as the other tests here, in the other engine: `make test` has the graphics, opened
twice, `make soak` the rest. Skipped without firefox-esr, except under CI.
"""

import re
import shutil

import pytest

from gateway.floor.arranged import File
from gateway.floor.plan import Plan
from tests.browser.firefox import Firefox
from tests.browser.test_dealer import SMALL
from tests.browser.test_floor import rule_twice
from tests.browser.test_room import sixty
from tests.conftest import missing
from tests.gateway.support import until

PAGES = (
    "/", "/floor", "/director", "/charts", "/hands", "/people", "/audit", "/tech", "/event",
    "/cash", "/crew/7", "/overlay", "/dealer/7", "/floor/history", "/floor/history?dealer=anna",
    "/floor/pits", "/replay/7/46", "/login", "/offline",
)  # fmt: skip
# A page that is left while its stream connects, or while its worker fetches the icon: Firefox calls
# that an error, the page does not.
LEFT = re.compile(
    r"/stream was interrupted while the page was loading|connection to the server at .*/stream\."
    r"|/static/icon\.svg’\. A ServiceWorker intercepted the request and encountered an unexpected"
)
NARROW = [path for path in PAGES if path not in ("/audit", "/crew/7")]  # made for a phone too
DOWN = "\ue015"  # the arrow, as WebDriver names keys
LIVE = "document.querySelector('#link.up') !== null"


@pytest.fixture(scope="module")
def firefox(tmp_path_factory):
    path = shutil.which("firefox-esr") or shutil.which("firefox")
    if path is None:
        missing("Firefox (apt-get install firefox-esr)")
    made = Firefox(path, tmp_path_factory.mktemp("firefox"))
    yield made
    made.close()


@pytest.fixture
def fox(firefox, nine):
    """The browser; the test fails when a page's script fails or asks another host."""
    yield firefox
    said = [e["text"] for e in firefox.heard("log.entryAdded") if e["level"] == "error"]
    faults = [text for text in said if not (nine.url in text and LEFT.search(text))]
    asked = [e["request"]["url"] for e in firefox.heard("network.beforeRequestSent")]
    firefox.forget()
    assert not faults
    assert [url for url in asked if not url.startswith((nine.url, "data:", "about:"))] == []


@pytest.mark.soak
def test_an_alert_rings_is_ruled_and_stands_in_history(nine, fox):
    phone = fox.page(390, 844)
    phone.goto(f"{nine.url}/floor")
    phone.until(LIVE)
    rule_twice(nine)
    phone.until("document.querySelectorAll('.row').length === 2")
    phone.click(".row")
    phone.until("document.querySelector('.alert header')?.innerText.includes('Seat 4')")
    phone.until(LIVE)
    assert phone.run("document.documentElement.scrollWidth") <= 390
    phone.click(".acts button[value=accept]")
    phone.until("location.pathname === '/floor' && document.querySelectorAll('.row').length === 1")
    phone.until(LIVE)
    bodies = nine.gateway.tables.get("7").alerts.values()
    assert [b["decision"]["act"] for b in bodies if b.get("decision")] == ["accept"]
    phone.goto(f"{nine.url}/floor/history")
    assert "Seat 4" in phone.text(".settled")
    phone.until(f"document.querySelector('[data-stream]') === null || {LIVE}")


@pytest.mark.soak
def test_the_dealer_keys_a_check_and_it_reaches_the_table(nine, fox):
    nine.play_until(lambda e: e["what"] == "card_move" and e["to"] == "board")
    panel = fox.page(1024, 600)
    panel.goto(f"{nine.url}/dealer/7")
    panel.until(LIVE)
    panel.until("document.querySelectorAll('.plate').length === 9")
    assert panel.run("document.documentElement.scrollHeight") <= 600
    assert panel.run(f"({SMALL})()") == []
    panel.click("[data-notice=call_floor]")
    until(lambda: nine.controller.keys, "the key at the controller")
    assert nine.controller.keys[0]["kind"] == "call_floor"


def test_the_overlay_is_drawn_and_comes_back_after_a_reload(nine, fox):
    nine.play(46)
    overlay = fox.page(1920, 1080)
    for _ in range(2):
        overlay.goto(f"{nine.url}/overlay/7?layout=row")
        overlay.until(
            "document.querySelector('feltwire-graphics')?.shadowRoot?"
            ".querySelectorAll('#board .pc').length === 3"
            " || document.querySelectorAll('#board .pc').length === 3"
        )
    assert overlay.run("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"


@pytest.mark.soak
def test_a_language_and_a_theme_are_kept(nine, fox):
    nine.play(46)
    page = fox.page(1024, 768)
    page.goto(f"{nine.url}/?lang=de")
    page.until(LIVE)
    page.click("#theme")
    page.goto(f"{nine.url}/floor")
    page.until(LIVE)
    assert page.run("document.documentElement.dataset.theme") == "bright"
    assert page.text("h1").startswith("Meldungen")
    page.goto(f"{nine.url}/?lang=en")
    page.until(LIVE)


@pytest.mark.soak
def test_every_page_opens_without_a_fault_and_fits_its_width(nine, fox):
    nine.play(46)
    page = fox.page(1024, 768)
    wide = {}
    for path in PAGES:
        page.resize(1024, 768)
        page.goto(nine.url + path)
        page.until("document.readyState === 'complete'")
        page.until(f"document.querySelector('[data-stream]') === null || {LIVE}")
        wide[path, 1024] = page.run("document.documentElement.scrollWidth")
        if path in NARROW:
            page.resize(390, 844)
            wide[path, 390] = page.run("document.documentElement.scrollWidth")
    assert {at: w for at, w in wide.items() if w > at[1]} == {}


@pytest.mark.soak
def test_a_pit_is_answered_a_room_arranged_and_a_hand_replayed(nine, fox):
    sixty(nine)
    phone = fox.page(390, 844)
    phone.goto(f"{nine.url}/floor/pits")
    for name, text in (("name", "A"), ("tables", "1-8, 12")):
        phone.click(f"#add [name={name}]")
        phone.run("document.activeElement.select()")
        phone.keys(text)
    phone.click("#add button")
    phone.until("document.querySelector('#pit-A') !== null")
    phone.click("#pit-A > form button")
    phone.until("document.querySelector('#pit-A.mine') !== null")
    phone.goto(nine.url)
    phone.until("document.querySelectorAll('.tile').length === 60")
    phone.click("[data-view=plan]")
    phone.click("#arrange")
    phone.run("document.getElementById('table-1').focus()")
    phone.keys(DOWN)
    phone.click("#arrange")
    until(
        lambda: Plan(File(nine.folder / "room.json")).places().get("1") == [0, 1],
        "the plan to be kept",
    )
    assert phone.run("document.querySelector('[data-table=\"1\"]').dataset.pit") == "A"
    phone.goto(f"{nine.url}/replay/7/40")
    phone.click("#before")
    phone.until("location.pathname.endsWith('/39')")
    phone.click("#copy")
    phone.until("!document.getElementById('toast').hidden")


# Reads an answer that never ends, a stream's; ``begun`` once its first part is there.
READING = """(() => {
  const ask = window.fetch;
  window.fetch = (url) => ask(url).then((answer) => { window.begun = true; return answer; });
  const live = document.querySelector("script[src$='/static/live.js']").src;
  import(live).then(({ read }) => read("/stream", "text"));
})()"""


@pytest.mark.soak
def test_a_page_is_left_while_it_reads_an_answer(nine, fox):
    nine.play(46)
    page = fox.page(1024, 768)
    for path in ("/replay/7/40", "/floor/pits", "/charts"):
        page.goto(nine.url + path)
        page.run(READING)
        page.until("window.begun")
    page.goto(nine.url)
    page.until(LIVE)


@pytest.mark.soak
def test_a_phone_that_loses_the_gateway_says_so_and_comes_back(nine, fox):
    nine.play(44)
    phone = fox.page(390, 844)
    phone.goto(f"{nine.url}/floor")
    phone.until("caches.match('/offline').then((kept) => kept !== undefined)")
    phone.until("navigator.serviceWorker.controller !== null")
    nine.gateway.stop()
    phone.goto(f"{nine.url}/floor")
    phone.until("document.querySelector('h1').innerText === 'No connection'")
    nine.open()
    phone.until(LIVE)
    fox.pardon(f"{nine.url}/floor/stream")  # the line that was cut
