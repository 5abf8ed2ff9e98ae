"""The Chromium that people have: a page of each room, whose scripts run and whose line is up.

What each page does is asked of the Chromium without windows, where there is one (`chromium` of
conftest.py). The golden pictures, which show the other rooms, and a phone without the gateway are
this one's as well.
"""

from tests.browser.conftest import opened, watched
from tests.browser.test_firefox import LIVE
from tests.gateway.support import until

ROOMS = ("/event", "/cash", "/people", "/hands", "/charts", "/tech", "/dealer/7")


def test_a_page_of_each_room_comes_to_life_and_a_key_is_sent(nine, whole_chromium, astray, request):
    nine.play(46)
    page = opened(whole_chromium, astray)
    with watched(page, request):
        for path in ROOMS:
            page.goto(nine.url + path)
            page.wait_for_function(f"document.querySelector('[data-stream]') === null || {LIVE}")
        page.get_by_role("button", name="Call the floor").click()
        until(lambda: nine.controller.keys, "the key")
        page.context.close()
