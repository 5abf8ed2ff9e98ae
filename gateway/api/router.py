"""Routes for programs: tables, hands, events as JSON, CSV or a stream that resumes; metrics.

Events carry opaque card tokens, never a card: see docs/architecture.md.
"""

import csv
import io
import json

from fastapi import APIRouter, Header, Query, Request
from fastapi.responses import JSONResponse, Response, StreamingResponse

from gateway.access import disclosure
from gateway.access.control import local, who_of
from gateway.errors import BadRequest
from gateway.ingest import decoder
from gateway.log.base import OPERATOR
from gateway.tables import projections
from gateway.telemetry import prometheus
from gateway.vault import proofs
from gateway.web.context import exported, gateway_of, system, table_of
from gateway.web.stream import HEADERS, MEDIA

router = APIRouter()
V1 = "/api/v1"
COLUMNS = ("n", "dev", "boot", "seq", "t", "wall", "what", "event", "bad")
ROWS_MAX = 10_000
STREAM_ROWS = 500


@router.get(f"{V1}/tables", tags=["tables"])
def tables(request: Request):
    """Every table in short."""
    role = who_of(request).role
    glances = [projections.glance(live) for live in gateway_of(request).tables.all()]
    return [disclosure.glance(g, role) for g in glances]


@router.get(f"{V1}/tables/{{table}}/hands", tags=["tables"])
def hands(request: Request, table: str):
    """Records of the last finished hands, oldest first."""
    live = table_of(request, table)
    exported(request, live.name, "hands")
    with live.lock:
        found = list(live.finished)
    return [disclosure.record(record, who_of(request).role) for record in found]


@router.get(f"{V1}/tables/{{table}}/events", tags=["events"])
def events(
    request: Request,
    table: str,
    after: int = Query(0, ge=0, description="number of the last event already had"),
    limit: int = Query(1000, ge=1, le=ROWS_MAX),
    format: str = Query("json", pattern="^(json|csv)$"),  # noqa: A002 - the name users type
):
    """Committed events in order. ``next``, or the header ``X-Next``: what to ask ``after`` next."""
    live = table_of(request, table)
    exported(request, live.name, format)
    rows = _rows(gateway_of(request), live.name, after, limit)
    last = rows[-1]["n"] if rows else after
    if format == "csv":
        return Response(
            _csv(rows), media_type="text/csv; charset=utf-8",
            headers={"X-Next": str(last), "Content-Disposition": "attachment; filename=events.csv"},
        )  # fmt: skip
    return {"table": live.name, "events": rows, "next": last}


@router.get(f"{V1}/tables/{{table}}/events/stream", tags=["events"])
def event_stream(
    request: Request,
    table: str,
    after: int | None = Query(None, ge=0),
    last_event_id: int | None = Header(None, ge=0),
):
    """Server-sent events, one for each committed event, ``id`` its number.

    A client that lost the connection says ``Last-Event-ID`` (browsers do by themselves) or
    ``after`` and gets what it missed; one that says nothing gets what comes from now on.
    """
    live = table_of(request, table)
    gateway, hub = gateway_of(request), request.app.state.hub
    if hub.full():
        raise BadRequest("too many screens are connected", 503, "too_many_streams")
    exported(request, live.name, "stream")
    start = next((n for n in (last_event_id, after) if n is not None), live.n)
    return StreamingResponse(
        _follow(gateway, hub, live.name, start), media_type=MEDIA, headers=HEADERS
    )


async def _follow(gateway, hub, table, after):
    async for _ in hub.wakes(table):
        while True:
            rows = _rows(gateway, table, after, STREAM_ROWS)
            for row in rows:
                after = row["n"]
                yield f"id: {after}\ndata: {json.dumps(row, separators=(',', ':'))}\n\n"
            if len(rows) < STREAM_ROWS:
                break
        yield ": here\n\n"


def _rows(gateway, table, after, limit):
    """Up to ``limit`` events after a number, as the interface shows them."""
    out = []
    if after >= gateway.tables.get(table).n:
        return out  # beyond the end of the log there is nothing, and no event to go on from
    for entry in gateway.log.read(table, after):
        row = {k: getattr(entry, k) for k in COLUMNS if k != "event"}
        row["event"] = None if entry.bad else _event(entry)
        out.append(row)
        if len(out) == limit:
            break
    return out


def _event(entry):
    """The event as a dict: a controller's, or what a person did."""
    if entry.dev == OPERATOR:
        act = json.loads(entry.row)
        if proofs.is_proof(act):  # names cards: those are for `feltwire verify`
            act = {**act, "cards": sorted(act["cards"])}
        return {"what": entry.what, **act}
    return decoder.event(entry.row)


def _csv(rows):
    text = io.StringIO()
    out = csv.writer(text)
    out.writerow(COLUMNS)
    for row in rows:
        event = json.dumps(row["event"], separators=(",", ":"), sort_keys=True)
        out.writerow([event if k == "event" else row[k] for k in COLUMNS])
    return text.getvalue()


@router.get("/metrics", tags=["operation"])
def metrics(request: Request):
    """Prometheus metrics; closed (404) unless the setting ``metrics`` opens them."""
    gateway = gateway_of(request)
    if not gateway.settings.metrics:
        raise BadRequest("metrics are closed: set metrics = true to open them", 404, "closed")
    return Response(prometheus.text(gateway.samples.now()), media_type=prometheus.MEDIA)


@router.get("/healthz", tags=["operation"])
def health(request: Request):
    """200 when events are being taken and stored, else 503 with the reason."""
    gateway = gateway_of(request)
    why = system(gateway)
    if not gateway.alive():
        why = "a worker thread ended"
    if who_of(request) is None and not local(request):
        why = why and "sign in to see why"  # a disk's or a file's name is nobody's business
    return JSONResponse({"ok": not why, "why": why}, 503 if why else 200)
