"""What a foreign page, a stranger or an old session tries: counted, and none of it accepted."""

import itertools
import json
import socket

from tests.people import routes
from tests.people.people_venue import OWN, SECRETS

CALL = json.dumps({"key": {"what": "notice", "by": "dealer", "kind": "call_floor"}})
FOREIGN_PAGES = (
    {"Origin": "http://evil.example"},
    {"Origin": "null"},
    {"Origin": "http://127.0.0.1:1"},
    {"Origin": "http://127.0.0.1"},
    {"Origin": "http://127.0.0.1.evil.example"},
    {"Origin": "file://"},
    {"Origin": ""},
    {"Origin": None},  # nothing says that a page of ours asks
    {"Origin": None, "Referer": "http://evil.example/"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "none"},
    {"Origin": None, "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"},
    {"Origin": "null", "Sec-Fetch-Site": "same-origin"},
    {"Origin": "http://evil.example", "X-HTTP-Method-Override": "GET"},
    {"Origin": "http://evil.example", "X-Forwarded-Host": "evil.example"},
    {"Host": "evil.example", "Origin": "http://evil.example"},
)
JSON, FORM, PLAIN = "application/json", "application/x-www-form-urlencoded", "text/plain"
# what a page of ours would send, and have carried out
ACTS = (
    (f"/dealer/{OWN}/key", CALL, JSON),
    (f"/floor/alerts/{OWN}/2/0", "act=accept", FORM),
    ("/floor/shown", json.dumps({"where": "floor", "alerts": []}), JSON),
    ("/people/pair", "role=floor&label=phone", FORM),
    ("/people/revoke", "session=a-floor", FORM),
    ("/login", f"name=dora&secret={SECRETS['director']}", FORM),
    ("/logout", "", FORM),
)


def send(venue, path, body, kind, token, more):
    headers = {k.replace("-", "_"): v for k, v in {"Content-Type": kind, **more}.items()}
    return venue.ask("POST", path, body, token, **headers)[0]


def test_no_foreign_page_does_anything_in_a_persons_name(venue):
    token, before = venue.token("director"), len(venue.acts())
    accepted, count = [], 0
    for (path, body, kind), more in itertools.product(ACTS, FOREIGN_PAGES):
        for kind_sent in {kind, PLAIN}:
            count += 1
            status = send(venue, path, body, kind_sent, token, more)
            if status < 400:
                accepted.append((path, more, status))
    print(f"\nCSRF probes: {count}, accepted {len(accepted)}")
    assert accepted == [] and len(venue.acts()) == before
    assert venue.ask("GET", "/people", token=token)[0] == 200  # still signed in
    # positive control: the same requests from a page of ours are carried out
    for path, body, kind in ACTS:
        venue.token("floor")  # somebody to revoke
        assert send(venue, path, body, kind, token, {}) < 400, path
    assert len(venue.acts()) > before


def test_no_stream_opens_for_strangers_or_foreign_pages(venue):
    paths = [p for m, p in routes.routes_of(venue.gateway._web._app.app) if p.endswith("/stream")]
    assert len(paths) >= 6
    good = venue.token("director")
    old = venue.token("director")
    venue.ask("POST", "/logout", {}, old)
    late, _ = venue.people.sessions.log_in("dora", "director", None, "test", 0)
    pages = (
        {"Origin": "http://evil.example"}, {"Origin": "null"}, {"Origin": "http://127.0.0.1:1"},
        {"Origin": "file://"}, {"Sec_Fetch_Site": "cross-site"}, {"Sec_Fetch_Site": "same-site"},
        {"Host": "evil.example"},
    )  # fmt: skip
    tries = [(token, {}) for token in (None, "", "x", good[:-1], good + "x", old, late)]
    tries += [(good, page) for page in pages]
    tries += [
        (None, {"Authorization": f"Bearer {good}"}),
        (None, {"Cookie": f"__Host-feltwire={good}"}),
    ]
    accepted, count = [], 0
    for path, (token, more) in itertools.product(paths, tries):
        count += 1
        status = venue.ask("GET", routes.filled(path, True), None, token, **more)[0]
        if status < 400:
            accepted.append((path, more, status))
    print(f"\nstream probes: {count} on {len(paths)} streams, accepted {len(accepted)}")
    assert accepted == []
    own = {"Origin": venue.origin, "Sec_Fetch_Site": "same-origin"}
    for path in paths:  # positive control
        assert venue.ask("GET", routes.filled(path, True), None, good, **own)[0] == 200


def test_no_web_socket_is_opened(venue):
    lines = (
        "GET /floor/stream HTTP/1.1", f"Host: {venue.host}", "Connection: Upgrade",
        "Upgrade: websocket", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", f"Origin: {venue.origin}", "", "",
    )  # fmt: skip
    with socket.create_connection(("127.0.0.1", venue.port), 10) as line:
        line.sendall("\r\n".join(lines).encode())
        assert line.recv(64).split()[1] == b"401"


def test_every_answer_carries_the_guarding_headers(venue):
    """Also refusals, redirects, files and failures of parsing."""
    token = venue.token("director")
    asked = [
        (m, routes.filled(p, True), t)
        for m, p in routes.routes_of(venue.gateway._web._app.app)
        for t in (None, token)
        if p != "/logout"
    ]
    asked += [("GET", "/nothing", token), ("DELETE", "/floor", token)]
    for method, path, who in asked:
        headers = venue.ask(method, path, {} if method == "POST" else None, who)[1]
        assert headers["x-content-type-options"] == "nosniff", path
        assert headers["cache-control"] == "no-store" and headers["x-frame-options"] == "DENY"
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy and "*" not in policy
        assert "server" not in headers
    print(f"\n{len(asked)} answers with CSP, nosniff and no-store")


def test_documentation_of_the_interface_is_not_served(venue):
    for path in ("/docs", "/redoc", "/openapi.json"):
        assert venue.ask("GET", path)[0] == 401
        assert venue.ask("GET", path, token=venue.token("technician"))[0] == 404
    status, _, _ = venue.ask("GET", "/metrics")
    assert status == 401


def test_no_address_of_a_page_holds_a_secret(venue):
    """Links of every page: no code, no token, no session id."""
    token = venue.token("director")
    for path in ("/", "/floor", "/people", "/audit", "/director", f"/dealer/{OWN}", "/overlay"):
        body = venue.ask("GET", path, token=token)[2].decode()
        assert token not in body and "/pair/" not in body, path
