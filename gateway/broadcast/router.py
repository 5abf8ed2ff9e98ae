"""Routes of the graphics: pages, scenes, rows for vMix, themes and photos of the venue's own."""

import contextlib

from fastapi import APIRouter, Query, Request
from fastapi.responses import FileResponse, HTMLResponse, StreamingResponse

from gateway.broadcast import eventfile, onair, reel, vmix
from gateway.errors import BadRequest
from gateway.web.context import chrome, gateway_of, stream, table_of
from gateway.web.pages import render
from gateway.web.stream import HEADERS, MEDIA

router = APIRouter(prefix="/overlay")
DELAY = Query(0, ge=0, le=reel.DELAY_MS_MAX, description="ms the graphics wait for the picture")
REVEAL = Query("released", pattern=f"^({'|'.join(onair.REVEALS)})$")


@router.get("", response_class=HTMLResponse)
def overlays(request: Request):
    """The overlays there are, for the production room."""
    names = [live.name for live in gateway_of(request).tables.all()]
    return render("overlays.html", tables=names, chrome=chrome(request, "/overlay"))


@router.get("/{table}", response_class=HTMLResponse)
def overlay(request: Request, table: str):
    """The graphics of one table: transparent, as large as the browser source."""
    return render("overlay.html", table=table_of(request, table).name)


@router.get("/{table}/stream")
def overlay_stream(request: Request, table: str, delay: int = DELAY):
    """Scenes: the first in full on connecting, so that a reloaded source is right at once."""
    return _scenes(request, table, False, "never", delay)


@router.get("/{table}/cards/stream")
def cards_stream(request: Request, table: str, delay: int = DELAY, reveal: str = REVEAL):
    """The same with the hole cards the vault has released, as late as the venue's mode says."""
    return _scenes(request, table, True, reveal, delay)


def _scenes(request, table, cards, reveal, delay):
    live, air = table_of(request, table), gateway_of(request).air
    if not delay:
        return stream(request, live.name, lambda: air.scene(live, cards, reveal))
    hub = request.app.state.hub
    if hub.full():
        raise BadRequest("too many screens are connected", 503, "too_many_streams")
    late = reel.follow(hub, air.reel, (live.name, cards, reveal), delay)
    return StreamingResponse(late, media_type=MEDIA, headers=HEADERS)


@router.get("/{table}/vmix.json")
def rows(request: Request, table: str, delay: int = DELAY):
    """A flat list for vMix's data sources, one row a seat; no hole cards but tabled ones."""
    return vmix.rows(_scene_at(request, table, delay))


def _scene_at(request, table, delay):
    live, air = table_of(request, table), gateway_of(request).air
    if not delay:
        return air.scene(live)
    key = (live.name, False, "never")
    air.reel.want(key)
    return air.reel.at(key, delay)


@router.get("/files/{kind}/{name}")
def files(request: Request, kind: str, name: str):
    """A theme (CSS) or a photo the venue has put into its folder ``broadcast``."""
    pattern = eventfile.PHOTO if kind == "photos" else onair.THEME_FILE
    if kind not in ("photos", "themes") or not pattern.fullmatch(name):
        raise BadRequest("there is no such file", 404, "not_found")
    path = gateway_of(request).air.folder / kind / name
    with contextlib.suppress(OSError):
        if path.is_file() and not path.is_symlink():
            return FileResponse(path)
    raise BadRequest("there is no such file", 404, "not_found")
