"""Login, people page and pairing in a real browser; what is revoked leaves the page."""

import pytest

from gateway.people.sessions import HOUR_MS
from tests.browser.conftest import PATIENCE_MS
from tests.gateway.support import until

PASSWORD = "correct horse battery"


@pytest.fixture
def guarded(room):
    """The room with a director: the demonstration is over."""
    room.play(40)
    room.gateway.people.add("dora", "director", PASSWORD)
    return room


def test_a_director_signs_in_adds_pairs_and_revokes(guarded, page):
    room = guarded
    a_page_that_lost_its_session_goes_to_the_login(room, page)
    page.goto(room.url + "/floor")
    assert page.url.startswith(room.url + "/login")
    page.fill("[name=name]", "dora")
    page.fill("[name=secret]", "wrong, and long enough")
    page.click("button.primary")
    assert "That is not right" in page.inner_text(".login .system")
    page.faults.clear()  # the browser notes the 401 of a wrong password
    page.fill("[name=name]", "dora")
    page.fill("[name=secret]", PASSWORD)
    page.click("button.primary")
    page.wait_for_url("**/floor")
    page.goto(room.url + "/people")
    assert page.locator("#demo").count() == 0 and "dora" in page.inner_text("header .me")
    page.click("text=Add a person…")
    page.fill(".fields [name=name]", "fay")
    page.locator("form[action='/people/add'] [name=role]").select_option("floor")
    page.fill("form[action='/people/add'] [name=secret]", "318264")
    page.click("form[action='/people/add'] button")
    assert "fay can sign in now." in page.inner_text(".done")
    page.locator("form[action='/people/pair'] [name=role]").select_option("dealer")
    page.fill("form[action='/people/pair'] [name=table]", "7")
    page.fill("form[action='/people/pair'] [name=label]", "tablet 7")
    page.click("form[action='/people/pair'] button")
    code = page.locator("#pairing img")
    until(lambda: code.evaluate("i => i.naturalWidth") > 100, "the code to scan")
    link = page.inner_text("#pairing code")
    tablet = page.context.browser.new_context()
    tablet.set_default_timeout(PATIENCE_MS)
    panel = tablet.new_page()
    panel.goto(link)
    assert panel.url == room.url + "/dealer/7" and link.rsplit("/", 1)[1] not in panel.url
    panel.wait_for_selector("#link.up")
    panel.click("text=Call the floor")
    until(lambda: room.controller.keys, "the key")
    page.goto(room.url + "/people")
    page.locator("tr", has_text="tablet 7").locator("text=Revoke").click()
    panel.wait_for_url("**/login?next=/dealer/7")  # by itself
    tablet.close()
    page.click("text=Sign out")
    page.wait_for_url(room.url + "/login")


def a_page_that_lost_its_session_goes_to_the_login(guarded, page):
    token, _who = guarded.gateway.people.sessions.log_in("dora", "director", None, "x", HOUR_MS)
    cookie = {"name": "feltwire", "value": token, "url": guarded.url}
    page.context.add_cookies([{**cookie, "httpOnly": True, "sameSite": "Strict"}])
    page.goto(guarded.url + "/floor")
    page.wait_for_selector("#link.up")
    assert token not in page.evaluate("document.cookie")
    guarded.gateway.people.sessions.revoke("dora", "test")
    page.wait_for_url("**/login?next=/floor")
    page.faults.clear()  # the refused stream is noted by the browser
