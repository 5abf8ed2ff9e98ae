"""Routes of the floor: all tables, alerts, what people decide about them; health."""

import time

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, JSONResponse

from gateway.access import gateway_of, stream, system, table_of
from gateway.errors import BadRequest
from gateway.pages import render
from gateway.tables import projections

router = APIRouter()
ACTS = ("accept", "override", "director")
REASON_MAX = 300


@router.get("/", response_class=HTMLResponse)
def index(request: Request):
    """All tables, and the way to every page."""
    return render("index.html", **_index_parts(request))


@router.get("/stream")
def index_stream(request: Request):
    """Stream of the index."""
    return stream(
        request, None, lambda: {"main": render("index_main.html", **_index_parts(request))}
    )


def _index_parts(request):
    gateway = gateway_of(request)
    glances = [projections.glance(live) for live in gateway.tables.all()]
    return {"tables": glances, "system": system(gateway)}


@router.get("/floor", response_class=HTMLResponse)
def floor(request: Request, table: str | None = None):
    """The floor page, of all tables or of one."""
    return render("floor.html", **_floor_parts(request, table))


@router.get("/floor/stream")
def floor_stream(request: Request, table: str | None = None):
    """Stream of the floor page."""

    def parts():
        values = _floor_parts(request, table)
        return {
            "alerts": render("floor_alerts.html", **values),
            "tables": render("floor_tables.html", **values),
            "open": str(values["urgent_count"]),
        }

    return stream(request, None, parts)


def _floor_parts(request, table):
    gateway = gateway_of(request)
    values = projections.floor(gateway.tables.all(), table)
    values["urgent_count"] = sum(1 for a in values["open"] if a["severity"] == "urgent")
    return dict(values, system=system(gateway))


@router.post("/floor/alerts/{table}/{n}/{k}")
def decide(request: Request, table: str, n: int, k: int, act: str = Form(), reason: str = Form("")):
    """A person accepts a ruling, overrides it with a reason, or calls for the director."""
    table_of(request, table)
    reason = " ".join(reason.split())[:REASON_MAX]
    if act not in ACTS:
        raise BadRequest(f"act must be one of {', '.join(ACTS)}")
    if act == "override" and not reason:
        raise BadRequest("an override needs a reason")
    wall_ms = time.time_ns() // 1_000_000
    if not gateway_of(request).tables.decide(table, n, k, act, reason, wall_ms):
        raise BadRequest("there is no such alert", 404, "no_such_alert")
    return {"ok": True}


@router.get("/api/tables")
def tables(request: Request):
    """Every table in short."""
    keys = ("table", "online", "trouble", "hand", "hand_id", "phase", "street", "pot", "events")
    glances = [projections.glance(live) for live in gateway_of(request).tables.all()]
    return [{k: g[k] for k in keys} for g in glances]


@router.get("/api/tables/{table}/hands")
def hands(request: Request, table: str):
    """Records of the last finished hands, oldest first."""
    live = table_of(request, table)
    with live.lock:
        return list(live.finished)


@router.get("/healthz")
def health(request: Request):
    """200 when events are being taken and stored, else 503 with the reason."""
    gateway = gateway_of(request)
    why = system(gateway)
    if not gateway.alive():
        why = "a worker thread ended"
    return JSONResponse({"ok": not why, "why": why}, 503 if why else 200)
