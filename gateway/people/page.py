"""The director's page: who there is, which sessions are open, pairing of tablets and phones."""

import datetime

import segno
from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse

from gateway.access.control import who_of
from gateway.errors import BadRequest, PeopleError
from gateway.people.sessions import CODE_MS, MINUTE_MS, device_ms
from gateway.people.store import check_role
from gateway.people.who import BOUND, ROLES
from gateway.web.context import chrome, gateway_of
from gateway.web.pages import render

router = APIRouter(prefix="/people")
PAIRED = tuple(role for role in ROLES if role not in ("director", "auditor"))  # others log in


@router.get("", response_class=HTMLResponse)
def page(request: Request):
    """People and sessions."""
    return _page(request)


@router.post("/add", response_class=HTMLResponse)
def add(
    request: Request,
    name: str = Form(),
    role: str = Form(),
    secret: str = Form(),
    table: str = Form(""),
):
    """Add a person."""
    name = name.strip().lower()
    done = f"{name} can sign in now."
    return _do(request, done, lambda p, by: p.add(name, role, secret, table.strip() or None, by))


@router.post("/remove", response_class=HTMLResponse)
def remove(request: Request, name: str = Form()):
    """Remove a person; the person's sessions end at once."""
    return _do(request, f"{name} is removed.", lambda p, by: p.remove(name, by))


@router.post("/secret", response_class=HTMLResponse)
def secret(request: Request, name: str = Form(), secret: str = Form()):
    """Give a person another PIN or password."""
    done = f"{name} has a new PIN or password; the old sessions ended."
    return _do(request, done, lambda p, by: p.set_secret(name, secret, by))


@router.post("/revoke", response_class=HTMLResponse)
def revoke(request: Request, session: str = Form()):
    """End a session, at once."""
    return _do(request, "The session has ended.", lambda p, by: p.sessions.revoke(session, by))


@router.post("/pair", response_class=HTMLResponse)
def pair(request: Request, role: str = Form(), label: str = Form(), table: str = Form("")):
    """A one-time link and its QR code for a tablet, a phone or an overlay."""
    if role not in PAIRED:
        raise BadRequest(f"a device can be paired as {', '.join(PAIRED)}")
    settings = gateway_of(request).settings
    made = {}

    def offer(people, by):
        bound = check_role(role, table.strip() or None)
        lasts_ms = device_ms(role, settings.device_days)
        code = people.sessions.pair(role, bound, label, lasts_ms, by)
        made["url"] = f"{_site(request)}/pair/{code}"

    return _do(request, "", offer, made)


def _site(request):
    """Scheme and host this page was reached by: the guard has checked the name."""
    scheme = "https" if gateway_of(request).settings.secure() else "http"
    return f"{scheme}://{request.headers['host']}"


def _do(request, done, work, link=None):
    """Carry out what a form asks for; the page again, with what came of it."""
    people = gateway_of(request).people
    try:
        work(people, who_of(request))
    except PeopleError as e:
        raise BadRequest(str(e)) from None
    request.app.state.access.sweep()
    return _page(request, done, (link or {}).get("url"))


def _page(request, done="", url=None):
    people = gateway_of(request).people
    qr = segno.make(url, error="m") if url else None
    sessions = people.sessions.all()
    for one in sessions:
        one["shown"] = one["person"] or one["label"]
        one["since"], one["last"] = _time(one["created"]), _time(one["seen"])
        one["until"] = _time(one["expires"])
        one["own"] = one["id"] == who_of(request).session
    values = {
        "people": people.all(), "sessions": sessions, "roles": ROLES, "paired": PAIRED,
        "bound": BOUND, "done": done, "url": url, "minutes": CODE_MS // MINUTE_MS,
        "qr": qr.svg_data_uri(scale=5, border=2, dark="#08150f", light="#fff") if qr else None,
        "chrome": chrome(request, "/people"), "first": people.empty(),
    }  # fmt: skip
    return HTMLResponse(render("people.html", **values))


def _time(wall_ms):
    at = datetime.datetime.fromtimestamp(wall_ms / 1000, datetime.UTC)
    return at.strftime("%Y-%m-%d %H:%M UTC")
