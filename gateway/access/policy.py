"""Who may do what: one row for each method and path the gateway serves. What has no row is refused.

A row names the roles and how far each reaches:

- ``ANY``: every table. Somebody bound to one table reaches that one only, and nothing that is about
  all tables.
- ``OWN``: the one table somebody is bound to, which the path has to name.
- ``SELF``: about nobody's table (one's own session, files of a page).

``EVERYBODY`` needs no session: the way in, and what says that the gateway is well.
"""

from starlette.routing import compile_path

ANY, OWN, SELF = "any", "own", "self"
EVERYBODY = {"*": SELF}

_ALL = ("dealer", "floor", "director", "broadcast", "technician", "auditor")


def _any(*roles, **more):
    return {**dict.fromkeys(roles, ANY), **more}


_SIGNED_IN = dict.fromkeys(_ALL, SELF)
_HOUSE = _any("floor", "director", "technician", "auditor")
_FLOOR = _any("floor", "director", "auditor")
_TABLE = _any("floor", "director", dealer=OWN)
_PICTURE = _any("broadcast", "floor", "director")
_CARDS = _any("broadcast", "director")
_EVENTS = _any("floor", "director", "technician", "auditor")
_RECORDS = _any("broadcast", "floor", "director", "auditor")
_FIGURES = _any("technician", "director")
_ACTS = _any("director", "auditor")
_PEOPLE = _any("director")

ROWS = (
    # the way in and out
    ("GET", "/healthz", EVERYBODY),
    ("GET", "/login", EVERYBODY),
    ("POST", "/login", EVERYBODY),
    ("GET", "/pair/{code}", EVERYBODY),
    ("POST", "/logout", _SIGNED_IN),
    ("GET", "/static", EVERYBODY),
    ("GET", "/people-static", EVERYBODY),
    ("GET", "/manifest.webmanifest", EVERYBODY),
    ("GET", "/sw.js", EVERYBODY),
    ("GET", "/offline", EVERYBODY),
    ("GET", "/floor-static", _SIGNED_IN),
    ("GET", "/dealer-static", _SIGNED_IN),
    ("GET", "/broadcast-static", _SIGNED_IN),
    ("GET", "/technician-static", _SIGNED_IN),
    ("GET", "/charts-static", _SIGNED_IN),
    # the floor
    ("GET", "/", _HOUSE),
    ("GET", "/stream", _HOUSE),
    ("GET", "/floor", _FLOOR),
    ("GET", "/floor/stream", _FLOOR),
    ("GET", "/replay/{table}/{n}", _FLOOR),
    ("GET", "/replay/{table}/{n}/at", _FLOOR),
    ("POST", "/floor/plan", _any("floor", "director")),
    ("GET", "/floor/pits", _FLOOR),
    ("POST", "/floor/pits", _any("floor", "director")),
    ("POST", "/floor/pits/answer", _any("floor", "director")),
    ("POST", "/floor/pits/remove", _any("floor", "director")),
    ("GET", "/floor/history", _FLOOR),
    ("GET", "/floor/alert/{table}/{n}/{k}", _FLOOR),
    ("GET", "/floor/alert/{table}/{n}/{k}/stream", _FLOOR),
    ("POST", "/floor/alerts/{table}/{n}/{k}", _any("floor", "director")),
    ("POST", "/floor/shown", _any("floor", "director", dealer=SELF)),  # of its own table only
    ("GET", "/director", _ACTS),
    ("GET", "/director/stream", _ACTS),
    ("GET", "/push/key", _any("floor", "director")),
    ("POST", "/push/subscriptions", _any("floor", "director")),
    ("POST", "/push/forget", _any("floor", "director")),
    # the event
    ("GET", "/event-static", _SIGNED_IN),
    ("GET", "/event", _FLOOR),
    ("GET", "/event/stream", _FLOOR),
    ("GET", "/event/tables", _FLOOR),
    ("GET", "/event/chips", _FLOOR),
    ("GET", "/event/chips.json", _FLOOR),
    ("GET", "/event/players", _FLOOR),
    ("GET", "/event/moves", _FLOOR),
    ("GET", "/event/payouts", _ACTS),
    ("GET", "/event/log", _FLOOR),
    ("GET", "/event/hall", _SIGNED_IN),
    ("GET", "/event/hall/stream", _SIGNED_IN),
    ("GET", "/event/feed.json", EVERYBODY),
    ("GET", "/event/entries.csv", _ACTS),
    ("GET", "/event/results.csv", _FLOOR),
    ("GET", "/event/seat-cards", _FLOOR),
    ("GET", "/event/payout-sheet", _ACTS),
    ("GET", "/event/count-sheet", _FLOOR),
    ("GET", "/event/incidents", _FLOOR),
    ("GET", "/event/handover", _FLOOR),
    ("GET", "/event/seat-cards.pdf", _FLOOR),
    ("GET", "/event/payout-sheet.pdf", _ACTS),
    ("GET", "/event/count-sheet.pdf", _FLOOR),
    ("GET", "/event/incidents.pdf", _FLOOR),
    ("GET", "/event/handover.pdf", _FLOOR),
    ("POST", "/event/new", _PEOPLE),
    ("POST", "/event/due", _any("floor", "director")),
    ("POST", "/event/act", _any("floor", "director")),  # the floor: what it sees, no money
    ("POST", "/event/undo", _PEOPLE),
    # the cash room
    ("GET", "/cash", _FLOOR),
    ("GET", "/cash/stream", _FLOOR),
    ("GET", "/cash/log", _FLOOR),
    ("GET", "/cash/sessions.csv", _ACTS),
    ("POST", "/cash/new", _PEOPLE),
    ("POST", "/cash/due", _any("floor", "director")),
    ("POST", "/cash/act", _any("floor", "director")),  # who opens games and overrules: the room
    ("POST", "/cash/undo", _PEOPLE),
    # a table's dealer
    ("GET", "/dealer/{table}", _TABLE),
    ("GET", "/dealer/{table}/stream", _TABLE),
    ("POST", "/dealer/{table}/key", _TABLE),
    ("POST", "/dealer/{table}/step", _TABLE),
    ("POST", "/dealer/{table}/moved", _TABLE),
    # broadcast
    ("GET", "/overlay", _CARDS),
    ("GET", "/overlay/{table}", _PICTURE),
    ("GET", "/overlay/{table}/stream", _PICTURE),
    ("GET", "/overlay/{table}/cards/stream", _CARDS),
    ("GET", "/overlay/{table}/vmix.json", _PICTURE),
    ("GET", "/overlay/files/{kind}/{name}", _SIGNED_IN),
    ("GET", "/crew/{table}", _CARDS),
    ("GET", "/crew/{table}/stream", _CARDS),
    ("POST", "/crew/{table}/preview", _CARDS),
    ("POST", "/crew/{table}/rundown", _CARDS),
    ("POST", "/crew/{table}/do/{act}", _CARDS),
    ("POST", "/crew/{table}/key", _CARDS),
    ("POST", "/crew/event", _CARDS),
    # hands kept
    ("GET", "/hands", _RECORDS),
    ("GET", "/hands/{table}/{name}", _RECORDS),
    # the charts
    ("GET", "/charts", _ACTS),
    ("GET", "/charts/figures", _ACTS),
    # the technician
    ("GET", "/tech", _FIGURES),
    ("GET", "/tech/stream", _FIGURES),
    ("GET", "/metrics", _FIGURES),
    # programs
    ("GET", "/api/v1/tables", _any("floor", "director", "technician", "auditor", "broadcast")),
    ("GET", "/api/v1/tables/{table}/hands", _RECORDS),
    ("GET", "/api/v1/tables/{table}/events", _EVENTS),
    ("GET", "/api/v1/tables/{table}/events/stream", _EVENTS),
    # people, and what they did
    ("GET", "/people", _PEOPLE),
    ("POST", "/people/add", _PEOPLE),
    ("POST", "/people/remove", _PEOPLE),
    ("POST", "/people/secret", _PEOPLE),
    ("POST", "/people/revoke", _PEOPLE),
    ("POST", "/people/pair", _PEOPLE),
    ("GET", "/audit", _ACTS),
    ("GET", "/audit.csv", _ACTS),
    ("GET", "/audit.json", _ACTS),
)
MOUNTS = tuple(path for _m, path, _r in ROWS if path.endswith("static"))
RULES = {(method, path): roles for method, path, roles in ROWS}


def _pattern(path):
    return compile_path(path + "/{rest:path}" if path in MOUNTS else path)[0]


_PATTERNS = [(method, path, _pattern(path)) for method, path in RULES]


def rule_of(method, path):
    """``(row's path, roles, parameters)`` of a request; ``(None, {}, {})`` without a row."""
    method = "GET" if method == "HEAD" else method
    for wanted, template, pattern in _PATTERNS:
        if wanted == method and (found := pattern.match(path)):
            return template, RULES[method, template], found.groupdict()
    return None, {}, {}


def allows(roles, who, table):
    """True when ``who`` (None: nobody) may, by a row's ``roles``, at ``table`` (None: at all)."""
    if "*" in roles:
        return True
    if who is None:
        return False
    reach = roles.get(who.role)
    if reach == SELF:
        return True
    if who.table is not None:
        return reach is not None and table == who.table
    return reach == ANY
