"""Routes of the broadcast overlay."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from gateway.tables import projections
from gateway.web.context import chrome, gateway_of, stream, table_of
from gateway.web.pages import render

router = APIRouter(prefix="/overlay")


@router.get("", response_class=HTMLResponse)
def overlays(request: Request):
    """The overlays there are, for the production room."""
    names = [live.name for live in gateway_of(request).tables.all()]
    return render("overlays.html", tables=names, chrome=chrome(request, "/overlay"))


@router.get("/{table}", response_class=HTMLResponse)
def overlay(request: Request, table: str):
    """The overlay of one table: transparent, 1920 x 1080."""
    return render("overlay.html", table=table_of(request, table).name)


@router.get("/{table}/stream")
def overlay_stream(request: Request, table: str):
    """Full snapshots: the first on connecting, so that a reloaded source is right at once."""
    live = table_of(request, table)
    return stream(request, live.name, lambda: {"snapshot": projections.overlay(live)})


@router.get("/{table}/cards/stream")
def cards_stream(request: Request, table: str):
    """The same with the hole cards the vault has released, as late as the venue's mode says."""
    live = table_of(request, table)
    past = gateway_of(request).past
    return stream(request, live.name, lambda: {"snapshot": past.snapshot(live)})
