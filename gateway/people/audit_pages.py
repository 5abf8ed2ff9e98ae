"""The record of acts for the auditor: a page, CSV and JSON, each checked as it is read."""

import csv
import datetime
import io
import json

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, Response

from gateway.errors import GatewayError
from gateway.people.acts_record import COLUMNS
from gateway.web.context import chrome, gateway_of, note
from gateway.web.pages import render

router = APIRouter()
SHOWN, ROWS_MAX = 200, 10_000


@router.get("/audit", response_class=HTMLResponse)
def page(request: Request):
    """The last acts, and whether the chain holds."""
    people = gateway_of(request).people
    try:
        count, head = people.check_acts()
        trouble = ""
    except GatewayError as e:
        count, head, trouble = 0, "", str(e)
    acts = [dict(act, time=_time(act["wall"])) for act in people.last_acts(SHOWN)]
    values = {"count": count, "head": head, "trouble": trouble, "acts": acts}
    return render("audit.html", chrome=chrome(request, "/audit"), **values)


@router.get("/audit.json")
def as_json(request: Request, after: int = Query(0, ge=0)):
    """Acts after a number, in order, at most 10,000; ``next``: what to ask ``after`` next."""
    rows, head = _rows(request, after, "json")
    return {"acts": rows, "next": rows[-1]["n"] if rows else after, "head": head}


@router.get("/audit.csv")
def as_csv(request: Request, after: int = Query(0, ge=0)):
    """The same as CSV, with the header ``X-Next``."""
    rows, head = _rows(request, after, "csv")
    text = io.StringIO()
    out = csv.writer(text)
    out.writerow(COLUMNS)
    for row in rows:
        detail = json.dumps(row["detail"], sort_keys=True)
        out.writerow([_cell(detail if k == "detail" else row[k]) for k in COLUMNS])
    last = str(rows[-1]["n"] if rows else after)
    headers = {"X-Next": last, "X-Head": head}
    headers["Content-Disposition"] = "attachment; filename=acts.csv"
    return Response(text.getvalue(), media_type="text/csv; charset=utf-8", headers=headers)


def _rows(request, after, kind):
    """``(entries, head of the whole record)``; an export is an act itself."""
    people = gateway_of(request).people
    note(request, "export", what_of="acts", format=kind, after=after)
    _count, head = people.check_acts()
    return list(people.acts(after, ROWS_MAX)), head


def _cell(value):
    """A text that a spreadsheet would take for a formula is shown as text."""
    return "'" + value if isinstance(value, str) and value[:1] in "=+-@\t\r" and value else value


def _time(wall_ms):
    at = datetime.datetime.fromtimestamp(wall_ms / 1000, datetime.UTC)
    return at.strftime("%Y-%m-%d %H:%M:%S")
