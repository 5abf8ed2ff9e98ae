"""What the routers share: the gateway of a request, a table of it, a stream."""

import contextlib

from fastapi.responses import StreamingResponse

from gateway.access.control import who_of
from gateway.errors import BadRequest, LogError, PeopleError
from gateway.languages.speech import language
from gateway.people.chrome import frame
from gateway.people.who import LOGIN
from gateway.trouble import system
from gateway.web.stream import HEADERS, MEDIA

__all__ = ["gateway_of", "stored", "stream", "system", "table_of"]


def gateway_of(request):
    """The Gateway behind a request."""
    return request.app.state.gateway


def chrome(request, here=None, keep=True):
    """What stands around a page, for whoever asked; ``here``: the page's own path.

    ``keep``: a language the address names is kept for the person, which may wait for a database.
    """
    who = who_of(request)
    asked = request.query_params.get("lang")
    if keep and who is not None and who.kind == LOGIN and asked == language():
        with contextlib.suppress(PeopleError):  # the page is shown, and this screen keeps it
            gateway_of(request).people.choose_language(who.name, asked)
    return frame(who, here, getattr(request.state, "said", None))


def note(request, what, table=None, **detail):
    """Write down what the person behind a request does, before it is done; 503 when that fails."""
    try:
        gateway_of(request).people.note(what, who_of(request), table, **detail)
    except PeopleError as e:
        raise BadRequest(f"not done: {e}", 503, "not_recorded") from None


def exported(request, table, kind):
    """Write down that data of a table was taken; the same again only every ten minutes."""
    if request.app.state.exports.news(who_of(request), table, kind):
        note(request, "export", table, format=kind)


def table_of(request, name):
    """The LiveTable of a name; 404 when there is none."""
    live = gateway_of(request).tables.get(name)
    if live is None:
        raise BadRequest(f"there is no table {name} so far", 404, "no_such_table")
    return live


def stored(work, *args):
    """``work(*args)``, which ends in the event log; 503 with the reason when the log refuses."""
    try:
        return work(*args)
    except LogError as e:
        raise BadRequest(f"not stored: {e}", 503, "not_stored") from None


def stream(request, table, render, key=None):
    """A stream of ``render()`` after each change of ``table`` (None: of any).

    ``key``: says all that what is shown depends on, but for the language; None: nobody shares it.
    """
    hub = request.app.state.hub
    if hub.full():
        raise BadRequest("too many screens are connected", 503, "too_many_streams")
    key = key and (*key, language())
    shown = hub.follow(table, render, key)
    return StreamingResponse(shown, media_type=MEDIA, headers=HEADERS)
