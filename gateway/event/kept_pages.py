"""Pages on what is kept in a log (``kept.py``): an event's and the cash room's have these alike."""

from urllib.parse import parse_qsl

from fastapi.responses import JSONResponse, Response

from gateway.access.control import who_of
from gateway.errors import BadRequest
from gateway.event.acts import Refused
from gateway.event.kept import NotOpen
from gateway.event.log import BadLog
from gateway.event.payouts import BadPayout
from gateway.event.sheets import BadSheet
from gateway.web.context import stream
from gateway.web.pages import render

BODY_MAX = 2_000_000  # bytes of a form: a list of entries
REFUSALS = (Refused, BadLog, BadPayout, BadSheet, NotOpen)


class Pages:
    """``name``: of the pages' stream and templates; ``whose``: the log's owner in words;
    ``found(request)``: what is kept; ``views``: page -> what its ``read`` takes."""

    def __init__(self, name, whose, found, views):
        self.name, self.whose, self.found, self.views = name, whose, found, views

    def values(self, request, page):
        """Values of a page; None where nothing is open. BadRequest for a damaged log."""
        kept = self.found(request)
        if not kept.exists:
            return None
        try:
            values = kept.read(self.views[page])
        except BadLog as e:
            text = f"the {self.whose} log cannot be read: {e}"
            raise BadRequest(text, 503, "log_damaged") from None
        who = who_of(request)
        return {**values, "role": who.role if who else None, "began_ms": kept.began_ms()}

    def stream(self, request, page, titles):
        """Stream of one of the pages in ``titles``."""
        if page not in titles:
            raise BadRequest(f"page must be one of {', '.join(titles)}")

        def parts():
            values = self.values(request, page)
            if values is None:
                return {}
            return {
                "head": render(f"{self.name}_head.html", **values),
                self.name: render(f"{self.name}_{page}.html", **values),
            }

        who = who_of(request)
        return stream(request, self.name, parts, (f"/{self.name}", page, who and who.role))

    def json(self, request, make):
        """``make(state, t, entries)`` as JSON; an empty object where nothing is open."""
        kept = self.found(request)
        return JSONResponse(kept.read(make) if kept.exists else {})

    def csv(self, request, make, name):
        """``make(state)`` as a file to keep; empty where nothing is open."""
        kept = self.found(request)
        text = kept.read(lambda state, *_: make(state)) if kept.exists else ""
        headers = {"Content-Disposition": f'attachment; filename="{name}.csv"'}
        return Response(text, media_type="text/csv; charset=utf-8", headers=headers)


def done(work, refusals=REFUSALS):
    """Do it; what was refused, or could not be stored, is said."""
    try:
        work()
    except refusals as e:
        raise BadRequest(str(e)) from None
    except OSError as e:
        raise BadRequest(f"not stored: {e.strerror or e}", 503, "not_stored") from None
    return {"ok": True}


async def read_form(request):
    """Fields of a form that is not too long."""
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > BODY_MAX:
            raise BadRequest("the form is too long", 413, "too_long")
    try:
        return dict(parse_qsl(body.decode(), keep_blank_values=True))
    except UnicodeDecodeError:
        raise BadRequest("the form is not UTF-8") from None
