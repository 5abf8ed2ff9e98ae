"""Routes of the hands kept: what there is, and files of a day or a session."""

import itertools
import tempfile

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, StreamingResponse

from gateway.access.control import who_of
from gateway.errors import BadRequest
from gateway.exports import files, keeper
from gateway.tables.words import listed
from gateway.web.context import chrome, exported, gateway_of, table_of
from gateway.web.pages import render

router = APIRouter(prefix="/hands")
CHUNK_BYTES = 65_536  # of a download at once
IN_MEMORY_BYTES = 1_000_000  # of a file made for a download; what is longer lies on disk
REVEAL = Query("released", pattern=f"^({'|'.join(keeper.REVEALS)})$")


@router.get("", response_class=HTMLResponse)
def overview(request: Request):
    """Tables, their days, and the files of each."""
    gateway = gateway_of(request)
    found = [(t.name, gateway.keeper.days(t.name)) for t in gateway.tables.all()]
    empty = listed([name for name, days in found if not days])
    return render(
        "hands.html", found=found, empty=empty, formats=files.FORMATS,
        chrome=chrome(request, "/hands"),
    )  # fmt: skip


@router.get("/{table}/{name}")
def download(request: Request, table: str, name: str, reveal: str = REVEAL):
    """``2026-01-31.phhs``, ``session.csv`` and so on. Who is no floor is told no rulings."""
    live = table_of(request, table)
    day, _, kind = name.rpartition(".")
    if kind not in files.FORMATS or not (day == "session" or _is_day(day)):
        raise BadRequest("there is no such file", 404, "not_found")
    hands = gateway_of(request).keeper.hands(live.name, None if day == "session" else day, reveal)
    first = next(hands, None)
    if first is None:
        raise BadRequest("no hand was kept then", 404, "no_hands")
    exported(request, live.name, kind)
    rulings = who_of(request).role != "broadcast"
    hands = itertools.chain([first], hands)
    made = _made(files.pieces(kind, hands, rulings, f"Table {live.name}"))
    named = f"attachment; filename=table-{keeper.safe(live.name)}-{name}"
    return StreamingResponse(
        _chunks(made), media_type=files.MEDIA[kind], headers={"Content-Disposition": named}
    )


def _made(pieces):
    """A file with all of a download: the log is not held open for a client that reads slowly."""
    made = tempfile.SpooledTemporaryFile(IN_MEMORY_BYTES)  # noqa: SIM115 - closed when it is sent
    for text in pieces:
        made.write(text.encode())
    made.seek(0)
    return made


def _chunks(made):
    with made:
        while chunk := made.read(CHUNK_BYTES):
            yield chunk


def _is_day(text):
    parts = text.split("-")
    return [len(p) for p in parts] == [4, 2, 2] and all(p.isascii() and p.isdigit() for p in parts)
