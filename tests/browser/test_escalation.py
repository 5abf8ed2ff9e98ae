"""Receipts and escalation in Chromium: what a phone shows, and what it does when nobody answers."""

import pytest
from playwright.sync_api import expect

from gateway.alerts.escalation import SHOWN, limits_of
from gateway.settings.fields import Settings
from tests.browser.test_pages import board
from tests.gateway.support import until

BEATS = """window.beats = 0; window.lines = [];
document.addEventListener('line', (e) => window.lines.push(e.detail));
const listen = EventSource.prototype.addEventListener;
EventSource.prototype.addEventListener = function (kind, ...more) {
  listen.call(this, kind, ...more);
  if (kind === 'beat') listen.call(this, kind, () => window.beats++);
};"""
CALL = {"t": 10**7, "what": "notice", "by": "dealer", "kind": "call_floor"}


def called(room):
    """The floor is called; the alert's body."""
    room.play_until(board)
    room.controller.send(CALL)
    live = room.gateway.tables.get("7")
    until(live.waiting, "the alert")
    (body,) = live.waiting().values()
    return body


def test_a_phone_confirms_what_it_shows_and_one_in_the_pocket_does_not(room, page):
    page.add_init_script(
        "let there = true; window.pocket = (v) => { there = !v;"
        " document.dispatchEvent(new Event('visibilitychange')); };"
        "Object.defineProperty(document, 'visibilityState',"
        " { get: () => (there ? 'visible' : 'hidden') });"
    )
    page.goto(f"{room.url}/floor")
    page.evaluate("window.pocket(true)")
    body = called(room)
    expect(page.locator(".row")).to_have_count(1)
    page.wait_for_timeout(1500)
    assert not body.get("shown")
    page.evaluate("window.pocket(false)")
    until(lambda: body.get("shown"), "the receipt")
    assert body["shown"]["where"] == "floor"


HOUR_S = 3600  # a busy machine takes seconds to show an alert: the test turns the clock itself


def test_what_nobody_answers_stands_first_sounds_again_and_tells_director_and_dealer(room, page):
    page.add_init_script("window.buzzed = []; navigator.vibrate = (p) => window.buzzed.push(p);")
    escalator, turned_ms = room.gateway.escalator, [0]
    escalator._limits = limits_of(
        Settings(alert_undelivered_s=HOUR_S, alert_unanswered_s=HOUR_S, alert_repeat_s=HOUR_S)
    )
    clock = escalator._monotonic_ms
    escalator._monotonic_ms = lambda: clock() + turned_ms[0]
    page.goto(f"{room.url}/floor")
    expect(page.locator("#quiet")).to_be_visible()
    called(room)
    alert = page.locator(".row")
    expect(alert).to_have_count(1)
    until(lambda: page.evaluate("window.buzzed.length") >= 1, "the first sound")
    assert page.evaluate("window.buzzed[0]") == [220, 110, 220]
    until(lambda: [w.state.name for w in escalator._watches.values()] == [SHOWN], "the receipt")
    turned_ms[0] += HOUR_S * 1000
    expect(alert).to_contain_text("Nobody has answered")
    until(lambda: page.evaluate("window.buzzed.length") == 2, "the sound of the escalation")
    assert page.evaluate("window.buzzed[1].length") == 7
    page.goto(f"{room.url}/dealer/7")
    expect(page.locator("#dealer-alert-7-" + alert_id(room))).to_contain_text("Floor not reached")
    page.goto(f"{room.url}/director")
    expect(page.locator(".row.escalated")).to_contain_text("The dealer calls the floor")
    page.goto(f"{room.url}/floor")
    alert.click()
    page.get_by_role("button", name="On my way").click()
    expect(page.locator("article.alert")).to_contain_text("Somebody is on the way")
    expect(page.locator(".escalated")).to_have_count(0)


def alert_id(room):
    ((n, k),) = room.gateway.tables.get("7").waiting()
    return f"{n}-{k}"


def test_what_dealers_put_right_sounds_softly_and_only_where_it_is_wanted(nine, page):
    page.add_init_script("window.buzzed = []; navigator.vibrate = (p) => window.buzzed.push(p);")
    # a receipt that takes five seconds on a busy machine would sound, too
    nine.gateway.escalator._limits = limits_of(Settings(alert_undelivered_s=60))
    nine.play(44)
    page.goto(f"{nine.url}/floor")
    expect(page.locator("#quiet")).to_be_visible()
    nine.rule("kill_hand", remedy_steps=["kill_hand"], decided_by="dealer", seat=9)
    expect(page.locator(".row.ask")).to_have_count(1)
    assert page.evaluate("window.buzzed") == []
    page.get_by_label("Also sound for alerts the dealer settles").check()
    nine.rule("redeal_flop", remedy_steps=["kill_hand"], decided_by="dealer", seat=4)
    expect(page.locator(".row.ask")).to_have_count(2)
    assert page.evaluate("window.buzzed") == [[70]]
    page.reload()
    expect(page.get_by_label("Also sound for alerts the dealer settles")).to_be_checked()


def test_a_phone_without_the_gateway_says_so_and_comes_back_by_itself(room, whole_chromium):
    room.play(2)
    context = whole_chromium.new_context(viewport={"width": 390, "height": 844}, locale="de-DE")
    page = context.new_page()
    page.goto(f"{room.url}/floor")
    page.evaluate(
        "navigator.serviceWorker.ready.then(async () => { while (!await caches.match('/offline'))"
        " await new Promise((go) => setTimeout(go, 50)); })"
    )
    room.gateway.stop()
    page.reload()
    expect(page.get_by_role("heading")).to_have_text("Keine Verbindung")
    room.open()
    expect(page.locator("#quiet")).to_be_visible()
    assert page.url.endswith("/floor")
    context.close()


SILENT = """window.lines = [];
window.EventSource = class extends EventTarget {
  static CLOSED = 2;
  constructor(url) { super(); window.lines.push(this); this.url = url; }
  close() { this.closed = true; }
};"""


@pytest.mark.own_page
def test_a_line_that_falls_silent_without_an_end_is_opened_anew(room, page):
    """As when a phone has changed its network: no error is ever reported."""
    room.play(2)
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    page.add_init_script(SILENT)
    for path in ("/floor", "/overlay/7"):
        page.goto(room.url + path)
        page.wait_for_function("() => window.lines.length === 1")
        page.evaluate("window.lines[0].onopen()")
        page.clock.run_for(14_900)
        assert page.evaluate("window.lines.map((line) => Boolean(line.closed))") == [False], path
        if path == "/floor":
            expect(page.locator("#link.down")).to_have_text("no answer")
        page.clock.run_for(200)
        closed = page.evaluate("window.lines.map((line) => Boolean(line.closed))")
        assert closed == [True, False], path
        page.evaluate("window.lines[1].onmessage({ data: '{}' })")
        page.clock.run_for(4_900)
        assert page.evaluate("window.lines.length") == 2, path
        if path == "/floor":
            expect(page.locator("#link.up")).to_have_count(1)


@pytest.mark.own_page
def test_a_quiet_page_stays_live(room, page):
    """The beats of the gateway reach the page: nothing happens for longer than its patience."""
    room.play(2)
    page.clock.install(time=0)  # its patience ends when the test says so: a machine may be busy
    page.clock.pause_at(1000)
    page.add_init_script(BEATS)
    page.goto(f"{room.url}/dealer/7")
    for beat in range(1, 4):
        page.wait_for_function("n => window.beats >= n", arg=beat, polling=100)
        page.clock.run_for(3000)  # two of these without a beat between are more than 5 s
    assert page.evaluate("window.lines") == ["up"]
    room.gateway.stop()
    expect(page.locator("#link.down")).to_have_count(1)
    page.faults.clear()
