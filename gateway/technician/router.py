"""Routes of the technician: the gateway's figures, and which controller or antenna goes bad."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from gateway.technician import plots
from gateway.web.context import chrome, gateway_of, stream, system
from gateway.web.pages import render

router = APIRouter(prefix="/tech")


@router.get("", response_class=HTMLResponse)
def page(request: Request):
    """The technician's page."""
    return render("tech.html", chrome=chrome(request, "/tech"), **_values(request))


@router.get("/stream")
def page_stream(request: Request):
    """Stream of it."""

    def parts():
        return {"figures": render("tech_figures.html", **_values(request))}

    return stream(request, None, parts)


def _values(request):
    gateway = gateway_of(request)
    kept = gateway.samples.kept() or [gateway.samples.now()]
    return {"system": system(gateway), **plots.page(kept)}
