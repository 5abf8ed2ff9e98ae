"""Receipts, the director's page and phones over HTTP, on a running gateway."""

import json

from tests.gateway.support import setup, until
from tests.gateway.test_web import site  # noqa: F401 - a fixture
from tools.virtual.floor import VirtualFloor


def post(site, path, body, **headers):  # noqa: F811
    sent = {"Content_Type": "application/json", "Origin": site.origin, **headers}
    return site.ask("POST", path, json.dumps(body), **sent)


def call(site):  # noqa: F811
    """A new call for the floor; its (table, n, k)."""
    live = site.gateway.tables.get("7")
    before = set(live.waiting())
    site.controller.send(
        setup(0, "h"), {"t": 1, "what": "notice", "by": "dealer", "kind": "call_floor"}
    )
    until(lambda: set(live.waiting()) - before, "the alert")
    ((n, k),) = set(live.waiting()) - before
    return "7", n, k


def test_a_screen_confirms_what_it_shows_and_it_is_in_the_log(site):  # noqa: F811
    key = call(site)
    status, _, body = post(site, "/floor/shown", {"where": "floor", "alerts": [key]})
    assert (status, json.loads(body)) == (200, {"news": 1})
    _, _, again = post(site, "/floor/shown", {"where": "floor", "alerts": [key]})
    assert json.loads(again) == {"news": 0}

    def stored():
        rows = [json.loads(e.row) for e in site.gateway.log.operations("7")]
        return [r for r in rows if r["alert"] == list(key[1:]) and r["act"] == "shown"]

    until(stored, "the receipt")
    assert stored()[0]["where"] == "floor"


def test_receipts_are_checked(site):  # noqa: F811
    for body in (
        {"where": "player", "alerts": []},
        {"where": "floor", "alerts": [["7", 1]]},
        {"where": "floor", "alerts": [["7", 1, 0]] * 201},
        {"where": "floor", "alerts": [["7", "x" * 50, 0]]},
        {"where": "floor"},
        [],
    ):
        status, _, answer = post(site, "/floor/shown", body)
        assert status in (400, 422), body
        assert json.loads(answer)["error"]["message"]
    unknown = [["no such table", 1, 0], ["7", 10**9, 0], ["7", -1, 10**400]]
    status, _, body = post(site, "/floor/shown", {"where": "floor", "alerts": unknown[:2]})
    assert (status, json.loads(body)) == (200, {"news": 0})
    assert post(site, "/floor/shown", {"where": "floor", "alerts": unknown})[0] < 500
    assert post(site, "/floor/shown", {}, Origin="http://evil.example")[0] == 403


def test_who_is_on_the_way_and_what_the_director_sees(site):  # noqa: F811
    table, n, k = call(site)
    form = {"Content_Type": "application/x-www-form-urlencoded", "Origin": site.origin}
    ident = f"alert-{table}-{n}-{k}"
    assert ident not in site.ask("GET", "/director")[2].decode()
    for act, seen in (("take", False), ("director", True), ("accept", False)):
        status = site.ask("POST", f"/floor/alerts/{table}/{n}/{k}", f"act={act}", **form)[0]
        assert status == 200
        live = site.gateway.tables.get(table)
        done = {"take": lambda b: b.get("taken")}.get(
            act, lambda b, act=act: (b.get("decision") or {}).get("act") == act
        )
        until(lambda: done(live.alerts[(n, k)]), act)  # noqa: B023
        assert (ident in site.ask("GET", "/director")[2].decode()) is seen
        if act == "take":
            assert "on the way" in site.ask("GET", "/floor")[2].decode()


def test_the_pages_are_installable_and_web_push_is_off(site):  # noqa: F811
    status, headers, body = site.ask("GET", "/manifest.webmanifest")
    assert status == 200 and headers["content-type"] == "application/manifest+json"
    assert json.loads(body)["start_url"] == "/floor"
    status, headers, body = site.ask("GET", "/sw.js")
    assert status == 200 and "javascript" in headers["content-type"]
    assert json.loads(site.ask("GET", "/push/key")[2]) == {"key": ""}
    status, _, body = post(site, "/push/subscriptions", {"audience": "floor", "subscription": {}})
    assert (status, json.loads(body)["error"]["code"]) == (404, "no_push")


def test_the_virtual_floor_answers_what_the_page_shows(site):  # noqa: F811
    table, n, k = call(site)
    floor = VirtualFloor(f"http://127.0.0.1:{site.port}")
    shown = floor.shown()
    assert f"{table}-{n}-{k}" in shown
    floor.act(f"{table}-{n}-{k}", "take")
    floor.act(f"{table}-{n}-{k}", "accept")
    until(lambda: f"{table}-{n}-{k}" not in floor.shown(), "the answer")
    floor.act("7-999999-0", "accept")  # gone meanwhile: no fault
