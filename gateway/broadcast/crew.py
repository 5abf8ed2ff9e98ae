"""The crew's control page and its plain HTTP commands (Stream Deck, Companion, scripts).

The page is given public scenes alone: no hidden card stands on it, whatever the vault releases.
"""

from fastapi import APIRouter, Body, Request
from fastapi.responses import HTMLResponse

from gateway.broadcast import onair
from gateway.dealer import panel_input
from gateway.web.context import chrome, gateway_of, note, stream, table_of
from gateway.web.pages import render

router = APIRouter(prefix="/crew")
BODY = Body()


@router.get("/{table}", response_class=HTMLResponse)
def control(request: Request, table: str):
    """What is on the air and what comes next, preview beside program."""
    name = table_of(request, table).name
    themes = sorted({"feltwire", "daylight", *_own_themes(gateway_of(request).air)})
    return render("crew.html", table=name, themes=themes, chrome=chrome(request, "/overlay"))


def _own_themes(air):
    folder = air.folder / "themes"
    found = [p.stem for p in folder.glob("*.css")] if folder.is_dir() else []
    return [name for name in found if onair.NAME.fullmatch(name)]


@router.get("/{table}/stream")
def control_stream(request: Request, table: str):
    """Public scenes, and what the crew has prepared."""
    live, air = table_of(request, table), gateway_of(request).air

    def parts():
        made = air.scene(live, reveal="never")
        return {**made, "crew": air.onair.of(live.name), "fault": air.event.fault}

    return stream(request, live.name, parts)


@router.post("/{table}/preview")
def preview(request: Request, table: str, values: dict = BODY):
    """Change the preview: fields of a program."""
    live, air = table_of(request, table), gateway_of(request).air
    return air.onair.prepare(live.name, values)


@router.post("/{table}/rundown")
def rundown(request: Request, table: str, lowers: list = BODY):
    """Set the lower thirds to come."""
    live, air = table_of(request, table), gateway_of(request).air
    return air.onair.rundown(live.name, lowers)


@router.post("/{table}/do/{act}")
def do(request: Request, table: str, act: str):
    """``take cut clear hide show next back``: one key of a Stream Deck each."""
    live, air = table_of(request, table), gateway_of(request).air
    if act in onair.ACTS:
        note(request, "on_air", live.name, act=act)
    made = air.onair.act(live.name, act)
    return {"program": made["program"], "hidden": made["hidden"], "next": made["rundown"][:1]}


@router.post("/{table}/key", status_code=202)
def key(request: Request, table: str, key: dict = Body(embed=True)):  # noqa: B008
    """Put a card or a stack right by hand: one keyed input to the table's controller."""
    panel_input.send(request, table, key)
    return {"ok": True}


@router.post("/event")
def event(request: Request, values: dict = BODY):
    """The event, as a program of the venue knows it: see ``eventfile``."""
    air = gateway_of(request).air
    air.event.put(values)
    for live in gateway_of(request).tables.all():
        gateway_of(request).tables.touch(live)
    return {"ok": True}
