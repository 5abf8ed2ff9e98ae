"""The web application: pages of all audiences, their streams, one error shape."""

import time

from fastapi import APIRouter, Depends, FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse
from starlette.exceptions import HTTPException as StarletteHTTPException

from gateway.access.control import Access, confirm
from gateway.access.disclosure import Exports
from gateway.alerts.router import router as alerts
from gateway.api.router import router as api
from gateway.broadcast.crew import router as crew
from gateway.broadcast.router import router as broadcast
from gateway.cash.router import TOPIC as CASH
from gateway.cash.router import router as cash
from gateway.cash.running_room import CashRoom
from gateway.charts.router import router as charts
from gateway.dealer.router import router as dealer
from gateway.errors import BadRequest, LogDamaged, LogError, PeopleError, body
from gateway.event.desk import Desk
from gateway.event.router import TOPIC
from gateway.event.router import router as event
from gateway.exports.router import router as exports
from gateway.floor.arranged import follower, place
from gateway.floor.pits import Pits
from gateway.floor.pits_page import router as pits_page
from gateway.floor.plan import Plan
from gateway.floor.replayer import router as replay
from gateway.floor.router import router as floor
from gateway.languages.request_language import Spoken
from gateway.languages.speech import translated
from gateway.people.audit_pages import router as acts
from gateway.people.entry import router as entry
from gateway.people.page import router as people
from gateway.tables.moment import Moments
from gateway.technician.router import router as technician
from gateway.web.context import chrome
from gateway.web.forms import Forms
from gateway.web.fragments import AlertsPage
from gateway.web.guard import Guard
from gateway.web.kept_files import FOLDERS, given
from gateway.web.pages import render
from gateway.web.stream import Hub

CODES = {404: "not_found", 405: "method_not_allowed", 503: "unavailable"}
ROUTERS = (
    floor, pits_page, replay, event, cash, alerts, dealer, broadcast, crew, exports, charts,
    technician, api, entry, people, acts,
)  # fmt: skip
# Every route, and ``confirm`` behind each. What a route asks for is worked out at the first request
# and kept here, so that only the first application of a process pays for it.
PAGES = APIRouter(dependencies=[Depends(confirm)])
for _router in ROUTERS:
    PAGES.include_router(_router)
LOOK_AGAIN = {"Refresh": "3"}  # s: a screen opened before its table has come shows it when it does


def create_app(gateway):
    """ASGI application of a Gateway, guarded."""
    app = FastAPI(
        title="Feltwire gateway", docs_url=None, redoc_url=None, openapi_url=None,
        dependencies=[Depends(confirm)],
    )  # fmt: skip
    app.state.gateway = gateway
    app.state.access = access = Access(app, gateway.people, gateway.settings)
    app.state.hub = Hub()
    app.state.plan = plan = Plan(place(gateway, "room"))
    app.state.pits = pits = Pits(place(gateway, "pits"))
    gateway.push.rings = pits.rings
    app.state.alerts_page = AlertsPage(pits)
    app.state.director_page = AlertsPage(pits, "director_alerts.html")
    app.state.moments = Moments(gateway.tables, gateway.log, gateway.settings.rulebook)
    app.state.exports = Exports()
    app.state.tries = gateway.people and gateway.people.tries(_now_ms)
    app.state.desk = Desk(gateway.settings.data_dir, lambda: _event_changed(app.state))
    app.state.cash = CashRoom(
        gateway.settings.data_dir, lambda: app.state.hub.touch(CASH), taken=app.state.desk.plays
    )
    gateway.air.event.desk = app.state.desk.on_air
    # the room first: an event's last hand is over for the desk once it has taken it in
    gateway.on_start(app.state.cash.on_start)
    gateway.on_hand(app.state.cash.on_hand)
    gateway.on_start(app.state.desk.on_start)
    gateway.on_hand(app.state.desk.on_hand)
    gateway.tables.on_change(app.state.desk.on_table)
    gateway.tables.on_change(lambda live: app.state.hub.touch(live.name))
    # files first: a page asks for a dozen, and a request is held against one route after the other
    for address in FOLDERS:
        app.mount(address, given, name=address[1:])
    app.router.routes.extend(PAGES.routes)
    _errors(app)
    settings = gateway.settings
    spoken = Spoken(Forms(access, settings.secure()), settings.secure())
    guarded = Guard(spoken, (settings.http_host, *settings.allowed_hosts), settings.secure())
    guarded.hub, guarded.access, guarded.app = app.state.hub, access, app
    guarded.room = follower((plan, pits), lambda: app.state.hub.touch(None))
    guarded.desk, guarded.cash = app.state.desk, app.state.cash
    return guarded


def _now_ms():
    return time.monotonic_ns() // 1_000_000


def _event_changed(state):
    """The event's pages, the panels whose dealers are told of moves, and the graphics."""
    for name in (TOPIC, *state.desk.panels()):
        state.hub.touch(name)
    state.gateway.air.event_changed()


def _errors(app):
    @app.exception_handler(BadRequest)
    async def bad_request(request: Request, e: BadRequest):
        return _answer(request, e.status, e.code, str(e))

    @app.exception_handler(LogError)
    async def no_log(request: Request, e: LogError):
        code = "log_damaged" if isinstance(e, LogDamaged) else "log_away"
        return _answer(request, 503, code, str(e))

    @app.exception_handler(PeopleError)
    async def no_people(request: Request, e: PeopleError):
        return _answer(request, 503, "people_away", str(e))

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, e: RequestValidationError):
        first = e.errors()[0]
        where = ".".join(str(part) for part in first["loc"] if part not in ("body", "path"))
        return _answer(request, 422, "malformed", f"{where}: {first['msg']}".strip(": "))

    @app.exception_handler(StarletteHTTPException)
    async def http_error(request: Request, e: HTTPException):
        return _answer(request, e.status_code, CODES.get(e.status_code, "error"), str(e.detail))

    @app.exception_handler(Exception)
    async def failure(request: Request, e: Exception):
        return _answer(request, 500, "internal", "something went wrong here; it has been noted")


def _answer(request, status, code, text):
    """JSON for programs, a short page for people."""
    if request.method == "GET" and "text/html" in request.headers.get("accept", ""):
        headers = LOOK_AGAIN if code == "no_such_table" else None
        around = chrome(request, keep=False)
        page = render("error.html", status=status, text=translated(text), chrome=around)
        return HTMLResponse(page, status, headers)
    return JSONResponse(body(code, translated(text)), status)
