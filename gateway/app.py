"""The web application: pages of all audiences, their streams, one error shape."""

from fastapi import FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException as StarletteHTTPException

from gateway.alerts.router import router as alerts
from gateway.api.router import router as api
from gateway.broadcast.router import router as broadcast
from gateway.dealer.router import router as dealer
from gateway.errors import BadRequest, LogDamaged, LogError, body
from gateway.floor.router import router as floor
from gateway.fragments import AlertsPage
from gateway.guard import Guard
from gateway.pages import AUDIENCES, HERE, render
from gateway.stream import Hub
from gateway.technician.router import router as technician

CODES = {404: "not_found", 405: "method_not_allowed", 503: "unavailable"}
LOOK_AGAIN = {"Refresh": "3"}  # s: a screen opened before its table has come shows it when it does


def create_app(gateway):
    """ASGI application of a Gateway, guarded."""
    app = FastAPI(title="Feltwire gateway", docs_url=None, redoc_url=None, openapi_url=None)
    app.state.gateway = gateway
    app.state.hub = Hub()
    app.state.alerts_page = AlertsPage()
    app.state.director_page = AlertsPage("director_alerts.html")
    gateway.tables.on_change(lambda live: app.state.hub.touch(live.name))
    for router in (floor, alerts, dealer, broadcast, technician, api):
        app.include_router(router)
    app.mount("/static", StaticFiles(directory=HERE / "static"), name="static")
    for name in AUDIENCES:
        app.mount(f"/{name}-static", StaticFiles(directory=HERE / name / "static"), name=name)
    _errors(app)
    guarded = Guard(app, (gateway.settings.http_host, *gateway.settings.allowed_hosts))
    guarded.hub = app.state.hub
    return guarded


def _errors(app):
    @app.exception_handler(BadRequest)
    async def bad_request(request: Request, e: BadRequest):
        return _answer(request, e.status, e.code, str(e))

    @app.exception_handler(LogError)
    async def no_log(request: Request, e: LogError):
        code = "log_damaged" if isinstance(e, LogDamaged) else "log_away"
        return _answer(request, 503, code, str(e))

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
        return HTMLResponse(render("error.html", status=status, text=text), status, headers)
    return JSONResponse(body(code, text), status)
