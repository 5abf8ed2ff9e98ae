"""Routes of the replayer: a hand event by event, for the floor and the auditor."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from gateway.errors import BadRequest
from gateway.tables import moment as moments
from gateway.tables import projections, words
from gateway.web.context import chrome, table_of
from gateway.web.pages import render

router = APIRouter(prefix="/replay")


@router.get("/{table}/{n}", response_class=HTMLResponse)
def replay(request: Request, table: str, n: int):
    """A hand at one of its events; the address is a link to that moment."""
    return render("replay.html", chrome=chrome(request), **_values(request, table, n))


@router.get("/{table}/{n}/at", response_class=HTMLResponse)
def at(request: Request, table: str, n: int):
    """The moment alone, for the page that scrubs."""
    return render("replay_at.html", **_values(request, table, n))


def _values(request, table, n):
    live, past = table_of(request, table), request.app.state.moments
    entries = past.hand(live.name, n)
    if not any(entry.n == n for entry in entries):
        raise BadRequest("the log has no hand with that event", 404, "no_such_event")
    kept = past.alert(live.name, n, words.BOOKS)
    lines = [moments.line(entry) for entry in entries]
    return {
        "table": live.name, "n": n, "first": lines[0]["n"], "last": lines[-1]["n"], "lines": lines,
        "now": next(line for line in lines if line["n"] == n),
        "moment": projections.pictured(kept["moment"], kept["doubts"]),
        "books": kept["books"] if any(b["rulings"] for b in kept["books"]) else [],
    }  # fmt: skip
