"""Routes of the charts."""

import json
import time

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse

from gateway.charts import figures
from gateway.errors import BadRequest
from gateway.people.dealers import ACTS_READ, DEALT_MS
from gateway.tables.handmoves import latest_back, since
from gateway.web.context import chrome, gateway_of, table_of
from gateway.web.pages import render

router = APIRouter(prefix="/charts")
ALERTS_READ, HANDS_READ = 2000, 5000
TABLES_MAX = 200  # of which alerts and hands are counted for one answer


@router.get("", response_class=HTMLResponse)
def page(request: Request):
    """The charts; the numbers come by themselves."""
    names = [live.name for live in gateway_of(request).tables.all()]
    return render(
        "charts.html", chrome=chrome(request, "/charts"), tables=names, spans=figures.SPANS
    )


@router.get("/figures")
def numbers(request: Request, hours: int = Query(24), table: str = Query("", max_length=32)):
    """See ``figures.figures``; ``table``: one alone, empty: all."""
    if hours not in figures.SPANS:
        raise BadRequest(f"hours is one of {', '.join(map(str, figures.SPANS))}")
    gateway = gateway_of(request)
    chosen = [table_of(request, table)] if table else gateway.tables.all()[:TABLES_MAX]
    names = [live.name for live in chosen]
    now_ms = time.time_ns() // 1_000_000
    first_ms = now_ms - hours * figures.MS
    alerts = {name: _bodies(gateway.log.alerts_back(name, ALERTS_READ), first_ms) for name in names}
    hands = {name: _records(gateway.log.hands_back(name, HANDS_READ), first_ms) for name in names}
    acts = gateway.people.acts_back(ACTS_READ) if gateway.people else ()
    acts = since(acts, lambda act: act["wall"] < first_ms - DEALT_MS)
    reads = {live.name: live.reads for live in chosen}
    return figures.figures(names, alerts, hands, acts, reads, now_ms, hours)


def _bodies(rows, first_ms):
    """Of the alerts of a table those raised from a time on, one at a time, newest first."""
    found = since(rows, lambda row: row[2] < first_ms)
    return ({**json.loads(body), "wall": wall} for _n, _k, wall, body in found)


def _records(rows, first_ms):
    """Of the hands of a table those from a time on, one at a time, newest first."""
    records = latest_back(json.loads(text) for _n, text in rows)
    return since(records, lambda r: r.get("wall", 0) < first_ms)
