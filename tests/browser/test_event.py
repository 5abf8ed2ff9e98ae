"""A director runs an event in a real browser: opens it, seats players, plays, pays out."""

import csv
import io
import json
import re
import urllib.parse

import pytest
from playwright.sync_api import expect

from gateway.broadcast import eventfile
from tests.browser.conftest import VIEW
from tests.gateway.support import until
from tests.samples import in_soak

FIELDS = {"name": "Friday night", "players": "9", "stack": "5000", "hours": "3"}
FIELDS |= {"buy_in": "100", "fee": "10"}


def asked(room, path, **fields):
    """What a form sends, without a page; the answer's text."""
    return room.ask(path, urllib.parse.urlencode(fields).encode() if fields else None).decode()


def register(room, *names):
    for name in names:
        asked(room, "/event/act", act="register", name=name)


def registered(page, name):
    """A player comes by the page's own form."""
    page.fill("form:has([value=register]) [name=name]", name)
    page.click("form:has([value=register]) button")
    page.wait_for_selector("#toast:has-text('Registered')")
    page.wait_for_function("() => !document.querySelector('[data-post] button:disabled')")


def office(room):
    return room.gateway._web._app.desk.read(lambda office, t, entries: office)


def due(page, text):
    page.click(f".todo:has-text('{text}') button")
    page.wait_for_function(
        f"() => ![...document.querySelectorAll('.todo')].some(e => e.innerText.includes('{text}'))"
    )


def out(room, page, name, to):
    page.goto(room.url + "/event/players")
    row = page.locator("tr", has_text=name)
    row.locator("summary").click()
    row.locator("[name=by]").fill(to)
    row.locator("button:has-text('Out')").click()
    until(lambda: any(o[2] == name for o in office(room).event.outs), "the bust")


def eliminated(room):
    return [o["name"] for o in room.gateway.air.event.now().get("out", ())]


@pytest.fixture
def event(room):
    """A room whose event is open: by its form in the first test, here by what that form sends."""
    asked(room, "/event/new", rulebook="tda-2011", **FIELDS)
    return room


def test_a_day_from_the_form_to_the_last_receipt(room, page):
    page.goto(room.url + "/event")
    for name, value in FIELDS.items():
        page.fill(f"[name={name}]", value)
    page.click("text=Open the event")
    page.wait_for_selector("#link.up")
    registered(page, "Ana")
    register(room, "Ben", "Cleo")
    assert office(room).pool == 300
    page.click("text=Many at once")
    page.fill("[name=csv]", "name,id_shown\nDora,yes\nEve,yes\n")
    page.click("text=Register all of them")
    until(lambda: office(room).event.left == 5, "five players")
    page.click("text=Start the clock")
    due(page, "Draw for the button")
    page.click("text=Close registration")
    due(page, "Post the prize")
    assert sum(office(room).event.facts["prizes"]) == 500
    until(lambda: room.gateway.air.event.now().get("payouts"), "the graphics to have them")
    shown = eventfile.checked(room.gateway.air.event.now())
    assert (shown["name"], shown["players_left"], shown["level"]["n"]) == ("Friday night", 5, 1)
    assert sum(prize for _place, prize in shown["payouts"]) == 500 and shown["level"]["ends_at"]
    assert shown["chips"]["Ana"] == 5000 and shown["next"]["bb"] >= shown["level"]["bb"]
    page.goto(room.url + "/event/tables")
    page.click("summary:has-text('Change')")
    page.click("text=A hand begins")
    page.wait_for_selector(".pill.ok:has-text('hand 1')")
    out(room, page, "Eve", "Ana")
    for name in ("Dora", "Cleo", "Ben"):  # by what the form sends
        asked(room, "/event/act", act="bust", player=name, by="Ana")
    until(lambda: eliminated(room) == ["Eve", "Dora", "Cleo", "Ben"], "the graphics to show them")
    page.goto(room.url + "/event/payouts")
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert "Ana" in page.inner_text("#r-Ana") and page.inner_text("#r-Ana td").strip() == "1"
    page.click("#r-Ana button")
    until(lambda: office(room).people["Ana"].received > 0, "the receipt")
    won = office(room).people["Ana"].received
    assert won == office(room).event.facts["prizes"][0]
    sheet = page.context.request.get(room.url + "/event/results.csv").text()
    rows = list(csv.DictReader(io.StringIO(sheet)))
    assert [r["name"] for r in rows] == ["Ana", "Ben", "Cleo", "Dora", "Eve"]
    page.goto(room.url + "/event/payout-sheet")
    assert "signature" in page.inner_text("table")


def what_was_shown_is_there_after_the_gateway_comes_again(room, page):
    page.click("text=Start the clock")
    page.wait_for_selector("button:has-text('Stop the clock')")
    room.gateway.stop()
    room.open()
    page.goto(room.url + "/event")
    page.wait_for_selector("button:has-text('Stop the clock')")
    assert [p.name for p in office(room).people.values()] == ["Ben", "Ana"]
    page.faults.clear()  # the streams that were cut


def test_an_entry_is_undone_from_the_log_and_stays_there(event, page):
    room = event
    register(room, "Ana")
    page.goto(room.url + "/event/log")
    page.wait_for_selector("#link.up")
    page.click("#e-1 summary")
    page.fill("#e-1 [name=why]", "the wrong Ana")
    page.click("#e-1 button")
    page.wait_for_selector("#e-1.undone")
    assert office(room).people == {}
    assert "the wrong Ana" in page.inner_text(".log")
    page.goto(room.url + "/event/incidents")
    page.wait_for_selector("td:has-text('the wrong Ana')")
    left = "[...document.querySelectorAll('th:nth-child(4)')].map(e => e.offsetLeft)"
    assert len(set(page.evaluate(left))) == 1  # columns of all parts stand below each other


def test_what_the_book_refuses_is_said_with_its_rule(room, page):
    asked(room, "/event/new", rulebook="ipr-2018", **FIELDS)
    page.goto(room.url + "/event")
    page.wait_for_selector("#link.up")
    page.fill("form:has([value=register]) [name=name]", "Ana")
    page.select_option("form:has([value=register]) [name=id_shown]", "no")
    page.click("form:has([value=register]) button")
    page.wait_for_selector("#toast.bad:has-text('ipr-2018:')")
    page.faults.clear()  # the browser notes the 400


def test_a_form_half_filled_in_stays_while_the_page_moves_on_and_what_is_sent_stays(event, page):
    register(event, "Ben")
    page.goto(event.url + "/event")
    page.wait_for_selector("#link.up")
    form = "form:has([value=register])"
    page.fill(f"{form} [name=name]", "Ana")
    page.select_option(f"{form} [name=id_shown]", "no")
    page.fill("[name=text]", "The lights went out")
    page.click("form:has([name=text]) button")
    page.wait_for_selector(".noted:has-text('The lights went out')")
    expect(page.locator("[name=text]")).to_have_value("")  # its news may come before the answer
    assert page.input_value(f"{form} [name=name]") == "Ana"
    assert page.input_value(f"{form} [name=id_shown]") == "no"
    page.select_option(f"{form} [name=id_shown]", "yes")
    page.click(f"{form} button")
    page.wait_for_selector("#toast:has-text('Registered')")
    page.wait_for_function("f => !document.querySelector(f).value", arg=f"{form} [name=name]")
    what_was_shown_is_there_after_the_gateway_comes_again(event, page)


@pytest.mark.own_page
def test_the_hall_screen_follows_the_clock_and_chimes_at_a_new_level(event, page):
    room = event
    register(room, "Ana", "Ben")
    page.goto(room.url + "/event")
    page.wait_for_selector("#link.up")
    hall = page.context.new_page()
    hall.set_viewport_size(VIEW)
    hall.goto(room.url + "/event/hall")
    assert "Starts soon" in hall.inner_text(".level")
    page.click("text=Start the clock")
    hall.wait_for_selector(".level:has-text('Level 1')")
    later = page.context.new_page()  # and its clock is wrong
    later.set_viewport_size(VIEW)
    later.clock.install(time=0)
    later.goto(room.url + "/event/hall")
    expect(later.locator(".big")).to_have_text(re.compile(r"^\d?\d:\d\d$"))
    ends = [screen.get_attribute(".big", "data-until") for screen in (hall, later)]
    assert ends[0] == ends[1] != ""
    later.close()
    before = hall.inner_text(".big")
    hall.wait_for_function("b => document.querySelector('.big').innerText !== b", arg=before)
    page.fill("[name=minutes]", "0")
    page.click("button:has-text('Set')")
    hall.wait_for_selector(".level:has-text('Level 2')")
    assert int(hall.evaluate("document.body.dataset.chimed")) == 1
    hall.evaluate("document.documentElement.dataset.theme = 'bright'")
    ink = "getComputedStyle(document.querySelector('.big')).color"
    assert hall.evaluate(ink) == "rgb(255, 255, 255)"  # on felt, where axe does not look
    hall.close()


def test_the_floors_phone_shows_who_is_on_his_way_until_he_sits(event, page):
    room = event
    register(room, "Ana", "Ben", "Cleo")
    asked(room, "/event/act", act="clock")
    asked(room, "/event/act", act="open_table")
    until(lambda: len(office(room).event.tables) == 2, "the second table")
    phone = page.context.new_page()
    phone.set_viewport_size({"width": 390, "height": 844})
    phone.goto(room.url + "/floor")
    seat = office(room).event.table_of("Ana").seat_of("Ana")
    page.goto(room.url + "/event/players")
    page.wait_for_selector("#link.up")
    row = page.locator("tr", has_text="Ana")
    row.locator("summary").click()
    row.locator("[name=to]").fill("2:4")
    row.locator("button:has-text('Move')").click()
    phone.wait_for_selector(f"#sent-Ana:has-text('seat {seat} of table 1 to seat 4 of table 2')")
    assert phone.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    page.goto(room.url + "/event/moves")
    page.click("#sent-Ana button:has-text('Sits')")
    phone.wait_for_selector("#sent-Ana", state="detached")
    page.wait_for_selector("#sent-Ana", state="detached")
    phone.close()


def test_a_table_is_counted_and_signed_on_the_chips_page(event, page):
    register(event, "Ana", "Ben")
    page.goto(event.url + "/event/chips")
    page.wait_for_selector("#link.up")
    page.click("summary:has-text('Count…')")
    for name, said in (("stack_Ben", "4900"), ("counted_by", "Mia"), ("signed_by", "Ana")):
        page.fill(f"[name={name}]", said)
    page.click("text=Counted and signed")
    page.wait_for_selector("#c-1:has-text('counted by Mia, signed by Ana')")
    page.wait_for_selector("#apart:has-text('less in play than issued')")
    assert office(event).event.stacks["Ben"] == 4900
    page.goto(event.url + "/event/count-sheet")
    page.wait_for_selector("p.sign:has-text('Mia')")


@pytest.mark.parametrize("sizes", [[(390, 844)], *in_soak([(1024, 768), (1920, 1080)])])
def test_no_page_of_the_event_is_wider_than_its_screen_nor_moved_by_a_row(event, page, sizes):
    register(event, "Maximiliana Konstantinopoulou-Featherstonehaugh", "Ben")
    pages = ("/tables", "/chips", "/players", "/moves", "/payouts", "/log", "/hall", "/seat-cards")
    for path in ("", *pages):
        page.goto(event.url + "/event" + path)
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            over = "document.documentElement.scrollWidth - innerWidth"
            assert page.evaluate(over) <= 0, (path, width)
            wide = "e => e.scrollWidth > e.clientWidth"
            cut = f"[...document.querySelectorAll('.seats span')].map({wide})"
            assert not any(page.evaluate(cut)), (path, width)
        if path == "/players":
            opened_rows_leave_names_as_they_are(page)


def opened_rows_leave_names_as_they_are(page):
    for width in (390, 900, 1366):
        page.set_viewport_size({"width": width, "height": 844})
        name = page.locator(".list tr:has-text('Maximiliana') td").first
        before = name.bounding_box()
        page.click("#p-Ben summary")
        expect(page.locator("#p-Ben [name=stack]")).to_be_visible()
        after = name.bounding_box()
        assert (after["width"], after["height"]) == (before["width"], before["height"])
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        page.click("#p-Ben summary")


def test_the_feed_can_be_read_by_anybody(event):
    register(event, "Ana")
    feed = json.loads(asked(event, "/event/feed.json"))
    assert feed["players_left"] == 1 and feed["seats"][0]["player"] == "Ana"
