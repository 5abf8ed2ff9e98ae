"""A browser's form, sent before a script is ready or without one, is answered in words.

The way back is a path of this site whatever the request says; a script and a program get JSON.
"""

import asyncio
import json
import re
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import unquote

import pytest

from gateway.web.forms import (
    PATH_MAX,
    WORDS_MAX,
    Forms,
    is_origin,
    navigates,
    outcome,
    own_path,
    way_back,
)
from tests.people.people_venue import OWN

HTML = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


def the_alert(venue, table=OWN):
    """The path an alert is answered at."""
    n, k = next(iter(venue.gateway.tables.get(table).alerts))
    return f"/floor/alerts/{table}/{n}/{k}"


def sent(venue, path, form, role="floor", page="/floor", **headers):
    """``(status, where it leads, (kind, words) or None)`` of a form a browser sends by itself."""
    headers = {**HTML, "Referer": venue.origin + page} | headers
    token = venue.token(role) if role else None
    status, found, body = venue.ask("POST", path, form, token, **headers)
    said = re.match(r"said=(ok|bad)\.([^;]*);", found.get("set-cookie") or "")
    if status == 303:
        assert body == b""
    return status, found.get("location"), said and (said[1], unquote(said[2]))


def test_a_form_leads_back_to_its_page_with_what_came_of_it(venue):
    path, page = the_alert(venue), "/floor?table=3"
    status, back, said = sent(venue, path, {"act": "accept"}, page=page)
    assert (status, back, said) == (303, page, ("ok", "Accepted"))
    assert sent(venue, path, {"act": "take"})[2] == ("ok", "The floor is on the way.")


def test_a_refusal_leads_back_in_words(venue):
    status, back, said = sent(venue, the_alert(venue), {"act": "override", "reason": " "})
    assert (status, back, said) == (303, "/floor", ("bad", "An override needs a reason."))
    assert sent(venue, "/floor/alerts/3/99999/0", {"act": "accept"})[2] == (
        "bad", "There is no such alert.",
    )  # fmt: skip
    _, _, said = sent(venue, the_alert(venue), {"act": "accept"}, "dealer", "/dealer/3")
    assert said == ("bad", "A dealer may not do that here.")


def test_the_words_stand_on_the_next_page_once(venue):
    token = venue.token("floor")
    form = {"act": "override"}
    found = venue.ask("POST", the_alert(venue), form, token, **HTML)[1]
    cookie = found["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=Strict" in cookie and "Path=/" in cookie
    mine = f"feltwire={token}; {cookie.partition(';')[0]}"
    _, headers, page = venue.ask("GET", "/floor", Cookie=mine, **HTML)
    toast = re.search(rb'<div class="toast bad" id="toast" role="alert">([^<]*)</div>', page)
    assert toast[1] == b"An override needs a reason."
    assert "said=;" in headers["set-cookie"] and "Max-Age=0" in headers["set-cookie"]
    page = venue.ask("GET", "/floor", token=token, **HTML)[2]
    assert b'id="toast" role="alert" hidden></div>' in page
    part = venue.ask("GET", "/floor", Cookie=mine)[1]  # a script's request takes nothing away
    assert "set-cookie" not in part


def test_what_stands_in_the_cookie_is_text_and_not_much(venue):
    cookie = f"feltwire={venue.token('floor')}; said=bad.%3Cscript%3E{'x' * 2 * WORDS_MAX}"
    page = venue.ask("GET", "/floor", Cookie=cookie, **HTML)[2]
    assert b"<script>x" not in page and b"&lt;script&gt;" in page
    assert b"x" * WORDS_MAX not in page
    for odd in ("said=", "said=ok", "said=ok.", "said=mine.hello", "said"):
        page = venue.ask("GET", "/floor", Cookie=f"feltwire={venue.token('floor')}; {odd}", **HTML)
        assert page[0] == 200 and b'role="alert" hidden></div>' in page[2]


@pytest.mark.parametrize(
    "headers",
    [{}, {"Accept": "*/*"}, HTML | {"Sec_Fetch_Mode": "cors", "Sec_Fetch_Site": "same-origin"}],
)  # fmt: skip
def test_a_script_gets_json(venue, headers):
    path, token = the_alert(venue), venue.token("floor")
    status, found, body = venue.ask("POST", path, {"act": "accept"}, token, **headers)
    assert (status, json.loads(body)) == (200, {"ok": True, "said": "Accepted"})
    assert "set-cookie" not in found
    status, _, body = venue.ask("POST", path, {"act": "override"}, token, **headers)
    assert status == 400 and json.loads(body)["error"]["code"] == "bad_request"


def test_a_program_gets_json_whatever_it_accepts(venue):
    headers = HTML | {"Authorization": f"Bearer {venue.program('floor')}", "Origin": None}
    status, _, body = venue.ask("POST", the_alert(venue), {"act": "accept"}, **headers)
    assert status == 200 and json.loads(body)["ok"]


def test_who_has_been_signed_out_is_led_to_the_login_and_back(venue):
    before = venue.acts("alert_accept")
    status, to, said = sent(venue, the_alert(venue), {"act": "accept"}, None, "/floor?table=3")
    assert (status, to) == (303, "/login?next=/floor%3Ftable%3D3") and said[0] == "bad"
    assert venue.acts("alert_accept") == before


@pytest.mark.parametrize(
    "referer",
    [
        "http://evil.example/floor", "//evil.example/", "https://evil.example", "not an address",
        "http://[::1", "javascript:alert(1)", "", None,
    ],
)  # fmt: skip
def test_no_foreign_host_is_ever_led_to(venue, referer):
    status, to, _ = sent(venue, the_alert(venue), {"act": "accept"}, Referer=referer)
    assert (status, to) == (303, "/")


@pytest.mark.parametrize(
    ("path", "to"),
    [
        ("//evil.example/x", "/"), ("/\\evil.example", "/"), ("/@evil.example", "/"),
        ("/floor#top", "/floor"), ("/people/add", "/people"), ("/nowhere/at/all", "/"),
        ("/floor?table=3&x=%0d%0aSet-Cookie:a", "/floor?table=3&x=%0d%0aSet-Cookie:a"),
        ("/floor?" + "x" * PATH_MAX, "/floor"),
    ],
)  # fmt: skip
def test_the_way_back_is_a_page_of_this_site(path, to):
    headers = {"host": "127.0.0.1:8080", "referer": "http://127.0.0.1:8080" + path}
    assert way_back(headers) == to


def test_a_referer_of_the_same_name_at_another_port_or_with_a_user_is_foreign():
    for referer in ("http://127.0.0.1:8081/floor", "http://127.0.0.1:8080@evil.example/floor"):
        assert way_back({"host": "127.0.0.1:8080", "referer": referer}) == "/"
    assert way_back({"host": "felt.room", "referer": "https://felt.room/floor"}) == "/floor"
    assert is_origin("https://Felt.room", "felt.room") and not is_origin("felt.room", "felt.room")


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"}, {"Origin": "null"}, {"Origin": None},
        {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate"},
    ],
)  # fmt: skip
def test_another_sites_form_changes_nothing_and_is_led_nowhere(venue, headers):
    before = venue.acts("alert_accept")
    asked = {**HTML, "Referer": "http://evil.example/"} | headers
    status, found, body = venue.ask(
        "POST", the_alert(venue), {"act": "accept"}, venue.token("floor"), **asked
    )
    assert status == 403 and "location" not in found and "set-cookie" not in found
    assert b"Only pages of this site may do that." in body and b"{" not in body
    assert venue.acts("alert_accept") == before


def test_a_person_who_is_refused_at_the_door_reads_why_in_the_browsers_language(venue):
    status, found, body = venue.ask(
        "GET", "/floor", Host="evil.example", Accept_Language="de", **HTML
    )
    assert status == 421 and "default-src 'none'" in found["content-security-policy"]
    assert "Unter diesem Namen ist dieser Server nicht erreichbar." in body.decode()


def test_a_refused_director_stands_on_the_people_page_again(venue):
    form = {"name": "x", "role": "floor", "secret": "1"}
    _, back, said = sent(venue, "/people/add", form, "director", "/people/add")
    assert back == "/people" and said[0] == "bad" and said[1].endswith(".")


def test_pages_that_lead_somewhere_themselves_are_left_alone(venue):
    form = {"name": "a-floor", "secret": "318264"}
    found = venue.ask("POST", "/login", form, **HTML)
    assert found[0] == 303 and found[1]["location"] == "/floor"
    assert "said=" not in found[1]["set-cookie"]


@pytest.mark.parametrize(
    ("headers", "is_one"),
    [
        ({"accept": "text/html"}, True), ({"accept": "*/*"}, False), ({}, False),
        ({"accept": "text/html", "sec-fetch-mode": "navigate"}, True),
        ({"accept": "text/html", "sec-fetch-mode": "cors"}, False),
        ({"accept": "text/html", "authorization": "Bearer x"}, False),
    ],
)  # fmt: skip
def test_what_a_browser_goes_to(headers, is_one):
    assert navigates(headers) is is_one


def test_words_end_as_a_sentence():
    refused = {"error": {"code": "x", "message": "who is that?"}}
    assert outcome(refused) == ("bad", "Who is that?")
    assert outcome({"ok": True}) == outcome(None) == ("ok", "Done.")
    assert own_path("/floor") == "/floor" and own_path("//x") == own_path("x") == ""


def test_behind_tls_the_words_are_the_hosts_own():
    sent = []

    async def app(_scope, _receive, send):
        body = b'{"ok": true}'
        kind = [(b"content-type", b"application/json")]
        await send({"type": "http.response.start", "status": 200, "headers": kind})
        await send({"type": "http.response.body", "body": body})

    async def send(message):
        sent.append(message)

    scope = {"method": "POST", "headers": [(b"accept", b"text/html"), (b"host", b"felt.room")]}
    with ThreadPoolExecutor(1) as own:  # a loop of its own: a browser's test may have left one
        own.submit(asyncio.run, Forms(app, secure=True)(scope, None, send)).result()
    headers = dict(sent[0]["headers"])
    assert sent[0]["status"] == 303 and headers[b"location"] == b"/"
    cookie = headers[b"set-cookie"].decode()
    assert cookie.startswith("__Host-said=ok.Done.; Path=/;") and cookie.endswith("; Secure")
