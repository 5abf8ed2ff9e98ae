"""A cash room is run in a real browser: opened, a seat filled from the list, chips cashed out."""

from tests.gateway.support import until


def state(room):
    return room.gateway._web._app.cash.read(lambda state, entries: state)


def opened(room, page):
    page.goto(room.url + "/cash")
    for name, value in (("kind1", "nl"), ("sb1", "1"), ("bb1", "2"), ("min_buy_in1", "40")):
        page.fill(f"[name={name}]", value)
    page.click("text=Open the cash room")
    page.wait_for_selector("#link.up")
    page.fill("form:has([value=game_opened]) [name=table]", "1")
    page.click("text=Open it")
    page.wait_for_selector("#g-1")


def test_from_the_list_to_the_seat_and_home(room, page):
    opened(room, page)
    page.fill("form:has([value=listed]) [name=player]", "kim lee")
    page.click("form:has([value=listed]) button")
    page.click(".todo:has-text('Call KimLee for seat 1:1') button")
    page.wait_for_selector("#s-1-1:has-text('kept for KimLee')")
    page.click("#s-1-1 summary")
    page.fill("#s-1-1 [name=amount]", "30")
    page.click("#s-1-1 button:has-text('Sits down')")
    page.wait_for_selector("#toast:has-text('at least 40 (rrop-6:S3-BUY-1)')")
    page.fill("#s-1-1 [name=amount]", "100")
    page.click("#s-1-1 button:has-text('Sits down')")
    until(lambda: "KimLee" in state(room).guests, "the player")
    page.wait_for_selector("#s-1-1 b:has-text('KimLee')")
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(room.url + "/cash")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    page.click("#s-1-1 summary")
    page.fill("#s-1-1 [name=amount][placeholder='chips counted']", "85")
    page.click("#s-1-1 button:has-text('Cash out')")
    page.wait_for_selector("#s-1-1:has-text('free')")
    assert state(room).sessions[0]["out"] == 85
    page.goto(room.url + "/cash/log")
    page.wait_for_selector("#e-5:has-text('KimLee cashes out 85')")
    page.faults.clear()  # the refusal was meant
