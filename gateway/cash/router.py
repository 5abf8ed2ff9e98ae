"""The cash room's pages: games, seats, lists, what is due; sessions and the log."""

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.concurrency import run_in_threadpool

from gateway.access.control import who_of
from gateway.cash import from_forms, sheets, views
from gateway.errors import BadRequest
from gateway.event.kept_pages import REFUSALS, Pages, done, read_form
from gateway.tables.words import game as title
from gateway.web.context import chrome, note
from gateway.web.pages import render
from shared_rules.desk.faults import BadHappening
from shared_rules.rulebooks import BOOKS

router = APIRouter(prefix="/cash")
TOPIC = "cash"  # what the stream of these pages watches
TITLES = {"room": "Room", "log": "Log"}


def _room(request):
    return request.app.state.cash


_pages = Pages(TOPIC, "cash room's", _room, views.PAGES)


def _page(request, name):
    values = _pages.values(request, name)
    around = {"chrome": chrome(request, "/cash")}
    if values is None:
        rows = range(1, from_forms.KINDS_MAX + 1)
        games = [(name, title(name)) for name in from_forms.GAMES]
        return render("cash_new.html", books=BOOKS, games=games, rows=rows, **around)
    around.update(page=name, titles=TITLES)
    return render("cash_page.html", part=f"cash_{name}.html", **around, **values)


@router.get("", response_class=HTMLResponse)
def cash_room(request: Request):
    """Games, seats, lists and what is due; the form for a new room where there is none."""
    return _page(request, "room")


@router.get("/log", response_class=HTMLResponse)
def cash_log(request: Request):
    """All entries, and the way to take one back."""
    return _page(request, "log")


@router.get("/stream")
def cash_stream(request: Request, page: str = "room"):
    """Stream of one of the pages."""
    return _pages.stream(request, page, TITLES)


@router.get("/sessions.csv")
def sessions_csv(request: Request):
    """All sessions: who played what, bought and took away."""
    return _pages.csv(request, sheets.sessions_csv, "sessions")


@router.post("/new")
async def new(request: Request):
    """Open the room from the form."""
    form = await read_form(request)
    await run_in_threadpool(note, request, "cash_new", None)
    try:
        opened, setup = _room(request).open, from_forms.setup(form)
        await run_in_threadpool(opened, form.get("rulebook", ""), setup, who_of(request).name)
    except REFUSALS as e:
        raise BadRequest(str(e)) from None
    return RedirectResponse("/cash", 303)


@router.post("/due")
def due(request: Request, key: str = Form(max_length=1000)):
    """Do what is due."""
    note(request, "cash_due", None, key=key[:200])
    return _done(lambda: _room(request).do_due(key, who_of(request).name))


@router.post("/act")
async def act(request: Request):
    """Do what somebody keys: the form names the act."""
    form = await read_form(request)
    name, who = form.pop("act", ""), who_of(request)
    if name not in from_forms.ACTS:
        raise BadRequest(f"act must be one of {', '.join(from_forms.ACTS)}")
    why, overrule = " ".join(form.pop("why", "").split())[:300], form.pop("overrule", "")
    if overrule and (who.role != "director" or not why):
        raise BadRequest("only the director overrules the book, and with a reason")
    form["by"] = "management" if who.role == "director" else "floor"
    await run_in_threadpool(note, request, "cash_act", None, act=name)

    def make(room, chance):
        found = from_forms.ACTS[name](room, form)
        return [(what, {**f, **({"overrule": True} if overrule else {})}) for what, f in found]

    return await run_in_threadpool(_done, lambda: _room(request).do(make, who.name, why))


@router.post("/undo")
def undo(request: Request, entry: int = Form(ge=1), why: str = Form("")):
    """Take an entry back."""
    note(request, "cash_undo", None, entry=entry)
    reason = " ".join(why.split())[:300]
    return _done(lambda: _room(request).undo(entry, who_of(request).name, reason))


def _done(work):
    return done(work, (*REFUSALS, BadHappening))
