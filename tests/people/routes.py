"""Every route of the application itself, and who is to be let in: a second opinion to the policy.

``EXPECTED`` is written by hand, from what each role is for, and knows nothing of
``gateway/access/policy.py``. ``*``: everybody; ``dealer@own``: at the one table only.
"""

from starlette.routing import Mount

from tests.people.people_venue import FOREIGN, OWN

EXPECTED = {
    "GET /healthz": "*",
    "GET /login": "*",
    "POST /login": "*",
    "GET /pair/{code}": "*",
    "GET /static": "*",
    "GET /people-static": "*",
    "GET /manifest.webmanifest": "*",
    "GET /sw.js": "*",
    "GET /offline": "*",
    "POST /logout": "dealer floor director broadcast technician auditor",
    "GET /floor-static": "dealer floor director broadcast technician auditor",
    "GET /dealer-static": "dealer floor director broadcast technician auditor",
    "GET /broadcast-static": "dealer floor director broadcast technician auditor",
    "GET /technician-static": "dealer floor director broadcast technician auditor",
    "GET /charts-static": "dealer floor director broadcast technician auditor",
    "GET /": "floor director technician auditor",
    "GET /stream": "floor director technician auditor",
    "GET /floor": "floor director auditor",
    "GET /floor/stream": "floor director auditor",
    "GET /replay/{table}/{n}": "floor director auditor",
    "GET /replay/{table}/{n}/at": "floor director auditor",
    "POST /floor/plan": "floor director",
    "GET /floor/pits": "floor director auditor",
    "POST /floor/pits": "floor director",
    "POST /floor/pits/answer": "floor director",
    "POST /floor/pits/remove": "floor director",
    "GET /floor/history": "floor director auditor",
    "GET /floor/alert/{table}/{n}/{k}": "floor director auditor",
    "GET /floor/alert/{table}/{n}/{k}/stream": "floor director auditor",
    "POST /floor/alerts/{table}/{n}/{k}": "floor director",
    "POST /floor/shown": "dealer floor director",
    "GET /director": "director auditor",
    "GET /director/stream": "director auditor",
    "GET /push/key": "floor director",
    "POST /push/subscriptions": "floor director",
    "POST /push/forget": "floor director",
    "GET /event-static": "dealer floor director broadcast technician auditor",
    "GET /event": "floor director auditor",
    "GET /event/stream": "floor director auditor",
    "GET /event/tables": "floor director auditor",
    "GET /event/chips": "floor director auditor",
    "GET /event/chips.json": "floor director auditor",
    "GET /event/players": "floor director auditor",
    "GET /event/moves": "floor director auditor",
    "GET /event/payouts": "director auditor",
    "GET /event/log": "floor director auditor",
    "GET /event/hall": "dealer floor director broadcast technician auditor bound@own",
    "GET /event/hall/stream": "dealer floor director broadcast technician auditor bound@own",
    "GET /event/feed.json": "*",
    "GET /event/entries.csv": "director auditor",
    "GET /event/results.csv": "floor director auditor",
    "GET /event/seat-cards": "floor director auditor",
    "GET /event/payout-sheet": "director auditor",
    "GET /event/count-sheet": "floor director auditor",
    "GET /event/incidents": "floor director auditor",
    "GET /event/handover": "floor director auditor",
    "GET /event/seat-cards.pdf": "floor director auditor",
    "GET /event/payout-sheet.pdf": "director auditor",
    "GET /event/count-sheet.pdf": "floor director auditor",
    "GET /event/incidents.pdf": "floor director auditor",
    "GET /event/handover.pdf": "floor director auditor",
    "POST /event/new": "director",
    "POST /event/due": "floor director",
    "POST /event/act": "floor director",
    "POST /event/undo": "director",
    "GET /cash": "floor director auditor",
    "GET /cash/stream": "floor director auditor",
    "GET /cash/log": "floor director auditor",
    "GET /cash/sessions.csv": "director auditor",
    "POST /cash/new": "director",
    "POST /cash/due": "floor director",
    "POST /cash/act": "floor director",
    "POST /cash/undo": "director",
    "GET /dealer/{table}": "dealer@own floor director",
    "GET /dealer/{table}/stream": "dealer@own floor director",
    "POST /dealer/{table}/key": "dealer@own floor director",
    "POST /dealer/{table}/step": "dealer@own floor director",
    "POST /dealer/{table}/moved": "dealer@own floor director",
    "GET /overlay": "broadcast director",
    "GET /overlay/{table}": "broadcast bound@own floor director",
    "GET /overlay/{table}/stream": "broadcast bound@own floor director",
    "GET /overlay/{table}/cards/stream": "broadcast bound@own director",
    "GET /overlay/{table}/vmix.json": "broadcast bound@own floor director",
    "GET /overlay/files/{kind}/{name}": "dealer floor director broadcast technician auditor",
    "GET /crew/{table}": "broadcast bound@own director",
    "GET /crew/{table}/stream": "broadcast bound@own director",
    "POST /crew/{table}/preview": "broadcast bound@own director",
    "POST /crew/{table}/rundown": "broadcast bound@own director",
    "POST /crew/{table}/do/{act}": "broadcast bound@own director",
    "POST /crew/{table}/key": "broadcast bound@own director",
    "POST /crew/event": "broadcast director",
    "GET /hands": "floor director auditor broadcast",
    "GET /hands/{table}/{name}": "floor director auditor broadcast bound@own",
    "GET /charts": "director auditor",
    "GET /charts/figures": "director auditor",
    "GET /tech": "technician director",
    "GET /tech/stream": "technician director",
    "GET /metrics": "technician director",
    "GET /api/v1/tables": "floor director technician auditor broadcast",
    "GET /api/v1/tables/{table}/hands": "floor director auditor broadcast bound@own",
    "GET /api/v1/tables/{table}/events": "floor director technician auditor",
    "GET /api/v1/tables/{table}/events/stream": "floor director technician auditor",
    "GET /people": "director",
    "POST /people/add": "director",
    "POST /people/remove": "director",
    "POST /people/secret": "director",
    "POST /people/revoke": "director",
    "POST /people/pair": "director",
    "GET /audit": "director auditor",
    "GET /audit.csv": "director auditor",
    "GET /audit.json": "director auditor",
}
FOR_ALL_SESSIONS = ("/logout", "-static", "/overlay/files/{kind}/{name}")  # a bound session's too
VISITORS = ("nobody", "dealer", "floor", "director", "broadcast", "bound", "technician", "auditor")
REFUSED = (401, 403)
FILES = {
    "/static": "style.css", "/people-static": "people.css", "/floor-static": "floor.css",
    "/dealer-static": "dealer.css", "/broadcast-static": "overlay.css",
    "/technician-static": "tech.css", "/charts-static": "charts.css", "/event-static": "event.css",
}  # fmt: skip


def routes_of(app):
    """``[(method, path)]`` of everything the application serves, from the application itself."""
    found = []
    for route in app.router.routes:
        for one in getattr(getattr(route, "original_router", None), "routes", (route,)):
            methods = ("GET",) if isinstance(one, Mount) else sorted(one.methods - {"HEAD"})
            found += [(method, one.path) for method in methods]
    return found


def expected(method, path, visitor, own):
    """True when ``visitor`` has to be let in, at its own table or (``own`` false) another."""
    words = EXPECTED[f"{method} {path}"].split()
    if "*" in words:
        return True
    role = "broadcast" if visitor == "bound" else visitor
    if visitor == "bound" and path.endswith(FOR_ALL_SESSIONS):
        return role in words
    return visitor in words or (own and f"{visitor}@own" in words)


def filled(path, own):
    """A path with its parameters."""
    table = OWN if own else FOREIGN
    if path in FILES:
        return f"{path}/{FILES[path]}"
    more = {"code": "no-such-code", "kind": "themes", "name": "x.css", "act": "no"}
    return path.format(table=table, n=2, k=0, **more)


def walk(venue, routes, tokens):
    """Ask for every route as every visitor, own and foreign table.

    ``[(method, path, visitor, own, status)]``. Bodies are empty: who is let in gets 400 or 422.
    """
    found = []
    for method, path in routes:
        for visitor in VISITORS:
            for own in (True, False) if "{table}" in path else (True,):
                token = None if visitor == "nobody" else tokens(visitor, path)
                body = {} if method == "POST" else None
                status = venue.ask(method, filled(path, own), body, token)[0]
                found.append((method, path, visitor, own, status))
    return found


def unexpected(found):
    """What of a walk must not be: let in who is not to be, refused who is, failures."""
    faults = []
    for method, path, visitor, own, status in found:
        let_in = status not in REFUSED
        if path in ("/login", "/pair/{code}"):
            let_in = True  # their own refusals have the same numbers
        if let_in != expected(method, path, visitor, own) or status >= 500:
            faults.append((method, path, visitor, "own" if own else "foreign", status))
    return faults
