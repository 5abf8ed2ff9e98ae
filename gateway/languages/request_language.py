"""Which language a request is answered in: its address, what the screen keeps, the browser's wish.

``?lang=de`` goes before all and is kept by the screen (a cookie of a year); then what a screen has
kept, then ``Accept-Language``. Programs (``/api``), files and streams of graphics are English: a
machine reads them, and one stream serves every overlay.
"""

from urllib.parse import parse_qs

from gateway.languages.speech import ENGLISH, LANGUAGES, speaking

COOKIE = "lang"
YEAR_S = 365 * 24 * 3600
MACHINES = ("/api/", "/healthz", "/metrics", "/hands/", "/vmix")  # read by programs
GRAPHICS = "/overlay"


class Spoken:
    """ASGI middleware: the application answers in the language chosen."""

    def __init__(self, app, secure=False):
        self._app = app
        self._end = "; Secure" if secure else ""

    async def __call__(self, scope, receive, send):
        """ASGI entry."""
        headers = {k.decode("latin-1"): v.decode("latin-1") for k, v in scope["headers"]}
        asked = _asked(scope)
        path = scope["path"]
        if asked and scope["method"] == "GET" and not path.startswith(GRAPHICS):
            kept = f"{COOKIE}={asked}; Path=/; Max-Age={YEAR_S}; SameSite=Lax; HttpOnly{self._end}"
            send = _with(send, (b"set-cookie", kept.encode()))
        with speaking(ENGLISH if path.startswith(MACHINES) else asked or chosen(headers)):
            await self._app(scope, receive, send)


def _asked(scope):
    """The language named by the address, or None."""
    found = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("lang", [""])[-1]
    return found if found in LANGUAGES else None


def chosen(headers):
    """The language of a request's headers (names in lower case)."""
    for part in headers.get("cookie", "").split(";"):
        name, _, value = part.strip().partition("=")
        if name == COOKIE and value in LANGUAGES:
            return value
    wished = _wishes(headers.get("accept-language", ""))
    return next((name for name in wished if name in LANGUAGES), ENGLISH)


def _wishes(header):
    """Languages of an ``Accept-Language``, the most wanted first."""
    found = []
    for i, part in enumerate(header.split(",")[:20]):
        name, _, rest = part.strip().partition(";")
        try:
            weight = float(rest.strip().removeprefix("q=") or 1)
        except ValueError:
            continue
        if name and weight > 0:
            found.append((-weight, i, name.split("-")[0] if name != "*" else ENGLISH))
    return [name for _weight, _i, name in sorted(found)]


def _with(send, header):
    async def sender(message):
        if message["type"] == "http.response.start":
            message = dict(message, headers=[*message.get("headers", ()), header])
        await send(message)

    return sender
