"""The three pages in Chromium, on events of a real televised hand."""

import pytest
from playwright.sync_api import Error, expect

from tests.gateway.support import until


def riffle(e):
    return e["what"] == "riffle"


def board(e):
    return e["what"] == "card_move" and e["to"] == "board"


def tabled(e):
    return e["what"] == "card_move" and e["from"] == e["to"]


def test_the_index_says_what_it_is_and_shows_a_table_as_it_comes_and_moves(room, page):
    page.goto(room.url)
    assert "anyone at this machine is director" in page.inner_text("#demo")
    expect(page.get_by_text("No table yet")).to_be_visible()
    room.play(2)
    card = page.locator("#table-7")
    expect(card).to_be_visible()
    room.play_until(board)
    expect(card).to_contain_text("No-limit hold'em")
    expect(card).to_contain_text("1,000 / 2,000, ante 500")
    expect(card.locator(".card:not(.slot)")).to_have_count(3)


def test_a_screen_opened_before_its_table_shows_it_when_it_comes(room, page):
    page.goto(f"{room.url}/overlay/7")
    expect(page.get_by_text("there is no table 7 so far")).to_be_visible()
    room.play_until(board)
    expect(page.locator("#board .pc")).to_have_count(3)
    page.faults.clear()  # the first answer was a 404, as it should


def test_the_dealer_reads_what_is_due_and_keys_reach_the_controller_without_a_time(room, page):
    room.play(2)
    page.goto(f"{room.url}/dealer/7")
    expect(page.locator("#ask")).to_contain_text("Take antes and blinds")
    room.play_until(lambda e: e["what"] == "card_move")
    expect(page.locator("#ask")).to_contain_text("Deal")
    room.play(5)
    expect(page.locator("#ask")).to_contain_text("Seat 3 to act")
    expect(page.locator("#ask")).to_contain_text("2,000 to call, raise to 4,000 at least")
    expect(page.locator("#seat-3.to-act .read.ok")).to_be_visible()
    expect(page.locator("#seat-3")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Raise…").click()
    page.get_by_role("button", name="7", exact=True).last.click()
    page.get_by_role("button", name="000", exact=True).click()
    expect(page.locator("#amount")).to_have_text("Raise to 7,000")
    page.locator("#pad-go").click()
    raised = {"what": "declare", "seat": 3, "word": "raise", "wording": "plain", "amount": 7000}
    until(lambda: room.controller.keys, "the key")
    assert room.controller.keys == [raised]
    page.locator("#seat-1").click()
    page.get_by_role("button", name="Fold").click()
    until(lambda: len(room.controller.keys) == 2, "the second key")
    assert room.controller.keys[1] == {
        "what": "declare", "seat": 1, "word": "fold", "wording": "plain",
    }  # fmt: skip
    page.get_by_role("button", name="Call the floor").click()
    until(lambda: len(room.controller.keys) == 3, "the floor call")
    assert room.controller.keys[2] == {"what": "notice", "by": "dealer", "kind": "call_floor"}


def test_a_remedy_is_walked_step_by_step(room, page):
    room.play_until(board)
    steps = ["scramble_flop_face_down", "floor_picks_next_burn", "other_three_are_flop"]
    page.goto(f"{room.url}/dealer/7")
    room.rule("scramble_pick_burn", remedy_steps=steps, decided_by="floor")
    alert = page.locator(".alert")
    expect(alert).to_contain_text("Step 1 of 3")
    expect(alert).to_contain_text("Scramble the flop cards face down.")
    alert.get_by_role("button", name="Done").click()
    expect(alert).to_contain_text("Step 2 of 3")
    alert.get_by_role("button", name="Done").dblclick()  # an impatient finger counts once
    expect(alert).to_contain_text("Step 3 of 3")
    alert.get_by_role("button", name="Done").click()
    expect(page.locator(".other")).to_contain_text("All 3 steps done")


def test_the_floor_sees_evidence_rule_and_remedy_and_accepts_or_overrides(room, page):
    page.goto(f"{room.url}/floor")
    expect(page.get_by_text("All quiet")).to_be_visible()
    room.play_until(board)
    room.rule("redeal_flop", remedy_steps=["board_cards_to_stub"], decided_by="floor", seat=2)
    row = page.locator(".row.urgent")
    expect(row).to_contain_text("Table 7 · Seat 2")
    assert page.title().startswith("(1)")
    row.click()
    alert = page.locator(".alert.urgent")
    expect(alert).to_contain_text("Table 7 · Seat 2")
    expect(alert).to_contain_text("TDA 2011, rule 34")
    expect(alert).to_contain_text("35,000 in chips (25,000 + 5,000 + 5,000) from seat 1")
    expect(alert).to_contain_text("Put the board cards back into the stub.")
    expect(alert).to_contain_text("Floor decides")
    page.wait_for_selector("#link.up")
    alert.get_by_role("button", name="Accept").click()
    expect(page.get_by_text("All quiet")).to_be_visible()
    page.wait_for_url("**/floor")
    an_override_needs_a_reason_which_the_dealer_reads(room, page)


def an_override_needs_a_reason_which_the_dealer_reads(room, page):
    """Beside the alert that was accepted, whose page and history these are as well."""
    room.rule("redeal_flop", decided_by="floor")
    page.locator(".row").click()
    page.wait_for_selector("#link.up")
    page.get_by_text("Override…").click()
    field = page.get_by_label("Another reason")
    field.fill("half a word")
    room.play(2)  # the page moves under the hands of its user
    expect(field).to_have_value("half a word")
    page.get_by_role("button", name="Sensors are wrong").click()
    page.wait_for_url("**/floor")
    page.goto(f"{room.url}/floor/history")
    expect(page.locator(".settled")).to_contain_text("overridden: Sensors are wrong")
    expect(page.locator(".settled")).to_contain_text("accepted")
    page.goto(f"{room.url}/dealer/7")
    expect(page.locator("#decided")).to_contain_text("Floor overrides: Sensors are wrong")
    room.gateway.stop()
    room.open()
    page.goto(f"{room.url}/floor/history")
    expect(page.locator(".settled")).to_contain_text("overridden: Sensors are wrong")
    page.faults.clear()  # the restart broke the stream, as it should


def test_the_overlay_is_empty_between_hands_transparent_and_complete_on_every_connect(room, page):
    room.play_until(riffle)
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(f"{room.url}/overlay/7")
    expect(page.locator(".plate").first).to_be_visible()
    expect(page.locator(".plate.folded")).to_have_count(0)  # nobody is dimmed
    expect(page.locator("#tray")).to_be_hidden()
    expect(page.locator("#street")).to_have_text("")
    room.play_until(board)
    expect(page.locator("#board .pc")).to_have_count(3)
    for _ in range(2):
        expect(page.locator("#plate-1 .name")).to_contain_text("Ana Ruiz")
        expect(page.locator("#plate-2.folded")).to_be_visible()
        expect(page.locator("#pot b")).to_have_text("49,500")
        expect(page.locator("#blinds")).to_have_text("1,000 / 2,000 (500)")
        expect(page.locator("#plate-3 .badge")).to_have_text("D")
        page.reload()
    size = page.evaluate("[document.body.scrollWidth, document.body.scrollHeight]")
    background = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert size == [1920, 1080] and background == "rgba(0, 0, 0, 0)"


def test_hole_cards_are_on_the_overlay_only_when_tabled_and_then_in_every_layout(room, page):
    room.play_until(board)
    page.goto(f"{room.url}/overlay/7")
    expect(page.locator("#plate-1 .pc.back")).to_have_count(2)
    assert "A" not in page.locator("#plate-1 .cards").inner_text()
    room.play_until(tabled)
    room.play(2)
    for layout in ("column", "row", "round"):
        page.evaluate("to => update({ layout: to })", layout)
        expect(page.locator(".stage")).to_have_attribute("data-layout", layout)
        expect(page.locator(".plate .cards .pc:not(.back)")).not_to_have_count(0)


def test_the_overlay_counts_in_big_blinds_when_asked(room, page):
    room.play_until(board)
    page.goto(f"{room.url}/overlay/7?units=bb")
    expect(page.locator("#pot b")).to_have_text("24.8 BB")
    page.goto(f"{room.url}/overlay/7?format=short")
    expect(page.locator("#plate-1 .stack")).to_have_text("1.1M")


def test_a_page_survives_a_gateway_restart(room, page):
    room.play_until(board)
    page.goto(f"{room.url}/dealer/7")
    expect(page.locator("#link")).to_have_text("live")
    room.gateway.stop()
    expect(page.locator("#link")).to_contain_text("reconnecting")
    room.open()
    room.play(1)
    expect(page.locator("#link")).to_have_text("live")
    expect(page.locator(".state .board .card:not(.slot)")).to_have_count(3)
    page.faults.clear()


def test_a_browser_that_keeps_nothing_runs_every_page_and_pages_fit_a_phone(room, page):
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage',"
        " { get() { throw new DOMException('denied', 'SecurityError') } })"
    )
    room.play_until(board)
    room.rule("redeal_flop", remedy_steps=["board_cards_to_stub"], decided_by="floor")
    page.set_viewport_size({"width": 360, "height": 740})
    for path in ("/floor", "/", "/crew/7", "/overlay/7", "/dealer/7"):
        page.goto(room.url + path)
        if path in ("/", "/floor", "/dealer/7"):
            expect(page.locator("main")).to_be_visible()
            assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
            small = page.evaluate(
                "[...document.querySelectorAll('button, summary')].filter(b => b.offsetParent)"
                ".filter(b => b.getBoundingClientRect().height < 44).map(b => b.textContent)"
            )
            assert small == [], path
    page.get_by_role("button", name="Problem…").click()
    expect(page.get_by_role("button", name="Boxed card")).to_be_visible()


def test_a_page_that_goes_to_another_host_is_noticed(room, page, astray):
    """Else no test here would fail that asks one: the site's policy refuses what is not a link."""
    with pytest.raises(Error):
        page.goto("http://elsewhere.invalid/at/all")
    page.wait_for_url("chrome-error://chromewebdata/")
    assert "GET http://elsewhere.invalid/at/all HTTP/1.1" in astray.asked
    astray.asked.clear()
    page.faults.clear()
