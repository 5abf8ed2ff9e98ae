"""What every request has to pass and every answer carries, as plain ASGI (streams stay streams)."""

import json

from gateway.errors import body
from gateway.languages.request_language import chosen
from gateway.languages.speech import speaking, translated
from gateway.people.chrome import frame
from gateway.settings.fields import LOOPBACK
from gateway.web.forms import SAFE, is_origin, navigates
from gateway.web.kept_files import KEPT, short
from gateway.web.pages import render

BODY_BYTES_MAX = 16 * 1024

_CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
NO_STORE = (b"cache-control", b"no-store")
HEADERS = (
    (b"content-security-policy", _CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
    NO_STORE,
)
HSTS = (b"strict-transport-security", b"max-age=31536000")


class Guard:
    """Refuses foreign hosts (DNS rebinding), foreign origins, big bodies."""

    def __init__(self, app, hosts=(), secure=False):
        self._app = app
        self._hosts = frozenset(h.lower() for h in (*LOOPBACK, *hosts))
        self._headers = (*HEADERS, HSTS) if secure else HEADERS

    async def __call__(self, scope, receive, send):
        """ASGI entry."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return  # nothing here speaks WebSocket
        headers = {k.decode("latin-1").lower(): v.decode("latin-1") for k, v in scope["headers"]}
        fault = self._fault(scope["method"], headers)
        if fault:
            await _refuse(send, self._headers, headers, *fault)
            return
        path, keep = short(scope["path"])
        if path != scope["path"]:
            scope = dict(scope, path=path, raw_path=path.encode())
        await self._app(scope, receive, _with_headers(send, self._headers, keep))

    def _fault(self, method, headers):
        host = headers.get("host", "")
        if _name(host) not in self._hosts:
            return 421, "unknown_host", "this site is not reached by that name"
        if method in SAFE:
            foreign = _foreign_reader(headers, host)
            return (
                (403, "foreign_origin", "only pages of this site may read that")
                if foreign
                else None
            )
        if not (_same_origin(headers, host) or _program(headers)):
            return 403, "foreign_origin", "only pages of this site may do that"
        length = headers.get("content-length", "")
        if not length.isdigit() or int(length) > BODY_BYTES_MAX:
            return 413, "too_large", f"a body of at most {BODY_BYTES_MAX} bytes is needed"
        return None


def _name(host):
    """Host name of a Host header, without port and brackets."""
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.partition(":")[0].lower()


def _same_origin(headers, host):
    """True when a browser says that the request comes from a page of this very site.

    A request without Origin and Sec-Fetch-Site comes from no browser page; it is refused as well.
    """
    site = headers.get("sec-fetch-site")
    if site is not None and site != "same-origin":
        return False
    origin = headers.get("origin")
    if origin is None:
        return site == "same-origin"
    return is_origin(origin, host)


def _foreign_reader(headers, host):
    """True when a browser says that another site's script, picture or stream reads here.

    A person who follows a link from elsewhere may: that is a navigation, and shows the person.
    """
    origin = headers.get("origin")
    if origin is not None and not is_origin(origin, host):
        return True
    site = headers.get("sec-fetch-site", "same-origin")
    walks = (
        headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest") == "document"
    )
    return site not in ("same-origin", "none") and not walks


def _program(headers):
    """True for a program with a token: no browser sends one along by itself."""
    bare = not any(h in headers for h in ("origin", "sec-fetch-site", "cookie"))
    return bare and headers.get("authorization", "").lower().startswith("bearer ")


def _with_headers(send, given, keep=False):
    """``keep``: a browser may keep the answer, unless it is a refusal."""
    own = {name for name, _ in given}

    async def sender(message):
        if message["type"] == "http.response.start":
            kept = [(k, v) for k, v in message.get("headers", ()) if k.lower() not in own]
            mine = given
            if keep and message["status"] == 200:
                mine = [KEPT if pair == NO_STORE else pair for pair in given]
            message = dict(message, headers=[*kept, *mine])
        await send(message)

    return sender


async def _refuse(send, given, asked, status, code, text):
    """JSON, or a page for a person; never a way back: who asks so may be anybody."""
    kind, payload = b"application/json", json.dumps(body(code, text))
    if navigates(asked):
        with speaking(chosen(asked)):
            words = translated(text[:1].upper() + text[1:] + ".")
            payload = render("error.html", status=status, text=words, chrome=frame(None))
        kind = b"text/html; charset=utf-8"
    payload = payload.encode()
    headers = [(b"content-type", kind), *given]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": payload})
