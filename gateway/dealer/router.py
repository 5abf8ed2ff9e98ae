"""Routes of the dealer panel. What is keyed goes to the table's controller, which stamps it."""

from fastapi import APIRouter, Body, Form, Request
from fastapi.responses import HTMLResponse

from gateway.access.control import who_of
from gateway.dealer import panel_input
from gateway.errors import BadRequest
from gateway.event.kept_pages import done
from gateway.tables import projections
from gateway.web.context import chrome, gateway_of, note, stored, stream, system, table_of
from gateway.web.pages import render

router = APIRouter(prefix="/dealer")


@router.get("/{table}", response_class=HTMLResponse)
def panel(request: Request, table: str):
    """The panel of one table."""
    return render("dealer.html", chrome=chrome(request), **_values(request, table))


@router.get("/{table}/stream")
def panel_stream(request: Request, table: str):
    """Stream of the panel's parts, and of the numbers its keys need."""
    live = table_of(request, table)

    def parts():
        values = _values(request, live.name)
        return {
            "now": render("dealer_now.html", **values),
            "state": render("dealer_state.html", **values),
            "keys": _numbers(values["f"]),
        }

    return stream(request, live.name, parts)


def _values(request, table):
    gateway = gateway_of(request)
    live = table_of(request, table)
    desk = request.app.state.desk
    sent, together = desk.sent_at(live.name), desk.together_at(live.name)
    around = {"system": system(gateway), "sent": sent, "together": together,
              "race": desk.race_at(live.name)}  # fmt: skip
    return {"f": projections.dealer(live), **around}


@router.post("/{table}/moved")
def moved(
    request: Request, table: str, player: str = Form(max_length=100), says: str = Form(max_length=9)
):
    """A player sent from this table has gone, or one sent to it sits."""
    live, who = table_of(request, table), who_of(request).name
    note(request, "move_seen", live.name, says=says)
    return done(lambda: request.app.state.desk.seen(live.name, player, says, who))


def _numbers(f):
    """What the keys need to know: who acts, the bounds, and the blinds to count in."""
    a = f["to_act"] or {}
    return {
        "seat": a.get("seat"),
        "call": a.get("call"),
        "min": a.get("min"),
        "max": a.get("max"),
        "pot": f["pot"],
        "phase": "over" if f["void"] else f["phase"],
        "bets": {str(s["seat"]): s["bet"] for s in f["seats"]},
        "seats": [s["seat"] for s in f["seats"]],
        "board": f["board"],
        "board_due": f["board_due"],
        "hole": f["hole"],
    }


@router.post("/{table}/key", status_code=202)
def key(request: Request, table: str, key: dict = Body(embed=True)):  # noqa: B008
    """Send one keyed input to the table's controller."""
    panel_input.send(request, table, key)
    return {"ok": True}


@router.post("/{table}/step")
def step(request: Request, table: str, n: int = Form(), k: int = Form(), done: int = Form()):
    """The first ``done`` steps of an alert's remedy have been carried out."""
    live = table_of(request, table)
    tables, by = gateway_of(request).tables, who_of(request).name
    if not live.has_step((n, k), done):
        raise BadRequest("there is no such step", 404, "no_such_step")
    note(request, "step_done", live.name, alert=f"{n}.{k}", done=done)
    if not stored(tables.step_done, live.name, n, k, done, by):
        raise BadRequest("there is no such step", 404, "no_such_step")
    return {"ok": True}
