"""What the routers share: the gateway of a request, a table of it, a stream."""

from fastapi.responses import StreamingResponse

from gateway.errors import BadRequest
from gateway.stream import HEADERS, MEDIA


def gateway_of(request):
    """The Gateway behind a request."""
    return request.app.state.gateway


def table_of(request, name):
    """The LiveTable of a name; 404 when there is none."""
    live = gateway_of(request).tables.get(name)
    if live is None:
        raise BadRequest(f"there is no table {name} so far", 404, "no_such_table")
    return live


def stream(request, table, render):
    """A stream of ``render()`` after each change of ``table`` (None: of any)."""
    hub = request.app.state.hub
    if hub.full():
        raise BadRequest("too many screens are connected", 503, "too_many_streams")
    return StreamingResponse(hub.follow(table, render), media_type=MEDIA, headers=HEADERS)


def system(gateway):
    """What is wrong with the gateway itself, in one line; empty when nothing is."""
    if gateway.log_trouble:
        return f"Events are not being stored: {gateway.log_trouble}"
    if not gateway.link.up:
        return "The broker is away: tables keep their events until it is back."
    return ""
