"""Routes of the pits: which tables each has, and who answers them."""

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse

from gateway.access.control import who_of
from gateway.errors import BadRequest
from gateway.floor import pits as pits_
from gateway.languages.speech import text
from gateway.tables.words import listed
from gateway.web.context import chrome, gateway_of, note
from gateway.web.pages import render

router = APIRouter(prefix="/floor/pits")
ANSWER = ("floor", "director")  # roles that can be given a pit
NAMES = Form(default_factory=list)


@router.get("", response_class=HTMLResponse)
def page(request: Request):
    """The pits, who answers them, and tables of none."""
    gateway, pits = gateway_of(request), request.app.state.pits
    me, of = who_of(request).name, pits.of()
    people = gateway.people.all() if gateway.people else ()
    names = [p["name"] for p in people if p["role"] in ANSWER]
    rows = [
        {"name": name, "tables": listed(pit["tables"]), "who": pit["who"],
         "mine": me in pit["who"], "people": list(dict.fromkeys([*names, *pit["who"]]))}
        for name, pit in pits.all().items()
    ]  # fmt: skip
    free = [live.name for live in gateway.tables.all() if live.name not in of]
    return render(
        "pits.html", chrome=chrome(request, "/floor"), pits=rows, names=names,
        free=listed(free), may=who_of(request).role in ANSWER,
    )  # fmt: skip


@router.post("")
def put(
    request: Request,
    name: str = Form(),
    tables: str = Form(""),
    who: list[str] = NAMES,
):
    """Set up a pit, or change it."""
    name, found = " ".join(name.split()), pits_.tables(tables)
    if not found:
        raise BadRequest("a pit needs tables, as 1-8, 12")
    note(request, "pit", pit=name, tables=listed(found), answered_by=", ".join(who) or None)
    return _kept(request, lambda pits: pits.put(name, found, who))


@router.post("/answer")
def answer(request: Request, name: str = Form(), on: bool = Form()):
    """Whoever asks answers a pit from now on, or no more."""
    me = who_of(request).name
    note(request, "pit_answer", pit=name, on=on)
    made = _kept(request, lambda pits: pits.answer(name, me, on))
    taken = text("You answer pit {name}. Its calls ring here.", name=name)
    left = text("You no longer answer pit {name}.", name=name)
    return {**made, "said": taken if on else left}


@router.post("/remove")
def remove(request: Request, name: str = Form()):
    """A pit is no more."""
    note(request, "pit_removed", pit=name)
    return _kept(request, lambda pits: pits.remove(name))


def _kept(request, work):
    """Carry out a change; pages that show pits follow it."""
    try:
        wrong = work(request.app.state.pits)
    except OSError as e:
        raise BadRequest(f"not stored: {e.strerror}", 503, "not_stored") from None
    if wrong:
        raise BadRequest(wrong)
    request.app.state.hub.touch(None)
    return {"ok": True}
