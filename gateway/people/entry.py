"""The way in and out: login, one-time links of pairing, logout."""

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse

from gateway.access.control import who_of
from gateway.errors import BadRequest
from gateway.languages.request_language import COOKIE, YEAR_S
from gateway.people.sessions import HOUR_MS
from gateway.people.who import DEMO, DEVICE
from gateway.web.context import chrome, gateway_of
from gateway.web.forms import own_path
from gateway.web.pages import render

router = APIRouter()
WRONG = "That is not right. Check the name and the PIN or password."
STALE = "That link has been used or is too old. Ask for a new one."
CROSS_SITE = "Open the link by itself, not from another site."


@router.get("/login", response_class=HTMLResponse)
def login_page(request: Request, next: str = ""):  # noqa: A002 - as it stands in the address
    """The login page."""
    return _page(request, "", next)


@router.post("/login")
def login(request: Request, name: str = Form(""), secret: str = Form(""), next: str = Form("")):  # noqa: A002
    """A session for a name with its PIN or password; five wrong tries a minute at most."""
    people, address = gateway_of(request).people, _address(request)
    tries = request.app.state.tries
    name = name.strip().lower()[:64]
    wait_ms = tries.begin(name, address)
    if wait_ms:
        wait_s = wait_ms // 1000 + 1
        text = f"Too many wrong tries. Wait {wait_s} s, or have the director pair this device."
        return _page(request, text, next, 429, {"Retry-After": str(wait_s)})
    found = people.check_secret(name, secret)
    if found is None:
        known = name if people.known(name) else None  # a password may stand there by mistake
        people.note("login_refused", "nobody", address=address, name=known)
        return _page(request, WRONG, next, 401, name=name)
    tries.right(name, address)
    lasts_ms = gateway_of(request).settings.session_h * HOUR_MS
    token, who = people.sessions.log_in(name, *found, address, lasts_ms)
    answer = _let_in(request, token, lasts_ms, own_path(next) or who.home())
    if code := people.language(name):
        answer.set_cookie(
            COOKIE, code, max_age=YEAR_S, path="/", secure=_secure(request), httponly=True,
            samesite="lax",
        )  # fmt: skip
    return answer


@router.get("/pair/{code}", response_class=HTMLResponse)
def pair(request: Request, code: str):
    """A device's session for its one-time code. The link is worth nothing afterwards."""
    if request.headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
        return _page(request, CROSS_SITE, "", 403)
    found = gateway_of(request).people.sessions.use(code, _address(request))
    if found is not None:
        token, who, lasts_ms = found
        return _let_in(request, token, lasts_ms, _wanted(request, who))
    who = who_of(request)
    if who is not None and who.kind == DEVICE:  # a browser source keeps the address it was given
        return RedirectResponse(_wanted(request, who), 303)
    return _page(request, STALE, "", 403)


def _wanted(request, who):
    """Where a paired device goes: ``to`` in the link, else its role's page with the options."""
    query = request.url.query
    options = f"?{query}" if query and who.role == "broadcast" else ""
    return own_path(request.query_params.get("to", "")) or who.home() + options


@router.post("/logout")
def logout(request: Request):
    """End the session."""
    who = who_of(request)
    access = request.app.state.access
    if who.kind == DEMO:
        raise BadRequest("a local demonstration has no session to end")
    gateway_of(request).people.sessions.end(who)
    access.sweep()
    answer = RedirectResponse("/login", 303)
    answer.delete_cookie(access.cookie, path="/", secure=_secure(request), httponly=True)
    return answer


def _let_in(request, token, lasts_ms, target):
    answer = RedirectResponse(target, 303)
    answer.set_cookie(
        request.app.state.access.cookie, token, max_age=lasts_ms // 1000, path="/",
        secure=_secure(request), httponly=True, samesite="strict",
    )  # fmt: skip
    return answer


def _secure(request):
    return gateway_of(request).settings.secure()


def _page(request, text, target, status=200, headers=None, name=""):
    values = {"text": text, "next": own_path(target), "chrome": chrome(request), "name": name}
    values["first"] = gateway_of(request).people.directorless()
    return HTMLResponse(render("login.html", **values), status, headers)


def _address(request):
    return request.client.host if request.client else ""
