"""Asks who a request comes from and lets in what the policy allows; cuts what is revoked.

Plain ASGI, so that streams stay streams. It stands before the routes; ``confirm`` stands behind
them and refuses when the route that answers is not the one whose row was read.
"""

import asyncio
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import quote

from fastapi import Request
from starlette.routing import Match

from gateway.access import policy
from gateway.errors import BadRequest, PeopleError, body
from gateway.languages.speech import translated
from gateway.people.chrome import frame
from gateway.people.who import DEMO, DEVICE, LOGIN, TOKEN, demonstration
from gateway.process.logger import Logger
from gateway.process.ticker import Ticker
from gateway.settings.fields import LOOPBACK
from gateway.web.pages import render

log = Logger("gateway")

SWEEP_S = 1.0  # so often open streams are held against the sessions there are
FLUSH_SWEEPS = 60
LOOKUPS_MAX = 8  # at once, where people are asked for over a network
PLAIN, SECURE = "feltwire", "__Host-feltwire"
_FORWARDED = ("forwarded", "via", "x-real-ip", "x-forwarded-for", "x-forwarded-host")
_FORWARDED += ("x-forwarded-proto",)


class Access:
    """ASGI middleware. ``people``: the People; ``settings``: decide about cookies and the demo."""

    def __init__(self, app, people, settings):
        self._app, self.people, self._settings = app, people, settings
        self.cookie = SECURE if settings.secure() else PLAIN
        self._open = set()  # requests being answered
        self._lock = threading.Lock()
        self._sweeps = 0
        self._lookups = ThreadPoolExecutor(LOOKUPS_MAX, "people")  # threads begin when needed
        ticker = Ticker("access", SWEEP_S, self._tick)
        self.start, self.stop = ticker.start, ticker.stop

    async def __call__(self, scope, receive, send):
        """ASGI entry."""
        headers = {k.decode("latin-1"): v.decode("latin-1") for k, v in scope["headers"]}
        try:
            who = await self._look_up(headers, (scope.get("client") or ("",))[0])
        except PeopleError as e:
            await answer(send, 503, [], body("people_away", str(e)))
            return
        template, roles, values = policy.rule_of(scope["method"], scope["path"])
        if template is None and who is not None and not self._served(scope):
            pass  # nothing is there: the application says so in its own words (404, 405)
        elif template is None or not policy.allows(roles, who, values.get("table")):
            await _refuse(scope, headers, who, send)
            return
        state = {**scope.get("state", {}), "who": who, "rule": template}
        asgi = {**scope.get("asgi", {}), "spec_version": "2.3"}  # a stream listens for its end
        held = _Held(who, receive, send)
        with self._lock:
            self._open.add(held)
        try:
            await self._app({**scope, "state": state, "asgi": asgi}, held.receive, held.send)
            await held.finish()
        finally:
            with self._lock:
                self._open.discard(held)

    async def _look_up(self, headers, address):
        """``who``, without holding up other requests where the answer may be long in coming."""
        if not self.people.remote or not (headers.get("cookie") or headers.get("authorization")):
            return self.who(headers, address)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._lookups, self.who, headers, address)

    def who(self, headers, address):
        """The Who behind a request, or None. A program's token goes before a cookie."""
        given = headers.get("authorization")
        if given is not None:
            kind, _, token = given.partition(" ")
            if kind.lower() != "bearer":
                return None
            return self.people.sessions.who(token.strip(), address, (TOKEN,))
        token = _cookie(headers.get("cookie", ""), self.cookie)
        if token:
            found = self.people.sessions.who(token, address, (LOGIN, DEVICE))
            if found is not None:
                return found
        if self.demo() and _is_here(address, headers):
            return demonstration(address)
        return None

    def _served(self, scope):
        """True when something answers to this method and path, with a row or without."""
        routes = self._app.router.routes
        return any(route.matches(dict(scope))[0] == Match.FULL for route in routes)

    def demo(self):
        """True while this is a local demonstration: the setting, and nobody has been added."""
        return self._settings.demo and self.people.empty()

    # -- what is revoked ends

    def _tick(self):
        self._sweeps += 1
        try:
            self.sweep()
            if self._sweeps % FLUSH_SWEEPS == 0:
                self.people.sessions.flush()
        except PeopleError as e:  # nobody new is let in meanwhile; who is in stays, and looks again
            log.error("people cannot be looked up", why=str(e))

    def sweep(self):
        """End every open answer whose session is no more. Any thread."""
        with self._lock:
            held = [h for h in self._open if h.who is not None]
        if not held:
            return
        alive = self._alive({h.who.session for h in held})
        for one in held:
            if one.who.session not in alive:
                one.cut()

    def opens(self, session):
        """True while a session (its id) lets somebody in."""
        return session in self._alive({session})

    def _alive(self, ids):
        alive = self.people.sessions.alive(ids)
        return alive | {DEMO} if self.demo() else alive


class _Held:
    """An answer under way: ``cut`` tells the application that its client has gone."""

    def __init__(self, who, receive, send):
        self.who = who
        self._receive, self._send = receive, send
        self._loop = asyncio.get_running_loop()
        self._gone = asyncio.Event()
        self._begun = self._ended = False

    def cut(self):
        """Any thread."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._gone.set)

    async def receive(self):
        """The next message of the client, or its end."""
        if self._gone.is_set():
            return {"type": "http.disconnect"}
        heard, gone = (asyncio.ensure_future(x) for x in (self._receive(), self._gone.wait()))
        try:
            await asyncio.wait((heard, gone), return_when=asyncio.FIRST_COMPLETED)
            return heard.result() if heard.done() else {"type": "http.disconnect"}
        finally:
            heard.cancel()
            gone.cancel()

    async def send(self, message):
        """Pass an answer on."""
        self._begun = True
        self._ended = message["type"] == "http.response.body" and not message.get("more_body")
        await self._send(message)

    async def finish(self):
        """Close what was cut, so that the connection ends as one that was answered."""
        if self._gone.is_set() and self._begun and not self._ended:
            await self._send({"type": "http.response.body", "body": b"", "more_body": False})


def confirm(request: Request):
    """The route that answers is the one whose row was read; else it has none of its own: 403."""
    route = request.scope.get("route")
    if route is None or getattr(route, "path", None) != getattr(request.state, "rule", ""):
        raise BadRequest("nobody may do that: it has no entry in the policy", 403, "no_entry")


def local(request):
    """True when this very machine asks, and no proxy for somebody else."""
    return request.client is not None and _is_here(request.client.host, request.headers)


def _is_here(address, headers):
    return address in LOOPBACK and not any(name in headers for name in _FORWARDED)


def who_of(request):
    """The Who of a request that was let in; None where everybody is."""
    return getattr(request.state, "who", None)


def _cookie(text, name):
    """Value of a cookie. Others may be there that http.cookies would not read: ports share them."""
    for part in text.split(";"):
        key, _, value = part.strip().partition("=")
        if key == name:
            return value
    return None


async def _refuse(scope, headers, who, send):
    """Nobody is shown the way in; somebody is told that this is not theirs."""
    page = scope["method"] in ("GET", "HEAD") and "text/html" in headers.get("accept", "")
    if page and who is None:
        target = scope["path"] + ("?" + scope["query_string"].decode("latin-1")).rstrip("?")
        await answer(send, 303, [("location", "/login?next=" + quote(target, safe="/"))])
    elif page and scope["path"] == "/" and who.home() != "/":
        await answer(send, 303, [("location", who.home())])
    elif who is None:
        text = "sign in at /login, or send a token as Authorization: Bearer"
        more = [("www-authenticate", "Bearer")] if "authorization" in headers else []
        await answer(send, 401, more, body("sign_in", translated(text)))
    else:
        text = f"a {who.role} may not do that here"
        if page:
            text = translated(text.capitalize() + ".")
            html = render("error.html", status=403, text=text, chrome=frame(who))
            await answer(send, 403, [], html)
        else:
            await answer(send, 403, [], body("not_allowed", translated(text)))


async def answer(send, status, headers=(), content=""):
    """A short answer: a dict goes as JSON, a text as a page."""
    kind = "text/html; charset=utf-8"
    if not isinstance(content, str):
        kind, content = "application/json", json.dumps(content)
    data = content.encode()
    found = [("content-type", kind), ("content-length", str(len(data))), *headers]
    raw = [(k.encode(), v.encode("latin-1")) for k, v in found]
    await send({"type": "http.response.start", "status": status, "headers": raw})
    await send({"type": "http.response.body", "body": data})
