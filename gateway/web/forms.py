"""Forms a browser sends by itself: before a page's script is ready, or without one.

A script asks for JSON and stays on its page. A browser that leaves its page for the answer asks for
``text/html``: it is led back to the page it came from (303), which shows what came of it in words.
The way back is always a path of this site, whatever the request says; the words travel in a cookie
that the next page takes away.
"""

import json
from urllib.parse import quote, unquote, urlsplit

from gateway.access import policy
from gateway.languages.speech import text, translated

SAFE = ("GET", "HEAD")
PLAIN, SECURE = "said", "__Host-said"
SHOWN_S = 60  # a page that comes later than this shows nothing of it
WORDS_MAX = 300  # characters: in a cookie each may take nine, and a cookie has 4096 bytes
PATH_MAX = 300
OK, BAD = "ok", "bad"  # kinds of a toast (style.css)


class Forms:
    """ASGI middleware: words and a way back for a browser's forms, JSON for everybody else."""

    def __init__(self, app, secure=False):
        self._app = app
        self._name = SECURE if secure else PLAIN
        self._end = "; Secure" if secure else ""

    async def __call__(self, scope, receive, send):
        """ASGI entry."""
        headers = {k.decode("latin-1"): v.decode("latin-1") for k, v in scope["headers"]}
        if navigates(headers):
            if scope["method"] not in SAFE:
                send = _Led(send, headers, self._cookie).send
            elif said := _said(headers, self._name):
                scope = {**scope, "state": {**scope.get("state", {}), "said": said}}
                send = _taking(send, self._cookie("", 0))
        await self._app(scope, receive, send)

    def _cookie(self, value, lasts_s=SHOWN_S):
        kept = f"{self._name}={value}; Path=/; Max-Age={lasts_s}; SameSite=Strict; HttpOnly"
        return (b"set-cookie", (kept + self._end).encode())


def navigates(headers):
    """True when a browser goes to the answer: no script's request, and no program's."""
    wants = "text/html" in headers.get("accept", "") and "authorization" not in headers
    return wants and headers.get("sec-fetch-mode", "navigate") == "navigate"


def is_origin(origin, host):
    """True when an origin is this very site, which was reached as ``host``."""
    return origin.lower() in (f"http://{host}".lower(), f"https://{host}".lower())


def own_path(given):
    """A path of this site as it was given, or nothing: no address that leads elsewhere."""
    plain = given.startswith("/") and not given.startswith("//") and "\\" not in given
    return given if plain and given.isprintable() and len(given) <= PATH_MAX else ""


def way_back(headers):
    """The page a form was sent from; the home page where the browser does not say, or lies."""
    came = urlsplit(_whole(headers.get("referer", "")))
    if not is_origin(f"{came.scheme}://{came.netloc}", headers.get("host", "")):
        return "/"
    path = came.path
    while path and policy.rule_of("GET", path)[0] is None:
        path = path.rpartition("/")[0]  # a page that came as the answer to a form
    query = f"?{came.query}" if came.query and path == came.path else ""
    return own_path(path + query) or own_path(path) or "/"


def _whole(address):
    """An address that can be taken apart, or nothing."""
    try:
        urlsplit(address)
    except ValueError:
        return ""
    return address


def _said(headers, name):
    """``{"kind", "text"}`` of the cookie, or None."""
    for part in headers.get("cookie", "").split(";"):
        key, _, value = part.strip().partition("=")
        kind, _, words = value.partition(".")
        if key == name and kind in (OK, BAD) and words:
            return {"kind": kind, "text": unquote(words)[:WORDS_MAX]}
    return None


class _Led:
    """The answer to a form: a JSON one becomes the way back, any other passes."""

    def __init__(self, send, headers, cookie):
        self._send, self._headers, self._cookie = send, headers, cookie
        self._start, self._body = None, b""

    async def send(self, message):
        """See ASGI."""
        if message["type"] == "http.response.start":
            kinds = [v for k, v in message.get("headers", ()) if k.lower() == b"content-type"]
            if kinds and kinds[0].startswith(b"application/json"):
                self._start = message
                return
        elif self._start is not None:
            self._body += message.get("body", b"")
            if not message.get("more_body"):
                await self._lead(self._start["status"], json.loads(self._body))
            return
        await self._send(message)

    async def _lead(self, status, found):
        back = way_back(self._headers)
        target = "/login?next=" + quote(back, safe="/") if status == 401 else back
        kind, words = outcome(found)
        said = self._cookie(f"{kind}.{quote(words[:WORDS_MAX])}")
        headers = [(b"location", quote(target, safe="/?=&%").encode()), said]
        kept = [h for h in self._start["headers"] if h[0].lower() == b"set-cookie"]
        headers += [(b"content-length", b"0"), *kept]
        await self._send({"type": "http.response.start", "status": 303, "headers": headers})
        await self._send({"type": "http.response.body", "body": b""})


def outcome(found):
    """``(kind, words)`` of the JSON a form was answered with."""
    refused = found.get("error") if isinstance(found, dict) else None
    if refused:
        words = translated(refused["message"])
        return BAD, words[:1].upper() + words[1:] + ("" if words[-1:] in ".!?" else ".")
    said = found.get("said") if isinstance(found, dict) else None
    return OK, said or text("Done.")


def _taking(send, cookie):
    """``send``, which takes the words away with the page that shows them."""

    async def sender(message):
        if message["type"] == "http.response.start":
            headers = list(message.get("headers", ()))
            if any(k.lower() == b"content-type" and v.startswith(b"text/html") for k, v in headers):
                message = dict(message, headers=[*headers, cookie])
        await send(message)

    return sender
