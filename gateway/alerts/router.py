"""Routes of phones: what makes the pages installable, and who is told by Web Push."""

from fastapi import APIRouter, Body, Request
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse

from gateway.access.control import who_of
from gateway.errors import BadRequest
from gateway.languages.speech import language
from gateway.web.context import gateway_of
from gateway.web.kept_files import HERE
from gateway.web.pages import render

router = APIRouter()

MANIFEST = {
    "name": "Feltwire floor",
    "short_name": "Feltwire",
    "start_url": "/floor",
    "display": "standalone",
    "background_color": "#0c1210",
    "theme_color": "#0c1210",
    "icons": [{"src": "/static/icon.svg", "sizes": "any", "type": "image/svg+xml"}],
}


@router.get("/manifest.webmanifest")
def manifest():
    """What a phone needs to put the floor page among its programs."""
    return JSONResponse(MANIFEST, media_type="application/manifest+json")


@router.get("/sw.js")
def service_worker():
    """The service worker: at the root, because it may serve no page above its own address."""
    return FileResponse(HERE / "static" / "sw.js", media_type="text/javascript")


@router.get("/offline", response_class=HTMLResponse)
def offline():
    """What a phone shows while the gateway cannot be reached: its service worker keeps it."""
    return render("offline.html")


@router.get("/push/key")
def key(request: Request):
    """The key a browser subscribes with; empty where no Web Push is configured."""
    return {"key": gateway_of(request).push.key()}


@router.post("/push/subscriptions", status_code=201)
def subscribe(
    request: Request,
    audience: str = Body(),
    subscription: dict = Body(),  # noqa: B008
):
    """A phone wants to be told, as one of the floor or as the director."""
    push = gateway_of(request).push
    if not push.key():
        raise BadRequest("Web Push is not configured here (push_contact)", 404, "no_push")
    who = who_of(request)
    if audience == "director" and who.role != "director":
        raise BadRequest("only the director is told what the director is told", 403, "not_allowed")
    push.subscriptions.add(audience, subscription, who.session, language(), who.name)
    return {"ok": True}


@router.post("/push/forget")
def forget(request: Request, endpoint: str = Body(embed=True)):
    """A phone wants no more."""
    gateway_of(request).push.subscriptions.remove(endpoint)
    return {"ok": True}
