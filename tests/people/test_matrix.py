"""Every route x role x table, asked for at a running gateway; and what would have been noticed."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from gateway.access import policy
from gateway.web.app import create_app
from tests.people import routes
from tests.people.people_venue import OWN


@pytest.fixture(scope="module")
def tokens(venue):
    """``tokens(visitor, path)``: a session's token; logging out uses one up."""
    kept = {}

    def of(visitor, path):
        role, table = ("broadcast", OWN) if visitor == "bound" else (visitor, None)
        if path == "/logout":
            return venue.token(role, table)
        if visitor not in kept:
            kept[visitor] = venue.token(role, table)
        return kept[visitor]

    return of


def app_of(venue):
    return venue.gateway._web._app.app


def test_every_route_lets_in_whom_it_is_for_and_nobody_else(venue, tokens):
    known = routes.routes_of(app_of(venue))
    assert len(known) > 40 and len(set(known)) == len(known)
    found = routes.walk(venue, known, tokens)
    let_in = [f for f in found if f[4] not in routes.REFUSED]
    print(
        f"\n{len(known)} routes x {len(routes.VISITORS)} visitors x tables: {len(found)} requests, "
        f"{len(let_in)} let in, {len(routes.unexpected(found))} unexpected, "
        f"{sum(f[4] >= 500 for f in found)} failures"
    )
    assert routes.unexpected(found) == []
    # positive control: every GET of those that are let in shows something
    shown = {(f[1], f[4]) for f in let_in if f[0] == "GET" and f[2] == "director"}
    closed = {("/pair/{code}", 403), ("/metrics", 404)}  # no code; closed by the setting
    closed.add(("/hands/{table}/{name}", 404))  # no such file
    closed.add(("/overlay/files/{kind}/{name}", 404))  # a venue without themes of its own
    assert {s for s in shown if s[1] != 200} <= closed
    assert len(shown) > 25


def test_every_route_has_a_row_and_every_row_a_route(venue):
    known = set(routes.routes_of(app_of(venue)))
    assert known - set(policy.RULES) == set()
    assert set(policy.RULES) - known == set()
    assert {f"{m} {p}" for m, p in known} == set(routes.EXPECTED)


def test_a_row_that_is_too_wide_would_be_noticed(venue, tokens, monkeypatch):
    wide = {**policy.RULES["GET", "/people"], "floor": policy.ANY}
    monkeypatch.setitem(policy.RULES, ("GET", "/people"), wide)
    found = routes.walk(venue, [("GET", "/people")], tokens)
    assert routes.unexpected(found) == [("GET", "/people", "floor", "own", 200)]


def test_a_reach_that_is_too_wide_would_be_noticed(venue, tokens, monkeypatch):
    monkeypatch.setattr(policy, "allows", lambda roles, who, table: who is not None)
    faults = routes.unexpected(routes.walk(venue, [("GET", "/dealer/{table}")], tokens))
    assert ("GET", "/dealer/{table}", "dealer", "foreign", 200) in faults


def test_a_route_without_an_entry_answers_403(venue):
    """Also one that an entry's pattern would cover, and a folder of files."""
    guarded = create_app(venue.gateway)
    app = guarded.app
    app.add_api_route("/rogue", lambda: "x")
    app.add_api_route("/people", lambda: "x", methods=["DELETE"])
    app.router.routes.insert(0, routes.Mount("/rogue-static", routes_of_files()))
    # before the others, so that it answers what /dealer/{table} was meant for
    app.add_api_route("/dealer/special", lambda: "x")
    app.router.routes.insert(0, app.router.routes.pop())
    missing = set(routes.routes_of(app)) - set(policy.RULES)
    assert {p for _m, p in missing} >= {"/rogue", "/rogue-static", "/dealer/special"}

    async def ask():
        transport = httpx.ASGITransport(guarded)
        cookies = {"feltwire": venue.token("director")}
        async with httpx.AsyncClient(
            transport=transport, base_url=venue.origin, cookies=cookies
        ) as client:
            paths = ("/rogue", "/rogue-static/people.css", "/dealer/special", "/nothing", "/people")
            return [(await client.get(path)).status_code for path in paths]

    with ThreadPoolExecutor(1) as own:  # a loop of its own: a browser's test may have left one
        assert own.submit(asyncio.run, ask()).result() == [403, 403, 403, 404, 200]


def test_a_route_whose_row_was_not_the_one_that_was_read_answers_403(venue, monkeypatch):
    rule_of = policy.rule_of
    monkeypatch.setattr(policy, "rule_of", lambda *asked: ("/another", *rule_of(*asked)[1:]))
    token, app = venue.token("director"), venue.gateway._web._app.app
    asked = [p for m, p in routes.routes_of(app) if m == "GET" and p not in routes.FILES]
    let_in = [p for p in asked if venue.ask("GET", routes.filled(p, True), None, token)[0] != 403]
    assert len(asked) > 50 and let_in == []


def routes_of_files():
    from starlette.staticfiles import StaticFiles

    from gateway.web.kept_files import ROOMS

    return StaticFiles(directory=ROOMS / "people" / "static")
