"""The director's pages: event, clock, hall screen, tables, players, moves, payouts, log."""

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.concurrency import run_in_threadpool

from gateway.access.control import who_of
from gateway.errors import BadRequest
from gateway.event import chip_views, from_forms, pdf, reports, sheets, structure, views
from gateway.event.acts import Refused
from gateway.event.kept_pages import REFUSALS, Pages, done, read_form
from gateway.languages.speech import translated
from gateway.web.context import chrome, note, stream
from gateway.web.pages import render
from shared_rules.rulebooks import BOOKS

router = APIRouter(prefix="/event")
TOPIC = "event"  # what streams of these pages watch
FLOOR_DUE = ("first_button", "break_table", "balance", "color_up", "seat_alternate")
TITLES = {
    "event": "Event", "tables": "Tables", "chips": "Chips", "players": "Players",
    "moves": "Moves", "payouts": "Payouts", "log": "Log",
}  # fmt: skip


def _desk(request):
    return request.app.state.desk


_pages = Pages(TOPIC, "event's", _desk, views.PAGES)


def _page(request, name):
    values = _pages.values(request, name)
    if values is None:
        blank = views.blank()
        return render("event_new.html", chrome=chrome(request, "/event"), books=BOOKS, **blank)
    around = {"chrome": chrome(request, "/event"), "page": name, "titles": TITLES}
    return render("event_page.html", part=f"event_{name}.html", **around, **values)


# Page -> what it shows; each has a template, a title and values of its name (``views.py``).
PAGES = {
    "event": "What is due and how the event stands; the form for a new one where there is none.",
    "tables": "Seats and stacks of all tables.",
    "chips": "Chips handed out against chips in play, by denomination and table.",
    "players": "All who registered.",
    "moves": "Who moved where, and what he does there.",
    "payouts": "Prizes, places, receipts, deals.",
    "log": "All entries, and the way to take one back.",
}


def _route_of(name):
    def page(request: Request):
        return _page(request, name)

    _serve(page, "" if name == "event" else f"/{name}", name, PAGES[name])


def _serve(page, path, name, doc):
    page.__name__, page.__doc__ = name, doc
    router.add_api_route(path, page, methods=["GET"], response_class=HTMLResponse)


for _name in PAGES:
    _route_of(_name)


@router.get("/stream")
def page_stream(request: Request, page: str = "event"):
    """Stream of one of the pages."""
    return _pages.stream(request, page, TITLES)


@router.get("/hall", response_class=HTMLResponse)
def hall(request: Request):
    """The clock for the hall."""
    return render("event_hall.html", chrome=chrome(request), v=_pages.values(request, "hall"))


@router.get("/hall/stream")
def hall_stream(request: Request):
    """Stream of the hall screen."""

    def parts():
        return {"hall": render("event_hall_main.html", v=_pages.values(request, "hall"))}

    return stream(request, TOPIC, parts, ("/event/hall",))


# -- what people do


@router.post("/new")
async def new(request: Request):
    """Open an event from the form."""
    form = await read_form(request)
    await run_in_threadpool(note, request, "event_new", None, name=form.get("name") or None)
    try:
        setup = _setup(form)
        opened = _desk(request).open
        await run_in_threadpool(opened, form.get("rulebook", ""), setup, who_of(request).name)
    except (*REFUSALS, structure.BadStructure) as e:
        raise BadRequest(str(e)) from None
    return RedirectResponse("/event", 303)


def _setup(form):
    numbers = {}
    for name, least, most in (("players", 2, 10_000), ("stack", 100, 10_000_000),
                              ("hours", 1, 48), ("table_max", 2, 10), ("buy_in", 0, 10**9),
                              ("fee", 0, 10**9), ("bounty", 0, 10**9), ("days", 1, 9),
                              ("registration_until", 0, 60)):  # fmt: skip
        numbers[name] = from_forms.number(form, name, {"table_max": 9, "days": 1}.get(name, 0))
        if not least <= numbers[name] <= most:
            raise Refused(f"{name.replace('_', ' ')}: from {least} to {most}")
    more = {"format": form.get("format", "freezeout"), "table_max": numbers["table_max"]}
    more.update({k: numbers[k] for k in ("buy_in", "fee", "bounty") if numbers[k]})
    if numbers["days"] > 1:
        more["days"] = numbers["days"]
    if numbers["bounty"]:
        more["bounties"] = form.get("bounties", "fixed")
    posted = {}
    if numbers["registration_until"]:
        posted["registration_until"] = numbers["registration_until"]
        if more["format"] == "reentry":
            posted.update(reentry_until=numbers["registration_until"], max_entries=2)
        if more["format"] == "rebuy":
            posted["rebuy_until"] = numbers["registration_until"]
    each = 1.0 if more["format"] in ("freezeout", "shootout") else 1.3
    made = structure.plan(
        numbers["players"], numbers["stack"], numbers["hours"], form.get("template", "regular"),
        each, " ".join(form.get("name", "").split()), posted=posted, **more,
    )  # fmt: skip
    if "rebuy_until" in posted:
        _sell_add_ons(posted, made["event"]["levels"])
    return made


def _sell_add_ons(posted, levels):
    """Add-ons are sold in the first break once rebuys have ended."""
    breaks = [r["level"] for r in levels if r.get("break_after")]
    after = [level for level in breaks if level >= posted["rebuy_until"]]
    if after:
        posted["add_on_after"] = after[0]


@router.post("/due")
def due(request: Request, key: str = Form(max_length=5000)):
    """Do what is due."""
    who = who_of(request)
    if who.role != "director" and key.split(" ")[0] not in FLOOR_DUE:
        raise BadRequest("that is the director's", 403, "not_allowed")
    note(request, "event_due", None, key=key[:200])
    return done(lambda: _desk(request).do_due(key, who.name))


@router.post("/act")
async def act(request: Request):
    """Do what somebody keys: the form names the act."""
    form = await read_form(request)
    name = form.pop("act", "")
    if name not in from_forms.ACTS:
        raise BadRequest(f"act must be one of {', '.join(from_forms.ACTS)}")
    who = who_of(request)
    if who.role != "director" and name not in from_forms.FLOOR:
        raise BadRequest("that is the director's", 403, "not_allowed")
    why = " ".join(form.pop("why", "").split())[:300]
    await run_in_threadpool(note, request, "event_act", None, act=name)

    def make(office, chance):
        return from_forms.ACTS[name](office, chance, form)

    return await run_in_threadpool(done, lambda: _desk(request).do(make, who.name, why))


@router.post("/undo")
def undo(request: Request, entry: int = Form(ge=1), why: str = Form("")):
    """Take an entry back."""
    who = who_of(request).name
    note(request, "event_undo", None, entry=entry)
    return done(lambda: _desk(request).undo(entry, who, " ".join(why.split())[:300]))


# -- what leaves the desk


@router.get("/entries.csv")
def entries_csv(request: Request):
    """All entries with seats and stacks."""
    return _pages.csv(request, sheets.entries_csv, "entries")


@router.get("/results.csv")
def results_csv(request: Request):
    """Places and prizes so far."""
    return _pages.csv(request, sheets.results_csv, "results")


@router.get("/feed.json")
def feed(request: Request):
    """What may be known outside: level, seats, stacks, places. No ID, no payment."""
    return _pages.json(request, lambda office, t, entries: sheets.feed(office, t))


@router.get("/chips.json")
def chips_json(request: Request):
    """Chips handed out against chips in play, by denomination and table: values of the page."""
    return _pages.json(request, lambda office, t, entries: chip_views.chips(office, entries))


PRINTED = {
    "seat-cards": ("event_seat_cards.html", views.seat_cards, "Seat cards to print."),
    "payout-sheet": (
        "event_payout_sheet.html",
        views.payout_sheet,
        "The payout sheet to print and sign.",
    ),
    "count-sheet": (
        "event_count_sheet.html",
        views.count_sheet,
        "The count sheet to print and sign.",
    ),
    "incidents": ("event_report.html", reports.incidents, "The incident report to print."),
    "handover": ("event_report.html", reports.handover, "The shift handover to print and sign."),
}


AS_PDF = {
    "seat-cards": pdf.seat_cards, "payout-sheet": pdf.payout_sheet,
    "count-sheet": pdf.count_sheet, "incidents": pdf.report, "handover": pdf.report,
}  # fmt: skip


def _printed_route_of(name):
    template, make, doc = PRINTED[name]

    def page(request: Request):
        desk = _desk(request)
        values = desk.read(make) if desk.exists else None
        return render(template, v=values)

    _serve(page, f"/{name}", name.replace("-", "_"), doc)


def _pdf_route_of(name):
    _template, values, doc = PRINTED[name]

    def sheet(request: Request):
        desk = _desk(request)
        found = desk.read(values) if desk.exists else None
        title = doc.removesuffix(".").removeprefix("The ").partition(" to print")[0].capitalize()
        title = translated(title)
        content = pdf.made(AS_PDF[name], found, title, desk.clock())
        headers = {"Content-Disposition": f'inline; filename="{name}.pdf"'}
        return Response(content, media_type="application/pdf", headers=headers)

    sheet.__name__, sheet.__doc__ = f"{name}_pdf".replace("-", "_"), f"As PDF: {doc}"
    router.add_api_route(f"/{name}.pdf", sheet, methods=["GET"], response_class=Response)


for _name in PRINTED:
    _printed_route_of(_name)
    _pdf_route_of(_name)
