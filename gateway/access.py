"""What the routers share: the gateway of a request, a table of it, a stream."""

from fastapi.responses import StreamingResponse

from gateway.errors import BadRequest, LogError
from gateway.stream import HEADERS, MEDIA

LOG_SILENT_MS = 3000  # a commit that takes so long is said to people


def gateway_of(request):
    """The Gateway behind a request."""
    return request.app.state.gateway


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
    waiting_ms = gateway.log_busy_ms()
    if waiting_ms >= LOG_SILENT_MS:
        return f"Events are not being stored: no answer from the log for {waiting_ms // 1000} s"
    if not gateway.link.up:
        return "The broker is away: tables keep their events until it is back."
    return ""
