"""The graphics package in Chromium: layouts, sizes, names, what the crew puts on the air."""

import itertools
import json
import re
import time

import pytest
from playwright.sync_api import expect

from tests.browser.test_access import SETTLED
from tests.browser.test_pages import board, riffle
from tests.gateway.support import until
from tests.samples import in_soak

LAYOUTS = ("column", "row", "round")
WIDE, UPRIGHT = (1920, 1080), (1080, 1920)
LONG = ("Bartholomew Vanderbilt-Kerkhoven", "Ana Ruiz", "Chiara Conti")
CUT = """[...document.querySelector('feltwire-graphics').shadowRoot.querySelectorAll('.called')]
    .filter(e => e.scrollWidth > e.clientWidth).map(e => e.textContent)"""
OUTSIDE = """() => { const s = document.querySelector('feltwire-graphics').shadowRoot;
    const boxes = '.plate, #tray, #bug, #event, #lower';
    return [...s.querySelectorAll(boxes)].filter(e => e.offsetParent)
    .map(e => [e.id, e.getBoundingClientRect()])
    .filter(([, b]) => b.left < 0 || b.top < 0 || b.right > innerWidth
        || b.bottom > innerHeight)
    .map(([id]) => id); }"""


def crew(room, path, body=None):
    """A command of the crew, as a Stream Deck sends it; the answer."""
    data = json.dumps({} if body is None else body).encode()
    return json.loads(room.ask(f"/crew/{path}", data, Content_Type="application/json"))


@pytest.mark.parametrize("size", [WIDE, *in_soak((3840, 2160), UPRIGHT)])
def test_every_layout_and_size_shows_all_names_whole_and_inside_the_picture(room, page, size):
    for event in room.events:
        if event["what"] == "setup":
            event["names"] = dict(zip("123", LONG, strict=True))
    room.play_until(board)
    page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    for layout in LAYOUTS:
        page.goto(f"{room.url}/overlay/7?layout={layout}&units=both&clock=1")
        expect(page.locator("#board .pc")).to_have_count(3)
        page.evaluate("document.fonts.ready")
        page.evaluate(SETTLED)
        until(lambda: page.evaluate(CUT) == [], f"whole names in {layout}, {size}")
        assert page.evaluate(OUTSIDE) == [], (layout, size)
        assert page.locator("#plate-2 .called").inner_text() == "Ana Ruiz"


# size, layouts, what counts the chips
PLATES = (WIDE, LAYOUTS, ("both",)), (UPRIGHT, LAYOUTS[:1], ("chips",))
MORE_PLATES = (WIDE, LAYOUTS, ("chips",)), (UPRIGHT, LAYOUTS[:1], ("both",))


@pytest.mark.parametrize("shown", [PLATES, *in_soak(MORE_PLATES)])
def test_hands_in_play_have_plates_of_one_height_and_whole_names(nine, page, shown):
    nine.play(46)
    heights = """[...document.querySelector('feltwire-graphics').shadowRoot
        .querySelectorAll('.plate:not(.folded)')].map((e) => Math.round(e.offsetHeight))"""
    for size, layouts, counted in shown:
        page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
        for layout, units in itertools.product(layouts, counted):
            page.goto(f"{nine.url}/overlay/7?layout={layout}&units={units}")
            expect(page.locator(".plate:not(.folded)")).to_have_count(3)  # two are all in
            page.evaluate("document.fonts.ready")
            page.evaluate(SETTLED)
            where = f"{layout}, {units}, {size}"
            until(lambda: len(set(page.evaluate(heights))) == 1, f"one height: {where}")
            until(lambda: page.evaluate(CUT) == [], f"whole names: {where}")


def test_a_name_has_the_room_there_is_once_a_badge_or_another_font_leaves_it_more(nine, page):
    nine.play(46)
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(f"{nine.url}/overlay/7?layout=round")
    name = page.locator("#plate-4 .called")
    expect(name).to_have_text("Christopher Ferguson")
    wide = """(on) => { const e = document.querySelector('feltwire-graphics');
        for (const badges of e.shadowRoot.querySelectorAll('.badges')) {
          badges.style.width = on ? '200px' : ''; badges.style.display = on ? 'block' : ''; }
        e.take({}); }"""
    page.evaluate(wide, True)
    expect(name).to_have_text("Ferguson")
    page.evaluate(wide, False)
    expect(name).to_have_text("Christopher Ferguson")


@pytest.mark.soak
def test_names_are_as_whole_where_people_want_less_motion(nine, page):
    nine.play(46)
    page.set_viewport_size({"width": 1920, "height": 1080})
    names = []
    for motion in ("no-preference", "reduce"):
        page.emulate_media(reduced_motion=motion)
        page.goto(f"{nine.url}/overlay/7?layout=row")
        expect(page.locator("#plate-9 .called")).to_have_text("Hiroshi Watanabe")  # smaller, whole
        page.evaluate("document.fonts.ready")
        until(lambda: page.evaluate(CUT) == [], f"whole names: {motion}")
        names.append(page.locator(".called").all_inner_texts())
    assert names[0] == names[1]


def test_the_crew_a_playout_server_and_an_ograf_renderer_each_change_what_is_shown(room, page):
    """One page for all three: to open it costs more than what each does."""
    room.play_until(board)
    page.goto(f"{room.url}/overlay/7")
    expect(page.locator("#board .pc")).to_have_count(3)
    the_rundown_goes_forward_and_back(room, page)
    what_the_crew_takes_is_on_the_air_and_survives_a_restart(room, page)
    playout_servers_play_stop_and_update_the_page(page)
    an_ograf_renderer_loads_plays_updates_and_disposes_the_component(room, page)


def what_the_crew_takes_is_on_the_air_and_survives_a_restart(room, page):
    expect(page.locator(".stage")).to_have_attribute("data-layout", "column")
    crew(room, "7/preview", {"layout": "row", "lower": {"kind": "chips", "seat": 1}})
    crew(room, "7/do/take")
    expect(page.locator(".stage")).to_have_attribute("data-layout", "row")
    expect(page.locator("#lower h2")).to_have_text("Ana Ruiz")
    crew(room, "7/do/hide")
    expect(page.locator(".stage.off")).to_have_count(1)
    room.gateway.stop()
    room.open()
    expect(page.locator(".stage.off")).to_have_count(1)
    crew(room, "7/do/show")
    expect(page.locator(".stage:not(.off)")).to_have_count(1)
    expect(page.locator("#lower h2")).to_have_text("Ana Ruiz")
    crew(room, "7/preview", {"layout": "column"})
    crew(room, "7/do/take")
    expect(page.locator(".stage")).to_have_attribute("data-layout", "column")
    crew(room, "7/do/clear")
    expect(page.locator("#lower")).to_be_hidden()
    page.faults.clear()  # the restart broke the stream, as it should


def the_rundown_goes_forward_and_back(room, page):
    crew(room, "7/rundown", [{"kind": "text", "head": "One"}, {"kind": "talk", "head": "Two"}])
    crew(room, "7/do/next")
    expect(page.locator("#lower h2")).to_have_text("One")
    crew(room, "7/do/next")
    expect(page.locator("#lower h2")).to_have_text("Two")
    crew(room, "7/do/back")
    expect(page.locator("#lower h2")).to_have_text("One")
    crew(room, "7/do/next")
    crew(room, "7/do/next")
    expect(page.locator("#lower")).to_be_hidden()


def test_the_control_page_prepares_beside_the_program_by_keys_and_holds_no_hidden_card(room, page):
    room.play_until(board)
    page.set_viewport_size({"width": 1600, "height": 1000})
    page.goto(f"{room.url}/crew/7")
    program, preview = page.locator("#program"), page.locator("#preview")
    expect(program.locator("#board .pc")).to_have_count(3)
    page.keyboard.press("2")
    expect(preview.locator(".stage")).to_have_attribute("data-layout", "row")
    expect(program.locator(".stage")).to_have_attribute("data-layout", "column")
    page.keyboard.press("Enter")
    expect(program.locator(".stage")).to_have_attribute("data-layout", "row")
    page.keyboard.press("h")
    expect(program.locator(".stage.off")).to_have_count(1)
    expect(page.locator("#hide")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("h")
    expect(program.locator(".stage.off")).to_have_count(0)
    page.locator("#right-place select").select_option("2")
    page.locator("#right-value").fill("10d")
    page.locator("#right-go").click()
    until(lambda: room.controller.keys, "the key")
    key = room.controller.keys[0]
    assert (key["kind"], key["n"], key["card"]) == ("card", 2, "Td")
    room.controller.send({"t": room.events[room.sent - 1]["t"] + 1, **key})
    expect(program.locator("#board .pc").nth(1)).to_have_class(re.compile(r"\bkeyed\b"))
    expect(page.locator("#right-board")).to_have_text("Board keyed by hand: 2 (Td)")
    page.get_by_label("Kind").select_option("leaders")
    expect(preview.locator("#lower .row")).not_to_have_count(0)
    expect(page.locator("#sheet tbody tr")).to_have_count(3)
    assert page.locator(".plate .pc:not(.back)").count() == 0
    small = page.evaluate(
        "[...document.querySelectorAll('.crew button, .crew select')].filter(b => b.offsetParent)"
        ".filter(b => b.getBoundingClientRect().height < 44).map(b => b.textContent)"
    )
    assert small == []


def test_a_folded_hand_stays_as_long_as_asked_and_leaves_when_hidden(room, page):
    room.play_until(riffle)
    page.goto(f"{room.url}/overlay/7?fold=hide&fold_ms=60000")
    room.play_until(board)
    expect(page.locator("#plate-2")).to_be_visible()
    page.goto(f"{room.url}/overlay/7?fold=hide")
    expect(page.locator("#plate-1")).to_be_visible()
    expect(page.locator("#plate-2")).to_have_count(0)


def test_a_delayed_source_is_behind_and_a_reload_does_not_bring_it_forward(room, page):
    room.play_until(riffle)
    page.goto(f"{room.url}/overlay/7?delay=2000")
    expect(page.locator("#plate-1")).to_be_visible()
    sent = time.monotonic()
    room.play_until(board)
    early = page.locator("#board .pc").count() == 0
    assert early or time.monotonic() - sent >= 2.0  # a busy machine plays for longer than that
    page.reload()
    expect(page.locator("#plate-1")).to_be_visible()
    expect(page.locator("#board .pc")).to_have_count(3)
    assert time.monotonic() - sent >= 2.0  # never before the picture


def playout_servers_play_stop_and_update_the_page(page):
    page.evaluate("stop()")
    expect(page.locator(".stage.off")).to_have_count(1)
    page.evaluate("play()")
    expect(page.locator(".stage.off")).to_have_count(0)
    page.evaluate("""update('{"layout": "round", "lower": "Final table"}')""")
    expect(page.locator("#lower h2")).to_have_text("Final table")
    expect(page.locator(".stage")).to_have_attribute("data-layout", "round")
    page.evaluate("next()")
    expect(page.locator("#lower")).to_be_hidden()
    data = '<componentData id="lower"><data id="text" value="By XML"/></componentData>'
    xml = f"<templateData>{data}</templateData>"
    page.evaluate("x => update(x)", xml)
    expect(page.locator("#lower h2")).to_have_text("By XML")
    fields = page.evaluate("SPXGCTemplateDefinition.DataFields.map(f => f.field)")
    assert "layout" in fields and "ticker" in fields


LOAD_OGRAF = """async () => {
    const { default: Graphic } = await import('/broadcast-static/ograf/feltwire.mjs');
    customElements.define('ograf-graphic', Graphic);
    const made = window.made = document.createElement('ograf-graphic');
    document.body.replaceChildren(made);
    return [await made.load({ renderType: 'realtime', data: { table: '7' } }),
        await made.playAction({})]; }"""


def an_ograf_renderer_loads_plays_updates_and_disposes_the_component(room, page):
    page.goto(room.url + "/offline")  # a page without graphics of its own
    answers = page.evaluate(LOAD_OGRAF)
    assert [a["statusCode"] for a in answers] == [200, 200] and answers[1]["currentStep"] == 0
    expect(page.locator("ograf-graphic #board .pc")).to_have_count(3)
    page.evaluate("made.updateAction({ data: { layout: 'row', lower: 'Final table' } })")
    expect(page.locator("ograf-graphic .stage")).to_have_attribute("data-layout", "row")
    expect(page.locator("ograf-graphic #lower h2")).to_have_text("Final table")
    page.evaluate("made.customAction({ id: 'hide' })")
    expect(page.locator("ograf-graphic .stage.off")).to_have_count(1)
    assert page.evaluate("made.customAction({ id: 'deal' })")["statusCode"] == 404
    assert page.evaluate("made.stopAction({})")["statusCode"] == 200
    page.evaluate("made.dispose({})")
    expect(page.locator("ograf-graphic")).to_have_count(0)


@pytest.mark.parametrize("reveal", ["never", *in_soak("showdown")])
def test_a_void_hand_says_so_on_the_air(room, page, reveal):
    room.play_until(board)
    page.goto(f"{room.url}/overlay/7?reveal={reveal}")
    room.rule("misdeal", misdeal=True, decided_by="floor")
    expect(page.locator("#event b")).to_have_text("Misdeal")
    expect(page.locator(".stage.void")).to_have_count(1)


def test_the_event_file_brings_clock_payouts_and_pay_jump(room, page):
    room.play_until(board)
    page.goto(f"{room.url}/overlay/7?clock=1")
    ends = int(time.time() * 1000) + 3_600_000
    payouts = [[1, 9000], [2, 5000], [3, 2000], [4, 2000]]
    reported = {"name": "Main Event", "players_left": 4, "currency": "€", "payouts": payouts}
    crew(room, "event", {**reported, "level": {"n": 3, "sb": 100, "bb": 200, "ends_at": ends}})
    expect(page.locator("#title")).to_have_text("Main Event")
    expect(page.locator("#level")).to_contain_text(re.compile(r"5\d:\d\d"))
    crew(room, "7/preview", {"lower": {"kind": "jump"}})
    crew(room, "7/do/cut")
    expect(page.locator("#lower .row.marked")).to_contain_text("2nd place")
    expect(page.locator("#lower .row.marked")).to_contain_text("€5,000")
    page.set_viewport_size({"width": 1080, "height": 1920})
    crew(room, "7/preview", {"lower": {"kind": "payouts"}})
    crew(room, "7/do/cut")
    expect(page.locator("#lower .row")).to_have_count(4)
    expect(page.locator("#plates")).to_have_css("opacity", "0")  # upright there is no room for both
    tray, list_ = page.locator("#tray").bounding_box(), page.locator("#lower").bounding_box()
    assert tray["y"] + tray["height"] <= list_["y"]
    file = room.folder / "broadcast" / "event.json"
    file.write_text(json.dumps({"name": "Next Day"}))
    expect(page.locator("#title")).to_have_text("Main Event")
    until(lambda: room.gateway.air.event.now().get("name") == "Next Day", "the file")
    room.play(1)
    expect(page.locator("#title")).to_have_text("Next Day")
