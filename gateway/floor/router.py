"""Routes of the floor: all tables, alerts, what people decide about them."""

import functools
import time

from fastapi import APIRouter, Body, Form, Request
from fastapi.responses import HTMLResponse

from gateway.access.control import who_of
from gateway.errors import BadRequest
from gateway.floor import plan as plans
from gateway.floor.history import HISTORY_MAX, History
from gateway.languages.speech import language, text, translated
from gateway.tables import projections, words
from gateway.web import fragments
from gateway.web.context import chrome, gateway_of, note, stored, stream, system, table_of
from gateway.web.pages import render
from gateway.web.stream import FRAME

router = APIRouter()
SAID = {
    "take": "The floor is on the way.", "accept": "Accepted", "override": "Overridden: {reason}",
    "director": "The director is called",
}  # fmt: skip
ACTS = tuple(SAID)
SCREENS = ("floor", "director", "dealer")  # kinds of screens that confirm what they show
MAY_CONFIRM = {"dealer": ("dealer",), "floor": ("floor", "dealer"), "director": SCREENS}
SHOWN_MAX = 200  # alerts confirmed at a time
REASON_MAX = 300
CARD, GLANCE = "index_card.html", "floor_glance.html"  # a table's place on the two pages
TILE, CARDS_MAX = "index_tile.html", 6  # with more tables than fit as cards each is a tile


@router.get("/", response_class=HTMLResponse)
def index(request: Request):
    """All tables, and the way to every page."""
    return render("index.html", chrome=chrome(request, "/"), **_room(request))


@router.get("/stream")
def index_stream(request: Request):
    """Stream of the index."""

    def parts():
        values = _room(request)
        places = values["places"]
        frame = render("index_main.html", **{**values, "places": _empty(places)})
        return {FRAME: frame, **{f"card-{name}": html for name, html in places.items()}}

    return stream(request, None, parts, ("/",))


def _room(request):
    """Values of the home page: a card for each of a few tables, a tile for each of many."""
    gateway = gateway_of(request)
    tiles = len(gateway.tables.all()) > CARDS_MAX
    return {
        "system": system(gateway), "tiles": tiles, "plan": request.app.state.plan.places(),
        "pits": _pits(request).all(), "pit_of": _pits(request).of(),
        "places": _places(gateway, TILE if tiles else CARD),
    }  # fmt: skip


@router.post("/floor/plan")
def arrange(request: Request, places: dict = Body(embed=True)):  # noqa: B008
    """Keep where the tables stand in the room."""
    if wrong := plans.fault(places):
        raise BadRequest(wrong)
    note(request, "room_plan", tables=len(places))
    try:
        request.app.state.plan.arrange(places)
    except OSError as e:
        raise BadRequest(f"not stored: {e.strerror}", 503, "not_stored") from None
    request.app.state.hub.touch(None)
    return {"ok": True}


@router.get("/floor", response_class=HTMLResponse)
def floor(request: Request, table: str | None = None):
    """The floor page, of all tables or of one."""
    gateway = gateway_of(request)
    places, values = _places(gateway, GLANCE), _alerts(request, table, _mine(request))
    return render(
        "floor.html", places=places, chrome=chrome(request, "/floor"), detail=None,
        sent=request.app.state.desk.sent(), **values
    )  # fmt: skip


@router.get("/floor/stream")
def floor_stream(request: Request, table: str | None = None):
    """Stream of the floor page."""
    gateway, mine = gateway_of(request), _mine(request)

    def parts():
        places, alerts = _places(gateway, GLANCE), _alerts(request, table, mine)
        return {
            FRAME: _frame(tuple(places), table, language()),
            "alerts": alerts["html"],
            "sent": render("floor_sent.html", sent=request.app.state.desk.sent()),
            "open": str(alerts["urgent_count"]),
            "alarm": fragments.alarm(alerts["escalated"], alerts["open"]),
            "pits": _pits(request).version,
            **{f"glance-{name}": html for name, html in places.items()},
        }

    # Who answers the same pits sees the same; pits that change have their pages open it anew.
    return stream(request, None, parts, ("/floor", table, mine))


@router.get("/floor/history", response_class=HTMLResponse)
def history(
    request: Request, table: str = "", player: str = "", kind: str = "", day: str = "",
    by: str = "", dealer: str = "",
):  # fmt: skip
    """Alerts that are settled or for the record, of all tables, searched."""
    wanted, gateway = History(table, player, kind, day, by, dealer), gateway_of(request)
    found = wanted.search(gateway.tables.all(), gateway.people)
    return render(
        "history.html", chrome=chrome(request, "/floor"), wanted=wanted, found=found[:HISTORY_MAX],
        count=len(found), kinds=wanted.kinds,
    )  # fmt: skip


@router.get("/floor/alert/{table}/{n}/{k}", response_class=HTMLResponse)
def alert(request: Request, table: str, n: int, k: int):
    """One alert: evidence, the table at that moment, what each book says, the answers."""
    values = _alerts(request, None, _mine(request))
    detail = _detail(request, table, n, k)
    return render(
        "floor.html", chrome=chrome(request, "/floor"), places={}, detail=detail, **values
    )  # fmt: skip


@router.get("/floor/alert/{table}/{n}/{k}/stream")
def alert_stream(request: Request, table: str, n: int, k: int):
    """Stream of an alert's page."""
    _detail(request, table, n, k)
    mine = _mine(request)

    def parts():
        alerts = _alerts(request, None, mine)
        return {
            "alerts": alerts["html"],
            "detail": render("floor_alert.html", **_detail(request, table, n, k)),
            "open": str(alerts["urgent_count"]),
            "alarm": fragments.alarm(alerts["escalated"], alerts["open"]),
            "pits": _pits(request).version,
        }

    return stream(request, None, parts)


def _detail(request, table, n, k):
    """What stands on an alert's page."""
    live = table_of(request, table)
    with live.lock:
        body = live.alerts.get((n, k))
        if body is None:
            raise BadRequest("there is no such alert", 404, "no_such_alert")
        shown = projections.alert(live.name, n, k, body)
        situation = body.get("situation")
    books = words.BOOKS if situation else ()
    kept = request.app.state.moments.alert(live.name, n, books)
    moment = kept["moment"]
    return {
        "a": shown, "situation": situation, "books": kept["books"], "pit": _pit(request, live.name),
        "moment": moment and projections.pictured(moment, kept["doubts"]),
        "director": who_of(request).role == "director",
    }  # fmt: skip


def _pit(request, table):
    """``{"name", "who"}`` of a table's pit, or None."""
    pits = _pits(request)
    name = pits.of().get(table)
    return name and {"name": name, "who": pits.all().get(name, {}).get("who", [])}


@router.get("/director", response_class=HTMLResponse)
def director(request: Request):
    """What the director has to see: called for, or answered by nobody."""
    values = _alerts(request, None, name="director_page")
    return render("director.html", chrome=chrome(request, "/director"), **values)


@router.get("/director/stream")
def director_stream(request: Request):
    """Stream of the director's page."""

    def parts():
        alerts = _alerts(request, None, name="director_page")
        return {
            "alerts": alerts["html"],
            "open": str(alerts["director_count"]),
            "alarm": fragments.alarm(alerts["director"]),
        }

    return stream(request, None, parts, ("/director",))


@router.post("/floor/shown")
def shown(
    request: Request,
    where: str = Body(),
    alerts: list[tuple[str, int, int]] = Body(max_length=SHOWN_MAX),  # noqa: B008
):
    """A screen confirms which alerts it shows: table, n and k of each."""
    if where not in SCREENS:
        raise BadRequest(f"where must be one of {', '.join(SCREENS)}")
    who = who_of(request)
    if where not in MAY_CONFIRM[who.role] or (who.table and {a[0] for a in alerts} - {who.table}):
        raise BadRequest("that is not shown on a screen of yours", 403, "not_allowed")
    return {"news": gateway_of(request).escalator.shown(alerts, where)}


def _places(gateway, template):
    """Table name -> HTML of its place, in order."""
    return {live.name: fragments.place(live, template) for live in gateway.tables.all()}


FRAMES_KEPT = 64  # of the floor's page: fifty phones ask for the same one with each event


@functools.lru_cache(FRAMES_KEPT)
def _frame(names, table, _language):
    """The frame of the floor's list of tables, its places empty."""
    return render("floor_tables.html", table=table, places=_empty(names))


def _empty(places):
    """The same places with nothing in them: a frame, which changes only when a table comes."""
    return dict.fromkeys(places, "")


def _pits(request):
    return request.app.state.pits


def _mine(request):
    """The pits whoever asks answers."""
    return _pits(request).mine(who_of(request).name)


def _alerts(request, table, mine=(), name="alerts_page"):
    gateway = gateway_of(request)
    page = getattr(request.app.state, name)
    return page.values(gateway.tables.all(), table, system(gateway), mine)


@router.post("/floor/alerts/{table}/{n}/{k}")
def decide(request: Request, table: str, n: int, k: int, act: str = Form(), reason: str = Form("")):
    """A person is on the way, accepts, overrides with a reason, or calls the director."""
    table_of(request, table)
    reason = " ".join(reason.split())[:REASON_MAX]
    if act not in ACTS:
        raise BadRequest(f"act must be one of {', '.join(ACTS)}")
    if act == "override" and not reason:
        raise BadRequest("an override needs a reason")
    wall_ms = time.time_ns() // 1_000_000
    tables, by = gateway_of(request).tables, who_of(request).name
    if (n, k) not in tables.get(table).alerts:
        raise BadRequest("there is no such alert", 404, "no_such_alert")
    note(request, "alert_" + act, table, alert=f"{n}.{k}", reason=reason or None)
    if not stored(tables.decide, table, n, k, act, reason, wall_ms, by):
        raise BadRequest("there is no such alert", 404, "no_such_alert")
    return {"ok": True, "said": text(SAID[act], reason=translated(reason))}
